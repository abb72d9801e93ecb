//! Tests of the threads of a search.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroU32;

use super::*;
use crate::board::Setup;
use crate::search::Clock;
use crate::search::time::tests::game_after;
use crate::types::{Color, Move};

fn searched(pool: &mut Pool) -> SearchResult {
    pool.search(&Game::start(), Limits::depth(6), SearchSettings::default())
}

#[test]
fn a_root_pondered_upon_in_vain_is_no_search_of_the_game() {
    let mut pool = Pool::new(1, 1);
    let score = |pool: &Pool, moves: &[&str]| pool.last_scores.score_in(&game_after(moves));
    let result = searched(&mut pool);
    assert!(pool.was_played());
    assert_eq!(score(&pool, &["h2e2", "h9g7"]), Some(result.score));
    let token = StopToken::pondering();
    token.stop();
    let root = game_after(&["h2e2", "h9g7"]);
    pool.start(&root, Limits::depth(2), SearchSettings::default(), token, Box::new(()));
    pool.wait();
    assert!(!pool.was_played());
    assert_eq!(score(&pool, &["h2e2", "b9c7"]), Some(result.score));
    pool.clear();
    assert_eq!(score(&pool, &["h2e2", "b9c7"]), None);
}

#[test]
fn the_score_of_a_broken_off_iteration_is_not_kept() {
    let game = game_after(&["h2e2", "h9g7", "h0g2", "i9h9", "b0c2", "b9c7"]);
    let next = game_after(&["h2e2", "h9g7", "h0g2", "i9h9", "b0c2", "b9c7", "a0b0", "a9b9"]);
    let searched = |limits: Limits| {
        let mut pool = Pool::new(1, 1);
        let depth = pool.search(&game, limits, SearchSettings::default()).depth;
        (depth, pool.last_scores.score_in(&next))
    };
    for nodes in (2_000..30_000).step_by(1_000) {
        let (depth, kept) = searched(Limits::nodes(nodes));
        assert!(kept.is_some());
        assert_eq!((depth, kept), searched(Limits::depth(depth)), "{nodes} nodes");
    }
}

#[test]
fn a_score_below_that_of_the_search_before_takes_more_of_the_clock() {
    let game = game_after(&["h2e2", "h9g7"]);
    let nodes = |before: i32| {
        let mut pool = Pool::new(1, 1);
        let root = Game::start().board().key();
        pool.last_scores.record(LastScore { side: Color::Red, root, score: Score::new(before) });
        let clock = Some(Clock { remaining: 60_000, increment: 0 });
        let limits = Limits { clock, ..Limits::default() };
        let nodes_per_ms = NonZeroU32::new(10);
        let settings = SearchSettings { nodes_per_ms, ..SearchSettings::default() };
        pool.search(&game, limits, settings).nodes
    };
    assert!(nodes(1000) > nodes(-1000));
}

#[test]
fn helpers_stay_between_searches() {
    let mut pool = Pool::new(3, 1);
    for (threads, helpers) in [(3, 2), (3, 2), (2, 1), (4, 3), (1, 0)] {
        pool.set_threads(threads);
        assert!(searched(&mut pool).best.is_some());
        assert_eq!((pool.helpers.len(), pool.states.len()), (helpers, threads));
    }
}

#[test]
fn a_helper_that_died_is_replaced() {
    let mut pool = Pool::new(2, 1);
    pool.helpers.push(Helper::dead());
    assert!(searched(&mut pool).best.is_some());
    assert!(pool.helpers.is_empty());
    assert!(searched(&mut pool).best.is_some());
    assert_eq!((pool.helpers.len(), pool.states.len()), (1, 2));
}

