//! What games and outcomes are pickled as: texts and numbers.

use chuhe_bindings::{
    Color, Error, ErrorKind, Game, Move, Outcome, Piece, Place, Result, Square, parse_color,
    parse_move, parse_square,
};

/// The first position, the result, and the comment before the first move.
pub type Texts = (String, String, String);
/// The node before, the move, its comment and its glyphs.
pub type Node = (u32, String, String, Vec<u32>);
/// The kind of a fault, its message, its place and its file.
pub type Fault = (String, String, Option<(usize, usize)>, Option<String>);
/// A game; its tags stand behind its texts, its place in the file at the end.
pub type PickledGame = (Texts, Vec<(String, String)>, Vec<Node>, Option<Fault>, (usize, usize));
/// Result, kind and rules; the offender, the victim and the plies.
pub type PickledOutcome =
    ((String, String, String), Option<String>, Option<(String, String)>, usize);

/// What a game is pickled as.
///
/// # Errors
/// Never: every game has a first node.
pub fn of_game(game: &Game) -> Result<PickledGame> {
    let node = |(before, mv, comment, nags): (u32, Move, &str, &[u8])| {
        (before, mv.to_string(), comment.to_owned(), nags.iter().map(|&nag| nag.into()).collect())
    };
    let place = |place: Place| (place.line, place.column);
    let fault = game.fault().map(|fault| {
        let Error { kind, message, place: at, file } = fault.clone();
        (kind.name().to_owned(), message, at.map(place), file)
    });
    let comment = game.comment(Game::ROOT)?.to_owned();
    let texts = (game.start_fen(), game.result().to_owned(), comment);
    let nodes = game.nodes().map(node).collect();
    Ok((texts, game.tags().to_vec(), nodes, fault, place(game.place())))
}

/// The game of what it was pickled as.
///
/// # Errors
/// When it is none.
pub fn to_game((texts, tags, nodes, fault, place): PickledGame) -> Result<Game> {
    let (start, result, comment) = texts;
    let place_of = |(line, column)| Place { line, column };
    let fault_of = |(kind, message, at, file): Fault| -> Result<Error> {
        let known = ErrorKind::by_name(&kind);
        let kind = known.ok_or_else(|| Error::value(format!("{kind}: no kind of a fault")))?;
        Ok(Error { kind, message, place: at.map(place_of), file })
    };
    let fault = fault.map(fault_of).transpose()?;
    let mut game = Game::of_parts(&start, tags, fault, place_of(place))?;
    game.set_result(&result)?;
    game.set_comment(Game::ROOT, &comment)?;
    for (before, mv, comment, nags) in nodes {
        let nags = nags.into_iter().map(u8::try_from).collect::<std::result::Result<Vec<u8>, _>>();
        let nags = nags.map_err(|error| Error::value(format!("nags: {error}")))?;
        game.add_node(before, parse_move(&mv)?, &comment, &nags)?;
    }
    Ok(game)
}

/// What an outcome is pickled as.
pub fn of_outcome(outcome: &Outcome) -> PickledOutcome {
    let words = [outcome.result(), outcome.kind(), outcome.rules()].map(str::to_owned);
    let offender = outcome.offender().map(|color| Color::name(color).to_owned());
    let victim = outcome.victim();
    let victim = victim.map(|(piece, square)| (piece.fen_char().to_string(), square.to_string()));
    (words.into(), offender, victim, outcome.plies())
}

/// The outcome of what it was pickled as.
///
/// # Errors
/// When it is none.
pub fn to_outcome((words, offender, victim, plies): PickledOutcome) -> Result<Outcome> {
    let (result, kind, rules) = &words;
    let offender = offender.map(|name| parse_color(&name)).transpose()?;
    let victim_of = |(piece, square): (String, String)| -> Result<(Piece, Square)> {
        let mut letters = piece.chars();
        let letter = letters.next().filter(|_| letters.next().is_none());
        let found = letter.and_then(Piece::from_fen_char);
        let found = found.ok_or_else(|| Error::value(format!("{piece}: no letter of a piece")))?;
        Ok((found, parse_square(&square)?))
    };
    let victim = victim.map(victim_of).transpose()?;
    let found = Outcome::of_parts((result, kind, rules), offender, victim, plies);
    found.ok_or_else(|| Error::value(format!("{result} by {kind}: no end of a game")))
}
