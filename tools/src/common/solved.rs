//! The tables of solved endings that tools use, and results by them: ends games whose outcome
//! the tables know.

use std::convert::Infallible;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use anyhow::{Result, anyhow, ensure};
use clap::Args;

use crate::common::lang::Context;
use crate::common::lang::files::{FileFault, at};
use crate::common::say::first_error;
use chuhe::endings::{Ending, Endings, Refusal};
use chuhe::rules::{Game, Outcome, RuleSet};

/// Which tables of solved endings are used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EndingTables {
    /// Those in the program.
    BuiltIn,
    /// Those of a folder, and those in the program of classes that it lacks.
    Folder(PathBuf),
}

impl FromStr for EndingTables {
    type Err = Infallible;

    /// Reads the path of a folder; an empty one means the tables in the program.
    fn from_str(text: &str) -> Result<EndingTables, Infallible> {
        Ok(if text.is_empty() { EndingTables::BuiltIn } else { EndingTables::Folder(text.into()) })
    }
}

impl EndingTables {
    /// Opens the tables.
    ///
    /// # Errors
    /// When the folder cannot be read or has no table, or a table in it cannot be used.
    pub fn open(&self) -> Result<Arc<Endings>> {
        let EndingTables::Folder(folder) = self else { return Ok(Endings::embedded()) };
        let opened = open_folder(folder).and_then(|(endings, refused)| {
            first_error(refused.into_iter().map(|refusal| Err(refused_file(refusal))))?;
            Ok(Arc::new(endings))
        });
        opened.context("--endings")
    }
}

/// The option for the tables of solved endings in tools that search.
#[derive(Args, Clone, Debug, Default)]
pub struct EndingTablesArgs {
    /// Also use the tables of solved endings in this folder
    #[arg(long, value_name = "FOLDER")]
    endings: Option<EndingTables>,
}

impl EndingTablesArgs {
    /// Opens the tables; without the option those in the program.
    ///
    /// # Errors
    /// As of [`EndingTables::open`].
    pub fn open(&self) -> Result<Arc<Endings>> {
        self.endings.as_ref().map_or_else(|| Ok(Endings::embedded()), EndingTables::open)
    }
}

/// The folder; nothing for the tables in the program.
impl fmt::Display for EndingTablesArgs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.endings {
            Some(EndingTables::Folder(folder)) => write!(f, "{}", folder.display()),
            _ => Ok(()),
        }
    }
}

/// The tables of a folder, and the files in it that are refused.
///
/// # Errors
/// When the folder cannot be read, or has neither a table nor a file that is refused: what
/// is said would be what the tables in the program say.
pub fn open_folder(folder: &Path) -> Result<(Endings, Vec<Refusal>)> {
    let found = Endings::in_folder(folder);
    let (endings, refused) =
        found.with_context(|| FileFault::ReadingTables { path: folder.into() })?;
    let is_empty = refused.is_empty() && endings.from_files().next().is_none();
    ensure!(!is_empty, FileFault::NoTables { path: folder.into() });
    Ok((endings, refused))
}

/// A file that is refused, as an error.
pub fn refused_file((path, error): Refusal) -> anyhow::Error {
    at(path.display(), error).into()
}

/// An error for each table of which a block has turned out to be damaged.
pub fn damaged_tables(endings: &Endings) -> impl Iterator<Item = Result<()>> {
    let damaged = endings.tables().filter(|table| table.is_damaged());
    damaged.map(|table| Err(anyhow!("the table {} is damaged", table.class())))
}

