//! UCI as xiangqi programs speak it, and its variant Cyclone, which only leaves
//! out the word `position`.

use std::fmt::Write;

use crate::board::Setup;
use crate::engine::bench;
use crate::engine::options::{self, Kind, OptionSpec};
use crate::engine::{Command, Event, Report, SearchResult, Wdl, centipawns};
use crate::protocol::limits::read_go;
use crate::protocol::notation::{Line, RankBase, replay};
use crate::protocol::words::{Words, quote};
use crate::protocol::{Dialect, Step, foreign, show};
use crate::rules::Game;
use crate::types::{Bound, Depth};

/// A client that speaks UCI.
#[derive(Default)]
pub struct Uci {
    /// How it counts ranks, as far as we know.
    base: RankBase,
}

impl Dialect for Uci {
    fn hear(&mut self, line: &str, game: &Game) -> Vec<Step> {
        let mut words = Words::new(line);
        let all = words;
        let Some(word) = words.next() else { return Vec::new() };
        let command = match word.to_ascii_lowercase().as_str() {
            "uci" | "ucicyclone" => return introduce(),
            "isready" => Command::Ready,
            "ucinewgame" | "uccinewgame" | "newgame" => Command::NewGame,
            "setoption" => return self.set_option(words),
            "position" => return self.position(words),
            "fen" | "startpos" => return self.position(all),
            "go" => return self.go(words, game),
            "stop" => Command::Stop,
            "ponderhit" => Command::PonderHit,
            "quit" | "exit" => Command::Quit,
            "d" => Command::Show,
            "moves" => Command::ShowMoves,
            "eval" => Command::Evaluate,
            "flip" => Command::Flip,
            "bench" => return self.bench(words),
            "perft" => match words.number() {
                Ok(depth @ 1..) => Command::Perft(u32::try_from(depth).unwrap_or(u32::MAX)),
                _ => return vec![self.fault("expected a positive number after perft")],
            },
            "help" | "--help" => return vec![Step::Say(show::HELP.to_owned())],
            "debug" | "register" => return Vec::new(),
            comment if comment.starts_with('#') => return Vec::new(),
            _ => return vec![self.fault(&format!("unknown command {}", quote(line)))],
        };
        vec![Step::Do(command)]
    }

    fn tell(&mut self, event: &Event) -> Vec<Step> {
        let line = match event {
            Event::Ready => "readyok".to_owned(),
            Event::Report(report, chances) => info(report, chances.as_ref()),
            Event::CurrentMove(depth, mv, number) => {
                format!("info depth {depth} currmove {mv} currmovenumber {number}")
            }
            Event::Finished(result) => best_move(result),
            Event::Perft(perft) => show::perft(perft),
            Event::BenchStep(step) => {
                let bench::Step { number, of, fen, nodes } = step;
                format!("info string position {number}/{of} {fen} nodes {nodes}")
            }
            Event::Bench(total) => format!("{} nodes {} nps", total.nodes, total.nps()),
            Event::Shown(game, verdict) => show::game(game, verdict),
            Event::Moves(board, moves) => show::moves(board, moves),
            Event::Evaluation(score, side, judge) => show::evaluation(*score, *side, judge),
            Event::LogFile(_) => return Vec::new(),
            Event::Refused(reason) => self.complain(reason),
        };
        vec![Step::Say(line)]
    }

    fn complain(&self, fault: &str) -> String {
        format!("info string {fault}")
    }
}

impl Uci {
    fn fault(&self, fault: &str) -> Step {
        Step::Say(self.complain(fault))
    }

    fn set_option(&self, mut words: Words) -> Vec<Step> {
        let (name, value) = if words.take_if("name") {
            split_at_value(words.rest())
        } else {
            split_at_option(words.rest())
        };
        let Some(spec) = options::find(foreign::translated(name)) else {
            let complaint = format!("no such option: {}", quote(name));
            return if foreign::is_known(name) { Vec::new() } else { vec![self.fault(&complaint)] };
        };
        match value.or(matches!(spec.kind, Kind::Button).then_some("")) {
            None => vec![self.fault(&format!("option {} needs a value", spec.name))],
            Some(text) => match spec.kind.parse(text) {
                Ok(value) => vec![Step::Do(Command::SetOption(spec, value))],
                Err(error) => {
                    let (name, text) = (spec.name, quote(text));
                    vec![self.fault(&format!("option {name} stays as it is: {error}, not {text}"))]
                }
            },
        }
    }

    /// `startpos` or `fen F`, then moves, with or without the word `moves`.
    fn position(&mut self, mut words: Words) -> Vec<Step> {
        let setup = if words.take_if("startpos") {
            Setup::start()
        } else if words.take_if("fen") {
            let fen = words;
            match Setup::from_words(fen) {
                Ok((setup, used)) => {
                    words.nth(used - 1);
                    setup
                }
                Err(error) => return vec![self.fault(&error.to_string())],
            }
        } else {
            return vec![self.fault("expected startpos or fen after position")];
        };
        let game = match Game::new(&setup) {
            Ok(game) => game,
            Err(error) => return vec![self.fault(&error.to_string())],
        };
        words.take_if("moves");
        let result = replay(&game, words, self.base);
        self.base = result.base;
        let mut steps = vec![Step::Do(Command::Position(Box::new(result.game)))];
        if let Some(word) = result.illegal {
            let fault = format!("illegal move {}, kept the moves before it", quote(word));
            steps.push(self.fault(&fault));
        }
        steps
    }

