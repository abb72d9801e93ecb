//! `chuhe eval`: the static evaluation of a position.

use anyhow::Result;
use chuhe::board::{START_FEN, Setup};
use chuhe::eval::Evaluation;
use chuhe::protocol;

use crate::program::arguments::Arguments;
use crate::program::say;

/// Evaluates and prints.
///
/// # Errors
/// When an argument is wrong, the network cannot be read, the FEN is not that of a legal
/// position, or the line cannot be written.
pub fn run(words: &[String]) -> Result<()> {
    let arguments = Arguments::read(words, &["--eval-file"], &[], 1)?;
    let evaluation = Evaluation::named(arguments.value("--eval-file").unwrap_or_default())?;
    let fen = arguments.words.first().unwrap_or(&START_FEN);
    let board = fen.parse::<Setup>()?.to_board()?;
    say(&protocol::evaluation(&board, &evaluation))
}
