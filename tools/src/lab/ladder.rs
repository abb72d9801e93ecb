//! `chuhe ladder`: what each technique of the search is worth. The same
//! positions are searched to the same depths by minimax, by alpha-beta, and with
//! one technique after another added, up to the search as it plays.

use std::fmt;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};

use chuhe::board::{Board, Setup, perft};
use chuhe::eval::Evaluator;
use chuhe::internals::reference::search::{GamePosition, minimax};
use chuhe::rules::{Game, RuleSet};
use chuhe::search::{Limits, Pool, SearchSettings, Techniques};
use chuhe::types::Depth;

/// Middlegames of ordinary width, some forty moves each.
const MIDDLEGAMES: [&str; 10] = [
    "r1bakabr1/9/1cn3n1c/p1p1p3p/6p2/2PN5/P3P1P1P/1C2C1N2/9/R1BAKAB1R w - - 0 1",
    "4kab2/4a4/1cn1b1n1c/r1p4rp/p3p1p2/2PN5/P3P1P1P/3CB1N2/R7R/2CAKAB2 b - - 0 1",
    "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
    "1rbaka2R/5r3/6n2/2p1p1p2/4P1bP1/PpC3Bc1/1nPR2P2/2N2AN2/1c2K1p2/2BAC4 w - - 0 1",
    "4kab2/4a4/3rb4/2N1P3p/p2r3n1/2P2p3/P7c/4B4/R1C1A4/3AK1BR1 w - - 0 1",
    "2bak2r1/cC3Rc2/2nab1n2/p1p1p3p/6p2/2P6/P3P1P1P/2N1C1N2/9/2BAKAB2 w - - 0 1",
    "r1cakab1r/9/2n1b2cn/p3p1p1p/9/2R3P2/P3P3P/1C2B1NC1/9/RN1AKAB2 w - - 0 1",
    "r1c1kab2/4a4/2n1b2cn/p2Rp1p2/3N5/6P2/PR2Pr3/1C2B2C1/9/1N1AKAB2 b - - 0 1",
    "1R3ab2/3k5/3ab3n/p2rp1pc1/9/6P2/P3P1r2/2N1BC3/4A4/3CKAB2 w - - 0 1",
    "2bak3r/4a4/4b1n2/P2rp3p/2p1c1p2/4R4/N3P3R/4BC1C1/N3A4/4KAB2 w - - 0 1",
];

/// An endgame of about ten moves a position: narrow enough for minimax to see
/// ten plies.
const NARROW: &str = "2bak4/4a4/4b4/9/2p1p4/4P1P2/9/4B4/4A4/2B1KA3 w - - 0 1";

/// Depth of the narrow comparison, in plies.
const NARROW_DEPTH: Depth = 10;

/// A part of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Part {
    /// The ladder itself
    Rungs,
    /// The comparisons with what is claimed of the techniques
    Claims,
    /// Several threads against one
    Threads,
}

/// Measure what each search technique is worth
#[derive(Args, Debug)]
pub struct LadderArgs {
    /// Only this part
    #[arg(long, value_name = "PART")]
    only: Option<Part>,
    /// Deepest search of each rung
    #[arg(long, default_value_t = 14, value_parser = clap::value_parser!(Depth).range(1..=40))]
    depth: Depth,
    /// A rung that took longer than this for one depth goes no deeper
    #[arg(long, value_name = "SECONDS", default_value_t = 10)]
    budget: u64,
    /// Threads of the last rung
    #[arg(long, default_value_t = 2, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=512))]
    threads: usize,
    /// Depth of the comparison of threads
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(Depth).range(1..=40))]
    thread_depth: Depth,
}

/// One rung: a name and how it searches; `None` is minimax.
struct Rung {
    name: &'static str,
    techniques: Option<Techniques>,
}

