//! The accumulators (the sums of the first layer) of the line that a search
//! looks at. Making a move only stores what changed; nothing is computed until
//! an evaluation is asked for. Then the changes since the last computed ply are
//! applied or, where a side's perspective has changed meanwhile, the
//! accumulator is taken from the refresh table.

use std::ops::Range;
use std::sync::Arc;

use crate::board::{AttackMap, AttackReaches, Board, Observer};
use crate::eval::Evaluation;
use crate::eval::features::Perspective;
use crate::eval::inputs::{ActiveInputs, Difference};
use crate::eval::network::Network;
use crate::eval::refresh::RefreshTable;
use crate::eval::simd::{Chunk, Kernels, kernels};
use crate::types::{Bitboard, Color, Piece, PieceType, Score, Square};

/// A ply of the line.
#[derive(Clone, Copy, Debug)]
struct Frame {
    /// The points whose pieces the move that led here has changed; none for the first.
    points: Bitboard,
    /// How each side sees the board.
    perspectives: [Perspective; 2],
    /// Whose perspective is that of the ply before.
    is_perspective_kept: [bool; 2],
    /// Whether the accumulators have been computed.
    is_computed: bool,
    /// What they were computed from; stale before.
    inputs: ActiveInputs,
    /// Whose attack map has been computed.
    has_map: [bool; 2],
    /// Stale before.
    attacks: [AttackReaches; 2],
}

/// Evaluates the positions of a line, with a network whose accumulators are
/// updated move by move. It must be told of every move ([`Observer`]);
/// [`Evaluator::refresh`] starts from another position.
#[derive(Clone)]
pub struct Evaluator {
    network: Arc<Network>,
    kernels: &'static Kernels,
    kings: [Square; 2],
    /// Number of pieces on the board.
    pieces: usize,
    frames: Vec<Frame>,
    /// The frame of the position on the board; later ones are left over.
    top: usize,
    /// For each frame Red's accumulator and Black's.
    values: Vec<Chunk>,
    refreshed: RefreshTable,
    /// Reused by [`Evaluator::compute`], so that it need not be cleared each time.
    difference: Difference,
}

impl Evaluator {
    /// The built-in network, for a line that begins with this position.
    pub fn new(board: &Board) -> Evaluator {
        Evaluator::of(&Evaluation::default(), board)
    }

    /// A network, for a line that begins with this position.
    pub fn of(evaluation: &Evaluation, board: &Board) -> Evaluator {
        let network = Arc::clone(evaluation.network());
        let mut evaluator = Evaluator {
            network,
            kernels: kernels(),
            kings: Color::ALL.map(|color| board.king(color)),
            pieces: 0,
            frames: Vec::new(),
            top: 0,
            values: Vec::new(),
            refreshed: RefreshTable::new(),
            difference: Difference::NONE,
        };
        evaluator.refresh(board);
        evaluator
    }

    /// The same as [`Evaluator::of`], from an evaluator that is no longer needed: if it is of
    /// this network, its refresh table is still good.
    pub fn reused(old: Option<Evaluator>, evaluation: &Evaluation, board: &Board) -> Evaluator {
        match old {
            Some(mut old) if Arc::ptr_eq(&old.network, evaluation.network()) => {
                old.refresh(board);
                old
            }
            _ => Evaluator::of(evaluation, board),
        }
    }

    /// Begins a new line with this position.
    pub fn refresh(&mut self, board: &Board) {
        self.kings = Color::ALL.map(|color| board.king(color));
        self.pieces = board.occupied().count() as usize;
        self.top = 0;
        self.put_first_frame();
        // At once: a search finds the root's evaluation in the transposition table and would
        // never compute what all its lines begin with.
        self.compute(board);
    }

    fn perspectives(&self) -> [Perspective; 2] {
        Color::ALL.map(|us| Perspective::new(us, self.kings))
    }

    /// Makes the top frame one that knows nothing of those before it.
    fn put_first_frame(&mut self) {
        let frame = Frame {
            points: Bitboard::EMPTY,
            perspectives: self.perspectives(),
            is_perspective_kept: [false; 2],
            is_computed: false,
            inputs: ActiveInputs::NONE,
            has_map: [false; 2],
            attacks: [AttackReaches::UNKNOWN; 2],
        };
        match self.frames.get_mut(self.top) {
            Some(place) => *place = frame,
            None => self.push_frame(frame),
        }
    }

    #[cold]
    fn push_frame(&mut self, frame: Frame) {
        self.frames.push(frame);
        let length = self.frames.len() * 2 * self.network.chunks();
        self.values.resize(length, Chunk::ZERO);
    }

    /// The score of the position for the side to move, in units of about a
    /// hundredth of a pawn. The board must be the one that all moves were
    /// reported of.
    #[inline]
    pub fn evaluate(&mut self, board: &Board) -> Score {
        self.prepare(board);
        let both = &self.values[self.place(self.top)];
        let (red, black) = both.split_at(self.network.chunks());
        let accumulators = if board.side() == Color::Red { [red, black] } else { [black, red] };
        self.network.to_score(self.network.output().value(self.kernels, accumulators, self.pieces))
    }

    /// Computes what evaluations of the position or of its successors begin with, if that has not
    /// been done.
    #[inline]
    pub fn prepare(&mut self, board: &Board) {
        if !self.frames[self.top].is_computed {
            self.compute(board);
        }
    }

