'use strict';
const here = globalThis.document?.currentScript?.src || globalThis.location?.href;
const BESIDE = {
  module: () => new URL('chuhe.wasm', here),
  threads: () => new URL('chuhe-threads.wasm', here),
  network: () => new URL('network.bin', here),
  endings: () => new URL('endings.bin', here),
};
// In a worker that runs this script, the same script is another one.
const newWorker = () => (globalThis.document ? new Worker(new URL('worker.js', here), { type: 'module' }) : new Worker(globalThis.location.href));
const newThread = () => fail('value', 'this form is for browsers');
