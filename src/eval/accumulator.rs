//! The hidden layers of the line that a search looks at, kept up to date as
//! late as possible: making a move only writes down what changed, and nothing is
//! computed until an evaluation is asked for. Then the changes since the last
//! computed ply are applied, or, where a side's view of the board has changed
//! meanwhile, the layer is derived from the last one with the same view (the
//! "Finny table" of Koivisto, chessprogramming.org).

use std::ops::Range;
use std::sync::Arc;

use crate::board::{Board, Observer};
use crate::eval::Evaluation;
use crate::eval::counts::Counts;
use crate::eval::features::View;
use crate::eval::network::Network;
use crate::eval::simd::{Kernels, Lane, Step, kernels};
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
    /// Whose layer has been computed.
    is_computed: [bool; 2],
}

/// A layer computed some time ago, and the pieces that it stands for.
#[derive(Clone)]
struct Remembered {
    values: Vec<Lane>,
    pieces: [Bitboard; Piece::COUNT],
}

/// A network with everything that it keeps up to date while moves are made: the
/// hidden layers of a line. It must be told of every move ([`Observer`]);
/// [`Evaluator::refresh`] starts it anew.
#[derive(Clone)]
pub struct Evaluator {
    network: Arc<Network>,
    kernels: &'static Kernels,
    kings: [Square; 2],
    counts: [Counts; 2],
    frames: Vec<Frame>,
    /// The frame that the board is at; later ones are left over.
    top: usize,
    /// For each frame Red's layer and Black's.
    values: Vec<Lane>,
    /// By side, then by view.
    remembered: [Vec<Option<Box<Remembered>>>; 2],
}

impl Evaluator {
    /// The built-in network, in step with a board.
    pub fn new(board: &Board) -> Evaluator {
        Evaluator::of(&Evaluation::default(), board)
    }

    /// A network, in step with a board.
    pub fn of(evaluation: &Evaluation, board: &Board) -> Evaluator {
        let network = Arc::clone(evaluation.network());
        let views = View::count(network.architecture().buckets);
        let mut evaluator = Evaluator {
            network,
            kernels: kernels(),
            kings: Color::ALL.map(|color| board.king(color)),
            counts: [Counts::default(); 2],
            frames: Vec::new(),
            top: 0,
            values: Vec::new(),
            remembered: [vec![None; views], vec![None; views]],
        };
        evaluator.refresh(board);
        evaluator
    }

    /// Starts anew from a board.
    pub fn refresh(&mut self, board: &Board) {
        self.kings = Color::ALL.map(|color| board.king(color));
        self.counts = [Counts::default(); 2];
        for sq in board.occupied() {
            if let Some(piece) = board.piece_at(sq) {
                self.counts[piece.color().index()].add(piece.kind());
            }
        }
        self.frames.clear();
        self.values.clear();
        self.top = 0;
        self.put_first_frame();
    }

    fn views(&self) -> [View; 2] {
        let buckets = self.network.architecture().buckets;
        Color::ALL.map(|us| View::new(buckets, us, self.kings, self.counts[us.index()]))
    }

    /// A frame that knows nothing of those before it.
    fn put_first_frame(&mut self) {
        let views = self.views();
        let none = [false; 2];
        let frame = Frame { change: None, views, is_view_kept: none, is_computed: none };
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
        let output = self.network.architecture().output(Counts::total(self.counts));
        let own = board.side().index();
        let frame = &self.frames[self.top];
        let sum = if frame.is_computed == [false; 2]
            && frame.is_view_kept == [true; 2]
            && let Some(change) = frame.change
            && self.frames[self.top - 1].is_computed == [true; 2]
        {
            self.step(change, own, output)
        } else {
            self.compute_all(board);
            let layers = &self.values[self.place(self.top)];
            let (red, black) = layers.split_at(self.network.lanes());
            let hidden = if own == 0 { [red, black] } else { [black, red] };
            self.kernels.output(hidden, self.network.output_weights(output))
        };
        self.network.to_score(output, sum)
    }

