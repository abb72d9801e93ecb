//! Interrupted and divided matches: a match that is killed, ended by a signal, divided into
//! shards or merged must have the same games and figures as one that is not.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use chuhe::internals::random::Random;
use chuhe_games::GameText;
use serde_json::Value;

use super::member;
use crate::folder::{Folder, ensure};
use crate::process::{Process, wait_until};
use crate::{Case, Pass};

/// The tests of this file.
pub fn cases() -> Vec<Case> {
    vec![
        Case::new("resume-after-kill", resume_after_kill),
        Case::new("resume-of-another-match", resume_of_another_match),
        Case::new("end-by-signal", end_by_signal),
        Case::new("end-by-two-signals", end_by_two_signals),
        Case::new("shards", shards),
        Case::new("damaged-states", damaged_states),
        Case::new("earlier-states", earlier_states),
        Case::new("shared-pgn", shared_pgn),
        Case::new("one-run-at-a-time", one_run_at_a_time),
        Case::new("suspended", suspended),
    ]
}

/// A match of two deterministic engines, with a state file and a PGN file of this name.
pub fn match_words(name: &str, games: usize) -> String {
    format!(
        "--engine|name=A,cmd=$CHUHE,nodes=600|--engine|name=B,cmd=$CHUHE,nodes=300|--games\
         |{games}|--openings|$DIR/openings|--seed|7|--concurrency|2|--state|$DIR/{name}.state\
         |--pgn|$DIR/{name}.pgn"
    )
}

/// The match is killed `MATCH_KILLS` times, each time after a random number of further games,
/// and both files get an incomplete last line. The same command must then finish the match:
/// every game is played once and is the same as without interruption, and the report has the
/// figures of the PGN.
fn resume_after_kill() -> Result<Pass, String> {
    let kills = env::var("MATCH_KILLS").ok().and_then(|text| text.parse().ok()).unwrap_or(2);
    let games = 8 + 4 * kills;
    let folder = Folder::for_match("resume")?;
    folder.expect(&match_words("whole", games), 0)?;
    let mut random = Random::new(&[kills as u64, std::process::id().into()]);
    let mut unfinished = 0;
    for _ in 0..kills {
        let played = finished_games(&folder)?;
        let target = played + random.below(4);
        let mut child = Process::spawn(&mut folder.match_command(&match_words("torn", games)))?;
        let has_begun = || folder.file("torn.state").exists();
        while child.is_running()? && (!has_begun() || finished_games(&folder)? < target) {
            thread::sleep(Duration::from_millis(1));
        }
        thread::sleep(Duration::from_millis(random.below(20) as u64));
        child.kill();
        unfinished += usize::from(finished_games(&folder)? < games);
        tear_state(&folder)?;
        tear_pgn(&folder)?;
    }
    ensure(unfinished > 0, || "the match had ended before it was killed".into())?;
    let printed = folder.expect(&match_words("torn", games), 0)?;
    let (whole, torn) = (contents(&folder, "whole")?, contents(&folder, "torn")?);
    ensure(whole.len() == games && whole == torn, || {
        format!("the games differ:\n{whole:#?}\n{torn:#?}")
    })?;
    ensure(folder.games("torn.state")?.len() == games, || "a game was played twice".into())?;
    let pgn = folder.read("torn.pgn")?;
    let played = read_games(&pgn)?;
    ensure(played.len() == games, || format!("{} games in the PGN", played.len()))?;
    for line in figures(&played)? {
        ensure(printed.contains(&line), || format!("the PGN says '{line}':\n{printed}"))?;
    }
    // The PGN of a match can be the openings file of another one.
    let words = "--engine|name=R,$SCRIPTED,nodes=1|--engine|name=S,$SCRIPTED,nodes=1|--max-plies|2\
                 |--games|24|--plies|6|--openings|$DIR/torn.pgn";
    folder.expect(words, 0)?;
    Ok(Pass::Count(games as u64))
}

