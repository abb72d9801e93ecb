//! `chuhe endings` judges the tables of a folder and no others, and all of them; other tools
//! use them.

use std::fs;

use crate::folder::{Folder, ensure};
use crate::{Case, Pass, process};

/// All cases.
///
/// # Errors
/// Never.
pub fn cases() -> Result<Vec<Case>, String> {
    Ok(vec![
        Case::new("folder", folder),
        Case::new("damaged", damaged),
        Case::new("resumed", resumed),
        Case::new("tools", tools),
        Case::new("pairs", pairs),
        Case::new("damaged-part", damaged_part),
        Case::new("count", count),
    ])
}

/// The tools that judge a folder.
const JUDGES: [&str; 2] = [
    "endings check FOLDER --samples 20",
    "endings exam FOLDER --critical 2 --conversions 0 --defences 2",
];

/// The tables of the folder are counted, and not the built-in ones; a folder without tables
/// and a damaged table are errors.
fn folder() -> Result<Pass, String> {
    let folder = Folder::new("endings")?;
    folder.text("endings build tables --only N")?;
    let checked = folder.text(&JUDGES[0].replace("FOLDER", "tables"))?;
    ensure(checked.starts_with("9 tables, "), || checked.clone())?;
    folder.text(&JUDGES[1].replace("FOLDER", "tables"))?;
    let wrong =
        "endings exam tables --without --nodes 1 --critical 40 --conversions 0 --defences 0";
    let exam = folder.text(wrong)?;
    let printed = exam.lines().filter(|line| line.starts_with("not kept: ")).count();
    let sum = format!("critical positions: {} of 40 moves keep the value\n", 40 - printed);
    ensure(printed > 0 && exam.contains(&sum), || exam.clone())?;
    fs::create_dir(folder.file("empty")).map_err(|e| e.to_string())?;
    let mut table = folder.bytes("tables/KNK.xqend")?;
    table[30] ^= 1;
    folder.write("tables/KNK.xqend", &table)?;
    for (name, message) in [("empty", "no tables in empty"), ("tables", "KNK.xqend: ")] {
        for judge in JUDGES {
            let words = judge.replace("FOLDER", name);
            let output = folder.run(&words)?;
            let error = String::from_utf8_lossy(&output.stderr);
            let is_refused = output.status.code() == Some(1) && output.stdout.is_empty();
            ensure(is_refused && error.contains(message), || format!("{words}: {error}"))?;
        }
    }
    Ok(Pass::Count(6))
}

/// A class that is built in is known also where its table in the folder is damaged, and
/// all faulty files of a folder are named.
fn damaged() -> Result<Pass, String> {
    let folder = Folder::new("endings-damaged")?;
    folder.text("endings build tables --only R")?;
    for (name, from_end) in [("KRK", 20), ("KRKB", 20), ("KRKA", 0)] {
        let path = format!("tables/{name}.xqend");
        let mut table = folder.bytes(&path)?;
        let byte = table.len() - from_end;
        if from_end == 0 {
            table.truncate(byte - 1)
        } else {
            table[byte] ^= 1
        }
        folder.write(&path, &table)?;
    }
    let output = folder.run("endings check tables --samples 20")?;
    let error = String::from_utf8_lossy(&output.stderr);
    let parts = ["KRKA.xqend: expected ", "block 1 of KRK is damaged", "block 1 of KRKB is "];
    let is_refused = output.status.code() == Some(1) && output.stdout.is_empty();
    ensure(is_refused && parts.iter().all(|part| error.contains(part)), || error.to_string())?;
    let probe = |options: &[&str]| {
        let mut command = folder.command("endings probe");
        process::run(command.arg("4k4/9/9/9/9/9/9/9/R8/3K5 w").args(options))
    };
    let (found, wanted) = (probe(&["--folder", "tables"])?.stdout, probe(&[])?.stdout);
    let wanted = String::from_utf8_lossy(&wanted);
    ensure(found == wanted.as_bytes(), || String::from_utf8_lossy(&found).into_owned())?;
    ensure(wanted.starts_with("win in 3 plies\na1e1 win in 3 plies\n"), || wanted.to_string())?;
    Ok(Pass::Count(3))
}

