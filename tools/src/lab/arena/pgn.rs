//! Games as PGN, with the tags of Chinese programs and of chess tools.

use std::borrow::Cow;
use std::fmt::Write;
use std::time::SystemTime;

use anyhow::Result;

use crate::common::date::Timestamp;
use crate::common::lang::matches::MatchFault;
use crate::common::lang::{Context, Told};
use chuhe::notation::Style;
use chuhe_games::{Annotated, Document};

use super::record::{Failure, GameRecord, PlayedMove};

/// How games are written.
#[derive(Clone, Debug)]
pub struct PgnLayout {
    /// How moves are written.
    pub notation: Style,
    /// What is said of each move beside score, depth and time.
    pub remarks: Remarks,
    /// The words for how games end.
    pub words: Words,
    /// The match.
    pub event: String,
    /// Where it is played.
    pub site: String,
}

/// What is said of each move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Remarks {
    /// Nothing at all.
    pub none: bool,
    /// `n=`: nodes.
    pub nodes: bool,
    /// `sd=`: selective depth.
    pub seldepth: bool,
    /// `nps=`: nodes a second.
    pub speed: bool,
    /// `tl=`: time left on the clock.
    pub left: bool,
    /// `latency=`: time measured minus the time that the engine reports.
    pub latency: bool,
    /// `pv=`: the principal variation in the engine's own notation.
    pub pv: bool,
}

impl Remarks {
    /// Reads a list such as `nodes,seldepth`; `none` leaves the moves bare.
    ///
    /// # Errors
    /// On any other word.
    pub fn parse(text: &str) -> Result<Remarks, Told> {
        let mut remarks = Remarks::default();
        for word in text.split(',').map(str::trim).filter(|word| !word.is_empty()) {
            match word {
                "none" => remarks.none = true,
                "nodes" => remarks.nodes = true,
                "seldepth" => remarks.seldepth = true,
                "nps" => remarks.speed = true,
                "left" => remarks.left = true,
                "latency" => remarks.latency = true,
                "pv" => remarks.pv = true,
                _ => return Err(MatchFault::Remarks { word: word.into() }.into()),
            }
        }
        Ok(remarks)
    }
}

/// The words for how games end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Words {
    /// In full: `perpetual check by red`.
    Full,
    /// Those of programs for chess: `normal`, `time forfeit`, `abandoned`.
    Chess,
}

impl Words {
    /// What the tag `Termination` says.
    fn termination(self, record: &GameRecord) -> &str {
        match (self, record.fault) {
            (Words::Full, _) => &record.termination,
            (Words::Chess, Some(Failure::Time)) => "time forfeit",
            (Words::Chess, Some(Failure::IllegalMove | Failure::NoMove)) => "illegal move",
            (Words::Chess, Some(Failure::Crash | Failure::Stall)) => "abandoned",
            (Words::Chess, None) if record.termination.starts_with("adjudication") => {
                "adjudication"
            }
            (Words::Chess, None) => "normal",
        }
    }
}

