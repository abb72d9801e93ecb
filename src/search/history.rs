//! What the search learns about moves and evaluations while it runs: all
//! history tables, and the one rule by which they change.

use crate::board::{Board, Key};
use crate::search::memory::{BigTable, prefetch};
use crate::search::params;
use crate::types::{Color, Move, Piece, PieceType, Score, Square};

/// Bound of every history of moves.
pub const HISTORY_MAX: i32 = 16_384;
/// Bound of every correction, in 1/32 score units.
const CORRECTION_MAX: i32 = 4_096;
const CORRECTION_GRAIN: i32 = 32;
const CORRECTION_SLOTS: usize = 1 << 14;
const PAWN_SLOTS: usize = 1 << 10;

/// One context of the continuation history: a piece that went to a point.
const CONTEXT: usize = Piece::COUNT * Square::COUNT;

/// Names a context of the continuation history. The last one stands for
/// "nothing" (the root's past, a null move) and is never updated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Continuation(u32);

impl Continuation {
    /// No move.
    pub const NONE: Continuation = Continuation(CONTEXT as u32);

    /// After this piece went to this point.
    #[inline]
    pub fn new(piece: Piece, to: Square) -> Continuation {
        Continuation((piece.index() * Square::COUNT + to.index()) as u32)
    }

    /// Its block of histories.
    #[inline]
    fn slot(self) -> usize {
        PAWN_SLOTS + self.0 as usize
    }
}

/// One history for each destination, on cache lines of its own.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Row([i16; Square::COUNT]);

const ROW: Row = Row([0; Square::COUNT]);

/// The rows of all pieces in one context: the pawns on the board, or a move that
/// went before.
type Block = [Row; Piece::COUNT];

/// Moves a history towards the bonus, the less the nearer it is to its bound
/// ("history gravity"): `h += b - h |b| / max`.
#[inline]
fn push_towards(value: &mut i16, bonus: i32, max: i32) {
    let bonus = bonus.clamp(-max, max);
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / max) as i16;
}

/// All tables of one search thread.
pub struct Histories {
    /// Quiet moves by side and origin (butterfly boards).
    quiet: Box<[[Row; Square::COUNT]; 2]>,
    /// Quiet moves by context: first the slots of pawns, then what was played one,
    /// two or four plies ago.
    context: BigTable<Block>,
    /// Captures by piece.
    capture: Box<[CaptureRow]>,
    /// The reply that last refuted a piece's arrival on a point.
    counter: Box<[Option<Move>]>,
    /// Evaluation errors by pawns, by each side's pieces, by the last move.
    correction: [Box<[i16]>; 4],
}

impl Default for Histories {
    fn default() -> Histories {
        let zeros = |n: usize| vec![0_i16; n].into_boxed_slice();
        Histories {
            quiet: Box::new([[ROW; Square::COUNT]; 2]),
            context: BigTable::new(PAWN_SLOTS + CONTEXT + 1, || [ROW; Piece::COUNT]),
            capture: vec![CaptureRow::default(); Piece::COUNT].into_boxed_slice(),
            counter: vec![None; CONTEXT + 1].into_boxed_slice(),
            correction: [
                zeros(2 * CORRECTION_SLOTS),
                zeros(2 * CORRECTION_SLOTS),
                zeros(2 * CORRECTION_SLOTS),
                zeros(2 * (CONTEXT + 1)),
            ],
        }
    }
}

/// The contexts in which a quiet move is judged: the continuations one, two
/// and four plies ago, and the pawns.
#[derive(Clone, Copy, Debug)]
pub struct Context {
    /// One, two and four plies ago.
    pub past: [Continuation; 3],
    /// Slot of the pawn table.
    pub pawns: usize,
}

/// The histories of one piece's captures by destination and victim.
#[derive(Clone)]
pub struct CaptureRow([[i16; PieceType::ALL.len()]; Square::COUNT]);

impl Default for CaptureRow {
    fn default() -> CaptureRow {
        CaptureRow([[0; PieceType::ALL.len()]; Square::COUNT])
    }
}

impl CaptureRow {
    /// The worth of capturing this victim there.
    #[inline]
    pub fn worth(&self, to: Square, victim: Piece) -> i32 {
        i32::from(self.0[to.index()][victim.kind().index()])
    }
}

/// The histories of a node's quiet moves: looked up once for all its pieces.
pub struct QuietTables<'a> {
    butterfly: &'a [Row; Square::COUNT],
    pawns: &'a Block,
    past: [&'a Block; 3],
}

