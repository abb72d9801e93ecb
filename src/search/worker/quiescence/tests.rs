//! Tests of the leaf.

use super::*;
use crate::search::techniques::Techniques;
use crate::search::worker::node::NonPv;
use crate::search::worker::testing::{GUARDED, HANGING, LOSING_CHECK, ONE_REPLY, ROOK, mv, worker};

const FUTILITY: Techniques = Techniques { fp_on: true, ..Techniques::NONE };
const EXCHANGE: Techniques = Techniques { see_on: true, ..Techniques::NONE };

fn found(best: i32, alpha: i32) -> Found {
    let window = Window::new(Score::new(alpha), Score::new(alpha + 1));
    Found { window, best: Score::new(best), best_move: None }
}

/// Captures of a node whose best score, with the margin, is this.
fn filter(futility: i32) -> CaptureFilter {
    let futility = Score::new(futility);
    CaptureFilter { table_move: None, last_to: None, futility, squares: None }
}

#[test]
fn captures_too_small_to_reach_alpha_are_left_out() {
    const LOSS: i32 = -Score::mate_in(9).units();
    let late = params::qs_late_count();
    // The pawn on a6 is worth 100.
    for (name, fen, techniques, text, count, best, alpha, futility, expected, left) in [
        ("takes nothing", ROOK, FUTILITY, "a1a2", 1, 0, -9, 0, true, 0),
        ("reaches alpha", ROOK, FUTILITY, "a1a6", 1, 0, 99, 0, false, 0),
        ("does not", ROOK, FUTILITY, "a1a6", 1, 0, 100, 0, true, 100),
        ("nor the best score", ROOK, FUTILITY, "a1a6", 1, 100, 100, 0, true, 100),
        ("lost", ROOK, FUTILITY, "a1a6", 1, LOSS, 9000, 0, false, LOSS),
        ("late", ROOK, FUTILITY, "a1a6", late, 0, 0, 0, false, 0),
        ("too late", ROOK, FUTILITY, "a1a6", late + 1, 0, 0, 0, true, 0),
        ("too late, a check", HANGING, FUTILITY, "a1a9", late + 1, 0, 0, 0, false, 0),
        ("off", ROOK, Techniques::NONE, "a1a6", 9, 0, 9000, 0, false, 0),
        ("loses the rook", GUARDED, EXCHANGE, "a1a6", 1, 0, 0, 0, true, 0),
        ("loses nothing", ROOK, EXCHANGE, "a1a6", 1, 0, 0, 0, false, 0),
        ("exchange too small", GUARDED, FUTILITY, "a1a6", 1, -90, 0, -50, true, -50),
        ("large enough", ROOK, FUTILITY, "a1a6", 1, -90, 0, -50, false, -90),
    ] {
        let worker = worker(fen, techniques);
        let mut found = found(best, alpha);
        let skips = worker.skip_capture(&mut found, &mut filter(futility), mv(text), count);
        assert_eq!((skips, found.best.units()), (expected, left), "{name}");
    }
    // Taking back and the table's move are let off.
    let last_to = Some(mv("a1a6").to());
    let mut back = CaptureFilter { last_to, ..filter(0) };
    let at = worker(ROOK, FUTILITY);
    assert!(!at.skip_capture(&mut found(0, 0), &mut back, mv("a1a6"), late + 1));
    let mut known = CaptureFilter { table_move: Some(mv("a1a6")), ..filter(0) };
    let at = worker(GUARDED, EXCHANGE);
    assert!(!at.skip_capture(&mut found(0, 0), &mut known, mv("a1a6"), 1));
}

#[test]
fn further_quiet_answers_to_a_check_are_left_out_once_one_holds() {
    let loss = -Score::mate_in(9).units();
    let none = -Score::INFINITE.units();
    for (name, techniques, best, count, expected) in [
        ("one holds", EXCHANGE, 0, FREE_ANSWERS + 1, true),
        ("among the first", EXCHANGE, 0, FREE_ANSWERS, false),
        ("none holds", EXCHANGE, loss, 9, false),
        ("none tried", EXCHANGE, none, 9, false),
        ("off", Techniques::NONE, 0, 9, false),
    ] {
        let worker = worker(ONE_REPLY, techniques);
        let found = Found { best: Score::new(best), ..found(0, 0) };
        assert_eq!(worker.skip_answer(&found, mv("d0d1"), count), expected, "{name}");
    }
    let taking = worker(ROOK, EXCHANGE);
    assert!(!taking.skip_answer(&found(0, 0), mv("a1a6"), 9), "a capture");
}

#[test]
fn quiet_checks_lose_nothing() {
    for (fen, expected) in [(ROOK, true), (LOSING_CHECK, false)] {
        let checks = worker(fen, Techniques::NONE).quiet_checks();
        assert_eq!(checks.contains(&mv("a1d1")), expected, "{checks:?}");
        assert!(!checks.contains(&mv("a1a2")));
    }
}

#[test]
fn standing_pat_is_a_lower_bound_out_of_check() {
    let mut quiet = worker(GUARDED, EXCHANGE);
    let eval = quiet.raw_eval();
    let score = quiet.quiescence::<NonPv>(QS_CAPTURES, Window::below(eval + 1), 2);
    assert_eq!(score, Ok(eval), "no capture is tried");
    let above = Window::below(eval - 100);
    let soft = eval - 100 * params::stand_pat_blend() / 100;
    assert_eq!(quiet.quiescence::<NonPv>(QS_CAPTURES, above, 2), Ok(soft));
    // A rook more.
    let mut hanging = worker(HANGING, EXCHANGE);
    let eval = hanging.raw_eval();
    let score = hanging.quiescence::<NonPv>(QS_CAPTURES, Window::below(eval + 200), 2);
    assert!(score.is_ok_and(|score| score >= eval + 200));
    // In check there is nothing to stand on.
    let mated = "4k4/9/9/9/9/9/9/9/4r4/r2K5 w";
    let mut mated = worker(mated, EXCHANGE);
    let score = mated.quiescence::<NonPv>(QS_CAPTURES, Window::below(Score::ZERO), 2);
    assert_eq!(score, Ok(Score::mated_in(2)));
}
