// Uses the page to play on as a person would, and leaves what it saw in `globalThis.seen`.
// `globalThis.wanted` says which of the steps.
const page = globalThis.app;
const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const part = (id) => document.getElementById(id);

async function until(what, is) {
  for (let i = 0; i < 1200; i++) {
    if (is()) return;
    await wait(50);
  }
  throw new Error(`${what} has not come`);
}

function choose(id, value) {
  part(id).value = String(value);
  part(id).dispatchEvent(new Event('change'));
}

// A click on a point of the board.
function tap(name) {
  const { svg } = page.table.board;
  const box = svg.getBoundingClientRect();
  const [x, y] = page.table.board.place((name.charCodeAt(1) - 48) * 9 + name.charCodeAt(0) - 97);
  svg.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: box.left + x / 960 * box.width, clientY: box.top + y / 1060 * box.height }));
}

const isOver = () => Boolean(part('verdict')) && page.table.legal.length === 0;
const isMine = () => isOver() || (page.red() && page.table.legal.length > 0);

// Red is the engine at level 4, whose moves are made by clicks; Black is the page at level 5.
async function wholeGame() {
  choose('side', 'red');
  choose('level', 5);
  part('new').click();
  await until('the first move', isMine);
  while (!isOver()) {
    const request = { ...page.request(4, 1), time: 1000 };
    const { best: move } = await page.engine.ask(request);
    const count = page.table.game.moves.length;
    tap(move.slice(0, 2));
    tap(move.slice(2));
    await until('the answer', () => page.table.game.moves.length > count && (page.table.game.moves.length > count + 1 || isOver()) && isMine());
  }
  return { moves: page.table.game.moves, verdict: part('verdict').textContent };
}

async function files() {
  const { moves } = page.table.game;
  choose('notation', 'simplified');
  part('pgn').click();
  await until('PGN', () => part('text').value.includes('[Game'));
  const pgn = part('text').value;
  part('new').click();
  await until('a new game', () => page.table.game.moves.length === 0);
  part('text').value = pgn;
  part('open').click();
  await until('the game', () => page.table.game.moves.length === moves.length);
  if (page.table.game.moves.join() !== moves.join()) throw new Error('the PGN has another game');
  part('undo').click();
  await until('the move back', () => page.table.game.moves.length === moves.length - 1 && page.table.legal.length > 0);
  part('text').value = '3k5/9/9/9/9/9/9/9/4R4/R3K4 w';
  part('open').click();
  await until('the position', () => page.table.game.moves.length === 0 && page.table.legal.includes('a0d0'));
  part('text').value = 'no game';
  part('open').click();
  await until('the fault', () => part('fault').textContent !== '');
  return pgn;
}

async function setUp() {
  part('edit').click();
  part('clear').click();
  page.choosePiece('R');
  tap('a4');
  part('edit').click();
  await until('the set-up', () => page.table.legal.includes('a4a9'));
  part('fenbutton').click();
  return part('text').value;
}

async function analysis() {
  choose('side', 'both');
  part('text').value = 'h2e2 h9g7 h0g2';
  part('open').click();
  await until('three moves', () => page.table.game.moves.length === 3 && page.table.legal.length > 0);
  part('analyse').click();
  await until('three lines', () => part('lines').querySelectorAll('b').length === 3);
  await wait(globalThis.patience ?? 1500);
  const [line] = page.found;
  const arrows = page.table.board.over.querySelectorAll('path[fill="#1b7f4b"]').length;
  return { depth: line.depth, nodes: line.nodes, time: line.time, arrows, height: page.table.bar.firstChild.style.height };
}

async function review() {
  if (part('analyse').classList.contains('on')) part('analyse').click();
  choose('pace', 200);
  part('review').click();
  await until('the report', () => part('show-report'));
  return page.report;
}

const STEPS = { wholeGame, files, setUp, analysis, review, bench: () => page.engine.ask({ do: 'bench' }) };
globalThis.seen = null;
STEPS[globalThis.wanted]().then((found) => { globalThis.seen = { found }; }, (error) => { globalThis.seen = { error: String(error) }; });