    /// Where the layers of a frame lie.
    #[inline]
    fn place(&self, frame: usize) -> Range<usize> {
        let lanes = 2 * self.network.lanes();
        frame * lanes..(frame + 1) * lanes
    }

    /// The usual case, at once: the top frame's layers from those of the frame
    /// before, and the sum of the output.
    #[inline]
    fn step(&mut self, change: Change, own: usize, output: usize) -> i32 {
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
        let row =
            |us: Color, piece: Piece, sq: Square| network.row(views[us.index()].row(us, piece, sq));
        let rows = |piece, sq| [row(sides[0], piece, sq), row(sides[1], piece, sq)];
        let (added, removed) = (rows(piece, to), rows(piece, from));
        let weights = network.output_weights(output);
        let sum = match captured {
            None => {
                let removed = [[removed[0]], [removed[1]]];
                self.kernels.step(Step { to: target, from: source, added, removed, weights })
            }
            Some(victim) => {
                let victims = rows(victim, to);
                let removed = [[removed[0], victims[0]], [removed[1], victims[1]]];
                self.kernels.step_capture(Step {
                    to: target,
                    from: source,
                    added,
                    removed,
                    weights,
                })
            }
        };
        self.frames[self.top].is_computed = [true; 2];
        sum
    }

    /// Computes what is missing of the top frame.
    fn compute_all(&mut self, board: &Board) {
        for us in Color::ALL {
            if !self.frames[self.top].is_computed[us.index()] {
                self.compute(us, board);
            }
        }
    }

    /// Computes the top frame's layer of one side, and those that it goes through.
    fn compute(&mut self, us: Color, board: &Board) {
        let side = us.index();
        let line = &self.frames[..=self.top];
        // The last frame from which changes can be followed.
        let known =
            line.iter().rposition(|frame| frame.is_computed[side] || !frame.is_view_kept[side]);
        match known {
            Some(known) if self.frames[known].is_computed[side] => {
                for frame in known + 1..=self.top {
                    self.advance(frame, us);
                }
            }
            _ => self.recall(us, board),
        }
        self.frames[self.top].is_computed[side] = true;
    }

