//! A position with the moves that led to it.

use std::fmt;

use chuhe::board::{CheckSquares, Setup, perft_until};
use chuhe::engine::MAX_PERFT_DEPTH;
use chuhe::notation::{self, RankBase, ReadError, Style};
use chuhe::rules::{Game, RuleSet};
use chuhe::types::{Color, Move, MoveList, Piece, Square};
use chuhe_games::diagram::{Faces, Look, draw};

use crate::error::{Error, ErrorKind, Result, shown};
use crate::outcome::{Outcome, rules_of};

/// A legal position, the moves since the start of the game, and the rules that it is played by.
#[derive(Clone)]
pub struct Board {
    game: Game,
    rules: RuleSet,
}

impl Board {
    /// A board at a position, or at the start position.
    ///
    /// # Errors
    /// When the text is no FEN, the position is not legal, or there is no such rule set.
    pub fn new(fen: Option<&str>, rules: &str) -> Result<Board> {
        let rules = rules_of(rules)?;
        Ok(Board { game: Game::new(&setup_of(fen)?)?, rules })
    }

    /// A board at the end of a game.
    pub fn of_game(game: Game, rules: RuleSet) -> Board {
        Board { game, rules }
    }

    /// The game: what searches and judges work with.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The rules that it is played by.
    pub fn rule_set(&self) -> &RuleSet {
        &self.rules
    }

