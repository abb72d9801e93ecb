//! Answers in JSON: what a text holds, lines of a search, verdicts.

use chuhe::board::Board;
use chuhe::notation::{Style, write};
use chuhe::rules::{Game, Outcome, Reason, Verdict};
use chuhe::search::{Report, SearchResult};
use chuhe::types::{Bound, Color, Move};
use chuhe_games::review::{Points, chance};
use chuhe_games::{Annotated, Checked, Document, Fault, GameText, Games, ReadOptions, Tree};
use chuhe_games::{result_of, result_word};
use serde::Serialize;
use serde_json::{Value, json};

/// Moves of a line that are shown.
const MOST_SHOWN: usize = 12;

/// What the lines of a search are about.
pub struct Topic {
    pub board: Board,
    pub style: Style,
}

/// What is wrong is said in words.
pub type Result<T> = std::result::Result<T, String>;

/// The games of a file, of whose bytes each is a character, as [`read`] has them.
pub fn read_file(bytes: &str) -> Result<Value> {
    let bytes: Option<Vec<u8>> = bytes.chars().map(|c| u8::try_from(u32::from(c)).ok()).collect();
    let bytes = bytes.ok_or("not the bytes of a file")?;
    let games = Games::of_bytes(bytes, ReadOptions::default());
    read(games.map_err(|error| error.to_string())?)
}

/// All games that were read, as far as they are good; the faults are told.
pub fn read(
    games: impl IntoIterator<Item = std::result::Result<GameText, Fault>>,
) -> Result<Value> {
    #[derive(Serialize)]
    struct Found {
        start: String,
        moves: Vec<String>,
        tags: Vec<(String, String)>,
        result: &'static str,
    }
    let mut found = Vec::new();
    let mut faults = Vec::new();
    for game in games {
        match game.and_then(|text| Ok((text.check(None)?, text))) {
            Ok((Checked { game, fault, .. }, text)) => {
                faults.extend(fault.map(|fault| fault.to_string()));
                found.push(Found {
                    start: game.start_setup().to_string(),
                    moves: game.moves().map(|mv| mv.to_string()).collect(),
                    tags: text.tags,
                    result: result_word(text.outcome),
                });
            }
            Err(fault) => faults.push(fault.to_string()),
        }
    }
    match (found.is_empty(), faults.first()) {
        (true, Some(fault)) => Err(fault.clone()),
        (true, None) => Err("there is no game".into()),
        (false, _) => Ok(json!({ "games": found, "faults": faults })),
    }
}

/// A game as PGN.
pub fn save(game: &Game, style: Style, tags: &[(String, String)], result: &str) -> Result<Value> {
    let moves: Tree<Annotated> = game.moves().map(Annotated::plain).collect();
    let document = Document {
        tags: tags.iter().map(|(key, value)| (key.into(), value.into())).collect(),
        start: game.start_setup(),
        comment: "",
        moves: &moves,
        outcome: result_of(result).unwrap_or(Outcome::Ongoing),
        style,
    };
    Ok(json!({ "pgn": document.to_text().ok_or("the game cannot be written")? }))
}

/// What a search found.
pub fn finished(found: &SearchResult) -> Value {
    json!({
        "best": found.best.map(|mv| mv.to_string()),
        "depth": found.depth,
        "nodes": found.nodes,
        "time": found.elapsed.as_millis() as u64,
    })
}

/// A line of a search, its score from Red's view.
pub fn line_of(report: &Report, topic: &Topic) -> Value {
    let Topic { board, style } = topic;
    let mut after = board.clone();
    let mut texts = Vec::new();
    for &mv in report.pv.iter().take(MOST_SHOWN) {
        let text = write(&after, mv, *style);
        if after.play(mv).is_err() {
            break;
        }
        texts.push(text);
    }
    let own = chance(report.score, board);
    let is_red = board.side() == Color::Red;
    let moves: Vec<String> = report.pv.iter().take(texts.len()).map(Move::to_string).collect();
    json!({
        "rank": report.multi_pv,
        "depth": report.depth,
        "exact": report.bound == Bound::Exact,
        "score": Points::of(report.score, board),
        "chance": if is_red { own } else { 100.0 - own },
        "nodes": report.nodes,
        "time": report.elapsed.as_millis() as u64,
        "moves": moves,
        "texts": texts,
    })
}

/// A verdict, with the key of its text in the catalogue and the values in it.
pub fn verdict_of(verdict: &Verdict, side: Color) -> Value {
    let loser = match verdict.outcome {
        Outcome::Win(winner) => !winner,
        _ => side,
    };
    let key = match (verdict.reason, verdict.victim) {
        (Reason::Checkmate, _) => "checkmate",
        (Reason::Stalemate, _) => "stalemate",
        (Reason::PerpetualCheck, _) => "check",
        (Reason::PerpetualChase, Some(_)) => "chase",
        (Reason::PerpetualChase, None) => "chase-one",
        (Reason::PerpetualAttack, _) => "attack",
        (Reason::MutualCheck, _) => "mutual-check",
        (Reason::MutualChase, _) => "mutual-chase",
        (Reason::Repetition, _) => "repetition",
        (Reason::NaturalLimit, _) => "limit",
        (Reason::InsufficientMaterial, _) => "material",
        _ => "none", // and reasons that the page has no words for yet
    };
    let victim = verdict.victim;
    json!({
        "result": result_word(verdict.outcome),
        "key": key,
        "side": verdict.offender.unwrap_or(loser).to_string(),
        "piece": victim.map(|(piece, _)| format!("{}.{}", piece.color(), piece.kind().name())),
        "square": victim.map(|(_, square)| square.to_string()),
    })
}
