//! Staged move ordering: the table's move, captures that lose little for what they take,
//! killers and the counter move, quiet moves by history, the other captures. Later
//! stages are not even generated when an earlier move cuts.

use smallvec::SmallVec;

use crate::board::{Board, MoveSets, see_value};
use crate::search::history::{Context, Histories};
use crate::search::params;
use crate::search::scored_moves::ScoredMoves;
use crate::types::{Bitboard, Move, Piece, Square};

/// The stages, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd)]
enum PickerStage {
    Table,
    GenerateCaptures,
    GoodCaptures,
    Killers,
    GenerateQuiets,
    Quiets,
    BadCaptures,
    GenerateAll,
    All,
    Done,
}

/// Which moves are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Everything, best first.
    All,
    /// Captures only, whatever they lose (quiescence, ProbCut).
    Captures,
    /// All answers to a check, as one list: captures, then quiets by history.
    Evasions,
    /// The table's move, then everything in the order of generation.
    Unordered,
}

/// Hands out the legal moves of one position, each once.
pub struct Picker {
    stage: PickerStage,
    wanted: Wanted,
    table_move: Option<Move>,
    killers: [Option<Move>; 3],
    next_killer: usize,
    moves: ScoredMoves,
    /// The next of the list, if it has been asked for before its turn.
    ahead: Option<Move>,
    bad: SmallVec<[Move; 16]>,
    next_bad: usize,
    skip_quiets: bool,
}

impl Picker {
    /// A picker; moves of the table and killers may be any moves, they are
    /// checked before they are handed out.
    pub fn new(
        wanted: Wanted,
        table_move: Option<Move>,
        killers: [Option<Move>; 3],
        board: &Board,
    ) -> Picker {
        let table_move = table_move.filter(|&mv| {
            (wanted != Wanted::Captures || board.piece_at(mv.to()).is_some()) && board.is_legal(mv)
        });
        Picker {
            stage: PickerStage::Table,
            wanted,
            table_move,
            killers,
            next_killer: 0,
            moves: ScoredMoves::new(),
            ahead: None,
            bad: SmallVec::new(),
            next_bad: 0,
            skip_quiets: false,
        }
    }

    /// Leaves out the quiet moves that have not been handed out yet.
    pub fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    /// The move that follows if no cut comes before it, where no further stage has
    /// to be prepared to say so.
    pub fn look_ahead(&mut self) -> Option<Move> {
        if matches!(self.stage, PickerStage::Quiets | PickerStage::All) && self.ahead.is_none() {
            self.ahead = self.next_scored();
        }
        self.ahead
    }

    /// The next of the quiet moves, or of all moves.
    #[inline]
    fn next_scored(&mut self) -> Option<Move> {
        self.ahead.take().or_else(|| match self.wanted {
            Wanted::Unordered => self.moves.take_first(),
            _ => self.moves.take_best().map(|(mv, _)| mv),
        })
    }

    /// The next move.
    pub fn next(
        &mut self,
        board: &Board,
        histories: &Histories,
        context: &Context,
    ) -> Option<Move> {
        loop {
            match self.stage {
                PickerStage::Table => {
                    self.stage = match self.wanted {
                        Wanted::All | Wanted::Captures => PickerStage::GenerateCaptures,
                        Wanted::Evasions | Wanted::Unordered => PickerStage::GenerateAll,
                    };
                    if self.table_move.is_some() {
                        return self.table_move;
                    }
                }
                PickerStage::GenerateCaptures => {
                    self.score_captures(board, histories);
                    self.stage = PickerStage::GoodCaptures;
                }
                PickerStage::GoodCaptures => match self.moves.take_best() {
                    Some((mv, _)) if self.wanted == Wanted::Captures => return Some(mv),
                    Some((mv, worth)) => {
                        // The better its history, the more it may lose.
                        if board.see_ge(mv, (-worth / params::order_good_capture()).min(0)) {
                            return Some(mv);
                        }
                        self.bad.push(mv);
                    }
                    None if self.wanted == Wanted::Captures => self.stage = PickerStage::Done,
                    None => self.stage = PickerStage::Killers,
                },
                PickerStage::Killers => {
                    if self.skip_quiets || self.next_killer == self.killers.len() {
                        self.stage = PickerStage::GenerateQuiets;
                    } else if let Some(mv) = self.next_killer(board) {
                        return Some(mv);
                    }
                }
                PickerStage::GenerateQuiets => {
                    if !self.skip_quiets {
                        self.score_quiets(board, histories, context);
                    }
                    self.stage = PickerStage::Quiets;
                }
                PickerStage::Quiets if self.skip_quiets => self.stage = PickerStage::BadCaptures,
                PickerStage::Quiets => match self.next_scored() {
                    Some(mv) if self.killers.contains(&Some(mv)) => {}
                    Some(mv) => return Some(mv),
                    None => self.stage = PickerStage::BadCaptures,
                },
                PickerStage::BadCaptures => match self.bad.get(self.next_bad) {
                    Some(&mv) => {
                        self.next_bad += 1;
                        return Some(mv);
                    }
                    None => self.stage = PickerStage::Done,
                },
                PickerStage::GenerateAll => {
                    self.score_all(board, histories, context);
                    self.stage = PickerStage::All;
                }
                PickerStage::All => match self.next_scored() {
                    Some(mv) if self.skip_quiets && board.piece_at(mv.to()).is_none() => {}
                    Some(mv) => return Some(mv),
                    None => self.stage = PickerStage::Done,
                },
                PickerStage::Done => return None,
            }
        }
    }

