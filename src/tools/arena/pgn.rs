//! Games as PGN, with the tags of Chinese programs and of chess tools.

use std::fmt::{self, Write};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Result, bail};

use crate::board::START_FEN;
use crate::protocol::client::EngineScore;
use crate::types::Move;

use super::record::{GameRecord, PlayedMove};

/// Widest line of moves, in characters.
const WIDTH: usize = 100;

/// How moves are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum MoveStyle {
    /// `H2-E2`.
    #[default]
    Iccs,
    /// `h2e2`.
    Coordinates,
}

impl MoveStyle {
    /// Reads `iccs` or `coord`.
    ///
    /// # Errors
    /// On any other name.
    pub fn parse(text: &str) -> Result<MoveStyle> {
        match text {
            "iccs" => Ok(MoveStyle::Iccs),
            "coord" => Ok(MoveStyle::Coordinates),
            _ => bail!("expected iccs or coord, found '{text}'"),
        }
    }

    fn write(self, mv: Move) -> String {
        match self {
            MoveStyle::Iccs => format!("{}-{}", mv.from(), mv.to()).to_uppercase(),
            MoveStyle::Coordinates => mv.to_string(),
        }
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

/// A game read from PGN: its tags and the words of its moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PgnGame {
    tags: Vec<(String, String)>,
    /// Moves as written, without numbers, comments and variations.
    pub moves: Vec<String>,
}

impl PgnGame {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }
}

/// Splits PGN into games and leaves out those without moves.
pub fn read_games(text: &str) -> Vec<PgnGame> {
    let mut games = Vec::new();
    let mut game = PgnGame::default();
    let mut rest = text;
    let mut variation = 0_u32;
    let mut in_moves = false;
    while let Some(first) = rest.chars().next() {
        let until = |end: char| rest.find(end).map_or(rest.len(), |i| i + end.len_utf8());
        let length = match first {
            '[' if variation == 0 => until(']'),
            '{' => until('}'),
            ';' => until('\n'),
            '(' | ')' => 1,
            c if c.is_whitespace() => c.len_utf8(),
            _ => {
                let stop = |c: char| c.is_whitespace() || matches!(c, '{' | '(' | ')' | ';' | '[');
                rest.char_indices().skip(1).find(|&(_, c)| stop(c)).map_or(rest.len(), |(i, _)| i)
            }
        };
        let (token, after) = rest.split_at(length);
        rest = after;
        match first {
            '[' if variation == 0 => {
                if in_moves {
                    games.push(std::mem::take(&mut game));
                    in_moves = false;
                }
                game.tags.extend(parse_tag(token));
            }
            '(' => variation += 1,
            ')' => variation = variation.saturating_sub(1),
            '{' | ';' | '$' => {}
            c if c.is_whitespace() || variation > 0 => {}
            _ => {
                in_moves = true;
                game.moves.extend(move_of(token).map(String::from));
            }
        }
    }
    games.push(game);
    games.retain(|game| !game.moves.is_empty());
    games
}

fn parse_tag(token: &str) -> Option<(String, String)> {
    let (name, value) = token.trim_matches(['[', ']']).split_once('"')?;
    let value = value.rsplit_once('"').map_or(value, |(value, _)| value);
    Some((name.trim().to_string(), value.replace("\\\"", "\"").replace("\\\\", "\\")))
}

/// The move of a word such as `1.h2e2`; `None` for numbers and results.
fn move_of(token: &str) -> Option<&str> {
    if matches!(token, "1-0" | "0-1" | "1/2-1/2" | "*") {
        return None;
    }
    let word = match token.split_once('.') {
        // In WXF `33.4` is a pawn's move, and no move is a number.
        Some((number, word)) if is_number(number) && (word.is_empty() || !is_number(word)) => word,
        _ => token,
    };
    let word = word.trim_start_matches('.').trim_end_matches(['!', '?', '+', '#']);
    (!is_number(word)).then_some(word)
}

fn is_number(word: &str) -> bool {
    word.bytes().all(|b| b.is_ascii_digit())
}

