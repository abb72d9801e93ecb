//! How many moves there are of each class.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::review::class::Class;
use crate::review::played::Played;

/// How many moves there are of each class; of all classes, in the order of reports.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Counts(BTreeMap<Class, usize>);

impl Default for Counts {
    fn default() -> Counts {
        Counts(Class::ALL.into_iter().map(|class| (class, 0)).collect())
    }
}

impl Counts {
    /// The classes of moves; those that are not judged have none.
    pub fn of<'a>(moves: impl Iterator<Item = &'a Played>) -> Counts {
        let mut counts = Counts::default();
        for class in moves.filter_map(|played| played.class) {
            *counts.0.entry(class).or_default() += 1;
        }
        counts
    }

    /// How many there are of one.
    pub fn get(&self, class: Class) -> usize {
        self.0.get(&class).copied().unwrap_or(0)
    }
}
