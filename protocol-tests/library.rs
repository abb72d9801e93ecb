//! The library as programs that embed the engine use it, where that takes seconds.

use std::sync::{Arc, mpsc};
use std::time::Duration;

use chuhe::board::{Board, Setup, divide};
use chuhe::endings::Endings;
use chuhe::rules::Game;
use chuhe::search::{Limits, Listener, RootMoveListener, Searcher, StopToken};
use chuhe::types::{Depth, Move, Square};

use crate::folder::ensure;
use crate::{Case, Pass};

/// The cases.
///
/// # Errors
/// Never.
pub fn cases() -> Result<Vec<Case>, String> {
    Ok(vec![Case::new("root-moves", root_moves), Case::new("extremes", extremes)])
}

/// Stops the search at the first root move that it hears of, and passes it on.
struct RootMoves(StopToken, mpsc::Sender<(Depth, Move, usize)>);

impl Listener for RootMoves {
    fn root_moves(&self) -> Option<RootMoveListener> {
        let (token, sender) = (self.0.clone(), self.1.clone());
        Some(Arc::new(move |depth, mv, number| {
            let _ = sender.send((depth, mv, number));
            token.stop();
        }))
    }
}

/// A long search says which root move it turns to.
fn root_moves() -> Result<Pass, String> {
    let (sender, heard) = mpsc::channel();
    let token = StopToken::default();
    let mut listener = RootMoves(token.clone(), sender);
    // Far more than it takes; only a search that says nothing needs all of it.
    let limits = Limits { move_time: Some(Duration::from_secs(20)), ..Limits::default() };
    let game = Game::start();
    let result = Searcher::new(1, 1).search_with(&game, limits, &token, &mut listener);
    let result = result.map_err(|error| error.to_string())?;
    ensure(result.best.is_some(), || "no move".into())?;
    let (depth, mv, number) = heard.try_recv().map_err(|_| "no root move was heard of")?;
    ensure(depth > 1 && number >= 1 && game.board().legal_moves().contains(&mv), || {
        format!("depth {depth}, {mv}, number {number}")
    })?;
    Ok(Pass::Ok)
}

/// Numbers at their ends and moves that are not legal, given to functions that promise an answer.
fn extremes() -> Result<Pass, String> {
    let read = |text: &str| text.parse::<Move>().map_err(|error| error.to_string());
    let (legal, other) = (read("h2e2")?, read("a1a2")?);
    let mut board = Board::start();
    let divided = divide(&mut board, &[other, legal], 1);
    ensure(divided == [(other, 0), (legal, 1)], || format!("{divided:?}"))?;
    ensure(board.see_ge(legal, i32::MIN) && !board.see_ge(legal, i32::MAX), || "see_ge".into())?;
    let far = Square::from_index(5).offset(i32::MAX, i32::MIN);
    ensure(far.is_none(), || format!("{far:?}"))?;
    let start = Setup { move_number: u32::MAX, ..Setup::start() };
    let mut game = Game::new(&start).map_err(|error| error.to_string())?;
    for mv in [legal, read("h9g7")?] {
        game.play(mv).map_err(|error| error.to_string())?;
    }
    ensure(game.fen().ends_with(" 4294967295"), || game.fen())?;
    for table in Endings::embedded().tables() {
        let beyond = table.block(table.blocks()).is_some() || table.block(usize::MAX).is_some();
        ensure(!beyond && table.block(0).is_some(), || table.class().to_string())?;
    }
    Ok(Pass::Ok)
}
