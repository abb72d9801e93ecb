//! Generates games of self-play, trains a tiny network with them, and searches with it.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use chuhe::board::Setup;
use chuhe::rules::Outcome;
use chuhe_tools::lab::datagen::{Ending, OpeningKind, ShardFile, StoredGame};

use crate::folder::{Folder, ensure};
use crate::process::{Engine, Process, wait_until};
use crate::{Case, Pass, scene};

/// All cases.
///
/// # Errors
/// Never.
pub fn cases() -> Result<Vec<Case>, String> {
    Ok(vec![
        Case::new("from-nothing-to-a-move", from_nothing_to_a_move),
        Case::new("wrong-arguments", wrong_arguments),
        Case::new("second-trainer", second_trainer),
        Case::new("checkpoints", checkpoints),
        Case::new("verify-in-little-memory", verify_in_little_memory),
        Case::new("relabel", relabel),
        Case::new("journal-names", journal_names),
        Case::new("journal-damage", journal_damage),
        Case::new("solved-endings", solved_endings),
        Case::new("export", export),
    ])
}

/// The network that a training run has left in a folder.
fn network_in(folder: &Path) -> Result<PathBuf, String> {
    let files = std::fs::read_dir(folder).map_err(|e| e.to_string())?;
    let mut paths = files.filter_map(|entry| entry.ok().map(|entry| entry.path()));
    let found = paths.find(|path| path.extension().is_some_and(|e| e == "net"));
    found.ok_or_else(|| format!("{}: no network", folder.display()))
}

/// The score of each depth and the best move in the start position.
fn play(network: Option<&Path>) -> Result<Vec<String>, String> {
    let mut engine = Engine::start()?;
    if let Some(path) = network {
        engine.send(&format!("setoption name EvalFile value {}", path.display()))?;
    }
    engine.send("position startpos")?;
    engine.send("go nodes 2000")?;
    let lines = engine.read_until("bestmove")?;
    engine.quit()?;
    let word = |line: &String| {
        let mut words = line.split_whitespace().skip_while(|word| *word != "cp");
        words.nth(1).map(str::to_owned)
    };
    let mut answer: Vec<String> = lines.iter().filter_map(word).collect();
    answer.extend(lines.last().map(|line| line.trim().to_owned()));
    Ok(answer)
}

/// Games, training with and without interruption, and a search with the network.
fn from_nothing_to_a_move() -> Result<Pass, String> {
    let folder = Folder::new("training")?;
    folder.text("datagen --out games --games 12 --shards 2 --soft-nodes 40 --threads 2")?;
    folder.text(
        "train tiny.toml --data games --pin --set architecture=689k1a1t7-32x2-2 --set batch=64 \
         --set epochs=2 --set warm_up=3 --set validation=0.2 --set checkpoint=7",
    )?;
    let manifest = folder.read("tiny.toml")?;
    if manifest.matches("sha256").count() != 2 {
        return Err(format!("the manifest does not pin two files:\n{manifest}"));
    }
    // Pinned again it keeps its settings, but for those that are given.
    let pinned = |settings: &str| -> Result<String, String> {
        folder.text(&format!("train tiny.toml --data games --pin {settings}"))?;
        folder.read("tiny.toml")
    };
    let other = manifest.replace("epochs = 2.0", "epochs = 3.0");
    ensure(other != manifest && pinned("--set epochs=3")? == other, || "settings are lost".into())?;
    ensure(pinned("--set epochs=2")? == manifest, || "pinned twice, another manifest".into())?;
    let summary = folder.text("train tiny.toml --data games --out whole")?;
    if !summary.contains("piece values by stage") {
        return Err(format!("no summary:\n{summary}"));
    }
    // A training run with two interruptions must give the same files.
    for limit in [" --stop-after 9", " --stop-after 8", ""] {
        folder.text(&format!("train tiny.toml --data games --out parts{limit}"))?;
    }
    let [whole, parts] = ["whole", "parts"].map(|name| network_in(&folder.file(name)));
    let (whole, parts) = (whole?, parts?);
    let bytes = |path: &Path| std::fs::read(path).map_err(|e| e.to_string());
    if whole.file_name() != parts.file_name() || bytes(&whole)? != bytes(&parts)? {
        return Err("an interrupted run leads to another network".into());
    }
    for name in ["loss.csv", "loss.svg", "summary.txt", "manifest.toml"] {
        if folder.bytes(&format!("whole/{name}"))? != folder.bytes(&format!("parts/{name}"))? {
            return Err(format!("an interrupted run leads to another {name}"));
        }
    }
    let (with, without) = (play(Some(&whole))?, play(None)?);
    let is_move = with.last().is_some_and(|line| line.starts_with("bestmove "));
    if !is_move || with == without {
        return Err(format!("the network makes no difference: {with:?}"));
    }
    Ok(Pass::Ok)
}

