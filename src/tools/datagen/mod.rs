//! `chuhe datagen`: self-play for training data. Each shard is a pure function
//! of the settings, the seed and its number, whoever plays it and however often
//! it was interrupted.

mod journal;
mod openings;
mod order;
mod play;
mod record;
mod settings;
mod shard;
mod verify;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};

use crate::eval::Evaluation;
use crate::rules::RuleSet;
use crate::search::{STACK_BYTES, SearchSettings as Search};
use crate::tools::shard::Shard as Part;
use crate::tools::signals;

use journal::Journal;
use play::Player;
use verify::Summary;

pub use record::{Ending, OpeningKind, ScoredMove, StoredGame};
pub use settings::{Settings, name_of};
pub use shard::{MAGIC, Reader, Shard, read_header};

/// The variable that names the folder when the command line does not.
const FOLDER_VARIABLE: &str = "CHUHE_DATA";

/// Let the engine play itself and store the games with their scores
#[derive(clap::Args, Clone, Debug)]
pub struct DatagenArgs {
    /// Folder of the files; without it the one that the variable CHUHE_DATA names
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,

    /// Seed of everything random
    #[arg(long, value_name = "N", default_value_t = Settings::default().seed)]
    seed: u64,

    /// Number of the first shard
    #[arg(long, value_name = "N", default_value_t = 0)]
    first: u64,

    /// Number of shards, each a file; those that exist are left as they are
    #[arg(long, value_name = "N", default_value_t = 1)]
    shards: u64,

    /// Make part I of N of these shards only, counted from 1
    #[arg(long, value_name = "I/N", default_value_t = Part::WHOLE)]
    shard: Part,

    /// Games in a shard
    #[arg(long, value_name = "N", default_value_t = Settings::default().games,
          value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1_000_000))]
    games: usize,

    /// Threads, each with a search of its own
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=512))]
    threads: usize,

    /// Nodes after which a search ends with its iteration
    #[arg(long, value_name = "N", default_value_t = Settings::default().soft_nodes,
          value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    soft_nodes: u64,

    /// Transposition table of each thread in MiB
    #[arg(long, value_name = "MIB", default_value_t = Settings::default().hash_mib,
          value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1024))]
    hash: usize,

    /// Score that counts as won when both sides agree for five plies
    #[arg(long, value_name = "UNITS", default_value_t = Settings::default().win_score,
          value_parser = clap::value_parser!(i32).range(1..=32_000))]
    win_score: i32,

    /// Share of the games that are played to the end
    #[arg(long, value_name = "SHARE", default_value_t = Settings::default().play_out)]
    play_out: f64,

    /// A network file to judge positions with instead of the built-in network
    #[arg(long, value_name = "FILE", default_value = "")]
    eval_file: String,

    /// End cleanly after so many minutes
    #[arg(long, value_name = "N")]
    minutes: Option<f64>,

    /// Generate nothing; replay these files and say what they contain
    #[arg(long, value_name = "FILE", num_args = 1.., exclusive = true)]
    verify: Vec<PathBuf>,
}

/// Plays, or verifies.
///
/// # Errors
/// When the folder is missing, a file cannot be written, or verification finds
/// a fault.
pub fn run(args: &DatagenArgs) -> Result<()> {
    if !args.verify.is_empty() {
        return verify(&args.verify);
    }
    ensure!((0.0..=1.0).contains(&args.play_out), "--play-out is a share from 0 to 1");
    let folder = args.out.clone().or_else(|| std::env::var_os(FOLDER_VARIABLE).map(PathBuf::from));
    let folder = folder.with_context(|| format!("give --out FOLDER or set {FOLDER_VARIABLE}"))?;
    std::fs::create_dir_all(&folder)
        .with_context(|| format!("cannot create {}", folder.display()))?;
    let evaluation = Evaluation::named(&args.eval_file)?;
    let stop = signals::stop_flag(1)?;
    let work = Work {
        settings: Settings {
            seed: args.seed,
            games: args.games,
            soft_nodes: args.soft_nodes,
            hash_mib: args.hash,
            win_score: args.win_score,
            play_out: args.play_out,
            ..Settings::default()
        },
        search: Search { evaluation: evaluation.clone(), ..Search::default() },
        evaluation: settings::name_of(&evaluation),
        folder,
        shards: args.shard.of(args.first..args.first.saturating_add(args.shards)),
        stop,
    };
    work.run(args.threads, args.minutes.map(|minutes| Duration::from_secs_f64(minutes * 60.0)))
}

