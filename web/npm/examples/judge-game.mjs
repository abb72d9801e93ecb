// How a game of a site ends under each rule set: node judge-game.mjs FILE
import { readFile } from 'node:fs/promises';
import init, { RULES, read } from 'chuhe';

await init();
for (const game of read(await readFile(process.argv[2]))) {
  console.log(`${game.tag('red') ?? '?'} - ${game.tag('black') ?? '?'}, ${game.moves.length} moves, ${game.result}`);
  if (game.fault) console.log(`  ${game.fault}`);
  for (const rules of RULES) console.log(`  ${rules}: ${game.outcome({ rules }) ?? 'goes on'}`);
}
