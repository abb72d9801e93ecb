//! What is known of a node without a search: draws, wins and losses by the rules, and
//! tables of solved endings.

use std::sync::atomic::Ordering;

use crate::endings::{Ending, Endings};
use crate::rules::{DrawRule, Game, NodeVerdict, judge_node};
use crate::search::SearchSettings;
use crate::search::worker::Worker;
use crate::types::{MAX_PLY, Ply, Score, Window};

/// The score of a win that is longer than the natural limit allows without a
/// capture on the way, or than mate scores reach, less the plies that it takes.
const LONG_WIN: i32 = 15_000;

impl Worker {
    /// What the rules say of a node below the root: a final score, or nothing.
    /// A provisional verdict narrows the window instead; the second value says
    /// so, because a score found in such a window holds only on this path.
    #[inline]
    pub(super) fn rule_score(&self, window: &mut Window, ply: Ply) -> (Option<Score>, bool) {
        let draw = Score::ZERO;
        match judge_node(&self.game, &self.shared.settings.rules, ply) {
            NodeVerdict::Open => (self.ending_score(ply), false),
            NodeVerdict::Draw => (Some(draw), false),
            NodeVerdict::Win => (Some(Score::mate_in(ply)), false),
            NodeVerdict::Loss => (Some(Score::mated_in(ply)), false),
            NodeVerdict::AtLeastDraw => {
                window.raise_alpha(draw - 1);
                (window.is_empty().then_some(window.alpha), true)
            }
            NodeVerdict::AtMostDraw => {
                window.beta = window.beta.min(draw + 1);
                (window.is_empty().then_some(window.beta), true)
            }
        }
    }

    /// The score of a node below the root that stands in a table of solved
    /// endings.
    #[inline]
    fn ending_score(&self, ply: Ply) -> Option<Score> {
        if ply > 0 && Endings::may_know(self.game.board()) { self.probe_endings(ply) } else { None }
    }

    /// [`Worker::ending_score`] of few pieces. Wins come nearer with every ply,
    /// so that the search makes progress.
    #[cold]
    fn probe_endings(&self, ply: Ply) -> Option<Score> {
        let SearchSettings { endings, rules, techniques, .. } = &self.shared.settings;
        if !techniques.endings_on {
            return None;
        }
        let ending = endings.probe(self.game.board())?;
        // Where the root is drawn all moves that hold the draw would be equal. The evaluation
        // chooses among them, so that the opponent can still go wrong.
        if ending == Ending::Draw && self.shared.is_drawn_root {
            return None;
        }
        let left = rules.quiet_limit.map(|limit| limit.saturating_sub(self.game.quiet_plies()));
        let score = match ending {
            Ending::Draw if rules.draw_rule != DrawRule::None => return None,
            Ending::Draw => Score::ZERO,
            Ending::Win(plies) => score_of_win(plies, ply, left),
            Ending::Loss(plies) => -score_of_win(plies, ply, left),
        };
        self.shared.tb_hits.fetch_add(1, Ordering::Relaxed);
        Some(score)
    }
}

/// Whether the tables of solved endings say that a game's position is drawn.
pub fn is_drawn_root(game: &Game, settings: &SearchSettings) -> bool {
    settings.techniques.endings_on
        && settings.rules.draw_rule == DrawRule::None
        && settings.endings.probe(game.board()) == Some(Ending::Draw)
}

