//! Staged move ordering: the table's move, captures that do not lose material,
//! killers and the counter move, quiet moves by history, losing captures. Later
//! stages are not even generated when an earlier move cuts.

use smallvec::SmallVec;

use crate::board::{Board, see_value};
use crate::search::history::{Context, Histories};
use crate::types::{Move, MoveList};

/// The stages, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd)]
enum Stage {
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
    /// Captures only (quiescence, ProbCut).
    Captures,
    /// All answers to a check, as one list: captures, then quiets by history.
    Evasions,
    /// Everything in the order of generation: no ordering at all.
    Unordered,
}

type Scored = SmallVec<[(Move, i32); 64]>;

/// Hands out the legal moves of one position, each once.
pub struct Picker {
    stage: Stage,
    wanted: Wanted,
    table_move: Option<Move>,
    killers: [Option<Move>; 3],
    next_killer: usize,
    moves: Scored,
    next: usize,
    bad: SmallVec<[Move; 16]>,
    next_bad: usize,
    /// Captures that win less than this in the exchange come last; by default
    /// the better their history, the more they may lose.
    see_margin: Option<i32>,
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
            wanted != Wanted::Unordered
                && (wanted != Wanted::Captures || board.piece_at(mv.to()).is_some())
                && board.is_legal(mv)
        });
        Picker {
            stage: Stage::Table,
            wanted,
            table_move,
            killers,
            next_killer: 0,
            moves: Scored::new(),
            next: 0,
            bad: SmallVec::new(),
            next_bad: 0,
            see_margin: None,
            skip_quiets: false,
        }
    }

    /// Captures that win less than `margin` in the exchange count as losing.
    pub fn with_see_margin(mut self, margin: i32) -> Picker {
        self.see_margin = Some(margin);
        self
    }

    /// Whether only losing captures are left.
    pub fn at_losing_captures(&self) -> bool {
        self.stage == Stage::BadCaptures
    }

    /// Leaves out the quiet moves that have not been handed out yet.
    pub fn skip_quiets(&mut self) {
        self.skip_quiets = true;
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
                Stage::Table => {
                    self.stage = match self.wanted {
                        Wanted::All | Wanted::Captures => Stage::GenerateCaptures,
                        Wanted::Evasions | Wanted::Unordered => Stage::GenerateAll,
                    };
                    if self.table_move.is_some() {
                        return self.table_move;
                    }
                }
                Stage::GenerateCaptures => {
                    let mut list = MoveList::new();
                    board.push_captures(&mut list);
                    self.fill(list, |mv| capture_worth(board, histories, mv));
                    self.stage = Stage::GoodCaptures;
                }
                Stage::GoodCaptures => match self.best() {
                    Some((mv, worth)) => {
                        let margin = self.see_margin.unwrap_or_else(|| (-worth / 32).min(0));
                        if board.see_ge(mv, margin) {
                            return Some(mv);
                        }
                        self.bad.push(mv);
                    }
                    None if self.wanted == Wanted::Captures => self.stage = Stage::BadCaptures,
                    None => self.stage = Stage::Killers,
                },
                Stage::Killers => {
                    if self.skip_quiets || self.next_killer == self.killers.len() {
                        self.stage = Stage::GenerateQuiets;
                        continue;
                    }
                    let i = self.next_killer;
                    self.next_killer += 1;
                    if let Some(mv) = self.killers[i]
                        && Some(mv) != self.table_move
                        && !self.killers[..i].contains(&Some(mv))
                        && board.piece_at(mv.to()).is_none()
                        && board.is_legal(mv)
                    {
                        return Some(mv);
                    }
                }
                Stage::GenerateQuiets => {
                    if !self.skip_quiets {
                        let mut list = MoveList::new();
                        board.push_quiets(&mut list);
                        self.fill(list, |mv| histories.quiet(board, mv, context));
                    }
                    self.stage = Stage::Quiets;
                }
                Stage::Quiets => match if self.skip_quiets { None } else { self.best() } {
                    Some((mv, _)) if self.killers.contains(&Some(mv)) => {}
                    Some((mv, _)) => return Some(mv),
                    None => self.stage = Stage::BadCaptures,
                },
                Stage::BadCaptures => match self.bad.get(self.next_bad) {
                    Some(&mv) => {
                        self.next_bad += 1;
                        return Some(mv);
                    }
                    None => self.stage = Stage::Done,
                },
                Stage::GenerateAll => {
                    let list = board.legal_moves();
                    if self.wanted == Wanted::Unordered {
                        self.moves = list.into_iter().map(|mv| (mv, 0)).collect();
                    } else {
                        self.fill(list, |mv| {
                            const CAPTURES_FIRST: i32 = 1 << 24;
                            if board.piece_at(mv.to()).is_some() {
                                CAPTURES_FIRST + capture_worth(board, histories, mv)
                            } else {
                                histories.quiet(board, mv, context)
                            }
                        });
                    }
                    self.stage = Stage::All;
                }
                Stage::All => {
                    let picked = match self.wanted {
                        Wanted::Unordered => self.in_order(),
                        _ => self.best().map(|(mv, _)| mv),
                    };
                    match picked {
                        Some(mv) if self.skip_quiets && board.piece_at(mv.to()).is_none() => {}
                        Some(mv) => return Some(mv),
                        None => self.stage = Stage::Done,
                    }
                }
                Stage::Done => return None,
            }
        }
    }

    fn fill(&mut self, list: MoveList, worth: impl Fn(Move) -> i32) {
        let table_move = self.table_move;
        self.moves = list
            .into_iter()
            .filter(|&mv| Some(mv) != table_move)
            .map(|mv| (mv, worth(mv)))
            .collect();
        self.next = 0;
    }

    /// Takes the best of the remaining moves: one step of a selection sort, as
    /// most nodes need only the first few.
    fn best(&mut self) -> Option<(Move, i32)> {
        let rest = self.moves.get_mut(self.next..)?;
        // The first of equals, so that the order is the generator's.
        let (mut best, mut worth) = (0, rest.first()?.1);
        for (i, &(_, w)) in rest.iter().enumerate().skip(1) {
            if w > worth {
                (best, worth) = (i, w);
            }
        }
        rest.swap(0, best);
        self.next += 1;
        Some(rest[0])
    }

    fn in_order(&mut self) -> Option<Move> {
        let &(mv, _) = self.moves.get(self.next)?;
        self.next += 1;
        Some(mv)
    }
}

/// Most valuable victim first, then the capture history.
#[inline]
fn capture_worth(board: &Board, histories: &Histories, mv: Move) -> i32 {
    const VICTIM_WEIGHT: i32 = 7;
    let victim = board.piece_at(mv.to()).map_or(0, |piece| see_value(piece.kind()));
    VICTIM_WEIGHT * victim + histories.capture(board, mv)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{NullObserver, START_FEN, Setup, perft};
    use crate::search::history::Continuation;

    /// Perft through the picker: every legal move exactly once.
    fn picker_perft(board: &mut Board, depth: u32, wanted: Wanted, killer: Option<Move>) -> u64 {
        if depth == 0 {
            return 1;
        }
        let histories = Histories::default();
        let context = Context { past: [Continuation::NONE; 3], pawns: 0 };
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
            let expected = perft(&mut board, 3);
            for wanted in [Wanted::All, Wanted::Evasions, Wanted::Unordered] {
                assert_eq!(picker_perft(&mut board, 3, wanted, None), expected, "{wanted:?} {fen}");
            }
        }
    }
}
