//! `chuhe relabel`: scores the positions of stored games again, with a deeper
//! search or a newer network. Moves and results stay. As with `datagen`, a new shard
//! depends only on the old one and the settings.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result, ensure};

use crate::common::signals;
use chuhe::engine::Part;
use chuhe::engine::capacity;
use chuhe::eval::Evaluation;
use chuhe::internals::packing::sha256;
use chuhe::search::SearchSettings;

use super::journal::is_journal_name;
use super::play::Player;
use super::shard::{ShardGames, read_bytes};
use super::workers::{Progress, Workers};
use super::{Origin, SelfPlaySettings, finish_shard, time_limit};

/// Score the positions of stored games again, with a deeper search or a newer network
#[derive(clap::Args, Clone, Debug)]
pub struct RelabelArgs {
    /// Files of games
    #[arg(required = true)]
    files: Vec<PathBuf>,

    /// Folder of the new files, which keep their names
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,

    /// Make part I of N of these files only, counted from 1
    #[arg(long, alias = "shard", value_name = "I/N", default_value_t = Part::WHOLE)]
    part: Part,

    /// Threads, each with a search of its own
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=512))]
    threads: usize,

    /// Nodes after which a search ends with its iteration
    #[arg(long, value_name = "N", default_value_t = 1000,
          value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    soft_nodes: u64,

    /// Transposition table of each thread in MiB
    #[arg(long, value_name = "MIB", default_value_t = 4,
          value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1024))]
    hash: usize,

    /// A network file to judge positions with instead of the built-in network
    #[arg(long, value_name = "FILE", default_value = "")]
    eval_file: String,

    /// End cleanly after N minutes
    #[arg(long, value_name = "N")]
    minutes: Option<f64>,
}

/// Scores the games of the files again.
///
/// # Errors
/// When a file cannot be read or written, or would be written over.
pub fn run(args: &RelabelArgs) -> Result<()> {
    let evaluation = Evaluation::named(&args.eval_file)?;
    capacity::check(args.hash.saturating_mul(args.threads), args.threads, 0)?;
    let limit = time_limit(args.minutes)?;
    let part = args.part.of(0..args.files.len() as u64);
    let files = &args.files[part.start as usize..part.end as usize];
    let sources = sources(files, &args.out)?;
    std::fs::create_dir_all(&args.out)
        .with_context(|| format!("cannot create {}", args.out.display()))?;
    let work = Work {
        settings: SelfPlaySettings {
            soft_nodes: args.soft_nodes,
            hash_mib: args.hash,
            ..SelfPlaySettings::default()
        },
        origin: Origin::of(&evaluation),
        search: SearchSettings { evaluation, ..SearchSettings::default() },
        sources,
        stop: signals::stop_flag(1)?,
    };
    let workers = Workers {
        parts: 0..work.sources.len() as u64,
        games: work.sources.iter().map(|source| u64::from(source.games)).sum(),
        stop: &work.stop,
    };
    workers.run(args.threads, limit, || {
        let mut player = Player::new(&work.settings, work.search.clone(), &work.stop);
        let work = &work;
        move |number, progress: &Progress| {
            let source = &work.sources[number as usize];
            work.relabel(source, &mut player, progress)
                .with_context(|| source.from.display().to_string())
        }
    })
}

/// A file, and the file that its new scores are written to.
struct Source {
    from: PathBuf,
    to: PathBuf,
    games: u32,
}

/// Checks all files before any work is done.
fn sources(files: &[PathBuf], out: &Path) -> Result<Vec<Source>> {
    let mut seen: HashMap<PathBuf, &PathBuf> = HashMap::new();
    let mut sources = Vec::new();
    for from in files {
        let name = from.file_name().with_context(|| format!("{}: no file", from.display()))?;
        let to = out.join(name);
        // Journals lie beside the new files, which must not have such a name.
        ensure!(!is_journal_name(from), "{}: the name of a journal; rename it", from.display());
        if let Some(other) = seen.insert(to.clone(), from) {
            let (first, second) = (other.display(), from.display());
            anyhow::bail!("{first} and {second} would both become {}", to.display());
        }
        let is_itself = to.exists() && to.canonicalize()? == from.canonicalize()?;
        ensure!(!is_itself, "{} would be written over; choose another folder", from.display());
        let bytes = read_bytes(from)?;
        let (_, games) = ShardGames::open(&bytes).with_context(|| from.display().to_string())?;
        sources.push(Source { from: from.clone(), to, games: games.total() });
    }
    Ok(sources)
}

struct Work {
    settings: SelfPlaySettings,
    search: SearchSettings,
    origin: Origin,
    sources: Vec<Source>,
    stop: Arc<AtomicBool>,
}

