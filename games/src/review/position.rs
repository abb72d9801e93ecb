//! A position of a game and what was found in it.

use serde::Serialize;

use crate::names::{self, Goal};
use crate::review::Finding;
use crate::review::grade::{Points, rounded};
use crate::review::judge::chance;
use crate::review::others::Other;
use crate::review::settings::ReviewSettings;
use crate::review::texts::texts;
use crate::review::theory::Theory;
use chuhe::rules::Game;
use chuhe::types::{Color, Move};

/// Moves of a line in which tactics are named: what comes later was not the point.
const NAMED_MOVES: usize = 3;

/// A position of a game and what was found in it.
#[derive(Clone, Debug, Serialize)]
pub struct Position {
    /// The position.
    pub fen: String,
    /// From Red's view.
    pub score: Points,
    /// Percent of the points that Red may expect: a win counts whole, a draw half.
    pub red_chance: f64,
    /// The result with best play, if a table of solved endings knows it.
    pub theory: Option<Theory>,
    /// The last finished iteration.
    pub depth: i32,
    /// Nodes searched.
    pub nodes: u64,
    /// The best line as coordinates.
    pub line: Vec<String>,
    /// The same for people.
    pub line_text: Vec<String>,
    /// Keys of the mates and tactics that the best line shows: of mates where it ends with
    /// one, of tactics before and after a bad move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<&'static str>,
    /// Where a bad move was played: other moves than the best one and that, the best of them
    /// first. Those that lose less than 5 % keep what there is to keep; where there may be more
    /// of those, the list ends with one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<Other>,
    /// Whether tables of solved endings know where every move leads: then all moves that keep
    /// what there is to keep are among these.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub others_complete: bool,
}

impl Position {
    /// What was found in the last position of a game.
    pub fn new(game: &Game, finding: &Finding, settings: &ReviewSettings) -> Position {
        let ReviewSettings { style, rules, endings, .. } = *settings;
        let side = game.board().side();
        let own = chance(finding.score, game.board());
        let (line, line_text) = texts(game, &finding.line, style);
        Position {
            fen: game.fen(),
            score: Points::of(finding.score, game.board()),
            red_chance: rounded(if side == Color::Red { own } else { 100.0 - own }),
            theory: Theory::of(endings, game, &rules),
            depth: finding.depth,
            nodes: finding.nodes,
            line,
            line_text,
            names: mate_names(game, finding),
            others: Vec::new(),
            others_complete: false,
        }
    }

    /// Names the tactics of the best line, unless it has the names of a mate.
    pub fn name_tactics(&mut self, game: &Game, finding: &Finding) {
        let count = finding.line.len().min(2 * NAMED_MOVES);
        // It begins and ends with a move of the same side.
        let line = &finding.line[..count.saturating_sub(usize::from(count.is_multiple_of(2)))];
        if self.names.is_empty() && !line.is_empty() && is_legal(game, line) {
            // In a line of a search, which need not be the only one, these say nothing.
            let is_told = |key: &&str| !["quiet-key", "sacrifice"].contains(key);
            self.names = names::of(game, line, Goal::Win).into_iter().filter(is_told).collect();
        }
    }
}

fn is_legal(game: &Game, line: &[Move]) -> bool {
    let mut board = game.board().clone();
    line.iter().all(|&mv| board.is_legal(mv) && board.play(mv).is_ok())
}

/// The names of the mate that ends the best line, if one does.
fn mate_names(game: &Game, finding: &Finding) -> Vec<&'static str> {
    if !finding.score.is_win() || finding.line.len().is_multiple_of(2) {
        return Vec::new();
    }
    names_of_mate(game, &finding.line)
}

/// The names of the mate with which a line ends; none where it does not.
pub fn names_of_mate(game: &Game, line: &[Move]) -> Vec<&'static str> {
    let mut board = game.board().clone();
    let is_played = line.iter().all(|&mv| board.is_legal(mv) && board.play(mv).is_ok());
    match is_played && !board.has_legal_move() {
        true => names::of(game, line, Goal::Mate),
        false => Vec::new(),
    }
}
