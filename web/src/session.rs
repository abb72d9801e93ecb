//! What a page may ask, and the answers.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use chuhe::board::{Board, Setup};
use chuhe::endings::Endings;
use chuhe::engine::options::find;
use chuhe::engine::{
    Command, Engine, Event, Limits, Pool, bench, instructions,
};
use chuhe::notation::{Style, write};
use chuhe::rules::{Game, Outcome, judge};
use chuhe::search::SearchSettings;
use chuhe::types::{MAX_PLY, Move};
use chuhe_games::review::{Collector, Judge, LEAST_DEPTH, ReviewSettings, Subject, Work, opening};
use chuhe_games::{GameText, Place, result_of};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::answers::{Result, Topic, finished, line_of, read, read_file, save, verdict_of};

/// Bytes of the largest request: what is made of it takes many times as much memory, of which
/// a page has little.
pub const MOST_BYTES: usize = 4 << 20;
/// MiB of the largest table.
const MOST_HASH: usize = 1024;
/// Plies of the longest game.
const MOST_PLIES: usize = 20_000;

/// A request.
#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "lowercase")]
enum Request {
    /// Version and kernels; makes everything ready for a search.
    Hello,
    /// Reads a FEN, moves or PGN; or a file in whatever format, each byte a character.
    Read {
        #[serde(default)]
        text: String,
        bytes: Option<String>,
    },
    /// Everything about a game, and what may be played after its first `ply` moves.
    Look { game: Moves, ply: usize, style: String },
    /// A game as PGN.
    Save { game: Moves, style: String, tags: Vec<(String, String)>, result: String },
    /// A search, of which lines are told.
    Go(Go),
    /// Searches every position of a game and grades its moves.
    Review(Review),
    /// Forgets what was learned from the last game.
    Forget,
    /// The fixed suite.
    Bench { depth: Option<i32> },
}

/// A game: its start, empty for the usual one, and its moves as coordinates.
#[derive(Clone, Deserialize)]
struct Moves {
    start: String,
    moves: Vec<String>,
}

#[derive(Deserialize)]
struct Go {
    game: Moves,
    style: String,
    /// Milliseconds.
    time: u64,
    /// How many lines.
    lines: usize,
    /// 20 for full strength.
    level: usize,
    /// MiB of the hash table.
    hash: usize,
}

#[derive(Deserialize)]
struct Review {
    game: Moves,
    style: String,
    tags: Vec<(String, String)>,
    result: String,
    /// Milliseconds for each position.
    time: u64,
    /// MiB of the hash table.
    hash: usize,
}

/// One page.
pub struct Session {
    engine: Engine,
    topic: Arc<Mutex<Topic>>,
    /// The last search or suite that is over.
    done: Arc<Mutex<Option<Value>>>,
    tell: fn(&str),
}

impl Session {
    /// An engine whose lines are told by a function.
    pub fn new(tell: fn(&str)) -> Session {
        let topic = Arc::new(Mutex::new(Topic { board: Board::start(), style: Style::Uci }));
        let done = Arc::new(Mutex::new(None));
        let (about, result) = (Arc::clone(&topic), Arc::clone(&done));
        let sink = Arc::new(move |event: Event| match event {
            Event::Report(report, _) => {
                let topic = about.lock().unwrap_or_else(PoisonError::into_inner);
                tell(&json!({ "line": line_of(&report, &topic) }).to_string());
            }
            Event::Finished(found) => set(&result, finished(&found)),
            Event::BenchStep(bench::PositionResult { number, of, .. }) => {
                tell(&json!({ "step": number, "of": of }).to_string());
            }
            Event::Bench(total) => {
                let millis = total.elapsed.as_millis() as u64;
                set(&result, json!({ "nodes": total.nodes, "time": millis, "speed": total.nps() }));
            }
            _ => {}
        });
        Session { engine: Engine::new(sink), topic, done, tell }
    }

    /// The answer to a request; what is wrong with it under the key `error`.
    pub fn ask(&mut self, request: &[u8]) -> String {
        let request = serde_json::from_slice(request).map_err(|error| error.to_string());
        let answer = request.and_then(|request| self.answer(request));
        answer.unwrap_or_else(|error| json!({ "error": error })).to_string()
    }

