//! `chuhe solve`: looks for forced mates.

use std::fmt::Display;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Result, bail, ensure};
use clap::{Args, ValueEnum};

use crate::common::lang::files::{DeskFault, FileFault, at};
use crate::common::lang::{Context, Lang, LangArgs};
use crate::common::say::text_out;
use crate::common::solved::EndingTablesArgs;
use crate::common::{input, output};
use chuhe::board::Setup;
use chuhe::endings::Endings;
use chuhe::engine::capacity;
use chuhe::internals::reference::movegen::Mailbox;
use chuhe::mate::{Answer, Attack, Question, Replay, SolveResult, Solver};
use chuhe::notation::{Style, read as read_move, write as notate};
use chuhe::rules::{Game, Outcome, Reason, RuleSet, judge};
use chuhe::types::Move;
use chuhe_games::words::sentence;
use chuhe_games::{FaultKind, numbered_lines};

/// Look for forced mates and prove them
#[derive(Args, Clone, Debug)]
pub struct SolveArgs {
    /// A FEN or startpos, and if wanted `moves` and moves in any notation; or a file with one
    /// such position a line; - for standard input
    #[arg(value_name = "FEN|FILE")]
    position: String,
    /// Mate within N moves, 1 to 31 [default: 31]
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
    /// lists, until N positions have been visited
    #[arg(long, value_name = "N")]
    replay: Option<u64>,
    /// Size of the table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64,
          value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1 << 20))]
    hash: usize,
    /// How moves are written: uci, uci1, iccs, wxf, simplified, traditional, san, san1 or
    /// vietnamese [default: uci in English, else that of the language]
    #[arg(long, value_name = "STYLE")]
    notation: Option<Style>,
    #[command(flatten)]
    endings: EndingTablesArgs,
    #[command(flatten)]
    lang: LangArgs,
}

impl SolveArgs {
    fn style(&self) -> Style {
        self.notation.unwrap_or_else(|| self.lang.get().style_or(Style::Uci))
    }
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
/// When a position is none, the file or a table of endings cannot be read, or a replay finds
/// a hole in a proof. All positions of a file are read before the first is solved.
pub fn run(args: &SolveArgs) -> Result<()> {
    if let Some(seconds) = args.seconds {
        ensure!(seconds >= 0.0, DeskFault::Seconds { text: seconds.to_string() });
    }
    capacity::check(args.hash, 1, 0)?;
    let lang = args.lang.get();
    let endings = args.endings.open()?;
    let mut out = text_out();
    let path = Path::new(&args.position);
    // A FEN is no path: too many folders.
    if !output::is_standard(path) && !path.exists() {
        let game = read_game(&args.position)
            .with_context(|| DeskFault::NoSuchInput { text: args.position.clone() })?;
        writeln!(out, "{}", solve(&game, args, &endings, lang)?.text)?;
        return Ok(());
    }
    let name = input::name_of(path);
    let place = |n| FileFault::LineOf { n, input: input::input_of(path) };
    let text = input::read_text(path)?;
    let positions: Vec<(usize, &str, Game)> = numbered_lines(&text)
        .map(|(number, line)| (number, line.split(';').next().unwrap_or_default().trim()))
        .filter(|(_, text)| !text.is_empty() && !text.starts_with('#'))
        .map(|(number, text)| {
            let game = read_game(text).with_context(|| place(number))?;
            Ok((number, text, game))
        })
        .collect::<Result<_>>()?;
    ensure!(!positions.is_empty(), at(name, DeskFault::NoPositions));
    let mut total = Total::default();
    for (number, text, game) in positions {
        let solved = solve(&game, args, &endings, lang).with_context(|| place(number))?;
        writeln!(out, "{text} ; {}", solved.text)?;
        out.flush()?;
        total.add(&solved);
    }
    writeln!(out, "{}", total.text(lang))?;
    Ok(out.flush()?)
}

/// Reads a FEN or `startpos`, then perhaps `moves` and moves.
fn read_game(text: &str) -> Result<Game> {
    let mut words = text.split_whitespace();
    let head: Vec<&str> = words.by_ref().take_while(|&word| word != "moves").collect();
    let start = match head[..] {
        ["startpos"] => Setup::start(),
        _ => head.join(" ").parse()?,
    };
    let mut game = Game::new(&start)?;
    for word in words {
        let mv = read_move(game.board(), word).map_err(|error| FaultKind::Move {
            number: None,
            word: word.into(),
            error,
        })?;
        let _ = game.play(mv);
    }
    Ok(game)
}

/// What has been found of a position.
struct Solved {
    /// In words, on one line.
    text: String,
    conclusion: Conclusion,
    nodes: u64,
    elapsed: Duration,
}

/// What an answer comes to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Conclusion {
    Proved,
    Refuted,
    Unknown,
}

