//! The threads of a search. All of them search the same position and share the
//! transposition table and the histories by context, nothing else (lazy SMP); the main
//! thread watches the clock and reports, and all vote on the answer.

use std::sync::Arc;
use std::sync::atomic::{AtomicI32, AtomicU64};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::rules::{Game, RuleSet, as_searched};
use crate::search::helper::Helper;
#[cfg(not(target_family = "wasm"))]
use crate::search::helper::STACK_BYTES;
use crate::search::root::RootSearch;
use crate::search::time::{LastScore, LastScores, Stopwatch, TimePlan};
use crate::search::tt::{TableEntry, TranspositionTable};
use crate::search::vote::elect;
use crate::search::worker::{NodeCounter, Shared, ThreadState, drawn_by_tables};
use crate::search::{
    Limits, Listener, Report, RootMoveListener, SearchResult, SearchSettings, StopToken,
};
use crate::types::{Bound, Score};

/// Size of the transposition table in MiB, unless set otherwise.
pub const DEFAULT_HASH_MIB: usize = 16;

/// In less time than this helpers find nothing, but on a busy machine waking and awaiting
/// them may take longer than the clock has left.
const WORTH_HELPERS: Duration = Duration::from_millis(5);

/// The search threads with what they keep between searches: the transposition
/// table, and for each thread its state, part of which they share.
pub struct Pool {
    threads: usize,
    hash_mib: usize,
    /// Made when first needed, so that a handshake never waits for it.
    table: Option<Arc<TranspositionTable>>,
    states: Vec<ThreadState>,
    /// What the pace of the next search compares its scores with.
    last_scores: LastScores,
    /// The threads beside the main one, as many as there have been in a search.
    helpers: Vec<Helper>,
    running: Option<JoinHandle<(Searched, Vec<Helper>)>>,
    /// Nodes of the last search that has ended.
    searched_nodes: u64,
    /// Whether its answer could be played.
    was_played: bool,
}

/// A search whose time is planned.
pub(crate) struct PlannedSearch {
    pub limits: Limits,
    pub settings: SearchSettings,
    pub token: StopToken,
    pub plan: TimePlan,
}

impl PlannedSearch {
    /// A search by the clock of its limits.
    fn new(
        game: &Game,
        limits: Limits,
        settings: SearchSettings,
        token: StopToken,
    ) -> PlannedSearch {
        let plan = TimePlan::new(limits.clock, &limits, &settings, game.board());
        PlannedSearch { limits, settings, token, plan }
    }
}

/// What a search leaves.
struct Searched {
    /// What each thread keeps.
    states: Vec<ThreadState>,
    /// Nodes of all threads.
    nodes: u64,
    /// Whether the root was reached, not only pondered upon.
    was_played: bool,
    /// The main thread's score.
    last_score: Option<LastScore>,
}

impl Pool {
    /// A pool of `threads` threads and a table of `hash_mib` MiB.
    pub fn new(threads: usize, hash_mib: usize) -> Pool {
        Pool {
            threads: threads.max(1),
            hash_mib,
            table: None,
            states: Vec::new(),
            last_scores: LastScores::default(),
            helpers: Vec::new(),
            running: None,
            searched_nodes: 0,
            was_played: false,
        }
    }

    /// MiB that the table takes now; 0 before it is needed.
    pub fn held_mib(&self) -> usize {
        if self.table.is_some() { self.hash_mib } else { 0 }
    }

    /// Changes the number of threads, after waiting for a running search.
    pub fn set_threads(&mut self, threads: usize) {
        self.wait();
        self.threads = threads.max(1);
        self.states.truncate(self.threads);
        self.helpers.truncate(self.threads - 1);
    }

    /// Changes the size of the table, which forgets everything; waits for a
    /// running search.
    pub fn set_hash(&mut self, mib: usize) {
        self.wait();
        if self.hash_mib != mib {
            self.hash_mib = mib;
            self.table = None;
        }
    }

    /// Forgets everything learned: a new game. Waits for a running search.
    pub fn clear(&mut self) {
        self.wait();
        if let Some(table) = &self.table {
            table.clear(self.threads);
        }
        // The helpers' states are made anew with the next search, so that the first alone holds what
        // they share: that table is the large one, and its memory stays.
        self.states.truncate(1);
        self.states.iter_mut().for_each(ThreadState::clear);
        self.last_scores = LastScores::default();
    }

