//! The file of a database of games: an SQLite database with three tables.
//!
//! * `files`: what was read, so that only what has changed is read again.
//! * `games`: a game a row, with its names, its result and its moves ([`packed`](super::packed)).
//! * `positions`: for each position of a game the move that was made there. A position and its
//!   mirror image have one key, that of opening books, so what other orders of moves lead to is
//!   found as well.

use std::path::Path;
use std::time::Duration;

use anyhow::{Result, ensure};
use rusqlite::{Connection, ErrorCode, OpenFlags};

use crate::common::lang::Context;
use crate::common::lang::files::DatabaseFault;

/// `PRAGMA application_id`: that an SQLite file is such a database. "CHGD".
const APPLICATION: i32 = 0x4348_4744;
/// `PRAGMA user_version`: the version of the tables.
const VERSION: i32 = 1;

const TABLES: &str = "
    CREATE TABLE files (
        id INTEGER PRIMARY KEY,
        path TEXT NOT NULL UNIQUE,
        size INTEGER NOT NULL,
        modified INTEGER NOT NULL,
        faults INTEGER NOT NULL
    );
    CREATE TABLE games (
        id INTEGER PRIMARY KEY,
        file INTEGER NOT NULL REFERENCES files (id),
        place TEXT NOT NULL,
        red TEXT NOT NULL,
        black TEXT NOT NULL,
        event TEXT NOT NULL,
        date TEXT NOT NULL,
        year INTEGER NOT NULL,
        result INTEGER NOT NULL,
        opening TEXT NOT NULL,
        plies INTEGER NOT NULL,
        start TEXT NOT NULL,
        moves BLOB NOT NULL,
        hash INTEGER NOT NULL,
        copy_of INTEGER
    );
    CREATE INDEX games_of_file ON games (file);
    CREATE INDEX games_by_hash ON games (hash, red, black);
    CREATE INDEX copies ON games (copy_of) WHERE copy_of IS NOT NULL;
    CREATE TABLE positions (
        key INTEGER NOT NULL,
        game INTEGER NOT NULL,
        move INTEGER NOT NULL,
        facts INTEGER NOT NULL,
        PRIMARY KEY (key, game, move)
    ) WITHOUT ROWID;
";

/// Opens a database to add to it, and makes one where there is none.
///
/// # Errors
/// When the file cannot be written, is no such database, or another process writes it.
pub fn open(path: &Path) -> Result<Connection> {
    let fault = || DatabaseFault::Open { path: path.into() };
    let db = Connection::open(path).with_context(fault)?;
    db.busy_timeout(Duration::from_secs(2))?;
    if is_empty(&db).unwrap_or(false) {
        db.execute_batch(&format!(
            "BEGIN IMMEDIATE; {TABLES} PRAGMA application_id = {APPLICATION};
             PRAGMA user_version = {VERSION}; COMMIT;"
        ))
        .with_context(fault)?;
    }
    check(&db, path)?;
    // A crash of the machine loses the last files at most, which are then read again.
    db.execute_batch("PRAGMA synchronous = NORMAL; PRAGMA cache_size = -65536;")?;
    Ok(db)
}

/// Opens a database to look into it.
///
/// # Errors
/// When it is not there, or is no such database.
pub fn open_to_read(path: &Path) -> Result<Connection> {
    let fault = || DatabaseFault::Open { path: path.into() };
    ensure!(path.exists(), DatabaseFault::NotThere { path: path.into() });
    ensure!(path.is_file(), DatabaseFault::Other { path: path.into() });
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let db = Connection::open_with_flags(path, flags).with_context(fault)?;
    db.busy_timeout(Duration::from_secs(2))?;
    check(&db, path)?;
    Ok(db)
}

fn is_empty(db: &Connection) -> rusqlite::Result<bool> {
    let pages = number(db, "PRAGMA page_count")?;
    Ok(pages == 0)
}

fn number(db: &Connection, question: &str) -> rusqlite::Result<i32> {
    db.query_row(question, [], |row| row.get(0))
}

fn check(db: &Connection, path: &Path) -> Result<()> {
    let fault = || DatabaseFault::Open { path: path.into() };
    let application = match number(db, "PRAGMA application_id") {
        Err(error) if error.sqlite_error_code() == Some(ErrorCode::NotADatabase) => 0,
        found => found.with_context(fault)?,
    };
    ensure!(application == APPLICATION, DatabaseFault::Other { path: path.into() });
    let version = number(db, "PRAGMA user_version").with_context(fault)?;
    ensure!(
        version == VERSION,
        DatabaseFault::Version { path: path.into(), version, known: VERSION }
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn only_such_databases_are_opened() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        drop(open(&path("new")).unwrap());
        drop(open(&path("new")).unwrap());
        assert_eq!(
            number(&open_to_read(&path("new")).unwrap(), "SELECT count(*) FROM games"),
            Ok(0)
        );
        fs::write(path("text"), "[Event \"x\"] 1. h2e2 *\n".repeat(100)).unwrap();
        let other = Connection::open(path("other")).unwrap();
        other.execute_batch("CREATE TABLE x (y)").unwrap();
        let later = Connection::open(path("new")).unwrap();
        later.execute_batch("PRAGMA user_version = 9").unwrap();
        for (name, part) in [
            ("text", "no database of games"),
            ("other", "no database of games"),
            ("new", "version 9"),
            ("no/where", "cannot open"),
        ] {
            let error = format!("{:#}", open(&path(name)).unwrap_err());
            assert!(error.contains(part), "{error}");
        }
        let error = format!("{:#}", open_to_read(&path("missing")).unwrap_err());
        assert!(error.contains("games index"), "{error}");
        assert!(!path("missing").exists());
    }
}
