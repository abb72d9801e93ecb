//! A game: a start position and the moves since.

use crate::board::{
    Board, IllegalMove, Key, NullObserver, Observer, PositionError, Setup, Undo, zobrist,
};
use crate::rules::RuleSet;
use crate::types::{Color, Move, Piece};

/// Bits of the repetition filter's index.
const FILTER_BITS: u32 = 14;

/// The largest count of a filter slot. A slot that reached it keeps it, because further
/// positions were not counted and must not be subtracted.
const FULL: u8 = u8::MAX;

/// One ply of a game, and the data that unmaking it needs.
#[derive(Clone, Copy, Debug)]
pub struct Record {
    /// The move; `None` for a null move of a search.
    pub mv: Option<Move>,
    /// Whether the mover was in check before the move.
    pub was_check: bool,
    /// Quiet plies before the move.
    quiet_plies: u32,
    /// Checks given by either side since the last capture, before the move.
    checks: [u8; 2],
    /// Plies since the last capture or null move, before the move.
    reversible: usize,
    /// What takes the move back on a board.
    pub(super) undo: Undo,
}

impl Record {
    /// The key of the position before the move.
    #[inline]
    pub fn key(&self) -> Key {
        self.undo.key()
    }

    /// The piece that the move captured.
    #[inline]
    pub fn captured(&self) -> Option<Piece> {
        self.undo.captured()
    }
}

/// What counts towards the natural limit.
pub(crate) struct QuietCount {
    plies: u32,
    checks: [u8; 2],
}

/// A start position, the moves made since, and the position reached.
#[derive(Clone)]
pub struct Game {
    start: Setup,
    board: Board,
    records: Vec<Record>,
    quiet_plies: u32,
    checks: [u8; 2],
    reversible: usize,
    /// For each filter slot the number of earlier positions with such a key:
    /// zero means that the position cannot be a repetition.
    filter: Box<[u8]>,
    /// Whether a repetition has decided it since the last capture, and the game went on.
    was_ignored: bool,
    /// What tells a search's keys from those of a game without such a repetition.
    salt: Key,
}

impl Game {
    /// A game from the start position.
    pub fn start() -> Game {
        match Game::new(&Setup::start()) {
            Ok(game) => game,
            Err(_) => unreachable!("the start position is legal"),
        }
    }

    /// A game from any legal position.
    ///
    /// # Errors
    /// When the rules do not accept the position.
    pub fn new(setup: &Setup) -> Result<Game, PositionError> {
        Ok(Game::with_board(setup, setup.to_board()?))
    }

    /// A game as a record has it, whose first position need not be legal. It takes legal moves
    /// only, of which the capture of a king is none; it is not to be searched.
    ///
    /// # Errors
    /// As [`Setup::to_record_board`].
    pub fn of_record(setup: &Setup) -> Result<Game, PositionError> {
        Ok(Game::with_board(setup, setup.to_record_board()?))
    }

    fn with_board(setup: &Setup, board: Board) -> Game {
        Game {
            start: setup.clone(),
            board,
            records: Vec::with_capacity(256),
            quiet_plies: setup.quiet_plies,
            checks: [0; 2],
            reversible: 0,
            filter: vec![0; 1 << FILTER_BITS].into_boxed_slice(),
            was_ignored: false,
            salt: 0,
        }
    }

    /// The position reached.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The position that the game started from.
    pub fn start_setup(&self) -> &Setup {
        &self.start
    }

