//! The match runner, with the binary under test and a [`scripted_engine`] as engines. The
//! files `match/*.txt` are transcripts of the commands that an engine receives.

mod fastchess;
mod hostile;
mod laboratory;
mod results;
pub mod scripted_engine;
mod tuning;

use std::process::{Command, Output};

use crate::folder::{Folder, ensure};
use crate::scene::{self, Pattern, Words};
use crate::{Case, Pass, data_files, process};

/// An openings file.
const OPENINGS: &str = "\
startpos moves h2e2 h9g7
startpos moves b0c2 b9c7
startpos moves c3c4 g6g5
startpos moves g0e2 h7e7
startpos moves b2d2 i9i8
startpos moves i0i1 a9a8
";

/// The transcripts and the tests of this file.
///
/// # Errors
/// When a transcript cannot be read.
pub fn cases() -> Result<Vec<Case>, String> {
    let mut cases = Vec::new();
    for (name, text) in data_files("match")? {
        let transcript = Transcript::parse(&text).map_err(|e| format!("{name}: {e}"))?;
        cases.push(Case::new(name, move || transcript.check()));
    }
    for &(name, settings, behaviour, loser_says) in FAULTS {
        cases.push(Case::new(name, move || fault(name, settings, behaviour, loser_says)));
    }
    for &(name, args, message) in ERRORS {
        cases.push(Case::new(name, move || error(name, args, message)));
    }
    cases.extend(laboratory::cases());
    cases.extend(results::cases());
    cases.extend(hostile::cases());
    cases.extend(tuning::cases());
    cases.extend(fastchess::cases()?);
    cases.push(Case::new("sequential-test", sequential_test));
    cases.push(Case::new("all-dialects", all_dialects));
    cases.push(Case::new("standings", standings));
    cases.push(Case::new("false-mate-scores", false_mate_scores));
    Ok(cases)
}

/// Matches in a temporary folder.
impl Folder {
    /// A folder with the file `openings`.
    fn for_match(name: &str) -> Result<Folder, String> {
        let folder = Folder::new(&format!("match-{name}"))?;
        folder.write("openings", OPENINGS)?;
        Ok(folder)
    }

    /// `chuhe match` with these options; words are separated by `|`.
    fn match_command(&self, words: &str) -> Command {
        let mut command = self.command("match");
        command.args(words.split('|').map(|word| self.fill(word)));
        command
    }

    /// Replaces `$DIR`, `$CHUHE` and `$SCRIPTED`.
    fn fill(&self, word: &str) -> String {
        let itself = std::env::current_exe().map(|path| path.display().to_string());
        word.replace("$DIR", &self.path().display().to_string())
            .replace("$CHUHE", &scene::binary().display().to_string())
            .replace(
                "$SCRIPTED",
                &format!("cmd={},args={}", itself.unwrap_or_default(), scripted_engine::ARGUMENT),
            )
    }

    /// Runs `chuhe match` to its end.
    fn run_match(&self, words: &str) -> Result<Output, String> {
        process::run(&mut self.match_command(words))
    }

    /// Runs a match that must end with this status. Returns its output, standard error last.
    fn expect(&self, words: &str, status: i32) -> Result<String, String> {
        let output = self.run_match(words)?;
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        if output.status.code() != Some(status) {
            let (out, err) = (text(&output.stdout), text(&output.stderr));
            return Err(format!("expected status {status}: {}\n{out}{err}", output.status));
        }
        Ok(text(&output.stdout) + &text(&output.stderr))
    }

    /// The lines of the state file, without those of the match.
    fn games(&self, state: &str) -> Result<Vec<String>, String> {
        let text = self.read(state)?;
        Ok(text.lines().skip(1).map(String::from).collect())
    }
}

/// The value of a member in a line of JSON, as written.
fn member<'a>(line: &'a str, key: &str) -> Result<&'a str, String> {
    let marker = format!("\"{key}\":");
    let at = line.find(&marker).ok_or_else(|| format!("no {key} in {line}"))?;
    let rest = &line[at + marker.len()..];
    let end = match rest.strip_prefix('"') {
        Some(text) => text.find('"').map(|i| i + 2),
        None => rest.find([',', '}']),
    };
    Ok(&rest[..end.unwrap_or(rest.len())])
}

