//! What remains of a game: who played, what was played, how it ended, and what
//! it cost.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::lab::client::{EngineScore, Info};
use chuhe::rules::{Game, Outcome, Reason};
use chuhe::types::{Color, Move};
use chuhe_games::read_line;

use super::schedule::MOST_GAMES;
use super::segment::Segment;

/// No game of a match has a larger number: a million pairings play.
const MOST_NUMBERS: u64 = MOST_GAMES << 20;

/// A failure for which an engine loses a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Failure {
    /// It overstepped its time.
    #[serde(rename = "time forfeit")]
    Time,
    /// Its process ended.
    #[serde(rename = "crash")]
    Crash,
    /// It did not answer at all.
    #[serde(rename = "stall")]
    Stall,
    /// Its move is not legal.
    #[serde(rename = "illegal move")]
    IllegalMove,
    /// It gave no move, or none that can be read, in a position that has some.
    #[serde(rename = "no move")]
    NoMove,
}

impl Failure {
    /// All failures, in the order of reports.
    pub const ALL: [Failure; 5] =
        [Failure::Time, Failure::Crash, Failure::Stall, Failure::IllegalMove, Failure::NoMove];

    /// The name in reports and files.
    pub const fn name(self) -> &'static str {
        match self {
            Failure::Time => "time forfeit",
            Failure::Crash => "crash",
            Failure::Stall => "stall",
            Failure::IllegalMove => "illegal move",
            Failure::NoMove => "no move",
        }
    }
}

/// Why a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By the rules; the side that broke one, if any.
    Rules(Reason, Option<Color>),
    /// This side resigned.
    Resigned(Color),
    /// The scores of both engines, or of the loser.
    ResignAdjudication,
    /// Both engines saw nothing for long.
    DrawAdjudication,
    /// A table knows the result.
    Solved,
    /// The limit on the length of games.
    PlyLimit,
    /// This side failed; with particulars.
    Failure(Color, Failure, String),
}

/// The reason in words: `perpetual check by black`.
impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Rules(reason, offender) => {
                f.write_str(reason.name())?;
                offender.map_or(Ok(()), |side| write!(f, " by {side}"))
            }
            Ending::Resigned(side) => write!(f, "resignation of {side}"),
            Ending::ResignAdjudication => f.write_str("adjudication: decided"),
            Ending::DrawAdjudication => f.write_str("adjudication: drawn"),
            Ending::Solved => f.write_str("adjudication: solved ending"),
            Ending::PlyLimit => f.write_str("adjudication: too long"),
            Ending::Failure(side, fault, detail) if detail.is_empty() => {
                write!(f, "{} by {side}", fault.name())
            }
            Ending::Failure(side, fault, detail) => {
                write!(f, "{} by {side}: {detail}", fault.name())
            }
        }
    }
}

/// A move with what the engine said of it.
#[derive(Clone, Debug)]
pub struct PlayedMove {
    /// The move.
    pub mv: Move,
    /// What the engine said.
    pub info: Info,
    /// Time from question to answer.
    pub elapsed: Duration,
    /// Time left on the clock after it, for a player that has one.
    pub left: Option<Duration>,
    /// Lines of the engine that were asked for by their pattern.
    pub lines: Vec<String>,
    /// Whether it belongs to the opening.
    pub from_book: bool,
}

impl PlayedMove {
    /// Score from the mover's view, depth and milliseconds: `35/12/105`, with `#3`
    /// for a mate in three. What the engine did not say is empty; a move of the
    /// opening is `-`.
    pub fn brief(&self) -> String {
        if self.from_book {
            return "-".into();
        }
        let score = match self.info.score {
            Some(EngineScore::Centi(n)) => n.to_string(),
            Some(EngineScore::Mate(n)) => format!("#{n}"),
            None => String::new(),
        };
        let depth = self.info.depth.map_or(String::new(), |depth| depth.to_string());
        format!("{score}/{depth}/{}", self.elapsed.as_millis())
    }
}

/// What the searches of one side cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Moves played.
    pub moves: u64,
    /// Time from question to answer, microseconds.
    pub micros: u64,
    /// Nodes, as the engine counted.
    pub nodes: u64,
    /// Sum of the depths reached.
    pub depths: u64,
    /// Moves of which the depth is known.
    pub with_depth: u64,
    /// Longest time over the allotted, microseconds: zero when never.
    pub overstep: u64,
    /// Searches that gave no score, or a principal variation that is not legal
    /// or does not begin with the move played.
    pub odd: u64,
}

