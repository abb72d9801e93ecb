'use strict';
const beside = (name) => require('node:url').pathToFileURL(require('node:path').join(__dirname, name));
const BESIDE = {
  module: () => beside('chuhe.wasm'),
  network: () => beside('network.bin'),
  endings: () => beside('endings.bin'),
};
const newWorker = () => fail('value', 'without Node the CommonJS form has no worker: use the ES module');
const newThread = (Thread) => new Thread(beside('worker.js'));