/// The game as text, with an empty line after it.
pub fn format_game(
    record: &GameRecord,
    moves: &[PlayedMove],
    tags: &Tags,
    style: MoveStyle,
) -> String {
    let mut text = String::with_capacity(1024 + 64 * moves.len());
    let mut tag = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', " ");
        let _ = writeln!(text, "[{name} \"{value}\"]");
    };
    let (start, end) = (Timestamp::of(tags.started), Timestamp::of(SystemTime::now()));
    let [red, black] = tags.names;
    let [red_limit, black_limit] = tags.limits;
    tag("Game", "Chinese Chess");
    tag("Event", tags.event);
    tag("Site", "?");
    tag("Date", &start.date());
    tag("Round", &tags.round);
    tag("Red", red);
    tag("White", red);
    tag("Black", black);
    tag("Result", record.result());
    tag("Variant", "xiangqi");
    tag("Format", "ICCS");
    if record.fen != START_FEN {
        tag("FEN", &record.fen);
        tag("SetUp", "1");
    }
    if red_limit == black_limit {
        tag("TimeControl", red_limit);
    } else {
        tag("RedTimeControl", red_limit);
        tag("BlackTimeControl", black_limit);
    }
    tag("PlyCount", &moves.len().to_string());
    tag("Termination", &record.termination);
    tag("GameStartTime", &start.to_string());
    tag("GameEndTime", &end.to_string());
    text.push('\n');
    let black_first = record.fen.split(' ').nth(1) == Some("b");
    let mut line = Line { text: &mut text, width: 0 };
    for (i, played) in moves.iter().enumerate() {
        let ply = i + usize::from(black_first);
        if ply.is_multiple_of(2) {
            line.push(&format!("{}.", ply / 2 + 1));
        } else if i == 0 {
            line.push("1...");
        }
        line.push(&style.write(played.mv));
        line.push(&comment(played));
    }
    line.push(record.result());
    text.push_str("\n\n");
    text
}

/// `{+0.35/12 0.105s n=51230}`: score from the mover's view, depth, time, nodes.
fn comment(played: &PlayedMove) -> String {
    let info = &played.info;
    if played.from_book {
        return "{book}".into();
    }
    let mut text = String::from("{");
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
    text.push('}');
    text
}

/// Words on lines of limited width.
struct Line<'a> {
    text: &'a mut String,
    width: usize,
}

impl Line<'_> {
    fn push(&mut self, word: &str) {
        if self.width > 0 && self.width + 1 + word.len() > WIDTH {
            self.text.push('\n');
            self.width = 0;
        } else if self.width > 0 {
            self.text.push(' ');
            self.width += 1;
        }
        self.text.push_str(word);
        self.width += word.len();
    }
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

    #[test]
    fn games_are_read() {
        let text = "[Event \"a \\\"b\\\"\"]\n[FEN \"f\"]\n\n1.h2e2 {c [x] 1. d} (1. a0a1 (x) b) h9g7 $3 2... \
                    i0h0! ; rest\n3. b0c2 1/2-1/2\n\n[Event \"c\"]\n\n*\n[Event \"d\"] 1. a3a4 *";
        let wxf = read_games("1.C2.5 H8+7 12. 33.4 ++.5 13... P-.4 1-0");
        assert_eq!(wxf[0].moves, ["C2.5", "H8+7", "33.4", "++.5", "P-.4"]);
        let games = read_games(text);
        assert_eq!(games[0].tag("Event"), Some("a \"b\""));
        assert_eq!(games[0].moves, ["h2e2", "h9g7", "i0h0", "b0c2"]);
        assert_eq!(games.len(), 2, "{games:?}");
        assert_eq!(games[1].tag("Event"), Some("d"));
        assert_eq!(games[1].moves, ["a3a4"]);
        for odd in ["", "[", "{", "(", "1.", "é", "[x", "\u{3000}"] {
            read_games(odd);
        }
    }

    #[test]
    fn styles() {
        let mv = "h2e2".parse().unwrap();
        assert_eq!(MoveStyle::Iccs.write(mv), "H2-E2");
        assert_eq!(MoveStyle::Coordinates.write(mv), "h2e2");
        assert!(MoveStyle::parse("wxf").is_err());
    }
}
