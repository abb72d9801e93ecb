//! Lists of games: one in a line, `startpos moves …`, `FEN moves …`, EPD, or just moves; or one
//! in several lines, whose numbers go on.

use crate::fault::{Fault, FaultKind};
use crate::formats::dhtmlxq::read_digits;
use crate::formats::pgn::{move_words, numbers_of};
use crate::style::{is_told, tell};
use crate::text::{GameText, Place, numbered_lines, result_of};
use crate::tree::{At, START};
use chuhe::board::Setup;

/// Reads a list of games. A line whose first number is one more than the last number before
/// goes on with the game; number 1, or none, begins one.
pub fn read(text: &str) -> Vec<Result<GameText, Fault>> {
    read_by(text, read_line)
}

/// The same, but nothing except moves may follow a FEN: a mistyped `moves` must not pass for
/// the operation of an EPD.
pub fn read_strictly(text: &str) -> Vec<Result<GameText, Fault>> {
    read_by(text, |line, number| Some(strict(line, number, read_line(line, number)?)))
}

fn read_by(
    text: &str,
    read_first: impl Fn(&str, usize) -> Option<Result<GameText, Fault>>,
) -> Vec<Result<GameText, Fault>> {
    let mut games: Vec<Result<GameText, Fault>> = Vec::new();
    let (mut begins, mut at) = (begins(), START);
    for (number, line) in numbered_lines(text) {
        if begins(line) {
            let game = read_first(line, number);
            at = game
                .as_ref()
                .map_or(START, |game| game.as_ref().map_or(START, |game| game.moves.main_end()));
            games.extend(game);
        } else if let Some(Ok(game)) = games.last_mut() {
            at = add_moves(game, at, &placed_words(without_comment(line), number));
        }
    }
    games
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

/// Says of each line of a list, in their order, whether a game begins at it.
pub fn begins() -> impl FnMut(&str) -> bool + Send {
    let mut before = Before::Ended;
    move |line| {
        let words = placed_words(without_comment(line), 1);
        if words.is_empty() {
            return false;
        }
        let first = first_number(&words);
        let goes_on = match (&before, first) {
            (Before::Number(last), Some(first)) if first == *last => is_answer(&words),
            (Before::Number(last), Some(first)) => first == last.saturating_add(1),
            (Before::Position, Some(first)) => first == 1,
            _ => false,
        };
        let is_ended = words.iter().any(|(word, _)| result_of(word).is_some());
        before = match last_number(&words) {
            _ if is_ended => Before::Ended,
            Some(last) => Before::Number(last),
            None if is_position(&words) => Before::Position,
            None => Before::Ended,
        };
        !goes_on
    }
}

/// What stands before a line.
enum Before {
    /// Nothing that could go on.
    Ended,
    /// A game whose last number this is.
    Number(usize),
    /// A position without moves.
    Position,
}

/// Whether dots stand for Red's move: `7... 马8进7`, `7. ………… 马８进７`.
pub fn is_answer(words: &[(&str, Place)]) -> bool {
    let Some((first, _)) = words.first() else { return false };
    let is_dots = |text: &str| text.starts_with("...") || text.starts_with('…');
    let after = first.trim_start_matches(char::is_numeric);
    let behind_dot = after.strip_prefix(['.', '．', '。', '、']).unwrap_or(after);
    if is_dots(after) || is_dots(behind_dot) {
        return true;
    }
    // The dots of `7. 炮二平五 ……` are Black's.
    behind_dot.is_empty() && words.get(1).is_some_and(|(word, _)| is_dots(word))
}

fn is_position(words: &[(&str, Place)]) -> bool {
    let fields = words.iter().map(|&(word, _)| word);
    words[0].0.contains('/') && Setup::from_words(fields).is_ok_and(|(_, used)| used == words.len())
}

fn first_number(words: &[(&str, Place)]) -> Option<usize> {
    words.first().and_then(|(word, _)| numbers_of(word)).map(|(first, _)| first)
}

/// The last number among words.
pub fn last_number(words: &[(&str, Place)]) -> Option<usize> {
    words.iter().rev().find_map(|(word, _)| numbers_of(word)).map(|(_, last)| last)
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
    if let [(word, _)] = words[..]
        && let Some(game) = read_digits(word, first_place)
    {
        return Some(Ok(game));
    }
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
    add_moves(&mut game, START, moves);
    if is_told(&game) {
        tell(&mut game);
    }
    Some(Ok(game))
}

/// Adds the moves and the result among words, and returns the place behind them.
pub fn add_moves(game: &mut GameText, mut at: At, words: &[(&str, Place)]) -> At {
    for &(text, place) in words {
        match result_of(text) {
            Some(outcome) => game.outcome = outcome,
            None => at = move_words(text, place).fold(at, |at, word| game.moves.add(at, word)),
        }
    }
    at
}

/// The words of a line with their places.
pub fn placed_words(line: &str, number: usize) -> Vec<(&str, Place)> {
    let (mut read, mut column) = (0, 1);
    let place = |word| {
        let offset = str::as_ptr(word) as usize - line.as_ptr() as usize;
        column += line[read..offset].chars().count();
        read = offset;
        (word, Place { line: number, column })
    };
    let is_gap = |c: char| c.is_whitespace() || matches!(c, ',' | '，' | '、' | '；');
    line.split(is_gap).filter(|word| !word.is_empty()).map(place).collect()
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

    fn games(text: &str) -> Vec<String> {
        let words = |game: &GameText| -> Vec<String> {
            game.words().map(|word| word.text.clone()).collect()
        };
        let shown = |game: Result<GameText, Fault>| match game {
            Ok(game) => format!("{} {}", words(&game).join(" "), game.place),
            Err(fault) => fault.to_string(),
        };
        read(text).into_iter().map(shown).collect()
    }

    #[test]
    fn numbered_lines_go_on() {
        let text = "1. 炮二平五 马8进7\n2. 马二进三 车9平8\n\n# a remark\n3、车一平二， 马2进3\n";
        let moves = "炮二平五 马8进7 马二进三 车9平8 车一平二 马2进3";
        assert_eq!(games(text), [format!("{moves} 1:1")]);
        let two = format!("{text}１．炮二平五\n{text}h2e2\n2. h9g7");
        let expected = [format!("{moves} 1:1"), "炮二平五 6:1".into(), format!("{moves} 7:1")];
        assert_eq!(games(&two)[..3], expected);
        // Neither without a number nor behind a result does anything go on.
        assert_eq!(games(&two)[3..], ["h2e2 12:1", "h9g7 13:1"]);
        assert_eq!(games("1. h2e2 1-0\n2. h9g7"), ["h2e2 1:1", "h9g7 2:1"]);
        assert_eq!(games("1. h2e2\n3. h9g7"), ["h2e2 1:1", "h9g7 2:1"]);
        assert_eq!(games("1. h2e2\n1... h9g7\n2. h0g2"), ["h2e2 h9g7 h0g2 1:1"]);
        assert_eq!(games("1.h2e2 …\n1.b2e2 …"), ["h2e2 1:1", "b2e2 2:1"]);
        assert_eq!(games("1. h2e2 …\n1．………… h9g7"), ["h2e2 h9g7 1:1"]);
        assert_eq!(
            games("1. h2e2 h9g7 2. h0g2\n2… i9h9\n3. i0h0"),
            ["h2e2 h9g7 h0g2 i9h9 i0h0 1:1"]
        );
        let fen = "3k5/9/9/9/9/9/9/9/4R4/4K4 w";
        let read =
            read(&format!("{fen}\n1. e1e2 d9d8\n2. e2e1\n{fen}\n{fen} moves 1. e1e2\n2. d9d8"));
        assert_eq!(read.len(), 3);
        let first = read[0].as_ref().unwrap();
        assert_eq!((first.words().count(), first.start.to_string()), (3, format!("{fen} - - 0 1")));
        assert_eq!(read[2].as_ref().unwrap().words().count(), 2);
    }

    #[test]
    fn moves_need_no_blanks() {
        let text = "1.兵七进一炮2平32.兵三进一炮8平5\n3.马二进三马8进74.马八进七车9平8";
        let expected = "兵七进一 炮2平3 兵三进一 炮8平5 马二进三 马8进7 马八进七 车9平8 1:1";
        assert_eq!(games(text), [expected]);
        assert_eq!(games("77477062\n7062"), ["h2e2 h9g7 1:1", "h9g7 2:1"]);
    }

    #[test]
    fn vietnamese_holds_for_a_whole_text() {
        let text = "P2-5\nP2-5 M8.7\nC2.5 H8+7\n";
        let styles: Vec<_> =
            crate::read(text).into_iter().map(|game| game.unwrap().style).collect();
        let vietnamese = Some(chuhe::notation::Style::Vietnamese);
        assert_eq!(styles, [vietnamese, vietnamese, None]);
        let game = read_line("1. P2-5 M8.7 2. M2.3 X9-8 3. Xt/1", 1).unwrap().unwrap();
        assert_eq!((game.style, game.words().count()), (vietnamese, 5));
        assert_eq!(read_line("C2.5 C8.5 P7+1", 1).unwrap().unwrap().style, None);
        let game = crate::read("[Red \"x\"]\n\n1. P2-5 M8.7 2. B7.1 *").remove(0).unwrap();
        let played: Vec<String> =
            game.replay(9, None).unwrap().moves().map(|m| m.to_string()).collect();
        assert_eq!(played, ["h2e2", "h9g7", "c3c4"]);
    }

    #[test]
    fn a_list_takes_linear_time() {
        for part in [
            "1. h2e2\n",
            "h2e2h9g7",
            "1.",
            "99999999",
            "炮二平五",
            "# \n",
            "1.炮二平五",
            "\r",
            "9.",
        ] {
            let text = part.repeat(400_000 / part.len());
            let began = std::time::Instant::now();
            let _ = read(&text);
            let long = (1..20_000).map(|n| format!("{n}. h2e2\n")).collect::<String>();
            let _ = read(&long);
            assert!(began.elapsed().as_secs() < 20, "{part:?}");
        }
    }
}
