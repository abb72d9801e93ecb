//! The node: principal variation search, fail-soft.
//!
//! The first move of a node is searched with its window, the others with a null
//! window that only asks whether they are better; one that is gets searched
//! again with the open window. The second search may disagree with the first
//! (search instability: the table has learned meanwhile); its result is taken
//! as it is, inside or outside the window, so no unproved score is ever kept.
//! The numbers of the steps are the headings of `docs/search.md`.

use crate::board::{CheckSquares, Key};
use crate::search::history::Context;
use crate::search::params;
use crate::search::picker::{Picker, Wanted};
use crate::search::tt::TableEntry;
use crate::search::worker::depth::{Extension, Searched};
use crate::search::worker::node::{Node, NodeKind, bound_of};
use crate::search::worker::quiescence::QS_CHECKS;
use crate::search::worker::{Stopped, Worker};
use crate::types::{Bound, Depth, MAX_PLY, Move, MoveList, Ply, Score, Window};

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
}

impl Worker {
    /// Searches the position to a depth. `cut_node` says that a fail-high is
    /// expected.
    pub fn pvs<N: NodeKind>(
        &mut self,
        depth: Depth,
        mut window: Window,
        ply: Ply,
        cut_node: bool,
    ) -> Result<Score, Stopped> {
        let techniques = self.shared.settings.techniques;
        if depth <= 0 && techniques.quiescence_on {
            return self.quiescence::<N>(QS_CHECKS, window, ply);
        }

        // 1. Count the node.
        self.enter_node(ply)?;
        if N::PV {
            self.pv[ply].clear();
        }
        let in_check = self.game.board().in_check();

        // 2. Rules, and the longest line.
        let mut provisional = false;
        if !N::ROOT {
            let (verdict, bound_only) = self.rule_score(&mut window, ply);
            if let Some(score) = verdict {
                return Ok(score);
            }
            provisional = bound_only;
            if depth <= 0 || ply >= MAX_PLY - 1 {
                return Ok(if depth > 0 && in_check { Score::ZERO } else { self.raw_eval() });
            }
            // Mate-distance pruning: a shorter mate has been found elsewhere.
            if techniques.mdp_on {
                window.alpha = window.alpha.max(Score::mated_in(ply));
                window.beta = window.beta.min(Score::mate_in(ply + 1));
                if window.is_empty() {
                    return Ok(window.alpha);
                }
            }
        }

        // 3. The table.
        let excluded = self.stack[ply].excluded;
        let key = self.game.search_key(&self.shared.settings.rules);
        let entry = if techniques.tt_on && excluded.is_none() {
            self.shared.table.probe(key, ply)
        } else {
            None
        };
        if let Some(entry) = entry
            && !N::PV
            && (entry.depth == depth || techniques.tt_deeper_on && entry.depth > depth)
            && !self.shared.settings.rules.is_near_limit(self.game.quiet_plies())
            && entry.cuts(window)
        {
            self.reward_table_cut(&entry, window, depth, ply);
            return Ok(entry.score);
        }

        // What is tried first is loaded from memory while this node is evaluated.
        if let Some(mv) = entry.and_then(|entry| entry.mv) {
            self.prefetch(mv);
        }
        if !N::PV && !in_check && depth >= params::nmp_depth() {
            self.shared.table.prefetch(self.game.board().key_after_null());
        }

        // 4. Static evaluation.
        let mut node = self.describe::<N>(depth, ply, cut_node, entry, excluded);
        if in_check {
            self.stack[ply].eval = self.stack.back(ply, 2).eval;
        } else if excluded.is_none() {
            self.evaluate_node(&mut node, key);
        }
        self.record_node(&node);
        if !N::ROOT && excluded.is_none() {
            node.depth += self.hindsight(&node);
        }

        // 5. Pruning of the whole node.
        if !N::PV
            && !in_check
            && excluded.is_none()
            && let Some(score) = self.prune_node(&node, window)?
        {
            return Ok(score);
        }
        if excluded.is_none() && self.lacks_a_move::<N>(&node) {
            node.depth -= if N::PV { params::iir_pv() } else { params::iir_cut() };
            if node.depth <= 0 {
                return self.quiescence::<N>(QS_CHECKS, window, ply);
            }
        }

        // 6. The moves.
        self.search_moves::<N>(node, window, excluded, key, provisional)
    }

    /// Writes on the stack what the descendants of a node ask for.
    fn record_node(&mut self, node: &Node) {
        let ply = node.ply;
        let double_extensions = self.stack.back(ply, 1).double_extensions;
        let entry = &mut self.stack[ply];
        entry.in_check = node.in_check;
        entry.improving = node.improving;
        entry.was_pv = node.was_pv;
        entry.double_extensions = double_extensions;
        let next = &mut self.stack[ply + 1];
        next.killers = [None; 2];
        next.cutoffs = 0;
    }

    /// Internal iterative reduction: whether a node is searched less deep because the
    /// table knows no move of it.
    fn lacks_a_move<N: NodeKind>(&self, node: &Node) -> bool {
        self.shared.settings.techniques.iir_on
            && node.tt_move.is_none()
            && node.depth >= params::iir_depth()
            && (N::PV || node.cut_node)
    }

