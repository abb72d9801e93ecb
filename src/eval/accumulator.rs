//! The accumulators (the sums of the first layer) of the line that a search
//! looks at. Making a move only stores what changed; nothing is computed until
//! an evaluation is asked for. Then the changes since the last computed ply are
//! applied or, where a side's view of the board has changed meanwhile, the
//! accumulator is taken from the refresh table.

use std::ops::Range;
use std::sync::Arc;

use crate::board::{AttackMap, Board, Observer};
use crate::eval::Evaluation;
use crate::eval::counts::PieceCounts;
use crate::eval::features::View;
use crate::eval::inputs::{ActiveInputs, Difference};
use crate::eval::network::Network;
use crate::eval::refresh::RefreshTable;
use crate::eval::simd::{Kernels, Lane, Update, kernels};
use crate::types::{Bitboard, Color, Piece, PieceType, Score, Square};

/// What a move changed.
#[derive(Clone, Copy, Debug)]
struct Change {
    piece: Piece,
    from: Square,
    to: Square,
    captured: Option<Piece>,
}

/// A ply of the line.
#[derive(Clone, Copy, Debug)]
struct Frame {
    /// The move that led here; `None` for the first.
    change: Option<Change>,
    /// How each side looks at the board.
    views: [View; 2],
    /// Whose view is that of the ply before.
    is_view_kept: [bool; 2],
    /// Whose accumulator has been computed.
    is_computed: [bool; 2],
    /// What the accumulators were computed from; stale until one of them is computed.
    inputs: ActiveInputs,
}

/// Evaluates the positions of a line, with a network whose accumulators are
/// updated move by move. It must be told of every move ([`Observer`]);
/// [`Evaluator::refresh`] starts from another position.
#[derive(Clone)]
pub struct Evaluator {
    network: Arc<Network>,
    kernels: &'static Kernels,
    kings: [Square; 2],
    counts: [PieceCounts; 2],
    frames: Vec<Frame>,
    /// The frame of the position on the board; later ones are left over.
    top: usize,
    /// For each frame Red's accumulator and Black's.
    values: Vec<Lane>,
    refreshed: RefreshTable,
    /// Reused by [`Evaluator::find_difference`], so that it need not be cleared each time.
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
        let refreshed = RefreshTable::new(network.architecture().buckets);
        let mut evaluator = Evaluator {
            network,
            kernels: kernels(),
            kings: Color::ALL.map(|color| board.king(color)),
            counts: [PieceCounts::default(); 2],
            frames: Vec::new(),
            top: 0,
            values: Vec::new(),
            refreshed,
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
        self.counts = [PieceCounts::default(); 2];
        for sq in board.occupied() {
            if let Some(piece) = board.piece_at(sq) {
                self.counts[piece.color().index()].add(piece.kind());
            }
        }
        self.top = 0;
        self.put_first_frame();
        // At once: a search finds the root's evaluation in the transposition table and would
        // never compute what all its lines begin with.
        self.compute_all(board);
    }

    fn views(&self) -> [View; 2] {
        let buckets = self.network.architecture().buckets;
        Color::ALL.map(|us| View::new(buckets, us, self.kings, self.counts[us.index()]))
    }

    /// Makes the top frame one that knows nothing of those before it.
    fn put_first_frame(&mut self) {
        let views = self.views();
        let none = [false; 2];
        let inputs = ActiveInputs::NONE;
        let frame = Frame { change: None, views, is_view_kept: none, is_computed: none, inputs };
        match self.frames.get_mut(self.top) {
            Some(place) => *place = frame,
            None => self.push_frame(frame),
        }
    }

    #[cold]
    fn push_frame(&mut self, frame: Frame) {
        self.frames.push(frame);
        let length = self.frames.len() * 2 * self.network.lanes();
        self.values.resize(length, Lane::ZERO);
    }

