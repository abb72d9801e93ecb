//! The node: principal variation search, fail-soft.
//!
//! The first move of a node is searched with its window, the others with a null
//! window that only asks whether they are better; one that is gets searched
//! again with the open window. The second search may disagree with the first
//! (search instability: the table has learned meanwhile); its result is taken
//! as it is, inside or outside the window, so no unproved score is ever kept.
//! The numbers of the steps are the headings of `docs/search.md`.

use crate::board::{CheckSquares, Key};
use crate::search::params;
use crate::search::picker::{Picker, Wanted};
use crate::search::quiescence::{cuts, improves};
use crate::search::tt::Entry;
use crate::search::worker::{Stopped, Worker};
use crate::types::{Bound, Depth, MAX_PLY, Move, MoveList, Ply, Score, Window};

/// One ply in the unit of reductions.
const ONE_PLY: i32 = 1024;
/// From this count on the natural limit is so near that scores of the table,
/// found with other counts, are not believed.
const LIMIT_IS_NEAR: u32 = 110;

/// Where a node stands: fixes at compile time what the root and the principal
/// variation do differently.
pub trait NodeKind {
    /// On the principal variation: the window is open.
    const PV: bool;
    /// The root.
    const ROOT: bool;
}

/// The root.
pub struct Root;
/// A node with an open window.
pub struct Pv;
/// A node with a null window.
pub struct NonPv;

impl NodeKind for Root {
    const PV: bool = true;
    const ROOT: bool = true;
}
impl NodeKind for Pv {
    const PV: bool = true;
    const ROOT: bool = false;
}
impl NodeKind for NonPv {
    const PV: bool = false;
    const ROOT: bool = false;
}

/// What a node knows about itself before it tries moves.
pub(super) struct Node {
    pub(super) depth: Depth,
    pub(super) ply: Ply,
    pub(super) in_check: bool,
    pub(super) improving: bool,
    pub(super) cut_node: bool,
    pub(super) was_pv: bool,
    /// The best guess at the score: the table's, or the static evaluation.
    pub(super) eval: Score,
    pub(super) entry: Option<Entry>,
    pub(super) tt_move: Option<Move>,
    pub(super) tt_capture: bool,
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
        let features = self.shared.settings.features;
        if depth <= 0 && features.quiescence_on {
            return self.quiescence(window, ply, N::PV, true);
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
            if features.mdp_on {
                window.alpha = window.alpha.max(Score::mated_in(ply));
                window.beta = window.beta.min(Score::mate_in(ply + 1));
                if window.is_empty() {
                    return Ok(window.alpha);
                }
            }
        }

        // 3. The table.
        let excluded = self.stack[ply].excluded;
        let key = self.game.search_key();
        let entry = if features.tt_on && excluded.is_none() {
            self.shared.table.probe(key, ply)
        } else {
            None
        };
        if let Some(entry) = entry
            && !N::PV
            && (entry.depth == depth || features.tt_deeper_on && entry.depth > depth)
            && self.game.quiet_plies() < LIMIT_IS_NEAR
            && cuts(&entry, window)
        {
            self.reward_table_cut(&entry, window, depth, ply);
            return Ok(entry.score);
        }

        // What is tried first: its look-up waits for memory while this node is
        // evaluated.
        if let Some(mv) = entry.and_then(|entry| entry.mv) {
            self.announce(mv);
        }
        if !N::PV && !in_check && depth >= params::nmp_depth() {
            self.shared.table.prefetch(self.game.board().key_after_null());
        }

        // 4. Static evaluation.
        let mut node = self.describe::<N>(depth, ply, cut_node, entry, excluded);
        let raw = if in_check || excluded.is_some() {
            if in_check {
                self.stack[ply].eval = self.stack.back(ply, 2).eval;
            }
            None
        } else {
            Some(self.evaluate_node(&mut node, entry))
        };
        self.stack[ply + 1].killers = [None; 2];
        self.stack[ply + 1].cutoffs = 0;

        // 5. Pruning of the whole node.
        if !N::PV
            && !in_check
            && excluded.is_none()
            && let Some(score) = self.prune_node(&node, window)?
        {
            return Ok(score);
        }
        if features.iir_on
            && node.tt_move.is_none()
            && excluded.is_none()
            && node.depth >= params::iir_depth()
            && (N::PV || cut_node)
        {
            node.depth -= if N::PV { params::iir_pv() } else { params::iir_cut() };
            if node.depth <= 0 {
                return self.quiescence(window, ply, N::PV, true);
            }
        }