impl Usage {
    /// Adds one search. Sums saturate: engines may claim any number of nodes.
    pub fn add_move(&mut self, info: &Info, elapsed: Duration) {
        let micros = u64::try_from(elapsed.as_micros()).unwrap_or(u64::MAX);
        self.add(&Usage {
            moves: 1,
            micros,
            nodes: info.nodes.unwrap_or(0),
            depths: info.depth.map_or(0, u64::from),
            with_depth: u64::from(info.depth.is_some()),
            overstep: 0,
            odd: 0,
        });
    }

    /// Adds the searches of another game.
    pub fn add(&mut self, other: &Usage) {
        let add = |sum: &mut u64, number: u64| *sum = sum.saturating_add(number);
        add(&mut self.moves, other.moves);
        add(&mut self.micros, other.micros);
        add(&mut self.nodes, other.nodes);
        add(&mut self.depths, other.depths);
        add(&mut self.with_depth, other.with_depth);
        self.overstep = self.overstep.max(other.overstep);
        add(&mut self.odd, other.odd);
    }
}

/// Twice the points of a side in a finished game: 0, 1 or 2.
pub fn half_points(outcome: Outcome, side: Color) -> u64 {
    match outcome {
        Outcome::Win(winner) if winner == side => 2,
        Outcome::Win(_) => 0,
        _ => 1,
    }
}

/// A finished game, as the statistics and the state file know it.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRecord {
    /// Its number in the schedule, from 0.
    pub id: u64,
    /// Players of Red and Black, by number.
    pub players: [usize; 2],
    /// Where it began.
    pub fen: String,
    /// Its moves, `h2e2 h9g7 …`.
    pub moves: String,
    /// What was said of each, [brief](PlayedMove::brief), with blanks between; empty
    /// when that is not known.
    pub remarks: String,
    /// Win of a side or a draw; never ongoing.
    pub outcome: Outcome,
    /// Why it ended, in words.
    pub termination: String,
    /// The failure of the losing side, if it lost for one.
    pub fault: Option<Failure>,
    /// What the searches cost Red and Black.
    pub usage: [Usage; 2],
}

impl GameRecord {
    /// The game after its first `plies` moves; `None` for a record that is no game.
    pub fn replay(&self, plies: usize) -> Option<Game> {
        let line = format!("{} moves {}", self.fen, self.moves);
        let text = read_line(&line, 1).and_then(Result::ok)?;
        text.replay(plies, None).ok()
    }

    /// Twice the points of a side: 0, 1 or 2.
    pub fn half_points(&self, side: Color) -> u64 {
        half_points(self.outcome, side)
    }

    /// `1-0`, `0-1` or `1/2-1/2`.
    pub fn result(&self) -> &'static str {
        match self.outcome {
            Outcome::Win(Color::Red) => "1-0",
            Outcome::Win(Color::Black) => "0-1",
            _ => "1/2-1/2",
        }
    }

    /// Why it ended, without particulars.
    pub fn ending(&self) -> &str {
        let kind = self.termination.split(':').next().unwrap_or_default();
        let kind = if kind == "adjudication" { &self.termination } else { kind };
        kind.trim_end_matches(" by red").trim_end_matches(" by black")
    }

    /// The record as a line of a state file; `names` are those of the players.
    pub fn to_line(&self, names: &[String], pgn: Option<Segment>) -> GameLine {
        let [red, black] = self.players;
        GameLine {
            game: self.id,
            red: names[red].clone(),
            black: names[black].clone(),
            result: self.result().into(),
            termination: self.termination.clone(),
            fault: self.fault,
            fen: self.fen.clone(),
            moves: self.moves.clone(),
            remarks: self.remarks.clone(),
            red_usage: self.usage[0],
            black_usage: self.usage[1],
            pgn,
        }
    }

    /// The record of a line; `None` when it belongs to no game of these players.
    pub fn from_line(line: GameLine, names: &[String]) -> Option<GameRecord> {
        let player = |name: String| names.iter().position(|n| *n == name);
        if line.game >= MOST_NUMBERS {
            return None;
        }
        Some(GameRecord {
            id: line.game,
            players: [player(line.red)?, player(line.black)?],
            fen: line.fen,
            moves: line.moves,
            remarks: line.remarks,
            outcome: match line.result.as_str() {
                "1-0" => Outcome::Win(Color::Red),
                "0-1" => Outcome::Win(Color::Black),
                "1/2-1/2" => Outcome::Draw,
                _ => return None,
            },
            termination: line.termination,
            fault: line.fault,
            usage: [line.red_usage, line.black_usage],
        })
    }
}