/// How many whole games the state file of the killed match has, none when there is no file.
fn finished_games(folder: &Folder) -> Result<usize, String> {
    if !folder.file("torn.state").exists() {
        return Ok(0);
    }
    let whole = |line: &String| serde_json::from_str::<Value>(line).is_ok();
    Ok(folder.games("torn.state")?.iter().filter(|line| whole(line)).count())
}

/// Appends the beginning of a line to the state file, as of a line that was being written. The
/// first line is that of the match, which the match without interruption has as well.
fn tear_state(folder: &Folder) -> Result<(), String> {
    let text = match folder.bytes("torn.state")?.last() {
        None => folder.read("whole.state")?.chars().take(30).collect(),
        Some(b'\n') => "{\"game\":3,\"torn".to_string(),
        Some(_) => return Ok(()),
    };
    append(&folder.file("torn.state"), &text)
}

/// Cuts off the end of the last game in the PGN, as after a power failure.
fn tear_pgn(folder: &Folder) -> Result<(), String> {
    let games = folder.games("torn.state")?;
    let lines = games.iter().rev().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let Some(last) = lines.into_iter().next() else { return Ok(()) };
    let at = |key: &str| last.pointer(key).and_then(Value::as_u64).unwrap_or(0);
    let pgn = folder.bytes("torn.pgn")?;
    if at("/pgn/at") + at("/pgn/length") != pgn.len() as u64 {
        return Ok(());
    }
    folder.write("torn.pgn", &pgn[..pgn.len() - 10]).map(drop)
}

/// Appends a text to a file.
pub fn append(path: &Path, text: &str) -> Result<(), String> {
    let old = fs::read(path).unwrap_or_default();
    fs::write(path, [&old, text.as_bytes()].concat()).map_err(|e| e.to_string())
}

/// The games in a state file, without times.
fn contents(folder: &Folder, name: &str) -> Result<BTreeMap<String, String>, String> {
    let keys = ["red", "result", "termination", "fen", "moves"];
    let game = |line: &String| {
        let parts: Result<Vec<&str>, String> = keys.iter().map(|key| member(line, key)).collect();
        Ok((member(line, "game")?.to_string(), parts?.join(" ")))
    };
    folder.games(&format!("{name}.state"))?.iter().map(game).collect()
}

/// The games in a PGN text.
pub fn read_games(pgn: &str) -> Result<Vec<GameText>, String> {
    chuhe_games::read(pgn).into_iter().map(|game| game.map_err(|fault| fault.to_string())).collect()
}

/// Lines of the report of a match of A against B, counted from its PGN. Replays
/// every game.
fn figures(games: &[GameText]) -> Result<[String; 2], String> {
    let mut points: BTreeMap<u64, u64> = BTreeMap::new();
    let mut counts = [0_u64; 3];
    for game in games {
        let tag = |name: &str| game.tag(name).ok_or(format!("no tag {name}"));
        replay(game)?;
        let red = match tag("Result")? {
            "1-0" => 2,
            "0-1" => 0,
            "1/2-1/2" => 1,
            other => return Err(format!("result {other}")),
        };
        let of_a = if tag("Red")? == "A" { red } else { 2 - red };
        counts[of_a] += 1;
        let number = tag("Round")?.split('.').nth(1).and_then(|text| text.parse::<u64>().ok());
        let pair = (number.ok_or("no number of the game")? - 1) / 2;
        *points.entry(pair).or_default() += of_a as u64;
    }
    let mut pairs = [0; 5];
    for half_points in points.into_values() {
        pairs[half_points as usize] += 1;
    }
    let [losses, draws, wins] = counts;
    let total = games.len();
    Ok([
        format!("Games: {total}, Wins: {wins}, Losses: {losses}, Draws: {draws}, "),
        format!("Ptnml(0-2): {pairs:?}, "),
    ])
}

