//! The loop over the moves of a node: steps 6 and 7 of `docs/authors/search.md`.

use crate::board::{CheckSquares, Key};
use crate::search::history::Context;
use crate::search::params;
use crate::search::picker::{Picker, Wanted};
use crate::search::tt::TableEntry;
use crate::search::worker::depth::{Extension, Searched, SoFar};
use crate::search::worker::node::{Node, NodeKind, bound_of};
use crate::search::worker::{Stopped, Worker};
use crate::types::{Bound, Depth, Move, MoveList, Ply, Score, Window};

/// A move of the list, and what pruning, extensions and reductions ask of it.
pub(super) struct Candidate {
    pub(super) mv: Move,
    /// Which of the node's moves it is, from 1.
    pub(super) number: usize,
    pub(super) is_quiet: bool,
    /// Whether it gives check; not asked of the first move of a shallow node.
    pub(super) gives_check: bool,
    /// The reduction by depth and number alone, 1/1024 ply.
    pub(super) by_number: i32,
}

/// What the loop over the moves of a node has found.
struct Tried {
    best: Score,
    /// The move that raised alpha last.
    best_move: Option<Move>,
    /// Quiet moves that did not.
    quiets: MoveList,
    /// Captures that did not.
    captures: MoveList,
}

impl Tried {
    /// Before the first move.
    fn none() -> Tried {
        let (quiets, captures) = (MoveList::new(), MoveList::new());
        Tried { best: -Score::INFINITE, best_move: None, quiets, captures }
    }

    /// Takes the score of a move in; whether it raises alpha.
    #[inline]
    fn take(&mut self, candidate: &Candidate, score: Score, alpha: Score) -> bool {
        let Candidate { mv, is_quiet, .. } = *candidate;
        self.best = self.best.max(score);
        let raises = score > alpha;
        if raises {
            self.best_move = Some(mv);
        } else {
            (if is_quiet { &mut self.quiets } else { &mut self.captures }).push(mv);
        }
        raises
    }

    /// Moves a fail-high's score towards beta.
    fn soften(&mut self, Window { alpha, beta }: Window, depth: Depth) {
        if self.best >= beta && !self.best.is_decisive() && !alpha.is_decisive() {
            self.best = params::softened_high(self.best, beta, depth);
        }
    }
}

impl Worker {
    /// Step 6: tries the moves, and step 7: draws the conclusions.
    pub(super) fn search_moves<N: NodeKind>(
        &mut self,
        node: Node,
        mut window: Window,
        excluded: Option<Move>,
        key: Key,
        provisional: bool,
    ) -> Result<Score, Stopped> {
        let (ply, old_alpha) = (node.ply, window.alpha);
        self.note_context(ply);
        let context = self.context(ply);
        let specials = self.special_moves(ply, &context);
        let mut picker = self.picker(&node, specials);
        let mut prefetched = node.tt_move;
        let mut squares = None;
        let mut tried = Tried::none();
        let mut count = 0;

        while let Some(mv) = picker.next(self.game.board(), &self.histories, &context) {
            if Some(mv) == excluded || N::ROOT && !self.root.may_choose(mv) {
                continue;
            }
            count += 1;
            let candidate = self.candidate(&node, mv, count, &mut squares);

            // 6a. Moves that need no search.
            if !N::ROOT && !tried.best.is_loss() && tried.best > -Score::INFINITE {
                if self.is_late(&node, count) {
                    picker.skip_quiets();
                }
                if self.skip_move(&node, &candidate, window.alpha, &context) {
                    continue;
                }
            }
            prefetched = self.prefetch_two(mv, prefetched, &mut picker);

            // 6b. Extensions.
            let extension = match self.extend::<N>(&node, &candidate, window, excluded)? {
                Extension::Cut(score) => return Ok(score),
                Extension::Plies(plies) => plies,
            };

            // 6c. The search of the move: reduced, again, again with the window.
            let so_far =
                SoFar { is_special: specials.contains(&Some(mv)), window, best: tried.best };
            let reduction = self.reduction::<N>(&node, &candidate, &so_far, &context);
            let nodes_before = self.nodes;
            let Searched { score, was_reduced } =
                self.search_move::<N>(&node, &so_far, &candidate, extension, reduction)?;
            if was_reduced && candidate.is_quiet {
                self.reward_research(mv, &context);
            }
            if N::ROOT {
                self.record_root(mv, score, count, window, self.nodes - nodes_before);
            }
            if tried.take(&candidate, score, window.alpha) {
                if N::PV {
                    self.extend_pv(mv, ply);
                }
                if score >= window.beta {
                    self.stack[ply].cutoffs += 1;
                    break;
                }
                window.raise_alpha(score);
            }
        }

        // 7. Conclusions: no move, histories, the table.
        if count == 0 {
            // A singular search without other moves says "no better one".
            return Ok(if excluded.is_some() { window.alpha } else { Score::mated_in(ply) });
        }
        self.learn_order(&node, &tried, &context);
        tried.soften(window, node.depth);
        if excluded.is_none() && !provisional {
            let bound = bound_of::<N>(tried.best, old_alpha, window.beta);
            self.keep_result::<N>(&node, key, &tried, bound);
        }
        Ok(tried.best)
    }

