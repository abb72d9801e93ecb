//! Every number of the evaluation, once. `chuhe tune-eval` fits them and prints
//! them in the form that stands here; docs/evaluation.md says what they mean.

use std::mem::offset_of;

use crate::eval::tapered::Tapered;

/// One named row of weights.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// The name of the row and of the constant that points at it.
    pub name: &'static str,
    /// Index of its first weight in [`WEIGHTS`].
    pub first: usize,
    /// Number of weights.
    pub len: usize,
    /// What the row says, line by line.
    pub doc: &'static [&'static str],
}

/// Declares the table: for each row a constant with the index of its first
/// weight, and the rows themselves in order in [`WEIGHTS`] and [`GROUPS`].
macro_rules! weights {
    ($($(#[doc = $doc:literal])* $name:ident: $len:literal = [$(($mg:literal, $eg:literal),)*];)*) => {
        /// Only ever measured: the offset of a field is the index of a row.
        #[repr(C)]
        #[allow(non_snake_case, dead_code)]
        struct Layout {
            $($name: [Tapered; $len],)*
        }

        $(
            $(#[doc = $doc])*
            pub const $name: usize = offset_of!(Layout, $name) / size_of::<Tapered>();
        )*

        /// Number of weights.
        pub const COUNT: usize = size_of::<Layout>() / size_of::<Tapered>();

        /// The rows, in the order of their indices.
        pub const GROUPS: &[Group] = &[
            $(Group { name: stringify!($name), first: $name, len: $len, doc: &[$($doc),*] },)*
        ];

        /// All weights: middlegame and endgame, in units of about a hundredth
        /// of a pawn.
        pub const WEIGHTS: [Tapered; COUNT] = {
            let mut flat = [Tapered::ZERO; COUNT];
            let mut at = 0;
            $(
                let row: [(i32, i32); $len] = [$(($mg, $eg)),*];
                let mut i = 0;
                while i < $len {
                    flat[at] = Tapered::new(row[i].0, row[i].1);
                    at += 1;
                    i += 1;
                }
            )*
            assert!(at == COUNT);
            flat
        };
    };
}

weights! {
    /// Worth of a piece: king (always 0), advisor, bishop, knight, rook, cannon, pawn.
    MATERIAL: 7 = [
        (0, 0), (201, 111), (147, 96), (384, 452), (1078, 1094), (450, 437),
        (80, 84),
    ];
    /// King, ranks 0-2: file d (and f), file e.
    KING_PLACE: 6 = [
        (1, 15), (62, 5), (-43, 4), (-15, 15), (-88, -11), (-71, -15),
    ];
    /// Advisor: back rank, centre of the palace, top of the palace.
    ADVISOR_PLACE: 3 = [
        (29, -47), (27, -25), (-55, -7),
    ];
    /// Bishop: back rank, edge, centre, river bank.
    BISHOP_PLACE: 4 = [
        (0, -30), (-45, -18), (23, -52), (-33, -44),
    ];
    /// Knight, ranks 0-9, each from the edge file to file e.
    KNIGHT_PLACE: 50 = [
        (-45, -23), (-61, -19), (-17, -16), (0, -10), (-14, -10),
        (-42, -48), (-22, -11), (-56, -9), (-19, 0), (-51, -29),
        (-26, -7), (11, 5), (-2, -11), (-25, 0), (-4, -5),
        (-2, -4), (-38, -19), (-11, 4), (-9, 0), (-1, 11),
        (4, 5), (21, -3), (44, 27), (31, 1), (10, 8),
        (-6, 4), (37, 25), (26, 56), (38, 31), (36, 8),
        (13, 8), (54, 37), (11, -10), (66, 16), (15, 18),
        (-1, 0), (10, 26), (30, 11), (41, 9), (28, 15),
        (-11, -4), (-1, -19), (26, 1), (16, 3), (12, -2),
        (-31, -18), (-30, -21), (-3, 9), (-7, -4), (-14, -10),
    ];
    /// Rook, ranks 0-9, each from the edge file to file e.
    ROOK_PLACE: 50 = [
        (-40, -57), (15, -1), (5, 6), (0, 1), (-1, -2),
        (-16, -7), (-7, 5), (-13, -10), (-14, 9), (-5, -1),
        (-12, 4), (4, 3), (28, 1), (6, 28), (16, 15),
        (4, 10), (13, 19), (24, 19), (30, 12), (24, 12),
        (14, 11), (30, 12), (27, 11), (29, 15), (21, 24),
        (-14, -2), (1, -8), (18, 19), (16, 14), (18, 17),
        (-1, 4), (22, 0), (42, 14), (15, 3), (8, 27),
        (-10, 17), (30, -10), (9, 23), (23, 17), (16, 5),
        (-26, -20), (27, -8), (9, -4), (21, -9), (15, -1),
        (-5, -9), (-9, -8), (8, 13), (18, -4), (13, 0),
    ];
    /// Cannon, ranks 0-9, each from the edge file to file e.
    CANNON_PLACE: 50 = [
        (-6, 7), (-35, -11), (18, -2), (32, 21), (3, 8),
        (23, 8), (26, -1), (3, -19), (7, 10), (-15, 8),
        (23, 16), (-21, 0), (-2, 9), (10, 10), (47, 25),
        (3, 9), (-4, 4), (14, 13), (-17, 0), (12, 10),
        (15, 14), (5, -14), (7, -3), (20, -3), (13, 16),
        (-5, 1), (-25, -7), (4, -3), (-7, -28), (32, 9),
        (-10, 2), (-8, -5), (16, -10), (-32, -1), (14, 5),
        (-20, -1), (-14, -4), (4, 2), (8, -10), (-5, -8),
        (-20, -4), (-31, -16), (-37, -19), (-16, 4), (0, -2),
        (16, 15), (27, 0), (-6, -10), (-19, -21), (-1, -10),
    ];
    /// Pawn, ranks 3-9, each from the edge file to file e.
    PAWN_PLACE: 35 = [
        (-16, 42), (0, 0), (-34, 42), (0, 0), (54, 18),
        (-5, 15), (0, 0), (1, 18), (0, 0), (13, 50),
        (-22, 43), (30, 48), (33, 56), (57, 84), (70, 88),
        (52, 72), (52, 80), (62, 95), (110, 108), (97, 101),
        (48, 58), (72, 83), (104, 98), (141, 154), (137, 110),
        (35, 44), (69, 53), (101, 79), (164, 86), (120, 112),
        (-22, -33), (-18, -53), (-15, -39), (-9, -63), (3, -38),
    ];
    /// Rook: number of points that it can go to.
    ROOK_MOBILITY: 18 = [
        (-29, -61), (-32, -46), (-31, -47), (-32, -70), (-24, -9), (2, -20),
        (10, 5), (14, 4), (-4, 19), (10, 10), (18, 25), (17, 35),
        (21, 25), (28, 31), (30, 28), (40, 34), (28, 39), (50, 20),
    ];
    /// Cannon: number of empty points that it can go to.
    CANNON_MOBILITY: 18 = [
        (-30, -29), (-35, -25), (-8, -2), (-13, -26), (-9, -5), (-4, -15),
        (4, -4), (-6, 4), (5, -12), (10, 15), (8, -1), (4, 5),
        (11, 7), (3, 2), (8, 11), (10, 2), (14, 12), (-1, 28),
    ];
    /// Knight: number of points that its free legs let it go to.
    KNIGHT_MOBILITY: 9 = [
        (-48, -42), (-31, -51), (-21, -9), (-9, 0), (-4, 7), (5, 20),
        (13, 11), (14, 32), (25, 0),
    ];
    /// Rook: each point of the enemy palace that it sees.
    ROOK_ON_PALACE: 1 = [
        (0, 5),
    ];
    /// Cannon: each point of the enemy palace that it threatens over a screen.
    CANNON_ON_PALACE: 1 = [
        (-2, 0),
    ];
    /// Knight: each point of the enemy palace that it attacks.
    KNIGHT_ON_PALACE: 1 = [
        (28, -3),
    ];
    /// Rook on a line with the enemy king and one piece between.
    ROOK_TO_KING: 1 = [
        (12, 16),
    ];
    /// Cannon on the enemy king's file: nothing between (the empty cannon), one piece
    /// (check), more.
    CANNON_TO_KING_FILE: 3 = [
        (103, 8), (30, 10), (17, 38),
    ];
    /// Cannon on the enemy king's rank (the sunk cannon, mostly): nothing between, one
    /// piece (check), more.
    CANNON_TO_KING_RANK: 3 = [
        (39, -2), (24, 10), (20, 15),
    ];
    /// Each enemy rook attacked by a knight, cannon or pawn.
    THREAT_ON_ROOK: 1 = [
        (58, 20),
    ];
    /// Each enemy knight or cannon attacked by a pawn.
    THREAT_ON_MINOR: 1 = [
        (57, 33),
    ];
    /// Each unprotected enemy piece under attack: knight or cannon, advisor or bishop,
    /// pawn.
    HANGING: 3 = [
        (68, 68), (42, 37), (18, 35),
    ];
    /// Each pair of pawns side by side across the river.
    PAWNS_CONNECTED: 1 = [
        (26, 2),
    ];
    /// Each pawn across the river and not on the last rank.
    PAWNS_ACROSS: 1 = [
        (41, 21),
    ];
    /// Advisors that protect each other.
    ADVISORS_LINKED: 1 = [
        (48, -10),
    ];
    /// Bishops that protect each other.
    BISHOPS_LINKED: 1 = [
        (28, 9),
    ];
    /// Two knights, two rooks, two cannons, a knight together with a cannon.
    PAIRS: 4 = [
        (13, 51), (79, 37), (33, -10), (18, 112),
    ];
    /// A rook or more against an enemy without any.
    ROOK_AGAINST_NONE: 1 = [
        (143, 145),
    ];
    /// Each missing advisor times each enemy rook, knight, cannon, pawn.
    MISSING_ADVISORS: 4 = [
        (-61, -4), (10, -9), (58, 22), (8, -60),
    ];
    /// Each missing bishop times each enemy rook, knight, cannon, pawn.
    MISSING_BISHOPS: 4 = [
        (-25, -24), (-4, -57), (8, -15), (4, -26),
    ];
    /// Each own cannon times each own advisor and bishop, which serve it as screens.
    CANNON_SCREENS: 1 = [
        (3, 0),
    ];
    /// Attack on the palace, by the sum of attack units (see
    /// `terms::DANGER_UNITS`), the last entry for all greater sums.
    KING_DANGER: 16 = [
        (18, -47), (0, 0), (13, 13), (-9, -4), (8, -12), (-8, 18),
        (-25, 24), (-12, 7), (-44, -3), (-38, -26), (-53, -16), (-59, -4),
        (-76, -37), (-95, -34), (-98, -32), (-120, -43),
    ];
    /// King: number of steps to points that no enemy piece attacks.
    KING_ESCAPES: 5 = [
        (-28, -3), (-11, 4), (-2, -13), (3, -4), (13, -11),
    ];
    /// King without an own piece in front of it on its file, times each enemy rook,
    /// cannon.
    KING_BARE_FILE: 2 = [
        (-33, 0), (6, 8),
    ];
    /// King that sees the enemy palace along an open file.
    KING_SIGHT: 1 = [
        (18, -11),
    ];
    /// The right to move.
    TEMPO: 1 = [
        (49, -5),
    ];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_dense_and_indices_agree() {
        let mut next = 0;
        for group in GROUPS {
            assert_eq!(group.first, next, "{}", group.name);
            assert!(group.len > 0 && !group.doc.is_empty(), "{}", group.name);
            next += group.len;
        }
        assert_eq!(next, COUNT);
        assert_eq!(GROUPS[0].name, "MATERIAL");
        // A piece is worth something and no row slipped into another.
        assert!(WEIGHTS[MATERIAL + 4].mg() > 700 && WEIGHTS[MATERIAL + 6].eg() < 300);
        assert!(WEIGHTS[TEMPO].mg() > 0 && TEMPO == COUNT - 1);
    }
}
