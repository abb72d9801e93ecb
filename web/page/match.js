'use strict';

// `12.34 ± 5.67`, or the end that is known.
function estimate({ value, low, high }, digits = 1) {
  const text = (number) => number.toFixed(digits);
  if (value !== null && low !== null && high !== null) return `${text(value)} ± ${text((high - low) / 2)}`;
  const known = low !== null ? say('above', { n: text(low) }) : high !== null ? say('below', { n: text(high) }) : '?';
  return value === null ? known : `${text(value)} (${known})`;
}

// Why a game ended: `perpetual check by black`, `crash by red: …`, `adjudication: drawn`.
function endingText(termination) {
  if (document.documentElement.lang === 'en') return termination;
  const [kind, ...rest] = termination.startsWith('adjudication') ? [termination] : termination.split(': ');
  const side = / (?:by|of) (red|black)$/.exec(kind)?.[1];
  const plain = kind.replace(/ (?:by|of) (?:red|black)$/, '');
  const text = texts[`ending.by.${plain}`] ?? plain;
  const named = side ? say('ending-of', { ending: text, side: say(side) }) : text;
  return [named, ...rest].join(': ');
}

// What was said of a move, `35/12/105` or `#3/9/40`, in Red's view; `null` for
// nothing, as of moves of the opening.
function remarkOf(text, byRed) {
  const [score, depth, time] = (text ?? '').split('/');
  if (time === undefined) return null;
  const sign = byRed ? 1 : -1;
  const value = score.startsWith('#') ? { mate: sign * Number(score.slice(1)) } : { cp: sign * Number(score) };
  return { score: score ? value : null, depth, time };
}

