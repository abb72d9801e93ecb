//! UCCI 3.0, as xqbase.com describes it. What differs from UCI: the names of
//! options and clocks, scores without a unit, `banmoves`, draws by agreement,
//! and `nobestmove`.

use std::collections::VecDeque;

use crate::engine::options::{self, Kind, OptionSpec};
use crate::engine::{
    Command, DEFAULT_HASH_MIB, Engine, Event, Outlook, Report, SearchResult, TableEntry,
    percent_of_minor,
};
use crate::protocol::common::Common;
use crate::protocol::go::{GoSyntax, read_go};
use crate::protocol::notation::{Line, RankBase, alternatives};
use crate::protocol::setting::{self, Refusal};
use crate::protocol::words::{Words, quote};
use crate::protocol::{Dialect, Step, show, uci};
use crate::types::{Bound, Move, Score};

/// The score of a mate on the board, as ElephantEye prints it; one less for
/// every ply before it.
const MATE: i32 = 10_000;

/// The most that a score short of a mate can be.
const MAX_SCORE: i32 = 9_800;

/// An option that UCCI calls otherwise. A number may be 0, for what the engine
/// thinks best.
struct Renamed {
    name: &'static str,
    ours: &'static str,
    best: Option<fn() -> i64>,
}

const RENAMED: &[Renamed] = &[
    Renamed { name: "hashsize", ours: "Hash", best: Some(|| DEFAULT_HASH_MIB as i64) },
    Renamed { name: "threads", ours: "Threads", best: Some(processors) },
    Renamed { name: "ponder", ours: "Ponder", best: None },
    Renamed { name: "usebook", ours: "OwnBook", best: None },
    Renamed { name: "bookfiles", ours: "BookFile", best: None },
];

/// The values of the option `randomness`, the default first, each with the level of play
/// that it stands for.
const RANDOMNESS: &[(&str, &str)] = &[
    ("none", "20"),
    ("tiny", "17"),
    ("small", "14"),
    ("medium", "10"),
    ("large", "5"),
    ("huge", "0"),
];

/// Options of the dialect itself, as they are announced.
const OWN_OPTIONS: &[&str] = &[
    "option usemillisec type check default true",
    "option batch type check default false",
    "option newgame type button",
];

/// The words that choose this dialect.
pub const GREETINGS: &[&str] = &["ucci"];

/// Commands to suggest for a mistyped one.
const COMMANDS: &[&str] = &[
    "ucci",
    "isready",
    "setoption",
    "position",
    "banmoves",
    "stop",
    "ponderhit",
    "probe",
    "quit",
    "moves",
    "eval",
    "flip",
    "bench",
    "perft",
    "help",
];

/// A client that speaks UCCI.
pub struct Ucci {
    common: Common,
    /// Clocks are told in milliseconds, not in seconds.
    usemillisec: bool,
    /// No input is read during a search.
    batch: bool,
    /// The client uses words of UCI, and expects scores in that form.
    is_hybrid: bool,
    /// Moves not to play in this position.
    banned: Vec<Move>,
    /// For each search that has not been answered, whether the opponent offers
    /// a draw.
    offers: VecDeque<bool>,
}

impl Default for Ucci {
    fn default() -> Ucci {
        Ucci {
            common: Common::default(),
            usemillisec: true,
            batch: false,
            is_hybrid: false,
            banned: Vec::new(),
            offers: VecDeque::new(),
        }
    }
}

impl Dialect for Ucci {
    fn hear(&mut self, line: &str, engine: &Engine) -> Vec<Step> {
        let mut words = Words::new(line);
        let all = words;
        let Some(word) = words.next() else { return Vec::new() };
        let word = word.to_ascii_lowercase();
        let command = match word.as_str() {
            greeting if GREETINGS.contains(&greeting) => return introduce(),
            "isready" => Command::Ready,
            "setoption" => return self.set_option(words),
            "ucinewgame" | "uccinewgame" | "newgame" => Command::NewGame,
            "position" => return self.position(words),
            "fen" | "startpos" => return self.position(all),
            "banmoves" => return self.ban_moves(words, engine),
            "go" => return self.go(words, engine),
            "stop" => Command::Stop,
            "ponderhit" => {
                if let Some(offer) = self.offers.back_mut() {
                    *offer |= words.take_if("draw");
                }
                Command::PonderHit
            }
            "probe" => match self.common.read_game(words, "probe") {
                Ok(reading) => Command::Probe(Box::new(reading.game)),
                Err(fault) => return vec![Step::Remark(fault.to_string())],
            },
            "quit" | "exit" => Command::Quit,
            _ => return self.common.hear_other(line, &word, words, COMMANDS),
        };
        vec![Step::Do(command)]
    }

