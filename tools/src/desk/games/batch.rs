//! Games on their way into a database. What is committed is whole files; rows of positions are
//! gathered and written in the order of their keys, which is many times faster than in the
//! order of games.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant, UNIX_EPOCH};

use anyhow::Result;
use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension, params, params_from_iter};
use serde::Serialize;

use crate::common::input;
use crate::common::lang::files::{Remark, at, in_file, kept_before};
use crate::common::lang::{process_lang, said};
use chuhe::board::Setup;
use chuhe_games::{GameText, ReadOptions, outcome_of, result_number};

use super::packed::unpack;
use super::row::{GameRow, PositionRow, positions};

/// Rows that are gathered: 32 bytes each.
const ROWS: usize = 1 << 19;
/// Time after which the files that were read are committed, so that little is lost when a run is
/// killed.
const PATIENCE: Duration = Duration::from_secs(2);

/// A file as it was when it was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// Bytes.
    pub size: i64,
    /// Nanoseconds since 1970.
    pub modified: i64,
}

impl Stamp {
    /// Of the file as it is now.
    pub fn of(path: &Path) -> Option<Stamp> {
        let found = fs::metadata(path).ok()?;
        let modified = found.modified().ok()?.duration_since(UNIX_EPOCH).ok()?.as_nanos();
        Some(Stamp { size: found.len() as i64, modified: i64::try_from(modified).ok()? })
    }
}

/// A file that is to be read.
pub struct Todo {
    /// As the user named it.
    pub path: PathBuf,
    /// As the database knows it.
    pub name: String,
    /// Its number there, when it has been read before.
    pub known: Option<i64>,
    pub stamp: Stamp,
}

/// A file of the database.
pub struct Known {
    /// Its number there.
    pub id: i64,
    /// As it was when it was read.
    pub stamp: Stamp,
    /// Games of it that could not be read whole.
    pub faults: i64,
}

/// What has been read.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Counts {
    /// Files, those with faults included.
    pub files: usize,
    /// Games, of which the copies of others are the next.
    pub games: usize,
    pub copies: usize,
    /// Games and files that could not be read whole.
    pub faults: usize,
}

/// An open transaction.
pub struct Batch<'a> {
    db: &'a Connection,
    options: ReadOptions,
    rows: Vec<PositionRow>,
    /// When the transaction began.
    began: Instant,
    counts: Counts,
}

impl<'a> Batch<'a> {
    /// Begins.
    ///
    /// # Errors
    /// When another process writes the database.
    pub fn begin(db: &'a Connection, options: ReadOptions) -> Result<Batch<'a>> {
        db.execute_batch("BEGIN IMMEDIATE")?;
        Ok(Batch {
            db,
            options,
            rows: Vec::new(),
            began: Instant::now(),
            counts: Counts::default(),
        })
    }

    /// Commits and returns what has been read.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub fn finish(mut self) -> Result<Counts> {
        self.write_rows(0)?;
        self.db.execute_batch("COMMIT")?;
        Ok(self.counts)
    }

