//! The threat buckets of a network's inputs: by what the piece of an input is attacked, and
//! whether it is protected.

use crate::board::{AttackMap, Board};
use crate::types::{Bitboard, Color, Square};

/// Number of threat buckets.
pub const THREATS: usize = 7;

/// The threat buckets of all pieces on a board: 0 for one that is not attacked; 1 if its cheapest
/// attacker is a rook or the king, 2 for a knight or cannon, 3 for a pawn, advisor or bishop; and
/// then 3 more if it is protected. Whether a piece is protected that nobody attacks changes often
/// and says little.
///
/// Three sets of points, of which [`ThreatBuckets::of`] adds up the bits of one: those in the
/// first or third class of attackers, with weight 1; in the second or third, with weight 2; and
/// the attacked and protected pieces, with weight 3. The first 64 points of all sets, then the
/// others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThreatBuckets([[u64; 3]; 2]);

impl ThreatBuckets {
    /// No piece is attacked.
    pub const NONE: ThreatBuckets = ThreatBuckets([[0; 3]; 2]);

    /// The buckets on a board with these attack maps, Red's first.
    #[inline]
    pub fn new(board: &Board, maps: &[AttackMap; 2]) -> ThreatBuckets {
        let [red, black] = Color::ALL.map(|color| board.color(color));
        let [[all, minors, guards], [all_black, minors_black, guards_black]] =
            maps.each_ref().map(AttackMap::levels);
        let attacked = red & all_black | black & all;
        let by_minors = red & minors_black | black & minors;
        let by_guards = red & guards_black | black & guards;
        // Who is attacked by guards counts as attacked by minors, too.
        let sets = [
            attacked ^ by_minors ^ by_guards,
            by_minors,
            attacked & (red & all | black & all_black),
        ];
        ThreatBuckets([0, 64].map(|shift| sets.map(|set| (set.bits() >> shift) as u64)))
    }

    /// The bucket of the piece on a point.
    #[inline]
    pub fn of(&self, sq: Square) -> usize {
        let [one, two, three] =
            self.0[sq.index() / 64].map(|set| (set >> (sq.index() % 64)) as usize & 1);
        one + 2 * two + 3 * three
    }

    /// The points whose bucket is another.
    #[inline]
    pub fn changed(&self, other: &ThreatBuckets) -> Bitboard {
        let half = |half: usize| {
            let (a, b) = (self.0[half], other.0[half]);
            u128::from(a[0] ^ b[0] | a[1] ^ b[1] | a[2] ^ b[2])
        };
        Bitboard(half(0) | half(1) << 64)
    }
}
