//! The words between the comments: numbers, moves, marks.

use crate::formats::pgn::glued::{digit, glued, is_dot};
use crate::text::{Place, Word};

/// The moves of a word such as `1.h2e2!`, `１．炮二平五` or `炮二平五炮８平５`: none of a
/// number, several where they have not been set apart.
pub fn move_words(word: &str, place: Place) -> impl Iterator<Item = Word> + use<> {
    let moves = glued(word).map_or_else(|| only_move(word).into_iter().collect(), |it| it.moves);
    moves.into_iter().map(move |(text, before, marks)| {
        let column = place.column + before;
        let nags = nag_of(&marks).into_iter().collect();
        Word { nags, ..Word::new(text, Place { column, ..place }) }
    })
}

/// Whether a word could be a move, of whatever notation: all have a number in them.
pub fn may_be_move(word: &str) -> bool {
    let has_number = |c| is_digit(c) || "一二三四五六七八九壹贰貳叁參肆伍陆陸柒捌玖".contains(c);
    without_number(word).contains(has_number)
}

/// The one move of a word, the characters before it, and the marks behind it.
fn only_move(word: &str) -> Option<(String, usize, String)> {
    let text = without_number(word);
    let before = word.chars().count() - text.chars().count();
    let bare = text.trim_end_matches(['!', '?', '！', '？']);
    let marks = text[bare.len()..].to_owned();
    (!bare.is_empty() && !is_number(bare)).then(|| (bare.to_owned(), before, marks))
}

/// The number of the moves that a word begins with, and that of its last one; `None` of a
/// word without numbers.
pub fn numbers_of(word: &str) -> Option<(usize, usize)> {
    let rest = without_number(word);
    let dots = word[..word.len() - rest.len()].trim_start_matches(is_digit);
    let number = &word[..word.len() - rest.len() - dots.len()];
    let value = |text: &str| {
        text.chars().filter_map(digit).fold(0_usize, |n, d| n.saturating_mul(10).saturating_add(d))
    };
    let first = match (number.is_empty(), is_number(word)) {
        (false, _) => value(number),
        (true, true) if !word.is_empty() && word.chars().count() < 4 => value(word),
        _ => return None,
    };
    Some((first, glued(word).and_then(|found| found.last_number).unwrap_or(first)))
}

/// The word behind a number and its dots, or the whole.
fn without_number(word: &str) -> &str {
    let after = word.trim_start_matches(is_digit);
    let rest = after.trim_start_matches(is_dot);
    let has_number = after.len() < word.len() && rest.len() < after.len();
    // In WXF `33.4` is a pawn's move, and no move is a number.
    if has_number && (rest.is_empty() || !is_number(rest)) {
        return rest;
    }
    if after.len() < word.len() { word } else { word.trim_start_matches(is_gap) }
}

/// Whether a word begins with dots that stand for the other side's move: `1...`, `1.…h9g7`, `…`.
pub fn skips_move(word: &str) -> bool {
    let rest = word.trim_start_matches(is_digit);
    let dots = rest.chars().take_while(|&c| is_dot(c));
    dots.map(|c| if c == '…' { 3 } else { 1 }).sum::<usize>() > 1
}

/// Where no number is, dots stand for the other side's move; `.` and `。` are
/// left to the styles, which have moves such as `.+5`.
fn is_gap(c: char) -> bool {
    matches!(c, '.' | '…')
}

fn is_digit(c: char) -> bool {
    c.is_ascii_digit() || ('０'..='９').contains(&c)
}

fn is_number(word: &str) -> bool {
    word.chars().all(is_digit)
}

/// Marks behind a move, by the numbers of their glyphs from 1.
pub const MARKS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];

/// The glyph number of marks behind a move.
pub fn nag_of(marks: &str) -> Option<u8> {
    let narrow: String = marks.replace('！', "!").replace('？', "?");
    (1..).zip(MARKS).find(|&(_, mark)| mark == narrow).map(|(nag, _)| nag)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(word: &str) -> Vec<(String, usize, Vec<u8>)> {
        let words = move_words(word, Place::START);
        words.map(|word| (word.text, word.place.column, word.nags)).collect()
    }

    #[test]
    fn dots_stand_for_a_move() {
        for word in ["1...", "1...h9g7", "1.…", "1…h9g7", "…", "……", "...", "12．．．", "1.."]
        {
            assert!(skips_move(word), "{word}");
        }
        for word in ["1.", "1.h2e2", "h2e2", "P..5", "1.P..5", "33.4", "１．", ""] {
            assert!(!skips_move(word), "{word}");
        }
    }

    #[test]
    fn words_of_every_habit() {
        let one = |text: &str, column| vec![(text.to_owned(), column, vec![])];
        assert_eq!(split("h2e2"), one("h2e2", 1));
        assert_eq!(split("1.h2e2"), one("h2e2", 3));
        assert_eq!(split("12...h9g7"), one("h9g7", 6));
        assert_eq!(split("…h9g7"), one("h9g7", 2));
        assert_eq!(split("33.4"), one("33.4", 1));
        assert_eq!(split("9.33.4"), one("33.4", 3));
        assert_eq!(split("P-.4"), one("P-.4", 1));
        assert_eq!(split("++.5"), one("++.5", 1));
        assert_eq!(split("１．炮二平五"), one("炮二平五", 3));
        assert_eq!(split("13+1"), one("13+1", 1));
        for nothing in ["", "1", "1.", "12...", "１．", "…", "...", "!", "007"] {
            assert_eq!(split(nothing), [], "{nothing}");
        }
        assert_eq!(split("h2e2!?"), [("h2e2".to_owned(), 1, vec![5])]);
        let glued = [("炮二平五".to_owned(), 3, vec![]), ("炮8平5".to_owned(), 7, vec![2])];
        assert_eq!(split("1.炮二平五炮8平5?"), glued);
    }
}
