//! `chuhe solve`: looks for forced mates.

use std::fmt::Display;
use std::io::{Write, stdout};
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};

use crate::board::Setup;
use crate::engine::capacity;
use crate::games::numbered_lines;
use crate::mate::{Answer, Attack, Question, Replay, SolveResult, Solver};
use crate::reference::movegen::Mailbox;
use crate::rules::{Game, RuleSet};
use crate::tools::lang::{Lang, LangArgs};
use crate::tools::{input, output};
use crate::types::Move;

/// Look for forced mates and prove them
#[derive(Args, Clone, Debug)]
pub struct SolveArgs {
    /// A position, or a file with one position a line; - for standard input
    #[arg(value_name = "FEN|FILE")]
    position: String,
    /// Mate within so many moves
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=31))]
    moves: Option<u32>,
    /// The attacker's moves: checks alone, also threats to mate, or any
    #[arg(long, value_name = "KIND", value_enum, default_value_t = Kind::Any)]
    attack: Kind,
    /// Nodes after which a position is given up
    #[arg(long, value_name = "N", default_value_t = 5_000_000)]
    nodes: u64,
    /// Seconds after which a position is given up
    #[arg(long, value_name = "S")]
    seconds: Option<f64>,
    /// Take the first mate found instead of looking for the shortest
    #[arg(long)]
    any_length: bool,
    /// Print all first moves that mate as quickly
    #[arg(long)]
    all_moves: bool,
    /// Play each proof against every reply that the reference move generator
    /// lists, until so many positions have been visited
    #[arg(long, value_name = "N")]
    replay: Option<u64>,
    /// Size of the table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64,
          value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1 << 20))]
    hash: usize,
    #[command(flatten)]
    lang: LangArgs,
}

/// [`Attack`] as an option.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Kind {
    Checks,
    Threats,
    Any,
}

impl From<Kind> for Attack {
    fn from(kind: Kind) -> Attack {
        match kind {
            Kind::Checks => Attack::Checks,
            Kind::Threats => Attack::Threats,
            Kind::Any => Attack::Any,
        }
    }
}

/// Solves one position or all of a file.
///
/// # Errors
/// When a position is none, the file cannot be read, or a replay finds a hole
/// in a proof.
pub fn run(args: &SolveArgs) -> Result<()> {
    capacity::check(args.hash, 1, 0)?;
    let lang = args.lang.get();
    let mut out = stdout().lock();
    let path = Path::new(&args.position);
    // A FEN is no path: too many folders.
    if !output::is_standard(path) && !path.exists() {
        let (finding, elapsed, replay) = solve(&args.position, args)
            .with_context(|| format!("neither a file nor a position, '{}'", args.position))?;
        writeln!(out, "{}", describe(&finding, elapsed, replay, lang))?;
        return Ok(());
    }
    let text = input::read_text(path)?;
    let mut total = Total::default();
    for (number, line) in numbered_lines(&text) {
        let fen = line.split(';').next().unwrap_or_default().trim();
        if fen.is_empty() || fen.starts_with('#') {
            continue;
        }
        let (finding, elapsed, replay) = solve(fen, args)
            .with_context(|| format!("line {number} of {}", input::name_of(path)))?;
        total.add(&finding, elapsed);
        writeln!(out, "{fen} ; {}", describe(&finding, elapsed, replay, lang))?;
        out.flush()?;
    }
    writeln!(out, "{}", total.text(lang))?;
    Ok(())
}

fn solve(fen: &str, args: &SolveArgs) -> Result<(SolveResult, Duration, Option<Replay>)> {
    let game = Game::new(&fen.parse::<Setup>()?)?;
    let question = Question {
        moves: args.moves,
        attack: args.attack.into(),
        nodes: args.nodes,
        shortest: !args.any_length,
        all_moves: args.all_moves,
    };
    let mut solver = Solver::new(args.hash);
    let started = Instant::now();
    let limit = args.seconds.map(Duration::try_from_secs_f64).transpose().context("--seconds")?;
    let is_late = || limit.is_some_and(|limit| started.elapsed() >= limit);
    let finding = solver.solve(&game, &RuleSet::default(), &question, &is_late);
    let elapsed = started.elapsed();
    let mut replay = None;
    if let (Some(positions), Answer::Proved(proof)) = (args.replay, &finding.answer) {
        let moves_of = |setup: &Setup| Mailbox::new(setup).legal_moves();
        match solver.replay(&game, proof, &moves_of, positions) {
            Ok(done) => replay = Some(done),
            Err(hole) => bail!("the proof of {fen} has a hole after {}", words(&hole.0)),
        }
    }
    Ok((finding, elapsed, replay))
}

