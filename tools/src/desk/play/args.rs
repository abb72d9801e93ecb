//! The arguments of `chuhe play`.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use anyhow::Result;
use clap::{Args, ValueEnum};

use super::clock::Control;
use super::ending::EndingArgs;
use super::player::Player;
use crate::common::color::ColorArgs;
use crate::common::lang::files::DeskFault;
use crate::common::lang::{LangArgs, Told};
use crate::common::rule_set::RuleSetParser;
use crate::common::solved::EndingTablesArgs;
use chuhe::engine::strength::FULL;
use chuhe::notation::Style;
use chuhe::rules::RuleSet;

/// Who plays with which side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Side {
    /// The person plays Red and moves first.
    #[default]
    Red,
    /// The person plays Black.
    Black,
    /// The person plays both sides.
    Both,
}

/// How strong the engine plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LevelChoice {
    /// At this level.
    Fixed(i64),
    /// At the level that the player's results say.
    Auto,
}

impl FromStr for LevelChoice {
    type Err = Told;

    fn from_str(text: &str) -> Result<LevelChoice, Told> {
        match text.parse() {
            Ok(level @ 0..=FULL) => Ok(LevelChoice::Fixed(level)),
            _ if text == "auto" => Ok(LevelChoice::Auto),
            _ => Err(DeskFault::LevelOrAuto { most: FULL }.into()),
        }
    }
}

impl fmt::Display for LevelChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LevelChoice::Fixed(level) => write!(f, "{level}"),
            LevelChoice::Auto => write!(f, "auto"),
        }
    }
}

/// Play a game against the engine on the terminal
///
/// Moves may be in any notation: 炮二平五, C2.5, h2e2. Other words: help, hint, undo,
/// moves, board, flip, level N, draw, resign, save [FILE], quit. With --ending, next as well.
#[derive(Args, Clone, Debug)]
#[allow(rustdoc::broken_intra_doc_links)] // the text of the help has words in brackets
pub struct PlayArgs {
    /// Your side
    #[arg(long, value_enum, default_value_t)]
    pub(super) side: Side,
    /// How strong the engine plays, 0 to 20, or auto: as strong as your results say that you are
    #[arg(long, value_name = "N", default_value_t = LevelChoice::Fixed(FULL))]
    pub(super) level: LevelChoice,
    /// Keep your results in this file, and say after each game how strong you are [default with
    /// --level auto: a file of your own in the folder where programs keep such]
    #[arg(long, value_name = "FILE")]
    pub(super) player: Option<PathBuf>,
    /// Milliseconds of the engine for each move
    #[arg(long, value_name = "MS", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    pub(super) movetime: u64,
    /// Play by the clock: minutes for the game, and seconds for each move
    #[arg(long, value_name = "MIN+SEC", conflicts_with = "movetime")]
    pub(super) clock: Option<Control>,
    /// The position to begin with [default: the start position]
    #[arg(long, value_name = "FEN")]
    pub(super) fen: Option<String>,
    /// How moves are written: uci, uci1, iccs, wxf, simplified, traditional, san, san1 or
    /// vietnamese; the board has letters or characters to match [default: wxf in English, else
    /// that of the language]
    #[arg(long, value_name = "STYLE")]
    notation: Option<Style>,
    /// Rule set that games are judged by
    #[arg(long, value_name = "NAME", default_value = RuleSet::DEFAULT.name, value_parser = RuleSetParser)]
    pub(super) rules: RuleSet,
    /// Write the game as PGN when it is over
    #[arg(long, value_name = "FILE")]
    pub(super) pgn: Option<PathBuf>,
    #[command(flatten)]
    pub(super) ending: EndingArgs,
    #[command(flatten)]
    pub(super) endings: EndingTablesArgs,
    #[command(flatten)]
    pub(super) lang: LangArgs,
    #[command(flatten)]
    pub(super) color: ColorArgs,
}

impl PlayArgs {
    /// In which style moves are written.
    pub(super) fn style(&self) -> Style {
        self.notation.unwrap_or_else(|| self.lang.get().style_or(Style::Wxf))
    }

    /// The player whose results are kept: that of the file that is named, or where the level
    /// follows the results that of whoever runs the program.
    ///
    /// # Errors
    /// When the file cannot be read, or there is no place for one.
    pub(super) fn player(&self) -> Result<Option<Player>> {
        match (&self.player, self.level) {
            (Some(path), _) => Player::open(path).map(Some),
            (None, LevelChoice::Auto) => Player::of_user().map(Some),
            (None, LevelChoice::Fixed(_)) => Ok(None),
        }
    }
}