    /// Computes a frame's layer from the one before it.
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
        let row = |piece: Piece, sq: Square| self.network.row(view.row(us, piece, sq));
        let (added, removed) = (row(piece, to), row(piece, from));
        match captured {
            None => self.kernels.shift(target, source, added, removed),
            Some(victim) => {
                self.kernels.capture(target, source, added, [removed, row(victim, to)]);
            }
        }
        self.frames[frame].is_computed[us.index()] = true;
    }

    /// Computes the top frame's layer from the last one with the same view.
    #[cold]
    fn recall(&mut self, us: Color, board: &Board) {
        let view = self.frames[self.top].views[us.index()];
        let network = &*self.network;
        let lanes = network.lanes();
        let memory = self.remembered[us.index()][view.index()].get_or_insert_with(|| {
            let values = network.biases().to_vec();
            Box::new(Remembered { values, pieces: [Bitboard::EMPTY; Piece::COUNT] })
        });
        let (mut added, mut removed) = ([0; 32], [0; 32]);
        let (mut more, mut less) = (0, 0);
        for piece in Piece::all() {
            let now = board.pieces(piece.color(), piece.kind());
            let then = std::mem::replace(&mut memory.pieces[piece.index()], now);
            for sq in now & !then {
                added[more] = view.row(us, piece, sq) * lanes;
                more += 1;
            }
            for sq in then & !now {
                removed[less] = view.row(us, piece, sq) * lanes;
                less += 1;
            }
        }
        let table = network.inputs();
        self.kernels.change(&mut memory.values, table, &added[..more], &removed[..less]);
        let start = (2 * self.top + us.index()) * lanes;
        self.values[start..start + lanes].copy_from_slice(&memory.values);
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
            self.push_frame(Frame { change, views, is_view_kept, is_computed });
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
mod tests {
    use super::*;
    use crate::board::{NullObserver, Setup};
    use crate::eval::network::tests::{architecture, random_network};
    use crate::random::Random;

    fn evaluation(shape: &str, seed: u64) -> Evaluation {
        Evaluation::Network(Arc::new(random_network(architecture(shape), seed)))
    }

    fn check(evaluator: &mut Evaluator, board: &Board, what: &str) {
        let score = evaluator.evaluate(board);
        let network = &evaluator.network;
        assert_eq!(score, network.evaluate(evaluator.kernels, board), "{what} {board:?}");
        for us in Color::ALL {
            let expected = network.hidden(evaluator.kernels, us, board);
            let lanes = network.lanes();
            let layers = &evaluator.values[evaluator.place(evaluator.top)];
            let layer = &layers[us.index() * lanes..][..lanes];
            assert!(layer == &expected[..], "{what} {us} {board:?}");
        }
    }

    #[test]
    fn layers_kept_up_to_date_equal_those_computed_anew() {
        let starts = [
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
            // Kings that run, few attackers: views change often.
            "3k5/4a4/4b4/9/2n6/6R2/P8/4B4/4A4/5K3 w - - 0 1",
            "4k4/9/9/2p1P4/9/9/2c3p2/9/3r5/5K3 b - - 0 1",
        ];
        let mut random = Random::new(&[1]);
        let mut recalls = 0;
        for (seed, shape) in
            ["689k1a1-32x2-1", "689k1a4-64x2-8", "689k3a4-160x2-4"].iter().enumerate()
        {
            let network = evaluation(shape, seed as u64);
            for start in starts.iter().cycle().take(24) {
                let mut board = start.parse::<Setup>().and_then(|setup| setup.to_board()).unwrap();
                let mut evaluator = Evaluator::of(&network, &board);
                // Walks up and down the tree as a search does, evaluating now and then.
                let mut line: Vec<(_, _)> = Vec::new();
                for _ in 0..400 {
                    let moves = board.legal_moves();
                    if moves.is_empty() || line.len() >= 60 || random.below(3) == 0 {
                        if let Some((mv, undo)) = line.pop() {
                            board.unmake(mv, &undo, &mut evaluator);
                        }
                    } else {
                        let captures: Vec<_> =
                            moves.iter().filter(|mv| board.piece_at(mv.to()).is_some()).collect();
                        let mv = match captures.len() {
                            n if n > 0 && random.below(4) == 0 => *captures[random.below(n)],
                            _ => moves[random.below(moves.len())],
                        };
                        let before = evaluator.frames[evaluator.top].views;
                        line.push((mv, board.make(mv, &mut evaluator)));
                        recalls += usize::from(before != evaluator.frames[evaluator.top].views);
                    }
                    if random.below(3) == 0 {
                        check(&mut evaluator, &board, "in the line");
                    }
                }
                while let Some((mv, undo)) = line.pop() {
                    board.unmake(mv, &undo, &mut evaluator);
                    check(&mut evaluator, &board, "on the way back");
                }
                evaluator.refresh(&board);
                check(&mut evaluator, &board, "refreshed");
            }
        }
        assert!(recalls > 500, "only {recalls} changes of view");
    }

    #[test]
    fn moves_made_before_the_beginning_can_be_taken_back() {
        let network = evaluation("689k3a4-32x2-1", 3);
        let mut board = Board::start();
        let mut line = Vec::new();
        for ply in 0..80_usize {
            let moves = board.legal_moves();
            let mv = moves[ply * 31 % moves.len()];
            let undo = board.make(mv, &mut NullObserver);
            line.push((mv, undo));
        }
        let mut evaluator = Evaluator::of(&network, &board);
        while let Some((mv, undo)) = line.pop() {
            board.unmake(mv, &undo, &mut evaluator);
            if line.len() % 3 == 0 {
                check(&mut evaluator, &board, "before the beginning");
            }
        }
    }
}
