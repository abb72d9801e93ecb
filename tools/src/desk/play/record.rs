//! The game as a file.

use std::path::{Path, PathBuf};

use anyhow::Result;

use super::player::Player;
use super::{Side, TerminalGame};
use crate::common::date::Timestamp;
use crate::common::lang::files::DeskFault;
use crate::common::lang::{Context, Lang, Say};
use crate::common::output::{Output, check_distinct};
use chuhe::engine::strength::FULL;
use chuhe::notation::Style;
use chuhe::rules::{Game, Outcome, judge};
use chuhe_games::{Annotated, Document, Tree};

impl TerminalGame<'_> {
    /// The engine, with its level where it is not the highest.
    fn engine_name(&self) -> String {
        match self.level {
            FULL => "Chuhe".into(),
            level => self.lang.fill("play.engine-name", &[("n", &level)]),
        }
    }

    /// Writes the game to a file.
    ///
    /// # Errors
    /// When it cannot be written, or has the player's results.
    pub(super) fn save(&self, path: &Path) -> Result<()> {
        let results = self.player.as_ref().map(Player::path);
        check_distinct(&[], &[("--player", results), ("save", Some(path))])?;
        Output::open(path)?.write_text(&self.pgn()?)
    }

    /// How the game has ended, or that it is open.
    pub(super) fn outcome(&self) -> Outcome {
        self.ended.unwrap_or_else(|| judge(&self.game, &self.args.rules).outcome)
    }

    /// The game as PGN.
    ///
    /// # Errors
    /// When its moves cannot be written.
    pub(super) fn pgn(&self) -> Result<String> {
        let outcome = self.outcome();
        let (person, engine) = (self.lang.text("play.you").to_owned(), self.engine_name());
        let [red, black] = match self.args.side {
            Side::Red => [person, engine],
            Side::Black => [engine, person],
            Side::Both => [person.clone(), person],
        };
        let date = Timestamp::of(self.began).date();
        let tags = [("Date", date), ("Red", red), ("Black", black)];
        text_of(&self.game, &tags, outcome, self.args.style())
    }
}

/// A game as PGN.
///
/// # Errors
/// When its moves cannot be written.
pub(super) fn text_of(
    game: &Game,
    tags: &[(&str, String)],
    outcome: Outcome,
    style: Style,
) -> Result<String> {
    let moves: Tree<Annotated> = game.moves().map(Annotated::plain).collect();
    let document = Document {
        tags: tags.iter().map(|(name, value)| ((*name).into(), value.as_str().into())).collect(),
        start: game.start_setup(),
        comment: "",
        moves: &moves,
        outcome,
        style,
    };
    document.to_text().context(DeskFault::Unwritable)
}

/// Saves a game under a name, or under a free one where none is given, and says so.
pub fn saved(name: &str, lang: Lang, save: impl FnOnce(&Path) -> Result<()>) -> String {
    let path = if name.is_empty() { free_name() } else { name.into() };
    match save(&path) {
        Ok(()) => lang.fill("play.saved", &[("path", &path.display())]),
        Err(error) => error.say(lang),
    }
}

/// The name of a file that is not there yet: `game.pgn`, `game-2.pgn`.
fn free_name() -> PathBuf {
    let names = (1..).map(|n| match n {
        1 => PathBuf::from("game.pgn"),
        n => PathBuf::from(format!("game-{n}.pgn")),
    });
    names.into_iter().find(|name| !name.exists()).unwrap_or_default()
}