/// The outcome of a game that goes on, whose position is in a table: a draw, or a win that
/// neither the natural limit nor a repetition can prevent; `None` for everything else, wins
/// without a distance among them (see docs/authors/endings.md).
pub fn outcome(endings: &Endings, game: &Game, rules: &RuleSet) -> Option<Outcome> {
    if !Endings::may_know(game.board()) {
        return None;
    }
    let board = game.board();
    let value = endings.value(board)?.under(rules)?;
    let Some(winner) = value.winner(board.side()) else {
        return Some(Outcome::Draw);
    };
    let plies = value.plies()?;
    let left = rules.quiet_limit.map(|limit| limit.saturating_sub(game.quiet_plies()));
    let is_free = left.is_none_or(|left| plies <= left) && !may_repeat(endings, game, rules, plies);
    is_free.then_some(Outcome::Win(winner))
}

/// Whether the way to the win, on which the distance falls with each move, might reach a
/// position as often as the rule set judges: whether `fold` positions since the last
/// capture were no farther from the end than the present one.
fn may_repeat(endings: &Endings, game: &Game, rules: &RuleSet, plies: u32) -> bool {
    let mut earlier = game.clone();
    let nearer = (0..game.reversible_plies()).filter(|_| {
        earlier.undo();
        let board = earlier.board();
        let before = endings.value(board).and_then(Ending::plies);
        before.is_none_or(|before| before <= plies)
    });
    nearer.count() + 1 >= rules.fold
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe::types::Color;

    fn game(fen: &str, moves: &str) -> Game {
        let mut game = Game::new(&fen.parse().unwrap()).unwrap();
        for word in moves.split_whitespace() {
            game.play(word.parse().unwrap()).unwrap();
        }
        game
    }

    fn outcome_of(fen: &str, moves: &str) -> Option<Outcome> {
        outcome(&Endings::embedded(), &game(fen, moves), &RuleSet::default())
    }

    #[test]
    fn wins_and_draws_are_known() {
        let red = Some(Outcome::Win(Color::Red));
        assert_eq!(outcome_of("3k5/9/9/9/9/9/9/9/R8/4K4 w", ""), red);
        assert_eq!(outcome_of("3k5/9/9/9/9/9/9/9/R8/4K4 b", ""), red);
        let black = Some(Outcome::Win(Color::Black));
        assert_eq!(outcome_of("4k4/r8/9/9/9/9/9/9/9/3K5 b", ""), black);
        assert_eq!(outcome_of("2bakab2/9/9/9/9/9/9/9/4R4/4K4 b", ""), Some(Outcome::Draw));
        assert_eq!(outcome_of("3k5/9/9/9/4n4/9/9/9/R8/4K4 w", ""), red);
        assert_eq!(outcome_of("3k5/9/9/9/3nn4/9/9/9/R8/4K4 w", ""), None, "not solved");
    }

    #[test]
    fn the_natural_limit_and_repetitions_come_first() {
        let fen = "4k4/9/9/9/9/9/9/9/R8/3K5 w";
        let board = game(fen, "").board().clone();
        let Some(Ending::Win(plies)) = Endings::embedded().value(&board) else { panic!("a win") };
        let last = RuleSet::NATURAL_LIMIT - plies;
        assert!(outcome_of(&format!("{fen} - - {last} 1"), "").is_some());
        assert_eq!(outcome_of(&format!("{fen} - - {} 1", last + 1), ""), None);
        // The distance has risen, and the way back leads through positions of the game.
        assert!(outcome_of(fen, "a1a0").is_some());
        assert_eq!(outcome_of(fen, "a1a2 e9e8 a2a3 e8e9 a3a2 e9e8"), None);
    }

    #[test]
    fn tables_that_cannot_be_read_are_refused() {
        let own = tempfile::tempdir().unwrap();
        let missing = own.path().join("missing");
        let folder = EndingTables::Folder(missing.clone());
        let error = format!("{:#}", folder.open().unwrap_err());
        let expected = format!("--endings: while reading {}: ", missing.display());
        assert!(error.starts_with(&expected), "{error}");
        let folder = EndingTables::Folder(own.path().into());
        let error = format!("{:#}", folder.open().unwrap_err());
        assert!(error.starts_with("--endings: no tables in "), "{error}");
        assert_eq!("".parse(), Ok(EndingTables::BuiltIn));
    }
}
