//! `chuhe play`: a game between a person at a terminal and the engine.

mod args;
mod clock;
mod ending;
mod input;
mod player;
mod rated;
mod record;
mod view;
mod words;

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::io::{BufReader, Write, stdin};
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::{Duration, Instant, SystemTime};

use anyhow::Result;

use crate::common::color::Pen;
use crate::common::lang::files::DeskFault;
use crate::common::lang::{Context, Lang, Say};
use crate::common::lines::Lines;
use crate::common::output;
use crate::common::say::{first_error, text_out};
use crate::common::signals::leave_flag;
use chuhe::board::{Board, Setup};
use chuhe::endings::Endings;
use chuhe::engine::capacity;
use chuhe::engine::strength::{FULL, Strength, pick};
use chuhe::notation::{ReadError, Style, read as read_move, read_as, write as notate};
use chuhe::rules::{Game, Outcome, judge};
use chuhe::search::{Limits, Pool, SearchSettings, StopToken};
use chuhe::types::{Color, Move, Score};
use chuhe_games::FaultKind;
use chuhe_games::words::sentence;

use args::{LevelChoice, Side};
use clock::Clocks;
use input::Input;
use player::Player;
use record::saved;
use view::drawn;
use words::Word;

pub use args::PlayArgs;

/// MiB of the hash table.
const HASH_MIB: usize = 64;

/// Plies before which the engine takes no draw: an opening is level and says nothing yet.
const DRAWS_FROM: usize = 40;

/// Plays until the input ends or the person has had enough.
///
/// # Errors
/// When the position is not legal, a table of endings or the player's file cannot be read, or
/// the PGN, that file or standard output cannot be written.
pub fn run(args: &PlayArgs) -> Result<()> {
    if let Some(name) = &args.ending.ending {
        return ending::run(args, name);
    }
    let outputs = |player| [("--pgn", args.pgn.as_deref()), ("--player", player)];
    let [pgn, _] = output::open_all(&[], outputs(args.player.as_deref()))?;
    let player = args.player()?;
    output::check_distinct(&[], &outputs(player.as_ref().map(Player::path)))?;
    capacity::check(HASH_MIB, 1, 0)?;
    let mut terminal = TerminalGame::new(args, player)?;
    let input = Input::new(BufReader::new(stdin()), leave_flag(1)?);
    let mut out = text_out();
    let ended = terminal.play(&input, &mut out);
    // However it has ended, the game is not lost.
    let written = pgn.map_or(Ok(()), |file| file.write_text(&terminal.pgn()?));
    first_error([ended, terminal.rate(&mut out), written])
}

/// What a turn of the person came to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turn {
    /// A move was made.
    Moved,
    /// Moves were taken back.
    TakenBack,
    /// A draw was agreed.
    Drawn,
    /// The person has resigned, or leaves the game as it is.
    Left,
}

/// A game on the terminal: the moves so far, the clocks, and the engine that answers.
struct TerminalGame<'a> {
    args: &'a PlayArgs,
    lang: Lang,
    game: Game,
    pool: Pool,
    endings: Arc<Endings>,
    seed: u64,
    flipped: bool,
    /// How strong the engine plays.
    level: i64,
    clocks: Option<Clocks>,
    /// The clocks before each move of the game.
    earlier: Vec<Clocks>,
    /// How the game has ended but by the rules: a side has resigned, its time has run out, or a
    /// draw was agreed.
    ended: Option<Outcome>,
    /// What the engine thought of its position when it moved last.
    judged: Option<Score>,
    began: SystemTime,
    pen: Pen,
    /// Whose results are kept.
    player: Option<Player>,
    /// Whether the result would say nothing of the player: the game had help, or another level.
    is_unrated: bool,
}

