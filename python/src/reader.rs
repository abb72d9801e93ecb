//! The files that games stand in.

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use chuhe_bindings::{Error, ErrorKind, ReadAs};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyString, PyTuple};

use crate::arguments::{to_path, type_error};
use crate::error::OrRaise;
use crate::game::Game;

/// The games of a file, one at a time: an iterator, and a context manager that closes the file.
///
/// >>> import chuhe
/// >>> games = chuhe.read(b"h2e2 h9g7 1-0\nh2e2 x9g7\n")
/// >>> games.format, games.encoding
/// ('lines', 'UTF-8')
/// >>> [(len(game), game.result) for game in games]
/// [(2, '1-0'), (1, '*')]
#[pyclass(frozen, module = "chuhe")]
pub struct Reader {
    /// None when it was closed.
    inner: Mutex<Option<chuhe_bindings::Reader>>,
    format: &'static str,
    encoding: &'static str,
}

#[pymethods]
impl Reader {
    /// What the file was found to be: 'pgn', 'xqf', 'dhtmlxq', 'cbr', 'cbl', 'cbf', 'che', 'mxq',
    /// 'ccm', 'pfc', 'wxf', 'sheet', 'lines' or 'unknown'.
    #[getter]
    fn format(&self) -> &'static str {
        self.format
    }

    /// The encoding that its texts were found to have.
    #[getter]
    fn encoding(&self) -> &'static str {
        self.encoding
    }

    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Game>> {
        let found = py.detach(|| self.lock().as_mut().and_then(Iterator::next));
        found.transpose().or_raise().map(|game| game.map(|inner| Game { inner }))
    }

    /// Closes the file: there are no more games. At its end it is closed by itself.
    fn close(&self, py: Python<'_>) {
        py.detach(|| drop(self.lock().take()));
    }

    fn __enter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    #[pyo3(signature = (*_raised))]
    fn __exit__(&self, py: Python<'_>, _raised: &Bound<'_, PyTuple>) -> bool {
        self.close(py);
        false
    }
}

impl Reader {
    fn lock(&self) -> MutexGuard<'_, Option<chuhe_bindings::Reader>> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Reads the games of a file one at a time: of any format and encoding that Chuhe knows, which
/// are found out.
///
/// `source` is the path of a file, its bytes, or an object with a method `read` that returns its
/// bytes or its text. A game with a fault comes as far as it is good, with the fault in `fault`;
/// with `strict` it is raised as a GameError, and the next game can be asked for all the same.
/// `encoding` is a name such as 'gbk' or 'big5', `style` one of chuhe.STYLES.
///
/// >>> import chuhe
/// >>> game = next(chuhe.read(b"[DhtmlXQ_movelist]7747706279678070[/DhtmlXQ_movelist]"))
/// >>> game.texts("wxf")
/// ['C2.5', 'H8+7', 'H2+3', 'R9.8']
#[pyfunction]
#[pyo3(signature = (source, *, encoding=None, style=None, strict=false))]
pub fn read(
    source: &Bound<'_, PyAny>,
    encoding: Option<String>,
    style: Option<String>,
    strict: bool,
) -> PyResult<Reader> {
    let how = ReadAs { encoding, style, strict };
    let inner = match bytes_of(source)? {
        Some(bytes) => chuhe_bindings::Reader::of_bytes(bytes, &how),
        None => {
            let path = to_path(source)?;
            let opened =
                source.py().detach(|| chuhe_bindings::Reader::open(Path::new(&path), &how));
            opened.map_err(|error| advised(error, source))
        }
    };
    let inner = inner.or_raise()?;
    let (format, encoding) = (inner.format(), inner.encoding());
    Ok(Reader { inner: Mutex::new(Some(inner)), format, encoding })
}

/// What is wrong with a path that is the text of a game, with what to do.
fn advised(error: Error, source: &Bound<'_, PyAny>) -> Error {
    let text =
        source.cast::<PyString>().ok().and_then(|text| Some(text.to_cow().ok()?.into_owned()));
    let games = text.and_then(|text| {
        chuhe_bindings::Reader::of_bytes(text.into_bytes(), &ReadAs::default()).ok()
    });
    let is_game =
        games.and_then(|mut games| games.next()?.ok()).is_some_and(|game| !game.is_empty());
    if error.kind != ErrorKind::Io || !is_game {
        return error;
    }
    let message = format!("{}; games as text are read from bytes: text.encode()", error.message);
    Error { message, ..error }
}

/// The bytes that a source has in memory or hands over; None for a path.
fn bytes_of(source: &Bound<'_, PyAny>) -> PyResult<Option<Vec<u8>>> {
    if let Some(bytes) = in_memory(source)? {
        return Ok(Some(bytes));
    }
    if source.cast::<PyString>().is_ok() || !source.hasattr("read")? {
        return Ok(None);
    }
    let read = source.call_method0("read")?;
    if let Ok(text) = read.cast::<PyString>() {
        return Ok(Some(text.to_cow()?.as_bytes().to_vec()));
    }
    match in_memory(&read)? {
        Some(bytes) => Ok(Some(bytes)),
        None => Err(type_error("bytes or a text from read()", &read)),
    }
}

fn in_memory(source: &Bound<'_, PyAny>) -> PyResult<Option<Vec<u8>>> {
    if let Ok(bytes) = source.cast::<PyBytes>() {
        return Ok(Some(bytes.as_bytes().to_vec()));
    }
    if let Ok(bytes) = source.cast::<PyByteArray>() {
        return Ok(Some(bytes.to_vec()));
    }
    match source.get_type().name()?.to_string().as_str() {
        "memoryview" => Ok(Some(source.call_method0("tobytes")?.extract()?)),
        _ => Ok(None),
    }
}