    /// Step 6: tries the moves, and step 7: draws the conclusions.
    fn search_moves<N: NodeKind>(
        &mut self,
        node: Node,
        mut window: Window,
        excluded: Option<Move>,
        key: Key,
        provisional: bool,
    ) -> Result<Score, Stopped> {
        let techniques = self.shared.settings.techniques;
        let Node { depth, ply, .. } = node;
        let old_alpha = window.alpha;
        self.note_context(ply);
        let context = self.context(ply);
        let counter = self.histories.counter(context.past[0]);
        let [first, second] = self.stack[ply].killers;
        let wanted = match (techniques.ordering_on, node.in_check) {
            (false, _) => Wanted::Unordered,
            (true, true) => Wanted::Evasions,
            (true, false) => Wanted::All,
        };
        let specials = [first, second, counter];
        let mut picker = Picker::new(wanted, node.tt_move, specials, self.game.board());
        let mut prefetched = node.tt_move;
        let mut squares = None;
        let mut tried = Tried::none();
        let mut count = 0;

        while let Some(mv) = picker.next(self.game.board(), &self.histories, &context) {
            if Some(mv) == excluded || N::ROOT && !self.root.may_choose(mv) {
                continue;
            }
            count += 1;
            if N::PV {
                self.pv[ply + 1].clear();
            }
            let board = self.game.board();
            let is_quiet = board.piece_at(mv.to()).is_none();
            // Computed for the first move, which is often the only one, only where the
            // check extension needs it.
            let gives_check = (count > 1 || depth >= params::ce_depth()) && {
                let squares = squares.get_or_insert_with(|| CheckSquares::new(board));
                board.gives_check(mv, squares)
            };

            // 6a. Moves that need no search.
            let by_number = if count > 1 { params::lmr_reduction(depth, count) } else { 0 };
            if !N::ROOT && !tried.best.is_loss() && tried.best > -Score::INFINITE {
                let reduced = (depth - by_number / params::ONE_PLY).max(0);
                if techniques.lmp_on
                    && !node.in_check
                    && depth <= params::lmp_depth()
                    && count > params::lmp_count(depth, node.improving)
                {
                    picker.skip_quiets();
                }
                if self.skip_move(&node, mv, window.alpha, reduced, is_quiet, gives_check, &context)
                {
                    continue;
                }
            }
            if Some(mv) != prefetched {
                self.prefetch(mv);
            }
            prefetched = picker.look_ahead();
            if let Some(next) = prefetched {
                self.prefetch(next);
            }

            // 6b. Extensions.
            let extension = match self.extend::<N>(&node, mv, window, gives_check, excluded)? {
                Extension::Cut(score) => return Ok(score),
                Extension::Plies(plies) => plies,
            };
            let new_depth = depth - 1 + extension;
            self.stack[ply].double_extensions =
                self.stack.back(ply, 1).double_extensions + i32::from(extension >= 2);

            // 6c. The search of the move: reduced, again, again with the window.
            let mut reduction = 0;
            if count > 1 && techniques.lmr_on && depth >= params::lmr_depth() {
                let is_special = specials.contains(&Some(mv));
                reduction = by_number + self.adjust::<N>(&node, is_quiet, gives_check, is_special);
                if is_quiet {
                    reduction -= self.reduction_by_history(mv, &context);
                }
            }
            let nodes_before = self.nodes;
            self.stack[ply].reduction = 0;
            self.stack[ply].number = count as i32;
            self.descend(mv, ply);
            let result = if count == 1 || !techniques.pvs_on {
                self.child::<N>(new_depth, window, ply, node.cut_node && !N::PV)
            } else {
                self.scout_then_open::<N>(&node, window, new_depth, reduction)
            };
            self.ascend();
            let Searched { score, was_reduced } = result?;
            if was_reduced && is_quiet {
                self.reward_research(mv, &context);
            }

            if N::ROOT {
                self.record_root(mv, score, count, window, self.nodes - nodes_before);
            }
            if score > tried.best {
                tried.best = score;
                if score > window.alpha {
                    tried.best_move = Some(mv);
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
            if Some(mv) != tried.best_move {
                let list = if is_quiet { &mut tried.quiets } else { &mut tried.captures };
                list.push(mv);
            }
        }

        // 7. Conclusions: no move, histories, the table.
        if count == 0 {
            // A singular search without other moves says "no better one".
            let lost = Score::mated_in(ply);
            return Ok(if excluded.is_some() { window.alpha } else { lost });
        }
        if techniques.ordering_on {
            match tried.best_move {
                Some(mv) => self.learn(mv, &node, &context, &tried.quiets, &tried.captures),
                None => self.reward_last_move(depth, ply),
            }
        }
        let bound = bound_of::<N>(tried.best, old_alpha, window.beta);
        if excluded.is_none() && !provisional {
            self.keep_result::<N>(&node, key, &tried, bound);
        }
        Ok(tried.best)
    }

    /// Late-move reductions: how much less a quiet move is reduced for its history,
    /// in units of `ONE_PLY`.
    fn reduction_by_history(&self, mv: Move, context: &Context) -> i32 {
        let history = self.histories.quiet(self.game.board(), mv, context);
        history * params::ONE_PLY / params::lmr_history()
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
