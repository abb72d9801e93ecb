//! The engine.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use chuhe_bindings::{
    Error, Found, MOST_LINES, OptionKind, SearchLimits, Step, StopToken, option_type,
};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::arguments::{Number, Seconds, interrupted, to_move};
use crate::board::Board;
use crate::error::{OrRaise, raised};
use crate::moves::{Move, interned, list};

/// How long Python hears nothing of a search.
const LOOK: Duration = Duration::from_millis(50);

/// A line that a search has found. Scores and chances are those of the side to move.
///
/// >>> import chuhe
/// >>> board = chuhe.Board("3k5/9/9/9/9/9/9/9/4R4/R3K4 w")
/// >>> line = chuhe.Engine().analyse(board, depth=6)[0]
/// >>> line.mate, line.cp, line.move == line.pv[0], line.turn
/// (1, None, True, 'red')
#[pyclass(frozen, module = "chuhe")]
pub struct Line {
    inner: chuhe_bindings::Line,
}

#[pymethods]
impl Line {
    /// 1 for the best line, 2 for the second.
    #[getter]
    fn multipv(&self) -> usize {
        self.inner.report.multi_pv
    }

    /// The depth of the iteration, in plies.
    #[getter]
    fn depth(&self) -> i32 {
        self.inner.report.depth
    }

    /// The longest line that was looked at, in plies.
    #[getter]
    fn seldepth(&self) -> usize {
        self.inner.report.selective_depth
    }

    /// The score in hundredths of an advantage that wins half of the games; None of a mate.
    #[getter]
    fn cp(&self) -> Option<i32> {
        self.inner.cp()
    }

    /// Moves to mate, negative when the side to move is mated; None of other scores.
    #[getter]
    fn mate(&self) -> Option<i32> {
        self.inner.mate()
    }

    /// The chances of a win, a draw and a loss, which add up to 1.
    #[getter]
    fn chances(&self) -> (f64, f64, f64) {
        self.inner.chances().into()
    }

    /// The points that the side to move may expect: 1 for a win, 0.5 for a draw.
    #[getter]
    fn expected(&self) -> f64 {
        self.inner.expected()
    }

    /// 'exact', or 'lower' or 'upper' where the score is a bound only.
    #[getter]
    fn bound(&self) -> &'static str {
        self.inner.bound()
    }

    /// Nodes of all threads since the search began.
    #[getter]
    fn nodes(&self) -> u64 {
        self.inner.report.nodes
    }

    /// Seconds since the search began.
    #[getter]
    fn time(&self) -> f64 {
        self.inner.report.elapsed.as_secs_f64()
    }

    /// Nodes a second.
    #[getter]
    fn nps(&self) -> u64 {
        self.inner.nps()
    }

    /// How full the hash table is, 0 to 1.
    #[getter]
    fn hashfull(&self) -> f64 {
        f64::from(self.inner.report.hashfull) / 1000.0
    }

    /// Positions that a table of solved endings has decided.
    #[getter]
    fn tbhits(&self) -> u64 {
        self.inner.report.tb_hits
    }

    /// The moves; none where the side to move has none.
    #[getter]
    fn pv<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        list(py, &self.inner.report.pv)
    }

    /// The first of the moves.
    #[getter]
    fn r#move(&self, py: Python<'_>) -> PyResult<Option<Py<Move>>> {
        self.inner.report.pv.first().map(|&mv| interned(py, mv)).transpose()
    }

    /// The side to move, 'red' or 'black', from whose view all this is.
    #[getter]
    fn turn(&self) -> &'static str {
        self.inner.turn.name()
    }

    fn __repr__(&self) -> String {
        let score = match (self.inner.cp(), self.inner.mate()) {
            (Some(cp), _) => format!("cp={cp}"),
            (_, mate) => format!("mate={}", mate.unwrap_or_default()),
        };
        let report = &self.inner.report;
        let moves: Vec<String> = report.pv.iter().map(ToString::to_string).collect();
        format!("<Line {score} depth={} pv={}>", report.depth, moves.join(" "))
    }
}

