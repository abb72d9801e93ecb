//! Numbers at their ends: every option of every command that takes a number gets those at and
//! beyond the ends of what a program can hold. Each is right or refused in words: no panic, no
//! overflow (the build of the tests checks), and nothing that is no number in what is printed.
//! What goes on for long is ended after a moment.

use std::fs::File;
use std::process::{Command, Stdio};
use std::time::Duration;

use chuhe_tools::program;

use crate::folder::{Folder, ensure};
use crate::process::{Process, deadline};
use crate::{Case, Pass, scene};

/// What is a number to some options, or looks like one.
const NUMBERS: [&str; 7] =
    ["0", "-1", "2147483647", "9223372036854775807", "18446744073709551615", "1e308", "nan"];

/// How long a command may go on.
const MOMENT: Duration = Duration::from_millis(700);

/// Names of values that are numbers.
const NUMERIC: [&str; 14] = [
    "N",
    "MS",
    "MIB",
    "UNITS",
    "SHARE",
    "RATE",
    "S",
    "SECONDS",
    "DEPTH",
    "THREADS",
    "THREAD_DEPTH",
    "COUNT",
    "NODES",
    "YEAR",
];

/// For each command with such options a line that ends soon. An option takes the place of the
/// same one in it.
const LINES: &[&str] = &[
    "analyze games --depth 1",
    "board startpos --png picture.png",
    "book build games --out book",
    "datagen --out data --games 1 --soft-nodes 10",
    "endings build tables --only P/P",
    "endings check tables",
    "endings exam tables --critical 1 --conversions 1 --defences 1",
    "epd suite --depth 1",
    "games find --db db --position startpos --limit 1",
    "games index games --db db",
    "judge --generate 2",
    "ladder --depth 1 --only ladder",
    "levels --games 1 --levels 2",
    "match $ENGINES --games 2 --max-plies 6 --seed 1",
    "net verify --positions 10",
    "notation --file games --game 1",
    "openings 1 --nodes 10",
    "play --movetime 1",
    "puzzles games --out found --nodes 1000",
    "relabel data/s1-00000.games --out deeper --soft-nodes 10",
    "solve 3k5/9/9/9/9/9/9/9/4R4/R3K4_w --nodes 10",
    "train manifest.toml --data data --out trained",
    "tune-search $ENGINE --params lmr_base --iterations 1 --state tuning",
];

/// Numbers that stand within other words.
const WITHIN: &[&str] = &[
    "analyze games --depth 1 --part NUMBER/NUMBER",
    "bench 1 1 NUMBER",
    "bench 1 NUMBER 1",
    "bench NUMBER",
    "datagen --out part --games 1 --soft-nodes 10 --part 1/NUMBER",
    "endings probe 4k4/9/9/9/9/9/9/9/9/3KR4_w_-_-_NUMBER_1",
    "judge --generate NUMBER",
    "judge counters",
    "match $ENGINES --games 2 --max-plies 6 --each depth=NUMBER",
    "match $ENGINES --games 2 --max-plies 6 --each nodes=NUMBER,depth=1",
    "match $ENGINES --games 2 --max-plies 6 --each movetime=NUMBER,depth=1",
    "match $ENGINES --games 2 --max-plies 6 --each tc=NUMBER+NUMBER,depth=1",
    "match $ENGINES --games 2 --max-plies 6 --each tc=NUMBER/10+0.1,depth=1",
    "match $ENGINES --games 2 --max-plies 6 --each depth=1,patience=NUMBER,startup=NUMBER",
    "match $ENGINES --games 2 --max-plies 6 --each depth=1,timemargin=NUMBER",
    "match $ENGINES --games 2 --max-plies 6 --each depth=1,option.Hash=NUMBER",
    "match --merge state --sprt elo0=0,elo1=NUMBER",
    "match --merge state --sprt elo0=0,elo1=NUMBER,model=logistic",
    "match --merge state --sprt elo0=0,elo1=NUMBER,model=bayesian",
    "match --merge state --sprt elo0=-NUMBER,elo1=5",
    "match --merge state --sprt elo0=-NUMBER,elo1=NUMBER,model=logistic",
    "match --merge state --sprt elo0=0,elo1=1,alpha=NUMBER",
    "match $ENGINES --games 2 --max-plies 6 --resign moves=NUMBER,score=1",
    "match $ENGINES --games 2 --max-plies 6 --resign moves=1,score=NUMBER",
    "match $ENGINES --games 2 --max-plies 6 --draw after=NUMBER,moves=1,score=1",
    "match $ENGINES --games 2 --max-plies 6 --draw after=1,moves=NUMBER,score=NUMBER",
    "openings NUMBER --nodes 10",
    "perft NUMBER",
    "play --clock NUMBER+NUMBER",
    "play --ending KRKAB --seed NUMBER",
    "play --ending KRKAB --length NUMBER",
    "play --ending KRKAB --length NUMBER..NUMBER",
    "solve 3k5/9/9/9/9/9/9/9/4R4/R3K4_w --nodes NUMBER --all-moves --replay NUMBER",
    "train manifest.toml --data data --out trained --set batch=NUMBER --pin pinned",
    "train manifest.toml --data data --out trained --set scale=NUMBER --pin pinned",
];

