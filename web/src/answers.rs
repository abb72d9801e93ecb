//! Values of the library as JSON, and moves of their indices.

use chuhe::engine::options::{Kind, OptionSpec};
use chuhe_bindings::{Color, Error, Line, Move, Outcome, Result, index, move_at, option_type};
use chuhe_games::words::Language;
use serde_json::{Value, json};

/// What is wrong, and where.
pub fn error_of(error: &Error) -> Value {
    let place = error.place.map(|place| json!({ "line": place.line, "column": place.column }));
    json!({ "message": error.message, "kind": error.kind.name(), "place": place })
}

/// A line of a search.
pub fn line_of(line: &Line) -> Value {
    let report = &line.report;
    json!({
        "multipv": report.multi_pv,
        "depth": report.depth,
        "seldepth": report.selective_depth,
        "cp": line.cp(),
        "mate": line.mate(),
        "chances": line.chances(),
        "expected": line.expected(),
        "bound": line.bound(),
        "nodes": report.nodes,
        "time": report.elapsed.as_secs_f64(),
        "nps": line.nps(),
        "hashfull": f64::from(report.hashfull) / 1000.0,
        "tbhits": report.tb_hits,
        "pv": report.pv.iter().map(|&mv| index(mv)).collect::<Vec<_>>(),
        "turn": line.turn.name(),
    })
}

/// An option of an engine.
pub fn option_of(option: &OptionSpec) -> Value {
    let mut told = json!({ "name": option.name });
    let more = match option.kind {
        Kind::Check { default } => json!({ "default": default }),
        Kind::Spin { default, min, max } => json!({ "default": default, "min": min, "max": max }),
        Kind::Combo { default, vars } => json!({ "default": default, "values": vars }),
        Kind::Button => json!({}),
        Kind::Text { default } => json!({ "default": default }),
    };
    told["type"] = option_type(&option.kind).into();
    for (key, value) in more.as_object().into_iter().flatten() {
        told[key] = value.clone();
    }
    told
}

/// How a game has ended.
pub fn outcome_of(outcome: Option<Outcome>) -> Value {
    let Some(outcome) = outcome else { return Value::Null };
    let name = |color: Option<Color>| color.map(Color::name);
    let sentences =
        Language::ALL.map(|it| (it.tag().to_owned(), outcome.sentence(it.tag()).ok().into()));
    json!({
        "winner": name(outcome.winner()),
        "kind": outcome.kind(),
        "result": outcome.result(),
        "rules": outcome.rules(),
        "offender": name(outcome.offender()),
        "victim": outcome.victim().map(|(piece, square)| {
            json!({ "piece": piece.fen_char(), "square": square.to_string() })
        }),
        "plies": outcome.plies(),
        "isRepetition": outcome.is_repetition(),
        "sentences": sentences.into_iter().collect::<serde_json::Map<_, Value>>(),
    })
}

/// The move of an index.
pub fn move_of(at: u32) -> Result<Move> {
    let why = || Error::value(format!("{at} is the index of no move"));
    move_at(at as usize).ok_or_else(why)
}
