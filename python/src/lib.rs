//! The compiled part of the Python package `chuhe`: a thin layer over `chuhe-bindings`, which
//! knows what everything means. Its documentation is that of the package.

mod arguments;
mod board;
mod engine;
mod error;
mod game;
mod moves;
mod outcome;
mod pickled;
mod practice;
mod reader;
mod review;
mod solved;

use pyo3::prelude::*;

/// The compiled part of the package `chuhe`.
#[pymodule]
mod _chuhe {
    use super::*;

    #[pymodule_export]
    use crate::board::{Board, LegalMoves};
    #[pymodule_export]
    use crate::engine::{Analysis, Cancel, Engine, Line};
    #[pymodule_export]
    use crate::game::{Game, Node};
    #[pymodule_export]
    use crate::moves::{Move, square_index, square_name};
    #[pymodule_export]
    use crate::outcome::{Outcome, judge, judge_all};
    #[pymodule_export]
    use crate::practice::{AssessedMove, Practice, ending_classes};
    #[pymodule_export]
    use crate::reader::{Reader, read};
    #[pymodule_export]
    use crate::review::{Judged, Review, Side, review};
    #[pymodule_export]
    use crate::solved::{Book, BookMove, Ending, MateAnswer, Tables, evaluate, probe, prove_mate};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", chuhe_bindings::VERSION)?;
        module.add("RULES", names(module, chuhe_bindings::rule_sets())?)?;
        module.add("STYLES", names(module, &chuhe_bindings::styles())?)?;
        module.add("FORMATS", names(module, &chuhe_bindings::formats())?)?;
        module.add("START_FEN", chuhe_bindings::START_FEN)
    }

    fn names<'py>(
        module: &Bound<'py, PyModule>,
        names: &[&'static str],
    ) -> PyResult<Bound<'py, pyo3::types::PyTuple>> {
        pyo3::types::PyTuple::new(module.py(), names)
    }
}
