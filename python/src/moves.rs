//! Moves and squares.

use std::hash::{DefaultHasher, Hash, Hasher};

use chuhe_bindings::{Error, MASK, Square, index, move_at};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyList, PyString};

use crate::arguments::{Number, to_square, type_error};
use crate::error::{OrRaise, raised};

/// A move: the square that a piece leaves and the one that it goes to.
///
/// Wherever a move is taken, its text in any notation is taken as well.
///
/// >>> import chuhe
/// >>> move = chuhe.Move("h2e2")
/// >>> move.from_square, move.to_square, str(move)
/// ('h2', 'e2', 'h2e2')
/// >>> move == chuhe.Move("h2", "e2")
/// True
#[pyclass(frozen, eq, ord, hash, module = "chuhe")]
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Move(pub chuhe_bindings::Move);

impl Hash for Move {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.bits().hash(state);
    }
}

impl PartialOrd for Move {
    fn partial_cmp(&self, other: &Move) -> Option<std::cmp::Ordering> {
        self.0.bits().partial_cmp(&other.0.bits())
    }
}

#[allow(clippy::wrong_self_convention)] // they are properties of Python
#[pymethods]
impl Move {
    #[new]
    #[pyo3(signature = (from_square, to_square=None, /))]
    fn new(from_square: &Bound<'_, PyAny>, to_square: Option<&Bound<'_, PyAny>>) -> PyResult<Move> {
        if let Some(to) = to_square {
            let (from, to) = (self::to_square(from_square)?, self::to_square(to)?);
            return Ok(Move(chuhe_bindings::Move::new(from, to)));
        }
        let Ok(text) = from_square.cast::<PyString>() else {
            return Err(type_error("a text such as 'h2e2', or two squares", from_square));
        };
        chuhe_bindings::parse_move(&text.to_cow()?).or_raise().map(Move)
    }

    /// The move of a number from 0 to 8099.
    ///
    /// >>> import chuhe
    /// >>> chuhe.Move.from_index(chuhe.Move("h2e2").index)
    /// Move('h2e2')
    #[staticmethod]
    fn from_index(py: Python<'_>, index: Number) -> PyResult<Py<Move>> {
        let index = index.to("index")?;
        let mv = move_at(index);
        let why = || raised(Error::value(format!("index {index}: expected 0 to {}", MASK - 1)));
        interned(py, mv.ok_or_else(why)?)
    }

    /// The square that the piece leaves, such as 'h2'.
    #[getter]
    fn from_square(&self) -> String {
        self.0.from().to_string()
    }

    /// The square that the piece goes to, such as 'e2'.
    #[getter]
    fn to_square(&self) -> String {
        self.0.to().to_string()
    }

    /// The number of the move, 0 to 8099: its place in a mask of legal moves. It is 90 times the
    /// number of the first square and that of the second.
    #[getter]
    fn index(&self) -> usize {
        index(self.0)
    }

    /// The move reflected in the central file.
    fn mirror(&self) -> Move {
        Move(self.0.mirror())
    }

    /// The move as seen from the other side of the board.
    fn flip(&self) -> Move {
        Move(self.0.flip())
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Move('{}')", self.0)
    }

    /// As text, in the format of a text.
    fn __format__<'py>(&self, py: Python<'py>, format: &str) -> PyResult<Bound<'py, PyAny>> {
        PyString::new(py, &self.0.to_string()).call_method1("__format__", (format,))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.get_type::<Move>().into_any(), (self.0.to_string(),)))
    }

    fn __copy__(slf: Py<Move>) -> Py<Move> {
        slf
    }

    fn __deepcopy__(slf: Py<Move>, _memo: &Bound<'_, PyAny>) -> Py<Move> {
        slf
    }
}

/// The one object of a move: making it anew each time would cost more than the rest of a list.
pub fn interned(py: Python<'_>, mv: chuhe_bindings::Move) -> PyResult<Py<Move>> {
    static OBJECTS: PyOnceLock<Vec<PyOnceLock<Py<Move>>>> = PyOnceLock::new();
    let objects =
        OBJECTS.get_or_init(py, || (0..MASK).map(|_| PyOnceLock::new()).collect::<Vec<_>>());
    let object = objects[index(mv)].get_or_try_init(py, || Py::new(py, Move(mv)))?;
    Ok(object.clone_ref(py))
}

/// Moves as a list.
pub fn list<'py>(py: Python<'py>, moves: &[chuhe_bindings::Move]) -> PyResult<Bound<'py, PyList>> {
    let objects = moves.iter().map(|&mv| interned(py, mv)).collect::<PyResult<Vec<_>>>()?;
    PyList::new(py, objects)
}

/// The number of a square, 0 to 89: rank by rank from Red's back rank.
///
/// >>> import chuhe
/// >>> chuhe.square_index("a0"), chuhe.square_index("b0"), chuhe.square_index("a1")
/// (0, 1, 9)
#[pyfunction]
pub fn square_index(square: &Bound<'_, PyAny>) -> PyResult<usize> {
    Ok(to_square(square)?.index())
}

/// The name of a square.
///
/// >>> import chuhe
/// >>> chuhe.square_name(89)
/// 'i9'
#[pyfunction]
pub fn square_name(square: &Bound<'_, PyAny>) -> PyResult<String> {
    Ok(to_square(square)?.to_string())
}

/// The names of squares.
pub fn names(squares: Vec<Square>) -> Vec<String> {
    squares.into_iter().map(|square| square.to_string()).collect()
}

/// A hash that differs where a value does.
pub fn hash_of(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
