//! Tests of the histories.

use super::*;

#[test]
fn histories_stay_in_bounds_and_learn() {
    let board = Board::start();
    let mut histories = Histories::default();
    let mv: Move = "h0g2".parse().unwrap();
    let piece = board.piece_at(mv.from()).unwrap();
    let pawns = Histories::pawn_slot(&board);
    let context =
        Context { continuations: [Continuation::NONE; 3], pawns, threats: AttackMap::EMPTY };
    assert_eq!(histories.for_reductions(&board, mv, &context), 0);
    for _ in 0..200 {
        histories.update_quiet(piece, mv, &context, 3000);
    }
    let high = histories.for_reductions(&board, mv, &context);
    assert!(high > BUTTERFLY_MAX && high <= 3 * BUTTERFLY_MAX, "{high}");
    let other = (pawns + 1) % PAWN_SLOTS;
    let attacked =
        Context { threats: AttackMap::new(&board, !board.side()), pawns: other, ..context };
    assert_ne!(attacked.threats.at(mv.from()), 0, "a cannon attacks it over its screen");
    assert_eq!(
        histories.for_reductions(&board, mv, &attacked),
        0,
        "an attacked piece is another case"
    );
    histories.age();
    let aged = histories.for_reductions(&board, mv, &context);
    assert!((BUTTERFLY_MAX..high).contains(&aged), "{aged} after {high}");
    for _ in 0..400 {
        histories.update_quiet(piece, mv, &context, -3000);
    }
    assert!(histories.for_reductions(&board, mv, &context) < -BUTTERFLY_MAX);
    let pawns = histories.for_pruning(&board, mv, &context);
    assert!((-2 * PAWN_MAX..0).contains(&pawns), "{pawns}: NONE is never updated");
    let capture: Move = "b2b9".parse().unwrap();
    histories.update_capture(&board, capture, 500);
    let piece = |sq| board.piece_at(sq).unwrap();
    let row = histories.captures(piece(capture.from()));
    assert!(row.worth(capture.to(), piece(capture.to())) > 0);
}

#[test]
fn threads_share_only_what_they_learn_by_context() {
    let board = Board::start();
    let mut first = Histories::default();
    let second = first.new_helper();
    let mv: Move = "h0g2".parse().unwrap();
    let piece = board.piece_at(mv.from()).unwrap();
    let pawns = first.enter_pawns(&board);
    let context =
        Context { continuations: [Continuation::NONE; 3], pawns, threats: AttackMap::EMPTY };
    let other = Context { pawns: (pawns + 1) % PAWN_SLOTS, ..context };
    let worth = |histories: &Histories, context| histories.for_pruning(&board, mv, context);
    first.update_quiet(piece, mv, &context, 3000);
    assert!(worth(&second, &context) > 0, "by pawns");
    assert_eq!(worth(&second, &other), 0, "by origin and destination");
    assert!(worth(&first, &context) > worth(&second, &context));
    first.clear();
    first.enter_pawns(&board);
    assert_eq!(worth(&first, &context), 0);
    assert!(worth(&second, &context) > 0, "another thread's table is not taken from it");
    drop(second);
    first.update_quiet(piece, mv, &context, 3000);
    first.clear();
    first.enter_pawns(&board);
    assert_eq!(worth(&first, &context), 0);
}

#[test]
fn whatever_is_entered_after_clearing_is_empty() {
    let board = Board::start();
    let mv: Move = "h0g2".parse().unwrap();
    let piece = board.piece_at(mv.from()).unwrap();
    let last = Continuation::new(Piece::BlackCannon, mv.to());
    let mut first = Histories::default();
    for is_shared in [false, true, false] {
        let pawns = first.enter_pawns(&board);
        first.enter(last);
        let context = Context { continuations: [last; 3], pawns, threats: AttackMap::EMPTY };
        let worth = |histories: &Histories| histories.for_pruning(&board, mv, &context);
        assert_eq!(worth(&first), 0);
        first.update_quiet(piece, mv, &context, 3000);
        assert!(worth(&first) > 0);
        first.clear();
        // As where a helper enters them first.
        let mut second = first.new_helper();
        if is_shared {
            second.enter(last);
            second.enter_pawns(&board);
            assert_eq!(worth(&second), 0);
            second.update_quiet(piece, mv, &context, 3000);
            first.enter(last);
            first.enter_pawns(&board);
            assert!(worth(&first) > 0, "entered once only");
            drop(second);
            first.clear();
        }
    }
}
