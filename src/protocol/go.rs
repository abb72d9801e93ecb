//! The words of `go`, which the dialects share.

use std::fmt;
use std::time::Duration;

use crate::engine::{Clock, Limits};
use crate::protocol::notation::{RankBase, alternatives};
use crate::protocol::words::{Words, quote};
use crate::rules::Game;
use crate::types::{Color, Depth, MAX_PLY};

/// What a `go` asks for.
#[derive(Default)]
pub struct Go {
    /// The limits of the search.
    pub limits: Limits,
    /// Not to search but to count lines of this length.
    pub perft: Option<u32>,
    /// The opponent offers a draw.
    pub draw: bool,
    /// Whether words of UCI were used that UCCI does not have.
    pub is_uci: bool,
    /// What was not understood.
    pub faults: Faults,
}

/// What was not understood: the first few things in words, of the rest the number.
#[derive(Default)]
pub struct Faults {
    texts: Vec<String>,
    more: usize,
}

impl Faults {
    /// Faults that are told.
    const TOLD: usize = 4;

    /// Whether all was understood.
    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// Adds one.
    fn push(&mut self, text: impl FnOnce() -> String) {
        if self.texts.len() < Faults::TOLD {
            self.texts.push(text());
        } else {
            self.more += 1;
        }
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.texts.join("; "))?;
        if self.more > 0 { write!(f, "; and {} more", self.more) } else { Ok(()) }
    }
}

/// How a dialect writes `go`.
#[derive(Clone, Copy, Default)]
pub struct GoSyntax {
    /// How ranks are counted.
    pub base: RankBase,
    /// As in UCCI: depth 0 asks for the static evaluation, and an infinite
    /// search may end when it has found a mate.
    pub is_ucci: bool,
    /// Whether `time` and the like are in seconds.
    pub seconds: bool,
}

/// What is told of the clocks, in milliseconds.
#[derive(Default)]
struct Clocks {
    ours: Option<i64>,
    theirs: Option<i64>,
    our_increment: Option<i64>,
}

impl Clocks {
    /// The clock of the side to move. When only the other side's time is known, both
    /// are taken to have the same.
    fn ours(&self) -> Option<Clock> {
        let increment = self.our_increment.unwrap_or(0).max(0);
        self.ours.or(self.theirs).map(|remaining| Clock { remaining, increment })
    }

    /// Takes in a number when `us` is to move.
    fn set(&mut self, number: ClockNumber, us: Color, ms: i64) {
        match number {
            ClockNumber::Remaining(side) if side == us => self.ours = Some(ms),
            ClockNumber::Remaining(_) => self.theirs = Some(ms),
            ClockNumber::Increment(side) if side == us => self.our_increment = Some(ms),
            ClockNumber::Increment(_) => {} // says nothing about our time
        }
    }
}

/// A number that is told of the clocks.
#[derive(Clone, Copy)]
enum ClockNumber {
    Remaining(Color),
    Increment(Color),
}

impl ClockNumber {
    /// The one that a word gives when `us` is to move, and whether it is a word of UCCI.
    fn of(word: &str, us: Color) -> Option<(ClockNumber, bool)> {
        use ClockNumber::{Increment, Remaining};
        Some(match word {
            "wtime" => (Remaining(Color::Red), false),
            "btime" => (Remaining(Color::Black), false),
            "winc" => (Increment(Color::Red), false),
            "binc" => (Increment(Color::Black), false),
            "time" => (Remaining(us), true),
            "opptime" => (Remaining(!us), true),
            "increment" => (Increment(us), true),
            "oppincrement" => (Increment(!us), true),
            _ => return None,
        })
    }
}

/// Words that a number follows.
const NUMBERED: &[&str] = &[
    "wtime",
    "btime",
    "winc",
    "binc",
    "time",
    "opptime",
    "increment",
    "oppincrement",
    "movestogo",
    "oppmovestogo",
    "depth",
    "nodes",
    "movetime",
    "mate",
    "perft",
];

/// Words that stand alone, or take the rest of the line.
const PLAIN: &[&str] = &["infinite", "ponder", "draw", "searchmoves"];

/// Reads the words after `go`, in any order. A number that is missing or
/// malformed makes its word count as absent. A clock or a number that was given
/// but is zero or negative means to move as soon as possible.
pub fn read_go(words: &mut Words, game: &Game, syntax: GoSyntax) -> Go {
    let us = game.board().side();
    let mut go = Go::default();
    let mut clocks = Clocks::default();
    while let Some(word) = words.next() {
        let name = word.to_ascii_lowercase();
        match name.as_str() {
            "infinite" => set_infinite(&mut go.limits, syntax),
            "ponder" => go.limits.ponder = true,
            "draw" => go.draw = true,
            "searchmoves" => {
                let (moves, faults) = alternatives(game.board(), *words, syntax.base);
                if let Some(word) = faults.first() {
                    go.faults.push(|| format!("cannot play {}", quote(word)));
                }
                go.limits.search_moves = moves;
                break; // it takes the rest of the line
            }
            "depth" if syntax.is_ucci && words.take_if("infinite") => {
                set_infinite(&mut go.limits, syntax);
            }
            name if NUMBERED.contains(&name) => match words.number() {
                Ok(number) => match ClockNumber::of(name, us) {
                    Some((which, is_ucci)) => {
                        go.is_uci |= !is_ucci;
                        let unit = if is_ucci && syntax.seconds { 1000 } else { 1 };
                        clocks.set(which, us, number.saturating_mul(unit));
                    }
                    None => set_number(&mut go, name, number, syntax),
                },
                Err(found) => {
                    go.faults.push(|| {
                        let found = found.map_or_else(|| "nothing".to_owned(), quote);
                        format!("expected a number after {name}, found {found}")
                    });
                    // A word that means something else is read as such.
                    if words.peek().is_some_and(|next| !is_go_word(next)) {
                        words.next();
                    }
                }
            },
            _ => go.faults.push(|| format!("go does not know {}", quote(word))),
        }
    }
    go.limits.clock = clocks.ours();
    go
}

