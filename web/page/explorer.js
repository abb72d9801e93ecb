'use strict';

// The page of a database of games: what was played in the position on the board and with
// which results, and the games. Moves are made by clicks on the table or on the board.
function explore() {
  const { engine, total, start, positions, games } = data();
  const known = new Map(positions.map((position) => [position.fen, position]));
  const mirrorMove = (move) => move.replace(/[a-i]/g, (file) => String.fromCharCode(202 - file.charCodeAt(0)));
  const mirrorFen = (fen) => fen.replace(/^\S+/, (rows) => rows.split('/').map((row) => [...row].reverse().join('')).join('/'));

  // What the page knows of a position, or of its mirror image with the moves turned round.
  function found(fen) {
    const own = known.get(fen);
    if (own) return own;
    const other = known.get(mirrorFen(fen));
    return other && { ...other, moves: other.moves.map(([move, text, mirrored, ...rest]) => [mirrorMove(move), mirrored, text, ...rest]) };
  }

  const app = document.getElementById('app');
  const card = (heading, ...content) => element('section', { class: 'card' }, element('h2', { text: heading }), ...content);
  const stage = element('div', { class: 'card' });
  const table = element('div', { class: 'wide', id: 'explored' });
  const path = element('div', { class: 'moves', id: 'moves' });
  const left = element('div', {}, stage, card(say('moves'), path));
  const right = element('div', {}, card(say('explore-moves'), table));
  app.append(element('header', {}, element('h1', { text: say('explore-title') }),
    element('p', { text: say('explore-total', { n: total, positions: positions.length, games: games.length }) })),
  element('div', { class: 'columns' }, left, right), element('footer', { text: say('keys-match', { engine }) }));
  let here = new Set();
  let shown = null;
  const viewer = new Viewer(stage, show, false);
  viewer.tried = (move) => { follow(move); return true; };
  const host = element('section', { class: 'card' }, element('h2', { text: say('list') }));
  right.append(host);
  const columns = [
    [say('red'), (game) => game.red],
    [say('black'), (game) => game.black],
    [say('head-result'), (game) => (game.result === '*' ? '' : game.result)],
    [say('explore-date'), (game) => game.date],
    [say('explore-event'), (game) => game.event],
    [say('head-opening'), (game) => openingName(game.opening)],
    [say('plies'), (game) => (game.moves ? game.moves.split(' ').length : 0)],
  ];
  const list = new GameList(host, { games, columns, more: (game) => [game.source], pick: load, wanted: (_, i) => here.has(i) });
  list.point(-1);

  // Goes on from the position on the board.
  function follow(move) {
    const moves = viewer.game.moves.slice(0, viewer.ply).concat(move);
    if (viewer.game.moves[viewer.ply] !== move) {
      shown = null;
      list.point(-1);
      viewer.load({ start: viewer.game.start, moves });
    }
    viewer.go(moves.length);
  }

  // A game, at the position on the board.
  function load(index) {
    const fen = viewer.positions[viewer.ply].fen();
    const game = games[index];
    shown = game;
    viewer.load({ start: game.start, moves: game.moves ? game.moves.split(' ') : [] });
    const ply = viewer.positions.findIndex((position) => [fen, mirrorFen(fen)].includes(position.fen()));
    list.point(index);
    viewer.go(Math.max(0, ply));
  }

  // Wins, draws and losses of Red as a bar.
  function track([red, drawn, black]) {
    const count = red + drawn + black;
    if (!count) return null;
    const part = (n, color) => element('i', { style: `width:${100 * n / count}%;background:${color}` });
    const share = (n) => `${(100 * n / count).toFixed(0)} %`;
    return element('div', { class: 'bars' }, element('small', { style: 'white-space:nowrap', text: share(red) }), element('div', { class: 'track', title: `+${red} =${drawn} −${black}` },
      part(red, 'var(--red)'), part(drawn, 'var(--quiet)'), part(black, 'var(--black)')), element('small', { style: 'white-space:nowrap', text: share(black) }));
  }

  function listed(position) {
    if (!position) return say('explore-unknown');
    if (!position.moves.length) return say('explore-end');
    const row = (label, counts, years) => {
      const [red, drawn, black, open, tries] = counts;
      return element('tr', {}, element('td', {}, label), element('td', { class: 'number', text: red + drawn + black + open }),
        element('td', {}, track(counts)), element('td', { class: 'number', text: tries || '' }),
        element('td', { text: years ? [...new Set(years)].join('–') : '' }));
    };
    const heads = ['', say('games'), say('explore-results'), say('explore-variations'), say('explore-years')];
    return element('table', {}, element('tr', {}, ...heads.map((text, i) => element('th', { class: i === 1 || i === 3 ? 'number' : '', text }))),
      ...position.moves.map(([move, text, , counts, years]) => row(element('button', { 'data-move': move, text, onclick: () => follow(move) }), counts, years)),
      row(say('explore-all'), position.counts, null));
  }

  function textOf(i) {
    if (shown) return shown.texts[i] ?? viewer.game.moves[i];
    const move = viewer.game.moves[i];
    return found(viewer.positions[i].fen())?.moves.find(([known]) => known === move)?.[1] ?? move;
  }

  function show({ ply, positions: line, status }) {
    const position = found(line[ply].fen());
    here = new Set(position?.games ?? []);
    table.replaceChildren(listed(position));
    listMoves(path, viewer, (i) => [textOf(i)]);
    pointOut(path, ply);
    list.fill();
    const names = shown ? `${shown.red || '?'} – ${shown.black || '?'}  ${shown.result}` : '';
    status.replaceChildren(element('b', { text: names }), ` ${shown ? [shown.event, shown.date, shown.source].filter(Boolean).join(' · ') : ''}`);
    history.replaceState(null, '', `#${shown ? '' : viewer.game.moves.slice(0, ply).join('.')}`);
  }

  // The address keeps the moves.
  const moves = location.hash.slice(1).split('.').filter((move) => /^[a-i]\d[a-i]\d$/.test(move));
  viewer.load({ start, moves: legalPart(moves) });
  viewer.go(viewer.game.moves.length);

  // The moves up to the first that cannot be made.
  function legalPart(wanted) {
    let position = new Position(start);
    const legal = [];
    for (const move of wanted) {
      if (!legalTargets(position, pointOf(move)).includes(pointOf(move.slice(2)))) break;
      position = position.moved(move);
      legal.push(move);
    }
    return legal;
  }
}

explore();
