//! The output files of tools: a device, FIFO or link is written to and not replaced, `-` is
//! standard output, and an unusable path is an error before the work begins.

use std::fs::{self, File};
use std::io::Write;
use std::os::unix::fs::{FileTypeExt, symlink};
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::folder::{Folder, ensure};
use crate::process::{LIMIT, Process, wait_until};
use crate::{Case, Pass};

/// Commands and the beginning of their output. `OUT` is the path of the output.
const OUTPUTS: &[(&str, &str)] = &[
    ("analyze games --depth 1 --json OUT", "{\"engine\":"),
    ("analyze games --depth 1 --pgn OUT", "[Game \"Chinese Chess\"]"),
    ("analyze games --depth 1 --report OUT", "<!doctype html>"),
    ("board startpos --svg OUT", "<svg "),
    ("board startpos --png OUT --width 40", "\u{fffd}PNG"),
    ("book build games --min-games 1 --out OUT", "CHUHEBK"),
    ("epd suite --depth 1 --out OUT", "3k5/"),
    ("judge games --json OUT", "[\n  {\n    \"source\": \"games:1:1\""),
    ("net info --json OUT", "{\n  \"name\":"),
    ("net material OUT", "CHUHENET"),
    ("notation --file games --json OUT", "[\n  {\n    \"source\": \"games:1:1\""),
];

/// All cases.
///
/// # Errors
/// Never.
pub fn cases() -> Result<Vec<Case>, String> {
    Ok(vec![
        Case::new("standard-output", standard_output),
        Case::new("fifo", fifo),
        Case::new("links-and-devices", links_and_devices),
        Case::new("refused-before-the-work", refused_before_the_work),
        Case::new("standard-input", standard_input),
        Case::new("endless-input", endless_input),
        Case::new("json", json),
        Case::new("colors", colors),
        Case::new("game-of-a-person", game_of_a_person),
        Case::new("mounted", mounted),
        Case::new("append-only", append_only),
        Case::new("full", full),
    ])
}

/// A folder with the inputs of [`OUTPUTS`].
fn with_inputs(name: &str) -> Result<Folder, String> {
    let folder = Folder::new(&format!("outputs-{name}"))?;
    folder.write("games", "h2e2 h9g7\n")?;
    folder.write("suite", "3k5/9/9/9/9/9/9/9/4R4/R3K4 w bm a0d0;\n")?;
    Ok(folder)
}

/// What cannot be printed is an error, also help.
fn full() -> Result<Pass, String> {
    let folder = with_inputs("full")?;
    let mut count = 0;
    for words in ["--help", "help", "solve --help", "epd -h", "--version", "-V", "judge games"] {
        for lang in ["C", "zh_CN.UTF-8", "vi_VN.UTF-8"] {
            let device =
                File::options().write(true).open("/dev/full").map_err(|e| e.to_string())?;
            let mut command = folder.command(words);
            command.env("LC_ALL", lang).stdout(device).stderr(Stdio::piped());
            let output = command.output().map_err(|e| e.to_string())?;
            ensure(output.status.code() == Some(1) && !output.stderr.is_empty(), || {
                format!("{words}, {lang}: {output:?}")
            })?;
            count += 1;
        }
    }
    Ok(Pass::Count(count))
}

/// With `-` and `/dev/stdout`, standard output has exactly the contents of the file.
fn standard_output() -> Result<Pass, String> {
    let folder = with_inputs("standard")?;
    for (words, begins) in OUTPUTS {
        folder.run(&words.replace("OUT", "plain"))?;
        let plain = folder.bytes("plain")?;
        ensure(String::from_utf8_lossy(&plain).starts_with(begins), || {
            format!("{words}: {}", String::from_utf8_lossy(&plain))
        })?;
        for name in ["-", "/dev/stdout"] {
            let output = folder.run(&words.replace("OUT", name))?;
            ensure(output.status.success() && output.stdout == plain, || {
                let (found, said) = (output.stdout.len(), String::from_utf8_lossy(&output.stderr));
                format!("{words}: {name} has {found} bytes, not {}; {said}", plain.len())
            })?;
        }
        ensure(!folder.file("-").exists(), || format!("{words}: there is a file '-'"))?;
    }
    Ok(Pass::Count(2 * OUTPUTS.len() as u64))
}

