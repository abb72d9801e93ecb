//! Requests to engines, and about what is known without one.

use std::rc::Rc;
use std::sync::Arc;

use chuhe::engine::bench;
use chuhe::eval::Evaluation;
use chuhe_bindings::{
    Board, Book, Color, Engine, Error, ErrorKind, Line, MateQuestion, Move, Result, ReviewAs,
    SearchLimits, Tables, ending_kind, evaluate, index, prove_mate, review,
};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::answers::{line_of, move_of, option_of};
use crate::desk::{Desk, Object};

/// Seconds after which a search without limits ends.
const ENDLESS: f64 = 1e8;

/// Requests.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum OfEngine {
    Make {
        threads: i64,
        hash: i64,
    },
    Options {},
    SetOption {
        id: u32,
        name: String,
        value: String,
    },
    NewGame {
        id: u32,
    },
    Analyse {
        id: u32,
        board: u32,
        limits: Limits,
    },
    Evaluate {
        board: u32,
    },
    Probe {
        board: u32,
    },
    ProveMate(ProveMate),
    Review(Review),
    Bench {
        depth: Option<u32>,
    },
    /// The bytes of a book are attached.
    Book {},
    BookMoves {
        id: u32,
        board: u32,
    },
    Choose {
        id: u32,
        board: u32,
        seed: u64,
    },
}

/// What ends a search, and what it looks at.
#[derive(Deserialize)]
pub struct Limits {
    nodes: Option<u64>,
    /// Seconds.
    time: Option<f64>,
    depth: Option<u32>,
    mate: Option<u32>,
    multipv: Option<usize>,
    moves: Option<Vec<u32>>,
}

