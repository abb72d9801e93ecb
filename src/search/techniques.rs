//! Which techniques a search uses. All of them can be switched at run time, so
//! that the shipped search can be compared with the slow twins, and each rung of
//! the ladder of techniques can be measured.

/// One switch per technique.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Techniques {
    /// Leaves are quiesced; otherwise they are evaluated as they are.
    pub quiescence_on: bool,
    /// Cutoffs and moves from the transposition table.
    pub tt_on: bool,
    /// The table also answers from deeper searches (inexact: another depth is
    /// another question).
    pub tt_deeper_on: bool,
    /// Moves are ordered by captures, killers and histories.
    pub ordering_on: bool,
    /// Scout searches with a null window after the first move.
    pub pvs_on: bool,
    /// Iterations start with a window around the mean of the best move's scores.
    pub aspiration_on: bool,
    /// Iterations start at depth 1; otherwise only the last one is searched.
    pub iterative_on: bool,
    /// Scores from tables of solved endings.
    pub endings_on: bool,
    /// Draws by the natural limit are told apart by what would come after them.
    pub beyond_limit_on: bool,
    /// A proof-number search for mates beside the iterations.
    pub mate_search_on: bool,
    /// Mate-distance pruning.
    pub mdp_on: bool,
    /// Where the game is decided, a search for mates with fewer cuts by evaluation.
    pub decided_on: bool,
    /// Null-move pruning.
    pub nmp_on: bool,
    /// Reverse futility pruning.
    pub rfp_on: bool,
    /// Razoring.
    pub razoring_on: bool,
    /// ProbCut.
    pub probcut_on: bool,
    /// Internal iterative reduction.
    pub iir_on: bool,
    /// Late-move pruning.
    pub lmp_on: bool,
    /// Futility pruning of quiet moves and captures; in quiescence delta pruning and the limit
    /// of late captures.
    pub fp_on: bool,
    /// Pruning by static exchange evaluation.
    pub see_on: bool,
    /// Pruning by history.
    pub hp_on: bool,
    /// Singular extensions.
    pub se_on: bool,
    /// Check extensions.
    pub ce_on: bool,
    /// Late-move reductions, hindsight, and fail-highs at the root confirmed a ply shallower.
    pub lmr_on: bool,
    /// Correction history.
    pub correction_on: bool,
}

impl Techniques {
    /// Everything: the search as it plays.
    pub const ALL: Techniques = Techniques {
        quiescence_on: true,
        tt_on: true,
        tt_deeper_on: true,
        ordering_on: true,
        pvs_on: true,
        aspiration_on: true,
        iterative_on: true,
        endings_on: true,
        beyond_limit_on: true,
        mate_search_on: true,
        mdp_on: true,
        decided_on: true,
        nmp_on: true,
        rfp_on: true,
        razoring_on: true,
        probcut_on: true,
        iir_on: true,
        lmp_on: true,
        fp_on: true,
        see_on: true,
        hp_on: true,
        se_on: true,
        ce_on: true,
        lmr_on: true,
        correction_on: true,
    };

    /// Exact mode: the techniques that never change a root score. The result
    /// equals plain minimax with static evaluation at the leaves.
    pub const EXACT: Techniques = Techniques {
        ordering_on: true,
        pvs_on: true,
        aspiration_on: true,
        iterative_on: true,
        tt_on: true,
        ..Techniques::NONE
    };

    /// Nothing: alpha-beta in the order of generation, to one fixed depth.
    pub const NONE: Techniques = Techniques {
        quiescence_on: false,
        tt_on: false,
        tt_deeper_on: false,
        ordering_on: false,
        pvs_on: false,
        aspiration_on: false,
        iterative_on: false,
        endings_on: false,
        beyond_limit_on: false,
        mate_search_on: false,
        mdp_on: false,
        decided_on: false,
        nmp_on: false,
        rfp_on: false,
        razoring_on: false,
        probcut_on: false,
        iir_on: false,
        lmp_on: false,
        fp_on: false,
        see_on: false,
        hp_on: false,
        se_on: false,
        ce_on: false,
        lmr_on: false,
        correction_on: false,
    };
}
