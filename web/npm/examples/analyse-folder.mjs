// Reviews all games of a folder, and draws the chances of each as a curve of SVG:
// node analyse-folder.mjs FOLDER [NODES]
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AsyncEngine, init, read } from 'chuhe';

const [folder = '.', nodes = '20000'] = process.argv.slice(2);
await init();
const engine = await AsyncEngine.start();

/** @param {number[]} curve the points that Red may expect */
function svg(curve) {
  const points = curve.map((expected, i) => `${10 * i},${200 - 200 * expected}`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${10 * curve.length} 200"><path d="M0 100H${10 * curve.length}" stroke="#bbb"/>`
    + `<polyline points="${points.join(' ')}" fill="none" stroke="#a11"/></svg>\n`;
}

for (const name of await readdir(folder)) {
  if (!/\.(pgn|xqf|cbr|cbl|txt)$/i.test(name)) continue;
  let number = 0;
  for (const game of read(await readFile(join(folder, name)))) {
    const review = await engine.review(game, { nodes: Number(nodes) });
    await writeFile(join(folder, `${name}.${++number}.svg`), svg(review.curve));
    const bad = review.moves.filter(({ grade }) => grade === 'blunder').map(({ turn, text }) => `${turn} ${text}`);
    console.log(`${name} ${number}: red ${review.red.accuracy}, black ${review.black.accuracy}; blunders: ${bad.join(', ') || 'none'}`);
  }
}
engine.close();