/// The score of a win in so many plies at a node so far from the root, with so many plies left
/// to the natural limit: a mate where it comes before the limit and where mate scores reach so
/// far.
fn score_of_win(plies: u32, ply: Ply, left: Option<u32>) -> Score {
    let distance = ply + plies as Ply;
    if left.is_some_and(|left| plies > left) || distance > MAX_PLY {
        Score::new(LONG_WIN - distance as i32)
    } else {
        Score::mate_in(distance)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::board::{NullObserver, Setup};
    use crate::endings::EndingTable;
    use crate::endings::encode::encode;
    use crate::endings::solve::{Captures, solve};
    use crate::search::{Limits, Listener, Pool, Report};

    fn tables() -> Endings {
        let solution = solve("KRK".parse().unwrap(), Captures::default()).unwrap();
        let mut endings = Endings::none();
        endings.add(EndingTable::in_memory(encode(&solution)).unwrap());
        endings
    }

    struct Hits(u64);
    impl Listener for Hits {
        fn report(&mut self, report: &Report) {
            self.0 = self.0.max(report.tb_hits);
        }
    }

    #[test]
    fn a_solved_win_has_its_distance_and_is_played_to_its_end() {
        let settings = SearchSettings { endings: Arc::new(tables()), ..SearchSettings::default() };
        let setup: Setup = "4k4/9/9/9/9/9/9/9/R8/3K5 w".parse().unwrap();
        let mut game = Game::new(&setup).unwrap();
        let mut pool = Pool::new(1, 1);
        let Some(Ending::Win(mut plies)) = settings.endings.probe(game.board()) else {
            panic!("a rook alone wins")
        };
        while game.board().has_legal_move() {
            let mut hits = Hits(0);
            pool.search_here(&game, Limits::nodes(200), settings.clone(), &mut hits);
            let result = pool.search(&game, Limits::nodes(200), settings.clone());
            let expected = if plies % 2 == 1 {
                Score::mate_in(plies as Ply)
            } else {
                Score::mated_in(plies as Ply)
            };
            assert_eq!(result.score, expected, "{:?}", game.board());
            assert!(hits.0 > 0);
            game.push(result.best.unwrap(), &mut NullObserver);
            plies -= 1;
        }
        assert_eq!(plies, 0);
    }

    #[test]
    fn a_distant_win_is_no_mate() {
        assert_eq!(score_of_win(7, 3, None).mate_plies(), Some(10));
        assert_eq!(score_of_win(7, MAX_PLY - 7, None).mate_plies(), Some(MAX_PLY as i32));
        for (plies, ply, left) in [(8, MAX_PLY - 7, None), (133, 1, None), (9, 1, Some(8))] {
            let score = score_of_win(plies, ply, left);
            assert!(!score.is_decisive() && score > Score::new(LONG_WIN / 2), "{score:?}");
            assert!(score > score_of_win(plies + 1, ply, left), "nearer is better");
        }
    }

    /// In a drawn ending the evaluation chooses among the moves that hold the draw, whose score
    /// is that of a draw.
    #[test]
    fn a_drawn_root_is_searched_and_scored_as_a_draw() {
        let endings = Endings::embedded();
        let fens = ["2bakab2/9/9/9/9/9/9/9/R8/3K5 w", "2b1kab2/4a4/9/9/9/9/9/9/R8/3K5 b"];
        for fen in fens {
            let mut game = Game::new(&fen.parse().unwrap()).unwrap();
            assert_eq!(endings.probe(game.board()), Some(Ending::Draw), "{fen}");
            let mut hits = Hits(0);
            let settings = SearchSettings::default();
            Pool::new(1, 1).search_here(&game, Limits::depth(6), settings.clone(), &mut hits);
            let found = Pool::new(1, 1).search(&game, Limits::depth(6), settings);
            assert_eq!(found.score, Score::ZERO);
            // Draws of the table would end the search at the root's moves.
            assert!(found.nodes > 1000 && hits.0 > 0, "{} nodes, {} hits", found.nodes, hits.0);
            game.push(found.best.unwrap(), &mut NullObserver);
            assert_eq!(endings.value(game.board()), Some(Ending::Draw), "{fen}");
        }
    }

    /// A win that is longer than the natural limit allows is no mate.
    #[test]
    fn the_natural_limit_outweighs_a_table() {
        let settings = SearchSettings { endings: Arc::new(tables()), ..SearchSettings::default() };
        let setup: Setup = "4k4/9/9/9/9/9/9/9/R8/3K5 w - - 118 1".parse().unwrap();
        let game = Game::new(&setup).unwrap();
        let result = Pool::new(1, 1).search(&game, Limits::nodes(500), settings);
        assert!(!result.score.is_decisive(), "{:?}", result.score);
    }
}