/// The rungs, each with everything below it.
fn rungs() -> Vec<Rung> {
    let rung = |name, techniques| Rung { name, techniques: Some(techniques) };
    let none = Techniques::NONE;
    let ordered = Techniques { ordering_on: true, ..none };
    let scouts = Techniques { pvs_on: true, ..ordered };
    let table = Techniques { iterative_on: true, tt_on: true, ..scouts };
    vec![
        Rung { name: "minimax", techniques: None },
        rung("alpha-beta, moves as generated", none),
        rung("+ move ordering", ordered),
        rung("+ principal variation search", scouts),
        rung("+ iterative deepening and table", table),
        rung("+ aspiration window", Techniques { aspiration_on: true, ..table }),
        rung("+ quiescence, pruning, reductions", Techniques::ALL),
    ]
}

/// What a search of several positions took.
#[derive(Clone, Copy, Default)]
struct Cost {
    nodes: u64,
    time: Duration,
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({:.3} s)", self.nodes, self.time.as_secs_f64())
    }
}

impl Cost {
    /// This cost as a share of another, in percent: nodes, then time.
    fn percent_of(self, other: Cost) -> (f64, f64) {
        let time = self.time.as_secs_f64() / other.time.as_secs_f64().max(1e-9);
        (100.0 * self.nodes as f64 / other.nodes.max(1) as f64, 100.0 * time)
    }
}

/// Prints the ladder and the comparisons as Markdown.
///
/// # Errors
/// When a built-in position is not legal, or the output is full.
pub fn run(args: &LadderArgs) -> anyhow::Result<()> {
    let games = MIDDLEGAMES.iter().map(|fen| game(fen)).collect::<anyhow::Result<Vec<_>>>()?;
    let wants = |part| args.only.is_none_or(|only| only == part);
    if wants(Part::Rungs) {
        say!("## Nodes and time to a depth, {} middlegames together\n", games.len())?;
        say!(
            "| technique | depth | nodes | time (s) | relative to the technique above: nodes, time |"
        )?;
        say!("|---|---:|---:|---:|---:|")?;
        let mut below: Vec<Cost> = Vec::new();
        for rung in rungs() {
            below = climb(args, &rung, &games, &below)?;
        }
        say!("")?;
    }
    if wants(Part::Claims) {
        say!("## Against the claims of the literature\n")?;
        narrow()?;
        first_moves(&games)?;
    }
    if wants(Part::Threads) {
        threads(args)?;
    }
    Ok(())
}

fn game(fen: &str) -> anyhow::Result<Game> {
    Ok(Game::new(&fen.parse::<Setup>()?)?)
}

/// Searches with one rung, deeper and deeper, and prints a line for each depth.
fn climb(
    args: &LadderArgs,
    rung: &Rung,
    games: &[Game],
    below: &[Cost],
) -> anyhow::Result<Vec<Cost>> {
    let mut costs = Vec::new();
    for depth in 1..=args.depth {
        let cost = match rung.techniques {
            None => by_minimax(games, depth),
            Some(techniques) => by_search(games, depth, techniques, 1),
        };
        let share = below.get(costs.len()).map_or(String::new(), |&old| {
            let (nodes, time) = cost.percent_of(old);
            format!("{nodes:.1} %, {time:.1} %")
        });
        let seconds = cost.time.as_secs_f64();
        say!("| {} | {depth} | {} | {seconds:.3} | {share} |", rung.name, cost.nodes)?;
        costs.push(cost);
        if cost.time.as_secs() >= args.budget {
            break;
        }
    }
    Ok(costs)
}

fn by_minimax(games: &[Game], depth: Depth) -> Cost {
    let started = Instant::now();
    let mut nodes = 0;
    for game in games {
        let mut game = game.clone();
        let rules = RuleSet::default();
        let mut evaluator = Evaluator::new(game.board());
        let leaf = |game: &mut Game, _| {
            evaluator.refresh(game.board());
            evaluator.evaluate(game.board())
        };
        let mut position = GamePosition { game: &mut game, rules: &rules, leaf };
        nodes += minimax(&mut position, depth).1.nodes;
    }
    Cost { nodes, time: started.elapsed() }
}

