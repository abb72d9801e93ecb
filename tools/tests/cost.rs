//! Cost: files that were made to be slow take a reader, a writer or a page no more than time in
//! proportion to their length, and memory that is a multiple of it. Each is tried in two
//! lengths; the processor's time counts, so that a busy machine changes nothing.

use std::fmt::Write;
use std::process::{Command, Stdio};

use crate::folder::{Folder, ensure};
use crate::process::{LIMIT, Process};
use crate::{Case, Pass, scene};

/// The lengths in bytes. What is quadratic takes sixteen times as long for the second.
const LENGTHS: [usize; 2] = [400_000, 1_600_000];
/// How much longer the second may take.
const FACTOR: f64 = 9.0;
/// What does not count, in seconds.
const BESIDES: f64 = 0.5;
/// Addresses in KiB that a tool takes besides, and for each KiB of its input.
const MEMORY: (usize, usize) = (400_000, 160);

/// Makes a file of about so many bytes.
type Make = fn(usize) -> Vec<u8>;

/// Files: what is many in them, how their names end, and what makes them.
const FILES: &[(&str, &str, Make)] = &[
    ("pgn-games", "pgn", |n| repeat("[Event \"x\"]\n\n1. h2e2 h9g7 2. h0g2 i9h9 1-0\n\n", n)),
    ("pgn-faults", "pgn", |n| repeat("[Event \"x\"]\n\n1. h2e2 zz *\n\n", n)),
    ("pgn-tags", "pgn", |n| [number("[T", " \"b\"]\n", n), b"\n1. h2e2 *\n".to_vec()].concat()),
    ("pgn-comments", "pgn", |n| within("{c} ", n)),
    ("pgn-marks", "pgn", |n| within("$1 ", n)),
    ("pgn-alternatives", "pgn", |n| within("(1. b2e2) ", n)),
    ("pgn-open-variations", "pgn", |n| within("(1. b2e2 ", n)),
    ("pgn-open-comments", "pgn", |n| within("{[", n)),
    ("pgn-plies", "pgn", |n| [b"[Event \"x\"]\n\n".to_vec(), plies(n)].concat()),
    ("lines-faults", "txt", |n| repeat("h2e2 zz\n", n)),
    ("lines-fens", "txt", |n| repeat("x/y w\n", n)),
    ("lines-plies", "txt", plies),
    ("lines-carriage-returns", "txt", |n| [repeat("\r", n), b"h2e2".to_vec()].concat()),
    ("dhtmlxq-fields", "che", |n| fields("[DhtmlXQ_a", "]x[/DhtmlXQ_a]", n)),
    ("dhtmlxq-comments", "che", |n| fields("[DhtmlXQ_comment", "]x[/DhtmlXQ_comment]", n)),
    ("dhtmlxq-variations", "che", |n| fields("[DhtmlXQ_move_0_1_", "]7062[/DhtmlXQ_move]", n)),
    ("dhtmlxq-games", "che", |n| repeat("[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]\n", n)),
    ("wxf-games", "wxf", |n| repeat("FORMAT WXF\nGAME x\nSTART{\n 1. C2.5 zz\n}END\n", n)),
    ("sheet", "txt", |n| number("红方：甲\n", ". 炮二平五 马8进7\n", n)),
    ("xqf", "xqf", xqf),
];

/// What each is given to; `FILE` stands for its name.
const TOOLS: &[&str] = &[
    "notation --file FILE",
    "notation --file FILE --json -",
    "notation --file FILE --format lines",
    "notation --file FILE --format dhtmlxq",
    "notation --file FILE --format xqf",
    "judge FILE",
    "book build FILE --min-games 1 --out book",
];

/// All cases: one for each kind of file, and one for states of matches.
///
/// # Errors
/// Never.
pub fn cases() -> Result<Vec<Case>, String> {
    let files = FILES.iter().map(|&(name, ending, make)| {
        Case::new(name, move || {
            let folder = Folder::new(&format!("cost-{name}"))?;
            TOOLS.iter().try_for_each(|words| check(&folder, words, ending, make))?;
            Ok(Pass::Count(TOOLS.len() as u64))
        })
    });
    let mut cases: Vec<Case> = files.collect();
    cases.push(Case::new("suite", suite));
    cases.push(Case::new("state", state));
    Ok(cases)
}

/// A part again and again.
fn repeat(part: &str, length: usize) -> Vec<u8> {
    part.repeat(length.div_ceil(part.len())).into()
}

/// A part with numbers from 0 on.
fn number(before: &str, behind: &str, length: usize) -> Vec<u8> {
    let mut text = String::new();
    for i in 0.. {
        if text.len() >= length {
            break;
        }
        let _ = write!(text, "{before}{i}{behind}");
    }
    text.into()
}

/// A part again and again behind the move of a game.
fn within(part: &str, length: usize) -> Vec<u8> {
    [b"[Event \"x\"]\n\n1. h2e2 ".to_vec(), repeat(part, length), b"*\n".to_vec()].concat()
}

fn fields(before: &str, behind: &str, length: usize) -> Vec<u8> {
    let game = b"[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]".to_vec();
    [game, number(before, behind, length)].concat()
}

