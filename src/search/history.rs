//! What the search learns about moves and evaluations while it runs: all
//! history tables.

mod correction;
mod row;

pub use correction::{CorrectionHistory, corrected};

use std::array;
use std::sync::Arc;

use crate::board::{AttackMap, Board};
use crate::memory::{BigTable, prefetch};
use crate::search::eras::Eras;
use crate::search::history::row::{Row, push_towards};
use crate::search::params;
use crate::search::params::WEIGHT_ONE;
use crate::types::{Color, Move, Piece, PieceType, Square};

/// Bounds of the histories of moves: by origin and destination, by pawns, by a
/// move that went before, of captures.
const BUTTERFLY_MAX: i32 = 7_183;
const PAWN_MAX: i32 = 8_192;
const CONTINUATION_MAX: i32 = 30_000;
const CAPTURE_MAX: i32 = 10_692;
const PAWN_SLOTS: usize = 1 << 10;
/// The butterfly tables lose one part in two to this power when a search begins. A shift,
/// because it costs as much as searching dozens of nodes already.
const AGING_SHIFT: u32 = 3;

/// The contexts of the continuation history: a piece that went to a point.
const CONTINUATIONS: usize = Piece::COUNT * Square::COUNT;

/// Names a context of the continuation history. The last one stands for
/// "nothing" (the root's past, a null move) and is never updated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Continuation(u32);

impl Continuation {
    /// No move.
    pub const NONE: Continuation = Continuation(CONTINUATIONS as u32);

    /// After this piece went to this point.
    #[inline]
    pub fn new(piece: Piece, to: Square) -> Continuation {
        Continuation((piece.index() * Square::COUNT + to.index()) as u32)
    }

    /// Its block of histories.
    #[inline]
    fn slot(self) -> usize {
        PAWN_SLOTS + self.0 as usize
    }
}

/// Rows by threats to origin and destination, and by origin.
type Butterfly = [[[Row; Square::COUNT]; 2]; 2];

/// The rows of all pieces in one context: the pawns on the board, or a move that
/// went before.
type Block = [Row; Piece::COUNT];

/// Quiet moves by context: first the slots of pawns, then what was played one, two or four plies
/// ago. A block must be [`Histories::enter`]ed before it is read or written: it may have to be
/// forgotten first.
struct ContextHistory {
    blocks: BigTable<Block>,
    eras: Eras,
}

impl ContextHistory {
    const BLOCKS: usize = PAWN_SLOTS + CONTINUATIONS + 1;

    fn new() -> ContextHistory {
        let block = || array::from_fn(|_| Row::default());
        let blocks = BigTable::new(ContextHistory::BLOCKS, block);
        ContextHistory { blocks, eras: Eras::new(ContextHistory::BLOCKS) }
    }

    /// Forgets everything. The two blocks that a search begins with, before it has entered
    /// any, are cleared at once.
    fn begin_era(&mut self) {
        self.eras.begin();
        for slot in [0, Continuation::NONE.slot()] {
            self.clear_alone(slot);
        }
    }

    /// Clears a block that no other thread has.
    fn clear_alone(&mut self, slot: usize) {
        self.blocks[slot].iter_mut().for_each(Row::clear);
        self.eras.set_clear(slot);
    }

    /// Clears a block that other threads may have too.
    fn clear_shared(&self, slot: usize) {
        self.blocks[slot].iter().for_each(Row::clear_shared);
        self.eras.set_clear(slot);
    }

    #[inline]
    fn block(&self, slot: usize) -> &Block {
        debug_assert!(self.eras.is_clear(slot), "slot {slot} has not been entered");
        &self.blocks[slot]
    }
}

/// The tables of one search thread. All threads of a pool share those of contexts, which are large
/// and learn slowly; the others are each thread's own.
pub struct Histories {
    /// Quiet moves by side, by whether origin and destination are attacked, and by
    /// origin (butterfly boards).
    quiet: Box<[Butterfly; 2]>,
    /// Quiet moves by context.
    context: Arc<ContextHistory>,
    /// Captures by piece.
    capture: Box<[CaptureRow]>,
    /// The reply that last refuted a piece's arrival on a point.
    counter: Box<[Option<Move>]>,
    /// How wrong the static evaluation was.
    pub correction: CorrectionHistory,
}

