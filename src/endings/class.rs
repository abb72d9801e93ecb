//! Classes of endings: which pieces stand on the board besides the two kings.

use std::fmt;
use std::str::FromStr;

use crate::board::{Board, Material};
use crate::types::{Color, PieceType};

/// The types that attack, in the order of a class name.
pub const ATTACKERS: [PieceType; 4] =
    [PieceType::Rook, PieceType::Knight, PieceType::Cannon, PieceType::Pawn];

/// Rooks, knights, cannons and pawns of both sides.
pub(super) const MOST_ATTACKERS: u32 = 3;

/// Number of codes that [`Class::code`] can return.
pub const CODES: usize = 81 * 81 * 5;

/// The material of an ending: one side, the attacker, has one or two rooks,
/// knights, cannons or pawns and perhaps advisors and bishops, the other side, the
/// defender, has advisors and bishops and perhaps one attacker of its own, the
/// rival.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Class {
    /// The attacker's rooks, knights, cannons and pawns.
    pub attackers: [u8; 4],
    /// The attacker's advisors and bishops.
    pub own: [u8; 2],
    /// The defender's rooks, knights, cannons and pawns.
    pub rivals: [u8; 4],
    /// The defender's advisors and bishops.
    pub defenders: [u8; 2],
}

/// The tables that are built: attackers by their letters, and how many advisors
/// and bishops of their own they have. Each stands for nine classes, one for
/// each set of defenders. What an ending can turn into stands before it.
pub const FAMILIES: [(&str, [u8; 2]); 20] = [
    ("R", [0, 0]),
    ("N", [0, 0]),
    ("C", [0, 0]),
    ("P", [0, 0]),
    ("C", [1, 0]),
    ("C", [2, 0]),
    ("C", [0, 1]),
    ("P", [1, 0]),
    ("RR", [0, 0]),
    ("RN", [0, 0]),
    ("RC", [0, 0]),
    ("RP", [0, 0]),
    ("NN", [0, 0]),
    ("NC", [0, 0]),
    ("NP", [0, 0]),
    ("CC", [0, 0]),
    ("CP", [0, 0]),
    ("PP", [0, 0]),
    ("CC", [1, 0]),
    ("CP", [1, 0]),
];

impl Class {
    /// The nine classes of a family, fewer defenders first.
    pub fn of_family((letters, own): (&str, [u8; 2])) -> Vec<Class> {
        let mut attackers = [0; 4];
        for letter in letters.chars() {
            let kind = PieceType::from_char(letter);
            if let Some(i) = ATTACKERS.iter().position(|&k| Some(k) == kind) {
                attackers[i] += 1;
            }
        }
        let sets = (0..3).flat_map(|a| (0..3).map(move |b| [a, b]));
        sets.map(|defenders| Class { attackers, own, rivals: [0; 4], defenders }).collect()
    }

    /// The side that the first half of the class name stands for in a position, and its
    /// class; `None` when no side has attackers, one has more than two, or both have two.
    #[inline]
    pub fn of(board: &Board) -> Option<(Color, Class)> {
        let strong =
            ATTACKERS.iter().fold(board.kind(PieceType::Rook), |set, &k| set | board.kind(k));
        let first = match Color::ALL.map(|color| (strong & board.color(color)).any()) {
            [false, false] => return None,
            [false, true] => Color::Black,
            [true, _] => Color::Red,
        };
        if strong.count() > MOST_ATTACKERS {
            return None;
        }
        let count = |color: Color, kind: PieceType| board.pieces(color, kind).count() as u8;
        let minors =
            |color: Color| [PieceType::Advisor, PieceType::Bishop].map(|kind| count(color, kind));
        let strong = |color: Color| ATTACKERS.map(|kind| count(color, kind));
        let class = Class {
            attackers: strong(first),
            own: minors(first),
            rivals: strong(!first),
            defenders: minors(!first),
        };
        let (first, class) =
            if class.is_turned() { (!first, class.turned()) } else { (first, class) };
        (total(class.attackers) <= 2).then_some((first, class))
    }

    /// Rooks, knights, cannons and pawns of both sides.
    #[inline]
    pub fn count_attackers(&self) -> u32 {
        total(self.attackers) + total(self.rivals)
    }

    /// Whether both sides have attackers.
    #[inline]
    pub fn is_mutual(&self) -> bool {
        self.rivals != [0; 4]
    }

    /// Whether the side that attacks alone may be without a legal move, or come to that: its
    /// king stands behind a knight that is pinned by the other king, between both advisors. All
    /// other pieces have a move then, but for a second knight.
    #[inline]
    pub fn may_stall(&self) -> bool {
        !self.is_mutual() && self.attackers[1] > 0 && self.own == [2, 0]
    }

    /// Whether the material lets somebody win, other than with the next move.
    pub fn may_be_won(&self) -> bool {
        self.material() == Material::Sufficient
    }

