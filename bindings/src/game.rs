//! Games as trees, with tags, comments and variations.

use chuhe::board::Setup;
use chuhe::rules;
use chuhe::types::Move;
use chuhe_games::review::opening;
use chuhe_games::tree::At;
use chuhe_games::{
    Annotated, Checked, Document, GameText, Place, Tree, Written, result_of, result_word,
    written_moves,
};

use crate::board::{Board, setup_of, style_of};
use crate::error::{Error, ErrorKind, Result, shown};
use crate::outcome::{Outcome, rules_of};

/// A game: tags, a first position, the moves with their variations, a result.
///
/// Its nodes have numbers: 0 stands before the first move, every other one behind a move.
#[derive(Clone, Debug)]
pub struct Game {
    tags: Vec<(String, String)>,
    start: Setup,
    comment: String,
    moves: Tree<Annotated>,
    result: rules::Outcome,
    fault: Option<Error>,
    place: Place,
}

impl Game {
    /// A game without moves.
    ///
    /// # Errors
    /// When the text is no FEN, or the position is not legal.
    pub fn new(fen: Option<&str>) -> Result<Game> {
        let start = setup_of(fen)?;
        start.to_board()?;
        Ok(Game::from_setup(start, Place::START))
    }

    /// The game that was played on a board.
    pub fn of_board(board: &Board) -> Game {
        let moves = board.moves().into_iter().map(Annotated::plain).collect();
        let start = board.game().start_setup().clone();
        let result = rules::judge(board.game(), board.rule_set()).outcome;
        Game { moves, result, ..Game::from_setup(start, Place::START) }
    }

    fn from_setup(start: Setup, place: Place) -> Game {
        Game {
            tags: Vec::new(),
            start,
            comment: String::new(),
            moves: Tree::default(),
            result: rules::Outcome::Ongoing,
            fault: None,
            place,
        }
    }

    /// A game of a file, as far as it is good.
    pub(crate) fn of_text(text: GameText, checked: Checked) -> Game {
        Game {
            tags: text.tags,
            start: text.start,
            comment: text.comment,
            moves: checked.moves,
            result: text.outcome,
            fault: checked.fault.map(Error::from),
            place: text.place,
        }
    }

    /// What of a game can be told of which no move can be read.
    pub(crate) fn of_fault(error: Error) -> Game {
        let place = error.place.unwrap_or(Place::START);
        Game { fault: Some(error), ..Game::from_setup(Setup::start(), place) }
    }

    /// The line and the column of the file where it begins, both from 1.
    pub fn place(&self) -> Place {
        self.place
    }

    /// What was wrong with it in its file: what is here was good before that.
    pub fn fault(&self) -> Option<&Error> {
        self.fault.as_ref()
    }

    /// The tags, in their order.
    pub fn tags(&self) -> &[(String, String)] {
        &self.tags
    }

    /// The value of a tag, whose name is known in any case.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let found = self.tags.iter().find(|(key, _)| key.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }

    /// Sets a tag, or takes it away.
    ///
    /// # Errors
    /// When its name is not made of letters, digits and `_`.
    pub fn set_tag(&mut self, name: &str, value: Option<&str>) -> Result<()> {
        let is_name =
            !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if !is_name {
            let name = shown(name);
            return Err(Error::value(format!("tag '{name}': expected letters, digits and _")));
        }
        let at = self.tags.iter().position(|(key, _)| key.eq_ignore_ascii_case(name));
        match (at, value) {
            (Some(at), Some(value)) => self.tags[at].1 = value.to_owned(),
            (Some(at), None) => _ = self.tags.remove(at),
            (None, Some(value)) => self.tags.push((name.to_owned(), value.to_owned())),
            (None, None) => {}
        }
        Ok(())
    }

