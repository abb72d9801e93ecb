//! What remains of a game: who played, what was played, how it ended, and what
//! it cost.

use std::fmt;
use std::time::Duration;

use crate::protocol::client::Info;
use crate::rules::{Outcome, Reason};
use crate::types::{Color, Move};

use super::json::Json;

/// A failure for which an engine loses a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// It overstepped its time.
    Time,
    /// Its process ended.
    Crash,
    /// It did not answer at all.
    Stall,
    /// Its move is not legal.
    IllegalMove,
    /// It gave no move, or none that can be read, in a position that has some.
    NoMove,
}

impl Fault {
    /// All faults, in the order of reports.
    pub const ALL: [Fault; 5] =
        [Fault::Time, Fault::Crash, Fault::Stall, Fault::IllegalMove, Fault::NoMove];

    /// The name in reports and files.
    pub const fn name(self) -> &'static str {
        match self {
            Fault::Time => "time forfeit",
            Fault::Crash => "crash",
            Fault::Stall => "stall",
            Fault::IllegalMove => "illegal move",
            Fault::NoMove => "no move",
        }
    }

    fn from_name(name: &str) -> Option<Fault> {
        Fault::ALL.into_iter().find(|fault| fault.name() == name)
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
    /// The limit on the length of games.
    PlyLimit,
    /// This side failed; with particulars.
    Fault(Color, Fault, String),
}

/// The reason in words: `perpetual check by black`.
impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Rules(reason, offender) => {
                f.write_str(&words_of(&format!("{reason:?}")))?;
                offender.map_or(Ok(()), |side| write!(f, " by {side}"))
            }
            Ending::Resigned(side) => write!(f, "resignation of {side}"),
            Ending::ResignAdjudication => f.write_str("adjudication: decided"),
            Ending::DrawAdjudication => f.write_str("adjudication: drawn"),
            Ending::PlyLimit => f.write_str("adjudication: too long"),
            Ending::Fault(side, fault, detail) if detail.is_empty() => {
                write!(f, "{} by {side}", fault.name())
            }
            Ending::Fault(side, fault, detail) => {
                write!(f, "{} by {side}: {detail}", fault.name())
            }
        }
    }
}

/// `PerpetualCheck` as `perpetual check`.
fn words_of(camel: &str) -> String {
    let mut words = String::new();
    for c in camel.chars() {
        if c.is_uppercase() && !words.is_empty() {
            words.push(' ');
        }
        words.extend(c.to_lowercase());
    }
    words
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
    /// Whether it belongs to the opening.
    pub from_book: bool,
}

/// What the searches of one side cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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
    /// Adds one search.
    pub fn add_move(&mut self, info: &Info, elapsed: Duration) {
        self.moves += 1;
        self.micros += elapsed.as_micros() as u64;
        self.nodes += info.nodes.unwrap_or(0);
        if let Some(depth) = info.depth {
            self.depths += u64::from(depth);
            self.with_depth += 1;
        }
    }

    /// Adds the searches of another game.
    pub fn add(&mut self, other: &Usage) {
        self.moves += other.moves;
        self.micros += other.micros;
        self.nodes += other.nodes;
        self.depths += other.depths;
        self.with_depth += other.with_depth;
        self.overstep = self.overstep.max(other.overstep);
        self.odd += other.odd;
    }

    fn to_json(self) -> Json {
        let Usage { moves, micros, nodes, depths, with_depth, overstep, odd } = self;
        vec![moves, micros, nodes, depths, with_depth, overstep, odd].into()
    }

    fn from_json(json: &Json) -> Option<Usage> {
        let numbers: Option<Vec<u64>> = json.as_list()?.iter().map(Json::as_u64).collect();
        let numbers = numbers?;
        let (&[moves, micros, nodes, depths, with_depth, overstep], rest) =
            numbers.split_first_chunk::<6>()?;
        let odd = rest.first().copied().unwrap_or(0);
        Some(Usage { moves, micros, nodes, depths, with_depth, overstep, odd })
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
    /// Win of a side or a draw; never ongoing.
    pub outcome: Outcome,
    /// Why it ended, in words.
    pub termination: String,
    /// The failure of the losing side, if it lost for one.
    pub fault: Option<Fault>,
    /// What the searches cost Red and Black.
    pub usage: [Usage; 2],
}

