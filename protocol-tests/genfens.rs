//! The command `genfens` of OpenBench.

use std::process::{Command, Output};

use crate::folder::{Folder, ensure};
use crate::{Case, Pass, process, scene};

/// The cases.
///
/// # Errors
/// Never.
pub fn cases() -> Result<Vec<Case>, String> {
    Ok(vec![Case::new("openings", genfens)])
}

/// Runs the program with this argument and `quit`.
fn ask(words: &str) -> Result<Output, String> {
    process::run(Command::new(scene::binary()).args([words, "quit"]))
}

/// The openings that a command prints.
fn openings(words: &str) -> Result<Vec<String>, String> {
    let output = ask(words)?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    ensure(output.status.success(), || format!("{words}: {}", output.status))?;
    let fen = |line: &str| {
        let fen = line.strip_prefix("info string genfens ").map(String::from);
        fen.filter(|fen| fen.split(' ').count() == 6).ok_or_else(|| format!("{words}: {line}"))
    };
    text.lines().map(fen).collect()
}

/// Openings are determined by the seed and the book; bad arguments get an error message.
fn genfens() -> Result<Pass, String> {
    let folder = Folder::new("genfens")?;
    let book = "# two\nstartpos moves h2e2 h9g7\n\nrnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b\n";
    let book = folder.write("openings", book)?.display().to_string();
    let bad = folder.write("bad", "startpos\nstartpos moves a0a9\n")?.display().to_string();
    let words =
        |seed: u32, book: &str| format!("genfens 3 seed {seed} book {book} plies 4 nodes 200");
    let first = openings(&words(5, "None"))?;
    ensure(first.len() == 3 && first == openings(&words(5, "None"))?, || format!("{first:?}"))?;
    for other in [words(6, "None"), words(5, &book)] {
        let found = openings(&other)?;
        ensure(found.len() == 3 && found != first, || format!("{other}: {found:?}"))?;
    }
    let bad_line = format!("genfens 1 book {bad}");
    let refused = [
        (bad_line.as_str(), "bad:2: cannot play 'a0a9'"),
        ("genfens", "genfens count: '' is no number"),
        ("genfens 3 seed", "genfens: 'seed' has no value"),
        ("genfens 3 colour red", "genfens has no 'colour'"),
        ("genfens 3 book nowhere", "cannot read the openings nowhere"),
        ("genfens 1 level 3000000000", "genfens level: expected a whole number from 1 to 21474"),
        ("genfens 1 level 0", "genfens level: expected a whole number from 1 to 2147483647"),
        ("genfens 1 plies 99999999999", "genfens plies: expected a whole number from 0 to 40"),
        ("genfens 1 nodes 0", "genfens nodes: expected a whole number from 1 to "),
    ];
    for (bad, message) in refused {
        let output = ask(bad)?;
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        let refused = output.status.code() == Some(1) && output.stdout.is_empty();
        ensure(refused && error.contains(message), || format!("{bad}: {error}"))?;
    }
    Ok(Pass::Count(5 + refused.len() as u64))
}
