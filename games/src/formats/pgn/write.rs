//! The strict writer: one layout for every game that the program writes.

use crate::document::{Annotated, Document};
use crate::formats::pgn::read::stuffed;
use crate::text::result_word;
use crate::tree::{At, START, Tree};
use chuhe::board::Setup;
use chuhe::notation::{Style, write};
use chuhe::rules::Game;
use chuhe::types::Color;

/// Widest line of moves, in characters.
const WIDTH: usize = 100;

/// Tags that come first, in this order, `?` where nothing is known.
const ROSTER: [&str; 6] = ["Event", "Site", "Date", "Round", "Red", "Black"];

/// Tags that follow from the game.
const OWN: [&str; 7] = ["Game", "White", "Result", "Variant", "Format", "FEN", "SetUp"];

/// Whether a tag follows from the game itself.
pub fn is_own_tag(name: &str) -> bool {
    OWN.iter().any(|own| own.eq_ignore_ascii_case(name))
}

impl Document<'_> {
    /// The game as text, with an empty line after it; `None` when its start is no position
    /// of a record or a move is not legal.
    pub fn to_text(&self) -> Option<String> {
        let mut text = String::with_capacity(1024 + 64 * self.moves.len());
        self.write_tags(&mut text);
        text.push('\n');
        let mut line = Line { text: &mut text, width: 0, is_tight: false };
        line.push_comment(self.comment);
        let game = Game::of_record(self.start).ok()?;
        MoveText { line: &mut line, game, style: self.style, needs_number: true }
            .push(self.moves)?;
        line.push(result_word(self.outcome));
        text.push_str("\n\n");
        Some(text)
    }

    fn write_tags(&self, text: &mut String) {
        let mut put = |name: &str, value: &str| {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            text.push_str(&format!("[{name} \"{}\"]\n", value.replace(['\n', '\r'], " ")));
        };
        put("Game", "Chinese Chess");
        for name in ROSTER {
            let white = || if name == "Red" { self.tag("White") } else { None };
            let value = self.tag(name).or_else(white);
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
        let is_known = |name: &str| {
            is_own_tag(name) || ROSTER.iter().any(|known| known.eq_ignore_ascii_case(name))
        };
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
        Style::San | Style::San1 => "SAN",
        Style::Vietnamese => "Vietnamese",
    }
}

/// The moves of a game with their variations, on their way to a text.
struct MoveText<'a, 'b> {
    line: &'a mut Line<'b>,
    /// Stands where the next move is written.
    game: Game,
    style: Style,
    /// Whether a move of Black's needs its number: at the beginning, and where a variation
    /// begins or has ended.
    needs_number: bool,
}

/// What is left to be written; in a list and not by recursion, since variations may stand in
/// variations a thousand times over.
enum Task {
    /// Everything that follows a place.
    Follow(At),
    /// A variation that begins with this move.
    Open(At),
    /// The end of a variation; it left the game at this ply.
    Close(usize),
    /// The move of the line, whose text stands before its alternatives.
    Play(At),
}

