//! What the search learns about moves and evaluations while it runs: all
//! history tables, and the one rule by which they change.

use crate::board::Board;
use crate::types::{Bitboard, Color, Move, Piece, PieceType, Score, Square};

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
        Continuation(slot(piece, to) as u32)
    }
}

#[inline]
fn slot(piece: Piece, to: Square) -> usize {
    piece.index() * Square::COUNT + to.index()
}

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
    /// Quiet moves by side, origin and destination (butterfly boards).
    quiet: Box<[i16]>,
    /// Captures by piece, destination and victim.
    capture: Box<[i16]>,
    /// Quiet moves by what was played one, two or four plies ago.
    continuation: Box<[i16]>,
    /// Quiet moves by the pawns on the board.
    pawn: Box<[i16]>,
    /// The reply that last refuted a piece's arrival on a point.
    counter: Box<[Option<Move>]>,
    /// Evaluation errors by pawns, by each side's pieces, by the last move.
    correction: [Box<[i16]>; 4],
}

impl Default for Histories {
    fn default() -> Histories {
        let zeros = |n: usize| vec![0_i16; n].into_boxed_slice();
        Histories {
            quiet: zeros(2 * Square::COUNT * Square::COUNT),
            capture: zeros(CONTEXT * PieceType::ALL.len()),
            continuation: zeros((CONTEXT + 1) * CONTEXT),
            pawn: zeros(PAWN_SLOTS * CONTEXT),
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

impl Histories {
    /// The worth of a quiet move for ordering: about five histories added.
    #[inline]
    pub fn quiet(&self, board: &Board, mv: Move, context: &Context) -> i32 {
        let Some(piece) = board.piece_at(mv.from()) else { return 0 };
        let at = slot(piece, mv.to());
        let [one, two, four] = context.past.map(|c| self.follow(c, at));
        2 * i32::from(self.quiet[butterfly(board.side(), mv)])
            + 2 * i32::from(self.pawn[context.pawns * CONTEXT + at])
            + 2 * one
            + one.min(two)
            + two
            + four
    }

    /// The worth of a quiet move for pruning: the two nearest continuations.
    #[inline]
    pub fn continuation(&self, board: &Board, mv: Move, context: &Context) -> i32 {
        let Some(piece) = board.piece_at(mv.from()) else { return 0 };
        let at = slot(piece, mv.to());
        self.follow(context.past[0], at) + self.follow(context.past[1], at)
    }

    #[inline]
    fn follow(&self, context: Continuation, at: usize) -> i32 {
        i32::from(self.continuation[context.0 as usize * CONTEXT + at])
    }

    /// The worth of a capture.
    #[inline]
    pub fn capture(&self, board: &Board, mv: Move) -> i32 {
        capture_slot(board, mv).map_or(0, |at| i32::from(self.capture[at]))
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

    /// Rewards or punishes a quiet move in all its tables.
    pub fn update_quiet(&mut self, board: &Board, mv: Move, context: &Context, bonus: i32) {
        let Some(piece) = board.piece_at(mv.from()) else { return };
        let at = slot(piece, mv.to());
        push_towards(&mut self.quiet[butterfly(board.side(), mv)], bonus, HISTORY_MAX);
        push_towards(&mut self.pawn[context.pawns * CONTEXT + at], bonus, HISTORY_MAX);
        for past in context.past {
            if past != Continuation::NONE {
                let entry = &mut self.continuation[past.0 as usize * CONTEXT + at];
                push_towards(entry, bonus, HISTORY_MAX);
            }
        }
    }

    /// Rewards or punishes a quiet move in the butterfly table alone.
    pub fn update_butterfly(&mut self, side: Color, mv: Move, bonus: i32) {
        push_towards(&mut self.quiet[butterfly(side, mv)], bonus, HISTORY_MAX);
    }

    /// Rewards or punishes a quiet move that has been made, by its piece and
    /// the two continuations before it.
    pub fn update_made(
        &mut self,
        side: Color,
        piece: Piece,
        mv: Move,
        past: [Continuation; 2],
        bonus: i32,
    ) {
        self.update_butterfly(side, mv, bonus);
        let at = slot(piece, mv.to());
        for past in past {
            if past != Continuation::NONE {
                let entry = &mut self.continuation[past.0 as usize * CONTEXT + at];
                push_towards(entry, bonus, HISTORY_MAX);
            }
        }
    }

    /// Rewards or punishes a capture.
    pub fn update_capture(&mut self, board: &Board, mv: Move, bonus: i32) {
        if let Some(at) = capture_slot(board, mv) {
            push_towards(&mut self.capture[at], bonus, HISTORY_MAX);
        }
    }

    /// The pawn table's slot of a position.
    #[inline]
    pub fn pawn_slot(board: &Board) -> usize {
        mix(board.kind(PieceType::Pawn), board.color(Color::Red)) as usize % PAWN_SLOTS
    }

    /// The corrections of the static evaluation that past errors suggest: by
    /// pawns, by both sides' pieces together, by the last move, in score units.
    #[inline]
    pub fn correction(&self, board: &Board, last: Continuation) -> [i32; 3] {
        let [pawns, red, black, mv] = correction_slots(board, last);
        let of = |table: usize, at: usize| i32::from(self.correction[table][at]);
        [of(0, pawns), of(1, red) + of(2, black), of(3, mv)].map(|sum| sum / CORRECTION_GRAIN)
    }

    /// Learns that the evaluation was `error` too low, seen at some depth.
    pub fn update_correction(&mut self, board: &Board, last: Continuation, error: i32, depth: i32) {
        const ERROR_MAX: i32 = 256;
        let bonus = error.clamp(-ERROR_MAX, ERROR_MAX) * depth.min(16) / 2;
        let max = CORRECTION_MAX;
        for (table, at) in correction_slots(board, last).into_iter().enumerate() {
            push_towards(&mut self.correction[table][at], bonus.clamp(-max / 4, max / 4), max);
        }
    }
}

#[inline]
fn butterfly(side: Color, mv: Move) -> usize {
    (side.index() * Square::COUNT + mv.from().index()) * Square::COUNT + mv.to().index()
}

#[inline]
fn capture_slot(board: &Board, mv: Move) -> Option<usize> {
    let piece = board.piece_at(mv.from())?;
    let victim = board.piece_at(mv.to())?;
    Some(slot(piece, mv.to()) * PieceType::ALL.len() + victim.kind().index())
}

/// A hash of two sets of squares.
#[inline]
fn mix(a: Bitboard, b: Bitboard) -> u64 {
    let fold = |set: Bitboard, k: u64| {
        ((set.0 as u64) ^ ((set.0 >> 64) as u64).rotate_left(31)).wrapping_mul(k)
    };
    let h = fold(a, 0x9e37_79b9_7f4a_7c15) ^ fold(a & b, 0xd6e8_feb8_6659_fd93).rotate_left(17);
    (h ^ h >> 32).wrapping_mul(0xff51_afd7_ed55_8ccd) >> 32
}

#[inline]
fn correction_slots(board: &Board, last: Continuation) -> [usize; 4] {
    let side = board.side().index();
    let pawns = board.kind(PieceType::Pawn);
    let pawn_slot = mix(pawns, board.color(Color::Red)) as usize % CORRECTION_SLOTS;
    let pieces = |color: Color| {
        let own = board.color(color) & !pawns;
        let strong = board.kind(PieceType::Rook) | board.kind(PieceType::King);
        let light = board.kind(PieceType::Knight) | board.kind(PieceType::Bishop);
        (mix(own, strong) ^ mix(own & light, own).rotate_left(7)) as usize % CORRECTION_SLOTS
    };
    [
        side * CORRECTION_SLOTS + pawn_slot,
        side * CORRECTION_SLOTS + pieces(Color::Red),
        side * CORRECTION_SLOTS + pieces(Color::Black),
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
        assert!(histories.capture(&board, capture) > 0);
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