impl GameRecord {
    /// Twice the points of a side: 0, 1 or 2.
    pub fn half_points(&self, side: Color) -> u64 {
        match self.outcome {
            Outcome::Win(winner) if winner == side => 2,
            Outcome::Win(_) => 0,
            _ => 1,
        }
    }

    /// `1-0`, `0-1` or `1/2-1/2`.
    pub fn result(&self) -> &'static str {
        match self.outcome {
            Outcome::Win(Color::Red) => "1-0",
            Outcome::Win(Color::Black) => "0-1",
            _ => "1/2-1/2",
        }
    }

    /// The record as JSON; `names` are those of the players.
    pub fn to_json(&self, names: &[String]) -> Json {
        let [red, black] = self.players;
        Json::object([
            ("game", self.id.into()),
            ("red", names[red].as_str().into()),
            ("black", names[black].as_str().into()),
            ("result", self.result().into()),
            ("termination", self.termination.as_str().into()),
            ("fault", self.fault.map(|fault| fault.name()).into()),
            ("fen", self.fen.as_str().into()),
            ("moves", self.moves.as_str().into()),
            ("red_usage", self.usage[0].to_json()),
            ("black_usage", self.usage[1].to_json()),
        ])
    }

    /// The record of a JSON value; `None` when it is none.
    pub fn from_json(json: &Json, names: &[String]) -> Option<GameRecord> {
        let text = |key: &str| Some(json.get(key)?.as_str()?.to_string());
        let player = |key: &str| {
            let name = json.get(key)?.as_str()?;
            names.iter().position(|n| n == name)
        };
        let fault = match json.get("fault")? {
            Json::Null => None,
            name => Some(Fault::from_name(name.as_str()?)?),
        };
        Some(GameRecord {
            id: json.get("game")?.as_u64()?,
            players: [player("red")?, player("black")?],
            fen: text("fen")?,
            moves: text("moves")?,
            outcome: match text("result")?.as_str() {
                "1-0" => Outcome::Win(Color::Red),
                "0-1" => Outcome::Win(Color::Black),
                "1/2-1/2" => Outcome::Draw,
                _ => return None,
            },
            termination: text("termination")?,
            fault,
            usage: [
                Usage::from_json(json.get("red_usage")?)?,
                Usage::from_json(json.get("black_usage")?)?,
            ],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_round_trip() {
        let names = ["A".to_string(), "B \"x\"".to_string()];
        let usage =
            Usage { moves: 1, micros: 2, nodes: 3, depths: 4, with_depth: 1, overstep: 5, odd: 6 };
        let ending = Ending::Fault(Color::Red, Fault::Crash, "signal: 9".into());
        let record = GameRecord {
            id: 7,
            players: [1, 0],
            fen: "fen".into(),
            moves: "h2e2".into(),
            outcome: Outcome::Win(Color::Black),
            termination: ending.to_string(),
            fault: Some(Fault::Crash),
            usage: [usage, Usage::default()],
        };
        let text = record.to_json(&names).to_string();
        let read = Json::parse(&text).and_then(|json| GameRecord::from_json(&json, &names));
        assert_eq!(read, Some(record.clone()));
        assert_eq!(GameRecord::from_json(&Json::Null, &names), None);
        assert_eq!(record.half_points(Color::Black), 2);
    }

    #[test]
    fn endings_in_words() {
        let check = Ending::Rules(Reason::PerpetualCheck, Some(Color::Black));
        assert_eq!(check.to_string(), "perpetual check by black");
        assert_eq!(Ending::Rules(Reason::Checkmate, None).to_string(), "checkmate");
        let fault = Ending::Fault(Color::Red, Fault::Time, String::new());
        assert_eq!(fault.to_string(), "time forfeit by red");
    }
}