fn by_search(games: &[Game], depth: Depth, techniques: Techniques, threads: usize) -> Cost {
    const HASH_MIB: usize = 64;
    let mut pool = Pool::new(threads, HASH_MIB);
    pool.prepare();
    let mut cost = Cost::default();
    for game in games {
        pool.clear();
        pool.prepare();
        let settings = SearchSettings { techniques, ..SearchSettings::default() };
        let started = Instant::now();
        cost.nodes += pool.search(game, Limits::depth(depth), settings).nodes;
        cost.time += started.elapsed();
    }
    cost
}

/// Alpha-beta against minimax on ten plies of about ten moves. The exponent
/// says how much of the tree is left: minimax's node count to this power.
fn narrow() -> anyhow::Result<()> {
    let game = game(NARROW)?;
    let mut board: Board = game.board().clone();
    let started = Instant::now();
    let leaves = perft(&mut board, NARROW_DEPTH as u32);
    let whole = Cost { nodes: leaves, time: started.elapsed() };
    let width = (leaves as f64).powf(1.0 / f64::from(NARROW_DEPTH));
    say!(
        "An endgame with few moves ({width:.1} for each position on average), {NARROW_DEPTH} plies:\n"
    )?;
    say!("- leaves of the full tree, which minimax visits: {whole}")?;
    for rung in rungs() {
        if let Some(techniques) = rung.techniques {
            let cost = by_search(std::slice::from_ref(&game), NARROW_DEPTH, techniques, 1);
            let exponent = (cost.nodes as f64).ln() / (leaves as f64).ln();
            say!("- {}: {cost}, exponent {exponent:.3}", rung.name)?;
        }
    }
    say!("")
}

/// What the best move of a shallower search saves when it is tried first, and
/// what scouting saves, everything else being equal.
fn first_moves(games: &[Game]) -> anyhow::Result<()> {
    const DEPTH: Depth = 5;
    let ordered = Techniques { ordering_on: true, ..Techniques::NONE };
    let table = Techniques { tt_on: true, ..ordered };
    let shallow = Techniques { iterative_on: true, ..table };
    let cost = |techniques| by_search(games, DEPTH, techniques, 1);
    let print = |what: &str, with: Cost, without: Cost| {
        let (nodes, time) = with.percent_of(without);
        say!("- {what}: {without} before, {with} after: {nodes:.1} % nodes, {time:.1} % time")
    };
    say!("Middlegames at depth {DEPTH}:\n")?;
    print(
        "zero-window searches instead of plain alpha-beta (both with move ordering, iterative deepening and table)",
        cost(Techniques { pvs_on: true, ..shallow }),
        cost(shallow),
    )?;
    print(
        "best move of the shallower search first (alpha-beta with table, no other ordering)",
        cost(Techniques { iterative_on: true, tt_on: true, ..Techniques::NONE }),
        cost(Techniques { tt_on: true, ..Techniques::NONE }),
    )?;
    print(
        "the same in addition to captures, killer moves and histories",
        cost(shallow),
        cost(table),
    )?;
    say!("")
}

/// Several threads against one. The time to a depth depends on luck: one
/// position can take twice as long after any change of the order of moves. Four
/// reflections of each position, which are the same game but another tree, even
/// this out.
fn threads(args: &LadderArgs) -> anyhow::Result<()> {
    let mut games = Vec::new();
    for fen in MIDDLEGAMES {
        let setup = fen.parse::<Setup>()?;
        for setup in [setup.clone(), setup.mirrored(), setup.flipped(), setup.flipped().mirrored()]
        {
            games.push(Game::new(&setup)?);
        }
    }
    let depth = args.thread_depth;
    let one = by_search(&games, depth, Techniques::ALL, 1);
    let many = by_search(&games, depth, Techniques::ALL, args.threads);
    let (nodes, time) = many.percent_of(one);
    say!("Threads, full search at depth {depth}, the middlegames in four symmetric forms:\n")?;
    say!(
        "- 1 thread: {one}\n- {} threads: {many}: {nodes:.1} % nodes, {time:.1} % time",
        args.threads
    )
}
