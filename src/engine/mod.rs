//! The engine behind every protocol: one game, the options and the search threads. It
//! executes [`Command`]s and reports [`Event`]s, contains no text of any protocol, and
//! never blocks its caller while a search runs.

pub mod bench;
pub mod capacity;
mod groups;
pub mod level_openings;
mod messages;
pub mod options;
mod outlook;
mod own_book;
mod part;
pub mod player_level;
mod relay;
mod set_option;
pub mod strength;
mod task;

use crate::board::Board;
use crate::book::BookMove;
use crate::eval::Evaluator;
use crate::rules::{Game, Verdict, judge};
use crate::search::Timekeeper;
use crate::types::Score;
use options::Options;
use own_book::{OwnBook, RandomChoices};
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};
use task::{Search, Task};

pub use crate::eval::{Evaluation, instructions};
pub use crate::search::{
    Clock, DEFAULT_HASH_MIB, Limits, Pool, Report, SearchResult, StopToken, TableEntry,
};
pub use messages::{Command, Event, Perft, Sink};
pub use outlook::{Curve, Outlook, Wdl, percent_of_minor};
pub use part::{NoPart, Part};

/// What the static evaluation of a position means, for the side to move.
pub fn static_evaluation(evaluation: &Evaluation, board: &Board) -> Outlook {
    Outlook::new(Evaluator::of(evaluation, board).evaluate(board), board)
}

/// The running task: how to stop it, and what it is.
struct Busy {
    token: StopToken,
    is_search: bool,
    /// Whether it ends by itself, if need be after a ponder hit.
    is_bounded_after_hit: bool,
}

impl Busy {
    /// Whether it ends by itself.
    fn is_bounded(&self) -> bool {
        self.is_bounded_after_hit && !self.token.is_pondering()
    }
}

/// One engine. Engines in the same process share nothing but the built-in tables of
/// endings with their cache, which changes no result.
pub struct Engine {
    game: Game,
    /// Why the client's last position was refused, so that `game` is not what it means.
    refusal: Option<String>,
    options: Options,
    pool: Pool,
    sink: Sink,
    own_book: OwnBook,
    choices: RandomChoices,
    timekeeper: Timekeeper,
    running: Option<Busy>,
    /// Tasks that wait for the running one to end, in order of arrival.
    queue: VecDeque<Task>,
    /// Whether so many tasks wait that no more input should be read. All of them have
    /// been stopped.
    is_flooded: bool,
}

/// Tasks that may wait. More of them only come from a client that does not read the
/// answers.
const MOST_WAITING: usize = 64;

/// What is said of a position that is shown in place of a refused one.
const EARLIER: &str = "this is the position before";

/// The longest lines that perft counts. No count beyond some 15 plies ends in a
/// lifetime, and each ply takes some of the stack.
pub const MAX_PERFT_DEPTH: u32 = 64;

impl Engine {
    /// An engine at the start position. Events of searches go to `sink`.
    pub fn new(sink: Sink) -> Engine {
        let options = Options::default();
        Engine {
            game: Game::start(),
            refusal: None,
            pool: Pool::new(options.threads, options.hash_mib),
            options,
            sink,
            own_book: OwnBook::default(),
            choices: RandomChoices::new(),
            timekeeper: Timekeeper::default(),
            running: None,
            queue: VecDeque::new(),
            is_flooded: false,
        }
    }

    /// The game that the next search is about.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Why the last position was refused. The game is then the one before it, and searches find
    /// no move.
    pub fn refusal(&self) -> Option<&str> {
        self.refusal.as_deref()
    }

    /// The values of all options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Whether nothing runs and nothing waits.
    pub fn is_idle(&self) -> bool {
        self.running.is_none() && self.queue.is_empty()
    }

    /// Whether so many searches wait, all of them stopped, that the caller should
    /// let them end before it says more.
    pub fn is_flooded(&self) -> bool {
        self.is_flooded
    }

    /// Whether everything that runs or waits comes to an end without being
    /// stopped.
    pub fn is_bounded(&self) -> bool {
        self.running.as_ref().is_none_or(Busy::is_bounded)
            && self.queue.iter().all(Task::is_bounded)
    }

    /// The verdict on the game under the rule set of the options.
    pub fn verdict(&self) -> Verdict {
        judge(&self.game, &self.options.rules())
    }

    /// Whether the score of a search is at or below the option Resign Below.
    pub fn would_resign(&self, result: &SearchResult) -> bool {
        let limit = self.options.resign_at;
        let outlook = Outlook::new(result.score, self.game.board());
        limit > 0 && result.depth > 0 && outlook.centipawns <= -limit
    }

    /// What the opening book has for the position, whatever its weight; `None` when no book is in
    /// use.
    pub fn book_moves(&self) -> Option<Vec<BookMove>> {
        self.own_book.moves(self.game.board())
    }

    /// Whether the score of a search is no better than a draw. The attacker of a drawn ending
    /// plays on, because the opponent can go wrong.
    pub fn would_draw(&self, result: &SearchResult) -> bool {
        result.depth > 0 && result.search_score <= Score::ZERO
    }