/// What a game's tags say beyond its record.
pub struct Tags<'a> {
    /// Round and game in it: `3.2`.
    pub round: String,
    /// Names of Red and Black.
    pub names: [&'a str; 2],
    /// Limits of Red and Black.
    pub limits: [&'a str; 2],
    /// When the game began.
    pub started: SystemTime,
}

/// The game as text, with an empty line after it.
///
/// # Errors
/// When its opening or a move is not legal.
pub fn format_game(
    record: &GameRecord,
    moves: &[PlayedMove],
    tags: &Tags,
    layout: &PgnLayout,
) -> Result<String> {
    let (start, end) = (Timestamp::of(tags.started), Timestamp::of(SystemTime::now()));
    let [red, black] = tags.names;
    let [red_limit, black_limit] = tags.limits;
    let mut list: Vec<(Cow<str>, Cow<str>)> = vec![
        ("Event".into(), layout.event.as_str().into()),
        ("Site".into(), layout.site.as_str().into()),
        ("Date".into(), start.date().into()),
        ("Round".into(), tags.round.as_str().into()),
        ("Red".into(), red.into()),
        ("Black".into(), black.into()),
    ];
    if red_limit == black_limit {
        list.push(("TimeControl".into(), red_limit.into()));
    } else {
        list.push(("RedTimeControl".into(), red_limit.into()));
        list.push(("BlackTimeControl".into(), black_limit.into()));
    }
    list.push(("PlyCount".into(), moves.len().to_string().into()));
    list.push(("Termination".into(), layout.words.termination(record).into()));
    list.push(("GameStartTime".into(), start.to_string().into()));
    list.push(("GameEndTime".into(), end.to_string().into()));
    let annotate = |played: &PlayedMove| Annotated {
        comment: if layout.remarks.none { String::new() } else { comment(played, layout.remarks) },
        ..Annotated::plain(played.mv)
    };
    let document = Document {
        tags: list,
        start: &record.fen.parse()?,
        comment: "",
        moves: &moves.iter().map(annotate).collect(),
        outcome: record.outcome,
        style: layout.notation,
    };
    document.to_text().context(MatchFault::IllegalMove)
}

/// `+0.35/12 0.105s, n=51230, sd=20`: score from the mover's view, depth, time,
/// and what else is asked for.
fn comment(played: &PlayedMove, remarks: Remarks) -> String {
    let info = &played.info;
    if played.from_book {
        return "book".into();
    }
    let mut text = String::new();
    match info.score {
        Some(score) => {
            let _ = write!(text, "{score}");
        }
        None => text.push('-'),
    }
    if let Some(depth) = info.depth {
        let _ = write!(text, "/{depth}");
    }
    let elapsed = played.elapsed.as_secs_f64();
    let _ = write!(text, " {elapsed:.3}s");
    if let Some(left) = played.left.filter(|_| remarks.left) {
        let _ = write!(text, ", tl={:.3}s", left.as_secs_f64());
    }
    if let Some(time) = info.time.filter(|_| remarks.latency) {
        let _ = write!(text, ", latency={:.3}s", elapsed - time.as_secs_f64());
    }
    if let Some(nodes) = info.nodes.filter(|_| remarks.nodes) {
        let _ = write!(text, ", n={nodes}");
    }
    if let Some(seldepth) = info.seldepth.filter(|_| remarks.seldepth) {
        let _ = write!(text, ", sd={seldepth}");
    }
    if let Some(nodes) = info.nodes.filter(|_| remarks.speed && elapsed > 0.0) {
        let _ = write!(text, ", nps={:.0}", nodes as f64 / elapsed);
    }
    if remarks.pv && !info.pv.is_empty() {
        let _ = write!(text, ", pv=\"{}\"", info.pv.join(" "));
    }
    for line in &played.lines {
        let _ = write!(text, ", line=\"{}\"", line);
    }
    text
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, UNIX_EPOCH};

    use super::*;
    use crate::lab::client::{EngineScore, Info};
    use chuhe::board::START_FEN;
    use chuhe::rules::Outcome;
    use chuhe::types::Color;
    use chuhe_games::read;

    #[test]
    fn dates() {
        let at = |s| Timestamp::of(UNIX_EPOCH + Duration::from_secs(s)).to_string();
        assert_eq!(at(0), "1970-01-01T00:00:00Z");
        assert_eq!(at(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(at(1_709_251_199), "2024-02-29T23:59:59Z");
        assert_eq!(at(1_735_689_600), "2025-01-01T00:00:00Z");
    }

    fn played(mv: &str, info: Info) -> PlayedMove {
        let lines = vec!["info string pgncomment a} b".into()];
        let (elapsed, left) = (Duration::from_millis(250), Some(Duration::from_millis(1500)));
        PlayedMove { mv: mv.parse().unwrap(), info, elapsed, left, lines, from_book: false }
    }

    #[test]
    fn remarks() {
        let info = Info {
            depth: Some(12),
            seldepth: Some(20),
            score: Some(EngineScore::Centi(-35)),
            nodes: Some(50_000),
            time: Some(Duration::from_millis(249)),
            pv: vec!["h2e2".into(), "h9g7".into()],
            is_pv_of_bound: false,
        };
        let said = |list| comment(&played("h2e2", info.clone()), Remarks::parse(list).unwrap());
        let line = "line=\"info string pgncomment a} b\"";
        assert_eq!(said(""), format!("-0.35/12 0.250s, {line}"));
        assert_eq!(said("nodes,seldepth"), format!("-0.35/12 0.250s, n=50000, sd=20, {line}"));
        let rest = format!("tl=1.500s, latency=0.001s, nps=200000, pv=\"h2e2 h9g7\", {line}");
        assert_eq!(said("left,latency,nps,pv"), format!("-0.35/12 0.250s, {rest}"));
        assert!(Remarks::parse("depth").is_err());
    }

    #[test]
    fn games_are_written_in_every_style_and_read_back() {
        let moves = ["h2e2", "h9g7"].map(|mv| played(mv, Info::default()));
        let record = GameRecord {
            id: 0,
            players: [0, 1],
            fen: START_FEN.into(),
            moves: "h2e2 h9g7".into(),
            remarks: String::new(),
            outcome: Outcome::Win(Color::Red),
            termination: "stall by black: waited".into(),
            fault: Some(Failure::Stall),
            usage: Default::default(),
        };
        let tags = Tags {
            round: "1.1".into(),
            names: ["A \"1\"", "B"],
            limits: ["1+0.01", "2"],
            started: UNIX_EPOCH,
        };
        for (style, format, first) in [
            (Style::Iccs, "ICCS", "H2-E2"),
            (Style::Uci, "ICCS", "h2e2"),
            (Style::Wxf, "WXF", "C2.5"),
            (Style::Traditional, "Chinese", "炮二平五"),
        ] {
            let layout = PgnLayout {
                notation: style,
                remarks: Remarks::parse("none").unwrap(),
                words: Words::Chess,
                event: "e".into(),
                site: "s".into(),
            };
            let text = format_game(&record, &moves, &tags, &layout).unwrap();
            assert!(text.starts_with("[Game \"Chinese Chess\"]\n") && text.ends_with(" 1-0\n\n"));
            let games = read(&text);
            let game = games[0].as_ref().unwrap();
            let tag = |name| game.tag(name).unwrap_or_default();
            assert_eq!((tag("Red"), tag("White"), tag("Format")), ("A \"1\"", "A \"1\"", format));
            assert_eq!((tag("Termination"), tag("BlackTimeControl")), ("abandoned", "2"));
            assert_eq!((game.moves.values()[0].text.as_str(), game.moves.len()), (first, 2));
        }
    }
}
