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
    const move = String(await page.engine.play(page.seen.board, { level: 4, time: 1 }));
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
  // There is one king of a side, wherever it is put.
  page.setUp.choose('K');
  tap('e1');
  tap('d0');
  if (page.table.editing.points.filter((piece) => piece === 'K').length !== 1) throw new Error('a second king');
  page.setUp.choose('R');
  tap('a4');
  part('edit').click();
  await until('the set-up', () => page.table.legal.includes('a4a9'));
  part('fenbutton').click();
  return part('text').value;
}

// A file that a person chooses.
async function openFile() {
  const [name, bytes] = globalThis.file;
  part('new').click();
  await until('a new game', () => page.table.game.moves.length === 0);
  const files = new DataTransfer();
  files.items.add(new File([new Uint8Array(bytes)], name));
  part('file').files = files.files;
  part('file').dispatchEvent(new Event('change'));
  await until('the game', () => page.table.game.moves.length === 2);
  return { moves: page.table.game.moves, red: page.tags.find(([key]) => key === 'Red')?.[1] };
}

// Whoever opens a game that goes on plays the side to move, and is answered.
async function answersOpenedGames() {
  choose('side', 'red');
  choose('level', 0);
  part('text').value = 'h2e2 h9g7 h0g2';
  part('open').click();
  await until('the game', () => page.table.game.moves.length === 3 && page.table.legal.length > 0);
  tap('i9');
  tap('h9');
  await until('the answer', () => page.table.game.moves.length === 5);
  part('new').click();
  await until('a new game', () => page.table.game.moves.length === 0 && part('side').value === 'red');
  // A game that is over is for looking at.
  part('text').value = '[Result "1-0"]\n\n1. h2e2 h9g7 1-0';
  part('open').click();
  await until('the game', () => page.table.game.moves.length === 2 && page.table.legal.length > 0);
  if (part('side').value !== 'both') throw new Error('the engine would go on with a game that is over');
  choose('side', 'both');
  part('text').value = 'h2e2 h9g7 h0g2';
  part('open').click();
  await until('three moves', () => page.table.game.moves.length === 3);
}

// Faults of a text and of a position.
async function faults() {
  part('text').value = 'no game';
  part('open').click();
  await until('the fault', () => part('fault').textContent !== '');
  const told = part('fault').textContent;
  part('edit').click();
  part('clear').click();
  page.setUp.choose('K');
  tap('e0');
  tap('e0');
  part('edit').click();
  await until('the fault of the position', () => part('set-up-fault').textContent !== '');
  if (part('fault').textContent !== told) throw new Error('the fault stands in the wrong card');
  const both = `${told} ${part('set-up-fault').textContent}`;
  part('new').click();
  await until('a new game', () => part('fault').textContent === '' && part('set-up-fault').textContent === '');
  return both;
}

