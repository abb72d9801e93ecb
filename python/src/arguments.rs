//! What scripts hand over: moves, squares, sides, paths.

use std::path::PathBuf;

use chuhe_bindings::{Error, Square, parse_square};
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyString};

use crate::error::{OrRaise, raised};
use crate::moves::Move;

/// A type error: what was expected, and what came instead.
pub fn type_error(expected: &str, found: &Bound<'_, PyAny>) -> PyErr {
    match found.get_type().name() {
        Ok(name) => PyTypeError::new_err(format!("expected {expected}, not {name}")),
        Err(error) => error,
    }
}

/// A whole number, which may be beyond all that an argument can be: who takes it gives it a name.
#[derive(Clone, Debug)]
pub enum Number {
    /// A number of some size.
    Of(i128),
    /// One that is larger, or smaller, with its digits.
    Beyond { digits: String, is_negative: bool },
}

impl<'py> FromPyObject<'_, 'py> for Number {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Number> {
        let (small, py) = (given.extract::<i64>(), given.py());
        let is_overflow = |error: &PyErr| error.is_instance_of::<PyOverflowError>(py);
        match small {
            Ok(number) => Ok(Number::Of(number.into())),
            Err(error) if !is_overflow(&error) => Err(error),
            Err(_) => match given.extract::<i128>() {
                Err(error) if is_overflow(&error) => {
                    let is_negative = given.lt(0)?;
                    // Python writes no number of many thousand digits.
                    let digits = given.str().map_or_else(|_| "…".into(), |text| text.to_string());
                    Ok(Number::Beyond { digits, is_negative })
                }
                found => found.map(Number::Of),
            },
        }
    }
}

impl Number {
    /// As a type of number.
    ///
    /// # Errors
    /// When it is out of its range; with the name of the argument.
    pub fn to<T: TryFrom<i128>>(&self, name: &str) -> PyResult<T> {
        let (digits, is_negative) = match self {
            Number::Of(number) => match T::try_from(*number) {
                Ok(found) => return Ok(found),
                Err(_) => (number.to_string(), *number < 0),
            },
            Number::Beyond { digits, is_negative } => (digits.clone(), *is_negative),
        };
        let size = if is_negative { "small" } else { "large" };
        Err(raised(Error::value(format!("{name} {}: too {size} a number", beginning(&digits)))))
    }

    /// The same of an argument that may be left out.
    ///
    /// # Errors
    /// As of [`Number::to`].
    pub fn maybe<T: TryFrom<i128>>(given: Option<Number>, name: &str) -> PyResult<Option<T>> {
        given.map(|number| number.to(name)).transpose()
    }
}

fn beginning(digits: &str) -> String {
    const SHOWN: usize = 40;
    match digits.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &digits[..end]),
        None => digits.to_owned(),
    }
}

/// Seconds: a whole number beyond all others is endless.
pub struct Seconds(pub f64);

impl<'py> FromPyObject<'_, 'py> for Seconds {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Seconds> {
        match given.extract::<f64>() {
            Err(error) if error.is_instance_of::<PyOverflowError>(given.py()) => {
                Ok(Seconds(if given.lt(0)? { f64::NEG_INFINITY } else { f64::INFINITY }))
            }
            found => found.map(Seconds),
        }
    }
}

/// A move, or its text in any notation on a board.
pub fn to_move(
    board: &chuhe_bindings::Board,
    given: &Bound<'_, PyAny>,
) -> PyResult<chuhe_bindings::Move> {
    if let Ok(mv) = given.cast::<Move>() {
        return Ok(mv.get().0);
    }
    match given.cast::<PyString>() {
        Ok(text) => board.read(&text.to_cow()?, None).or_raise(),
        Err(_) => Err(type_error("a Move or its text", given)),
    }
}

/// A square: `e0`, or its number.
pub fn to_square(given: &Bound<'_, PyAny>) -> PyResult<Square> {
    if let Ok(text) = given.cast::<PyString>() {
        return parse_square(&text.to_cow()?).or_raise();
    }
    if given.cast::<PyInt>().is_err() || given.cast::<PyBool>().is_ok() {
        return Err(type_error("a square such as 'e0' or its number", given));
    }
    let number: Option<usize> = given.extract().ok();
    let square = number.filter(|number| *number < Square::COUNT).map(Square::from_index);
    square.ok_or_else(|| {
        raised(Error::value(format!("square {given}: expected 0 to {}", Square::COUNT - 1)))
    })
}

/// The path of a file: a text, or anything with `__fspath__`. By the module `os`: a text that is
/// no path of this system is an error there, and a panic in the conversion that PyO3 has.
pub fn to_path(given: &Bound<'_, PyAny>) -> PyResult<PathBuf> {
    let os = given.py().import("os")?;
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStringExt;
        let bytes: Vec<u8> = os.call_method1("fsencode", (given,))?.extract()?;
        Ok(std::ffi::OsString::from_vec(bytes).into())
    }
    #[cfg(not(unix))]
    {
        let text: String = os.call_method1("fspath", (given,))?.extract()?;
        Ok(text.into())
    }
}

/// Whether a signal, such as that of Ctrl+C, wants an end. What it raised is kept, to be raised
/// when what runs has ended.
pub fn interrupted(raised: &mut Option<PyErr>) -> bool {
    if raised.is_none() {
        *raised = Python::attach(|py| py.check_signals()).err();
    }
    raised.is_some()
}
