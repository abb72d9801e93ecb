//! A game that is to be written: every move has been checked.

use std::borrow::Cow;

use crate::tree::Tree;
use chuhe::board::Setup;
use chuhe::notation::Style;
use chuhe::rules::Outcome;
use chuhe::types::Move;

/// A move and what is to be said of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Annotated {
    /// The move.
    pub mv: Move,
    /// Numeric annotation glyphs: 1 for `!`, 2 for `?`, …
    pub nags: Vec<u8>,
    /// A comment, whose lines end with `\n`; empty for none.
    pub comment: String,
}

impl Annotated {
    /// A move of which nothing is said.
    pub fn plain(mv: Move) -> Annotated {
        Annotated { mv, nags: Vec::new(), comment: String::new() }
    }
}

/// A game to be written, in any format.
#[derive(Clone, Debug)]
pub struct Document<'a> {
    /// Tags. Those that every file has need not be there; those that follow from
    /// the other fields are made from them.
    pub tags: Vec<(Cow<'a, str>, Cow<'a, str>)>,
    /// The position before the first move.
    pub start: &'a Setup,
    /// A comment before the first move; empty for none.
    pub comment: &'a str,
    /// The moves with their variations; all legal.
    pub moves: &'a Tree<Annotated>,
    /// How the game ended.
    pub outcome: Outcome,
    /// How moves are written.
    pub style: Style,
}

impl Document<'_> {
    /// The value of a tag, whose name is known in any case.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let mut tags = self.tags.iter();
        tags.find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| &**value)
    }
}
