//! CECP, the protocol of XBoard and WinBoard, version 2, for the variant
//! xiangqi. Here the engine has a board of its own and plays by itself: it
//! thinks when the opponent has moved, and makes its move on the board.

mod answers;
mod clock;
mod features;
mod searches;

use std::collections::VecDeque;
use std::time::Instant;

use crate::board::{NullObserver, Setup};
use crate::engine::{Command, Engine, Event, SearchResult};
use crate::protocol::common::Common;
use crate::protocol::notation::{GameFault, RankBase};
use crate::protocol::setting::{self, Refusal};
use crate::protocol::words::{Words, quote};
use crate::protocol::{Dialect, Step};
use crate::rules::Game;
use crate::types::{Color, Depth, Move};
use answers::book;
use clock::Times;

/// The words that choose this dialect.
pub const GREETINGS: &[&str] = &["xboard", "protover"];

/// Commands that are about other programs or other people.
const IGNORED: &[&str] = &[
    "xboard", "accepted", "rejected", "random", "computer", "name", "rating", "ics", "egtpath",
    "nps", "pause", "resume", "white", "black", "otim",
];

/// What the engine does without a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// Nothing.
    Force,
    /// It plays this side.
    Play(Color),
    /// It thinks about whatever is on the board.
    Analyze,
}

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    /// To find a move and make it.
    Play,
    /// To think on, in the hope that the opponent makes this move.
    Ponder(Move),
    /// To show what it finds.
    Analyze,
    /// To find a move that the opponent could make.
    Hint,
    /// For nothing any more.
    Nothing,
}

/// How far the running search has come, for `.`.
#[derive(Default)]
struct Progress {
    centiseconds: u128,
    nodes: u64,
    depth: Depth,
    current: Option<(Move, usize)>,
}

/// A client that speaks CECP.
pub struct Cecp {
    common: Common,
    mode: Mode,
    times: Times,
    /// The searches that have not ended, in their order.
    searches: VecDeque<Purpose>,
    /// Since when the engine uses its own time.
    since: Instant,
    shows_thinking: bool,
    ponders: bool,
    /// Questions that wait for the end of a search.
    pings: Vec<String>,
    draw_offered: bool,
    /// How the last search for a move ended.
    last: Option<SearchResult>,
    progress: Progress,
}

impl Default for Cecp {
    fn default() -> Cecp {
        Cecp {
            common: Common::default(),
            mode: Mode::Play(Color::Black),
            times: Times::default(),
            searches: VecDeque::new(),
            since: Instant::now(),
            shows_thinking: false,
            ponders: false,
            pings: Vec::new(),
            draw_offered: false,
            last: None,
            progress: Progress::default(),
        }
    }
}

impl Dialect for Cecp {
    fn hear(&mut self, line: &str, engine: &Engine) -> Vec<Step> {
        let mut words = Words::new(line);
        let Some(word) = words.next() else { return Vec::new() };
        let mut steps = Vec::new();
        if self.hear_about_game(word, words, engine, &mut steps)
            || self.hear_about_settings(word, words, &mut steps)
        {
            return steps;
        }
        if RankBase::Zero.parse(word).is_some() {
            self.opponent_moves(word, engine, &mut steps);
            return steps;
        }
        let unknown = || vec![Step::Say(format!("Error (unknown command): {}", quote(line)))];
        self.common.hear(line, &word.to_ascii_lowercase(), words).unwrap_or_else(unknown)
    }

    fn tell(&mut self, event: &Event, engine: &Engine) -> Vec<Step> {
        match event {
            Event::Report(report, outlook) => {
                self.thinking(report, outlook).map(Step::Say).into_iter().collect()
            }
            Event::CurrentMove(_, mv, number) => {
                self.progress.current = Some((*mv, *number));
                Vec::new()
            }
            Event::Finished(result) => self.finished(result, engine),
            _ => self.common.tell(event, engine),
        }
    }

    fn remark(&self, text: &str) -> String {
        format!("# {text}")
    }
}

