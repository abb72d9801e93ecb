// An environment for learners in the manner of gymnasium: planes in, the index of a move out.
import { Board, init } from 'chuhe';

export class Environment {
  board = new Board();

  /** @param {number} reward @param {boolean} done */
  seen(reward, done) {
    const [observation, mask] = [this.board.toPlanes({ relative: true }), this.board.legalMask({ relative: true })];
    return { observation, mask, reward, done };
  }

  /** @param {string} [fen] */
  reset(fen) {
    this.board.free();
    this.board = new Board(fen);
    return this.seen(0, false);
  }

  /** The reward is that of the side that has moved. @param {number} action */
  step(action) {
    const mover = this.board.turn;
    this.board.push(this.board.moveOf(action, { relative: true }));
    const outcome = this.board.outcome();
    const reward = outcome?.winner ? (outcome.winner === mover ? 1 : -1) : 0;
    return this.seen(reward, outcome !== null);
  }
}

await init();
const environment = new Environment();
let state = environment.reset();
let plies = 0;
for (; !state.done; plies++) {
  const legal = [...state.mask.keys()].filter((index) => state.mask[index]);
  state = environment.step(legal[Math.floor(Math.random() * legal.length)]);
}
console.log(`a random game of ${plies} plies, reward ${state.reward}`);