    /// The name of the rules.
    pub fn rules(&self) -> &'static str {
        self.rules.name
    }

    /// Plays by other rules from now on.
    ///
    /// # Errors
    /// When there is no such rule set.
    pub fn set_rules(&mut self, rules: &str) -> Result<()> {
        self.rules = rules_of(rules)?;
        Ok(())
    }

    /// The position with its counters as a FEN.
    pub fn fen(&self) -> String {
        self.game.fen()
    }

    /// The position that the moves began at, as a FEN.
    pub fn start_fen(&self) -> String {
        self.game.start_setup().to_string()
    }

    /// The side to move.
    pub fn turn(&self) -> Color {
        self.game.board().side()
    }

    /// The number of the move to come, from 1.
    pub fn move_number(&self) -> u32 {
        self.game.setup().move_number
    }

    /// Plies that count towards the natural limit.
    pub fn quiet_plies(&self) -> u32 {
        self.game.quiet_plies()
    }

    /// The number of moves that can be taken back.
    pub fn ply(&self) -> usize {
        self.game.ply()
    }

    /// The Zobrist key of pieces and side to move: equal for equal positions, in every process.
    pub fn key(&self) -> u64 {
        self.game.board().key()
    }

    /// The moves made since the start, oldest first.
    pub fn moves(&self) -> Vec<Move> {
        self.game.moves().collect()
    }

    /// The last move.
    pub fn peek(&self) -> Option<Move> {
        self.game.records().last().and_then(|record| record.mv)
    }

    /// The legal moves, in the order of the engine.
    pub fn legal_moves(&self) -> MoveList {
        self.game.board().legal_moves()
    }

    /// The number of legal moves.
    pub fn count_legal(&self) -> usize {
        self.game.board().count_legal() as usize
    }

    /// Whether a move is legal.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.game.board().is_legal(mv)
    }

    /// Reads a move in any notation, or in that of a style. It is legal then. Without a style
    /// ranks of coordinates are counted from 0, unless there is one of 10.
    ///
    /// # Errors
    /// When the text is no move, no legal one, or may be several of them.
    pub fn read(&self, text: &str, style: Option<&str>) -> Result<Move> {
        read(self.game.board(), text, style)
    }

    /// The position alone, without the moves that led to it.
    pub fn position(&self) -> Position {
        Position(self.game.board().clone())
    }

    /// What the rules have against a move that is not legal.
    pub(crate) fn refusal(&self, mv: Move) -> Error {
        refusal(self.game.board(), mv)
    }

    /// A legal move as text in a style.
    ///
    /// # Errors
    /// When the move is not legal, or there is no such style.
    pub fn write(&self, mv: Move, style: &str) -> Result<String> {
        let style = style_of(style)?;
        if !self.is_legal(mv) {
            return Err(self.refusal(mv));
        }
        Ok(notation::write(self.game.board(), mv, style))
    }

    /// Moves that follow each other from here as texts in a style.
    ///
    /// # Errors
    /// As of [`Board::write`], of the first move that is not legal where it stands.
    pub fn write_line(&self, moves: &[Move], style: &str) -> Result<Vec<String>> {
        let mut board = self.clone();
        let mut texts = Vec::with_capacity(moves.len());
        for &mv in moves {
            texts.push(board.write(mv, style)?);
            board.push(mv)?;
        }
        Ok(texts)
    }

    /// Makes a move.
    ///
    /// # Errors
    /// When it is not legal; nothing has changed then.
    pub fn push(&mut self, mv: Move) -> Result<()> {
        Ok(self.game.play(mv)?)
    }

    /// Reads a move in any notation and makes it.
    ///
    /// # Errors
    /// As of [`Board::read`].
    pub fn push_text(&mut self, text: &str) -> Result<Move> {
        // Coordinates are what programs hand over: they need not be compared with every move.
        if let Ok(mv) = text.parse()
            && self.game.play(mv).is_ok()
        {
            return Ok(mv);
        }
        let mv = self.read(text, None)?;
        self.push(mv)?;
        Ok(mv)
    }

    /// Takes the last move back; `None` when there is none.
    pub fn pop(&mut self) -> Option<Move> {
        self.game.undo()
    }

    /// Whether the side to move is in check.
    pub fn is_check(&self) -> bool {
        self.game.board().in_check()
    }

    /// Whether the side to move is mated.
    pub fn is_checkmate(&self) -> bool {
        self.is_check() && !self.game.board().has_legal_move()
    }

    /// Whether the side to move has no legal move and is not in check. It has lost.
    pub fn is_stalemate(&self) -> bool {
        !self.is_check() && !self.game.board().has_legal_move()
    }

    /// Whether a legal move gives check.
    pub fn gives_check(&self, mv: Move) -> bool {
        let board = self.game.board();
        board.is_legal(mv) && board.gives_check(mv, &CheckSquares::new(board))
    }

    /// Whether a legal move captures something.
    pub fn is_capture(&self, mv: Move) -> bool {
        let board = self.game.board();
        board.is_legal(mv) && board.piece_at(mv.to()).is_some()
    }

    /// The end of the game, by the rules of the board; `None` when it goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        Outcome::of(&self.game, &self.rules)
    }

    /// The end of the game by other rules.
    ///
    /// # Errors
    /// When there is no such rule set.
    pub fn outcome_by(&self, rules: &str) -> Result<Option<Outcome>> {
        Ok(Outcome::of(&self.game, &rules_of(rules)?))
    }

    /// The piece on a point.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.game.board().piece_at(square)
    }

    /// All pieces with their points, from `a0` on, rank by rank.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        Square::all().filter_map(|square| Some((square, self.piece_at(square)?)))
    }

    /// Where the king of a side stands.
    pub fn king(&self, color: Color) -> Square {
        self.game.board().king(color)
    }

    /// The pieces of a side that attack a point: that could capture a piece of the other side on
    /// it, whatever this does to their own king.
    pub fn attackers(&self, color: Color, square: Square) -> Vec<Square> {
        let board = self.game.board();
        let attackers = board.attackers_to(square, board.occupied()) & board.color(color);
        attackers.into_iter().collect()
    }

    /// The pieces that give check to the side to move.
    pub fn checkers(&self) -> Vec<Square> {
        self.game.board().checkers().into_iter().collect()
    }

    /// The position reflected in the central file; a new board without a history.
    ///
    /// # Panics
    /// Never: what is legal on one side is on the other.
    pub fn mirror(&self) -> Board {
        self.turned(self.game.setup().mirrored())
    }

    /// The position with the colours exchanged; a new board without a history.
    ///
    /// # Panics
    /// Never: as of [`Board::mirror`].
    pub fn flip(&self) -> Board {
        self.turned(self.game.setup().flipped())
    }

    fn turned(&self, setup: Setup) -> Board {
        match Game::new(&setup) {
            Ok(game) => Board { game, rules: self.rules },
            Err(_) => unreachable!("a legal position stays legal"),
        }
    }

    /// The position without the moves that led to it.
    ///
    /// # Panics
    /// Never: it is legal.
    pub fn without_history(&self) -> Board {
        self.turned(self.game.setup())
    }

    /// The number of lines of legal moves of a length; `None` when `stop`, which is asked again
    /// and again, has said so.
    ///
    /// # Errors
    /// When the lines are longer than any count of them could end.
    pub fn perft(&self, depth: u32, stop: &mut dyn FnMut() -> bool) -> Result<Option<u64>> {
        if depth > MAX_PERFT_DEPTH {
            return Err(Error::value(format!("depth {depth}: expected 0 to {MAX_PERFT_DEPTH}")));
        }
        Ok(perft_until(&mut self.game.board().clone(), depth, stop))
    }

    /// The board as a picture in SVG: `pieces` is `chinese` or `letters`; `last` marks a move
    /// that has been made, `arrow` is one to be made.
    ///
    /// # Errors
    /// When `pieces` is something else.
    pub fn svg(
        &self,
        pieces: &str,
        flipped: bool,
        last: Option<Move>,
        arrow: Option<Move>,
    ) -> Result<String> {
        let faces = match pieces {
            "chinese" => Faces::Chinese,
            "letters" => Faces::Letters,
            other => {
                let other = shown(other);
                return Err(Error::value(format!("pieces '{other}': expected chinese or letters")));
            }
        };
        let look = Look { faces, flipped, last, arrow };
        Ok(draw(&self.game.setup(), look).to_svg())
    }
}

