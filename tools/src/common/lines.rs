//! What the engine found in a search, for it to choose its move from.

use std::sync::mpsc::Sender;

use chuhe::engine::strength::ScoredLine;
use chuhe::search::{Listener, Report, SearchResult};
use chuhe::types::{Bound, Move};

/// Keeps the lines of the last iteration, best first.
pub struct Lines {
    /// The lines so far.
    pub list: Vec<ScoredLine>,
    /// Where the best move and the lines go when the search is over.
    pub sender: Sender<(Option<Move>, Vec<ScoredLine>)>,
}

impl Listener for Lines {
    fn report(&mut self, report: &Report) {
        if report.bound != Bound::Exact {
            return;
        }
        if report.multi_pv == 1 {
            self.list.clear();
        }
        let Report { score, search_score, .. } = *report;
        self.list.push(ScoredLine { score, search_score, pv: report.pv.clone() });
    }

    fn finished(&mut self, result: &SearchResult) {
        let _ = self.sender.send((result.best, std::mem::take(&mut self.list)));
    }
}
