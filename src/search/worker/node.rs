//! What the steps of a node share: its kind, the facts about it, the facts about each of
//! its moves, and what the moves tried so far have given.

use crate::board::Key;
use crate::search::params;
use crate::search::techniques::Techniques;
use crate::search::tt::TableEntry;
use crate::types::{Bound, Depth, Move, MoveList, Ply, Score, Window};

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

/// What the best score of a node says of the true one. Without an open window no
/// score is exact.
pub(super) fn bound_of<N: NodeKind>(best: Score, old_alpha: Score, beta: Score) -> Bound {
    if best >= beta {
        Bound::Lower
    } else if N::PV && best > old_alpha {
        Bound::Exact
    } else {
        Bound::Upper
    }
}

/// What a node knows about itself before it tries moves.
pub(super) struct Node {
    pub(super) depth: Depth,
    pub(super) ply: Ply,
    /// The window; the moves tried raise its alpha.
    pub(super) window: Window,
    /// Key of the position in the table.
    pub(super) key: Key,
    /// The move that a singular search leaves out.
    pub(super) excluded: Option<Move>,
    /// Whether the rules have narrowed the window, so that the score holds on this path only.
    pub(super) is_provisional: bool,
    pub(super) in_check: bool,
    /// Whether the evaluation is better than two plies ago.
    pub(super) improving: bool,
    /// Whether a fail-high is expected.
    pub(super) cut_node: bool,
    /// Whether the position stands or has stood on a principal variation.
    pub(super) tt_pv: bool,
    /// The best guess at the score, if not in check: the table's, or the static evaluation.
    pub(super) eval: Score,
    /// The static evaluation before corrections, if it is known.
    pub(super) raw: Option<Score>,
    /// By how much the corrections changed it, either way.
    pub(super) correction: i32,
    pub(super) entry: Option<TableEntry>,
    pub(super) tt_move: Option<Move>,
    pub(super) tt_capture: bool,
}

/// A move of a node, and what pruning, extensions and reductions ask of it.
pub(super) struct Candidate {
    pub(super) mv: Move,
    /// Which of the node's moves it is, from 1.
    pub(super) number: usize,
    pub(super) is_quiet: bool,
    /// Whether it is a killer or the counter move.
    pub(super) is_killer: bool,
    /// Whether it gives check; not asked of the first move of a shallow node.
    pub(super) gives_check: bool,
    /// The reduction by depth and number alone, 1/1024 ply.
    pub(super) by_number: i32,
}

/// What the moves tried have given.
pub(super) struct Tried {
    pub(super) best: Score,
    /// The move that raised alpha last.
    pub(super) best_move: Option<Move>,
    /// Quiet moves that did not.
    pub(super) quiets: MoveList,
    /// Captures that did not.
    pub(super) captures: MoveList,
}

impl Tried {
    /// Before the first move.
    pub(super) fn none() -> Tried {
        let (quiets, captures) = (MoveList::new(), MoveList::new());
        Tried { best: -Score::INFINITE, best_move: None, quiets, captures }
    }

    /// Takes the score of a move in; whether it raises alpha.
    #[inline]
    pub(super) fn take(&mut self, candidate: &Candidate, score: Score, alpha: Score) -> bool {
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
    pub(super) fn blend_fail_high(&mut self, Window { alpha, beta }: Window, depth: Depth) {
        if self.best >= beta && !self.best.is_decisive() && !alpha.is_decisive() {
            self.best = params::blended_fail_high(self.best, beta, depth);
        }
    }
}

/// Whether a window lies where the side to move is as good as won, so that it asks for a mate.
/// Evaluations say nothing of mates: cuts by them would hide one behind a quiet move or a
/// sacrifice.
pub(super) fn is_won_window(window: Window, techniques: &Techniques) -> bool {
    window.alpha.units() >= params::decided_score() && techniques.decided_on
}

/// Whether a window lies where the side to move is as good as lost, so that it asks whether
/// the opponent mates.
pub(super) fn is_lost_window(window: Window, techniques: &Techniques) -> bool {
    window.beta.units() <= -params::decided_score() && techniques.decided_on
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::worker::testing::{capture, quiet};

    #[test]
    fn a_score_is_exact_in_an_open_window_only() {
        use Bound::{Exact, Lower, Upper};
        for (best, null, open) in
            [(9, Upper, Upper), (10, Upper, Upper), (11, Upper, Exact), (20, Lower, Lower)]
        {
            let (best, alpha, beta) = (Score::new(best), Score::new(10), Score::new(20));
            assert_eq!(bound_of::<NonPv>(best, alpha, beta), null, "{best:?}");
            assert_eq!(bound_of::<Pv>(best, alpha, beta), open, "{best:?}");
            assert_eq!(bound_of::<Root>(best, alpha, beta), open, "{best:?}");
        }
    }

    #[test]
    fn a_move_that_raises_alpha_is_kept_the_others_are_listed() {
        let mut tried = Tried::none();
        let alpha = Score::new(10);
        assert!(!tried.take(&quiet("a1a2"), Score::new(10), alpha));
        assert!(!tried.take(&capture("a1a6"), Score::new(-5), alpha));
        assert_eq!((tried.best, tried.best_move), (alpha, None));
        assert!(tried.take(&quiet("a1b1"), Score::new(11), alpha));
        assert_eq!((tried.best, tried.best_move), (Score::new(11), Some(quiet("a1b1").mv)));
        assert_eq!(tried.quiets[..], [quiet("a1a2").mv]);
        assert_eq!(tried.captures[..], [capture("a1a6").mv]);
    }

    #[test]
    fn fail_highs_move_towards_beta_but_mates_do_not() {
        let mate = Score::mate_in(5).units();
        let soft =
            |above: i32, depth: i32| above * 16 * depth / (16 * depth + params::fail_high_blend());
        for (best, alpha, depth, expected) in [
            (700, 99, 1, 100 + soft(600, 1)),
            (700, 99, 9, 100 + soft(600, 9)),
            (100, 99, 1, 100),
            (99, 50, 1, 99),
            (mate, 99, 1, mate),
            (700, -mate, 1, 700),
        ] {
            let mut tried = Tried { best: Score::new(best), ..Tried::none() };
            tried.blend_fail_high(Window::new(Score::new(alpha), Score::new(100)), depth);
            assert_eq!(tried.best.units(), expected, "{best} {alpha} {depth}");
        }
    }

    #[test]
    fn windows_ask_for_mates_beyond_a_decided_score() {
        let decided = params::decided_score();
        let on = Techniques { decided_on: true, ..Techniques::NONE };
        for (alpha, won, lost) in [
            (decided, true, false),
            (decided - 1, false, false),
            (-decided, false, false),
            (-decided - 1, false, true),
        ] {
            let window = Window::new(Score::new(alpha), Score::new(alpha + 1));
            assert_eq!(is_won_window(window, &on), won, "{alpha}");
            assert_eq!(is_lost_window(window, &on), lost, "{alpha}");
            assert!(!is_won_window(window, &Techniques::NONE), "{alpha}");
            assert!(!is_lost_window(window, &Techniques::NONE), "{alpha}");
        }
    }
}
