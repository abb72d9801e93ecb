//! The score of each side's last search, for the next one to compare with.

use crate::board::Key;
use crate::rules::Game;
use crate::types::{Color, Score};

/// The scores of both sides' last searches.
#[derive(Clone, Copy, Debug, Default)]
pub struct LastScores([Option<LastScore>; 2]);

/// The score of a search.
#[derive(Clone, Copy, Debug)]
pub struct LastScore {
    /// Who moved at its root.
    pub side: Color,
    /// Key of its root.
    pub root: Key,
    /// Score of its last finished iteration.
    pub score: Score,
}

impl LastScores {
    /// A search has ended whose root was reached in a game.
    pub fn record(&mut self, score: LastScore) {
        self.0[score.side.index()] = Some(score);
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
mod tests {
    use super::*;
    use crate::search::time::tests::game_after;

    #[test]
    fn a_search_is_known_in_its_game_only() {
        let (first, second) = (Score::new(30), Score::new(-20));
        let mut scores = LastScores::default();
        let record = |scores: &mut LastScores, moves: &[&str], score| {
            let game = game_after(moves);
            let board = game.board();
            scores.record(LastScore { side: board.side(), root: board.key(), score });
        };
        record(&mut scores, &[], first);
        let score = |scores: &LastScores, moves: &[&str]| scores.score_in(&game_after(moves));
        assert_eq!(score(&scores, &["h2e2", "h9g7"]), Some(first));
        assert_eq!(score(&scores, &["h2e2", "h9g7", "h0g2", "g6g5"]), Some(first), "later");
        assert_eq!(score(&scores, &["h2e2"]), None, "the other side is to move");
        assert_eq!(score(&scores, &[]), None, "a new game");
        record(&mut scores, &["h2e2"], second);
        assert_eq!(score(&scores, &["h2e2", "h9g7"]), Some(first), "each side has its own");
        assert_eq!(score(&scores, &["h2e2", "h9g7", "h0g2"]), Some(second));
        record(&mut scores, &["h2e2", "h9g7"], second);
        assert_eq!(score(&scores, &["h2e2", "h9g7", "h0g2", "g6g5"]), Some(second), "the newest");
        assert_eq!(score(&scores, &["h2e2", "b9c7", "h0g2", "g6g5"]), None, "another game");
    }
}