/// The commands that an engine receives in two games against another one.
struct Transcript {
    /// Settings of the engine, after its program.
    settings: String,
    /// Behaviour of the scripted engine, separated by blanks.
    behaviour: String,
    /// More options of the match, separated by `|`.
    options: String,
    opening: String,
    /// What the match says once of the engine's times; nothing, if nothing is expected.
    warning: Option<Pattern>,
    /// The lines, in order; no others may come.
    told: Vec<Pattern>,
}

impl Transcript {
    fn parse(text: &str) -> Result<Transcript, String> {
        let mut transcript = Transcript {
            settings: String::new(),
            behaviour: String::new(),
            options: String::new(),
            opening: "startpos".into(),
            warning: None,
            told: Vec::new(),
        };
        for line in text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            match word {
                "settings" => transcript.settings = rest.into(),
                "behaviour" => transcript.behaviour = rest.into(),
                "options" => transcript.options = format!("|{}", rest.replace(' ', "|")),
                "opening" => transcript.opening = rest.into(),
                "warns" => transcript.warning = Some(Pattern::new(rest)),
                ">" => transcript.told.push(Pattern::new(rest)),
                _ => return Err(format!("unknown word '{word}'")),
            }
        }
        ensure(!transcript.told.is_empty(), || "nothing is expected".into())?;
        Ok(transcript)
    }

    fn check(&self) -> Result<Pass, String> {
        let Transcript { settings, behaviour, options, opening, warning, told } = self;
        let folder = Folder::for_match(&format!("transcript-{:p}", &raw const *self))?;
        folder.write("openings", opening)?;
        let words = format!(
            "--engine|name=R,$SCRIPTED log=$DIR/log {behaviour},{settings}|--engine|name=S,$SCRIPTED,nodes=1\
             |--openings|$DIR/openings|--games|2|--strict{options}"
        );
        let said = folder.expect(&words, 0)?;
        let about_times: Vec<&str> =
            said.lines().filter(|line| line.contains("usemillisec")).collect();
        let is_as_expected = match (warning, &about_times[..]) {
            (None, []) => true,
            (Some(warning), [line]) => warning.matches(line, &mut Words::new()),
            _ => false,
        };
        ensure(is_as_expected, || format!("said of its times: {about_times:?}"))?;
        let log = folder.read("log")?;
        let found: Vec<&str> = log.lines().collect();
        for (i, pattern) in told.iter().enumerate() {
            let line = found.get(i).copied().unwrap_or("(the end)");
            ensure(pattern.matches(line, &mut Words::new()), || {
                let (number, expected) = (i + 1, pattern.source());
                format!("line {number}: expected '{expected}', found '{line}'; all:\n{log}")
            })?;
        }
        ensure(found.len() == told.len(), || {
            format!("{} lines expected, {} found; all:\n{log}", told.len(), found.len())
        })?;
        Ok(Pass::Count(told.len() as u64))
    }
}

/// Engines that fail: name of the case, settings, behaviour, and the end of the game.
const FAULTS: &[(&str, &str, &str, &str)] = &[
    ("fault-crash", "nodes=1", "crash=3", "crash by red: the engine ended (exit status: 7)"),
    (
        "fault-crash-at-once",
        "nodes=1",
        "crash=1",
        "crash by red: the engine ended (exit status: 7)",
    ),
    ("fault-illegal-move", "nodes=1", "illegal=2", "illegal move by red: d0f9 in "),
    ("fault-no-move", "nodes=1", "none=2", "no move by red"),
    ("fault-unreadable-move", "nodes=1", "garbled=2", "no move by red: 'e2-e4?'"),
    ("fault-stall", "nodes=1,patience=400", "stall=2", "stall by red: waited too long for a move"),
    ("fault-late-without-clock", "nodes=1,patience=400", "late=2", "stall by red: "),
    ("fault-movetime", "movetime=30,margin=20", "late=2", "time forfeit by red: "),
    ("fault-clock", "tc=0.05,margin=20", "late=2", "time forfeit by red: "),
    ("fault-crash-in-cecp", "depth=1,proto=cecp", "crash=3", "crash by red: the engine ended ("),
    ("fault-illegal-in-cecp", "depth=1,proto=cecp", "illegal=3", "illegal move by red: "),
    ("resignation", "nodes=1", "resign=2", "resignation of red"),
];

