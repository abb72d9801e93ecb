//! The client's side of UCI, Cyclone and UCCI, which share their shape.

use std::fmt::Write;
use std::time::{Duration, Instant};

use chuhe::board::START_FEN;
use chuhe::rules::Game;
use chuhe::types::Color;

use super::offer::Offer;
use super::pipe::{Class, Line};
use super::{Answer, Client, ClientError, Clocks, GoLimits, Info, Protocol, RankBase, TimeUnit};

/// Sorts an engine's lines.
pub(super) fn classify(line: &str) -> Class {
    let Some(rest) = line.strip_prefix("info ") else {
        return if line.is_empty() { Class::Chatter } else { Class::Message };
    };
    if rest.starts_with("string") || rest.starts_with("message") {
        return Class::Note;
    }
    let lesser = rest.contains(" multipv ") && !rest.contains(" multipv 1 ");
    if lesser || rest.contains("bound ") || !rest.contains(" score ") {
        return if rest.contains("nodes ") { Class::Progress } else { Class::Chatter };
    }
    Class::Score
}

/// The answer of a line, if it is one.
pub(super) fn read_answer(line: &Line, ranks: RankBase) -> Option<(Answer, Info)> {
    let mut words = line.text.split_ascii_whitespace();
    let answer = match words.next()? {
        "nobestmove" => Answer::NoMove,
        "bestmove" => match words.next() {
            None | Some("(none)" | "none" | "null" | "0000") => Answer::NoMove,
            Some("resign") => Answer::Resign,
            Some(_) if words.any(|word| word == "resign") => Answer::Resign,
            Some(text) => {
                ranks.parse(text).map_or_else(|| Answer::Unreadable(text.into()), Answer::Move)
            }
        },
        _ => return None,
    };
    let mut info = Info::default();
    info.read_uci(&line.score);
    info.read_uci(&line.progress);
    Some((answer, info))
}

impl Client {
    pub(super) fn start_uci(&mut self) -> Result<(), ClientError> {
        let ucci = self.config.protocol == Protocol::Ucci;
        self.send(if ucci { "ucci\n" } else { "uci\n" })?;
        let end = if ucci { "ucciok" } else { "uciok" };
        let began = Instant::now();
        let mut variant = String::new();
        loop {
            let line = self.receive(began, end)?.text;
            if line == end {
                break;
            }
            if let Some(name) = line.strip_prefix("id name ") {
                self.name = name.into();
            } else if let Some(rest) = line.strip_prefix("option ") {
                let rest = rest.strip_prefix("name ").unwrap_or(rest);
                let offer = Offer::read(rest);
                if offer.name == "UCI_Variant" {
                    variant = rest.into();
                }
                self.take_offer(offer)?;
            }
        }
        self.choose_variant(&variant)?;
        if ucci {
            self.choose_unit()?;
        }
        self.set_options()?;
        self.ready()
    }

    /// Milliseconds, if the engine offers them and the configuration wants no other unit.
    fn choose_unit(&mut self) -> Result<(), ClientError> {
        let offers = self.offers("usemillisec");
        let usual = if offers { TimeUnit::Milliseconds } else { TimeUnit::Seconds };
        self.unit = self.config.unit.unwrap_or(usual);
        self.is_unit_assumed = !offers && self.config.unit.is_none();
        if !offers {
            return Ok(());
        }
        let is_ms = self.unit == TimeUnit::Milliseconds;
        self.send(&format!("setoption usemillisec {is_ms}\n"))
    }

    pub(super) fn option_text_uci(&self, name: &str, value: &str) -> String {
        match (self.config.protocol, value.is_empty()) {
            (Protocol::Ucci, _) => format!("setoption {name} {value}\n"),
            (_, false) => format!("setoption name {name} value {value}\n"),
            (_, true) => format!("setoption name {name}\n"),
        }
    }