    /// The score of the position for the side to move, in units of about a
    /// hundredth of a pawn. The board must be the one that all moves were
    /// reported of.
    #[inline]
    pub fn evaluate(&mut self, board: &Board) -> Score {
        let pieces = PieceCounts::total(self.counts);
        let own = board.side().index();
        let frame = &self.frames[self.top];
        let value = if frame.is_computed == [false; 2]
            && self.network.architecture().buckets.threat == 1
            && frame.is_view_kept == [true; 2]
            && let Some(change) = frame.change
            && self.frames[self.top - 1].is_computed == [true; 2]
        {
            self.step(change, own, pieces)
        } else {
            self.compute_all(board);
            let both = &self.values[self.place(self.top)];
            let (red, black) = both.split_at(self.network.lanes());
            let accumulators = if own == 0 { [red, black] } else { [black, red] };
            self.network.output().value(self.kernels, accumulators, pieces)
        };
        self.network.to_score(value)
    }

    /// What a side attacks, on the board that all moves were reported of.
    #[inline]
    pub fn attack_map(&self, board: &Board, side: Color) -> AttackMap {
        let top = &self.frames[self.top];
        if self.network.architecture().buckets.threat > 1 && top.is_computed != [false; 2] {
            *top.inputs.attack_map(side)
        } else {
            AttackMap::new(board, side)
        }
    }

    /// Where the accumulators of a frame lie.
    #[inline]
    fn place(&self, frame: usize) -> Range<usize> {
        let lanes = 2 * self.network.lanes();
        frame * lanes..(frame + 1) * lanes
    }

    /// Without threat buckets, the usual case in one call of a kernel: computes the top frame's
    /// accumulators from those of the frame before, and the value.
    #[inline]
    fn step(&mut self, change: Change, own: usize, pieces: usize) -> i64 {
        let Change { piece, from, to, captured } = change;
        let network = &*self.network;
        let lanes = network.lanes();
        let target = self.place(self.top);
        let (before, after) = self.values.split_at_mut(target.start);
        let (red, black) = after[..2 * lanes].split_at_mut(lanes);
        let target = if own == 0 { [red, black] } else { [black, red] };
        let (red, black) = before[before.len() - 2 * lanes..].split_at(lanes);
        let source = if own == 0 { [red, black] } else { [black, red] };
        let sides = [Color::ALL[own], Color::ALL[1 - own]];
        let views = &self.frames[self.top].views;
        let row = |us: Color, piece: Piece, sq: Square| {
            network.row(views[us.index()].row(us, piece, sq, 0))
        };
        let rows = |piece, sq| [row(sides[0], piece, sq), row(sides[1], piece, sq)];
        let (added, removed) = (rows(piece, to), rows(piece, from));
        let value = match captured {
            None => {
                let removed = [[removed[0]], [removed[1]]];
                let update = Update { to: target, from: source, added, removed };
                network.output().step(self.kernels, update, pieces)
            }
            Some(victim) => {
                let victims = rows(victim, to);
                let removed = [[removed[0], victims[0]], [removed[1], victims[1]]];
                let update = Update { to: target, from: source, added, removed };
                network.output().step_capture(self.kernels, update, pieces)
            }
        };
        self.frames[self.top].is_computed = [true; 2];
        value
    }

    /// Computes what is missing of the top frame.
    fn compute_all(&mut self, board: &Board) {
        let buckets = self.network.architecture().buckets;
        let top = self.top;
        if self.frames[top].is_computed != [true; 2] {
            self.frames[top].inputs.set(buckets, board);
        }
        let mut found = None; // the frame that the difference is from
        for us in Color::ALL {
            let side = us.index();
            if self.frames[top].is_computed[side] {
                continue;
            }
            match self.known(side) {
                Some(known) if buckets.threat == 1 => {
                    for frame in known + 1..=top {
                        self.advance(frame, us);
                    }
                }
                Some(known) => {
                    if found != Some(known) {
                        self.find_difference(known);
                        found = Some(known);
                    }
                    self.update(known, side);
                }
                None => self.take_refreshed(us),
            }
            self.frames[top].is_computed[side] = true;
        }
    }

    /// The last frame with an accumulator of this side from which changes can be followed.
    #[inline]
    fn known(&self, side: usize) -> Option<usize> {
        let line = &self.frames[..=self.top];
        let known =
            line.iter().rposition(|frame| frame.is_computed[side] || !frame.is_view_kept[side])?;
        self.frames[known].is_computed[side].then_some(known)
    }

