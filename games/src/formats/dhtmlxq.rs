//! DhtmlXQ, the text in which xiangqi sites put games on their pages: fields such as
//! `[DhtmlXQ_movelist]7747...[/DhtmlXQ_movelist]`. A point is two digits, the file from
//! Red's left and the rank from Black's side. Variations are passed over.

use std::fmt::Write;

use crate::document::Document;
use crate::fault::{Fault, FaultKind};
use crate::formats::slots;
use crate::text::{GameText, Place, Word, result_of, visible};
use crate::tree::START;
use chuhe::board::Setup;
use chuhe::rules::Outcome;
use chuhe::types::{Color, Move, Piece, Square};

/// What each field begins with, in lower case.
const FIELD: &str = "[dhtmlxq_";

/// Fields that are tags in PGN.
const TAGS: [(&str, &str); 8] = [
    ("title", "Title"),
    ("event", "Event"),
    ("place", "Site"),
    ("date", "Date"),
    ("round", "Round"),
    ("red", "Red"),
    ("black", "Black"),
    ("open", "Opening"),
];

/// Whether the fields have a place for a tag of PGN.
pub fn has_place_for(tag: &str) -> bool {
    TAGS.iter().any(|(_, known)| known.eq_ignore_ascii_case(tag))
}

/// Where the first such field begins.
pub fn first_field(text: &str) -> Option<usize> {
    text.to_ascii_lowercase().find(FIELD)
}

/// Whether a game begins at a line, because it has the mark of the beginning.
pub fn begins_game(line: &str) -> bool {
    let line = line.to_ascii_lowercase();
    ["[dhtmlxq]", "[dhtmlxqiframe]"].iter().any(|mark| line.contains(mark))
}

/// Reads the games of a text.
pub fn read(text: &str) -> Vec<Result<GameText, Fault>> {
    let mut games: Vec<Vec<Field>> = Vec::new();
    for field in fields(text) {
        // A game has each of these fields once.
        let is_new = |game: &Vec<Field>| game.iter().any(|known| known.name == field.name);
        match games.last_mut().filter(|game| !is_new(game)) {
            Some(game) => game.push(field),
            None => games.push(vec![field]),
        }
    }
    games.retain(|game| game.iter().any(|field| ["binit", "movelist"].contains(&&*field.name)));
    games.into_iter().map(|game| read_game(&game)).collect()
}

/// A field and where its value stands.
struct Field<'a> {
    name: String,
    value: &'a str,
    place: Place,
}

/// All fields of a text, without those that are never closed.
fn fields(text: &str) -> Vec<Field<'_>> {
    let lower = text.to_ascii_lowercase();
    let (mut found, mut at, mut line) = (Vec::new(), 0, 1);
    while let Some(start) = lower[at..].find(FIELD).map(|offset| at + offset) {
        line += text[at..start].matches('\n').count();
        at = start;
        let Some(name_end) = lower[start..].find(']').map(|offset| start + offset) else { break };
        let Some(end) = lower[name_end..].find("[/").map(|offset| name_end + offset) else { break };
        found.push(Field {
            name: lower[start + FIELD.len()..name_end].to_owned(),
            value: &text[name_end + 1..end],
            place: Place { line, column: 1 },
        });
        line += text[at..end].matches('\n').count();
        at = end;
    }
    found
}

fn read_game(fields: &[Field]) -> Result<GameText, Fault> {
    let mut game = GameText::new(fields.first().map_or(Place::START, |field| field.place));
    let value_of = |name: &str| fields.iter().find(|field| field.name == name);
    for (name, tag) in TAGS {
        let value = value_of(name).map_or("", |field| field.value.trim());
        if !value.is_empty() {
            game.tags.push((tag.into(), visible(value).into_owned()));
        }
    }
    if let Some(result) = value_of("result") {
        game.outcome = result_of(result.value.trim()).unwrap_or(Outcome::Ongoing);
    }
    if let Some(field) = value_of("binit").filter(|field| !field.value.trim().is_empty()) {
        let fault = || Fault::new(field.place, FaultKind::DhtmlxqPoints);
        game.start = setup(field.value.trim()).ok_or_else(fault)?;
    }
    if let Some(field) = value_of("movelist") {
        let mut at = START;
        let digits = field.value.trim();
        let fault = || Fault::new(field.place, FaultKind::DhtmlxqMoves);
        for points in groups(digits, 4).ok_or_else(fault)? {
            let mv = read_move(points).ok_or_else(fault)?;
            at = game.moves.add(at, Word::new(mv.to_string(), field.place));
        }
        let first = digits.get(..2).and_then(point).and_then(|sq| game.start.pieces[sq.index()]);
        game.start.side = first.map_or(Color::Red, Piece::color);
    }
    for field in fields {
        let ply = field.name.strip_prefix("comment").and_then(|ply| ply.parse::<usize>().ok());
        let text = field.value.replace("||", " ");
        let text = visible(&text.split_whitespace().collect::<Vec<_>>().join(" ")).into_owned();
        match ply {
            Some(0) => game.comment = text,
            Some(ply) => {
                let at = game.moves.line_from(START).nth(ply - 1);
                if let Some(word) = at.and_then(|at| game.moves.get_mut(at)) {
                    word.comment = text;
                }
            }
            None => {}
        }
    }
    Ok(game)
}

/// A text of digits in groups; `None` when it has something else or ends within a group.
fn groups(digits: &str, size: usize) -> Option<Vec<&str>> {
    let is_whole =
        digits.bytes().all(|byte| byte.is_ascii_digit()) && digits.len().is_multiple_of(size);
    is_whole.then(|| (0..digits.len()).step_by(size).map(|i| &digits[i..i + size]).collect())
}

