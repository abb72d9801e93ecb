//! An analysis as text and as PGN.

use std::fmt::Write;

use crate::games::GameText;
use crate::games::pgn::{Annotated, Document};
use crate::notation::Style;
use crate::rules::Game;

use super::assess::{Assessed, Grade, Played, Points, Position, Side};

/// Moves of a best line that are shown.
const SHOWN: usize = 6;

/// A game as a table, and the moves that lost something.
pub fn game(game: &Assessed) -> String {
    let mut text = heading(game);
    for (i, played) in game.moves.iter().enumerate() {
        let (before, after) = (&game.positions[i], &game.positions[i + 1]);
        let _ = writeln!(text, "{}", row(&number(before, i == 0), played, before, after));
    }
    let last = game.positions.last();
    if let Some(last) = last.filter(|last| !last.line.is_empty()) {
        let what = if game.moves.is_empty() { "Best" } else { "Then best" };
        let _ = writeln!(text, "{what} {:>7} depth {:<2} {}", last.score, last.depth, shown(last));
    }
    if !game.moves.is_empty() {
        let [red, black] = game.names();
        let _ = writeln!(text, "{}\n{}", side(red, &game.red), side(black, &game.black));
        let shallow = game.moves.iter().filter(|played| played.too_shallow).count();
        if shallow > 0 {
            let _ = writeln!(
                text,
                "{shallow} more moves seem bad, but were not searched deeply enough to say so"
            );
        }
    }
    text
}

fn heading(game: &Assessed) -> String {
    let mut text = game.source.clone();
    if !game.tags.is_empty() {
        let [red, black] = game.names();
        let _ = write!(text, "  {red} - {black}  {}", game.result);
        for name in ["Event", "Date"] {
            if let Some(value) = game.tag(name) {
                let _ = write!(text, "  {value}");
            }
        }
    }
    text.push('\n');
    text
}

/// `12.` for Red's move, `12...` or nothing for Black's.
fn number(position: &Position, is_first: bool) -> String {
    let mut fields = position.fen.split(' ');
    let is_red = fields.nth(1) != Some("b");
    let number = fields.nth(3).unwrap_or_default();
    match (is_red, is_first) {
        (true, _) => format!("{number}."),
        (false, true) => format!("{number}..."),
        (false, false) => String::new(),
    }
}

fn row(number: &str, played: &Played, before: &Position, after: &Position) -> String {
    let mut text = format!("{number:>6} {} {:>7} {:>3}", played.text, after.score, after.depth);
    if played.loss_cp > 0 {
        let grade = played
            .grade
            .map_or(String::new(), |grade| format!("  {:<2} {:<10}", grade.mark(), grade.name()));
        let _ = write!(text, "  {:>5} cp {:>5.1} %{grade}", -played.loss_cp, -played.loss_chance);
        if played.grade.is_some() {
            let _ = write!(text, "  better {} {}", before.score, shown(before));
        }
    }
    text
}

fn shown(position: &Position) -> String {
    position.line_text.iter().take(SHOWN).map(String::as_str).collect::<Vec<_>>().join(" ")
}

fn side(name: &str, side: &Side) -> String {
    let Side { moves, loss_cp, loss_chance, inaccuracies, mistakes, blunders } = side;
    format!(
        "{name}: {moves} moves, {loss_cp:.1} cp and {loss_chance:.1} % lost a move; \
         inaccuracies {inaccuracies}, mistakes {mistakes}, blunders {blunders}"
    )
}

/// A game as PGN: after each move its score from the mover's view and the depth,
/// bad moves marked, with the best line as a variation. `None` when the game is
/// not the one that was analysed.
pub fn pgn(text: &GameText, game: &Game, assessed: &Assessed, style: Style) -> Option<String> {
    let moves: Vec<Annotated> = game
        .moves()
        .zip(&assessed.moves)
        .enumerate()
        .map(|(i, (mv, played))| {
            let (before, after) = (&assessed.positions[i], &assessed.positions[i + 1]);
            let line = before.line.iter().filter(|_| played.grade.is_some());
            Annotated {
                mv,
                nag: played.grade.map(Grade::nag),
                comment: comment(played, after),
                instead: line.map_while(|mv| mv.parse().ok()).take(SHOWN).collect(),
            }
        })
        .collect();
    let document = Document {
        tags: text.tags.iter().map(|(k, v)| (k.as_str().into(), v.as_str().into())).collect(),
        start: &text.start,
        comment: &text.comment,
        moves: &moves,
        outcome: text.outcome,
        style,
    };
    document.to_text()
}

/// `+0.35/12`, as matches write it, and the name of a bad move.
fn comment(played: &Played, after: &Position) -> String {
    let sign = if played.red { 1 } else { -1 };
    let score = match after.score {
        Points::Cp(n) => Points::Cp(sign * n).to_string(),
        Points::Mate(n) => format!("{}M{}", if sign * n >= 0 { '+' } else { '-' }, n.abs()),
    };
    let grade = played.grade.map_or(String::new(), |grade| {
        format!(" {}: {:.1} % lost", grade.name(), played.loss_chance)
    });
    format!("{score}/{}{grade}", after.depth)
}
