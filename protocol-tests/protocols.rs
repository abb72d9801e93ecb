//! Compares `docs/players/protocols.md` with the program: sends the example of every command in
//! its tables, compares its lists of options and of words, and requires that every command
//! in the sources has a row.

use std::collections::BTreeSet;

use crate::process::Engine;
use crate::{Case, Pass, scene};

const DOCUMENT: &str = include_str!("../docs/players/protocols.md");

/// A dialect: where the document and the sources describe it, and how to speak it.
struct Dialect {
    name: &'static str,
    /// The heading of its part of the document.
    heading: &'static str,
    /// How a scene begins.
    opening: &'static str,
    /// A question; lines before its answer are the answer to the command before it.
    sync: &'static str,
    /// The source of its commands, and the functions in it that match words.
    source: (&'static str, &'static [&'static str]),
    /// How an option is set to 1.
    setting: fn(&str) -> String,
    /// The name in a line that announces an option.
    announced: fn(&str) -> Option<&str>,
    /// The first line to send for the list of options, and its end.
    greeting: (&'static str, &'static str),
    /// Its column in the table of options, from 1.
    column: usize,
}

const DIALECTS: &[Dialect] = &[
    Dialect {
        name: "uci",
        heading: "## UCI and Cyclone",
        opening: "> uci\n< uciok",
        sync: "> isready\n< readyok",
        source: (include_str!("../src/protocol/uci.rs"), &["hear"]),
        setting: |name| format!("setoption name {name} value 1"),
        announced: |line| line.strip_prefix("option name ")?.split(" type ").next(),
        greeting: ("uci", "uciok"),
        column: 1,
    },
    Dialect {
        name: "ucci",
        heading: "## UCCI",
        opening: "> ucci\n< ucciok",
        sync: "> isready\n< readyok",
        source: (include_str!("../src/protocol/ucci.rs"), &["hear"]),
        setting: |name| format!("setoption {name} 1"),
        announced: |line| line.strip_prefix("option ")?.split(" type ").next(),
        greeting: ("ucci", "ucciok"),
        column: 2,
    },
    Dialect {
        name: "cecp",
        heading: "## CECP",
        opening: "> xboard\n> protover 2\n< feature done=1\n> new\n> variant xiangqi\n> sd 1",
        sync: "> ping 99\n< pong 99",
        source: (
            include_str!("../src/protocol/cecp/mod.rs"),
            &["IGNORED", "hear_about_game", "hear_about_settings"],
        ),
        setting: |name| format!("option {name}=1"),
        announced: |line| line.strip_prefix("feature option=\"")?.split(" -").next(),
        greeting: ("protover 2", "feature done=1"),
        column: 3,
    },
];

/// The commands that work in every dialect.
const PEOPLE: &str = "### Commands for people";

/// All cases.
///
/// # Errors
/// When the document has no rows where some are expected.
pub fn cases() -> Result<Vec<Case>, String> {
    let mut cases = Vec::new();
    for dialect in DIALECTS {
        for heading in [dialect.heading, PEOPLE] {
            let rows = table(heading, "command");
            if rows.is_empty() {
                return Err(format!("docs/players/protocols.md: no commands under '{heading}'"));
            }
            for row in rows {
                let text = scene_of(dialect, &row)?;
                let name = format!("{}: {} {}", dialect.name, row[1], row[2]);
                cases.push(Case::new(name, move || scene::play(&text).map(|()| Pass::Count(1))));
            }
        }
        cases.push(Case::new(format!("{}: words", dialect.name), || words(dialect)));
        cases.push(Case::new(format!("{}: options", dialect.name), || options(dialect)));
        cases.push(Case::new(format!("{}: foreign options", dialect.name), || foreign(dialect)));
    }
    cases.push(Case::new("words of go", go_words));
    Ok(cases)
}

/// The part of the document under a heading, up to the next of its rank.
fn part(heading: &str) -> impl Iterator<Item = &'static str> {
    let rank = heading.split(' ').next().unwrap_or_default().len();
    let is_next = move |line: &str| {
        let hashes = line.len() - line.trim_start_matches('#').len();
        (1..=rank).contains(&hashes) && line[hashes..].starts_with(' ')
    };
    let heading = heading.to_string();
    DOCUMENT
        .lines()
        .skip_while(move |line| *line != heading)
        .skip(1)
        .take_while(move |line| !is_next(line))
}

/// The rows of the table whose first column has this title, as cells. The cell
/// before the first is empty.
fn table(heading: &str, title: &str) -> Vec<Vec<String>> {
    let start = format!("| {title} |");
    part(heading)
        .skip_while(|line| !line.starts_with(&start))
        .skip(2)
        .take_while(|line| line.starts_with('|'))
        .map(|line| {
            let line = line.replace("\\|", "\u{1}");
            line.split('|').map(|cell| cell.trim().replace('\u{1}', "|")).collect()
        })
        .collect()
}

/// The snippets between backticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// A scene that sends the example of a row and expects what it says.
fn scene_of(dialect: &Dialect, row: &[String]) -> Result<String, String> {
    let fault = || format!("docs/players/protocols.md: not a row of four columns: {row:?}");
    let [_, _, example, printed, _, _] = row else { return Err(fault()) };
    let lines: Vec<&str> = quoted(example).collect();
    let sent: String = lines.iter().map(|line| format!("> {line}\n")).collect();
    let leaves = lines.last() == Some(&"quit");
    let end = if leaves { "exit 0 within 2s" } else { dialect.sync };
    let answer = match (printed.as_str(), quoted(printed).next()) {
        ("-", None) => format!("! *\n{end}"),
        (_, Some(pattern)) if leaves => format!("< {pattern}\n{end}"),
        (_, Some(pattern)) => format!("< {pattern}"),
        _ => return Err(fault()),
    };
    if lines.is_empty() {
        return Err(fault());
    }
    Ok(format!("{}\n{sent}{answer}", dialect.opening))
}

/// Every command in the sources has a row in a table.
fn words(dialect: &'static Dialect) -> Result<Pass, String> {
    let (source, items) = dialect.source;
    let mut known: BTreeSet<&str> = items.iter().flat_map(|item| literals(source, item)).collect();
    known.extend(literals(include_str!("../src/protocol/common.rs"), "hear"));
    if known.len() < 20 {
        return Err(format!("the sources match only {} words: {known:?}", known.len()));
    }
    let rows = table(dialect.heading, "command").into_iter().chain(table(PEOPLE, "command"));
    let text: String = rows.flatten().map(|cell| cell + " ").collect();
    let named: BTreeSet<&str> =
        quoted(&text).filter_map(|snippet| snippet.split(' ').next()).collect();
    match known.iter().find(|word| !named.contains(*word)) {
        Some(word) => {
            Err(format!("docs/players/protocols.md: {} has no '{word}'", dialect.heading))
        }
        None => Ok(Pass::Count(known.len() as u64)),
    }
}

/// The words of `go` in the sources and in the document are the same.
fn go_words() -> Result<Pass, String> {
    let source = include_str!("../src/protocol/go.rs");
    let known: BTreeSet<&str> =
        ["NUMBERED", "PLAIN"].iter().flat_map(|item| literals(source, item)).collect();
    let rows = table("## UCI and Cyclone", "word of `go`");
    let cells: String = rows.iter().map(|row| row[1].clone() + " ").collect();
    let named: BTreeSet<&str> =
        quoted(&cells).filter_map(|snippet| snippet.split(' ').next()).collect();
    if known.len() < 10 || known != named {
        return Err(format!(
            "docs/players/protocols.md: expected the words {known:?}, found {named:?}"
        ));
    }
    Ok(Pass::Count(known.len() as u64))
}

/// The words that a function matches or a list holds: string literals that are
/// no sentences, before the arrow of a match arm.
fn literals(source: &'static str, item: &str) -> Vec<&'static str> {
    let (function, list) = (format!("fn {item}("), format!("const {item}:"));
    let begins = |line: &&str| line.contains(&function) || line.contains(&list);
    let body = source.lines().skip_while(|line| !begins(line));
    let is_end = |line: &&str| *line == "    }" || line.ends_with("];");
    let mut found = Vec::new();
    for line in body {
        let arm =
            line.split("=>").next().unwrap_or_default().split(" if ").next().unwrap_or_default();
        let is_arm = line.contains("=>") || line.trim_start().starts_with(['"', '|']);
        let is_list = line.contains(&list);
        if is_arm || is_list {
            let words = arm.split('"').skip(1).step_by(2);
            found.extend(words.filter(|word| !word.is_empty() && !word.contains([' ', '-', '\\'])));
        }
        if is_end(&line) {
            break;
        }
    }
    found
}

/// The names of the options that the program announces in a dialect.
fn announced(dialect: &Dialect) -> Result<BTreeSet<String>, String> {
    let mut engine = Engine::start()?;
    let (greeting, end) = dialect.greeting;
    engine.send(greeting)?;
    let lines = engine.read_until(end)?;
    engine.quit()?;
    Ok(lines.iter().filter_map(|line| (dialect.announced)(line)).map(str::to_owned).collect())
}

/// The options that the program announces are those of UCI, under the same names, but for
/// the rows of the table.
fn options(dialect: &'static Dialect) -> Result<Pass, String> {
    let rows = table("## Options", "option");
    let cell = |row: &Vec<String>| row.get(dialect.column + 1).cloned().unwrap_or_default();
    let mut named: BTreeSet<String> =
        rows.iter().map(cell).filter(|cell| cell != "-" && !cell.starts_with('`')).collect();
    for option in announced(&DIALECTS[0])? {
        let is_row = rows.iter().any(|row| row[1] == option);
        match dialect.name {
            _ if is_row => {}
            "ucci" => drop(named.insert(option.replace(' ', "_"))),
            _ => drop(named.insert(option)),
        }
    }
    let announced = announced(dialect)?;
    if announced.len() < 10 || announced != named {
        let missing: Vec<_> = announced.difference(&named).collect();
        let excess: Vec<_> = named.difference(&announced).collect();
        return Err(format!(
            "docs/players/protocols.md, table of options, column {}: missing {missing:?}, in excess {excess:?}",
            dialect.name
        ));
    }
    Ok(Pass::Count(announced.len() as u64))
}

/// Options of other programs: the list of the document is that of the program,
/// and none of them is answered.
fn foreign(dialect: &'static Dialect) -> Result<Pass, String> {
    let source = include_str!("../src/protocol/foreign.rs");
    let known: BTreeSet<&str> = source
        .lines()
        .skip_while(|line| !line.starts_with("const NAMES"))
        .take_while(|line| *line != "];")
        .filter_map(|line| line.trim().strip_prefix('"')?.strip_suffix("\","))
        .collect();
    let block = part("## Options").skip_while(|line| *line != "```text").skip(1);
    let named: BTreeSet<&str> = block
        .take_while(|line| *line != "```")
        .flat_map(|line| line.split(','))
        .map(str::trim)
        .filter(|name| !name.is_empty())
        .collect();
    if known.len() < 10 || known != named {
        return Err(format!("docs/players/protocols.md: expected {known:?}, found {named:?}"));
    }
    // `newgame` is a command and `usemillisec` an option where UCCI is spoken.
    let lines: String =
        known.iter().map(|name| format!("> {}\n", (dialect.setting)(name))).collect();
    scene::play(&format!("{}\n{lines}! *\n{}", dialect.opening, dialect.sync))?;
    Ok(Pass::Count(known.len() as u64))
}
