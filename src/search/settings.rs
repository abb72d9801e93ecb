//! How to search, whatever is asked for.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use crate::endings::Endings;
use crate::eval::Evaluation;
use crate::rules::RuleSet;
use crate::search::techniques::Techniques;

/// How to search, apart from limits.
#[derive(Clone, Debug)]
pub struct SearchSettings {
    /// How many best lines to report.
    pub multi_pv: usize,
    /// Time that a move costs outside the engine.
    pub move_overhead: Duration,
    /// Nodes that count as a millisecond of thinking; `None` for real time.
    pub nodes_per_ms: Option<NonZeroU32>,
    /// The rule set.
    pub rules: RuleSet,
    /// Which techniques are in use.
    pub techniques: Techniques,
    /// How positions are judged.
    pub evaluation: Evaluation,
    /// The tables of solved endings.
    pub endings: Arc<Endings>,
}

impl SearchSettings {
    /// Lines to report, unless set otherwise.
    pub const MULTI_PV: usize = 1;
    /// Time kept back of each move, unless set otherwise.
    pub const MOVE_OVERHEAD: Duration = Duration::from_millis(10);
}

impl Default for SearchSettings {
    fn default() -> SearchSettings {
        SearchSettings {
            multi_pv: SearchSettings::MULTI_PV,
            move_overhead: SearchSettings::MOVE_OVERHEAD,
            nodes_per_ms: None,
            rules: RuleSet::default(),
            techniques: Techniques::ALL,
            evaluation: Evaluation::default(),
            endings: Endings::embedded(),
        }
    }
}