// While a position is set up, the pieces to choose from are beside the board.
async function setUpOnPhone() {
  part('edit').click();
  const box = (element) => element.getBoundingClientRect();
  const [board, palette, tools] = [page.table.board.svg, part('palette'), part('edit')].map(box);
  const places = [board.top, palette.bottom, tools.bottom];
  part('edit').click();
  await until('the end of it', () => part('palette').hidden);
  return places;
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

// The opponent follows the results, which the browser keeps; a game with help does not count, and
// what cannot be read is not written over.
async function matched() {
  const kept = () => localStorage.getItem('chuhe-player');
  const mine = () => part('mine').firstChild.textContent;
  const begin = async () => {
    part('new').click();
    await until('a new game', () => page.table.game.moves.length === 0 && page.table.legal.length > 0);
  };
  const move = async () => {
    tap('h2');
    tap('e2');
    await until('the answer', () => page.table.game.moves.length === 2 && page.table.legal.length > 0);
  };
  localStorage.removeItem('chuhe-player');
  if (part('analyse').classList.contains('on')) part('analyse').click();
  choose('side', 'red');
  choose('level', 'auto');
  const told = [mine()];
  for (let game = 0; game < 2; game++) {
    await begin();
    await move();
    part('undo').click();
    await until('the move back', () => page.table.game.moves.length === 0 && page.table.legal.length > 0);
    if (game) told.push(mine());
    await move();
    part('resign').click();
    await until('the verdict', () => part('verdict'));
    told.push(mine());
  }
  const results = kept();
  const lines = async () => {
    part('analyse').click();
    await until('a line', () => part('lines').querySelector('b'));
    part('analyse').click();
  };
  for (const help of [lines, review]) {
    await begin();
    await move();
    await help();
    told.push(mine());
    part('resign').click();
    await until('the verdict', () => part('verdict'));
    if (kept() !== results) throw new Error(`a game with help counts: ${help.name}`);
  }
  for (const game of [[0, 0], [20, 1]]) {
    localStorage.setItem('chuhe-player', JSON.stringify(Array(9).fill(game)));
    await begin();
    told.push(mine());
  }
  localStorage.setItem('chuhe-player', '[[5,1],[99');
  await begin();
  await move();
  told.push(mine());
  part('resign').click();
  await until('the verdict', () => part('verdict'));
  if (kept() !== '[[5,1],[99') throw new Error('what cannot be read is written over');
  part('forget').click();
  if (kept() !== null) throw new Error('the results are not forgotten');
  choose('level', 5);
  if (!part('mine').hidden) throw new Error('a fixed level is no match');
  part('new').click();
  return { told, results };
}

const drillState = () => document.documentElement.dataset.drill;
const drillSaid = () => part('drill-said').textContent;

async function pose() {
  const before = page.drill.attempt;
  part('drill-next').click();
  await until('a position', () => page.drill.isOn && page.drill.attempt !== before && isTurn() && page.table.game.moves.length === 0);
}

const isTurn = () => page.red() === (part('side').value === 'red') && page.table.legal.length > 0;
const keeps = (move) => page.drill.practice.assess(page.seen.board, move).kept;

async function makeMove(move) {
  const count = page.table.game.moves.length;
  tap(move.slice(0, 2));
  tap(move.slice(2));
  await until('the reply', () => page.drill.attempt.ended !== null || (page.table.game.moves.length >= count + 2 && isTurn()));
}

// The best moves to the end; what was said after each.
async function solve() {
  const told = [];
  while (page.drill.attempt.ended === null) {
    await makeMove(String(page.drill.practice.hint(page.seen.board)));
    told.push(drillSaid());
  }
  return told;
}

// Endings to practise: one is won, in another the win is given away, taken back and reached with a
// hint; wins by the rules, draws, the other side, and endings of which there are no such positions.
async function practise() {
  globalThis.drillSeed = 3;
  choose('side', 'red');
  await pose();
  choose('drill-class', 'KRKAB');
  choose('drill-level', 'easy');
  await pose();
  const found = { task: drillSaid() };
  found.won = await solve();
  while (!page.table.legal.some((move) => !keeps(move))) await pose();
  await makeMove(page.table.legal.find((move) => !keeps(move)));
  found.slipped = [drillSaid(), drillState()];
  part('undo').click();
  await until('the move back', () => page.table.game.moves.length === 0 && isTurn());
  part('drill-hint').click();
  found.hint = [drillSaid(), page.table.ideas.length];
  found.helped = (await solve()).at(-1);
  choose('drill-class', 'KRKN');
  choose('drill-goal', 'rule');
  await pose();
  found.rule = drillSaid();
  choose('drill-class', 'KRKAABB');
  choose('drill-goal', 'draw');
  choose('drill-level', 'hard');
  choose('side', 'black');
  await pose();
  found.draw = [drillSaid(), page.table.board.flipped, page.red()];
  found.held = (await solve()).at(-1);
  choose('drill-class', 'KRK');
  choose('drill-goal', 'rule');
  part('drill-next').click();
  await until('the fault', () => part('drill-fault').textContent !== '');
  found.fault = part('drill-fault').textContent;
  choose('side', 'red');
  part('new').click();
  await until('a new game', () => !page.drill.isOn && page.table.game.moves.length === 0);
  found.sum = part('drill-sum').textContent;
  found.hidden = part('drill-said').hidden;
  found.lapses = page.drill.tally.made - page.drill.tally.kept;
  return found;
}

// The first position of whoever opens the page.
async function practiseOnPhone() {
  await pose();
  const found = { said: drillSaid(), width: document.documentElement.scrollWidth };
  part('new').click();
  await until('a new game', () => !page.drill.isOn);
  return found;
}

const STEPS = { practise, practiseOnPhone, wholeGame, matched, files, openFile, answersOpenedGames, faults, setUpOnPhone, setUp, analysis, review, bench: () => page.engine.bench() };
globalThis.seen = null;
STEPS[globalThis.wanted]().then((found) => { globalThis.seen = { found }; }, (error) => { globalThis.seen = { error: String(error) }; });