    fn answer(&mut self, request: Request) -> Result<Value> {
        match request {
            Request::Hello => {
                self.execute(Command::Ready)?;
                let version = chuhe::protocol::version();
                Ok(json!({ "version": version, "kernel": instructions() }))
            }
            Request::Read { bytes: Some(bytes), .. } => read_file(&bytes),
            Request::Read { text, .. } => read(chuhe_games::read(&text)),
            Request::Look { game, ply, style } => self.look(&game, ply, &style),
            Request::Save { game, style, tags, result } => {
                save(&play(&game)?, style_of(&style)?, &tags, &result)
            }
            Request::Go(go) => self.go(&go),
            Request::Review(review) => self.review(&review),
            Request::Forget => self.execute(Command::NewGame),
            Request::Bench { depth } => {
                let mut plan = bench::Plan::default();
                plan.depth = depth.unwrap_or(plan.depth);
                if !(1..MAX_PLY as i32).contains(&plan.depth) {
                    return Err(format!("the suite has no depth {}", plan.depth));
                }
                self.execute(Command::Bench(plan))
            }
        }
    }

    /// Executes a command to its end: there are no threads, so a search is over when the
    /// engine returns. What it found, if it is something that finds.
    fn execute(&mut self, command: Command) -> Result<Value> {
        set(&self.done, Value::Null);
        let mut replies = Vec::new();
        self.engine.execute(command, &mut replies);
        while !self.engine.is_idle() {
            self.engine.task_ended();
            self.engine.proceed();
        }
        let refused = replies.into_iter().find_map(|event| match event {
            Event::Refused(why) => Some(why),
            _ => None,
        });
        let found = self.done.lock().unwrap_or_else(PoisonError::into_inner).take();
        refused.map_or(Ok(found.unwrap_or_default()), Err)
    }

    /// Sets an option of the engine, unless it has this value.
    fn set_option(&mut self, name: &str, value: usize, now: usize) -> Result<()> {
        if value == now {
            return Ok(());
        }
        let spec = find(name).ok_or("no such option")?;
        let value = spec.kind.parse(&value.to_string()).map_err(|error| error.to_string())?;
        self.execute(Command::SetOption(spec, value)).map(drop)
    }

    fn go(&mut self, go: &Go) -> Result<Value> {
        check_hash(go.hash)?;
        let game = play(&go.game)?;
        let style = style_of(&go.style)?;
        let options = self.engine.options();
        let (level, lines, hash) =
            (options.skill_level as usize, options.search.multi_pv, options.hash_mib);
        self.set_option("Skill Level", go.level, level)?;
        self.set_option("MultiPV", go.lines, lines)?;
        self.set_option("Hash", go.hash, hash)?;
        *self.topic.lock().unwrap_or_else(PoisonError::into_inner) =
            Topic { board: game.board().clone(), style };
        self.execute(Command::Position(Box::new(game)))?;
        let move_time = Some(Duration::from_millis(go.time.max(1)));
        self.execute(Command::Go(Limits { move_time, ..Limits::default() }))
    }

    fn look(&self, game: &Moves, ply: usize, style: &str) -> Result<Value> {
        let style = style_of(style)?;
        let whole = play(game)?;
        let mut board = Board::start();
        let mut texts = Vec::new();
        if let Ok(again) = Game::new(whole.start_setup()) {
            board = again.board().clone();
        }
        for mv in whole.moves() {
            texts.push(write(&board, mv, style));
            board.play(mv).map_err(|error| error.to_string())?;
        }
        let mut here = whole.clone();
        while here.ply() > ply {
            here.undo();
        }
        let verdict = judge(&here, &self.engine.options().rules());
        let legal: Vec<String> = here.board().legal_moves().iter().map(Move::to_string).collect();
        Ok(json!({
            "start": whole.start_setup().to_string(),
            "fen": here.fen(),
            "texts": texts,
            "legal": legal,
            "check": here.board().in_check(),
            "verdict": verdict_of(&verdict, here.board().side()),
            "opening": opening(&whole),
        }))
    }