/// All rows of the butterfly boards.
fn rows_of(quiet: &mut [Butterfly; 2]) -> &mut [Row] {
    quiet.as_flattened_mut().as_flattened_mut().as_flattened_mut()
}

impl Default for Histories {
    fn default() -> Histories {
        Histories::sharing(Arc::new(ContextHistory::new()))
    }
}

impl Histories {
    /// Empty tables but for that of contexts.
    fn sharing(context: Arc<ContextHistory>) -> Histories {
        let rows = || array::from_fn(|_| Row::default());
        Histories {
            quiet: Box::new(array::from_fn(|_| [[rows(), rows()], [rows(), rows()]])),
            context,
            capture: vec![CaptureRow::default(); Piece::COUNT].into_boxed_slice(),
            counter: vec![None; CONTINUATIONS + 1].into_boxed_slice(),
            correction: CorrectionHistory::default(),
        }
    }

    /// Empty tables of a helper of this thread, which share the table of contexts.
    pub fn new_helper(&self) -> Histories {
        Histories::sharing(Arc::clone(&self.context))
    }

    /// Forgets everything. The memory stays: asking the system for it again would
    /// take longer than a game of short searches allows. Only a table that other threads hold too
    /// stays as it is, and a new one takes its place.
    pub fn clear(&mut self) {
        let Histories { quiet, context, capture, counter, correction } = self;
        rows_of(quiet).iter_mut().for_each(Row::clear);
        match Arc::get_mut(context) {
            Some(table) => table.begin_era(),
            None => *context = Arc::new(ContextHistory::new()),
        }
        capture.fill(CaptureRow::default());
        counter.fill(None);
        correction.clear();
    }
}

/// The contexts in which a quiet move is judged: the continuations one, two
/// and four plies ago, and the pawns.
#[derive(Clone, Copy, Debug)]
pub struct Context {
    /// One, two and four plies ago.
    pub continuations: [Continuation; 3],
    /// Slot of the pawn table.
    pub pawns: usize,
    /// What the opponent attacks.
    pub threats: AttackMap,
}

/// The histories of one piece's captures by destination and victim.
#[derive(Clone)]
pub struct CaptureRow([[i16; PieceType::ALL.len()]; Square::COUNT]);

impl Default for CaptureRow {
    fn default() -> CaptureRow {
        CaptureRow([[0; PieceType::ALL.len()]; Square::COUNT])
    }
}

impl CaptureRow {
    /// The worth of capturing this victim there.
    #[inline]
    pub fn worth(&self, to: Square, victim: Piece) -> i32 {
        i32::from(self.0[to.index()][victim.kind().index()])
    }
}

/// The histories of a node's quiet moves: looked up once for all its pieces.
pub struct QuietTables<'a> {
    butterfly: &'a Butterfly,
    pawns: &'a Block,
    continuations: [&'a Block; 3],
    threats: &'a AttackMap,
}

/// All histories of one piece's quiet moves, by destination: looked up once for
/// all of them.
pub struct QuietRows<'a> {
    /// By whether the destination is attacked.
    butterfly: [&'a Row; 2],
    pawns: &'a Row,
    continuations: [&'a Row; 3],
    threats: &'a AttackMap,
    kind: PieceType,
    from: Square,
}

impl<'a> QuietTables<'a> {
    /// Tells the processor which rows will be asked for: those of the side's pieces
    /// that go far.
    #[inline]
    pub fn prefetch(&self, side: Color) {
        const FAR: [PieceType; 4] =
            [PieceType::Knight, PieceType::Rook, PieceType::Cannon, PieceType::Pawn];
        let [one, two, four] = self.continuations;
        for piece in FAR.map(|kind| Piece::new(side, kind)) {
            for block in [self.pawns, one, two, four] {
                block[piece.index()].lines().iter().for_each(prefetch);
            }
        }
    }

    /// The histories of the moves of this piece from there.
    #[inline(always)]
    pub fn of(&self, piece: Piece, from: Square) -> QuietRows<'a> {
        let [one, two, four] = self.continuations;
        QuietRows {
            butterfly: self.butterfly[self.threats.at(from)].each_ref().map(|t| &t[from.index()]),
            pawns: &self.pawns[piece.index()],
            continuations: [&one[piece.index()], &two[piece.index()], &four[piece.index()]],
            threats: self.threats,
            kind: piece.kind(),
            from,
        }
    }
}

