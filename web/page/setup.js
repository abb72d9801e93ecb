'use strict';

// Setting up a position on the board of the page to play on.
class SetUp {
  constructor(app) {
    this.app = app;
    const button = (id, text, onclick) => element('button', { id, text, onclick });
    this.tools = element('div', { class: 'bar-tools' }, button('edit', say('set-up'), () => this.toggle()),
      button('clear', say('empty-board'), () => this.clear()), button('turn', say('change-turn'), () => this.changeTurn()));
    const pieces = [...'KABNRCPkabnrcp', ''];
    this.palette = element('div', { class: 'palette', id: 'palette', hidden: '' }, ...pieces.map((piece) => {
      const picture = element('svg:svg', { viewBox: '-50 -50 100 100' }, piece
        ? element('svg:use', { href: `#p${piece}` })
        : element('svg:path', { d: 'M-28 -28L28 28M28 -28L-28 28', stroke: 'currentColor', 'stroke-width': 8 }));
      return element('button', { 'data-piece': piece, title: piece || say('remove-piece'), onclick: () => this.choose(piece) }, picture);
    }));
  }

  // The piece that the next points get.
  choose(piece) {
    this.piece = piece;
    for (const button of this.palette.children) button.classList.toggle('on', button.dataset.piece === piece);
  }

  toggle() {
    const { app } = this;
    if (app.table.editing) return this.end();
    app.engine?.stop();
    app.turn++;
    this.start(app.table.positions[app.table.ply]);
    this.choose('R');
    this.palette.parentElement.scrollIntoView({ block: 'start' });
  }

  start(position) {
    const { table } = this.app;
    [table.legal, table.selected, table.ideas] = [[], null, []];
    table.load({ start: position.fen(), moves: [] });
    table.editing = table.positions[0];
    this.palette.hidden = false;
    this.palette.after(this.tools); // beside the board, also on a phone
    document.getElementById('edit').textContent = say('set-up-done');
    table.refresh();
    table.status.textContent = say('set-up-hint', { side: table.editing.red ? say('red') : say('black') });
  }

  stop() {
    this.app.table.editing = null;
    this.palette.hidden = true;
    this.app.faults.setUp.before(this.tools);
    document.getElementById('edit').textContent = say('set-up');
  }

  // The position counts once it is legal.
  end() {
    const { app } = this;
    app.complain('', 'setUp');
    let board;
    try {
      board = new chuhe.Board(`${app.table.editing.fen()} - - 0 1`);
    } catch (error) {
      app.table.status.replaceChildren(element('span', { class: 'fault', text: inWords(String(error)) }));
      return app.complain(error, 'setUp');
    }
    this.stop();
    app.load({ start: board.startFen, moves: [] });
  }

  put(point) {
    const { piece, app: { table } } = this;
    const { points } = table.editing;
    const isThere = points[point] === piece;
    // There is one king of a side: it goes where it is put.
    if ('Kk'.includes(piece) && points.includes(piece)) points[points.indexOf(piece)] = '';
    points[point] = isThere ? '' : piece;
    table.refresh();
  }

  clear() {
    this.start(new Position('4k4/9/9/9/9/9/9/9/9/3K5 w'));
    this.choose(this.piece ?? 'R');
  }

  changeTurn() {
    const [places, side] = this.app.table.position().fen().split(' ');
    this.start(new Position(`${places} ${side === 'w' ? 'b' : 'w'}`));
    this.choose(this.piece ?? 'R');
  }
}
