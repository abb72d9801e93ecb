//! The leaf: captures, answers to checks and, on its first ply, checks, until
//! the position is quiet enough to be evaluated.

use crate::board::{CheckSquares, Key, see_value};
use crate::search::params;
use crate::search::picker::{Picker, Wanted};
use crate::search::tt::TableEntry;
use crate::search::worker::node::{NodeKind, bound_of};
use crate::search::worker::{Stopped, Worker};
use crate::types::{Bound, Depth, MAX_PLY, Move, MoveList, Ply, Score, Square, Window};

/// Depth of quiescence's first ply, on which quiet checks are tried too, and of its
/// entries in the table.
pub(super) const QS_CHECKS: Depth = 0;
/// Depth of the plies without quiet checks.
pub(super) const QS_CAPTURES: Depth = -1;
/// Answers to a check that are tried in any case.
const FREE_ANSWERS: i32 = 2;

/// What a quiescence node has found so far.
struct Found {
    window: Window,
    best: Score,
    /// The move that raised alpha last.
    best_move: Option<Move>,
}

/// What decides which captures of a quiescence node are searched.
struct CaptureFilter {
    table_move: Option<Move>,
    /// Where the opponent's last move went.
    last_to: Option<Square>,
    /// The evaluation and a margin: what a capture must add to, to reach alpha.
    futility: Score,
    /// The squares of checks, once they are needed.
    squares: Option<CheckSquares>,
}

impl Found {
    /// Moves a fail-high's score towards beta by a share in percent.
    fn blend_fail_high(&mut self, beta: Score, percent: i32) {
        if self.best >= beta {
            self.best = params::blended_leaf_score(self.best, beta, percent);
        }
    }
}

impl Worker {
    /// The score of a leaf: [`QS_CHECKS`] or [`QS_CAPTURES`] deep.
    pub(super) fn quiescence<N: NodeKind>(
        &mut self,
        depth: Depth,
        mut window: Window,
        ply: Ply,
    ) -> Result<Score, Stopped> {
        // 1. Count, and ask the rules.
        self.enter_node(ply)?;
        if N::PV {
            self.pv[ply].clear();
        }
        let (verdict, provisional) = self.rule_verdict(&mut window, ply);
        if let Some(score) = verdict {
            if self.goes_beyond_limit(score) {
                return self.beyond_limit::<N>(window, ply, |worker, window| {
                    worker.quiescence::<N>(depth, window, ply)
                });
            }
            return Ok(score);
        }
        let in_check = self.game.board().in_check();
        if ply >= MAX_PLY - 1 {
            return Ok(if in_check { Score::ZERO } else { self.raw_eval() });
        }
        let techniques = self.shared.settings.techniques;

        // 2. The table.
        let key = self.game.search_key(&self.shared.settings.rules);
        let entry = if techniques.tt_on { self.shared.table.probe(key, ply) } else { None };
        if let Some(entry) = entry
            && !N::PV
            && techniques.tt_deeper_on
            && entry.cuts(window)
        {
            return Ok(entry.score);
        }
        let tt_pv = N::PV || entry.is_some_and(|entry| entry.tt_pv);
        let table_move = entry.and_then(|entry| entry.mv);
        if let Some(mv) = table_move {
            self.prefetch(mv);
        }

        // 3. Standing pat.
        let old_alpha = window.alpha;
        let mut found = Found { window, best: -Score::INFINITE, best_move: None };
        let mut raw = None;
        if in_check {
            self.stack[ply].eval = self.stack.back(ply, 2).eval;
        } else {
            let known = entry.and_then(|entry| entry.eval);
            let eval = known.unwrap_or_else(|| self.raw_eval());
            raw = Some(eval);
            let corrected = self.corrected(eval, ply);
            self.stack[ply].eval = corrected;
            found.best = match entry {
                Some(entry) if techniques.tt_deeper_on && entry.improves(corrected) => entry.score,
                _ => corrected,
            };
            if found.best >= window.beta {
                found.blend_fail_high(window.beta, params::stand_pat_blend());
                if entry.is_none() {
                    let bound = Some(Bound::Lower).filter(|_| !provisional);
                    self.store_leaf(key, ply, &found, raw, bound, tt_pv);
                }
                return Ok(found.best);
            }
            found.window.raise_alpha(found.best);
        }

        // 4. CaptureFilter, or all answers to a check; then quiet checks that lose nothing.
        if self.quiesce_moves::<N>(&mut found, table_move, ply)? == 0 && in_check {
            return Ok(Score::mated_in(ply));
        }
        if depth >= QS_CHECKS && !in_check && techniques.see_on && found.best < window.beta {
            self.quiesce_checks::<N>(&mut found, ply)?;
        }

        found.blend_fail_high(window.beta, params::qs_fail_high_blend());

        // 5. Store.
        if !provisional {
            let bound = bound_of::<N>(found.best, old_alpha, window.beta);
            self.store_leaf(key, ply, &found, raw, Some(bound), tt_pv);
        }
        Ok(found.best)
    }

    /// Stores what a leaf has found; without a bound the evaluation alone.
    fn store_leaf(
        &self,
        key: Key,
        ply: Ply,
        found: &Found,
        eval: Option<Score>,
        bound: Option<Bound>,
        tt_pv: bool,
    ) {
        if self.shared.settings.techniques.tt_on {
            let Found { best_move: mv, best: score, .. } = *found;
            let entry = TableEntry { mv, score, eval, depth: QS_CHECKS, bound, tt_pv };
            self.shared.table.store(key, ply, entry);
        }
    }