/// Bad arguments: the error message names them, and no file is written.
fn wrong_arguments() -> Result<Pass, String> {
    let folder = Folder::new("training-wrong")?;
    let cases = [
        ("train missing.toml --data . --out x", "missing.toml"),
        ("train m.toml --data .", "--out"),
        ("train m.toml --data . --pin", "no files of games"),
        ("train m.toml --data . --pin --set speed=1", "speed"),
        ("train m.toml --data . --pin --set batch=0", "batch must lie between"),
        ("train m.toml --data . --out x --set batch=32", "--set"),
        ("train m.toml --data . --pin --stop-after 3", "--stop-after"),
        ("datagen --out new --minutes nan", "--minutes NaN"),
        ("datagen --out new --eval-file missing.net", "missing.net"),
    ];
    for (arguments, word) in cases {
        match folder.text(arguments) {
            Ok(_) => return Err(format!("'{arguments}' was accepted")),
            // The error begins with the arguments, which contain some of the words.
            Err(error) if error.strip_prefix(arguments).is_some_and(|it| it.contains(word)) => {}
            Err(error) => return Err(format!("'{arguments}': expected '{word}' in: {error}")),
        }
    }
    match std::fs::read_dir(folder.path()).map_err(|e| e.to_string())?.next() {
        Some(Ok(entry)) => Err(format!("{} was written", entry.path().display())),
        _ => Ok(Pass::Count(cases.len() as u64)),
    }
}

/// Training goes on from the last checkpoint that can be used, and not from the beginning
/// when none can.
fn checkpoints() -> Result<Pass, String> {
    let folder = Folder::new("training-checkpoints")?;
    folder.text("datagen --out games --games 6 --soft-nodes 20")?;
    folder.text(
        "train m.toml --data games --pin --set architecture=689k1a1t7-32x2-1 --set batch=64 \
         --set checkpoint=4",
    )?;
    // Damaged games are not pinned, and the manifest stays.
    let manifest = folder.bytes("m.toml")?;
    let shard = folder.bytes("games/s1-00000.games")?;
    folder.write("games/s2-00000.games", &shard[..shard.len() - 1])?;
    let refused = folder.text("train m.toml --data games --pin");
    ensure(
        refused.is_err_and(|error| error.contains("s2-00000.games"))
            && folder.bytes("m.toml")? == manifest,
        || "a damaged file was pinned".into(),
    )?;
    std::fs::remove_file(folder.file("games/s2-00000.games")).map_err(|e| e.to_string())?;
    let train = "train m.toml --data games --out";
    folder.text(&format!("{train} whole"))?;
    folder.text(&format!("{train} out --stop-after 6"))?;
    let checkpoint = |step: u64| format!("out/checkpoint-{step:08}.bin");
    let (older, newer) = (folder.bytes(&checkpoint(4))?, folder.bytes(&checkpoint(6))?);
    folder.write("out/checkpoint-keep.bin", &newer)?; // a name of the user's
    let unfinished = folder.write("out/.checkpoint-00000007.bin.Ab12Cd.new", &older[..99])?;
    let damage = |step: u64, bytes: &[u8]| -> Result<(), String> {
        let mut bytes = bytes.to_vec();
        bytes[100] ^= 1;
        folder.write(&checkpoint(step), bytes).map(|_| ())
    };
    damage(6, &newer)?;
    let output = folder.run(&format!("{train} out --stop-after 1"))?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let is_named = said.contains("checkpoint-00000006.bin: its checksum is wrong");
    ensure(output.status.success() && is_named, || said.clone())?;
    ensure(folder.file(&checkpoint(5)).is_file(), || "the new checkpoint is gone".into())?;
    ensure(!unfinished.exists(), || "an unfinished checkpoint stays".into())?;
    // None can be used: a damaged one, and one of another format.
    damage(4, &older)?;
    let mut other = folder.bytes(&checkpoint(5))?;
    other[7] += 1;
    let content = other.len() - 32;
    let digest = chuhe::internals::packing::sha256(&other[..content]);
    other[content..].copy_from_slice(&digest.0);
    let usable = folder.bytes(&checkpoint(5))?;
    folder.write(&checkpoint(5), &other)?;
    let refused = folder.text(&format!("{train} out"));
    for part in ["no checkpoint in out can be used", "checkpoint format 4", "its checksum is wrong"]
    {
        ensure(refused.as_ref().is_err_and(|error| error.contains(part)), || {
            format!("expected '{part}', found {refused:?}")
        })?;
    }
    ensure(folder.bytes(&checkpoint(5))? == other, || "a checkpoint was written over".into())?;
    // With one that can, the network is that of a run without interruption.
    folder.write(&checkpoint(5), &usable)?;
    folder.text(&format!("{train} out --stop-after {}", u64::MAX))?;
    let [whole, parts] = ["whole", "out"].map(|name| network_in(&folder.file(name)));
    ensure(whole?.file_name() == parts?.file_name(), || "another network".into())?;
    ensure(folder.bytes("out/checkpoint-keep.bin")? == newer, || "a file was removed".into())?;
    Ok(Pass::Count(7))
}

