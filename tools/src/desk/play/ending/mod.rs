//! `chuhe play --ending`: positions of an ending, against an opponent that makes no mistake.

mod args;
mod classes;
mod said;
mod tally;

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::io::{BufReader, Write, stdin};
use std::path::Path;
use std::time::SystemTime;

use anyhow::{Result, bail};

use crate::common::date::Timestamp;
use crate::common::lang::files::DeskFault;
use crate::common::lang::{Lang, Say};
use crate::common::output::{self, Output};
use crate::common::say::{first_error, text_out};
use crate::common::signals::leave_flag;
use crate::desk::play::args::{PlayArgs, Side};
use crate::desk::play::input::Input;
use crate::desk::play::record::{saved, text_of};
use crate::desk::play::view::drawn;
use crate::desk::play::words::Word;
use crate::desk::play::{notate, read_in};
use chuhe::drill::{Drill, Goal, HOLD_MOVES, Wish, moves_to_end};
use chuhe::rules::{Game, Outcome, judge};
use chuhe::types::{Color, Move};
use chuhe_games::FaultKind;
use chuhe_games::words::sentence;

use tally::{Attempt, Mark, Tally};

pub use args::EndingArgs;

/// The word for the classes instead of one of them.
const LIST: &str = "list";
/// The best moves that are named.
const NAMED: usize = 3;

/// Poses positions until the input ends or the person has had enough; or lists the classes.
///
/// # Errors
/// When there is no such ending, a table cannot be read, or the PGN or standard output cannot be
/// written.
pub fn run(args: &PlayArgs, name: &str) -> Result<()> {
    if name == LIST {
        return classes::list(&args.endings, args.lang.get(), &mut text_out());
    }
    let [pgn] = output::open_all(&[], [("--pgn", args.pgn.as_deref())])?;
    let mut practice = Practice::new(args, name)?;
    let input = Input::new(BufReader::new(stdin()), leave_flag(1)?);
    let mut out = text_out();
    let ended = practice.run(&input, &mut out);
    let written = pgn.map_or(Ok(()), |file| file.write_text(&practice.games.join("\n")));
    first_error([ended, written])
}

/// What comes after a line of the person.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Then {
    /// Another line.
    Ask,
    /// The board, and another line.
    Show,
    /// Another position.
    Next,
    /// Nothing more.
    Leave,
}

/// Positions that a person plays one after another.
pub struct Practice<'a> {
    args: &'a PlayArgs,
    lang: Lang,
    drill: Drill,
    seed: u64,
    person: Color,
    /// Number of the position, from 1 on.
    number: u64,
    game: Game,
    flipped: bool,
    attempt: Attempt,
    tally: Tally,
    /// The games so far, as PGN.
    pub games: Vec<String>,
    began: SystemTime,
}

