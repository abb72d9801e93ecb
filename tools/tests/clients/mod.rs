//! Real programs: engines that play against this one in a match, and browsers that show its
//! pages. What is missing is skipped, or fails with `CLIENTS=required`, as in
//! `protocol-tests/clients`.

mod browser;
mod explorer;
mod lessons;
mod match_pages;
mod page;
mod pages;
mod play;
#[path = "../../../protocol-tests/clients/programs.rs"]
mod programs;
mod puzzles;

use std::process::Command;

use crate::{Case, Pass, scene};
use programs::{finish, with};

/// Opponents for the match runner: name of the case, program, its protocol, and the
/// protocol of the engine.
const OPPONENTS: &[(&str, &str, &str, &str)] = &[
    ("fairy-stockfish-uci", "fairy-stockfish", "uci", "uci"),
    ("fairy-stockfish-ucci", "fairy-stockfish", "ucci", "ucci"),
    ("hoixiangqi-cecp", "hoixiangqi", "cecp", "cecp"),
    ("sjaakii-cecp", "sjaakii", "cecp", "cecp"),
];

/// All cases.
///
/// # Errors
/// Never.
pub fn cases() -> Result<Vec<Case>, String> {
    let mut cases = vec![
        Case::new("own-dialects", own_dialects),
        Case::new("page-analysis", pages::analysis),
        Case::new("page-lessons", lessons::lessons),
        Case::new("page-many", pages::many_games),
        Case::new("page-variations", pages::variations),
        Case::new("page-explorer", explorer::explorer),
        Case::new("page-languages", pages::languages),
        Case::new("page-match", match_pages::match_of_two),
        Case::new("page-large", match_pages::large),
        Case::new("page-broken-off", pages::broken_off),
        Case::new("page-tournament", match_pages::tournament),
        Case::new("page-play", play::play),
        Case::new("page-puzzles", puzzles::solve),
    ];
    for &(name, program, theirs, ours) in OPPONENTS {
        cases.push(Case::new(format!("match-{name}"), move || opponent(program, theirs, ours)));
    }
    Ok(cases)
}

/// Two games against another program in its own protocol.
fn opponent(program: &str, theirs: &str, ours: &str) -> Result<Pass, String> {
    with(&[program], |found| {
        let other = format!("cmd={},name=other,proto={theirs}", found[0].display());
        games(&other, ours, false)
    })
}

/// The engine against itself, with different protocols on the two sides.
fn own_dialects() -> Result<Pass, String> {
    let engine = scene::binary();
    for (ours, theirs) in [("uci", "ucci"), ("ucci", "cecp"), ("cecp", "cyclone")] {
        let other = format!("cmd={},name=other,proto={theirs}", engine.display());
        games(&other, ours, true)?;
    }
    Ok(Pass::Count(6))
}

/// Two games against another engine. The engine, and with `both` the other one too, must
/// not lose a game by a crash, on time, by an illegal move and the like.
fn games(other: &str, ours: &str, both: bool) -> Result<Pass, String> {
    let engine = scene::binary();
    let chuhe = format!("cmd={},name=chuhe,proto={ours}", engine.display());
    let output = finish(Command::new(&engine).args([
        "match",
        "--engine",
        &chuhe,
        "--engine",
        other,
        "--each",
        "tc=0.5+0.02,margin=2000",
        "--games",
        "2",
        "--max-plies",
        "300",
        "--verbose",
    ]))?;
    let report = String::from_utf8_lossy(&output.stdout);
    // The last column of an engine's row is its forfeits.
    let is_clean = |name: &str| {
        let row = report.lines().find(|line| line.split_whitespace().next() == Some(name));
        row.is_some_and(|row| row.ends_with(" none"))
    };
    let passed = output.status.success()
        && report.contains("Games: 2,")
        && is_clean("chuhe")
        && (is_clean("other") || !both);
    match passed {
        true => Ok(Pass::Count(2)),
        false => {
            let remarks = String::from_utf8_lossy(&output.stderr);
            Err(format!("{}: {report}\n{remarks}", output.status))
        }
    }
}
