//! The engine behind every protocol: one game, the options and the search
//! threads. It hears [`Command`]s and answers with [`Event`]s; it knows no text
//! of any protocol and never makes its caller wait for a search.

pub mod bench;
mod opening;
pub mod options;
mod outlook;
pub mod strength;
mod task;

use crate::board::Board;
use crate::eval::{Evaluation, Evaluator};
use crate::rules::{Game, Verdict, judge};
use crate::types::{Color, Depth, Move, Score};
use opening::{Luck, Opening};
use options::{Effect, OptionSpec, Options, Value};
use std::collections::VecDeque;
use std::hint::black_box;
use std::path::PathBuf;
use std::sync::Arc;
use task::{Search, Task};

pub use crate::search::{Clock, Limits, Pool, Report, SearchResult, StopToken, TableEntry};
pub use outlook::{Curve, Outlook, Wdl, percent_of_minor};
pub use task::Perft;

/// What the engine is asked to do.
pub enum Command {
    /// Say when everything asked before has been taken in.
    Ready,
    /// Forget what was learned from the last game. The position stays.
    NewGame,
    /// Set an option; a running search does not notice.
    SetOption(&'static OptionSpec, Value),
    /// The game that the next search is about.
    Position(Box<Game>),
    /// Search. A search that still runs is stopped first.
    Go(Limits),
    /// Count the lines of a given length below every move.
    Perft(u32),
    /// Search the fixed suite, with the evaluation of the options.
    Bench(bench::Plan),
    /// End the running search and all that wait.
    Stop,
    /// The opponent has played the expected move.
    PonderHit,
    /// Exchange the colours of the position.
    Flip,
    /// Show the game.
    Show,
    /// Show the legal moves.
    ShowMoves,
    /// Show the static evaluation.
    Evaluate,
    /// Show what the transposition table knows of the position of a game.
    Probe(Box<Game>),
    /// End all searches. Counts that run may finish; [`Command::Stop`] ends them too.
    Quit,
}

/// What the engine has to say.
#[non_exhaustive]
pub enum Event {
    /// Everything asked before has been taken in.
    Ready,
    /// A search has found a line, with this score.
    Report(Report, Outlook),
    /// A search has come to this root move, counted from 1.
    CurrentMove(Depth, Move, usize),
    /// A search is over. Comes exactly once for every [`Command::Go`].
    Finished(SearchResult),
    /// A perft is over, or was stopped after these moves.
    Perft(Perft),
    /// A position of the suite has been searched.
    BenchStep(bench::Step),
    /// The suite has been searched.
    Bench(bench::Total),
    /// The game as it stands, and how it is judged.
    Shown(Box<Game>, Verdict),
    /// The position, and its legal moves.
    Moves(Box<Board>, Vec<Move>),
    /// The static evaluation for the side to move, which side that is, and whose
    /// judgement it is.
    Evaluation(Outlook, Color, Evaluation),
    /// What the table knows of the position asked for.
    Probed(Option<TableEntry>),
    /// This move was taken from the opening book; [`Event::Finished`] follows.
    BookMove(Box<Board>, Move),
    /// From now on the log goes there, or nowhere.
    LogFile(Option<PathBuf>),
    /// Something could not be done, in words; nothing has changed.
    Refused(String),
}

impl Event {
    /// Whether the task that the event comes from is over.
    pub fn ends_task(&self) -> bool {
        matches!(self, Event::Finished(_) | Event::Perft(_) | Event::Bench(_))
    }
}

/// Takes the events of searches, on whatever thread they arise.
pub type Sink = Arc<dyn Fn(Event) + Send + Sync>;

/// What keeps the engine busy.
struct Busy {
    token: StopToken,
    is_search: bool,
    is_bounded: bool,
}

/// One engine. Two of them in one process do not know of each other.
pub struct Engine {
    game: Game,
    options: Options,
    pool: Pool,
    sink: Sink,
    opening: Opening,
    luck: Luck,
    running: Option<Busy>,
    /// What waits for the running task to end, in the order of its arrival.
    queue: VecDeque<Task>,
}

impl Engine {
    /// An engine at the start position. What searches have to say goes to `sink`.
    pub fn new(sink: Sink) -> Engine {
        let options = Options::default();
        Engine {
            game: Game::start(),
            pool: Pool::new(options.threads, options.hash_mib),
            options,
            sink,
            opening: Opening::default(),
            luck: Luck::new(),
            running: None,
            queue: VecDeque::new(),
        }
    }