fn lines_of(py: Python<'_>, found: Found) -> PyResult<Vec<Py<Line>>> {
    found.lines.into_iter().map(|inner| Py::new(py, Line { inner })).collect()
}

/// The engine inside this process.
///
/// `threads` search together, `hash` is the size of the hash table in MiB, `level` the strength
/// from 0 to 20, the full one. An engine makes one search at a time: a thread that asks for
/// another one waits. Other threads of Python run while one searches.
///
/// >>> import chuhe
/// >>> engine = chuhe.Engine()
/// >>> lines = engine.analyse(chuhe.Board(), depth=8, multipv=2)
/// >>> len(lines), lines[0].expected >= lines[1].expected
/// (2, True)
/// >>> engine.play(chuhe.Board(), depth=5) in chuhe.Board().legal_moves
/// True
#[pyclass(subclass, frozen, module = "chuhe")]
pub struct Engine {
    inner: chuhe_bindings::Engine,
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(
        signature = (threads=Number::Of(1), hash=Number::Of(16), level=Number::Of(20)),
        text_signature = "(threads=1, hash=16, level=20)"
    )]
    fn new(py: Python<'_>, threads: Number, hash: Number, level: Number) -> PyResult<Engine> {
        let (threads, hash) = (threads.to("threads")?, hash.to("hash")?);
        let level = level.to("level")?;
        let make = || {
            let inner = chuhe_bindings::Engine::new(threads, hash)?;
            inner.set_level(level)?;
            Ok(Engine { inner })
        };
        py.detach(make).or_raise()
    }

    /// `analyse` and `play` in one, with limits in their order, which `cancel` of another thread
    /// ends.
    fn _search(
        &self,
        board: &Bound<'_, Board>,
        limits: AllGiven<'_>,
        cancel: Py<Cancel>,
    ) -> PyResult<LinesAndMove> {
        let (nodes, time, depth, mate, multipv, moves) = limits;
        let limits = (nodes, time, depth, mate, multipv);
        let found = self.search(board, limits, moves.as_ref(), Some(&cancel))?;
        let best = found.best.map(|mv| interned(board.py(), mv)).transpose()?;
        Ok((lines_of(board.py(), found)?, best))
    }

    /// Searches a position until a limit is reached, and returns the best lines, the best first.
    ///
    /// `nodes`, `time` in seconds and `depth` in plies are limits, of which there must be one; a
    /// mate in at most `mate` moves ends the search sooner. `multipv` is the number of lines, `moves` the only first moves to look at, at least one.
    /// `stop` of another thread and Ctrl+C end the search.
    #[pyo3(
        signature = (board, *, nodes=None, time=None, depth=None, mate=None, multipv=Number::Of(1), moves=None),
        text_signature = "($self, board, *, nodes=None, time=None, depth=None, mate=None, multipv=1, moves=None)"
    )]
    #[allow(clippy::too_many_arguments)] // they are keywords
    fn analyse(
        &self,
        board: &Bound<'_, Board>,
        nodes: Option<Number>,
        time: Option<Seconds>,
        depth: Option<Number>,
        mate: Option<Number>,
        multipv: Number,
        moves: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Vec<Py<Line>>> {
        let limits = (nodes, time, depth, mate, multipv);
        lines_of(board.py(), self.search(board, limits, moves, None)?)
    }

    /// The move to play, by the limits of `analyse`: as the level of the engine has it, and from
    /// its opening book if one is set. None where there is no move.
    #[pyo3(
        signature = (board, *, nodes=None, time=None, depth=None, mate=None, multipv=Number::Of(1), moves=None),
        text_signature = "($self, board, *, nodes=None, time=None, depth=None, mate=None, multipv=1, moves=None)"
    )]
    #[allow(clippy::too_many_arguments)]
    fn play(
        &self,
        board: &Bound<'_, Board>,
        nodes: Option<Number>,
        time: Option<Seconds>,
        depth: Option<Number>,
        mate: Option<Number>,
        multipv: Number,
        moves: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Option<Py<Move>>> {
        let limits = (nodes, time, depth, mate, multipv);
        let best = self.search(board, limits, moves, None)?.best;
        best.map(|mv| interned(board.py(), mv)).transpose()
    }

    /// Searches as `analyse` does, with limits or without, and returns an iterator of the lines
    /// as they are found. Leaving its `with` ends the search, and so does the next search.
    ///
    /// >>> import chuhe
    /// >>> engine = chuhe.Engine()
    /// >>> with engine.infos(chuhe.Board()) as infos:
    /// ...     for line in infos:
    /// ...         if line.depth >= 6:
    /// ...             break
    /// >>> line.depth
    /// 6
    #[pyo3(
        signature = (board, *, nodes=None, time=None, depth=None, mate=None, multipv=Number::Of(1), moves=None),
        text_signature = "($self, board, *, nodes=None, time=None, depth=None, mate=None, multipv=1, moves=None)"
    )]
    #[allow(clippy::too_many_arguments)]
    fn infos(
        &self,
        board: &Bound<'_, Board>,
        nodes: Option<Number>,
        time: Option<Seconds>,
        depth: Option<Number>,
        mate: Option<Number>,
        multipv: Number,
        moves: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Analysis> {
        let py = board.py();
        let board = board.try_borrow()?.inner.clone();
        let limits = limits_of(&board, (nodes, time, depth, mate, multipv), moves)?;
        let mut signal = None;
        let start = || self.inner.start(&board, &limits, &mut || interrupted(&mut signal));
        let found = py.detach(start);
        if let Some(signal) = signal {
            py.detach(|| drop(found));
            return Err(signal);
        }
        let search = found.or_raise()?;
        Ok(Analysis { token: search.token(), search: Some(search).into() })
    }

    /// Ends the search that runs, from any thread: it returns what it has found.
    fn stop(&self) {
        self.inner.stop();
    }

    /// Forgets what was learned: another game begins.
    fn new_game(&self, py: Python<'_>) -> PyResult<()> {
        py.detach(|| self.inner.new_game()).or_raise()
    }

    /// The static evaluation of a position by the network of the engine, in hundredths of an
    /// advantage that wins half of the games, for the side to move.
    fn evaluate(&self, board: &Bound<'_, Board>) -> PyResult<i32> {
        let inner = board.try_borrow()?.inner.clone();
        Ok(board.py().detach(|| self.inner.evaluate(&inner)))
    }

    /// Sets an option of the engine, whose name is known in any case; a number, a bool or a text.
    ///
    /// >>> import chuhe
    /// >>> engine = chuhe.Engine()
    /// >>> engine.set_option("Hash", 32)
    /// >>> engine.set_option("Hash", -1)
    /// Traceback (most recent call last):
    /// chuhe.errors.ArgumentError: option Hash '-1': expected a whole number from 1 to 1048576
    fn set_option(&self, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let text = match value.extract::<bool>() {
            Ok(value) => value.to_string(),
            Err(_) => value.str()?.to_cow()?.into_owned(),
        };
        value.py().detach(|| self.inner.set_option(name, &text)).or_raise()
    }

    /// The options: a dict of their names, with dicts of 'type', 'default', 'min', 'max' and
    /// 'values', where there are such.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let all = PyDict::new(py);
        for spec in chuhe_bindings::Engine::options() {
            let of = PyDict::new(py);
            of.set_item("type", option_type(&spec.kind))?;
            match spec.kind {
                OptionKind::Check { default } => of.set_item("default", default)?,
                OptionKind::Spin { default, min, max } => {
                    of.set_item("default", default)?;
                    of.set_item("min", min)?;
                    of.set_item("max", max)?;
                }
                OptionKind::Combo { default, vars } => {
                    of.set_item("default", default)?;
                    of.set_item("values", vars.to_vec())?;
                }
                OptionKind::Button => {}
                OptionKind::Text { default } => of.set_item("default", default)?,
            }
            all.set_item(spec.name, of)?;
        }
        Ok(all)
    }
}

