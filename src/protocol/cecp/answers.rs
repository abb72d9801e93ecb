//! Lines about a search, as CECP has them: thinking output and the answer to `.`.

use super::{Cecp, Progress, Purpose};
use crate::engine::{Engine, Outlook, Report};
use crate::protocol::notation::{Line, RankBase};
use crate::rules::Game;
use crate::types::Bound;

/// A mate in N moves is this much and N.
const MATE: i32 = 100_000;

/// The answer to `bk`: a line for each move of the book, and an empty one at the end.
pub(super) fn book(engine: &Engine) -> String {
    let Some(moves) = engine.book_moves() else { return " no book\n".into() };
    if moves.is_empty() {
        return " not in the book\n".into();
    }
    let total: u64 = moves.iter().map(|found| u64::from(found.weight)).sum();
    let percent = |weight| 100 * u64::from(weight) / total.max(1);
    moves.iter().map(|found| format!(" {} {} %\n", found.mv, percent(found.weight))).collect()
}

impl Cecp {
    /// A line about a search, if it is wanted. `depth score centiseconds nodes
    /// seldepth nps tbhits`, a tab, and the moves.
    pub(super) fn thinking(&mut self, report: &Report, outlook: &Outlook) -> Option<String> {
        let hundredths = report.elapsed.as_millis() / 10;
        let progress = &mut self.progress;
        progress.centiseconds = hundredths;
        (progress.nodes, progress.depth) = (report.nodes, report.depth);
        let first = match self.searches.front()? {
            Purpose::Analyze => String::new(),
            Purpose::Play if self.shows_thinking => String::new(),
            Purpose::Ponder(expected) if self.shows_thinking => format!(" ({expected})"),
            _ => return None,
        };
        if report.pv.is_empty() {
            return None;
        }
        let score = match report.score.mate_moves() {
            None => outlook.centipawns,
            Some(moves) if moves > 0 => MATE + moves,
            Some(moves) => moves.min(-1) - MATE,
        };
        let nps = u128::from(report.nodes) * 1000 / report.elapsed.as_millis().max(1);
        let bound = match report.bound {
            Bound::Exact => "",
            Bound::Lower => "!",
            Bound::Upper => "?",
        };
        let pv = Line(&report.pv, RankBase::Zero);
        let (depth, nodes, selective) = (report.depth, report.nodes, report.selective_depth);
        Some(format!(
            "{depth} {score} {hundredths} {nodes} {selective} {nps} 0\t{first}{pv}{bound}"
        ))
    }

    /// `stat01: time nodes depth moves-left moves move`.
    pub(super) fn status(&self, game: &Game) -> Option<String> {
        if self.searches.front() != Some(&Purpose::Analyze) {
            return None;
        }
        let Progress { centiseconds, nodes, depth, current } = &self.progress;
        let total = game.board().legal_moves().len();
        let (left, name) = match current {
            Some((mv, number)) => (total.saturating_sub(*number), mv.to_string()),
            None => (total, String::new()),
        };
        let line = format!("stat01: {centiseconds} {nodes} {depth} {left} {total} {name}");
        Some(line.trim_end().to_owned())
    }
}
