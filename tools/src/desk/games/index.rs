//! `chuhe games index`: reads files into a database, and only what is new.

use std::collections::HashMap;
use std::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::{Result, bail};
use rusqlite::Connection;
use serde::Serialize;

use crate::common::input;
use crate::common::lang::files::{DatabaseFault, Remark};
use crate::common::progress::bar;
use crate::common::say::{print, tell};
use crate::common::signals::stop_flag;

use super::args::IndexArgs;
use super::batch::{Batch, Counts, Stamp, Todo};
use super::store;

/// Faults that are told one by one.
const TOLD: usize = 10;

/// What became of the files, as JSON.
#[derive(Debug, Serialize)]
struct Summary {
    #[serde(flatten)]
    counts: Counts,
    /// Files that had not changed since they were read.
    unchanged: usize,
    /// Files whose games were taken out, because they are no longer there.
    gone: usize,
    /// Games in the database.
    total: i64,
    seconds: f64,
}

/// Reads files and folders into a database.
///
/// # Errors
/// When a folder cannot be read, the database cannot be written, or a signal came; what has
/// been read until then is kept. Files and games with faults are named.
pub fn run(args: &IndexArgs) -> Result<()> {
    let began = Instant::now();
    let files = input::expand(&args.files)?;
    let json = args.json.open(&[])?;
    let stop = stop_flag(1)?;
    let mut db = store::open(&args.db)?;
    let known = known_files(&db)?;
    let gone = gone(&args.files, &known);
    let todo = changed(&files, &known);
    let unchanged = files.len() - todo.len();
    let counts = read(&mut db, &todo, &gone, args, &stop)?;
    let total = db.query_row("SELECT count(*) FROM games", [], |row| row.get(0))?;
    let seconds = began.elapsed().as_secs_f64();
    let summary = Summary { counts, unchanged, gone: gone.len(), total, seconds };
    if json.map_or(Ok(true), |json| json.write(&summary))? {
        print(&text(&summary, args))?;
    }
    if stop.load(Ordering::Relaxed) {
        bail!(DatabaseFault::EndedEarly);
    }
    Ok(())
}

/// The files that the database has, by their names.
fn known_files(db: &Connection) -> Result<HashMap<String, (i64, Stamp)>> {
    let mut query = db.prepare("SELECT path, id, size, modified FROM files")?;
    let rows = query.query_map([], |row| {
        let stamp = Stamp { size: row.get(2)?, modified: row.get(3)? };
        Ok((row.get(0)?, (row.get(1)?, stamp)))
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// The name of a file by which it is known again from any folder.
fn name_of(path: &Path) -> String {
    fs::canonicalize(path).unwrap_or_else(|_| path.into()).to_string_lossy().into_owned()
}

/// The files that the database does not have as they are now.
fn changed(files: &[PathBuf], known: &HashMap<String, (i64, Stamp)>) -> Vec<Todo> {
    let todo = files.iter().filter_map(|path| {
        let name = name_of(path);
        let stamp = Stamp::of(path).unwrap_or(Stamp { size: -1, modified: -1 });
        let found = known.get(&name);
        let is_known = found.is_some_and(|(_, known)| *known == stamp);
        let known = found.map(|(id, _)| *id);
        (!is_known).then(|| Todo { path: path.clone(), name, known, stamp })
    });
    todo.collect()
}

/// The files of the database that lay in one of the folders and are no longer there.
fn gone(folders: &[PathBuf], known: &HashMap<String, (i64, Stamp)>) -> Vec<i64> {
    let folders = folders.iter().filter(|path| path.is_dir()).map(|path| name_of(path));
    let folders: Vec<String> = folders.collect();
    let is_below =
        |name: &str| folders.iter().any(|folder| Path::new(name).starts_with(Path::new(folder)));
    let gone = known.iter().filter(|(name, _)| is_below(name) && !Path::new(name).exists());
    let mut ids: Vec<i64> = gone.map(|(_, (id, _))| *id).collect();
    ids.sort_unstable();
    ids
}

/// Takes the games out that are gone, and reads the files.
fn read(
    db: &mut Connection,
    todo: &[Todo],
    gone: &[i64],
    args: &IndexArgs,
    stop: &AtomicBool,
) -> Result<Counts> {
    let progress = bar(todo.len(), 0);
    let mut told = 0;
    let mut leave_out = |what| {
        told += 1;
        if told <= TOLD {
            progress.suspend(|| tell(&Remark::LeftOut { what }));
        }
    };
    let mut batch = Batch::begin(db, args.encoding.options())?;
    for &id in gone {
        batch.forget(id)?;
    }
    for file in todo {
        batch.read(file, stop, &mut leave_out)?;
        if stop.load(Ordering::Relaxed) {
            break;
        }
        progress.inc(1);
    }
    progress.finish_and_clear();
    batch.finish()
}

/// What was done, in a line or two.
fn text(summary: &Summary, args: &IndexArgs) -> String {
    let lang = args.lang.get();
    let Summary { counts, unchanged, gone, total, seconds } = summary;
    let (path, seconds) = (args.db.display(), format!("{seconds:.1}"));
    let values: [(&str, &dyn Display); 9] = [
        ("path", &path),
        ("total", total),
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
