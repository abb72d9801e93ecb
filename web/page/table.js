'use strict';

// The board of the page to play on: a viewer in which the next move is chosen by two clicks,
// or a position is set up. `app` hears of both.
class Table extends Viewer {
  constructor(host, app) {
    super(host, () => {}, true);
    this.app = app;
    this.fen.remove(); // the field for files has it
    this.legal = [];
    this.selected = null;
    this.ideas = [];
    this.editing = null;
  }

  refresh() {
    super.refresh();
    const position = this.position();
    for (const [i, move] of this.ideas.entries()) {
      this.board.over.append(element('svg:path', { d: this.board.arrowPath(move), fill: '#1b7f4b', 'fill-opacity': i ? .3 : .72 }));
    }
    const dot = (point, r, fill) => {
      const [cx, cy] = this.board.place(point);
      this.board.over.append(element('svg:circle', { cx, cy, r, fill, 'fill-opacity': .75 }));
    };
    if (this.selected !== null) {
      const [cx, cy] = this.board.place(this.selected);
      this.board.over.append(element('svg:circle', { cx, cy, r: 46, fill: 'none', stroke: '#1d62a6', 'stroke-width': 7 }));
      for (const move of this.legal) {
        if (pointOf(move) !== this.selected) continue;
        const to = pointOf(move.slice(2));
        dot(to, position.points[to] ? 44 : 15, position.points[to] ? '#1d62a655' : '#1d62a6');
      }
    }
    this.fen.textContent = position.fen();
  }

  position() {
    return this.editing ?? this.positions[this.ply];
  }

  go(ply) {
    if (this.editing) return;
    super.go(ply);
    this.app.changed();
  }

  // Chooses a piece, and then the point to which it goes.
  click(event) {
    const point = this.board.pointAt(event);
    if (point === undefined) return;
    if (this.editing) return this.app.setUp.put(point);
    const move = this.selected === null ? '' : nameOf(this.selected) + nameOf(point);
    if (this.legal.includes(move)) {
      this.app.play(move);
    } else {
      const begins = this.legal.some((legal) => pointOf(legal) === point);
      this.selected = begins && point !== this.selected ? point : null;
      this.refresh();
    }
  }

  key(event) {
    if (!this.editing) super.key(event);
  }
}
