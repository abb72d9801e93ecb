//! What a network says, computed as its documentation defines it
//! (`docs/network.md`): by walking over all inputs, with wide integers, and for
//! Black by exchanging the colours of the position.

use crate::board::Setup;
use crate::types::{Color, Piece, PieceType, Square};

/// One in the arithmetic of the hidden layer, and of the output weights.
const ONES: [i64; 2] = [255, 64];

/// A network as plain numbers.
#[derive(Clone, Copy, Debug)]
pub struct Definition<'a> {
    /// Number of king buckets, 1 or 3.
    pub kings: usize,
    /// Number of attack buckets, 1 or 4.
    pub attacks: usize,
    /// Neurons of each side.
    pub hidden: usize,
    /// Number of outputs.
    pub outputs: usize,
    /// Score units for one.
    pub scale: i64,
    /// Input weights: by bucket, by input, by neuron.
    pub inputs: &'a [i16],
    /// Added to each neuron.
    pub biases: &'a [i16],
    /// Output weights: by output, the own half first.
    pub output_weights: &'a [i16],
    /// Added to each output.
    pub output_biases: &'a [i32],
}

/// The score for the side to move, in units.
pub fn evaluate(definition: &Definition, setup: &Setup) -> i64 {
    let own = if setup.side == Color::Red { setup.clone() } else { setup.flipped() };
    let mut other = own.flipped();
    other.side = Color::Red;
    let pieces = own.pieces.iter().flatten().count();
    let output = (pieces - 2) * definition.outputs / 31;
    let mut sum = 0;
    for (half, view) in [own, other].iter().enumerate() {
        for (neuron, value) in hidden(definition, view).into_iter().enumerate() {
            let at = (output * 2 + half) * definition.hidden + neuron;
            let active = value.clamp(0, ONES[0]);
            sum += active * active * i64::from(definition.output_weights[at]);
        }
    }
    let total = sum / ONES[0] + i64::from(definition.output_biases[output]);
    total * definition.scale / (ONES[0] * ONES[1])
}

/// The hidden layer as Red sees the board.
fn hidden(definition: &Definition, setup: &Setup) -> Vec<i64> {
    let king = |setup: &Setup, color| find(setup, Piece::new(color, PieceType::King));
    let files = Color::ALL.map(|color| king(setup, color).file());
    let mirrors = files[0] > 4 || files[0] == 4 && files[1] > 4;
    let setup = if mirrors { setup.mirrored() } else { setup.clone() };

    let home = king(&setup, Color::Red);
    let mut bucket = match (definition.kings, home.rank(), home.file()) {
        (1, ..) | (_, 0, 4) => 0,
        (_, 0, _) => 1,
        _ => 2,
    };
    if definition.attacks == 4 {
        let has = |kind| setup.pieces.contains(&Some(Piece::new(Color::Red, kind)));
        let minor = has(PieceType::Knight) || has(PieceType::Cannon);
        bucket = bucket * 4 + usize::from(has(PieceType::Rook)) * 2 + usize::from(minor);
    }

    let mut values: Vec<i64> = definition.biases.iter().map(|&bias| bias.into()).collect();
    let all = inputs();
    for (input, (piece, sq)) in all.iter().enumerate() {
        if setup.pieces[sq.index()] == Some(*piece) {
            let row = (bucket * all.len() + input) * definition.hidden;
            for (value, weight) in values.iter_mut().zip(&definition.inputs[row..]) {
                *value += i64::from(*weight);
            }
        }
    }
    values
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
