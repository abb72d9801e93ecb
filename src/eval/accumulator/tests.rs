use super::*;
use crate::board::{NullObserver, Setup};
use crate::eval::network::tests::{architecture, random_network};
use crate::random::Random;

fn evaluation(shape: &str, seed: u64) -> Evaluation {
    Evaluation::Network(Arc::new(random_network(architecture(shape), seed)))
}

fn check_maps(evaluator: &mut Evaluator, board: &Board, what: &str) {
    for side in Color::ALL {
        let expected = AttackMap::new(board, side);
        assert_eq!(evaluator.attack_map(board, side), expected, "{what} {side} {board:?}");
    }
}

fn check(evaluator: &mut Evaluator, board: &Board, what: &str) {
    check_maps(evaluator, board, what);
    let score = evaluator.evaluate(board);
    check_maps(evaluator, board, what);
    let network = &evaluator.network;
    assert_eq!(score, network.evaluate_with(evaluator.kernels, board), "{what} {board:?}");
    for us in Color::ALL {
        let expected = network.accumulator(evaluator.kernels, us, board);
        let chunks = network.chunks();
        let both = &evaluator.values[evaluator.place(evaluator.top)];
        let found = &both[us.index() * chunks..][..chunks];
        assert!(found == &expected[..], "{what} {us} {board:?}");
    }
}

#[test]
fn incremental_updates_equal_accumulators_computed_from_scratch() {
    let starts = [
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
        // Kings that run: perspectives change often.
        "3k5/4a4/4b4/9/2n6/6R2/P8/4B4/4A4/5K3 w - - 0 1",
        "4k4/9/9/2p1P4/9/9/2c3p2/9/3r5/5K3 b - - 0 1",
    ];
    let mut random = Random::new(&[1]);
    let mut refreshes = 0;
    for (seed, shape) in
        ["689k1a1t7-32x2-1", "689k1a1t7-160x2-4", "689k1a1t7-384x2-8"].iter().enumerate()
    {
        let network = evaluation(shape, seed as u64);
        for start in starts.iter().cycle().take(24) {
            let mut board = start.parse::<Setup>().unwrap().to_board().unwrap();
            let mut evaluator = Evaluator::of(&network, &board);
            // Walks up and down the tree as a search does, evaluating now and then.
            let mut line: Vec<(_, _)> = Vec::new();
            for _ in 0..400 {
                let moves = board.legal_moves();
                if moves.is_empty() || line.len() >= 60 || random.below(3) == 0 {
                    if let Some((mv, undo)) = line.pop() {
                        board.unmake(mv, &undo, &mut evaluator);
                    }
                } else {
                    let captures: Vec<_> =
                        moves.iter().filter(|mv| board.piece_at(mv.to()).is_some()).collect();
                    let mv = match captures.len() {
                        n if n > 0 && random.below(4) == 0 => *captures[random.below(n)],
                        _ => moves[random.below(moves.len())],
                    };
                    let before = evaluator.frames[evaluator.top].perspectives;
                    line.push((mv, board.make(mv, &mut evaluator)));
                    refreshes +=
                        usize::from(before != evaluator.frames[evaluator.top].perspectives);
                }
                check_maps(&mut evaluator, &board, "in the line");
                if !board.in_check() && random.below(8) == 0 {
                    let undo = board.make_null();
                    check(&mut evaluator, &board, "after a null move");
                    board.unmake_null(&undo);
                }
                if random.below(3) == 0 {
                    check(&mut evaluator, &board, "in the line");
                }
            }
            while let Some((mv, undo)) = line.pop() {
                board.unmake(mv, &undo, &mut evaluator);
                check(&mut evaluator, &board, "on the way back");
            }
            evaluator.refresh(&board);
            check(&mut evaluator, &board, "refreshed");
        }
    }
    assert!(refreshes > 500, "only {refreshes} changes of perspective");
}

#[test]
fn an_old_evaluator_serves_another_position_or_another_network() {
    let networks = [3, 4].map(|seed| evaluation("689k1a1t7-64x2-8", seed));
    let boards = [
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
        "3k5/4a4/4b4/9/2n6/6R2/P8/4B4/4A4/5K3 w - - 0 1",
        "4k4/9/9/2p1P4/9/9/2c3p2/9/3r5/5K3 b - - 0 1",
    ]
    .map(|fen| fen.parse::<Setup>().unwrap().to_board().unwrap());
    let mut old = None;
    for i in 0..24 {
        let mut board = boards[i % 3].clone();
        let mut evaluator = Evaluator::reused(old, &networks[i / 2 % 2], &board);
        check(&mut evaluator, &board, "at the beginning");
        for ply in 0..i {
            let moves = board.legal_moves();
            if let Some(&mv) = moves.get(ply * 7 % moves.len().max(1)) {
                board.make(mv, &mut evaluator);
            }
        }
        check(&mut evaluator, &board, "after some moves");
        old = Some(evaluator);
    }
}

#[test]
fn moves_made_before_the_beginning_can_be_taken_back() {
    let network = evaluation("689k1a1t7-32x2-1", 3);
    let mut board = Board::start();
    let mut line = Vec::new();
    for ply in 0..80_usize {
        let moves = board.legal_moves();
        let mv = moves[ply * 31 % moves.len()];
        let undo = board.make(mv, &mut NullObserver);
        line.push((mv, undo));
    }
    let mut evaluator = Evaluator::of(&network, &board);
    while let Some((mv, undo)) = line.pop() {
        board.unmake(mv, &undo, &mut evaluator);
        if line.len() % 3 == 0 {
            check(&mut evaluator, &board, "before the beginning");
        }
    }
}
