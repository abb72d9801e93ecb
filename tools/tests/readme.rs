//! Compares the documents with the program: tables of options and of commands, the
//! session, command lines, and links.

mod commands;
mod links;

use std::path::Path;
use std::process::Command;

use crate::{Case, Pass, process, scene};

/// All cases.
///
/// # Errors
/// Never.
pub fn cases() -> Result<Vec<Case>, String> {
    Ok(vec![
        Case::new("options", options),
        Case::new("session", session),
        Case::new("tools", tools),
        Case::new("builds", builds),
        Case::new("commands-listed", commands::listed),
        Case::new("commands-run", commands::run),
        Case::new("links", links::links),
        Case::new("mentions", links::mentions),
    ])
}

/// The text of a file of the repository.
///
/// # Errors
/// When it cannot be read.
fn text_of(path: impl AsRef<Path>) -> Result<String, String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
    std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))
}

/// Every `option` line of the program as a row of the table, and no other rows.
fn options() -> Result<Pass, String> {
    let file = "docs/players/options.md";
    let document = text_of(file)?;
    let output = process::run_with_input(&mut Command::new(scene::binary()), b"uci\nquit\n")?;
    let text = String::from_utf8_lossy(&output.stdout);
    let expected: Vec<String> = text.lines().filter_map(row).collect();
    let found: Vec<String> = document
        .lines()
        .skip_while(|line| !line.starts_with("| option | type |"))
        .skip(2)
        .take_while(|line| line.starts_with('|'))
        .map(first_columns)
        .collect();
    if expected.is_empty() {
        return Err("the program announces no options".into());
    }
    for row in &expected {
        if !found.contains(row) {
            return Err(format!("{file}: expected a row that begins with\n  {row}"));
        }
    }
    match found.iter().find(|row| !expected.contains(row)) {
        Some(row) => Err(format!("{file}: the program has no such option\n  {row}")),
        None => Ok(Pass::Count(expected.len() as u64)),
    }
}

/// `| Hash | spin | 16 | 1-1048576 |` of an option line.
fn row(line: &str) -> Option<String> {
    let rest = line.strip_prefix("option name ")?;
    let (name, rest) = rest.split_once(" type ")?;
    let (kind, rest) = rest.split_once(' ').unwrap_or((rest, ""));
    let after = |word: &str| rest.split_once(word).map_or("", |(_, rest)| rest);
    let first = |text: &str| text.split(' ').next().unwrap_or_default().to_owned();
    let default = first(after("default ")).replace("<empty>", "");
    let range = match kind {
        "spin" => format!("{}-{}", first(after("min ")), first(after("max "))),
        "combo" => after(" var ").split(" var ").collect::<Vec<_>>().join(", "),
        _ => String::new(),
    };
    Some(format!("| {name} | {kind} | {default} | {range} |").replace("  ", " "))
}

/// The row without its last column, and with single blanks.
fn first_columns(row: &str) -> String {
    let cells: Vec<&str> = row.split('|').map(str::trim).collect();
    let cells = cells.get(1..5).unwrap_or_default();
    format!("| {} |", cells.join(" | ")).replace("  ", " ")
}

/// Runs the session as a scene. Everything must be as shown, except the contents of the
/// search reports.
fn session() -> Result<Pass, String> {
    let document = text_of("README.md")?;
    let block = document.split("```text\n").nth(1).and_then(|rest| rest.split("```").next());
    let scene: Vec<String> =
        block.unwrap_or_default().lines().filter(|line| !line.is_empty()).map(step).collect();
    if !scene.iter().any(|line| line.starts_with("> go ")) {
        return Err("README.md: no session found".into());
    }
    scene::play(&scene.join("\n")).map(|()| Pass::Count(scene.len() as u64))
}

fn step(line: &str) -> String {
    match line.split(' ').next() {
        Some(">") => line.to_owned(),
        Some("...") => String::new(),
        Some("info") => "< info depth * score * nodes * pv *".to_owned(),
        Some("bestmove") => "< bestmove *".to_owned(),
        _ => format!("< {}", line.replace('*', "\\*").replace('$', "\\$")),
    }
}

/// Every subcommand that `--help` lists is in the tables of commands, and no other.
fn tools() -> Result<Pass, String> {
    let output = process::run(Command::new(scene::binary()).arg("--help"))?;
    let help = String::from_utf8_lossy(&output.stdout);
    let mut commands: Vec<&str> = help
        .lines()
        .skip_while(|line| !line.starts_with("Usage:"))
        .take_while(|line| *line != "Options:")
        .filter(|line| line.starts_with(' '))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .collect();
    let document = text_of("docs/commands.md")?;
    let mut rows: Vec<&str> = document
        .lines()
        .filter_map(|line| line.strip_prefix("| `chuhe ")?.split([' ', '`']).next())
        .collect();
    // In the document they stand in groups.
    commands.sort_unstable();
    rows.sort_unstable();
    if commands.is_empty() || commands != rows {
        return Err(format!("docs/commands.md: expected the tools {commands:?}, found {rows:?}"));
    }
    Ok(Pass::Count(commands.len() as u64))
}

/// Figures that no test can compare must name the build that printed them.
fn builds() -> Result<Pass, String> {
    let files = ["README.md", "docs/log/ladder.md"];
    for file in files {
        let text = text_of(file)?;
        let is_build = |word: &str| {
            let hash = word.get(..7).unwrap_or_default();
            hash.len() == 7 && hash.bytes().all(|byte| b"0123456789abcdef".contains(&byte))
        };
        if !["build ", "commit "].iter().any(|word| text.split(word).skip(1).any(is_build)) {
            return Err(format!("{file}: expected a build such as 'build 0123abc'"));
        }
    }
    Ok(Pass::Count(files.len() as u64))
}
