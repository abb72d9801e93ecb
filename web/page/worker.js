'use strict';

// The engine in a worker of the page. A message `{ id, engine }` brings the module;
// `{ id, ask }` is one request, answered at once; `{ id, think, time }` a search in slices,
// between which the worker hears whether it is still wanted; `{ stop }` ends that. Answers
// are `{ id, answer }`, and before them come `{ id, told }`.

let engine;
let compiled; // the module, to begin anew after a fault
let current = 0; // the search that is wanted
let told = () => {};
const encoder = new TextEncoder();
const decoder = new TextDecoder();

// The system calls that the module makes: the clock and random numbers. All others fail.
function system() {
  const view = () => new DataView(engine.memory.buffer);
  const known = {
    clock_time_get(_clock, _precision, at) {
      view().setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
      return 0;
    },
    random_get(at, length) {
      crypto.getRandomValues(new Uint8Array(engine.memory.buffer, at, length));
      return 0;
    },
    environ_sizes_get(count, size) {
      view().setUint32(count, 0, true);
      view().setUint32(size, 0, true);
      return 0;
    },
    environ_get: () => 0,
    // What a fault says before it ends the module.
    fd_write(_file, at, count, written) {
      let length = 0;
      for (let i = 0; i < count; i++) {
        const [start, size] = [view().getUint32(at + 8 * i, true), view().getUint32(at + 8 * i + 4, true)];
        console.error(decoder.decode(new Uint8Array(engine.memory.buffer, start, size)));
        length += size;
      }
      view().setUint32(written, length, true);
      return 0;
    },
    proc_exit(status) { throw new Error(`the engine has ended with ${status}`); },
  };
  const FAILED = 8; // there is no such file
  return new Proxy(known, { get: (calls, name) => calls[name] ?? (() => FAILED) });
}

async function start(source) {
  compiled = await WebAssembly.compile(source);
  return ask({ do: 'hello' });
}

// The engine, which knows nothing yet.
function instance() {
  const page = { tell: (at, length) => told(JSON.parse(read(at, length))) };
  engine = new WebAssembly.Instance(compiled, { page, wasi_snapshot_preview1: system() }).exports;
  engine._initialize?.();
}

const read = (at, length) => decoder.decode(new Uint8Array(engine.memory.buffer, at, length));

// One request to the module. After a fault, such as memory that is not there, its state is
// worth nothing: the answer is an error, and the next request finds a new one.
function ask(request) {
  const bytes = encoder.encode(JSON.stringify(request));
  if (!engine) instance();
  try {
    const at = engine.request(bytes.length);
    if (!at) return { error: 'too much at once' };
    new Uint8Array(engine.memory.buffer, at, bytes.length).set(bytes);
    const length = engine.ask();
    return JSON.parse(read(engine.answer(), length));
  } catch (error) {
    engine = undefined;
    return { error: String(error) };
  }
}

// Lets messages in that have come meanwhile.
const channel = new MessageChannel();
const turn = () => new Promise((resolve) => { channel.port1.onmessage = resolve; channel.port2.postMessage(0); });

const SHORTEST = 120; // milliseconds of a slice
const LONGEST = 700;

// A search of `time` milliseconds. Each slice finds in the table what those before it have
// left there; what is told never goes back to a smaller depth.
async function think(id, request, time) {
  current = id;
  const began = performance.now();
  let slice = SHORTEST;
  let [deepest, nodes, answer] = [0, 0, {}];
  while (current === id) {
    const before = deepest;
    const spent = nodes;
    told = ({ line }) => {
      if (!line || line.depth < deepest) return;
      deepest = line.depth;
      if (line.rank === 1 && line.exact) answer = { ...answer, best: line.moves[0], line };
      postMessage({ id, told: { line: { ...line, nodes: spent + line.nodes, time: Math.round(performance.now() - began) } } });
    };
    const left = time - (performance.now() - began);
    const started = performance.now();
    const length = Math.max(1, Math.min(slice, left));
    const found = ask({ ...request, time: Math.round(length) });
    nodes += found.nodes ?? 0;
    // A weaker player's choice, and an answer without any line, come from the search itself.
    if (found.error || request.level < 20 || !answer.best) answer = { ...answer, ...found };
    const isEnough = performance.now() - started < length / 2; // nothing is left to search
    if (found.error || request.level < 20 || isEnough || performance.now() - began >= time - 1) break;
    if (deepest === before) slice = Math.min(LONGEST, slice * 1.5);
    await turn();
  }
  told = () => {};
  return { ...answer, nodes, stopped: current !== id };
}

onmessage = async ({ data: { id, engine: source, ask: request, think: search, time, stop } }) => {
  if (stop) { current = 0; return; }
  try {
    if (request) told = (text) => postMessage({ id, told: text });
    const answer = source ? await start(source) : search ? await think(id, search, time) : ask(request);
    postMessage({ id, answer });
  } catch (error) {
    postMessage({ id, answer: { error: String(error) } });
  }
};
