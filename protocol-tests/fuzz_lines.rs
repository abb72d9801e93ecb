//! Fuzzing: sends lines of the transcripts with random changes to the program. Every `go`
//! must get one answer, every `isready` or `ping` too, the process must not exit before
//! the end of its input, and it must write nothing to standard error.
//!
//! The cases `late-*` pause between the lines, so that they come while the program thinks
//! or ponders, change the dialect in between, and expect no more than that `quit` ends
//! the program.
//!
//! `FUZZ_LINES=100000` sets the number of lines of all dialects together,
//! `FUZZ_SEED=7` the random seed.

use std::collections::VecDeque;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use chuhe::internals::random::Random;

use crate::process::{Dialogue, NoLine, deadline};
use crate::{Case, Pass, data_files, scene};

/// Lines of all dialects together, unless `FUZZ_LINES` says otherwise.
const LINES: usize = 4000;
/// Lines sent between two checks of the answers.
const ROUND: usize = 20;
/// How long an answer, or the end of the process, may take.
const LIMIT: Duration = Duration::from_secs(10);
/// Lines sent to a process before `quit`, where they come late, and their share in all.
const LATE_LINES: (usize, usize) = (12, 10);
/// The longest pause between two of them, in milliseconds.
const LONGEST_PAUSE: usize = 30;
/// How many lines of the dialogue a failure shows.
const SHOWN: usize = 40;

/// The dialects: a name, and the lines that select the dialect.
const DIALECTS: &[(&str, &[&str])] = &[
    ("uci", &["uci"]),
    ("cyclone", &["ucicyclone", "startpos"]),
    ("ucci", &["ucci"]),
    ("cecp", &["xboard", "protover 2", "new", "variant xiangqi"]),
];