/// While one process trains in a folder, another one is refused there.
fn second_trainer() -> Result<Pass, String> {
    let folder = Folder::new("training-lock")?;
    folder.text("datagen --out games --games 6 --soft-nodes 20")?;
    folder.text(
        "train m.toml --data games --pin --set architecture=689k1a1t7-32x2-1 --set batch=64",
    )?;
    std::fs::create_dir_all(folder.file("out")).map_err(|e| e.to_string())?;
    let lock = folder.write("out/lock", "")?;
    let lock = std::fs::File::options().write(true).open(lock).map_err(|e| e.to_string())?;
    lock.try_lock().map_err(|e| e.to_string())?;
    let refused = folder.text("train m.toml --data games --out out");
    ensure(refused.is_err_and(|error| error.contains("another process")), || {
        "two processes trained in one folder".into()
    })?;
    drop(lock);
    folder.text("train m.toml --data games --out out --stop-after 1").map(|_| Pass::Ok)
}

/// Games in a file that is small because they are all alike and empty.
const EMPTY_GAMES: usize = 300_000;
/// Address space that is enough to look at such a file, KiB. All its games at
/// once would take more.
const ADDRESS_SPACE: u32 = 64 << 10;

fn verify_in_little_memory() -> Result<Pass, String> {
    if !cfg!(target_os = "linux") {
        return Ok(Pass::Ok);
    }
    let folder = Folder::new("verify-memory")?;
    let game = StoredGame {
        kind: OpeningKind::Random,
        start: Setup::start(),
        opening: Vec::new(),
        moves: Vec::new(),
        outcome: Outcome::Draw,
        ending: Ending::PlyCap,
    };
    let bomb = ShardFile { header: "seed = 1\n".into(), games: vec![game; EMPTY_GAMES] };
    bomb.write(&folder.file("bomb.games")).map_err(|e| e.to_string())?;
    let line = format!("ulimit -v {ADDRESS_SPACE} && exec \"$0\" datagen --verify bomb.games");
    let mut command = std::process::Command::new("sh");
    command.args(["-c", &line]).arg(scene::binary()).current_dir(folder.path());
    let output = crate::process::run(&mut command)?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    ensure(output.status.success() && said.contains(&format!("games {EMPTY_GAMES}")), || {
        format!("{}: {said}{}", output.status, String::from_utf8_lossy(&output.stderr))
    })?;
    Ok(Pass::Ok)
}

/// Solved endings end games, the same ones on every machine.
fn solved_endings() -> Result<Pass, String> {
    let folder = Folder::new("datagen-endings")?;
    let words = "datagen --games 12 --shards 2 --soft-nodes 20 --endings";
    folder.text(&format!("{words} --out one"))?;
    folder.text(&format!("{words} --out two --threads 2"))?;
    let file = folder.bytes("one/s1-00000.games")?;
    let header = b"endings = \"built-in\"";
    let is_named = file.windows(header.len()).any(|part| part == header);
    ensure(is_named, || "the header does not name the tables".into())?;
    for name in ["s1-00000.games", "s1-00001.games"] {
        let [one, two] = ["one", "two"].map(|place| folder.bytes(&format!("{place}/{name}")));
        ensure(one? == two?, || format!("{name} differs"))?;
    }
    Ok(Pass::Ok)
}