    /// Makes all searches of a review; how many there are is told after each.
    fn review(&mut self, asked: &Review) -> Result<Value> {
        check_hash(asked.hash)?;
        let game = play(&asked.game)?;
        let mut text = GameText::new(Place::START);
        text.start = game.start_setup().clone();
        text.tags = asked.tags.clone();
        text.outcome = result_of(&asked.result).unwrap_or(Outcome::Ongoing);
        let subjects = [Subject::new(String::new(), text, game, 0)];
        let judge = Judge { least_depth: LEAST_DEPTH };
        let rules = self.engine.options().rules();
        let endings = Endings::embedded();
        let review =
            ReviewSettings { judge, style: style_of(&asked.style)?, rules, endings: &endings };
        let (mut work, mut todo) =
            Work::new(&subjects, review, Vec::new()).map_err(|error| error.to_string())?;
        let settings =
            SearchSettings { rules: self.engine.options().rules(), ..SearchSettings::default() };
        let mut pool = Pool::new(1, asked.hash);
        todo.reverse();
        let mut made = 0;
        while let Some(job) = todo.pop() {
            pool.clear();
            let move_time = Some(Duration::from_millis(asked.time.max(1)));
            let limits = Limits { move_time, ..Limits::default() };
            let mut found = None;
            let mut collector = Collector::new(|finding| found = Some(finding));
            pool.search_here(&job.game(&subjects), limits, settings.clone(), &mut collector);
            let Some(finding) = found else { return Err("no answer".into()) };
            todo.extend(work.add(job, finding));
            made += 1;
            (self.tell)(&json!({ "step": made, "of": made + todo.len() }).to_string());
        }
        let games = work.into_assessed().ok_or("something is missing")?;
        let rules = self.engine.options().rules().name;
        let engine = format!("Chuhe {}", chuhe::protocol::version());
        Ok(json!({
            "engine": engine,
            "limits": format!("{} ms", asked.time),
            "rules": rules,
            "evaluation": "built-in",
            "notation": asked.style,
            "games": games,
        }))
    }
}

fn set(done: &Mutex<Option<Value>>, value: Value) {
    *done.lock().unwrap_or_else(PoisonError::into_inner) = Some(value);
}

fn style_of(name: &str) -> Result<Style> {
    name.parse().map_err(|_| format!("no style is called '{name}'"))
}

fn check_hash(mib: usize) -> Result<()> {
    let is_known = (1..=MOST_HASH).contains(&mib);
    is_known.then_some(()).ok_or_else(|| format!("a table of {mib} MiB, not of 1 to {MOST_HASH}"))
}

/// The game of a page.
fn play(moves: &Moves) -> Result<Game> {
    if moves.moves.len() > MOST_PLIES {
        return Err(format!("a game of more than {MOST_PLIES} plies"));
    }
    let start = moves.start.trim();
    let mut game = match start {
        "" => Game::start(),
        fen => {
            let setup: Setup = fen.parse().map_err(|error| format!("{error}"))?;
            Game::new(&setup).map_err(|error| error.to_string())?
        }
    };
    for text in &moves.moves {
        let mv = text.parse().map_err(|_| format!("'{text}' is no move"))?;
        game.play(mv).map_err(|error| error.to_string())?;
    }
    Ok(game)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_much_is_an_error() {
        let mut session = Session::new(|_| {});
        let game = json!({ "start": "", "moves": [] });
        let long = json!({ "start": "", "moves": vec!["h2e2"; MOST_PLIES + 1] });
        let numbers = [0_u64, 1 << 31, 1 << 32, u64::MAX];
        let mut asked = vec![
            json!({ "do": "look", "game": long, "ply": 0, "style": "uci" }),
            json!({ "do": "look", "game": game, "ply": -1, "style": "uci" }),
            json!({ "do": "bench", "depth": 0 }),
            json!({ "do": "bench", "depth": i32::MAX }),
            json!({ "do": "bench", "depth": i32::MIN }),
        ];
        for n in numbers {
            let go = |hash: u64, lines: u64| {
                json!({ "do": "go", "game": game, "style": "uci", "time": 1, "lines": lines,
                        "level": 20, "hash": hash })
            };
            asked.extend([go(n, 1), go(16, n)]);
            asked.push(json!({ "do": "review", "game": game, "style": "uci", "tags": [],
                               "result": "*", "time": 1, "hash": n }));
        }
        for request in asked {
            let answer = session.ask(request.to_string().as_bytes());
            assert!(answer.starts_with("{\"error\":"), "{answer}");
        }
        let go = json!({ "do": "look", "game": game, "ply": u32::MAX, "style": "uci" });
        assert!(!session.ask(go.to_string().as_bytes()).contains("error"));
    }
}
