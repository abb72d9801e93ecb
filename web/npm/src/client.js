// An engine in a worker, so that whoever asks it need not wait, and the worker's side of it.
//
// A message `{ id, call, ...arguments }` is answered by `{ id, found }` or `{ id, error }`; before
// that may come `{ id, told }`. A search can be stopped at once where memory can be shared (Node,
// and pages isolated from other origins): `flag` is one number of such memory. Elsewhere a worker
// that computes hears nothing, and a search is a row of short ones that share the hash table.

const canShare = () => typeof SharedArrayBuffer !== 'undefined' && Boolean(node || globalThis.crossOriginIsolated);

class AsyncEngine {
  // Starts a worker. `module`, `network` and `endings` as of `init`; `worker` makes another worker than that
  // of this package, which calls `serve`.
  static async start(options) {
    const { threads, hash, level, module, network, endings, worker } = optionsOf(options, { ...STRENGTH, module: true, network: true, endings: true, worker: undefined });
    const engine = new AsyncEngine();
    const Thread = node && !worker ? builtin('worker_threads').Worker : null;
    engine._setUp = { threads: whole(threads, 'threads'), hash: whole(hash, 'hash'), level: whole(level, 'level', 20), sources: { module, network, endings } };
    engine._make = worker ?? (Thread ? () => newThread(Thread) : newWorker);
    await engine._begin();
    return engine;
  }

  constructor() {
    this._waiting = new Map();
    this._worker = null;
    this._why = 'the engine is closed';
    this._count = 0;
    this._flag = canShare() ? new Int32Array(new SharedArrayBuffer(4)) : null;
  }

  async _begin() {
    try {
      await this._wake();
    } catch (error) {
      this.close();
      throw error;
    }
  }

  async _wake() {
    const worker = this._make();
    this._worker = worker;
    const fault = (error) => this._lose(worker, error?.message ?? 'the worker has failed');
    if (worker.on) {
      worker.on('message', (message) => this._hear(worker, message));
      worker.on('error', fault);
      worker.on('exit', () => this._lose(worker, 'the worker has ended'));
      worker.unref?.();
    } else {
      worker.onmessage = ({ data }) => this._hear(worker, data);
      worker.onerror = fault;
    }
    const { sources, ...made } = this._setUp;
    const named = {};
    for (const [name, source] of Object.entries(sources)) {
      const found = await source;
      named[name] = found instanceof URL ? String(found) : found;
    }
    await this._send('start', { ...made, sources: named, flag: this._flag });
  }

  _hear(worker, { id, told, found, error }) {
    const entry = worker === this._worker && this._waiting.get(id);
    if (!entry) return;
    if (told) return void entry.hear?.(told);
    this._forget(id);
    if (error) entry.reject(new ChuheError({ ...error, place: error }));
    else entry.resolve(found);
  }

  // Ends a worker: what waits for it fails, and so does what comes after.
  _lose(worker, message) {
    if (!worker || worker !== this._worker) return undefined;
    [this._worker, this._why] = [null, message];
    for (const [id, { reject }] of this._waiting) {
      this._forget(id);
      reject(new ChuheError({ kind: 'engine', message }));
    }
    return worker.terminate();
  }

  // A worker of Node must not keep a program alive that waits for nothing.
  _forget(id) {
    this._waiting.delete(id);
    if (!this._waiting.size) this._worker?.unref?.();
  }

  _send(call, more, hear) {
    if (!this._worker) return Promise.reject(new ChuheError({ kind: 'engine', message: this._why }));
    const id = ++this._count;
    return new Promise((resolve, reject) => {
      this._waiting.set(id, { resolve, reject, hear });
      this._worker.ref?.();
      try {
        this._worker.postMessage({ id, call, ...more });
      } catch (error) {
        this._forget(id);
        reject(error);
      }
    });
  }

