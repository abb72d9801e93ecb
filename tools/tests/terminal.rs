//! No text of a file acts on a terminal: every text field of every format, and the names of
//! files, are full of control characters, and each tool that reads them prints none.

use std::process::Output;

use chuhe::board::Setup;
use chuhe::eval::{Network, Weights};
use chuhe::notation::Style;
use chuhe::rules::Outcome;
use chuhe::types::Move;
use chuhe_games::xqf;
use chuhe_games::{Annotated, Document};

use crate::folder::{Folder, ensure};
use crate::{Case, Pass, process, scene};

/// What would name the window, change colours, clear the line, ring and turn the direction of
/// writing; and a character that stands for a colour within the tools.
const EVIL: &str = "\x1b]0;p\x07\x1b[31m\u{9b}2K\r\x08\x7f\u{202e}\u{2066}\u{fdd0}";

/// All cases.
///
/// # Errors
/// Never.
pub fn cases() -> Result<Vec<Case>, String> {
    Ok(vec![
        Case::new("games", games),
        Case::new("positions", positions),
        Case::new("networks", networks),
        Case::new("matches", matches),
        Case::new("arguments", arguments),
        Case::new("engine", engine),
    ])
}

/// Whether a text would do more on a terminal than be seen.
fn acts(text: &str) -> bool {
    text.chars().any(|c| {
        c.is_control() && !"\n\t".contains(c)
            || "\u{202e}\u{2066}".contains(c)
            || ('\u{fdd0}'..='\u{fdef}').contains(&c)
    })
}

/// Runs each command in two languages. `EVIL` stands for the characters; `EVIL` must be shown
/// as something by most of them, or the test would see nothing.
fn check(folder: &Folder, commands: &[&str]) -> Result<Pass, String> {
    let mut shown = 0;
    for words in commands {
        for locale in ["C", "zh_CN.UTF-8"] {
            let mut command = folder.command(&words.replace("EVIL", EVIL));
            let output = process::run(command.env("LC_ALL", locale))?;
            shown += usize::from(harmless(words, &output)?);
        }
    }
    ensure(2 * shown >= commands.len(), || format!("only {shown} outputs have such text"))?;
    Ok(Pass::Count(2 * commands.len() as u64))
}

/// Whether something was replaced in an output, in which nothing may act.
fn harmless(words: &str, output: &Output) -> Result<bool, String> {
    let mut replaced = false;
    for (name, bytes) in [("output", &output.stdout), ("error", &output.stderr)] {
        let text = String::from_utf8_lossy(bytes);
        ensure(!acts(&text), || format!("{words}: standard {name} acts: {text:?}"))?;
        // In JSON the characters stand as their numbers.
        replaced |= text.contains('\u{fffd}') || text.contains("\\u001b");
    }
    Ok(replaced)
}

/// PGN with such text in tags, their names, comments, moves, results and FENs.
fn pgn() -> String {
    let tags = ["Event", "Site", "Date", "Round", "Red", "Black", "Title", "Opening", "ECCO"];
    let tags: String = tags.iter().map(|tag| format!("[{tag} \"{EVIL}\"]\n")).collect();
    format!(
        "{tags}[X{EVIL} \"x\"]\n[Result \"{EVIL}\"]\n\n{{{EVIL}}} 1. h2e2 {{{EVIL}}} h9g7 ;{EVIL}\n\
         2. h0g2 ({EVIL} {{{EVIL}}}) *\n\n\
         [Event \"b\"]\n\n1. h2e2 z{EVIL} *\n\n\
         [FEN \"{EVIL}/9 w\"]\n\n1. h2e2 *\n\n\
         [Variant \"{EVIL}\"]\n\n1. h2e2 *\n\n[Event {EVIL}\n\n1. h2e2 *\n"
    )
}

/// DhtmlXQ with such text in all fields and in the name of one.
fn dhtmlxq() -> String {
    let fields = ["title", "event", "place", "date", "round", "red", "black", "open", "result"];
    let fields: String =
        fields.iter().map(|f| format!("[DhtmlXQ_{f}]{EVIL}[/DhtmlXQ_{f}]\n")).collect();
    format!(
        "{fields}[DhtmlXQ_{EVIL}]x[/DhtmlXQ_{EVIL}]\n[DhtmlXQ_comment0]{EVIL}[/DhtmlXQ_comment0]\n\
         [DhtmlXQ_comment1]{EVIL}||x[/DhtmlXQ_comment1]\n[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]\n"
    )
}

/// XQF with such text in all places of the header and in comments.
fn xqf() -> Result<Vec<u8>, String> {
    let short = "\x1b[31m\x07\x7f\u{9b}";
    let tags = ["Event", "Site", "Date", "Red", "Black", "Annotator", "Title"];
    let mv: Move = "h2e2".parse().map_err(|_| "a move")?;
    let moves = [Annotated { comment: EVIL.into(), ..Annotated::plain(mv) }];
    let document = Document {
        tags: tags.map(|tag| (tag.into(), short.into())).to_vec(),
        start: &Setup::start(),
        comment: EVIL,
        moves: &moves.into_iter().collect(),
        outcome: Outcome::Ongoing,
        style: Style::Uci,
    };
    xqf::write(&document).ok_or_else(|| "a game that XQF has".into())
}

