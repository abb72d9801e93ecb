//! How games end.

use chuhe_bindings::{Case, Color, Listed, rule_sets};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::arguments::{Number, type_error};
use crate::board::Board;
use crate::error::OrRaise;
use crate::game::Game;
use crate::moves::Move;
use crate::pickled::{self, PickledOutcome};

/// How a game has ended, and by which rule.
///
/// >>> import chuhe
/// >>> board = chuhe.Board("3k5/9/9/9/9/9/9/9/4R4/3RK4 b")
/// >>> outcome = board.outcome()
/// >>> outcome.winner, outcome.kind, outcome.result
/// ('red', 'checkmate', '1-0')
/// >>> outcome.text
/// 'black is mated'
/// >>> outcome.sentence("zh-Hans")
/// '黑方被将死'
#[pyclass(frozen, eq, module = "chuhe")]
#[derive(Clone, PartialEq, Eq)]
pub struct Outcome(chuhe_bindings::Outcome);

/// An outcome, or None for a game that goes on.
pub fn of(found: Option<chuhe_bindings::Outcome>) -> Option<Outcome> {
    found.map(Outcome)
}

#[pymethods]
impl Outcome {
    /// The side that has won, 'red' or 'black'; None for a draw.
    #[getter]
    fn winner(&self) -> Option<&'static str> {
        self.0.winner().map(Color::name)
    }

    /// The rule: 'checkmate', 'stalemate', 'perpetual check', 'perpetual chase', 'perpetual
    /// attack', 'mutual check', 'mutual chase', 'repetition', 'natural limit' or 'insufficient
    /// material'.
    #[getter]
    fn kind(&self) -> &'static str {
        self.0.kind()
    }

    /// '1-0', '0-1' or '1/2-1/2'.
    #[getter]
    fn result(&self) -> &'static str {
        self.0.result()
    }

    /// The name of the rule set that the game was judged by.
    #[getter]
    fn rules(&self) -> &'static str {
        self.0.rules()
    }

    /// The side that broke a rule; None where nobody did.
    #[getter]
    fn offender(&self) -> Option<&'static str> {
        self.0.offender().map(Color::name)
    }

    /// The piece that was chased and the square where it stands now, such as ('c', 'e5').
    #[getter]
    fn victim(&self) -> Option<(String, String)> {
        let (piece, square) = self.0.victim()?;
        Some((piece.fen_char().to_string(), square.to_string()))
    }

    /// Plies of the repetition that decided, back from the end; 0 when none did.
    #[getter]
    fn plies(&self) -> usize {
        self.0.plies()
    }

    /// Whether a repetition decided.
    #[getter]
    fn is_repetition(&self) -> bool {
        self.0.is_repetition()
    }

    /// The sentence of the rule in English, such as 'red gives check with every move'.
    #[getter]
    fn text(&self) -> String {
        self.0.text()
    }

    /// The sentence of the rule in a language: 'en', 'zh-Hans', 'zh-Hant' or 'vi'.
    #[pyo3(signature = (language="en"))]
    fn sentence(&self, language: &str) -> PyResult<String> {
        self.0.sentence(language).or_raise()
    }

    fn __str__(&self) -> String {
        format!("{}: {}", self.0.result(), self.0.text())
    }

    fn __hash__(&self) -> u64 {
        crate::moves::hash_of((self.0.result(), self.0.kind(), self.0.rules(), self.0.plies()))
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, PickledOutcome)> {
        Ok((py.get_type::<Outcome>().getattr("_restore")?, pickled::of_outcome(&self.0)))
    }

    #[staticmethod]
    fn _restore(
        words: (String, String, String),
        offender: Option<String>,
        victim: Option<(String, String)>,
        plies: usize,
    ) -> PyResult<Outcome> {
        pickled::to_outcome((words, offender, victim, plies)).or_raise().map(Outcome)
    }

    fn __repr__(&self) -> String {
        let winner = self.winner().map_or("None".to_owned(), |winner| format!("'{winner}'"));
        format!("<Outcome {} winner={winner} kind='{}'>", self.0.result(), self.0.kind())
    }
}

/// How a whole game ends by a rule set; None when it goes on.
///
/// `moves` is a list of moves or of their texts in any notation; a text of moves, before which a
/// FEN and `moves` may stand; a Board or a Game. Ranks of texts are counted from 0 or from 1, in one
/// way for all; beside a Move from 0. `fen` is the first position of a list or a text.
/// `occurrences` is how often a position must stand for its repetition to be judged.
///
/// >>> import chuhe
/// >>> moves = "h2e2 h9g7 e2h2 g7h9 h2e2 h9g7 e2h2 g7h9"
/// >>> print(chuhe.judge(moves))
/// 1/2-1/2: repetition without a forbidden attack
/// >>> chuhe.judge(["炮二平五", "马8进7"]) is None
/// True
#[pyfunction]
#[pyo3(signature = (moves, rules="ComputerRule", *, fen=None, occurrences=None))]
pub fn judge(
    moves: &Bound<'_, PyAny>,
    rules: &str,
    fen: Option<&str>,
    occurrences: Option<Number>,
) -> PyResult<Option<Outcome>> {
    let occurrences = Number::maybe(occurrences, "occurrences")?;
    Ok(of(case_of(moves, fen)?.judge(rules, occurrences).or_raise()?))
}

/// How a whole game ends by each rule set: a dict of their names. See `judge`.
///
/// >>> import chuhe
/// >>> list(chuhe.judge_all("h2e2"))
/// ['ComputerRule', 'AsianRule', 'ChineseRule', 'AllowChase', 'NoJudgement']
#[pyfunction]
#[pyo3(signature = (moves, *, fen=None, occurrences=None))]
pub fn judge_all<'py>(
    py: Python<'py>,
    moves: &Bound<'py, PyAny>,
    fen: Option<&str>,
    occurrences: Option<Number>,
) -> PyResult<Bound<'py, PyDict>> {
    let occurrences = Number::maybe(occurrences, "occurrences")?;
    let case = case_of(moves, fen)?;
    let found = PyDict::new(py);
    for name in rule_sets() {
        found.set_item(name, of(case.judge(name, occurrences).or_raise()?))?;
    }
    Ok(found)
}

/// The game that is to be judged.
fn case_of(moves: &Bound<'_, PyAny>, fen: Option<&str>) -> PyResult<Case> {
    if let Ok(board) = moves.cast::<Board>() {
        return Case::of_board(&board.try_borrow()?.inner, fen).or_raise();
    }
    if let Ok(game) = moves.cast::<Game>() {
        return Case::of_game(&game.try_borrow()?.inner, fen).or_raise();
    }
    if let Ok(text) = moves.cast::<PyString>() {
        return Case::of_text(&text.to_cow()?, fen).or_raise();
    }
    let Ok(items) = moves.try_iter() else {
        return Err(type_error("moves, a text, a Board or a Game", moves));
    };
    let mut listed = Vec::new();
    for item in items {
        let item = item?;
        listed.push(match (item.cast::<Move>(), item.cast::<PyString>()) {
            (Ok(mv), _) => Listed::Move(mv.get().0),
            (_, Ok(text)) => Listed::Text(text.to_cow()?.into_owned()),
            _ => return Err(type_error("a Move or its text", &item)),
        });
    }
    Case::of_list(&listed, fen).or_raise()
}