/// An engine that fails loses the game, the report gives the reason, and the match goes
/// on, with a new process if the old one has ended.
fn fault(name: &str, settings: &str, behaviour: &str, says: &str) -> Result<Pass, String> {
    let folder = Folder::for_match(name)?;
    let words = format!(
        "--engine|name=R,$SCRIPTED {behaviour},{settings}|--engine|name=S,$SCRIPTED,nodes=1|--games|2\
         |--max-plies|12|--state|$DIR/state|--pgn|$DIR/pgn"
    );
    let printed = folder.expect(&words, 0)?;
    let games = folder.games("state")?;
    let first = games.iter().find(|line| line.contains("\"game\":0,")).ok_or("no first game")?;
    let termination = member(first, "termination")?;
    ensure(termination.starts_with(&format!("\"{says}")), || format!("ended by {termination}"))?;
    ensure(member(first, "result")? == "\"0-1\"", || format!("not lost: {first}"))?;
    ensure(games.len() == 2, || format!("{} games", games.len()))?;
    ensure(folder.read("pgn")?.contains(&format!("[Termination \"{says}")), || "PGN".into())?;
    let is_fault = !behaviour.starts_with("resign");
    ensure(printed.contains("Forfeits\n") && printed.contains("none\n"), || printed.clone())?;
    ensure((member(first, "fault")? == "null") != is_fault, || format!("fault: {first}"))?;
    let kind = says.split(" by ").next().unwrap_or_default();
    let listed = printed.lines().any(|line| line.starts_with('R') && line.contains(kind));
    ensure(listed == is_fault, || format!("forfeits not listed:\n{printed}"))?;
    let status = if is_fault { 5 } else { 0 };
    folder.expect("--strict|--merge|$DIR/state", status)?;
    Ok(Pass::Count(2))
}