/// Plays a game and compares its length with the tag.
fn replay(game: &GameText) -> Result<(), String> {
    let replayed = game.replay(usize::MAX, None).map_err(|fault| fault.to_string())?;
    let plies = replayed.ply().to_string();
    ensure(game.tag("PlyCount") == Some(&plies), || format!("{plies} plies"))
}

/// The state file of another match is refused and not changed.
fn resume_of_another_match() -> Result<Pass, String> {
    let folder = Folder::for_match("another")?;
    let words = |limit: &str, seed: u32| {
        format!(
            "--engine|name=R,$SCRIPTED,nodes=1|--engine|name=S,$SCRIPTED,{limit}|--games|2|--seed|{seed}\
             |--max-plies|4|--openings|$DIR/openings|--state|$DIR/state"
        )
    };
    folder.expect(&words("nodes=1", 1), 0)?;
    let before = folder.read("state")?;
    for (words, difference) in [
        (words("nodes=2", 1), "limits"),
        (words("nodes=1", 2), "seed"),
        (words("nodes=1", 1) + "|--reverse", "colours"),
        (words("nodes=1", 1) + "|--shard|1/2", "shard"),
        (words("nodes=1,patience=5000", 1), "settings"),
    ] {
        let printed = folder.expect(&words, 1)?;
        let named = printed
            .contains(&format!("belongs to another match; name another --state: {difference}"));
        ensure(named, || printed.clone())?;
    }
    ensure(folder.read("state")? == before, || "the state file was changed".into())?;
    folder.expect(&words("nodes=1", 1), 0)?;
    ensure(folder.read("state")? == before, || "games were played again".into())?;
    Ok(Pass::Ok)
}

/// After SIGTERM the runner finishes the games in progress and starts no others; the same
/// command continues the match.
fn end_by_signal() -> Result<Pass, String> {
    const GAMES: usize = 12;
    let folder = Folder::for_match("term")?;
    let words = match_words("term", GAMES);
    let mut child = Process::spawn(&mut folder.match_command(&words))?;
    wait_until("two games", Duration::from_secs(60), || {
        Ok(folder.games("term.state").is_ok_and(|games| games.len() >= 2))
    })?;
    let before = folder.games("term.state")?.len();
    child.terminate()?;
    let status = child.wait(Duration::from_secs(60))?;
    ensure(status.code() == Some(6), || format!("expected status 6, found {status}"))?;
    let after = folder.games("term.state")?.len();
    // Two games were in progress; another may have ended before the signal came.
    ensure((before + 1..=before + 4).contains(&after) && after < GAMES, || {
        format!("{before} games before the signal, {after} at the end")
    })?;
    ensure(read_games(&folder.read("term.pgn")?)?.len() == after, || "games in the PGN".into())?;
    folder.expect(&words, 0)?;
    ensure(contents(&folder, "term")?.len() == GAMES, || "not all games were played".into())?;
    Ok(Pass::Ok)
}

/// A second SIGTERM ends the runner at once.
fn end_by_two_signals() -> Result<Pass, String> {
    let folder = Folder::for_match("term-twice")?;
    let words = "--engine|name=R,$SCRIPTED log=$DIR/log stall=2,nodes=1,patience=600000\
                 |--engine|name=S,$SCRIPTED,nodes=1|--games|2|--state|$DIR/state";
    let mut child = Process::spawn(&mut folder.match_command(words))?;
    wait_until("the engine that does not answer", Duration::from_secs(60), || {
        Ok(folder.read("log").is_ok_and(|log| log.matches("go ").count() >= 2))
    })?;
    child.terminate()?;
    thread::sleep(Duration::from_millis(200));
    ensure(child.is_running()?, || "it did not wait for the game in progress".into())?;
    // Two signals that come while the process waits for a processor are one.
    wait_until("the end", Duration::from_secs(30), || {
        child.terminate()?;
        Ok(child.wait_by(Instant::now() + Duration::from_millis(200))?.is_some())
    })?;
    let status = child.wait(Duration::from_secs(1))?;
    ensure(status.code() == Some(6), || format!("expected status 6, found {status}"))?;
    Ok(Pass::Ok)
}