fn verify(files: &[PathBuf]) -> Result<()> {
    let mut summary = Summary::default();
    for file in files {
        summary.add_file(file, &RuleSet::default())?;
    }
    print!("{summary}");
    println!(
        "{} files, {} games: all moves legal, all results right",
        files.len(),
        summary.games()
    );
    Ok(())
}

/// The shards to be made.
struct Work {
    settings: Settings,
    search: Search,
    evaluation: String,
    folder: PathBuf,
    shards: std::ops::Range<u64>,
    stop: Arc<AtomicBool>,
}

/// What has been done in this run.
#[derive(Default)]
struct Progress {
    /// Shards that someone works on or has finished, counted from the first.
    taken: AtomicU64,
    /// Games in finished and taken-up shards, whoever played them.
    games: AtomicU64,
    own_games: AtomicU64,
    positions: AtomicU64,
    nodes: AtomicU64,
    working: AtomicUsize,
    fault: Mutex<Option<anyhow::Error>>,
}

/// Time between two progress lines.
const REPORT_INTERVAL: Duration = Duration::from_secs(10);

impl Work {
    fn run(&self, threads: usize, limit: Option<Duration>) -> Result<()> {
        let progress = Progress { working: AtomicUsize::new(threads), ..Progress::default() };
        let started = Instant::now();
        thread::scope(|scope| -> Result<()> {
            for _ in 0..threads {
                let player = thread::Builder::new().stack_size(STACK_BYTES);
                let player = player.spawn_scoped(scope, || {
                    if let Err(error) = self.work(&progress) {
                        self.stop.store(true, Ordering::Relaxed);
                        progress
                            .fault
                            .lock()
                            .unwrap_or_else(|e| e.into_inner())
                            .get_or_insert(error);
                    }
                    progress.working.fetch_sub(1, Ordering::Relaxed);
                });
                if let Err(error) = player {
                    self.stop.store(true, Ordering::Relaxed);
                    return Err(error).context("no thread could be started");
                }
            }
            let mut reported = Instant::now();
            while progress.working.load(Ordering::Relaxed) > 0 {
                thread::sleep(Duration::from_millis(50));
                if limit.is_some_and(|limit| started.elapsed() >= limit) {
                    self.stop.store(true, Ordering::Relaxed);
                }
                if reported.elapsed() >= REPORT_INTERVAL {
                    reported = Instant::now();
                    self.report(&progress, started.elapsed());
                }
            }
            Ok(())
        })?;
        self.report(&progress, started.elapsed());
        let fault = progress.fault.into_inner().unwrap_or_else(|e| e.into_inner());
        if let Some(error) = fault {
            return Err(error);
        }
        if progress.games.load(Ordering::Relaxed) < self.total_games() {
            eprintln!("stopped; the same command goes on from here");
        }
        Ok(())
    }

    fn total_games(&self) -> u64 {
        (self.shards.end - self.shards.start) * self.settings.games as u64
    }