/// Files of games of every format, with names of the same kind, and whatever reads them.
fn games() -> Result<Pass, String> {
    let folder = Folder::new("terminal-games")?;
    std::fs::create_dir(folder.file("all")).map_err(|e| e.to_string())?;
    let lines = format!("h2e2 h9g7\n{EVIL} h2e2\nh2e2 {EVIL}\nx/{EVIL} w\nstartpos {EVIL}\n");
    let formats: [(&str, Vec<u8>); 4] = [
        ("pgn", pgn().into()),
        ("dhtmlxq", dhtmlxq().into()),
        ("xqf", xqf()?),
        ("txt", lines.into()),
    ];
    for (ending, bytes) in &formats {
        folder.write(&format!("{EVIL}.{ending}"), bytes)?;
        folder.write(&format!("all/{EVIL}.{ending}"), bytes)?;
    }
    folder.write("all/cut.xqf", [b"XQ", &[b'\x1b'; 1100][..]].concat())?;
    let mut commands = Vec::new();
    for (ending, _) in &formats {
        let file = format!("EVIL.{ending}");
        for words in [
            "notation --file FILE",
            "notation --file FILE --format lines",
            "notation --file FILE --format dhtmlxq",
            "notation --file FILE --json -",
            "judge FILE FILE",
            "judge FILE --json -",
            "analyze FILE --depth 1",
            "analyze FILE --depth 1 --json -",
            "analyze FILE --depth 1 --pgn -",
            "analyze FILE --depth 1 --report -",
            "book build FILE --min-games 1 --out EVIL.book",
            "solve FILE --nodes 1",
            "epd FILE --depth 1",
            "net info FILE",
            "match --merge FILE",
            "fit-wdl FILE FILE",
        ] {
            commands.push(words.replace("FILE", &file));
        }
    }
    for words in ["judge all", "analyze all --depth 1", "book build all --out EVIL", "judge EVIL"] {
        commands.push(words.to_owned());
    }
    check(&folder, &commands.iter().map(String::as_str).collect::<Vec<_>>())
}

/// Suites and lists of positions.
fn positions() -> Result<Pass, String> {
    let folder = Folder::new("terminal-positions")?;
    let mate = "3k5/9/9/9/9/9/9/9/4R4/R3K4 w";
    folder.write("good", format!("{mate} bm a0d0; id \"{EVIL}\"; c0 \"{EVIL}\"; x{EVIL} 1;\n"))?;
    folder.write("move", format!("{mate} bm {EVIL};\n"))?;
    folder.write("mate", format!("{mate} dm {EVIL};\n"))?;
    folder.write("fen", format!("{EVIL}/9 w bm a0d0;\n"))?;
    folder.write("solve", format!("{mate} ; {EVIL}\n{mate} moves {EVIL}\n"))?;
    folder.write("commented", format!("# {EVIL}\n{mate}\n"))?;
    folder.write(EVIL, format!("{mate} ; {EVIL}\n"))?;
    check(
        &folder,
        &[
            "epd good --depth 1",
            "epd good --depth 1 --out -",
            "epd good --depth 1 --json -",
            "epd move --depth 1",
            "epd mate --depth 1",
            "epd fen --depth 1",
            "epd EVIL --depth 1",
            "solve solve",
            "solve fen",
            "solve EVIL --replay 10",
            "solve commented",
        ],
    )
}

/// A network says how it came about; tables of endings have names of classes.
fn networks() -> Result<Pass, String> {
    let folder = Folder::new("terminal-networks")?;
    let shape = "689k1a1t7-32x2-2".parse().map_err(|_| "a shape")?;
    let weights = Weights::random(shape, 1);
    let metadata = format!("notes = \"{EVIL}\"\n");
    let bytes = Network::to_bytes(shape, 400, &metadata, &weights).map_err(|e| e.to_string())?;
    folder.write("net", &bytes)?;
    folder.write(EVIL, &bytes)?;
    std::fs::create_dir(folder.file("tables")).map_err(|e| e.to_string())?;
    folder.write(&format!("tables/{EVIL}.chuhe-ending"), "x")?;
    folder.write(&format!("tables/{EVIL}.end"), "x")?;
    folder.write("manifest.toml", format!("\"{EVIL}\" = \"{EVIL}\"\n[{EVIL}\n"))?;
    folder.write("list.toml", format!("name = \"{EVIL}\"\nshape = \"{EVIL}\"\n"))?;
    check(
        &folder,
        &[
            "net info net",
            "net info net --json -",
            "net info EVIL",
            "net material EVIL2",
            "net embed EVIL --folder EVIL",
            "net verify EVIL --positions 10",
            "endings check tables",
            "endings probe 4k4/9/9/9/9/9/9/9/9/3KR4_w --folder EVIL",
            "train manifest.toml --data . --out out",
            "train list.toml --data . --out out",
            "datagen --out EVIL --games 1 --soft-nodes 1",
            "fit-wdl EVIL EVIL",
        ],
    )
}

