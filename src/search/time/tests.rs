//! Tests of the way from a clock to the end of a search.

use std::num::NonZeroU32;
use std::str::FromStr;

use super::*;
use crate::board::{START_FEN, Setup};
use crate::rules::Game;
use crate::search::Clock;
use crate::types::{Move, Score};

/// A game after some moves.
pub fn game_after(moves: &[&str]) -> Game {
    let mut game = Game::start();
    moves.iter().for_each(|mv| game.play(mv.parse().unwrap()).unwrap());
    game
}

fn settings(overhead: Duration, nodes_per_ms: Option<NonZeroU32>) -> SearchSettings {
    SearchSettings { move_overhead: overhead, nodes_per_ms, ..SearchSettings::default() }
}

fn by_clock(remaining: i64) -> Limits {
    Limits { clock: Some(Clock { remaining, increment: 0 }), ..Limits::default() }
}

/// A position with this many pieces, Red to move.
fn board_of(pieces: u32) -> Board {
    let fen = match pieces {
        32 => START_FEN,
        28 => "r1bakab1r/9/2n4c1/p1p1p1p1p/9/9/P1P1P1P1P/2N4C1/9/R1BAKAB1R w - - 0 1",
        24 => "r1bakab1r/9/9/p1p1p1p1p/9/9/P1P1P1P1P/9/9/R1BAKAB1R w - - 0 1",
        20 => "3akab1r/9/9/p1p1p1p1p/9/9/P1P1P1P1P/9/9/3AKAB1R w - - 0 1",
        16 => "2bakab2/9/9/p3p3p/9/9/P3P3P/9/9/2BAKAB2 w - - 0 1",
        _ => "3k5/9/9/9/9/9/9/9/9/4K2R1 w - - 0 1",
    };
    let board = fen.parse::<Setup>().unwrap().to_board().unwrap();
    assert_eq!(board.occupied().count(), pieces);
    board
}

/// A timekeeper that has seen a search of Red's end late.
fn after_lag(lag: Duration) -> Timekeeper {
    let mut keeper = Timekeeper::default();
    let (limits, settings, asked) =
        (by_clock(-1_000_000), SearchSettings::default(), Instant::now());
    let plan = keeper.begin(&Board::start(), &limits, &settings, asked, true);
    keeper.answered(&StopToken::default(), asked + plan.hard.unwrap() + lag);
    keeper
}

/// A score that has fallen, in units: against the last iteration and against the last search.
struct Fall {
    since_iteration: i32,
    since_search: Option<i32>,
}

/// The first microsecond at which a search is not worth another iteration whose best move has
/// been the same for `stable` iterations and took a share of the nodes, per mille.
fn enough_at(plan: &TimePlan, fall: &Fall, stable: usize, node_share: u64) -> u64 {
    let best: Move = "h2e2".parse().unwrap();
    let other: Move = "b2e2".parse().unwrap();
    let earlier = Score::new(fall.since_iteration);
    let is_enough = |micros: u64| {
        let mut pace = Pace::after(fall.since_search.map(Score::new));
        let token = StopToken::default();
        let mut add = |mv, score| {
            let spent = Duration::from_micros(micros);
            pace.is_enough(plan, spent, &token, mv, score, node_share)
        };
        add(other, earlier);
        (0..stable).for_each(|_| {
            add(best, earlier);
        });
        add(best, Score::ZERO)
    };
    let (mut least, mut most) = (0, u64::MAX / 4);
    while least < most {
        let middle = least.midpoint(most);
        if is_enough(middle) { most = middle } else { least = middle + 1 }
    }
    least
}

/// A cell of the table; `None` for a dash.
fn number<T: FromStr>(cell: &str) -> Option<T> {
    (cell != "-").then(|| cell.parse().unwrap_or_else(|_| panic!("no number: {cell}")))
}

