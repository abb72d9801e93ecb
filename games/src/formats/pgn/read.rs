//! The lenient PGN reader. A game with a fault is left out and its first fault is
//! returned in its place; reading goes on at the next game.
//!
//! Reading takes time linear in the length of the text, whatever it holds: what was
//! scanned in vain for the end of a comment or variation is not read again.

use crate::fault::{Fault, FaultKind};
use crate::formats::pgn::cursor::Cursor;
use crate::formats::pgn::words::{move_words, nag_of};
use crate::text::{GameText, Place, is_line_end, result_of, visible};
use crate::tree::{At, START};
use chuhe::board::Setup;
use chuhe::rules::Outcome;

/// Values of the tag `Variant` that mean this game, in lower case.
const VARIANTS: &[&str] = &["", "?", "xiangqi", "cchess", "chinese chess"];

/// Splits a text into games. What has neither moves nor a tag `FEN` is not a game.
pub fn read(text: &str) -> Vec<Result<GameText, Fault>> {
    let mut reader = Reader {
        cursor: Cursor::new(text),
        games: Vec::new(),
        game: GameText::new(Place::START),
        fault: None,
        section: Section::Tags,
        has_position: false,
        at: START,
    };
    while reader.step() {}
    reader.finish_game();
    reader.games
}

/// How far a game has been read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Section {
    Tags,
    Moves,
    /// The result has been read.
    End,
}

struct Reader<'a> {
    cursor: Cursor<'a>,
    games: Vec<Result<GameText, Fault>>,
    game: GameText,
    /// The first fault of the game.
    fault: Option<Fault>,
    section: Section,
    has_position: bool,
    /// Behind the last move that was read.
    at: At,
}

