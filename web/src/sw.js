'use strict';

// Keeps the files of the page, so that it opens without a network.
const CACHE = 'chuhe-VERSION';
const FILES = ['./', 'index.html', 'zh-hans.html', 'zh-hant.html', 'vi.html', 'chuhe.wasm', 'network.bin', 'endings.bin', 'icon.svg', 'manifest.webmanifest'];

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  const isOld = (name) => name.startsWith('chuhe-') && name !== CACHE;
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name)))).then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET') return;
  event.respondWith(caches.open(CACHE).then((cache) => cache.match(event.request, { ignoreSearch: true })).then((kept) => kept ?? fetch(event.request)));
});
