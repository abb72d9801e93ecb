// The package in Chromium, from a server, with and without isolation from other origins.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { resolve } from 'node:path';
import test from 'node:test';
import { file } from './package.mjs';

const CHROMIUM = ['chromium', 'chromium-browser', 'google-chrome'].find((name) => spawnSync(name, ['--version']).status === 0);
const skip = CHROMIUM ? false : process.env.CLIENTS === 'required' ? false : 'there is no Chromium';

const TYPES = { html: 'text/html', js: 'text/javascript', wasm: 'application/wasm', bin: 'application/octet-stream' };
const PAGE = `<!doctype html><script type="module">
  const send = (found) => fetch('/found', { method: 'POST', body: JSON.stringify(found) });
  try {
    const { default: init, AsyncEngine, Board, read } = await import('./chuhe.js');
    const { module } = location.search ? await import('./inline.js') : {};
    await init({ module });
    const board = new Board();
    const [game] = read('1. C2.5 H8+7');
    const engine = await AsyncEngine.start({ hash: 4 });
    const [line] = await engine.analyse(board, { depth: 8 });
    const began = performance.now();
    setTimeout(() => engine.stop(), 300);
    const [stopped] = await engine.analyse(board);
    const time = performance.now() - began;
    await send({ isolated: crossOriginIsolated, perft: board.perft(2), moves: game.moves.join(' '), depth: line.depth, move: String(line.move), time, stopped: stopped.depth });
  } catch (error) {
    await send({ error: String(error.stack) });
  }
</script>`;

// Plays a move on the board of the example, and waits for the answer.
const PLAYER = `<script type="module">
  const send = (found) => fetch('/found', { method: 'POST', body: JSON.stringify(found) });
  window.addEventListener('error', ({ message }) => send({ error: message }));
  window.addEventListener('unhandledrejection', ({ reason }) => send({ error: String(reason?.stack ?? reason) }));
  const status = () => document.getElementById('status').textContent;
  async function until(text) {
    for (let i = 0; status() !== text; i++) {
      if (i > 1000) return void await send({ error: 'no "' + text + '" but "' + status() + '"' });
      await new Promise((done) => { setTimeout(done, 50); });
    }
  }
  function click(x, y) {
    const svg = document.querySelector('#board svg');
    const at = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());
    svg.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: at.x, clientY: at.y }));
  }
  await until('red to move');
  const before = document.querySelector('#board svg').outerHTML;
  const [svg, host] = ['#board svg', '#board'].map((name) => document.querySelector(name).getBoundingClientRect());
  click(480, 480);
  const isEmptyIgnored = status() === 'red to move';
  click(780, 780);
  await until('h2 …');
  click(480, 780);
  await until('black to move');
  click(80, 80);
  const isThinking = status() === 'black to move';
  await until('red to move');
  await send({ isDrawn: document.querySelector('#board svg').outerHTML !== before, isEmptyIgnored, isThinking, fits: svg.width <= host.width && svg.bottom <= host.bottom + 1 });
</script>`;

// What the page sends; `isolated` sets the headers that let memory be shared.
async function open(path, isolated) {
  let server;
  let browser;
  const found = new Promise((done) => {
    server = createServer(async (request, response) => {
      if (isolated) {
        response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
        response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp');
      }
      if (request.method === 'POST') {
        let text = '';
        for await (const part of request) text += part;
        response.end();
        return void done(JSON.parse(text));
      }
      const name = basename(new URL(request.url, 'http://localhost').pathname);
      response.setHeader('Content-Type', TYPES[name.split('.').at(-1)] ?? 'text/html');
      if (!name) return void response.end(PAGE);
      if (name === 'board.html') return void response.end(await readFile(resolve(import.meta.dirname, '../examples/board.html'), 'utf8') + PLAYER);
      response.end(await readFile(file(name)).catch(() => ''));
    });
  });
  await new Promise((listening) => { server.listen(0, '127.0.0.1', listening); });
  const words = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--remote-debugging-port=0', `http://127.0.0.1:${server.address().port}/${path}`];
  browser = spawn(CHROMIUM, words, { stdio: 'ignore', detached: true });
  const late = new Promise((_, reject) => { setTimeout(() => reject(new Error('the page has said nothing')), 120_000).unref(); });
  try {
    return await Promise.race([found, late]);
  } finally {
    process.kill(-browser.pid, 'SIGKILL');
    server.closeAllConnections();
    server.close();
  }
}

for (const [name, path, isolated] of [['alone', '', true], ['among others, inlined', '?inline', false]]) {
  test(`a page ${name}`, { skip }, async () => {
    const found = await open(path, isolated);
    assert.equal(found.error, undefined);
    const { time, stopped, move, ...rest } = found;
    assert.deepEqual(rest, { isolated, perft: 1920, moves: 'h2e2 h9g7', depth: 8 });
    assert.match(move, /^[a-i]\d[a-i]\d$/);
    assert.ok(time < 10_000 && stopped > 3, `${time} ms, depth ${stopped}`);
  });
}

test('the example of a board answers a move', { skip }, async () => {
  assert.deepEqual(await open('board.html', false), { isDrawn: true, isEmptyIgnored: true, isThinking: true, fits: true });
});
