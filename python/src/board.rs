//! The board.

use chuhe_bindings::{Error, PLANES, parse_color};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyDict, PyIterator, PyList, PyString, PyType};

use crate::arguments::{Number, interrupted, to_move, to_square};
use crate::error::{OrRaise, raised};
use crate::moves::{Move, hash_of, interned, list, names};
use crate::outcome::{self, Outcome};

/// A legal position with the moves that led to it, and the rules that it is played by.
///
/// `fen` is the first position; without it that of every game. `rules` is one of chuhe.RULES.
/// Boards are equal that have the same pieces and the same side to move. The hash of a board
/// changes with each move: keep `board.key` where a position is to be found again.
///
/// >>> import chuhe
/// >>> board = chuhe.Board()
/// >>> board.push("炮二平五")
/// Move('h2e2')
/// >>> board.turn, len(board.legal_moves), "h9g7" in board.legal_moves
/// ('black', 45, True)
/// >>> board.pop()
/// Move('h2e2')
/// >>> board.fen() == chuhe.START_FEN
/// True
#[pyclass(module = "chuhe")]
pub struct Board {
    pub inner: chuhe_bindings::Board,
}

/// The first position, the rules and the moves of a board.
type Pickled = (String, &'static str, Vec<String>);

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (fen=None, rules="ComputerRule"))]
    fn new(fen: Option<&str>, rules: &str) -> PyResult<Board> {
        Ok(Board { inner: chuhe_bindings::Board::new(fen, rules).or_raise()? })
    }

    /// The position with its counters as a FEN.
    ///
    /// >>> import chuhe
    /// >>> chuhe.Board("4k4/9/9/9/9/9/9/9/9/3K5").fen()
    /// Traceback (most recent call last):
    /// chuhe.errors.PositionError: bad FEN, side to move: expected w, r or b, found nothing
    fn fen(&self) -> String {
        self.inner.fen()
    }

    /// The position that the moves began at, as a FEN.
    #[getter]
    fn start_fen(&self) -> String {
        self.inner.start_fen()
    }

    /// The name of the rules. They can be exchanged.
    #[getter]
    fn rules(&self) -> &'static str {
        self.inner.rules()
    }

    #[setter]
    fn set_rules(&mut self, rules: &str) -> PyResult<()> {
        self.inner.set_rules(rules).or_raise()
    }

    /// The side to move, 'red' or 'black'.
    #[getter]
    fn turn(&self) -> &'static str {
        self.inner.turn().name()
    }

    /// The number of moves that can be taken back.
    #[getter]
    fn ply(&self) -> usize {
        self.inner.ply()
    }

    /// The number of the move to come, from 1; both sides make a move of the same number.
    #[getter]
    fn move_number(&self) -> u32 {
        self.inner.move_number()
    }

    /// Plies that count towards the natural limit.
    #[getter]
    fn quiet_plies(&self) -> u32 {
        self.inner.quiet_plies()
    }

    /// A number of 64 bits that equal positions share, in every process.
    #[getter]
    fn key(&self) -> u64 {
        self.inner.key()
    }

    /// The moves made since the first position, oldest first.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        list(py, &self.inner.moves())
    }

    /// The legal moves, as they are now: they can be iterated, counted and searched.
    ///
    /// >>> import chuhe
    /// >>> moves = chuhe.Board().legal_moves
    /// >>> len(moves), "炮二平五" in moves, chuhe.Move("a0a9") in moves
    /// (44, True, False)
    #[getter]
    fn legal_moves(&self) -> LegalMoves {
        LegalMoves { board: self.inner.position(), moves: self.inner.legal_moves().to_vec() }
    }

    /// Makes a move, which may be a text in any notation, and returns it. A move that is not
    /// legal is a MoveError, and changes nothing.
    ///
    /// >>> import chuhe
    /// >>> chuhe.Board().push("h2h9")
    /// Move('h2h9')
    /// >>> chuhe.Board().push("h2i4")
    /// Traceback (most recent call last):
    /// chuhe.errors.MoveError: h2i4: the red cannon cannot go to i4
    #[pyo3(signature = (r#move, /))]
    fn push(&mut self, py: Python<'_>, r#move: &Bound<'_, PyAny>) -> PyResult<Py<Move>> {
        if let Ok(mv) = r#move.cast::<Move>() {
            self.inner.push(mv.get().0).or_raise()?;
            return Ok(mv.clone().unbind());
        }
        if let Ok(text) = r#move.cast::<PyString>() {
            let mv = self.inner.push_text(&text.to_cow()?).or_raise()?;
            return interned(py, mv);
        }
        let mv = to_move(&self.inner, r#move)?;
        self.inner.push(mv).or_raise()?;
        interned(py, mv)
    }

    /// Takes the last move back and returns it.
    fn pop(&mut self, py: Python<'_>) -> PyResult<Py<Move>> {
        let mv = self.inner.pop();
        interned(py, mv.ok_or_else(|| PyIndexError::new_err("there is no move to take back"))?)
    }

    /// The last move; None when there is none.
    fn peek(&self, py: Python<'_>) -> PyResult<Option<Py<Move>>> {
        self.inner.peek().map(|mv| interned(py, mv)).transpose()
    }

    /// Whether a move is legal. A text that is no legal move is not.
    #[pyo3(signature = (r#move, /))]
    fn is_legal(&self, r#move: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.asked(r#move).map(|mv| mv.is_some())
    }

    /// The legal move of a text: in any notation, or in one of chuhe.STYLES. Without a style ranks
    /// of coordinates are counted from 0: for others the style is 'uci1' or 'san1'.
    ///
    /// >>> import chuhe
    /// >>> board = chuhe.Board()
    /// >>> {board.parse(text) for text in ("h2e2", "H2-E2", "C2.5", "炮二平五", "Che2")}
    /// {Move('h2e2')}
    /// >>> board.parse("h3e3", "uci1"), board.parse("P2-5", "vietnamese")
    /// (Move('h2e2'), Move('h2e2'))
    #[pyo3(signature = (text, style=None))]
    fn parse(&self, py: Python<'_>, text: &str, style: Option<&str>) -> PyResult<Py<Move>> {
        interned(py, self.inner.read(text, style).or_raise()?)
    }

    /// A legal move as text in one of chuhe.STYLES.
    ///
    /// >>> import chuhe
    /// >>> board = chuhe.Board()
    /// >>> [board.write("h2e2", style) for style in ("wxf", "iccs", "uci1", "traditional")]
    /// ['C2.5', 'H2-E2', 'h3e3', '炮二平五']
    #[pyo3(signature = (r#move, style="simplified"))]
    fn write(&self, r#move: &Bound<'_, PyAny>, style: &str) -> PyResult<String> {
        self.inner.write(to_move(&self.inner, r#move)?, style).or_raise()
    }

    /// Moves that follow one another from here, as texts.
    ///
    /// >>> import chuhe
    /// >>> chuhe.Board().write_line(["h2e2", "h9g7"])
    /// ['炮二平五', '马８进７']
    #[pyo3(signature = (moves, style="simplified"))]
    fn write_line(&self, moves: &Bound<'_, PyAny>, style: &str) -> PyResult<Vec<String>> {
        let mut board = self.inner.clone();
        let mut texts = Vec::new();
        for mv in moves.try_iter()? {
            let mv = to_move(&board, &mv?)?;
            texts.push(board.write(mv, style).or_raise()?);
            board.push(mv).or_raise()?;
        }
        Ok(texts)
    }

    /// Whether the side to move is in check.
    fn is_check(&self) -> bool {
        self.inner.is_check()
    }

    /// Whether the side to move is mated.
    fn is_checkmate(&self) -> bool {
        self.inner.is_checkmate()
    }

    /// Whether the side to move has no legal move and is not in check. It has lost.
    fn is_stalemate(&self) -> bool {
        self.inner.is_stalemate()
    }

    /// Whether the game has ended by its rules.
    fn is_game_over(&self) -> bool {
        self.inner.outcome().is_some()
    }

    /// Whether a move is legal and gives check.
    #[pyo3(signature = (r#move, /))]
    fn gives_check(&self, r#move: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.asked(r#move)?.is_some_and(|mv| self.inner.gives_check(mv)))
    }

    /// Whether a move is legal and captures something.
    #[pyo3(signature = (r#move, /))]
    fn is_capture(&self, r#move: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.asked(r#move)?.is_some_and(|mv| self.inner.is_capture(mv)))
    }

    /// The squares of the pieces of a side that attack a square: that could capture a piece of
    /// the other side on it, whatever this does to their own king.
    ///
    /// >>> import chuhe
    /// >>> chuhe.Board().attackers("red", "e3")
    /// []
    /// >>> chuhe.Board().attackers("red", "c4")
    /// ['c3']
    fn attackers(&self, color: &str, square: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
        Ok(names(self.inner.attackers(parse_color(color).or_raise()?, to_square(square)?)))
    }

    /// The squares of the pieces that give check.
    fn checkers(&self) -> Vec<String> {
        names(self.inner.checkers())
    }

    /// The square of the king of a side.
    fn king(&self, color: &str) -> PyResult<String> {
        Ok(self.inner.king(parse_color(color).or_raise()?).to_string())
    }

    /// The piece on a square as a letter of FEN, upper case for Red; None where there is none.
    ///
    /// >>> import chuhe
    /// >>> board = chuhe.Board()
    /// >>> board.piece_at("e0"), board.piece_at("e9"), board.piece_at("e4")
    /// ('K', 'k', None)
    fn piece_at(&self, square: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
        let piece = self.inner.piece_at(to_square(square)?);
        Ok(piece.map(|piece| piece.fen_char().to_string()))
    }

    /// All pieces: a dict from squares to letters of FEN.
    fn pieces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let found = PyDict::new(py);
        for (square, piece) in self.inner.pieces() {
            found.set_item(square.to_string(), piece.fen_char())?;
        }
        Ok(found)
    }

    /// How the game has ended: by the rules of the board, or by others. None when it goes on.
    ///
    /// >>> import chuhe
    /// >>> board = chuhe.Board("3k5/9/9/9/9/9/9/9/4R4/5K3 w")
    /// >>> for move in ["e1d1", "d9e9", "d1e1", "e9d9"] * 2:
    /// ...     _ = board.push(move)
    /// >>> print(board.outcome())
    /// 0-1: red gives check with every move
    /// >>> print(board.outcome("NoJudgement"))
    /// 1/2-1/2: repetition without a forbidden attack
    #[pyo3(signature = (rules=None))]
    fn outcome(&self, rules: Option<&str>) -> PyResult<Option<Outcome>> {
        Ok(outcome::of(match rules {
            None => self.inner.outcome(),
            Some(rules) => self.inner.outcome_by(rules).or_raise()?,
        }))
    }

    /// A copy, with the moves that led to it or without.
    #[pyo3(signature = (*, history=true))]
    fn copy(&self, history: bool) -> Board {
        Board { inner: if history { self.inner.clone() } else { self.inner.without_history() } }
    }

    /// The position reflected in the central file: a board without moves.
    fn mirror(&self) -> Board {
        Board { inner: self.inner.mirror() }
    }

    /// The position with the colours exchanged: a board without moves.
    fn flip(&self) -> Board {
        Board { inner: self.inner.flip() }
    }

    /// The number of lines of legal moves of a length. Other threads go on meanwhile.
    ///
    /// >>> import chuhe
    /// >>> chuhe.Board().perft(3)
    /// 79666
    fn perft(slf: &Bound<'_, Self>, depth: Number) -> PyResult<u64> {
        let depth = depth.to("depth")?;
        let board = slf.try_borrow()?.inner.clone();
        let mut signal = None;
        let found = slf.py().detach(|| board.perft(depth, &mut || interrupted(&mut signal)));
        match signal {
            Some(signal) => Err(signal),
            None => Ok(found.or_raise()?.unwrap_or_default()),
        }
    }

    /// The position as a picture in SVG. `pieces` is 'chinese' or 'letters', `flipped` puts Black
    /// below, `last` marks the last move, `arrow` is a legal move to be shown.
    ///
    /// >>> import chuhe
    /// >>> chuhe.Board().svg(arrow="h2e2").startswith("<svg ")
    /// True
    #[pyo3(signature = (*, pieces="chinese", flipped=false, last=true, arrow=None))]
    fn svg(
        &self,
        pieces: &str,
        flipped: bool,
        last: bool,
        arrow: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<String> {
        let arrow = arrow.map(|mv| to_move(&self.inner, mv)).transpose()?;
        let last = self.inner.peek().filter(|_| last);
        self.inner.svg(pieces, flipped, last, arrow).or_raise()
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.inner.svg("chinese", false, self.inner.peek(), None).or_raise()
    }

    /// The position as a numpy array of the shape (14, 10, 9) and the type uint8: first Red's
    /// king, advisors, bishops, knights, rooks, cannons and pawns, then Black's; ranks from Red's
    /// back rank, files from a. A relative position is that of the side to move: its pieces come
    /// first, and ranks are counted from its own back rank. Needs numpy.
    ///
    /// >>> import chuhe
    /// >>> planes = chuhe.Board().to_planes()
    /// >>> planes.shape, int(planes.sum()), int(planes[0, 0, 4])
    /// ((14, 10, 9), 32, 1)
    #[pyo3(signature = (relative=false))]
    fn to_planes<'py>(&self, py: Python<'py>, relative: bool) -> PyResult<Bound<'py, PyAny>> {
        let array = array(py, &self.inner.planes(relative), "uint8")?;
        array.call_method1("reshape", (PLANES.to_vec(),))
    }

    /// A numpy array of 8100 bools: True at the index of each legal move, as seen by the side to
    /// move where `relative`. Needs numpy.
    ///
    /// >>> import chuhe
    /// >>> board = chuhe.Board()
    /// >>> mask = board.legal_mask()
    /// >>> int(mask.sum()), bool(mask[chuhe.Move("h2e2").index])
    /// (44, True)
    #[pyo3(signature = (relative=false))]
    fn legal_mask<'py>(&self, py: Python<'py>, relative: bool) -> PyResult<Bound<'py, PyAny>> {
        array(py, &self.inner.legal_mask(relative), "bool")
    }

    /// The place of a move in a mask: its index, as seen by the side to move where `relative`.
    #[pyo3(signature = (r#move, relative=false))]
    fn index_of(&self, r#move: &Bound<'_, PyAny>, relative: bool) -> PyResult<usize> {
        Ok(self.inner.index_of(to_move(&self.inner, r#move)?, relative))
    }

    /// The move at a place in a mask, legal or not.
    ///
    /// >>> import chuhe
    /// >>> board = chuhe.Board()
    /// >>> board.move_of(board.index_of("h2e2"))
    /// Move('h2e2')
    #[pyo3(signature = (index, relative=false))]
    fn move_of(&self, py: Python<'_>, index: Number, relative: bool) -> PyResult<Py<Move>> {
        let index = index.to("index")?;
        let mv = self.inner.move_of(index, relative);
        let why = || raised(Error::value(format!("index {index}: expected 0 to 8099")));
        interned(py, mv.ok_or_else(why)?)
    }

    fn __str__(&self) -> String {
        self.inner.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Board('{}')", self.inner.fen())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        match other.cast::<Board>() {
            Ok(other) => Ok(other.try_borrow()?.inner == self.inner),
            Err(_) => Ok(false),
        }
    }

    fn __hash__(&self) -> u64 {
        hash_of(self.inner.key())
    }

    fn __copy__(&self) -> Board {
        self.copy(true)
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Board {
        self.copy(true)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Pickled)> {
        let restore = py.get_type::<Board>().getattr("_restore")?;
        let moves = self.inner.moves().iter().map(ToString::to_string).collect();
        Ok((restore, (self.inner.start_fen(), self.inner.rules(), moves)))
    }

    #[classmethod]
    fn _restore(
        _class: &Bound<'_, PyType>,
        fen: &str,
        rules: &str,
        moves: Vec<String>,
    ) -> PyResult<Board> {
        let mut inner = chuhe_bindings::Board::new(Some(fen), rules).or_raise()?;
        for mv in moves {
            inner.push_text(&mv).or_raise()?;
        }
        Ok(Board { inner })
    }
}

impl Board {
    /// The move of a question about legal moves: None for one that is not legal.
    fn asked(&self, given: &Bound<'_, PyAny>) -> PyResult<Option<chuhe_bindings::Move>> {
        if let Ok(mv) = given.cast::<Move>() {
            return Ok(Some(mv.get().0).filter(|&mv| self.inner.is_legal(mv)));
        }
        if let Ok(text) = given.cast::<PyString>() {
            return Ok(self.inner.read(&text.to_cow()?, None).ok());
        }
        to_move(&self.inner, given).map(Some)
    }
}

/// Numbers as an array of numpy that can be written to.
fn array<'py>(py: Python<'py>, bytes: &[u8], kind: &str) -> PyResult<Bound<'py, PyAny>> {
    let numpy = py.import("numpy")?;
    numpy.call_method1("frombuffer", (PyByteArray::new(py, bytes), kind))
}