/// All cases: one for each command.
///
/// # Errors
/// Never.
pub fn cases() -> Result<Vec<Case>, String> {
    let mut cases = vec![
        Case::new("every-command", every_command),
        Case::new("within-words", within_words),
        Case::new("network", network),
    ];
    for line in LINES {
        cases.push(Case::new(command_of(line), move || options(line)));
    }
    Ok(cases)
}

/// The words before the first that is none of a command.
fn command_of(line: &str) -> String {
    let both = ["book", "endings", "games", "net"];
    let words: Vec<&str> = line.split(' ').collect();
    let count = if both.contains(&words[0]) { 2 } else { 1 };
    words[..count].join(" ")
}

/// The long options of a command that take numbers.
fn numeric_options(command: &str) -> Vec<String> {
    let mut program = program();
    program.build();
    let mut names = command.split(' ');
    let found = names.try_fold(&program, |command, name| command.find_subcommand(name));
    let numbers = found.into_iter().flat_map(clap::Command::get_arguments).filter(|arg| {
        let values = arg.get_value_names().unwrap_or_default();
        values.iter().any(|name| NUMERIC.contains(&name.as_str()))
    });
    numbers.filter_map(|arg| arg.get_long().map(|name| format!("--{name}"))).collect()
}

/// No command with such options is left out.
fn every_command() -> Result<Pass, String> {
    let mut count = 0;
    let mut todo: Vec<(String, clap::Command)> = vec![(String::new(), program())];
    while let Some((name, command)) = todo.pop() {
        for below in command.get_subcommands() {
            todo.push((format!("{name} {}", below.get_name()).trim().into(), below.clone()));
        }
        let is_known = LINES.iter().any(|line| command_of(line) == name);
        ensure(numeric_options(&name).is_empty() || is_known, || format!("no line for {name}"))?;
        count += 1;
    }
    Ok(Pass::Count(count))
}

/// A folder with what the lines read.
fn with_inputs(name: &str) -> Result<Folder, String> {
    let folder = Folder::new(&format!("extremes-{}", name.replace(' ', "-")))?;
    folder.write("games", "h2e2 h9g7\n")?;
    folder.write("suite", "3k5/9/9/9/9/9/9/9/4R4/R3K4 w bm a0d0;\n")?;
    let counters: String = NUMBERS
        .iter()
        .flat_map(|n| [format!("{n} 1"), format!("0 {n}")])
        .map(|counters| format!("4k4/9/9/9/9/9/9/9/9/3KR4 w - - {counters} moves e0e1 e9d9\n"))
        .collect();
    folder.write("counters", counters)?;
    folder.write("manifest.toml", "")?;
    folder.text("datagen --out data --games 1 --soft-nodes 10")?;
    folder.text("endings build tables --only P")?;
    folder.text("games index --db db games")?;
    let program = scene::binary().display().to_string();
    let engines =
        format!("--engine name=a,cmd={program},nodes=10 --engine name=b,cmd={program},nodes=10");
    folder.text(&format!("match {engines} --games 2 --max-plies 6 --seed 1 --state state"))?;
    Ok(folder)
}

