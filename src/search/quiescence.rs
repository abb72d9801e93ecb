//! The leaf: captures, answers to checks and, on its first ply, checks, until
//! the position is quiet enough to be evaluated.

use crate::board::{CheckSquares, Key, see_value};
use crate::search::params;
use crate::search::picker::{Picker, Wanted};
use crate::search::tt::Entry;
use crate::search::worker::{Stopped, Worker};
use crate::types::{Bound, Depth, MAX_PLY, Move, MoveList, Ply, Score, Window};

/// Remaining depth of quiescence entries in the table.
const DEPTH: Depth = 0;

impl Worker {
    /// The score of a leaf. `checks` says whether quiet checks are tried too.
    pub fn quiescence(
        &mut self,
        mut window: Window,
        ply: Ply,
        is_pv: bool,
        checks: bool,
    ) -> Result<Score, Stopped> {
        // 1. Count, and ask the rules.
        self.enter_node(ply)?;
        if is_pv {
            self.pv[ply].clear();
        }
        let (verdict, provisional) = self.rule_score(&mut window, ply);
        if let Some(score) = verdict {
            return Ok(score);
        }
        let in_check = self.game.board().in_check();
        if ply >= MAX_PLY - 1 {
            return Ok(if in_check { Score::ZERO } else { self.raw_eval() });
        }
        let features = self.shared.settings.features;

        // 2. The table.
        let key = self.game.search_key();
        let entry = if features.tt_on { self.shared.table.probe(key, ply) } else { None };
        if let Some(entry) = entry
            && !is_pv
            && features.tt_deeper_on
            && cuts(&entry, window)
        {
            return Ok(entry.score);
        }

        // 3. Standing pat.
        let old_alpha = window.alpha;
        let mut best = -Score::INFINITE;
        let mut raw = None;
        if in_check {
            self.stack[ply].eval = self.stack.back(ply, 2).eval;
        } else {
            let known = entry.and_then(|entry| entry.eval);
            let eval = known.unwrap_or_else(|| self.raw_eval());
            raw = Some(eval);
            best = self.corrected(eval, ply);
            self.stack[ply].eval = best;
            if let Some(entry) = entry
                && features.tt_deeper_on
                && improves(&entry, best)
            {
                best = entry.score;
            }
            if best >= window.beta {
                if entry.is_none() && features.tt_on {
                    let bound = Some(Bound::Lower).filter(|_| !provisional);
                    self.remember(key, ply, None, best, raw, bound, is_pv);
                }
                return Ok(best);
            }
            window.raise_alpha(best);
        }
        let futility = best + params::delta_margin();

        // 4. Captures, or all answers to a check.
        let wanted = if !features.ordering_on {
            Wanted::Unordered
        } else if in_check {
            Wanted::Evasions
        } else {
            Wanted::Captures
        };
        let context = self.context(ply);
        let table_move = entry.and_then(|entry| entry.mv);
        let mut picker = Picker::new(wanted, table_move, [None; 3], self.game.board());
        let mut best_move = None;
        let mut count = 0;
        while let Some(mv) = picker.next(self.game.board(), &self.memory.histories, &context) {
            let victim = self.game.board().piece_at(mv.to());
            count += 1;
            if !in_check {
                let Some(victim) = victim else { continue };
                // Delta pruning: even the victim for nothing would not reach alpha.
                let hope = futility + see_value(victim.kind());
                let is_hopeless = features.fp_on && !best.is_loss() && hope <= window.alpha;
                if is_hopeless && hope <= best {
                    continue;
                }
                self.announce(mv);
                let is_losing =
                    features.see_on && Some(mv) != table_move && !self.game.board().see_ge(mv, 0);
                if is_losing {
                    continue;
                }
                if is_hopeless {
                    best = hope;
                    continue;
                }
            } else if features.see_on
                && !best.is_loss()
                && best > -Score::INFINITE
                && victim.is_none()
                && count > 2
            {
                // One quiet answer to a check has held; more of them rarely do better.
                continue;
            } else {
                self.announce(mv);
                if let Some(next) = picker.look_ahead() {
                    self.announce(next);
                }
            }
            let score = self.quiescence_child(mv, window, ply, is_pv, false)?;
            if score > best {
                best = score;
                if score > window.alpha {
                    best_move = Some(mv);
                    if is_pv {
                        self.extend_pv(mv, ply);
                    }
                    if score >= window.beta {
                        break;
                    }
                    window.raise_alpha(score);
                }
            }
        }
        if in_check && count == 0 {
            return Ok(Score::mated_in(ply));
        }

        // 5. Quiet checks that lose nothing.
        if checks && !in_check && features.see_on && best < window.beta {
            for mv in self.quiet_checks() {
                let score = self.quiescence_child(mv, window, ply, is_pv, false)?;
                if score > best {
                    best = score;
                    if score > window.alpha {
                        best_move = Some(mv);
                        if is_pv {
                            self.extend_pv(mv, ply);
                        }
                        if score >= window.beta {
                            break;
                        }
                        window.raise_alpha(score);
                    }
                }
            }
        }

        // 6. Store.
        if features.tt_on && !provisional {
            let bound = if best >= window.beta {
                Bound::Lower
            } else if is_pv && best > old_alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            self.remember(key, ply, best_move, best, raw, Some(bound), is_pv);
        }
        Ok(best)
    }

    fn quiescence_child(
        &mut self,
        mv: Move,
        window: Window,
        ply: Ply,
        is_pv: bool,
        checks: bool,
    ) -> Result<Score, Stopped> {
        self.descend(mv, ply);
        let result = self.quiescence(-window, ply + 1, is_pv, checks);
        self.ascend();
        Ok(-result?)
    }

    /// Quiet moves that give check without losing material.
    fn quiet_checks(&self) -> MoveList {
        let board = self.game.board();
        let squares = CheckSquares::new(board);
        let mut list = MoveList::new();
        board.push_quiet_checks(&squares, &mut list);
        list.retain(|mv| board.see_ge(*mv, 0));
        list.iter().for_each(|&mv| self.announce(mv));
        list
    }

    #[allow(clippy::too_many_arguments)]
    fn remember(
        &self,
        key: Key,
        ply: Ply,
        mv: Option<Move>,
        score: Score,
        eval: Option<Score>,
        bound: Option<Bound>,
        was_pv: bool,
    ) {
        let entry = Entry { mv, score, eval, depth: DEPTH, bound, was_pv };
        self.shared.table.store(key, ply, entry);
    }
}

/// Whether a stored score ends a node with this window.
#[inline]
pub fn cuts(entry: &Entry, window: Window) -> bool {
    match entry.bound {
        Some(Bound::Exact) => true,
        Some(Bound::Lower) => entry.score >= window.beta,
        Some(Bound::Upper) => entry.score <= window.alpha,
        None => false,
    }
}

/// Whether a stored score says more about a position than its evaluation.
#[inline]
pub fn improves(entry: &Entry, eval: Score) -> bool {
    !entry.score.is_decisive()
        && match entry.bound {
            Some(Bound::Exact) => true,
            Some(Bound::Lower) => entry.score > eval,
            Some(Bound::Upper) => entry.score < eval,
            None => false,
        }
}
