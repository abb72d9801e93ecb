//! What every dialect understands: positions as text, and the commands for
//! people, which mean the same everywhere.

use crate::board::Setup;
use crate::engine::options::{self, Ranks};
use crate::engine::{Command, Engine, Event, bench};
use crate::protocol::go::{Faults, Go};
use crate::protocol::help::{Tongue, help};
use crate::protocol::notation::{GameFault, RankBase, replay};
use crate::protocol::show::{self, Pieces};
use crate::protocol::words::{Words, quote};
use crate::protocol::{Step, is_greeting};
use crate::rules::Game;
use crate::types::Depth;

/// What is known of a client in every dialect.
#[derive(Default)]
pub struct Common {
    /// How it counted ranks last.
    pub base: RankBase,
    /// How it wants the board drawn.
    pieces: Pieces,
}

/// A game as text, and what could not be read of it.
pub struct Reading {
    /// The game up to the first fault.
    pub game: Game,
    /// What ends it early.
    pub fault: Option<GameFault>,
}

impl Common {
    /// How the ranks of printed moves are counted.
    pub fn printed(&self, engine: &Engine) -> RankBase {
        match engine.options().ranks {
            Ranks::FromZero => RankBase::Zero,
            Ranks::FromOne => RankBase::One,
            Ranks::AsRead => self.base,
        }
    }

    /// Reads what follows a command: `startpos` or `fen F`, then moves, with or without the
    /// word `moves`.
    ///
    /// # Errors
    /// What was expected, when there is no position at all.
    pub fn read_game(
        &mut self,
        mut words: Words,
        command: &'static str,
    ) -> Result<Reading, GameFault> {
        let setup = if words.take_if("startpos") {
            Setup::start()
        } else if words.take_if("fen") {
            let fen = words;
            let (setup, used) = Setup::from_words(fen)?;
            words.nth(used - 1);
            setup
        } else {
            return Err(GameFault::NoStart(command));
        };
        let game = Game::new(&setup)?;
        words.take_if("moves");
        let result = replay(&game, words, self.base);
        self.base = result.base;
        Ok(Reading { game: result.game, fault: result.fault })
    }

    /// What to do about `position ...`.
    pub fn position(&mut self, words: Words) -> Vec<Step> {
        match self.read_game(words, "position") {
            Err(fault) => {
                let remark = format!("Unsupported position ({fault}); no move before the next one");
                vec![Step::Do(Command::RefusePosition(fault.to_string())), Step::Remark(remark)]
            }
            Ok(Reading { game, fault }) => {
                let position = Step::Do(Command::Position(Box::new(game)));
                let fault = fault.map(|fault| Step::Remark(fault.to_string()));
                [position].into_iter().chain(fault).collect()
            }
        }
    }

    /// What to say before `go` is answered: that there is no move where the last position was
    /// refused, else what was not understood.
    pub fn remark_on_go(&self, go: &Go, engine: &Engine) -> Option<Step> {
        let faults = Some(&go.faults).filter(|faults| !faults.is_empty()).map(Faults::to_string);
        let refusal = engine.refusal().map(|why| format!("no move: Unsupported position ({why})"));
        // A count says so itself.
        if go.perft.is_some() && refusal.is_some() { None } else { refusal.or(faults) }
            .map(Step::Remark)
    }

    /// What to do about a word that is none of UCI's or UCCI's own commands: those
    /// for people are obeyed, those of other clients pass in silence, and anything
    /// else is answered with the likeliest of `commands`.
    pub fn hear_other(
        &mut self,
        line: &str,
        word: &str,
        words: Words,
        commands: &[&str],
    ) -> Vec<Step> {
        if matches!(word, "debug" | "register") || is_greeting(word) {
            return Vec::new();
        }
        self.hear(line, word, words).unwrap_or_else(|| vec![Step::Remark(unknown(line, commands))])
    }