/// Commands.
impl Cecp {
    /// Carries out what is about the game; whether the word is such a command.
    fn hear_about_game(
        &mut self,
        word: &str,
        mut words: Words,
        engine: &Engine,
        steps: &mut Vec<Step>,
    ) -> bool {
        let game = engine.game();
        match word {
            "go" | "analyze" | "undo" | "remove" if engine.refusal().is_some() => {
                say(steps, format!("Error (illegal position): {word}"));
            }
            "new" => {
                self.times.reset();
                if self.mode != Mode::Analyze {
                    self.mode = Mode::Play(Color::Black);
                }
                self.abandon(steps);
                steps.push(Step::Do(Command::NewGame));
                self.set_up(Game::start(), steps);
            }
            "setboard" => match read_board(words) {
                Ok(game) => self.set_up(game, steps),
                Err(fault) => {
                    self.abandon(steps);
                    self.forget_last();
                    steps.push(Step::Do(Command::RefusePosition(fault.to_string())));
                    say(steps, format!("tellusererror Illegal position: {fault}"));
                }
            },
            "usermove" => match words.next() {
                Some(text) => self.opponent_moves(text, engine, steps),
                None => say(steps, "Error (expected a move): usermove".into()),
            },
            "undo" => self.take_back(1, word, game, steps),
            "remove" => self.take_back(2, word, game, steps),
            "force" | "result" | "exit" => {
                self.mode = Mode::Force;
                self.abandon(steps);
                self.forget_last();
            }
            "go" => {
                self.mode = Mode::Play(game.board().side());
                self.think(game, steps);
            }
            "playother" => {
                self.mode = Mode::Play(!game.board().side());
                self.abandon(steps);
                self.forget_last();
            }
            "analyze" => {
                self.mode = Mode::Analyze;
                self.analyze(steps);
            }
            "?" if self.is_thinking() => steps.push(Step::Do(Command::Stop)),
            "?" => {}
            "draw" if self.is_thinking() => self.draw_offered = true,
            "draw" => {
                let accepts = self.last.as_ref().is_some_and(|result| engine.would_draw(result));
                steps.extend(accepts.then(|| Step::Say("offer draw".into())));
            }
            "hint" if engine.refusal().is_none() => self.hint(game, steps),
            "hint" => {}
            "bk" => say(steps, book(engine)),
            "." => steps.extend(self.status(game).map(Step::Say)),
            "quit" => {
                self.abandon(steps);
                steps.push(Step::Do(Command::Quit));
            }
            _ => return false,
        }
        true
    }

    /// Carries out what is about anything else; whether the word is such a
    /// command.
    fn hear_about_settings(&mut self, word: &str, mut words: Words, steps: &mut Vec<Step>) -> bool {
        let fault = match word {
            "protover" => {
                steps.extend(features::lines().into_iter().map(Step::Say));
                None
            }
            "variant" if !words.take_if("xiangqi") => Some("expected: variant xiangqi"),
            "variant" => None,
            "level" => self.times.level(words).err(),
            "st" => self.times.fixed(words).err(),
            "sd" => self.times.depth(words).err(),
            "time" => self.times.own(words).err(),
            "post" | "nopost" => {
                self.shows_thinking = word == "post";
                None
            }
            "hard" | "easy" => {
                self.ponders = word == "hard";
                if !self.ponders && matches!(self.searches.back(), Some(Purpose::Ponder(_))) {
                    self.abandon(steps);
                }
                None
            }
            "ping" => {
                let pong = format!("pong {}", words.rest());
                if self.is_thinking() {
                    self.pings.push(pong)
                } else {
                    // Interfaces ask before a game, whose clock need not wait for the memory then.
                    steps.push(Step::Do(Command::Ready));
                    say(steps, pong)
                }
                None
            }
            "memory" => set("Hash", words.next(), steps),
            "cores" => set("Threads", words.next(), steps),
            "option" => {
                let (name, value) = match words.rest().split_once('=') {
                    Some((name, value)) => (name.trim(), Some(value.trim())),
                    None => (words.rest(), None),
                };
                set(name, value, steps)
            }
            _ if IGNORED.contains(&word) => None,
            _ => return false,
        };
        if let Some(fault) = fault {
            let rest = quote(words.rest());
            say(steps, format!("Error ({fault}): {word} {rest}"));
        }
        true
    }

