//! The formulas that turn the numbers of [`super`] into margins, reductions and bonuses.

use super::*;
use crate::types::{Depth, MAX_PIECES, PieceType, Score};

/// Weights of corrections and of bonuses are in parts of this.
pub const WEIGHT_ONE: i32 = 128;
/// One ply in the unit of reductions.
pub const ONE_PLY: i32 = 1024;
/// Parameters that count units for each 1024 of a history.
const PER_HISTORY: i32 = 1024;
/// Parameters that count parts of a unit or of a ply: sixteen are a whole.
pub const SIXTEENTHS: i32 = 16;
/// `prune_history` counts plies in parts of two to this power.
const PRUNE_HISTORY_BITS: u32 = 18;
/// `rfp_history` counts units in parts of two to this power.
const RFP_HISTORY_BITS: u32 = 16;
/// `time_drop` and `time_drop_before` count percent in parts of this.
const DROP_UNIT: i32 = 128;
/// Depth of a table's entry that knows an evaluation and no score.
pub const EVAL_ONLY: Depth = -2;

/// Natural logarithms in 1/1024.
static LN_1024: [i32; 256] = {
    let mut table = [0; 256];
    let mut n = 1;
    while n < table.len() {
        table[n] = ln_1024(n as u32);
        n += 1;
    }
    table
};

/// Natural logarithm in 1/1024, by linear interpolation between powers of two:
/// the same on every machine.
const fn ln_1024(n: u32) -> i32 {
    const LN_2: u32 = 710;
    let n = if n == 0 { 1 } else { n };
    let log = n.ilog2();
    let fraction = ((n - (1 << log)) << 10) >> log;
    (log * LN_2 + fraction * LN_2 / 1024) as i32
}

/// Clock: the moves that a side is expected to make yet, with this number of pieces on the board; at
/// least one. They tell how far the game has come also where its first moves are not known. The idea:
/// chessprogramming.org, "Time Management", extra time by the phase of the game.
#[inline]
pub fn expected_moves(pieces: usize) -> i32 {
    let taken = MAX_PIECES.saturating_sub(pieces) as i32;
    (time_horizon() - time_horizon_fall() * taken / SIXTEENTHS).max(time_horizon_least())
}

/// Clock: what a score `below_last` units below that of the last iteration, and `below_before`
/// below that of the search before, adds to the time, in percent; negative where the score has risen. Stockfish's
/// time management has the same two trends.
#[inline]
pub fn score_drop(below_last: i32, below_before: i32) -> i32 {
    let drop = below_last * time_drop() + below_before * time_drop_before();
    (drop / DROP_UNIT).clamp(-time_rise_max(), time_drop_max())
}

/// Reverse futility: how far above beta the evaluation must lie.
#[inline]
pub fn rfp_margin_at(depth: Depth, improving: bool, correction: i32) -> i32 {
    rfp_margin() * depth - rfp_improving() * i32::from(improving)
        + correction * rfp_correction() / 100
}

/// Reverse futility: what the history of the opponent's move adds to that.
#[inline]
pub fn rfp_margin_of(history: i32) -> i32 {
    (history * rfp_history()) >> RFP_HISTORY_BITS
}

/// Aspiration: what a window around a score far from zero is wider by.
#[inline]
pub fn asp_widening(average: Score) -> i32 {
    average.units() * average.units() / asp_square()
}

/// An evaluation as it counts when `quiet_plies` of the `limit` plies that make a draw have passed.
#[inline]
pub fn damped(units: i32, quiet_plies: u32, limit: u32) -> i32 {
    let share = damping() * quiet_plies as i32 / limit.max(1) as i32;
    units - units * share / 100
}

/// Razoring: how far below alpha the evaluation must lie.
#[inline]
pub fn razor_margin_at(depth: Depth) -> i32 {
    razor_base() + razor_factor() * depth * depth
}

/// Null move: how far below beta the static evaluation may lie.
#[inline]
pub fn nmp_allowance(depth: Depth) -> i32 {
    nmp_slack() * depth - nmp_slack_base()
}

