//! Finding the fields of a text, which may be a page, and sorting them by game.

use std::borrow::Cow;

use encoding_rs::GB18030;

use crate::text::{Place, is_line_end};

/// A field and where its value stands.
pub struct Field<'a> {
    /// In lower case.
    pub name: String,
    pub value: &'a str,
    /// Where the value begins.
    pub place: Place,
    /// Whether the text ends within it.
    pub is_cut: bool,
}

/// What the tags of DhtmlXQ begin with, behind the bracket.
const BEGIN: &str = "dhtmlxq";

/// The longest name of a field, in bytes: no name has so many.
const LONGEST_NAME: usize = 64;

/// Where the first tag of DhtmlXQ begins that is in no comment of PGN or of a list.
pub fn first_field(text: &str) -> Option<usize> {
    let begin = text.trim_start();
    // In a page braces are those of scripts, and in JSON of objects, otherwise of comments.
    let after_brace = begin.strip_prefix('{').map(str::trim_start);
    let is_json = after_brace.is_some_and(|rest| rest.starts_with(['"', '\'']));
    let has_comments = !is_json && !text.contains('<');
    let (mut is_comment, mut is_braced, mut before) = (false, false, '\n');
    for (at, c) in text.char_indices() {
        match c {
            '\n' | '\r' => is_comment = false,
            '#' if has_comments && before.is_whitespace() => is_comment = true,
            ';' | '%' if has_comments && matches!(before, '\n' | '\r') => is_comment = true,
            '{' | '}' if has_comments => is_braced = c == '{',
            '[' if !is_comment && !is_braced && after_begin(&text[at + 1..]).is_some() => {
                return Some(at);
            }
            _ => {}
        }
        before = c;
    }
    None
}

/// Whether a game begins at a line, because it has the mark of the beginning.
pub fn begins_game(line: &str) -> bool {
    line.match_indices('[').any(|(at, _)| name_of(&line[at + 1..]) == Some(None))
}

/// What follows the beginning of a tag.
fn after_begin(rest: &str) -> Option<&str> {
    let begin = rest.get(..BEGIN.len())?;
    begin.eq_ignore_ascii_case(BEGIN).then(|| &rest[BEGIN.len()..])
}

/// A text whose tags stand in it as they stand in addresses, `%5BDhtmlXQ%5D`, without that
/// encoding: UTF-8 or GB18030, or `%u8F66`. `None` of any other text.
pub fn unescaped_address(text: &str) -> Option<String> {
    const MARK: &str = "%5bdhtmlxq";
    let is_marked = |at: usize| starts_with(&text[at..], MARK);
    if !text.match_indices('%').any(|(at, _)| is_marked(at)) {
        return None;
    }
    let mut plain = String::with_capacity(text.len());
    let mut bytes: Vec<u8> = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let hexadecimal = |from: usize, to: usize| {
            let digits = rest.get(from..to).filter(|it| it.bytes().all(|b| b.is_ascii_hexdigit()));
            digits.and_then(|digits| u32::from_str_radix(digits, 16).ok())
        };
        let unit = rest.strip_prefix("%u").and_then(|_| hexadecimal(2, 6));
        let byte = rest.strip_prefix('%').and_then(|_| hexadecimal(1, 3));
        if let Some(byte) = byte.and_then(|byte| u8::try_from(byte).ok()) {
            bytes.push(byte);
            rest = &rest[3..];
            continue;
        }
        plain.push_str(&decode(&std::mem::take(&mut bytes)));
        if let Some(c) = unit.and_then(char::from_u32) {
            plain.push(c);
            rest = &rest[6..];
            continue;
        }
        let end = rest.chars().next().map_or(0, char::len_utf8);
        plain.push_str(&rest[..end]);
        rest = &rest[end..];
    }
    plain.push_str(&decode(&bytes));
    first_field(&plain).is_some().then_some(plain)
}

/// Bytes of an address as text.
fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(_) => GB18030.decode_without_bom_handling(bytes).0,
    }
}

/// The text of a page with the strings of its scripts put together, which hide fields:
/// `'[DhtmlXQ_move'+'list]'`.
pub fn joined(text: &str) -> Cow<'_, str> {
    if !text.contains("+") || !text.to_ascii_lowercase().contains("<script") {
        return text.into();
    }
    let mut joined = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['\'', '"']) {
        let (before, from) = rest.split_at(at);
        joined.push_str(before);
        let (quote, after) = from.split_at(1);
        let blank = |c: char| c.is_whitespace() && !is_line_end(c);
        let next = after.trim_start_matches(blank).strip_prefix('+');
        match next.and_then(|next| next.trim_start_matches(blank).strip_prefix(quote)) {
            Some(next) => rest = next,
            None => {
                joined.push_str(quote);
                rest = after;
            }
        }
    }
    joined.push_str(rest);
    joined.into()
}