    /// Whether the class is named by the other side's pieces first: that side has more
    /// attackers, or stronger ones.
    #[inline]
    pub(crate) fn is_turned(&self) -> bool {
        (total(self.attackers), self.attackers, self.own)
            < (total(self.rivals), self.rivals, self.defenders)
    }

    /// The class with the sides exchanged.
    #[inline]
    fn turned(&self) -> Class {
        let Class { attackers, own, rivals, defenders } = *self;
        Class { attackers: rivals, own: defenders, rivals: attackers, defenders: own }
    }

    /// The class under the name that it has: with the sides exchanged if need be.
    pub fn named(&self) -> Class {
        if self.is_turned() { self.turned() } else { *self }
    }

    /// A number below `CODES` that no other class has.
    #[inline]
    pub fn code(&self) -> usize {
        let digits = self.attackers.iter().chain(&self.own).chain(&self.defenders);
        let code = digits.fold(0, |code, &digit| code * 3 + usize::from(digit));
        let rival = self.rivals.iter().position(|&n| n > 0).map_or(0, |kind| kind + 1);
        code * 5 + rival
    }

    /// The types of the first side's attackers, one entry a piece, in the order of the name.
    pub fn attacker_kinds(&self) -> Vec<PieceType> {
        kinds_of(self.attackers)
    }

    /// The types of the other side's attackers.
    pub fn rival_kinds(&self) -> Vec<PieceType> {
        kinds_of(self.rivals)
    }

    /// The class after the loss of one attacker of this type.
    pub fn without_attacker(&self, kind: PieceType) -> Class {
        let mut class = *self;
        for (count, attacker) in class.attackers.iter_mut().zip(ATTACKERS) {
            if attacker == kind {
                *count = count.saturating_sub(1);
            }
        }
        class
    }

    /// What the material alone allows.
    pub fn material(&self) -> Material {
        if self.is_mutual() {
            let cannons = u32::from(self.attackers[2] + self.rivals[2]);
            let minors = [0, 1].map(|i| u32::from(self.own[i] + self.defenders[i]));
            let is_one_each = cannons == 2 && self.count_attackers() == 2;
            return if is_one_each {
                Material::of_two_cannons(minors)
            } else {
                Material::Sufficient
            };
        }
        let [rooks, knights, cannons, pawns] = self.attackers;
        match (rooks + knights + pawns, cannons) {
            (0, 0) => Material::Dead,
            (0, 1) => {
                Material::of_lone_cannon(self.own.map(u32::from), u32::from(self.defenders[0]))
            }
            _ => Material::Sufficient,
        }
    }
}

/// Rooks, knights, cannons and pawns of both sides on a board.
#[inline]
pub(super) fn count_attackers(board: &Board) -> u32 {
    let strong = board.kind(PieceType::Rook)
        | board.kind(PieceType::Knight)
        | board.kind(PieceType::Cannon)
        | board.kind(PieceType::Pawn);
    strong.count()
}

#[inline]
fn total(counts: [u8; 4]) -> u32 {
    counts.iter().map(|&n| u32::from(n)).sum()
}

/// Piece types by their numbers, one entry a piece.
fn kinds_of(counts: [u8; 4]) -> Vec<PieceType> {
    let each = ATTACKERS.iter().zip(counts);
    each.flat_map(|(&kind, n)| std::iter::repeat_n(kind, usize::from(n))).collect()
}

/// `KCPAKAAB`, `KRAKCB`: the attacker's pieces after its king, then the defender's.
impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut put = |letter: &str, n: u8| f.write_str(&letter.repeat(usize::from(n)));
        put("K", 1)?;
        for (letter, n) in ["R", "N", "C", "P"].iter().zip(self.attackers) {
            put(letter, n)?;
        }
        put("A", self.own[0])?;
        put("B", self.own[1])?;
        put("K", 1)?;
        for (letter, n) in ["R", "N", "C", "P"].iter().zip(self.rivals) {
            put(letter, n)?;
        }
        put("A", self.defenders[0])?;
        put("B", self.defenders[1])?;
        Ok(())
    }
}

/// The text names no class of endings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassError;

impl fmt::Display for ClassError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected the pieces of a class such as KRKAB or KCPAKAABB")
    }
}

impl std::error::Error for ClassError {}

impl FromStr for Class {
    type Err = ClassError;

