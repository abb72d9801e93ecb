'use strict';

function download(name, text, type) {
  const link = element('a', { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

// A page of its own with an analysis.
function report(analysis) {
  const part = (id) => document.getElementById(id);
  const inert = (id, value) => `<script type="application/json" id="${id}">${value}\x3c/script>`;
  const json = JSON.stringify(analysis).replaceAll('<', '\\u003c');
  return `<!doctype html>\n<html lang="${document.documentElement.lang}">\n<head>\n<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>Chuhe</title>\n<style>${part('style').textContent}</style>\n</head>\n<body>
${part('shapes').outerHTML}<main id="app"></main>\n${inert('texts', part('texts').textContent)}\n${inert('data', json)}
<script>${part('board-script').textContent}\n${part('analysis-script').textContent}\x3c/script>\n</body>\n</html>\n`;
}
