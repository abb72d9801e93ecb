'use strict';

// What a file says of a game besides its moves: its variations and comments, as a text in
// which every move is a button. `pick` is told which move is wanted.
class Written {
  constructor(host, pick) {
    Object.assign(this, { host, pick });
    this.clear();
  }

  clear() {
    [this.moves, this.first, this.next, this.depth, this.isMain] = [[], [], [], [], []];
  }

  // Shows those of a game: the list of moves, each with the place of the one before it, and the
  // comment before the first. Returns whether there is anything.
  load({ written = [], comment = '' }, start) {
    this.clear();
    this.moves = written;
    written.forEach(({ before }, i) => {
      const beside = before === null ? this.first : this.next[before];
      this.isMain.push(beside.length === 0 && (before === null || this.isMain[before]));
      this.depth.push(before === null ? 0 : this.depth[before] + 1);
      beside.push(i);
      this.next.push([]);
    });
    this.start = start;
    this.host.replaceChildren(...(comment ? [this.said(comment)] : []), ...this.elements());
    return written.length > 0 || comment !== '';
  }

  // The elements in the order of a text: a move, its alternatives in parentheses, what follows.
  // From a list and not by recursion: variations may stand in variations a thousand times.
  elements() {
    const made = [];
    const todo = [['follow', this.first]];
    let needsNumber = true;
    const move = (i) => {
      const { comment = '' } = this.moves[i];
      made.push(this.button(i, needsNumber));
      needsNumber = comment !== '';
      if (comment) made.push(this.said(comment));
    };
    const text = (text) => {
      made.push(element('span', { text }));
      needsNumber = true;
    };
    while (todo.length) {
      const [what, at] = todo.pop();
      if (what === 'text') text(at);
      else if (what === 'move') move(at);
      else if (at.length) {
        const [main, ...others] = at;
        move(main);
        todo.push(['follow', this.next[main]]);
        for (const other of others.reverse()) {
          todo.push(['text', ')'], ['follow', this.next[other]], ['move', other], ['text', '(']);
        }
      }
    }
    return made;
  }

  button(i, needsNumber) {
    const { text, nags = [] } = this.moves[i];
    const plies = this.depth[i] + (this.start.red ? 0 : 1);
    const isRed = plies % 2 === 0;
    const number = this.start.number + Math.floor(plies / 2);
    const numbered = isRed ? `${number}. ` : needsNumber ? `${number}... ` : '';
    const marks = nags.map((nag) => ['', '!', '?', '!!', '??', '!?', '?!'][nag] ?? '').join('');
    return element('button', { 'data-node': i, class: this.isMain[i] ? 'main' : null, onclick: () => this.pick(this.place(i)),
      text: numbered + text + marks });
  }

  said(comment) {
    return element('span', { class: 'said', text: comment });
  }

  // Where a move lies: the plies of the game before its line leaves that, the moves of the line
  // up to its end with their places, and how many of them lead to the move.
  place(i) {
    const nodes = [];
    let at = i;
    for (; at !== null && !this.isMain[at]; at = this.moves[at].before) nodes.unshift(at);
    const ply = at === null ? 0 : this.depth[at] + 1;
    const count = nodes.length;
    while (count && this.next[nodes.at(-1)].length) nodes.push(this.next[nodes.at(-1)][0]);
    return { ply, count, nodes, moves: nodes.map((node) => this.moves[node].move) };
  }

  // Marks the move that led to what is shown: the last of so many plies of the game, or one
  // of a line.
  point(ply, node = null) {
    this.host.querySelector('.here')?.classList.remove('here');
    const isShown = (i) => (node === null ? this.isMain[i] && this.depth[i] === ply - 1 : i === node);
    const shown = this.moves.findIndex((_, i) => isShown(i));
    const entry = shown < 0 ? null : this.host.querySelector(`[data-node="${shown}"]`);
    entry?.classList.add('here');
    reveal(this.host, entry);
  }
}
