//! The evaluation of a network as `docs/authors/network.md` defines it: a loop over all inputs,
//! with wide integers, and for Black with the colours exchanged.

use crate::board::Setup;
use crate::eval::{Architecture, Network, Weights};
use crate::types::{Color, Piece, PieceType, Square};

/// One in the arithmetic of the first layer, and of the output weights.
const ONES: [i64; 2] = [255, 64];

/// A network as plain numbers.
#[derive(Clone, Debug)]
pub struct PlainNetwork {
    architecture: Architecture,
    scale: i64,
    weights: Weights,
}

impl PlainNetwork {
    /// The numbers of a network.
    pub fn of(network: &Network) -> PlainNetwork {
        PlainNetwork {
            architecture: network.architecture(),
            scale: network.scale().into(),
            weights: network.weights(),
        }
    }

    /// The score for the side to move, in units.
    pub fn evaluate(&self, setup: &Setup) -> i64 {
        let own = if setup.side == Color::Red { setup.clone() } else { setup.flipped() };
        let mut other = own.flipped();
        other.side = Color::Red;
        let pieces = own.pieces.iter().flatten().count();
        let value = self.output([&own, &other].map(|setup| self.accumulator(setup)), pieces);
        value * self.scale / (ONES[0] * ONES[1])
    }

    /// What follows the accumulators; that of the side to move comes first.
    fn output(&self, accumulators: [Vec<i64>; 2], pieces: usize) -> i64 {
        let Architecture { hidden, outputs } = self.architecture;
        let bucket = (pieces - 2) * outputs / 31;
        let mut sum = 0;
        for (half, values) in accumulators.iter().enumerate() {
            for (neuron, value) in values.iter().enumerate() {
                let active = value.clamp(&0, &ONES[0]);
                let weight = self.weights.outputs[(bucket * 2 + half) * hidden + neuron];
                sum += active * active / 2 * i64::from(weight);
            }
        }
        2 * sum / ONES[0] + i64::from(self.weights.output_biases[bucket])
    }

    /// The sums of the first layer as Red sees the board.
    fn accumulator(&self, setup: &Setup) -> Vec<i64> {
        let king = |setup: &Setup, color| find(setup, Piece::new(color, PieceType::King));
        let files = Color::ALL.map(|color| king(setup, color).file());
        let mirrors = files[0] > 4 || files[0] == 4 && files[1] > 4;
        let setup = if mirrors { setup.mirrored() } else { setup.clone() };

        let hidden = self.architecture.hidden;
        let mut values: Vec<i64> = self.weights.biases.iter().map(|&bias| bias.into()).collect();
        let all = inputs();
        for sq in Square::all() {
            let Some(piece) = setup.pieces[sq.index()] else { continue };
            let place = (piece, input_point(piece, sq));
            let Some(input) = all.iter().position(|known| *known == place) else {
                unreachable!("{piece:?} on {sq}")
            };
            let row = (threat_bucket(&setup, piece, sq) * all.len() + input) * hidden;
            for (value, weight) in values.iter_mut().zip(&self.weights.inputs[row..]) {
                *value += i64::from(*weight);
            }
        }
        values
    }
}

/// Where a piece is taken to stand: a pawn where none can get to counts on the nearest point of
/// its start or its first step, and of two that are as near on the one at the edge of the board.
fn input_point(piece: Piece, sq: Square) -> Square {
    let home = sq.relative_to(piece.color());
    if is_within_reach(piece.kind(), home) {
        return sq;
    }
    let file = match home.file() {
        1 => 0,
        3 => 2,
        5 => 6,
        7 => 8,
        file => file,
    };
    Square::new(file, home.rank().max(3)).relative_to(piece.color())
}

/// The threat bucket of a piece on a point: by what it is attacked, and whether it is protected,
/// found by trying all pieces.
fn threat_bucket(setup: &Setup, piece: Piece, sq: Square) -> usize {
    let (mut attacked, mut protected) = (0, 0);
    for from in Square::all() {
        let Some(other) = setup.pieces[from.index()] else { continue };
        if !attacks(setup, other, from, sq) {
            continue;
        }
        if other.color() == piece.color() {
            protected = 3;
        } else {
            attacked = attacked.max(match other.kind() {
                PieceType::King | PieceType::Rook => 1,
                PieceType::Knight | PieceType::Cannon => 2,
                PieceType::Pawn | PieceType::Advisor | PieceType::Bishop => 3,
            });
        }
    }
    if attacked == 0 { 0 } else { attacked + protected }
}