/// Options that are refused: name of the case, options, part of the message.
const ERRORS: &[(&str, &str, &str)] = &[
    ("error-one-engine", "--engine|$SCRIPTED,nodes=1", "two engines"),
    ("error-same-name", "--engine|$SCRIPTED,nodes=1|--engine|$SCRIPTED,nodes=1", "set name="),
    (
        "error-no-limit",
        "--engine|$SCRIPTED|--engine|name=S,$SCRIPTED,nodes=1",
        "limits its searches",
    ),
    ("error-setting", "--engine|$SCRIPTED,nodes=1,x=1|--engine|cmd=b,nodes=1", "no such setting"),
    (
        "error-unit",
        "--engine|$SCRIPTED,nodes=1,unit=h|--engine|cmd=b,nodes=1",
        "expected auto, s (seconds) or ms",
    ),
    ("error-odd-games", "--engine|$SCRIPTED,nodes=1|--engine|cmd=b,nodes=1|--games|3", "even"),
    (
        "error-no-games",
        "--engine|$SCRIPTED,nodes=1|--engine|cmd=b,nodes=1|--games|0",
        "more than 0",
    ),
    (
        "error-gauntlet-of-all",
        "--engine|name=R,$SCRIPTED,nodes=1|--engine|name=S,$SCRIPTED,nodes=1|--format|gauntlet=2\
         |--sprt|elo0=0,elo1=5",
        "gauntlet=2 needs more than 2 engines",
    ),
    (
        "error-endings",
        "--engine|name=R,$SCRIPTED,nodes=1|--engine|name=S,$SCRIPTED,nodes=1|--endings=$DIR/none",
        "--endings: while reading",
    ),
    (
        "error-program",
        "--engine|cmd=no such program,nodes=1|--engine|$SCRIPTED,nodes=1",
        "cannot start",
    ),
    (
        "error-option",
        "--engine|name=R,$SCRIPTED,nodes=1,option.Hush=1|--engine|name=S,$SCRIPTED,nodes=1",
        "engine R: the engine has no option 'Hush'; it offers: Hash",
    ),
    (
        "error-openings",
        "--engine|name=R,$SCRIPTED,nodes=1|--engine|name=S,$SCRIPTED,nodes=1|--openings|$DIR/none",
        "cannot read the openings",
    ),
    (
        "error-fen-for-an-engine-without",
        "--engine|name=R,$SCRIPTED,nodes=1,fen=off|--engine|name=S,$SCRIPTED,nodes=1|--openings|$DIR/fen",
        "takes no positions",
    ),
    (
        "error-one-file-twice",
        "--engine|name=R,$SCRIPTED,nodes=1|--engine|name=S,$SCRIPTED,nodes=1|--json|$DIR/./state",
        "--state and --json name the same file",
    ),
    (
        "error-output-over-input",
        "--engine|name=R,$SCRIPTED,nodes=1|--engine|name=S,$SCRIPTED,nodes=1|--openings|$DIR/openings\
         |--pgn|$DIR/openings",
        "--pgn would overwrite an input",
    ),
    (
        "error-output-folder",
        "--engine|name=R,$SCRIPTED,nodes=1|--engine|name=S,$SCRIPTED,nodes=1|--report|$DIR/none/page",
        "--report: cannot write",
    ),
    (
        "error-sprt",
        "--engine|name=R,$SCRIPTED,nodes=1|--engine|name=S,$SCRIPTED,nodes=1|--sprt|elo0=5,elo1=0",
        "elo0 must be less",
    ),
    (
        "error-nodes-in-cecp",
        "--engine|name=R,$SCRIPTED,nodes=1,proto=cecp|--engine|name=S,$SCRIPTED,nodes=1",
        "CECP has no limit of nodes",
    ),
];

/// Bad options: status 1, the message, and no state file.
fn error(name: &str, args: &str, message: &str) -> Result<Pass, String> {
    let folder = Folder::for_match(name)?;
    let fen = "4k4/9/9/9/9/9/9/9/9/R2K5 w - - 0 1\n";
    folder.write("fen", fen)?;
    let printed = folder.expect(&format!("{args}|--state|$DIR/state"), 1)?;
    ensure(printed.contains(message), || format!("expected '{message}', found: {printed}"))?;
    ensure(!printed.contains("Finished"), || "games were played".into())?;
    ensure(!folder.file("state").exists(), || "a state file is left".into())?;
    Ok(Pass::Ok)
}

/// A sequential probability ratio test ends early with status 0 when H1 is accepted and 3
/// when H0 is; without a decision the status is 4.
fn sequential_test() -> Result<Pass, String> {
    let folder = Folder::for_match("sprt")?;
    let words = |first: u32, second: u32, games: u32| {
        format!(
            "--engine|name=A,cmd=$CHUHE,nodes={first}|--engine|name=B,cmd=$CHUHE,nodes={second}\
             |--games|{games}|--openings|$DIR/openings|--seed|3|--sprt|elo0=0,elo1=300,model=logistic"
        )
    };
    let won = folder.expect(&words(2000, 20, 200), 0)?;
    ensure(won.contains("H1 was accepted") && !won.contains("Games: 200"), || won.clone())?;
    let lost = folder.expect(&words(20, 2000, 200), 3)?;
    ensure(lost.contains("H0 was accepted") && !lost.contains("Games: 200"), || lost.clone())?;
    folder.expect(&words(300, 300, 2), 4)?;
    for text in [won, lost] {
        ensure(!text.contains("inf") && !text.contains("NaN"), || text.clone())?;
    }
    Ok(Pass::Ok)
}

