//! Solved endings: tables that say of every position of a class of endings
//! whether it is won, and in how many plies.
//!
//! In most classes one side has attackers (rooks, knights, cannons, pawns), the
//! other defends with advisors and bishops; in mutual classes it has one, too. A
//! few classes are part of the program; `chuhe endings build` makes the others,
//! which lie in a folder and are read block by block when a position asks for
//! them.
//!
//! Wins with a distance are exact under every rule set: the distance falls with
//! every move, so that no position occurs twice. In mutual classes there are
//! wins besides that need the law against perpetual check, and draws that may
//! need chases; see `docs/authors/endings.md`.

mod cache;
mod class;
mod embedded;
pub(crate) mod file;
pub(crate) mod index;
pub(crate) mod note;
mod own_guards;
pub(crate) mod placements;
pub(crate) mod table_error;

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use crate::board::Board;
use crate::endings::cache::Cache;
use crate::endings::class::{CODES, MOST_ATTACKERS, count_attackers};
use crate::endings::file::{AGAINST, NOTE_BYTES, NOTED};
use crate::endings::index::Index;
use crate::endings::note::Note;
use crate::rules::{ChaseRule, RuleSet};
use crate::types::Color;

pub use class::{ATTACKERS, Class, ClassError, FAMILIES};
pub use embedded::embedded_files;
pub use file::EndingTable;
pub use table_error::TableError;

/// How the names of table files end.
pub const EXTENSION: &str = "xqend";
/// With no more plies than these left to the natural limit, a win that does not fit or has no
/// distance is not relied on: a search sees whether a capture comes in time.
pub const LIMIT_IN_SIGHT: u32 = 12;
/// Blocks that are kept unpacked: of values about 64 KiB each, of notes twice as much.
const CACHED_BLOCKS: usize = 4096;
/// Kings, attackers, and all advisors and bishops.
const MAX_PIECES: u32 = 2 + MOST_ATTACKERS + 8;

/// What a table says of a position, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Neither side can force a win.
    Draw,
    /// The side to move mates or stalemates in this many plies.
    Win(u32),
    /// The side to move loses after this many plies, 0 for at once.
    Loss(u32),
    /// The side to move wins, but not by force alone: the other side may not check for ever.
    /// The number is no distance; the winner makes progress by moves to lower ones.
    RuleWin(u32),
    /// The side to move loses, because it may not check for ever: [`Ending::RuleWin`] of the
    /// other side.
    RuleLoss(u32),
    /// Neither side can force a win where chases are free; where they are not, one side may
    /// have to chase for ever, so that it loses.
    DrawByChases,
}

/// Of two values of different kinds that one is greater, whatever their numbers.
const KIND_STEP: i32 = 1 << 20;

impl Ending {
    /// The value for the other side one ply earlier, of a move that leads here.
    pub fn before(self) -> Ending {
        match self {
            Ending::Win(plies) => Ending::Loss(plies + 1),
            Ending::Loss(plies) => Ending::Win(plies + 1),
            Ending::RuleWin(rank) => Ending::RuleLoss(rank),
            Ending::RuleLoss(rank) => Ending::RuleWin(rank),
            Ending::Draw | Ending::DrawByChases => self,
        }
    }

    /// The side that wins when `side` is to move; `None` for a draw.
    pub fn winner(self, side: Color) -> Option<Color> {
        match self.sign() {
            0 => None,
            1 => Some(side),
            _ => Some(!side),
        }
    }

    /// The plies to the end of a win or loss by force.
    pub fn plies(self) -> Option<u32> {
        match self {
            Ending::Win(plies) | Ending::Loss(plies) => Some(plies),
            _ => None,
        }
    }

    /// 1 for a win of the side to move, 0 for a draw, -1 for a loss.
    pub fn sign(self) -> i32 {
        self.rank().signum()
    }

    /// Larger for the side to move means better for it: quick wins, then wins by the rules,
    /// draws, losses by the rules, and slow losses.
    pub fn rank(self) -> i32 {
        match self {
            Ending::Draw | Ending::DrawByChases => 0,
            Ending::Win(plies) => 2 * KIND_STEP - plies as i32,
            Ending::Loss(plies) => plies as i32 - 2 * KIND_STEP,
            Ending::RuleWin(rank) => KIND_STEP - rank as i32,
            Ending::RuleLoss(rank) => rank as i32 - KIND_STEP,
        }
    }

    /// The value under a rule set; `None` where it is not known. All values hold where chases
    /// are free and perpetual check loses, wins and losses by force everywhere.
    pub fn under(self, rules: &RuleSet) -> Option<Ending> {
        match self {
            Ending::RuleWin(_) | Ending::RuleLoss(_) | Ending::DrawByChases
                if !rules.forbids_check =>
            {
                Some(Ending::Draw)
            }
            Ending::DrawByChases if rules.chases == ChaseRule::Free => Some(Ending::Draw),
            Ending::DrawByChases => None,
            _ => Some(self),
        }
    }
}

