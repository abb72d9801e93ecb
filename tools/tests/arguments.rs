//! What tools make of their arguments: every argument is used or rejected.

use std::process::Command;

use crate::folder::{Folder, ensure};
use crate::{Case, Pass, process};

/// The cases.
///
/// # Errors
/// Never.
pub fn cases() -> Result<Vec<Case>, String> {
    Ok(vec![Case::new("refused", refused), Case::new("taken", taken)])
}

const MATE: &str = "3k5/9/9/9/9/9/9/9/4R4/R3K4 w";

/// The program with these words, of which `MATE` is a position and `_` a blank.
fn command(folder: &Folder, words: &str) -> Command {
    let (tool, rest) = words.split_once(' ').unwrap_or((words, ""));
    let mut command = folder.command(tool);
    command.args(rest.split(' ').map(|word| word.replace("MATE", MATE).replace('_', " ")));
    command
}

/// Words that have no meaning where they stand.
fn refused() -> Result<Pass, String> {
    let folder = Folder::new("arguments-refused")?;
    folder.write("book.txt", "h2e2 1-0\nh2e2 1-0\n")?;
    folder.text("book build book.txt --out book")?;
    folder.write("two.txt", format!("{MATE} ; one\r{MATE} a0d0\r"))?;
    folder.write("empty.txt", "# nothing\n")?;
    folder.write("two.epd", format!("{MATE} bm a0d0;\r{MATE} bm d0d0;\r"))?;
    folder.text("datagen --out one --games 1 --soft-nodes 1")?;
    let cases = [
        ("perft 1 MATE_moves_a0d0", "bad FEN, end: expected nothing more, found 'moves'"),
        ("solve MATE_a0d0", "bad FEN, end: "),
        ("solve MATE_moves_a0a0", "'a0a0', no legal move"),
        ("solve no-such.txt", "neither a file nor a position, 'no-such.txt': bad FEN"),
        ("solve two.txt", "line 2 of two.txt: bad FEN, end: "),
        ("solve empty.txt", "empty.txt: there are no positions in it"),
        ("epd two.epd --depth 1", "two.epd:2: "),
        ("endings probe MATE_-_-_0_1_2", "bad FEN, end: expected nothing more, found '2'"),
        ("play --fen MATE_x", "bad FEN, end: "),
        ("book show book --fen MATE MATE", "--fen, and another position before the moves"),
        ("datagen --out games --shards 0", "0 is not in 1.."),
        ("fit-wdl one/s1-00000.games one/./s1-00000.games", "s1-00000.games is named twice"),
        ("judge --generate 1 --json x.json", "cannot be used with"),
        ("notation h2e2 a0a0 --format pgn", "no legal move"),
    ];
    for (words, expected) in cases {
        let output = process::run(&mut command(&folder, words))?;
        let error = String::from_utf8_lossy(&output.stderr);
        // Nothing is done before everything has been read.
        let is_refused = !output.status.success() && output.stdout.is_empty();
        ensure(is_refused && error.contains(expected), || {
            format!("{words}: {}, expected '{expected}', found {error}", output.status)
        })?;
    }
    for written in ["x.json", "games"] {
        ensure(!folder.file(written).exists(), || format!("a refused run wrote {written}"))?;
    }
    Ok(Pass::Count(cases.len() as u64))
}

/// Words that must show in what is printed.
fn taken() -> Result<Pass, String> {
    let folder = Folder::new("arguments-taken")?;
    folder.write("book.txt", format!("{MATE} moves a0d0 1-0\n{MATE} moves a0d0 1-0\n"))?;
    folder.text("book build book.txt --out book")?;
    let cases = [
        ("book show book MATE", "", "a0d0"),
        ("book show book --fen MATE", "", "a0d0"),
        ("notation h2e2 h9g7 --format pgn --to wxf", "", "1. C2.5 H8+7 *"),
        ("notation h2e2 --format dhtmlxq", "", "[DhtmlXQ_movelist]"),
        ("solve -", "MATE ; one\rMATE\n", "2 positions: 2 proved"),
        ("solve MATE", "", "mate in 1"),
        ("solve MATE_moves_a0d0", "", "no mate: black is mated; 0 nodes"),
        ("solve startpos_moves_炮二平五 --nodes 1", "", "unknown; "),
        ("solve MATE_-_-_120_61", "", "no mate: drawn by the natural limit; 0 nodes"),
    ];
    for (words, input, expected) in cases {
        let input = input.replace("MATE", MATE);
        let output = process::run_with_input(&mut command(&folder, words), input.as_bytes())?;
        let text = String::from_utf8_lossy(&output.stdout);
        ensure(output.status.success() && text.contains(expected), || {
            let error = String::from_utf8_lossy(&output.stderr);
            format!("{words}: expected '{expected}', found {text}{error}")
        })?;
    }
    Ok(Pass::Count(cases.len() as u64))
}