    /// Executes a command, or queues it behind the running task, and adds its answers
    /// to `replies`. Never waits for a search.
    pub fn execute(&mut self, command: Command, replies: &mut Vec<Event>) {
        match command {
            Command::Ready => {
                if self.is_idle() {
                    self.pool.prepare(); // and not earlier: the handshake is short
                    self.options.search.evaluation.network();
                }
                replies.push(Event::Ready);
            }
            Command::NewGame => {
                self.choices.new_game();
                self.timekeeper.new_game();
                self.enqueue(Task::Forget);
            }
            Command::SetOption(spec, value) => self.set_option(spec, &value, replies),
            Command::Position(game) => (self.game, self.refusal) = (*game, None),
            Command::RefusePosition(reason) => self.refusal = Some(reason),
            Command::Go(limits) => {
                let ponders = limits.ponder;
                let token = if ponders { StopToken::pondering() } else { StopToken::default() };
                self.go(limits, token);
            }
            Command::Perft(_) if self.refusal.is_some() => {
                replies.extend(self.refused("no lines to count"));
                let (counts, elapsed) = (Vec::new(), Duration::ZERO);
                replies.push(Event::Perft(Perft { counts, elapsed, is_complete: true }));
            }
            Command::Perft(depth) => match self.check_perft(depth) {
                Ok(()) => {
                    let board = Box::new(self.game.board().clone());
                    self.enqueue(Task::Perft(board, depth, StopToken::default()));
                }
                Err(fault) => replies.push(Event::Refused(fault)),
            },
            Command::Bench(mut plan) => match self.check_bench(&plan) {
                Ok(()) => {
                    plan.evaluation = self.options.search.evaluation.clone();
                    self.enqueue(Task::Bench(plan, StopToken::default()));
                }
                Err(fault) => replies.push(Event::Refused(fault)),
            },
            Command::Stop => self.stop_all(),
            Command::PonderHit => {
                if let Some(token) = self.latest_search() {
                    token.ponder_hit();
                }
            }
            Command::Flip => {
                replies.extend(self.refused(EARLIER));
                match Game::new(&self.game.setup().flipped()) {
                    Ok(game) => self.game = game,
                    Err(error) => replies.push(Event::Refused(error.to_string())),
                }
            }
            Command::Show => {
                replies.extend(self.refused(EARLIER));
                replies.push(Event::Shown(Box::new(self.game.clone()), self.verdict()));
            }
            Command::ShowMoves => {
                replies.extend(self.refused(EARLIER));
                let board = Box::new(self.game.board().clone());
                let moves = board.legal_moves().to_vec();
                replies.push(Event::Moves(board, moves));
            }
            Command::Evaluate => {
                replies.extend(self.refused(EARLIER));
                let board = self.game.board();
                let evaluation = &self.options.search.evaluation;
                let outlook = static_evaluation(evaluation, board);
                replies.push(Event::Evaluation(outlook, board.side(), evaluation.clone()));
            }
            Command::Probe(game) => {
                let entry = self.pool.probe(&game, &self.options.rules());
                replies.push(Event::Probed(entry));
            }
            Command::Quit => {
                self.stop_searches();
                self.queue.retain(|task| task.token().is_some());
            }
        }
    }

    /// Must be called after each event for which [`Event::ends_task`] holds.
    pub fn task_ended(&mut self) {
        if let Some(busy) = self.running.take() {
            self.timekeeper.answered(&busy.token, Instant::now());
        }
        self.pool.wait(); // only until the thread that has just reported is gone
        self.timekeeper.searched(self.pool.searched_nodes(), self.pool.was_played());
    }

    /// Starts the next waiting task if none is running.
    pub fn proceed(&mut self) {
        while self.running.is_none() {
            let Some(task) = self.queue.pop_front() else { return };
            self.is_flooded &= self.queue.len() > MOST_WAITING / 2;
            self.begin(task);
        }
    }

    /// Stops every search that would not end by itself; the others may finish. To be
    /// called at the end of the input.
    pub fn end_of_input(&mut self) {
        if let Some(busy) = self.running.as_ref().filter(|busy| !busy.is_bounded()) {
            busy.token.stop();
        }
        for task in self.queue.iter().filter(|task| !task.is_bounded()) {
            if let Some(token) = task.token() {
                token.stop();
            }
        }
    }

    /// What to say about a command while the last position is refused, with the reason.
    fn refused(&self, what: &str) -> Option<Event> {
        let reason = self.refusal.as_ref()?;
        Some(Event::Refused(format!("{what}: Unsupported position ({reason})")))
    }

