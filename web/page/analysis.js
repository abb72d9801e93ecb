'use strict';

// The columns of the list of games.
function gameColumns() {
  const tag = (game, name) => game.tags.find(([key]) => key.toLowerCase() === name)?.[1].trim().replace(/^\?$/, '') || '';
  const percent = (n) => (n === '' ? '–' : percentText(n));
  return [
    ['#', (_, i) => i + 1],
    [say('red'), (game) => tag(game, 'red') || tag(game, 'white')],
    [say('black'), (game) => tag(game, 'black')],
    [say('head-result'), (game) => game.result],
    [say('head-date'), (game) => tag(game, 'date')],
    [say('head-event'), (game) => tag(game, 'event')],
    [say('head-opening'), (game) => tag(game, 'opening') || openingName(game.opening)],
    [say('head-red-accuracy'), (game) => game.red.accuracy ?? '', percent],
    [say('head-black-accuracy'), (game) => game.black.accuracy ?? '', percent],
    ['? + ??', ({ red, black }) => red.mistakes + red.blunders + black.mistakes + black.blunders],
  ];
}

function analysis() {
  const content = data();
  const { engine, limits, rules, evaluation, notation, games, players = [] } = content;
  const app = document.getElementById('app');
  let game = games[0];
  let quiz = null;
  let branch = null; // the line of the file that is shown instead of the best one
  const tag = (name) => game.tags.find(([key]) => key.toLowerCase() === name)?.[1].trim().replace(/^\?$/, '') || '';
  const names = () => [tag('red') || tag('white') || say('red'), tag('black') || say('black')];

  const title = element('h1');
  const subtitle = element('p');
  const stage = element('div', { class: 'card stage' });
  const curve = element('div', { id: 'curve' });
  const best = element('div', { class: 'line', id: 'line' });
  const summary = element('div', { class: 'wide', id: 'summary' });
  const mistakes = element('div', { class: 'mistakes', id: 'mistakes' });
  const moves = element('div', { class: 'moves', id: 'moves' });
  const lines = element('div', { class: 'written', id: 'written' });
  const lesson = element('div', { class: 'lesson', id: 'lesson', 'aria-live': 'polite', onenough: () => stopQuiz() });
  const learn = element('button', { id: 'learn', text: say('learn'), onclick: () => (quiz ? stopQuiz() : startQuiz()) });
  const progress = element('p', { id: 'progress', role: 'status', text: progressText(content, games.length) });
  const card = (heading, ...content) => element('section', { class: 'card' }, element('h2', { text: heading }), ...content);
  // Whose mistakes are listed and learned from.
  const side = element('select', { id: 'whose', 'aria-label': say('whose'), title: say('whose'), onchange: () => fillMistakes() },
    ...[['', say('whose-both')], ['red', say('red')], ['black', say('black')]].map(([value, text]) => element('option', { value, text })));
  const isWanted = (played) => Boolean(played.grade) && (side.value === '' || (side.value === 'red') === played.red);
  const said = card(say('written'), lines);
  const list = element('div');
  const found = games.length > 1 ? element('section', { class: 'card top' }, element('h2', { text: say('list') }), list) : null;
  const habits = players.length ? element('section', { class: 'card top', id: 'habits' }) : null;
  const classes = element('div', { class: 'wide' });
  const classCard = card(say('classes'), classes);
  const clock = element('div', { id: 'clock' });
  const clockCard = card(say('time-chart'), clock, legend([['var(--red)', say('red')], ['var(--black)', say('black')]]));
  app.append(element('header', {}, title, subtitle, progress), habits ?? '',
    element('section', { class: 'card top' }, element('h2', { text: say('summary') }), summary), found ?? '',
    element('div', { class: 'columns' }, element('div', {}, stage), element('div', {},
      card(say('mistakes'), mistakes, element('p', { class: 'filters secret' }, side, learn)), card(say('line'), best),
      card(say('chance'), curve, legend([['var(--red)', say('share')]])), clockCard, card(say('moves'), moves), classCard, said)),
    element('footer', { text: say('keys-analysis', { engine, evaluation, limits, rules }) }));

  const viewer = new Viewer(stage, show, true);
  stage.prepend(lesson); // above the board, where it is seen
  const chart = new Chart(curve, { x: [0], low: 0, high: 100, format: String, pick: (ply) => viewer.go(ply) });
  const clocks = new Chart(clock, { height: 110, x: [0], low: 0, high: 1, format: String, pick: (ply) => viewer.go(ply) });
  const written = new Written(lines, (place) => {
    if (quiz) stopQuiz();
    branch = place.count ? place : null;
    viewer.go(place.ply);
    if (!branch) return;
    viewer.line = place.moves;
    viewer.goLine(place.count);
  });
  const gameList = found ? new GameList(list, { games, columns: gameColumns(), pick: (index) => load(index),
    more: (each) => [each.source, ...each.tags.map(([, value]) => value)] }) : null;

  function startQuiz() {
    if (!game.moves.some(isWanted)) return;
    app.classList.add('learning');
    quiz = new Quiz(lesson, viewer, () => game, isWanted, notation);
    quiz.draw();
    stage.scrollIntoView({ block: 'start' });
  }

  function stopQuiz() {
    quiz?.end();
    quiz = null;
    app.classList.remove('learning');
    viewer.refresh();
  }

  function load(index) {
    if (quiz) stopQuiz();
    game = games[index];
    gameList?.point(index);
    const [red, black] = names();
    title.replaceChildren(element('span', { class: 'of-red', text: red }), ' – ', black,
      game.result === '*' ? '' : `  ${game.result}`);
    subtitle.textContent = [tag('event'), tag('date'), tag('opening') || tag('ecco') || openingName(game.opening)].filter(Boolean).join(' · ') || game.source;
    document.title = `${red} – ${black}`;
    viewer.load({ start: game.positions[0].fen, moves: game.moves.map((played) => played.move) });
    branch = null;
    said.hidden = !written.load(game, viewer.positions[0]);
    const graded = game.moves.flatMap((played, i) => (played.grade ? [[played, i]] : []));
    const chances = game.positions.map((position) => position.red_chance);
    // A level game fills the chart as well.
    const reach = Math.min(50, Math.ceil(extent([10, ...chances.map((chance) => Math.abs(chance - 50))])[1] / 5) * 5);
    chart.set({ x: chances.map((_, i) => i), low: 50 - reach, high: 50 + reach, format: String, xLabel: say('ply'), pick: (ply) => viewer.go(ply),
      levels: [{ at: 50 - reach }, { at: 50 }, { at: 50 + reach }], series: [{ values: chances, color: 'var(--red)', fill: 50 }],
      marks: graded.map(([played, i]) => ({ at: i + 1, y: chances[i + 1], color: `var(--${played.grade})`, title: `${played.text} ${className(played)}` })) });
    fillClocks();
    listMoves(moves, viewer, (i) => [game.moves[i].text,
      ' ', classSign(game.moves[i]),
      game.moves[i].too_shallow ? element('small', { text: '○', title: say('unjudged-move') }) : null,
      element('small', { text: ` ${points(game.positions[i + 1].score)}`, title: timeText(game.moves[i]) || null })]);
    fillMistakes();
    fillSummary(red, black);
    viewer.refresh();
  }

  // The seconds of each move, where the file says them, with the moves in time trouble marked.
  function fillClocks() {
    const took = game.moves.map((played) => played.time?.took ?? null);
    clockCard.hidden = took.every((seconds) => seconds === null);
    if (clockCard.hidden) return;
    const of = (red) => [null, ...took.map((seconds, i) => (game.moves[i].red === red ? seconds : null))];
    const high = Math.max(1, extent(took.filter((seconds) => seconds !== null))[1]);
    clocks.set({ height: 110, x: [0, ...took.map((_, i) => i + 1)], low: 0, high, format: String, xLabel: say('ply'), pick: (ply) => viewer.go(ply),
      levels: [{ at: 0 }, { at: high, label: high < 10 ? high.toFixed(1) : high.toFixed(0) }], series: [{ values: of(true), color: 'var(--red)' }, { values: of(false), color: 'var(--black)' }],
      marks: game.moves.flatMap((played, i) => (played.time?.in_trouble && took[i] !== null ? [{ at: i + 1, y: took[i], color: 'var(--blunder)', title: `${played.text} ${timeText(played)}` }] : [])) });
  }

  function fillMistakes() {
    if (quiz) stopQuiz();
    const graded = game.moves.flatMap((played, i) => (isWanted(played) ? [[played, i]] : []));
    refill(mistakes, graded.map(([played, i]) => element('button', { 'data-ply': i, onclick: () => viewer.go(i) },
      element('span', { text: numberOf(viewer.positions[i]) }),
      element('span', {}, element('b', { class: played.red ? 'of-red' : 'of-black', text: played.text }), ' ',
        classSign(played),
        element('small', { text: `  ${say('better', { move: game.positions[i].line_text[0] ?? '' })}` })),
      element('small', { class: played.grade, text: `−${played.loss_chance.toFixed(1)} %` }))));
    if (!graded.length) mistakes.replaceChildren(say('none'));
    learn.hidden = !graded.length;
  }

  function fillSummary(red, black) {
    const phases = ['opening', 'middlegame', 'endgame'];
    const ofPhase = (side, name) => side.phases.find(({ phase }) => phase === name);
    const row = (name, side, color) => element('tr', {}, element('td', { class: color, text: name }),
      ...[percentText(side.accuracy), side.loss_cp === null ? '–' : `${side.loss_cp.toFixed(1)} cp`, percentText(side.loss_chance), side.moves,
        ...phases.map((name) => (ofPhase(side, name) ? percentText(ofPhase(side, name).accuracy) : ''))]
        .map((value, i) => element('td', { class: i ? 'number' : 'number main', text: value })));
    const heads = ['', say('head-accuracy'), say('head-cp'), say('head-chance'), say('head-moves'), 
      ...phases.map((name) => say('phase-accuracy', { phase: say(`phase.by.${name}`) }))];
    summary.replaceChildren(element('table', {}, element('tr', {}, ...heads.map((text, i) => element('th', { class: i ? 'number' : '', text }))),
      row(red, game.red, 'of-red'), row(black, game.black, 'of-black')));
    if (game.red.classes) classes.replaceChildren(classTable([[red, game.red], [black, game.black]]));
    classCard.hidden = !game.red.classes;
    if (game.mate?.length) summary.append(element('p', { id: 'mate', text: say('mate-names', { names: patternNames(game.mate) }) }));
    for (const [name, side, color] of [[red, game.red, 'of-red'], [black, game.black, 'of-black']]) {
      const told = [levelText(side), clockText(side)].filter(Boolean);
      if (told.length) summary.append(element('p', { class: 'estimate' }, element('b', { class: color, text: `${name} ` }), told.join(' · ')));
    }
    const unjudged = (game.red.unjudged ?? 0) + (game.black.unjudged ?? 0);
    if (unjudged) summary.append(element('p', { id: 'unjudged', text: say('unjudged', { n: unjudged }) }));
  }

  function show({ ply, inLine, trial }) {
    const position = game.positions[ply];
    const next = game.moves[ply];
    if (branch && (ply !== branch.ply || (inLine === 0 && viewer.line === branch.moves))) branch = null;
    viewer.line = branch ? branch.moves : quiz?.line ?? position.line;
    viewer.bad = next?.grade ? next.move : null;
    viewer.bar.firstChild.style.height = `${position.red_chance}%`;
    chart.point(ply);
    if (!clockCard.hidden) clocks.point(ply);
    for (const list of [moves, mistakes]) pointOut(list, ply);
    written.point(ply, branch && inLine ? branch.nodes[inLine - 1] : null);
    if (quiz) quiz.draw();
    viewer.status.replaceChildren(...statusOf(position, next, ply, inLine, trial));
    best.replaceChildren(...position.line_text.map((text, i) => element('button', { text, 'data-count': i + 1,
      class: !branch && inLine === i + 1 ? 'here' : null, onclick: () => leaveTo(i + 1) })));
    if (!position.line.length) best.replaceChildren(say('over'));
    else if (position.names?.length) best.append(element('small', { class: 'names', text: patternNames(position.names) }));
    history.replaceState(null, '', `#${games.indexOf(game) + 1}.${ply}`);
  }

  // The best line, also where one of the file was shown.
  function leaveTo(count) {
    branch = null;
    viewer.line = game.positions[viewer.ply].line;
    viewer.goLine(count);
  }

  // What a table of solved endings says: "drawn", or the winner with the plies that it takes.
  function theoryOf({ theory }) {
    if (!theory) return [];
    const [side, plies] = theory === 'drawn' ? [theory, 0] : Object.entries(theory)[0];
    const rule = side !== 'drawn' && plies === 0 ? ' rule' : '';
    return [say(`theory.by.${side}${rule}`, { n: Math.ceil(plies / 2) })];
  }

  // What stands below the board.
  function statusOf(position, next, ply, inLine, trial) {
    const played = game.moves[ply - 1];
    const score = [say('score', { score: points(position.score), chance: position.red_chance.toFixed(1), depth: position.depth }), ...theoryOf(position)].join(' · ');
    if (trial.length) return [element('b', { text: say('trial', { moves: trialText(trial) }) }), ` ${say('escape')}`];
    if (inLine && branch) return [element('b', { text: say('in-written', { n: inLine, count: branch.moves.length }) }), say('escape')];
    if (inLine) return [element('b', { text: say('in-line', { n: inLine, count: position.line.length }) }), say('escape')];
    const parts = played
      ? [element('b', { class: played.red ? 'of-red' : 'of-black', text: numberOf(viewer.positions[ply - 1]) + played.text }), ` ${[className(played), timeText(played), score].filter(Boolean).join(' · ')}`]
      : [score];
    if (next?.grade && !viewer.quiz) {
      parts.push(element('br'), element('span', { class: next.grade, text: say('played-better', { move: next.text, mark: MARKS[next.grade],
        grade: className(next), chance: next.loss_chance.toFixed(1), better: position.line_text[0] ?? '' }) }));
      const after = game.positions[ply + 1];
      if (next.kinds?.length) parts.push(element('br'), kindNames(next.kinds));
      if (position.names?.length) parts.push(element('br'), say('missed-names', { names: patternNames(position.names) }));
      if (after.names?.length) parts.push(element('br'), say('allowed-names', { names: patternNames(after.names) }));
    }
    return parts;
  }

  // Moves of one's own, behind what is shown.
  function trialText(trial) {
    const before = viewer.line.slice(0, viewer.inLine).reduce((position, move) => position.moved(move), viewer.positions[viewer.ply]);
    return lineText(before, trial, notation);
  }

  // The mistake before or after the position that is shown.
  function jump(isForward) {
    const plies = game.moves.flatMap((played, i) => (isWanted(played) ? [i] : []));
    const next = isForward ? plies.find((ply) => ply > viewer.ply) : plies.filter((ply) => ply < viewer.ply).at(-1);
    if (next !== undefined) viewer.go(next);
  }

  document.addEventListener('keydown', (event) => {
    if (['INPUT', 'SELECT'].includes(event.target.tagName) || event.ctrlKey || event.metaKey || event.altKey) return;
    const acts = { ArrowDown: () => jump(true), ArrowUp: () => jump(false), l: () => learn.click() };
    const act = acts[event.key];
    if (act) { event.preventDefault(); act(); }
  });

  if (habits) new Habits(habits, players, (index, ply) => { load(index); viewer.go(ply); stage.scrollIntoView({ block: 'nearest' }); });

  // The address keeps game and ply.
  keepLoading(content, () => quiz || viewer.trial.length || viewer.inLine || gameList?.find.value, progress);

  const [index, ply] = location.hash.slice(1).split('.').map(Number);
  load((games[index - 1] ? index : 1) - 1);
  if (ply) viewer.go(ply);
}

analysis();
