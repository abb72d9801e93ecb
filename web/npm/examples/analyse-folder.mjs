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

async function review(path) {
  let number = 0;
  for (const game of read(await readFile(path))) {
    const { moves, red, black, curve } = await engine.review(game, { nodes: Number(nodes) });
    await writeFile(`${path}.${++number}.svg`, svg(curve));
    const bad = moves.filter(({ grade }) => grade === 'blunder').map(({ turn, text }) => `${turn} ${text}`);
    const unjudged = red.unjudged + black.unjudged;
    console.log(`${path} ${number}: red ${red.accuracy}, black ${black.accuracy}; blunders: ${bad.join(', ') || 'none'}${unjudged ? `; ${unjudged} moves not judged with ${nodes} nodes` : ''}`);
    if (game.fault) console.log(`  read up to a fault: ${game.fault}`);
  }
}

for (const name of (await readdir(folder)).sort()) {
  if (!/\.(pgn|xqf|cbr|cbl|cbf|che|mxq|ccm|pfc|wxf|txt)$/i.test(name)) continue;
  try {
    await review(join(folder, name));
  } catch (error) {
    console.log(`${join(folder, name)} cannot be reviewed: ${error}`);
  }
}
engine.close();