/// Every dialect against every other one: the moves of all games must be the same.
fn all_dialects() -> Result<Pass, String> {
    let folder = Folder::for_match("dialects")?;
    let dialects = [
        ("uci", "$SCRIPTED,nodes=1"),
        ("uci1", "$SCRIPTED ranks=1,nodes=1"),
        ("cyclone", "$SCRIPTED,nodes=1,proto=cyclone"),
        ("ucci", "$SCRIPTED,nodes=1,proto=ucci"),
        ("cecp", "$SCRIPTED,depth=1,proto=cecp"),
    ];
    let engines: Vec<String> =
        dialects.iter().map(|(name, rest)| format!("--engine|name={name},{rest}")).collect();
    let words = format!(
        "{}|--games|4|--max-plies|30|--strict|--openings|$DIR/openings|--seed|5|--concurrency|2\
         |--state|$DIR/state",
        engines.join("|")
    );
    folder.expect(&words, 0)?;
    let games = folder.games("state")?;
    ensure(games.len() == 40, || format!("{} games", games.len()))?;
    let mut moves: Vec<&str> = games.iter().flat_map(|line| member(line, "moves")).collect();
    moves.sort_unstable();
    moves.dedup();
    ensure(moves.len() == 2, || format!("games differ between dialects: {moves:#?}"))?;
    Ok(Pass::Count(games.len() as u64))
}

/// Three engines: a round robin and a gauntlet.
fn standings() -> Result<Pass, String> {
    let folder = Folder::for_match("standings")?;
    let engines = "--engine|name=A,$SCRIPTED,nodes=1|--engine|name=B,$SCRIPTED crash=1,nodes=1\
                   |--engine|name=C,$SCRIPTED,nodes=1|--max-plies|6|--games|2|--concurrency|2";
    let all = folder.expect(engines, 0)?;
    let last = all.lines().find(|line| line.trim_start().starts_with("3  B"));
    let words: Vec<&str> = last.unwrap_or_default().split_whitespace().collect();
    let is_last = words.starts_with(&["3", "B"]) && words.ends_with(&["0.0", "4"]);
    ensure(is_last && words.len() == 7 && words[2].starts_with('-'), || all.clone())?;
    ensure(all.matches("Results of ").count() == 3, || all.clone())?;
    let cross = all.lines().rfind(|line| line.ends_with("  -")).unwrap_or_default();
    let words: Vec<&str> = cross.split_whitespace().collect();
    ensure(words == ["3", "B", "0/2", "0/2", "-"], || all.clone())?;
    for (lang, word) in [("zh-Hans", "局数：2，"), ("zh-Hant", "局數：2，")] {
        let chinese = folder.expect(&format!("{engines}|--lang|{lang}|--report|m.html"), 0)?;
        ensure(chinese.contains(word) && !chinese.contains("Games"), || chinese.clone())?;
        let page = folder.read("m.html")?;
        ensure(page.contains(&format!("<html lang=\"{lang}\">")), || format!("no page in {lang}"))?;
    }
    let one = folder.expect(&format!("{engines}|--format|gauntlet"), 0)?;
    ensure(one.matches("Results of A vs ").count() == 2, || one.clone())?;
    ensure(one.matches("Results of ").count() == 2, || one.clone())?;
    Ok(Pass::Ok)
}

/// False mate scores are counted with `--check-mates` only.
fn false_mate_scores() -> Result<Pass, String> {
    let folder = Folder::for_match("mates")?;
    let words = "--engine|name=R,$SCRIPTED mate=1,nodes=1|--engine|name=S,$SCRIPTED,nodes=1|--games|2\
                 |--max-plies|8";
    for (words, expected) in [(words.to_owned(), "0"), (format!("{words}|--check-mates"), "8")] {
        let printed = folder.expect(&words, 0)?;
        let line = printed.lines().find(|line| line.starts_with("R ")).unwrap_or_default();
        let odd = line.split_whitespace().nth(6);
        ensure(odd == Some(expected), || format!("expected {expected} odd scores:\n{printed}"))?;
    }
    Ok(Pass::Count(2))
}