    /// The plies made so far, oldest first.
    #[inline]
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// The moves made so far, without a search's null moves.
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.records.iter().filter_map(|record| record.mv)
    }

    /// Number of plies made so far.
    #[inline]
    pub fn ply(&self) -> usize {
        self.records.len()
    }

    /// Plies that count towards the natural limit: those since the last
    /// capture, less checks beyond ten a side and the replies to them.
    #[inline]
    pub fn quiet_plies(&self) -> u32 {
        self.quiet_plies
    }

    /// Plies since the last capture or null move: how far back an equal
    /// position can lie.
    #[inline]
    pub fn reversible_plies(&self) -> usize {
        self.reversible
    }

    /// The position and counters as a FEN.
    pub fn fen(&self) -> String {
        self.setup().to_string()
    }

    /// The position and counters as a [`Setup`].
    pub fn setup(&self) -> Setup {
        // Not counted one by one: writers of games ask for this before each move.
        let first_is_black = self.start.side == Color::Black;
        let black_moves = (self.records.len() + usize::from(first_is_black)) / 2;
        Setup {
            quiet_plies: self.quiet_plies,
            move_number: self.start.move_number.saturating_add(black_moves as u32),
            ..Setup::of(&self.board)
        }
    }

    /// Makes a move.
    ///
    /// # Errors
    /// When the move is not legal in the position reached; the game is then
    /// unchanged. A game that has ended by its rules takes moves as others do.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.board.check_legal(mv)?;
        self.push(mv, &mut NullObserver);
        Ok(())
    }

    /// Takes back the last move and returns it; `None` at the start.
    pub fn undo(&mut self) -> Option<Move> {
        let mv = self.records.last()?.mv;
        self.pop(&mut NullObserver);
        mv
    }

    /// Makes a move that must be legal.
    #[inline]
    pub(crate) fn push(&mut self, mv: Move, observer: &mut impl Observer) {
        let key = self.board.key();
        let was_check = self.board.in_check();
        let mover = self.board.side();
        let undo = self.board.make(mv, observer);
        self.records.push(Record {
            mv: Some(mv),
            was_check,
            quiet_plies: self.quiet_plies,
            checks: self.checks,
            reversible: self.reversible,
            undo,
        });
        self.count_key(key);
        if undo.captured().is_some() {
            self.quiet_plies = 0;
            self.checks = [0; 2];
            self.reversible = 0;
        } else {
            self.reversible += 1;
            self.count_quiet_ply(mover, was_check);
        }
    }

    /// The natural limit's count of a ply that captured nothing. A check beyond
    /// the free ones, and the reply to such a check, do not count.
    #[inline]
    fn count_quiet_ply(&mut self, mover: Color, was_check: bool) {
        let gives_check = self.board.in_check();
        let own = &mut self.checks[mover.index()];
        let mut counts = true;
        if gives_check {
            *own = own.saturating_add(1);
            counts = *own <= RuleSet::FREE_CHECKS;
        }
        if was_check && self.checks[(!mover).index()] > RuleSet::FREE_CHECKS {
            counts = false;
        }
        self.quiet_plies = self.quiet_plies.saturating_add(counts.into());
    }

    /// Takes back the last ply, which must not be a null move.
    #[inline]
    pub(crate) fn pop(&mut self, observer: &mut impl Observer) {
        if let Some(record) = self.records.last() {
            if let Some(mv) = record.mv {
                self.board.unmake(mv, &record.undo, observer);
            } else {
                self.board.unmake_null(&record.undo);
            }
            self.quiet_plies = record.quiet_plies;
            self.checks = record.checks;
            self.reversible = record.reversible;
            let slot = &mut self.filter[filter_slot(record.key())];
            if *slot != FULL {
                *slot -= 1;
            }
            self.records.pop();
        }
    }

    /// Begins the count of quiet plies anew, until it is restored or the last move taken back.
    pub(crate) fn restart_count(&mut self) -> QuietCount {
        let count = QuietCount { plies: self.quiet_plies, checks: self.checks };
        self.restore_count(QuietCount { plies: 0, checks: [0; 2] });
        count
    }

    /// Goes back to a count of quiet plies.
    pub(crate) fn restore_count(&mut self, count: QuietCount) {
        self.quiet_plies = count.plies;
        self.checks = count.checks;
    }

    /// Enters the key of a position that is being left.
    #[inline]
    fn count_key(&mut self, key: Key) {
        let slot = &mut self.filter[filter_slot(key)];
        *slot = slot.saturating_add(1);
    }

    /// Passes the turn in a search. Must not be called in check; no position
    /// before it is ever compared with one after it.
    pub(crate) fn push_null(&mut self) {
        let key = self.board.key();
        let undo = self.board.make_null();
        self.records.push(Record {
            mv: None,
            was_check: false,
            quiet_plies: self.quiet_plies,
            checks: self.checks,
            reversible: self.reversible,
            undo,
        });
        self.count_key(key);
        self.quiet_plies = self.quiet_plies.saturating_add(1);
        self.reversible = 0;
    }

    /// Takes back the last ply, null or not.
    pub(crate) fn pop_null(&mut self) {
        self.pop(&mut NullObserver);
    }

    /// Whether the position may have occurred before: `false` is certain.
    #[inline]
    pub fn may_repeat(&self) -> bool {
        self.reversible >= 4 && self.filter[filter_slot(self.board.key())] != 0
    }

    /// The key of the position `back` plies ago, 0 for the present one; `None`
    /// before the start.
    #[inline]
    pub(super) fn key_back(&self, back: usize) -> Option<Key> {
        if back == 0 {
            return Some(self.board.key());
        }
        self.records.len().checked_sub(back).map(|i| self.records[i].key())
    }

    /// How often the position `back` plies ago stands among those since the last
    /// capture or null move, the present one left out.
    pub(super) fn count_since_capture(&self, back: usize) -> usize {
        let Some(key) = self.key_back(back) else { return 0 };
        if self.filter[filter_slot(key)] <= 1 {
            return usize::from(self.filter[filter_slot(key)]);
        }
        let first = self.records.len() - self.reversible;
        self.records[first..].iter().filter(|record| record.key() == key).count()
    }

    /// Whether a position, the present one included, may have stood so often since the last
    /// capture or null move: `false` is certain.
    pub(crate) fn may_have_stood(&self, times: usize) -> bool {
        let first = self.records.len() - self.reversible;
        let earlier = self.records[first..].iter();
        earlier
            .map(|record| usize::from(self.filter[filter_slot(record.key())]))
            .any(|n| n >= times)
            || usize::from(self.filter[filter_slot(self.board.key())]) + 1 >= times
    }

    /// Whether a position, the present one included, has come for the `fold`-th time since the
    /// last capture or null move.
    pub(super) fn has_stood(&self, fold: usize) -> bool {
        if !self.may_have_stood(fold) {
            return false;
        }
        let first = self.records.len() - self.reversible;
        let mut keys: Vec<Key> = self.records[first..].iter().map(Record::key).collect();
        keys.push(self.board.key());
        keys.sort_unstable();
        keys.windows(fold).any(|window| window.first() == window.last())
    }

    /// Notes that a verdict on a repetition was ignored. What a search stores from here on is not
    /// mistaken for what one without such a note has stored, nor for that of the other side's.
    pub(super) fn note_ignored(&mut self) {
        const SALTS: u64 = 0x6f66_6600;
        self.was_ignored = true;
        self.salt = zobrist::salt(SALTS + self.board.side().index() as u64);
    }

    /// Whether a verdict on a repetition was ignored.
    #[inline]
    pub(super) fn was_ignored(&self) -> bool {
        self.was_ignored
    }

    /// The key under which a search should store the position: near the natural
    /// limit the counter is part of it, because the same position is then worth
    /// something else. So it is after a repetition that was ignored.
    #[inline]
    pub fn search_key(&self, rules: &RuleSet) -> Key {
        let key = self.board.key() ^ self.salt;
        match rules.limit_stage(self.quiet_plies) {
            0 => key,
            stage => key ^ zobrist::salt(stage.into()),
        }
    }
}

#[inline]
fn filter_slot(key: Key) -> usize {
    (key >> (64 - FILTER_BITS)) as usize
}
