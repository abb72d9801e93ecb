//! UCI as xiangqi programs speak it, and its variant Cyclone, which only leaves
//! out the word `position`.

use std::fmt::Write;

use crate::engine::options::{self, OptionSpec};
use crate::engine::{Command, Engine, Event, Outlook, Report, SearchResult, Wdl};
use crate::protocol::common::Common;
use crate::protocol::go::{GoSyntax, read_go};
use crate::protocol::notation::{Line, RankBase};
use crate::protocol::setting::{self, Refusal};
use crate::protocol::words::Words;
use crate::protocol::{Dialect, Step, show};
use crate::types::Bound;

/// The words that choose this dialect.
pub const GREETINGS: &[&str] = &["uci", "ucicyclone"];

/// Commands to suggest for a mistyped one.
const COMMANDS: &[&str] = &[
    "uci",
    "isready",
    "ucinewgame",
    "setoption",
    "position",
    "startpos",
    "stop",
    "ponderhit",
    "quit",
    "moves",
    "eval",
    "flip",
    "bench",
    "perft",
    "help",
];

/// A client that speaks UCI.
#[derive(Default)]
pub struct Uci {
    common: Common,
}

impl Dialect for Uci {
    fn hear(&mut self, line: &str, engine: &Engine) -> Vec<Step> {
        let mut words = Words::new(line);
        let all = words;
        let Some(word) = words.next() else { return Vec::new() };
        let word = word.to_ascii_lowercase();
        let command = match word.as_str() {
            greeting if GREETINGS.contains(&greeting) => return introduce(),
            "isready" => Command::Ready,
            "ucinewgame" | "uccinewgame" | "newgame" => Command::NewGame,
            "setoption" => return set_option(words),
            "position" => return self.common.position(words),
            "fen" | "startpos" => return self.common.position(all),
            "go" => return self.go(words, engine),
            "stop" => Command::Stop,
            "ponderhit" => Command::PonderHit,
            "quit" | "exit" => Command::Quit,
            _ => return self.common.hear_other(line, &word, words, COMMANDS),
        };
        vec![Step::Do(command)]
    }

    fn tell(&mut self, event: &Event, engine: &Engine) -> Vec<Step> {
        let base = self.common.printed(engine);
        let line = match event {
            Event::Ready => "readyok".to_owned(),
            Event::Report(report, outlook) => info(report, outlook, base),
            Event::CurrentMove(depth, mv, number) => {
                let mv = base.format(*mv);
                format!("info depth {depth} currmove {mv} currmovenumber {number}")
            }
            Event::Finished(result) => best_move(result, base),
            _ => return self.common.tell(event, engine),
        };
        vec![Step::Say(line)]
    }

    fn remark(&self, text: &str) -> String {
        format!("info string {text}")
    }
}

impl Uci {
    fn go(&self, mut words: Words, engine: &Engine) -> Vec<Step> {
        let syntax = GoSyntax { base: self.common.base, ..GoSyntax::default() };
        let go = read_go(&mut words, engine.game(), syntax);
        let mut steps = Vec::new();
        steps.extend(self.common.remark_on_go(&go, engine));
        steps.push(Step::Do(match go.perft {
            Some(depth) => Command::Perft(depth),
            None => Command::Go(go.limits),
        }));
        steps
    }
}

fn set_option(words: Words) -> Vec<Step> {
    let (name, value) = setting::split(words);
    match setting::steps(name, value) {
        Ok(steps) => steps,
        Err(Refusal::Foreign) => Vec::new(),
        Err(Refusal::Unknown(fault) | Refusal::BadValue(fault)) => vec![Step::Remark(fault)],
    }
}

/// The answer to `uci`.
fn introduce() -> Vec<Step> {
    let name = format!("id name {}", show::full_name());
    let mut lines = vec![name, "id author the Chuhe authors".to_owned(), String::new()];
    let option =
        |spec: &OptionSpec| format!("option name {} type {}", spec.name, setting::kind(spec));
    lines.extend(options::specs().map(option));
    lines.push("uciok".to_owned());
    lines.into_iter().map(Step::Say).collect()
}

/// `cp N` or `mate N`.
pub fn score(report: &Report, outlook: &Outlook) -> String {
    match report.score.mate_moves() {
        None => format!("cp {}", outlook.centipawns),
        // A loss by rule may be one ply away: that is still one move, not none.
        Some(0) if !report.pv.is_empty() => "mate -1".to_owned(),
        Some(moves) => format!("mate {moves}"),
    }
}