    /// [`Command::Go`] with a token of the caller, who can stop it without the engine: it has to
    /// be a new one.
    pub fn go(&mut self, limits: Limits, token: StopToken) {
        self.stop_searches(); // a new search replaces those before it
        if self.queue.len() >= MOST_WAITING {
            self.stop_all();
            self.is_flooded = true;
        }
        let seed = self.options.random_seed;
        let strength = self.options.strength();
        let side = self.game.board().side();
        let mut settings = self.options.settings();
        settings.move_overhead = self.timekeeper.overhead(side, &limits, &settings);
        let is_refused = self.refusal.is_some();
        let book_move = self.own_book.choose(&self.game, &limits, self.choices.next(seed));
        let search = Search {
            is_refused,
            book_move,
            weakness: strength.map(|strength| (strength, self.choices.of_game(seed))),
            game: self.game.clone(),
            limits,
            settings,
            asked: Instant::now(),
            show_wdl: self.options.show_wdl,
            shown_lines: self.options.search.multi_pv,
            token,
        };
        self.enqueue(Task::Search(Box::new(search)));
    }

    /// Whether a count of lines of this length may be asked for now.
    fn check_perft(&self, depth: u32) -> Result<(), String> {
        if depth > MAX_PERFT_DEPTH {
            return Err(format!("perft goes no deeper than {MAX_PERFT_DEPTH}"));
        }
        self.check_queue()
    }

    /// Whether there is memory for the plan, and room in the queue.
    fn check_bench(&self, plan: &bench::Plan) -> Result<(), String> {
        let threads = plan.threads.min(capacity::most_threads());
        capacity::check(plan.hash_mib, threads, 0).map_err(|error| error.to_string())?;
        self.check_queue()
    }

    /// Whether another count may wait. Searches need not ask: each stops those
    /// before it.
    fn check_queue(&self) -> Result<(), String> {
        if self.queue.len() < MOST_WAITING {
            return Ok(());
        }
        Err(format!("{MOST_WAITING} commands are waiting already"))
    }

    /// Adds to what waits. Of settings that wait behind the same task only the last
    /// one of a kind counts.
    fn enqueue(&mut self, task: Task) {
        let since = self.queue.iter().rposition(|waiting| waiting.token().is_some());
        let mut behind = self.queue.iter_mut().skip(since.map_or(0, |at| at + 1));
        match behind.rfind(|waiting| waiting.is_replaced_by(&task)) {
            Some(waiting) => *waiting = task,
            None => self.queue.push_back(task),
        }
        self.proceed();
    }

    fn begin(&mut self, task: Task) {
        let (is_search, is_bounded_after_hit) = (task.is_search(), task.is_bounded_after_hit());
        let busy =
            |token: &StopToken| Busy { token: token.clone(), is_search, is_bounded_after_hit };
        self.running = task.token().map(busy);
        let sink = Arc::clone(&self.sink);
        match task {
            Task::Forget => self.pool.clear(),
            Task::SetThreads(threads) => self.pool.set_threads(threads),
            Task::SetHash(mib) => self.pool.set_hash(mib),
            Task::Search(search) => search.begin(&mut self.timekeeper, &mut self.pool, sink),
            Task::Perft(board, depth, token) => task::spawn_perft(*board, depth, token, sink),
            Task::Bench(plan, token) => task::spawn_bench(plan, token, sink),
        }
    }

    fn stop_all(&self) {
        let running = self.running.iter().map(|busy| &busy.token);
        for token in running.chain(self.queue.iter().filter_map(Task::token)) {
            token.stop();
        }
    }

    fn stop_searches(&self) {
        let running = self.running.iter().filter(|busy| busy.is_search).map(|busy| &busy.token);
        let waiting = self.queue.iter().filter(|task| task.is_search()).filter_map(Task::token);
        for token in running.chain(waiting) {
            token.stop();
        }
    }

    /// The token of the last search; counts may wait behind it.
    fn latest_search(&self) -> Option<&StopToken> {
        let waiting = self.queue.iter().rfind(|task| task.is_search()).and_then(Task::token);
        let running = self.running.as_ref().filter(|busy| busy.is_search).map(|busy| &busy.token);
        waiting.or(running)
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.stop_all();
        self.pool.wait();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[test]
    fn a_flood_of_commands_is_bounded_and_answered() {
        let (sender, receiver) = mpsc::channel();
        let sink = Arc::new(move |event| {
            let _ = sender.send(event);
        });
        let mut engine = Engine::new(sink);
        let mut replies = Vec::new();
        let mut sent = 0;
        while !engine.is_flooded() {
            let limits = Limits { infinite: true, ..Limits::default() };
            engine.execute(Command::Go(limits), &mut replies);
            sent += 1;
            assert!(sent < 1000, "never flooded");
        }
        for _ in 0..1000 {
            engine.execute(Command::NewGame, &mut replies);
        }
        assert!(engine.queue.len() <= MOST_WAITING + 2, "{} wait", engine.queue.len());
        assert!(replies.is_empty());
        engine.execute(Command::Perft(1), &mut replies);
        assert!(matches!(replies[..], [Event::Refused(_)]));
        engine.execute(Command::Stop, &mut replies);
        let mut finished = 0;
        while !engine.is_idle() {
            let event = receiver.recv_timeout(Duration::from_secs(30)).unwrap();
            finished += usize::from(matches!(event, Event::Finished(_)));
            if event.ends_task() {
                engine.task_ended();
                engine.proceed();
            }
        }
        assert_eq!(finished, sent);
        assert!(!engine.is_flooded());
    }
}