/// The reader of a FIFO gets the output, and the FIFO is not replaced.
fn fifo() -> Result<Pass, String> {
    let folder = with_inputs("fifo")?;
    let fifo = folder.file("fifo");
    let made = Command::new("mkfifo").arg(&fifo).status().map_err(|e| e.to_string())?;
    ensure(made.success(), || "mkfifo failed".into())?;
    for (words, begins) in OUTPUTS {
        let copy = File::create(folder.file("copy")).map_err(|e| e.to_string())?;
        let mut cat = Command::new("cat");
        let mut reader = Process::spawn(cat.arg(&fifo).stdin(Stdio::null()).stdout(copy))?;
        let output = folder.run(&words.replace("OUT", "fifo"))?;
        let is_fifo = fs::symlink_metadata(&fifo).is_ok_and(|found| found.file_type().is_fifo());
        ensure(output.status.success() && is_fifo, || format!("{words}: {output:?}"))?;
        reader.wait(LIMIT)?; // `cat` ends because the writer has closed the FIFO
        let bytes = folder.bytes("copy")?;
        ensure(String::from_utf8_lossy(&bytes).starts_with(begins), || {
            format!("{words}: {}", String::from_utf8_lossy(&bytes))
        })?;
    }
    Ok(Pass::Count(OUTPUTS.len() as u64))
}

/// Links and devices stay what they are; the file that a link names is written.
fn links_and_devices() -> Result<Pass, String> {
    let folder = with_inputs("links")?;
    // Not /dev/null itself: a program with this error, run as root, would replace it.
    symlink("/dev/null", folder.file("null")).map_err(|e| e.to_string())?;
    symlink("real", folder.file("link")).map_err(|e| e.to_string())?;
    for (words, begins) in OUTPUTS {
        for name in ["null", "link"] {
            let output = folder.run(&words.replace("OUT", name))?;
            ensure(output.status.success() && folder.file(name).is_symlink(), || {
                format!("{words}: {name} was replaced: {output:?}")
            })?;
        }
        let real = folder.bytes("real")?;
        ensure(String::from_utf8_lossy(&real).starts_with(begins), || {
            format!("{words}: the file that the link names has other contents")
        })?;
        fs::remove_file(folder.file("real")).map_err(|e| e.to_string())?;
    }
    Ok(Pass::Count(2 * OUTPUTS.len() as u64))
}

/// What the tools write as JSON is JSON, and has what their text has.
fn json() -> Result<Pass, String> {
    let folder = with_inputs("json")?;
    folder.run("book build games --min-games 1 --out book")?;
    let cases = [
        ("bench 1 --json a", "/positions/39/1"),
        ("book show book --json a", "/choices/0/wxf"),
        ("epd suite --depth 1 --json a", "/positions/0/solved"),
        ("judge games --json a", "/0/outcome"),
        ("net info --json a", "/weights/2/largest"),
        ("notation --file games --json a", "/0/texts/1"),
    ];
    for (words, pointer) in cases {
        let output = folder.run(words)?;
        let found = folder.json("a")?;
        ensure(output.status.success() && !output.stdout.is_empty(), || format!("{output:?}"))?;
        ensure(found.pointer(pointer).is_some(), || format!("{words}: {found}"))?;
    }
    // Beside another output, also where that is standard output.
    let output = folder.run("epd suite --depth 1 --out - --json b")?;
    ensure(output.stdout.starts_with(b"3k5/"), || format!("{output:?}"))?;
    ensure(folder.json("b")?["total"] == 1, || "another suite".into())?;
    let output = folder.run("epd suite --depth 1 --out c --json -")?;
    ensure(output.stdout.starts_with(b"{\n") && folder.file("c").is_file(), || {
        format!("{output:?}")
    })?;
    Ok(Pass::Count(cases.len() as u64 + 2))
}

/// Colours are used when they are asked for, and not in pipes otherwise.
fn colors() -> Result<Pass, String> {
    let folder = with_inputs("colors")?;
    for (words, has_colors) in [("", false), (" --color always", true), (" --color never", false)] {
        for tool in ["analyze games --depth 1", "epd suite --depth 1"] {
            let output = folder.run(&format!("{tool}{words}"))?;
            ensure(output.stdout.contains(&0x1b) == has_colors, || format!("{tool}{words}"))?;
        }
    }
    Ok(Pass::Count(6))
}