    /// Finds the rows by which the top frame differs from one that has been computed: those of
    /// the points of all moves in between, and of all pieces whose threat bucket is another.
    fn find_difference(&mut self, known: usize) {
        let Evaluator { network, frames, difference, .. } = self;
        let (before, top) = (&frames[known].inputs, &frames[self.top]);
        let mut points = Bitboard::EMPTY;
        for frame in &frames[known + 1..=self.top] {
            if let Some(Change { from, to, .. }) = frame.change {
                points |= Bitboard::of(from) | Bitboard::of(to);
            }
        }
        difference.find(before, &top.inputs, points, &top.views, network.lanes());
    }

    /// Computes the top frame's accumulator of a side from an earlier one and the difference.
    fn update(&mut self, known: usize, side: usize) {
        let lanes = self.network.lanes();
        let [source, target] =
            [known, self.top].map(|frame| self.place(frame).start + side * lanes);
        let (before, after) = self.values.split_at_mut(target);
        let [added, removed] = self.difference.rows(side);
        self.kernels.update(
            &mut after[..lanes],
            &before[source..][..lanes],
            self.network.inputs(),
            added,
            removed,
        );
    }

    /// Computes a frame's accumulator from the one before it.
    fn advance(&mut self, frame: usize, us: Color) {
        let Frame { change: Some(Change { piece, from, to, captured }), views, .. } =
            self.frames[frame]
        else {
            return;
        };
        let view = views[us.index()];
        let lanes = self.network.lanes();
        let target = self.place(frame).start + us.index() * lanes;
        let (before, after) = self.values.split_at_mut(target);
        let (source, target) = (&before[target - 2 * lanes..][..lanes], &mut after[..lanes]);
        let row = |piece: Piece, sq: Square| self.network.row(view.row(us, piece, sq, 0));
        let (added, removed) = (row(piece, to), row(piece, from));
        match captured {
            None => self.kernels.shift(target, source, added, removed),
            Some(victim) => {
                self.kernels.capture(target, source, added, [removed, row(victim, to)]);
            }
        }
        self.frames[frame].is_computed[us.index()] = true;
    }

    /// Takes the top frame's accumulator from the refresh table.
    #[cold]
    fn take_refreshed(&mut self, us: Color) {
        let view = self.frames[self.top].views[us.index()];
        let inputs = &self.frames[self.top].inputs;
        let values = self.refreshed.accumulator(&self.network, self.kernels, us, view, inputs);
        let lanes = values.len();
        let start = (2 * self.top + us.index()) * lanes;
        self.values[start..start + lanes].copy_from_slice(values);
    }
}

impl Observer for Evaluator {
    #[inline]
    fn made(&mut self, piece: Piece, from: Square, to: Square, captured: Option<Piece>) {
        let before = self.frames[self.top].views;
        let mut views = before;
        let is_king = piece.kind() == PieceType::King;
        if is_king {
            self.kings[piece.color().index()] = to;
        }
        if let Some(victim) = captured {
            self.counts[victim.color().index()].remove(victim.kind());
        }
        if is_king || captured.is_some() {
            views = self.views();
        }
        self.top += 1;
        let is_view_kept = [before[0] == views[0], before[1] == views[1]];
        let change = Some(Change { piece, from, to, captured });
        let is_computed = [false; 2];
        if let Some(frame) = self.frames.get_mut(self.top) {
            // Field by field: built elsewhere and copied in larger pieces, it would
            // have to wait for its own parts.
            frame.change = change;
            frame.views = views;
            frame.is_view_kept = is_view_kept;
            frame.is_computed = is_computed;
        } else {
            let inputs = ActiveInputs::NONE;
            self.push_frame(Frame { change, views, is_view_kept, is_computed, inputs });
        }
    }

    #[inline]
    fn unmade(&mut self, piece: Piece, from: Square, _: Square, captured: Option<Piece>) {
        if piece.kind() == PieceType::King {
            self.kings[piece.color().index()] = from;
        }
        if let Some(victim) = captured {
            self.counts[victim.color().index()].add(victim.kind());
        }
        if self.top > 0 {
            self.top -= 1;
        } else {
            self.put_first_frame(); // before the first frame nothing is known
        }
    }
}

#[cfg(test)]
mod tests;
