//! From words to moves and back.

use crate::document::Annotated;
use crate::fault::{Fault, FaultKind};
use crate::text::{GameText, Word};
use crate::tree::{At, START, Tree};
use chuhe::board::{Board, PositionError, Setup};
use chuhe::notation::{RankBase, ReadError, Style, read_as, read_with, write};
use chuhe::rules::Game;
use chuhe::types::Move;

/// A game whose moves are checked, in all its lines.
#[derive(Clone)]
pub struct Checked {
    /// The main line.
    pub game: Game,
    /// All lines, with what is said of their moves.
    pub moves: Tree<Annotated>,
    /// What ended a line, or the game, too early: of several faults that of the main line, or
    /// the first one.
    pub fault: Option<Fault>,
}

impl Checked {
    /// Shows each move, the main line and all others, with the game before it: in the order
    /// of [`Tree::walk`].
    pub fn visit(&self, show: impl FnMut(&Game, At)) {
        visit(self.game.start_setup(), &self.moves, show);
    }
}

/// A game of one line, of whose moves nothing is said.
impl From<Game> for Checked {
    fn from(game: Game) -> Checked {
        let moves = game.moves().map(Annotated::plain).collect();
        Checked { game, moves, fault: None }
    }
}

/// Shows each move, the main line and all others, with the game before it: in the order of
/// [`Tree::walk`].
pub fn visit(start: &Setup, moves: &Tree<Annotated>, mut show: impl FnMut(&Game, At)) {
    let Ok(mut game) = Game::of_record(start) else { return };
    let mut line: Vec<At> = Vec::new();
    for at in moves.walk() {
        let before = moves.parent(at).filter(|&before| before != START);
        while line.last().copied() != before {
            line.pop();
            game.undo();
        }
        show(&game, at);
        if let Some(annotated) = moves.get(at) {
            let _ = game.play(annotated.mv);
            line.push(at);
        }
    }
}

/// How a game begins at its first position.
type Begin = fn(&Setup) -> Result<Game, PositionError>;

/// How the words of a game are read: one way for all of them.
#[derive(Clone, Copy, Debug)]
enum Reading {
    /// In any style each, with ranks of coordinates counted so.
    Any(RankBase),
    /// In this style.
    Only(Style),
}

impl Reading {
    /// What is tried, in this order: the style that is asked for; or that of the text, if it
    /// tells one, and then any.
    fn all(style: Option<Style>, told: Option<Style>) -> Vec<Reading> {
        if let Some(style) = style {
            return vec![Reading::Only(style)];
        }
        let told = told.map(Reading::Only).into_iter();
        told.chain([RankBase::Zero, RankBase::One].map(Reading::Any)).collect()
    }

    fn read(self, board: &Board, word: &Word) -> Result<Move, ReadError> {
        match self {
            Reading::Any(base) => read_with(board, &word.text, base),
            Reading::Only(style) => read_as(board, &word.text, style),
        }
    }
}

impl GameText {
    /// The game that the first words of the main line make, at most `plies` of them. Without
    /// a style each move may have its own; whether ranks are counted from 0 or from 1 is one
    /// question for them all.
    ///
    /// # Errors
    /// When the start is not legal, a move cannot be read, or the line ends too early: where
    /// and why.
    pub fn replay(&self, plies: usize, style: Option<Style>) -> Result<Game, Fault> {
        // Of the ways to read it the one that gets furthest tells what is wrong.
        let mut furthest: Option<Fault> = None;
        for reading in Reading::all(style, self.style) {
            match self.replay_by(plies, reading) {
                Ok(game) => return Ok(game),
                Err(fault) => {
                    let is_further = |known: &Fault| fault.place.is_behind(known.place);
                    if furthest.as_ref().is_none_or(is_further) {
                        furthest = Some(fault);
                    }
                }
            }
        }
        Err(furthest.unwrap_or_else(|| Fault::new(self.place, FaultKind::Unwritable)))
    }

    fn replay_by(&self, plies: usize, reading: Reading) -> Result<Game, Fault> {
        let mut game = Game::new(&self.start).map_err(|error| Fault::new(self.place, error))?;
        for word in self.words().take(plies) {
            self.play_word(&mut game, word, reading)?;
        }
        match &self.fault {
            Some(fault) if game.ply() < plies => Err(fault.clone()),
            _ => Ok(game),
        }
    }