    /// What a side attacks, on the board that all moves were reported of.
    #[inline]
    pub fn attack_map(&mut self, board: &Board, side: Color) -> AttackMap {
        self.compute_map(board, side);
        *self.frames[self.top].attacks[side.index()].map()
    }

    /// Computes the attack map of a side in the top frame, if that has not been done, from the last
    /// one that has been computed.
    fn compute_map(&mut self, board: &Board, side: Color) {
        let i = side.index();
        if self.frames[self.top].has_map[i] {
            return;
        }
        let (before, top) = self.frames.split_at_mut(self.top);
        let top = &mut top[0];
        top.has_map[i] = true;
        let mut changed = top.points;
        for frame in before.iter().rev() {
            if frame.has_map[i] {
                return top.attacks[i].follow(&frame.attacks[i], board, side, changed);
            }
            changed |= frame.points;
        }
        top.attacks[i].follow(&AttackReaches::UNKNOWN, board, side, Bitboard::ALL);
    }

    /// Where the accumulators of a frame lie.
    #[inline]
    fn place(&self, frame: usize) -> Range<usize> {
        let chunks = 2 * self.network.chunks();
        frame * chunks..(frame + 1) * chunks
    }

    /// Computes the top frame: each side's accumulator from the last frame that has been computed,
    /// or from the refresh table where its perspective has changed since.
    fn compute(&mut self, board: &Board) {
        let mut known = self.top;
        let mut points = Bitboard::EMPTY;
        let mut is_kept = [true; 2];
        loop {
            let frame = &self.frames[known];
            points |= frame.points;
            is_kept = [0, 1].map(|side| is_kept[side] & frame.is_perspective_kept[side]);
            if known == 0 {
                break; // it keeps no perspective
            }
            known -= 1;
            if self.frames[known].is_computed {
                break;
            }
        }
        for side in Color::ALL {
            self.compute_map(board, side);
        }
        let chunks = self.network.chunks();
        let (before, top) = self.frames.split_at_mut(self.top);
        let top = &mut top[0];
        top.inputs.set(board, &top.attacks.each_ref().map(|attacks| *attacks.map()));
        top.is_computed = true;
        if let Some(before) = before.get(known) {
            self.difference.find(&before.inputs, &top.inputs, points, &top.perspectives, chunks);
        }
        for us in Color::ALL {
            if is_kept[us.index()] {
                self.update(known, us.index());
            } else {
                self.take_refreshed(us);
            }
        }
    }

    /// Computes the top frame's accumulator of a side from an earlier one and the difference.
    #[inline]
    fn update(&mut self, known: usize, side: usize) {
        let chunks = self.network.chunks();
        let [source, target] =
            [known, self.top].map(|frame| self.place(frame).start + side * chunks);
        let (before, after) = self.values.split_at_mut(target);
        let [added, removed] = self.difference.rows(side);
        self.kernels.update(
            &mut after[..chunks],
            &before[source..][..chunks],
            self.network.inputs(),
            added,
            removed,
        );
    }

    /// Takes the top frame's accumulator from the refresh table.
    #[cold]
    fn take_refreshed(&mut self, us: Color) {
        let Frame { perspectives, inputs, .. } = &self.frames[self.top];
        let perspective = perspectives[us.index()];
        let values =
            self.refreshed.accumulator(&self.network, self.kernels, us, perspective, inputs);
        let chunks = values.len();
        let start = (2 * self.top + us.index()) * chunks;
        self.values[start..start + chunks].copy_from_slice(values);
    }
}

impl Observer for Evaluator {
    #[inline]
    fn made(&mut self, piece: Piece, from: Square, to: Square, captured: Option<Piece>) {
        let before = self.frames[self.top].perspectives;
        let mut perspectives = before;
        if piece.kind() == PieceType::King {
            self.kings[piece.color().index()] = to;
            perspectives = self.perspectives();
        }
        self.pieces -= usize::from(captured.is_some());
        self.top += 1;
        let is_perspective_kept = [before[0] == perspectives[0], before[1] == perspectives[1]];
        let points = Bitboard::of(from) | Bitboard::of(to);
        if let Some(frame) = self.frames.get_mut(self.top) {
            // Field by field: built elsewhere and copied in larger pieces, it would
            // have to wait for its own parts.
            frame.points = points;
            frame.perspectives = perspectives;
            frame.is_perspective_kept = is_perspective_kept;
            frame.is_computed = false;
            frame.has_map = [false; 2];
        } else {
            self.push_frame(Frame {
                points,
                perspectives,
                is_perspective_kept,
                is_computed: false,
                inputs: ActiveInputs::NONE,
                has_map: [false; 2],
                attacks: [AttackReaches::UNKNOWN; 2],
            });
        }
    }

    #[inline]
    fn unmade(&mut self, piece: Piece, from: Square, _: Square, captured: Option<Piece>) {
        if piece.kind() == PieceType::King {
            self.kings[piece.color().index()] = from;
        }
        self.pieces += usize::from(captured.is_some());
        if self.top > 0 {
            self.top -= 1;
        } else {
            self.put_first_frame(); // before the first frame nothing is known
        }
    }
}

#[cfg(test)]
mod tests;