/// The lines of a report that do not depend on times.
fn timeless(printed: &str) -> Vec<&str> {
    let from = ["Results", "Elo", "LOS", "Games", "Ptnml", "LLR", "Endings", "Red won"];
    printed.lines().filter(|line| from.iter().any(|word| line.starts_with(word))).collect()
}

/// The shards together have the games and figures of the whole match. Files that are not
/// shards of the same match are refused.
fn shards() -> Result<Pass, String> {
    const GAMES: usize = 12;
    let folder = Folder::for_match("shards")?;
    folder.expect(&match_words("whole", GAMES), 0)?;
    let files: Vec<String> = (1..=4).map(|i| format!("$DIR/s{i}.state")).collect();
    for i in 1..=4 {
        folder.expect(&format!("{}|--shard|{i}/4", match_words(&format!("s{i}"), GAMES)), 0)?;
    }
    let test = "--sprt|elo0=0,elo1=30";
    let status = folder.run_match(&format!("{test}|--merge|$DIR/whole.state"))?.status.code();
    let status = status.ok_or("no status")?;
    let whole = folder.expect(&format!("{test}|--merge|$DIR/whole.state"), status)?;
    let all = files.join("|");
    let joined =
        folder.expect(&format!("{test}|--state|$DIR/joined.state|--merge|{all}"), status)?;
    ensure(timeless(&whole).len() == 8 && timeless(&whole) == timeless(&joined), || {
        format!("the figures differ:\n{whole}\n{joined}")
    })?;
    let (one, other) = (contents(&folder, "whole")?, contents(&folder, "joined")?);
    ensure(one.len() == GAMES && one == other, || {
        format!("the games differ:\n{one:?}\n{other:?}")
    })?;
    // A page of state files says whether games are missing.
    for (files, is_broken_off) in [(&files[..], false), (&files[1..], true)] {
        folder.expect(&format!("--report|$DIR/page|--merge|{}", files.join("|")), 0)?;
        let page = folder.read("page")?;
        let found = page.contains("\"interrupted\":true");
        ensure(found == is_broken_off, || format!("{} shards: {found}", files.len()))?;
    }
    let twice = folder.expect(&format!("--merge|{}|{}", files[1], files[1]), 1)?;
    ensure(twice.contains("is there twice"), || twice.clone())?;
    let again = folder.expect(&format!("--state|$DIR/joined.state|--merge|{all}"), 1)?;
    ensure(again.contains("is there already"), || again.clone())?;
    folder.expect(&match_words("other", 2).replace("|7|", "|8|"), 0)?;
    let other = folder.expect(&format!("--merge|{}|$DIR/other.state", files[0]), 1)?;
    ensure(other.contains("is no shard of the match of"), || other.clone())?;
    let gone = folder.expect("--merge|$DIR/none", 1)?;
    ensure(gone.contains("no match in it"), || gone.clone())?;
    let seedless = match_words("x", 2).replace("|--seed|7", "|--shard|1/2");
    let seedless = folder.expect(&seedless, 1)?;
    ensure(seedless.contains("--part needs --seed"), || seedless.clone())?;
    Ok(Pass::Count(GAMES as u64))
}

