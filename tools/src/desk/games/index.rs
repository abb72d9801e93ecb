//! `chuhe games index`: reads files into a database, and only what is new.

use std::collections::{HashMap, HashSet};
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use std::{fs, io, slice};

use anyhow::{Result, bail, ensure};
use rusqlite::Connection;
use serde::Serialize;

use crate::common::input;
use crate::common::lang::files::{DatabaseFault, Remark, at};
use crate::common::lang::{Context, Lang};
use crate::common::output::is_standard;
use crate::common::progress::bar;
use crate::common::say::{print, tell};
use crate::common::signals::stop_flag;

use chuhe::book::Fnv;

use super::args::IndexArgs;
use super::batch::{Batch, Counts, Known, Stamp, Todo};
use super::store;

/// What became of the files, as JSON.
#[derive(Debug, Serialize)]
struct Summary {
    #[serde(flatten)]
    counts: Counts,
    /// Files that had not changed since they were read.
    unchanged: usize,
    /// Files whose games were taken out, because they are no longer there.
    gone: usize,
    /// Games in the database, without the copies, which are the next.
    total: i64,
    all_copies: i64,
    seconds: f64,
}

/// Reads files and folders into a database.
///
/// # Errors
/// When something named is not there or cannot be read, the database cannot be written, or a
/// signal came; what has been read until then is kept. Files and games with faults are named.
pub fn run(args: &IndexArgs, lang: Lang) -> Result<()> {
    let began = Instant::now();
    ensure!(!args.files.iter().any(|path| is_standard(path)), DatabaseFault::NoPlace);
    let stop = stop_flag(1)?;
    let known =
        if args.db.exists() { known_files(&store::open(&args.db)?)? } else { HashMap::new() };
    let mut gone = gone(&args.files, &known);
    let is_gone = |path: &PathBuf| {
        let name = name_of(path);
        gone.iter().any(|(known, _)| *known == name)
    };
    let is_there = |path: &&PathBuf| path.exists() || !is_gone(path);
    let named: Vec<PathBuf> = args.files.iter().filter(is_there).cloned().collect();
    for path in &named {
        fs::metadata(path).with_context(|| input::cannot_read(path))?;
    }
    let files = input::expand(&named)?;
    // The name of a file that is no text is not its path.
    let there: HashSet<String> = files.iter().map(|path| name_of(path)).collect();
    gone.retain(|(name, _)| !there.contains(name));
    let json = args.json.open(&[files.as_slice(), slice::from_ref(&args.db)].concat())?;
    let todo = changed(&files, &known, args.encoding.is_given());
    let unchanged = files.len() - todo.len();
    let db = store::open(&args.db)?;
    let counts = read(&db, &todo, &gone, args, &stop)?;
    let count =
        |what: &str| db.query_row(&format!("SELECT {what} FROM games"), [], |row| row.get(0));
    let (total, all_copies) = (count("count(*) - count(copy_of)")?, count("count(copy_of)")?);
    let seconds = began.elapsed().as_secs_f64();
    let summary = Summary { counts, unchanged, gone: gone.len(), total, all_copies, seconds };
    if json.map_or(Ok(true), |json| json.write(&summary))? {
        print(&text(&summary, args, lang))?;
    }
    if stop.load(Ordering::Relaxed) {
        bail!(DatabaseFault::EndedEarly);
    }
    Ok(())
}

/// The files that the database has, by their names.
fn known_files(db: &Connection) -> Result<HashMap<String, Known>> {
    let mut query = db.prepare("SELECT path, id, size, modified, faults FROM files")?;
    let rows = query.query_map([], |row| {
        let stamp = Stamp { size: row.get(2)?, modified: row.get(3)? };
        Ok((row.get(0)?, Known { id: row.get(1)?, stamp, faults: row.get(4)? }))
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// The name of a file by which it is known again from any folder, also when it is gone.
fn name_of(path: &Path) -> String {
    let found = fs::canonicalize(path).or_else(|_| {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = fs::canonicalize(folder.unwrap_or(Path::new(".")))?;
        Ok::<_, io::Error>(folder.join(path.file_name().unwrap_or_default()))
    });
    let path = found.unwrap_or_else(|_| path.into());
    match path.to_str() {
        Some(name) => name.to_owned(),
        // Different bytes that are no text may look alike.
        None => {
            let sum = Fnv::START.with(path.as_os_str().as_encoded_bytes()).0;
            format!("{} ({sum:016x})", path.display())
        }
    }
}

/// The files that are to be read: those that the database does not have as they are now, and
/// those with faults, which are named every time; all files when the encoding is given.
fn changed(files: &[PathBuf], known: &HashMap<String, Known>, all: bool) -> Vec<Todo> {
    let todo = files.iter().filter_map(|path| {
        let name = name_of(path);
        let stamp = Stamp::of(path).unwrap_or(Stamp { size: -1, modified: -1 });
        let found = known.get(&name);
        let is_good = found.is_some_and(|known| known.stamp == stamp && known.faults == 0);
        let known = found.map(|known| known.id);
        (all || !is_good).then(|| Todo { path: path.clone(), name, known, stamp })
    });
    todo.collect()
}

/// The files of the database that are among the named ones, or lay below them, and are no
/// longer there: their names and numbers.
fn gone(named: &[PathBuf], known: &HashMap<String, Known>) -> Vec<(String, i64)> {
    let named: Vec<String> = named.iter().map(|path| name_of(path)).collect();
    let is_below = |name: &str| named.iter().any(|above| Path::new(name).starts_with(above));
    let gone = known.iter().filter(|(name, _)| is_below(name) && !Path::new(name).exists());
    let mut files: Vec<(String, i64)> = gone.map(|(name, file)| (name.clone(), file.id)).collect();
    files.sort_unstable();
    files
}

/// Takes the games out that are gone, and reads the files.
fn read(
    db: &Connection,
    todo: &[Todo],
    gone: &[(String, i64)],
    args: &IndexArgs,
    stop: &AtomicBool,
) -> Result<Counts> {
    let progress = bar(todo.len(), 0);
    let mut told = 0;
    let mut tell_fault = |what: Remark| {
        told += 1;
        if told <= args.faults as usize {
            progress.suspend(|| tell(&what));
        }
    };
    let mut batch = Batch::begin(db, args.encoding.options())?;
    for (_, id) in gone {
        batch.forget(*id)?;
    }
    for file in todo {
        batch.read(file, stop, &mut tell_fault)?;
        if stop.load(Ordering::Relaxed) {
            break;
        }
        progress.inc(1);
    }
    progress.finish_and_clear();
    if told > args.faults as usize {
        let what = DatabaseFault::MoreFaults { n: told - args.faults as usize };
        tell(&Remark::Note { what: at(args.db.display(), what) });
    }
    batch.finish()
}

/// What was done, in a line or two.
fn text(summary: &Summary, args: &IndexArgs, lang: Lang) -> String {
    let Summary { counts, unchanged, gone, total, all_copies, seconds } = summary;
    let (path, seconds) = (args.db.display(), format!("{seconds:.1}"));
    let values: [(&str, &dyn Display); 10] = [
        ("path", &path),
        ("total", total),
        ("all_copies", all_copies),
        ("games", &counts.games),
        ("files", &counts.files),
        ("copies", &counts.copies),
        ("faults", &counts.faults),
        ("unchanged", unchanged),
        ("gone", gone),
        ("seconds", &seconds),
    ];
    lang.fill("games.indexed", &values) + "\n"
}