/// A finished game as a line of JSON.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct GameLine {
    /// Its number in the schedule, from 0.
    pub game: u64,
    /// Who played Red.
    pub red: String,
    /// Who played Black.
    pub black: String,
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: String,
    /// Why it ended, in words.
    pub termination: String,
    /// The failure of the losing side, if it lost for one.
    pub fault: Option<Failure>,
    /// Where it began.
    pub fen: String,
    /// Its moves, `h2e2 h9g7 …`.
    pub moves: String,
    /// Score, depth and milliseconds of each, `35/12/105 …`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub remarks: String,
    /// What Red's searches cost.
    pub red_usage: Usage,
    /// What Black's searches cost.
    pub black_usage: Usage,
    /// Which bytes of the PGN file are its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pgn: Option<Segment>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_round_trip() {
        let names = ["A".to_string(), "B \"x\"".to_string()];
        let usage =
            Usage { moves: 1, micros: 2, nodes: 3, depths: 4, with_depth: 1, overstep: 5, odd: 6 };
        let ending = Ending::Failure(Color::Red, Failure::Crash, "signal: 9".into());
        let record = GameRecord {
            id: 7,
            players: [1, 0],
            fen: "fen".into(),
            moves: "h2e2".into(),
            remarks: "35/12/105".into(),
            outcome: Outcome::Win(Color::Black),
            termination: ending.to_string(),
            fault: Some(Failure::Crash),
            usage: [usage, Usage::default()],
        };
        let text = serde_json::to_string(&record.to_line(&names, None)).unwrap();
        assert!(text.contains("\"fault\":\"crash\"") && !text.contains("pgn"), "{text}");
        let line: GameLine = serde_json::from_str(&text).unwrap();
        assert_eq!(GameRecord::from_line(line.clone(), &names), Some(record.clone()));
        assert_eq!(GameRecord::from_line(line, &names[..1]), None);
        assert_eq!(record.half_points(Color::Black), 2);
    }

    #[test]
    fn sums_saturate() {
        let mut usage = Usage::default();
        let info = Info { nodes: Some(u64::MAX), depth: Some(u32::MAX), ..Info::default() };
        for _ in 0..2 {
            usage.add_move(&info, Duration::MAX);
        }
        assert_eq!((usage.moves, usage.nodes, usage.micros), (2, u64::MAX, u64::MAX));
    }

    #[test]
    fn moves_in_brief() {
        let mut played = PlayedMove {
            mv: "h2e2".parse().unwrap(),
            info: Info { score: Some(EngineScore::Centi(-35)), depth: Some(12), ..Info::default() },
            elapsed: Duration::from_micros(105_900),
            left: None,
            lines: Vec::new(),
            from_book: false,
        };
        assert_eq!(played.brief(), "-35/12/105");
        played.info = Info { score: Some(EngineScore::Mate(-3)), ..Info::default() };
        assert_eq!(played.brief(), "#-3//105");
        played.info = Info::default();
        assert_eq!(played.brief(), "//105");
        played.from_book = true;
        assert_eq!(played.brief(), "-");
    }

    #[test]
    fn faults_have_their_names_in_files() {
        for fault in Failure::ALL {
            let text = serde_json::to_string(&fault).unwrap();
            assert_eq!(text, format!("\"{}\"", fault.name()));
        }
    }

    #[test]
    fn endings_in_words() {
        let check = Ending::Rules(Reason::PerpetualCheck, Some(Color::Black));
        assert_eq!(check.to_string(), "perpetual check by black");
        assert_eq!(Ending::Rules(Reason::Checkmate, None).to_string(), "checkmate");
        let fault = Ending::Failure(Color::Red, Failure::Time, String::new());
        assert_eq!(fault.to_string(), "time forfeit by red");
    }
}