/// A state file that contradicts itself is refused, with the line that does, and changes
/// nothing, whether it is joined with others or resumed.
fn damaged_states() -> Result<Pass, String> {
    let folder = Folder::for_match("damaged")?;
    let words = short_words(1, "good");
    folder.expect(&words, 0)?;
    let good = folder.read("good")?;
    let lines: Vec<&str> = good.lines().collect();
    ensure(lines.len() == 5, || format!("{} lines", lines.len()))?;
    let twice = format!("{good}{}\n", lines[1]);
    let header = |from: &str, to: &str| good.replacen(from, to, 1);
    let exchanged =
        lines[2].replace("\"red\":\"B\",\"black\":\"A\"", "\"red\":\"A\",\"black\":\"B\"");
    for (text, message) in [
        (header("[\"A\",\"B\"]", "[\"A\"]"), "line 1: not that of a match"),
        (header("[\"A\",\"B\"]", "[\"A\",\"A\"]"), "line 1: not that of a match"),
        (header("\"roundrobin\"", "\"gauntlet=2\""), "line 1: not that of a match"),
        (header("\"roundrobin\"", "\"cup\""), "line 1: not that of a match"),
        (header("\"limits\":[\"1 nodes\",", "\"limits\":["), "line 1: not that of a match"),
        (header("\"shard\":\"1/1\"", "\"shard\":\"0/0\""), "line 1: not that of a match"),
        (
            header("\"shard\":\"1/1\"", "\"shard\":\"2/2\""),
            "line 2: game 1 does not belong to this",
        ),
        (good.replace(lines[2], &exchanged), "line 3: game 2 does not belong to this match"),
        (header("\"result\":\"", "\"result\":\"x"), "line 2: game 1 does not belong to this match"),
        (twice, "line 6: game 1 is there twice"),
    ] {
        ensure(text != good, || format!("not damaged: {message}"))?;
        folder.write("bad", &text)?;
        let pgn = folder.read("all.pgn")?;
        for words in ["--merge|$DIR/bad", &words.replace("$DIR/good", "$DIR/bad")] {
            let printed = folder.expect(words, 1)?;
            // Of a header that can be read, and differs, a run that goes on says that first.
            let found = printed.contains(message) || printed.contains("belongs to another match");
            ensure(found, || format!("expected '{message}', found: {printed}"))?;
            ensure(words.starts_with("--engine") || printed.contains(message), || printed.clone())?;
        }
        let is_kept = folder.read("bad")? == text && folder.read("all.pgn")? == pgn;
        ensure(is_kept, || format!("files have changed: {message}"))?;
    }
    Ok(Pass::Ok)
}

/// The result of a match of version 1.0 can be seen, but the match cannot go on.
fn earlier_states() -> Result<Pass, String> {
    let folder = Folder::for_match("earlier")?;
    let words = short_words(1, "a");
    folder.expect(&words, 0)?;
    let now = folder.read("a")?;
    let (this, earlier) = ("{\"chuhe_match\":3,", "{\"chuhe_match\":2,");
    ensure(now.starts_with(this), || now.clone())?;
    let text = now.replacen(this, earlier, 1);
    folder.write("a", &text)?;
    let shown = folder.expect("--merge|$DIR/a", 0)?;
    ensure(shown.contains("Games: 4, "), || shown.clone())?;
    let refused = folder.expect(&words, 1)?;
    ensure(refused.contains("version: '2' there, '3' here"), || refused.clone())?;
    ensure(folder.read("a")? == text, || "the state file has changed".into())?;
    folder.write("a", now.replacen(this, "{\"chuhe_match\":1,", 1))?;
    let refused = folder.expect("--merge|$DIR/a", 1)?;
    ensure(refused.contains("of another version of the program"), || refused.clone())?;
    Ok(Pass::Ok)
}

/// Options of a short match of two scripted engines with this seed and these files.
pub fn short_words(seed: u32, state: &str) -> String {
    format!(
        "--engine|name=A,$SCRIPTED,nodes=1|--engine|name=B,$SCRIPTED,nodes=1|--games|4|--max-plies|4\
         |--openings|$DIR/openings|--seed|{seed}|--state|$DIR/{state}|--pgn|$DIR/all.pgn"
    )
}

