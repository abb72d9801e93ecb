//! Questions to the database: which games fulfil conditions, and what a game is.

use anyhow::{Result, ensure};
use rusqlite::types::Value;
use rusqlite::{Connection, Row, params_from_iter};
use serde::Serialize;

use crate::common::lang::Lang;
use crate::common::lang::files::DatabaseFault;
use chuhe::board::Setup;
use chuhe::rules::Outcome;
use chuhe::types::{Color, Move};
use chuhe_games::{Tree, outcome_of, result_number, result_word};

use super::args::{FilterArgs, ResultArg};
use super::packed::unpack;
use super::script::pattern;

/// Conditions as SQL has them.
#[derive(Debug, Default)]
pub struct Filter {
    /// Joined by `AND`; empty when there is none.
    conditions: Vec<&'static str>,
    values: Vec<Value>,
}

impl Filter {
    /// Of the arguments.
    ///
    /// # Errors
    /// When no opening has such a name.
    pub fn of(args: &FilterArgs) -> Result<Filter> {
        let mut filter = Filter::default();
        let part = |text: &String| Value::Text(pattern(text));
        let texts = [
            (&args.red, "red GLOB ?"),
            (&args.black, "black GLOB ?"),
            (&args.event, "event GLOB ?"),
        ];
        if let Some(player) = &args.player {
            let either = "(red GLOB ? OR black GLOB ?)";
            filter.add(either, [part(player), part(player)]);
        }
        for (text, condition) in texts {
            if let Some(text) = text {
                filter.add(condition, [part(text)]);
            }
        }
        if let Some(name) = &args.opening {
            let keys = opening_keys(name);
            ensure!(!keys.is_empty(), DatabaseFault::Opening { name: name.clone() });
            // A list as one value: `,a,b,`.
            filter.add(
                "instr(?, ',' || opening || ',') > 0",
                [Value::Text(format!(",{},", keys.join(",")))],
            );
            filter.add("opening <> ''", []);
        }
        if let Some(result) = args.result {
            let outcome = match result {
                ResultArg::Red => Outcome::Win(Color::Red),
                ResultArg::Black => Outcome::Win(Color::Black),
                ResultArg::Draw => Outcome::Draw,
            };
            filter.add("result = ?", [Value::Integer(result_number(outcome).into())]);
        }
        if let Some(year) = args.from {
            filter.add("year >= ?", [Value::Integer(year.into())]);
        }
        if let Some(year) = args.to {
            filter.add("year <= ? AND year > 0", [Value::Integer(year.into())]);
        }
        Ok(filter)
    }

    fn add<const N: usize>(&mut self, condition: &'static str, values: [Value; N]) {
        self.conditions.push(condition);
        self.values.extend(values);
    }

    /// Whether every game fulfils it.
    pub fn is_empty(&self) -> bool {
        self.conditions.is_empty()
    }

    /// The numbers of the games, the newest first; the original where a copy fulfils it.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn games(&self, db: &Connection) -> Result<Vec<i64>> {
        let conditions = match self.is_empty() {
            true => "TRUE".to_owned(),
            false => self.conditions.join(" AND "),
        };
        let mut query = db.prepare(&format!(
            "SELECT coalesce(copy_of, id) AS original FROM games WHERE {conditions}
             GROUP BY original ORDER BY max(year) DESC, max(date) DESC, original"
        ))?;
        let found = query.query_map(params_from_iter(&self.values), |row| row.get(0))?;
        Ok(found.collect::<rusqlite::Result<_>>()?)
    }
}

/// The keys of the openings that have a name with this text in a language, or this key.
fn opening_keys(name: &str) -> Vec<&'static str> {
    let wanted = name.to_lowercase();
    let named = |lang: Lang| {
        let texts = lang.page_texts().into_iter();
        texts.filter_map(|(key, text)| Some((key.strip_prefix("opening.by.")?, text)))
    };
    let mut keys: Vec<&str> = Lang::ALL
        .into_iter()
        .flat_map(named)
        .filter(|(key, text)| *key == wanted || text.to_lowercase().contains(&wanted))
        .map(|(key, _)| key)
        .collect();
    keys.sort_unstable();
    keys.dedup();
    keys
}

/// A game of the database.
#[derive(Clone, Debug, Serialize)]
pub struct Found {
    pub red: String,
    pub black: String,
    pub event: String,
    pub date: String,
    pub result: &'static str,
    /// The key of the opening's name; empty when it has none.
    pub opening: String,
    pub plies: i64,
    /// The file, and the place in it.
    pub file: String,
    pub place: String,
    /// Files that have it too.
    pub copies: i64,
    /// The first position.
    pub start: String,
    #[serde(skip)]
    pub outcome: Outcome,
    #[serde(skip)]
    pub moves: Tree<Move>,
}

impl Found {
    /// A game by its number.
    ///
    /// # Errors
    /// When it is not there, or the database cannot be read or is damaged.
    pub fn read(db: &Connection, id: i64) -> Result<Found> {
        let mut query = db.prepare_cached(
            "SELECT games.*, files.path,
             (SELECT count(*) FROM games AS others WHERE others.copy_of = games.id) AS copies
             FROM games JOIN files ON files.id = games.file WHERE games.id = ?",
        )?;
        let (found, bytes) =
            query.query_row([id], |row| Ok((Found::of(row)?, row.get::<_, Vec<u8>>("moves")?)))?;
        let moves = unpack(&bytes);
        ensure!(moves.is_some(), DatabaseFault::Damaged);
        Ok(Found { moves: moves.unwrap_or_default(), ..found })
    }

    fn of(row: &Row) -> rusqlite::Result<Found> {
        let outcome = outcome_of(row.get("result")?);
        let start: String = row.get("start")?;
        Ok(Found {
            red: row.get("red")?,
            black: row.get("black")?,
            event: row.get("event")?,
            date: row.get("date")?,
            result: result_word(outcome),
            opening: row.get("opening")?,
            plies: row.get("plies")?,
            file: row.get("path")?,
            place: row.get("place")?,
            copies: row.get("copies")?,
            start: if start.is_empty() { Setup::start().to_string() } else { start },
            outcome,
            moves: Tree::default(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_known_by_parts_of_their_names() {
        assert_eq!(opening_keys("screen-horses"), ["screen-horses"]);
        assert_eq!(opening_keys("屏风马"), ["screen-horses"]);
        assert!(opening_keys("Cannon").len() > 4 && opening_keys("xyz").is_empty());
    }
}
