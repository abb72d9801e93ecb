//! Step 2: what is known of a node without a search: draws, wins and losses by the rules,
//! tables of solved endings, and that a shorter mate has been found elsewhere.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use crate::endings::{Ending, Endings};
use crate::rules::{Game, NodeVerdict, judge_node};
use crate::search::worker::Worker;
use crate::search::worker::node::NodeKind;
use crate::search::worker::solved::{known_ending, score_of_rule_win, score_of_win};
use crate::types::{Depth, MAX_PLY, Ply, Score, Window};

impl Worker {
    /// The score of a node that needs no search, by the rules, at the longest line or by
    /// mate-distance pruning; else whether its score will be provisional.
    #[inline]
    pub(super) fn score_without_search<N: NodeKind>(
        &mut self,
        depth: Depth,
        window: &mut Window,
        ply: Ply,
    ) -> ControlFlow<Score, bool> {
        if N::ROOT {
            return ControlFlow::Continue(false);
        }
        let (verdict, is_provisional) = self.rule_verdict(window, ply);
        if let Some(score) = verdict {
            return ControlFlow::Break(score);
        }
        if depth <= 0 || ply >= MAX_PLY - 1 {
            let is_check = depth > 0 && self.game.board().in_check();
            return ControlFlow::Break(if is_check { Score::ZERO } else { self.raw_eval() });
        }
        if self.shared.settings.techniques.mdp_on {
            *window = within_mate_distance(*window, ply);
            if window.is_empty() {
                return ControlFlow::Break(window.alpha);
            }
        }
        ControlFlow::Continue(is_provisional)
    }

