//! A client that says everything in any order: each `go` must have its answer,
//! each `isready` too, and the process must end well.

use std::io::{BufRead, BufReader, Read, Write};
use std::thread;
use std::time::{Duration, Instant};

use crate::{Case, Pass, process, scene};

/// How many clients there are, and how many lines each sends.
const CLIENTS: u64 = 4;
const LINES: usize = 400;

/// After the last line the process must end within this time.
const PATIENCE: Duration = Duration::from_secs(10);

/// What is said. `go` without a limit is among it, and so is nonsense.
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

/// One case a client.
///
/// # Errors
/// Never.
pub fn cases() -> Result<Vec<Case>, String> {
    Ok((1..=CLIENTS)
        .map(|seed| Case::new(format!("{seed}"), move || random_commands(seed)))
        .collect())
}

/// What the program said.
#[derive(Default)]
struct Answers {
    moves: usize,
    readies: usize,
    /// The first move of the last line that this search has shown.
    shown: Option<String>,
    /// A move that nothing shown before it had announced.
    surprise: Option<String>,
}

impl Answers {
    fn with(mut self, line: String) -> Answers {
        self.readies += usize::from(line == "readyok");
        if line.contains(" multipv 1 ") {
            let pv = line.split_once(" pv ").and_then(|(_, pv)| pv.split(' ').next());
            self.shown = pv.map(str::to_string);
        }
        if let Some(answer) = line.strip_prefix("bestmove ") {
            self.moves += 1;
            let shown = self.shown.take();
            if shown.is_some() && shown.as_deref() != answer.split(' ').next() {
                self.surprise = Some(line);
            }
        }
        self
    }
}

fn random_commands(seed: u64) -> Result<Pass, String> {
    let (mut child, mut input, output, mut errors) = process::spawn()?;
    let reader = thread::spawn(move || {
        let lines = BufReader::new(output).lines().map_while(Result::ok);
        lines.fold(Answers::default(), Answers::with)
    });
    let mut random = seed;
    let (mut searches, mut questions) = (0, 0);
    for _ in 0..LINES {
        // Knuth's constants; the high bits are good enough for this.
        random =
            random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let phrase = PHRASES[(random >> 33) as usize % PHRASES.len()];
        searches += usize::from(phrase.starts_with("go "));
        questions += usize::from(phrase == "isready");
        writeln!(input, "{phrase}").map_err(|e| format!("'{phrase}': {e}"))?;
        if random >> 61 == 0 {
            thread::sleep(Duration::from_millis(5));
        }
    }
    drop(input);
    let asked = Instant::now();
    let status = loop {
        match child.try_wait().map_err(|e| e.to_string())? {
            Some(status) => break status,
            None if asked.elapsed() > PATIENCE.mul_f64(scene::slack()) => {
                let _ = child.kill();
                return Err(format!("still running {PATIENCE:?} after the end of the input"));
            }
            None => thread::sleep(Duration::from_millis(10)),
        }
    };
    let answers = reader.join().map_err(|_| "the reader panicked")?;
    let mut complaints = String::new();
    errors.read_to_string(&mut complaints).map_err(|e| e.to_string())?;
    if !status.success() || !complaints.is_empty() {
        return Err(format!("{status}, standard error: '{complaints}'"));
    }
    let Answers { moves, readies, .. } = answers;
    if (moves, readies) != (searches, questions) {
        return Err(format!(
            "expected {searches} times bestmove and {questions} times readyok, got {moves} and {readies}"
        ));
    }
    if let Some(surprise) = answers.surprise {
        return Err(format!("the last line before it began otherwise: {surprise}"));
    }
    Ok(Pass::Count((searches + questions) as u64))
}