impl Work {
    /// Scores the games of a file again, until it is done or the run is stopped.
    fn relabel(&self, source: &Source, player: &mut Player, progress: &Progress) -> Result<()> {
        let bytes = read_bytes(&source.from)?;
        let (old, mut games) = ShardGames::open(&bytes)?;
        let header = self.header(old, &bytes);
        let mut read = 0;
        finish_shard(&source.to, header, source.games as usize, progress, |done| {
            let missing = done.len() - read;
            let Some(game) = games.nth(missing) else { return Ok(None) };
            read += missing + 1;
            let before = player.nodes;
            let game = player.rescore(&game?)?;
            progress.add_nodes(player.nodes - before);
            Ok(game)
        })
    }

    /// The old header with the new settings in the place of those of an earlier
    /// relabelling.
    fn header(&self, old: &str, bytes: &[u8]) -> String {
        let kept = old.lines().filter(|line| !line.starts_with("relabel_"));
        let mut header: String = kept.flat_map(|line| [line, "\n"]).collect();
        let SelfPlaySettings { soft_nodes, hash_mib, .. } = self.settings;
        let Origin { evaluation, signature } = &self.origin;
        header.push_str(&format!(
            "relabel_source = \"{}\"\n\
             relabel_evaluation = \"{evaluation}\"\n\
             relabel_signature = {signature}\n\
             relabel_soft_nodes = {soft_nodes}\n\
             relabel_hash_mib = {hash_mib}\n",
            sha256(bytes)
        ));
        header
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::datagen::{Journal, ShardFile, StoredGame};
    use crate::lab::material;

    fn work(folder: &Path, files: &[PathBuf], out: &str, soft_nodes: u64) -> Work {
        let evaluation = material::evaluation().unwrap();
        std::fs::create_dir_all(folder.join(out)).unwrap();
        Work {
            settings: SelfPlaySettings { soft_nodes, hash_mib: 1, ..SelfPlaySettings::default() },
            origin: Origin { evaluation: "network test".into(), signature: 1 },
            search: SearchSettings { evaluation, ..SearchSettings::default() },
            sources: sources(files, &folder.join(out)).unwrap(),
            stop: Arc::new(AtomicBool::new(false)),
        }
    }

    fn relabel(work: &Work) {
        let mut player = Player::new(&work.settings, work.search.clone(), &work.stop);
        for source in &work.sources {
            work.relabel(source, &mut player, &Progress::default()).unwrap();
        }
    }

    #[test]
    fn scores_change_and_nothing_else() {
        let folder = std::env::temp_dir().join(format!("chuhe-relabel-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        let evaluation = material::evaluation().unwrap();
        let settings = SelfPlaySettings {
            games: 3,
            soft_nodes: 20,
            hash_mib: 1,
            max_plies: 60,
            ..SelfPlaySettings::default()
        };
        let stop = AtomicBool::new(false);
        let search = SearchSettings { evaluation, ..SearchSettings::default() };
        let mut player = Player::new(&settings, search, &stop);
        let mut games: Vec<StoredGame> = Vec::new();
        while games.len() < settings.games {
            games.push(player.play(0, &games).unwrap());
        }
        let path = folder.join("a.games");
        ShardFile { header: "evaluation = \"x\"\n".into(), games }.write(&path).unwrap();
        let files = [path.clone()];
        let new = |out: &str| ShardFile::read(&folder.join(out).join("a.games")).unwrap();
        relabel(&work(&folder, &files, "one", 200));
        // The same, from a journal of one game.
        let again = work(&folder, &files, "two", 200);
        let (old, made) = (ShardFile::read(&path).unwrap(), new("one"));
        let (mut journal, _) = Journal::of(&again.sources[0].to, &made.header).unwrap();
        journal.add(&made.games[0]).unwrap();
        drop(journal);
        relabel(&again);
        assert_eq!(made, new("two"));
        assert!(made.header.starts_with("evaluation = \"x\"\nrelabel_source = \""));
        let mut changed = 0;
        for (old, made) in old.games.iter().zip(&made.games) {
            let without = |game: &StoredGame| {
                let mut game = game.clone();
                game.moves.iter_mut().for_each(|ply| ply.score = 0);
                game
            };
            assert_eq!(without(old), without(made));
            let scores = old.moves.iter().zip(&made.moves);
            changed += scores.filter(|(old, made)| old.score != made.score).count();
        }
        assert!(changed > 20, "{changed} scores changed");
        // A second relabelling replaces what the first has written into the header.
        let twice = [folder.join("one/a.games")];
        relabel(&work(&folder, &twice, "three", 30));
        assert_eq!(new("three").header.matches("relabel_source").count(), 1);
        // Nothing is written over itself, and no two files become one.
        assert!(sources(&twice, &folder.join("one")).is_err());
        assert!(sources(&[path, twice[0].clone()], &folder.join("four")).is_err());
        std::fs::remove_dir_all(folder).unwrap();
    }
}