    /// Makes what the first search needs: the table and the threads' states. Without this the
    /// first search does it.
    pub fn prepare(&mut self) {
        self.wait();
        self.table();
        if self.states.is_empty() {
            self.states.push(ThreadState::default());
        }
        while self.states.len() < self.threads {
            self.states.push(self.states[0].new_helper());
        }
    }

    /// What is known of the position of a game, also while a search runs.
    pub fn probe(&self, game: &Game, rules: &RuleSet) -> Option<TableEntry> {
        let as_searched = as_searched(game, rules);
        let key = as_searched.as_ref().unwrap_or(game).search_key(rules);
        self.table.as_ref()?.probe(key, 0)
    }

    fn table(&mut self) -> Arc<TranspositionTable> {
        let mib = self.hash_mib;
        Arc::clone(self.table.get_or_insert_with(|| Arc::new(TranspositionTable::new(mib))))
    }

    /// Starts a search and returns at once. The listener hears of its progress
    /// and, exactly once, of its end. Waits for a running search first. Where there are no
    /// threads (WebAssembly) the search is over when this returns.
    pub fn start(
        &mut self,
        game: &Game,
        limits: Limits,
        settings: SearchSettings,
        token: StopToken,
        listener: Box<dyn Listener>,
    ) {
        self.start_planned(game, PlannedSearch::new(game, limits, settings, token), listener);
    }

    /// [`Pool::start`] of a search whose time is planned already.
    pub(crate) fn start_planned(
        &mut self,
        game: &Game,
        search: PlannedSearch,
        mut listener: Box<dyn Listener>,
    ) {
        let workers = self.workers(game, search, listener.root_moves());
        let mut helpers = std::mem::take(&mut self.helpers);
        let search = move || (run(workers, &mut helpers, &mut *listener), helpers);
        #[cfg(target_family = "wasm")]
        {
            let (searched, helpers) = search();
            self.helpers = helpers;
            self.take(searched);
        }
        #[cfg(not(target_family = "wasm"))]
        match std::thread::Builder::new()
            .name("search".into())
            .stack_size(STACK_BYTES)
            .spawn(search)
        {
            Ok(handle) => self.running = Some(handle),
            Err(error) => log::error!("no search thread could be started: {error}"),
        }
    }

    /// Searches on the calling thread, which must have a stack of
    /// [`STACK_BYTES`], and returns after the listener has heard of the end. For
    /// many short searches: a thread of its own would cost each of them more than
    /// the search.
    pub fn search_here(
        &mut self,
        game: &Game,
        limits: Limits,
        settings: SearchSettings,
        listener: &mut dyn Listener,
    ) {
        let search = PlannedSearch::new(game, limits, settings, StopToken::default());
        let workers = self.workers(game, search, listener.root_moves());
        let searched = run(workers, &mut self.helpers, listener);
        self.take(searched);
    }

    /// Keeps what a search leaves.
    fn take(&mut self, searched: Searched) {
        self.states = searched.states;
        self.searched_nodes = searched.nodes;
        self.was_played = searched.was_played;
        if let Some(score) = searched.last_score.filter(|_| searched.was_played) {
            self.last_scores.record(score);
        }
    }

    /// Nodes of the last search that [`Pool::wait`] has seen the end of.
    pub fn searched_nodes(&self) -> u64 {
        self.searched_nodes
    }

    /// Whether the root of that search was reached in the game: not so where it was pondered upon
    /// in vain.
    pub fn was_played(&self) -> bool {
        self.was_played
    }

    /// Everything that a search needs, ready to begin.
    fn workers(
        &mut self,
        game: &Game,
        search: PlannedSearch,
        root_moves: Option<RootMoveListener>,
    ) -> Vec<RootSearch> {
        let asked = Instant::now();
        let PlannedSearch { limits, settings, token, plan } = search;
        // The built-in network takes twice its memory while it is unpacked, so before the rest.
        settings.evaluation.network();
        self.prepare();
        let table = self.table();
        table.new_search();
        let states = std::mem::take(&mut self.states);
        // A clock runs while memory is made that is asked for only now; a time for the search itself
        // begins with it.
        let began = if limits.clock.is_some() { asked } else { Instant::now() };
        let is_drawn_root = drawn_by_tables(game.board(), &settings);
        let shared = Arc::new(Shared {
            table,
            nodes: states.iter().map(|_| NodeCounter::default()).collect(),
            tb_hits: AtomicU64::new(is_drawn_root.into()),
            time: Stopwatch::start(plan, began),
            main_depth: AtomicI32::new(1),
            token,
            done: StopToken::default(),
            root_moves,
            limits,
            settings,
            is_drawn_root,
        });
        let last_score = self.last_scores.score_in(game);
        let as_searched = as_searched(game, &shared.settings.rules);
        let game = as_searched.as_ref().unwrap_or(game);
        let worker = |(i, state)| RootSearch::new(i, game, Arc::clone(&shared), state, last_score);
        states.into_iter().enumerate().map(worker).collect()
    }

