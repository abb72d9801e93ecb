//! What a file says of a game besides its moves: variations and comments.

use serde::Serialize;

use crate::document::Annotated;
use crate::replay::visit;
use crate::tree::{At, START, Tree};
use chuhe::board::Setup;
use chuhe::notation::{Style, write};

/// A move of a file with what is said of it there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Written {
    /// The place in the list of the move before; `None` for one of the first position. Of
    /// several moves with the same one, the first is that of the line, the others are its
    /// alternatives.
    pub before: Option<usize>,
    /// As coordinates.
    #[serde(rename = "move")]
    pub mv: String,
    /// The same for people.
    pub text: String,
    /// Numeric annotation glyphs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub nags: Vec<u8>,
    /// The comment, with its line breaks; empty for none.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub comment: String,
}

/// All moves of a file, each before what follows it, and this before its alternatives; none
/// where the file has nothing but the moves of the game.
pub fn written(start: &Setup, moves: &Tree<Annotated>, style: Style) -> Vec<Written> {
    let says_something = |made: &Annotated| !made.comment.is_empty() || !made.nags.is_empty();
    if !moves.has_variations() && !moves.values().iter().any(says_something) {
        return Vec::new();
    }
    let mut list: Vec<Written> = Vec::with_capacity(moves.len());
    let mut line: Vec<(At, usize)> = Vec::new();
    visit(start, moves, |game, at| {
        let Some(made) = moves.get(at) else { return };
        let before = moves.parent(at).unwrap_or(START);
        while line.last().is_some_and(|&(last, _)| last != before) {
            line.pop();
        }
        let number = list.len();
        list.push(Written {
            before: line.last().map(|&(_, number)| number),
            mv: made.mv.to_string(),
            text: write(game.board(), made.mv, style),
            nags: made.nags.clone(),
            comment: made.comment.clone(),
        });
        line.push((at, number));
    });
    list
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read;

    #[test]
    fn moves_know_what_they_follow() {
        let listed = |pgn: &str| -> Vec<String> {
            let text = read(pgn).remove(0).unwrap();
            let list = written(&text.start, &text.check(None).unwrap().moves, Style::Wxf);
            let before = |made: &Written| made.before.map_or("-".into(), |n| list[n].mv.clone());
            list.iter()
                .map(|made| {
                    format!("{} {} {}{:?}", before(made), made.text, made.comment, made.nags)
                })
                .collect()
        };
        let found =
            listed("[Red \"a\"]\n1. h2e2 (1. b2e2 {c\nd} b9c7 (1... h9g7)) (1. c3c4!) h9g7 *");
        let expected = [
            "- C2.5 []",
            "h2e2 H8+7 []",
            "- C8.5 c\nd[]",
            "b2e2 H2+3 []",
            "b2e2 H8+7 []",
            "- P7+1 [1]",
        ];
        assert_eq!(found, expected);
        assert_eq!(listed("[Red \"a\"]\n1. h2e2 h9g7 *"), [""; 0]);
        assert_eq!(listed("[Red \"a\"]\n1. h2e2 {x} *").len(), 1);
    }
}