impl<'a> Practice<'a> {
    /// Prepares the positions that the arguments wish for.
    ///
    /// # Errors
    /// When there are none, or a table cannot be read.
    pub fn new(args: &'a PlayArgs, name: &str) -> Result<Practice<'a>> {
        let person = match args.side {
            Side::Red => Color::Red,
            Side::Black => Color::Black,
            Side::Both => bail!(DeskFault::EndingBoth),
        };
        let lang = args.lang.get();
        let endings = args.endings.open()?;
        let asked = &args.ending;
        let wish = Wish {
            class: classes::named(name, &endings, lang)?,
            goal: asked.goal.goal(),
            length: asked.length.0,
            captures: asked.captures,
        };
        // A short one, so that it is easily typed again.
        let seed = asked.seed.unwrap_or_else(|| RandomState::new().build_hasher().finish() >> 44);
        let drill = Drill::new(endings.clone(), args.rules, wish, seed)
            .map_err(|error| classes::told(error, &endings, lang))?;
        Ok(Practice {
            args,
            lang,
            drill,
            seed,
            person,
            number: 0,
            game: Game::start(),
            flipped: person == Color::Black,
            attempt: Attempt::default(),
            tally: Tally::default(),
            games: Vec::new(),
            began: SystemTime::now(),
        })
    }

    /// Poses positions until the person leaves.
    ///
    /// # Errors
    /// When the output cannot be written, or there is no other position.
    pub fn run(&mut self, input: &Input, out: &mut impl Write) -> Result<()> {
        writeln!(out, "{}", self.lang.text("play.welcome"))?;
        let class = self.drill.wish().class;
        let pieces = classes::pieces_of(&class, self.lang);
        let values: [(&str, &dyn std::fmt::Display); 3] =
            [("class", &class), ("pieces", &pieces), ("seed", &self.seed)];
        writeln!(out, "{}", self.lang.fill("play.ending-begin", &values))?;
        self.pose(out)?;
        loop {
            write!(out, "> ")?;
            out.flush()?;
            let Some(line) = input.line()? else {
                writeln!(out)?;
                break;
            };
            match self.hear(&line, out)? {
                Then::Ask => {}
                Then::Show => writeln!(out, "{}", self.drawn())?,
                Then::Next => self.pose(out)?,
                Then::Leave => break,
            }
        }
        self.close()?;
        let count = |mark| self.tally.of(mark);
        let Tally { made, kept, .. } = self.tally;
        let values: [(&str, &dyn std::fmt::Display); 7] = [
            ("n", &self.tally.total()),
            ("clean", &count(Mark::Clean)),
            ("helped", &count(Mark::Helped)),
            ("failed", &count(Mark::Failed)),
            ("open", &count(Mark::Open)),
            ("kept", &kept),
            ("made", &made),
        ];
        writeln!(out, "{}", self.lang.fill("page.drill-summary", &values))?;
        Ok(out.flush()?)
    }

    /// Sets the next position up.
    fn pose(&mut self, out: &mut impl Write) -> Result<()> {
        self.close()?;
        self.number += 1;
        let setup = self.drill.position(self.number)?;
        let setup = if self.person == Color::Red { setup } else { setup.flipped() };
        self.game = Game::new(&setup)?;
        let value = self.drill.value(self.game.board());
        let Some(value) = value else { bail!(DeskFault::NoMove) };
        let least = moves_to_end(value).unwrap_or_default();
        self.attempt = Attempt::new(least);
        let task = said::task(self.drill.wish().goal, value, self.person, self.lang);
        let values: [(&str, &dyn std::fmt::Display); 2] = [("n", &self.number), ("task", &task)];
        writeln!(out, "\n{}", self.lang.fill("play.ending-task", &values))?;
        writeln!(out, "{}", self.drawn())?;
        Ok(())
    }

    /// Counts the position that is left, and keeps its game.
    fn close(&mut self) -> Result<()> {
        let attempt = std::mem::take(&mut self.attempt);
        self.tally.add(&attempt);
        if self.game.ply() > 0 {
            let text = self.pgn()?;
            self.games.push(text);
        }
        Ok(())
    }

    fn drawn(&self) -> String {
        let board = drawn(&self.game, self.flipped, self.args.style(), self.args.color.pen());
        match self.game.board().in_check() && self.attempt.ended.is_none() {
            true => format!("{board}\n{}", self.lang.text("play.check")),
            false => board,
        }
    }

    /// Does what a line says.
    fn hear(&mut self, line: &str, out: &mut impl Write) -> Result<Then> {
        let has_ended = self.attempt.ended.is_some();
        match Word::of(line) {
            Word::Nothing if has_ended => return Ok(Then::Next),
            Word::Nothing => {}
            Word::Next => return Ok(Then::Next),
            Word::Quit => return Ok(Then::Leave),
            Word::Board => return Ok(Then::Show),
            Word::Flip => {
                self.flipped = !self.flipped;
                return Ok(Then::Show);
            }
            Word::Undo if self.take_back() => return Ok(Then::Show),
            Word::Undo => writeln!(out, "{}", self.lang.text("play.no-undo"))?,
            Word::Save(path) => {
                writeln!(out, "{}", saved(path, self.lang, |path| self.save(path)))?;
            }
            Word::Help | Word::Level(_) | Word::Draw => {
                writeln!(out, "{}", self.lang.text("play.ending-help"))?;
            }
            _ if has_ended => writeln!(out, "{}", self.lang.text("play.ending-next"))?,
            Word::Resign => self.end(false, out)?,
            Word::Moves => {
                let moves = self.game.board().legal_moves();
                let texts: Vec<String> = moves.iter().map(|&mv| self.name_of(mv)).collect();
                writeln!(out, "{}", texts.join(" "))?;
            }
            Word::Hint => {
                self.attempt.hinted();
                let found = self.drill.hint(self.game.board());
                let text = found.map_or_else(String::new, |mv| self.name_of(mv));
                writeln!(out, "{}", self.lang.fill("play.hint", &[("move", &text)]))?;
            }
            Word::Move(text) => match read_in(self.game.board(), text, self.args.style()) {
                Ok(mv) => return self.play(mv, out),
                Err(error) => {
                    let fault = FaultKind::Move { number: None, word: text.into(), error };
                    writeln!(out, "{}", fault.say(self.lang))?;
                }
            },
        }
        Ok(Then::Ask)
    }

    /// A move of the person, what it has done, and the reply.
    fn play(&mut self, mv: Move, out: &mut impl Write) -> Result<Then> {
        let Some(assessed) = self.drill.assess(self.game.board(), mv) else {
            writeln!(out, "{}", self.lang.text("page.drill-unknown"))?;
            return Ok(Then::Ask);
        };
        let best: Vec<String> =
            assessed.best.iter().take(NAMED).map(|&mv| self.name_of(mv)).collect();
        self.attempt.moved(self.game.ply(), &assessed);
        self.game.play(mv)?;
        let best = best.join(self.lang.text("list.comma"));
        let text = said::said(&assessed, self.person, &best, self.lang);
        // What would have kept the value is said even where the game ends with this move.
        if !assessed.is_kept() {
            writeln!(out, "{text}")?;
        }
        if self.decide(out)? {
            return Ok(Then::Ask);
        }
        if assessed.is_kept() {
            writeln!(out, "{text}")?;
        }
        let Some(reply) = self.drill.reply(&self.game) else {
            writeln!(out, "{}", self.lang.text("page.drill-unknown"))?;
            return Ok(Then::Next);
        };
        let text = self.name_of(reply);
        writeln!(out, "{}", self.lang.fill("play.engine", &[("move", &text)]))?;
        self.game.play(reply)?;
        let is_over = self.decide(out)?;
        Ok(if is_over { Then::Ask } else { Then::Show })
    }

    /// Whether the position is over: by the rules, or as a draw that was held for long enough.
    fn decide(&mut self, out: &mut impl Write) -> Result<bool> {
        let verdict = judge(&self.game, &self.args.rules);
        let is_draw = self.drill.wish().goal == Goal::Draw;
        let is_held = is_draw && self.game.ply() >= 2 * HOLD_MOVES && !self.attempt.has_slipped();
        let has_kept = match verdict.outcome {
            Outcome::Ongoing if is_held => {
                let text = self.lang.fill("page.drill-held", &[("n", &HOLD_MOVES)]);
                writeln!(out, "{}\n{text}", self.drawn())?;
                true
            }
            Outcome::Ongoing => return Ok(false),
            outcome => {
                let text = sentence(&verdict, self.lang.language());
                writeln!(out, "{}\n{text}", self.drawn())?;
                match outcome {
                    Outcome::Win(winner) => winner == self.person,
                    _ => is_draw,
                }
            }
        };
        self.end(has_kept, out)?;
        Ok(true)
    }

    /// Says how the position has ended.
    fn end(&mut self, has_kept: bool, out: &mut impl Write) -> Result<()> {
        self.attempt.ended = Some(has_kept);
        let key = match self.attempt.mark() {
            Some(Mark::Clean) => "page.drill-clean",
            Some(Mark::Helped) => "page.drill-helped",
            _ => "page.drill-failed",
        };
        write!(out, "{}", self.lang.text(key))?;
        let Attempt { least, .. } = self.attempt;
        if has_kept && least > 0 {
            let n = self.game.ply().div_ceil(2);
            let values: [(&str, &dyn std::fmt::Display); 2] = [("n", &n), ("least", &least)];
            write!(out, " {}", self.lang.fill("page.drill-took", &values))?;
        }
        writeln!(out, "\n{}", self.lang.text("play.ending-next"))?;
        Ok(())
    }

    /// Takes back the last move of the person and what followed.
    fn take_back(&mut self) -> bool {
        if self.game.ply() == 0 {
            // Whoever has resigned at once may still try.
            return self.attempt.ended.is_some() && {
                self.attempt.taken_back(0);
                true
            };
        }
        self.game.undo();
        if self.game.board().side() != self.person {
            self.game.undo();
        }
        self.attempt.taken_back(self.game.ply());
        true
    }

    fn name_of(&self, mv: Move) -> String {
        notate(self.game.board(), mv, self.args.style())
    }

    fn save(&self, path: &Path) -> Result<()> {
        Output::open(path)?.write_text(&self.pgn()?)
    }

    /// The game of the position as PGN.
    fn pgn(&self) -> Result<String> {
        let (person, engine) = (self.lang.text("play.you").to_owned(), "Chuhe".to_owned());
        let [red, black] = match self.person {
            Color::Red => [person, engine],
            Color::Black => [engine, person],
        };
        let event = self.drill.wish().class.to_string();
        let date = Timestamp::of(self.began).date();
        let tags = [("Event", event), ("Date", date), ("Red", red), ("Black", black)];
        text_of(&self.game, &tags, judge(&self.game, &self.args.rules).outcome, self.args.style())
    }
}

#[cfg(test)]
mod tests;
