//! The records of the line that a thread is looking at, one for each ply.

use crate::board::AttackMap;
use crate::search::history::Continuation;
use crate::types::{MAX_PLY, Move, Ply, Score};

/// Entries of the stack below the root, so that looking back needs no test.
const STACK_MARGIN: usize = 6;

/// What a node leaves for its descendants.
#[derive(Clone, Copy, Debug)]
pub struct StackEntry {
    /// Corrected static evaluation; in check that of two plies ago.
    pub eval: Score,
    /// The move being searched.
    pub mv: Option<Move>,
    /// Its context for continuation histories.
    pub continuation: Continuation,
    /// Quiet moves that cut in sister nodes.
    pub killers: [Option<Move>; 2],
    /// The move left out by a singular search.
    pub excluded: Option<Move>,
    /// How many children cut.
    pub cutoffs: i32,
    /// Double extensions in the line so far.
    pub double_extensions: i32,
    /// By how many plies the move is searched less deep.
    pub reduction: i32,
    /// The history of the last move of the loop as reductions see it; 0 for captures and moves
    /// never reduced. Null moves and ProbCut leave it as it is.
    pub move_history: i32,
    /// Which of the node's moves that is, from 1.
    pub number: i32,
    /// Slot of the pawn table.
    pub pawns: usize,
    /// What the opponent attacks.
    pub threats: AttackMap,
    /// Whether the node is in check.
    pub in_check: bool,
    /// Whether the evaluation is better than two plies ago.
    pub improving: bool,
    /// Whether the position stands or stood on a principal variation.
    pub tt_pv: bool,
}

impl Default for StackEntry {
    fn default() -> StackEntry {
        StackEntry {
            eval: Score::ZERO,
            mv: None,
            continuation: Continuation::NONE,
            killers: [None; 2],
            excluded: None,
            cutoffs: 0,
            double_extensions: 0,
            reduction: 0,
            move_history: 0,
            number: 0,
            pawns: 0,
            threats: AttackMap::EMPTY,
            in_check: false,
            improving: false,
            tt_pv: false,
        }
    }
}

/// The records of the line, with room to look back from the root.
pub struct Stack([StackEntry; MAX_PLY + STACK_MARGIN + 2]);

impl Default for Stack {
    fn default() -> Stack {
        Stack([StackEntry::default(); MAX_PLY + STACK_MARGIN + 2])
    }
}

impl std::ops::Index<Ply> for Stack {
    type Output = StackEntry;
    #[inline]
    fn index(&self, ply: Ply) -> &StackEntry {
        &self.0[ply + STACK_MARGIN]
    }
}

impl std::ops::IndexMut<Ply> for Stack {
    #[inline]
    fn index_mut(&mut self, ply: Ply) -> &mut StackEntry {
        &mut self.0[ply + STACK_MARGIN]
    }
}

impl Stack {
    /// The record `back` plies before `ply`, above the root an empty one.
    #[inline]
    pub fn back(&self, ply: Ply, back: usize) -> &StackEntry {
        &self.0[ply + STACK_MARGIN - back]
    }
}
