//! Tests of the threads of a search.

use std::num::NonZeroU32;

use super::*;
use crate::board::Setup;
use crate::search::Clock;
use crate::search::time::tests::game_after;
use crate::types::Color;

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
        pool.table().clear(); // nor does it hear of it from the main thread
    }
    let helpers = threads.split_off(1);
    let (main, helper) = (&threads[0], &helpers[0]);
    assert!(helper.completed() < main.completed());
    assert!(helper.vote().unwrap().score > main.vote().unwrap().score);
    assert!(elected(main, &helpers, &limits).is_main());
}

/// With all quiet moves drawn by the limit any of them would do. Where the game goes on beyond it
/// the engine plays as if the count began there.
#[test]
fn beyond_the_natural_limit_it_plays_on_in_earnest() {
    let position = "4kab2/3na4/1r2b4/2P5p/4C4/1R1n4P/4P1r2/1C2B1N2/4A4/c3KAB2 w - -";
    let found = |quiet_plies: u32| {
        let game = Game::new(&format!("{position} {quiet_plies} 90").parse().unwrap()).unwrap();
        let result = Pool::new(1, 1).search(&game, Limits::depth(8), SearchSettings::default());
        (result.best, result.score, result.nodes)
    };
    let expected = found(0);
    for quiet_plies in [120, 121, 300] {
        assert_eq!(found(quiet_plies), expected, "{quiet_plies}");
    }
}
