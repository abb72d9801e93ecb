const BESIDE = {
  module: () => new URL('./chuhe.wasm', import.meta.url),
  network: () => new URL('./network.bin', import.meta.url),
  endings: () => new URL('./endings.bin', import.meta.url),
};
const newWorker = () => new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
const newThread = (Thread) => new Thread(new URL('./worker.js', import.meta.url));