/// The options of a command, one after another.
fn options(line: &str) -> Result<Pass, String> {
    let folder = with_inputs(&command_of(line))?;
    let mut count = 0;
    for option in numeric_options(&command_of(line)) {
        for number in NUMBERS {
            let mut words: Vec<&str> = line.split(' ').collect();
            if let Some(at) = words.iter().position(|&word| word == option) {
                words.drain(at..at + 2);
            }
            let option = format!("{option}={number}");
            words.push(&option);
            check(&folder, &words.join(" "))?;
            count += 1;
        }
    }
    Ok(Pass::Count(count))
}

/// The numbers that stand within other words.
fn within_words() -> Result<Pass, String> {
    let folder = with_inputs("within")?;
    for line in WITHIN {
        for number in NUMBERS {
            check(&folder, &line.replace("NUMBER", number))?;
        }
    }
    Ok(Pass::Count((WITHIN.len() * NUMBERS.len()) as u64))
}

/// A network whose scale is the largest number: all ways of computing agree.
fn network() -> Result<Pass, String> {
    use chuhe::eval::{Network, Weights};
    let folder = Folder::new("extremes-scale")?;
    let shape = "689k1a1t7-32x2-2".parse().map_err(|_| "a shape")?;
    let bytes = Network::to_bytes(shape, i32::MAX, "", &Weights::random(shape, 1));
    folder.write("large.net", bytes.map_err(|e| e.to_string())?)?;
    let text = folder.text("net verify large.net --positions 20")?;
    ensure(text.contains("agree"), || text)?;
    Ok(Pass::Ok)
}

/// Runs a command for a moment.
fn check(folder: &Folder, words: &str) -> Result<(), String> {
    let program = scene::binary().display().to_string();
    let engine = |name: &str| format!("--engine name={name},cmd={program},nodes=10");
    let words = words.replace("$ENGINES", &format!("{} {}", engine("a"), engine("b")));
    let words = words.replace("$ENGINE", &engine("a"));
    for left in ["deeper", "trained", "tuning", "pinned", "book"] {
        let path = folder.file(left);
        let _ = std::fs::remove_dir_all(&path).or_else(|_| std::fs::remove_file(&path));
    }
    let file = |name: &str| File::create(folder.file(name)).map_err(|e| e.to_string());
    let mut command = Command::new("sh");
    // No number may take the memory of the machine.
    command.args(["-c", "ulimit -v 4000000; exec \"$0\" \"$@\"", &program]);
    command.args(words.split(' ').map(|word| word.replace('_', " ")));
    command.current_dir(folder.path()).env("LC_ALL", "C").env("RUST_BACKTRACE", "0");
    command.stdin(Stdio::null()).stdout(file("out")?).stderr(file("err")?);
    let mut process = Process::spawn_group(&mut command)?;
    let status = process.wait_by(deadline(MOMENT))?;
    process.kill();
    let read = |name| folder.bytes(name).map(|b| String::from_utf8_lossy(&b).into_owned());
    let (out, err) = (read("out")?, read("err")?);
    let is_ended = status.is_none_or(|status| matches!(status.code(), Some(0..=5)));
    let is_number = |text: &str| {
        !text.split(|c: char| !c.is_alphanumeric()).any(|word| ["NaN", "inf"].contains(&word))
    };
    let is_right = is_ended && is_number(&out) && !err.contains("panicked");
    let is_worded =
        !["out of range integral", "float seconds"].iter().any(|words| err.contains(words));
    ensure(is_right && is_worded, || format!("{words}: {status:?}\n{out}{err}"))
}
