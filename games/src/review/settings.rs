//! How searches are turned into words.

use crate::review::judge::Judge;
use chuhe::book::Book;
use chuhe::endings::Endings;
use chuhe::notation::Style;
use chuhe::rules::RuleSet;

/// How searches are turned into words.
#[derive(Clone, Copy, Debug)]
pub struct ReviewSettings<'a> {
    /// What may be said against a move.
    pub judge: Judge,
    /// How moves are written.
    pub style: Style,
    /// The rule set, for its natural limit.
    pub rules: RuleSet,
    /// The tables that say of endings how they end with best play.
    pub endings: &'a Endings,
    /// An opening book, besides the usual openings.
    pub book: Option<&'a Book>,
}