    /// An engine of many games, as Fairy-Stockfish is, must be told to play
    /// xiangqi, and in UCI it then counts ranks from 1.
    fn choose_variant(&mut self, variant: &str) -> Result<(), ClientError> {
        let many = variant.split_ascii_whitespace().filter(|&word| word == "var").count() > 1;
        if self.config.protocol != Protocol::Uci || !many {
            return Ok(());
        }
        if self.config.ranks.is_none() {
            self.ranks = RankBase::One;
        }
        if self.config.options.iter().any(|(name, _)| name == "UCI_Variant") {
            return Ok(());
        }
        self.send("setoption name UCI_Variant value xiangqi\n")
    }

    fn ready(&mut self) -> Result<(), ClientError> {
        self.send("isready\n")?;
        self.wait_until_ready("readyok", "readyok")
    }

    pub(super) fn new_game_uci(&mut self) -> Result<(), ClientError> {
        match self.config.protocol {
            Protocol::Ucci => {
                if self.offers("newgame") {
                    self.send("setoption newgame\n")?;
                }
            }
            _ => self.send("ucinewgame\n")?,
        }
        self.ready()
    }

    pub(super) fn go_text_uci(
        &self,
        game: &Game,
        limits: &GoLimits,
    ) -> Result<String, ClientError> {
        let mut text = String::with_capacity(160 + 5 * game.ply());
        if self.config.protocol == Protocol::Ucci {
            if self.config.accepts_fen {
                position_after_capture(&mut text, game, self.ranks);
            } else {
                text = self.position_uci(game);
            }
            go_ucci(&mut text, limits, game.board().side(), self.unit)?;
        } else {
            if self.config.protocol == Protocol::Uci {
                text.push_str("position ");
            }
            position(&mut text, game, self.ranks);
            go_uci(&mut text, limits);
        }
        Ok(text)
    }

    /// The command that sets up the game from its start, for UCI and UCCI.
    pub(super) fn position_uci(&self, game: &Game) -> String {
        let mut text = String::from("position ");
        position(&mut text, game, self.ranks);
        text
    }
}

/// `startpos` or `fen F`, and all moves.
fn position(text: &mut String, game: &Game, ranks: RankBase) {
    let fen = game.start_setup().to_string();
    if fen == START_FEN {
        text.push_str("startpos");
    } else {
        let _ = write!(text, "fen {fen}");
    }
    push_moves(text, game, 0, ranks);
}

/// The position after the last capture, and the moves since: what UCCI asks for.
fn position_after_capture(text: &mut String, game: &Game, ranks: RankBase) {
    let reversible = game.reversible_plies().min(game.ply());
    let mut earlier = game.clone();
    for _ in 0..reversible {
        earlier.undo();
    }
    let _ = write!(text, "position fen {}", earlier.fen());
    push_moves(text, game, game.ply() - reversible, ranks);
}

fn push_moves(text: &mut String, game: &Game, skip: usize, ranks: RankBase) {
    for (i, mv) in game.moves().skip(skip).enumerate() {
        text.push_str(if i == 0 { " moves " } else { " " });
        text.push_str(&ranks.format(mv));
    }
    text.push('\n');
}

fn go_uci(text: &mut String, limits: &GoLimits) {
    text.push_str("go");
    if let Some(Clocks { red, black, moves_to_go }) = limits.clocks {
        let _ = write!(text, " wtime {} btime {}", red.left.as_millis(), black.left.as_millis());
        let (winc, binc) = (red.increment, black.increment);
        if winc + binc > Duration::ZERO {
            let _ = write!(text, " winc {} binc {}", winc.as_millis(), binc.as_millis());
        }
        if let Some(moves) = moves_to_go {
            let _ = write!(text, " movestogo {moves}");
        }
    }
    if let Some(time) = limits.movetime {
        let _ = write!(text, " movetime {}", time.as_millis());
    }
    if let Some(nodes) = limits.nodes {
        let _ = write!(text, " nodes {nodes}");
    }
    if let Some(depth) = limits.depth {
        let _ = write!(text, " depth {depth}");
    }
    text.push('\n');
}

