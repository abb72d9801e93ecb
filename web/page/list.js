'use strict';

// Games in a table that can be searched and sorted. A column is a heading, a function from a
// game and its index to a number or a text, and how that is written; `more` says what else a
// game can be found by, `wanted` which games are listed at all; `pick(index)` is told which
// one is to be shown.
class GameList {
  constructor(host, { games, columns, more, wanted = () => true, pick, filter = null }) {
    // A column that says nothing of any game is left out.
    columns = columns.filter(([, value]) => games.some((game, i) => value(game, i) !== ''));
    Object.assign(this, { games, columns, wanted, pick, by: 0, down: false, shown: 0 });
    this.cells = games.map((game, i) => columns.map(([, value]) => value(game, i)));
    this.known = games.map((game, i) => [...this.cells[i], ...more(game)].join(' ').toLowerCase());
    this.find = element('input', { id: 'find', type: 'search', placeholder: say('find'), 'aria-label': say('find'), oninput: () => { this.fill(); this.pickFound(); } });
    this.count = element('small');
    this.heads = columns.map(([text], column) => element('th', { class: 'sort', tabindex: 0, text, onclick: () => this.sort(column),
      onkeydown: (event) => { if (event.key === 'Enter') this.sort(column); } }));
    this.body = element('tbody', { id: 'games' });
    host.append(element('p', { class: 'filters' }, this.find, filter, this.count),
      element('div', { class: 'games wide' }, element('table', {}, element('thead', {}, element('tr', {}, ...this.heads)), this.body)));
    this.fill();
  }

  sort(column) {
    this.down = column === this.by ? !this.down : false;
    this.by = column;
    this.fill();
  }

  // The games that have all the words that were typed, in the order that was asked for.
  fill() {
    const words = this.find.value.toLowerCase().split(/\s+/).filter(Boolean);
    const has = (i) => words.every((word) => this.known[i].includes(word));
    const found = this.games.map((_, i) => i).filter((i) => this.wanted(this.games[i], i) && has(i));
    const compare = (a, b) => (typeof a === 'number' ? a - b : a.localeCompare(b));
    // Games of which the column says nothing come last, whichever way it is sorted.
    found.sort((i, j) => {
      const [a, b] = [this.cells[i][this.by], this.cells[j][this.by]];
      return (a === '') - (b === '') || (this.down ? -1 : 1) * compare(a, b);
    });
    this.heads.forEach((head, i) => {
      if (i === this.by) head.setAttribute('aria-sort', this.down ? 'descending' : 'ascending');
      else head.removeAttribute('aria-sort');
    });
    const most = 500;
    this.body.replaceChildren(...found.slice(0, most).map((i) => element('tr', { 'data-game': i, tabindex: 0, class: i === this.shown ? 'here' : null,
      onclick: () => this.pick(i), onkeydown: (event) => { if (event.key === 'Enter') this.pick(i); } },
    ...this.columns.map(([, , text = String], column) => element('td', { class: typeof this.cells[i][column] === 'number' ? 'number' : '', text: text(this.cells[i][column]) })))));
    this.count.textContent = say('found', { n: found.length, count: this.games.length });
    this.found = found;
  }

  // Shows the first game that was found, unless the one on the board is among them.
  pickFound() {
    if (this.find.value.trim() && this.found.length && !this.found.includes(this.shown)) this.pick(this.found[0]);
  }

  // Shows which game is on the board.
  point(index) {
    this.shown = index;
    this.body.querySelector('.here')?.classList.remove('here');
    this.body.querySelector(`[data-game="${index}"]`)?.classList.add('here');
  }
}