#[test]
fn a_helper_that_has_only_begun_has_no_vote() {
    // Red is mated in two, which a search of one ply does not see.
    let fen = "3k5/9/9/9/r8/1r7/9/9/9/4K4 w - - 0 1";
    let game = Game::new(&fen.parse::<Setup>().unwrap()).unwrap();
    let limits = Limits::nodes(5_000);
    let mut pool = Pool::new(2, 1);
    let settings = SearchSettings::default();
    let search = PlannedSearch::new(&game, limits.clone(), settings, StopToken::default());
    let mut threads = pool.workers(&game, search, None);
    for thread in &mut threads {
        thread.deepen(&mut ());
        pool.table().clear(1); // nor does it hear of it from the main thread
    }
    let helpers = threads.split_off(1);
    let (main, helper) = (&threads[0], &helpers[0]);
    assert!(helper.completed() < main.completed());
    assert!(helper.vote().unwrap().score > main.vote().unwrap().score);
    assert!(elected(main, &helpers, &limits).is_main());
}

/// An ending in which many moves lose a piece.
const ENDING: &str = "4kab2/3na4/1r2b4/2P5p/4C4/1R1n4P/4P1r2/1C2B1N2/4A4/c3KAB2 w - -";

fn game_at(position: &str, quiet_plies: u32) -> Game {
    Game::new(&format!("{position} {quiet_plies} 90").parse().unwrap()).unwrap()
}

fn found_with(game: &Game, limits: Limits, settings: SearchSettings) -> SearchResult {
    Pool::new(1, 4).search(game, limits, settings)
}

/// What the best of these moves is worth where the natural limit is far away; of all, if there
/// are none.
fn value(position: &str, moves: &[Move]) -> Score {
    let limits = Limits { search_moves: moves.to_vec(), ..Limits::depth(9) };
    found_with(&game_at(position, 0), limits, SearchSettings::default()).score
}

/// With all quiet moves drawn by the limit any of them would do. Where the game goes on beyond it
/// the engine plays as if the count began there.
#[test]
fn beyond_the_natural_limit_it_plays_on_in_earnest() {
    let found = |quiet_plies: u32| {
        let game = game_at(ENDING, quiet_plies);
        let result = found_with(&game, Limits::depth(8), SearchSettings::default());
        (result.best, result.score, result.nodes)
    };
    let expected = found(0);
    for quiet_plies in [120, 121, 300] {
        assert_eq!(found(quiet_plies), expected, "{quiet_plies}");
    }
}

/// Wherever a search ends, the lines that it has told last are of different moves, the first of
/// the move that it answers.
#[test]
fn lines_of_a_search_that_is_broken_off_are_of_different_moves() {
    /// The move of each line by its last report, and the answer.
    #[derive(Default)]
    struct Lines(BTreeMap<usize, Option<Move>>, Option<Move>);
    impl Listener for Lines {
        fn report(&mut self, report: &Report) {
            self.0.insert(report.multi_pv, report.pv.first().copied());
        }
        fn finished(&mut self, result: &SearchResult) {
            self.1 = result.best;
        }
    }
    for multi_pv in [2, 4] {
        for nodes in (2_000..40_000).step_by(2_000) {
            let settings = SearchSettings { multi_pv, ..SearchSettings::default() };
            let mut lines = Lines::default();
            let limits = Limits::nodes(nodes);
            Pool::new(1, 4).search_here(&Game::start(), limits, settings, &mut lines);
            let Lines(told, answer) = lines;
            let moves: BTreeSet<_> = told.values().map(|mv| mv.map(|mv| mv.to_string())).collect();
            assert_eq!((told.len(), moves.len()), (multi_pv, multi_pv), "{nodes}: {told:?}");
            assert_eq!(told[&1], answer, "{nodes}");
        }
    }
}

