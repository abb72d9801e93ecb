//! Clients that garble what clients say: lines of the transcripts, changed at
//! random. Whatever comes, every `go` has one answer, the process stays alive
//! and listens, and it ends well.
//!
//! `FUZZ_LINES=100000` sets the number of lines of all clients together,
//! `FUZZ_SEED=7` the seed.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use chuhe::random::Random;

use crate::{Case, Pass, data_files, process, scene};

/// Lines of all clients together, unless `FUZZ_LINES` says otherwise.
const LINES: usize = 4000;
/// Lines between two looks at whether everything is in order.
const ROUND: usize = 20;
/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(10);
/// How many lines of the dialogue a failure shows.
const SHOWN: usize = 40;

/// The clients: a name, and what each says first.
const CLIENTS: &[(&str, &[&str])] = &[
    ("uci", &["uci"]),
    ("cyclone", &["ucicyclone", "startpos"]),
    ("ucci", &["ucci"]),
    ("cecp", &["xboard", "protover 2", "new", "variant xiangqi"]),
];

/// One case a client.
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
        let seed = (seed * CLIENTS.len() + index) as u64;
        let lines = lines.div_ceil(CLIENTS.len());
        Case::new(name, move || play(name, opening, &corpus, lines, seed))
    };
    Ok(CLIENTS.iter().enumerate().map(case).collect())
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

/// One of them.
fn pick<'a, T>(random: &mut Random, items: &'a [T]) -> &'a T {
    &items[random.below(items.len())]
}

/// A line with up to three changes, often none.
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

/// The words of a line as the program sees them.
fn words(line: &str) -> Vec<String> {
    let line = line.trim_start_matches('\u{feff}');
    line.split_whitespace().map(str::to_lowercase).collect()
}

/// Whether a line must not be sent: because it asks for the end, for work or
/// memory without measure, for a file, or to be heard only after a search, or
/// because it changes to a dialect in which less can be counted.
fn is_harmful(line: &str, is_cecp: bool) -> bool {
    let words = words(line);
    let first = words.first().map_or("", String::as_str);
    let joined = words.join(" ").replace('_', " ");
    let number = |limit: u64| {
        let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
        words.iter().any(|word| digits(word).parse().map_or(word.len() > 9, |n: u64| n > limit))
    };
    let mentions = |texts: &[&str]| texts.iter().any(|text| joined.contains(text));
    ["quit", "bench"].contains(&first)
        || mentions(&["perft", "batch", "log file"])
        || mentions(&["thread", "core"]) && number(4)
        || mentions(&["hash", "memory"]) && number(64)
        || match is_cecp {
            true => ["uci", "ucci", "ucicyclone"].contains(&first),
            false => first == "exit",
        }
}

/// The other end of the pipes, and what is owed.
struct Talk {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<String>,
    errors: Option<thread::JoinHandle<String>>,
    /// What was said last, for failures.
    log: VecDeque<String>,
    /// Searches asked for and answered; questions asked and answered.
    asked: [usize; 2],
    answered: [usize; 2],
    is_cecp: bool,
}

impl Drop for Talk {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Talk {
    fn start(is_cecp: bool) -> Result<Talk, String> {
        let (child, input, stdout, mut stderr) = process::spawn()?;
        let (sender, output) = channel();
        thread::spawn(move || {
            let lines = BufReader::new(stdout).lines().map_while(Result::ok);
            lines.map(|line| sender.send(line)).take_while(Result::is_ok).for_each(drop);
        });
        let errors = thread::spawn(move || {
            let mut text = String::new();
            let _ = stderr.read_to_string(&mut text);
            text
        });
        Ok(Talk {
            child,
            input: Some(input),
            output,
            errors: Some(errors),
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

    /// Sends a line and remembers what it asks for.
    fn send(&mut self, line: &[u8]) -> Result<(), String> {
        let text = String::from_utf8_lossy(line).into_owned();
        self.note(format!("> {}", text.escape_debug()));
        let first = words(&text).first().cloned().unwrap_or_default();
        if self.is_cecp {
            // Its words are lower case; what it plays cannot be counted here.
            let trimmed = text.trim_start_matches('\u{feff}').trim_start();
            self.asked[1] += usize::from(trimmed.split_whitespace().next() == Some("ping"));
        } else {
            self.asked[0] += usize::from(first == "go");
            self.asked[1] += usize::from(first == "isready");
        }
        let Some(input) = &mut self.input else { return Err("already closed".into()) };
        let sent = input.write_all(line).and_then(|()| input.write_all(b"\n"));
        sent.map_err(|e| format!("it has gone: {e}"))
    }

    /// Takes the next line of output.
    fn hear(&mut self, deadline: Instant) -> Result<(), String> {
        let left = deadline.saturating_duration_since(Instant::now());
        let line = self.output.recv_timeout(left).map_err(|error| match error {
            RecvTimeoutError::Timeout => {
                format!(
                    "silence: searches and questions {:?}, answers {:?}",
                    self.asked, self.answered
                )
            }
            RecvTimeoutError::Disconnected => "the output has ended".to_string(),
        })?;
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

    /// Listens until so much is answered, and no more.
    fn settle(&mut self, which: usize) -> Result<(), String> {
        let deadline = Instant::now() + PATIENCE.mul_f64(scene::slack());
        while self.answered[which] < self.asked[which] {
            self.hear(deadline)?;
        }
        if self.answered[which] > self.asked[which] {
            return Err(format!("asked {:?}, answered {:?}", self.asked, self.answered));
        }
        Ok(())
    }

    /// Everything asked for must come now, and nothing else.
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

    /// The end of the input must be the end of the process.
    fn leave(&mut self) -> Result<(), String> {
        drop(self.input.take());
        let asked = Instant::now();
        let status = loop {
            match self.child.try_wait().map_err(|e| e.to_string())? {
                Some(status) => break status,
                None if asked.elapsed() > PATIENCE.mul_f64(scene::slack()) => {
                    return Err("still running after the end of the input".into());
                }
                None => thread::sleep(Duration::from_millis(5)),
            }
        };
        let errors = self.errors.take().and_then(|handle| handle.join().ok()).unwrap_or_default();
        if !status.success() || !errors.is_empty() {
            return Err(format!("{status}, standard error: '{errors}'"));
        }
        Ok(())
    }
}

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