    /// Reads a file in the place of what was read of it before; nothing of it when `stop` is
    /// set meanwhile. Tells what is left out, or kept in part.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub fn read(
        &mut self,
        file: &Todo,
        stop: &AtomicBool,
        tell_fault: &mut impl FnMut(Remark),
    ) -> Result<()> {
        let before = self.counts;
        if file.known.is_some() {
            self.write_rows(0)?;
        }
        self.db.execute_batch("SAVEPOINT file")?;
        let first_row = self.rows.len();
        if let Some(id) = file.known {
            self.forget(id)?;
        }
        let faults = self.counts.faults;
        let id = self.add_file(file)?;
        let shown = input::name_of(&file.path);
        match input::open_games(&file.path, self.options) {
            Ok(games) => {
                for game in games {
                    if self.rows.len() >= first_row + ROWS {
                        self.write_rows(first_row)?;
                    }
                    if stop.load(Ordering::Relaxed) {
                        // Nothing of a file that was not read to its end.
                        self.rows.truncate(first_row);
                        self.db.execute_batch("ROLLBACK TO file; RELEASE file")?;
                        self.counts = before;
                        return Ok(());
                    }
                    let remark = match game {
                        Ok(game) => self.add_game(&game, id, &shown)?,
                        Err(fault) => Some(Remark::LeftOut { what: in_file(&shown, fault) }),
                    };
                    if let Some(remark) = remark {
                        self.counts.faults += 1;
                        tell_fault(remark);
                    }
                }
            }
            Err(error) => {
                self.counts.faults += 1;
                let what = at(shown, said(error.root_cause(), process_lang()));
                tell_fault(Remark::LeftOut { what });
            }
        }
        let faults = (self.counts.faults - faults) as i64;
        self.db
            .prepare_cached("UPDATE files SET faults = ?2 WHERE id = ?1")?
            .execute(params![id, faults])?;
        self.db.execute_batch("RELEASE file")?;
        self.counts.files += 1;
        if self.began.elapsed() >= PATIENCE || self.rows.len() >= ROWS {
            self.write_rows(0)?;
            self.db.execute_batch("COMMIT; BEGIN IMMEDIATE")?;
            self.began = Instant::now();
        }
        Ok(())
    }

    fn add_file(&self, file: &Todo) -> Result<i64> {
        let mut insert = self.db.prepare_cached(
            "INSERT INTO files (path, size, modified, faults) VALUES (?, ?, ?, 0)",
        )?;
        Ok(insert.insert(params![file.name, file.stamp.size, file.stamp.modified])?)
    }

    /// Adds a game. Returns what is to be said of a part of it that is wrong, or of all of it.
    fn add_game(&mut self, text: &GameText, file: i64, name: &str) -> Result<Option<Remark>> {
        let checked = match text.check(None) {
            Ok(found) => found,
            Err(fault) => return Ok(Some(Remark::LeftOut { what: in_file(name, fault) })),
        };
        let row = GameRow::of(text, &checked);
        let copy_of = self.original(&row)?;
        let id = self.insert(&row, file, copy_of)?;
        self.counts.games += 1;
        self.counts.copies += usize::from(copy_of.is_some());
        let moves = checked.moves.map(|played| played.mv);
        let facts = (id, row.outcome, row.year);
        self.rows.extend(positions(&text.start, &moves, facts, copy_of.is_some()));
        Ok(checked.fault.map(|fault| kept_before(name, fault)))
    }

    fn insert(&self, row: &GameRow, file: i64, copy_of: Option<i64>) -> Result<i64> {
        let mut insert = self.db.prepare_cached(
            "INSERT INTO games (file, place, red, black, event, date, year, result, opening, plies,
             start, moves, hash, copy_of) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        )?;
        let id = insert.insert(params![
            file,
            row.place,
            row.red,
            row.black,
            row.event,
            row.date,
            row.year,
            result_number(row.outcome),
            row.opening,
            row.plies as i64,
            row.start,
            row.moves,
            row.hash,
            copy_of,
        ])?;
        Ok(id)
    }

    /// The game that another is a copy of: with the same moves, and if these are few with the
    /// same names.
    fn original(&self, row: &GameRow) -> Result<Option<i64>> {
        let (names, condition) = match row.is_long() {
            true => (&[][..], ""),
            false => (&[&row.red, &row.black][..], " AND red = ? AND black = ?"),
        };
        let mut query = self.db.prepare_cached(&format!(
            "SELECT id FROM games WHERE hash = ?{condition} AND copy_of IS NULL LIMIT 1"
        ))?;
        let values = [Value::Integer(row.hash)].into_iter();
        let values = values.chain(names.iter().map(|&name| Value::Text(name.clone())));
        let found = query.query_row(params_from_iter(values), |found| found.get(0)).optional()?;
        Ok(found.filter(|_| row.plies > 0))
    }

    /// Takes the games of a file out. Where other files have copies of them, the first one
    /// counts from now on.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub fn forget(&mut self, file: i64) -> Result<()> {
        let first_row = self.rows.len();
        let mut query = self.db.prepare_cached("SELECT id FROM games WHERE file = ?")?;
        let ids = query.query_map([file], |row| row.get(0))?;
        let ids: Vec<i64> = ids.collect::<rusqlite::Result<_>>()?;
        let mut heirs = BTreeSet::new();
        for id in ids {
            let keys = self.rows_of(id)?;
            let mut delete =
                self.db.prepare_cached("DELETE FROM positions WHERE key = ? AND game = ?")?;
            for row in keys {
                delete.execute([row.key, id])?;
            }
            self.db.prepare_cached("DELETE FROM games WHERE id = ?")?.execute([id])?;
            heirs.remove(&id);
            heirs.extend(self.inherit(id)?);
        }
        for id in heirs {
            let rows = self.rows_of(id)?;
            self.rows.extend(rows);
        }
        self.db.prepare_cached("DELETE FROM files WHERE id = ?")?.execute([file])?;
        self.write_rows(first_row)
    }

    /// Makes the first copy of a game that is gone the original of the others.
    fn inherit(&self, id: i64) -> Result<Option<i64>> {
        let heir: Option<i64> = self
            .db
            .prepare_cached("SELECT id FROM games WHERE copy_of = ? ORDER BY id LIMIT 1")?
            .query_row([id], |row| row.get(0))
            .optional()?;
        if let Some(heir) = heir {
            self.db
                .prepare_cached("UPDATE games SET copy_of = nullif(?2, id) WHERE copy_of = ?1")?
                .execute([id, heir])?;
        }
        Ok(heir)
    }

    /// The rows of positions of a game that is in the database.
    fn rows_of(&self, id: i64) -> Result<Vec<PositionRow>> {
        let mut query = self.db.prepare_cached(
            "SELECT start, moves, result, year, copy_of IS NOT NULL FROM games WHERE id = ?",
        )?;
        let rows = query.query_row([id], |row| {
            let (start, moves): (String, Vec<u8>) = (row.get(0)?, row.get(1)?);
            let facts = (id, outcome_of(row.get(2)?), row.get(3)?);
            let start = if start.is_empty() { Some(Setup::start()) } else { start.parse().ok() };
            let tree = start.zip(unpack(&moves));
            let is_copy = row.get(4)?;
            Ok(tree.map(|(start, tree)| positions(&start, &tree, facts, is_copy)))
        })?;
        Ok(rows.unwrap_or_default())
    }

    /// Writes the gathered rows from one on, in the order of their keys.
    fn write_rows(&mut self, first: usize) -> Result<()> {
        let rows = &mut self.rows[first..];
        rows.sort_unstable();
        let mut insert = self.db.prepare_cached(
            "INSERT OR REPLACE INTO positions (key, game, move, facts) VALUES (?, ?, ?, ?)",
        )?;
        for row in rows {
            insert.execute(params![row.key, row.game, row.mv, row.facts.0])?;
        }
        self.rows.truncate(first);
        Ok(())
    }
}
