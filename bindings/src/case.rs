//! Whole games that are to be judged.

use chuhe::notation::ReadError;
use chuhe::rules::{self, RuleSet};
use chuhe::types::Move;
use chuhe_games::{FaultKind, GameText, Place, Word, read_line};

use crate::board::{Board, setup_of};
use crate::error::{Error, ErrorKind, Result};
use crate::game::Game;
use crate::outcome::{Outcome, rules_at};

/// A move of a list.
#[derive(Clone, Debug)]
pub enum Listed {
    /// A move.
    Move(Move),
    /// Its text in any notation.
    Text(String),
}

/// A whole game that is to be judged.
#[derive(Clone)]
pub struct Case(rules::Game);

impl Case {
    /// A game in a line: moves in any notation, with a FEN and `moves` before them where they do
    /// not begin at the start position or at `fen`.
    ///
    /// # Errors
    /// When the start is not legal, or a move is not: then with its line and column.
    pub fn of_text(line: &str, fen: Option<&str>) -> Result<Case> {
        play_line(line, fen).map(Case).map_err(|error| {
            let place = error.place.map(|place| place_in(line, place));
            Error { place, ..error }
        })
    }

    /// A list of moves from the start position or from `fen`. Texts alone are read in one way of
    /// counting ranks for all of them; beside moves each as a board reads it.
    ///
    /// # Errors
    /// When the start is not legal, or a move is not.
    pub fn of_list(moves: &[Listed], fen: Option<&str>) -> Result<Case> {
        let texts: Option<Vec<&str>> = moves.iter().map(Listed::text).collect();
        if let Some(texts) = texts {
            return play(fen, &texts).map(Case);
        }
        let mut board = Board::of_game(rules::Game::new(&setup_of(fen)?)?, RuleSet::DEFAULT);
        for (ply, listed) in moves.iter().enumerate() {
            let played = match listed {
                Listed::Move(mv) => board.push(*mv),
                Listed::Text(text) => board.push_text(text).map(drop),
            };
            played.map_err(|error| match listed {
                Listed::Move(mv) => {
                    let (number, word) = (Some(ply + 1), mv.to_string());
                    let error = ReadError::NoSuchMove;
                    Error::new(ErrorKind::Move, FaultKind::Move { number, word, error })
                }
                Listed::Text(_) => {
                    let message = format!("move {}, {}", ply + 1, error.message);
                    Error { message, ..error }
                }
            })?;
        }
        Ok(Case(board.game().clone()))
    }

    /// The game that was played on a board.
    ///
    /// # Errors
    /// When there is a `fen` as well.
    pub fn of_board(board: &Board, fen: Option<&str>) -> Result<Case> {
        has_own_start(fen)?;
        Ok(Case(board.game().clone()))
    }

    /// The main line of a game.
    ///
    /// # Errors
    /// When it has a fault, its first position is not legal, or there is a `fen` as well.
    pub fn of_game(game: &Game, fen: Option<&str>) -> Result<Case> {
        has_own_start(fen)?;
        if let Some(fault) = game.fault() {
            return Err(fault.clone());
        }
        Ok(Case(game.board(game.end(), RuleSet::DEFAULT.name)?.game().clone()))
    }

    /// How it ends by a rule set, whose repetitions are judged at an occurrence, 3 by default;
    /// `None` when it goes on.
    ///
    /// # Errors
    /// When there is no such rule set, or the number is out of range.
    pub fn judge(&self, rules: &str, occurrences: Option<usize>) -> Result<Option<Outcome>> {
        Ok(Outcome::of(&self.0, &rules_at(rules, occurrences)?))
    }
}

impl Listed {
    fn text(&self) -> Option<&str> {
        match self {
            Listed::Move(_) => None,
            Listed::Text(text) => Some(text),
        }
    }
}

fn has_own_start(fen: Option<&str>) -> Result<()> {
    let why = "fen: a board or a game has its own first position";
    if fen.is_some() { Err(Error::value(why)) } else { Ok(()) }
}

/// The end of a whole game, whose moves are texts in any notation; `None` when it goes on.
///
/// # Errors
/// When there is no such rule set, the start is not legal, or a move is not.
pub fn judge_moves<S: AsRef<str>>(
    fen: Option<&str>,
    moves: &[S],
    rules: &str,
    occurrences: Option<usize>,
) -> Result<Option<Outcome>> {
    Case(play(fen, moves)?).judge(rules, occurrences)
}

/// The same of a game in a line: see [`Case::of_text`].
///
/// # Errors
/// As of [`judge_moves`].
pub fn judge_text(
    line: &str,
    fen: Option<&str>,
    rules: &str,
    occurrences: Option<usize>,
) -> Result<Option<Outcome>> {
    Case::of_text(line, fen)?.judge(rules, occurrences)
}

/// The game of a line.
fn play_line(line: &str, fen: Option<&str>) -> Result<rules::Game> {
    let mut text = match read_line(line, 1) {
        Some(found) => found?,
        None => GameText::new(Place::START),
    };
    if let Some(fen) = fen {
        text.start = setup_of(Some(fen))?;
    }
    replay(&text)
}

/// A place of a text that was read as one line, in the lines that it has.
fn place_in(text: &str, place: Place) -> Place {
    let before = text.chars().take(place.column.saturating_sub(1));
    before.fold(Place { line: 1, column: 1 }, |Place { line, column }, c| match c {
        '\n' => Place { line: line + 1, column: 1 },
        _ => Place { line, column: column + 1 },
    })
}

/// The game of a list of moves: in one way of counting ranks for all of them.
fn play<S: AsRef<str>>(fen: Option<&str>, moves: &[S]) -> Result<rules::Game> {
    let mut text = GameText::new(Place::START);
    text.start = setup_of(fen)?;
    // The place says which way of reading gets furthest; it is none of a text.
    let word = |(at, mv): (usize, &S)| Word::new(mv.as_ref(), Place { line: 1, column: at + 1 });
    text.moves = moves.iter().enumerate().map(word).collect();
    replay(&text).map_err(|error| Error { place: None, ..error })
}

fn replay(text: &GameText) -> Result<rules::Game> {
    text.start.to_board()?;
    text.replay(usize::MAX, None).map_err(|fault| match Error::from(fault) {
        error if error.kind == ErrorKind::Game => Error { kind: ErrorKind::Move, ..error },
        error => error,
    })
}
