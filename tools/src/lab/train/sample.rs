//! The positions of the training data, in 48 bytes each, seen from the side to move.

use std::sync::LazyLock;

use crate::lab::datagen::StoredGame;
use crate::lab::train::lookahead::Lookahead;
use chuhe::board::{AttackMap, Board, Setup};
use chuhe::eval::{INPUTS, Perspective, THREATS, ThreatBuckets};
use chuhe::types::{Bitboard, Color, MAX_PIECES, Piece, PieceType, Square};

/// A position with its score and result. The side to move is Red: positions with Black
/// to move have their colours exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Sample {
    /// Occupied points: the lowest 64 bits.
    low: u64,
    /// The other bits.
    high: u32,
    /// The threat buckets of the pieces in order, four bits each.
    threats: [u64; 2],
    /// The pieces on these points in order, four bits each.
    pieces: [u8; MAX_PIECES / 2],
    /// The search's score for the side to move.
    pub score: i16,
    /// The game's result for the side to move: 0 lost, 1 drawn, 2 won.
    pub result: u8,
    /// Whether both kings stand on the middle file, so that the position may be
    /// mirrored without changing the perspectives.
    pub is_central: bool,
}

const _: () = assert!(size_of::<Sample>() == 48);
// The trainer numbers the rows of input weights with 16 bits.
const _: () = assert!(THREATS * INPUTS <= 1 << 16);

impl Sample {
    /// The sample of a position.
    pub fn new(board: &Board, score: i16, result: u8) -> Sample {
        let us = board.side();
        let mut occupied = 0_u128;
        for sq in board.occupied() {
            occupied |= 1 << sq.relative_to(us).index();
        }
        let mut sample = Sample { score, result, ..Sample::default() };
        (sample.low, sample.high) = (occupied as u64, (occupied >> 64) as u32);
        let maps = Color::ALL.map(|side| AttackMap::new(board, side));
        let threats = ThreatBuckets::new(board, &maps);
        for (i, sq) in Bitboard::from_bits(occupied).unwrap_or_default().into_iter().enumerate() {
            let sq = sq.relative_to(us);
            let Some(piece) = board.piece_at(sq) else { continue };
            let threat = threats.of(sq) as u64;
            sample.threats[i / 16] |= threat << (4 * (i % 16));
            let piece = if us == Color::Red { piece } else { piece.flip() };
            sample.pieces[i / 2] |= (piece.index() as u8) << (4 * (i % 2));
        }
        let middle = Square::FILES / 2;
        sample.is_central = Color::ALL.iter().all(|&color| board.king(color).file() == middle);
        sample
    }

    /// A hash of the position without its score and result.
    pub fn key(&self) -> u64 {
        let halves = self.pieces.as_chunks::<8>().0.iter().map(|half| u64::from_le_bytes(*half));
        halves.chain([self.low, self.high.into()]).fold(0, |key, part| {
            let mixed = (key ^ part).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            (mixed ^ mixed >> 29).wrapping_mul(0xff51_afd7_ed55_8ccd) ^ mixed >> 32
        })
    }

    /// Number of pieces.
    pub fn count(&self) -> usize {
        (self.low.count_ones() + self.high.count_ones()) as usize
    }

    /// The pieces with their points.
    pub fn pieces(&self) -> impl Iterator<Item = (Piece, Square)> + '_ {
        let occupied = Bitboard::from_bits(u128::from(self.low) | u128::from(self.high) << 64)
            .unwrap_or_default();
        occupied.into_iter().enumerate().map(|(i, sq)| {
            let code = self.pieces[i / 2] >> (4 * (i % 2)) & 15;
            (PIECES[usize::from(code)], sq)
        })
    }

    /// The position with Red to move.
    pub fn setup(&self) -> Setup {
        let mut setup = Setup { pieces: [None; Square::COUNT], ..Setup::start() };
        for (piece, sq) in self.pieces() {
            setup.pieces[sq.index()] = Some(piece);
        }
        setup
    }

    /// Computes the active inputs, for the side to move and for the other. `mirror`
    /// reflects the board, which is allowed only if both kings stand on the middle file.
    #[inline]
    pub fn inputs(&self, mirror: bool, inputs: &mut Inputs) {
        debug_assert!(self.is_central || !mirror);
        // Each piece as a place in the tables below, 128 for each kind of piece.
        let mut places = [0_u16; MAX_PIECES];
        let mut count = 0;
        let mut kings = [0; 2];
        let codes = u128::from_le_bytes(self.pieces);
        let (mut codes, mut later) = (codes as u64, (codes >> 64) as u64);
        for (first, mut half) in [(0, self.low), (64, u64::from(self.high))] {
            while half != 0 {
                let (sq, code) = (first + half.trailing_zeros(), (codes & 15) as u32);
                half &= half - 1;
                codes = codes >> 4 | later << 60;
                later >>= 4;
                places[count % MAX_PIECES] = (code * 128 + sq) as u16;
                count += 1;
                for (king, own) in kings.iter_mut().zip([0, PieceType::ALL.len() as u32]) {
                    *king = if code == own { sq } else { *king };
                }
            }
        }
        let kings = kings.map(|king| Square::from_index(king as usize));
        for us in Color::ALL {
            let perspective = Perspective::new(us, kings);
            let table = &TABLES[us.index()][usize::from(perspective.is_mirrored != mirror)];
            let list = &mut inputs.lists[us.index()];
            for (entry, &place) in list.iter_mut().zip(&places[..count]) {
                *entry = table[usize::from(place) % TABLE] * THREATS as u16;
            }
            let both = self.threats.map(|half| (0..16).map(move |i| half >> (4 * i) & 15));
            for (entry, threat) in list[..count].iter_mut().zip(both.into_iter().flatten()) {
                *entry += threat as u16;
            }
        }
        inputs.count = count;
    }
}

