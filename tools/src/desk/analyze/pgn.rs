//! An analysis as PGN.

use crate::common::lang::Lang;
use chuhe::notation::Style;
use chuhe::types::Move;
use chuhe_games::review::{Assessed, Class, Grade, Played, Points, Subject};
use chuhe_games::tree::{At, START};
use chuhe_games::{Annotated, Document, Tree};

use super::text::{SHOWN, class_name, missed_and_allowed, theory};

/// A game as PGN with all lines of the file: after each move its score from the mover's view
/// and the depth, and what the file says; bad moves marked, with the best line as a variation.
/// `None` when the game is not the one that was analysed.
pub fn pgn(subject: &Subject, assessed: &Assessed, style: Style, lang: Lang) -> Option<String> {
    let text = &subject.text;
    let moves = with_findings(&subject.tree, assessed, lang);
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

/// The lines of a file, with what was found of the moves of the main line.
fn with_findings(file: &Tree<Annotated>, assessed: &Assessed, lang: Lang) -> Tree<Annotated> {
    let mut moves = file.clone();
    let line: Vec<At> = file.line_from(START).collect();
    let before = std::iter::once(START).chain(line.iter().copied());
    for (i, (played, (before, at))) in assessed.moves.iter().zip(before.zip(&line)).enumerate() {
        let position = &assessed.positions[i];
        let Some(made) = moves.get_mut(*at) else { continue };
        let said = std::mem::replace(&mut made.comment, comment(assessed, i, lang));
        if !said.is_empty() {
            made.comment.push('\n');
            made.comment.push_str(&said);
        }
        let Some(nag) = nag(played) else { continue };
        made.nags.retain(|&known| known != nag);
        made.nags.insert(0, nag);
        if played.grade.is_none() {
            continue;
        }
        let best = position.line.iter().map_while(|mv| mv.parse().ok()).take(SHOWN);
        add_line(&mut moves, before, best);
    }
    moves
}

/// The glyph of a bad move, or of the only one.
fn nag(played: &Played) -> Option<u8> {
    const FORCED: u8 = 7;
    let only = played.class.filter(|&class| class == Class::Only);
    played.grade.map(Grade::nag).or(only.map(|_| FORCED))
}

/// Adds a line behind a place, as far as it is not there already.
fn add_line(moves: &mut Tree<Annotated>, from: At, line: impl Iterator<Item = Move>) {
    let mut at = from;
    for mv in line {
        let is_it = |&child: &At| moves.get(child).is_some_and(|made| made.mv == mv);
        let known = moves.children(at).find(is_it);
        at = known.unwrap_or_else(|| moves.add(at, Annotated::plain(mv)));
    }
}

/// `+0.35/12`, as matches write it, the class of the move, the names of what a bad one missed
/// and allowed, and what theory says.
fn comment(game: &Assessed, i: usize, lang: Lang) -> String {
    let (played, after) = (&game.moves[i], &game.positions[i + 1]);
    let sign = if played.red { 1 } else { -1 };
    let score = match after.score {
        Points::Cp(n) => Points::Cp(sign * n).to_string(),
        Points::Mate(n) => format!("{}M{}", if sign * n >= 0 { '+' } else { '-' }, n.abs()),
    };
    let name = played.class.map(|class| class_name(class, lang));
    let name = name.map(|name| match played.grade {
        None => name.to_owned(),
        Some(_) => {
            let chance = format!("{:.1}", played.loss_chance);
            lang.fill("analyze.lost", &[("name", &name), ("chance", &chance)])
        }
    });
    let told = missed_and_allowed(game, i, lang);
    let all: Vec<String> = name.into_iter().chain(told).chain(theory(after, lang)).collect();
    let separator = if all.is_empty() { "" } else { " " };
    format!("{score}/{}{separator}{}", after.depth, all.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe::endings::Endings;
    use chuhe::rules::RuleSet;
    use chuhe::types::Score;
    use chuhe_games::review::{Finding, Judge, ReviewSettings, Work};

    /// The file's own variations and comments stand beside those of the engine.
    #[test]
    fn what_the_file_says_is_kept() {
        let pgn = "{first} 1. h2e2 {bold} (1. b0c2 {solid} h9g7) (1. c3c4) h9g7 *";
        let text = chuhe_games::read(pgn).remove(0).unwrap();
        let checked = text.check(None).unwrap();
        let subject = [Subject::new("a:1:1".into(), text, checked, 0)];
        let finding = |units, line: &str| Finding {
            score: Score::new(units),
            depth: 20,
            nodes: 1,
            line: line.split_whitespace().map(|mv| mv.parse().unwrap()).collect(),
        };
        let best = "b0c2 h9g7 b2a2";
        let known = [(0, finding(0, best)), (1, finding(900, "")), (2, finding(-900, ""))];
        let others = [(3, finding(0, "")), (9, finding(-900, "g3g4"))];
        let known = known.into_iter().chain(others).collect();
        let endings = Endings::embedded();
        let settings = ReviewSettings {
            judge: Judge { least_depth: 8 },
            style: Style::Uci,
            rules: RuleSet::DEFAULT,
            endings: &endings,
            book: None,
        };
        let (work, _) = Work::new(&subject, settings, known).unwrap();
        let assessed = work.into_assessed().unwrap().remove(0);
        let text = super::pgn(&subject[0], &assessed, Style::Uci, Lang::En).unwrap();
        let body = text.split("\n\n").nth(1).unwrap();
        let score = assessed.moves[0].loss_chance;
        assert!(body.starts_with("{first} 1. h2e2 $4 {-"), "{score} {body}");
        assert!(
            body.contains("\nbold} (1. b0c2 {solid} h9g7 2. b2a2) (1. c3c4) 1... h9g7 {"),
            "{body}"
        );
        assert_eq!((assessed.comment.as_str(), assessed.written.len()), ("first", 5));
    }
}