fn words(moves: &[Move]) -> String {
    moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
}

/// A finding in words, on one line.
fn describe(
    finding: &SolveResult,
    elapsed: Duration,
    replay: Option<Replay>,
    lang: Lang,
) -> String {
    let seconds = format!("{:.3}", elapsed.as_secs_f64());
    let cost = lang.fill("solve.cost", &[("nodes", &finding.nodes), ("seconds", &seconds)]);
    let mut text = match &finding.answer {
        Answer::Proved(proof) => {
            let shortest = if proof.is_shortest { lang.text("solve.shortest") } else { "" };
            let how = format!("{shortest}{}", by(proof.attack, lang));
            let line = words(&proof.line);
            let values: [(&str, &dyn Display); 4] =
                [("n", &proof.moves()), ("how", &how), ("line", &line), ("cost", &cost)];
            let text = lang.fill("solve.mate", &values);
            let moves = words(&proof.first_moves);
            text + &match (proof.is_complete, proof.first_moves.len()) {
                (true, _) => lang.fill("solve.all-first", &[("moves", &moves)]),
                (false, 0 | 1) => String::new(),
                (false, _) => lang.fill("solve.first", &[("moves", &moves)]),
            }
        }
        Answer::Refuted(moves, attack) => {
            let how = by(*attack, lang);
            lang.fill("solve.refuted", &[("n", moves), ("how", &how), ("cost", &cost)])
        }
        Answer::Unknown => lang.fill("solve.unknown", &[("cost", &cost)]),
    };
    match replay {
        Some(Replay::Complete(n)) => text += &lang.fill("solve.replayed", &[("n", &n)]),
        Some(Replay::Partial(n)) => text += &lang.fill("solve.replayed-part", &[("n", &n)]),
        None => {}
    }
    text
}

fn by(attack: Attack, lang: Lang) -> &'static str {
    match attack {
        Attack::Checks => lang.text("solve.checks"),
        Attack::Threats => lang.text("solve.threats"),
        Attack::Any => "",
    }
}

/// Counts of a file.
#[derive(Default)]
struct Total {
    positions: usize,
    proved: usize,
    refuted: usize,
    /// Proved within 0.1, 1 and 10 seconds.
    within: [usize; 3],
    nodes: u64,
    elapsed: Duration,
}

const LIMITS: [f64; 3] = [0.1, 1.0, 10.0];

impl Total {
    fn add(&mut self, finding: &SolveResult, elapsed: Duration) {
        self.positions += 1;
        self.nodes += finding.nodes;
        self.elapsed += elapsed;
        match finding.answer {
            Answer::Proved(_) => {
                self.proved += 1;
                for (count, limit) in self.within.iter_mut().zip(LIMITS) {
                    *count += usize::from(elapsed.as_secs_f64() <= limit);
                }
            }
            Answer::Refuted(..) => self.refuted += 1,
            Answer::Unknown => {}
        }
    }

    fn text(&self, lang: Lang) -> String {
        let Total { positions, proved, refuted, within: [first, second, third], nodes, elapsed } =
            self;
        let (unknown, seconds) =
            (positions - proved - refuted, format!("{:.1}", elapsed.as_secs_f64()));
        let values: [(&str, &dyn Display); 9] = [
            ("positions", positions),
            ("proved", proved),
            ("first", first),
            ("second", second),
            ("third", third),
            ("refuted", refuted),
            ("unknown", &unknown),
            ("nodes", nodes),
            ("seconds", &seconds),
        ];
        lang.fill("solve.total", &values)
    }
}