impl Reader<'_> {
    /// Reads whatever comes next; `false` at the end of the text.
    fn step(&mut self) -> bool {
        let place = self.cursor.place();
        let Some(c) = self.cursor.peek() else { return false };
        match c {
            '[' => self.tag(place),
            '{' => self.comment(place),
            ';' => {
                let text = self.cursor.take_line();
                self.add_comment(&text[1..]);
            }
            '%' if place.column == 1 => {
                self.cursor.take_line();
            }
            _ if self.section != Section::Tags && self.cursor.is_at_rule() => self.footer(),
            '(' | '（' => self.variation(place),
            '$' => self.glyph(),
            c if is_gap(c) => {
                self.cursor.bump();
            }
            _ => self.word(place),
        }
        true
    }

    fn fail(&mut self, place: Place, kind: impl Into<FaultKind>) {
        self.fault.get_or_insert_with(|| Fault::new(place, kind));
    }

    /// Fails because something has no end, and skips what follows up to the next tag.
    fn fail_until_tag(&mut self, place: Place, kind: FaultKind) {
        self.fail(place, kind);
        self.section = Section::End;
        self.cursor.skip_to_tag();
    }

    /// Skips a horizontal rule and the text below it, with which programs of xqbase
    /// sign the games that they save.
    fn footer(&mut self) {
        self.section = Section::End;
        self.cursor.skip_to_tag();
    }

    /// Reads `[Name "value"]`. A quotation mark ends the value when `]` follows it.
    fn tag(&mut self, place: Place) {
        if self.section != Section::Tags {
            self.finish_game();
        }
        self.cursor.bump();
        let rest = self.cursor.rest();
        let Some((name, value, length)) = split_tag(rest) else {
            self.cursor.take_line();
            return self.fail(place, FaultKind::Tag);
        };
        for _ in rest[..length].chars() {
            self.cursor.bump();
        }
        if matches!(name, "Event" | "Game") && self.game.tag(name).is_some() {
            self.finish_game();
        }
        if self.game.tags.is_empty() {
            self.game.place = place;
        }
        if name.eq_ignore_ascii_case("FEN") && !value.trim().is_empty() {
            self.has_position = true;
            // Some programs write more words than a FEN has.
            match Setup::from_words(value.split_whitespace()) {
                Ok((start, _)) => self.game.start = start,
                Err(error) => self.fail(place, error),
            }
        } else if name.eq_ignore_ascii_case("Result") {
            self.game.outcome = result_of(value.trim()).unwrap_or(Outcome::Ongoing);
        } else if name.eq_ignore_ascii_case("Variant")
            && !VARIANTS.contains(&value.trim().to_lowercase().as_str())
        {
            self.fail(place, FaultKind::Variant(value.clone()));
        }
        self.game.tags.push((name.to_owned(), visible(&value).into_owned()));
    }

    fn comment(&mut self, place: Place) {
        self.cursor.bump();
        match self.cursor.take_through('}') {
            Some(text) => self.add_comment(text),
            None => self.fail_until_tag(place, FaultKind::Comment),
        }
    }

    fn add_comment(&mut self, text: &str) {
        let words: Vec<&str> = text.split_whitespace().collect();
        let comment = match self.game.moves.get_mut(self.at) {
            Some(word) => &mut word.comment,
            None => &mut self.game.comment,
        };
        if !comment.is_empty() {
            comment.push(' ');
        }
        comment.push_str(&visible(&words.join(" ")));
    }

    /// Skips a variation with the comments and variations in it.
    fn variation(&mut self, place: Place) {
        let mut ahead = self.cursor;
        let mut depth = 0_usize;
        loop {
            match ahead.bump() {
                Some('(' | '（') => depth += 1,
                Some(')' | '）') => depth -= 1,
                Some('{') if ahead.take_through('}').is_none() => break,
                None => break,
                _ => {}
            }
            if depth == 0 {
                self.cursor = ahead;
                return;
            }
            if ahead.is_at_tag() {
                break;
            }
        }
        self.fail_until_tag(place, FaultKind::Variation);
    }

    /// `$4`.
    fn glyph(&mut self) {
        self.cursor.bump();
        let number = self.cursor.take_while(|c| c.is_ascii_digit()).parse();
        if let (Some(word), Ok(nag)) = (self.game.moves.get_mut(self.at), number) {
            word.nags.push(nag);
        }
    }

    fn word(&mut self, place: Place) {
        let is_end = |c: char| is_gap(c) || matches!(c, '{' | '(' | '（' | ';' | '[' | '$');
        let mut is_first = true;
        let text = self.cursor.take_while(|c| std::mem::take(&mut is_first) || !is_end(c));
        if let Some(outcome) = result_of(text) {
            if outcome != Outcome::Ongoing {
                self.game.outcome = outcome;
            }
            self.section = Section::End;
            return;
        }
        let words: Vec<_> = move_words(text, place).collect();
        if let (Some(nag), Some(word)) = (nag_of(text), self.game.moves.get_mut(self.at)) {
            word.nags.push(nag);
        }
        if words.is_empty() {
            return;
        }
        if self.section == Section::End && self.fault.is_none() {
            self.finish_game(); // a game without tags
            self.game.place = place;
        }
        self.section = Section::Moves;
        for word in words {
            self.at = self.game.moves.add(self.at, word);
        }
    }

    fn finish_game(&mut self) {
        let next = GameText::new(self.cursor.place());
        let game = std::mem::replace(&mut self.game, next);
        let has_position = std::mem::take(&mut self.has_position);
        self.section = Section::Tags;
        self.at = START;
        match self.fault.take() {
            Some(fault) => self.games.push(Err(fault)),
            None if has_position || !game.moves.is_empty() => self.games.push(Ok(game)),
            None => {}
        }
    }
}

/// What stands between words.
fn is_gap(c: char) -> bool {
    c.is_whitespace() || matches!(c, '、' | '，' | ',' | ')' | '）' | ']' | '}')
}

