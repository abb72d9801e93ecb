//! Moves as text. Programs count ranks from 0 or from 1, and say nowhere which;
//! only the board can tell.

use std::fmt;

use crate::board::{Board, FenError, NullObserver, PositionError};
use crate::protocol::words::quote;
use crate::rules::Game;
use crate::types::Move;

pub use crate::notation::RankBase;

/// What came of a list of moves.
pub struct Replay {
    /// The game after the legal ones at the front of the list.
    pub game: Game,
    /// How ranks were counted in it.
    pub base: RankBase,
    /// Why the rest of the list was left out.
    pub fault: Option<GameFault>,
}

/// What is wrong with a game as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameFault {
    /// Neither `startpos` nor `fen` follows this command.
    NoStart(&'static str),
    /// The FEN is none.
    Fen(FenError),
    /// The position is not legal.
    Position(PositionError),
    /// This word is no legal move.
    Illegal(String),
    /// The game would be longer than `MAX_PLIES`.
    TooLong,
}

impl fmt::Display for GameFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameFault::NoStart(command) => {
                write!(f, "expected startpos or fen after {command}")
            }
            GameFault::Fen(error) => error.fmt(f),
            GameFault::Position(error) => error.fmt(f),
            GameFault::Illegal(word) => {
                write!(f, "illegal move {}, kept the moves before it", quote(word))
            }
            GameFault::TooLong => {
                write!(f, "more than {MAX_PLIES} moves, kept the first of them")
            }
        }
    }
}

impl std::error::Error for GameFault {}

impl From<FenError> for GameFault {
    fn from(error: FenError) -> GameFault {
        GameFault::Fen(error)
    }
}

impl From<PositionError> for GameFault {
    fn from(error: PositionError) -> GameFault {
        GameFault::Position(error)
    }
}

/// The longest game that is replayed. Each of its positions takes memory in every
/// search.
pub const MAX_PLIES: usize = 20_000;

/// Makes a list of moves in a game. Both ways of counting ranks are tried, the
/// given one first, and the one that reads more of the list is kept.
pub fn replay<'a>(
    game: &Game,
    words: impl Iterator<Item = &'a str> + Clone,
    base: RankBase,
) -> Replay {
    let first = replay_as(game.clone(), words.clone(), base);
    if !matches!(first.fault, Some(GameFault::Illegal(_))) {
        return first;
    }
    let second = replay_as(game.clone(), words, base.other());
    if second.game.ply() > first.game.ply() { second } else { first }
}

fn replay_as<'a>(mut game: Game, words: impl Iterator<Item = &'a str>, base: RankBase) -> Replay {
    for word in words {
        let fault = match base.parse(word).filter(|&mv| game.board().is_legal(mv)) {
            Some(_) if game.ply() == MAX_PLIES => GameFault::TooLong,
            Some(mv) => {
                game.push(mv, &mut NullObserver);
                continue;
            }
            None => GameFault::Illegal(word.to_owned()),
        };
        return Replay { game, base, fault: Some(fault) };
    }
    Replay { game, base, fault: None }
}

/// Reads a list of moves of one position. Those that are not legal however
/// ranks are counted are returned as words.
pub fn alternatives<'a>(
    board: &Board,
    words: impl Iterator<Item = &'a str> + Clone,
    base: RankBase,
) -> (Vec<Move>, Vec<&'a str>) {
    let read = |base: RankBase| {
        let (mut moves, mut faults) = (Vec::new(), Vec::new());
        for word in words.clone() {
            match base.parse(word).filter(|&mv| board.is_legal(mv)) {
                Some(mv) => moves.push(mv),
                None => faults.push(word),
            }
        }
        (moves, faults)
    };
    let first = read(base);
    if first.1.is_empty() {
        return first;
    }
    let second = read(base.other());
    if second.0.len() > first.0.len() { second } else { first }
}

/// Moves with a blank before each.
pub struct Line<'a>(pub &'a [Move], pub RankBase);

impl fmt::Display for Line<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|&mv| write!(f, " {}", self.1.format(mv)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_tells_how_its_ranks_are_counted() {
        let start = Game::start();
        let fen = |list: &str| replay(&start, list.split(' '), RankBase::Zero).game.fen();
        let moved = "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 2 2";
        for list in ["h2e2 h9g7", "h3e3 h10g8", "H2E2 H9G7"] {
            assert_eq!(fen(list), moved, "{list}");
        }
        let after = replay(&start, "h3e3 h10g8 zzzz b1c3".split(' '), RankBase::Zero);
        let fault = Some(GameFault::Illegal("zzzz".to_owned()));
        assert_eq!((after.game.ply(), after.base, after.fault), (2, RankBase::One, fault));
        let after = replay(&start, "zzzz".split(' '), RankBase::Zero);
        assert_eq!((after.game.ply(), after.base), (0, RankBase::Zero));
        // Legal either way: the way in use is kept.
        for base in [RankBase::Zero, RankBase::One] {
            assert_eq!(replay(&start, "a4a5".split(' '), base).base, RankBase::One);
            assert_eq!(replay(&start, "e3e4".split(' '), base).base, RankBase::Zero);
        }
    }

    #[test]
    fn a_game_has_an_end() {
        let moves = ["a0a1", "a9a8", "a1a0", "a8a9"].iter().copied().cycle().take(MAX_PLIES + 1);
        let replay = replay(&Game::start(), moves, RankBase::Zero);
        assert_eq!((replay.game.ply(), replay.fault), (MAX_PLIES, Some(GameFault::TooLong)));
    }

    #[test]
    fn alternatives_are_read_alike() {
        let board = Board::start();
        let (moves, faults) = alternatives(&board, "h3e3 b1c3 e5e6".split(' '), RankBase::Zero);
        assert_eq!((moves.len(), faults), (2, vec!["e5e6"]));
    }
}
