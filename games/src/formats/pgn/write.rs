//! The strict writer: one layout for every game that the program writes.

use std::borrow::Cow;

use crate::text::result_word;
use chuhe::board::Setup;
use chuhe::notation::{Style, write};
use chuhe::rules::{Game, Outcome};
use chuhe::types::{Color, Move};

/// Widest line of moves, in characters.
const WIDTH: usize = 100;

/// A move and what is to be said of it.
#[derive(Clone, Debug)]
pub struct Annotated {
    /// The move.
    pub mv: Move,
    /// A numeric annotation glyph, 1 for `!`, 2 for `?`, …
    pub nag: Option<u8>,
    /// A comment; empty for none.
    pub comment: String,
    /// What could have been played instead; empty for nothing.
    pub instead: Vec<Move>,
}

impl Annotated {
    /// A move of which nothing is said.
    pub fn plain(mv: Move) -> Annotated {
        Annotated { mv, nag: None, comment: String::new(), instead: Vec::new() }
    }
}

/// A game to be written.
#[derive(Clone, Debug)]
pub struct Document<'a> {
    /// Tags. Those that every file has need not be there; those that follow from
    /// the other fields are made from them.
    pub tags: Vec<(Cow<'a, str>, Cow<'a, str>)>,
    /// The position before the first move.
    pub start: &'a Setup,
    /// A comment before the first move; empty for none.
    pub comment: &'a str,
    /// The moves; all legal.
    pub moves: &'a [Annotated],
    /// How the game ended.
    pub outcome: Outcome,
    /// How moves are written.
    pub style: Style,
}

/// Tags that come first, in this order, `?` where nothing is known.
const ROSTER: [&str; 6] = ["Event", "Site", "Date", "Round", "Red", "Black"];

/// Tags that follow from the game.
const OWN: [&str; 7] = ["Game", "White", "Result", "Variant", "Format", "FEN", "SetUp"];

impl Document<'_> {
    /// The game as text, with an empty line after it; `None` when its start or a
    /// move is not legal.
    pub fn to_text(&self) -> Option<String> {
        let mut text = String::with_capacity(1024 + 64 * self.moves.len());
        self.write_tags(&mut text);
        text.push('\n');
        let mut line = Line { text: &mut text, width: 0, is_tight: false };
        if !self.comment.is_empty() {
            line.push(&comment(self.comment));
        }
        let mut game = Game::new(self.start).ok()?;
        let mut needs_number = true;
        for annotated in self.moves {
            push_move(&mut line, &mut game.clone(), annotated.mv, self.style, needs_number)?;
            needs_number = false;
            if let Some(nag) = annotated.nag {
                line.push(&format!("${nag}"));
            }
            if !annotated.comment.is_empty() {
                line.push(&comment(&annotated.comment));
            }
            if !annotated.instead.is_empty() {
                let mut other = game.clone();
                line.push("(");
                line.is_tight = true;
                for (i, &mv) in annotated.instead.iter().enumerate() {
                    push_move(&mut line, &mut other, mv, self.style, i == 0)?;
                }
                line.is_tight = true;
                line.push(")");
                needs_number = true;
            }
            let _ = game.play(annotated.mv);
        }
        line.push(result_word(self.outcome));
        text.push_str("\n\n");
        Some(text)
    }

    fn write_tags(&self, text: &mut String) {
        let given = |name: &str| {
            self.tags.iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, v)| &**v)
        };
        let mut put = |name: &str, value: &str| {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            text.push_str(&format!("[{name} \"{}\"]\n", value.replace(['\n', '\r'], " ")));
        };
        put("Game", "Chinese Chess");
        for name in ROSTER {
            let value = given(name).or_else(|| if name == "Red" { given("White") } else { None });
            put(name, value.unwrap_or("?"));
            if name == "Red" {
                put("White", value.unwrap_or("?"));
            }
        }
        put("Result", result_word(self.outcome));
        put("Variant", "xiangqi");
        put("Format", format_of(self.style));
        if *self.start != Setup::start() {
            put("FEN", &self.start.to_string());
            put("SetUp", "1");
        }
        let is_known =
            |name: &str| ROSTER.iter().chain(&OWN).any(|known| known.eq_ignore_ascii_case(name));
        for (name, value) in self.tags.iter().filter(|(name, _)| !is_known(name)) {
            put(name, value);
        }
    }
}

