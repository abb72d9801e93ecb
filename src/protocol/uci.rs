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
        if !go.faults.is_empty() {
            steps.push(Step::Remark(go.faults.to_string()));
        }
        steps.push(Step::Do(match go.perft {
            Some(depth) => Command::Perft(depth),
            None => Command::Go(go.limits),
        }));
        steps
    }
}

fn set_option(words: Words) -> Vec<Step> {
    let (name, value) = setting::split(words);
    match setting::command(name, value) {
        Ok(command) => vec![Step::Do(command)],
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