/// Whether a piece attacks a point.
fn attacks(setup: &Setup, piece: Piece, from: Square, to: Square) -> bool {
    let is_taken = |file: i32, rank: i32| {
        setup.pieces[Square::new(file as usize, rank as usize).index()].is_some()
    };
    let at = |sq: Square| (sq.file() as i32, sq.rank() as i32);
    let ((x, y), (to_x, to_y)) = (at(from), at(to));
    let (dx, dy) = (to_x - x, to_y - y);
    let (wide, high) = (dx.abs(), dy.abs());
    let home = |sq: Square| sq.relative_to(piece.color());
    let is_in_palace = |sq: Square| (3..=5).contains(&sq.file()) && home(sq).rank() < 3;
    // Pieces between the two points of a file or rank.
    let between = || {
        let steps = wide.max(high);
        (1..steps).filter(|i| is_taken(x + dx.signum() * i, y + dy.signum() * i)).count()
    };
    let is_line = (dx == 0) != (dy == 0);
    match piece.kind() {
        PieceType::King => is_in_palace(to) && wide + high == 1,
        PieceType::Advisor => is_in_palace(to) && wide == 1 && high == 1,
        PieceType::Bishop => {
            home(to).rank() < 5 && wide == 2 && high == 2 && !is_taken(x + dx / 2, y + dy / 2)
        }
        PieceType::Knight => {
            wide.min(high) == 1 && wide.max(high) == 2 && !is_taken(x + dx / 2, y + dy / 2)
        }
        PieceType::Rook => is_line && between() == 0,
        PieceType::Cannon => is_line && between() == 1,
        PieceType::Pawn => {
            let forward = if piece.color() == Color::Red { 1 } else { -1 };
            dx == 0 && dy == forward || home(from).rank() > 4 && wide == 1 && dy == 0
        }
    }
}

fn find(setup: &Setup, piece: Piece) -> Square {
    let mut squares = Square::all().filter(|sq| setup.pieces[sq.index()] == Some(piece));
    let Some(sq) = squares.next() else { unreachable!("no {piece:?}") };
    sq
}

/// All inputs in their order: the own pieces, then the enemy's; by type; by
/// rank and file from the back rank of the piece's owner.
fn inputs() -> Vec<(Piece, Square)> {
    let mut list = Vec::new();
    for color in Color::ALL {
        for kind in PieceType::ALL {
            for home in Square::all().filter(|&home| is_within_reach(kind, home)) {
                let is_mirrored_away =
                    color == Color::Red && kind == PieceType::King && home.file() == 5;
                if !is_mirrored_away {
                    list.push((Piece::new(color, kind), home.relative_to(color)));
                }
            }
        }
    }
    list
}

/// Whether a piece can ever stand there, seen from its own side.
fn is_within_reach(kind: PieceType, home: Square) -> bool {
    const ADVISORS: [&str; 5] = ["d0", "f0", "e1", "d2", "f2"];
    const BISHOPS: [&str; 7] = ["c0", "g0", "a2", "e2", "i2", "c4", "g4"];
    let name = home.to_string();
    match kind {
        PieceType::King => (3..=5).contains(&home.file()) && home.rank() < 3,
        PieceType::Advisor => ADVISORS.contains(&name.as_str()),
        PieceType::Bishop => BISHOPS.contains(&name.as_str()),
        PieceType::Knight | PieceType::Rook | PieceType::Cannon => true,
        PieceType::Pawn => match home.rank() {
            0..3 => false,
            3 | 4 => home.file().is_multiple_of(2),
            _ => true,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{AttackMap, Board, NullObserver};
    use crate::eval::ThreatBuckets;

    #[test]
    fn threat_buckets_of_the_fast_version_are_the_same() {
        let mut seen = [0; 7];
        for seed in 0..20_usize {
            let mut board = Board::start();
            let mut before = ThreatBuckets::NONE;
            let mut old = [0; Square::COUNT];
            for ply in 0..200_usize {
                let maps = Color::ALL.map(|side| AttackMap::new(&board, side));
                let buckets = ThreatBuckets::new(&board, &maps);
                let changed = buckets.changed(&before);
                let mut setup = Setup::start();
                setup.pieces = *board.pieces_by_point();
                for sq in Square::all() {
                    let expected =
                        board.piece_at(sq).map_or(0, |piece| threat_bucket(&setup, piece, sq));
                    assert_eq!(buckets.of(sq), expected, "{sq} of {board:?}");
                    assert_eq!(changed.contains(sq), expected != old[sq.index()], "{sq}");
                    old[sq.index()] = expected;
                    seen[expected] += 1;
                }
                before = buckets;
                let moves = board.legal_moves();
                if moves.is_empty() {
                    break;
                }
                board.make(moves[(ply * 7919 + seed * 31) % moves.len()], &mut NullObserver);
            }
        }
        assert!(seen.iter().all(|&count| count > 20), "{seen:?}");
    }
}