fn is_go_word(word: &str) -> bool {
    NUMBERED.iter().chain(PLAIN).any(|known| known.eq_ignore_ascii_case(word))
}

fn set_infinite(limits: &mut Limits, syntax: GoSyntax) {
    limits.infinite = true;
    if syntax.is_ucci {
        limits.mate = Some(Limits::ANY_MATE);
    }
}

fn set_number(go: &mut Go, name: &str, number: i64, syntax: GoSyntax) {
    let count = u64::try_from(number).unwrap_or(0);
    let least = if syntax.is_ucci { 0 } else { 1 };
    let limits = &mut go.limits;
    match name {
        "movestogo" if number > 0 => limits.moves_to_go = Some(small(number)),
        "oppmovestogo" => {} // says nothing about our time
        "depth" => limits.depth = Some(number.clamp(least, MAX_PLY as i64 - 1) as Depth),
        "nodes" => limits.nodes = Some(count.max(1)),
        "movetime" => {
            go.is_uci = true;
            limits.move_time = Some(Duration::from_millis(count));
        }
        "mate" if number > 0 => limits.mate = Some(small(number)),
        "perft" if number > 0 => go.perft = Some(small(number)),
        _ => go.faults.push(|| format!("expected a positive number after {name}")),
    }
}

fn small(number: i64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Go {
        read_go(&mut Words::new(text), &Game::start(), GoSyntax::default())
    }

    #[test]
    fn all_words_in_any_order() {
        let go = read("binc 2 wtime 1000 depth 7 winc 1 btime 900 nodes 5 movetime 30 movestogo 9");
        let limits = go.limits;
        assert_eq!(limits.clock, Some(Clock { remaining: 1000, increment: 1 }));
        assert_eq!(limits.moves_to_go, Some(9));
        assert_eq!((limits.depth, limits.nodes), (Some(7), Some(5)));
        assert_eq!(limits.move_time, Some(Duration::from_millis(30)));
        assert!(go.faults.is_empty());
        let go = read("INFINITE Ponder mate 3 searchmoves h2e2 b0c2");
        assert!(go.limits.infinite && go.limits.ponder && go.faults.is_empty());
        assert_eq!((go.limits.mate, go.limits.search_moves.len()), (Some(3), 2));
        assert_eq!(read("perft 5").perft, Some(5));
    }

    #[test]
    fn no_time_means_now_and_nonsense_means_nothing() {
        for text in ["wtime 0 btime 0", "wtime -50 btime -50", "btime 0"] {
            assert!(read(text).limits.clock.is_some_and(|clock| clock.remaining <= 0), "{text}");
        }
        assert_eq!(read("movetime -1").limits.move_time, Some(Duration::ZERO));
        assert_eq!(read("depth 0").limits.depth, Some(1));
        assert_eq!(read("depth 99999999999999999999").limits.depth, Some(127));
        for text in ["depth x", "wtime", "depth", "mate 0", "perft 0", "foo", "searchmoves a0a9"] {
            let go = read(text);
            assert_eq!(go.limits, Limits::default(), "{text}");
            assert_eq!(go.faults.texts.len(), 1, "{text}");
        }
        let go = read("depth infinite nodes 1.5 movetime 5");
        assert!(go.limits.infinite);
        assert_eq!(go.limits.move_time, Some(Duration::from_millis(5)));
        assert_eq!((go.limits.depth, go.limits.nodes, go.faults.texts.len()), (None, None, 2));
    }

    #[test]
    fn many_faults_are_counted() {
        let go = read(&"x ".repeat(1000));
        let text = go.faults.to_string();
        assert!(text.starts_with("go does not know 'x'; ") && text.ends_with("; and 996 more"));
    }

    #[test]
    fn ucci_has_words_of_its_own() {
        let read = |text: &str, seconds| {
            let syntax = GoSyntax { is_ucci: true, seconds, ..GoSyntax::default() };
            read_go(&mut Words::new(text), &Game::start(), syntax)
        };
        let text = "draw time 90 increment 3 opptime 80 oppincrement 2 oppmovestogo 5";
        let go = read(text, true);
        assert_eq!(go.limits.clock, Some(Clock { remaining: 90_000, increment: 3000 }));
        assert!(go.draw && !go.is_uci && go.faults.is_empty());
        let go = read(text, false);
        assert_eq!(go.limits.clock, Some(Clock { remaining: 90, increment: 3 }));
        assert_eq!(read("depth 0", false).limits.depth, Some(0));
        assert!(read("wtime 5", true).is_uci && read("movetime 5", false).is_uci);
        for text in ["infinite", "depth infinite"] {
            let go = read(text, false);
            assert!(go.limits.infinite && go.faults.is_empty(), "{text}");
            assert_eq!((go.limits.mate, go.limits.depth), (Some(Limits::ANY_MATE), None), "{text}");
        }
    }
}
