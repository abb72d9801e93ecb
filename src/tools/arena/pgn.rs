//! Games as PGN, with the tags of Chinese programs and of chess tools.

use std::borrow::Cow;
use std::fmt::{self, Write};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, bail};

use crate::games::pgn::{Annotated, Document};
use crate::notation::Style;
use crate::protocol::client::EngineScore;

use super::record::{GameRecord, PlayedMove};

/// Reads `iccs` for `H2-E2`, or `coord` for `h2e2`.
///
/// # Errors
/// On any other name.
pub fn move_style(text: &str) -> Result<Style> {
    match text {
        "iccs" => Ok(Style::Iccs),
        "coord" => Ok(Style::Uci),
        _ => bail!("expected iccs or coord, found '{text}'"),
    }
}

/// What a game's tags say beyond its record.
pub struct Tags<'a> {
    /// The match.
    pub event: &'a str,
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
    style: Style,
) -> Result<String> {
    let (start, end) = (Timestamp::of(tags.started), Timestamp::of(SystemTime::now()));
    let [red, black] = tags.names;
    let [red_limit, black_limit] = tags.limits;
    let mut list: Vec<(Cow<str>, Cow<str>)> = vec![
        ("Event".into(), tags.event.into()),
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
    list.push(("Termination".into(), record.termination.as_str().into()));
    list.push(("GameStartTime".into(), start.to_string().into()));
    list.push(("GameEndTime".into(), end.to_string().into()));
    let annotate =
        |played: &PlayedMove| Annotated { comment: comment(played), ..Annotated::plain(played.mv) };
    let document = Document {
        tags: list,
        start: &record.fen.parse()?,
        comment: "",
        moves: &moves.iter().map(annotate).collect::<Vec<_>>(),
        outcome: record.outcome,
        style,
    };
    document.to_text().context("a game with an illegal move")
}

/// `+0.35/12 0.105s n=51230`: score from the mover's view, depth, time, nodes.
fn comment(played: &PlayedMove) -> String {
    let info = &played.info;
    if played.from_book {
        return "book".into();
    }
    let mut text = String::new();
    match info.score {
        Some(EngineScore::Centi(n)) => {
            let _ = write!(text, "{:+.2}", f64::from(n) / 100.0);
        }
        Some(EngineScore::Mate(n)) => {
            let _ = write!(text, "{}M{}", if n > 0 { '+' } else { '-' }, n.abs());
        }
        None => text.push('-'),
    }
    if let Some(depth) = info.depth {
        let _ = write!(text, "/{depth}");
    }
    let _ = write!(text, " {:.3}s", played.elapsed.as_secs_f64());
    if let Some(nodes) = info.nodes {
        let _ = write!(text, " n={nodes}");
    }
    text
}

/// A time as civil date and time, UTC.
struct Timestamp {
    year: i64,
    month: u32,
    day: u32,
    seconds: u64,
}

impl Timestamp {
    /// Howard Hinnant's `civil_from_days`, for days since 1970.
    fn of(time: SystemTime) -> Timestamp {
        let seconds = time.duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs());
        let days = (seconds / 86_400) as i64 + 719_468;
        let (era, day_of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
        let year_of_era =
            (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let shifted = (5 * day_of_year + 2) / 153;
        let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
        Timestamp {
            year: year_of_era + era * 400 + i64::from(month <= 2),
            month: month as u32,
            day: (day_of_year - (153 * shifted + 2) / 5 + 1) as u32,
            seconds: seconds % 86_400,
        }
    }

    fn date(&self) -> String {
        format!("{:04}.{:02}.{:02}", self.year, self.month, self.day)
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Timestamp { year, month, day, seconds } = self;
        let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        write!(f, "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn dates() {
        let at = |s| Timestamp::of(UNIX_EPOCH + Duration::from_secs(s)).to_string();
        assert_eq!(at(0), "1970-01-01T00:00:00Z");
        assert_eq!(at(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(at(1_709_251_199), "2024-02-29T23:59:59Z");
        assert_eq!(at(1_735_689_600), "2025-01-01T00:00:00Z");
    }
}