/// So it does with the last quiet moves before the limit, in every line that it shows, whose score
/// is that of a draw.
#[test]
fn draws_by_the_natural_limit_are_told_apart() {
    struct Lines(Vec<Report>);
    impl Listener for Lines {
        fn report(&mut self, report: &Report) {
            self.0.retain(|line| line.multi_pv < report.multi_pv);
            self.0.push(report.clone());
        }
    }
    let slack = 150; // some 50 centipawns
    let board = game_at(ENDING, 0).board().clone();
    let mut quiet = board.legal_moves().to_vec();
    quiet.retain(|mv| board.piece_at(mv.to()).is_none());
    let best = value(ENDING, &quiet);
    for quiet_plies in [118, 119] {
        let settings = SearchSettings { multi_pv: 3, ..SearchSettings::default() };
        let mut lines = Lines(Vec::new());
        let game = game_at(ENDING, quiet_plies);
        Pool::new(1, 4).search_here(&game, Limits::depth(9), settings, &mut lines);
        for line in &lines.0 {
            let is_drawn = (line.score, line.pv.len()) == (Score::ZERO, 1);
            assert!(is_drawn || quiet_plies < 119, "{line:?}");
        }
        let found = found_with(&game, Limits::depth(9), SearchSettings::default());
        for mv in [found.best, lines.0[0].pv.first().copied()] {
            let lost = best - value(ENDING, mv.as_slice());
            assert!(lost <= slack, "{quiet_plies}: {mv:?} loses {lost}");
        }
    }
}

/// Before the limit a capture that wins is better than a move that only would win beyond it,
/// and a drawn move better than a capture that loses.
#[test]
fn the_limit_still_draws_and_a_capture_still_wins() {
    // The rook can take a pawn.
    let won = "3k5/9/9/p8/9/9/9/9/R3A4/4K4 w - -";
    for quiet_plies in [0, 118, 119, 120] {
        let found =
            found_with(&game_at(won, quiet_plies), Limits::depth(8), SearchSettings::default());
        assert!(found.score.units() > 500, "{quiet_plies}: {found:?}");
    }
    // A limit of none is a draw at once, and no search without end.
    let none = RuleSet { quiet_limit: Some(0), ..RuleSet::DEFAULT };
    let settings = SearchSettings { rules: none, ..SearchSettings::default() };
    assert!(found_with(&game_at(won, 0), Limits::depth(2), settings).best.is_some());
    // Two rooks against one: only the limit saves Black, who could take a pawn.
    let lost = "3k5/9/9/r3P4/9/9/9/4B4/R3A4/R3K4 b - -";
    let found = found_with(&game_at(lost, 119), Limits::depth(8), SearchSettings::default());
    assert_eq!(found.score, Score::ZERO, "{found:?}");
    assert!(value(lost, &[]).units() < -1000);
}

fn game_with(fen: &str, moves: &[&str]) -> Game {
    let mut game = Game::new(&fen.parse().unwrap()).unwrap();
    moves.iter().for_each(|mv| game.play(mv.parse().unwrap()).unwrap());
    game
}

/// A red rook goes on attacking the knight, which goes to and fro.
const CHASED: &str = "3k4n/9/9/9/9/9/9/9/9/4K3R b - - 0 1";
const CHASE: [&str; 4] = ["i9h7", "i0h0", "h7i9", "h0i0"];

/// A decided repetition on the board is won or lost only once: where the game goes on, no move
/// seems to mate because of it, on either side, in no line, and the chaser goes another way.
#[test]
fn a_repetition_that_was_not_punished_is_not_won_again() {
    struct Mates(Vec<Report>);
    impl Listener for Mates {
        fn report(&mut self, report: &Report) {
            if report.score.is_decisive() {
                self.0.push(report.clone());
            }
        }
    }
    let ends_in_mate = |game: &Game, report: &Report| {
        let mut end = game.clone();
        report.pv.iter().for_each(|&mv| end.play(mv).unwrap());
        !end.board().has_legal_move()
    };
    let settings = |multi_pv| SearchSettings { multi_pv, ..SearchSettings::default() };
    for plies in 8..16 {
        let game = game_with(CHASED, &CHASE.repeat(4)[..plies]);
        for multi_pv in [1, 40] {
            let mut pool = Pool::new(1, 1);
            // The table knows the repetition as a win.
            let before = game_with(CHASED, &CHASE.repeat(4)[..plies - 4]);
            let _ = pool.search(&before, Limits::depth(6), settings(1));
            let mut mates = Mates(Vec::new());
            pool.search_here(&game, Limits::depth(6), settings(multi_pv), &mut mates);
            let is_real = |report: &Report| ends_in_mate(&game, report);
            assert!(mates.0.iter().all(is_real), "{plies} {:?}", mates.0);
        }
        let best = Pool::new(1, 1).search(&game, Limits::depth(6), settings(1)).best.unwrap();
        let is_chaser = plies % 2 == 1;
        assert!(!is_chaser || best != CHASE[plies % 4].parse().unwrap(), "{plies} {best}");
    }
}

