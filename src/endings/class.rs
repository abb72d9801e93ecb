//! Classes of endings: which pieces stand on the board besides the two kings.

use std::fmt;
use std::str::FromStr;

use crate::board::{Board, Material};
use crate::types::{Color, PieceType};

/// The types that attack, in the order of a class name.
pub const ATTACKERS: [PieceType; 4] =
    [PieceType::Rook, PieceType::Knight, PieceType::Cannon, PieceType::Pawn];

/// Number of codes that [`Class::code`] can return.
pub const CODES: usize = 81 * 81;

/// The material of an ending: one side, the attacker, has rooks, knights,
/// cannons or pawns and perhaps advisors and bishops, the other side, the
/// defender, has advisors and bishops only. At most two of each type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Class {
    /// The attacker's rooks, knights, cannons and pawns.
    pub attackers: [u8; 4],
    /// The attacker's advisors and bishops.
    pub own: [u8; 2],
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
        sets.map(|defenders| Class { attackers, own, defenders }).collect()
    }

    /// Who attacks in a position, and its class; `None` when both sides have
    /// attackers, none has, or there are more than two of them.
    #[inline]
    pub fn of(board: &Board) -> Option<(Color, Class)> {
        let strong =
            ATTACKERS.iter().fold(board.kind(PieceType::Rook), |set, &k| set | board.kind(k));
        let attacker = match Color::ALL.map(|color| (strong & board.color(color)).any()) {
            [true, false] => Color::Red,
            [false, true] => Color::Black,
            _ => return None,
        };
        if strong.count() > 2 {
            return None;
        }
        let count = |color: Color, kind: PieceType| board.pieces(color, kind).count() as u8;
        let minors =
            |color: Color| [PieceType::Advisor, PieceType::Bishop].map(|kind| count(color, kind));
        let attackers = ATTACKERS.map(|kind| count(attacker, kind));
        Some((attacker, Class { attackers, own: minors(attacker), defenders: minors(!attacker) }))
    }

    /// A number below `CODES` that no other class has.
    #[inline]
    pub fn code(&self) -> usize {
        let digits = self.attackers.iter().chain(&self.own).chain(&self.defenders);
        digits.fold(0, |code, &digit| code * 3 + usize::from(digit))
    }

    /// The types of the attackers, one entry a piece, in the order of the name.
    pub fn attacker_kinds(&self) -> Vec<PieceType> {
        let each = ATTACKERS.iter().zip(self.attackers);
        each.flat_map(|(&kind, n)| std::iter::repeat_n(kind, usize::from(n))).collect()
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

/// `KCPAKAAB`: the attacker's pieces after its king, then the defender's.
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
        let mut class = Class { attackers: [0; 4], own: [0; 2], defenders: [0; 2] };
        for (side, letters) in [attacker, defender].into_iter().enumerate() {
            for letter in letters.chars() {
                let minors = if side == 0 { &mut class.own } else { &mut class.defenders };
                let count = match letter {
                    'A' => &mut minors[0],
                    'B' => &mut minors[1],
                    _ if side == 1 => return Err(ClassError),
                    'R' => &mut class.attackers[0],
                    'N' => &mut class.attackers[1],
                    'C' => &mut class.attackers[2],
                    'P' => &mut class.attackers[3],
                    _ => return Err(ClassError),
                };
                *count = count.saturating_add(1);
            }
        }
        let total: u32 = class.attackers.iter().map(|&n| u32::from(n)).sum();
        let most = class.own.into_iter().chain(class.defenders).max();
        // Only the one spelling that `Display` prints.
        if total == 0 || total > 2 || most > Some(2) || class.to_string() != text {
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
        for bad in ["", "KR", "KK", "KARK", "KRRRK", "KRKAAA", "KRKR", "krk"] {
            assert_eq!(bad.parse::<Class>(), Err(ClassError), "{bad}");
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
        assert_eq!(named("4kr3/9/9/9/9/9/9/9/9/R2K5 w"), None, "both attack");
        assert_eq!(named("4k4/9/9/9/9/9/9/9/9/R2KCN3 w"), None, "three attackers");
    }
}