impl Limits {
    fn read(self) -> Result<SearchLimits> {
        let Limits { nodes, time, depth, mate, multipv: lines, moves } = self;
        let read = |moves: Vec<u32>| moves.into_iter().map(move_of).collect::<Result<Vec<Move>>>();
        let moves = moves.map(read).transpose()?;
        Ok(SearchLimits { nodes, time, depth, mate, lines, moves })
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ProveMate {
    board: u32,
    moves: Option<u32>,
    attack: String,
    nodes: u64,
    shortest: bool,
    all_moves: bool,
    hash: usize,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Review {
    game: u32,
    limits: Limits,
    rules: String,
    style: String,
    hash: usize,
}

/// The answer to a request.
pub fn found(desk: &Desk, ask: OfEngine, attached: &[u8]) -> Result<Value> {
    Ok(match ask {
        OfEngine::Make { threads, hash } => json!(desk.keep(make(desk, threads, hash)?)),
        OfEngine::Options {} => json!(Engine::options().map(option_of).collect::<Vec<_>>()),
        OfEngine::SetOption { id, name, value } => {
            let engine = engine_of(desk, id)?;
            desk.running(&engine, || engine.set_option(&name, &value))?;
            Value::Null
        }
        OfEngine::NewGame { id } => {
            let engine = engine_of(desk, id)?;
            desk.running(&engine, || engine.new_game())?;
            Value::Null
        }
        OfEngine::Analyse { id, board, limits } => analyse(desk, id, board, limits)?,
        OfEngine::Evaluate { board } => {
            has_network()?;
            json!(evaluate(&desk.copy_of(board)?))
        }
        OfEngine::Probe { board } => {
            let board = desk.copy_of(board)?;
            match Tables::default().probe(&board) {
                None => Value::Null,
                Some(ending) => json!({
                    "kind": ending_kind(ending),
                    "winner": ending.winner(board.turn()).map(Color::name),
                    "plies": ending.plies(),
                }),
            }
        }
        OfEngine::ProveMate(asked) => prove(desk, asked)?,
        OfEngine::Review(asked) => reviewed(desk, asked)?,
        OfEngine::Bench { depth } => run_bench(desk, depth)?,
        OfEngine::Book {} => json!(desk.keep(Object::Book(Box::new(Book::of_bytes(attached)?)))),
        OfEngine::BookMoves { id, board } => {
            let board = desk.copy_of(board)?;
            let moves = book(desk, id, |book| book.moves(&board))?;
            let told = |mv: &chuhe::book::BookMove| json!({ "move": index(mv.mv), "weight": mv.weight, "games": mv.games });
            json!(moves.iter().map(told).collect::<Vec<_>>())
        }
        OfEngine::Choose { id, board, seed } => {
            let board = desk.copy_of(board)?;
            json!(book(desk, id, |book| book.choose(&board, seed))?.map(index))
        }
    })
}

fn book<T>(desk: &Desk, id: u32, act: impl FnOnce(&Book) -> T) -> Result<T> {
    desk.with(id, |object| match object {
        Object::Book(book) => Ok(act(book)),
        _ => Err(Error::value("this is no book")),
    })
}

/// Whatever needs the network asks this first.
fn has_network() -> Result<()> {
    let why = "the network is not loaded: await init({ network: true }) first";
    let has = Evaluation::has_built_in();
    has.then_some(()).ok_or_else(|| Error::new(ErrorKind::Engine, why))
}

/// An engine that tells its lines as it finds them.
fn make(desk: &Desk, threads: i64, hash: i64) -> Result<Object> {
    has_network()?;
    // Only a module of shared memory has threads; another one must not try to start any.
    let threads = if cfg!(target_feature = "atomics") { threads } else { threads.min(1) };
    let tell = desk.tell;
    let on_line = move |line: &Line| {
        tell(&json!({ "line": line_of(line) }).to_string());
        true
    };
    let engine = Engine::with_listener(threads, hash, Some(Arc::new(on_line)))?;
    Ok(Object::Engine(Rc::new(engine)))
}

fn engine_of(desk: &Desk, id: u32) -> Result<Rc<Engine>> {
    desk.with(id, |object| match object {
        Object::Engine(engine) => Ok(Rc::clone(engine)),
        _ => Err(Error::value("this is no engine")),
    })
}

fn analyse(desk: &Desk, id: u32, board: u32, limits: Limits) -> Result<Value> {
    let engine = engine_of(desk, id)?;
    let board: Board = desk.copy_of(board)?;
    let mut limits = limits.read()?;
    // A search that nothing ends would wait for a stop that only another thread can send.
    limits.time = limits.time.or(Some(ENDLESS));
    let found = desk.running(&engine, || engine.analyse(&board, &limits, &mut |_| false))?;
    Ok(json!({
        "best": found.best.map(index),
        "ponder": found.ponder.map(index),
        "lines": found.lines.iter().map(line_of).collect::<Vec<_>>(),
    }))
}

fn prove(desk: &Desk, asked: ProveMate) -> Result<Value> {
    let board = desk.copy_of(asked.board)?;
    let ProveMate { moves, attack, nodes, shortest, all_moves, hash, .. } = asked;
    let question = MateQuestion { moves, attack, nodes, shortest, all_moves, hash };
    let answer = desk.stoppable(|token| prove_mate(&board, &question, &|| token.is_stopped()))?;
    let numbers = |moves: &[Move]| moves.iter().map(|&mv| index(mv)).collect::<Vec<_>>();
    let proof = answer.proof();
    Ok(json!({
        "status": answer.status(),
        "moves": answer.moves(),
        "attack": answer.attack(),
        "line": proof.map_or_else(Vec::new, |proof| numbers(&proof.line)),
        "firstMoves": proof.map_or_else(Vec::new, |proof| numbers(&proof.first_moves)),
        "isShortest": proof.is_some_and(|proof| proof.is_shortest),
        "nodes": answer.nodes,
    }))
}

fn reviewed(desk: &Desk, asked: Review) -> Result<Value> {
    has_network()?;
    let Review { game, limits, rules, style, hash } = asked;
    let game = desk.with(game, |object| match object {
        Object::Game(game) => Ok((**game).clone()),
        _ => Err(Error::value("this is no game")),
    })?;
    let how = ReviewAs { limits: limits.read()?, rules, style, hash };
    let mut last = None;
    let found = desk.stoppable(|token| {
        review(&game, &how, &mut |made, of| {
            if last.replace((made, of)) != Some((made, of)) {
                (desk.tell)(&json!({ "step": made, "of": of }).to_string());
            }
            token.is_stopped()
        })
    })?;
    Ok(json!(found))
}

/// The fixed suite: nodes and time say whether this is the engine that it should be.
fn run_bench(desk: &Desk, depth: Option<u32>) -> Result<Value> {
    has_network()?;
    let mut plan = bench::Plan::default();
    if let Some(depth) = depth {
        let most = chuhe::types::MAX_PLY as u32 - 1;
        if !(1..=most).contains(&depth) {
            return Err(Error::value(format!("depth {depth}: expected 1 to {most}")));
        }
        plan.depth = depth as i32;
    }
    let total = desk.stoppable(|token| {
        bench::run(&plan, token, |step| {
            (desk.tell)(&json!({ "step": step.number, "of": step.of }).to_string());
        })
    });
    Ok(json!({ "nodes": total.nodes, "time": total.elapsed.as_secs_f64(), "nps": total.nps() }))
}
