//! Solved endings, proved mates, opening books.

use chuhe_bindings::{Color, MateQuestion, ending_basis, ending_kind, moves_to_end};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};

use crate::arguments::{Number, interrupted, to_path};
use crate::board::Board;
use crate::error::OrRaise;
use crate::moves::{Move, interned, list};

/// The static evaluation of a position by the built-in network, in hundredths of an advantage
/// that wins half of the games, for the side to move.
///
/// >>> import chuhe
/// >>> chuhe.evaluate(chuhe.Board("3k5/9/9/9/9/9/9/9/4R4/R3K4 w")) > 300
/// True
#[pyfunction]
pub fn evaluate(board: &Bound<'_, Board>) -> PyResult<i32> {
    Ok(chuhe_bindings::evaluate(&board.try_borrow()?.inner))
}

/// How a solved ending ends with best play.
///
/// >>> import chuhe
/// >>> ending = chuhe.probe(chuhe.Board("3k5/9/9/9/9/9/9/9/R8/4K4 w"))
/// >>> ending.kind, ending.winner
/// ('win', 'red')
/// >>> chuhe.probe(chuhe.Board("9/9/4k4/3R5/9/9/6n2/5K3/9/9 b"))
/// <Ending loss>
#[pyclass(frozen, get_all, module = "chuhe")]
pub struct Ending {
    /// 'win', 'draw' or 'loss' of the side to move.
    kind: &'static str,
    /// The side that wins; None for a draw.
    winner: Option<&'static str>,
    /// Plies to the end, 0 when it is there; None for a draw, and for a win that has no distance
    /// because it exists only where the other side may not check for ever.
    plies: Option<u32>,
    /// Moves of the winner to the end; None like `plies`.
    moves: Option<u32>,
    /// What it rests on: 'force', 'rule' where a side may not check for ever, or 'chases' for a draw
    /// that may need them, so that it holds only where they are free.
    by: &'static str,
}

impl Ending {
    /// A value for `side`, which is to move.
    pub fn of(value: chuhe_bindings::Ending, side: Color) -> Ending {
        Ending {
            kind: ending_kind(value),
            winner: value.winner(side).map(Color::name),
            plies: value.plies(),
            moves: moves_to_end(value),
            by: ending_basis(value),
        }
    }
}

#[pymethods]
impl Ending {
    fn __repr__(&self) -> String {
        match self.plies {
            Some(plies) => format!("<Ending {} in {plies} plies>", self.kind),
            None => format!("<Ending {}>", self.kind),
        }
    }
}

/// Tables of solved endings: those of a folder, as `chuhe endings build` makes them, and the
/// built-in ones of classes that it lacks; without a folder the built-in ones.
///
/// >>> import chuhe
/// >>> tables = chuhe.Tables()
/// >>> tables.probe(chuhe.Board("3k5/9/9/9/9/9/9/9/R8/4K4 b")).kind
/// 'loss'
#[pyclass(frozen, module = "chuhe")]
pub struct Tables {
    pub inner: chuhe_bindings::Tables,
}

#[pymethods]
impl Tables {
    #[new]
    #[pyo3(signature = (folder=None, /))]
    fn new(py: Python<'_>, folder: Option<&Bound<'_, PyAny>>) -> PyResult<Tables> {
        let path = folder.map(to_path).transpose()?;
        let open = || match path {
            Some(path) => chuhe_bindings::Tables::open(&path),
            None => Ok(chuhe_bindings::Tables::default()),
        };
        Ok(Tables { inner: py.detach(open).or_raise()? })
    }

    /// How the ending of a position ends with best play. None where the tables do not have it.
    fn probe(&self, board: &Bound<'_, Board>) -> PyResult<Option<Ending>> {
        let inner = board.try_borrow()?.inner.clone();
        let found = board.py().detach(|| self.inner.probe(&inner));
        Ok(found.map(|found| Ending::of(found, inner.turn())))
    }
}

/// What the tables of solved endings say of a position: the built-in ones, or those of a folder
/// as well, under the rule set of the board. None where they say nothing. For many positions make
/// `Tables` of the folder once.
#[pyfunction]
#[pyo3(signature = (board, folder=None))]
pub fn probe(
    board: &Bound<'_, Board>,
    folder: Option<&Bound<'_, PyAny>>,
) -> PyResult<Option<Ending>> {
    Tables::new(board.py(), folder)?.probe(board)
}

/// What was proved of a mate.
#[pyclass(frozen, module = "chuhe")]
pub struct MateAnswer {
    inner: chuhe_bindings::MateAnswer,
}

#[pymethods]
impl MateAnswer {
    /// 'proved', 'refuted' or 'unknown'. It is refuted only where no move of the kind that was
    /// asked for mates, and all were searched; never for 'threats', which are partly guessed.
    #[getter]
    fn status(&self) -> &'static str {
        self.inner.status()
    }

    /// The moves of the mate against the longest defence; none unless it is proved.
    #[getter]
    fn line<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        list(py, self.inner.proof().map_or(&[], |proof| &proof.line))
    }

    /// Moves to the mate, or within which there is none; None where nothing is known.
    #[getter]
    fn moves(&self) -> Option<u32> {
        self.inner.moves()
    }

    /// Whether no quicker mate exists.
    #[getter]
    fn is_shortest(&self) -> bool {
        self.inner.proof().is_some_and(|proof| proof.is_shortest)
    }

    /// First moves that are proved to mate as quickly.
    #[getter]
    fn first_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        list(py, self.inner.proof().map_or(&[], |proof| &proof.first_moves))
    }

    /// Whether every other first move is proved not to mate as quickly.
    #[getter]
    fn is_complete(&self) -> bool {
        self.inner.proof().is_some_and(|proof| proof.is_complete)
    }

    /// The moves of the attacker that were searched: 'checks', 'threats' or 'any'; None where
    /// nothing is known.
    #[getter]
    fn attack(&self) -> Option<&'static str> {
        self.inner.attack()
    }

    /// Positions searched.
    #[getter]
    fn nodes(&self) -> u64 {
        self.inner.nodes
    }

    /// Whether the mate is proved.
    fn __bool__(&self) -> bool {
        self.inner.proof().is_some()
    }

    fn __repr__(&self) -> String {
        match self.inner.moves() {
            Some(moves) => format!("<MateAnswer {} moves={moves}>", self.inner.status()),
            None => format!("<MateAnswer {}>", self.inner.status()),
        }
    }
}