    fn tell(&mut self, event: &Event, engine: &Engine) -> Vec<Step> {
        let base = self.common.printed(engine);
        let line = match event {
            Event::Ready => "readyok".to_owned(),
            Event::Report(report, outlook) => self.info(report, outlook, base),
            Event::CurrentMove(_, mv, number) => {
                format!("info currmove {} currmovenumber {number}", base.format(*mv))
            }
            Event::Finished(result) => self.best_move(result, engine, base),
            Event::Probed(entry) => pophash(entry.as_ref(), base),
            _ => return self.common.tell(event, engine),
        };
        vec![Step::Say(line)]
    }

    fn remark(&self, text: &str) -> String {
        format!("info message {text}")
    }

    fn waits(&self) -> bool {
        self.batch
    }

    fn farewell(&self) -> Option<&'static str> {
        Some("bye")
    }
}

impl Ucci {
    /// An option that we do not have is no error in this dialect.
    fn set_option(&mut self, words: Words) -> Vec<Step> {
        let is_uci = words.peek().is_some_and(|word| word.eq_ignore_ascii_case("name"));
        self.is_hybrid |= is_uci;
        let (name, value) = setting::split(words);
        let own = match name.to_ascii_lowercase().as_str() {
            "newgame" => return vec![Step::Do(Command::NewGame)],
            "usemillisec" => &mut self.usemillisec,
            "batch" => &mut self.batch,
            "randomness" => return randomness(value.unwrap_or_default()),
            _ => {
                let value = automatic(name, value);
                return match setting::steps(name, value.as_deref()) {
                    Ok(steps) => steps,
                    Err(Refusal::BadValue(fault)) => vec![Step::Remark(fault)],
                    Err(Refusal::Foreign | Refusal::Unknown(_)) => Vec::new(),
                };
            }
        };
        match Kind::check(value.unwrap_or_default()) {
            Ok(value) => *own = value,
            Err(error) => {
                let text = quote(value.unwrap_or_default());
                let fault = format!("option {name} stays as it is: {error}, not {text}");
                return vec![Step::Remark(fault)];
            }
        }
        Vec::new()
    }

    fn position(&mut self, words: Words) -> Vec<Step> {
        let steps = self.common.position(words);
        if matches!(steps.first(), Some(Step::Do(_))) {
            self.banned.clear();
        }
        steps
    }

    fn ban_moves(&mut self, words: Words, engine: &Engine) -> Vec<Step> {
        if engine.refusal().is_some() {
            return Vec::new(); // they are moves of another position
        }
        let (moves, faults) = alternatives(engine.game().board(), words, self.common.base);
        self.banned = moves;
        let fault = |word: &&str| Step::Remark(format!("cannot play {}", quote(word)));
        faults.first().map(fault).into_iter().collect()
    }

    fn go(&mut self, mut words: Words, engine: &Engine) -> Vec<Step> {
        let syntax = GoSyntax { base: self.common.base, is_ucci: true, seconds: !self.usemillisec };
        let go = read_go(&mut words, engine.game(), syntax);
        self.is_hybrid |= go.is_uci;
        let mut steps = Vec::new();
        steps.extend(self.common.remark_on_go(&go, engine));
        let mut limits = go.limits;
        limits.ban_moves.clone_from(&self.banned);
        steps.push(Step::Do(match go.perft {
            Some(depth) => Command::Perft(depth),
            None => {
                self.offers.push_back(go.draw);
                Command::Go(limits)
            }
        }));
        steps
    }

    /// Depth and score first, the line last: some clients read no further than
    /// they must, and some want all of it in one line.
    fn info(&self, report: &Report, outlook: &Outlook, base: RankBase) -> String {
        let Report { depth, selective_depth, multi_pv, .. } = report;
        let score = if self.is_hybrid {
            uci::score(report, outlook)
        } else {
            score(report.score).to_string()
        };
        if report.pv.is_empty() {
            return format!("info depth {depth} score {score}");
        }
        let multi_pv = match multi_pv {
            1 => String::new(),
            n => format!(" multipv {n}"),
        };
        let (work, pv) = (uci::work(report, outlook), Line(&report.pv, base));
        format!(
            "info depth {depth} score {score}{work} seldepth {selective_depth}{multi_pv} pv{pv}"
        )
    }