/// Two cases for each dialect.
///
/// # Errors
/// When there are no transcripts.
pub fn cases() -> Result<Vec<Case>, String> {
    let number = |name: &str, default| match std::env::var(name) {
        Ok(text) => text.parse().map_err(|_| format!("{name}: expected a number, found '{text}'")),
        Err(_) => Ok(default),
    };
    let lines: usize = number("FUZZ_LINES", LINES)?;
    let seed = number("FUZZ_SEED", 1)?;
    let corpus = corpus()?;
    let case = |(index, &(name, opening)): (usize, &(&'static str, &'static [&'static str]))| {
        let corpus = corpus.clone();
        let seed = (seed * DIALECTS.len() + index) as u64;
        let lines = lines.div_ceil(DIALECTS.len());
        Case::new(name, move || play(name, opening, &corpus, lines, seed))
    };
    let late = |(index, &(name, opening)): (usize, &(&'static str, &'static [&'static str]))| {
        let corpus = corpus.clone();
        let seed = (seed * DIALECTS.len() + index) as u64;
        let lines = lines.div_ceil(DIALECTS.len() * LATE_LINES.1);
        Case::new(format!("late-{name}"), move || play_late(opening, &corpus, lines, seed))
    };
    let dialects = || DIALECTS.iter().enumerate();
    Ok(dialects().map(case).chain(dialects().map(late)).collect())
}

/// All lines that the transcripts send.
fn corpus() -> Result<Vec<String>, String> {
    let mut lines = Vec::new();
    for folder in ["uci", "ucci", "cecp"] {
        for (_, text) in data_files(folder)? {
            let sent = text.lines().filter_map(|line| line.strip_prefix("> "));
            lines.extend(sent.filter(|line| !line.contains(['{', '$'])).map(str::to_string));
        }
    }
    if lines.len() < 100 {
        return Err(format!("the transcripts send only {} lines", lines.len()));
    }
    Ok(lines)
}

/// A random item of a list.
fn pick<'a, T>(random: &mut Random, items: &'a [T]) -> &'a T {
    &items[random.below(items.len())]
}

/// A random line with up to three random changes.
fn mutate(corpus: &[String], random: &mut Random) -> Vec<u8> {
    const NUMBERS: &[&str] =
        &["0", "-1", "1", "4294967296", "99999999999999999999", "-0", "1e9", "0x10", "3.5"];
    let mut line = pick(random, corpus).clone().into_bytes();
    for _ in 0..random.below(4) {
        let at = random.below(line.len());
        let mut words: Vec<Vec<u8>> = line.split(|b| *b == b' ').map(<[u8]>::to_vec).collect();
        let word = random.below(words.len());
        match random.below(12) {
            0 if !line.is_empty() => drop(line.remove(at)),
            1 => line.insert(at, random.below(256) as u8),
            2 if at + 1 < line.len() => line.swap(at, at + 1),
            3 => line.truncate(at),
            4 => line.make_ascii_uppercase(),
            5 => {
                let prefix = pick(random, &[&b"\xef\xbb\xbf"[..], b"  ", b"\t", b"\r"]).to_vec();
                line.splice(0..0, prefix).for_each(drop);
            }
            choice @ 6..=10 => {
                let other = pick(random, corpus).clone();
                let others: Vec<&str> = other.split(' ').collect();
                match choice {
                    6 => words[word] = pick(random, NUMBERS).as_bytes().to_vec(),
                    7 => words[word] = pick(random, &others).as_bytes().to_vec(),
                    8 => words.insert(word, pick(random, &others).as_bytes().to_vec()),
                    9 => words.insert(word, words[word].clone()),
                    _ => drop(words.remove(word)),
                }
                line = words.join(&b' ');
            }
            _ => line.extend_from_slice(pick(random, corpus).as_bytes()),
        }
    }
    line
}

/// The words of a line as the program reads them.
fn words(line: &str) -> Vec<String> {
    let line = line.trim_start_matches('\u{feff}');
    line.split_whitespace().map(str::to_lowercase).collect()
}

/// Whether a line must not be sent because the test could not go on or count afterwards:
/// it ends the process, is costly, delays the following commands to the end of a search,
/// or changes the dialect.
fn is_harmful(line: &str, is_cecp: bool) -> bool {
    let words = words(line);
    let first = words.first().map_or("", String::as_str);
    is_costly(&words)
        || first == "quit"
        || words.join(" ").contains("batch")
        || match is_cecp {
            true => ["uci", "ucci", "ucicyclone"].contains(&first),
            false => first == "exit",
        }
}

/// Whether the words of a line ask for very much time or memory, or write a file.
fn is_costly(words: &[String]) -> bool {
    let joined = words.join(" ").replace('_', " ");
    let number = |limit: u64| {
        let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
        words.iter().any(|word| digits(word).parse().map_or(word.len() > 9, |n: u64| n > limit))
    };
    let mentions = |texts: &[&str]| texts.iter().any(|text| joined.contains(text));
    words.first().is_some_and(|first| first == "bench")
        || mentions(&["perft", "log file"])
        || mentions(&["thread", "core"]) && number(4)
        || mentions(&["hash", "memory"]) && number(64)
}

/// A dialogue with the program, and the number of answers that are due.
struct Talk {
    engine: Dialogue,
    /// The last lines in both directions, for failures.
    log: VecDeque<String>,
    /// Number of searches and of questions (`isready`, `ping`) sent.
    asked: [usize; 2],
    /// Number of their answers.
    answered: [usize; 2],
    is_cecp: bool,
}

impl Talk {
    fn start(is_cecp: bool) -> Result<Talk, String> {
        Ok(Talk {
            engine: Dialogue::start(&mut Command::new(scene::binary()))?,
            log: VecDeque::new(),
            asked: [0; 2],
            answered: [0; 2],
            is_cecp,
        })
    }

    fn note(&mut self, text: String) {
        if self.log.len() == SHOWN {
            self.log.pop_front();
        }
        self.log.push_back(text.chars().take(120).collect());
    }

    /// Sends a line and counts the answer that it must get.
    fn send(&mut self, line: &[u8]) -> Result<(), String> {
        let text = String::from_utf8_lossy(line).into_owned();
        self.note(format!("> {}", text.escape_debug()));
        let first = words(&text).first().cloned().unwrap_or_default();
        if self.is_cecp {
            // Commands of CECP are lower case. Which of them start a search depends on the
            // state of the game, so that only the answers to `ping` are counted.
            let trimmed = text.trim_start_matches('\u{feff}').trim_start();
            self.asked[1] += usize::from(trimmed.split_whitespace().next() == Some("ping"));
        } else {
            self.asked[0] += usize::from(first == "go");
            self.asked[1] += usize::from(first == "isready");
        }
        self.engine.send(&[line, b"\n"].concat())
    }

    /// Takes the next line of output.
    fn hear(&mut self, deadline: Instant) -> Result<(), String> {
        let line = self.engine.line(deadline).map_err(|error| match error {
            NoLine::End => error.to_string(),
            NoLine::Timeout => format!(
                "{error}: searches and questions {:?}, answers {:?}",
                self.asked, self.answered
            ),
        })?;
        let line = line.text;
        let first = line.split(' ').next().unwrap_or_default();
        let is_move = match self.is_cecp {
            true => ["move", "resign", "1-0", "0-1"].contains(&first),
            false => ["bestmove", "nobestmove"].contains(&first),
        };
        self.answered[0] += usize::from(is_move);
        self.answered[1] += usize::from(line == "readyok" || first == "pong");
        if !line.starts_with("option") && !line.starts_with("feature") {
            self.note(format!("< {line}"));
        }
        Ok(())
    }

    /// Reads until all searches (0) or questions (1) are answered. More answers than
    /// questions are an error.
    fn settle(&mut self, which: usize) -> Result<(), String> {
        let deadline = deadline(LIMIT);
        while self.answered[which] < self.asked[which] {
            self.hear(deadline)?;
        }
        if self.answered[which] > self.asked[which] {
            return Err(format!("asked {:?}, answered {:?}", self.asked, self.answered));
        }
        Ok(())
    }

    /// Stops the search, and checks that every answer comes and no other.
    fn check(&mut self) -> Result<(), String> {
        if self.is_cecp {
            self.send(b"force")?;
            self.send(b"ping 1000001")?;
            self.settle(1)?;
            self.asked[0] = self.answered[0] + 1;
            for line in ["new", "variant xiangqi", "easy", "sd 1", "st 1", "go", "ping 1000002"] {
                self.send(line.as_bytes())?;
            }
            self.settle(1)?;
        } else {
            self.send(b"stop")?;
            self.settle(0)?;
            self.send(b"isready")?;
            self.settle(1)?;
        }
        self.settle(0)
    }

    /// Closes the input: the process must end.
    fn leave(&mut self) -> Result<(), String> {
        self.engine.close_input();
        let status = self.engine.process().wait(LIMIT)?;
        let errors = self.engine.errors();
        if !status.success() || !errors.is_empty() {
            return Err(format!("{status}, standard error: '{errors}'"));
        }
        Ok(())
    }
}

/// Sends this many lines in a dialect.
fn play(
    name: &str,
    opening: &[&str],
    corpus: &[String],
    lines: usize,
    seed: u64,
) -> Result<Pass, String> {
    let is_cecp = name == "cecp";
    let mut talk = Talk::start(is_cecp)?;
    let mut random = Random::new(&[seed]);
    let mut sent = 0;
    let started = Instant::now();
    let mut run = || -> Result<(), String> {
        opening.iter().try_for_each(|line| talk.send(line.as_bytes()))?;
        while sent < lines {
            for _ in 0..ROUND {
                let line = mutate(corpus, &mut random);
                for piece in line.split(|b| *b == b'\n') {
                    if !is_harmful(&String::from_utf8_lossy(piece), is_cecp) {
                        talk.send(piece)?;
                        sent += 1;
                    }
                }
            }
            talk.check()?;
        }
        talk.leave()
    };
    match run() {
        Ok(()) => {
            let (searches, seconds) = (talk.answered[0], started.elapsed().as_secs_f64());
            println!("fuzz_lines: {name}: {sent} lines, {searches} answers to go, {seconds:.1} s");
            Ok(Pass::Count(sent as u64))
        }
        Err(error) => {
            let log: Vec<String> = talk.log.iter().map(|line| format!("    {line}")).collect();
            Err(format!("after {sent} lines: {error}\n{}", log.join("\n")))
        }
    }
}

/// Sends this many lines in a dialect, with pauses between them, and `quit` to each process
/// after some of them.
fn play_late(opening: &[&str], corpus: &[String], lines: usize, seed: u64) -> Result<Pass, String> {
    let mut random = Random::new(&[seed]);
    let mut sent = 0;
    while sent < lines {
        let mut engine = Dialogue::start(&mut Command::new(scene::binary()))?;
        let mut log = Vec::new();
        let mut send = |line: &[u8]| {
            log.push(format!("    {}", String::from_utf8_lossy(line).escape_debug()));
            engine.send(&[line, b"\n"].concat())
        };
        opening.iter().try_for_each(|line| send(line.as_bytes()))?;
        for _ in 0..LATE_LINES.0 {
            let line = mutate(corpus, &mut random);
            for piece in line.split(|b| *b == b'\n') {
                let words = words(&String::from_utf8_lossy(piece));
                let ends = words.first().is_some_and(|w| ["quit", "exit"].contains(&w.as_str()));
                if !ends && !is_costly(&words) {
                    send(piece)?;
                    sent += 1;
                    thread::sleep(Duration::from_millis(random.below(LONGEST_PAUSE) as u64));
                }
            }
        }
        send(b"quit")?;
        let end = engine.process().wait(LIMIT);
        let errors = engine.errors();
        if !end.as_ref().is_ok_and(|status| status.success()) || !errors.is_empty() {
            let log = log.join("\n");
            return Err(format!("after quit: {end:?}, standard error: '{errors}'\n{log}"));
        }
    }
    Ok(Pass::Count(sent as u64))
}
