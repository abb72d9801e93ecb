//! `chuhe datagen`: self-play for training data, stored in files called shards.
//! The games of a shard depend only on the settings, the seed and its number, not
//! on threads, machines and interruptions. `chuhe relabel` scores the positions of
//! stored games again.

mod codec;
mod export;
mod journal;
mod move_order;
mod openings;
mod play;
mod range;
mod record;
pub mod relabel;
mod settings;
mod shard;
mod verify;
mod workers;

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, ensure};

use crate::common::signals;
use chuhe::engine::Part;
use chuhe::engine::capacity;
use chuhe::eval::Evaluation;
use chuhe::rules::RuleSet;
use chuhe::search::SearchSettings;
use chuhe_games::words::counted;

use journal::Journal;
use play::Player;
use verify::Summary;
use workers::{Progress, Workers};

pub use record::{Ending, OpeningKind, ScoredMove, StoredGame};
pub use settings::{Origin, SelfPlaySettings, name_of};
pub use shard::{MAGIC, ShardFile, ShardGames, read_bytes, read_header};

/// The variable that names the folder when the command line does not.
const FOLDER_VARIABLE: &str = "CHUHE_DATA";

/// Let the engine play itself and store the games with their scores
#[derive(clap::Args, Clone, Debug)]
pub struct DatagenArgs {
    /// Folder of the files; without it the one that the variable CHUHE_DATA names
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,

    /// Seed of everything random
    #[arg(long, value_name = "N", default_value_t = SelfPlaySettings::default().seed)]
    seed: u64,

    /// Number of the first shard
    #[arg(long, value_name = "N", default_value_t = 0)]
    first: u64,

    /// Number of shards, each a file; those that exist are left as they are
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u64).range(1..))]
    shards: u64,

    /// Make part I of N of these shards only, counted from 1
    #[arg(long, alias = "shard", value_name = "I/N", default_value_t = Part::WHOLE)]
    part: Part,

    /// Games in a shard
    #[arg(long, value_name = "N", default_value_t = SelfPlaySettings::default().games,
          value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1_000_000))]
    games: usize,

    /// Threads, each with a search of its own
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=512))]
    threads: usize,

    /// Nodes after which a search ends with its iteration
    #[arg(long, value_name = "N", default_value_t = SelfPlaySettings::default().soft_nodes,
          value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    soft_nodes: u64,

    /// Transposition table of each thread in MiB
    #[arg(long, value_name = "MIB", default_value_t = SelfPlaySettings::default().hash_mib,
          value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1024))]
    hash: usize,

    /// Score that counts as won when both sides agree for five plies
    #[arg(long, value_name = "UNITS", default_value_t = SelfPlaySettings::default().win_score,
          value_parser = clap::value_parser!(i32).range(1..=32_000))]
    win_score: i32,

    /// Share of the games that are played to the end
    #[arg(long, value_name = "SHARE", default_value_t = SelfPlaySettings::default().play_out)]
    play_out: f64,

    /// Adjudicate the endings that the tables in the program have solved
    #[arg(long)]
    endings: bool,

    /// A network file to judge positions with instead of the built-in network
    #[arg(long, value_name = "FILE", default_value = "")]
    eval_file: String,

    /// End cleanly after N minutes
    #[arg(long, value_name = "N")]
    minutes: Option<f64>,

    /// Generate nothing; replay these files and say what they contain
    #[arg(long, value_name = "FILE", num_args = 1.., exclusive = true)]
    verify: Vec<PathBuf>,

    /// Generate nothing; write the games of these files to standard output as PGN, each move with
    /// its score
    #[arg(long, value_name = "FILE", num_args = 1.., exclusive = true)]
    export: Vec<PathBuf>,
}

