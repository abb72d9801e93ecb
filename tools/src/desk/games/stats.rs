//! What was played in a position, and with what results.

use std::collections::{BTreeMap, HashSet};

use anyhow::Result;
use rusqlite::Connection;

use chuhe::board::Board;
use chuhe::book::Folded;
use chuhe::rules::Outcome;
use chuhe::types::{Color, Move};

use super::row::Facts;

/// Games counted by their results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub red: u32,
    pub drawn: u32,
    pub black: u32,
    /// Without a result.
    pub open: u32,
    /// Times that the move, or any move, stands in a variation; no results belong to it.
    pub tries: u32,
    /// First and last year of the games of which it is known.
    pub years: Option<(u16, u16)>,
}

impl Counts {
    /// Games, variations not counted.
    pub fn games(&self) -> u32 {
        self.red + self.drawn + self.black + self.open
    }

    /// The share of points that Red made in games with a result, from 0 to 1.
    pub fn red_share(&self) -> Option<f64> {
        let decided = self.red + self.drawn + self.black;
        let points = f64::from(self.red) + f64::from(self.drawn) / 2.0;
        (decided > 0).then(|| points / f64::from(decided))
    }

    fn add(&mut self, facts: Facts) {
        if !facts.is_main() {
            self.tries += 1;
            return;
        }
        *match facts.outcome() {
            Outcome::Win(Color::Red) => &mut self.red,
            Outcome::Win(Color::Black) => &mut self.black,
            Outcome::Draw => &mut self.drawn,
            Outcome::Ongoing => &mut self.open,
        } += 1;
        let year = facts.year();
        if year > 0 {
            let (first, last) = self.years.unwrap_or((year, year));
            self.years = Some((first.min(year), last.max(year)));
        }
    }
}

/// What the games say of a position.
#[derive(Clone, Debug, Default)]
pub struct PositionStats {
    /// All games with it.
    pub all: Counts,
    /// Moves with what became of them, those of most games first.
    pub moves: Vec<(Move, Counts)>,
    /// The games with the position in their main line first, then those that have it in a
    /// variation; the newest first.
    pub games: Vec<i64>,
}

impl PositionStats {
    /// Looks a position up. Only games of `among` count, if that is given.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn read(db: &Connection, board: &Board, among: Option<&HashSet<i64>>) -> Result<Self> {
        let folded = Folded::of(board);
        let mut query =
            db.prepare_cached("SELECT game, move, facts FROM positions WHERE key = ?")?;
        let mut rows = query.query([folded.key as i64])?;
        let mut stats = PositionStats::default();
        let mut moves: BTreeMap<u16, Counts> = BTreeMap::new();
        // For each game the first row of the main line, or of a variation.
        let mut games: BTreeMap<i64, Facts> = BTreeMap::new();
        while let Some(row) = rows.next()? {
            let (game, mv, facts): (i64, u16, i64) = (row.get(0)?, row.get(1)?, row.get(2)?);
            if among.is_some_and(|among| !among.contains(&game)) {
                continue;
            }
            let facts = Facts(facts);
            moves.entry(mv).or_default().add(facts);
            let known = games.entry(game).or_insert(facts);
            if facts.is_main() {
                *known = facts;
            }
        }
        games.values().for_each(|&facts| stats.all.add(facts));
        stats.all.tries = moves.values().map(|counts| counts.tries).sum();
        // Of two mirrored moves of a symmetric position the one that people write: 炮二平五.
        let unfolded = |mv: Move| match folded.is_symmetric {
            true => mv.mirror(),
            false => folded.unfolded(mv),
        };
        stats.moves = moves
            .into_iter()
            .filter_map(|(bits, counts)| Some((unfolded(Move::from_bits(bits)?), counts)))
            .filter(|(mv, _)| board.is_legal(*mv)) // of two positions with one key
            .collect();
        stats.moves.sort_by_key(|(mv, counts)| {
            (std::cmp::Reverse((counts.games(), counts.tries)), mv.bits())
        });
        let mut order: Vec<(i64, Facts)> = games.into_iter().collect();
        order.sort_by_key(|(id, facts)| (!facts.is_main(), std::cmp::Reverse(facts.year()), *id));
        stats.games = order.into_iter().map(|(id, _)| id).collect();
        Ok(stats)
    }
}