/// The game of `play --pgn` is written however it ends: by a signal while the person or the
/// engine thinks, or because nobody reads what is printed.
fn game_of_a_person() -> Result<Pass, String> {
    let folder = Folder::new("outputs-play")?;
    let mut count = 0;
    for signal in ["-INT", "-TERM", "-HUP"] {
        for (options, prompts) in [("--side both", 2), ("--side red --movetime 600000", 1)] {
            let name = format!("game{signal}{prompts}.pgn");
            let words = format!("play {options} --notation uci --pgn {name}");
            let (reader, mut input) = std::io::pipe().map_err(|e| e.to_string())?;
            let shown = File::create(folder.file("shown")).map_err(|e| e.to_string())?;
            let mut command = folder.command(&words);
            let mut process = Process::spawn(command.stdin(reader).stdout(shown))?;
            drop(command);
            input.write_all(b"h2e2\n").map_err(|e| e.to_string())?;
            wait_until("the next prompt", LIMIT, || {
                Ok(folder.read("shown")?.matches("> ").count() >= prompts)
            })?;
            std::thread::sleep(Duration::from_millis(200)); // while the engine thinks
            process.signal(signal)?;
            process.wait(LIMIT)?;
            let pgn = folder.read(&name)?;
            ensure(pgn.contains("1. h2e2 *"), || format!("{words}, {signal}: {pgn}"))?;
            count += 1;
        }
    }
    let (reader, mut input) = std::io::pipe().map_err(|e| e.to_string())?;
    input.write_all(b"h2e2\nh9g7\nh0g2\n").map_err(|e| e.to_string())?;
    let mut command = folder.command("play --side both --notation uci --pgn unread.pgn");
    let unread = crate::process::unread()?;
    Process::spawn(command.stdin(reader).stdout(unread))?.wait(LIMIT)?;
    ensure(folder.file("unread.pgn").exists(), || "a game that nobody reads is lost".into())?;
    Ok(Pass::Count(count + 1))
}

/// A single file that is mounted, as into a container, is written in its place.
fn mounted() -> Result<Pass, String> {
    let folder = with_inputs("mounted")?;
    folder.write("outside", "old")?;
    folder.write("inside", "")?;
    let line = "mount --bind outside inside && exec \"$0\" \"$@\"";
    let run = |words: &str| {
        let mut command = Command::new("unshare");
        command.args(["--mount", "--map-root-user", "sh", "-c", line]);
        let program = crate::scene::binary();
        command.arg(program).args(words.split(' ')).current_dir(folder.path());
        crate::process::run(command.stdin(Stdio::null()))
    };
    if !run("--version").is_ok_and(|output| output.status.success()) {
        return Ok(Pass::Skipped("nothing can be mounted here".into()));
    }
    for (words, begins) in OUTPUTS {
        let output = run(&words.replace("OUT", "inside"))?;
        ensure(output.status.success(), || format!("{words}: {output:?}"))?;
        let found = folder.bytes("outside")?;
        ensure(String::from_utf8_lossy(&found).starts_with(begins), || format!("{words}: lost"))?;
        folder.write("outside", "old, and longer than what is written over it".repeat(500_000))?;
    }
    run("bench 1 --json inside")?;
    ensure(folder.read("outside")?.starts_with("{\n"), || "bench".into())?;
    Ok(Pass::Count(OUTPUTS.len() as u64 + 1))
}

/// A file that only takes more at its end is refused before the work.
fn append_only() -> Result<Pass, String> {
    let folder = with_inputs("append-only")?;
    folder.write("log", "old")?;
    let change = |how: &str| {
        let status = Command::new("chattr").arg(how).arg(folder.file("log")).output();
        status.is_ok_and(|output| output.status.success())
    };
    if !change("+a") {
        return Ok(Pass::Skipped("no file can be made so here".into()));
    }
    let cases = [
        "analyze games --movetime 600000 --json log",
        "epd suite --movetime 600000 --out log",
        "book build games --out log",
        "bench 30 --json log",
    ];
    let refused: Result<Vec<()>, String> = cases
        .into_iter()
        .map(|words| {
            let output = folder.run(words)?;
            let error = String::from_utf8_lossy(&output.stderr);
            let is_named =
                error.lines().last().is_some_and(|line| line.contains("cannot write log"));
            ensure(
                output.status.code() == Some(1) && is_named && error.lines().count() == 1,
                || format!("{words}: {}, {error}", output.status),
            )
        })
        .collect();
    change("-a");
    ensure(folder.read("log")? == "old", || "it was changed".into())?;
    refused.map(|list| Pass::Count(list.len() as u64))
}