/// Why a position needs no search: the game is over, or a table knows that the side to move
/// cannot win.
fn no_mate(game: &Game, rules: &RuleSet, endings: &Endings, lang: Lang) -> Option<String> {
    let verdict = judge(game, rules);
    match (verdict.outcome, verdict.reason) {
        (Outcome::Ongoing, _) => {}
        (Outcome::Draw, Reason::NaturalLimit) => return Some(lang.text("solve.limit").into()),
        _ => return Some(sentence(&verdict, lang.language())),
    }
    let key = match endings.value(game.board())?.under(rules)?.sign() {
        1 => return None,
        0 => "solve.drawn",
        _ => "solve.lost",
    };
    Some(lang.text(key).into())
}

/// Solves a position, and plays the proof against all replies if that is asked for.
fn solve(game: &Game, args: &SolveArgs, endings: &Endings, lang: Lang) -> Result<Solved> {
    let rules = RuleSet::default();
    let started = Instant::now();
    if let Some(why) = no_mate(game, &rules, endings, lang) {
        let elapsed = started.elapsed();
        let text = lang.fill("solve.none", &[("why", &why), ("cost", &cost(0, elapsed, lang))]);
        return Ok(Solved { text, conclusion: Conclusion::Refuted, nodes: 0, elapsed });
    }
    let question = Question {
        moves: args.moves,
        attack: args.attack.into(),
        nodes: args.nodes,
        shortest: !args.any_length,
        all_moves: args.all_moves,
    };
    let mut solver = Solver::new(args.hash);
    let is_late = || args.seconds.is_some_and(|limit| started.elapsed().as_secs_f64() >= limit);
    let finding = solver.solve(game, &rules, &question, &is_late);
    let elapsed = started.elapsed();
    let mut replay = None;
    if let (Some(positions), Answer::Proved(proof)) = (args.replay, &finding.answer) {
        let moves_of = |setup: &Setup| Mailbox::new(setup).legal_moves();
        match solver.replay(game, proof, &moves_of, positions) {
            Ok(done) => replay = Some(done),
            Err(hole) => {
                bail!(DeskFault::Hole { fen: game.fen(), moves: line(game, &hole.0, args.style()) })
            }
        }
    }
    let conclusion = match finding.answer {
        Answer::Proved(_) => Conclusion::Proved,
        Answer::Refuted(..) => Conclusion::Refuted,
        Answer::Unknown => Conclusion::Unknown,
    };
    let text = describe(&finding, game, elapsed, replay, args);
    Ok(Solved { text, conclusion, nodes: finding.nodes, elapsed })
}

/// What an answer took.
fn cost(nodes: u64, elapsed: Duration, lang: Lang) -> String {
    let seconds = format!("{:.3}", elapsed.as_secs_f64());
    lang.fill("solve.cost", &[("nodes", &nodes), ("seconds", &seconds)])
}

/// Moves that follow each other.
fn line(game: &Game, moves: &[Move], style: Style) -> String {
    let mut board = game.board().clone();
    let texts = moves.iter().map(|&mv| {
        let text = notate(&board, mv, style);
        let _ = board.play(mv);
        text
    });
    texts.collect::<Vec<_>>().join(" ")
}

/// A finding in words, on one line.
fn describe(
    finding: &SolveResult,
    game: &Game,
    elapsed: Duration,
    replay: Option<Replay>,
    args: &SolveArgs,
) -> String {
    let (lang, style) = (args.lang.get(), args.style());
    let cost = cost(finding.nodes, elapsed, lang);
    let mut text = match &finding.answer {
        Answer::Proved(proof) => {
            let shortest = if proof.is_shortest { lang.text("solve.shortest") } else { "" };
            let how = format!("{shortest}{}", by(proof.attack, lang));
            let line = line(game, &proof.line, style);
            let values: [(&str, &dyn Display); 4] =
                [("n", &proof.moves()), ("how", &how), ("line", &line), ("cost", &cost)];
            let text = lang.fill("solve.mate", &values);
            let first = proof.first_moves.iter().map(|&mv| notate(game.board(), mv, style));
            let moves = first.collect::<Vec<_>>().join(" ");
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
    fn add(&mut self, solved: &Solved) {
        self.positions += 1;
        self.nodes += solved.nodes;
        self.elapsed += solved.elapsed;
        match solved.conclusion {
            Conclusion::Proved => {
                self.proved += 1;
                for (count, limit) in self.within.iter_mut().zip(LIMITS) {
                    *count += usize::from(solved.elapsed.as_secs_f64() <= limit);
                }
            }
            Conclusion::Refuted => self.refuted += 1,
            Conclusion::Unknown => {}
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
