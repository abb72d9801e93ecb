//! The vote of the search threads on the move to play.

use std::collections::HashMap;

use crate::types::{Depth, Move, Score};

/// Weight, for each ply of depth, of the vote with the worst score: the larger, the
/// more it matters how many threads agree, and how deep they are, than what they
/// expect. In score units.
const BASE_WEIGHT: i64 = 14;

/// What a thread would answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vote {
    /// Its best move.
    pub mv: Move,
    /// The score of that move.
    pub score: Score,
    /// Its last finished iteration.
    pub depth: Depth,
}

/// The place of the vote that is to be answered, among votes with the main thread's
/// first; `None` if there is none.
///
/// Among those with a vote a forced mate needs no majority: the shortest is played. Else
/// each thread votes for its move, with more weight the deeper it searched and the better
/// its score is. Of the threads for the elected move the one with the weightiest vote
/// answers; the main thread, if all is equal. (The scheme is Stockfish's.)
pub fn elect(votes: &[Vote]) -> Option<usize> {
    let worst = votes.iter().map(|vote| vote.score).min()?;
    let weight =
        |vote: &Vote| (i64::from(vote.score - worst) + BASE_WEIGHT) * i64::from(vote.depth);
    let mut sums = HashMap::new();
    for vote in votes {
        *sums.entry(vote.mv).or_insert(0) += weight(vote);
    }
    let worth = |vote: &Vote| {
        let mate = if vote.score.is_win() { vote.score } else { Score::ZERO };
        (mate, sums[&vote.mv], weight(vote))
    };
    // Of equals `max_by_key` takes the last.
    (0..votes.len()).rev().max_by_key(|&i| worth(&votes[i]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vote(mv: &str, units: i32, depth: Depth) -> Vote {
        Vote { mv: mv.parse().unwrap(), score: Score::new(units), depth }
    }

    #[test]
    fn of_equals_the_main_thread_answers() {
        assert_eq!(elect(&[]), None);
        assert_eq!(elect(&[vote("h2e2", 30, 12)]), Some(0));
        assert_eq!(elect(&[vote("h2e2", 30, 12), vote("b2e2", 30, 12)]), Some(0));
    }

    #[test]
    fn depth_score_and_agreement_count() {
        assert_eq!(elect(&[vote("h2e2", 30, 12), vote("b2e2", 30, 13)]), Some(1));
        assert_eq!(elect(&[vote("h2e2", 30, 12), vote("b2e2", 31, 12)]), Some(1));
        // Two votes outweigh one that is slightly better, and the better of them answers.
        let votes = [vote("h2e2", 32, 12), vote("b2e2", 30, 12), vote("b2e2", 30, 13)];
        assert_eq!(elect(&votes), Some(2));
        // But not one that is much better.
        let votes = [vote("h2e2", 90, 12), vote("b2e2", 30, 12), vote("b2e2", 30, 13)];
        assert_eq!(elect(&votes), Some(0));
    }

    #[test]
    fn mates_are_played_and_losses_avoided() {
        let mate = |plies| Score::mate_in(plies).units();
        let votes = [vote("h2e2", mate(9), 20), vote("b2e2", mate(5), 3), vote("h2e2", 900, 30)];
        assert_eq!(elect(&votes), Some(1));
        let votes = [vote("h2e2", -mate(9), 40), vote("b2e2", -800, 10)];
        assert_eq!(elect(&votes), Some(1));
        // Where all lose, the longest resistance is the best score.
        let votes = [vote("h2e2", -mate(4), 10), vote("b2e2", -mate(8), 10)];
        assert_eq!(elect(&votes), Some(1));
    }
}