impl<'a> TerminalGame<'a> {
    fn new(args: &'a PlayArgs, player: Option<Player>) -> Result<TerminalGame<'a>> {
        let start = match &args.fen {
            Some(fen) => fen.parse()?,
            None => Setup::start(),
        };
        let seed = RandomState::new().build_hasher().finish();
        let level = match (args.level, &player) {
            (LevelChoice::Fixed(level), _) => level,
            (LevelChoice::Auto, player) => {
                player.as_ref().map_or(FULL, |player| player.level().next_level())
            }
        };
        Ok(TerminalGame {
            args,
            lang: args.lang.get(),
            game: Game::new(&start)?,
            pool: Pool::new(1, HASH_MIB),
            endings: args.endings.open()?,
            seed,
            flipped: args.side == Side::Black,
            level,
            clocks: args.clock.map(Clocks::new),
            earlier: Vec::new(),
            ended: None,
            judged: None,
            began: SystemTime::now(),
            pen: args.color.pen(),
            player,
            is_unrated: args.side == Side::Both || args.fen.is_some(),
        })
    }

    fn is_persons_turn(&self) -> bool {
        match (self.args.side, self.game.board().side()) {
            (Side::Both, _) => true,
            (Side::Red, side) => side == Color::Red,
            (Side::Black, side) => side == Color::Black,
        }
    }

    fn play(&mut self, input: &Input, out: &mut impl Write) -> Result<()> {
        writeln!(out, "{}", self.lang.text("play.welcome"))?;
        self.greet(out)?;
        loop {
            let verdict = judge(&self.game, &self.args.rules);
            if verdict.outcome != Outcome::Ongoing {
                writeln!(out, "{}\n{}", self.drawn(), sentence(&verdict, self.lang.language()))?;
                return Ok(out.flush()?);
            }
            let (side, began) = (self.game.board().side(), Instant::now());
            let before = self.clocks.map(|clocks| (self.game.clone(), clocks));
            let turn = match self.is_persons_turn() {
                true => {
                    writeln!(out, "{}{}{}", self.drawn(), self.times(), self.check("\n"))?;
                    self.ask(input, out)?
                }
                false => {
                    if self.game.board().in_check() {
                        writeln!(out, "{}", self.check(""))?;
                    }
                    self.answer(input, out)?
                }
            };
            // Whoever leaves has not lost on time: the game is not decided.
            if turn == Turn::Left {
                return Ok(out.flush()?);
            }
            if let Some((game, clocks)) = before
                && !self.press_clock(turn, clocks, side, began.elapsed())
            {
                self.game = game; // what was done too late does not count
                self.lose(side, "play.time", out)?;
                return Ok(out.flush()?);
            }
            if turn == Turn::Drawn {
                self.ended = Some(Outcome::Draw);
                writeln!(out, "{}", self.lang.text("play.agreed"))?;
                return Ok(out.flush()?);
            }
        }
    }

    /// Takes what a turn used off the clock of a side, and adds the increment after a move.
    /// Where moves were taken back, the clocks are again as they were before those moves.
    /// `false` when the time was up.
    fn press_clock(&mut self, turn: Turn, before: Clocks, side: Color, used: Duration) -> bool {
        let mut clocks = before;
        let is_in_time = clocks.use_up(side, used);
        self.clocks = Some(clocks);
        if is_in_time && turn == Turn::TakenBack {
            let restored = self.earlier.drain(self.game.ply()..).next();
            self.clocks = restored.or(self.clocks);
        } else if is_in_time {
            self.earlier.push(before);
        }
        is_in_time
    }

    /// Ends the game against a side and says so; `why` is the key of the text.
    fn lose(&mut self, side: Color, why: &str, out: &mut impl Write) -> Result<()> {
        self.ended = Some(Outcome::Win(!side));
        let result = if side == Color::Red { "0-1" } else { "1-0" };
        let side = self.lang.text(&format!("side.by.{side}"));
        writeln!(out, "{}", self.lang.fill(why, &[("side", &side), ("result", &result)]))?;
        Ok(())
    }

    fn drawn(&self) -> String {
        drawn(&self.game, self.flipped, self.args.style(), self.pen)
    }

    /// What both sides have left on their clocks, if there are any.
    fn times(&self) -> String {
        let Some(clocks) = &self.clocks else { return String::new() };
        let [red, black] = [Color::Red, Color::Black].map(|side| clocks.text(side));
        format!("\n{}", self.lang.fill("play.times", &[("red", &red), ("black", &black)]))
    }

    /// The engine moves, unless a signal ends the game first.
    fn answer(&mut self, input: &Input, out: &mut impl Write) -> Result<Turn> {
        let found = self.think(Strength::of_level(self.level as f64), input);
        if input.is_stopped() {
            return Ok(Turn::Left);
        }
        let (mv, judged) = found.context(DeskFault::NoMove)?;
        self.judged = judged;
        let text = self.text_of(mv);
        writeln!(out, "{}", self.lang.fill("play.engine", &[("move", &text)]))?;
        let _ = self.game.play(mv);
        Ok(Turn::Moved)
    }

    /// Asks until the person has moved, taken back, agreed to a draw or left.
    fn ask(&mut self, input: &Input, out: &mut impl Write) -> Result<Turn> {
        loop {
            write!(out, "> ")?;
            out.flush()?;
            let Some(line) = input.line()? else {
                writeln!(out)?;
                return Ok(Turn::Left);
            };
            match Word::of(&line) {
                Word::Nothing => {}
                Word::Quit => return Ok(Turn::Left),
                Word::Resign => {
                    self.lose(self.game.board().side(), "play.resigned", out)?;
                    return Ok(Turn::Left);
                }
                Word::Draw if self.agrees_to_draw() => return Ok(Turn::Drawn),
                Word::Draw => writeln!(out, "{}", self.lang.text("play.declined"))?,
                Word::Help | Word::Next => writeln!(out, "{}", self.lang.text("play.help"))?,
                Word::Moves => {
                    let moves = self.game.board().legal_moves();
                    let texts: Vec<String> = moves.iter().map(|&mv| self.text_of(mv)).collect();
                    writeln!(out, "{}", texts.join(" "))?;
                }
                Word::Hint => {
                    self.is_unrated = true;
                    let found = self.think(None, input);
                    let found = found.map_or_else(String::new, |(mv, _)| self.text_of(mv));
                    writeln!(out, "{}", self.lang.fill("play.hint", &[("move", &found)]))?;
                }
                Word::Flip => {
                    self.flipped = !self.flipped;
                    writeln!(out, "{}", self.drawn())?;
                }
                Word::Board => writeln!(out, "{}", self.drawn())?,
                Word::Level(text) => writeln!(out, "{}", self.change_level(text))?,
                Word::Undo if self.take_back() => return Ok(Turn::TakenBack),
                Word::Undo => writeln!(out, "{}", self.lang.text("play.no-undo"))?,
                Word::Save(path) => {
                    writeln!(out, "{}", saved(path, self.lang, |path| self.save(path)))?;
                }
                Word::Move(text) => match self.read(text) {
                    Ok(mv) => {
                        let _ = self.game.play(mv);
                        return Ok(Turn::Moved);
                    }
                    Err(error) => {
                        let fault = FaultKind::Move { number: None, word: text.into(), error };
                        writeln!(out, "{}", fault.say(self.lang))?;
                    }
                },
            }
        }
    }

    /// Changes how strong the engine plays, and says how strong that is.
    fn change_level(&mut self, text: &str) -> String {
        match text.parse() {
            Ok(level @ 0..=FULL) => {
                self.is_unrated |= level != self.level;
                self.level = level;
            }
            _ if text.is_empty() => {}
            _ => return DeskFault::Level { most: FULL, text: text.into() }.say(self.lang),
        }
        self.lang.fill("play.level", &[("n", &self.level), ("most", &FULL)])
    }

    /// That the side to move is in check, behind something; nothing when it is not.
    fn check(&self, before: &str) -> String {
        match self.game.board().in_check() {
            true => format!("{before}{}", self.lang.text("play.check")),
            false => String::new(),
        }
    }

    /// Whether the other side takes a draw: one person plays both, or the engine thought its
    /// position no better than that when it moved last ([`would_draw`](chuhe::engine::Engine)).
    fn agrees_to_draw(&self) -> bool {
        let is_early = self.game.ply() < DRAWS_FROM;
        self.args.side == Side::Both
            || !is_early && self.judged.is_some_and(|score| score <= Score::ZERO)
    }

    /// Takes back the last move of the person and what followed.
    fn take_back(&mut self) -> bool {
        let plies = if self.args.side == Side::Both { 1 } else { 2 };
        if self.game.ply() < plies {
            return false;
        }
        for _ in 0..plies {
            self.game.undo();
        }
        self.judged = None;
        true
    }

    /// The move that the engine would make, at full strength or less, and its score of the
    /// position; `None` when a signal ends the game first.
    fn think(
        &mut self,
        strength: Option<Strength>,
        input: &Input,
    ) -> Option<(Move, Option<Score>)> {
        let settings = SearchSettings {
            rules: self.args.rules,
            endings: Arc::clone(&self.endings),
            multi_pv: strength.map_or(1, |strength| strength.candidates),
            ..SearchSettings::default()
        };
        let limits = Limits {
            move_time: self.clocks.is_none().then_some(Duration::from_millis(self.args.movetime)),
            clock: self.clocks.map(|clocks| clocks.of(self.game.board().side())),
            nodes: strength.map(|strength| strength.nodes),
            ..Limits::default()
        };
        let (sender, found) = channel();
        let lines = Box::new(Lines { list: Vec::new(), sender });
        let token = StopToken::default();
        self.pool.start(&self.game, limits, settings, token.clone(), lines);
        let found = input.wait_for(&found);
        token.stop();
        self.pool.wait();
        let (best, list) = found?;
        let board = self.game.board();
        let weaker = strength.and_then(|strength| pick(&list, board, strength, self.seed));
        let mv = weaker.and_then(|found| found.pv.first().copied()).or(best)?;
        Some((mv, list.first().map(|line| line.search_score)))
    }

    /// A move in the style of this game, or in any.
    fn read(&self, text: &str) -> Result<Move, ReadError> {
        read_in(self.game.board(), text, self.args.style())
    }

    fn text_of(&self, mv: Move) -> String {
        notate(self.game.board(), mv, self.args.style())
    }
}

/// A move in a style, or in any.
fn read_in(board: &Board, text: &str, style: Style) -> Result<Move, ReadError> {
    read_as(board, text, style).or_else(|_| read_move(board, text))
}

#[cfg(test)]
mod tests;