/// All histories of one piece's quiet moves, by destination: looked up once for
/// all of them.
pub struct QuietRows<'a> {
    butterfly: &'a Row,
    pawns: &'a Row,
    past: [&'a Row; 3],
}

impl<'a> QuietTables<'a> {
    /// Tells the processor which rows will be asked for: those of the side's pieces
    /// that go far.
    #[inline]
    pub fn prefetch(&self, side: Color) {
        const FAR: [PieceType; 4] =
            [PieceType::Knight, PieceType::Rook, PieceType::Cannon, PieceType::Pawn];
        let [one, two, four] = self.past;
        for piece in FAR.map(|kind| Piece::new(side, kind)) {
            for block in [self.pawns, one, two, four] {
                let (lines, _) = block[piece.index()].0.as_chunks::<32>();
                lines.iter().for_each(prefetch);
            }
        }
    }

    /// The histories of the moves of this piece from there.
    #[inline(always)]
    pub fn of(&self, piece: Piece, from: Square) -> QuietRows<'a> {
        let [one, two, four] = self.past;
        QuietRows {
            butterfly: &self.butterfly[from.index()],
            pawns: &self.pawns[piece.index()],
            past: [&one[piece.index()], &two[piece.index()], &four[piece.index()]],
        }
    }
}

impl QuietRows<'_> {
    /// The worth of a destination for ordering: about five histories added, so
    /// below ten times their bound.
    #[inline]
    pub fn worth(&self, to: Square) -> i32 {
        let at = |row: &Row| i32::from(row.0[to.index()]);
        let [one, two, four] = self.past.map(at);
        params::order_butterfly() * at(self.butterfly)
            + params::order_pawns() * at(self.pawns)
            + params::order_last() * one
            + one.min(two)
            + two
            + four
    }
}

impl Histories {
    /// The histories of a side's quiet moves.
    #[inline]
    pub fn quiets(&self, side: Color, context: &Context) -> QuietTables<'_> {
        let [one, two, four] = context.past;
        QuietTables {
            butterfly: &self.quiet[side.index()],
            pawns: &self.context[context.pawns],
            past: [self.follow(one), self.follow(two), self.follow(four)],
        }
    }

    /// The histories after a move that went before.
    #[inline]
    fn follow(&self, past: Continuation) -> &Block {
        &self.context[past.slot()]
    }

    /// The histories of one piece's captures.
    #[inline]
    pub fn captures(&self, piece: Piece) -> &CaptureRow {
        &self.capture[piece.index()]
    }

    /// The worth of one quiet move of the side to move: [`QuietRows::worth`].
    #[inline]
    pub fn quiet(&self, board: &Board, mv: Move, context: &Context) -> i32 {
        let Some(piece) = board.piece_at(mv.from()) else { return 0 };
        self.quiets(board.side(), context).of(piece, mv.from()).worth(mv.to())
    }

    /// The worth of a quiet move for pruning: the two nearest continuations.
    #[inline]
    pub fn continuation(&self, board: &Board, mv: Move, context: &Context) -> i32 {
        let Some(piece) = board.piece_at(mv.from()) else { return 0 };
        let [one, two, _] = context.past;
        let at = |past| i32::from(self.follow(past)[piece.index()].0[mv.to().index()]);
        at(one) + at(two)
    }

    /// The reply that last refuted this context.
    #[inline]
    pub fn counter(&self, last: Continuation) -> Option<Move> {
        self.counter[last.0 as usize]
    }

    /// Remembers the reply that refuted this context.
    #[inline]
    pub fn set_counter(&mut self, last: Continuation, reply: Move) {
        if last != Continuation::NONE {
            self.counter[last.0 as usize] = Some(reply);
        }
    }

    /// Rewards or punishes a quiet move of the side to move in all its tables.
    pub fn update_quiet(&mut self, board: &Board, mv: Move, context: &Context, bonus: i32) {
        let Some(piece) = board.piece_at(mv.from()) else { return };
        let (from, to) = (mv.from().index(), mv.to().index());
        push_towards(&mut self.quiet[board.side().index()][from].0[to], bonus, HISTORY_MAX);
        let mut push = |slot: usize| {
            let row = &mut self.context[slot][piece.index()];
            push_towards(&mut row.0[to], bonus, HISTORY_MAX);
        };
        push(context.pawns);
        for past in context.past {
            if past != Continuation::NONE {
                push(past.slot());
            }
        }
    }

    /// Rewards or punishes a capture.
    pub fn update_capture(&mut self, board: &Board, mv: Move, bonus: i32) {
        if let Some(piece) = board.piece_at(mv.from())
            && let Some(victim) = board.piece_at(mv.to())
        {
            let row = &mut self.capture[piece.index()].0[mv.to().index()];
            push_towards(&mut row[victim.kind().index()], bonus, HISTORY_MAX);
        }
    }

    /// The pawn table's slot of a position.
    #[inline]
    pub fn pawn_slot(board: &Board) -> usize {
        (board.pawn_key() >> 32) as usize % PAWN_SLOTS
    }

    /// The corrections of the static evaluation that past errors suggest: by
    /// pawns, by both sides' pieces together, by the last move, in score units.
    #[inline]
    pub fn correction(&self, board: &Board, last: Continuation) -> [i32; 3] {
        let [pawns, red, black, mv] = correction_slots(board, last);
        let of = |table: usize, at: usize| i32::from(self.correction[table][at]);
        [of(0, pawns), of(1, red) + of(2, black), of(3, mv)].map(|sum| sum / CORRECTION_GRAIN)
    }

    /// Tells the processor that the corrections of this position will be asked for:
    /// their tables are too large for the nearest caches.
    #[inline]
    pub fn prefetch_corrections(&self, board: &Board) {
        let slots = correction_slots(board, Continuation::NONE);
        for (table, slot) in self.correction.iter().zip(slots).take(3) {
            prefetch(&table[slot]);
        }
    }

    /// Learns that the evaluation was `error` too low, seen at some depth.
    pub fn update_correction(&mut self, board: &Board, last: Continuation, error: i32, depth: i32) {
        const STEP_MAX: i32 = CORRECTION_MAX / 4;
        let bonus = params::correction_bonus(error, depth).clamp(-STEP_MAX, STEP_MAX);
        for (table, at) in correction_slots(board, last).into_iter().enumerate() {
            push_towards(&mut self.correction[table][at], bonus, CORRECTION_MAX);
        }
    }
}