/// The fields of each game of a text.
pub fn games(text: &str) -> Vec<Vec<Field<'_>>> {
    let mut scan = Scan { text, read: 0, place: Place::START };
    let mut games: Vec<Vec<Field>> = vec![Vec::new()];
    // Whether the game has begun with a tag of its own, which has not been closed.
    let mut is_open = false;
    while let Some(part) = scan.next() {
        let game = games.last_mut().expect("one is there");
        match part {
            Part::Begin => {
                is_open = true;
                games.push(Vec::new());
            }
            Part::End => is_open = false,
            Part::Field(field) => {
                let begins = !is_open && ["binit", "title", "ver"].contains(&&*field.name);
                let is_known = || game.iter().any(|known| known.name == field.name);
                // Pages have a field again, empty the first time.
                let has_value = !field.value.trim().is_empty();
                let was_empty = || {
                    game.iter()
                        .all(|known| known.name != field.name || known.value.trim().is_empty())
                };
                if begins && is_known() && !(has_value && was_empty()) {
                    games.push(vec![field]);
                } else {
                    game.push(field);
                }
            }
        }
    }
    let is_game = |game: &Vec<Field>| {
        game.iter().any(|field| {
            ["binit", "movelist", "fen"].contains(&&*field.name) || field.name.starts_with("move_")
        })
    };
    games.retain(is_game);
    games
}

/// What stands in a text.
enum Part<'a> {
    /// `[DhtmlXQ]`.
    Begin,
    /// `[/DhtmlXQ]`.
    End,
    Field(Field<'a>),
}

/// Reads a text once from front to back.
struct Scan<'a> {
    text: &'a str,
    /// What has been read, in bytes, and where that ends.
    read: usize,
    place: Place,
}

impl<'a> Scan<'a> {
    fn next(&mut self) -> Option<Part<'a>> {
        loop {
            let start = self.read + self.text[self.read..].find('[')?;
            self.advance(start + 1);
            let rest = &self.text[self.read..];
            if rest
                .strip_prefix('/')
                .and_then(after_begin)
                .is_some_and(|rest| !rest.starts_with('_'))
            {
                return Some(Part::End);
            }
            let Some(name) = name_of(rest) else { continue };
            let Some(name) = name else { return Some(Part::Begin) };
            let Some(length) = rest.find(']') else { continue };
            self.advance(self.read + length + 1);
            let place = self.place;
            let rest = &self.text[self.read..];
            if rest.trim_start().strip_prefix('[').is_some_and(|rest| name_of(rest).is_some()) {
                continue; // a field of fields
            }
            let end = rest.find("[/");
            let value = &rest[..end.unwrap_or(rest.len())];
            self.advance(self.read + value.len());
            let mut name = name;
            // CCBridge writes Red's time so.
            let closed_by = &self.text[self.read..];
            if name == "blacktime" && starts_with(closed_by, "[/DhtmlXQ_time]") {
                name = "time".to_owned();
            }
            return Some(Part::Field(Field { name, value, place, is_cut: end.is_none() }));
        }
    }

    /// Goes on to a place, and counts lines and columns up to there.
    fn advance(&mut self, to: usize) {
        for c in self.text[self.read..to].chars() {
            match c {
                '\n' => self.place = Place { line: self.place.line + 1, column: 1 },
                _ => self.place.column += 1,
            }
        }
        self.read = to;
    }
}

fn starts_with(text: &str, begin: &str) -> bool {
    text.get(..begin.len()).is_some_and(|found| found.eq_ignore_ascii_case(begin))
}

/// The name of the field that a text begins with, behind its bracket; nothing for a tag that
/// begins a game. The moves of lines stand in scripts as `[0_4_1]`.
fn name_of(rest: &str) -> Option<Option<String>> {
    let most = rest.len().min(LONGEST_NAME);
    let end = rest.as_bytes()[..most].iter().position(|&byte| byte == b']')?;
    let text = &rest[..end];
    match after_begin(text) {
        Some(after) => Some(after.strip_prefix('_').map(str::to_ascii_lowercase)),
        None => {
            let mut numbers = text.split('_');
            let is_number = |part: Option<&str>| {
                part.is_some_and(|part| {
                    !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit())
                })
            };
            let is_line = (0..3).all(|_| is_number(numbers.next())) && numbers.next().is_none();
            is_line.then(|| Some(format!("move_{text}")))
        }
    }
}