/// Stored games become PGN that the other commands read; nothing of a damaged file does.
fn export() -> Result<Pass, String> {
    let folder = Folder::new("datagen-export")?;
    folder.text("datagen --out games --games 3 --shards 2 --soft-nodes 20 --win-score 32000")?;
    let files = "games/s1-00000.games games/s1-00001.games";
    let pgn = folder.text(&format!("datagen --export {files}"))?;
    ensure(pgn.matches("[Site \"s1-00001.games\"]").count() == 3, || pgn.clone())?;
    folder.write("games.pgn", &pgn)?;
    let counted = folder.text("endings count games.pgn")?;
    ensure(counted.contains("\n6 games, "), || counted.clone())?;
    let shard = folder.bytes("games/s1-00001.games")?;
    folder.write("games/cut.games", &shard[..shard.len() - 1])?;
    match folder.text("datagen --export games/cut.games") {
        Err(error) if error.contains("cut.games: the checksum is wrong") => Ok(Pass::Ok),
        other => Err(format!("{other:?}")),
    }
}

/// Scores change, by the same ones whoever does it, and training takes them.
fn relabel() -> Result<Pass, String> {
    let folder = Folder::new("relabel")?;
    folder.text("datagen --out games --games 4 --shards 2 --soft-nodes 20")?;
    let files = "games/s1-00000.games games/s1-00001.games --soft-nodes 60";
    folder.text(&format!("relabel {files} --out one --threads 2"))?;
    for part in 1..=2 {
        folder.text(&format!("relabel {files} --out two --shard {part}/2"))?;
    }
    for name in ["s1-00000.games", "s1-00001.games"] {
        let [old, one, two] =
            ["games", "one", "two"].map(|place| folder.bytes(&format!("{place}/{name}")));
        let (old, one) = (old?, one?);
        ensure(one == two? && one != old, || format!("{name} differs, or not from the old one"))?;
    }
    let verified = folder.text("datagen --verify one/s1-00000.games one/s1-00001.games")?;
    ensure(verified.contains("2 files, 8 games: all moves legal"), || verified.clone())?;
    // Games, positions and results of each kind of opening add up to those of all.
    let column = |name: &str, number: usize| -> u64 {
        let row = verified.lines().find(|line| line.starts_with(name)).unwrap_or_default();
        row.split_whitespace().nth(number).and_then(|text| text.parse().ok()).unwrap_or_default()
    };
    for number in [1, 2] {
        let sum: u64 =
            ["random", "guided", "restart"].map(|kind| column(kind, number)).iter().sum();
        let all = column("all", number);
        ensure(sum == all && all >= 8, || format!("column {number}: {verified}"))?;
    }
    ensure(column("all", 1) == 8, || verified.clone())?;
    ensure(verified.contains("8 different first positions"), || verified.clone())?;
    // Again there is nothing to do; other settings and the source itself are refused.
    folder.text(&format!("relabel {files} --out one"))?;
    for (words, message) in [
        ("relabel games/s1-00000.games --out one --soft-nodes 70", "other settings"),
        ("relabel games/s1-00000.games --out games", "written over"),
        ("relabel games/missing.games --out one", "missing.games"),
        ("relabel games/s1-00000.games --out one --minutes -1", "--minutes"),
    ] {
        let refused = folder.text(words);
        ensure(refused.as_ref().is_err_and(|error| error.contains(message)), || {
            format!("{words}: {refused:?}")
        })?;
    }
    Ok(Pass::Count(10))
}

/// Some seconds of work: more games than are played before the process is killed.
const MANY_GAMES: &str = "datagen --out games --games 60 --soft-nodes 400";