    fn go(&self, mut words: Words, game: &Game) -> Vec<Step> {
        let go = read_go(&mut words, game, self.base);
        let mut steps = Vec::new();
        if !go.faults.is_empty() {
            steps.push(self.fault(&go.faults.join("; ")));
        }
        steps.push(Step::Do(match go.perft {
            Some(depth) => Command::Perft(depth),
            None => Command::Go(go.limits),
        }));
        steps
    }

    fn bench(&self, mut words: Words) -> Vec<Step> {
        let mut plan = bench::Plan::default();
        let mut number = |default: i64, max: i64| match words.peek() {
            None => Some(default),
            Some(_) => words.number().ok().filter(|n| (1..=max).contains(n)),
        };
        let (Some(depth), Some(threads), Some(hash)) = (
            number(i64::from(plan.depth), 127),
            number(1, 512),
            number(plan.hash_mib as i64, options::MAX_HASH_MIB),
        ) else {
            return vec![self.fault("expected: bench [depth [threads [hash]]]")];
        };
        plan.depth = depth as Depth;
        plan.threads = threads as usize;
        plan.hash_mib = hash as usize;
        vec![Step::Do(Command::Bench(plan))]
    }
}

/// The name and the value of `N value V`.
fn split_at_value(text: &str) -> (&str, Option<&str>) {
    let mut words = Words::new(text);
    loop {
        let before = words.rest();
        let name = text.get(..text.len() - before.len()).unwrap_or(text).trim_end();
        match words.next() {
            None => return (text, None),
            Some(word) if word.eq_ignore_ascii_case("value") => return (name, Some(words.rest())),
            Some(_) => {}
        }
    }
}

/// The name and the value of `N V`: the name is as long as an option has it.
fn split_at_option(text: &str) -> (&str, Option<&str>) {
    let mut words = Words::new(text);
    let first = words.next().unwrap_or_default();
    let mut found = (first, Some(words.rest()).filter(|rest| !rest.is_empty()));
    while !words.rest().is_empty() {
        words.next();
        let name = text.get(..text.len() - words.rest().len()).unwrap_or(text).trim_end();
        if options::find(name).is_some() || foreign::is_known(name) {
            found = (name, Some(words.rest()).filter(|rest| !rest.is_empty()));
        }
    }
    found
}

/// The answer to `uci`.
fn introduce() -> Vec<Step> {
    let name = format!("id name {}", full_name());
    let mut lines = vec![name, "id author the Chuhe authors".to_owned(), String::new()];
    lines.extend(options::specs().map(option_line));
    lines.push("uciok".to_owned());
    lines.into_iter().map(Step::Say).collect()
}

/// Name, version and, where the build knows it, the commit.
fn full_name() -> String {
    let version = env!("CARGO_PKG_VERSION");
    match option_env!("CHUHE_COMMIT") {
        Some(commit) => format!("Chuhe {version} {commit}"),
        None => format!("Chuhe {version}"),
    }
}

fn option_line(spec: &OptionSpec) -> String {
    let kind = match spec.kind {
        Kind::Check { default } => format!("check default {default}"),
        Kind::Spin { default, min, max } => format!("spin default {default} min {min} max {max}"),
        Kind::Combo { default, vars } => {
            let vars: String = vars.iter().map(|var| format!(" var {var}")).collect();
            format!("combo default {default}{vars}")
        }
        Kind::Button => "button".to_owned(),
        Kind::Text { default: "" } => "string default <empty>".to_owned(),
        Kind::Text { default } => format!("string default {default}"),
    };
    format!("option name {} type {kind}", spec.name)
}

/// `cp N` or `mate N`.
fn score(report: &Report) -> String {
    match report.score.mate_moves() {
        None => format!("cp {}", centipawns(report.score)),
        // A loss by rule may be one ply away: that is still one move, not none.
        Some(0) if !report.pv.is_empty() => "mate -1".to_owned(),
        Some(moves) => format!("mate {moves}"),
    }
}

fn info(report: &Report, chances: Option<&Wdl>) -> String {
    if report.pv.is_empty() {
        return format!("info depth {} score {}", report.depth, score(report));
    }
    let time = report.elapsed.as_millis().max(1);
    let mut line = format!(
        "info depth {} seldepth {} multipv {} score {}",
        report.depth,
        report.selective_depth,
        report.multi_pv,
        score(report)
    );
    line.push_str(match report.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    });
    if let Some(Wdl { win, draw, loss }) = chances {
        let _ = write!(line, " wdl {win} {draw} {loss}");
    }
    let nps = u128::from(report.nodes) * 1000 / time;
    let _ = write!(
        line,
        " nodes {} nps {nps} hashfull {} tbhits 0 time {time} pv{}",
        report.nodes,
        report.hashfull,
        Line(&report.pv)
    );
    line
}

fn best_move(result: &SearchResult) -> String {
    match (result.best, result.ponder) {
        (Some(best), Some(ponder)) => format!("bestmove {best} ponder {ponder}"),
        (Some(best), None) => format!("bestmove {best}"),
        (None, _) => "bestmove (none)".to_owned(),
    }
}
