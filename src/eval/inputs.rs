//! Which inputs of a network are active in a position, and the difference between two positions.

use crate::board::{AttackMap, Board};
use crate::eval::features::{INPUTS, Perspective, input_pair};
use crate::eval::threat_buckets::ThreatBuckets;
use crate::types::{Bitboard, MAX_PIECES, Piece, Square};

/// All that the active inputs of a position follow from.
#[derive(Clone, Copy, Debug)]
pub struct ActiveInputs {
    pieces: [Option<Piece>; Square::COUNT],
    threats: ThreatBuckets,
}

impl ActiveInputs {
    /// Those of an empty board.
    pub const NONE: ActiveInputs =
        ActiveInputs { pieces: [None; Square::COUNT], threats: ThreatBuckets::NONE };

    /// Becomes those of a board with these attack maps, Red's first.
    #[inline]
    pub fn set(&mut self, board: &Board, maps: &[AttackMap; 2]) {
        self.pieces = *board.pieces_by_point();
        self.threats = ThreatBuckets::new(board, maps);
    }

    /// The threat bucket of the piece on a point.
    #[inline]
    pub fn threat_bucket(&self, sq: Square) -> usize {
        self.threats.of(sq)
    }

    /// The points with another piece.
    pub fn changed_points(&self, before: &ActiveInputs) -> Bitboard {
        let is_other = |&sq: &Square| self.pieces[sq.index()] != before.pieces[sq.index()];
        Square::all().filter(is_other).fold(Bitboard::EMPTY, |set, sq| set | Bitboard::of(sq))
    }
}

/// Rows of input weights for both sides' accumulators, by their first chunks.
#[derive(Clone, Debug)]
struct Rows {
    first_chunks: [[usize; MAX_ROWS]; 2],
    count: usize,
}

/// A row for each piece, and one place more that is written and not kept.
const MAX_ROWS: usize = MAX_PIECES + 1;

impl Rows {
    const NONE: Rows = Rows { first_chunks: [[0; MAX_ROWS]; 2], count: 0 };

    /// Writes a row behind `count` others.
    #[inline(always)]
    fn put(&mut self, count: usize, rows: [usize; 2]) {
        let [red, black] = &mut self.first_chunks;
        (red[count], black[count]) = rows.into();
    }
}

/// By which rows the accumulators of a position differ from those of another.
#[derive(Clone, Debug)]
pub struct Difference {
    added: Rows,
    removed: Rows,
}

impl Difference {
    /// The rows of a side: added, removed.
    #[inline]
    pub fn rows(&self, side: usize) -> [&[usize]; 2] {
        [&self.added, &self.removed].map(|rows| &rows.first_chunks[side][..rows.count])
    }

    /// No rows.
    pub const NONE: Difference = Difference { added: Rows::NONE, removed: Rows::NONE };

    /// Finds the difference, given the points whose pieces may be others; elsewhere only threat
    /// buckets may be. A side's rows are valid only if its perspective is the same in both positions.
    #[inline]
    pub fn find(
        &mut self,
        before: &ActiveInputs,
        now: &ActiveInputs,
        points: Bitboard,
        perspectives: &[Perspective; 2],
        chunks: usize,
    ) {
        let step = INPUTS * chunks;
        // The rows of a piece in threat bucket 0.
        let rows_of = |piece: Option<Piece>, sq: Square| {
            input_pair(perspectives, piece, sq).map(|input| input * chunks)
        };
        let in_bucket = |rows: [usize; 2], threat: usize| rows.map(|row| row + threat * step);
        let Difference { added, removed } = self;
        // In registers, which fields of `self` would not stay in.
        let (mut added_count, mut removed_count) = (0, 0);
        for sq in points {
            // Written in any case and kept if there is a piece: without a branch, because whether
            // a point is empty cannot be predicted.
            let piece = now.pieces[sq.index()];
            added.put(added_count, in_bucket(rows_of(piece, sq), now.threats.of(sq)));
            added_count += usize::from(piece.is_some());
            let piece = before.pieces[sq.index()];
            removed.put(removed_count, in_bucket(rows_of(piece, sq), before.threats.of(sq)));
            removed_count += usize::from(piece.is_some());
        }
        for sq in now.threats.changed(&before.threats) & !points {
            let rows = rows_of(now.pieces[sq.index()], sq);
            added.put(added_count, in_bucket(rows, now.threats.of(sq)));
            removed.put(removed_count, in_bucket(rows, before.threats.of(sq)));
            added_count += 1;
            removed_count += 1;
        }
        (added.count, removed.count) = (added_count, removed_count);
    }
}
