//! Moves as text. Programs count ranks from 0 or from 1, and say nowhere which;
//! only the board can tell.

use std::fmt;

use crate::board::{Board, FenError, NullObserver, PositionError};
use crate::protocol::words::quote;
use crate::rules::Game;
use crate::types::{Color, Move};

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
    /// The moves are those that led to the position: none is played.
    Past,
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
                write!(f, "cannot play {}, kept the moves before it", quote(word))
            }
            GameFault::Past => {
                f.write_str("these moves lead to the position, not on from it; played none")
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

/// Makes a list of moves in a game. A list with a rank 10 or 0 says how its ranks are
/// counted. Any other is read the given way, unless only the other way makes all its moves
/// legal: a part of a list is often legal that way by accident, and leads elsewhere. So does
/// a part of the moves that have led to the position, which some clients send behind it.
pub fn replay<'a>(
    game: &Game,
    words: impl Iterator<Item = &'a str> + Clone,
    base: RankBase,
) -> Replay {
    let read = |base| replay_as(game.clone(), words.clone(), base);
    let is_broken = |replay: &Replay| matches!(replay.fault, Some(GameFault::Illegal(_)));
    let told = told_base(words.clone());
    let first = read(told.unwrap_or(base));
    if !is_broken(&first) {
        return first;
    }
    if told.is_none() {
        let second = read(base.other());
        if !is_broken(&second) {
            return second;
        }
    }
    let moves: Option<Vec<Move>> = words.map(|word| first.base.parse(word)).collect();
    if moves.is_some_and(|moves| lead_to(&moves, game.board())) {
        return Replay { game: game.clone(), base: first.base, fault: Some(GameFault::Past) };
    }
    first
}

/// Whether these moves may have led to a position: taken back from the last to the first, each
/// is that of a piece of the right side which comes from a point that has become free.
fn lead_to(moves: &[Move], board: &Board) -> bool {
    /// What stood on a point. Where a move ended there was nothing, or what it captured.
    #[derive(Clone, Copy, PartialEq)]
    enum Point {
        Free,
        Taken(Color),
        Unknown,
    }
    let mut points = board
        .pieces_by_point()
        .map(|piece| piece.map_or(Point::Free, |piece| Point::Taken(piece.color())));
    let mut side = board.side();
    for mv in moves.iter().rev() {
        side = !side;
        let [Some(from), Some(to)] = [mv.from(), mv.to()].map(|sq| points.get(sq.index())) else {
            return false;
        };
        if *from == Point::Taken(side) || *from == Point::Taken(!side) || mv.from() == mv.to() {
            return false;
        }
        if *to == Point::Free || *to == Point::Taken(!side) {
            return false;
        }
        for (sq, point) in [(mv.from(), Point::Taken(side)), (mv.to(), Point::Unknown)] {
            if let Some(place) = points.get_mut(sq.index()) {
                *place = point;
            }
        }
    }
    true
}

/// How ranks are counted in a list of moves, where one of them can only be read one way.
fn told_base<'a>(mut words: impl Iterator<Item = &'a str>) -> Option<RankBase> {
    words.find_map(|word| {
        let [zero, one] = [RankBase::Zero, RankBase::One].map(|base| base.parse(word).is_some());
        match (zero, one) {
            (true, false) => Some(RankBase::Zero),
            (false, true) => Some(RankBase::One),
            _ => None,
        }
    })
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

/// Reads a list of moves of one position, with ranks counted as [`replay`] has it. Those
/// that are not legal are returned as words.
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
    if let Some(told) = told_base(words.clone()) {
        return read(told);
    }
    let first = read(base);
    if first.1.is_empty() {
        return first;
    }
    let second = read(base.other());
    if second.1.is_empty() { second } else { first }
}

/// Moves with a blank before each.
pub struct Line<'a>(pub &'a [Move], pub RankBase);

impl fmt::Display for Line<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|&mv| write!(f, " {}", self.1.format(mv)))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing)] // tests may panic
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
    fn a_list_that_is_legal_in_part_changes_nothing() {
        // What a client sends that puts all moves of the game behind the position after them:
        // two of these moves are legal with ranks from 1.
        let fen = "r1bakabr1/9/1cn3nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/7R1/RNBAKABN1 w - - 0 1";
        let late = Game::new(&fen.parse().unwrap()).unwrap();
        let list = "h2e2 h9g7 i0i1 i9h9 i1h1 b9c7";
        let after = replay(&late, list.split(' '), RankBase::Zero);
        assert_eq!((after.game.ply(), after.base), (0, RankBase::Zero));
        let start = Game::start();
        assert_eq!(after.fault, Some(GameFault::Past));
        for (list, base) in [("h3e3 zzzz", RankBase::Zero), ("h2e2 zzzz", RankBase::One)] {
            let after = replay(&start, list.split(' '), base);
            assert_eq!((after.game.ply(), after.base), (0, base), "{list}");
        }
        // A rank 10 or 0 leaves no doubt, wherever it stands; the rest is read accordingly.
        for (list, base, plies) in [
            ("h3e3 zzzz h10g8", RankBase::One, 1),
            ("h2e2 zzzz h0g2", RankBase::Zero, 1),
            ("a3a4 h10g8", RankBase::One, 0),
        ] {
            for before in [RankBase::Zero, RankBase::One] {
                let after = replay(&start, list.split(' '), before);
                assert_eq!((after.game.ply(), after.base), (plies, base), "{list}");
            }
        }
    }

    #[test]
    fn moves_that_lead_to_a_position_are_not_played_on_from_it() {
        // Random games, in which pieces come back and are captured.
        for seed in 0..20_usize {
            let base = if seed % 2 == 0 { RankBase::Zero } else { RankBase::One };
            let mut game = Game::start();
            let mut sent: Vec<String> = Vec::new();
            for ply in 0..80_usize {
                let moves = game.board().legal_moves();
                let mv = moves[(ply * 7919 + seed * 104_729) % moves.len()];
                game.push(mv, &mut NullObserver);
                sent.push(base.format(mv));
                let now = Game::new(&game.setup()).unwrap();
                let after = replay(&now, sent.iter().map(String::as_str), base);
                let result = (after.game.ply(), after.fault);
                assert_eq!(result, (0, Some(GameFault::Past)), "{sent:?}");
                if game.board().legal_moves().is_empty() {
                    break;
                }
            }
        }
        // No such list: the legal moves at its front are played.
        for (list, plies) in [("h2e2 h9g7 a0a9", 2), ("h2e2 a0a1 i0i1", 1), ("a0a0", 0)] {
            let after = replay(&Game::start(), list.split(' '), RankBase::Zero);
            assert_eq!(after.game.ply(), plies, "{list}");
            assert!(matches!(after.fault, Some(GameFault::Illegal(_))), "{list}");
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
        let read = |list: &'static str| alternatives(&board, list.split(' '), RankBase::Zero);
        let (moves, faults) = read("h3e3 b1c3");
        assert_eq!((moves.len(), faults.len()), (2, 0));
        assert_eq!(read("h3e3 b1c3 e5e6"), (Vec::new(), vec!["h3e3", "b1c3", "e5e6"]));
        let (moves, faults) = read("h3e3 e5e6 b3b10");
        assert_eq!((moves.len(), faults), (2, vec!["e5e6"]));
    }
}