fn cell(number: Option<u128>) -> String {
    number.map_or_else(|| "-".to_owned(), |number| number.to_string())
}

/// A row of the table as the code has it.
fn row(inputs: &str) -> String {
    let cells: Vec<&str> = inputs.split_whitespace().collect();
    let [remaining, increment, to_go, move_time, overhead, lag, per_ms, pieces, rest @ ..] =
        &cells[..]
    else {
        panic!("too few cells: {inputs}")
    };
    let &[since_iteration, since_search, stable, node_share] = rest else {
        panic!("not all cells: {inputs}")
    };
    let ms = |cell| number(cell).map(Duration::from_millis);
    let increment = number(increment).unwrap();
    let limits = Limits {
        clock: number(remaining).map(|remaining| Clock { remaining, increment }),
        moves_to_go: number(to_go),
        move_time: ms(move_time),
        ..Limits::default()
    };
    let mut settings = settings(ms(overhead).unwrap(), number(per_ms));
    let board = board_of(number(pieces).unwrap());
    let mut keeper = after_lag(ms(lag).unwrap());
    settings.move_overhead = keeper.overhead(board.side(), &limits, &settings);
    let plan = keeper.begin(&board, &limits, &settings, Instant::now(), true);
    let fall = Fall {
        since_iteration: number(since_iteration).unwrap(),
        since_search: number(since_search),
    };
    let (stable, node_share) = (number(stable).unwrap(), number(node_share).unwrap());
    let enough = plan.soft.map(|_| enough_at(&plan, &fall, stable, node_share).into());
    let micros = |limit: Option<Duration>| cell(limit.map(|limit| limit.as_micros()));
    format!("{inputs}| {} {} {}", micros(plan.soft), micros(plan.hard), cell(enough))
}

#[test]
fn plans_are_those_of_the_table() {
    let rows = include_str!("plans.txt").lines().filter(|line| !line.starts_with('#'));
    let mut count = 0;
    for expected in rows {
        let (inputs, _) = expected.split_once('|').unwrap();
        assert_eq!(row(inputs), expected);
        count += 1;
    }
    assert!(count > 200, "{count} rows");
}

#[test]
fn a_move_without_a_search_does_not_set_the_node_clock_going() {
    let mut keeper = Timekeeper::default();
    let settings = settings(Duration::ZERO, NonZeroU32::new(10));
    let mut soft = |remaining, needs_search| {
        let (limits, asked) = (by_clock(remaining), Instant::now());
        let plan = keeper.begin(&Board::start(), &limits, &settings, asked, needs_search);
        keeper.answered(&StopToken::default(), asked);
        keeper.searched(4500, true);
        plan.soft.unwrap().as_millis()
    };
    assert_eq!(soft(45_000, false), 1000);
    assert_eq!(soft(90_000, true), 2000, "the first clock that is looked at");
    assert_eq!(soft(1, true), (90_000 - 450) / 45);
}

#[test]
fn only_a_clock_in_real_time_shows_a_lag() {
    let node_time = settings(Duration::ZERO, NonZeroU32::new(10));
    for (limits, settings, is_seen) in [
        (by_clock(10_001), SearchSettings::default(), true),
        (by_clock(10_001), node_time, false),
        (Limits::depth(1), SearchSettings::default(), false),
    ] {
        let (board, asked) = (Board::start(), Instant::now());
        for needs_search in [true, false] {
            let mut keeper = Timekeeper::default();
            let plan = keeper.begin(&board, &limits, &settings, asked, needs_search);
            let late = plan.hard.unwrap_or_default() + Duration::from_millis(80);
            keeper.answered(&StopToken::default(), asked + late);
            let settings = SearchSettings::default();
            let reserve = keeper.overhead(board.side(), &by_clock(9001), &settings);
            let expected = if is_seen { 80 } else { 10 };
            assert_eq!(reserve.as_millis(), expected, "{limits:?} {needs_search}");
        }
    }
}