/// Name and value of a tag from the text behind its `[`, and its length in bytes;
/// `None` when its line has no complete tag. The value may lack quotation marks, and
/// may have some in it. Looks no further than to the end of the tag or line.
fn split_tag(text: &str) -> Option<(&str, String, usize)> {
    let name_end = text.find(|c: char| !(c.is_alphanumeric() || c == '_'))?;
    let (name, rest) = text.split_at(name_end);
    if name.is_empty() {
        return None;
    }
    let is_blank = |c: char| c.is_whitespace() && !is_line_end(c);
    let Some(quoted) = rest.trim_start_matches(is_blank).strip_prefix('"') else {
        let end = rest.find(|c| c == ']' || is_line_end(c))?;
        let after = rest[end..].strip_prefix(']')?;
        return Some((name, rest[..end].trim().to_owned(), text.len() - after.len()));
    };
    let mut value = String::new();
    let mut chars = quoted.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' if chars.as_str().starts_with(['"', '\\']) => value.extend(chars.next()),
            '"' => match chars.as_str().trim_start_matches(is_blank).strip_prefix(']') {
                Some(after) => return Some((name, value, text.len() - after.len())),
                None => value.push('"'),
            },
            c if is_line_end(c) => return None,
            c => value.push(c),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate as games;
    use chuhe::types::Color;

    fn games(text: &str) -> Vec<GameText> {
        read(text).into_iter().map(Result::unwrap).collect()
    }

    fn texts(game: &GameText) -> Vec<&str> {
        game.words().map(|word| word.text.as_str()).collect()
    }

    #[test]
    fn games_are_read() {
        let text = "[Event \"a \\\"b\\\"\"]\r\n[FEN \"3k5/9/9/9/9/9/9/9/9/4K4 w\"]\r\n\r\n1.h2e2 {c [x]\r\n 1. d} \
                    (1. a0a1 {)} (x) b) h9g7 $3 2... i0h0! ; rest\r\n3. b0c2 1/2-1/2\r\n\r\n\
                    [Event \"c\"]\r\n\r\n*\r\n[Event \"d\"] 1. a3a4 *";
        let games = games(text);
        assert_eq!(games.len(), 2, "{games:?}");
        let first = &games[0];
        assert_eq!(first.tag("event"), Some("a \"b\""));
        assert_eq!(texts(first), ["h2e2", "h9g7", "i0h0", "b0c2"]);
        assert_eq!(first.moves.values()[0].comment, "c [x] 1. d");
        assert_eq!(
            (&first.moves.values()[1].nags[..], &first.moves.values()[2].nags[..]),
            (&[3][..], &[1][..])
        );
        assert_eq!(first.moves.values()[2].comment, "rest");
        assert_eq!(first.moves.values()[3].place, Place { line: 6, column: 4 });
        assert_eq!(first.outcome, Outcome::Draw);
        assert_eq!(games[1].tag("Event"), Some("d"));
        assert_eq!(texts(&games[1]), ["a3a4"]);
        let wxf = read("1.C2.5 H8+7 12. 33.4 ++.5 13... P-.4 1-0\n1. C8.5 0-1");
        let wxf: Vec<GameText> = wxf.into_iter().map(Result::unwrap).collect();
        assert_eq!(texts(&wxf[0]), ["C2.5", "H8+7", "33.4", "++.5", "P-.4"]);
        assert_eq!(texts(&wxf[1]), ["C8.5"]);
        assert_eq!(wxf[1].outcome, Outcome::Win(Color::Black));
    }

    #[test]
    fn habits_in_the_wild() {
        let text = "[Game \"Chinese Chess\"]\n[Red \"a \"b\" c\"]\n[Result 1-0]\n[FEN \"\"]\n\n\
                    % escape\n1、炮二平五，炮８平５（注） 2．马二进三!! 红胜\n[Game \"Chinese Chess\"]\n\
                    [FEN \"3k5/9/9/9/9/9/9/9/9/4K4 b - - 3 7 moves h2e2\"]\n[Event \"x\"]\n[Event \"y\"]\n1. h2e2 ?! *";
        let games = games(text);
        assert_eq!(games.len(), 3, "{games:?}");
        assert_eq!(games[0].tag("Red"), Some("a \"b\" c"));
        assert_eq!(texts(&games[0]), ["炮二平五", "炮８平５", "马二进三"]);
        assert_eq!(games[0].moves.values()[2].nags, [3]);
        assert_eq!(games[0].outcome, Outcome::Win(Color::Red));
        assert!(games[1].moves.is_empty());
        assert_eq!(games[1].start.to_string(), "3k5/9/9/9/9/9/9/9/9/4K4 b - - 3 7");
        assert_eq!(games[2].moves.values()[0].nags, [6]);
    }

    #[test]
    fn broken_games_are_left_out_and_the_rest_is_kept() {
        let text = "[Event \"a\"]\n1. h2e2 {never\nclosed 1-0\n\n[Event \"b\"]\n1. h2e2 {} *\n\
                    [Event \"c]\n[Result \"*\"]\n1. h2e2 *\n[FEN \"x\"]\n1. h2e2 *\n\
                    [Variant \"Crazyhouse\"]\n1. e4 *\n1. h2e2 (1. b2e2 *\n[Event \"d\"]\n(x) h2e2";
        let found: Vec<String> = read(text)
            .into_iter()
            .map(|game| match game {
                Ok(game) => game.tag("Event").unwrap_or_default().to_owned(),
                Err(fault) => fault.to_string(),
            })
            .collect();
        assert_eq!(found[0], "2:9: a comment without '}'");
        assert_eq!(found[1], "b");
        assert_eq!(found[2], "7:1: expected a tag such as [Event \"…\"]");
        assert!(found[3].starts_with("10:1: bad FEN, board"), "{found:?}");
        assert_eq!(found[4], "12:1: the game is 'Crazyhouse', not xiangqi");
        assert_eq!(found.last().unwrap(), "d");
        for odd in
            ["", "[", "{", "(", "1.", "é", "[x", "\u{3000}", "$", "[a \"b\"", "）", "$300 h2e2"]
        {
            let _ = read(odd);
        }
    }

    #[test]
    fn a_rule_and_a_footer_end_a_game() {
        let footer = "============================\r\n 欢迎访问《象棋百科全书网》 \r\n\
                      http://www.xqbase.com/\r\n";
        let game = "[Game \"Chinese Chess\"]\r\n[Red \"甲\"]\r\n{评注：(一)}\r\n\r\n\
                    1. 炮二平五 炮８平５\r\n{　　好} 2. 马二进三 (2. 炮五进四) 马８进７\r\n";
        let text = format!("{game} 1-0\r\n{footer}{game}{footer}{game}*");
        let games = games(&text);
        assert_eq!(games.len(), 3, "{games:?}");
        for game in &games {
            assert_eq!(texts(game), ["炮二平五", "炮８平５", "马二进三", "马８进７"]);
        }
        assert_eq!(games[0].outcome, Outcome::Win(Color::Red));
    }

    #[test]
    fn control_characters_become_visible() {
        let games = games("[Red \"\x1b]0;x\x07\"]\n\n1. h2e2 {\x1b[31mz\u{9b}} h9\x1bg7 *");
        let game = &games[0];
        assert_eq!(game.tag("Red"), Some("\u{fffd}]0;x\u{fffd}"));
        assert_eq!(game.moves.values()[0].comment, "\u{fffd}[31mz\u{fffd}");
        assert_eq!(game.moves.values()[1].text, "h9\u{fffd}g7");
    }

    #[test]
    fn line_ends_of_every_kind() {
        let text =
            "[Event \"a\"]\n[Red \"b\"]\n\n1. h2e2 ; c\nh9g7 {d\n%} *\n%e\n[Event \"f\"]\n\nx";
        let unix = read(text);
        assert_eq!(unix.len(), 2);
        for end in ["\r", "\r\n"] {
            assert_eq!(read(&text.replace('\n', end)), unix);
        }
    }

    /// Texts of 2 MB that took a reader minutes which scanned some of it again and again.
    #[test]
    fn reading_takes_linear_time() {
        let text = |part: &str| part.repeat(2_000_000 / part.len());
        for part in [
            "[a \"b\"]\r",
            "[a \"b\"]",
            "{\n[\n",
            "(\n[\n",
            "({\n[\n",
            "[a\n{",
            "( {) ",
            "[\"",
            "a\" ",
        ] {
            let began = std::time::Instant::now();
            let _ = (read(&text(part)), games::read(&text(part)));
            assert!(began.elapsed().as_secs() < 20, "{part:?}");
        }
    }
}