    /// The next killer, if it is a legal quiet move that has not been handed out.
    fn next_killer(&mut self, board: &Board) -> Option<Move> {
        let i = self.next_killer;
        self.next_killer += 1;
        self.killers[i].filter(|&mv| {
            Some(mv) != self.table_move
                && !self.killers[..i].contains(&Some(mv))
                && board.piece_at(mv.to()).is_none()
                && board.is_legal(mv)
        })
    }

    /// The destinations of one piece without the move of the table, which has
    /// been handed out.
    #[inline]
    fn without_table_move(&self, from: Square, to: Bitboard) -> Bitboard {
        match self.table_move {
            Some(mv) if mv.from() == from => to.without(mv.to()),
            _ => to,
        }
    }

    /// Most valuable victim first, then the capture history. This and the next two
    /// stay functions of their own: inlined into the loop of [`Picker::next`] they
    /// make every call of that prepare for all of them.
    #[inline(never)]
    fn score_captures(&mut self, board: &Board, histories: &Histories) {
        let mut sets = MoveSets::new();
        board.push_capture_sets(&mut sets);
        for &(from, to) in &sets {
            let Some(piece) = board.piece_at(from) else { continue };
            let row = histories.captures(piece);
            let to = self.without_table_move(from, to);
            self.moves.extend(to.into_iter().filter_map(|to| {
                let victim = board.piece_at(to)?;
                Some((Move::new(from, to), capture_worth(victim, row.worth(to, victim))))
            }));
        }
    }

    /// By the histories.
    #[inline(never)]
    fn score_quiets(&mut self, board: &Board, histories: &Histories, context: &Context) {
        self.moves.clear();
        let tables = histories.quiets(board.side(), context);
        tables.prefetch(board.side());
        let mut sets = MoveSets::new();
        board.push_quiet_sets(&mut sets);
        for &(from, to) in &sets {
            let Some(piece) = board.piece_at(from) else { continue };
            let rows = tables.of(piece, from);
            let to = self.without_table_move(from, to);
            self.moves.extend(to.into_iter().map(|to| (Move::new(from, to), rows.worth(to))));
        }
    }

    /// Captures first, or no order at all.
    #[inline(never)]
    fn score_all(&mut self, board: &Board, histories: &Histories, context: &Context) {
        /// More than any history.
        const CAPTURES_FIRST: i32 = 1 << 20;
        let mut sets = MoveSets::new();
        board.push_move_sets(&mut sets);
        let tables = histories.quiets(board.side(), context);
        for &(from, to) in &sets {
            let Some(piece) = board.piece_at(from) else { continue };
            let rows = tables.of(piece, from);
            let captures = histories.captures(piece);
            let is_ordered = self.wanted != Wanted::Unordered;
            let to = self.without_table_move(from, to);
            self.moves.extend(to.into_iter().map(|to| {
                let worth = match board.piece_at(to) {
                    _ if !is_ordered => 0,
                    Some(victim) => {
                        CAPTURES_FIRST + capture_worth(victim, captures.worth(to, victim))
                    }
                    None => rows.worth(to),
                };
                (Move::new(from, to), worth)
            }));
        }
    }
}

#[inline]
fn capture_worth(victim: Piece, history: i32) -> i32 {
    params::order_victim() * see_value(victim.kind()) + history
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{AttackMap, NullObserver, START_FEN, Setup, perft};
    use crate::search::history::Continuation;

    /// Perft through the picker: every legal move exactly once.
    fn picker_perft(board: &mut Board, depth: u32, wanted: Wanted, killer: Option<Move>) -> u64 {
        if depth == 0 {
            return 1;
        }
        let histories = Histories::default();
        let threats = AttackMap::new(board, !board.side());
        let context = Context { continuations: [Continuation::NONE; 3], pawns: 0, threats };
        let table_move = board.legal_moves().get(3).copied();
        let wanted =
            if board.in_check() && wanted == Wanted::All { Wanted::Evasions } else { wanted };
        let mut picker = Picker::new(wanted, table_move, [killer, killer, table_move], board);
        let mut nodes = 0;
        while let Some(mv) = picker.next(board, &histories, &context) {
            let undo = board.make(mv, &mut NullObserver);
            nodes += picker_perft(board, depth - 1, wanted, Some(mv));
            board.unmake(mv, &undo, &mut NullObserver);
        }
        nodes
    }

    #[test]
    fn perft_through_the_picker() {
        for fen in [
            START_FEN,
            "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
            "CRN1k1b2/3ca4/4ba3/9/2nr5/9/9/4B4/4A4/4KA3 w - - 0 1",
        ] {
            let mut board = fen.parse::<Setup>().unwrap().to_board().unwrap();
            for (wanted, depth) in [(Wanted::All, 3), (Wanted::Evasions, 2), (Wanted::Unordered, 2)]
            {
                let expected = perft(&mut board, depth);
                let found = picker_perft(&mut board, depth, wanted, None);
                assert_eq!(found, expected, "{wanted:?} {fen}");
            }
        }
    }
}
