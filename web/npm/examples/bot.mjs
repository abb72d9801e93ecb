// A bot that answers moves of standard input at a level: node bot.mjs [LEVEL]
import { createInterface } from 'node:readline/promises';
import { AsyncEngine, Board, init } from 'chuhe';

await init();
const engine = await AsyncEngine.start({ level: Number(process.argv[2] ?? 3) });
const board = new Board();
for await (const text of createInterface({ input: process.stdin })) {
  try {
    board.push(text.trim());
  } catch (error) {
    console.log(String(error));
    continue;
  }
  const answer = board.isGameOver() ? null : await engine.play(board, { time: 0.5 });
  if (answer) {
    console.log(board.write(answer));
    board.push(answer);
  }
  const outcome = board.outcome();
  if (outcome) {
    console.log(String(outcome));
    break;
  }
}
engine.close();
