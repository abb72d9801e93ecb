'use strict';

const gradeNames = { inaccuracy: say('inaccuracy'), mistake: say('mistake'), blunder: say('blunder') };
const MARKS = { inaccuracy: '?!', mistake: '?', blunder: '??' };

function analysis() {
  const { engine, limits, rules, evaluation, games } = data();
  const app = document.getElementById('app');
  let game = games[0];
  const tag = (name) => game.tags.find(([key]) => key.toLowerCase() === name)?.[1].trim().replace(/^\?$/, '') || '';
  const names = () => [tag('red') || tag('white') || say('red'), tag('black') || say('black')];

  const title = element('h1');
  const subtitle = element('p');
  const stage = element('div', { class: 'card stage' });
  const curve = element('div', { id: 'curve' });
  const best = element('div', { class: 'line', id: 'line' });
  const summary = element('div', { class: 'wide' });
  const mistakes = element('div', { class: 'mistakes', id: 'mistakes' });
  const moves = element('div', { class: 'moves', id: 'moves' });
  const select = element('select', { id: 'game', 'aria-label': say('game'), onchange: () => load(Number(select.value)) });
  const find = element('input', { id: 'find', type: 'search', placeholder: say('find'), 'aria-label': say('find'), oninput: () => listGames() });
  const openingName = (each) => (each.opening ? say(`opening.by.${each.opening}`) : '');
  // What a game can be found by: names, the opening, event, date and whatever else its tags say.
  const known = games.map((each, i) => [label(each, i), each.source, openingName(each), ...each.tags.map(([, value]) => value)].join(' ').toLowerCase());
  const card = (heading, ...content) => element('section', { class: 'card' }, element('h2', { text: heading }), ...content);
  app.append(element('header', {}, title, subtitle, games.length > 1 ? element('p', { class: 'filters' }, find, select) : null),
    element('div', { class: 'columns' }, element('div', {}, stage), element('div', {},
      card(say('summary'), summary), card(say('chance'), curve, legend([['var(--red)', say('share')]])),
      card(say('line'), best), card(say('mistakes'), mistakes), card(say('moves'), moves))),
    element('footer', { text: say('keys-analysis', { engine, evaluation, limits, rules }) }));

  const viewer = new Viewer(stage, show, true);
  const chart = new Chart(curve, { x: [0], low: 0, high: 100, format: String, pick: (ply) => viewer.go(ply) });

  function label(each, i) {
    const found = (name) => each.tags.find(([key]) => key.toLowerCase() === name)?.[1];
    return `${i + 1}. ${found('red') ?? found('white') ?? say('red')} – ${found('black') ?? say('black')} ${each.result}`;
  }

  // Offers the games that have all the words that were typed.
  function listGames() {
    const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
    const list = games.map((_, i) => i).filter((i) => words.every((word) => known[i].includes(word)));
    select.replaceChildren(...list.map((i) => element('option', { value: i, text: label(games[i], i) })));
    const index = games.indexOf(game);
    if (list.includes(index)) select.value = String(index);
    else if (list.length) load(list[0]);
  }

  function load(index) {
    game = games[index];
    const [red, black] = names();
    title.replaceChildren(element('span', { class: 'of-red', text: red }), ' – ', black,
      game.result === '*' ? '' : `  ${game.result}`);
    subtitle.textContent = [tag('event'), tag('date'), tag('opening') || tag('ecco') || openingName(game)].filter(Boolean).join(' · ') || game.source;
    document.title = `${red} – ${black}`;
    viewer.load({ start: game.positions[0].fen, moves: game.moves.map((played) => played.move) });
    const graded = game.moves.flatMap((played, i) => (played.grade ? [[played, i]] : []));
    const chances = game.positions.map((position) => position.red_chance);
    // A level game fills the chart as well.
    const reach = Math.min(50, Math.ceil(Math.max(10, ...chances.map((chance) => Math.abs(chance - 50))) / 5) * 5);
    chart.set({ x: chances.map((_, i) => i), low: 50 - reach, high: 50 + reach, format: String, xLabel: say('ply'), pick: (ply) => viewer.go(ply),
      levels: [{ at: 50 - reach }, { at: 50 }, { at: 50 + reach }], series: [{ values: chances, color: 'var(--red)', fill: 50 }],
      marks: graded.map(([played, i]) => ({ at: i + 1, y: chances[i + 1], color: `var(--${played.grade})`, title: `${played.text} ${gradeNames[played.grade]}` })) });
    listMoves(moves, viewer, (i) => [game.moves[i].text,
      game.moves[i].grade ? element('b', { class: game.moves[i].grade, text: MARKS[game.moves[i].grade] }) : null,
      element('small', { text: ` ${points(game.positions[i + 1].score)}` })]);
    mistakes.replaceChildren(...graded.map(([played, i]) => element('button', { 'data-ply': i, onclick: () => viewer.go(i) },
      element('span', { text: numberOf(viewer.positions[i]) }),
      element('span', {}, element('b', { class: played.red ? 'of-red' : 'of-black', text: played.text }), ' ',
        element('b', { class: played.grade, text: MARKS[played.grade] }),
        element('small', { text: `  ${say('better', { move: game.positions[i].line_text[0] ?? '' })}` })),
      element('small', { class: played.grade, text: `−${played.loss_chance.toFixed(1)} %` }))));
    if (!graded.length) mistakes.replaceChildren(say('none'));
    fillSummary(red, black);
    viewer.refresh();
  }

  function fillSummary(red, black) {
    const row = (name, side, color) => element('tr', {}, element('td', { class: color, text: name }),
      ...[side.moves, `${side.accuracy.toFixed(1)} %`, side.loss_cp.toFixed(1), `${side.loss_chance.toFixed(1)} %`, side.inaccuracies, side.mistakes, side.blunders]
        .map((value) => element('td', { class: 'number', text: value })));
    const heads = ['', say('head-moves'), say('head-accuracy'), say('head-cp'), say('head-chance'), ...['inaccuracy', 'mistake', 'blunder'].map((grade) => `${gradeNames[grade]} ${MARKS[grade]}`)];
    summary.replaceChildren(element('table', {}, element('tr', {}, ...heads.map((text, i) => element('th', { class: i ? 'number' : '', text }))),
      row(red, game.red, 'of-red'), row(black, game.black, 'of-black')));
  }

  function show({ ply, inLine }) {
    const position = game.positions[ply];
    const next = game.moves[ply];
    viewer.line = position.line;
    viewer.bad = next?.grade ? next.move : null;
    viewer.bar.firstChild.style.height = `${position.red_chance}%`;
    chart.point(ply);
    for (const list of [moves, mistakes]) pointOut(list, ply);
    const played = game.moves[ply - 1];
    const score = say('score', { score: points(position.score), chance: position.red_chance.toFixed(1), depth: position.depth });
    const parts = [];
    if (inLine) parts.push(element('b', { text: say('in-line', { n: inLine, count: position.line.length }) }), say('escape'));
    else if (played) {
      parts.push(element('b', { class: played.red ? 'of-red' : 'of-black', text: numberOf(viewer.positions[ply - 1]) + played.text }), ` ${score}`);
    } else parts.push(score);
    if (next?.grade && !inLine) {
      parts.push(element('br'), element('span', { class: next.grade, text: say('played-better', { move: next.text, mark: MARKS[next.grade],
        grade: gradeNames[next.grade], chance: next.loss_chance.toFixed(1), better: position.line_text[0] ?? '' }) }));
    }
    viewer.status.replaceChildren(...parts);
    best.replaceChildren(...position.line_text.map((text, i) => element('button', { text, 'data-count': i + 1,
      class: inLine === i + 1 ? 'here' : null, onclick: () => viewer.goLine(i + 1) })));
    if (!position.line.length) best.replaceChildren(say('over'));
    history.replaceState(null, '', `#${games.indexOf(game) + 1}.${ply}`);
  }

  document.addEventListener('keydown', (event) => {
    if (['SELECT', 'INPUT'].includes(event.target.tagName) || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    const plies = game.moves.flatMap((played, i) => (played.grade ? [i] : []));
    const next = event.key === 'ArrowDown' ? plies.find((ply) => ply > viewer.ply) : plies.filter((ply) => ply < viewer.ply).at(-1);
    if (next !== undefined) viewer.go(next);
  });

  const [wanted, ply] = location.hash.slice(1).split('.').map(Number);
  load((games[wanted - 1] ? wanted : 1) - 1);
  listGames();
  if (ply) viewer.go(ply);
}

analysis();