/// Null move: plies by which the search after the pass is shallower.
#[inline]
pub fn nmp_reduction(depth: Depth, above_beta: i32) -> Depth {
    nmp_base() + depth / nmp_divisor() + (above_beta / nmp_eval_divisor()).clamp(0, nmp_eval_max())
}

/// Null move: plies below a node being verified in which null moves are not tried.
#[inline]
pub fn nmp_guarded_plies(depth: Depth) -> usize {
    (depth.max(0) * nmp_guarded() / 100) as usize
}

/// Late-move pruning: how many moves are looked at.
#[inline]
pub fn lmp_count(depth: Depth, improving: bool) -> usize {
    ((lmp_base() + depth * depth) / (2 - i32::from(improving))) as usize
}

/// Futility: how far below alpha the evaluation must lie for a quiet move.
#[inline]
pub fn fp_margin_at(depth: Depth) -> i32 {
    fp_base() + fp_margin() * depth
}

/// Futility: the same for a capture, before the victim's value.
#[inline]
pub fn fpc_margin_at(depth: Depth, history: i32) -> i32 {
    fpc_base() + fpc_margin() * depth + history * fpc_history() / PER_HISTORY
}

/// Pruning of a quiet move: by how many plies its history changes the reduced depth.
#[inline]
pub fn prune_history_plies(history: i32) -> Depth {
    (history * prune_history()) >> PRUNE_HISTORY_BITS
}

/// A fail-high's score: nearer to beta than what the search gave, because what lies above
/// is less certain.
#[inline]
pub fn blended_fail_high(score: Score, beta: Score, depth: Depth) -> Score {
    let plies = depth.max(1) * SIXTEENTHS;
    beta + (score - beta) * plies / (plies + fail_high_blend())
}

/// The same in quiescence, by a share in percent.
#[inline]
pub fn blended_leaf_score(score: Score, beta: Score, percent: i32) -> Score {
    if score.is_decisive() || beta.is_decisive() {
        return score;
    }
    score - (score - beta) * percent / 100
}

/// Exchange pruning: the loss that a quiet move may make.
#[inline]
pub fn see_quiet_threshold(depth: Depth) -> i32 {
    -see_quiet() * depth * depth
}

/// Exchange pruning: the loss that a capture or check may make.
#[inline]
pub fn see_capture_threshold(depth: Depth, history: i32) -> i32 {
    -(see_capture() * depth + history * see_capture_history() / PER_HISTORY).max(0)
}

/// Late-move reduction of the `number`-th move, in 1/1024 ply, before adjustments.
#[inline]
pub fn lmr_reduction(depth: Depth, number: usize) -> i32 {
    let ln = |n: usize| LN_1024[n.min(LN_1024.len() - 1)];
    let product = ln(depth.max(0) as usize) * ln(number) / 1024;
    lmr_base() + product * 100 / lmr_divisor()
}

/// What a move that cut gains in the histories.
#[inline]
pub fn history_bonus(depth: Depth, is_table_move: bool) -> i32 {
    let table = hist_bonus_table() * i32::from(is_table_move);
    (hist_bonus() * depth - hist_bonus_base()).clamp(0, hist_bonus_max()) + table
}

/// What each of the `tried` moves before it loses.
#[inline]
pub fn history_malus(depth: Depth, tried: usize) -> i32 {
    let malus = (hist_malus() * depth - hist_malus_base()).min(hist_malus_max());
    (malus - hist_malus_count() * tried as i32).max(0)
}

/// What the move before a node that failed low gains.
#[inline]
pub fn fail_low_bonus(depth: Depth) -> i32 {
    (hist_fail_low() * depth - hist_fail_low_base()).clamp(0, hist_fail_low_max())
}

/// What a move gains in the butterfly table by changing the evaluation for its side.
#[inline]
pub fn eval_bonus(change: i32) -> i32 {
    hist_eval() * change.clamp(-hist_eval_max(), hist_eval_max()) + hist_eval_base()
}

