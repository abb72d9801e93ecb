//! Requests about endings to practise.

use std::rc::Rc;

use chuhe_bindings::{
    Ending, Error, HOLD_MOVES, Practice, PracticeAs, Result, Tables, ending_basis, ending_kind,
    index, moves_to_end,
};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::answers::move_of;
use crate::desk::{Desk, Object};

/// Requests.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum OfPractice {
    /// The classes.
    Classes {},
    /// Positions of a class.
    Make { ending: String, goal: String, length: String, seed: u64, captures: bool, rules: String },
    /// One of them, as a board.
    Position { id: u32, number: u64 },
    /// What a position is worth.
    Value { id: u32, board: u32 },
    /// What a move does.
    Assess { id: u32, board: u32, mv: u32 },
    /// A best move.
    Hint { id: u32, board: u32 },
    /// The opponent's move.
    Reply { id: u32, board: u32 },
}

/// The answer to a request.
pub fn found(desk: &Desk, ask: OfPractice) -> Result<Value> {
    Ok(match ask {
        OfPractice::Classes {} => json!(Practice::classes(&Tables::default())),
        OfPractice::Make { ending, goal, length, seed, captures, rules } => {
            let how = PracticeAs { goal, length, seed, captures, rules };
            let practice = Practice::new(&Tables::default(), &ending, &how)?;
            let ending = practice.ending();
            let id = desk.keep(Object::Practice(Rc::new(practice)));
            json!({ "id": id, "ending": ending, "hold": HOLD_MOVES })
        }
        OfPractice::Position { id, number } => {
            let board = practice(desk, id)?.position(number)?;
            json!(desk.keep(board.into()))
        }
        OfPractice::Value { id, board } => {
            json!(practice(desk, id)?.value(&desk.copy_of(board)?).map(value_of))
        }
        OfPractice::Assess { id, board, mv } => {
            let (board, mv) = (desk.copy_of(board)?, move_of(mv)?);
            if !board.is_legal(mv) {
                return Err(Error::value(format!("{mv} is not legal")));
            }
            json!(practice(desk, id)?.assess(&board, mv).map(|found| json!({
                "before": value_of(found.before),
                "after": value_of(found.after),
                "kept": found.is_kept(),
                "word": found.word(),
                "left": found.left(),
                "least": found.least(),
                "best": found.best.iter().map(|&mv| index(mv)).collect::<Vec<_>>(),
            })))
        }
        OfPractice::Hint { id, board } => {
            json!(practice(desk, id)?.hint(&desk.copy_of(board)?).map(index))
        }
        OfPractice::Reply { id, board } => {
            json!(practice(desk, id)?.reply(&desk.copy_of(board)?).map(index))
        }
    })
}

fn practice(desk: &Desk, id: u32) -> Result<Rc<Practice>> {
    desk.with(id, |object| match object {
        Object::Practice(practice) => Ok(Rc::clone(practice)),
        _ => Err(Error::value("this is no practice")),
    })
}

fn value_of(value: Ending) -> Value {
    json!({ "kind": ending_kind(value), "by": ending_basis(value), "moves": moves_to_end(value) })
}