/// The side that is better makes progress instead of walking the loop once more.
#[test]
fn the_better_side_leaves_a_loop_that_nobody_ends() {
    // Black's rook chases the cannon; Red has a rook more.
    let fen = "4k4/9/9/9/9/r8/9/4B4/C3A4/3K4R w - - 0 1";
    let walk = ["a1c1", "a4c4", "c1a1", "c4a4"];
    for plies in [8, 10, 12, 14] {
        let game = game_with(fen, &walk.repeat(4)[..plies]);
        let found = Pool::new(1, 1).search(&game, Limits::depth(6), SearchSettings::default());
        assert_ne!(found.best, walk[plies % 4].parse().ok(), "{plies}");
        // A win must be a mate, not the loop.
        let mut end = game.clone();
        found.pv.iter().for_each(|&mv| end.play(mv).unwrap());
        let is_real = !found.score.is_decisive() || !end.board().has_legal_move();
        assert!(found.score.units() > 100 && is_real, "{plies}: {found:?}");
    }
}

/// Where a draw by repetition ends nothing, both sides try something else.
#[test]
fn a_loop_that_ends_nothing_is_not_walked_for_ever() {
    let mut game = game_with("4k1b2/4a4/5a3/1P2R4/6r1p/9/9/9/4A4/4KA3 w - - 0 1", &[]);
    let mut pool = Pool::new(1, 1);
    let mut stood = std::collections::HashMap::new();
    for _ in 0..160 {
        let result = pool.search(&game, Limits::depth(5), SearchSettings::default());
        game.play(result.best.unwrap()).unwrap();
        *stood.entry(game.board().key()).or_insert(0) += 1;
    }
    let most = stood.into_values().max();
    assert!(most <= Some(6), "{most:?}: {:?}", game.moves().collect::<Vec<_>>());
}

/// A move to which the opponent has a reply that wins, or draws, by the rules is worth that at
/// every depth, whatever the table says.
#[test]
fn replies_that_end_the_game_are_seen_at_every_depth() {
    // With its third attack on the knight Red has lost, after Black's reply; and without a
    // chase it has drawn, a rook against nothing.
    let chase = ("3k5/9/7n1/9/9/9/9/9/9/4K3R w", ["i0h0", "h7i9", "h0i0", "i9h7"]);
    let idle = ("3k5/9/9/8p/9/9/9/9/9/3AK3R w", ["i0h0", "d9d8", "h0i0", "d8d9"]);
    for ((fen, walk), score) in [(chase, Score::mated_in(2)), (idle, Score::ZERO)] {
        let game = |plies: usize| game_with(&format!("{fen} - - 0 1"), &walk.repeat(2)[..plies]);
        let line: Vec<Move> = walk[2..].iter().map(|mv| mv.parse().unwrap()).collect();
        for depth in 1..=6 {
            let mut pool = Pool::new(1, 1);
            let _ = pool.search(&game(2), Limits::depth(8), SearchSettings::default());
            let limits = Limits { search_moves: line[..1].to_vec(), ..Limits::depth(depth) };
            let found = pool.search(&game(6), limits, SearchSettings::default());
            assert_eq!((found.score, &found.pv), (score, &line), "depth {depth}");
            let found = pool.search(&game(6), Limits::depth(depth), SearchSettings::default());
            assert!(found.best != Some(line[0]) && found.score > Score::ZERO, "depth {depth}");
        }
    }
}
