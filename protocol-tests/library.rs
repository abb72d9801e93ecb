//! The library as programs that embed the engine use it, where that takes seconds.

use std::sync::{Arc, mpsc};
use std::time::Duration;

use chuhe::rules::Game;
use chuhe::search::{Limits, Listener, RootMoveListener, Searcher, StopToken};
use chuhe::types::{Depth, Move};

use crate::folder::ensure;
use crate::{Case, Pass};

/// The cases.
///
/// # Errors
/// Never.
pub fn cases() -> Result<Vec<Case>, String> {
    Ok(vec![Case::new("root-moves", root_moves)])
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