impl MoveText<'_, '_> {
    /// `None` when a move is not legal.
    fn push(&mut self, moves: &Tree<Annotated>) -> Option<()> {
        let mut tasks = vec![Task::Follow(START)];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Follow(at) => {
                    let Some(main) = moves.first(at) else { continue };
                    self.push_move(moves.get(main)?)?;
                    tasks.extend([Task::Follow(main), Task::Play(main)]);
                    let others: Vec<At> = moves.children(at).skip(1).collect();
                    for &other in others.iter().rev() {
                        let ply = self.game.ply();
                        tasks.extend([Task::Close(ply), Task::Follow(other), Task::Open(other)]);
                    }
                }
                Task::Open(at) => {
                    self.line.push("(");
                    self.line.is_tight = true;
                    self.needs_number = true;
                    let annotated = moves.get(at)?;
                    self.push_move(annotated)?;
                    let _ = self.game.play(annotated.mv);
                }
                Task::Close(ply) => {
                    while self.game.ply() > ply {
                        self.game.undo();
                    }
                    self.line.is_tight = true;
                    self.line.push(")");
                    self.needs_number = true;
                }
                Task::Play(at) => {
                    let _ = self.game.play(moves.get(at)?.mv);
                }
            }
        }
        Some(())
    }

    /// Writes a move, with its number if it is Red's or if one is needed, and what is said of
    /// it.
    fn push_move(&mut self, annotated: &Annotated) -> Option<()> {
        let board = self.game.board();
        if !board.is_legal(annotated.mv) {
            return None;
        }
        let number = self.game.setup().move_number;
        match board.side() {
            Color::Red => self.line.push(&format!("{number}.")),
            Color::Black if self.needs_number => self.line.push(&format!("{number}...")),
            Color::Black => {}
        }
        self.needs_number = false;
        self.line.push(&write(board, annotated.mv, self.style));
        annotated.nags.iter().for_each(|nag| self.line.push(&format!("${nag}")));
        self.line.push_comment(&annotated.comment);
        Some(())
    }
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

    /// A comment in braces; or, since nothing stands for a brace in it, in lines that begin
    /// with `;` each.
    fn push_comment(&mut self, comment: &str) {
        if comment.is_empty() {
            return;
        }
        if !comment.contains('}') {
            self.push(&format!("{{{}}}", stuffed(comment)));
            let last = comment.rsplit('\n').next().unwrap_or_default();
            if last.len() < comment.len() {
                self.width = last.chars().count() + 1;
            }
            return;
        }
        if self.width > 0 {
            self.text.push('\n');
        }
        for line in comment.split('\n') {
            self.text.push_str(&format!("; {line}\n"));
        }
        (self.width, self.is_tight) = (0, false);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate as games;
    use chuhe::board::Setup;
    use chuhe::rules::Outcome;
    use chuhe::types::Move;

    /// A tree as its places, each with the depth.
    fn walked(moves: &Tree<Annotated>) -> Vec<(usize, &Annotated)> {
        let depth = |at| std::iter::successors(Some(at), |&at| moves.parent(at)).count();
        moves.walk().filter_map(|at| Some((depth(at), moves.get(at)?))).collect()
    }

    #[test]
    fn what_is_written_is_read_again_in_every_style() {
        let start: Setup = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 5"
            .parse()
            .unwrap();
        let mv = |text: &str| text.parse::<Move>().unwrap();
        let mut moves = ["h9g7", "h0g2", "i9h9"].map(|text| Annotated::plain(mv(text))).to_vec();
        moves[0].comment = "a {b} c\n[Event \"x\"]\n  [y".into();
        moves[2].comment = "a\n[Event \"x\"]\n  [y\n\n%z ;".into();
        moves[1].nags = vec![2];
        let mut moves: Tree<Annotated> = moves.into_iter().collect();
        let first = moves.first(START).unwrap();
        let other = moves.add(first, Annotated::plain(mv("b0c2")));
        moves.add(other, Annotated::plain(mv("b9c7")));
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
                moves.main_line().map(|m| m.mv).collect::<Vec<_>>()
            );
            assert_eq!((game.tag("Note"), game.tag("White")), (Some("x \"y\" \\"), Some("?")));
            assert_eq!((game.comment.as_str(), game.outcome), ("before", Outcome::Draw));
            assert_eq!(game.moves.values()[0].comment, "a {b} c\n[Event \"x\"]\n  [y");
            let again = game.check(Some(style)).unwrap();
            assert_eq!(walked(&again.moves), walked(&moves), "{text}");
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
        let start = [Annotated::plain(mv("h2e2"))];
        let mut moves: Tree<Annotated> =
            start.into_iter().chain(moves.main_line().cloned()).collect();
        let before = moves.line_from(START).nth(1).unwrap();
        let other = moves.add(before, Annotated::plain(mv("h0i2")));
        moves.add(other, Annotated::plain(mv("a9a8")));
        let inner = moves.add(other, Annotated::plain(mv("a9a7")));
        moves.add(inner, Annotated::plain(mv("a0a1")));
        moves.add(before, Annotated::plain(mv("b0c2")));
        let text = Document { moves: &moves, ..document }.to_text().unwrap();
        let body = text.split("\n\n").nth(1).unwrap();
        let expected = "1. C2.5 H8+7\n; a {b} c\n; [Event \"x\"]\n;   [y\n2. H2+3 $2 (2. H2+1 R1+1 (2... R1+2 3. R9+1)) (2. H8+7) \
            2... R9.8 {a\n [Event \"x\"]\n   [y";
        assert_eq!(body, expected);
    }
}
