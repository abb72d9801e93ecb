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
        (0, 0), (190, 170), (190, 180), (410, 450), (930, 980), (450, 430),
        (85, 100),
    ];
    /// King, ranks 0-2: file d (and f), file e.
    KING_PLACE: 6 = [
        (-6, -2), (0, 0), (-28, 4), (-22, 2), (-50, 6), (-45, 4),
    ];
    /// Advisor: back rank, centre of the palace, top of the palace.
    ADVISOR_PLACE: 3 = [
        (0, 0), (4, 4), (-10, -6),
    ];
    /// Bishop: back rank, edge, centre, river bank.
    BISHOP_PLACE: 4 = [
        (0, 0), (-10, -6), (10, 6), (-2, 0),
    ];
    /// Knight, ranks 0-9, each from the edge file to file e.
    KNIGHT_PLACE: 50 = [
        (-38, -23), (-26, -16), (-18, -11), (-18, -11), (-20, -12),
        (-30, -18), (-18, -11), (-10, -6), (-10, -6), (-28, -17),
        (-16, -10), (-4, -2), (4, 2), (4, 2), (-8, -5),
        (-12, -7), (0, 0), (8, 5), (8, 5), (6, 4),
        (-6, -4), (6, 4), (14, 8), (14, 8), (12, 7),
        (0, 0), (12, 7), (20, 12), (20, 12), (18, 11),
        (4, 2), (16, 10), (24, 14), (24, 14), (22, 13),
        (4, 2), (16, 10), (30, 18), (34, 20), (22, 13),
        (-6, -4), (6, 4), (28, 17), (14, 8), (12, 7),
        (-30, -18), (-18, -11), (-10, -6), (-10, -6), (-12, -7),
    ];
    /// Rook, ranks 0-9, each from the edge file to file e.
    ROOK_PLACE: 50 = [
        (-14, -3), (-4, -2), (-4, -2), (2, 1), (0, 0),
        (-6, -2), (-2, -1), (-2, -1), (4, 2), (2, 1),
        (-2, -1), (2, 1), (2, 1), (8, 3), (6, 2),
        (-4, -2), (0, 0), (0, 0), (6, 2), (4, 2),
        (1, 0), (5, 2), (5, 2), (11, 4), (9, 4),
        (0, 0), (4, 2), (4, 2), (10, 4), (8, 3),
        (6, 2), (10, 4), (10, 4), (16, 6), (14, 6),
        (6, 2), (10, 4), (10, 4), (16, 6), (14, 6),
        (8, 3), (12, 5), (12, 5), (18, 7), (16, 6),
        (0, 0), (4, 2), (4, 2), (10, 4), (8, 3),
    ];
    /// Cannon, ranks 0-9, each from the edge file to file e.
    CANNON_PLACE: 50 = [
        (-2, 5), (1, 6), (1, 6), (0, 6), (4, 7),
        (-2, 5), (1, 6), (1, 6), (0, 6), (4, 7),
        (0, 0), (3, 1), (3, 1), (2, 1), (14, 4),
        (-2, -1), (1, 0), (1, 0), (0, 0), (4, 1),
        (1, 0), (4, 1), (4, 1), (3, 1), (7, 2),
        (-2, -1), (1, 0), (1, 0), (0, 0), (4, 1),
        (-2, -1), (1, 0), (1, 0), (0, 0), (12, 4),
        (-6, -6), (-3, -5), (-3, -5), (-4, -5), (0, -4),
        (-8, -6), (-5, -6), (-5, -6), (-6, -6), (-2, -5),
        (6, -2), (11, -1), (9, -1), (0, -4), (-4, -5),
    ];
    /// Pawn, ranks 3-9, each from the edge file to file e.
    PAWN_PLACE: 35 = [
        (-4, -4), (0, 0), (0, 0), (0, 0), (8, 8),
        (2, 2), (0, 0), (10, 10), (0, 0), (12, 12),
        (38, 48), (46, 56), (58, 68), (64, 74), (66, 76),
        (52, 62), (68, 78), (82, 92), (92, 102), (96, 106),
        (52, 62), (70, 80), (90, 100), (106, 116), (112, 122),
        (38, 38), (60, 60), (84, 84), (104, 104), (110, 110),
        (-24, -24), (-14, -14), (-4, -4), (4, 4), (8, 8),
    ];
    /// Rook: number of points that it can go to.
    ROOK_MOBILITY: 18 = [
        (-48, -60), (-32, -40), (-25, -32), (-20, -25), (-16, -20), (-12, -15),
        (-9, -11), (-6, -7), (-3, -3), (0, 0), (3, 3), (5, 6),
        (7, 9), (10, 12), (12, 15), (14, 17), (16, 20), (18, 22),
    ];
    /// Cannon: number of empty points that it can go to.
    CANNON_MOBILITY: 18 = [
        (-15, -21), (-10, -14), (-8, -11), (-6, -9), (-5, -7), (-4, -5),
        (-3, -4), (-2, -2), (-1, -1), (0, 0), (1, 1), (2, 2),
        (2, 3), (3, 4), (4, 5), (4, 6), (5, 7), (6, 8),
    ];
    /// Knight: number of points that its free legs let it go to.
    KNIGHT_MOBILITY: 9 = [
        (-36, -40), (-18, -20), (-11, -12), (-5, -5), (0, 0), (4, 5),
        (8, 9), (12, 13), (15, 17),
    ];
    /// Rook: each point of the enemy palace that it sees.
    ROOK_ON_PALACE: 1 = [
        (5, 2),
    ];
    /// Cannon: each point of the enemy palace that it threatens over a screen.
    CANNON_ON_PALACE: 1 = [
        (4, 2),
    ];
    /// Knight: each point of the enemy palace that it attacks.
    KNIGHT_ON_PALACE: 1 = [
        (7, 4),
    ];
    /// Rook on a line with the enemy king and one piece between.
    ROOK_TO_KING: 1 = [
        (12, 8),
    ];
    /// Cannon on the enemy king's file: nothing between (the empty cannon), one piece
    /// (check), more.
    CANNON_TO_KING_FILE: 3 = [
        (75, 30), (30, 10), (12, 4),
    ];
    /// Cannon on the enemy king's rank (the sunk cannon, mostly): nothing between, one
    /// piece (check), more.
    CANNON_TO_KING_RANK: 3 = [
        (30, 15), (24, 10), (10, 4),
    ];
    /// Each enemy rook attacked by a knight, cannon or pawn.
    THREAT_ON_ROOK: 1 = [
        (38, 30),
    ];
    /// Each enemy knight or cannon attacked by a pawn.
    THREAT_ON_MINOR: 1 = [
        (24, 24),
    ];
    /// Each unprotected enemy piece under attack: knight or cannon, advisor or bishop,
    /// pawn.
    HANGING: 3 = [
        (22, 22), (10, 12), (8, 12),
    ];
    /// Each pair of pawns side by side across the river.
    PAWNS_CONNECTED: 1 = [
        (18, 14),
    ];
    /// Each pawn across the river and not on the last rank.
    PAWNS_ACROSS: 1 = [
        (0, 10),
    ];
    /// Advisors that protect each other.
    ADVISORS_LINKED: 1 = [
        (8, 6),
    ];
    /// Bishops that protect each other.
    BISHOPS_LINKED: 1 = [
        (12, 8),
    ];
    /// Two knights, two rooks, two cannons, a knight together with a cannon.
    PAIRS: 4 = [
        (0, 8), (10, 0), (4, 8), (6, 14),
    ];
    /// A rook or more against an enemy without any.
    ROOK_AGAINST_NONE: 1 = [
        (30, 50),
    ];
    /// Each missing advisor times each enemy rook, knight, cannon, pawn.
    MISSING_ADVISORS: 4 = [
        (-18, -14), (-10, -10), (4, -2), (-10, -14),
    ];
    /// Each missing bishop times each enemy rook, knight, cannon, pawn.
    MISSING_BISHOPS: 4 = [
        (-6, -6), (-4, -8), (-10, -8), (-6, -12),
    ];
    /// Each own cannon times each own advisor and bishop, which serve it as screens.
    CANNON_SCREENS: 1 = [
        (0, 3),
    ];
    /// Attack on the palace, by the sum of attack units (see
    /// `terms::DANGER_UNITS`), the last entry for all greater sums.
    KING_DANGER: 16 = [
        (0, 0), (0, 0), (-2, -1), (-4, -2), (-8, -3), (-13, -4),
        (-18, -6), (-24, -8), (-32, -10), (-40, -13), (-49, -16), (-58, -20),
        (-69, -23), (-81, -27), (-94, -31), (-108, -36),
    ];
    /// King: number of steps to points that no enemy piece attacks.
    KING_ESCAPES: 5 = [
        (-26, -24), (-6, -6), (0, 0), (2, 2), (2, 2),
    ];
    /// King without an own piece in front of it on its file, times each enemy rook,
    /// cannon.
    KING_BARE_FILE: 2 = [
        (-14, -2), (-16, -6),
    ];
    /// King that sees the enemy palace along an open file.
    KING_SIGHT: 1 = [
        (4, 16),
    ];
    /// The right to move.
    TEMPO: 1 = [
        (14, 8),
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
