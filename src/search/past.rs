//! What each side's last search was worth, for the clock to compare with.

use crate::board::Key;
use crate::rules::Game;
use crate::types::{Color, Score};

/// The last search of each side.
#[derive(Clone, Copy, Debug, Default)]
pub struct PastSearches([Option<PastSearch>; 2]);

/// An earlier search.
#[derive(Clone, Copy, Debug)]
pub struct PastSearch {
    /// Who moved at its root.
    pub side: Color,
    /// Key of its root.
    pub root: Key,
    /// Score of its last finished iteration.
    pub score: Score,
}

impl PastSearches {
    /// A search has ended whose root was reached in a game.
    pub fn record(&mut self, search: PastSearch) {
        self.0[search.side.index()] = Some(search);
    }

    /// The score of the last search of the side to move, if its root stands in this game. So it
    /// is none of another game and none that was only pondered upon; nor is there one where the
    /// interface sends each position without the moves before.
    pub fn score_in(&self, game: &Game) -> Option<Score> {
        let last = self.0[game.board().side().index()]?;
        // Newest first: nearly always it is the position two plies ago.
        let mut own = game.records().iter().rev().skip(1).step_by(2);
        own.any(|record| record.key() == last.root).then_some(last.score)
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// A game after some moves.
    pub fn game_after(moves: &[&str]) -> Game {
        let mut game = Game::start();
        moves.iter().for_each(|mv| game.play(mv.parse().unwrap()).unwrap());
        game
    }

    #[test]
    fn a_search_is_known_in_its_game_only() {
        let (first, second) = (Score::new(30), Score::new(-20));
        let mut past = PastSearches::default();
        let record = |past: &mut PastSearches, moves: &[&str], score| {
            let game = game_after(moves);
            let board = game.board();
            past.record(PastSearch { side: board.side(), root: board.key(), score });
        };
        record(&mut past, &[], first);
        let score = |past: &PastSearches, moves: &[&str]| past.score_in(&game_after(moves));
        assert_eq!(score(&past, &["h2e2", "h9g7"]), Some(first));
        assert_eq!(score(&past, &["h2e2", "h9g7", "h0g2", "g6g5"]), Some(first), "later");
        assert_eq!(score(&past, &["h2e2"]), None, "the other side is to move");
        assert_eq!(score(&past, &[]), None, "a new game");
        record(&mut past, &["h2e2"], second);
        assert_eq!(score(&past, &["h2e2", "h9g7"]), Some(first), "each side has its own");
        assert_eq!(score(&past, &["h2e2", "h9g7", "h0g2"]), Some(second));
        record(&mut past, &["h2e2", "h9g7"], second);
        assert_eq!(score(&past, &["h2e2", "h9g7", "h0g2", "g6g5"]), Some(second), "the newest");
        assert_eq!(score(&past, &["h2e2", "b9c7", "h0g2", "g6g5"]), None, "another game");
    }
}
