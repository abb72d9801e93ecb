//! Searching for programs that embed the engine: one call that returns the result,
//! tells a listener on the way, and can be stopped from any thread.

use std::fmt;
use std::sync::mpsc::{self, Sender};

use crate::rules::Game;
use crate::search::{
    Limits, Listener, Pool, Report, RootMoveListener, SearchResult, SearchSettings, StopToken,
};

/// Finds moves. Keeps its transposition table from one search to the next, so use
/// one for a whole game and call [`Searcher::new_game`] before another.
///
/// ```
/// use chuhe::rules::Game;
/// use chuhe::search::{Limits, Searcher};
///
/// let mut searcher = Searcher::new(1, 16);
/// let result = searcher.search(&Game::start(), Limits::depth(5))?;
/// assert_eq!(result.best, result.pv.first().copied());
/// # Ok::<(), chuhe::search::SearchError>(())
/// ```
pub struct Searcher {
    pool: Pool,
    /// How to search: rules, evaluation, number of lines.
    pub settings: SearchSettings,
}

/// Why a search gave no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SearchError {
    /// Neither the limits nor a token would ever have ended the search.
    Endless,
    /// The search has not answered: the system gave it no thread, or it has panicked.
    NoAnswer,
}

impl fmt::Display for SearchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SearchError::Endless => "a search without limits needs a token that stops it",
            SearchError::NoAnswer => "the search could not be started or has ended abnormally",
        })
    }
}

impl std::error::Error for SearchError {}

impl Searcher {
    /// A searcher with `threads` threads (at least one) and a transposition table
    /// of `hash_mib` MiB. The first search allocates the table and starts the threads,
    /// each of which has a stack of its own that is large enough.
    pub fn new(threads: usize, hash_mib: usize) -> Searcher {
        Searcher { pool: Pool::new(threads, hash_mib), settings: SearchSettings::default() }
    }

    /// Forgets everything learned from earlier searches.
    pub fn new_game(&mut self) {
        self.pool.clear();
    }

    /// Searches until a limit is reached.
    ///
    /// # Errors
    /// When the limits would never end the search, or it could not run.
    pub fn search(&mut self, game: &Game, limits: Limits) -> Result<SearchResult, SearchError> {
        if !limits.is_bounded() {
            return Err(SearchError::Endless);
        }
        self.search_with(game, limits, &StopToken::default(), &mut ())
    }

    /// Searches until a limit is reached or the token is stopped, by another thread
    /// or by the listener. The listener is called on the calling thread, and hears
    /// of the end ([`Listener::finished`]) before this returns.
    ///
    /// # Errors
    /// When the search could not run.
    pub fn search_with(
        &mut self,
        game: &Game,
        limits: Limits,
        token: &StopToken,
        listener: &mut dyn Listener,
    ) -> Result<SearchResult, SearchError> {
        let (sender, messages) = mpsc::channel();
        let relay = Box::new(ChannelListener { sender, root_moves: listener.root_moves() });
        self.pool.start(game, limits, self.settings.clone(), token.clone(), relay);
        let mut found = Err(SearchError::NoAnswer);
        for message in messages {
            match message {
                Message::Report(report) => listener.report(&report),
                Message::Finished(result) => {
                    listener.finished(&result);
                    found = Ok(result);
                }
            }
        }
        self.pool.wait();
        found
    }
}

/// What a listener hears, on its way from the search's thread to the caller's.
enum Message {
    Report(Report),
    Finished(SearchResult),
}

/// Sends on what the search reports. When it is dropped, after the search, the
/// caller's loop ends.
struct ChannelListener {
    sender: Sender<Message>,
    root_moves: Option<RootMoveListener>,
}

impl Listener for ChannelListener {
    fn report(&mut self, report: &Report) {
        let _ = self.sender.send(Message::Report(report.clone()));
    }

    fn root_moves(&self) -> Option<RootMoveListener> {
        self.root_moves.clone()
    }

    fn finished(&mut self, result: &SearchResult) {
        let _ = self.sender.send(Message::Finished(result.clone()));
    }
}

#[cfg(test)]
mod tests {

    use super::*;
    use crate::types::{Bound, Depth, Move};

    /// Counts what it hears and stops the search at a depth.
    struct Stopper {
        token: StopToken,
        at: Depth,
        reports: usize,
        ends: usize,
    }

    impl Listener for Stopper {
        fn report(&mut self, report: &Report) {
            self.reports += 1;
            if report.depth >= self.at {
                self.token.stop();
            }
        }

        fn finished(&mut self, _: &SearchResult) {
            self.ends += 1;
        }
    }

    /// Keeps the last line that it hears.
    #[derive(Default)]
    struct LastLine(Vec<Move>);

    impl Listener for LastLine {
        fn report(&mut self, report: &Report) {
            if report.bound == Bound::Exact {
                self.0.clone_from(&report.pv);
            }
        }
    }

    #[test]
    fn the_line_of_a_search_that_was_broken_off_is_whole() {
        let mut searcher = Searcher::new(1, 1);
        for nodes in (2000..30_000).step_by(700) {
            searcher.new_game();
            let (mut last, token) = (LastLine::default(), StopToken::default());
            let limits = Limits::nodes(nodes);
            let result = searcher.search_with(&Game::start(), limits, &token, &mut last).unwrap();
            let is_cut = last.0.len() > result.pv.len() && last.0.starts_with(&result.pv);
            assert!(!is_cut, "{nodes}: {:?} of {:?}", result.pv, last.0);
        }
        let limits = Limits::time(std::time::Duration::from_millis(5));
        assert!(searcher.search(&Game::start(), limits).unwrap().best.is_some());
    }

    #[test]
    fn a_listener_can_stop_an_endless_search() {
        let mut searcher = Searcher::new(2, 1);
        let token = StopToken::default();
        let mut stopper = Stopper { token: token.clone(), at: 3, reports: 0, ends: 0 };
        let limits = Limits { infinite: true, ..Limits::default() };
        let result = searcher.search_with(&Game::start(), limits, &token, &mut stopper).unwrap();
        assert!(stopper.reports >= 3 && stopper.ends == 1);
        // Who answers may be a helper that has only begun.
        assert!(result.depth >= 1 && result.best == result.pv.first().copied());
        assert!(result.best.is_some());
    }

    #[test]
    fn a_search_that_nothing_ends_is_refused() {
        let mut searcher = Searcher::new(1, 1);
        let refused = searcher.search(&Game::start(), Limits::default());
        assert_eq!(refused.map(|result| result.best), Err(SearchError::Endless));
    }
}
