//! The writer.

use std::fmt::Write;

use crate::document::Document;
use crate::formats::pgn::MARKS;
use crate::formats::wxf::TAGS;
use crate::text::result_word;
use chuhe::board::Setup;
use chuhe::notation::{Style, write as notate};
use chuhe::rules::Game;
use chuhe::types::Color;

/// Moves of both sides in a line.
const IN_A_LINE: usize = 4;

/// The main line of a game; `None` when its start is no position of a record or a move is not
/// legal.
pub fn write(game: &Document) -> Option<String> {
    let mut text = String::from("FORMAT\tWXF\n");
    let value_of =
        |tag: &str| game.tag(tag).map(|value| value.replace(['\n', '\r', ';', '{', '}'], " "));
    for (name, tag) in TAGS {
        let Some(value) = value_of(tag).filter(|value| !value.trim().is_empty()) else { continue };
        let elo = value_of(&format!("{tag}Elo")).filter(|_| ["Red", "Black"].contains(&tag));
        let _ = match elo {
            Some(elo) => writeln!(text, "{name}\t{value} ; {elo} ;;"),
            None => writeln!(text, "{name}\t{value}"),
        };
    }
    let _ = writeln!(text, "RESULT\t{}", result_word(game.outcome));
    if *game.start != Setup::start() {
        // What reads these files knows the letters of WXF.
        let fen = game.start.to_string();
        let (board, rest) = fen.split_once(' ')?;
        let board = board.replace('N', "H").replace('n', "h").replace('B', "E").replace('b', "e");
        let _ = writeln!(text, "FEN\t{board} {rest}");
    }
    for line in game.comment.lines() {
        let _ = writeln!(text, "COMMENT\t{line}");
    }
    text.push_str("START{");
    let mut replayed = Game::of_record(game.start).ok()?;
    let mut count: usize = 0;
    for made in game.moves.main_line() {
        let board = replayed.board();
        if !board.is_legal(made.mv) {
            return None;
        }
        let (side, number) = (board.side(), replayed.setup().move_number);
        if side == Color::Red || count == 0 {
            text.push_str(if count.is_multiple_of(IN_A_LINE) { "\n" } else { "   " });
            count += 1;
            let dots = if side == Color::Red { "" } else { " ..." };
            let _ = write!(text, "{number:>2}.{dots}");
        }
        let moved = notate(board, made.mv, Style::Wxf);
        let moved = if side == Color::Red { moved } else { moved.to_lowercase() };
        let mark = made.nags.first().and_then(|&nag| MARKS.get(usize::from(nag).wrapping_sub(1)));
        let _ = write!(text, " {moved}{}", mark.unwrap_or(&""));
        let _ = replayed.play(made.mv);
    }
    text.push_str("\n}END\n\n");
    Some(text)
}
