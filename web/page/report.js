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

// Lets an engine review a game: all that was found, and the page that `chuhe analyze --report`
// makes of it.
async function makeReport(engine, game, options) {
  const { raw } = await engine.review(game, options);
  const { version } = chuhe.about();
  const found = { engine: `Chuhe ${version}`, limits: `${Math.round(1000 * options.time)} ms`, rules: chuhe.RULES[0], evaluation: 'built-in', notation: options.style, games: [raw] };
  return [raw, report(found)];
}

// How well each side played, and what to do with the report.
function reviewButtons({ red, black }, page) {
  const sides = [['of-red', say('red'), red], ['of-black', say('black'), black]];
  return [...sides.map(([color, name, side]) => element('span', { class: color, text: `${name} ${percentText(side.accuracy)}` })),
    element('button', { id: 'show-report', text: say('show-report'), onclick: () => window.open(URL.createObjectURL(new Blob([page], { type: 'text/html' }))) }),
    element('button', { id: 'save-report', text: say('save-report'), onclick: () => download('report.html', page, 'text/html') })];
}