    fn from_str(text: &str) -> Result<Class, ClassError> {
        let rest = text.strip_prefix('K').ok_or(ClassError)?;
        let (attacker, defender) = rest.split_once('K').ok_or(ClassError)?;
        let mut class = Class { attackers: [0; 4], own: [0; 2], rivals: [0; 4], defenders: [0; 2] };
        for (side, letters) in [attacker, defender].into_iter().enumerate() {
            for letter in letters.chars() {
                let (strong, minors) = if side == 0 {
                    (&mut class.attackers, &mut class.own)
                } else {
                    (&mut class.rivals, &mut class.defenders)
                };
                let count = match letter {
                    'A' => &mut minors[0],
                    'B' => &mut minors[1],
                    'R' => &mut strong[0],
                    'N' => &mut strong[1],
                    'C' => &mut strong[2],
                    'P' => &mut strong[3],
                    _ => return Err(ClassError),
                };
                *count = count.saturating_add(1);
            }
        }
        let most = class.own.into_iter().chain(class.defenders).max();
        // Only the one spelling that `Display` prints.
        if !(1..=2).contains(&total(class.attackers))
            || total(class.rivals) > 1
            || most > Some(2)
            || class.is_turned()
            || class.to_string() != text
        {
            return Err(ClassError);
        }
        Ok(class)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Setup;

    #[test]
    fn names_and_codes_are_unique_and_read_back() {
        let classes: Vec<Class> = FAMILIES.into_iter().flat_map(Class::of_family).collect();
        assert_eq!(classes.len(), 180);
        let mut codes: Vec<usize> = classes.iter().map(Class::code).collect();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), classes.len());
        assert!(codes.iter().all(|&code| code < CODES));
        for class in classes {
            assert_eq!(class.to_string().parse(), Ok(class));
        }
        for name in ["KRRKR", "KNPKR", "KRCAABBKPAABB"] {
            let class: Class = name.parse().unwrap();
            assert!(class.is_mutual() && class.count_attackers() == 3, "{name}");
            assert_eq!(class.to_string(), name);
        }
        let bad = ["", "KR", "KK", "KARK", "KRRRK", "KRKAAA", "KCKR", "krk"];
        for bad in bad.into_iter().chain(["KRKNP", "KRNKRN", "KRNPKR", "KRNCK"]) {
            assert_eq!(bad.parse::<Class>(), Err(ClassError), "{bad}");
        }
    }

    #[test]
    fn a_class_has_the_material_of_its_positions() {
        let material = |fen: &str| {
            let board = fen.parse::<Setup>().unwrap().to_board().unwrap();
            let (_, class) = Class::of(&board).unwrap();
            assert_eq!(class.material(), Material::of(&board), "{class}");
            class.material()
        };
        for dead in ["4k4/9/9/9/9/9/9/9/9/C2K5 w", "4k3c/9/9/9/9/9/9/9/9/C2K5 w"] {
            assert_eq!(material(dead), Material::Dead);
        }
        for unless in ["4k3c/9/9/9/9/9/9/9/9/C2K2B2 w", "4ka3/9/9/9/9/9/9/9/9/C1BK5 w"] {
            assert_eq!(material(unless), Material::DeadUnlessMate);
        }
        let sufficient = [
            "4k3c/9/9/9/9/9/9/9/9/CC1K5 w",
            "4k3c/9/9/9/9/9/9/9/9/CC1K2B2 w",
            "2b1k3c/9/9/9/9/9/9/9/9/CC1K5 w",
            "4k3c/9/9/9/9/9/9/9/4A4/C2K5 w",
            "4k3c/9/9/9/P8/9/9/9/9/C2K5 w",
            "4k3c/9/9/9/P8/9/9/9/9/3K5 w",
            "4k4/9/9/9/9/9/9/9/9/CC1K5 w",
            "4k4/9/9/9/9/9/9/9/4A4/C2K5 w",
        ];
        for fen in sufficient {
            assert_eq!(material(fen), Material::Sufficient, "{fen}");
        }
    }

    #[test]
    fn a_position_has_the_class_of_its_pieces() {
        let class = |fen: &str| Class::of(&fen.parse::<Setup>().unwrap().to_board().unwrap());
        let named = |fen: &str| class(fen).map(|(color, class)| (color, class.to_string()));
        let expected = Some((Color::Black, "KRPKAB".into()));
        assert_eq!(named("4k4/9/9/9/9/r8/p8/9/4A4/2BK5 w"), expected);
        assert_eq!(named("4ka3/9/9/9/9/9/9/3A5/9/3K1C3 w"), Some((Color::Red, "KCAKA".into())));
        assert_eq!(named("4ka3/9/9/9/9/9/9/9/9/3K5 w"), None, "nobody attacks");
        assert_eq!(named("4kr3/9/9/9/9/9/9/9/9/R2K5 w"), Some((Color::Red, "KRKR".into())));
        let turned = Some((Color::Black, "KRBKCA".into()));
        assert_eq!(named("2b1kr3/9/9/9/9/9/9/9/4A4/C2K5 w"), turned);
        let two = Some((Color::Black, "KCPKR".into()));
        assert_eq!(named("4kc3/9/9/9/9/p8/9/9/9/R2K5 w"), two);
        assert_eq!(named("4k4/9/9/9/9/9/9/9/9/R2KCN3 w"), None, "three attackers of one side");
        assert_eq!(named("4kr3/9/9/9/p8/9/9/9/9/R2KC4 w"), None, "two of each");
        assert_eq!(named("4kr3/9/9/9/9/9/9/9/9/R2KCN3 w"), None, "three against one");
    }
}
