//! `mate/*.txt`: forced mates of known length. The search with its default settings must
//! find the shortest mate and a move that leads to it. Short mates are also confirmed by
//! the reference alpha-beta.

use chuhe::board::Setup;
use chuhe::internals::reference::search::{GamePosition, fail_soft};
use chuhe::rules::{Game, RuleSet};
use chuhe::search::{Limits, Pool, SearchSettings};
use chuhe::types::{Depth, Move, Ply, Score, Window};

use crate::{Case, Pass, data_files};

/// Nodes after which a mate counts as not found.
const NODES: u64 = 3_000_000;
/// The longest mate, in moves, that the reference search confirms.
const PROVED: i32 = 2;

/// A position with a forced mate.
struct Mate {
    setup: Setup,
    /// Moves to mate, negative when the side to move is mated.
    moves: i32,
    /// The moves that mate in time; empty when any move will do.
    best: Vec<Move>,
}

/// One case for each position.
///
/// # Errors
/// When a file cannot be read or a line is malformed.
pub fn cases() -> Result<Vec<Case>, String> {
    let mut cases = Vec::new();
    for (file, text) in data_files("mate")? {
        for (number, line) in (1..).zip(text.lines()) {
            if !line.trim().is_empty() && !line.starts_with('#') {
                let name = format!("{file}:{number}");
                let mate = parse(line).map_err(|e| format!("{name}: {e}"))?;
                cases.push(Case::new(name, move || check(&mate).map(Pass::Count)));
            }
        }
    }
    Ok(cases)
}

/// Reads `fen ; mate 2 ; best h2e2 b2e2`.
fn parse(line: &str) -> Result<Mate, String> {
    let mut fields = line.split(';').map(str::trim);
    let setup = fields.next().unwrap_or_default().parse().map_err(|e| format!("{e}"))?;
    let mut mate = Mate { setup, moves: 0, best: Vec::new() };
    for field in fields {
        match field.split_once(' ') {
            Some(("mate", n)) => mate.moves = n.parse().map_err(|e| format!("'{field}': {e}"))?,
            Some(("best", moves)) => {
                let moves = moves.split_whitespace().map(str::parse);
                mate.best = moves.collect::<Result<_, _>>().map_err(|e| format!("{e}"))?;
            }
            _ => return Err(format!("expected 'mate <n>' or 'best <moves>': '{field}'")),
        }
    }
    if mate.moves == 0 { Err("no mate given".into()) } else { Ok(mate) }
}

/// Returns the number of nodes that the search needed.
fn check(mate: &Mate) -> Result<u64, String> {
    let mut game = Game::new(&mate.setup).map_err(|e| e.to_string())?;
    let limits =
        Limits { mate: Some(mate.moves.unsigned_abs()), nodes: Some(NODES), ..Limits::default() };
    let result = Pool::new(1, 16).search(&game, limits, SearchSettings::default());
    if result.score.mate_moves() != Some(mate.moves) {
        let Mate { setup, moves, .. } = mate;
        let nodes = result.nodes;
        return Err(format!("{setup}: no mate {moves} in {nodes} nodes: {:?}", result.score));
    }
    if !mate.best.is_empty() && result.best.is_none_or(|mv| !mate.best.contains(&mv)) {
        return Err(format!("{}: expected {:?}, found {:?}", mate.setup, mate.best, result.best));
    }
    if mate.moves.abs() <= PROVED {
        prove(&mut game, mate)?;
    }
    Ok(result.nodes)
}

/// Confirms the mate with the reference alpha-beta, one ply deeper than the mate, so that
/// the mated position is inside the tree.
fn prove(game: &mut Game, mate: &Mate) -> Result<(), String> {
    let plies = if mate.moves > 0 { 2 * mate.moves - 1 } else { -2 * mate.moves };
    let distance = plies.unsigned_abs() as Ply;
    let expected =
        if mate.moves > 0 { Score::mate_in(distance) } else { Score::mated_in(distance) };
    let leaf = |_: &mut Game, _: Ply| Score::ZERO;
    let mut position = GamePosition { game, rules: &RuleSet::default(), leaf };
    let window = Window::new(expected - 1, expected + 1);
    let (found, _) = fail_soft(&mut position, plies as Depth + 1, window);
    if found == expected {
        return Ok(());
    }
    Err(format!("{}: plain alpha-beta says {found:?}, not {expected:?}", mate.setup))
}