    fn report(&self, progress: &Progress, elapsed: Duration) {
        let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        let (games, own) = (read(&progress.games), read(&progress.own_games));
        let positions = read(&progress.positions);
        let seconds = elapsed.as_secs_f64().max(0.001);
        let missing = self.total_games().saturating_sub(games);
        let left = match own {
            0 => String::from("?"),
            own => duration(seconds / own as f64 * missing as f64),
        };
        eprintln!(
            "{games}/{} games, {positions} positions, {:.0} positions/s, {:.0} nodes/s, {:.0} nodes/position, {left} left",
            self.total_games(),
            positions as f64 / seconds,
            read(&progress.nodes) as f64 / seconds,
            read(&progress.nodes) as f64 / positions.max(1) as f64,
        );
    }

    /// One thread: takes shards until none is left.
    fn work(&self, progress: &Progress) -> Result<()> {
        let mut player = Player::new(&self.settings, self.search.clone(), &self.stop);
        while !self.stop.load(Ordering::Relaxed) {
            let shard = self.shards.start + progress.taken.fetch_add(1, Ordering::Relaxed);
            if !self.shards.contains(&shard) {
                break;
            }
            self.make(shard, &mut player, progress)?;
        }
        Ok(())
    }

    /// Makes a shard, or as much of it as can be made before the stop.
    fn make(&self, shard: u64, player: &mut Player, progress: &Progress) -> Result<()> {
        let path = self.folder.join(self.settings.file_name(shard));
        let header = self.settings.header(shard, &self.evaluation);
        if path.exists() {
            ensure!(
                read_header(&path)? == header,
                "{} was made with other settings or another version; choose another folder or seed",
                path.display()
            );
            progress.games.fetch_add(self.settings.games as u64, Ordering::Relaxed);
            return Ok(());
        }
        let (mut journal, mut games) = Journal::open(&journal_of(&path), &header)?;
        progress.games.fetch_add(games.len() as u64, Ordering::Relaxed);
        while games.len() < self.settings.games {
            let before = player.nodes;
            let Some(game) = player.play(shard, &games) else { return Ok(()) };
            journal.add(&game)?;
            progress.games.fetch_add(1, Ordering::Relaxed);
            progress.own_games.fetch_add(1, Ordering::Relaxed);
            progress.positions.fetch_add(game.moves.len() as u64, Ordering::Relaxed);
            progress.nodes.fetch_add(player.nodes - before, Ordering::Relaxed);
            games.push(game);
        }
        Shard { header, games }.write(&path)?;
        journal.remove()
    }
}

fn journal_of(path: &Path) -> PathBuf {
    path.with_extension("journal")
}

