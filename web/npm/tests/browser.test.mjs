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
      const source = name === 'board.html' ? resolve(import.meta.dirname, '../examples/board.html') : file(name);
      response.end(await readFile(source).catch(() => ''));
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
