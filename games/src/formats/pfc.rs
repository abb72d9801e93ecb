//! PFC, the files of 鹏飞 (Pengfei): elements within elements, each of them a move with its
//! comment, and what lies in it are the answers.

use crate::fault::{Fault, FaultKind};
use crate::formats::MOST_MOVES;
use crate::formats::start::{first_square, side_to_move};
use crate::formats::xml::{Part, Xml, attribute, first_element};
use crate::place::Place;
use crate::text::{GameText, Word, comment_text, result_of};
use crate::tree::{At, START};
use chuhe::rules::Outcome;

/// The element of a move.
const MOVE: &str = "n";

/// What faults call the format.
const PFC: &str = "PFC";

/// Whether a text is such a file: the first element has a position where others have moves.
pub fn is_pfc(text: &str) -> bool {
    let is_start = |attributes| attribute(attributes, "m").is_some_and(|m| m.contains('/'));
    first_element(text).is_some_and(|(name, attributes)| name == MOVE && is_start(attributes))
}

/// An element.
struct Node {
    word: Word,
    /// Whether it is the answer that comes first, wherever it stands.
    is_main: bool,
    children: Vec<usize>,
}

/// Reads a game. The column of a fault is the number of a ply.
///
/// # Errors
/// When its FEN is none.
pub fn read(text: &str) -> Result<GameText, Fault> {
    let mut game = GameText::new(Place::START);
    // The first node is the start.
    let mut nodes: Vec<Node> = Vec::new();
    let mut path: Vec<usize> = Vec::new();
    for part in Xml::new(text) {
        match part {
            Part::Open { name: MOVE, attributes, line } => {
                let text = attribute(attributes, "m").unwrap_or_default();
                if nodes.is_empty() {
                    game.start = text.parse().map_err(|error| Fault::new(game.place, error))?;
                    let win = attribute(attributes, "win").unwrap_or_default();
                    game.outcome = result_of(&win).unwrap_or(Outcome::Ongoing);
                }
                if nodes.len() > MOST_MOVES {
                    let place = Place { line, column: path.len() };
                    game.fault = Some(Fault::new(place, FaultKind::Damaged(PFC)));
                    break;
                }
                let word = Word::new(text, Place { line, column: path.len() });
                let comment = attribute(attributes, "c").unwrap_or_default();
                let is_main = attribute(attributes, "default").is_some_and(|main| main == "true");
                if let Some(parent) = path.last() {
                    let number = nodes.len();
                    nodes[*parent].children.push(number);
                }
                path.push(nodes.len());
                let word = Word { comment: comment_text(&comment), ..word };
                nodes.push(Node { word, is_main, children: Vec::new() });
            }
            Part::Close(MOVE) => {
                path.pop();
                if path.is_empty() {
                    break;
                }
            }
            _ => {}
        }
    }
    if !path.is_empty() && game.fault.is_none() {
        let place = Place { line: text.lines().count(), column: path.len() };
        game.fault = Some(Fault::new(place, FaultKind::CutOff(PFC)));
    }
    add_moves(nodes, &mut game);
    game.start.side = side_to_move(&game.start, first_square(&game), game.start.side);
    Ok(game)
}

/// Builds the tree, with the main answers first.
fn add_moves(mut nodes: Vec<Node>, game: &mut GameText) {
    let Some(start) = nodes.first_mut() else { return };
    game.comment = std::mem::take(&mut start.word.comment);
    let mut todo: Vec<(usize, At)> = vec![(0, START)];
    while let Some((number, at)) = todo.pop() {
        let mut children = std::mem::take(&mut nodes[number].children);
        children.sort_by_key(|&child| !nodes[child].is_main);
        for child in children {
            let at = game.moves.add(at, nodes[child].word.clone());
            todo.push((child, at));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe::types::Color;

    const GAME: &str = "\u{feff}<?xml version=\"1.0\"?><n version=\"2\" win=\"*\" \
        m=\"4k4/9/9/9/9/9/9/9/4A4/3K1r3 b - - 0 1\" c=\"a&#10;b\"><n m=\"f0f5\"><n m=\"d0e0\"/>\
        <n m=\"e1f2\" default=\"true\" c=\"x\"><n m=\"e9e8\"/></n></n><n m=\"e9e8\"/></n>";

    fn lines(game: &GameText) -> String {
        let words = game.moves.walk().filter_map(|at| game.moves.get(at));
        words.map(|word| format!("{}{} ", word.text, word.comment)).collect()
    }

    #[test]
    fn a_file_is_read() {
        let text = GAME.trim_start_matches('\u{feff}');
        assert!(is_pfc(text) && !is_pfc("<n m='x'/>"));
        let game = read(text).unwrap();
        assert_eq!(lines(&game), "f0f5 e1f2x e9e8 d0e0 e9e8 ");
        assert_eq!((game.comment.as_str(), game.start.side), ("a\nb", Color::Black));
        assert_eq!(game.fault, None);
        assert!(read("<n m='/'/>").is_err());
    }

    #[test]
    fn what_is_cut_off_keeps_the_moves_before() {
        let text = GAME.trim_start_matches('\u{feff}');
        let end = text.find("<n m=\"e9e8\"/></n></n>").unwrap();
        let game = read(&text[..end]).unwrap();
        assert_eq!(lines(&game), "f0f5 e1f2x d0e0 ");
        assert_eq!(game.fault.unwrap().to_string(), "1:3: PFC: it is cut off");
    }

    #[test]
    fn any_depth_needs_no_stack() {
        let deep = 100_000;
        let text = format!(
            "<n m='4k4/9/9/9/9/9/9/4R4/9/3K5 w'>{}{}</n>",
            "<n m='e2e3'>".repeat(deep),
            "</n>".repeat(deep)
        );
        let game = read(&text).unwrap();
        assert_eq!((game.moves.len(), game.fault), (deep, None));
        let wide = "<n/>".repeat(MOST_MOVES + 1);
        let game = read(&format!("<n m='4k4/9/9/9/9/9/9/4R4/9/3K5 w'>{wide}</n>")).unwrap();
        assert_eq!(game.moves.len(), MOST_MOVES);
        assert!(game.fault.unwrap().to_string().ends_with("PFC: it is damaged"));
    }
}
