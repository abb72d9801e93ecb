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
            "infinite" if syntax.is_ucci => go.limits.mate = Some(Limits::ANY_MATE),
            "infinite" => go.limits.infinite = true,
            "ponder" => go.limits.ponder = true,
            "draw" => go.draw = true,
            "searchmoves" => {
                let (moves, faults) = alternatives(game.board(), *words, syntax.base);
                let illegal = |word: &str| format!("illegal move {}", quote(word));
                if let Some(word) = faults.first() {
                    go.faults.push(|| illegal(word));
                }
                go.limits.search_moves = moves;
                break; // it takes the rest of the line
            }
            "depth" if syntax.is_ucci && words.take_if("infinite") => {
                go.limits.mate = Some(Limits::ANY_MATE);
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
    use std::cell::RefCell;
    use std::sync::mpsc::{Receiver, channel};
    use std::sync::{Arc, Once};

    use log::{LevelFilter, Log, Metadata, Record};

    use super::*;
    use crate::engine::{Engine, Event};
    use crate::protocol::{Dialect, Step, first_dialect};

    /// Keeps the lines of the log, for the thread that wrote them.
    struct Memory;

    thread_local! {
        static LINES: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
    }

    impl Log for Memory {
        fn enabled(&self, _: &Metadata) -> bool {
            true
        }

        fn log(&self, record: &Record) {
            LINES.with_borrow_mut(|lines| lines.push(record.args().to_string()));
        }

        fn flush(&self) {}
    }

    /// An engine that is spoken to in UCI.
    struct Client {
        dialect: Box<dyn Dialect>,
        engine: Engine,
        events: Receiver<Event>,
    }

    impl Client {
        fn new() -> Client {
            static ONCE: Once = Once::new();
            ONCE.call_once(|| {
                log::set_logger(&Memory).unwrap();
                log::set_max_level(LevelFilter::Debug);
            });
            let (sender, events) = channel();
            let sink = Arc::new(move |event| {
                let _ = sender.send(event);
            });
            Client { dialect: first_dialect(), engine: Engine::new(sink), events }
        }

        /// Says a line; the plans that were made for it.
        fn say(&mut self, line: &str) -> Vec<String> {
            LINES.take();
            for step in self.dialect.hear(line, &self.engine) {
                match step {
                    Step::Do(command) => self.engine.execute(command, &mut Vec::new()),
                    Step::Say(text) | Step::Remark(text) => panic!("{line}: {text}"),
                }
            }
            LINES.take().into_iter().filter(|line| line.starts_with("TimePlan")).collect()
        }

        /// Waits for the end of the search; the nodes that it took.
        fn wait(&mut self) -> u64 {
            loop {
                if let Event::Finished(result) = self.events.recv().unwrap() {
                    self.engine.task_ended();
                    return result.nodes;
                }
            }
        }
    }

    /// How the log names a plan, limits in milliseconds.
    fn plan(soft: Option<u64>, hard: Option<u64>, nodes_per_ms: Option<u32>) -> String {
        let [soft, hard] = [soft, hard].map(|limit| limit.map(Duration::from_millis));
        format!("TimePlan {{ soft: {soft:?}, hard: {hard:?}, nodes_per_ms: {nodes_per_ms:?} }}")
    }

    #[test]
    fn each_go_makes_one_plan_from_its_clock() {
        for (go, soft, hard) in [
            // 45 moves are expected: (60,000 - 10) / 45 + 76 % of 500; 420 % of that.
            ("go wtime 60000 btime 9 winc 500 binc 9", Some(1713), Some(7194)),
            ("go btime 60000 binc 500", Some(1333), Some(5598)),
            // 80 % of what is left by 20; at most 60 % of it, and 90 % for the last move.
            ("go wtime 60000 movestogo 20", Some(2399), Some(10_075)),
            ("go wtime 60000 movestogo 2", Some(23_996), Some(35_994)),
            ("go wtime 60000 movestogo 1", Some(53_991), Some(53_991)),
            ("go wtime 0", Some(1), Some(1)),
            ("go movetime 200", None, Some(195)),
            ("go movetime 5000", None, Some(4990)),
            ("go wtime 60000 movetime 3000", Some(1333), Some(2990)),
            ("go wtime 60000 ponder", Some(1333), Some(5598)),
            ("go depth 1", None, None),
        ] {
            let mut client = Client::new();
            assert_eq!(client.say(go), [plan(soft, hard, None)], "{go}");
            assert!(client.say("stop").is_empty());
            client.wait();
        }
    }

    #[test]
    fn a_ponder_hit_makes_no_plan_and_the_time_runs_from_it() {
        let mut client = Client::new();
        assert_eq!(client.say("go ponder wtime 20 btime 20"), [plan(Some(1), Some(4), None)]);
        std::thread::sleep(Duration::from_millis(20));
        assert!(client.events.try_iter().all(|event| !event.ends_task()), "not hit yet");
        assert!(client.say("ponderhit").is_empty());
        client.wait();
    }

    #[test]
    fn overhead_and_lag_are_kept_in_reserve() {
        let mut client = Client::new();
        client.say("setoption name Move Overhead value 1000");
        let go = "go wtime 46001 depth 1";
        assert_eq!(client.say(go), [plan(Some(1000), Some(4200), None)]);
        client.wait();
        // The interface has taken 2,000 ms off the clock, less than half of it for the search.
        let made = client.say("go wtime 44001 depth 1");
        client.wait();
        let with_reserve = |reserve: u64| {
            let soft = (44_001 - reserve) / 45;
            [plan(Some(soft), Some(soft * 42 / 10), None)]
        };
        assert!((1001..=2000).any(|reserve| made == with_reserve(reserve)), "{made:?}");
    }

    #[test]
    fn nodes_count_as_time() {
        let nodestime = "setoption name nodestime value 10";
        let mut client = Client::new();
        client.say(nodestime);
        // Nothing is kept in reserve.
        assert_eq!(
            client.say("go wtime 60000 winc 500 nodes 5000"),
            [plan(Some(1713), Some(7194), Some(10))]
        );
        let spent = client.wait() as i64;
        let made = client.say("go wtime 1 winc 500 depth 1");
        let left = (600_000 - spent + 5000) / 10;
        let mut fresh = Client::new();
        fresh.say(nodestime);
        assert_eq!(made, fresh.say(&format!("go wtime {left} winc 500 depth 1")));
        client.say("stop");
        client.wait();
        assert_eq!(client.say("go movetime 100"), [plan(None, Some(100), Some(10))]);
    }

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
            assert!(!go.limits.infinite && go.faults.is_empty(), "{text}");
            assert_eq!((go.limits.mate, go.limits.depth), (Some(Limits::ANY_MATE), None), "{text}");
        }
    }
}