/// The value of the tag `Format`. Coordinates have no name of their own.
fn format_of(style: Style) -> &'static str {
    match style {
        Style::Uci | Style::Uci1 | Style::Iccs => "ICCS",
        Style::Wxf => "WXF",
        Style::Simplified | Style::Traditional => "Chinese",
    }
}

/// Writes a move, with its number if it is Red's or if one is needed, and makes it.
fn push_move(
    line: &mut Line,
    game: &mut Game,
    mv: Move,
    style: Style,
    needs_number: bool,
) -> Option<()> {
    let board = game.board();
    if !board.is_legal(mv) {
        return None;
    }
    let number = game.setup().move_number;
    match board.side() {
        Color::Red => line.push(&format!("{number}.")),
        Color::Black if needs_number => line.push(&format!("{number}...")),
        Color::Black => {}
    }
    line.push(&write(board, mv, style));
    let _ = game.play(mv);
    Some(())
}

fn comment(text: &str) -> String {
    format!("{{{}}}", text.replace('}', ")"))
}

/// Words on lines of limited width.
struct Line<'a> {
    text: &'a mut String,
    width: usize,
    /// The next word follows without a blank.
    is_tight: bool,
}

impl Line<'_> {
    fn push(&mut self, word: &str) {
        let is_tight = std::mem::take(&mut self.is_tight);
        let width = word.chars().count();
        if self.width > 0 && !is_tight {
            if self.width + 1 + width > WIDTH {
                self.text.push('\n');
                self.width = 0;
            } else {
                self.text.push(' ');
                self.width += 1;
            }
        }
        self.text.push_str(word);
        self.width += width;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate as games;

    #[test]
    fn what_is_written_is_read_again_in_every_style() {
        let start: Setup = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 5"
            .parse()
            .unwrap();
        let mv = |text: &str| text.parse::<Move>().unwrap();
        let mut moves = ["h9g7", "h0g2", "i9h9"].map(|text| Annotated::plain(mv(text))).to_vec();
        moves[0].comment = "a {b} c".into();
        moves[1].nag = Some(2);
        moves[1].instead = vec![mv("b0c2"), mv("b9c7")];
        for style in Style::ALL {
            let document = Document {
                tags: vec![("Round".into(), "1".into()), ("Note".into(), "x \"y\" \\".into())],
                start: &start,
                comment: "before",
                moves: &moves,
                outcome: Outcome::Draw,
                style,
            };
            let text = document.to_text().unwrap();
            let read = games::read(&text);
            let game = read[0].as_ref().unwrap();
            let replayed = game.replay(usize::MAX, Some(style)).unwrap();
            assert_eq!(
                replayed.moves().collect::<Vec<_>>(),
                moves.iter().map(|m| m.mv).collect::<Vec<_>>()
            );
            assert_eq!((game.tag("Note"), game.tag("White")), (Some("x \"y\" \\"), Some("?")));
            assert_eq!((game.comment.as_str(), game.outcome), ("before", Outcome::Draw));
            assert_eq!(game.moves.values()[0].comment, "a {b ) c".replace(" )", ")"));
            assert_eq!((&game.start, &game.moves.values()[1].nags[..]), (&start, &[2][..]));
            assert_eq!((read.len(), text.lines().next()), (1, Some("[Game \"Chinese Chess\"]")));
        }
        let document = Document {
            tags: vec![],
            start: &Setup::start(),
            comment: "",
            moves: &moves,
            outcome: Outcome::Ongoing,
            style: Style::Wxf,
        };
        assert_eq!(document.to_text(), None);
        let moves =
            [Annotated::plain(mv("h2e2")), moves[0].clone(), moves[1].clone(), moves[2].clone()];
        let text = Document { moves: &moves, ..document }.to_text().unwrap();
        let body = text.split("\n\n").nth(1).unwrap();
        let expected = "1. C2.5 H8+7 {a {b) c} 2. H2+3 $2 (2. H8+7 H2+3) 2... R9.8 *";
        assert_eq!(body, expected);
    }
}