    /// The game that the next search is about.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The values of all options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Whether nothing runs and nothing waits.
    pub fn is_idle(&self) -> bool {
        self.running.is_none() && self.queue.is_empty()
    }

    /// Whether everything that runs or waits comes to an end without being
    /// stopped.
    pub fn is_bounded(&self) -> bool {
        self.running.as_ref().is_none_or(|busy| busy.is_bounded)
            && self.queue.iter().all(Task::is_bounded)
    }

    /// How the game stands by the law in force.
    pub fn verdict(&self) -> Verdict {
        judge(&self.game, &self.options.rules())
    }

    /// Whether a search has found its side so far behind that it had better
    /// give up.
    pub fn would_resign(&self, result: &SearchResult) -> bool {
        let limit = self.options.resign_at;
        let outlook = Outlook::new(result.score, self.game.board(), false);
        limit > 0 && result.depth > 0 && outlook.centipawns <= -limit
    }

    /// Whether a search has found nothing better than a draw.
    pub fn would_draw(&self, result: &SearchResult) -> bool {
        result.depth > 0 && result.score <= Score::ZERO
    }

    /// Carries a command out as far as it can be done at once, and adds what
    /// there is to say about it to `replies`. Never waits for a search.
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
                self.luck.new_game();
                self.enqueue(Task::Forget);
            }
            Command::SetOption(spec, value) => self.set_option(spec, &value, replies),
            Command::Position(game) => self.game = *game,
            Command::Go(limits) => self.go(limits),
            Command::Perft(depth) => {
                let board = Box::new(self.game.board().clone());
                self.enqueue(Task::Perft(board, depth, StopToken::new(false)));
            }
            Command::Bench(mut plan) => {
                plan.evaluation = self.options.search.evaluation.clone();
                self.enqueue(Task::Bench(plan, StopToken::new(false)));
            }
            Command::Stop => self.stop_all(),
            Command::PonderHit => {
                if let Some(token) = self.latest_token() {
                    token.ponder_hit();
                }
            }
            Command::Flip => match Game::new(&self.game.setup().flipped()) {
                Ok(game) => self.game = game,
                Err(error) => replies.push(Event::Refused(error.to_string())),
            },
            Command::Show => {
                replies.push(Event::Shown(Box::new(self.game.clone()), self.verdict()));
            }
            Command::ShowMoves => {
                let board = Box::new(self.game.board().clone());
                let moves = board.legal_moves().to_vec();
                replies.push(Event::Moves(board, moves));
            }
            Command::Evaluate => {
                let board = self.game.board();
                let evaluation = &self.options.search.evaluation;
                let score = Evaluator::of(evaluation, board).evaluate(board);
                let outlook = Outlook::new(score, board, false);
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

    /// Must be told of every event that [`Event::ends_task`], once it has been
    /// passed on.
    pub fn task_ended(&mut self) {
        self.running = None;
        self.pool.wait(); // only until the thread that has just reported is gone
    }

    /// Starts what waits, as far as the engine is free.
    pub fn proceed(&mut self) {
        while self.running.is_none() {
            let Some(task) = self.queue.pop_front() else { return };
            self.begin(task);
        }
    }

    /// Nothing will be heard any more: what never ends by itself is stopped,
    /// the rest may finish.
    pub fn end_of_input(&mut self) {
        if let Some(busy) = self.running.as_ref().filter(|busy| !busy.is_bounded) {
            busy.token.stop();
        }
        for task in self.queue.iter().filter(|task| !task.is_bounded()) {
            if let Some(token) = task.token() {
                token.stop();
            }
        }
    }

    fn go(&mut self, limits: Limits) {
        let token = StopToken::new(limits.ponder);
        self.stop_searches(); // this one has overtaken them
        let seed = self.options.random_seed;
        let strength = self.options.strength();
        let search = Search {
            book_move: self.opening.choose(&self.game, &limits, self.luck.next(seed)),
            weakness: strength.map(|strength| (strength, self.luck.of_game(seed))),
            game: self.game.clone(),
            limits,
            settings: self.options.settings(),
            show_wdl: self.options.show_wdl,
            shown_lines: self.options.search.multi_pv,
            token,
        };
        self.enqueue(Task::Search(Box::new(search)));
    }

    fn enqueue(&mut self, task: Task) {
        self.queue.push_back(task);
        self.proceed();
    }

    fn begin(&mut self, task: Task) {
        let (is_search, is_bounded) = (task.is_search(), task.is_bounded());
        let busy = |token: &StopToken| Busy { token: token.clone(), is_search, is_bounded };
        self.running = task.token().map(busy);
        let sink = Arc::clone(&self.sink);
        match task {
            Task::Forget => self.pool.clear(),
            Task::SetThreads(threads) => self.pool.set_threads(threads),
            Task::SetHash(mib) => self.pool.set_hash(mib),
            Task::Search(search) if search.has_no_move() => search.spawn_lost(sink),
            Task::Search(search) if search.limits.depth == Some(0) => search.spawn_static(sink),
            Task::Search(search) if search.book_move.is_some() => search.spawn_from_book(sink),
            Task::Search(search) => search.start(&mut self.pool, sink),
            Task::Perft(board, depth, token) => task::spawn_perft(*board, depth, token, sink),
            Task::Bench(plan, token) => task::spawn_bench(plan, token, sink),
        }
    }

    /// The value changes at once, for all that is asked for from now on; what
    /// disturbs a search waits for its end.
    fn set_option(&mut self, spec: &OptionSpec, value: &Value, replies: &mut Vec<Event>) {
        let before = self.options.clone();
        (spec.set)(&mut self.options, value);
        let hash_mib = self.options.hash_mib;
        match spec.effect {
            Effect::Settings => {}
            Effect::Threads => self.enqueue(Task::SetThreads(self.options.used_threads())),
            Effect::Strength if self.options.strength() == before.strength() => {}
            Effect::Strength => {
                self.enqueue(Task::SetThreads(self.options.used_threads()));
                self.enqueue(Task::Forget); // the table knows too much, or too little
            }
            Effect::Book if self.options.own_book => {
                if let Err(error) = self.opening.open(&self.options.book_files) {
                    replies.push(Event::Refused(format!("{error}; playing without a book")));
                }
            }
            Effect::Book => self.opening.close(),
            Effect::Hash if has_room_for(hash_mib) => {
                self.enqueue(Task::SetHash(hash_mib));
            }
            Effect::Hash => {
                self.options = before;
                replies.push(Event::Refused(format!("no memory for a table of {hash_mib} MiB")));
            }
            Effect::Clear => self.enqueue(Task::Forget),
            Effect::Rules if self.options.rules() == before.rules() => {}
            Effect::Rules => self.enqueue(Task::Forget),
            Effect::EvalFile => match Evaluation::named(&self.options.eval_file) {
                Ok(evaluation) if evaluation == before.search.evaluation => {}
                Ok(evaluation) => {
                    self.options.search.evaluation = evaluation;
                    self.enqueue(Task::Forget); // the table holds evaluations
                }
                Err(error) => {
                    self.options = before;
                    replies.push(Event::Refused(error.to_string()));
                }
            },
            Effect::LogFile => replies.push(Event::LogFile(self.options.log_file.clone())),
            #[cfg(feature = "tune")]
            Effect::Param(set) => {
                if let Value::Spin(n) = *value {
                    set(n as i32);
                }
            }
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

    fn latest_token(&self) -> Option<&StopToken> {
        let waiting = self.queue.iter().rev().find_map(Task::token);
        waiting.or(self.running.as_ref().map(|busy| &busy.token))
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.stop_all();
        self.pool.wait();
    }
}

/// Whether a table of this size could be had now. Only asks: pages that are
/// never touched cost nothing.
fn has_room_for(mib: usize) -> bool {
    let Some(bytes) = mib.checked_mul(1 << 20) else { return false };
    let mut room = black_box(Vec::<u8>::new()); // or the question is optimised away
    let answer = room.try_reserve_exact(bytes).is_ok();
    black_box(room);
    answer
}
