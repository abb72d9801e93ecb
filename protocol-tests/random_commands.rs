//! Sends UCI commands in random order and without waiting. Every `go` must get one
//! `bestmove` and every `isready` one `readyok`, the process must end with status 0 at
//! the end of its input, and it must write nothing to standard error.

use std::process::Command;
use std::thread;
use std::time::Duration;

use chuhe::internals::random::Random;

use crate::process::{Dialogue, NoLine, deadline};
use crate::{Case, Pass, scene};

/// Number of cases. Each is one process with a random seed of its own.
const PROCESSES: u64 = 4;
/// Commands that each process gets.
const LINES: usize = 400;

/// Time from the end of the input to the end of the process.
const LIMIT: Duration = Duration::from_secs(10);

/// The commands, among them endless searches and invalid lines.
const PHRASES: &[&str] = &[
    "isready",
    "go depth 2",
    "go depth 3",
    "go nodes 500",
    "go movetime 3",
    "go movetime 10 depth 50",
    "go wtime 50 btime 50",
    "go wtime 0 btime 0",
    "go ponder wtime 50 btime 50",
    "go ponder depth 2",
    "go infinite",
    "go mate 1",
    "go depth x",
    "go searchmoves h2e2 b0c2",
    "go depth 1 searchmoves zzzz",
    "ponderhit",
    "stop",
    "stop",
    "stop",
    "ucinewgame",
    "setoption name Hash value 1",
    "setoption name Hash value 3",
    "setoption name Hash value x",
    "setoption name Threads value 1",
    "setoption name Threads value 2",
    "setoption name MultiPV value 1",
    "setoption name MultiPV value 3",
    "setoption name Repetition Rule value AsianRule",
    "setoption name UCI_ShowWDL value true",
    "setoption name Clear Hash",
    "setoption name Skill Level value 3",
    "setoption name Skill Level value 20",
    "setoption name OwnBook value true",
    "setoption name OwnBook value false",
    "setoption name BookFile value protocol-tests/book/small.book",
    "setoption name BookFile value no/such/book",
    "position startpos",
    "position startpos moves h2e2 h9g7",
    "position startpos moves h3e3 h10g8 zzzz",
    "position fen 3k5/4P4/9/9/9/9/9/9/9/4K1R2 b - - 0 1",
    "position fen 3k5/9/9/9/9/9/9/9/9/4K4 w",
    "position fen nonsense",
    "fen 3k5/9/9/9/9/9/9/9/4R4/R3K4 r moves",
    "flip",
    "d",
    "eval",
    "moves",
    "perft 2",
    "uci",
    "nonsense",
];

/// One case for each process, named by its seed.
///
/// # Errors
/// Never.
pub fn cases() -> Result<Vec<Case>, String> {
    Ok((1..=PROCESSES)
        .map(|seed| Case::new(format!("{seed}"), move || random_commands(seed)))
        .collect())
}

/// What the program has printed so far.
#[derive(Default)]
struct Answers {
    /// Number of `bestmove` lines.
    moves: usize,
    /// Number of `readyok` lines.
    readies: usize,
    /// The first move of the principal variation that this search reported last.
    reported: Option<String>,
    /// A `bestmove` line whose move is not the one reported last.
    mismatch: Option<String>,
}

impl Answers {
    /// Adds a line.
    fn with(mut self, line: String) -> Answers {
        self.readies += usize::from(line == "readyok");
        if line.contains(" multipv 1 ") {
            let pv = line.split_once(" pv ").and_then(|(_, pv)| pv.split(' ').next());
            self.reported = pv.map(str::to_string);
        }
        if let Some(answer) = line.strip_prefix("bestmove ") {
            self.moves += 1;
            let reported = self.reported.take();
            if reported.is_some() && reported.as_deref() != answer.split(' ').next() {
                self.mismatch = Some(line);
            }
        }
        self
    }
}

fn random_commands(seed: u64) -> Result<Pass, String> {
    let mut engine = Dialogue::start(&mut Command::new(scene::binary()))?;
    let mut random = Random::new(&[seed]);
    let (mut searches, mut questions) = (0, 0);
    for _ in 0..LINES {
        let phrase = PHRASES[random.below(PHRASES.len())];
        searches += usize::from(phrase.starts_with("go "));
        questions += usize::from(phrase == "isready");
        engine.send(format!("{phrase}\n").as_bytes())?;
        if random.below(8) == 0 {
            thread::sleep(Duration::from_millis(5));
        }
    }
    engine.close_input();
    let mut answers = Answers::default();
    let end = deadline(LIMIT);
    loop {
        match engine.line(end) {
            Ok(line) => answers = answers.with(line.text),
            Err(NoLine::End) => break,
            Err(NoLine::Timeout) => {
                return Err(format!("still running {LIMIT:?} after the end of the input"));
            }
        }
    }
    let status = engine.process().wait(LIMIT)?;
    let complaints = engine.errors();
    if !status.success() || !complaints.is_empty() {
        return Err(format!("{status}, standard error: '{complaints}'"));
    }
    let Answers { moves, readies, .. } = answers;
    if (moves, readies) != (searches, questions) {
        return Err(format!(
            "expected {searches} times bestmove and {questions} times readyok, got {moves} and {readies}"
        ));
    }
    if let Some(line) = answers.mismatch {
        return Err(format!("the principal variation before it begins with another move: {line}"));
    }
    Ok(Pass::Count((searches + questions) as u64))
}