/// What `analyse` returns, and what `play` does.
type LinesAndMove = (Vec<Py<Line>>, Option<Py<Move>>);

/// Limits as arguments: nodes, seconds, plies, moves to mate, and the number of lines.
type Given = (Option<Number>, Option<Seconds>, Option<Number>, Option<Number>, Number);

/// The same, and the first moves.
type AllGiven<'py> = (
    Option<Number>,
    Option<Seconds>,
    Option<Number>,
    Option<Number>,
    Number,
    Option<Bound<'py, PyAny>>,
);

fn limits_of(
    board: &chuhe_bindings::Board,
    (nodes, time, depth, mate, multipv): Given,
    moves: Option<&Bound<'_, PyAny>>,
) -> PyResult<SearchLimits> {
    let read = |moves: &Bound<'_, PyAny>| {
        moves.try_iter()?.map(|mv| to_move(board, &mv?)).collect::<PyResult<Vec<_>>>()
    };
    let only = moves.map(read).transpose()?;
    let lines = multipv.to("multipv")?;
    if !(1..=MOST_LINES).contains(&lines) {
        let why = format!("multipv {lines}: expected 1 to {MOST_LINES}");
        return Err(raised(Error::value(why)));
    }
    Ok(SearchLimits {
        nodes: Number::maybe(nodes, "nodes")?,
        time: time.map(|time| time.0),
        depth: Number::maybe(depth, "depth")?,
        mate: Number::maybe(mate, "mate")?,
        lines: Some(lines),
        moves: only,
    })
}