    /// Step 7: what the order of moves learns.
    fn learn_order(&mut self, node: &Node, tried: &Tried, context: &Context) {
        if self.shared.settings.techniques.ordering_on {
            match tried.best_move {
                Some(mv) => self.learn(mv, node, context, &tried.quiets, &tried.captures),
                None => self.reward_last_move(node.depth, node.ply),
            }
        }
    }

    /// The moves of a node in their order.
    fn picker(&self, node: &Node, specials: [Option<Move>; 3]) -> Picker {
        let wanted = match (self.shared.settings.techniques.ordering_on, node.in_check) {
            (false, _) => Wanted::Unordered,
            (true, true) => Wanted::Evasions,
            (true, false) => Wanted::All,
        };
        Picker::new(wanted, node.tt_move, specials, self.game.board())
    }

    /// Late-move pruning: whether enough moves were tried to leave out the remaining quiet ones.
    #[inline]
    fn is_late(&self, node: &Node, count: usize) -> bool {
        self.shared.settings.techniques.lmp_on
            && !node.in_check
            && node.depth <= params::lmp_depth()
            && count > params::lmp_count(node.depth, node.improving)
    }

    /// Prefetches the table's entries after this move, unless that has been done, and
    /// after the next one, which it returns.
    #[inline(always)]
    fn prefetch_two(
        &self,
        mv: Move,
        prefetched: Option<Move>,
        picker: &mut Picker,
    ) -> Option<Move> {
        if Some(mv) != prefetched {
            self.prefetch(mv);
        }
        let next = picker.look_ahead();
        if let Some(next) = next {
            self.prefetch(next);
        }
        next
    }

    /// The killers and the counter move of a node.
    fn special_moves(&self, ply: Ply, context: &Context) -> [Option<Move>; 3] {
        let [first, second] = self.stack[ply].killers;
        [first, second, self.histories.counter(context.past[0])]
    }

    /// Step 6c: makes a move, searches it and takes it back.
    fn search_move<N: NodeKind>(
        &mut self,
        node: &Node,
        so_far: &SoFar,
        candidate: &Candidate,
        extension: Depth,
        reduction: i32,
    ) -> Result<Searched, Stopped> {
        let Candidate { mv, number, .. } = *candidate;
        let SoFar { window, best, .. } = *so_far;
        let ply = node.ply;
        if N::ROOT {
            self.announce_root_move(mv, number);
        }
        if N::PV {
            self.pv[ply + 1].clear();
        }
        let double_extensions = self.stack.back(ply, 1).double_extensions;
        let entry = &mut self.stack[ply];
        entry.double_extensions = double_extensions + i32::from(extension >= 2);
        entry.reduction = 0;
        entry.number = number as i32;
        let new_depth = node.depth - 1 + extension;
        self.descend(mv, ply);
        let result = if number == 1 || !self.shared.settings.techniques.pvs_on {
            self.child::<N>(new_depth, window, ply, node.cut_node && !N::PV)
        } else {
            self.scout_then_open::<N>(node, window, new_depth, reduction, best)
        };
        self.ascend();
        result
    }

    /// What the steps ask of the next move.
    #[inline(always)]
    fn candidate(
        &self,
        node: &Node,
        mv: Move,
        number: usize,
        squares: &mut Option<CheckSquares>,
    ) -> Candidate {
        let board = self.game.board();
        // Computed for the first move, which is often the only one, only where the
        // check extension needs it.
        let gives_check = (number > 1 || node.depth >= params::ce_depth()) && {
            let squares = squares.get_or_insert_with(|| CheckSquares::new(board));
            board.gives_check(mv, squares)
        };
        Candidate {
            mv,
            number,
            is_quiet: board.piece_at(mv.to()).is_none(),
            gives_check,
            by_number: if number > 1 { params::lmr_reduction(node.depth, number) } else { 0 },
        }
    }

    /// Stores the result of a node, and teaches the correction histories.
    fn keep_result<N: NodeKind>(&mut self, node: &Node, key: Key, tried: &Tried, bound: Bound) {
        let Tried { best, best_move, .. } = *tried;
        // The second of several lines is not what the position is worth.
        if N::ROOT && !self.root.is_best_line() {
            return;
        }
        if self.shared.settings.techniques.tt_on {
            let entry = TableEntry {
                mv: best_move,
                score: best,
                eval: node.raw,
                depth: node.depth,
                bound: Some(bound),
                was_pv: node.was_pv,
            };
            self.shared.table.store(key, node.ply, entry);
        }
        self.learn_correction(node, best_move, best, bound);
    }

    /// Keeps what the root has learned of a move.
    fn record_root(&mut self, mv: Move, score: Score, count: usize, window: Window, nodes: u64) {
        let Some(root) = self.root.find(mv) else { return };
        root.nodes += nodes;
        if count == 1 || score > window.alpha {
            root.score = score;
            root.selective_depth = self.selective_depth;
            root.pv.truncate(1);
            root.pv.extend_from_slice(&self.pv[1]);
        } else {
            root.score = -Score::INFINITE;
        }
    }
}
