// The module as a text, packed with gzip.
const packed = Uint8Array.from(atob('TEXT'), (c) => c.charCodeAt(0));
const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
export const module = new Response(unpacked).arrayBuffer().then((buffer) => new Uint8Array(buffer));