impl QuietRows<'_> {
    /// The worth of a destination for ordering: the histories with their weights added, and
    /// whether the piece escapes from a cheaper one or walks into its reach. Within twenty bits.
    #[inline]
    pub fn worth(&self, to: Square) -> i32 {
        let at = |row: &Row| row.at(to);
        let [one, two, four] = self.continuations.map(at);
        let attacked = self.threats.by_cheaper(self.kind);
        let escape = i32::from(attacked.contains(self.from)) - i32::from(attacked.contains(to));
        params::order_butterfly() * at(self.butterfly[self.threats.at(to)])
            + params::order_pawns() * at(self.pawns)
            + params::order_last() * one
            + two
            + four
            + escape * params::order_escape_of(self.kind)
    }

    /// The worth of a destination for reductions: the histories with weights of their own.
    #[inline]
    fn for_reductions(&self, to: Square) -> i32 {
        let at = |row: &Row| row.at(to);
        let [one, two, four] = self.continuations.map(at);
        (params::reduce_butterfly() * at(self.butterfly[self.threats.at(to)])
            + params::reduce_one() * one
            + params::reduce_two() * two
            + params::reduce_four() * four
            + params::reduce_pawns() * at(self.pawns))
            / WEIGHT_ONE
    }
}

impl Histories {
    /// The histories of a side's quiet moves.
    #[inline]
    pub fn quiets<'a>(&'a self, side: Color, context: &'a Context) -> QuietTables<'a> {
        let [one, two, four] = context.continuations;
        QuietTables {
            butterfly: &self.quiet[side.index()],
            pawns: self.context.block(context.pawns),
            continuations: [self.after(one), self.after(two), self.after(four)],
            threats: &context.threats,
        }
    }

    /// Prepares the histories after a move, before they are first asked for.
    #[inline]
    pub fn enter(&mut self, last: Continuation) {
        self.enter_slot(last.slot());
    }

    /// Prepares the histories by the pawns of a position, before they are first asked for, and
    /// returns their slot.
    #[inline]
    pub fn enter_pawns(&mut self, board: &Board) -> usize {
        let slot = Histories::pawn_slot(board);
        self.enter_slot(slot);
        slot
    }

    #[inline]
    fn enter_slot(&mut self, slot: usize) {
        if !self.context.eras.is_clear(slot) {
            self.clear_slot(slot);
        }
    }

    #[cold]
    fn clear_slot(&mut self, slot: usize) {
        match Arc::get_mut(&mut self.context) {
            Some(table) => table.clear_alone(slot),
            None => self.context.clear_shared(slot),
        }
    }

    /// The histories after a move that went before.
    #[inline]
    fn after(&self, last: Continuation) -> &Block {
        self.context.block(last.slot())
    }

    /// The histories of one piece's captures.
    #[inline]
    pub fn captures(&self, piece: Piece) -> &CaptureRow {
        &self.capture[piece.index()]
    }

    /// The worth of one quiet move of the side to move for reductions.
    #[inline]
    pub fn for_reductions(&self, board: &Board, mv: Move, context: &Context) -> i32 {
        let Some(piece) = board.piece_at(mv.from()) else { return 0 };
        self.quiets(board.side(), context).of(piece, mv.from()).for_reductions(mv.to())
    }

