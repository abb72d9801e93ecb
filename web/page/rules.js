'use strict';

// Which moves are legal, so that a person can try some on the board. Points are numbers
// as in board.js: nine times the rank plus the file.
const isRed = (piece) => piece !== '' && piece === piece.toUpperCase();

// Where the piece on a point may go, whether or not its king is in check afterwards.
function reachable(points, from) {
  const red = isRed(points[from]);
  const [file, rank] = [from % FILES, Math.floor(from / FILES)];
  const isOn = (f, r) => f >= 0 && f < FILES && r >= 0 && r < RANKS;
  const at = (f, r) => points[r * FILES + f];
  const found = [];
  const add = (f, r) => {
    if (isOn(f, r) && (at(f, r) === '' || isRed(at(f, r)) !== red)) found.push(r * FILES + f);
  };
  const own = (r) => (red ? r : RANKS - 1 - r); // the rank as the mover counts it
  const inPalace = (f, r) => f >= 3 && f <= 5 && own(r) <= 2;
  const straight = [[1, 0], [-1, 0], [0, 1], [0, -1]];
  const diagonal = [[1, 1], [1, -1], [-1, 1], [-1, -1]];
  switch (points[from].toLowerCase()) {
    case 'k': for (const [x, y] of straight) if (inPalace(file + x, rank + y)) add(file + x, rank + y); break;
    case 'a': for (const [x, y] of diagonal) if (inPalace(file + x, rank + y)) add(file + x, rank + y); break;
    case 'b':
      for (const [x, y] of diagonal) {
        const isFree = isOn(file + x, rank + y) && at(file + x, rank + y) === '';
        if (isFree && own(rank + 2 * y) <= 4) add(file + 2 * x, rank + 2 * y);
      }
      break;
    case 'n':
      for (const [x, y] of straight) {
        if (!isOn(file + x, rank + y) || at(file + x, rank + y) !== '') continue;
        for (const side of [-1, 1]) add(file + 2 * x + side * y, rank + 2 * y + side * x);
      }
      break;
    case 'r': case 'c':
      for (const [x, y] of straight) {
        let [f, r] = [file + x, rank + y];
        while (isOn(f, r) && at(f, r) === '') { add(f, r); f += x; r += y; }
        if (points[from].toLowerCase() === 'c') {
          do { f += x; r += y; } while (isOn(f, r) && at(f, r) === '');
        }
        if (isOn(f, r)) add(f, r); // a piece, which is captured
      }
      break;
    case 'p':
      add(file, rank + (red ? 1 : -1));
      if (own(rank) >= 5) { add(file - 1, rank); add(file + 1, rank); }
  }
  return found;
}

// Whether the king of a side can be captured, also by the other king along an open file.
function isAttacked(points, red) {
  const king = points.indexOf(red ? 'K' : 'k');
  const other = points.indexOf(red ? 'k' : 'K');
  if (king < 0) return false;
  if (other >= 0 && king % FILES === other % FILES) {
    const [low, high] = [Math.min(king, other), Math.max(king, other)];
    let isOpen = true;
    for (let point = low + FILES; point < high; point += FILES) isOpen &&= points[point] === '';
    if (isOpen) return true;
  }
  return points.some((piece, from) => piece !== '' && isRed(piece) !== red && reachable(points, from).includes(king));
}

// Where the piece on a point may legally go.
function legalTargets(position, from) {
  const piece = position.points[from];
  if (piece === '' || isRed(piece) !== position.red) return [];
  return reachable(position.points, from).filter((to) => {
    const points = position.points.slice();
    points[to] = piece;
    points[from] = '';
    return !isAttacked(points, position.red);
  });
}
