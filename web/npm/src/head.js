'use strict';
const here = globalThis.document?.currentScript?.src || globalThis.location?.href;
const BESIDE = {
  module: () => new URL('chuhe.wasm', here),
  network: () => new URL('network.bin', here),
  endings: () => new URL('endings.bin', here),
};
const newWorker = () => new Worker(new URL('worker.js', here), { type: 'module' });
const newThread = () => fail('value', 'this form is for browsers');