/// Names of engines, in options and in the state of a match, and what engines say.
fn matches() -> Result<Pass, String> {
    let folder = Folder::new("terminal-matches")?;
    let program = scene::binary().display().to_string();
    let engine = |name: &str| format!("--engine name={name},cmd={program},option.Hash=1,nodes=20");
    let play = format!(
        "match {} {} --seed 1 --games 2 --max-plies 6 --state state",
        engine("A"),
        engine("B")
    );
    folder.text(&play)?;
    let state = folder.read("state")?;
    let evil = serde_json::to_string(EVIL).map_err(|e| e.to_string())?;
    let evil = evil.trim_matches('"');
    let renamed = state.replace("\"A\"", &format!("\"A{evil}\""));
    ensure(renamed != state, || format!("no name in {state}"))?;
    folder.write("renamed", &renamed)?;
    folder.write("broken", renamed.replace("\"game\":0", &format!("\"game\":\"{evil}\"")))?;
    folder.write("openings", format!("{EVIL}\n"))?;
    folder.write("openings.pgn", pgn())?;
    let bad = format!("--engine name=BEVIL,cmd={program},option.EvalFile=EVIL,nodes=20");
    let commands = [
        "match --merge renamed".to_owned(),
        "match --merge renamed --json -".into(),
        "match --merge renamed --report -".into(),
        "match --merge broken".into(),
        format!("{play} --state EVIL --pgn -")
            .replace("name=A", "name=AEVIL")
            .replace(" --state state", ""),
        format!("{play} --verbose")
            .replace("name=A", "name=AEVIL")
            .replace("state state", "state s2"),
        format!("match {} {bad} --games 2", engine("AEVIL")),
        format!("match {} {} --games 2 --openings openings", engine("AEVIL"), engine("B")),
        format!("match {} {} --games 2 --openings openings.pgn", engine("AEVIL"), engine("B")),
        format!("match {} --engine name=B,cmd=EVIL --games 2", engine("A")),
    ];
    check(&folder, &commands.iter().map(String::as_str).collect::<Vec<_>>())
}

/// Words of the command line, which the shell may have made of names of files.
fn arguments() -> Result<Pass, String> {
    let folder = Folder::new("terminal-arguments")?;
    let mut commands = vec![
        "EVIL",
        "--EVIL",
        "judge --EVIL",
        "judge --rules EVIL x",
        "play --fen EVIL",
        "play --clock EVIL",
        "play --ending EVIL",
        "play --ending KRK --length EVIL",
        "solve EVIL",
        "board EVIL --svg x",
        "board startpos --arrow EVIL --svg x",
        "notation EVIL",
        "notation h2e2 --to EVIL",
        "notation --fen EVIL h2e2",
        "book show EVIL",
        "completions EVIL",
        "man EVIL",
        "perft 1 EVIL",
        "perft EVIL",
        "bench EVIL",
        "eval EVIL",
        "help EVIL",
        "match --engine EVIL",
        "match --sprt EVIL",
        "epd EVIL --part EVIL",
    ];
    check(&folder, &commands)?;
    commands.truncate(0);
    let input = format!("{EVIL}\nsave no/{EVIL}\nh2{EVIL}e2\nsave {EVIL}\nquit\n");
    let mut play = folder.command("play --side both --pgn -");
    let output = process::run_with_input(&mut play, input.as_bytes())?;
    ensure(harmless("play", &output)?, || format!("{output:?}"))?;
    Ok(Pass::Ok)
}

/// What the engine itself says about files and about what it is told.
fn engine() -> Result<Pass, String> {
    let folder = Folder::new("terminal-engine")?;
    folder.write(&format!("{EVIL}.chuhe"), "x")?;
    let mut count = 0;
    for greeting in ["uci", "ucci", "xboard\nprotover 2"] {
        let set = match greeting {
            "uci" => "setoption name NAME value VALUE",
            "ucci" => "setoption NAME VALUE",
            _ => "option NAME=VALUE",
        };
        let mut input = format!("{greeting}\n{EVIL}\nposition fen {EVIL}/9 w\n");
        for name in ["EvalFile", "BookFile", "BookFiles", "EndingsPath", "Debug Log File", EVIL] {
            for value in [EVIL, "."] {
                input += &(set.replace("NAME", name).replace("VALUE", value) + "\n");
            }
        }
        input +=
            &format!("position startpos moves {EVIL}\nusermove {EVIL}\nsetboard {EVIL}\nquit\n");
        let mut command = std::process::Command::new(scene::binary());
        command.current_dir(folder.path());
        let output = process::run_with_input(&mut command, input.as_bytes())?;
        harmless(greeting, &output)?;
        count += 1;
    }
    Ok(Pass::Count(count))
}