/// What stands in a table.
enum Found {
    Value(Ending),
    Note(Note),
}

/// A file that cannot be used, and why.
pub type Refusal = (PathBuf, TableError);

/// A set of tables.
pub struct Endings {
    tables: Vec<(EndingTable, OnceLock<Index>)>,
    /// For each class, the number of its table plus one; 0 for none.
    by_code: Vec<u16>,
    cache: Cache,
    /// The most attackers of both sides that a table knows of.
    most_attackers: u32,
    /// What is asked instead of a table that has turned out to be damaged.
    fallback: Option<Arc<Endings>>,
}

impl fmt::Debug for Endings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} tables of endings", self.tables.len())
    }
}

impl Endings {
    /// The tables that are part of the program: without the feature `built-in` those that were
    /// given, else none.
    pub fn embedded() -> Arc<Endings> {
        embedded::tables()
    }

    /// Makes tables those of the program, for a library without the feature `built-in`; `false`
    /// when there are some already. Settings that were made before do not have them.
    pub fn give_embedded(tables: Endings) -> bool {
        embedded::give(tables)
    }

    /// The tables of a file that has many, each after its length in four bytes, as
    /// `src/endings/embedded.bin`.
    ///
    /// # Errors
    /// When one of them is no table, or is cut off.
    pub fn from_bytes(bytes: &'static [u8]) -> Result<Endings, TableError> {
        let mut endings = Endings::none();
        for file in files_in(bytes)? {
            endings.add(EndingTable::in_memory(file)?);
        }
        Ok(endings)
    }

    /// No tables.
    pub fn none() -> Endings {
        Endings {
            tables: Vec::new(),
            by_code: vec![0; CODES],
            cache: Cache::new(CACHED_BLOCKS),
            most_attackers: 0,
            fallback: None,
        }
    }