    /// The worth of a quiet move for pruning: the two nearest continuations, the pawns and
    /// the butterfly table, with weights of their own.
    #[inline]
    pub fn for_pruning(&self, board: &Board, mv: Move, context: &Context) -> i32 {
        let Some(piece) = board.piece_at(mv.from()) else { return 0 };
        let [one, two, _] = context.continuations;
        let at = |block: &Block| block[piece.index()].at(mv.to());
        let (from, to) = (context.threats.at(mv.from()), context.threats.at(mv.to()));
        let butterfly = &self.quiet[piece.color().index()][from][to][mv.from().index()];
        (params::prune_one() * at(self.after(one))
            + params::prune_two() * at(self.after(two))
            + params::prune_pawns() * at(self.context.block(context.pawns))
            + params::prune_butterfly() * butterfly.at(mv.to()))
            / WEIGHT_ONE
    }

    /// The worth of a capture by its piece, destination and victim; 0 for a quiet move.
    #[inline]
    pub fn capture(&self, board: &Board, mv: Move) -> i32 {
        let (piece, victim) = (board.piece_at(mv.from()), board.piece_at(mv.to()));
        let (Some(piece), Some(victim)) = (piece, victim) else { return 0 };
        self.captures(piece).worth(mv.to(), victim)
    }

    /// The reply that last refuted this context.
    #[inline]
    pub fn counter(&self, last: Continuation) -> Option<Move> {
        self.counter[last.0 as usize]
    }

    /// Remembers the reply that refuted this context.
    #[inline]
    pub fn set_counter(&mut self, last: Continuation, reply: Move) {
        if last != Continuation::NONE {
            self.counter[last.0 as usize] = Some(reply);
        }
    }

    /// Rewards or punishes a piece's quiet move in all its tables.
    pub fn update_quiet(&mut self, piece: Piece, mv: Move, context: &Context, bonus: i32) {
        self.update_butterfly(piece, mv, &context.threats, bonus);
        self.update_continuations(piece, mv.to(), context, bonus);
        let row = &self.context.block(context.pawns)[piece.index()];
        row.push_towards(mv.to(), params::pawn_bonus(bonus), PAWN_MAX);
    }

    /// Rewards or punishes a quiet move in the table by origin and destination.
    pub fn update_butterfly(&mut self, piece: Piece, mv: Move, threats: &AttackMap, bonus: i32) {
        let (from, to) = (mv.from(), mv.to());
        let tables = &self.quiet[piece.color().index()];
        let row = &tables[threats.at(from)][threats.at(to)][from.index()];
        row.push_towards(to, bonus, BUTTERFLY_MAX);
    }

    /// Rewards or punishes a piece's arrival after the moves that went before.
    pub fn update_continuations(
        &mut self,
        piece: Piece,
        to: Square,
        context: &Context,
        bonus: i32,
    ) {
        for (last, bonus) in
            context.continuations.into_iter().zip(params::continuation_bonus(bonus))
        {
            if last != Continuation::NONE {
                let row = &self.context.block(last.slot())[piece.index()];
                row.push_towards(to, bonus, CONTINUATION_MAX);
            }
        }
    }

    /// Rewards or punishes a capture.
    pub fn update_capture(&mut self, board: &Board, mv: Move, bonus: i32) {
        if let Some(piece) = board.piece_at(mv.from())
            && let Some(victim) = board.piece_at(mv.to())
        {
            self.update_capture_of(piece, mv.to(), victim, params::capture_bonus(bonus));
        }
    }

    /// Rewards or punishes the capture of this piece there.
    pub fn update_capture_of(&mut self, piece: Piece, to: Square, victim: Piece, bonus: i32) {
        let row = &mut self.capture[piece.index()].0[to.index()];
        push_towards(&mut row[victim.kind().index()], bonus, CAPTURE_MAX);
    }

    /// A new search begins: what the butterfly tables learned in the one before counts less.
    pub fn age(&mut self) {
        rows_of(&mut self.quiet).iter_mut().for_each(|row| row.age(AGING_SHIFT));
    }

    /// The pawn table's slot of a position.
    #[inline]
    fn pawn_slot(board: &Board) -> usize {
        (board.pawn_key() >> 32) as usize % PAWN_SLOTS
    }
}

#[cfg(test)]
mod tests;