/// Errors that must come before work that would take ten minutes for each position.
fn refused_before_the_work() -> Result<Pass, String> {
    let folder = with_inputs("refused")?;
    let cases = [
        ("analyze games --movetime 600000 --json no/x", "--json: cannot write no/x"),
        ("analyze games --movetime 600000 --pgn games", "--pgn would overwrite an input, games"),
        ("analyze games --movetime 600000 --pgn ./x --json x", "name the same file, ./x"),
        ("analyze games --movetime 600000 --state x --json x", "name the same file, x"),
        ("analyze games --movetime 600000 --json - --pgn -", "name the same file, -"),
        ("epd suite --movetime 600000 --out suite", "--out would overwrite an input, suite"),
        ("epd suite --movetime 600000 --out no/x", "--out: cannot write no/x"),
        (
            "epd suite --movetime 600000 --out x --json ./x",
            "--json and --out name the same file, x",
        ),
        ("epd suite --movetime 600000 --out - --json -", "name the same file, -"),
        ("book build games --out ./games", "--out would overwrite an input, ./games"),
        ("board startpos --svg x --png ./x", "--svg and --png name the same file, ./x"),
    ];
    for (words, expected) in cases {
        let output = folder.run(words)?;
        let error = String::from_utf8_lossy(&output.stderr);
        ensure(output.status.code() == Some(1) && error.contains(expected), || {
            format!("{words}: expected '{expected}', found {error}")
        })?;
    }
    ensure(folder.read("games")? == "h2e2 h9g7\n", || "an input was overwritten".into())?;
    ensure(!folder.file("x").exists(), || "a refused run wrote something".into())?;
    Ok(Pass::Count(cases.len() as u64))
}

/// What has no end is refused before it fills the memory.
fn endless_input() -> Result<Pass, String> {
    /// Address space in KiB: a tool that goes on reading is ended soon.
    const ADDRESS_SPACE: u32 = 3_000_000;
    let folder = with_inputs("endless")?;
    let (large, special) = ("/dev/zero: larger than", "not an ordinary file");
    let cases = [
        ("analyze /dev/zero --depth 1", large),
        ("analyze games --depth 1 --state /dev/zero", special),
        ("book show /dev/zero", special),
        ("epd /dev/zero --depth 1", large),
        ("match --merge /dev/zero", large),
        ("net info /dev/zero", special),
        ("train /dev/zero --data . --out out", large),
    ];
    for (words, expected) in cases {
        let line = format!("ulimit -v {ADDRESS_SPACE} && exec \"$0\" {words}");
        let mut command = Command::new("sh");
        command.args(["-c", &line]).arg(crate::scene::binary()).current_dir(folder.path());
        let output = crate::process::run(&mut command)?;
        let error = String::from_utf8_lossy(&output.stderr);
        ensure(output.status.code() == Some(1) && error.contains(expected), || {
            format!("{words}: {}, {error}", output.status)
        })?;
    }
    Ok(Pass::Count(cases.len() as u64))
}

/// Every tool that reads games or positions can read them from standard input.
fn standard_input() -> Result<Pass, String> {
    let folder = with_inputs("input")?;
    let cases = [
        ("analyze - --depth 1", "games"),
        ("book build - --min-games 1 --out -", "games"),
        ("epd - --depth 1", "suite"),
        ("judge -", "games"),
        ("notation --file -", "games"),
    ];
    for (words, file) in cases {
        let input = File::open(folder.file(file)).map_err(|e| e.to_string())?;
        let output = Process::spawn(folder.command(words).stdin(input))?.output(LIMIT)?;
        ensure(output.status.success() && !output.stdout.is_empty(), || {
            format!("{words}: {}", String::from_utf8_lossy(&output.stderr))
        })?;
    }
    Ok(Pass::Count(cases.len() as u64))
}