/// Entries of a table of inputs.
const TABLE: usize = 16 * 128;

/// The input of a piece on a point, by the side that looks and by the files being
/// exchanged: the values of [`Perspective::input`] in a table for the trainer's piece codes.
static TABLES: LazyLock<[[[u16; TABLE]; 2]; 2]> = LazyLock::new(|| {
    let mut tables = [[[0; TABLE]; 2]; 2];
    for us in Color::ALL {
        for is_mirrored in [false, true] {
            let perspective = Perspective { is_mirrored };
            for piece in Piece::ALL {
                for sq in Square::all() {
                    let entry = &mut tables[us.index()][usize::from(is_mirrored)]
                        [piece.index() * 128 + sq.index()];
                    *entry = perspective.input(us, piece, sq).unwrap_or_default() as u16;
                }
            }
        }
    }
    tables
});

/// The pieces by their codes; the last two codes are not used.
const PIECES: [Piece; 16] = {
    let mut list = [Piece::new(Color::Red, PieceType::King); 16];
    let mut i = 0;
    while i < Piece::COUNT {
        let color = if i < 7 { Color::Red } else { Color::Black };
        list[i] = Piece::new(color, PieceType::ALL[i % 7]);
        i += 1;
    }
    list
};

/// Rows of weights of the active inputs, in the trainer's order: the rows of an input
/// are neighbours, threat bucket after threat bucket.
#[derive(Clone, Copy, Debug)]
pub struct Inputs {
    /// For the side to move, then for the other.
    pub lists: [[u16; MAX_PIECES]; 2],
    /// Entries of each list.
    pub count: usize,
}

impl Default for Inputs {
    fn default() -> Inputs {
        Inputs { lists: [[0; MAX_PIECES]; 2], count: 0 }
    }
}

/// Which positions of a game become samples.
#[derive(Clone, Copy, Debug)]
pub struct Filter {
    /// Positions with larger scores are left out.
    pub max_score: i32,
    /// Whether positions in which a capture was played are left out.
    pub skip_captures: bool,
    /// Number of searched plies at the beginning that are left out.
    pub skip_plies: usize,
}

/// Numbers of the positions that were left out, by reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Skipped {
    /// Positions seen.
    pub seen: u64,
    /// In check: the search does not evaluate these.
    pub in_check: u64,
    /// A capture was played: not quiet.
    pub captures: u64,
    /// The score was large, or a mate.
    pub decided: u64,
    /// The score was exactly zero: a draw by the rules, not an evaluation.
    pub zero: u64,
}

/// Adds the samples of a game to a list.
///
/// # Errors
/// When a move is not legal.
pub fn collect(
    game: &StoredGame,
    filter: &Filter,
    lookahead: Lookahead,
    skipped: &mut Skipped,
    samples: &mut Vec<Sample>,
) -> anyhow::Result<()> {
    let mut played = game.opened()?;
    let scores = lookahead.scores(game, played.board().side());
    for (number, ply) in game.moves.iter().enumerate() {
        let board = played.board();
        skipped.seen += 1;
        if board.in_check() {
            skipped.in_check += 1;
        } else if filter.skip_captures && board.piece_at(ply.mv.to()).is_some() {
            skipped.captures += 1;
        } else if i32::from(ply.score).abs() > filter.max_score {
            skipped.decided += 1;
        } else if ply.score == 0 {
            skipped.zero += 1;
        } else if number >= filter.skip_plies {
            let result = game.result_for(board.side());
            samples.push(Sample::new(board, scores[number], result));
        }
        let _ = played.play(ply.mv);
    }
    Ok(())
}