#[inline]
fn correction_slots(board: &Board, last: Continuation) -> [usize; 4] {
    let side = board.side().index();
    let slot = |key: Key| (key >> 32) as usize % CORRECTION_SLOTS;
    [
        side * CORRECTION_SLOTS + slot(board.pawn_key()),
        side * CORRECTION_SLOTS + slot(board.piece_key(Color::Red)),
        side * CORRECTION_SLOTS + slot(board.piece_key(Color::Black)),
        side * (CONTEXT + 1) + last.0 as usize,
    ]
}

/// A static evaluation with its corrections added, never decisive.
#[inline]
pub fn corrected(eval: Score, corrections: [i32; 3], weights: [i32; 3]) -> Score {
    let sum: i32 = corrections.iter().zip(weights).map(|(c, w)| c * w).sum();
    Score::eval(eval.units() + sum / 128)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn histories_stay_in_bounds_and_learn() {
        let board = Board::start();
        let mut histories = Histories::default();
        let mv: Move = "h2e2".parse().unwrap();
        let context =
            Context { past: [Continuation::NONE; 3], pawns: Histories::pawn_slot(&board) };
        assert_eq!(histories.quiet(&board, mv, &context), 0);
        for _ in 0..200 {
            histories.update_quiet(&board, mv, &context, 3000);
        }
        let high = histories.quiet(&board, mv, &context);
        assert!(high > 3 * HISTORY_MAX && high <= 4 * HISTORY_MAX, "{high}");
        for _ in 0..400 {
            histories.update_quiet(&board, mv, &context, -3000);
        }
        assert!(histories.quiet(&board, mv, &context) < -3 * HISTORY_MAX);
        assert_eq!(histories.continuation(&board, mv, &context), 0, "NONE is never updated");
        let capture: Move = "b2b9".parse().unwrap();
        histories.update_capture(&board, capture, 500);
        let piece = |sq| board.piece_at(sq).unwrap();
        let row = histories.captures(piece(capture.from()));
        assert!(row.worth(capture.to(), piece(capture.to())) > 0);
    }

    #[test]
    fn corrections_follow_errors() {
        let board = Board::start();
        let mut histories = Histories::default();
        for _ in 0..100 {
            histories.update_correction(&board, Continuation::NONE, 50, 8);
        }
        let corrections = histories.correction(&board, Continuation::NONE);
        assert!(corrections.iter().all(|&c| c > 0), "{corrections:?}");
        let score = corrected(Score::new(10), corrections, [128, 64, 64]);
        assert!(score > Score::new(10));
        let edge = corrected(Score::MAX_EVAL, corrections, [128, 64, 64]);
        assert!(!edge.is_decisive());
    }
}
