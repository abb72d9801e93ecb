// The module: where its bytes come from, its system calls, and calls to it. `BESIDE` has the
// addresses of the files beside this script; head.mjs, head.cjs and head.js define it. `ABOUT` has
// names that the program that packs the script knows.

// What is wrong with an argument, a text or a file: `kind` says it for programs, `line` and
// `column` where in a text.
class ChuheError extends Error {
  constructor({ message, kind, place, file }) {
    super(message);
    this.name = 'ChuheError';
    this.kind = kind;
    this.line = place?.line ?? null;
    this.column = place?.column ?? null;
    this.file = file ?? null;
  }

  // With its place in a text: `12:5: …`.
  toString() {
    return this.line === null ? this.message : `${this.line}:${this.column}: ${this.message}`;
  }
}

const { version, RULES, STYLES, FORMATS, START_FEN } = ABOUT;
const fail = (kind, message) => { throw new ChuheError({ kind, message }); };

// Options as a call takes them: `usual` has all that there are. What is none of them would otherwise
// change nothing without a word.
function optionsOf(given, usual) {
  if (given === undefined || given === null) return usual;
  const names = Object.keys(usual);
  if (typeof given !== 'object') fail('value', `options ${shown(given)}: expected an object with any of ${names.join(', ')}`);
  const unknown = Object.keys(given).find((name) => !names.includes(name));
  if (unknown !== undefined) fail('value', `there is no option ${shown(unknown)}: expected any of ${names.join(', ')}`);
  return Object.fromEntries(names.map((name) => [name, given[name] === undefined ? usual[name] : given[name]]));
}

const node = globalThis.process?.versions?.node ? globalThis.process : null;
// A module of Node, named in a way that tools for browsers do not follow.
const builtin = (name) => node.getBuiltinModule(`node:${name}`);
const encoder = new TextEncoder();
const decoder = new TextDecoder();

// The bytes of what a caller names: an address, a path (Node), a response, bytes, or a promise
// of one of these.
async function bytesOf(named) {
  const source = await named;
  if (source instanceof Uint8Array) return source;
  if (source instanceof ArrayBuffer) return new Uint8Array(source);
  if (typeof Response !== 'undefined' && source instanceof Response) {
    if (!source.ok) fail('io', `${source.url}: ${source.status} ${source.statusText}`);
    return new Uint8Array(await source.arrayBuffer());
  }
  if (typeof source !== 'string' && !(source instanceof URL)) fail('io', `${typeof source} is no address and no bytes`);
  if (node && !/^(https?|data|blob):/.test(String(source))) {
    try {
      return new Uint8Array(builtin('fs').readFileSync(String(source).startsWith('file:') ? new URL(source) : source));
    } catch (error) {
      fail('io', error.message);
    }
  }
  return bytesOf(fetch(source));
}

let compiled; // the module, to begin anew after a fault
let instance; // its exports
let memory; // of it, as bytes: made anew when it has grown
let life = 0; // which instance this is: what an earlier one had made is gone
const given = {}; // bytes of the network and of the tables
const listeners = []; // who hears what a running call tells, the innermost last
let stopFlag = null; // in a worker: `cells` of shared memory, of which the first grows to `until`

const bytes = () => (memory?.buffer === instance.memory.buffer ? memory : (memory = new Uint8Array(instance.memory.buffer)));
// Addresses are unsigned: a module may have more than 2 GiB.
const textAt = (at, length, from = instance) => decoder.decode(new Uint8Array(from.memory.buffer).slice(at >>> 0, (at >>> 0) + length));

// The system calls that an instance makes, whose exports `own` has: the clock and random numbers. All others fail.
function system(own) {
  const memoryFrom = (at) => new DataView(own().memory.buffer, at >>> 0);
  const known = {
    clock_time_get(clock, _precision, at) {
      // Searches look at the clock; this is how they hear that they shall end.
      if (stopFlag && Atomics.load(stopFlag.cells, 0) >= stopFlag.until) own().stop();
      const millis = clock === 0 ? Date.now() : performance.now();
      memoryFrom(at).setBigUint64(0, BigInt(Math.round(millis * 1e6)), true);
      return 0;
    },
    random_get(at, length) {
      crypto.getRandomValues(new Uint8Array(own().memory.buffer, at >>> 0, length));
      return 0;
    },
    environ_sizes_get(count, size) {
      memoryFrom(count).setUint32(0, 0, true);
      memoryFrom(size).setUint32(0, 0, true);
      return 0;
    },
    environ_get: () => 0,
    // What a fault says before it ends the module.
    fd_write(_file, at, count, written) {
      let length = 0;
      for (let i = 0; i < count; i++) {
        const [start, size] = [memoryFrom(at).getUint32(8 * i, true), memoryFrom(at).getUint32(8 * i + 4, true)];
        console.error(textAt(start, size, own()));
        length += size;
      }
      memoryFrom(written).setUint32(0, length, true);
      return 0;
    },
    proc_exit(status) { throw new Error(`the module has ended with ${status}`); },
  };
  const FAILED = 8; // there is no such file
  return new Proxy(known, { get: (calls, name) => calls[name] ?? (() => FAILED) });
}