/// A position without a history, in which moves can be read.
#[derive(Clone)]
pub struct Position(chuhe::board::Board);

impl Position {
    /// As of [`Board::read`].
    ///
    /// # Errors
    /// As of [`Board::read`].
    pub fn read(&self, text: &str, style: Option<&str>) -> Result<Move> {
        read(&self.0, text, style)
    }
}

fn read(board: &chuhe::board::Board, text: &str, style: Option<&str>) -> Result<Move> {
    let read = match style {
        Some(style) => notation::read_as(board, text, style_of(style)?),
        None => notation::read_with(board, text, RankBase::Zero).or_else(|error| match error {
            // `h10g8` is nothing else. Where ranks from 0 have a meaning, another move would be
            // a surprise.
            ReadError::Malformed => notation::read_with(board, text, RankBase::One).or(Err(error)),
            _ => Err(error),
        }),
    };
    read.map_err(|error| {
        // Of two points it can be said what the rules have against them.
        let points = RankBase::Zero.parse(text).filter(|_| error == ReadError::NoSuchMove);
        let refused = points.map_or_else(|| Error::of_move(text, &error), |mv| refusal(board, mv));
        match style.is_none().then(|| as_another(board, text)).flatten() {
            Some((style, mv)) => {
                let message =
                    format!("{}; in the style {} it is {mv}", refused.message, style.name());
                Error { message, ..refused }
            }
            None => refused,
        }
    })
}

/// What a text would be in a style that is read only where it is asked for, because others have
/// the same texts with another meaning.
fn as_another(board: &chuhe::board::Board, text: &str) -> Option<(Style, Move)> {
    let read = |style| Some((style, notation::read_as(board, text, style).ok()?));
    [Style::Vietnamese, Style::Uci1, Style::San1].into_iter().find_map(read)
}

fn refusal(board: &chuhe::board::Board, mv: Move) -> Error {
    match board.clone().play(mv) {
        Err(illegal) => illegal.into(),
        Ok(_) => Error::new(ErrorKind::Move, format!("{mv}: not legal")),
    }
}

/// The position in letters, ten lines from Black's back rank to Red's.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..Square::RANKS).rev() {
            for file in 0..Square::FILES {
                let piece = self.piece_at(Square::new(file, rank));
                let gap = if file == 0 { "" } else { " " };
                write!(f, "{gap}{}", piece.map_or('.', Piece::fen_char))?;
            }
            if rank > 0 {
                writeln!(f)?;
            }
        }
        Ok(())
    }
}

/// Whether the same pieces stand on the same points and the same side is to move.
impl PartialEq for Board {
    fn eq(&self, other: &Board) -> bool {
        let (one, two) = (self.game.board(), other.game.board());
        one.side() == two.side() && one.pieces_by_point() == two.pieces_by_point()
    }
}

impl Eq for Board {}

/// The position of a FEN, `startpos` or nothing, legal or not.
pub(crate) fn setup_of(fen: Option<&str>) -> Result<Setup> {
    match fen.map(str::trim) {
        None | Some("startpos") => Ok(Setup::start()),
        Some(fen) => Ok(fen.parse()?),
    }
}

/// The style of a name.
pub(crate) fn style_of(name: &str) -> Result<Style> {
    name.parse().map_err(|error| Error::value(format!("style '{}': {error}", shown(name))))
}

/// A move as two points, such as `h2e2`: of any board, legal or not.
///
/// # Errors
/// When it is none.
pub fn parse_move(text: &str) -> Result<Move> {
    let why = |error| Error::new(ErrorKind::Move, format!("'{}': {error}", shown(text)));
    text.parse().map_err(why)
}

/// The names of all styles of moves.
pub fn styles() -> [&'static str; Style::ALL.len()] {
    Style::ALL.map(Style::name)
}

/// A side: `red` or `black`, in either case, or its letter.
///
/// # Errors
/// When it is none.
pub fn parse_color(name: &str) -> Result<Color> {
    name.parse().map_err(|error| Error::value(format!("side '{}': {error}", shown(name))))
}

/// A point such as `e0`.
///
/// # Errors
/// When it is none.
pub fn parse_square(text: &str) -> Result<Square> {
    text.parse().map_err(|error| Error::value(format!("square '{}': {error}", shown(text))))
}
