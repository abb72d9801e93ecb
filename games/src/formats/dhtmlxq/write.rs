//! The writer.

use std::fmt::Write;

use crate::document::Document;
use crate::formats::dhtmlxq::TAGS;
use crate::formats::slots;
use crate::tree::{At, START};
use chuhe::board::Setup;
use chuhe::rules::Outcome;
use chuhe::types::{Color, Square};

/// Writes a game; `None` when it has more pieces of a kind than the format knows.
pub fn write(game: &Document) -> Option<String> {
    let mut text = String::from("[DhtmlXQ]\n");
    for (name, tag) in TAGS {
        if let Some(value) = game.tag(tag) {
            field(&mut text, name, value);
        }
    }
    let result = match game.outcome {
        Outcome::Win(Color::Red) => "红胜",
        Outcome::Win(Color::Black) => "黑胜",
        Outcome::Draw => "和棋",
        Outcome::Ongoing => "",
    };
    field(&mut text, "result", result);
    if *game.start != Setup::start() {
        field(&mut text, "fen", &game.start.to_string());
    }
    let squares = slots::squares_of(game.start)?;
    let place = |square: &Option<Square>| square.map_or_else(|| "99".to_owned(), digits);
    field(&mut text, "binit", &squares.iter().map(place).collect::<String>());
    let mut comments = String::new();
    if !game.comment.is_empty() {
        field(&mut comments, "comment0", game.comment);
    }
    if game.moves.is_empty() {
        field(&mut text, "movelist", "");
    }
    for line in Lines::new(game) {
        field(&mut text, &line.name(), &line.moves);
        for (ply, comment) in line.comments {
            let name = match line.number {
                0 => format!("comment{ply}"),
                number => format!("comment{number}_{ply}"),
            };
            field(&mut comments, &name, comment);
        }
    }
    Some(text + &comments + "[/DhtmlXQ]\n")
}

fn field(text: &mut String, name: &str, value: &str) {
    let _ = writeln!(text, "[DhtmlXQ_{name}]{}[/DhtmlXQ_{name}]", escaped(value));
}

/// The text in which no field ends or begins, and no script, and lines end as fields have it.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match (c, chars.peek()) {
            ('[', Some('/' | 'd' | 'D' | '0'..='9'))
            | ('<', Some('s' | 'S'))
            | ('\\', Some('u'))
            | ('|', Some('|')) => {
                let _ = write!(escaped, "\\u{:04x}", c as u32);
            }
            ('\n', _) => escaped.push_str("||"),
            _ => escaped.push(c),
        }
    }
    escaped
}

/// The two digits of a point.
fn digits(square: Square) -> String {
    format!("{}{}", square.file(), Square::RANKS - 1 - square.rank())
}

/// A line of a game.
struct Line<'a> {
    number: usize,
    /// The line that it leaves, and the ply at which it does.
    parent: usize,
    ply: usize,
    moves: String,
    /// Comments by ply.
    comments: Vec<(usize, &'a str)>,
}

impl Line<'_> {
    fn name(&self) -> String {
        match self.number {
            0 => "movelist".to_owned(),
            number => format!("move_{}_{}_{number}", self.parent, self.ply),
        }
    }
}

/// The lines of a game: the main line, then variations, each behind the line that it leaves.
struct Lines<'a> {
    game: &'a Document<'a>,
    number: usize,
    /// First moves of lines, with the line that they leave and the ply; the next one last.
    todo: Vec<(At, usize, usize)>,
}

impl<'a> Lines<'a> {
    fn new(game: &'a Document<'a>) -> Lines<'a> {
        let mut lines = Lines { game, number: 0, todo: Vec::new() };
        lines.leave(START, 0, 1);
        lines.todo.extend(game.moves.first(START).map(|first| (first, 0, 1)));
        lines
    }

    /// Puts down what can be played in place of the move that follows.
    fn leave(&mut self, at: At, line: usize, ply: usize) {
        let before = self.todo.len();
        let others = self.game.moves.children(at).skip(1);
        self.todo.extend(others.map(|other| (other, line, ply)));
        self.todo[before..].reverse();
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = Line<'a>;

    fn next(&mut self) -> Option<Line<'a>> {
        let (first, parent, ply) = self.todo.pop()?;
        let number = self.number;
        self.number += 1;
        let mut line = Line { number, parent, ply, moves: String::new(), comments: Vec::new() };
        let (mut next, mut ply) = (Some(first), ply);
        let game = self.game;
        while let Some(at) = next {
            let made = game.moves.get(at)?;
            line.moves += &(digits(made.mv.from()) + &digits(made.mv.to()));
            if !made.comment.is_empty() {
                line.comments.push((ply, &made.comment));
            }
            ply += 1;
            self.leave(at, number, ply);
            next = game.moves.first(at);
        }
        Some(line)
    }
}