    fn best_move(&mut self, result: &SearchResult, engine: &Engine, base: RankBase) -> String {
        let is_offered = self.offers.pop_front().unwrap_or_default();
        if result.best.is_none() {
            return "nobestmove".to_owned();
        }
        let line = uci::best_move(result, base);
        if engine.would_resign(result) {
            line + " resign"
        } else if is_offered && engine.would_draw(result) {
            line + " draw"
        } else {
            line
        }
    }
}

/// The number of processors.
fn processors() -> i64 {
    std::thread::available_parallelism().map_or(1, |n| n.get() as i64)
}

/// The value to set: where UCCI's 0 leaves the choice to us, our choice.
fn automatic(name: &str, value: Option<&str>) -> Option<String> {
    let renamed = RENAMED.iter().find(|renamed| renamed.name.eq_ignore_ascii_case(name));
    match (renamed.and_then(|renamed| renamed.best), value) {
        (Some(best), Some("0")) => Some(best().to_string()),
        _ => value.map(str::to_owned),
    }
}

/// Weaker play by UCCI's name for it.
fn randomness(value: &str) -> Vec<Step> {
    let known = RANDOMNESS.iter().find(|(name, _)| name.eq_ignore_ascii_case(value));
    match known.map(|(_, level)| setting::steps("Skill Level", Some(level))) {
        Some(Ok(steps)) => steps,
        _ => {
            let names: Vec<&str> = RANDOMNESS.iter().map(|(name, _)| *name).collect();
            let (expected, found) = (names.join(", "), quote(value));
            vec![Step::Remark(format!(
                "option randomness stays as it is: expected one of: {expected}, not {found}"
            ))]
        }
    }
}

/// The answer to `ucci`.
fn introduce() -> Vec<Step> {
    let name = format!("id name {}", show::full_name());
    let mut lines = vec![name, "id author the Chuhe authors".to_owned()];
    lines.extend(OWN_OPTIONS.iter().map(|line| (*line).to_owned()));
    let values = RANDOMNESS.iter().map(|(name, _)| format!(" var {name}"));
    let default = RANDOMNESS.first().map_or("", |(name, _)| name);
    lines.push(format!(
        "option randomness type combo default {default}{}",
        values.collect::<String>()
    ));
    lines.extend(options::specs().map(option_line));
    lines.push("ucciok".to_owned());
    lines.into_iter().map(Step::Say).collect()
}

/// One word for the name, and the default before the range.
fn option_line(spec: &OptionSpec) -> String {
    let renamed = RENAMED.iter().find(|renamed| renamed.ours == spec.name);
    let name = renamed.map_or_else(|| spec.name.replace(' ', "_"), |it| it.name.to_owned());
    let mut kind = setting::kind(spec);
    if renamed.is_some_and(|it| it.best.is_some()) {
        kind = kind.replace(" min 1 ", " min 0 ");
    }
    format!("option {name} type {kind}")
}

/// A score as UCCI has it: a knight or a cannon is 100.
fn score(score: Score) -> i32 {
    match score.mate_plies() {
        Some(plies) if score.is_win() => MATE - plies.abs(),
        Some(plies) => plies.abs() - MATE,
        None => percent_of_minor(score).clamp(-MAX_SCORE, MAX_SCORE),
    }
}

/// What the table knows: a move, and bounds with the depth behind them.
fn pophash(entry: Option<&TableEntry>, base: RankBase) -> String {
    let Some(entry) = entry else { return "pophash".to_owned() };
    let mut line = "pophash".to_owned();
    if let Some(mv) = entry.mv {
        line += &format!(" bestmove {}", base.format(mv));
    }
    let (value, depth) = (score(entry.score), entry.depth.max(0));
    if matches!(entry.bound, Some(Bound::Exact | Bound::Lower)) {
        line += &format!(" lowerbound {value} depth {depth}");
    }
    if matches!(entry.bound, Some(Bound::Exact | Bound::Upper)) {
        line += &format!(" upperbound {value} depth {depth}");
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_count_knights() {
        assert_eq!(score(Score::new(600)), 100);
        assert_eq!(score(Score::mate_in(3)), MATE - 3);
        assert_eq!(score(Score::mated_in(4)), 4 - MATE);
    }

    #[test]
    fn zero_leaves_the_choice_to_the_engine() {
        assert_eq!(automatic("HashSize", Some("0")).as_deref(), Some("16"));
        assert_eq!(automatic("hashsize", Some("64")).as_deref(), Some("64"));
        assert_eq!(automatic("multipv", Some("0")).as_deref(), Some("0"));
        assert!(automatic("threads", Some("0")).is_some_and(|n| n != "0"));
    }
}