    /// `1-0`, `0-1`, `1/2-1/2`, or `*` when the file says nothing.
    pub fn result(&self) -> &'static str {
        result_word(self.result)
    }

    /// Sets the result, in the words of any file.
    ///
    /// # Errors
    /// When it is none.
    pub fn set_result(&mut self, result: &str) -> Result<()> {
        let why =
            || Error::value(format!("result '{}': expected 1-0, 0-1, 1/2-1/2 or *", shown(result)));
        self.result = result_of(result).ok_or_else(why)?;
        Ok(())
    }

    /// The first position as a FEN.
    pub fn start_fen(&self) -> String {
        self.start.to_string()
    }

    /// The moves of the main line.
    pub fn main_line(&self) -> Vec<Move> {
        self.moves.main_line().map(|made| made.mv).collect()
    }

    /// The moves of the main line as texts in a style.
    ///
    /// # Errors
    /// When there is no such style, or the first position is not even one of a record.
    pub fn texts(&self, style: &str) -> Result<Vec<String>> {
        let style = style_of(style)?;
        Ok(written_moves(&self.played(self.moves.main_end())?, style))
    }

    /// The number of nodes, that before the first move left out.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether there is no move.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    fn at(&self, node: u32) -> Result<At> {
        let found = self.moves.place(node);
        found.ok_or_else(|| Error::value(format!("node {node}: expected 0 to {}", self.len())))
    }

    /// The move that leads to a node; `None` for the first.
    ///
    /// # Errors
    /// When there is no such node; so have all that take one.
    pub fn move_of(&self, node: u32) -> Result<Option<Move>> {
        Ok(self.moves.get(self.at(node)?).map(|made| made.mv))
    }

    /// The node before; `None` of the first.
    ///
    /// # Errors
    /// When there is no such node.
    pub fn parent(&self, node: u32) -> Result<Option<u32>> {
        Ok(self.moves.parent(self.at(node)?).map(At::number))
    }

    /// The nodes behind: the main move first, then its alternatives.
    ///
    /// # Errors
    /// When there is no such node.
    pub fn children(&self, node: u32) -> Result<Vec<u32>> {
        Ok(self.moves.children(self.at(node)?).map(At::number).collect())
    }

    /// The comment behind the move of a node, or before the first move.
    ///
    /// # Errors
    /// When there is no such node.
    pub fn comment(&self, node: u32) -> Result<&str> {
        let made = self.moves.get(self.at(node)?);
        Ok(made.map_or(&self.comment, |made| &made.comment))
    }

    /// Sets the comment of a node.
    ///
    /// # Errors
    /// When there is no such node.
    pub fn set_comment(&mut self, node: u32, comment: &str) -> Result<()> {
        let at = self.at(node)?;
        let place = self.moves.get_mut(at).map_or(&mut self.comment, |made| &mut made.comment);
        *place = comment.to_owned();
        Ok(())
    }

    /// The numeric annotation glyphs of a move: 1 for `!`, 2 for `?`.
    ///
    /// # Errors
    /// When there is no such node.
    pub fn nags(&self, node: u32) -> Result<&[u8]> {
        Ok(self.moves.get(self.at(node)?).map_or(&[], |made| &made.nags))
    }

    /// Sets the numeric annotation glyphs of a move.
    ///
    /// # Errors
    /// When there is no such node, or no move leads to it.
    pub fn set_nags(&mut self, node: u32, nags: &[u8]) -> Result<()> {
        let at = self.at(node)?;
        let made = self.moves.get_mut(at);
        let made =
            made.ok_or_else(|| Error::value("node 0 has no move that a glyph could mark"))?;
        made.nags = nags.to_vec();
        Ok(())
    }

    /// Adds a move behind a node, as the last of those that can follow it, and returns its node;
    /// that of the move if it is there already.
    ///
    /// # Errors
    /// When there is no such node, or the move is not legal there.
    pub fn add(&mut self, node: u32, mv: Move) -> Result<u32> {
        let at = self.at(node)?;
        let is_same = |&child: &At| self.moves.get(child).is_some_and(|made| made.mv == mv);
        if let Some(there) = self.moves.children(at).find(is_same) {
            return Ok(there.number());
        }
        self.played(at)?.play(mv)?;
        Ok(self.moves.add(at, Annotated::plain(mv)).number())
    }

    /// The board behind the move of a node.
    ///
    /// # Errors
    /// When there is no such node or rule set, or the first position is not legal.
    pub fn board(&self, node: u32, rules: &str) -> Result<Board> {
        let (at, rules) = (self.at(node)?, rules_of(rules)?);
        self.start.to_board()?;
        Ok(Board::of_game(self.played(at)?, rules))
    }

    /// The board behind the move of a node, also where the first position is not legal, as those
    /// of records may be: moves can be read and written on it.
    ///
    /// # Errors
    /// When there is no such node, or the first position is not even one of a record.
    pub fn record_board(&self, node: u32) -> Result<Board> {
        let rules = rules::RuleSet::DEFAULT;
        Ok(Board::of_game(self.played(self.at(node)?)?, rules))
    }

    /// The number of moves that lead to a node.
    ///
    /// # Errors
    /// When there is no such node.
    pub fn ply(&self, node: u32) -> Result<usize> {
        let line = std::iter::successors(Some(self.at(node)?), |&at| self.moves.parent(at));
        Ok(line.count() - 1)
    }

    /// The numbers of all nodes but the first, each before what follows it, and this before its
    /// alternatives.
    pub fn walk(&self) -> Vec<u32> {
        self.moves.walk().map(At::number).collect()
    }

    /// The number of the last node of the main line.
    pub fn end(&self) -> u32 {
        self.moves.main_end().number()
    }

    /// The game as the library for games has it; `game` is its main line.
    pub(crate) fn to_text(&self, game: rules::Game) -> (GameText, Checked) {
        let mut text = GameText::new(self.place);
        text.tags.clone_from(&self.tags);
        text.start = self.start.clone();
        text.comment.clone_from(&self.comment);
        text.outcome = self.result;
        (text, Checked { game, moves: self.moves.clone(), fault: None })
    }

    /// How the main line has ended by a rule set; `None` when it goes on.
    ///
    /// # Errors
    /// When there is no such rule set, or the first position is not legal.
    pub fn outcome(&self, rules: &str) -> Result<Option<Outcome>> {
        Ok(self.board(self.end(), rules)?.outcome())
    }

    /// The key of the opening of the main line, if it has a common name.
    pub fn opening(&self) -> Option<&'static str> {
        opening(&self.played(self.moves.main_end()).ok()?)
    }

    /// The game up to a place.
    fn played(&self, at: At) -> Result<rules::Game> {
        let mut line = Vec::new();
        let mut here = at;
        while let Some(before) = self.moves.parent(here) {
            line.extend(self.moves.get(here).map(|made| made.mv));
            here = before;
        }
        let mut game = match rules::Game::new(&self.start) {
            Ok(game) => game,
            Err(_) => rules::Game::of_record(&self.start)?,
        };
        for mv in line.into_iter().rev() {
            game.play(mv)?;
        }
        Ok(game)
    }

    /// The game as bytes in a format: `pgn`, `lines`, `dhtmlxq` and `wxf` are texts in UTF-8,
    /// `xqf` and `cbr` are not. Moves of `pgn` and `lines` are in the style.
    ///
    /// # Errors
    /// When there is no such format or style, or the format has no way to say it.
    pub fn write(&self, format: &str, style: &str) -> Result<Vec<u8>> {
        let style = style_of(style)?;
        let format: Written = format
            .parse()
            .map_err(|error| Error::value(format!("format '{}': {error}", shown(format))))?;
        let tags = self.tags.iter().map(|(k, v)| (k.as_str().into(), v.as_str().into()));
        let document = Document {
            tags: tags.collect(),
            start: &self.start,
            comment: &self.comment,
            moves: &self.moves,
            outcome: self.result,
            style,
        };
        let why = || Error::new(ErrorKind::Game, format!("{} cannot say this game", format.name()));
        format.write(&document).ok_or_else(why)
    }

    /// The nodes behind moves in the order of their numbers, the first of which is 1: the number of
    /// the node before, the move, its comment and its glyphs.
    pub fn nodes(&self) -> impl Iterator<Item = (u32, Move, &str, &[u8])> {
        (1..).map_while(|number| {
            let at = self.moves.place(number)?;
            let (made, before) = (self.moves.get(at)?, self.moves.parent(at)?);
            Some((before.number(), made.mv, made.comment.as_str(), made.nags.as_slice()))
        })
    }

    /// A game without moves of its parts: the first position, which need not be legal, the tags,
    /// what was wrong with it, and where it stands in its file.
    ///
    /// # Errors
    /// When the text is no FEN.
    pub fn of_parts(
        start: &str,
        tags: Vec<(String, String)>,
        fault: Option<Error>,
        place: Place,
    ) -> Result<Game> {
        Ok(Game { tags, fault, ..Game::from_setup(setup_of(Some(start))?, place) })
    }

    /// Adds the node that comes next in [`Game::nodes`], also of a move that is there already.
    ///
    /// # Errors
    /// When there is no such node before it, or the move is not legal there.
    pub fn add_node(&mut self, before: u32, mv: Move, comment: &str, nags: &[u8]) -> Result<()> {
        let at = self.at(before)?;
        self.played(at)?.play(mv)?;
        let plain = Annotated::plain(mv);
        let made = Annotated { comment: comment.to_owned(), nags: nags.to_vec(), ..plain };
        self.moves.add(at, made);
        Ok(())
    }

    /// The number of the node before the first move.
    pub const ROOT: u32 = 0;

    pub(crate) fn take_fault(&mut self) -> Option<Error> {
        self.fault.take()
    }

    pub(crate) fn set_fault(&mut self, fault: Error) {
        self.fault = Some(fault);
    }
}

/// The names of all formats that games are written in.
pub fn formats() -> [&'static str; Written::ALL.len()] {
    Written::ALL.map(Written::name)
}

/// Whether a format of this name is a text.
pub fn is_text(format: &str) -> bool {
    format.parse().is_ok_and(Written::is_text)
}