/// UCCI has own and opponent's clocks and no fixed time for a move: that becomes
/// a clock with one move to go. Clocks in seconds are rounded down.
fn go_ucci(
    text: &mut String,
    limits: &GoLimits,
    us: Color,
    unit: TimeUnit,
) -> Result<(), ClientError> {
    let is_whole = |time: Duration| time.subsec_nanos() == 0;
    if unit == TimeUnit::Seconds && limits.movetime.is_some_and(|time| !is_whole(time)) {
        return Err(ClientError::UcciSeconds);
    }
    let unit = |time: Duration| match unit {
        TimeUnit::Milliseconds => time.as_millis(),
        TimeUnit::Seconds => time.as_secs().into(),
    };
    text.push_str("go");
    if let Some(clocks) = limits.clocks {
        let (own, other) = (clocks.of(us), clocks.of(!us));
        let _ = write!(text, " time {}", unit(own.left));
        let _ = match clocks.moves_to_go {
            Some(moves) => write!(text, " movestogo {moves} opptime {}", unit(other.left)),
            None => write!(
                text,
                " increment {} opptime {} oppincrement {}",
                unit(own.increment),
                unit(other.left),
                unit(other.increment)
            ),
        };
    } else if let Some(time) = limits.movetime {
        let _ = write!(text, " time {} movestogo 1", unit(time));
    } else if let Some(nodes) = limits.nodes {
        let _ = write!(text, " nodes {nodes}");
    } else if let Some(depth) = limits.depth {
        let _ = write!(text, " depth {depth}");
    }
    text.push('\n');
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_told_apart() {
        for (line, class) in [
            ("info depth 5 score cp 3 nodes 9 pv h2e2", Class::Score),
            ("info depth 5 multipv 1 score cp 3 nodes 9 pv h2e2", Class::Score),
            ("info depth 5 multipv 2 score cp 3 nodes 9 pv h2e2", Class::Progress),
            ("info depth 5 score cp 3 upperbound nodes 9 pv h2e2", Class::Progress),
            ("info depth 5 score cp 3 upperbound wdl 1 2 3 nodes 9 pv h2e2", Class::Progress),
            ("info time 5 nodes 9", Class::Progress),
            ("info depth 5 currmove h2e2 currmovenumber 1", Class::Chatter),
            ("info string score nodes", Class::Note),
            ("", Class::Chatter),
            ("bestmove h2e2", Class::Message),
            ("readyok", Class::Message),
        ] {
            assert_eq!(classify(line), class, "{line}");
        }
    }

    #[test]
    fn answers() {
        let read = |text: &str, ranks| {
            let (score, progress) = ("info depth 1 score 4 nodes 5 pv a".into(), String::new());
            let (notes, wanted) = (Vec::new(), Vec::new());
            let line =
                Line { text: text.into(), at: Instant::now(), score, progress, notes, wanted };
            read_answer(&line, ranks).map(|(answer, info)| (answer, info.nodes))
        };
        let mv = "h2e2".parse().map(Answer::Move).ok();
        for (text, ranks) in [
            ("bestmove h2e2", RankBase::Zero),
            ("bestmove h2e2 ponder h9g7", RankBase::Zero),
            ("bestmove H2E2 draw", RankBase::Zero),
            ("bestmove h3e3 ponder h10g8", RankBase::One),
        ] {
            assert_eq!(read(text, ranks), mv.clone().map(|mv| (mv, Some(5))), "{text}");
        }
        for (text, expected) in [
            ("bestmove (none)", Answer::NoMove),
            ("bestmove", Answer::NoMove),
            ("bestmove 0000", Answer::NoMove),
            ("nobestmove", Answer::NoMove),
            ("bestmove resign", Answer::Resign),
            ("bestmove h2e2 resign", Answer::Resign),
            ("bestmove castles", Answer::Unreadable("castles".into())),
        ] {
            assert_eq!(read(text, RankBase::Zero).map(|(a, _)| a), Some(expected), "{text}");
        }
        assert_eq!(read("readyok", RankBase::Zero), None);
        assert_eq!(read("bestmoves h2e2", RankBase::Zero), None);
    }
}