    /// What the rules say of a node below the root: a final score, or nothing.
    /// A provisional verdict narrows the window instead; the second value says
    /// so, because a score found in such a window holds only on this path.
    #[inline]
    pub(super) fn rule_verdict(&self, window: &mut Window, ply: Ply) -> (Option<Score>, bool) {
        let draw = Score::ZERO;
        match judge_node(&self.game, &self.shared.settings.rules, ply) {
            NodeVerdict::Open => (self.ending_score(ply), false),
            NodeVerdict::AtLeastDraw => {
                window.raise_alpha(draw - 1);
                (window.is_empty().then_some(window.alpha), true)
            }
            NodeVerdict::AtMostDraw => {
                window.beta = window.beta.min(draw + 1);
                (window.is_empty().then_some(window.beta), true)
            }
            verdict => (final_score(verdict, &self.game, ply), false),
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
        let settings = &self.shared.settings;
        let limit = settings.rules.quiet_limit;
        let left = limit.map(|limit| limit.saturating_sub(self.game.quiet_plies()));
        let score = match known_ending(self.game.board(), settings)? {
            // Where the root is drawn all moves that hold the draw would be equal. The evaluation
            // chooses among them, so that the opponent can still go wrong.
            Ending::Draw if self.shared.is_drawn_root => return None,
            Ending::Draw | Ending::DrawByChases => Score::ZERO,
            Ending::Win(plies) => score_of_win(plies, ply, left)?,
            Ending::Loss(plies) => -score_of_win(plies, ply, left)?,
            Ending::RuleWin(rank) => score_of_rule_win(rank, ply, left)?,
            Ending::RuleLoss(rank) => -score_of_rule_win(rank, ply, left)?,
        };
        self.shared.tb_hits.fetch_add(1, Ordering::Relaxed);
        Some(score)
    }
}

/// The score of a verdict that ends a game, `ply` plies below the root, for the side to move;
/// `None` where it ends nothing.
pub(super) fn final_score(verdict: NodeVerdict, game: &Game, ply: Ply) -> Option<Score> {
    Some(match verdict {
        NodeVerdict::Draw => Score::ZERO,
        NodeVerdict::Stale if ply.is_multiple_of(2) => STALE,
        NodeVerdict::Stale => -STALE,
        NodeVerdict::Win => Score::mate_in(ply),
        NodeVerdict::Loss => Score::mated_in(ply),
        NodeVerdict::Offence(side) if side == game.board().side() => score_of_offence(ply),
        NodeVerdict::Offence(_) => -score_of_offence(ply),
        NodeVerdict::Open | NodeVerdict::AtLeastDraw | NodeVerdict::AtMostDraw => return None,
    })
}

/// What it is worth to the side of the root to walk once more a loop that has ended nothing: as
/// much as it gives up at most for something else, some 10 centipawns.
const STALE: Score = Score::new(-30);

/// What an offence is worth, `ply` plies below the root, to the side that must not commit it: less
/// than any evaluation, more than a mate.
pub(super) fn score_of_offence(ply: Ply) -> Score {
    const OFFENCE: i32 = 20_000;
    Score::new(ply as i32 - OFFENCE)
}

/// Mate-distance pruning: what is left of a window where no mate at this node or below it can be
/// shorter than the ply says.
fn within_mate_distance(Window { alpha, beta }: Window, ply: Ply) -> Window {
    Window { alpha: alpha.max(Score::mated_in(ply)), beta: beta.min(Score::mate_in(ply + 1)) }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::board::{NullObserver, Setup};
    use crate::endings::EndingTable;
    use crate::endings::embedded_files;
    use crate::rules::{Outcome, RuleSet, Verdict, judge};
    use crate::search::techniques::Techniques;
    use crate::search::worker::node::{NonPv, Root};
    use crate::search::worker::solved::is_long_win;
    use crate::search::worker::testing::{ONE_REPLY, ROOK, mv, worker};
    use crate::search::{Limits, Listener, Pool, Report, SearchSettings};
    use crate::types::Color;

    fn tables() -> Endings {
        let mut endings = Endings::none();
        let tables = embedded_files().into_iter().map(|file| EndingTable::in_memory(file).unwrap());
        tables.filter(|table| table.class().to_string() == "KRK").for_each(|t| endings.add(t));
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
    fn no_mate_is_shorter_than_the_way_to_the_node() {
        let mated = |ply| -Score::mate_in(ply).units();
        for (ply, (alpha, beta), (inner_alpha, inner_beta)) in [
            (5, (0, 1), (0, 1)),
            (5, (mated(0), -mated(0)), (mated(5), -mated(6))),
            (5, (mated(6), -mated(7)), (mated(6), -mated(7))),
        ] {
            let window = Window::new(Score::new(alpha), Score::new(beta));
            let inner = Window::new(Score::new(inner_alpha), Score::new(inner_beta));
            assert_eq!(within_mate_distance(window, ply), inner, "{ply} {window:?}");
        }
    }

    #[test]
    fn a_node_ends_at_the_longest_line_or_where_a_shorter_mate_is_known() {
        let mdp = Techniques { mdp_on: true, ..Techniques::NONE };
        let known = Window::new(Score::mate_in(5), Score::mate_in(3));
        let level = Window::new(Score::ZERO, Score::new(1));
        let eval = worker(ROOK, Techniques::NONE).raw_eval();
        let (on, none) = (ControlFlow::Continue(false), Techniques::NONE);
        let end = ControlFlow::Break;
        for (name, fen, techniques, depth, window, ply, expected) in [
            ("a node", ROOK, mdp, 3, level, 2, on),
            ("no depth left", ROOK, none, 0, level, 2, end(eval)),
            ("the longest line", ROOK, none, 3, level, MAX_PLY - 1, end(eval)),
            ("not yet", ROOK, none, 3, level, MAX_PLY - 2, on),
            ("in check", ONE_REPLY, none, 3, level, MAX_PLY - 1, end(Score::ZERO)),
            ("a shorter mate", ROOK, mdp, 3, known, 5, end(Score::mate_in(5))),
            ("no shorter one", ROOK, mdp, 3, known, 3, on),
            ("off", ROOK, none, 3, known, 5, on),
        ] {
            let mut window = window;
            let found =
                worker(fen, techniques).score_without_search::<NonPv>(depth, &mut window, ply);
            assert_eq!(found, expected, "{name}");
            let root =
                worker(fen, techniques).score_without_search::<Root>(depth, &mut window, ply);
            assert_eq!(root, on, "{name}, at the root");
        }
    }

    #[test]
    fn a_repetition_ends_a_node_or_makes_its_score_provisional() {
        let steps = ["e0e1", "d9d8", "e1e0", "d8d9"];
        let checks = ["a8a9", "e9e8", "a9a8", "e8e9"];
        let (open, narrowed) = (ControlFlow::Continue(false), ControlFlow::Continue(true));
        let (draw, won) = (ControlFlow::Break(Score::ZERO), ControlFlow::Break(Score::mate_in(5)));
        let full = (-500, 500);
        // For the side that checks a repetition is worth a draw at most.
        for (fen, moves, expected) in [
            (ROOK, steps, [(open, full), (draw, full), (draw, full), (draw, full)]),
            (
                "4k4/R8/9/9/9/9/9/9/9/3K5 w",
                checks,
                [(open, full), (won, full), (narrowed, (-500, 1)), (narrowed, (-1, 500))],
            ),
        ] {
            let mut worker = worker(fen, Techniques::NONE);
            for (ply, text) in (1..=7).zip(moves.into_iter().cycle()) {
                worker.make_move(mv(text), ply - 1);
                let mut window = Window::new(Score::new(-500), Score::new(500));
                let found = worker.score_without_search::<NonPv>(5, &mut window, ply);
                let limits = (window.alpha.units(), window.beta.units());
                let expected = ply.checked_sub(4).map_or((open, full), |i| expected[i]);
                assert_eq!((found, limits), expected, "{text} at {ply}");
            }
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
            assert!(found.nodes > 1000 && hits.0 > 1, "{} nodes, {} hits", found.nodes, hits.0);
            assert_ne!(found.search_score, Score::ZERO);
            game.push(found.best.unwrap(), &mut NullObserver);
            assert_eq!(endings.value(game.board()), Some(Ending::Draw), "{fen}");
        }
    }

    /// Where the tables know draws alone, the defender keeps to them: each of these has few moves that
    /// do, and games were lost by others that look better.
    #[test]
    fn a_defender_keeps_to_draws_whose_losses_are_not_known() {
        let endings = Endings::embedded();
        for fen in [
            "4k4/4a4/1r7/9/9/6B2/9/4BA3/9/3A1K3 w",
            "3a1a3/7r1/4k4/9/9/2B6/9/4BA3/4A4/3K5 w",
            "3a5/9/5k3/9/6b2/9/8r/B2AB4/9/3K1A3 w",
            "3k5/4a4/5a2b/9/6b2/9/9/4R4/4K4/3A1A3 b",
            "9/5k3/9/9/2b3b2/2B6/9/1r2B4/3KA4/5A3 w",
            "4kab2/4a4/8b/9/9/9/9/8B/R8/3A1K3 b",
        ] {
            let mut game = Game::new(&fen.parse().unwrap()).unwrap();
            assert_eq!(endings.probe(game.board()), Some(Ending::Draw), "{fen}");
            let found =
                Pool::new(1, 16).search(&game, Limits::nodes(5000), SearchSettings::default());
            assert_eq!(found.score, Score::ZERO);
            let best = found.best.unwrap();
            game.push(best, &mut NullObserver);
            assert_eq!(endings.probe(game.board()), Some(Ending::Draw), "{fen}: {best:?}");
        }
    }

    /// Moves that lose a drawn ending are reported as such, also where the loss does not fit
    /// into the natural limit.
    #[test]
    fn moves_that_lose_a_drawn_ending_are_told_apart() {
        struct Worst(Score);
        impl Listener for Worst {
            fn report(&mut self, report: &Report) {
                self.0 = self.0.min(report.score);
            }
        }
        for quiet_plies in [0, 100] {
            let fen = format!("2b1kab2/4a4/9/9/9/9/9/9/R8/3K5 b - - {quiet_plies} 90");
            let game = Game::new(&fen.parse().unwrap()).unwrap();
            let settings = SearchSettings { multi_pv: 60, ..SearchSettings::default() };
            let mut worst = Worst(Score::ZERO);
            Pool::new(1, 1).search_here(&game, Limits::depth(4), settings, &mut worst);
            assert!(worst.0.is_loss() || is_long_win(worst.0), "{fen}: {:?}", worst.0);
        }
    }

    /// A win that exists because the loser may not check for ever is played to its end; where it
    /// may, there is none.
    #[test]
    fn a_win_by_the_rules_is_played_to_its_end() {
        let endings = Endings::embedded();
        let mut game = Game::new(&"9/9/4k4/3R5/9/9/6n2/5K3/9/9 b".parse().unwrap()).unwrap();
        assert!(matches!(endings.probe(game.board()), Some(Ending::RuleLoss(_))));
        let mut pool = Pool::new(1, 1);
        let rules = RuleSet { quiet_limit: None, ..RuleSet::NO_JUDGEMENT };
        let free = SearchSettings { rules, ..SearchSettings::default() };
        let drawn = pool.search(&game, Limits::depth(8), free);
        assert_eq!(drawn.score, Score::ZERO);
        pool.clear();
        let settings = SearchSettings::default();
        let first = pool.search(&game, Limits::depth(6), settings.clone());
        assert!(first.score.is_loss() || is_long_win(first.score), "{:?}", first.score);
        while judge(&game, &settings.rules) == Verdict::ONGOING {
            let board = game.board();
            let best = if board.side() == Color::Red {
                pool.search(&game, Limits::nodes(500), settings.clone()).best
            } else {
                board.legal_moves().into_iter().max_by_key(|&mv| {
                    let mut next = board.clone();
                    next.make(mv, &mut NullObserver);
                    endings.value(&next).map(|value| value.before().rank())
                })
            };
            game.push(best.unwrap(), &mut NullObserver);
            assert!(game.ply() < 100, "{}", game.fen());
        }
        assert_eq!(judge(&game, &settings.rules).outcome, Outcome::Win(Color::Red));
    }

    /// A win that is longer than the natural limit allows is no mate, and a draw where nothing
    /// can be captured before.
    #[test]
    fn the_natural_limit_outweighs_a_table() {
        let endings = Arc::new(tables());
        for (fen, is_draw) in [
            ("4k4/9/9/9/9/9/9/9/R8/3K5 w - - 118 1", true),
            ("4k4/9/9/9/9/9/9/9/R8/3K5 b - - 118 1", true),
            ("4k4/9/9/9/9/9/9/9/R8/3K5 w - - 117 1", false),
        ] {
            let settings =
                SearchSettings { endings: Arc::clone(&endings), ..SearchSettings::default() };
            let game = Game::new(&fen.parse().unwrap()).unwrap();
            let result = Pool::new(1, 1).search(&game, Limits::depth(6), settings);
            assert!(!is_draw || result.score == Score::ZERO, "{fen}: {:?}", result.score);
            assert_eq!(is_draw, !result.score.is_decisive(), "{fen}: {:?}", result.score);
        }
    }
}
