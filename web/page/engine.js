'use strict';

// Where the parts of the engine come from: the page itself, their files, or where a page may read
// none (opened from a disk) a script that holds them as text.
async function load() {
  const files = { module: 'chuhe.wasm', network: 'network.bin', endings: 'endings.bin' };
  const parts = {};
  const bytes = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  if (document.getElementById('part-module')) {
    for (const name of Object.keys(files)) parts[name] = bytes(document.getElementById(`part-${name}`).textContent.trim());
    return parts;
  }
  if (location.protocol !== 'file:') {
    for (const [name, file] of Object.entries(files)) {
      const answer = await fetch(file);
      if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
      parts[name] = new Uint8Array(await answer.arrayBuffer());
    }
    return parts;
  }
  await new Promise((resolve, reject) => {
    document.head.append(element('script', { src: 'engine.js', onload: resolve, onerror: reject }));
  });
  for (const name of Object.keys(files)) parts[name] = bytes(globalThis.ENGINE[name]);
  return parts;
}

// The parts, once they are there.
let loaded;

// Makes the tables of solved endings ready on the page itself, which can be asked without an engine.
async function giveEndings() {
  await chuhe.init({ endings: loaded.endings });
}

// The worker of the engine: the same script as the page's.
function engineWorker() {
  const script = document.getElementById('chuhe-script').textContent;
  return new Worker(URL.createObjectURL(new Blob([script, 'chuhe.serve();'], { type: 'text/javascript' })));
}

// Makes the package ready, and starts an engine in a worker.
async function startEngine(hash) {
  loaded = await load();
  const { module, network, endings } = loaded;
  const compiled = await WebAssembly.compile(module);
  await chuhe.init({ module: compiled });
  return chuhe.AsyncEngine.start({ module: compiled, network, endings, hash, worker: engineWorker });
}

// A line of a search for the page: points and chances from Red's view, moves as coordinates, and
// as texts of a style.
function lineFor(board, line, style) {
  const most = 12;
  const moves = line.pv.slice(0, most);
  const sign = line.turn === 'red' ? 1 : -1;
  const percent = 100 * line.expected;
  return {
    rank: line.multipv, depth: line.depth, exact: line.bound === 'exact',
    score: line.mate === null ? { cp: sign * line.cp } : { mate: sign * line.mate },
    chance: sign > 0 ? percent : 100 - percent,
    nodes: line.nodes, time: 1000 * line.time, moves: moves.map(String), texts: board.writeLine(moves, style),
  };
}

// The board after some moves of a game.
function boardAfter({ start, moves }, ply = moves.length) {
  const board = new chuhe.Board(start || undefined);
  for (const move of moves.slice(0, ply)) board.push(move);
  return board;
}

// What there is to know of a game after so many moves.
function lookAt(game, ply, style) {
  const board = boardAfter(game, ply);
  return {
    board, fen: board.fen(), legal: board.legalMoves.map(String), check: board.isCheck(), outcome: board.outcome(),
    texts: boardAfter(game, 0).writeLine(game.moves, style), opening: chuhe.Game.fromBoard(boardAfter(game)).opening,
  };
}