/// Plays, verifies, or writes as PGN.
///
/// # Errors
/// When the folder is missing, a file cannot be written, or verification finds
/// a fault.
pub fn run(args: &DatagenArgs) -> Result<()> {
    if !args.verify.is_empty() {
        return verify(&args.verify);
    }
    if !args.export.is_empty() {
        return export::export(&args.export);
    }
    ensure!((0.0..=1.0).contains(&args.play_out), "--play-out is a share from 0 to 1");
    capacity::check(args.hash.saturating_mul(args.threads), args.threads, 0)?;
    let folder = args.out.clone().or_else(|| std::env::var_os(FOLDER_VARIABLE).map(PathBuf::from));
    let folder = folder.with_context(|| format!("give --out FOLDER or set {FOLDER_VARIABLE}"))?;
    let evaluation = Evaluation::named(&args.eval_file)?;
    let limit = time_limit(args.minutes)?;
    std::fs::create_dir_all(&folder)
        .with_context(|| format!("cannot create {}", folder.display()))?;
    let stop = signals::stop_flag(1)?;
    let work = Work {
        settings: SelfPlaySettings {
            seed: args.seed,
            games: args.games,
            soft_nodes: args.soft_nodes,
            hash_mib: args.hash,
            win_score: args.win_score,
            play_out: args.play_out,
            endings: args.endings,
            ..SelfPlaySettings::default()
        },
        origin: Origin::of(&evaluation),
        search: SearchSettings { evaluation, ..SearchSettings::default() },
        folder,
        shards: args.part.of(args.first..args.first.saturating_add(args.shards)),
        stop,
    };
    work.run(args.threads, limit)
}

fn verify(files: &[PathBuf]) -> Result<()> {
    let mut summary = Summary::default();
    for file in files {
        summary.add_file(file, &RuleSet::default())?;
    }
    say!(
        "{summary}{}, {}: all moves legal, all results right",
        counted(files.len() as u64, "file"),
        counted(summary.games(), "game")
    )
}

/// The shards to be played, and how.
struct Work {
    settings: SelfPlaySettings,
    search: SearchSettings,
    origin: Origin,
    folder: PathBuf,
    shards: Range<u64>,
    stop: Arc<AtomicBool>,
}

impl Work {
    fn run(&self, threads: usize, limit: Option<Duration>) -> Result<()> {
        let count = self.shards.end.saturating_sub(self.shards.start);
        let games = count.saturating_mul(self.settings.games as u64);
        let workers = Workers { parts: self.shards.clone(), games, stop: &self.stop };
        workers.run(threads, limit, || {
            let mut player = Player::new(&self.settings, self.search.clone(), &self.stop);
            move |shard, progress: &Progress| self.make(shard, &mut player, progress)
        })
    }

    /// Plays the games of a shard until it is complete or the run is stopped.
    fn make(&self, shard: u64, player: &mut Player, progress: &Progress) -> Result<()> {
        let path = self.folder.join(self.settings.file_name(shard));
        let header = self.settings.header(shard, &self.origin);
        let count = self.settings.games;
        finish_shard(&path, header, count, progress, |games| {
            let before = player.nodes;
            let game = player.play(shard, games);
            progress.add_nodes(player.nodes - before);
            Ok(game)
        })
    }
}

/// Completes a shard of `count` games: reads the games of its journal, asks `next`
/// for the missing ones, and writes the file. A shard that exists is left as it is.
/// `next` gets the games so far and returns `None` when the run is stopped.
///
/// # Errors
/// When the shard or its journal was made with another header, or cannot be
/// written.
fn finish_shard(
    path: &Path,
    header: String,
    count: usize,
    progress: &Progress,
    mut next: impl FnMut(&[StoredGame]) -> Result<Option<StoredGame>>,
) -> Result<()> {
    if path.exists() {
        ensure!(
            read_header(path)? == header,
            "{} was made with other settings or another version; choose another folder or seed",
            path.display()
        );
        progress.add_known(count);
        return Ok(());
    }
    let (mut journal, mut games) = Journal::of(path, &header)?;
    progress.add_known(games.len());
    while games.len() < count {
        let Some(game) = next(&games)? else { return Ok(()) };
        journal.add(&game)?;
        progress.add_game(game.moves.len());
        games.push(game);
    }
    ShardFile { header, games }.write(path)?;
    journal.remove()
}