    fn play_word(&self, game: &mut Game, word: &Word, reading: Reading) -> Result<Move, Fault> {
        let number = Some(game.ply() + 1);
        let played = reading.read(game.board(), word).and_then(|mv| match game.play(mv) {
            Ok(()) => Ok(mv),
            Err(_) => Err(ReadError::NoSuchMove),
        });
        played.map_err(|error| {
            let kind = FaultKind::Move { number, word: shortened(&word.text), error };
            Fault::new(word.place, kind)
        })
    }

    /// The game with all its lines, each as far as its moves can be read: in the way in which
    /// most of them can, if there is more than one.
    ///
    /// # Errors
    /// When the start is not legal, or a fault leaves nothing.
    pub fn check(&self, style: Option<Style>) -> Result<Checked, Fault> {
        self.check_from(style, Game::new)
    }

    /// The same, for whoever wants to keep the game and not to search it: the start need not be
    /// legal, as those of diagrams and of broken games often are not.
    ///
    /// # Errors
    /// When the start is not even a position of a record, or a fault leaves nothing.
    pub fn check_record(&self, style: Option<Style>) -> Result<Checked, Fault> {
        self.check_from(style, Game::of_record)
    }

    fn check_from(&self, style: Option<Style>, begin: Begin) -> Result<Checked, Fault> {
        let mut best: Option<Checked> = None;
        for reading in Reading::all(style, self.style) {
            let game = begin(&self.start).map_err(|error| Fault::new(self.place, error))?;
            let checked = self.check_by(game, reading);
            let is_whole = checked.fault.is_none();
            if best.as_ref().is_none_or(|best| is_whole || checked.moves.len() > best.moves.len()) {
                best = Some(checked);
            }
            if is_whole {
                break;
            }
        }
        let nothing = || Fault::new(self.place, FaultKind::Unwritable);
        let mut checked = best.ok_or_else(nothing)?;
        if checked.fault.is_some() && checked.moves.is_empty() && self.start == Setup::start() {
            return Err(checked.fault.unwrap_or_else(nothing));
        }
        checked.fault = checked.fault.or_else(|| self.fault.clone());
        Ok(checked)
    }

    fn check_by(&self, mut game: Game, reading: Reading) -> Checked {
        let mut moves = Tree::default();
        let mut faults = Faults::default();
        // What is left to be done: moves to try behind a place, and how far to go back before.
        let mut todo: Vec<(At, usize, At, bool)> = Vec::new();
        let push = |todo: &mut Vec<_>, text_at, ply, at, is_main: bool| {
            let children: Vec<At> = self.moves.children(text_at).collect();
            let first = children.first().copied();
            todo.extend(
                children
                    .into_iter()
                    .rev()
                    .map(|child| (child, ply, at, is_main && Some(child) == first)),
            );
        };
        push(&mut todo, START, 0, START, true);
        let mut is_cut = None;
        while let Some((text_at, ply, at, is_main)) = todo.pop() {
            let Some(word) = self.moves.get(text_at) else { continue };
            if is_cut == Some(at) {
                continue; // what stands beside a move that is none would take its place
            }
            while game.ply() > ply {
                game.undo();
            }
            match self.play_word(&mut game, word, reading) {
                Ok(mv) => {
                    let (nags, comment) = (word.nags.clone(), word.comment.clone());
                    let at = moves.add(at, Annotated { mv, nags, comment });
                    push(&mut todo, text_at, game.ply(), at, is_main);
                }
                Err(fault) if is_main => {
                    faults.main = Some(fault);
                    is_cut = Some(at);
                }
                Err(fault) => _ = faults.branch.get_or_insert(fault),
            }
        }
        while game.undo().is_some() {}
        for annotated in moves.main_line() {
            let _ = game.play(annotated.mv);
        }
        Checked { game, moves, fault: faults.main.or(faults.branch) }
    }
}

/// The beginning of a word: where a text is none, words may be of any length.
fn shortened(word: &str) -> String {
    const SHOWN: usize = 30;
    match word.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &word[..end]),
        None => word.to_owned(),
    }
}

/// The first fault of the main line, and of the others.
#[derive(Default)]
struct Faults {
    main: Option<Fault>,
    branch: Option<Fault>,
}

/// The moves of a game in a style.
pub fn written_moves(game: &Game, style: Style) -> Vec<String> {
    let Ok(mut again) = Game::of_record(game.start_setup()) else { return Vec::new() };
    let written = game.moves().map(|mv| {
        let text = write(again.board(), mv, style);
        let _ = again.play(mv);
        text
    });
    written.collect()
}