// Makes the module ready; everything else in this package needs it. `module`, `network` and
// `endings` are addresses or bytes; true for the files beside this script. The module is always
// loaded, the network (for evaluations and searches) and the tables of endings when asked for.
// A later call adds what is missing.
async function init(options) {
  const { module, network, endings } = optionsOf(options, { module: true, network: false, endings: false });
  if (!compiled) {
    const source = module === true ? BESIDE.module() : await module;
    const made = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(await bytesOf(source));
    if (!compiled) {
      compiled = made;
      start();
    }
  }
  for (const [name, source] of Object.entries({ network, endings })) {
    if (source) await provide(name, source);
  }
}

async function provide(name, source) {
  if (given[name]) return;
  const found = await bytesOf(source === true ? BESIDE[name]() : source);
  if (given[name]) return;
  askWith(found, { do: name });
  given[name] = found;
}

// Passes on what a running call tells. What its hearer throws must not unwind the module: it is
// kept, the call is ended, and then it is thrown.
function pass(own, at, length) {
  const listener = listeners.at(-1);
  if (!listener?.hear || listener.thrown) return;
  try {
    listener.hear(JSON.parse(textAt(at, length, own)));
  } catch (error) {
    listener.thrown = { error };
    own.stop();
  }
}

// A new instance, with the network and the tables of the last one. A search of that one may still
// be running, where its hearer has met a fault: its calls are for itself alone.
function start() {
  life++;
  memory = undefined;
  let own;
  const tell = (at, length) => pass(own, at, length);
  own = new WebAssembly.Instance(compiled, { page: { tell }, wasi_snapshot_preview1: system(() => own) }).exports;
  instance = own;
  own._initialize?.();
  for (const [name, found] of Object.entries(given)) askWith(found, { do: name });
}

// The version of the engine, and how it computes.
const about = () => ask({ do: 'about' });

const GONE = 'boards and engines made before are gone';
const ready = () => instance ?? fail('engine', 'the module is not loaded: await init() first');

// Writes bytes to where the module reads its next request.
function write(part) {
  const at = ready().request(part.length) >>> 0;
  if (!at) fail('value', `${part.length} bytes at once`);
  bytes().set(part, at);
}

// Runs a call of the module. After a fault, such as memory that is not there, its state is worth
// nothing: a new one takes its place, and what the old one had made is gone.
function guarded(call) {
  const born = life;
  try {
    return call(ready());
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError || /the module has ended/.test(error?.message)) {
      if (born === life) start();
      fail('engine', `${error.message}; ${GONE}`);
    }
    throw error;
  }
}

// One request as JSON. Its answer.
function ask(request, hear) {
  return askWith(null, request, hear);
}

// A request as the module reads it, by its name; so is the question of one about a board, a game or
// an engine.
function named({ do: name, ask: question, ...request }) {
  if (question) {
    const { what, ...more } = question;
    request.ask = { [what]: more };
  }
  return { [name]: request };
}

// The same with bytes that belong to it.
function askWith(part, request, hear) {
  ready();
  const text = encoder.encode(JSON.stringify(named(request)));
  const listener = { hear };
  listeners.push(listener);
  try {
    const found = guarded((own) => {
      if (part) {
        write(part);
        own.attach();
      }
      write(text);
      const length = own.ask();
      if (own !== instance) fail('engine', `a call that was made meanwhile has failed; ${GONE}`);
      const answer = JSON.parse(textAt(own.answer(), length));
      if (answer.error) throw new ChuheError(answer.error);
      return answer.found;
    });
    if (listener.thrown) throw listener.thrown.error;
    return found;
  } finally {
    listeners.pop();
  }
}

// Something that the module keeps for us: freed with `free`, or when nothing here refers to it.
const forgotten = new FinalizationRegistry(({ id, born }) => {
  if (born === life) instance.forget(id);
});

// The number of something that is there already.
class Made {
  constructor(id) { this.id = id; }
}

class Kept {
  constructor(id) {
    this._keep(id);
  }

  _keep(id) {
    this._id = id;
    this._life = life;
    forgotten.register(this, { id, born: life }, this);
  }

  // Whether it can no longer be asked anything.
  get _isFreed() { return this._life !== life || this._id === null; }

  // Its number in the module.
  get _number() {
    if (this._isFreed) fail('value', `this ${this.constructor.name} has been freed`);
    return this._id;
  }

  // Gives its memory back; it must not be used afterwards.
  free() {
    if (this._id !== null && this._life === life) {
      forgotten.unregister(this);
      instance.forget(this._id);
    }
    this._id = null;
  }
}