/// A time for people.
fn duration(seconds: f64) -> String {
    let seconds = seconds as u64;
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    match hours {
        0 => format!("{minutes}:{:02}", seconds % 60),
        _ => format!("{hours} h {minutes:02} min"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Setup;
    use crate::rules::Outcome;
    use crate::tools::material;
    use crate::types::Color;

    fn work(folder: &Path, games: usize, shards: std::ops::Range<u64>) -> Work {
        let evaluation = material::evaluation().unwrap();
        Work {
            settings: Settings { games, soft_nodes: 20, hash_mib: 1, ..Settings::default() },
            evaluation: settings::name_of(&evaluation),
            search: Search { evaluation, ..Search::default() },
            folder: folder.to_path_buf(),
            shards,
            stop: Arc::new(AtomicBool::new(false)),
        }
    }

    /// An empty folder for one test.
    fn folder(name: &str) -> PathBuf {
        let folder =
            std::env::temp_dir().join(format!("chuhe-datagen-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn interruptions_and_threads_change_nothing() {
        let (one, two) = (folder("one"), folder("two"));
        work(&one, 4, 0..2).run(1, None).unwrap();
        // The other folder has a journal of one game, cut in the middle of the next.
        let name = Settings::default().file_name(1);
        let whole = Shard::read(&one.join(&name)).unwrap();
        let path = journal_of(&two.join(&name));
        let (mut journal, _) = Journal::open(&path, &whole.header).unwrap();
        assert!(Journal::open(&path, &whole.header).is_err(), "opened twice");
        whole.games[..2].iter().for_each(|game| journal.add(game).unwrap());
        drop(journal);
        let bytes = std::fs::read(&path).unwrap();
        std::fs::write(&path, &bytes[..bytes.len() - 5]).unwrap();
        let (journal, games) = Journal::open(&path, &whole.header).unwrap();
        assert_eq!(games, whole.games[..1]);
        drop(journal);
        assert!(Journal::open(&path, "seed = 2\n").is_err());
        work(&two, 4, 0..2).run(2, None).unwrap();
        for entry in std::fs::read_dir(&one).unwrap() {
            let name = entry.unwrap().file_name();
            let read = |folder: &Path| std::fs::read(folder.join(&name)).unwrap();
            assert!(read(&one) == read(&two), "{name:?} differs");
        }
        assert_eq!(std::fs::read_dir(&two).unwrap().count(), 2);
        // Nothing left to do, and other settings do not overwrite.
        work(&two, 4, 0..2).run(1, None).unwrap();
        assert!(work(&two, 5, 0..2).run(1, None).is_err());
        let mut summary = Summary::default();
        summary.add_file(&two.join(&name), &RuleSet::default()).unwrap();
        assert_eq!(summary.games(), 4);
        for folder in [one, two] {
            std::fs::remove_dir_all(folder).unwrap();
        }
    }

    #[test]
    fn damage_and_false_claims_are_found() {
        let folder = folder("false");
        let work = work(&folder, 6, 0..1);
        work.run(1, None).unwrap();
        let path = folder.join(work.settings.file_name(0));
        let shard = Shard::read(&path).unwrap();
        let bytes = shard.to_bytes().unwrap();
        for at in [0, 7, 20, bytes.len() / 2, bytes.len() - 1] {
            let mut bad = bytes.clone();
            bad[at] ^= 1;
            assert!(Shard::from_bytes(&bad).is_err(), "byte {at}");
        }
        for length in [0, 8, 30, bytes.len() - 1] {
            assert!(Shard::from_bytes(&bytes[..length]).is_err(), "{length} bytes");
        }
        let mut refused = 0;
        for game in &shard.games {
            Summary::default().add_game(game, &RuleSet::default()).unwrap();
            let flipped = match game.outcome {
                Outcome::Draw => Outcome::Win(Color::Red),
                _ => Outcome::Draw,
            };
            let wrong = StoredGame { outcome: flipped, ..game.clone() };
            refused +=
                usize::from(Summary::default().add_game(&wrong, &RuleSet::default()).is_err());
        }
        assert_eq!(refused, shard.games.len());
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn scores_end_games() {
        use settings::{Agreement, agreement};
        let settings = Settings { draw_after: 10, ..Settings::default() };
        let game = |scores: &[i16]| StoredGame {
            kind: OpeningKind::Random,
            start: Setup::start(),
            opening: Vec::new(),
            moves: scores
                .iter()
                .map(|&score| ScoredMove { mv: "h2e2".parse().unwrap(), score })
                .collect(),
            outcome: Outcome::Draw,
            ending: Ending::PlyCap,
        };
        let judge = |scores: &[i16]| agreement(&settings, &game(scores));
        assert_eq!(judge(&[1300, -1300, 1300, -1300, 1300]), Agreement::Win);
        assert_eq!(judge(&[-1300, 1300, -1300, 1300, -1300]), Agreement::Loss);
        assert_eq!(judge(&[1300, 1300, 1300, -1300, 1300]), Agreement::None);
        assert_eq!(judge(&[1300, -1300, 1300, -1300]), Agreement::None);
        assert_eq!(judge(&[5; 12]), Agreement::Draw);
        assert_eq!(judge(&[5; 11]), Agreement::None);
        assert_eq!(judge(&[5, -5, 5, 20, 5, 5, 5, 5, 5, 5, 5, 5, 5]), Agreement::None);
    }
}
