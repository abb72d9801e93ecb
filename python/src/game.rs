//! Games as trees.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString};

use crate::arguments::{Number, to_move};
use crate::board::Board;
use crate::error::{OrRaise, exception};
use crate::moves::{Move, interned, list};
use crate::outcome::{self, Outcome};
use crate::pickled::{self, PickledGame};

/// A game as a tree of moves, with tags, comments and a result.
///
/// >>> import chuhe
/// >>> game = chuhe.Game()
/// >>> node = game.root.add("炮二平五")
/// >>> _ = node.add("马8进7"), node.add("炮8平5")
/// >>> game.set_tag("Red", "许银川")
/// >>> print(game.write("lines", "wxf").strip())
/// C2.5 H8+7
/// >>> [str(child.move) for child in game.root.main.children]
/// ['h9g7', 'h7e7']
#[pyclass(module = "chuhe")]
pub struct Game {
    pub inner: chuhe_bindings::Game,
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (fen=None))]
    fn new(fen: Option<&str>) -> PyResult<Game> {
        Ok(Game { inner: chuhe_bindings::Game::new(fen).or_raise()? })
    }

    /// The game that was played on a board, with the result that its rules give it.
    #[staticmethod]
    fn from_board(board: &Bound<'_, Board>) -> PyResult<Game> {
        Ok(Game { inner: chuhe_bindings::Game::of_board(&board.try_borrow()?.inner) })
    }

    /// The tags as a dict, in their order. It is a copy: `set_tag` changes them.
    #[getter]
    fn tags<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let tags = PyDict::new(py);
        for (name, value) in self.inner.tags() {
            tags.set_item(name, value)?;
        }
        Ok(tags)
    }

    /// The value of a tag, whose name is known in any case; None where there is none.
    #[pyo3(signature = (name, /))]
    fn tag(&self, name: &str) -> Option<&str> {
        self.inner.tag(name)
    }

    /// Sets a tag; None takes it away.
    fn set_tag(&mut self, name: &str, value: Option<&str>) -> PyResult<()> {
        self.inner.set_tag(name, value).or_raise()
    }

    /// '1-0', '0-1', '1/2-1/2', or '*' where nothing is said. It can be set.
    #[getter]
    fn result(&self) -> &'static str {
        self.inner.result()
    }

    #[setter]
    fn set_result(&mut self, result: &str) -> PyResult<()> {
        self.inner.set_result(result).or_raise()
    }

    /// The first position as a FEN.
    #[getter]
    fn start_fen(&self) -> String {
        self.inner.start_fen()
    }

    /// What was wrong with the game in its file, as a GameError: what is here was good before
    /// that. None for a game that was read whole.
    #[getter]
    fn fault<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.inner.fault().map(|fault| exception(py, fault)).transpose()
    }

    /// The line of the file where the game begins, from 1.
    #[getter]
    fn line(&self) -> usize {
        self.inner.place().line
    }

    /// The column of the line where the game begins, from 1.
    #[getter]
    fn column(&self) -> usize {
        self.inner.place().column
    }

    /// The moves of the main line.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        list(py, &self.inner.main_line())
    }

    /// The moves of the main line as texts in one of chuhe.STYLES.
    #[pyo3(signature = (style="simplified"))]
    fn texts(&self, style: &str) -> PyResult<Vec<String>> {
        self.inner.texts(style).or_raise()
    }

    /// The node before the first move.
    #[getter]
    fn root(slf: Py<Self>) -> Node {
        Node { game: slf, number: chuhe_bindings::Game::ROOT }
    }

    /// The last node of the main line.
    #[getter]
    fn end(slf: Bound<'_, Self>) -> PyResult<Node> {
        let number = slf.try_borrow()?.inner.end();
        Ok(Node { game: slf.unbind(), number })
    }

    /// All nodes but the root, each before what follows it, and this before its alternatives.
    fn walk(slf: Bound<'_, Self>) -> PyResult<Vec<Node>> {
        let numbers = slf.try_borrow()?.inner.walk();
        let node = |number| Node { game: slf.clone().unbind(), number };
        Ok(numbers.into_iter().map(node).collect())
    }

    /// The board at the end of the main line.
    #[pyo3(signature = (rules="ComputerRule"))]
    fn board(&self, rules: &str) -> PyResult<Board> {
        Ok(Board { inner: self.inner.board(self.inner.end(), rules).or_raise()? })
    }

    /// How the main line ends by a rule set; None when it goes on. What the file says of the
    /// result does not matter.
    #[pyo3(signature = (rules="ComputerRule"))]
    fn outcome(&self, rules: &str) -> PyResult<Option<Outcome>> {
        Ok(outcome::of(self.inner.outcome(rules).or_raise()?))
    }

    /// The game in one of chuhe.FORMATS, with moves in one of chuhe.STYLES where the format does
    /// not prescribe one. 'xqf' and 'cbr' are bytes, the others are texts; 'lines' and 'wxf' have
    /// no place for variations.
    ///
    /// >>> import chuhe
    /// >>> game = chuhe.Game()
    /// >>> _ = game.root.add("h2e2")
    /// >>> next(chuhe.read(game.write("xqf"))).moves
    /// [Move('h2e2')]
    #[pyo3(signature = (format="pgn", style="iccs"))]
    fn write<'py>(
        &self,
        py: Python<'py>,
        format: &str,
        style: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let bytes = self.inner.write(format, style).or_raise()?;
        match chuhe_bindings::is_text(format) {
            true => Ok(PyString::new(py, &String::from_utf8_lossy(&bytes)).into_any()),
            false => Ok(PyBytes::new(py, &bytes).into_any()),
        }
    }

    /// A copy with all that is known of it, also of its file.
    fn copy(&self) -> Game {
        Game { inner: self.inner.clone() }
    }

    fn __copy__(&self) -> Game {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Game {
        self.copy()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, PickledGame)> {
        Ok((py.get_type::<Game>().getattr("_restore")?, pickled::of_game(&self.inner).or_raise()?))
    }

    #[staticmethod]
    fn _restore(
        texts: pickled::Texts,
        tags: Vec<(String, String)>,
        nodes: Vec<pickled::Node>,
        fault: Option<pickled::Fault>,
        place: (usize, usize),
    ) -> PyResult<Game> {
        let inner = pickled::to_game((texts, tags, nodes, fault, place)).or_raise()?;
        Ok(Game { inner })
    }

    /// The number of moves in all lines.
    fn __len__(&self) -> usize {
        self.inner.len()
    }

    /// A game without moves is one, too.
    fn __bool__(&self) -> bool {
        true
    }

    fn __str__(&self) -> PyResult<String> {
        let bytes = self.inner.write("pgn", "iccs").or_raise()?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    fn __repr__(&self) -> String {
        let name = |tag| self.inner.tag(tag).filter(|name| !name.is_empty()).unwrap_or("?");
        let (red, black) = (name("Red"), name("Black"));
        let (result, plies) = (self.inner.result(), self.inner.main_line().len());
        format!("<Game {red} - {black} {result}, {plies} plies>")
    }
}

/// A place in a game: before the first move, or behind a move.
///
/// >>> import chuhe
/// >>> game = next(chuhe.read(b"{Two lines} 1. C2.5 {as usual} H8+7 (1... C8.5) 2. H2+3"))
/// >>> node = game.root.main
/// >>> node.move, node.comment, [str(child) for child in node.children]
/// (Move('h2e2'), 'as usual', ['h9g7', 'h7e7'])
/// >>> node.parent == game.root, node.board().turn
/// (True, 'black')
#[pyclass(frozen, module = "chuhe")]
pub struct Node {
    game: Py<Game>,
    number: u32,
}

impl Node {
    fn other(&self, py: Python<'_>, number: u32) -> Node {
        Node { game: self.game.clone_ref(py), number }
    }
}

#[pymethods]
impl Node {
    /// The game that it is in.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    /// Its number in the game: 0 is the root.
    #[getter]
    fn number(&self) -> u32 {
        self.number
    }

    /// The move that leads here; None for the root.
    #[getter]
    fn r#move(&self, py: Python<'_>) -> PyResult<Option<Py<Move>>> {
        let mv = self.game.try_borrow(py)?.inner.move_of(self.number).or_raise()?;
        mv.map(|mv| interned(py, mv)).transpose()
    }

    /// The comment behind the move, or before the first one; '' where there is none. It can be
    /// set.
    #[getter]
    fn comment(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.game.try_borrow(py)?.inner.comment(self.number).or_raise()?.to_owned())
    }

    #[setter]
    fn set_comment(&self, py: Python<'_>, comment: &str) -> PyResult<()> {
        self.game.try_borrow_mut(py)?.inner.set_comment(self.number, comment).or_raise()
    }

    /// The numeric annotation glyphs of the move: 1 for '!', 2 for '?'. They can be set.
    #[getter]
    fn nags(&self, py: Python<'_>) -> PyResult<Vec<u32>> {
        let game = self.game.try_borrow(py)?;
        Ok(game.inner.nags(self.number).or_raise()?.iter().map(|&nag| nag.into()).collect())
    }

    #[setter]
    fn set_nags(&self, py: Python<'_>, nags: Vec<Number>) -> PyResult<()> {
        let nags = nags.iter().map(|nag| nag.to("nags")).collect::<PyResult<Vec<u8>>>()?;
        self.game.try_borrow_mut(py)?.inner.set_nags(self.number, &nags).or_raise()
    }

    /// The node before; None of the root.
    #[getter]
    fn parent(&self, py: Python<'_>) -> PyResult<Option<Node>> {
        let number = self.game.try_borrow(py)?.inner.parent(self.number).or_raise()?;
        Ok(number.map(|number| self.other(py, number)))
    }

    /// The nodes behind: the main move first, then its alternatives.
    #[getter]
    fn children(&self, py: Python<'_>) -> PyResult<Vec<Node>> {
        let numbers = self.game.try_borrow(py)?.inner.children(self.number).or_raise()?;
        Ok(numbers.into_iter().map(|number| self.other(py, number)).collect())
    }

    /// The node behind the main move; None at the end of a line.
    #[getter]
    fn main(&self, py: Python<'_>) -> PyResult<Option<Node>> {
        let numbers = self.game.try_borrow(py)?.inner.children(self.number).or_raise()?;
        Ok(numbers.first().map(|&number| self.other(py, number)))
    }

    /// The number of moves that lead here.
    #[getter]
    fn ply(&self, py: Python<'_>) -> PyResult<usize> {
        self.game.try_borrow(py)?.inner.ply(self.number).or_raise()
    }

    /// Adds a move, the first as the main one, and returns its node: that of the move if it is
    /// there already. A move that is not legal here is a MoveError.
    #[pyo3(signature = (r#move, /))]
    fn add(&self, py: Python<'_>, r#move: &Bound<'_, PyAny>) -> PyResult<Node> {
        let mv = match r#move.cast::<Move>() {
            Ok(mv) => mv.get().0,
            Err(_) => {
                let game = self.game.try_borrow(py)?;
                to_move(&game.inner.record_board(self.number).or_raise()?, r#move)?
            }
        };
        let number = self.game.try_borrow_mut(py)?.inner.add(self.number, mv).or_raise()?;
        Ok(self.other(py, number))
    }

    /// The board here.
    #[pyo3(signature = (rules="ComputerRule"))]
    fn board(&self, py: Python<'_>, rules: &str) -> PyResult<Board> {
        let inner = self.game.try_borrow(py)?.inner.board(self.number, rules).or_raise()?;
        Ok(Board { inner })
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let other = other.cast::<Node>();
        other
            .is_ok_and(|other| other.get().number == self.number && other.get().game.is(&self.game))
    }

    fn __hash__(&self) -> u64 {
        crate::moves::hash_of(u64::from(self.number) ^ (self.game.as_ptr() as u64))
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        let mv = self.game.try_borrow(py)?.inner.move_of(self.number).or_raise()?;
        Ok(mv.map_or_else(|| "root".to_owned(), |mv| mv.to_string()))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<Node {} {}>", self.number, self.__str__(py)?))
    }
}
