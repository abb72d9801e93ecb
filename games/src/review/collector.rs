//! From what a search reports to a [`Finding`].

use chuhe::search::{Listener, Report, SearchResult};
use chuhe::types::{Bound, Move};

use crate::review::Finding;

/// Hears a search and hands over what it found: the result, with the last line that had an
/// exact score.
pub struct Collector<F> {
    line: Vec<Move>,
    found: F,
}

impl<F: FnMut(Finding) + Send> Collector<F> {
    /// A collector for one search.
    pub fn new(found: F) -> Collector<F> {
        Collector { line: Vec::new(), found }
    }
}

impl<F: FnMut(Finding) + Send> Listener for Collector<F> {
    fn report(&mut self, report: &Report) {
        if report.bound == Bound::Exact {
            self.line.clone_from(&report.pv);
        }
    }

    fn finished(&mut self, result: &SearchResult) {
        let mut line = std::mem::take(&mut self.line);
        if line.first() != result.best.as_ref() {
            line = result.best.into_iter().chain(result.ponder).collect();
        }
        let SearchResult { score, depth, nodes, .. } = *result;
        (self.found)(Finding { score, depth, nodes, line });
    }
}
