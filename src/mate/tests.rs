//! Proofs are replayed against every reply, which the reference generator lists.

use crate::board::Setup;
use crate::mate::{Answer, Attack, Question, Replay, Solver};
use crate::reference::movegen::Mailbox;
use crate::rules::{Game, RuleSet};
use crate::types::Move;

fn ask(fen: &str, question: &Question) -> (Solver, Game, Answer) {
    let game = Game::new(&fen.parse::<Setup>().unwrap()).unwrap();
    let mut solver = Solver::new(4);
    let answer = solver.solve(&game, &RuleSet::default(), question, &|| false).answer;
    (solver, game, answer)
}

/// The length of the shortest mate; panics without one, or when a reply refutes it.
fn mate_in(fen: &str, question: &Question) -> u32 {
    let (mut solver, game, answer) = ask(fen, question);
    let Answer::Proved(proof) = answer else { panic!("{fen}: {answer:?}") };
    let moves_of = |setup: &Setup| Mailbox::new(setup).legal_moves();
    let replay = solver.replay(&game, &proof, &moves_of, 20_000).unwrap();
    assert!(matches!(replay, Replay::Complete(_)), "{replay:?}");
    assert!(proof.is_shortest, "{fen}");
    proof.moves()
}

#[test]
fn short_mates_have_their_length() {
    let wins = include_str!("../../protocol-tests/mate/wins.txt");
    let mut count = 0;
    for line in wins.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let fields: Vec<&str> = line.split(';').map(str::trim).collect();
        let moves: u32 = fields[1].trim_start_matches("mate ").parse().unwrap();
        if moves <= 3 {
            let question = Question { nodes: 400_000, ..Question::default() };
            assert_eq!(mate_in(fields[0], &question), moves, "{line}");
            count += 1;
        }
    }
    assert!(count >= 10, "{count}");
}

/// Quicker mates that turn up along a line do not make the proof as short: here the
/// shortest mate takes 8 moves.
#[test]
fn a_proof_is_as_long_as_its_line() {
    let fen = "2b2k3/4R4/8b/9/9/9/9/9/9/3AKp3 w - - 0 1";
    let question = Question { nodes: 400_000, shortest: false, ..Question::default() };
    let (mut solver, game, answer) = ask(fen, &question);
    let Answer::Proved(proof) = answer else { panic!("{answer:?}") };
    assert!(proof.moves() >= 8, "{proof:?}");
    let moves_of = |setup: &Setup| Mailbox::new(setup).legal_moves();
    assert!(solver.replay(&game, &proof, &moves_of, 10_000).is_ok());
}

#[test]
fn first_moves_are_all_that_mate_as_quickly() {
    let fen = "3aka3/9/8b/7n1/2p6/9/2n1p3P/3A5/4K4/5r3 b - - 0 1";
    let question = Question { all_moves: true, ..Question::default() };
    let (_, _, answer) = ask(fen, &question);
    let Answer::Proved(proof) = answer else { panic!("{answer:?}") };
    assert!(proof.is_complete && proof.is_shortest);
    assert_eq!(proof.first_moves, ["e3e2".parse::<Move>().unwrap()]);
}

#[test]
fn a_quiet_start_has_no_mate() {
    let question = Question { moves: Some(2), nodes: 2_000_000, ..Question::default() };
    let (_, _, answer) = ask(&start_fen(), &question);
    assert_eq!(answer, Answer::Refuted(2, Attack::Any));
    let question = Question { nodes: 20_000, ..Question::default() };
    let (_, _, answer) = ask(&start_fen(), &question);
    assert!(!matches!(answer, Answer::Proved(_)), "{answer:?}");
}

fn start_fen() -> String {
    Setup::start().to_string()
}

/// Nothing but perpetual check: both rook checks repeat for ever.
#[test]
fn perpetual_check_is_no_mate() {
    for fen in [
        "4k4/9/9/9/9/9/9/9/4p4/R2K5 w - - 0 1",
        "3aka3/4n4/9/9/9/9/9/7C1/7r1/3AK4 w - - 0 1",
        "5R3/4k4/9/4r4/9/9/5p3/5A3/5K3/9 b - - 0 1",
    ] {
        let question = Question { attack: Attack::Checks, nodes: 50_000, ..Question::default() };
        let (_, _, answer) = ask(fen, &question);
        assert!(!matches!(answer, Answer::Proved(_)), "{fen}: {answer:?}");
    }
}

#[test]
fn a_budget_ends_the_search_and_a_stop_does() {
    let fen = Setup::start().to_string();
    let game = Game::new(&fen.parse::<Setup>().unwrap()).unwrap();
    let mut solver = Solver::new(1);
    let question = Question { nodes: 3000, ..Question::default() };
    let finding = solver.solve(&game, &RuleSet::default(), &question, &|| false);
    assert!(!matches!(finding.answer, Answer::Proved(_) | Answer::Refuted(_, Attack::Any)));
    assert!(finding.nodes <= 3010, "{}", finding.nodes);
    let question = Question { nodes: u64::MAX / 4, ..Question::default() };
    let finding = solver.solve(&game, &RuleSet::default(), &question, &|| true);
    assert!(!matches!(finding.answer, Answer::Proved(_) | Answer::Refuted(_, Attack::Any)));
}

/// A proof is found before the flag is looked at, but following its line takes as long as it takes.
#[test]
fn a_stop_ends_the_search_for_the_line_of_a_proof() {
    let fen = "3k5/9/9/9/9/9/9/9/4R4/R3K4 w - - 0 1";
    let game = Game::new(&fen.parse::<Setup>().unwrap()).unwrap();
    let solve = |stop: &dyn Fn() -> bool| {
        Solver::new(1).solve(&game, &RuleSet::default(), &Question::default(), stop)
    };
    assert!(matches!(solve(&|| false).answer, Answer::Proved(_)));
    let stopped = solve(&|| true);
    assert!(stopped.nodes < 1024 && stopped.answer == Answer::Unknown, "{stopped:?}");
}

/// The defender's moves are counted after a quiet move only where he has few pieces.
#[test]
fn a_quiet_move_that_leaves_no_move_mates() {
    for fen in
        ["3k5/4P4/9/9/9/9/9/9/9/4K4 w - - 0 1", "3k5/9/5N3/pPpP1PpP1/nNb3b2/P8/9/9/9/4K4 w - - 0 1"]
    {
        for attack in [Attack::Threats, Attack::Any] {
            let (_, _, answer) = ask(fen, &Question { attack, ..Question::default() });
            let moves = if let Answer::Proved(proof) = &answer { proof.moves() } else { 0 };
            assert_eq!(moves, 1, "{fen}, {attack:?}: {answer:?}");
        }
    }
}

/// A proof must not run into the natural limit.
#[test]
fn the_natural_limit_cuts_longer_mates_off() {
    let mate = "3k5/9/9/9/9/9/9/9/4R4/R3K4 w - -";
    let question = Question::default();
    assert!(matches!(ask(&format!("{mate} 0 1"), &question).2, Answer::Proved(_)));
    let (_, _, answer) = ask("4k4/9/4b4/9/9/9/9/9/R8/3K5 w - - 118 1", &question);
    assert!(!matches!(answer, Answer::Proved(_)), "{answer:?}");
}