function report() {
  const match = data();
  const { names, games, curves, summary } = match;
  const bounds = summary.pairings.length === 1 ? summary.pairings[0].llr_bounds : null;
  const app = document.getElementById('app');
  const colors = ['var(--accent)', 'var(--mistake)', 'var(--good)', 'var(--red)', 'var(--quiet)'];
  const color = (player) => colors[player % colors.length];
  const card = (heading, ...content) => element('section', { class: 'card' }, element('h2', { text: heading }), ...content);
  const name = (player) => names[player];
  const endingCounts = Object.entries(summary.endings).sort(([, a], [, b]) => b - a);
  let shown = -1;
  let list = null;

  const stage = element('div', { class: 'card' });
  const curve = element('div', { id: 'scores' });
  const players = element('div', { class: 'legend' });
  const scores = card(say('scores'), curve, players);
  const moves = element('div', { class: 'moves', id: 'moves' });
  const left = element('div', {}, stage, scores, card(say('moves'), moves));
  const right = element('div');
  const top = element('div', { class: 'stack' });
  const progress = element('p', { id: 'progress', role: 'status', text: progressText(match, summary.games) });
  app.append(element('header', {}, element('h1', { text: names.length === 2 ? `${names[0]} – ${names[1]}` : match.title }),
    element('p', { text: [match.title, ...new Set(match.limits), say('seed', { n: summary.seed })].join(' · ') }), progress),
  top, element('div', { class: 'columns' }, left, right),
  element('footer', { text: say('keys-match', { engine: match.engine }) }));
  const viewer = new Viewer(stage, show, false);
  const chart = new Chart(curve, { x: [0], low: -1, high: 1, format: String });
  let remarks = [];

  figures();
  crosstable();
  charts();
  openings();
  gameList();
  endings();

  // The figures of a match of two, and a table of all players.
  function figures() {
    // Of several engines the best stands first; of two the one from whose view the figures are.
    const share = (i) => { const [lost, drawn, won] = summary.engines[i].losses_draws_wins; return (won + drawn / 2) / Math.max(1, lost + drawn + won); };
    const order = names.map((_, i) => i);
    if (names.length > 2) order.sort((a, b) => share(b) - share(a));
    const rows = order.map((i) => {
      const { losses_draws_wins: [lost, drawn, won], usage, faults } = summary.engines[i];
      const per = (sum, count, digits = 1) => (count ? (sum / count).toFixed(digits) : '');
      return element('tr', {}, element('td', { text: names[i] }), ...[won + drawn / 2, won + drawn + lost, won, drawn, lost,
        per(usage.micros / 1000, usage.moves), per(usage.depths, usage.with_depth), per(usage.nodes * 1e6, usage.micros, 0),
        Object.values(faults).reduce((sum, count) => sum + count, 0)].map((value) => element('td', { class: 'number', text: value })));
    });
    const heads = ['', say('points'), say('games'), '+', '=', '−', say('ms-move'), say('head-depth'), say('speed'), say('failed')];
    const table = element('div', { class: 'wide' }, element('table', {}, element('tr', {}, ...heads.map((text, i) =>
      element('th', { class: i ? 'number' : '', text }))), ...rows));
    const list = [];
    const figure = (value, text) => list.push(element('div', {}, element('b', { text: value }), element('span', { text })));
    if (summary.pairings.length === 1) {
      const [{ elo, nelo, los, llr, llr_bounds: bounds, pairs }] = summary.pairings;
      if (elo) figure(estimate(elo), 'Elo');
      if (nelo) figure(estimate(nelo), 'normalized Elo');
      if (los !== null) figure(`${(100 * los).toFixed(1)} %`, say('los'));
      if (bounds) figure(llr.toFixed(2), `LLR (${bounds.map((n) => n.toFixed(2)).join(', ')})`);
      if (summary.decision) figure(summary.decision === 'none' ? say('open') : summary.decision, say('test'));
      if (pairs) figure(pairs.join(' '), say('pairs'));
    }
    top.append(card(say('result'), element('div', { class: 'figures' }, ...list), table));
  }

  // Elo of all players, best first, and the points of each row against each column.
  function crosstable() {
    if (names.length < 3) return;
    const score = names.map(() => names.map(() => null));
    for (const { first, second, losses_draws_wins: [lost, drawn, won] } of summary.pairings) {
      const [a, b] = [names.indexOf(first), names.indexOf(second)];
      score[a][b] = [won + drawn / 2, won + drawn + lost];
      score[b][a] = [lost + drawn / 2, won + drawn + lost];
    }
    const elo = (i) => summary.engines[i].elo?.value ?? -Infinity;
    const order = names.map((_, i) => i).sort((a, b) => elo(b) - elo(a));
    const cell = (of) => (of?.[1] ? `${of[0]}/${of[1]}` : '');
    const heads = ['', '', 'Elo', ...order.map((_, i) => i + 1)];
    const rows = order.map((i, rank) => element('tr', {}, element('td', { class: 'number', text: rank + 1 }), element('td', { text: names[i] }),
      element('td', { class: 'number', text: summary.engines[i].elo ? estimate(summary.engines[i].elo) : '' }),
      ...order.map((j) => element('td', { class: 'number', text: i === j ? '×' : cell(score[i][j]) }))));
    top.append(card(say('crosstable'), element('div', { class: 'wide', id: 'crosstable' }, element('table', {},
      element('tr', {}, ...heads.map((text, i) => element('th', { class: i === 1 ? '' : 'number', text }))), ...rows))));
  }

  function charts() {
    if (curves) {
      const host = element('div', { id: 'elo' });
      const known = curves.low.concat(curves.high).filter((n) => n !== null).sort((a, b) => a - b);
      const reach = Math.max(20, Math.min(400, Math.abs(known[Math.floor(known.length * .1)] ?? 50), 400), Math.min(400, Math.abs(known[Math.floor(known.length * .9)] ?? 50)));
      right.append(card(say('elo-curve'), host, legend([[color(0), say('against', { a: names[0], b: names[1] })]])));
      new Chart(host, { x: curves.games, low: -reach, high: reach, format: (n) => n.toFixed(0), xLabel: say('games'),
        levels: [{ at: -reach }, { at: 0 }, { at: reach }], series: [{ values: curves.elo, low: curves.low, high: curves.high, color: color(0) }] });
      if (bounds) {
        const llr = element('div', { id: 'llr' });
        const [lower, upper] = bounds;
        right.append(card(say('llr-curve'), llr, legend([['var(--good)', say('h1')], ['var(--red)', say('h0')]])));
        new Chart(llr, { x: curves.games, low: Math.min(lower, ...curves.llr) * 1.15, high: Math.max(upper, ...curves.llr) * 1.15, format: (n) => n.toFixed(1), xLabel: say('games'),
          levels: [{ at: lower, color: 'var(--red)' }, { at: 0 }, { at: upper, color: 'var(--good)' }], series: [{ values: curves.llr, color: color(0) }] });
      }
    }
    plot(say('time-curve'), 'time', (usage) => (usage.moves ? usage.micros / usage.moves / 1000 : null));
    plot(say('depth-curve'), 'depth', (usage) => (usage.with_depth ? usage.depths / usage.with_depth : null));
  }

  // One dot for each game and player.
  function plot(heading, id, value) {
    const host = element('div', { id });
    const series = names.map((_, player) => ({ color: color(player), dots: true, values: games.map((game) => {
      const side = game.players.indexOf(player);
      return side < 0 ? null : value(game.usage[side]);
    }) }));
    const known = series.flatMap(({ values }) => values).filter((n) => n !== null);
    if (!known.length) return;
    const [least, most] = extent(known);
    const room = Math.max(1, most - least) * .15;
    const [low, high] = [Math.max(0, least - room), most + room];
    right.append(card(heading, host, legend(names.map((each, i) => [color(i), each]))));
    new Chart(host, { x: games.map((game) => game.number), low, high, height: 140, format: (n) => n.toFixed(n < 10 ? 1 : 0), xLabel: say('one-game'),
      levels: [{ at: least }, { at: most }], series, pick: (i) => load(i) });
  }

  // Wins, draws and losses of the first player for each opening.
  function openings() {
    const pictures = 60; // each takes some milliseconds to draw
    const listed = 500; // a page with more is slow
    const rows = match.openings.slice(0, listed).flatMap(({ name: text, system, fen, first, losses_draws_wins: [losses, draws, wins] }, i) => {
      const total = losses + draws + wins;
      const part = (n, css) => element('i', { style: `width:${100 * n / total}%;background:${css}` });
      const label = [openingName(system), text].filter(Boolean).join(' · ');
      return [element('button', { onclick: () => load(first) }, i < pictures ? smallBoard(fen) : null, label), element('div', { class: 'track', title: `+${wins} =${draws} −${losses}` },
        part(wins, 'var(--good)'), part(draws, 'var(--quiet)'), part(losses, 'var(--red)')),
      element('small', { text: say('of', { n: wins + draws / 2, count: total }) })];
    });
    const bars = element('div', { class: 'bars games', id: 'openings' }, ...rows);
    const all = match.openings.length;
    const rest = all > listed ? element('p', {}, element('small', { text: say('of', { n: listed, count: all }) })) : null;
    top.append(card(say('by-opening', { name: names[0] }), bars, rest));
  }

  function endings() {
    const most = Math.max(...endingCounts.map(([, count]) => count));
    right.append(card(say('endings'), element('div', { class: 'bars' }, ...endingCounts.flatMap(([ending, count]) => [element('span', { text: endingText(ending) }),
      element('div', { class: 'track' }, element('i', { style: `width:${100 * count / most}%;background:var(--accent)` })), element('small', { text: count })]))));
  }

  function gameList() {
    const filters = [['all', say('all')], ...['1-0', '1/2-1/2', '0-1'].map((text) => [text, text]), ...endingCounts.map(([ending]) => [ending, endingText(ending)])];
    const filter = element('select', { id: 'filter', 'aria-label': say('which'), onchange: () => { list.fill(); list.pickFound(); } },
      ...filters.map(([value, text]) => element('option', { value, text })));
    const columns = [
      ['#', (game) => game.number],
      [say('red'), (game) => name(game.players[0])],
      [say('black'), (game) => name(game.players[1])],
      [say('head-result'), (game) => game.result],
      [say('head-opening'), (game) => openingName(game.opening)],
      [say('ended-by'), (game) => endingText(game.termination)],
      [say('plies'), (game) => game.plies],
    ];
    const host = element('section', { class: 'card' }, element('h2', { text: say('list') }));
    left.append(host);
    list = new GameList(host, { games, columns, filter, more: () => [], pick: (index) => load(index),
      wanted: (game) => filter.value === 'all' || filter.value === game.result || filter.value === game.ending });
  }

  function load(index) {
    shown = index;
    const game = games[index];
    viewer.load({ start: game.fen, moves: game.moves ? game.moves.split(' ') : [] });
    const texts = game.remarks.split(' ');
    remarks = viewer.game.moves.map((_, i) => remarkOf(texts[i], viewer.positions[i].red));
    fillScores(game);
    listMoves(moves, viewer, (i) => [game.texts[i] ?? viewer.game.moves[i],
      remarks[i]?.score ? element('small', { text: ` ${points(remarks[i].score)}` }) : null]);
    list.point(index);
    viewer.refresh();
  }

  // A line for each player; scores beyond ten lie on the edge.
  function fillScores(game) {
    const pawns = ({ mate, cp }) => (mate === undefined ? Math.max(-10, Math.min(10, cp / 100)) : 10 * Math.sign(mate));
    const known = remarks.flatMap((remark) => (remark?.score ? [Math.abs(pawns(remark.score))] : []));
    scores.hidden = !known.length;
    const reach = Math.max(1, Math.ceil(Math.max(0, ...known)));
    const series = [true, false].map((byRed) => ({ color: byRed ? 'var(--red)' : 'var(--accent)',
      values: viewer.positions.map((_, ply) => (ply && viewer.positions[ply - 1].red === byRed && remarks[ply - 1]?.score
        ? pawns(remarks[ply - 1].score) : null)) }));
    chart.set({ x: viewer.positions.map((_, ply) => ply), low: -reach, high: reach, height: 140, format: String, xLabel: say('ply'),
      levels: [{ at: -reach }, { at: 0 }, { at: reach }], series, pick: (ply) => viewer.go(ply) });
    const named = legend(series.map(({ color }, side) => [color, name(game.players[side])]));
    players.replaceChildren(...named.childNodes);
  }

  // `+0.35, depth 12, 105 ms`.
  function saidOf(remark) {
    if (!remark) return '';
    return [remark.score ? points(remark.score) : null, remark.depth ? say('depth', { n: remark.depth }) : null, `${remark.time} ms`]
      .filter(Boolean).join(', ');
  }

  function show({ ply, trial, game: { moves: played } }) {
    const game = games[shown];
    if (!game) return;
    chart.point(ply);
    pointOut(moves, ply);
    history.replaceState(null, '', `#${shown + 1}.${ply}`);
    if (trial.length) {
      viewer.status.replaceChildren(element('b', { text: say('trial', { moves: trial.join(' ') }) }), ` ${say('escape')}`);
      return;
    }
    const position = viewer.positions[ply - 1];
    viewer.status.replaceChildren(element('b', {}, say('game-number', { n: game.number }), element('span', { class: 'of-red', text: name(game.players[0]) }), ` – ${name(game.players[1])}  ${game.result}`),
      ` ${[endingText(game.termination), openingName(game.opening)].filter(Boolean).join(' · ')}`, element('br'), position ? `${numberOf(position)}${game.texts[ply - 1] ?? played[ply - 1]}  ${saidOf(remarks[ply - 1])} (${say('ply-of', { n: ply, count: played.length })})` : say('n-plies', { n: played.length }));
  }

  // The address keeps game and ply.
  keepLoading(match, () => viewer.trial.length || list.find.value, progress);

  const [first, ply] = location.hash.slice(1).split('.').map(Number);
  load(games[first - 1] ? first - 1 : 0);
  if (ply) viewer.go(ply);
}

report();