    /// A move of the opponent's, or of anybody's when the engine does not play.
    fn opponent_moves(&mut self, text: &str, engine: &Engine, steps: &mut Vec<Step>) {
        let mut game = engine.game().clone();
        if self.is_thinking() {
            return say(steps, format!("Error (it is not your turn): {}", quote(text)));
        }
        let is_possible = |mv: &Move| engine.refusal().is_none() && game.board().is_legal(*mv);
        let mv = RankBase::Zero.parse(text).filter(is_possible);
        let Some(mv) = mv else {
            return say(steps, format!("Illegal move: {}", quote(text).trim_matches('\'')));
        };
        game.push(mv, &mut NullObserver);
        let ours = self.mode == Mode::Play(game.board().side());
        let is_expected = self.searches.back() == Some(&Purpose::Ponder(mv));
        if ours && is_expected {
            if let Some(purpose) = self.searches.back_mut() {
                *purpose = Purpose::Play;
            }
            self.since = Instant::now();
            steps.push(Step::Do(Command::Position(Box::new(game))));
            steps.push(Step::Do(Command::PonderHit));
        } else {
            let next = game.clone();
            self.set_up(game, steps);
            if ours {
                self.think(&next, steps);
            }
        }
    }

    /// Takes back the last plies.
    fn take_back(&mut self, plies: usize, word: &str, game: &Game, steps: &mut Vec<Step>) {
        if game.ply() < plies {
            return say(steps, format!("Error (nothing to take back): {word}"));
        }
        let mut game = game.clone();
        for _ in 0..plies {
            game.pop(&mut NullObserver);
        }
        self.set_up(game, steps);
    }

    /// What the last search found, and the draw that was offered in it, belong to another position
    /// or to another side.
    fn forget_last(&mut self) {
        (self.draw_offered, self.last) = (false, None);
    }

    /// Another position: what was thought about the last one is of no use.
    fn set_up(&mut self, game: Game, steps: &mut Vec<Step>) {
        self.abandon(steps);
        self.forget_last();
        steps.push(Step::Do(Command::Position(Box::new(game))));
        if self.mode == Mode::Analyze {
            self.analyze(steps);
        }
    }
}

/// What to say when a side has no move left, which has lost then.
fn game_over(loser: Color) -> String {
    match loser {
        Color::Red => "0-1 {Black wins: no move left}".to_owned(),
        Color::Black => "1-0 {Red wins: no move left}".to_owned(),
    }
}

/// A position as `setboard` has it.
fn read_board(words: Words) -> Result<Game, GameFault> {
    let (setup, _) = Setup::from_words(words)?;
    Ok(Game::new(&setup)?)
}

fn set(name: &str, value: Option<&str>, steps: &mut Vec<Step>) -> Option<&'static str> {
    match setting::steps(name, value) {
        Ok(more) => steps.extend(more),
        Err(Refusal::Foreign) => {}
        Err(Refusal::BadValue(fault) | Refusal::Unknown(fault)) => {
            say(steps, format!("Error ({fault}): option"));
        }
    }
    None
}

fn say(steps: &mut Vec<Step>, line: String) {
    steps.push(Step::Say(line));
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[test]
    fn memory_is_made_when_an_interface_asks_whether_the_engine_is_there() {
        let engine = Engine::new(Arc::new(|_| {}));
        let steps = Cecp::default().hear("ping 7", &engine);
        let [first, second] = &steps[..] else { unreachable!("{} steps", steps.len()) };
        assert!(matches!(first, Step::Do(Command::Ready)));
        assert!(matches!(second, Step::Say(pong) if pong == "pong 7"));
    }
}
