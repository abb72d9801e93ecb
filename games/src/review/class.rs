//! What moves are called: the classes that players know from chess sites.

use serde::{Serialize, Serializer};

use crate::review::grade::{GRADES, Grade, grade_of};

/// Percent of win chance below which a loss is excellent, and not just good.
pub const EXCELLENT: f64 = 2.0;

/// Percent of win chance that every other move must lose where one is the only move.
pub const ONLY: f64 = 10.0;

/// Percent of win chance from which on a position counts as won.
pub const WON: f64 = 80.0;

/// Where the chance is after a win was missed: neither won any more nor lost, in percent.
pub const MISSED: std::ops::Range<f64> = 30.0..70.0;

/// The numbers above and those of `GRADES` by their names in texts and in scripts of pages.
pub const LIMITS: [(&str, f64); 8] = [
    ("limit_excellent", EXCELLENT),
    ("limit_inaccuracy", GRADES[2].0),
    ("limit_mistake", GRADES[1].0),
    ("limit_blunder", GRADES[0].0),
    ("limit_only", ONLY),
    ("limit_won", WON),
    ("limit_missed_from", MISSED.start),
    ("limit_missed_to", MISSED.end),
];

/// A class of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// The engine's choice, or another move that lost nothing.
    Best,
    /// It lost less than 2 % of win chance.
    Excellent,
    /// It lost less than 5 %.
    Good,
    /// The engine's choice where every other move loses 10 % or more.
    Only,
    /// A move of the opening book, from the beginning of the game on, that lost less than 5 %.
    Book,
    /// It lost 5 % or more.
    Inaccuracy,
    /// It lost 10 % or more.
    Mistake,
    /// It lost 20 % or more.
    Blunder,
    /// It lost 10 % or more of a position that was won, and left one that is neither won nor
    /// lost.
    MissedWin,
}

impl Class {
    /// All of them, in the order of reports.
    pub const ALL: [Class; 9] = [
        Class::Best,
        Class::Excellent,
        Class::Good,
        Class::Only,
        Class::Book,
        Class::Inaccuracy,
        Class::Mistake,
        Class::Blunder,
        Class::MissedWin,
    ];

    /// Its name in JSON and in catalogues of texts.
    pub fn key(self) -> &'static str {
        match self {
            Class::Best => "best",
            Class::Excellent => "excellent",
            Class::Good => "good",
            Class::Only => "only",
            Class::Book => "book",
            Class::Inaccuracy => "inaccuracy",
            Class::Mistake => "mistake",
            Class::Blunder => "blunder",
            Class::MissedWin => "missed-win",
        }
    }
}

impl Serialize for Class {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.key())
    }
}

/// What is known of a move besides what it lost.
#[derive(Clone, Copy, Debug, Default)]
pub struct Signs {
    /// Percent of the points that the mover could expect before the move.
    pub chance: f64,
    /// Whether it is the engine's choice.
    pub is_choice: bool,
    /// Whether all other moves lose [`ONLY`] or more.
    pub is_only: bool,
    /// Whether it and all moves before it are in the book.
    pub is_book: bool,
}

/// The class of a move that lost so much, in percent of win chance.
pub fn class_of(loss_chance: f64, signs: Signs) -> Class {
    let is_miss = signs.chance >= WON && MISSED.contains(&(signs.chance - loss_chance));
    match grade_of(loss_chance) {
        Some(Grade::Mistake | Grade::Blunder) if is_miss => Class::MissedWin,
        Some(Grade::Blunder) => Class::Blunder,
        Some(Grade::Mistake) => Class::Mistake,
        Some(Grade::Inaccuracy) => Class::Inaccuracy,
        None if signs.is_book => Class::Book,
        None if signs.is_choice && signs.is_only => Class::Only,
        None if signs.is_choice || loss_chance <= 0.0 => Class::Best,
        None if loss_chance < EXCELLENT => Class::Excellent,
        None => Class::Good,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_begin_where_they_are_said_to() {
        let plain = Signs { chance: 60.0, ..Signs::default() };
        let of = |loss| class_of(loss, plain);
        assert_eq!([0.0, 0.1, 1.9, 2.0].map(of), {
            [Class::Best, Class::Excellent, Class::Excellent, Class::Good]
        });
        assert_eq!([4.9, 5.0, 9.9, 10.0, 19.9, 20.0].map(of), {
            use Class::{Blunder, Good, Inaccuracy, Mistake};
            [Good, Inaccuracy, Inaccuracy, Mistake, Mistake, Blunder]
        });
        let choice = Signs { is_choice: true, is_only: true, ..plain };
        assert_eq!(class_of(0.0, choice), Class::Only);
        assert_eq!(class_of(0.0, Signs { is_only: false, ..choice }), Class::Best);
        let book = Signs { is_book: true, ..choice };
        assert_eq!((class_of(3.0, book), class_of(0.0, book)), (Class::Book, Class::Book));
        assert_eq!(class_of(6.0, book), Class::Inaccuracy);
    }

    #[test]
    fn a_win_is_missed_where_it_was_and_nothing_is_lost() {
        let of = |chance, loss| class_of(loss, Signs { chance, ..Signs::default() });
        assert_eq!((of(80.0, 10.1), of(100.0, 50.0), of(90.0, 60.0)), {
            (Class::MissedWin, Class::MissedWin, Class::MissedWin)
        });
        // Not won before; still won; lost now.
        assert_eq!((of(79.9, 15.0), of(100.0, 15.0), of(90.0, 60.1)), {
            (Class::Mistake, Class::Mistake, Class::Blunder)
        });
    }
}