/// One game of moves to and fro.
fn plies(length: usize) -> Vec<u8> {
    [repeat("h2e2 h9g7 e2h2 g7h9 ", length), b"*\n".to_vec()].concat()
}

/// The same as XQStudio keeps it.
fn xqf(length: usize) -> Vec<u8> {
    let mut bytes = vec![0; 1024];
    bytes[..3].copy_from_slice(b"XQ\x0a");
    let mut node =
        |from: u8, to: u8, tag: u8| bytes.extend([from + 24, to + 32, tag, 0, 0, 0, 0, 0]);
    node(0, 0, 0xf0);
    let moves = [(72, 42), (79, 67), (42, 72), (67, 79)];
    for (from, to) in moves.into_iter().cycle().take(length / 8) {
        node(from, to, 0xf0);
    }
    node(72, 42, 0);
    bytes
}

/// A suite of many operations, and of many faults.
fn suite() -> Result<Pass, String> {
    let folder = Folder::new("cost-suite")?;
    let makes: [Make; 2] = [
        |n| [b"3k5/9/9/9/9/9/9/9/4R4/R3K4 w ".to_vec(), number("x", " 1; ", n)].concat(),
        |n| repeat("3k5/9/9/9/9/9/9/9/4R4/R3K4 w bm zz;\n", n),
    ];
    for make in makes {
        check(&folder, "epd FILE --depth 1", "epd", make)?;
        check(&folder, "solve FILE --nodes 1", "epd", make)?;
    }
    Ok(Pass::Count(4))
}

/// A match of many games from as many openings, merged, with its page.
fn state() -> Result<Pass, String> {
    let folder = Folder::new("cost-state")?;
    let program = scene::binary().display().to_string();
    let engine = |name: &str| format!("--engine name={name},cmd={program},option.Hash=1,nodes=20");
    let engines = format!("{} {}", engine("a"), engine("b"));
    folder.text(&format!("match {engines} --games 2 --max-plies 6 --seed 1 --state state"))?;
    let state = folder.read("state")?;
    let lines: Vec<&str> = state.lines().collect();
    let games = lines[1..].iter().map(|line| serde_json::from_str(line).map_err(|e| e.to_string()));
    let games: Vec<serde_json::Value> = games.collect::<Result<_, String>>()?;
    let mut times = Vec::new();
    for count in [5_000, 20_000] {
        let mut text = lines[0].to_owned() + "\n";
        for i in 0..count {
            let mut game = games[i % 2].clone();
            game["game"] = i.into();
            let fen = game["fen"]
                .as_str()
                .unwrap_or_default()
                .replace(" 0 1", &format!(" 0 {}", 1 + i / 2));
            game["fen"] = fen.into();
            let _ = writeln!(text, "{game}");
        }
        folder.write("many", text)?;
        times.push(seconds(&folder, "match --merge many --report page --json json", usize::MAX)?);
    }
    proportional("match", &times)?;
    Ok(Pass::Ok)
}

/// Gives a tool a file in both lengths.
fn check(folder: &Folder, words: &str, ending: &str, make: Make) -> Result<(), String> {
    let name = format!("file.{ending}");
    let words = words.replace("FILE", &name);
    let mut times = Vec::new();
    for length in LENGTHS {
        folder.write(&name, make(length))?;
        times.push(seconds(folder, &words, MEMORY.0 + MEMORY.1 * length / 1024)?);
    }
    proportional(&words, &times)
}

fn proportional(what: &str, times: &[f64]) -> Result<(), String> {
    ensure(times[1] < FACTOR * times[0] + BESIDES, || {
        format!("{what}: {:.2} s, and {:.2} s for four times as much", times[0], times[1])
    })
}

/// The seconds that the processor needs for a command with at most so many KiB of addresses.
/// What it prints and its status do not matter, but it must not fail for want of memory.
fn seconds(folder: &Folder, words: &str, most_kib: usize) -> Result<f64, String> {
    let limit = if most_kib == usize::MAX { "unlimited".into() } else { most_kib.to_string() };
    let script = format!("(ulimit -v {limit}; exec \"$0\" \"$@\" >/dev/null 2>&1); echo $?; times");
    let mut command = Command::new("sh");
    command.args(["-c", &script]).arg(scene::binary()).args(words.split(' '));
    command.current_dir(folder.path()).env("LC_ALL", "C").env("RUST_BACKTRACE", "0");
    command.stdin(Stdio::null()).stdout(Stdio::piped());
    let output = Process::spawn(&mut command)?.output(LIMIT * 10)?;
    let text = String::from_utf8_lossy(&output.stdout);
    let mut lines = text.lines();
    let status = lines.next().unwrap_or_default();
    ensure(["0", "1"].contains(&status), || format!("{words}: status {status}"))?;
    // `0m0.040s 0m0.010s`: of the shell itself, then of what it has run.
    let user = lines.nth(1).and_then(|line| line.split(' ').next()).and_then(|time| {
        let (minutes, seconds) = time.strip_suffix('s')?.split_once('m')?;
        Some(60.0 * minutes.parse::<f64>().ok()? + seconds.parse::<f64>().ok()?)
    });
    user.ok_or_else(|| format!("{words}: no time in {text}"))
}