  async _search(board, given) {
    const { onInfo, ...options } = optionsOf(given, { ...LIMITS, level: undefined, onInfo: undefined });
    const asked = { board: packed(mustBe(board, Board, 'board')), options: { ...limitsOf(options, board), level: optionalWhole(options.level, 'level', 20) } };
    const found = await this._send('search', asked, onInfo && (({ line }) => onInfo(new Line(line), this)));
    const move = (index) => (index === null ? null : moveAt(index));
    return { best: move(found.best), ponder: move(found.ponder), lines: found.lines.map((line) => new Line(line)) };
  }

  // As of `Engine`. Without limits it goes on until `stop` is called. Searches are made in their order.
  async analyse(board, options) { return (await this._search(board, options)).lines; }
  async play(board, options) { return (await this._search(board, options)).best; }

  // The lines as they are found: leaving the loop ends the search.
  async * infos(board, given) {
    const options = optionsOf(given, { ...LIMITS, level: undefined });
    const [lines, before] = [[], this._count];
    let [wake, over, fault] = [() => {}, false, null];
    const end = this.analyse(board, { ...options, onInfo: (line) => { lines.push(line); wake(); } })
      .catch((error) => { fault = error; }).then(() => { over = true; wake(); });
    const own = this._count > before ? this._count : 0; // its own call, behind which others may wait
    try {
      while (true) {
        while (lines.length) yield lines.shift();
        if (over) break;
        await new Promise((resolve) => { wake = resolve; if (lines.length || over) resolve(); });
      }
      if (fault) throw fault;
    } finally {
      if (!over) this._stop(own);
      await end;
    }
  }

  // Ends the search that runs; its result is what it has found by then.
  stop() { this._stop(this._count); }

  // Ends the calls up to this one.
  _stop(id) {
    if (this._flag) Atomics.store(this._flag, 0, Math.max(id, Atomics.load(this._flag, 0)));
    this._worker?.postMessage({ stop: id });
  }

  newGame() { return this._send('newGame'); }
  setOption(name, value) { return this._send('setOption', { name: textOf(name, 'option'), value: String(value) }); }
  evaluate(board) { return this._send('evaluate', { board: packed(mustBe(board, Board, 'board')) }); }

  async review(game, given) {
    const { progress, ...options } = optionsOf(given, REVIEW);
    const made = game instanceof Board ? Game.fromBoard(game) : mustBe(game, Game, 'game');
    const { nodes, time, depth } = limitsOf(options);
    const asked = { text: made.write('pgn', 'uci'), fen: made.startFen, options: { ...options, nodes, time, depth } };
    return new Review(await this._send('review', asked, progress && (({ step, of }) => progress(step, of))));
  }

  async bench(options) {
    const { depth, progress } = optionsOf(options, BENCH);
    return this._send('bench', { depth }, progress && (({ step, of }) => progress(step, of)));
  }

  // Ends whatever runs, with all that the engine has learned, and begins anew.
  async restart() {
    this._lose(this._worker, 'ended');
    await this._begin();
  }

  // Ends the worker.
  close() { return this._lose(this._worker, 'the engine is closed'); }
}

// A board as a message, and back.
const packed = (board) => ({ fen: board.startFen, rules: board.rules, moves: board.moves.map(String) });

function unpacked({ fen, rules, moves }) {
  const board = new Board(fen, { rules });
  board._ask('line', { moves });
  return board;
}

const SHORTEST = 0.12; // seconds of a slice of a search
const LONGEST = 0.7;

