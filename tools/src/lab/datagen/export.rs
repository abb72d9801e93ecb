//! Writes stored games as PGN: how one looks at what a network learned from.

use std::borrow::Cow;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::common::say::text_out;
use crate::lab::client::EngineScore;
use chuhe::board::Board;
use chuhe::engine::Outlook;
use chuhe::notation::Style;
use chuhe::types::Score;
use chuhe_games::{Annotated, Document, Tree};

use super::record::StoredGame;
use super::shard::{ShardGames, read_bytes};

/// Writes the games of some files as PGN to standard output, in the order of the files. After each
/// searched move stands its score from the mover's view, as the match runner writes it; after a
/// move of the opening `book`.
///
/// # Errors
/// When a file cannot be read or is damaged, a game has an illegal move, or the output is closed.
pub fn export(files: &[PathBuf]) -> Result<()> {
    let mut out = text_out();
    for path in files {
        let bytes = read_bytes(path)?;
        let (header, games) =
            ShardGames::open(&bytes).with_context(|| path.display().to_string())?;
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        let evaluation = evaluation_of(header);
        for (number, game) in games.enumerate() {
            let place = || format!("{}: game {number}", path.display());
            let round = (number + 1).to_string();
            let text = game.and_then(|game| pgn(&game, &file, &round, evaluation));
            out.write_all(text.with_context(place)?.as_bytes())?;
        }
    }
    Ok(out.flush()?)
}

/// The evaluation that a header names.
fn evaluation_of(header: &str) -> &str {
    let named = header.lines().find_map(|line| line.strip_prefix("evaluation = "));
    named.map_or("", |name| name.trim_matches('"'))
}

/// A game as text, with an empty line after it.
fn pgn(stored: &StoredGame, file: &str, round: &str, evaluation: &str) -> Result<String> {
    let mut game = stored.opened()?;
    let mut moves: Vec<Annotated> = stored
        .opening
        .iter()
        .map(|&mv| Annotated { comment: "book".into(), ..Annotated::plain(mv) })
        .collect();
    for ply in &stored.moves {
        let comment = score(ply.score, game.board())?.to_string();
        moves.push(Annotated { comment, ..Annotated::plain(ply.mv) });
        let _ = game.play(ply.mv);
    }
    let player = format!("chuhe {evaluation}");
    let tags: [(&str, Cow<str>); 8] = [
        ("Event", "self-play".into()),
        ("Site", file.into()),
        ("Round", round.into()),
        ("Red", player.as_str().into()),
        ("Black", player.as_str().into()),
        ("Opening", stored.kind.name().into()),
        ("PlyCount", moves.len().to_string().into()),
        ("Termination", stored.ending.name().into()),
    ];
    let document = Document {
        tags: tags.into_iter().map(|(name, value)| (name.into(), value)).collect(),
        start: &stored.start,
        comment: "",
        moves: &moves.into_iter().collect::<Tree<Annotated>>(),
        outcome: stored.outcome,
        style: Style::Iccs,
    };
    document.to_text().context("it has an illegal move")
}

/// A stored score as an engine would give it on this board.
fn score(units: i16, board: &Board) -> Result<EngineScore> {
    let score = Score::from_units(i32::from(units)).context("not a score")?;
    Ok(match score.mate_moves() {
        Some(moves) => EngineScore::Mate(moves),
        None => EngineScore::Centi(Outlook::new(score, board).centipawns),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::datagen::codec::tests::random_games;
    use chuhe_games::read;

    #[test]
    fn games_are_read_back_as_they_were_stored() {
        for stored in random_games(20) {
            let text = pgn(&stored, "a.games", "7", "2f37b26087f0").unwrap();
            let games = read(&text);
            let read = games[0].as_ref().unwrap();
            let said: Vec<&str> =
                read.moves.values().iter().map(|played| played.comment.as_str()).collect();
            let opening = stored.opening.len();
            assert!(said[..opening].iter().all(|&said| said == "book"));
            assert!(said[opening..].iter().all(|said| said.starts_with(['+', '-'])), "{text}");
            let checked = games[0].clone().unwrap().check(None).unwrap();
            let moves: Vec<_> = checked.game.moves().collect();
            let opening = stored.opening.iter().copied();
            let expected: Vec<_> = opening.chain(stored.moves.iter().map(|ply| ply.mv)).collect();
            assert_eq!(moves, expected);
            assert_eq!((read.outcome, &read.start), (stored.outcome, &stored.start));
            assert_eq!(read.tag("Red"), Some("chuhe 2f37b26087f0"));
        }
    }

    #[test]
    fn scores_are_those_of_the_engine() {
        let board = Board::start();
        let of = |units| score(units, &board).unwrap().to_string();
        let [mate, mated] =
            [Score::mate_in(5), -Score::mate_in(4)].map(|score| score.units() as i16);
        assert_eq!([of(0), of(mate), of(mated)], ["+0.00", "+M3", "-M2"]);
        // In pawns, in which networks differ.
        let pawns: f64 = of(120).parse().unwrap();
        assert!((0.5..1.5).contains(&pawns) && of(120).starts_with('+'), "{pawns}");
        assert!(of(-300).starts_with('-'));
    }
}
