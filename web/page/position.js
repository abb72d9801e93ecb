'use strict';

const FILES = 9;
const RANKS = 10;

// A point from `h2`: 0 is a0, 89 is i9; and back.
const pointOf = (text) => (text.charCodeAt(1) - 48) * FILES + text.charCodeAt(0) - 97;
const nameOf = (point) => String.fromCharCode(97 + point % FILES) + Math.floor(point / FILES);

// What stands where, and who is to move. Knows how moves change that, not which
// are legal.
class Position {
  constructor(fen) {
    const fields = fen.trim().split(/\s+/);
    this.points = new Array(FILES * RANKS).fill('');
    fields[0].split('/').forEach((row, i) => {
      let file = 0;
      for (const c of row) {
        if (c >= '1' && c <= '9') file += Number(c);
        else this.points[(RANKS - 1 - i) * FILES + file++] = c;
      }
    });
    this.red = fields[1] !== 'b';
    this.number = Number(fields[5]) || 1;
    this.last = null;
  }

  moved(text) {
    const next = Object.create(Position.prototype);
    next.points = this.points.slice();
    const [from, to] = [pointOf(text), pointOf(text.slice(2))];
    next.points[to] = next.points[from];
    next.points[from] = '';
    next.red = !this.red;
    next.number = this.number + (this.red ? 0 : 1);
    next.last = text;
    return next;
  }

  // The first two fields of a FEN, which is what a picture can show.
  fen() {
    const rows = [];
    for (let rank = RANKS - 1; rank >= 0; rank--) {
      let row = '';
      let gap = 0;
      for (let file = 0; file < FILES; file++) {
        const piece = this.points[rank * FILES + file];
        if (!piece) { gap++; continue; }
        row += (gap || '') + piece;
        gap = 0;
      }
      rows.push(row + (gap || ''));
    }
    return `${rows.join('/')} ${this.red ? 'w' : 'b'}`;
  }
}

// Moves in words, as the engine writes them.
const NUMERALS = '一二三四五六七八九';
const SCRIPTS = {
  simplified: { K: '帅', A: '仕', B: '相', N: '马', R: '车', C: '炮', P: '兵', k: '将', a: '士', b: '象', n: '马', r: '车', c: '炮', p: '卒', ways: '进平退', places: '前中后' },
  traditional: { K: '帥', A: '仕', B: '相', N: '馬', R: '車', C: '炮', P: '兵', k: '將', a: '士', b: '象', n: '馬', r: '車', c: '炮', p: '卒', ways: '進平退', places: '前中後' },
  wxf: { k: 'K', a: 'A', b: 'E', n: 'H', r: 'R', c: 'C', p: 'P', ways: '+.-' },
  vietnamese: { k: 'Tg', a: 'S', b: 'T', n: 'M', r: 'X', c: 'P', p: 'B', ways: '.-/' },
};

// A move in a style; coordinates in one that has no words.
function moveText(position, move, style) {
  const script = SCRIPTS[style];
  const [from, to] = [pointOf(move), pointOf(move.slice(2))];
  const piece = position.points[from];
  if (style === 'iccs') return `${move.slice(0, 2)}-${move.slice(2)}`.toUpperCase();
  if (style === 'uci1') return [from, to].map((point) => String.fromCharCode(97 + point % FILES) + (Math.floor(point / FILES) + 1)).join('');
  if (!script || !piece) return move;
  const red = piece === piece.toUpperCase();
  const kind = piece.toLowerCase();
  // Files and ranks as the player counts them.
  const fileOf = (point) => (red ? FILES - point % FILES : point % FILES + 1);
  const rankOf = (point) => (red ? Math.floor(point / FILES) : RANKS - 1 - Math.floor(point / FILES));
  const climb = rankOf(to) - rankOf(from);
  const way = script.ways[1 - Math.sign(climb)];
  const file = fileOf(from);
  const number = climb === 0 || 'abn'.includes(kind) ? fileOf(to) : Math.abs(climb);
  const like = position.points.flatMap((other, point) => (other === piece ? [point] : []));
  const counts = new Array(FILES + 1).fill(0);
  for (const point of like) counts[fileOf(point)]++;
  const count = counts[file];
  const index = like.filter((point) => fileOf(point) === file && rankOf(point) > rankOf(from)).length;
  const isRear = index + 1 === count;
  const isPlain = 'kab'.includes(kind) || count < 2;
  const isCrowded = counts.filter((n) => n > 1).length > 1;
  if (style === 'vietnamese') {
    const mark = index === 0 ? 't' : isRear ? 's' : 'g';
    const place = isPlain ? file : isCrowded ? mark + file : count > 3 && mark === 'g' ? mark + (index + 1) : mark;
    return `${script[kind]}${place}${way}${number}`;
  }
  if (style === 'wxf') {
    const letter = script[kind];
    let head = letter + file;
    if (!isPlain && isCrowded) head = file + (index === 0 ? '+' : isRear ? '-' : String(file));
    else if (!isPlain && index * 2 + 1 !== count) {
      head = count > 3 && (index === 0 || isRear) ? (index === 0 ? '++' : '--') : letter + (index * 2 < count ? '+' : '-');
    }
    return head + way + number;
  }
  const numeral = (n) => (red ? NUMERALS[n - 1] : String.fromCharCode(0xff10 + n));
  const place = count > 3 ? NUMERALS[index] : script.places[index === 0 ? 0 : isRear ? 2 : 1];
  const head = isPlain ? script[piece] + numeral(file) : place + (isCrowded ? numeral(file) : script[piece]);
  return head + way + numeral(number);
}

// Moves that follow each other, in words.
function lineText(position, moves, style) {
  const texts = [];
  for (const move of moves) {
    texts.push(moveText(position, move, style));
    position = position.moved(move);
  }
  return texts.join(' ');
}

// `12. ` before Red's move, `12... ` before Black's.
const numberOf = (position) => `${position.number}.${position.red ? '' : '..'} `;

// `+0.35`, `#3`, `#-2`.
function points(score) {
  if ('mate' in score) return `#${score.mate}`;
  return (score.cp >= 0 ? '+' : '−') + (Math.abs(score.cp) / 100).toFixed(2);
}
