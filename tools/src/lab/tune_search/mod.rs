//! `chuhe tune-search`: finds better values for the parameters of a search by
//! playing games. See docs/authors/search.md.

mod parameters;
mod record;
mod report;
mod run;
mod spsa;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use clap::Args;

use crate::common::input::EncodingArgs;
use crate::common::input::read_text;
use crate::common::lang::Told;
use crate::common::lang::files::StateKind;
use crate::common::lang::matches::MatchFault;
use crate::common::say::print;
use crate::common::signals;
use crate::common::state_file::{self, StateFile};
use crate::lab::arena::INTERRUPTED;
use crate::lab::arena::book::Book;
use crate::lab::arena::player::Player;
use crate::lab::arena::spec::AdjudicationArgs;
use crate::lab::client::{Client, Protocol, Spin};

use parameters::{EngineOptions, Parameter, Wish};
use record::{Header, Line, MOST_ITERATIONS, TuningRecord, VERSION};
use run::Tuning;

/// The kind of state files in messages.
const KIND: StateKind = StateKind::Tuning;

/// Tune the numbers of a search by games against itself (SPSA)
///
/// Every iteration perturbs all parameters at once, some up and some down, plays the
/// result against the opposite perturbation, and makes a step towards the better one. Works
/// for every engine whose UCI options include the numbers; Chuhe's do when it is
/// built with --features tune.
#[derive(Args, Clone, Debug)]
pub struct TuneSearchArgs {
    /// The engine: cmd=PROGRAM and other settings as `chuhe match` takes them
    #[arg(long, value_name = "SETTINGS", required_unless_present = "show")]
    engine: Option<String>,

    /// More settings of the engine, such as nodes=2000
    #[arg(long, value_name = "SETTINGS", default_value = "")]
    each: String,

    /// Openings as `chuhe match` takes them, in an order drawn by the seed
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,

    /// Use at most this many plies of each opening
    #[arg(long, value_name = "N")]
    plies: Option<usize>,

    /// Names of the options to tune, separated by commas; without --params and
    /// --params-file all parameters of Chuhe's search that the engine has, those of the
    /// clock (time_...) only in games by the clock
    #[arg(long, value_name = "NAMES", value_delimiter = ',', conflicts_with = "params_file")]
    params: Vec<String>,

    /// Options to tune, a line each: NAME [START [MIN MAX [C_END [R_END]]]]
    #[arg(long, value_name = "FILE")]
    params_file: Option<PathBuf>,

    /// Iterations in all; the steps become smaller towards the end
    #[arg(long, value_name = "N", required_unless_present = "show",
          value_parser = clap::value_parser!(u64).range(1..=MOST_ITERATIONS))]
    iterations: Option<u64>,

    /// Openings that each iteration plays with both colours
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u64).range(1..=10_000))]
    pairs: u64,

    /// Seed of everything random
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Iterations at a time
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=512))]
    concurrency: usize,

    /// Perturbation at the end as a share of a parameter's range, at least 1
    #[arg(long, value_name = "SHARE", default_value_t = 0.05)]
    c_end_share: f64,

    /// Learning rate at the end
    #[arg(long, value_name = "RATE", default_value_t = 0.002)]
    r_end: f64,

    #[command(flatten)]
    adjudication: AdjudicationArgs,

    /// Keep the results in this file, one line of JSON for each iteration; the same
    /// command resumes from it
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,

    /// Play nothing: print the values of a state file, also while games are played
    #[arg(long, value_name = "FILE", exclusive = true)]
    show: Option<PathBuf>,
}

/// Tunes as the arguments say and prints the values; returns the exit status.
///
/// # Errors
/// On arguments that make no sense, files that cannot be read or written, and
/// engines that fail again and again.
pub fn run(args: &TuneSearchArgs) -> Result<u8> {
    if let Some(path) = &args.show {
        let (header, lines): (Header, Vec<Line>) = state_file::read(path, KIND)?;
        print(&report::full(&replay(path, &header, &lines)?))?;
        return Ok(0);
    }
    let settings = args.engine.as_deref().context("--engine is missing")?;
    let iterations = args.iterations.context("--iterations is missing")?;
    let player = Player::parse(settings, &args.each)?;
    let mut book = match &args.openings {
        Some(path) => Book::read(path, args.plies, EncodingArgs::default())?,
        None => Book::start_position(),
    };
    let adjudication = args.adjudication.read()?;
    let parameters = choose(args, &player)?;
    let header = Header {
        chuhe_tune_search: VERSION,
        engine: player.fingerprint.clone(),
        openings: format!("{:016x}", book.checksum()),
        adjudication: format!("{adjudication:?}"),
        seed: args.seed,
        iterations,
        pairs: args.pairs,
        parameters: parameters.iter().map(Parameter::to_string).collect(),
    };
    book.shuffle(args.seed);
    let (state_file, record) = match &args.state {
        None => (None, TuningRecord::replay(&header, &[])?),
        Some(path) => {
            let (state_file, lines) = StateFile::open(path, &header, KIND)?;
            (Some(state_file), replay(path, &header, &lines)?)
        }
    };
    if record.finished > 0 {
        remark!("{} iterations were played before; going on", record.finished);
    }
    let tuning = Tuning {
        player,
        book,
        adjudication,
        pairs: args.pairs,
        stop: signals::stop_flag(i32::from(INTERRUPTED))?,
    };
    let record = tuning.run(record, state_file, args.concurrency)?;
    print(&report::full(&record))?;
    if record.finished < iterations {
        remark!("not finished; the same command goes on where there is a --state");
        return Ok(INTERRUPTED);
    }
    Ok(0)
}

fn replay(path: &Path, header: &Header, lines: &[Line]) -> Result<TuningRecord> {
    TuningRecord::replay(header, lines).with_context(|| path.display().to_string())
}

/// Asks the engine for its options and chooses those to be tuned.
fn choose(args: &TuneSearchArgs, player: &Player) -> Result<Vec<Parameter>> {
    let wishes = match &args.params_file {
        None => args.params.iter().map(|name| Wish::named(name)).collect(),
        Some(path) => {
            let text = read_text(path)?;
            let wishes = Wish::read_all(&text).with_context(|| path.display().to_string())?;
            ensure!(!wishes.is_empty(), "{}: there is no parameter in it", path.display());
            wishes
        }
    };
    let name = &player.name;
    ensure!(
        matches!(player.config.protocol, Protocol::Uci | Protocol::Cyclone),
        "engine {name}: the ranges of options are known of UCI only"
    );
    let engine = MatchFault::Engine { name: name.clone() };
    let client = Client::start(player.config.clone());
    let client = client.map_err(|error| Told::caused(engine, error))?;
    let spins: Vec<Spin> = client.spins().cloned().collect();
    let offered: Vec<String> = client.offered().map(String::from).collect();
    let offer = EngineOptions {
        spins: &spins,
        offered: &offered,
        clock: player.limits.clock,
        set: &player.config.options,
        c_end_share: args.c_end_share,
        r_end: args.r_end,
    };
    let chosen = offer.choose(&wishes).with_context(|| format!("engine {name}"));
    client.quit();
    chosen
}