/// Kills the process when some games are in its journal, and returns the name of that. A
/// process that ends before it is killed is started again.
fn broken_off(folder: &Folder) -> Result<String, String> {
    /// The header and some ten games.
    const ENOUGH: usize = 3000;
    const ATTEMPTS: u32 = 5;
    let names = || -> Vec<String> {
        let files = fs::read_dir(folder.file("games")).into_iter().flatten();
        files.filter_map(|file| file.ok()?.file_name().into_string().ok()).collect()
    };
    for _ in 0..ATTEMPTS {
        let mut child = Process::spawn(&mut folder.command(MANY_GAMES))?;
        wait_until("games in the journal", Duration::from_secs(60), || {
            let journal = names().into_iter().find(|name| name.ends_with(".journal"));
            let bytes = journal.and_then(|name| folder.bytes(&format!("games/{name}")).ok());
            Ok(bytes.is_some_and(|bytes| bytes.len() > ENOUGH) || !child.is_running()?)
        })?;
        child.kill();
        match names().as_slice() {
            [name] if name.ends_with(".journal") => return Ok(format!("games/{name}")),
            _ => fs::remove_dir_all(folder.file("games")).map_err(|e| e.to_string())?,
        }
    }
    Err(format!("{MANY_GAMES}: ended before it was killed, in each of {ATTEMPTS} attempts"))
}

/// A journal has the whole name of its file of games, and no file of games has the name of a
/// journal. One that an earlier version has left is taken over.
fn journal_names() -> Result<Pass, String> {
    let folder = Folder::new("journal-names")?;
    let journal = broken_off(&folder)?;
    ensure(journal == "games/s1-00000.games.journal", || journal.clone())?;
    let earlier = folder.file("games/s1-00000.journal");
    fs::rename(folder.file(&journal), &earlier).map_err(|e| e.to_string())?;
    folder.text(MANY_GAMES)?;
    let names = fs::read_dir(folder.file("games")).map_err(|e| e.to_string())?.count();
    ensure(names == 1, || "a journal is left".into())?;
    folder.text(&MANY_GAMES.replace("games --games", "whole --games"))?;
    let [found, whole] = ["games", "whole"].map(|place| format!("{place}/s1-00000.games"));
    ensure(folder.bytes(&found)? == folder.bytes(&whole)?, || "other games".into())?;
    // Names that differ in what follows the last dot.
    for name in ["run.1", "run.2", "run.journal"] {
        fs::copy(folder.file(&whole), folder.file(name)).map_err(|e| e.to_string())?;
    }
    folder.text("relabel run.1 run.2 --out new --soft-nodes 20 --threads 2")?;
    ensure(folder.bytes("new/run.1")? == folder.bytes("new/run.2")?, || "they differ".into())?;
    let refused = folder.text("relabel run.journal --out new --soft-nodes 20");
    ensure(refused.as_ref().is_err_and(|error| error.contains("name of a journal")), || {
        format!("{refused:?}")
    })?;
    Ok(Pass::Count(4))
}

/// Only a last game that was not written to its end is cut off a journal. Damage before that
/// would silently cost all games behind it.
fn journal_damage() -> Result<Pass, String> {
    /// Bytes of the length of a game.
    const LENGTH_BYTES: usize = 4;
    let folder = Folder::new("journal-damage")?;
    let journal = broken_off(&folder)?;
    let whole = folder.bytes(&journal)?;
    // Magic letters, the length of the header, the header, and the length of the first game.
    let number = |at: usize| {
        let bytes = whole[at..].first_chunk().copied().unwrap_or_default();
        u32::from_le_bytes(bytes) as usize
    };
    let first = 8 + LENGTH_BYTES + number(8);
    let second = first + 2 * LENGTH_BYTES + number(first);
    // In the second game, and in the highest byte of its length.
    for at in [second + 20, second + LENGTH_BYTES - 1] {
        let mut bytes = whole.clone();
        bytes[at] ^= 1;
        folder.write(&journal, &bytes)?;
        let refused = folder.text(MANY_GAMES);
        let expected = format!("{journal}: game 2 is damaged; cut the file to {second} bytes");
        ensure(refused.as_ref().is_err_and(|error| error.contains(&expected)), || {
            format!("byte {at}: {refused:?}")
        })?;
        ensure(folder.bytes(&journal)? == bytes, || "the journal was changed".into())?;
    }
    folder.write(&journal, &whole[..whole.len() - 5])?;
    folder.text(MANY_GAMES)?;
    ensure(folder.file("games/s1-00000.games").is_file(), || "no file of games".into())?;
    Ok(Pass::Count(3))
}
