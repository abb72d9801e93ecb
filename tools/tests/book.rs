//! `chuhe book`: builds, shows and refuses opening books. The book built from
//! `book/games.txt` must be `book/small.book` byte for byte: a change of the format would
//! make books written before unreadable.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use crate::folder::Folder;
use crate::{Case, Pass, books, process, scene};

/// All cases.
///
/// # Errors
/// Never.
pub fn cases() -> Result<Vec<Case>, String> {
    Ok(vec![Case::new("build", build), Case::new("show", show), Case::new("faults", faults)])
}

/// The path of a data file.
fn data(name: &str) -> PathBuf {
    books().join(name)
}

/// Runs `chuhe book`.
fn run(args: &[&str]) -> Result<Output, String> {
    process::run(Command::new(scene::binary()).arg("book").args(args))
}

/// The book of the games is the known file.
fn build() -> Result<Pass, String> {
    let folder = Folder::new("book")?;
    let out = folder.file("out");
    let games = data("games.txt");
    let output = run(&[
        "build",
        "--min-games",
        "1",
        "--out",
        &out.to_string_lossy(),
        &games.to_string_lossy(),
    ])?;
    let text = String::from_utf8_lossy(&output.stdout);
    if !text.contains("of 3 games, 0 left out") {
        return Err(format!(
            "expected 3 games, found: {text}{}",
            String::from_utf8_lossy(&output.stderr)
        ));
    }
    let known = fs::read(data("small.book")).map_err(|e| format!("small.book: {e}"))?;
    if folder.bytes("out")? != known {
        return Err("the book of games.txt differs from small.book".into());
    }
    Ok(Pass::Count(known.len() as u64))
}

/// The moves of a book, from several positions.
fn show() -> Result<Pass, String> {
    let book = data("small.book");
    let book = book.to_string_lossy();
    for (moves, expected) in [
        (
            &[][..],
            &[
                "b2e2 C8.5 炮八平五 weight 4 (50.0 %), 3 games",
                "h2e2 C2.5 炮二平五 weight 4 (50.0 %), 3 games",
            ][..],
        ),
        (&["炮二平五"], &["b7e7 C2.5 炮２平５ weight 2 (100.0 %), 2 games"]),
        (&["b2e2"], &["h7e7 C8.5 炮８平５ weight 2 (100.0 %), 2 games"]),
        (&["a0a1"], &["no move for Black"]),
    ] {
        let args: Vec<&str> = ["show", &book].into_iter().chain(moves.iter().copied()).collect();
        let output = run(&args)?;
        let text = String::from_utf8_lossy(&output.stdout);
        let found: Vec<&str> = text.lines().skip(2).collect();
        if found != expected {
            return Err(format!("after {moves:?}: expected {expected:?}, found {text}"));
        }
    }
    Ok(Pass::Count(4))
}

/// Files that cannot be read or written: the message names them, the status is not 0.
fn faults() -> Result<Pass, String> {
    let games = data("games.txt");
    let games = games.to_string_lossy();
    let folder = Folder::new("book-faults")?;
    let unwritten = folder.file("x.book");
    let nowhere = folder.file("no-such-folder").join("x.book");
    for (args, expected) in [
        (&["show", "no/such/book"][..], "cannot use the book no/such/book"),
        (&["show", &games], "neither a Chuhe book nor an ElephantEye BOOK.DAT"),
        (
            &["build", "--out", &unwritten.to_string_lossy(), "no/such/games"],
            "cannot read no/such/games",
        ),
        (&["build", "--out", &nowhere.to_string_lossy(), &games], "cannot write"),
    ] {
        let output = run(args)?;
        let text = String::from_utf8_lossy(&output.stderr);
        if output.status.success() || !text.contains(expected) {
            return Err(format!("{args:?}: expected an error '{expected}', found: {text}"));
        }
    }
    Ok(Pass::Count(4))
}