/// The time limit of a run from its minutes.
fn time_limit(minutes: Option<f64>) -> Result<Option<Duration>> {
    let Some(minutes) = minutes else { return Ok(None) };
    let time = Duration::try_from_secs_f64(minutes * 60.0);
    Ok(Some(time.map_err(|_| anyhow!("--minutes {minutes}: expected a number from 0 on"))?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::material;
    use chuhe::board::Setup;
    use chuhe::rules::Outcome;
    use chuhe::types::Color;

    fn work(folder: &Path, games: usize, shards: Range<u64>) -> Work {
        let evaluation = material::evaluation().unwrap();
        Work {
            settings: SelfPlaySettings {
                games,
                soft_nodes: 20,
                hash_mib: 1,
                ..SelfPlaySettings::default()
            },
            origin: Origin { evaluation: settings::name_of(&evaluation), signature: 1 },
            search: SearchSettings { evaluation, ..SearchSettings::default() },
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
        let name = SelfPlaySettings::default().file_name(1);
        let whole = ShardFile::read(&one.join(&name)).unwrap();
        let shard = two.join(&name);
        let path = journal::journal_of(&shard);
        let (mut journal, _) = Journal::of(&shard, &whole.header).unwrap();
        assert!(Journal::of(&shard, &whole.header).is_err(), "opened twice");
        whole.games[..2].iter().for_each(|game| journal.add(game).unwrap());
        drop(journal);
        let bytes = std::fs::read(&path).unwrap();
        // Zeros behind the games, as after a power failure.
        std::fs::write(&path, [&bytes[..], &[0; 100]].concat()).unwrap();
        assert_eq!(Journal::of(&shard, &whole.header).unwrap().1, whole.games[..2]);
        assert_eq!(std::fs::read(&path).unwrap(), bytes);
        std::fs::write(&path, &bytes[..bytes.len() - 5]).unwrap();
        let (journal, games) = Journal::of(&shard, &whole.header).unwrap();
        assert_eq!(games, whole.games[..1]);
        drop(journal);
        assert!(Journal::of(&shard, "seed = 2\n").is_err());
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
        let shard = ShardFile::read(&path).unwrap();
        let bytes = shard.to_bytes().unwrap();
        for at in [0, 7, 20, bytes.len() / 2, bytes.len() - 1] {
            let mut bad = bytes.clone();
            bad[at] ^= 1;
            assert!(ShardFile::from_bytes(&bad).is_err(), "byte {at}");
        }
        for length in [0, 8, 30, bytes.len() - 1] {
            assert!(ShardFile::from_bytes(&bytes[..length]).is_err(), "{length} bytes");
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
    fn solved_endings_end_games() {
        let stop = AtomicBool::new(false);
        let fen = "2bakab2/9/9/9/9/9/9/9/4R4/4K4 b".parse::<Setup>().unwrap();
        let game = StoredGame {
            kind: OpeningKind::Random,
            start: fen,
            opening: Vec::new(),
            moves: Vec::new(),
            outcome: Outcome::Draw,
            ending: Ending::PlyCap,
        };
        for (endings, expected) in [(true, Some(Outcome::Draw)), (false, None)] {
            let settings = SelfPlaySettings { endings, ..SelfPlaySettings::default() };
            let player = Player::new(&settings, SearchSettings::default(), &stop);
            let found = player.adjudicate(&game.opened().unwrap(), Color::Red, &game);
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn scores_end_games() {
        use settings::{Agreement, agreement};
        let settings = SelfPlaySettings { draw_after: 10, ..SelfPlaySettings::default() };
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