/// The legal moves of a position, as they were when it was asked for them.
///
/// >>> import chuhe
/// >>> moves = chuhe.Board().legal_moves
/// >>> sorted(moves)[0], moves.count(), chuhe.Move("h2e2") in moves
/// (Move('a0a1'), 44, True)
/// >>> moves[0], len(moves[:3])
/// (Move('e0e1'), 3)
#[pyclass(frozen, module = "chuhe")]
pub struct LegalMoves {
    board: chuhe_bindings::Position,
    moves: Vec<chuhe_bindings::Move>,
}

#[pymethods]
impl LegalMoves {
    fn __len__(&self) -> usize {
        self.moves.len()
    }

    fn __bool__(&self) -> bool {
        !self.moves.is_empty()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        list(py, &self.moves)?.try_iter()
    }

    fn __contains__(&self, given: &Bound<'_, PyAny>) -> PyResult<bool> {
        if let Ok(mv) = given.cast::<Move>() {
            return Ok(self.moves.contains(&mv.get().0));
        }
        match given.cast::<PyString>() {
            Ok(text) => Ok(self.board.read(&text.to_cow()?, None).is_ok()),
            Err(_) => Ok(false),
        }
    }

    /// A move, or of a slice a list.
    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        index: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if let Some(mv) = index.extract().ok().and_then(|at: usize| self.moves.get(at)) {
            return Ok(interned(py, *mv)?.into_bound(py).into_any());
        }
        // All others, and the errors, are those of a list.
        list(py, &self.moves)?.as_any().get_item(index)
    }

    fn __reversed__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        list(py, &self.moves)?.call_method0("__reversed__")
    }

    /// The number of moves.
    fn count(&self) -> usize {
        self.moves.len()
    }

    fn __repr__(&self) -> String {
        let moves: Vec<String> = self.moves.iter().map(ToString::to_string).collect();
        format!("<LegalMoves {}>", moves.join(" "))
    }
}
