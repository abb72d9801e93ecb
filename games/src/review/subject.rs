//! Games to be analysed.

use crate::document::Annotated;
use crate::replay::Checked;
use crate::review::clock::{Clocks, Spent};
use crate::text::GameText;
use crate::tree::{START, Tree};
use chuhe::rules::Game;
use chuhe::types::Move;

/// A game to be analysed.
pub struct Subject {
    /// File, line and column.
    pub source: String,
    /// As it was read.
    pub text: GameText,
    /// The main line as moves.
    pub game: Game,
    /// All lines.
    pub tree: Tree<Annotated>,
    /// Its moves.
    pub moves: Vec<Move>,
    /// The time of each move, where the file says it.
    pub spent: Vec<Option<Spent>>,
    /// Number of its first position among those of all games.
    pub first: usize,
}

impl Subject {
    /// A game whose first position has this number.
    pub fn new(source: String, text: GameText, game: impl Into<Checked>, first: usize) -> Subject {
        let Checked { game, moves: tree, .. } = game.into();
        let moves = game.moves().collect();
        let spent = spent(&text, &tree);
        Subject { source, text, game, tree, moves, spent, first }
    }

    /// Numbers of its positions, one more than moves.
    pub fn positions(&self) -> std::ops::Range<usize> {
        self.first..self.first + self.game.ply() + 1
    }
}

/// The time of each move of the main line by the comments of a file.
fn spent(text: &GameText, tree: &Tree<Annotated>) -> Vec<Option<Spent>> {
    let tag = |(key, _): &&(String, String)| key.eq_ignore_ascii_case("TimeControl");
    let control = text.tags.iter().find(tag).map(|(_, value)| value.as_str());
    let mut clocks = Clocks::of_tag(control);
    let mut side = text.start.side;
    let of = |at| {
        let spent = clocks.spend(side, &tree.get(at)?.comment);
        side = !side;
        Some(spent)
    };
    tree.line_from(START).map_while(of).collect()
}

/// Number of the game that a position belongs to.
pub fn number_of(subjects: &[Subject], position: usize) -> usize {
    subjects.partition_point(|subject| subject.first <= position) - 1
}
