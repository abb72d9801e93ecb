'use strict';

// The engine in its worker. Requests are answered in their order; `think` can be stopped.
class Engine {
  constructor(source) {
    this.source = source;
    this.waiting = new Map();
    this.number = 0;
    this.begin();
  }

  begin() {
    const script = new Blob([document.getElementById('worker-script').textContent], { type: 'text/javascript' });
    this.worker = new Worker(URL.createObjectURL(script));
    this.worker.onmessage = ({ data: { id, told, answer } }) => {
      const entry = this.waiting.get(id);
      if (!entry) return;
      if (told) return entry.hear?.(told);
      this.waiting.delete(id);
      entry.resolve(answer);
    };
    this.ready = this.source.then((engine) => this.send({ engine }));
  }

  send(message, hear) {
    return new Promise((resolve) => {
      this.waiting.set(++this.number, { resolve, hear });
      this.worker.postMessage({ ...message, id: this.number });
    });
  }

  async ask(request, hear) {
    await this.ready;
    return this.send({ ask: request }, hear);
  }

  // A search of so many milliseconds; a newer one ends it.
  async think(request, time, hear) {
    await this.ready;
    return this.send({ think: request, time }, hear);
  }

  stop() {
    this.worker.postMessage({ stop: true });
  }

  // Ends what cannot be stopped: the worker, with all that it knows.
  restart() {
    this.worker.terminate();
    for (const { resolve } of this.waiting.values()) resolve({ error: 'ended' });
    this.waiting.clear();
    this.begin();
  }
}

// The module: from its file, or where a page may read none (opened from a disk), from
// a script that holds it as text.
async function load() {
  if (location.protocol !== 'file:') {
    const answer = await fetch('engine.wasm');
    if (answer.ok) return answer.arrayBuffer();
  }
  await new Promise((resolve, reject) => {
    document.head.append(element('script', { src: 'engine.js', onload: resolve, onerror: reject }));
  });
  return Uint8Array.from(atob(globalThis.ENGINE), (c) => c.charCodeAt(0)).buffer;
}