/// Two matches append to one PGN: resuming one of them keeps the games of the other.
fn shared_pgn() -> Result<Pass, String> {
    let folder = Folder::for_match("shared")?;
    for (seed, state) in [(1, "a"), (2, "b"), (1, "a"), (2, "b")] {
        folder.expect(&short_words(seed, state), 0)?;
    }
    let games = read_games(&folder.read("all.pgn")?)?;
    ensure(games.len() == 8, || format!("{} games", games.len()))?;
    folder.expect(&short_words(1, "a").replace("|--games|4", "|--games|8"), 0)?;
    let games = read_games(&folder.read("all.pgn")?)?;
    ensure(games.len() == 12, || format!("{} games", games.len()))?;
    Ok(Pass::Count(12))
}

/// While a match runs, another process cannot write its state file or its PGN, nor begin
/// them anew.
fn one_run_at_a_time() -> Result<Pass, String> {
    let folder = Folder::for_match("locks")?;
    // The second game has no end.
    let words = short_words(1, "a").replace("name=B,$SCRIPTED", "name=B,$SCRIPTED stall=3");
    let mut child = Process::spawn(&mut folder.match_command(&words))?;
    wait_until("the first game", Duration::from_secs(30), || {
        Ok(folder.read("all.pgn").is_ok_and(|text| text.ends_with("\n\n")))
    })?;
    let (before, pgn) = (folder.read("a"), folder.read("all.pgn"));
    let refused = [(1, "a"), (2, "b")].map(|(seed, state)| {
        let printed = folder.expect(&short_words(seed, state), 1)?;
        ensure(printed.contains("another process writes it"), || printed.clone())
    });
    let afresh = ["-config outname=", "-pgnout file=", "-epdout file=", "-log file="].map(|option| {
        let (file, how) = match option {
            "-config outname=" => ("a", "discard=true"),
            _ => ("all.pgn", "append=false"),
        };
        let words = format!(
            "fastchess -engine name=A $SCRIPTED nodes=1 -engine name=B $SCRIPTED nodes=1 -rounds 1 \
             {option}$DIR/{file} {how}"
        );
        let words = words.replace("$SCRIPTED", "cmd=none");
        let output = folder.run(&folder.fill(&words))?;
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        ensure(said.contains("another process writes it"), || format!("{option}: {said}"))
    });
    let pgn_after = folder.read("all.pgn");
    child.kill();
    refused.into_iter().chain(afresh).collect::<Result<(), String>>()?;
    ensure(folder.read("a") == before && !before?.is_empty(), || "the state changed".into())?;
    ensure(pgn_after == pgn && !pgn?.is_empty(), || "the PGN changed".into())?;
    ensure(!folder.file("b").exists(), || "a state file without a match was left".into())?;
    Ok(Pass::Ok)
}

/// The time during which the runner was suspended does not count on the clocks, however
/// often that happens in a game.
#[cfg(unix)]
fn suspended() -> Result<Pass, String> {
    const TIMES: usize = 4;
    let folder = Folder::for_match("suspended")?;
    let words = "--engine|name=A,cmd=$CHUHE|--engine|name=B,cmd=$CHUHE|--each|movetime=250,margin=1000\
                 |--games|2|--max-plies|4|--json|$DIR/json";
    let mut child = Process::spawn(&mut folder.match_command(words))?;
    for _ in 0..TIMES {
        thread::sleep(Duration::from_millis(700));
        child.signal("-STOP")?;
        thread::sleep(Duration::from_millis(1800));
        child.signal("-CONT")?;
    }
    let status = child.wait(Duration::from_secs(60))?;
    ensure(status.success(), || format!("{status}"))?;
    let json = folder.read("json")?;
    ensure(!json.contains("time forfeit"), || json.clone())?;
    Ok(Pass::Ok)
}

#[cfg(not(unix))]
fn suspended() -> Result<Pass, String> {
    Ok(Pass::Skipped("processes cannot be suspended here".into()))
}
