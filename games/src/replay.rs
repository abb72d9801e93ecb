//! From words to moves and back.

use crate::fault::{Fault, FaultKind};
use crate::text::GameText;
use chuhe::board::Board;
use chuhe::notation::{RankBase, ReadError, Style, read_as, read_with, write};
use chuhe::rules::Game;
use chuhe::types::Move;

impl GameText {
    /// The game that its first words make, at most `plies` of them. Without a
    /// style each move may have its own; whether ranks are counted from 0 or from
    /// 1 is one question for them all.
    ///
    /// # Errors
    /// When the start is not legal or a move cannot be read: which one and why.
    pub fn replay(&self, plies: usize, style: Option<Style>) -> Result<Game, Fault> {
        match style {
            Some(style) => self.replay_by(plies, |board, word| read_as(board, word, style)),
            None => {
                let from =
                    |base| self.replay_by(plies, move |board, word| read_with(board, word, base));
                from(RankBase::Zero).or_else(|fault| from(RankBase::One).or(Err(fault)))
            }
        }
    }

    fn replay_by(
        &self,
        plies: usize,
        read: impl Fn(&Board, &str) -> Result<Move, ReadError>,
    ) -> Result<Game, Fault> {
        let mut game = Game::new(&self.start).map_err(|error| Fault::new(self.place, error))?;
        for (number, word) in (1..).zip(self.words()).take(plies) {
            let mv = read(game.board(), &word.text).map_err(|error| {
                let (number, text) = (Some(number), word.text.clone());
                Fault::new(word.place, FaultKind::Move { number, word: text, error })
            })?;
            let _ = game.play(mv);
        }
        Ok(game)
    }
}

/// The moves of a game in a style.
pub fn written_moves(game: &Game, style: Style) -> Vec<String> {
    let Ok(mut again) = Game::new(game.start_setup()) else { return Vec::new() };
    let written = game.moves().map(|mv| {
        let text = write(again.board(), mv, style);
        let _ = again.play(mv);
        text
    });
    written.collect()
}