/// The point of two digits; `None` for `99`, which stands for no point.
fn point(digits: &str) -> Option<Square> {
    let mut numbers = digits.chars().map(|c| c.to_digit(10));
    let (file, row) = (numbers.next()?? as usize, numbers.next()?? as usize);
    (file < Square::FILES && row < Square::RANKS)
        .then(|| Square::new(file, Square::RANKS - 1 - row))
}

fn read_move(digits: &str) -> Option<Move> {
    let (from, to) = (point(digits.get(..2)?)?, point(digits.get(2..)?)?);
    (from != to).then(|| Move::new(from, to))
}

fn setup(digits: &str) -> Option<Setup> {
    let points = groups(digits, 2)?;
    let squares: Vec<Option<Square>> = points.into_iter().map(point).collect();
    Some(slots::setup_of(squares.as_slice().try_into().ok()?))
}

/// The two digits of a point.
fn digits(square: Square) -> String {
    format!("{}{}", square.file(), Square::RANKS - 1 - square.rank())
}

/// Writes a game; `None` when it has more pieces of a kind than the format knows.
pub fn write(game: &Document) -> Option<String> {
    let mut text = String::from("[DhtmlXQ]\n");
    let mut field = |name: &str, value: &str| {
        // A value ends where a bracket and a slash stand.
        let value = value.replace("[/", "[ /");
        let _ = writeln!(text, "[DhtmlXQ_{name}]{value}[/DhtmlXQ_{name}]");
    };
    for (name, tag) in TAGS {
        if let Some((_, value)) = game.tags.iter().find(|(key, _)| key.eq_ignore_ascii_case(tag)) {
            field(name, value);
        }
    }
    let result = match game.outcome {
        Outcome::Win(Color::Red) => "红胜",
        Outcome::Win(Color::Black) => "黑胜",
        Outcome::Draw => "和棋",
        Outcome::Ongoing => "",
    };
    field("result", result);
    let squares = slots::squares_of(game.start)?;
    let place = |square: &Option<Square>| square.map_or_else(|| "99".to_owned(), digits);
    field("binit", &squares.iter().map(place).collect::<String>());
    let moves = game.moves.main_line().map(|made| digits(made.mv.from()) + &digits(made.mv.to()));
    field("movelist", &moves.collect::<String>());
    let comments = std::iter::once(game.comment).chain(game.moves.main_line().map(|m| &*m.comment));
    for (ply, comment) in comments.enumerate().filter(|(_, comment)| !comment.is_empty()) {
        field(&format!("comment{ply}"), comment);
    }
    Some(text + "[/DhtmlXQ]\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Annotated;
    use chuhe::notation::Style;

    const GAME: &str = "<div>[DhtmlXQ]\n[DhtmlXQ_ver]www_dpxq_com[/DhtmlXQ_ver]\n\
        [DhtmlXQ_red]许银川[/DhtmlXQ_red]\n[DhtmlXQ_result]红胜[/DhtmlXQ_result]\n\
        [DhtmlXQ_binit]8979695949392919097717866646260600102030405060708012720323436383[/DhtmlXQ_binit]\n\
        [DhtmlXQ_movelist]774770627967[/DhtmlXQ_movelist]\n\
        [DhtmlXQ_comment2]好||着[/DhtmlXQ_comment2]\n[DhtmlXQ_move_0_2_1]1022[/DhtmlXQ_move_0_2_1]\n\
        [/DhtmlXQ]</div>";

    fn played(game: &GameText) -> String {
        let replayed = game.replay(usize::MAX, None).unwrap();
        replayed.moves().map(|mv| mv.to_string()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_game_of_a_page_is_read() {
        assert_eq!((first_field(GAME), first_field("[Event \"x\"]")), (Some(15), None));
        let games = read(&format!("{GAME}\n{GAME}"));
        assert_eq!(games.len(), 2);
        let game = games[1].as_ref().unwrap();
        assert_eq!(played(game), "h2e2 h9g7 h0g2");
        assert_eq!((game.tag("Red"), game.start == Setup::start()), (Some("许银川"), true));
        assert_eq!(game.outcome, Outcome::Win(Color::Red));
        assert_eq!(game.moves.values()[1].comment, "好 着");
    }

    #[test]
    fn what_is_written_reads_back() {
        let start: Setup = "3k5/9/9/9/9/9/9/9/4R4/R3K4 b".parse().unwrap();
        let moves =
            [Annotated { comment: "a [/b]".into(), ..Annotated::plain("d9d8".parse().unwrap()) }];
        let document = Document {
            tags: vec![("Black".into(), "乙".into())],
            start: &start,
            comment: "c",
            moves: &moves.into_iter().collect(),
            outcome: Outcome::Draw,
            style: Style::Uci,
        };
        let games = read(&write(&document).unwrap());
        let game = games[0].as_ref().unwrap();
        assert_eq!((played(game).as_str(), &game.start), ("d9d8", &start));
        assert_eq!(
            (game.comment.as_str(), game.moves.values()[0].comment.as_str()),
            ("c", "a [ /b]")
        );
        assert_eq!((game.tag("Black"), game.outcome), (Some("乙"), Outcome::Draw));
    }

    #[test]
    fn damage_is_a_fault() {
        for (part, other, message) in [
            ("774770", "77477", "four digits"),
            ("774770", "77477x", "four digits"),
            ("8979", "89799", "32 points"),
        ] {
            let fault = read(&GAME.replace(part, other))[0].as_ref().unwrap_err().to_string();
            assert!(fault.contains(message), "{fault}");
        }
        for end in (0..GAME.len()).filter(|&end| GAME.is_char_boundary(end)) {
            let _ = read(&GAME[..end]);
        }
    }
}