    /// Waits until the running search, if any, has reported its end.
    pub fn wait(&mut self) {
        if let Some(handle) = self.running.take() {
            match handle.join() {
                Ok((searched, helpers)) => {
                    self.take(searched);
                    self.helpers = helpers;
                }
                Err(_) => log::error!("the search ended abnormally"),
            }
        }
    }

    /// Searches and waits for the result: for tools and tests.
    pub fn search(
        &mut self,
        game: &Game,
        limits: Limits,
        settings: SearchSettings,
    ) -> SearchResult {
        struct Sender(std::sync::mpsc::Sender<SearchResult>);
        impl Listener for Sender {
            fn finished(&mut self, result: &SearchResult) {
                let _ = self.0.send(result.clone());
            }
        }
        let (sender, receiver) = std::sync::mpsc::channel();
        self.start(game, limits, settings, StopToken::default(), Box::new(Sender(sender)));
        self.wait();
        receiver.recv().unwrap_or_default()
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.wait();
    }
}

/// The main thread of a search: sets the helpers to work, searches, waits until it
/// may answer, and answers.
fn run(
    mut threads: Vec<RootSearch>,
    helpers: &mut Vec<Helper>,
    listener: &mut dyn Listener,
) -> Searched {
    let helping = threads.split_off(1);
    let Some(mut main) = threads.pop() else {
        return Searched { states: Vec::new(), nodes: 0, was_played: false, last_score: None };
    };
    let shared = Arc::clone(main.shared());
    let mut finished = Vec::new();
    let pondering = shared.token.is_pondering();
    if main.best().is_none() {
        let elapsed = shared.time.elapsed();
        listener.report(&Report { elapsed, ..Report::of_no_move(Score::mated_in(0)) });
        finished.extend(helping);
    } else if main.prove_mate() {
        main.report(0, Bound::Exact, listener);
        finished.extend(helping);
    } else if shared.time.plan().hard.is_some_and(|hard| hard < WORTH_HELPERS) && !pondering {
        main.deepen(listener);
        finished.extend(helping);
    } else {
        let mut idle = std::mem::take(helpers).into_iter();
        let working: Vec<Helper> = helping
            .into_iter()
            .filter_map(|search| idle.next().or_else(Helper::start)?.begin(search))
            .collect();
        main.deepen(listener);
        for helper in working {
            if let Some(search) = helper.finish() {
                finished.push(search);
                helpers.push(helper);
            }
        }
    }
    let limits = &shared.limits;
    listener.settled();
    let score = main.best().map_or(Score::mated_in(0), |best| best.score);
    shared.token.wait_for_release(limits, score);
    let best = elected(&main, &finished, limits);
    // Lines of an iteration that was broken off have changed since they were last told.
    let has_several = shared.settings.multi_pv > 1 && best.best().is_some();
    if !best.is_main() || has_several && best.is_broken_off() {
        best.report_lines(listener);
    }
    listener.finished(&best.result());
    let was_played = !shared.token.is_pondering();
    let last_score = main.last_score();
    let threads = std::iter::once(main).chain(finished);
    let states = threads.map(RootSearch::into_state).collect();
    Searched { states, nodes: shared.total_nodes(), was_played, last_score }
}

/// The thread whose answer is played, by vote (see [`elect`]). A thread that has not finished an
/// iteration as deep as the main thread's last has no vote, also if it is now at a deeper one: a
/// helper that has only begun knows nothing against a main thread that has looked far. Nor has
/// one that has finished none, and where a depth was asked for, only those that finished it have
/// one. The main thread answers where nobody has.
fn elected<'a>(main: &'a RootSearch, helpers: &'a [RootSearch], limits: &Limits) -> &'a RootSearch {
    let least = limits.depth.unwrap_or(1).max(main.completed());
    let (threads, votes): (Vec<_>, Vec<_>) = std::iter::once(main)
        .chain(helpers)
        .filter(|thread| thread.completed() >= least)
        .filter_map(|thread| Some((thread, thread.vote()?)))
        .unzip();
    elect(&votes).map_or(main, |i| threads[i])
}

#[cfg(test)]
mod tests;