/// What is there already is not solved again, and a table that is missing is.
fn resumed() -> Result<Pass, String> {
    let folder = Folder::new("endings-resumed")?;
    let build = || folder.text("endings build tables --only P");
    let lines = |text: &str| text.lines().filter(|line| line.starts_with("KPK")).count();
    let (first, again) = (build()?, build()?);
    ensure(lines(&first) == 9, || first.clone())?;
    ensure(lines(&again) == 0 && again.contains("P is there already\n"), || again.clone())?;
    fs::remove_file(folder.file("tables/KPKAB.xqend")).map_err(|e| e.to_string())?;
    let mended = build()?;
    ensure(lines(&mended) == 9 && folder.file("tables/KPKAB.xqend").exists(), || mended.clone())?;
    Ok(Pass::Count(3))
}

/// Two pawns against all defenders, which no built-in table has: a draw.
const DRAWN: &str = "2bakab2/9/9/9/9/9/P7P/9/9/3K5 w";

/// `--endings` of the tools that search.
fn tools() -> Result<Pass, String> {
    let folder = Folder::new("endings-tools")?;
    folder.text("endings build tables --only PP")?;
    folder.write("game.txt", format!("{DRAWN} moves a3a4\n"))?;
    folder.write("suite.epd", format!("{DRAWN} am d0d1;\n"))?;
    let analyze = |options: &str| folder.text(&format!("analyze game.txt --depth 2{options}"));
    let (with, without) = (analyze(" --endings tables --state state")?, analyze("")?);
    ensure(with.matches("theoretically drawn").count() == 1, || with.clone())?;
    ensure(!without.contains("theoretically"), || without.clone())?;
    let other = folder.run("analyze game.txt --depth 2 --state state")?;
    let error = String::from_utf8_lossy(&other.stderr);
    ensure(!other.status.success() && error.contains("endings"), || error.to_string())?;
    folder.text("epd suite.epd --depth 2 --endings tables")?;
    folder.text("play --endings tables")?;
    for (options, expected) in [
        (&["--endings", "tables"][..], "no mate: drawn by a table of solved endings; 0 nodes, "),
        (&["--nodes", "100"], "no mate within 31 moves by checks; "),
    ] {
        let mut command = folder.command("solve");
        let output = process::run(command.arg(DRAWN).args(options))?;
        let text = String::from_utf8_lossy(&output.stdout);
        ensure(text.starts_with(expected), || format!("{expected}: {text}"))?;
    }
    // Without a built-in table of the class nothing is said by halves.
    let mut table = folder.bytes("tables/KPPK.xqend")?;
    let middle = table.len() / 2;
    table[middle..].iter_mut().step_by(100).for_each(|byte| *byte ^= 1);
    folder.write("tables/KPPK.xqend", &table)?;
    let mut command = folder.command("endings probe --folder tables");
    let output = process::run(command.arg("3k5/9/P7P/9/9/9/9/9/9/4K4 w"))?;
    let error = String::from_utf8_lossy(&output.stderr);
    ensure(output.stdout.is_empty() && error.contains("error: the table KPPK is damaged"), || {
        format!("{error}{}", String::from_utf8_lossy(&output.stdout))
    })?;
    fs::create_dir(folder.file("empty")).map_err(|e| e.to_string())?;
    for tool in ["analyze game.txt", "epd suite.epd", "play", "solve game.txt"] {
        for (name, expected) in [
            ("empty", "error: --endings: no tables in empty\n"),
            ("nowhere", "error: --endings: while reading nowhere: "),
        ] {
            let output = folder.run(&format!("{tool} --endings {name}"))?;
            let error = String::from_utf8_lossy(&output.stderr);
            ensure(output.status.code() == Some(1) && error.starts_with(expected), || {
                format!("{tool}: {error}")
            })?;
        }
    }
    Ok(Pass::Count(15))
}

