//! Adjudication: ends games whose result the engines' scores agree on.

use chuhe::rules::Outcome;
use chuhe::types::Color;

use super::record::Ending;
use super::spec::Adjudication;

/// Follows the scores of a game.
pub struct Adjudicator {
    rules: Adjudication,
    ply: u32,
    /// Successive moves of each side with a score that loses.
    losing: [u32; 2],
    /// Successive moves of each side with a score that wins.
    winning: [u32; 2],
    /// Successive plies with a score near zero.
    level: u32,
}

impl Adjudicator {
    /// For a new game.
    pub fn new(rules: Adjudication) -> Adjudicator {
        Adjudicator { rules, ply: 0, losing: [0; 2], winning: [0; 2], level: 0 }
    }

    /// Takes the score of a move just played, from its player's view, and says
    /// whether the game ends.
    pub fn after_move(&mut self, side: Color, score: Option<i32>) -> Option<(Outcome, Ending)> {
        self.ply += 1;
        if let Some(rule) = self.rules.resign {
            let (us, them) = (side.index(), (!side).index());
            count(&mut self.losing[us], score.is_some_and(|s| s <= -rule.score));
            count(&mut self.winning[us], score.is_some_and(|s| s >= rule.score));
            if self.losing[us] >= rule.moves
                && (!rule.two_sided || self.winning[them] >= rule.moves)
            {
                return Some((Outcome::Win(!side), Ending::ResignAdjudication));
            }
            if rule.two_sided && self.winning[us] >= rule.moves && self.losing[them] >= rule.moves {
                return Some((Outcome::Win(side), Ending::ResignAdjudication));
            }
        }
        if let Some(rule) = self.rules.draw {
            count(&mut self.level, score.is_some_and(|s| s.saturating_abs() <= rule.score));
            let is_due = self.ply / 2 >= rule.after;
            if is_due && self.level / 2 >= rule.moves {
                return Some((Outcome::Draw, Ending::DrawAdjudication));
            }
        }
        let too_long = self.rules.max_plies.is_some_and(|max| self.ply >= max);
        too_long.then_some((Outcome::Draw, Ending::PlyLimit))
    }
}

fn count(counter: &mut u32, goes_on: bool) {
    *counter = if goes_on { *counter + 1 } else { 0 };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::arena::spec::{DrawAdjudication, ResignAdjudication};

    /// Feeds scores of alternating sides; the ply at which the game ended, and how.
    fn run(rules: Adjudication, scores: &[i32]) -> Option<(usize, Outcome)> {
        let mut adjudicator = Adjudicator::new(rules);
        scores.iter().enumerate().find_map(|(i, &score)| {
            let side = Color::ALL[i % 2];
            adjudicator.after_move(side, Some(score)).map(|(outcome, _)| (i + 1, outcome))
        })
    }

    #[test]
    fn resignation() {
        let rule = |two_sided| Adjudication {
            resign: Some(ResignAdjudication { moves: 2, score: 500, two_sided }),
            ..Adjudication::default()
        };
        let red_wins = Outcome::Win(Color::Red);
        assert_eq!(run(rule(false), &[0, -600, 0, -600]), Some((4, red_wins)));
        assert_eq!(run(rule(false), &[0, -600, 0, -400, 0, -600]), None);
        assert_eq!(run(rule(true), &[0, -600, 0, -600, 0, -600]), None);
        assert_eq!(run(rule(true), &[0, -600, 600, -600, 600]), Some((5, red_wins)));
    }

    #[test]
    fn draws_and_length() {
        let draw = Some(DrawAdjudication { after: 3, moves: 2, score: 10 });
        let rules = Adjudication { draw, ..Adjudication::default() };
        assert_eq!(run(rules, &[0; 10]), Some((6, Outcome::Draw)));
        assert_eq!(run(rules, &[0, 0, 0, 50, 0, 0, 0, 0]), Some((8, Outcome::Draw)));
        let rules = Adjudication { max_plies: Some(5), ..Adjudication::default() };
        assert_eq!(run(rules, &[900; 10]), Some((5, Outcome::Draw)));
    }
}
