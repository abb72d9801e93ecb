//! Questions about games.

use chuhe_bindings::{Error, Game, Result, index, is_text};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::answers::{error_of, move_of, outcome_of};
use crate::desk::{Desk, Object};

/// Questions about a game.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum OfGame {
    /// Tags, result, place, fault, the number of nodes.
    State {},
    Tag {
        name: String,
    },
    SetTag {
        name: String,
        value: Option<String>,
    },
    SetResult {
        result: String,
    },
    Moves {},
    /// The numbers of all nodes behind the first, each before those behind it.
    Walk {},
    Texts {
        style: String,
    },
    /// Move, parent, children, comment and glyphs of a node.
    Node {
        node: u32,
    },
    SetComment {
        node: u32,
        comment: String,
    },
    SetNags {
        node: u32,
        nags: Vec<u8>,
    },
    Add {
        node: u32,
        mv: u32,
    },
    /// A move in any notation.
    AddText {
        node: u32,
        text: String,
    },
    Board {
        node: Option<u32>,
        rules: String,
    },
    Outcome {
        rules: String,
    },
    /// Another game that is the same.
    Copy {},
    Write {
        format: String,
        style: String,
    },
}

/// The answer to a question about a game.
pub fn found(desk: &Desk, id: u32, ask: OfGame) -> Result<Value> {
    if let OfGame::Board { node, rules } = ask {
        let board = desk.with(id, |object| {
            let game = game_of(object)?;
            game.board(node.unwrap_or_else(|| game.end()), &rules)
        })?;
        return Ok(json!(desk.keep(board.into())));
    }
    if let OfGame::Copy {} = ask {
        let copy = desk.with(id, |object| Ok(game_of(object)?.clone()))?;
        return Ok(json!(desk.keep(Object::Game(Box::new(copy)))));
    }
    desk.with(id, |object| told(game_of(object)?, ask))
}

fn game_of(object: &mut Object) -> Result<&mut Game> {
    match object {
        Object::Game(game) => Ok(game),
        _ => Err(Error::value("this is no game")),
    }
}

fn told(game: &mut Game, ask: OfGame) -> Result<Value> {
    Ok(match ask {
        OfGame::State {} => json!({
            "tags": game.tags(),
            "result": game.result(),
            "start": game.start_fen(),
            "end": game.end(),
            "opening": game.opening(),
            "nodes": game.len(),
            "fault": game.fault().map(error_of),
            "place": { "line": game.place().line, "column": game.place().column },
        }),
        OfGame::Tag { name } => json!(game.tag(&name)),
        OfGame::SetTag { name, value } => {
            game.set_tag(&name, value.as_deref())?;
            Value::Null
        }
        OfGame::SetResult { result } => {
            game.set_result(&result)?;
            Value::Null
        }
        OfGame::Moves {} => json!(game.main_line().into_iter().map(index).collect::<Vec<_>>()),
        OfGame::Walk {} => json!(game.walk()),
        OfGame::Texts { style } => json!(game.texts(&style)?),
        OfGame::Node { node } => json!({
            "move": game.move_of(node)?.map(index),
            "parent": game.parent(node)?,
            "children": game.children(node)?,
            "comment": game.comment(node)?,
            "nags": game.nags(node)?,
            "ply": game.ply(node)?,
        }),
        OfGame::SetComment { node, comment } => {
            game.set_comment(node, &comment)?;
            Value::Null
        }
        OfGame::SetNags { node, nags } => {
            game.set_nags(node, &nags)?;
            Value::Null
        }
        OfGame::Add { node, mv } => json!(game.add(node, move_of(mv)?)?),
        OfGame::AddText { node, text } => {
            let mv = game.record_board(node)?.read(&text, None)?;
            json!(game.add(node, mv)?)
        }
        OfGame::Outcome { rules } => outcome_of(game.outcome(&rules)?),
        // Formats that are no texts are told as numbers.
        OfGame::Write { format, style } => match String::from_utf8(game.write(&format, &style)?) {
            Ok(text) if is_text(&format) => json!({ "text": text }),
            Ok(text) => json!({ "bytes": text.into_bytes() }),
            Err(error) => json!({ "bytes": error.into_bytes() }),
        },
        OfGame::Board { .. } | OfGame::Copy {} => Value::Null,
    })
}