        // 6. The moves.
        self.search_moves::<N>(node, window, raw, excluded, key, provisional)
    }

    /// Step 4: what is known of the node before any move.
    fn describe<N: NodeKind>(
        &self,
        depth: Depth,
        ply: Ply,
        cut_node: bool,
        entry: Option<Entry>,
        excluded: Option<Move>,
    ) -> Node {
        let board = self.game.board();
        let tt_move = if N::ROOT {
            self.shared.settings.features.tt_on.then(|| self.root_moves[self.pv_index].mv)
        } else {
            entry.and_then(|entry| entry.mv)
        };
        Node {
            depth,
            ply,
            in_check: board.in_check(),
            improving: false,
            cut_node,
            was_pv: N::PV || excluded.is_none() && entry.is_some_and(|entry| entry.was_pv),
            eval: self.stack[ply].eval,
            entry,
            tt_move,
            tt_capture: tt_move.is_some_and(|mv| board.piece_at(mv.to()).is_some()),
        }
    }

    /// Evaluates a node that is not in check; returns the raw evaluation.
    fn evaluate_node(&mut self, node: &mut Node, entry: Option<Entry>) -> Score {
        let ply = node.ply;
        let raw = entry.and_then(|entry| entry.eval).unwrap_or_else(|| self.raw_eval());
        let eval = self.corrected(raw, ply);
        self.stack[ply].eval = eval;
        node.improving = eval > self.stack.back(ply, 2).eval;
        node.eval = match entry {
            Some(entry) if self.shared.settings.features.tt_deeper_on && improves(&entry, eval) => {
                entry.score
            }
            _ => eval,
        };
        raw
    }

    /// Step 6: tries the moves, and step 7: draws the conclusions.
    fn search_moves<N: NodeKind>(
        &mut self,
        node: Node,
        mut window: Window,
        raw: Option<Score>,
        excluded: Option<Move>,
        key: Key,
        provisional: bool,
    ) -> Result<Score, Stopped> {
        let features = self.shared.settings.features;
        let Node { depth, ply, .. } = node;
        let old_alpha = window.alpha;
        let context = self.context(ply);
        let counter = self.memory.histories.counter(context.past[0]);
        let [first, second] = self.stack[ply].killers;
        let wanted = match (features.ordering_on, node.in_check) {
            (false, _) => Wanted::Unordered,
            (true, true) => Wanted::Evasions,
            (true, false) => Wanted::All,
        };
        let specials = [first, second, counter];
        let mut picker = Picker::new(wanted, node.tt_move, specials, self.game.board());
        let mut announced = node.tt_move;
        let mut squares = None;
        let mut best = -Score::INFINITE;
        let mut best_move = None;
        let mut count = 0;
        let mut tried_quiets = MoveList::new();
        let mut tried_captures = MoveList::new();

        while let Some(mv) = picker.next(self.game.board(), &self.memory.histories, &context) {
            if Some(mv) == excluded || N::ROOT && !self.is_wanted_at_root(mv) {
                continue;
            }
            count += 1;
            if N::PV {
                self.pv[ply + 1].clear();
            }
            let board = self.game.board();
            let is_quiet = board.piece_at(mv.to()).is_none();
            // Of the first move, which mostly is the last, only an extension asks.
            let gives_check = (count > 1 || depth >= params::ce_depth()) && {
                let squares = squares.get_or_insert_with(|| CheckSquares::new(board));
                board.gives_check(mv, squares)
            };

            // 6a. Moves that need no search.
            let by_number = if count > 1 { params::lmr_reduction(depth, count) } else { 0 };
            if !N::ROOT && !best.is_loss() && best > -Score::INFINITE {
                let reduced = (depth - by_number / ONE_PLY).max(0);
                if features.lmp_on
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
            if Some(mv) != announced {
                self.announce(mv);
            }
            announced = picker.look_ahead();
            if let Some(next) = announced {
                self.announce(next);
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
            if count > 1 && features.lmr_on && depth >= params::lmr_depth() {
                let is_special = specials.contains(&Some(mv));
                reduction = by_number + self.adjust::<N>(&node, is_quiet, gives_check, is_special);
                if is_quiet {
                    let histories = &self.memory.histories;
                    let history = histories.quiet(self.game.board(), mv, &context) / 4;
                    reduction -= history * ONE_PLY / params::lmr_history();
                }
            }
            let nodes_before = self.nodes;
            self.descend(mv, ply);
            let result = if count == 1 || !features.pvs_on {
                self.child::<N>(new_depth, window, ply, node.cut_node && !N::PV)
            } else {
                self.scout_then_open::<N>(&node, window, new_depth, reduction)
            };
            self.ascend();
            let score = result?;

            if N::ROOT {
                self.record_root(mv, score, count, window, self.nodes - nodes_before);
            }
            if score > best {
                best = score;
                if score > window.alpha {
                    best_move = Some(mv);
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
            if Some(mv) != best_move {
                let list = if is_quiet { &mut tried_quiets } else { &mut tried_captures };
                list.push(mv);
            }
        }

        // 7. Conclusions: no move, histories, the table.
        if count == 0 {
            // A singular search without other moves says "no better one".
            let lost = Score::mated_in(ply);
            return Ok(if excluded.is_some() { window.alpha } else { lost });
        }
        if let Some(mv) = best_move
            && features.ordering_on
            && best >= window.beta
        {
            self.learn(mv, depth, ply, &tried_quiets, &tried_captures);
        }
        let bound = if best >= window.beta {
            Bound::Lower
        } else if N::PV && best > old_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        if excluded.is_none() && !provisional && !(N::ROOT && self.pv_index > 0) {
            if features.tt_on {
                let entry = Entry {
                    mv: best_move,
                    score: best,
                    eval: raw,
                    depth,
                    bound: Some(bound),
                    was_pv: node.was_pv,
                };
                self.shared.table.store(key, ply, entry);
            }
            self.learn_correction(&node, best_move, best, bound);
        }
        Ok(best)
    }

    /// Step 6b: singular and check extensions.
    fn extend<N: NodeKind>(
        &mut self,
        node: &Node,
        mv: Move,
        window: Window,
        gives_check: bool,
        excluded: Option<Move>,
    ) -> Result<Extension, Stopped> {
        let features = self.shared.settings.features;
        let Node { depth, ply, .. } = *node;
        if N::ROOT || ply >= 2 * self.root_depth.max(1) as usize {
            return Ok(Extension::Plies(0));
        }
        if features.se_on
            && excluded.is_none()
            && depth >= params::se_depth()
            && Some(mv) == node.tt_move
            && let Some(entry) = node.entry
            && matches!(entry.bound, Some(Bound::Lower | Bound::Exact))
            && entry.depth >= depth - params::se_tt_slack()
            && !entry.score.is_decisive()
        {
            // Is the table's move better than all others by a margin?
            let target = entry.score - params::se_margin_at(depth);
            self.stack[ply].excluded = Some(mv);
            let below = Window::below(target);
            let result = self.pvs::<NonPv>((depth - 1) / 2, below, ply, node.cut_node);
            self.stack[ply].excluded = None;
            let score = result?;
            let plies = if score < target {
                let is_double = !N::PV
                    && score < target - params::se_double_margin()
                    && self.stack.back(ply, 1).double_extensions < params::se_double_max();
                1 + i32::from(is_double)
            } else if score >= window.beta && !score.is_decisive() {
                // Multi-cut: even without it the node fails high.
                return Ok(Extension::Cut(score));
            } else if entry.score >= window.beta {
                -2
            } else {
                -i32::from(node.cut_node)
            };
            return Ok(Extension::Plies(plies));
        }
        let checks = features.ce_on
            && gives_check
            && depth >= params::ce_depth()
            && self.game.board().see_ge(mv, 0);
        Ok(Extension::Plies(i32::from(checks)))
    }

    /// Step 6c: what the kind of node and move add to the reduction, 1/1024 ply.
    fn adjust<N: NodeKind>(
        &self,
        node: &Node,
        is_quiet: bool,
        gives_check: bool,
        is_special: bool,
    ) -> i32 {
        let on = |condition: bool, amount: i32| if condition { amount } else { 0 };
        on(node.cut_node, params::lmr_cut())
            + on(!node.improving, params::lmr_improving())
            + on(node.tt_capture && is_quiet, params::lmr_tt_capture())
            + on(self.stack[node.ply + 1].cutoffs > 3, params::lmr_cutoffs())
            - on(N::PV, params::lmr_pv())
            - on(node.was_pv, params::lmr_was_pv())
            - on(gives_check, params::lmr_check())
            - on(is_special, params::lmr_killer())
            - on(!is_quiet, params::lmr_capture())
    }

    /// Step 6c: a reduced scout, a full scout if it fails high, and the open
    /// window if that says "better, and not yet too good".
    fn scout_then_open<N: NodeKind>(
        &mut self,
        node: &Node,
        window: Window,
        new_depth: Depth,
        reduction: i32,
    ) -> Result<Score, Stopped> {
        let ply = node.ply;
        let scout = -window.scout();
        let reduced = (new_depth - (reduction / ONE_PLY).max(0)).clamp(1.min(new_depth), new_depth);
        let mut score = -self.pvs::<NonPv>(reduced, scout, ply + 1, true)?;
        if score > window.alpha && reduced < new_depth {
            let deeper =
                i32::from(score > window.alpha + params::lmr_deeper() && reduced + 1 < new_depth);
            score = -self.pvs::<NonPv>(new_depth + deeper, scout, ply + 1, !node.cut_node)?;
        }
        if N::PV && score > window.alpha && (N::ROOT || score < window.beta) {
            score = -self.pvs::<Pv>(new_depth, -window, ply + 1, false)?;
        }
        Ok(score)
    }

    /// A child searched with the node's own window.
    fn child<N: NodeKind>(
        &mut self,
        depth: Depth,
        window: Window,
        ply: Ply,
        cut_node: bool,
    ) -> Result<Score, Stopped> {
        let score = if N::PV {
            self.pvs::<Pv>(depth, -window, ply + 1, false)?
        } else {
            self.pvs::<NonPv>(depth, -window, ply + 1, !cut_node)?
        };
        Ok(-score)
    }
}

/// The outcome of step 6b.
enum Extension {
    /// Search this many plies more (or less).
    Plies(Depth),
    /// No need to search: the node fails high anyway.
    Cut(Score),
}