impl Engine {
    fn search(
        &self,
        board: &Bound<'_, Board>,
        limits: Given,
        moves: Option<&Bound<'_, PyAny>>,
        cancel: Option<&Py<Cancel>>,
    ) -> PyResult<Found> {
        let py = board.py();
        let board = board.try_borrow()?.inner.clone();
        let limits = limits_of(&board, limits, moves)?;
        let mut signal = None;
        let is_cancelled = || cancel.is_some_and(|cancel| cancel.get().0.load(Ordering::Relaxed));
        let found = py.detach(|| {
            let mut on = |line: Option<&chuhe_bindings::Line>| {
                is_cancelled() || line.is_none() && interrupted(&mut signal)
            };
            self.inner.analyse(&board, &limits, &mut on)
        });
        match signal {
            Some(signal) => Err(signal),
            None => found.or_raise(),
        }
    }
}

/// Ends a search of another thread.
#[pyclass(frozen, module = "chuhe")]
#[derive(Default)]
pub struct Cancel(AtomicBool);

#[pymethods]
impl Cancel {
    #[new]
    fn new() -> Cancel {
        Cancel::default()
    }

    /// Ends the search.
    fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The lines of a search as they are found: an iterator, which `Engine.infos` returns.
#[pyclass(frozen, module = "chuhe")]
pub struct Analysis {
    /// None when it was closed.
    search: Mutex<Option<chuhe_bindings::Search>>,
    /// Ends the search without the lock, which who waits for a line holds.
    token: StopToken,
}

impl Analysis {
    fn lock(&self) -> MutexGuard<'_, Option<chuhe_bindings::Search>> {
        self.search.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Analysis {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Line>> {
        loop {
            let step = py.detach(|| self.lock().as_mut().map(|search| search.step(LOOK)));
            match step {
                Some(Step::Line(line)) => return Ok(Some(Line { inner: *line })),
                Some(Step::Waiting) => py.check_signals()?,
                Some(Step::Finished(_)) | None => return Ok(None),
            }
        }
    }

    /// Ends the search: the iterator gives what is left, and ends.
    fn stop(&self) {
        self.token.stop();
    }

    /// Ends the search and throws away what is left.
    fn close(&self, py: Python<'_>) {
        self.token.stop();
        py.detach(|| drop(self.lock().take()));
    }

    fn __enter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    #[pyo3(signature = (*_raised))]
    fn __exit__(&self, py: Python<'_>, _raised: &Bound<'_, pyo3::types::PyTuple>) -> bool {
        self.close(py);
        false
    }
}