/// A bonus or malus as the history by pawns takes it.
#[inline]
pub fn pawn_bonus(bonus: i32) -> i32 {
    bonus * if bonus > 0 { hist_pawn_bonus() } else { hist_pawn_malus() } / WEIGHT_ONE
}

/// A bonus or malus as the continuations one, two and four plies ago take it.
#[inline]
pub fn continuation_bonus(bonus: i32) -> [i32; 3] {
    [hist_cont_one(), hist_cont_two(), hist_cont_four()].map(|share| bonus * share / WEIGHT_ONE)
}

/// A bonus or malus as the history of captures takes it.
#[inline]
pub fn capture_bonus(bonus: i32) -> i32 {
    bonus * if bonus > 0 { hist_capture_bonus() } else { hist_capture_malus() } / WEIGHT_ONE
}

/// Move ordering: what escaping from a cheaper piece is worth.
#[inline]
pub fn order_escape_of(kind: PieceType) -> i32 {
    if kind == PieceType::Rook { order_escape_rook() } else { order_escape_minor() }
}

/// Singular extension: the margin below the table's score.
#[inline]
pub fn se_margin_at(depth: Depth) -> i32 {
    se_margin() * depth / SIXTEENTHS
}

/// Singular extension: by how much a correction of the evaluation makes the margin for a second
/// ply smaller.
#[inline]
pub fn se_double_correction_of(correction: i32) -> i32 {
    correction.min(lmr_correction_max()) * se_double_correction() / SIXTEENTHS
}

/// Singular extension: depth of the search without the table's move.
#[inline]
pub fn se_search_depth(depth: Depth) -> Depth {
    (depth - 1) * se_search() / 100
}

/// Correction history: the weights of the tables by pawns, pieces, last move, last two moves.
#[inline]
pub fn correction_weights() -> [i32; 4] {
    [corr_pawn(), corr_pieces(), corr_move(), corr_two()]
}

/// Correction history: what an error of the evaluation adds.
#[inline]
pub fn correction_bonus(error: i32, depth: Depth) -> i32 {
    let error = error.clamp(-corr_error_max(), corr_error_max());
    error * depth.min(corr_depth_max()) * corr_rate() / 100
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_monotone() {
        for depth in 1..60 {
            assert!(rfp_margin_at(depth + 1, false, 0) > rfp_margin_at(depth, false, 9));
            assert!(rfp_margin_at(depth, true, 0) < rfp_margin_at(depth, false, 0));
            assert!(razor_margin_at(depth + 1) > razor_margin_at(depth));
            assert!(lmp_count(depth, true) > lmp_count(depth, false));
            assert!(see_quiet_threshold(depth) < 0 && see_capture_threshold(depth, 0) < 0);
            assert!(history_bonus(depth + 1, false) >= history_bonus(depth, false));
            assert!(nmp_reduction(depth, 0) >= nmp_base());
            for number in 1..60 {
                assert!(lmr_reduction(depth, number + 1) >= lmr_reduction(depth, number));
                assert!(lmr_reduction(depth + 1, number) >= lmr_reduction(depth, number));
            }
        }
        for pieces in 2..MAX_PIECES {
            let fewer = expected_moves(pieces);
            assert!((time_horizon_least()..=expected_moves(pieces + 1)).contains(&fewer));
        }
        assert!(expected_moves(MAX_PIECES) > expected_moves(MAX_PIECES - 4));
        let most = Score::INFINITE.units() * 2;
        assert_eq!((score_drop(0, 0), score_drop(most, most)), (0, time_drop_max()));
        assert_eq!(score_drop(-most, -most), -time_rise_max());
        assert!(score_drop(50, 0) > 0 && score_drop(0, 50) > 0 && score_drop(0, -50) < 0);
        assert_eq!(ln_1024(1), 0);
        assert_eq!(ln_1024(2), 710);
        assert!((ln_1024(3) - 1125).abs() < 70);
    }
}