/// Pairs of attackers with at most one advisor or bishop: what is too large is left out, what is
/// there stays, and the table keeps what it says against all tricks.
fn pairs() -> Result<Pass, String> {
    let folder = Folder::new("endings-pairs")?;
    let build = "endings build tables --only N/P --guards 1";
    let small = folder.text(&format!("{build} --memory 4"))?;
    let left_out = "KNKPB is left out: it takes 5 MiB";
    ensure(small.contains("KNKP 259041 ") && small.contains(left_out), || small.clone())?;
    let whole = folder.text(build)?;
    let is_resumed = whole.contains("KNKP is there already") && whole.contains("KNKPB 1800384 ");
    ensure(is_resumed, || whole.clone())?;
    let checked = folder.text("endings check tables --samples 500 --games 12")?;
    let played = checked.lines().filter(|line| line.ends_with(", as promised")).count();
    ensure(played == 5 * 4, || checked.clone())?;
    let mut probe = folder.command("endings probe");
    let fen = "3k5/9/9/9/4N4/9/9/3p5/9/3AK4 b";
    let found = process::run(probe.arg(fen).args(["--folder", "tables"]))?.stdout;
    let found = String::from_utf8_lossy(&found);
    ensure(found.starts_with("draw\n"), || found.to_string())?;
    Ok(Pass::Count(4))
}

/// A table that a pair turns into is damaged: that is a fault, and no class that was left out. The
/// choice of the memory is none, for the classes that turn into those left out by it.
fn damaged_part() -> Result<Pass, String> {
    let folder = Folder::new("endings-damaged-part")?;
    folder.text("endings build tables --only P")?;
    let mut table = folder.bytes("tables/KPK.xqend")?;
    let byte = table.len() - 20;
    table[byte] ^= 1;
    folder.write("tables/KPK.xqend", &table)?;
    let output = folder.run("endings build tables --only P/P")?;
    let error = String::from_utf8_lossy(&output.stderr);
    let is_refused = output.status.code() == Some(1) && !folder.file("tables/KPKP.xqend").exists();
    ensure(is_refused && error.contains("error: the table KPK is damaged"), || error.to_string())?;
    folder.text("endings build tables --only P --force")?;
    let small = folder.text("endings build tables --only P/P --guards 1 --memory 0")?;
    let left_out = |line: &&str| line.contains(" is left out: ");
    ensure(small.lines().filter(left_out).count() > 0, || small.clone())?;
    Ok(Pass::Count(2))
}

/// The classes that games come to, the most frequent first; games that cannot be read are named.
fn count() -> Result<Pass, String> {
    let folder = Folder::new("endings-count")?;
    let game = "3k1r3/9/9/9/9/9/9/9/4A4/R3K4 w moves a0a1 f9f8 a1a0";
    let second = "4k4/9/9/9/9/9/9/9/4A4/R3K4 w moves a0a1";
    folder.write("games.txt", format!("{game}\n{second}\n"))?;
    let apart = folder.text("endings count games.txt")?;
    let expected = "class games positions\nKRAKR 1 4\nKRAK 1 2\n2 games, 2 with at most two attackers, or two against one\n";
    ensure(apart == expected, || apart.clone())?;
    let together = folder.text("endings count games.txt games.txt --together")?;
    ensure(together.contains("\nKRKR+1 2 8\nKRK+1 2 4\n4 games, "), || together.clone())?;
    folder.write("none.txt", "")?;
    let output = folder.run("endings count none.txt")?;
    ensure(output.status.code() == Some(1) && output.stdout.is_empty(), || {
        String::from_utf8_lossy(&output.stderr).into_owned()
    })?;
    Ok(Pass::Count(3))
}
