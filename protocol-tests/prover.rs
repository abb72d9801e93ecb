//! `prover/*.txt`: forced mates that the prover must find and prove, and quiet
//! positions in which it must not claim one. Proofs are played against every reply
//! that the reference generator lists.

use chuhe::board::Setup;
use chuhe::internals::reference::movegen::Mailbox;
use chuhe::mate::{Answer, Question, Solver};
use chuhe::rules::{Game, RuleSet};

use crate::{Case, Pass, data_files};

/// Nodes after which a mate counts as not found.
const NODES: u64 = 400_000;
/// Nodes spent on a position without a mate.
const QUIET_NODES: u64 = 5_000;
/// Positions of a replay.
const REPLAYED: u64 = 150;
/// Positions of a case: one case each would cost more than the search.
const CHUNK: usize = 20;

/// One case for each twenty positions.
///
/// # Errors
/// When a file cannot be read or a line is malformed.
pub fn cases() -> Result<Vec<Case>, String> {
    let mut cases = Vec::new();
    for (file, text) in data_files("prover")? {
        let mut positions = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            if !line.trim().is_empty() && !line.starts_with('#') {
                let position = parse(line).map_err(|e| format!("{file}:{number}: {e}"))?;
                positions.extend(position.map(|position| (number, position)));
            }
        }
        while !positions.is_empty() {
            let chunk: Vec<_> = positions.drain(..CHUNK.min(positions.len())).collect();
            let name = format!("{file}:{}", chunk[0].0);
            cases.push(Case::new(name, move || {
                let nodes: Result<Vec<u64>, String> =
                    chunk.iter().map(|(_, (setup, moves))| check(setup, *moves)).collect();
                nodes.map(|nodes| Pass::Count(nodes.iter().sum()))
            }));
        }
    }
    Ok(cases)
}

/// Reads `fen ; mate 5`, or `fen ; none`; `None` for `fen ; skip why`, which is there for
/// `times.py`.
fn parse(line: &str) -> Result<Option<(Setup, Option<u32>)>, String> {
    let (fen, rest) = line.split_once(';').ok_or("expected '; mate N' or '; none'")?;
    let setup: Setup = fen.parse().map_err(|e| format!("{e}"))?;
    match rest.trim().split_once(' ') {
        Some(("mate", n)) => {
            let moves = n.trim().parse().map_err(|e| format!("'{n}': {e}"))?;
            Ok(Some((setup, Some(moves))))
        }
        Some(("skip", _)) => Ok(None),
        None if rest.trim() == "none" => Ok(Some((setup, None))),
        _ => Err(format!("expected 'mate N', 'none' or 'skip why', found '{rest}'")),
    }
}

/// Returns the number of nodes that the prover needed.
fn check(setup: &Setup, expected: Option<u32>) -> Result<u64, String> {
    let game = Game::new(setup).map_err(|e| e.to_string())?;
    let mut solver = Solver::new(16);
    let question = Question {
        moves: expected,
        nodes: if expected.is_some() { NODES } else { QUIET_NODES },
        shortest: false,
        ..Question::default()
    };
    let finding = solver.solve(&game, &RuleSet::default(), &question, &|| false);
    match (&finding.answer, expected) {
        (Answer::Proved(proof), Some(moves)) if proof.moves() <= moves => {
            let moves_of = |setup: &Setup| Mailbox::new(setup).legal_moves();
            solver
                .replay(&game, proof, &moves_of, REPLAYED)
                .map_err(|hole| format!("{setup}: no proof after {:?}", hole.0))?;
        }
        (Answer::Proved(_), _) | (_, Some(_)) => {
            return Err(format!("{setup}: expected {expected:?}, found {:?}", finding.answer));
        }
        _ => {}
    }
    Ok(finding.nodes)
}
