// How a game of a site ends under each rule set: node judge-game.mjs FILE
import { readFile } from 'node:fs/promises';
import init, { judgeAll, read } from 'chuhe';

await init();
const [path] = process.argv.slice(2);

async function judgeFile() {
  for (const game of read(await readFile(path))) {
    console.log(`${game.tag('red') ?? '?'} - ${game.tag('black') ?? '?'}, ${game.moves.length} moves, ${game.result}`);
    try {
      for (const [rules, outcome] of Object.entries(judgeAll(game))) console.log(`  ${rules}: ${outcome ?? 'goes on'}`);
    } catch (error) { // a fault in the file, or an impossible position
      console.log(`  not judged: ${error}`);
    }
  }
}

try {
  await judgeFile();
} catch (error) {
  console.error(`${path} cannot be read: ${error}`);
  process.exitCode = 1;
}
