//! Reproducible searches: with one thread, node counts and best moves after `ucinewgame`
//! and in a new process must be those of the first game. Otherwise some state survives a
//! new game. After Stockfish's `reprosearch`.

use crate::process::Engine;
use crate::{Case, Pass};

/// Node limits of the searches of one round; they share the transposition table and
/// histories.
const BUDGETS: [u32; 20] = [
    100, 333, 1_000, 1_500, 2_000, 3_001, 4_096, 5_555, 7_000, 8_191, 9_999, 12_000, 15_000,
    20_000, 25_000, 30_000, 36_000, 43_210, 50_000, 65_536,
];

/// Positions, taken in turn: searches of several positions share one table.
const POSITIONS: [&str; 3] = [
    "startpos",
    "startpos moves h2e2 h9g7 h0g2 i9h9",
    "fen r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
];

/// All cases.
///
/// # Errors
/// Never.
pub fn cases() -> Result<Vec<Case>, String> {
    let after_new_game = || {
        let mut engine = Engine::start()?;
        let first = round(&mut engine)?;
        let second = round(&mut engine)?;
        engine.quit()?;
        let fresh = round(&mut Engine::start()?)?;
        for (what, other) in [("after a new game", second), ("in a new process", fresh)] {
            if let Some(i) = (0..BUDGETS.len()).find(|&i| first[i] != other[i]) {
                let budget = BUDGETS[i];
                return Err(format!("{budget} nodes: {} first, {what} {}", first[i], other[i]));
            }
        }
        Ok(Pass::Count(2 * BUDGETS.len() as u64))
    };
    Ok(vec![Case::new("twenty-budgets", after_new_game)])
}

/// A new game, then all searches: what each reported last, without its times.
fn round(engine: &mut Engine) -> Result<Vec<String>, String> {
    engine.send("ucinewgame")?;
    let mut answers = Vec::new();
    for (budget, position) in BUDGETS.iter().zip(POSITIONS.iter().cycle()) {
        engine.send(&format!("position {position}"))?;
        engine.send(&format!("go nodes {budget}"))?;
        let lines = engine.read_until("bestmove ")?;
        let (mv, reports) = lines.split_last().ok_or("no answer")?;
        let nodes = reports.iter().rev().find_map(|line| line.split_once(" nodes "));
        let nodes = nodes.and_then(|(_, rest)| rest.split(' ').next()).ok_or("no node count")?;
        answers.push(format!("{nodes} nodes, {}", mv.trim()));
    }
    Ok(answers)
}