/// What a line says of its score and of the work behind it.
pub fn work(report: &Report, outlook: &Outlook) -> String {
    let mut line = String::from(match report.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    });
    if let Some(Wdl { win, draw, loss }) = outlook.chances {
        let _ = write!(line, " wdl {win} {draw} {loss}");
    }
    let time = report.elapsed.as_millis().max(1);
    let nps = u128::from(report.nodes) * 1000 / time;
    let Report { nodes, hashfull, tb_hits, .. } = report;
    let _ =
        write!(line, " nodes {nodes} nps {nps} hashfull {hashfull} tbhits {tb_hits} time {time}");
    line
}

fn info(report: &Report, outlook: &Outlook, base: RankBase) -> String {
    let Report { depth, selective_depth, multi_pv, .. } = report;
    let score = score(report, outlook);
    if report.pv.is_empty() {
        return format!("info depth {depth} score {score}");
    }
    let (work, pv) = (work(report, outlook), Line(&report.pv, base));
    format!(
        "info depth {depth} seldepth {selective_depth} multipv {multi_pv} score {score}{work} pv{pv}"
    )
}

/// The answer to `go`, in the form that UCCI shares.
pub fn best_move(result: &SearchResult, base: RankBase) -> String {
    match (result.best, result.ponder) {
        (Some(best), Some(reply)) => {
            format!("bestmove {} ponder {}", base.format(best), base.format(reply))
        }
        (Some(best), None) => format!("bestmove {}", base.format(best)),
        (None, _) => "bestmove (none)".to_owned(),
    }
}

/// From the text of a `go` to the plan of its time.
#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::sync::mpsc::{Receiver, channel};
    use std::sync::{Arc, Once};
    use std::thread;
    use std::time::Duration;

    use log::{LevelFilter, Log, Metadata, Record};

    use super::*;
    use crate::protocol::first_dialect;

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
                let _ = log::set_logger(&Memory);
                log::set_max_level(LevelFilter::Debug);
            });
            let (sender, events) = channel();
            let sink = Arc::new(move |event| {
                let _ = sender.send(event);
            });
            Client { dialect: first_dialect(), engine: Engine::new(sink), events }
        }

        /// Says a line; the plans that were made for it, and what else is said.
        fn say(&mut self, line: &str) -> Vec<String> {
            LINES.take();
            let mut heard = Vec::new();
            for step in self.dialect.hear(line, &self.engine) {
                match step {
                    Step::Do(command) => self.engine.execute(command, &mut Vec::new()),
                    Step::Say(text) | Step::Remark(text) => heard.push(text),
                }
            }
            heard.extend(LINES.take().into_iter().filter(|line| line.starts_with("TimePlan")));
            heard
        }

        /// Waits for the end of the search; the nodes that it took.
        fn wait(&mut self) -> u64 {
            let nodes = self.events.iter().find_map(|event| match event {
                Event::Finished(result) => Some(result.nodes),
                _ => None,
            });
            self.engine.task_ended();
            nodes.unwrap_or_default()
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
    fn a_ponder_hit_makes_no_second_plan() {
        let mut client = Client::new();
        assert_eq!(client.say("go ponder wtime 20 btime 20"), [plan(Some(1), Some(4), None)]);
        thread::sleep(Duration::from_millis(20));
        assert!(client.events.try_iter().all(|event| !event.ends_task()), "not hit yet");
        assert!(client.say("ponderhit").is_empty());
        client.wait();
    }

    #[test]
    fn overhead_and_lag_are_kept_in_reserve() {
        let mut client = Client::new();
        client.say("setoption name Move Overhead value 100");
        let go = "go wtime 45101 depth 1";
        assert_eq!(client.say(go), [plan(Some(1000), Some(4200), None)]);
        client.wait();
        // The interface has taken 2,000 ms off the clock, few of them for the search.
        let made = client.say("go wtime 43101 depth 1");
        client.wait();
        let with_reserve = |reserve: u64| {
            let soft = (43_101 - reserve) / 45;
            [plan(Some(soft), Some(soft * 42 / 10), None)]
        };
        assert!((200..=2000).any(|reserve| made == with_reserve(reserve)), "{made:?}");
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
}
