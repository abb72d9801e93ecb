//! The refresh table: the last accumulator of each view of the board, with the
//! pieces that it stands for. When a side's view changes, its accumulator follows
//! from the difference of the two positions (the "Finny table" of Koivisto,
//! chessprogramming.org), which is shorter than the list of all pieces.

use crate::board::Board;
use crate::eval::features::{Buckets, View};
use crate::eval::network::Network;
use crate::eval::simd::{Kernels, Lane};
use crate::types::{Bitboard, Color, MAX_PIECES, Piece};

/// An accumulator and the position that it was computed for.
#[derive(Clone)]
struct RefreshEntry {
    values: Vec<Lane>,
    pieces: [Bitboard; Piece::COUNT],
}

/// The last accumulator of each view.
#[derive(Clone)]
pub struct RefreshTable {
    /// By side, then by view.
    entries: [Vec<Option<Box<RefreshEntry>>>; 2],
}

impl RefreshTable {
    /// An empty table for networks with these buckets.
    pub fn new(buckets: Buckets) -> RefreshTable {
        let views = View::count(buckets);
        RefreshTable { entries: [vec![None; views], vec![None; views]] }
    }

    /// The accumulator of a side with this view of the board.
    pub fn accumulator(
        &mut self,
        network: &Network,
        kernels: &Kernels,
        us: Color,
        view: View,
        board: &Board,
    ) -> &[Lane] {
        let lanes = network.lanes();
        let entry = self.entries[us.index()][view.index()].get_or_insert_with(|| {
            let values = network.biases().to_vec();
            Box::new(RefreshEntry { values, pieces: [Bitboard::EMPTY; Piece::COUNT] })
        });
        let (mut added, mut removed) = ([0; MAX_PIECES], [0; MAX_PIECES]);
        let (mut more, mut less) = (0, 0);
        for piece in Piece::ALL {
            let now = board.pieces(piece.color(), piece.kind());
            let then = std::mem::replace(&mut entry.pieces[piece.index()], now);
            for sq in now & !then {
                added[more] = view.row(us, piece, sq) * lanes;
                more += 1;
            }
            for sq in then & !now {
                removed[less] = view.row(us, piece, sq) * lanes;
                less += 1;
            }
        }
        kernels.change(&mut entry.values, network.inputs(), &added[..more], &removed[..less]);
        &entry.values
    }
}