/// Looks for a forced mate of the side to move, and proves it against every reply.
///
/// `moves` is the longest mate that counts, `attack` which moves of the attacker are searched:
/// 'checks', 'threats' (and checks) or 'any'. After `nodes` positions it gives up, and the status is
/// 'unknown'.
/// `shortest` goes on to find the shortest mate, `all_moves` to find all first moves that mate as
/// quickly; `hash` is the size of a table in MiB.
///
/// >>> import chuhe
/// >>> answer = chuhe.prove_mate(chuhe.Board("3k5/9/9/9/9/9/9/9/4R4/R3K4 w"))
/// >>> answer.status, answer.moves, answer.is_shortest
/// ('proved', 1, True)
#[pyfunction]
#[pyo3(
    signature = (board, *, moves=None, attack="any", nodes=Number::Of(1_000_000), shortest=true, all_moves=false, hash=Number::Of(16)),
    text_signature = "(board, *, moves=None, attack='any', nodes=1000000, shortest=True, all_moves=False, hash=16)"
)]
#[allow(clippy::too_many_arguments)] // they are keywords
pub fn prove_mate(
    board: &Bound<'_, Board>,
    moves: Option<Number>,
    attack: &str,
    nodes: Number,
    shortest: bool,
    all_moves: bool,
    hash: Number,
) -> PyResult<MateAnswer> {
    let py = board.py();
    let board = board.try_borrow()?.inner.clone();
    let (moves, nodes) = (Number::maybe(moves, "moves")?, nodes.to("nodes")?);
    let (attack, hash) = (attack.to_owned(), hash.to("hash")?);
    let asked = MateQuestion { moves, attack, nodes, shortest, all_moves, hash };
    let signal = std::sync::Mutex::new(None);
    let stop = || interrupted(&mut signal.lock().unwrap_or_else(|error| error.into_inner()));
    let found = py.detach(|| chuhe_bindings::prove_mate(&board, &asked, &stop));
    match signal.into_inner().unwrap_or_else(|error| error.into_inner()) {
        Some(signal) => Err(signal),
        None => Ok(MateAnswer { inner: found.or_raise()? }),
    }
}

/// A move of a book.
#[pyclass(frozen, get_all, module = "chuhe")]
pub struct BookMove {
    /// The move.
    r#move: Py<Move>,
    /// How often it is chosen, compared with the others.
    weight: u32,
    /// How many games it was played in; 0 where the format does not say.
    games: u32,
}

#[pymethods]
impl BookMove {
    fn __repr__(&self) -> String {
        format!("<BookMove {} weight={}>", self.r#move.get().0, self.weight)
    }
}

/// An opening book: the path of a file, or its bytes; as `chuhe book` makes them, or
/// ElephantEye's BOOK.DAT.
///
/// >>> import chuhe
/// >>> chuhe.Book(b"no book")
/// Traceback (most recent call last):
/// chuhe.errors.FileError: neither a Chuhe book nor an ElephantEye BOOK.DAT
#[pyclass(frozen, module = "chuhe")]
pub struct Book {
    inner: chuhe_bindings::Book,
}

#[pymethods]
impl Book {
    #[new]
    #[pyo3(signature = (source, /))]
    fn new(source: &Bound<'_, PyAny>) -> PyResult<Book> {
        let inner = match source.cast::<PyBytes>() {
            Ok(bytes) => chuhe_bindings::Book::of_bytes(bytes.as_bytes()),
            Err(_) => chuhe_bindings::Book::open(&to_path(source)?),
        };
        Ok(Book { inner: inner.or_raise()? })
    }

    /// The moves for a position, the heaviest first.
    fn moves(&self, board: &Bound<'_, Board>) -> PyResult<Vec<BookMove>> {
        let py = board.py();
        let found = self.inner.moves(&board.try_borrow()?.inner);
        let moves = found.into_iter().map(|found| {
            let chuhe_bindings::BookMove { mv, weight, games } = found;
            Ok(BookMove { r#move: interned(py, mv)?, weight, games })
        });
        moves.collect()
    }

    /// One of the moves for a position, each as often as its weight says; the same one for the
    /// same number. None where the book has no move.
    fn choose(&self, board: &Bound<'_, Board>, number: Number) -> PyResult<Option<Py<Move>>> {
        let number = number.to("number")?;
        let mv = self.inner.choose(&board.try_borrow()?.inner, number);
        mv.map(|mv| interned(board.py(), mv)).transpose()
    }

    /// The number of positions, mirrored ones counted once.
    fn __len__(&self) -> usize {
        self.inner.size().0
    }

    fn __bool__(&self) -> bool {
        true
    }
}
