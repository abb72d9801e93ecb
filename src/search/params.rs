//! Every number of the search that tuning may change, once; `formulas.rs` has the formulas that use them.
//!
//! The search asks questions (`rfp_margin_at(depth, improving, correction)`) and contains none
//! of them itself. Units: scores as in [`crate::types::Score`] (a pawn is about
//! 100), reductions in 1/1024 ply, histories as in `history`.

mod formulas;

pub use formulas::*;

/// A parameter as the feature `tune` and SPSA see it.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// Its name in this file.
    pub name: &'static str,
    /// Its value in play.
    #[cfg(any(feature = "tune", test))]
    pub default: i32,
    /// The smallest value worth trying.
    pub min: i32,
    /// The largest value worth trying.
    pub max: i32,
    /// Changes the value.
    #[cfg(feature = "tune")]
    pub set: fn(i32),
}

/// Declares each parameter once: a constant in play, an atomic and an option
/// with the feature `tune`.
macro_rules! params {
    ($($(#[$doc:meta])* $name:ident = $default:literal, $min:literal ..= $max:literal;)*) => {
        /// All parameters, in the order of this file.
                pub const TABLE: &[Param] = &[
            $(Param {
                name: stringify!($name),
                #[cfg(any(feature = "tune", test))]
                default: $default,
                min: $min,
                max: $max,
                #[cfg(feature = "tune")]
                set: |value| storage::$name.store(value, std::sync::atomic::Ordering::Relaxed),
            }),*
        ];

        $(
            $(#[$doc])*
            #[cfg(not(feature = "tune"))]
            #[inline]
            pub const fn $name() -> i32 {
                $default
            }
        )*

        #[cfg(feature = "tune")]
        mod storage {
            use std::sync::atomic::AtomicI32;
            $(#[allow(non_upper_case_globals)] pub static $name: AtomicI32 = AtomicI32::new($default);)*
        }

        $(
            $(#[$doc])*
            #[cfg(feature = "tune")]
            #[inline]
            pub fn $name() -> i32 {
                storage::$name.load(std::sync::atomic::Ordering::Relaxed)
            }
        )*
    };
}

params! {
    /// Aspiration: half the first window.
    asp_delta = 21, 5..=60;
    /// Aspiration: the square of the mean score that adds a unit to that.
    asp_square = 7211, 500..=20000;
    /// Aspiration: growth of the window after a failure, in percent.
    asp_growth = 56, 20..=150;
    /// Aspiration: first depth with a window.
    asp_min_depth = 4, 2..=8;
    /// Aspiration: a window wider than this is opened.
    asp_widest = 2000, 200..=8000;

    /// Reverse futility: deepest node.
    rfp_depth = 9, 4..=14;
    /// Reverse futility: margin per ply.
    rfp_margin = 77, 30..=160;
    /// Reverse futility: margin taken off when improving.
    rfp_improving = 74, 0..=160;
    /// Reverse futility: share of the correction that the margin grows by, in percent.
    rfp_correction = 68, 0..=200;
    /// Reverse futility: share of what the evaluation lies above beta in the score, in percent.
    rfp_blend = 65, 0..=100;
    /// Reverse futility: more margin by the history of the opponent's move, in parts of 2^16.
    rfp_history = -16, -60..=160;

    /// Razoring: deepest node.
    razor_depth = 3, 1..=7;
    /// Razoring: constant part of the margin.
    razor_base = 175, 80..=500;
    /// Razoring: margin per squared ply.
    razor_factor = 157, 30..=300;

    /// Null move: shallowest node.
    nmp_depth = 3, 1..=6;
    /// Null move: constant reduction.
    nmp_base = 5, 2..=9;
    /// Null move: plies of depth per ply of reduction.
    nmp_divisor = 3, 2..=8;
    /// Null move: score above beta per ply of reduction.
    nmp_eval_divisor = 262, 60..=400;
    /// Null move: most plies that the evaluation may add.
    nmp_eval_max = 2, 1..=6;
    /// Null move: how far the static evaluation may lie below beta per ply of depth.
    nmp_slack = 11, 0..=40;
    /// Null move: constant part of that allowance.
    nmp_slack_base = 100, 0..=300;
    /// Null move: from this depth a cutoff is verified by a search without it.
    nmp_verify_depth = 13, 8..=24;
    /// Null move: share of a verifying search's depth without null moves, in percent.
    nmp_guarded = 75, 30..=100;

    /// ProbCut: shallowest node.
    probcut_depth = 7, 3..=8;
    /// ProbCut: margin above beta.
    probcut_margin = 187, 60..=350;
    /// ProbCut: margin taken off when improving.
    probcut_improving = 21, -60..=160;
    /// ProbCut: reduction of the verifying search.
    probcut_reduction = 4, 3..=6;
    /// ProbCut by the table alone: how far above beta its score must lie.
    probcut_table = 578, 100..=900;
    /// ProbCut by the table alone: how much shallower its entry may be.
    probcut_table_slack = 1, 1..=6;

    /// Internal iterative reduction: shallowest node.
    iir_depth = 3, 2..=8;
    /// Internal iterative reduction: plies on the principal variation.
    iir_pv = 1, 0..=4;

    /// Late-move pruning: constant part of the move count.
    lmp_base = 6, 1..=10;
    /// Late-move pruning: deepest node.
    lmp_depth = 8, 4..=14;

    /// Futility: deepest reduced depth.
    fp_depth = 8, 4..=14;
    /// Futility: constant margin.
    fp_base = 106, 0..=300;
    /// Futility: margin per ply.
    fp_margin = 30, 10..=200;
    /// Futility of captures: deepest reduced depth.
    fpc_depth = 6, 3..=12;
    /// Futility of captures: constant margin.
    fpc_base = 67, 0..=500;
    /// Futility of captures: margin per ply.
    fpc_margin = 200, 60..=400;
    /// Futility of captures: margin for the history, in 1/1024.
    fpc_history = -19, -50..=300;
    /// Pruning of quiet moves: plies by which their history changes the reduced depth, in
    /// parts of 2^18 for each unit.
    prune_history = 40, -20..=120;
    /// Quiescence: what a capture may lack to reach alpha.
    delta_margin = 231, 50..=400;
    /// Quiescence: captures tried before the late ones.
    qs_late_count = 2, 1..=6;

    /// Exchange pruning of quiet moves: margin per squared ply.
    see_quiet = 23, 8..=60;
    /// Exchange pruning of captures: margin per ply.
    see_capture = 304, 40..=400;
    /// Exchange pruning of captures: margin for the history, in 1/1024.
    see_capture_history = 23, -20..=120;

    /// History pruning: deepest reduced depth.
    hp_depth = 8, 2..=9;
    /// History pruning: history below minus this times the depth is pruned.
    hp_margin = 2849, 1000..=9000;

    /// Singular extension: shallowest node.
    se_depth = 8, 4..=12;
    /// Singular extension: how much shallower the table's entry may be.
    se_tt_slack = 2, 1..=5;
    /// Singular extension: margin below the table's score, in 1/16 per ply.
    se_margin = 28, 2..=80;
    /// Singular extension: further margin for a second ply.
    se_double_margin = 63, 4..=120;
    /// Singular extension: by how much that margin is smaller when the table's move is quiet.
    se_double_quiet = 5, -40..=80;
    /// Singular extension: further margin for a third ply.
    se_triple_margin = 341, 40..=400;
    /// Singular extension: further margin for a second ply on the principal variation.
    se_double_pv = 279, 0..=500;
    /// Singular extension: less margin for a second ply by the correction, in 1/16.
    se_double_correction = -5, -10..=32;
    /// Singular extension: at most this many double extensions in a line.
    se_double_max = 6, 1..=14;
    /// Singular extension: depth of the search without the move, in percent of the node's.
    se_search = 49, 30..=70;
    /// Singular extension: plies less when the table's score fails high anyway.
    se_negative = 1, 0..=4;

    /// Check extension: shallowest node.
    ce_depth = 7, 1..=16;

    /// Decided games: a window beyond this asks for mates, not for evaluations.
    decided_score = 800, 300..=3000;

    /// Late-move reduction: shallowest node.
    lmr_depth = 2, 1..=5;
    /// Late-move reduction: constant part, 1/1024 ply.
    lmr_base = 1133, 0..=2000;
    /// Late-move reduction: divisor of the product of logarithms, in 1/100.
    lmr_divisor = 235, 120..=400;
    /// Late-move reduction: less for moves on the principal variation.
    lmr_pv = 775, 0..=2500;
    /// Late-move reduction: less for positions once on a principal variation.
    lmr_tt_pv = 1477, 0..=2500;
    /// Late-move reduction: more in expected cut nodes.
    lmr_cut = 1407, 0..=3500;
    /// Late-move reduction: more when not improving.
    lmr_improving = 498, 0..=2500;
    /// Late-move reduction: change in expected cut nodes without a move of the table; negative
    /// is less.
    lmr_cut_unknown = -294, -500..=2500;
    /// Late-move reduction: taken off once on a principal variation when the table's entry is
    /// deep; negative is more.
    lmr_tt_pv_deep = -457, -500..=2500;
    /// Late-move reduction: taken off for the width of the window, as a share of the root's;
    /// negative is more.
    lmr_window = -261, -500..=1500;
    /// Late-move reduction: less for checks.
    lmr_check = 737, 0..=2500;
    /// Late-move reduction: more when the table's move is a capture.
    lmr_tt_capture = 562, 0..=2500;
    /// Late-move reduction: less for killers and counter moves.
    lmr_killer = 1136, 0..=2500;
    /// Late-move reduction: more when the children often cut.
    lmr_cutoffs = 1191, 0..=2500;
    /// Late-move reduction: children that must have cut for that.
    lmr_cutoff_count = 4, 0..=8;
    /// Late-move reduction: history per ply.
    lmr_history = 14648, 3000..=20000;
    /// Late-move reduction: more where the winning side looks for a mate.
    lmr_won = 1024, 0..=2500;
    /// Late-move reduction: there, more for moves that give no check.
    lmr_won_no_check = 512, 0..=2500;
    /// Late-move reduction: less for captures.
    lmr_capture = 686, 0..=2500;
    /// Late-move reduction: less for the history of a capture, in 1/16.
    lmr_capture_history = 2, -2..=12;
    /// Late-move reduction: less for each unit by which the evaluation was corrected.
    lmr_correction = 23, 0..=60;
    /// Late-move reduction: the largest correction that counts.
    lmr_correction_max = 62, 20..=300;
    /// Hindsight: from this reduction on a node that got no better is searched deeper.
    hindsight_deeper = 3, 1..=6;
    /// Hindsight: from this reduction on a node that got better is searched less deep.
    hindsight_shallower = 2, 1..=6;
    /// Hindsight: how much better that is.
    hindsight_margin = 41, 10..=200;
    /// Deeper re-search: a scout that beats alpha by this much earns a ply.
    lmr_deeper = 64, 10..=120;
    /// Shallower re-search: a scout that beats the best score by less than this costs a ply.
    lmr_shallower = 8, -10..=40;

    /// History bonus per ply.
    hist_bonus = 258, 40..=400;
    /// History bonus: constant part taken off.
    hist_bonus_base = 27, 0..=400;
    /// History bonus: its maximum.
    hist_bonus_max = 2012, 600..=3500;
    /// History bonus: more when the move is the table's.
    hist_bonus_table = 295, 0..=900;
    /// History malus per ply.
    hist_malus = 1031, 100..=1200;
    /// History malus: constant part taken off.
    hist_malus_base = 49, 0..=600;
    /// History malus: its maximum.
    hist_malus_max = 1872, 600..=3500;
    /// History malus: less for each move tried.
    hist_malus_count = 16, 0..=60;
    /// History by pawns: share of a bonus, in 1/128.
    hist_pawn_bonus = 159, 30..=250;
    /// History by pawns: share of a malus, in 1/128.
    hist_pawn_malus = 58, 30..=250;
    /// Continuation history: share of a change one ply ago, in 1/128.
    hist_cont_one = 90, 30..=250;
    /// Continuation history: share of a change two plies ago, in 1/128.
    hist_cont_two = 114, 30..=250;
    /// Continuation history: share of a change four plies ago, in 1/128.
    hist_cont_four = 108, 0..=250;
    /// History for reductions: weight of the butterfly table, in 1/128.
    reduce_butterfly = 293, 64..=500;
    /// History for reductions: weight of the continuation one ply ago, in 1/128.
    reduce_one = 133, 30..=300;
    /// History for reductions: weight of the continuation two plies ago, in 1/128.
    reduce_two = 137, 30..=300;
    /// History for reductions: weight of the continuation four plies ago, in 1/128.
    reduce_four = 31, -60..=200;
    /// History for reductions: weight of the table by pawns, in 1/128.
    reduce_pawns = -16, -60..=300;
    /// History for pruning: weight of the continuation one ply ago, in 1/128.
    prune_one = 115, 30..=300;
    /// History for pruning: weight of the continuation two plies ago, in 1/128.
    prune_two = 81, 30..=300;
    /// History for pruning: weight of the table by pawns, in 1/128.
    prune_pawns = 147, 30..=300;
    /// History for pruning: weight of the butterfly table, in 1/128.
    prune_butterfly = 18, -60..=300;
    /// Capture history: share of a bonus, in 1/128.
    hist_capture_bonus = 126, 30..=300;
    /// Capture history: share of a malus, in 1/128.
    hist_capture_malus = 155, 30..=300;
    /// Continuation history: bonus of a move whose reduced search failed high.
    hist_research = 1781, 0..=3000;
    /// Reward of the move before a fail-low: per ply.
    hist_fail_low = 135, 0..=300;
    /// Reward of the move before a fail-low: constant part taken off.
    hist_fail_low_base = 152, 0..=500;
    /// Reward of a capture before a fail-low, in 1/128 of a quiet move's.
    hist_fail_low_capture = 33, 0..=400;
    /// Reward of the move before a fail-low: its maximum.
    hist_fail_low_max = 678, 300..=3000;
    /// Punishment of an early move that is refuted, in 1/128 of the refutation's bonus.
    hist_refuted = 88, 0..=200;
    /// Punishment of an early move that the table refutes.
    hist_table_refuted = 2517, 0..=3500;
    /// Moves of a node that count as early.
    hist_early = 3, 1..=6;
    /// History by the change of the evaluation: bonus for each unit.
    hist_eval = 22, 0..=90;
    /// History by the change of the evaluation: the largest change.
    hist_eval_max = 80, 10..=150;
    /// History by the change of the evaluation: constant part of the bonus.
    hist_eval_base = 349, 0..=1500;
    /// Move ordering: weight of the table by origin and destination.
    order_butterfly = 4, 0..=6;
    /// Move ordering: weight of the table by pawns.
    order_pawns = 4, 0..=6;
    /// Move ordering: weight of the table by the last move.
    order_last = 1, 0..=6;
    /// Move ordering: worth of taking a rook out of reach of a cheaper piece.
    order_escape_rook = 26567, 0..=60000;
    /// Move ordering: worth of taking a knight or cannon out of reach of a cheaper piece.
    order_escape_minor = 13692, 0..=60000;
    /// Move ordering: weight of a victim's value against the history of captures.
    order_victim = 16, 1..=20;
    /// Move ordering: a capture may lose its worth divided by this and still go first.
    order_good_capture = 57, 8..=100;

    /// Correction history: weight of the pawn table, in 1/128.
    corr_pawn = 23, 0..=200;
    /// Correction history: weight of the tables of pieces, in 1/128.
    corr_pieces = 100, 0..=200;
    /// Correction history: weight of the last move's table, in 1/128.
    corr_move = 87, 0..=200;
    /// Correction history: weight of the last two moves' table, in 1/128.
    corr_two = 27, 0..=200;
    /// Correction history: the largest error learned from.
    corr_error_max = 303, 64..=1024;
    /// Correction history: the largest depth that an error's weight grows with.
    corr_depth_max = 15, 6..=32;
    /// Correction history: weight of an error for each ply of depth, in percent.
    corr_rate = 58, 10..=200;

    /// Fail-high: by how much the score moves towards beta, the less the deeper the node; in
    /// 1/16 ply.
    fail_high_blend = 4, 0..=48;
    /// Quiescence: how much of what standing pat lies above beta is taken off, in percent.
    stand_pat_blend = 7, 0..=90;
    /// Quiescence: how much of what a move's score lies above beta is taken off, in percent.
    qs_fail_high_blend = 9, 0..=90;

    /// Natural limit: share of an evaluation lost just before it, in percent.
    damping = 45, 0..=100;

    /// Clock: moves that a side is expected to make yet with all pieces on the board.
    time_horizon = 45, 15..=90;
    /// Clock: how many fewer are expected for each piece taken, in sixteenths.
    time_horizon_fall = 39, 0..=64;
    /// Clock: moves that are expected with however few pieces.
    time_horizon_least = 24, 5..=40;
    /// Clock: share of the increment that is spent, in percent.
    time_increment = 76, 30..=100;
    /// Clock: share of what is left that is divided by the moves to go, where the interface names
    /// them, in percent. A search ends after an iteration, on average later than its soft limit.
    time_to_go = 80, 20..=150;
    /// Clock: the hard limit as a multiple of the soft one, in percent.
    time_hard = 420, 150..=900;
    /// Clock: most of the remaining time that one move may take, in percent.
    time_max = 60, 20..=90;
    /// Clock: the same for the last move before the clock is set again.
    time_last = 90, 50..=98;
    /// Clock: share of the plan when the best move has just changed, in percent.
    time_stable_base = 148, 100..=250;
    /// Clock: less for each iteration for which the best move has stayed.
    time_stable = 8, 0..=20;
    /// Clock: iterations that count for that.
    time_stable_max = 10, 3..=20;
    /// Clock: what a score lower than that of the last iteration adds for each unit, in 1/128 %.
    time_drop = 85, 0..=256;
    /// Clock: the same for a score lower than that of this side's search before in the game.
    time_drop_before = 69, 0..=256;
    /// Clock: most that a rising score takes off, in percent.
    time_rise_max = 33, 0..=50;
    /// Clock: most that a falling score adds, in percent.
    time_drop_max = 77, 0..=200;
    /// Clock: share of the plan when the best move took no nodes, in percent.
    time_share_base = 145, 100..=250;
    /// Clock: less when it took all of them.
    time_share = 92, 0..=150;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_lie_in_their_ranges_and_have_unique_names() {
        for (i, p) in TABLE.iter().enumerate() {
            assert!(p.min < p.max && (p.min..=p.max).contains(&p.default), "{}", p.name);
            assert!(TABLE[..i].iter().all(|q| q.name != p.name), "{} twice", p.name);
        }
    }
}
