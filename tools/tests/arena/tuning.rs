//! `chuhe tune-search` with options that every build has. A tuning that is interrupted and
//! resumed must have the same games and values as one that is not.

use std::fs;
use std::process::{Command, Output};
use std::time::Duration;

use super::laboratory::append;
use super::member;
use crate::folder::{Folder, ensure};
use crate::process::{self, Process, wait_until};
use crate::{Case, Pass};

/// The tests of this file.
pub fn cases() -> Vec<Case> {
    let mut cases = vec![
        Case::new("tuning-resumed", resumed),
        Case::new("tuning-of-several-threads", several_threads),
        Case::new("tuning-scripted-engine", scripted_engine),
        Case::new("tuning-bad-state", bad_state),
    ];
    for &(name, words, message) in ERRORS {
        cases.push(Case::new(name, move || error(name, words, message)));
    }
    cases
}

/// `chuhe tune-search` with these options, separated by `|`.
fn command(folder: &Folder, words: &str) -> Command {
    let mut command = folder.command("tune-search");
    command.args(words.split('|').map(|word| folder.fill(word)));
    command
}

/// Runs the tuner, which must end with this status. Returns what it printed on
/// standard output, and on standard error.
fn expect(folder: &Folder, words: &str, status: i32) -> Result<(String, String), String> {
    let Output { status: found, stdout, stderr } = process::run(&mut command(folder, words))?;
    let [out, err] = [stdout, stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    ensure(found.code() == Some(status), || format!("expected {status}: {found}\n{out}{err}"))?;
    Ok((out, err))
}

/// A tuning of two options, of which the second changes nothing.
fn words(name: &str, iterations: u64, threads: usize) -> String {
    format!(
        "--engine|cmd=$CHUHE,option.Hash=1,option.Random Seed=3,option.Skill Level=10\
         |--each|nodes=100|--openings|$DIR/openings|--params|Skill Level,Move Overhead\
         |--max-plies|60|--resign|moves=1,score=100\
         |--iterations|{iterations}|--pairs|2|--concurrency|{threads}|--r-end|0.1\
         |--state|$DIR/{name}"
    )
}

/// Ended by SIGTERM, given an incomplete last line, and resumed: every iteration has the
/// same games as without interruption, and the result is the same.
fn resumed() -> Result<Pass, String> {
    const ITERATIONS: u64 = 8;
    let folder = Folder::for_match("tuning")?;
    let (whole, _) = expect(&folder, &words("whole", ITERATIONS, 1), 0)?;
    ensure(whole.contains("8 of 8 iterations, 32 games: "), || whole.clone())?;
    let torn = words("torn", ITERATIONS, 1);
    let mut child = Process::spawn(&mut command(&folder, &torn))?;
    wait_until("two iterations", Duration::from_secs(60), || {
        Ok(folder.games("torn").is_ok_and(|lines| lines.len() >= 2))
    })?;
    child.terminate()?;
    let status = child.wait(Duration::from_secs(60))?;
    ensure(status.code() == Some(6), || format!("expected status 6, found {status}"))?;
    append(&folder.file("torn"), "{\"iteration\":9,\"ga")?;
    let (shown, _) = expect(&folder, "--show|$DIR/torn", 0)?;
    ensure(shown.contains(" of 8 iterations, ") && !shown.contains("8 of 8"), || shown)?;
    let (again, said) = expect(&folder, &torn, 0)?;
    ensure(said.contains("iterations were played before; going on"), || said.clone())?;
    ensure(again == whole, || format!("{whole}\n{again}"))?;
    ensure(folder.read("torn")? == folder.read("whole")?, || "the games differ".into())?;
    // The values have changed, and are printed in every form.
    let moved = whole.lines().any(|line| {
        line.starts_with("Skill Level") && line.split_whitespace().nth(2) == Some("10")
    });
    ensure(moved && !whole.contains(" +0.00"), || whole.clone())?;
    ensure(whole.contains("\noption.Skill Level="), || whole.clone())?;
    // Another tuning refuses the state file.
    let before = folder.read("torn")?;
    for (from, to, difference) in [
        ("--pairs|2", "--pairs|3", "pairs: 2 there, 3 here"),
        ("nodes=100", "nodes=101", "engine: "),
        ("Skill Level,", "Hash,", "parameters: \"Skill Level 10 0 20 1 0.1\" there"),
    ] {
        let (_, said) = expect(&folder, &torn.replace(from, to), 1)?;
        let named = format!("belongs to another tuning; name another --state: {difference}");
        ensure(said.contains(&named), || said.clone())?;
    }
    ensure(folder.read("torn")? == before, || "the state file was changed".into())?;
    Ok(Pass::Count(32))
}

/// With several threads every iteration is played once.
fn several_threads() -> Result<Pass, String> {
    let folder = Folder::for_match("tuning-threads")?;
    let (out, _) = expect(&folder, &words("state", 6, 3), 0)?;
    ensure(out.contains("6 of 6 iterations, 24 games"), || out.clone())?;
    let lines = folder.games("state")?;
    let mut numbers: Vec<&str> = lines.iter().flat_map(|line| member(line, "iteration")).collect();
    numbers.sort_unstable();
    ensure(numbers == ["0", "1", "2", "3", "4", "5"], || format!("{numbers:?}"))?;
    Ok(Pass::Count(24))
}

/// One process for each side plays all iterations and receives the options of each. A crash
/// drops its iteration; too many crashes in a row end the tuning.
fn scripted_engine() -> Result<Pass, String> {
    let folder = Folder::for_match("tuning-scripted")?;
    let words = |behaviour: &str, plies: u32| {
        format!(
            "--engine|$SCRIPTED log=$DIR/log {behaviour},nodes=1|--params|Hash|--iterations|20\
             |--max-plies|{plies}|--state|$DIR/state"
        )
    };
    let (out, _) = expect(&folder, &words("", 4), 0)?;
    ensure(out.contains("20 of 20 iterations, 40 games"), || out.clone())?;
    let log = folder.read("log")?;
    let count = |line: &str| log.lines().filter(|found| found.starts_with(line)).count();
    // The first process was only asked for its options.
    ensure(count("uci") - count("ucinewgame") == 3, || "processes".into())?;
    ensure(count("ucinewgame") == 80, || "games".into())?;
    ensure(count("setoption name Hash value ") == 80, || "options".into())?;
    fs::remove_file(folder.file("state")).map_err(|e| e.to_string())?;
    // Each side is asked for two moves a game, and a process lives for four games: after
    // the first of them every third iteration is finished.
    let (out, said) = expect(&folder, &words("crash=9", 4), 6)?;
    ensure(out.contains("8 of 20 iterations, 16 games"), || format!("{out}{said}"))?;
    ensure(said.matches(" is dropped: crash by ").count() == 12, || said.clone())?;
    let (out, _) = expect(&folder, &words("crash=9", 4), 6)?;
    ensure(!out.contains("8 of 20") && !out.contains("20 of 20"), || out.clone())?;
    let (_, said) = expect(&folder, &words("crash=1", 4).replace("/state", "/none"), 1)?;
    ensure(said.contains("iterations in a row failed, the last: crash by"), || said.clone())?;
    Ok(Pass::Ok)
}

/// State files with more iterations than memory has room for, or than can be counted, are
/// refused; bounds further apart than the largest number are accepted.
fn bad_state() -> Result<Pass, String> {
    let folder = Folder::for_match("tuning-bad-state")?;
    let show = |iterations: u64, parameter: &str, status: i32| {
        let header = format!(
            "{{\"chuhe_tune_search\":1,\"engine\":\"x\",\"openings\":\"y\",\"adjudication\":\"z\",\
             \"seed\":1,\"iterations\":{iterations},\"pairs\":1,\"parameters\":[\"{parameter}\"]}}\n"
        );
        folder.write("state", header)?;
        expect(&folder, "--show|$DIR/state", status)
    };
    let counts = [u64::MAX, 100_000_000_000_000_000, 0];
    for iterations in counts {
        let (_, said) = show(iterations, "Hash 16 1 64 3.15 0.1", 1)?;
        let expected = format!("state: {iterations} iterations; expected 1 to 10000000");
        ensure(said.contains(&expected), || said.clone())?;
    }
    let (shown, _) = show(9, "Hash 0 -1e30 1e30 1 0.1", 0)?;
    ensure(shown.contains("0 of 9 iterations"), || shown.clone())?;
    Ok(Pass::Count(counts.len() as u64 + 1))
}

/// Options that are refused: name of the case, options, part of the message.
const ERRORS: &[(&str, &str, &str)] = &[
    ("tuning-error-option", "--params|Hush", "the engine has no option 'Hush'; it offers: Debug"),
    ("tuning-error-kind", "--params|Ponder", "'Ponder' takes no whole number"),
    ("tuning-error-file", "--params-file|$DIR/none", "cannot read "),
    ("tuning-error-line", "--params-file|$DIR/params", "params: line 2: expected NAME [START"),
    ("tuning-error-rate", "--params|Hash|--r-end|0", "Hash: r_end is 0"),
    ("tuning-error-openings", "--params|Hash|--openings|$DIR/none", "cannot read the openings"),
    ("tuning-error-show", "--show|$DIR/openings", "cannot be used with"),
];

/// Bad options: the message, and no state file.
fn error(name: &str, options: &str, message: &str) -> Result<Pass, String> {
    let folder = Folder::for_match(name)?;
    folder.write("params", "Hash\nHash 1 2\n")?;
    let words = format!("--engine|cmd=$CHUHE,nodes=1|--iterations|2|--state|$DIR/state|{options}");
    let output = process::run(&mut command(&folder, &words))?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    ensure(!output.status.success() && said.contains(message), || {
        format!("expected '{message}', found: {said}")
    })?;
    ensure(folder.games("state").is_err(), || "games were played".into())?;
    Ok(Pass::Ok)
}
