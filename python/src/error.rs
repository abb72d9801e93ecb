//! Errors as exceptions: classes of the module `chuhe.errors`.

use chuhe_bindings::{Error, ErrorKind};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

/// The name of the exception of a kind.
const fn class_of(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::Position => "PositionError",
        ErrorKind::Move => "MoveError",
        ErrorKind::Game => "GameError",
        ErrorKind::Io => "FileError",
        ErrorKind::Value => "ArgumentError",
        ErrorKind::Engine => "EngineError",
    }
}

/// An error as an exception, which is not raised.
pub fn exception<'py>(py: Python<'py>, error: &Error) -> PyResult<Bound<'py, PyAny>> {
    static CLASSES: PyOnceLock<Vec<Py<PyType>>> = PyOnceLock::new();
    let classes = CLASSES.get_or_try_init(py, || {
        let module = py.import("chuhe.errors")?;
        let class = |kind| Ok(module.getattr(class_of(kind))?.cast_into::<PyType>()?.unbind());
        ErrorKind::ALL.into_iter().map(class).collect::<PyResult<Vec<_>>>()
    })?;
    let class = classes[error.kind as usize].bind(py);
    let line = error.place.map(|place| place.line);
    let column = error.place.map(|place| place.column);
    class.call1((&error.message, line, column, error.file.as_deref()))
}

/// An error as an exception to be raised.
pub fn raised(error: Error) -> PyErr {
    Python::attach(|py| match exception(py, &error) {
        Ok(exception) => PyErr::from_value(exception),
        Err(error) => error,
    })
}

/// Errors of the bindings as exceptions.
pub trait OrRaise<T> {
    /// The value, or the exception.
    fn or_raise(self) -> PyResult<T>;
}

impl<T> OrRaise<T> for chuhe_bindings::Result<T> {
    fn or_raise(self) -> PyResult<T> {
        self.map_err(raised)
    }
}