    /// The tables of a folder, and the embedded ones of classes that it lacks or whose table
    /// in it turns out to be damaged. Files that are no tables are left out and named.
    /// [`Endings::from_files`] says how many tables the folder has.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn in_folder(folder: &Path) -> io::Result<(Endings, Vec<Refusal>)> {
        let mut endings = Endings { fallback: Some(Endings::embedded()), ..Endings::none() };
        let mut refused = Vec::new();
        let mut paths = Vec::new();
        for entry in fs::read_dir(folder)? {
            paths.push(entry?.path());
        }
        paths.sort();
        for path in
            paths.into_iter().filter(|path| path.extension().is_some_and(|e| e == EXTENSION))
        {
            match EndingTable::open(&path) {
                Ok(table) => endings.add(table),
                Err(error) => refused.push((path, error)),
            }
        }
        for bytes in embedded_files() {
            if let Ok(table) = EndingTable::in_memory(bytes)
                && endings.by_code[table.class().code()] == 0
            {
                endings.add(table);
            }
        }
        Ok((endings, refused))
    }

    /// Adds a table; the first of a class counts.
    pub fn add(&mut self, table: EndingTable) {
        self.most_attackers = self.most_attackers.max(table.class().count_attackers());
        let slot = &mut self.by_code[table.class().code()];
        if *slot == 0 {
            self.tables.push((table, OnceLock::new()));
            *slot = self.tables.len() as u16;
        }
    }

    /// The tables.
    pub fn tables(&self) -> impl Iterator<Item = &EndingTable> {
        self.tables.iter().map(|(table, _)| table)
    }

    /// The tables that are read from files, without the embedded ones.
    pub fn from_files(&self) -> impl Iterator<Item = &EndingTable> {
        self.tables().filter(|table| table.is_file())
    }

    /// Whether a position might be in a table: `false` is certain, and cheap.
    #[inline]
    pub fn may_know(board: &Board) -> bool {
        if board.occupied().count() > MAX_PIECES {
            return false;
        }
        count_attackers(board) <= MOST_ATTACKERS
    }

    /// What the tables say of a position; `None` when it is in none of them.
    pub fn probe(&self, board: &Board) -> Option<Ending> {
        Some(match self.found(board)? {
            Found::Value(value) => value,
            Found::Note(Note::Rule(value)) => value,
            Found::Note(Note::Draw { is_bounded: true, .. }) => Ending::DrawByChases,
            Found::Note(Note::Draw { .. }) => Ending::Draw,
        })
    }

    /// Whether these know what the side to move could lose in the class of a position, and not its
    /// draws alone: of a rook with guards of its own only draws may be known, but there the rook's
    /// side has nothing to lose.
    pub fn know_losses(&self, board: &Board) -> bool {
        let Some((first, class)) = Class::of(board) else { return false };
        self.by_code[class.code()] > 0
            || !class.is_mutual() && board.side() == first
            || self.fallback.as_ref().is_some_and(|fallback| fallback.know_losses(board))
    }

    /// How a side holds a draw against one that may check for ever as long as it does too, for
    /// the position after its move; the lower the better. 0 if the move gave no check. A side
    /// that chooses among its moves to drawn positions one of the least patience never has to
    /// check for ever. `None` when the position is in no table, or no draw.
    pub fn patience(&self, board: &Board) -> Option<u32> {
        let in_check = u32::from(board.in_check());
        match self.found(board)? {
            Found::Note(Note::Draw { patience, .. }) => Some(in_check.max(patience.into())),
            Found::Value(Ending::Draw) => Some(in_check),
            _ => None,
        }
    }

    fn found(&self, board: &Board) -> Option<Found> {
        if !Endings::may_know(board) || count_attackers(board) > self.most_attackers {
            return None;
        }
        let (first, class) = Class::of(board)?;
        let number = self.by_code[class.code()].checked_sub(1);
        let found = number.and_then(|number| self.look_up(board, first, class, number.into()));
        let found = found.or_else(|| self.draw_in_spite_of_guards(board, first, class));
        found.or_else(|| self.fallback.as_ref()?.found(board))
    }

    /// What a table says of a position of its class; `None` when it is damaged.
    fn look_up(&self, board: &Board, first: Color, class: Class, number: usize) -> Option<Found> {
        let (table, index) = self.tables.get(number)?;
        let index = index.get_or_init(|| Index::new(&class));
        if (table.frames, table.placements) != (index.frames(), index.placements.count()) {
            return None;
        }
        let (frame, placement) = index.of(board, first)?;
        let is_first = board.side() == first;
        let side = if is_first { 0 } else { table.blocks_a_side() };
        let block = side + frame / table.frames_per_block;
        let offset = frame % table.frames_per_block * table.placements + placement;
        let byte = |block: usize, offset: usize| {
            self.cache.byte(number << 24 | block, offset, || table.block(block))
        };
        let level = byte(block, offset)?;
        if level == NOTED && class.is_mutual() {
            let block = block + 2 * table.blocks_a_side();
            let offset = NOTE_BYTES * offset;
            let bits = [byte(block, offset)?, byte(block, offset + 1)?];
            return Note::from_bits(u16::from_le_bytes(bits)).map(Found::Note);
        }
        let level = u32::from(level);
        Some(Found::Value(match (level, is_first) {
            (0, _) => Ending::Draw,
            (plies, _) if class.is_mutual() && plies % 2 == 0 => Ending::Win(plies - 1),
            (plies, _) if class.is_mutual() => Ending::Loss(plies - 1),
            (level, _) if level >= AGAINST.into() && class.may_stall() => {
                let plies = 2 * (u32::from(u8::MAX) - level);
                if is_first { Ending::Loss(plies) } else { Ending::Win(plies + 1) }
            }
            (level, true) => Ending::Win(2 * level - 1),
            (level, false) => Ending::Loss(2 * level - 2),
        }))
    }

    /// [`Endings::probe`], and what the rules say where no table is needed: a
    /// side without a legal move has lost, and bare kings draw.
    pub fn value(&self, board: &Board) -> Option<Ending> {
        if !board.has_legal_move() {
            return Some(Ending::Loss(0));
        }
        let strong = class::ATTACKERS.iter().any(|&kind| board.kind(kind).any());
        if strong { self.probe(board) } else { Some(Ending::Draw) }
    }
}

/// The files of a file that has many.
fn files_in(mut bytes: &[u8]) -> Result<Vec<&[u8]>, TableError> {
    let mut files = Vec::new();
    while !bytes.is_empty() {
        let (length, rest) = bytes.split_first_chunk::<4>().ok_or(TableError::CutOff)?;
        let (file, rest) = rest
            .split_at_checked(u32::from_le_bytes(*length) as usize)
            .ok_or(TableError::CutOff)?;
        files.push(file);
        bytes = rest;
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_ordered_and_turn_with_the_side() {
        let worst_first = [
            Ending::Loss(0),
            Ending::Loss(250),
            Ending::RuleLoss(0),
            Ending::RuleLoss(4095),
            Ending::Draw,
            Ending::RuleWin(4095),
            Ending::RuleWin(0),
            Ending::Win(251),
            Ending::Win(1),
        ];
        assert!(worst_first.is_sorted_by(|a, b| a.rank() < b.rank()));
        for value in worst_first {
            assert_eq!(value.before().sign(), -value.sign(), "{value:?}");
            let winner = value.winner(Color::Black);
            assert_eq!(winner, value.before().winner(Color::Red), "{value:?}");
        }
    }

    #[test]
    fn a_value_holds_where_its_rule_does() {
        let under = |value: Ending| RuleSet::ALL.map(|rules| value.under(&rules));
        for value in [Ending::Win(3), Ending::Loss(2), Ending::Draw] {
            assert_eq!(under(value), [Some(value); 5]);
        }
        let (win, draw) = (Some(Ending::RuleWin(7)), Some(Ending::Draw));
        assert_eq!(under(Ending::RuleWin(7)), [win, win, win, win, draw]);
        assert_eq!(under(Ending::DrawByChases), [None, None, None, draw, draw]);
    }
}
