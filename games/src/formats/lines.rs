//! Games of one line: `startpos moves …`, `FEN moves …`, EPD, or just moves.

use crate::fault::{Fault, FaultKind};
use crate::formats::pgn::move_words;
use crate::text::{GameText, Place, numbered_lines, result_of};
use crate::tree::START;
use chuhe::board::Setup;

/// Reads a game of each line.
pub fn read(text: &str) -> Vec<Result<GameText, Fault>> {
    numbered_lines(text).filter_map(|(number, line)| read_line(line, number)).collect()
}

/// The same, but nothing except moves may follow a FEN: a mistyped `moves` must not pass for
/// the operation of an EPD.
pub fn read_strictly(text: &str) -> Vec<Result<GameText, Fault>> {
    let lines = numbered_lines(text);
    lines
        .filter_map(|(number, line)| Some(strict(line, number, read_line(line, number)?)))
        .collect()
}

fn strict(line: &str, number: usize, game: Result<GameText, Fault>) -> Result<GameText, Fault> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let next = Setup::from_words(words.iter().copied()).ok().and_then(|(_, used)| words.get(used));
    match next {
        Some(&word) if word != "moves" && !word.starts_with('#') => {
            let before = &line[..word.as_ptr() as usize - line.as_ptr() as usize];
            let place = Place { line: number, column: before.chars().count() + 1 };
            Err(Fault::new(place, FaultKind::AfterFen(word.to_owned())))
        }
        _ => game,
    }
}

/// Reads a line: a FEN or `startpos`, then `moves` and moves; or moves alone, with
/// or without numbers and a result. `#` begins a comment; the operations of an EPD
/// are ignored, and so are the words `position` and `fen`. `None` for an empty line.
///
/// # Errors
/// When the line begins like a FEN and is none.
pub fn read_line(line: &str, number: usize) -> Option<Result<GameText, Fault>> {
    let words = placed_words(without_comment(line), number);
    let &(first, first_place) = words.first()?;
    let begun = usize::from(first == "position");
    let begun = begun + usize::from(words.get(begun).is_some_and(|&(word, _)| word == "fen"));
    let rest = &words[begun..];
    let mut game = GameText::new(first_place);
    let used = match rest.first().map(|&(word, _)| word) {
        Some("startpos") => 1,
        Some(word) if word.contains('/') && result_of(word).is_none() => {
            match Setup::from_words(rest.iter().map(|&(word, _)| word)) {
                Ok((start, used)) => {
                    game.start = start;
                    used
                }
                Err(error) => return Some(Err(Fault::new(first_place, error))),
            }
        }
        _ => 0,
    };
    let moves = match rest.get(used).map(|&(word, _)| word) {
        Some("moves") => &rest[used + 1..],
        // What stands behind a position is operations of an EPD.
        Some(_) if used > 0 => &[],
        _ => &rest[used.min(rest.len())..],
    };
    let mut at = START;
    for &(text, place) in moves {
        match result_of(text) {
            Some(outcome) => game.outcome = outcome,
            None => at = move_words(text, place).fold(at, |at, word| game.moves.add(at, word)),
        }
    }
    Some(Ok(game))
}

/// The words of a line with their places.
fn placed_words(line: &str, number: usize) -> Vec<(&str, Place)> {
    let (mut read, mut column) = (0, 1);
    let place = |word| {
        let offset = str::as_ptr(word) as usize - line.as_ptr() as usize;
        column += line[read..offset].chars().count();
        read = offset;
        (word, Place { line: number, column })
    };
    line.split_whitespace().map(place).collect()
}

/// The line up to a `#` that no word ends with: behind a move it is a mark.
fn without_comment(line: &str) -> &str {
    let is_begin =
        |&(at, _): &(usize, &str)| line[..at].chars().next_back().is_none_or(char::is_whitespace);
    line.match_indices('#').find(is_begin).map_or(line, |(at, _)| &line[..at])
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe::board::START_FEN;
    use chuhe::rules::Outcome;
    use chuhe::types::Color;

    fn words(line: &str) -> Vec<String> {
        let game = read_line(line, 7).unwrap().unwrap();
        game.words().map(|word| word.text.clone()).collect()
    }

    #[test]
    fn forms_of_a_line() {
        assert_eq!(words("startpos moves h2e2 h9g7"), ["h2e2", "h9g7"]);
        assert_eq!(words("position startpos"), [""; 0]);
        assert_eq!(words(&format!("position fen {START_FEN} moves h2e2")), ["h2e2"]);
        assert_eq!(words(&format!("{START_FEN} moves H2-E2 # x")), ["H2-E2"]);
        assert_eq!(
            words(&format!("{} hmvc 8; id \"x\";", START_FEN.trim_end_matches(" 0 1"))),
            [""; 0]
        );
        assert_eq!(words("h2e2# h9g7 #x"), ["h2e2#", "h9g7"]);
        assert_eq!(words("1. C2.5 H8+7 2.H2+3 1-0"), ["C2.5", "H8+7", "H2+3"]);
        let game = read_line("  h2e2 1/2-1/2", 7).unwrap().unwrap();
        assert_eq!((game.outcome, game.moves.values()[0].place.column), (Outcome::Draw, 3));
        let game = read_line("炮二平五 炮8平5 0-1", 7).unwrap().unwrap();
        assert_eq!(game.outcome, Outcome::Win(Color::Black));
        assert_eq!(game.moves.values()[1].place, Place { line: 7, column: 6 });
        assert!(read_line(" # nothing", 1).is_none());
        let fault = read_line(" x/y w moves h2e2", 3).unwrap().unwrap_err().to_string();
        assert!(fault.starts_with("3:2: bad FEN, board"), "{fault}");
    }
}
