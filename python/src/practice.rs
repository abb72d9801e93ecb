//! Endings to practise.

use std::time::{SystemTime, UNIX_EPOCH};

use chuhe_bindings::{AssessedMove as Assessed, Error, HOLD_MOVES, PracticeAs};
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::arguments::{Number, to_move};
use crate::board::Board;
use crate::error::{OrRaise, raised};
use crate::moves::{Move, interned, list};
use crate::solved::{Ending, Tables};

/// The names of the endings that there are tables of, the built-in ones or those of `tables`.
///
/// >>> import chuhe
/// >>> "KRKAB" in chuhe.ending_classes()
/// True
#[pyfunction]
#[pyo3(signature = (tables=None))]
pub fn ending_classes(tables: Option<&Bound<'_, Tables>>) -> Vec<String> {
    chuhe_bindings::Practice::classes(&tables_of(tables))
}

fn tables_of(tables: Option<&Bound<'_, Tables>>) -> chuhe_bindings::Tables {
    tables.map(|tables| tables.get().inner.clone()).unwrap_or_default()
}

/// What a move has done, seen by the side that made it.
#[pyclass(frozen, module = "chuhe")]
pub struct AssessedMove {
    inner: Assessed,
    side: chuhe_bindings::Color,
}

#[pymethods]
impl AssessedMove {
    /// What the position was worth before the move.
    #[getter]
    fn before(&self) -> Ending {
        Ending::of(self.inner.before, self.side)
    }

    /// What it is worth now, for the same side.
    #[getter]
    fn after(&self) -> Ending {
        Ending::of(self.inner.after, self.side)
    }

    /// Whether what was won is still won, and what was drawn at least drawn.
    #[getter]
    fn kept(&self) -> bool {
        self.inner.is_kept()
    }

    /// The same in a word: 'still-won', 'slower', 'still-rule', 'slower-rule', 'chases',
    /// 'still-drawn', 'still-lost', 'still-lost-rule', 'now-drawn', 'now-lost' or 'now-lost-rule'.
    #[getter]
    fn word(&self) -> &'static str {
        self.inner.word()
    }

    /// Moves of the winner that are left; 0 where they have no number.
    #[getter]
    fn left(&self) -> u32 {
        self.inner.left()
    }

    /// The same after a best move.
    #[getter]
    fn least(&self) -> u32 {
        self.inner.least()
    }

    /// The best moves.
    #[getter]
    fn best<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        list(py, &self.inner.best)
    }

    fn __repr__(&self) -> String {
        format!("<AssessedMove {}>", self.inner.word())
    }
}

/// Positions of an ending to practise, and an opponent that makes no mistake.
///
/// `goal` is 'win' by force, 'rule' (a win because the other side may not check for ever) or 'draw';
/// `length` moves to the win such as '12' or '10..20', or 'easy', 'middle', 'hard' or 'any'. The
/// same `seed` gives the same positions, a random one if it is None. With `captures` a capture at
/// once may do it. `tables` are those of a folder instead of the built-in ones.
///
/// >>> import chuhe
/// >>> practice = chuhe.Practice("KRKAB", length="5..9", seed=3)
/// >>> board = practice.position(1)
/// >>> move = practice.hint(board)
/// >>> practice.assess(board, move).word
/// 'still-won'
/// >>> _ = board.push(move)
/// >>> _ = board.push(practice.reply(board))
#[pyclass(frozen, module = "chuhe")]
pub struct Practice {
    inner: chuhe_bindings::Practice,
    goal: String,
    seed: u64,
}

#[pymethods]
impl Practice {
    #[new]
    #[pyo3(
        signature = (ending, *, goal="win", length="any", seed=None, captures=false, rules="ComputerRule", tables=None)
    )]
    #[allow(clippy::too_many_arguments)] // they are keywords
    fn new(
        py: Python<'_>,
        ending: &str,
        goal: &str,
        length: &str,
        seed: Option<Number>,
        captures: bool,
        rules: &str,
        tables: Option<&Bound<'_, Tables>>,
    ) -> PyResult<Practice> {
        let seed = Number::maybe(seed, "seed")?.unwrap_or_else(any_seed);
        let how = PracticeAs {
            goal: goal.into(),
            length: length.into(),
            seed,
            captures,
            rules: rules.into(),
        };
        let tables = tables_of(tables);
        let inner = py.detach(|| chuhe_bindings::Practice::new(&tables, ending, &how));
        Ok(Practice { inner: inner.or_raise()?, goal: how.goal, seed })
    }

    /// The name of the ending, as its table has it.
    #[getter]
    fn ending(&self) -> String {
        self.inner.ending()
    }

    /// What is to be reached: 'win', 'rule' or 'draw'.
    #[getter]
    fn goal(&self) -> &str {
        &self.goal
    }

    /// What the positions are drawn by.
    #[getter]
    fn seed(&self) -> u64 {
        self.seed
    }

    /// A draw counts as held after so many moves.
    #[getter]
    fn hold(&self) -> usize {
        HOLD_MOVES
    }

    /// The position of a number, from 1 on: Red is to move, and is who practises.
    fn position(&self, py: Python<'_>, number: Number) -> PyResult<Board> {
        let number = number.to("number")?;
        let inner = py.detach(|| self.inner.position(number)).or_raise()?;
        Ok(Board { inner })
    }

    /// What the tables say of a position, for the side to move. None where there is no table.
    fn value(&self, board: &Bound<'_, Board>) -> PyResult<Option<Ending>> {
        let board = &board.try_borrow()?.inner;
        Ok(self.inner.value(board).map(|value| Ending::of(value, board.turn())))
    }

    /// What a legal move does. None where there is no table.
    fn assess(
        &self,
        board: &Bound<'_, Board>,
        r#move: &Bound<'_, PyAny>,
    ) -> PyResult<Option<AssessedMove>> {
        let board = &board.try_borrow()?.inner;
        let mv = to_move(board, r#move)?;
        if !board.is_legal(mv) {
            return Err(raised(Error::value(format!("{mv} is not legal"))));
        }
        let side = board.turn();
        Ok(self.inner.assess(board, mv).map(|inner| AssessedMove { inner, side }))
    }

    /// A best move. None without one, or where there is no table.
    fn hint(&self, board: &Bound<'_, Board>) -> PyResult<Option<Py<Move>>> {
        let mv = self.inner.hint(&board.try_borrow()?.inner);
        mv.map(|mv| interned(board.py(), mv)).transpose()
    }

    /// The opponent's move: the same for the same game. None without one, or where there is no table.
    fn reply(&self, board: &Bound<'_, Board>) -> PyResult<Option<Py<Move>>> {
        let mv = self.inner.reply(&board.try_borrow()?.inner);
        mv.map(|mv| interned(board.py(), mv)).transpose()
    }

    fn __repr__(&self) -> String {
        format!("<Practice {} {} seed={}>", self.inner.ending(), self.goal, self.seed)
    }
}

/// A seed by the clock.
fn any_seed() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| u64::from(since.subsec_nanos()) % 1_000_000)
}