    /// What to do about a command for people; `None` if it is none.
    pub fn hear(&mut self, line: &str, word: &str, mut words: Words) -> Option<Vec<Step>> {
        let command = match word {
            "d" => return Some(self.draw(words)),
            "moves" => Command::ShowMoves,
            "eval" => Command::Evaluate,
            "flip" => Command::Flip,
            "bench" => match bench_plan(words) {
                Some(plan) => Command::Bench(plan),
                None => return remark("expected: bench [depth [threads [hash]]]"),
            },
            "perft" => match words.number() {
                Ok(depth @ 1..) => Command::Perft(u32::try_from(depth).unwrap_or(u32::MAX)),
                _ => return remark("expected a positive number after perft"),
            },
            "help" | "--help" => return Some(vec![Step::Say(help(Tongue::English))]),
            comment if comment.starts_with('#') => return Some(Vec::new()),
            _ => {
                let tongue = Tongue::of_request(line)?;
                return Some(vec![Step::Say(help(tongue))]);
            }
        };
        Some(vec![Step::Do(command)])
    }

    /// The board, in the pieces named, which stay in use.
    fn draw(&mut self, mut words: Words) -> Vec<Step> {
        if let Some(word) = words.next() {
            match Pieces::by_name(word) {
                Some(pieces) => self.pieces = pieces,
                None => {
                    let expected = format!("expected: d [letters|chinese], not {}", quote(word));
                    return vec![Step::Remark(expected)];
                }
            }
        }
        vec![Step::Do(Command::Show)]
    }

    /// What to say about an event that means the same in every dialect.
    pub fn tell(&self, event: &Event, engine: &Engine) -> Vec<Step> {
        let line = match event {
            Event::Perft(perft) => show::perft(perft),
            Event::BenchStep(bench::PositionResult { number, of, fen, nodes }) => {
                return vec![Step::Remark(format!("position {number}/{of} {fen} nodes {nodes}"))];
            }
            Event::Bench(total) => format!("{} nodes {} nps", total.nodes, total.nps()),
            Event::Shown(game, verdict) => show::game(game, verdict, self.pieces),
            Event::Moves(board, moves) => show::moves(board, moves, self.printed(engine)),
            Event::Evaluation(outlook, side, judge) => show::evaluation(outlook, *side, judge),
            Event::BookMove(board, mv) => return vec![Step::Remark(show::book_move(board, *mv))],
            Event::Refused(reason) => return vec![Step::Remark(reason.clone())],
            _ => return Vec::new(),
        };
        vec![Step::Say(line)]
    }
}

fn remark(text: &str) -> Option<Vec<Step>> {
    Some(vec![Step::Remark(text.to_owned())])
}

fn bench_plan(mut words: Words) -> Option<bench::Plan> {
    let mut plan = bench::Plan::default();
    let mut number = |default: i64, max: i64| match words.peek() {
        None => Some(default),
        Some(_) => words.number().ok().filter(|n| (1..=max).contains(n)),
    };
    plan.depth = number(i64::from(plan.depth), 127)? as Depth;
    plan.threads = number(1, 512)? as usize;
    plan.hash_mib = number(plan.hash_mib as i64, options::MAX_HASH_MIB)? as usize;
    Some(plan)
}

/// What to say about a line that begins with a word that nobody knows: the
/// command that it resembles, if there is one.
pub fn unknown(line: &str, commands: &[&str]) -> String {
    let word = Words::new(line).peek().unwrap_or_default().to_ascii_lowercase();
    let near = commands.iter().map(|command| (distance(&word, command), *command)).min();
    match near {
        Some((1 | 2, command)) if command.len() > 3 => {
            format!("unknown command {}, expected perhaps '{command}'; see help", quote(line))
        }
        _ => format!("unknown command {}; see help", quote(line)),
    }
}

/// How many letters must be put in, left out, changed, or exchanged with their
/// neighbour to turn a word into a command.
fn distance(word: &str, command: &str) -> usize {
    const TOO_LONG: usize = 32; // no command is longer
    if word.len() > TOO_LONG { usize::MAX } else { strsim::osa_distance(word, command) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistyped_words_are_recognised() {
        for (a, b, expected) in [
            ("position", "position", 0),
            ("potision", "position", 2),
            ("positoin", "position", 1),
            ("psition", "position", 1),
            ("isredy", "isready", 1),
            ("", "go", 2),
            ("stop", "", 4),
        ] {
            assert_eq!(distance(a, b), expected, "{a} {b}");
        }
        let commands = ["go", "position", "stop"];
        assert!(unknown("Positon startpos", &commands).contains("perhaps 'position'"));
        assert!(!unknown("xx", &commands).contains("perhaps"));
        assert!(!unknown(&"x".repeat(100_000), &commands).contains("perhaps"));
    }
}