    /// Step 4: tries captures, in check all moves, and counts them.
    fn quiesce_moves<N: NodeKind>(
        &mut self,
        found: &mut Found,
        table_move: Option<Move>,
        ply: Ply,
    ) -> Result<i32, Stopped> {
        let techniques = self.shared.settings.techniques;
        let in_check = self.game.board().in_check();
        let wanted = match (techniques.ordering_on, in_check) {
            (false, _) => Wanted::Unordered,
            (true, true) => Wanted::Evasions,
            (true, false) => Wanted::Captures,
        };
        if in_check {
            self.prepare_context(ply);
        }
        let context = self.context(ply);
        let mut picker = Picker::new(wanted, table_move, [None; 3], self.game.board());
        let mut filter = CaptureFilter {
            table_move,
            last_to: self.stack.back(ply, 1).mv.map(|mv| mv.to()),
            futility: found.best + params::delta_margin(),
            squares: None,
        };
        let mut count = 0;
        while let Some(mv) = picker.next(self.game.board(), &self.histories, &context) {
            count += 1;
            if in_check {
                if self.skip_answer(found, mv, count) {
                    continue;
                }
                self.prefetch(mv);
                if let Some(next) = picker.look_ahead() {
                    self.prefetch(next);
                }
            } else {
                if self.skip_capture(found, &mut filter, mv, count) {
                    continue;
                }
                if let Some(next) = picker.look_ahead() {
                    self.prefetch(next);
                }
            }
            if self.quiesce_move::<N>(found, mv, ply)? {
                break;
            }
        }
        Ok(count)
    }

    /// Whether an answer to a check, the `count`-th, is left out: one holds, and further quiet
    /// ones rarely do better.
    #[inline]
    fn skip_answer(&self, found: &Found, mv: Move, count: i32) -> bool {
        self.shared.settings.techniques.see_on
            && !found.best.is_loss()
            && found.best > -Score::INFINITE
            && self.game.board().piece_at(mv.to()).is_none()
            && count > FREE_ANSWERS
    }

    /// Whether a move, the `count`-th, is left out because it takes nothing or too little; what
    /// is not is prefetched.
    #[inline]
    fn skip_capture(
        &self,
        found: &mut Found,
        filter: &mut CaptureFilter,
        mv: Move,
        count: i32,
    ) -> bool {
        let techniques = &self.shared.settings.techniques;
        let board = self.game.board();
        let Some(victim) = board.piece_at(mv.to()) else { return true };
        // Delta pruning: even the victim for nothing would not reach alpha.
        let hope = filter.futility + see_value(victim.kind());
        let is_hopeless = techniques.fp_on && !found.best.is_loss() && hope <= found.window.alpha;
        if is_hopeless && hope <= found.best {
            return true;
        }
        // Late captures that neither take back nor give check.
        if techniques.fp_on
            && count > params::qs_late_count()
            && !found.best.is_loss()
            && Some(mv.to()) != filter.last_to
        {
            let squares = filter.squares.get_or_insert_with(|| CheckSquares::new(board));
            if !board.gives_check(mv, squares) {
                return true;
            }
        }
        self.prefetch(mv);
        if techniques.see_on && Some(mv) != filter.table_move && !board.see_ge(mv, 0) {
            return true;
        }
        if is_hopeless {
            found.best = hope;
            return true;
        }
        techniques.fp_on && self.exchange_fails_low(found, mv, filter.futility)
    }

    /// Step 4: tries quiet checks.
    fn quiesce_checks<N: NodeKind>(&mut self, found: &mut Found, ply: Ply) -> Result<(), Stopped> {
        for mv in self.quiet_checks() {
            if self.quiesce_move::<N>(found, mv, ply)? {
                break;
            }
        }
        Ok(())
    }

    /// Whether the exchange that a capture begins does not reach alpha as a whole;
    /// then the bound on its score is kept.
    fn exchange_fails_low(&self, found: &mut Found, mv: Move, futility: Score) -> bool {
        let alpha = found.window.alpha;
        let fails = !found.best.is_loss()
            && futility <= alpha
            && !self.game.board().see_ge(mv, alpha - futility);
        if fails {
            found.best = found.best.max(futility);
        }
        fails
    }

    /// Searches one move and keeps what it gives; `true` when it cuts.
    fn quiesce_move<N: NodeKind>(
        &mut self,
        found: &mut Found,
        mv: Move,
        ply: Ply,
    ) -> Result<bool, Stopped> {
        self.make_move(mv, ply);
        let result = self.quiescence::<N>(QS_CAPTURES, -found.window, ply + 1);
        self.unmake_move();
        let score = -result?;
        if score > found.best {
            found.best = score;
            if score > found.window.alpha {
                found.best_move = Some(mv);
                if N::PV {
                    self.extend_pv(mv, ply);
                }
                if score >= found.window.beta {
                    return Ok(true);
                }
                found.window.raise_alpha(score);
            }
        }
        Ok(false)
    }

    /// Quiet moves that give check without losing material.
    fn quiet_checks(&self) -> MoveList {
        let board = self.game.board();
        let squares = CheckSquares::new(board);
        let mut list = MoveList::new();
        board.push_quiet_checks(&squares, &mut list);
        list.retain(|mv| board.see_ge(*mv, 0));
        list.iter().for_each(|&mv| self.prefetch(mv));
        list
    }
}

#[cfg(test)]
mod tests;