// What runs in a worker. A worker of one's own calls it once.
function serve(port = node ? builtin('worker_threads').parentPort : globalThis) {
  let engine;
  let level = 20;
  let isLimited = false; // by UCI_LimitStrength
  let heard = 0; // calls up to this one are to end
  let shared = null; // or up to the one that stands here
  const isStopped = (id) => Math.max(heard, shared ? Atomics.load(shared, 0) : 0) >= id;
  const post = (message) => port.postMessage(message);
  // Lets messages in that have come meanwhile. Browsers delay timers, and Node reads all messages of
  // one port before those of another.
  const channel = node ? null : new MessageChannel();
  const turn = () => new Promise((resolve) => {
    if (node) return void setImmediate(resolve);
    channel.port1.onmessage = resolve;
    channel.port2.postMessage(0);
  });

  // A search in slices: each finds in the hash table what those before it have left there, and
  // what is told never goes back to a smaller depth.
  async function sliced(id, board, options) {
    const began = performance.now();
    const spent = () => (performance.now() - began) / 1000;
    let [slice, deepest, nodes, best] = [SHORTEST, 0, 0, null];
    while (true) {
      const before = deepest;
      const left = (options.time ?? Infinity) - spent();
      const time = Math.max(0.001, Math.min(slice, left));
      const started = spent();
      const counted = nodes;
      let own = 0;
      const found = engine._search(board, {
        ...options, time, nodes: options.nodes && Math.max(1, options.nodes - nodes),
        onInfo: (line) => {
          own = line.nodes;
          if (line.depth < deepest) return;
          deepest = line.depth;
          post({ id, told: { line: { ...line.toJSON(), nodes: counted + own, time: spent() } } });
        },
      });
      nodes += found.lines[0]?.nodes ?? own;
      if (!best || (found.lines[0]?.depth ?? 0) >= (best.lines[0]?.depth ?? 0)) best = found;
      const isDone = options.depth && deepest >= options.depth || options.nodes && nodes >= options.nodes || spent() >= (options.time ?? Infinity) - 0.001;
      if (isDone || spent() - started < time / 2) break; // in half of its time nothing was left to search
      if (deepest === before) slice = Math.min(LONGEST, slice * 1.5);
      await turn();
      if (isStopped(id)) break;
    }
    return { ...best, lines: best.lines.map((line) => Object.assign(line, { nodes, time: spent() })) };
  }

  const calls = {
    async start({ threads, hash, level: wanted, sources, flag }) {
      shared = flag;
      await init(sources);
      engine = new Engine({ threads, hash, level: wanted });
      level = wanted;
      return about();
    },
    async search({ id, board: sent, options }) {
      const wanted = options.level ?? level;
      const board = unpacked(sent);
      const asked = { ...options, moves: options.moves?.map(moveAt) };
      engine.setOption('Skill Level', wanted);
      try {
        // A weaker player's choice is that of one search.
        const whole = shared || wanted < 20 || isLimited;
        const hear = (line) => post({ id, told: { line: line.toJSON() } });
        const found = whole ? engine._search(board, { ...asked, onInfo: hear }) : await sliced(id, board, asked);
        return { best: found.best && found.best.index, ponder: found.ponder && found.ponder.index, lines: found.lines.map((line) => line.toJSON()) };
      } finally {
        engine.setOption('Skill Level', level);
        board.free();
      }
    },
    newGame: () => engine.newGame(),
    setOption({ name, value }) {
      engine.setOption(name, value);
      if (/^skill level$/i.test(name)) level = Number(value);
      if (/^uci_limitstrength$/i.test(name)) isLimited = /^true$/i.test(value);
    },
    evaluate: ({ board }) => evaluate(unpacked(board)),
    review({ id, text, fen, options }) {
      const [game = new Game(fen)] = read(text); // one without moves is none
      return engine.review(game, { ...options, progress: (step, of) => post({ id, told: { step, of } }) }).raw;
    },
    bench: ({ id, depth }) => bench({ depth, progress: (step, of) => post({ id, told: { step, of } }) }),
  };

  let last = Promise.resolve();
  const hear = (message) => {
    if (message.stop) {
      heard = Math.max(heard, message.stop);
      return;
    }
    // One after the other.
    last = last.then(async () => {
      const { id, call } = message;
      if (call === 'search' && isStopped(id)) message.options.depth = 1;
      try {
        stopFlag = shared && { cells: shared, until: id };
        post({ id, found: await calls[call](message) });
      } catch (error) {
        post({ id, error: { message: error.message, kind: error.kind ?? 'engine', line: error.line, column: error.column } });
      }
    });
  };
  if (port.on) port.on('message', hear);
  else port.onmessage = ({ data }) => hear(data);
}
