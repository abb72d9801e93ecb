//! What the moves of a game were worth.

use chuhe_bindings::{Assessed, Grade, Phase, Played, Points, ReviewAs, SearchLimits};
use pyo3::prelude::*;

use crate::arguments::{Number, Seconds, interrupted, type_error};
use crate::board::Board;
use crate::error::OrRaise;
use crate::game::Game;

/// A move of a game and what it was worth.
#[pyclass(frozen, get_all, module = "chuhe")]
#[derive(Clone)]
pub struct Judged {
    /// The number of the position before it, from 0.
    ply: usize,
    /// The move as coordinates.
    r#move: String,
    /// The move in the style that was asked for.
    text: String,
    /// The side that made it, 'red' or 'black'.
    turn: &'static str,
    /// 'opening', 'middlegame' or 'endgame'.
    phase: &'static str,
    /// What it lost in centipawns; scores beyond 1000 and mates count as 1000.
    loss_cp: i32,
    /// What it lost of the expected points, 0 to 1.
    loss: f64,
    /// 'inaccuracy', 'mistake', 'blunder', or None for a move that lost little.
    grade: Option<&'static str>,
    /// Whether the searches were too shallow to give it a grade.
    too_shallow: bool,
    /// The best line from the position before it, as coordinates.
    best: Vec<String>,
    /// The same in the style that was asked for.
    best_text: Vec<String>,
}

#[pymethods]
impl Judged {
    fn __repr__(&self) -> String {
        let grade = self.grade.map_or(String::new(), |grade| format!(" {grade}"));
        format!("<Judged {}{grade}>", self.r#move)
    }
}

/// What the moves of a side were worth.
#[pyclass(frozen, get_all, module = "chuhe")]
#[derive(Clone)]
pub struct Side {
    /// The number of moves.
    moves: usize,
    /// How many the searches were too shallow to judge: they have no part in the means.
    unjudged: usize,
    /// How well they were chosen, 0 to 100; None where none was judged.
    accuracy: Option<f64>,
    /// Mean loss in centipawns; None where none was judged.
    loss_cp: Option<f64>,
    /// How many were inaccuracies.
    inaccuracies: usize,
    /// How many were mistakes.
    mistakes: usize,
    /// How many were blunders.
    blunders: usize,
}

#[pymethods]
impl Side {
    fn __repr__(&self) -> String {
        let accuracy = self.accuracy.map_or("None".to_owned(), |accuracy| accuracy.to_string());
        format!("<Side moves={} accuracy={accuracy} blunders={}>", self.moves, self.blunders)
    }
}

/// What the moves of a game were worth: see `Engine.review`.
#[pyclass(frozen, get_all, module = "chuhe")]
pub struct Review {
    /// The moves of the main line.
    moves: Vec<Py<Judged>>,
    /// What Red's moves were worth.
    red: Py<Side>,
    /// What Black's moves were worth.
    black: Py<Side>,
    /// For each position the points that Red may expect, 0 to 1: one more than moves.
    curve: Vec<f64>,
    /// For each position the score in centipawns from Red's view; None where it is a mate.
    scores: Vec<Option<i32>>,
    /// The name of the opening, such as 'central-cannon'; None where it has no common name.
    opening: Option<&'static str>,
}

#[pymethods]
impl Review {
    fn __repr__(&self) -> String {
        format!("<Review of {} moves>", self.moves.len())
    }
}

/// Searches every position of the main line of a game and grades its moves, as
/// `chuhe analyze` does: the engine's part of `Engine.review`.
#[pyfunction]
#[pyo3(signature = (game, nodes, time, depth, rules, style, hash, progress))]
#[allow(clippy::too_many_arguments)] // the package gives them names
pub fn review(
    game: &Bound<'_, PyAny>,
    nodes: Option<Number>,
    time: Option<Seconds>,
    depth: Option<Number>,
    rules: String,
    style: String,
    hash: Number,
    progress: Option<Py<PyAny>>,
) -> PyResult<Review> {
    let py = game.py();
    let inner = match (game.cast::<Game>(), game.cast::<Board>()) {
        (Ok(game), _) => game.try_borrow()?.inner.clone(),
        (_, Ok(board)) => chuhe_bindings::Game::of_board(&board.try_borrow()?.inner),
        _ => return Err(type_error("a Game or a Board", game)),
    };
    let limits = SearchLimits {
        nodes: Number::maybe(nodes, "nodes")?,
        time: time.map(|time| time.0),
        depth: Number::maybe(depth, "depth")?,
        ..SearchLimits::default()
    };
    let hash = hash.to("hash")?;
    let how = ReviewAs { limits, rules, style, hash };
    let mut raised = None;
    let mut told = 0;
    let mut on = |made: usize, of: usize| {
        if let Some(progress) = progress.as_ref().filter(|_| made > told) {
            told = made;
            let called = Python::attach(|py| progress.call1(py, (made, of)).map(drop));
            raised = raised.take().or(called.err());
        }
        interrupted(&mut raised)
    };
    let found = py.detach(|| chuhe_bindings::review(&inner, &how, &mut on));
    match raised {
        Some(raised) => Err(raised),
        None => as_review(py, &found.or_raise()?),
    }
}

fn as_review(py: Python<'_>, found: &Assessed) -> PyResult<Review> {
    let judged = |(ply, (played, position)): (usize, (&Played, &chuhe_bindings::Searched))| {
        let judged = Judged {
            ply,
            r#move: played.mv.clone(),
            text: played.text.clone(),
            turn: if played.red { "red" } else { "black" },
            phase: match played.phase {
                Phase::Opening => "opening",
                Phase::Middlegame => "middlegame",
                Phase::Endgame => "endgame",
            },
            loss_cp: played.loss_cp,
            loss: played.loss_chance / 100.0,
            grade: played.grade.map(|grade| match grade {
                Grade::Inaccuracy => "inaccuracy",
                Grade::Mistake => "mistake",
                Grade::Blunder => "blunder",
            }),
            too_shallow: played.too_shallow,
            best: position.line.clone(),
            best_text: position.line_text.clone(),
        };
        Py::new(py, judged)
    };
    let side = |side: &chuhe_bindings::Side| {
        let chuhe_bindings::Side { moves, unjudged, accuracy, loss_cp, .. } = *side;
        let (inaccuracies, mistakes, blunders) = (side.inaccuracies, side.mistakes, side.blunders);
        let side = Side { moves, unjudged, accuracy, loss_cp, inaccuracies, mistakes, blunders };
        Py::new(py, side)
    };
    let score = |points: Points| match points {
        Points::Cp(cp) => Some(cp),
        Points::Mate(_) => None,
    };
    let moves = found.moves.iter().zip(&found.positions).enumerate();
    Ok(Review {
        moves: moves.map(judged).collect::<PyResult<_>>()?,
        red: side(&found.red)?,
        black: side(&found.black)?,
        curve: found.positions.iter().map(|position| position.red_chance / 100.0).collect(),
        scores: found.positions.iter().map(|position| score(position.score)).collect(),
        opening: found.opening,
    })
}
