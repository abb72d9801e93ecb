//! An analysis as text and as PGN.

use std::fmt::{Display, Write};

use crate::common::color::{Ink, Pen};
use crate::common::lang::{Lang, filled, padded};
use chuhe::notation::Style;
use chuhe::types::{Color, Move};
use chuhe_games::review::{
    Assessed, Grade, Phase, PhaseSummary, Played, Points, Position, Side, Subject, Theory,
};
use chuhe_games::tree::{At, START};
use chuhe_games::{Annotated, Document, Tree};

/// Moves of a best line that are shown.
const SHOWN: usize = 6;

/// A grade in words.
fn name_of(grade: Grade, lang: Lang) -> &'static str {
    lang.text(match grade {
        Grade::Inaccuracy => "grade.by.inaccuracy",
        Grade::Mistake => "grade.by.mistake",
        Grade::Blunder => "grade.by.blunder",
    })
}

/// What a table of solved endings says of a position, in words.
fn theory(position: &Position, lang: Lang) -> Option<String> {
    let moves = |key: &str, plies: u32| lang.fill(key, &[("n", &plies.div_ceil(2))]);
    Some(match position.theory? {
        Theory::Red(0) => lang.text("page.theory.by.red rule").to_owned(),
        Theory::Black(0) => lang.text("page.theory.by.black rule").to_owned(),
        Theory::Red(plies) => moves("page.theory.by.red", plies),
        Theory::Black(plies) => moves("page.theory.by.black", plies),
        Theory::Drawn => lang.text("page.theory.by.drawn").to_owned(),
    })
}

/// A phase in words.
fn phase_name(phase: Phase, lang: Lang) -> &'static str {
    lang.text(match phase {
        Phase::Opening => "page.phase.by.opening",
        Phase::Middlegame => "page.phase.by.middlegame",
        Phase::Endgame => "page.phase.by.endgame",
    })
}

/// The last lines of a game: the best line at its end, and what both sides' moves were
/// worth.
pub fn ending(game: &Assessed, lang: Lang) -> String {
    let mut text = String::new();
    let last = game.positions.last();
    if let Some(last) = last.filter(|last| !last.line.is_empty()) {
        let is_alone = game.moves.is_empty();
        let what =
            if is_alone { lang.text("analyze.best") } else { lang.text("analyze.then-best") };
        let (score, depth) = (last.score, lang.text("analyze.depth"));
        let _ = write!(text, "{what} {score:>7} {depth} {:<2} {}", last.depth, shown(last));
        // After a move its own line says it.
        let theory = theory(last, lang).filter(|_| is_alone);
        let _ =
            writeln!(text, "{}", theory.map_or_else(String::new, |theory| format!("  {theory}")));
    }
    if !game.moves.is_empty() {
        let [red, black] = names(game, lang);
        text += &side(red, &game.red, lang);
        text += &side(black, &game.black, lang);
        let shallow = game.moves.iter().filter(|played| played.too_shallow).count();
        if shallow > 0 {
            let _ = writeln!(text, "{}", lang.count("analyze.shallow", shallow));
        }
    }
    text
}

/// Red's and Black's names, or what the sides are called.
fn names(game: &Assessed, lang: Lang) -> [&str; 2] {
    let red = game.tag("Red").or_else(|| game.tag("White"));
    [
        red.unwrap_or(lang.text("analyze.red")),
        game.tag("Black").unwrap_or(lang.text("analyze.black")),
    ]
}

/// The first line of a game: where it stands, who played, and the opening.
pub fn heading(game: &Assessed, lang: Lang, pen: Pen) -> String {
    let mut text = game.source.clone();
    if !game.tags.is_empty() {
        let [red, black] = names(game, lang);
        let _ = write!(text, "  {red} - {black}  {}", game.result);
        for name in ["Event", "Date"] {
            if let Some(value) = game.tag(name) {
                let _ = write!(text, "  {value}");
            }
        }
    }
    if let Some(key) = game.opening {
        let _ = write!(text, "  {}", lang.text(&format!("page.opening.by.{key}")));
    }
    pen.paint(Ink::Bold, &text) + "\n"
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

/// The line of a move.
pub fn row(game: &Assessed, i: usize, lang: Lang, pen: Pen) -> String {
    let (before, after) = (&game.positions[i], &game.positions[i + 1]);
    let played = &game.moves[i];
    let number = number(before, i == 0);
    let mover = if played.red { Color::Red } else { Color::Black };
    let mv = pen.side(mover, &played.text);
    let mut text = format!("{number:>6} {mv} {:>7} {:>3}", after.score, after.depth);
    if played.loss_cp > 0 {
        let _ = write!(text, "  {:>5} cp {:>5.1} %", -played.loss_cp, -played.loss_chance);
    }
    if let Some(grade) = played.grade {
        let name = format!("{:<2} {}", grade.mark(), padded(name_of(grade, lang), 10));
        let better = lang.text("analyze.better");
        let _ = write!(
            text,
            "  {}  {better} {} {}",
            pen.paint(ink(grade), &name),
            before.score,
            shown(before)
        );
    }
    if let Some(theory) = theory(after, lang) {
        let _ = write!(text, "  {theory}");
    }
    text + "\n"
}

fn ink(grade: Grade) -> Ink {
    match grade {
        Grade::Inaccuracy => Ink::Yellow,
        Grade::Mistake => Ink::Magenta,
        Grade::Blunder => Ink::Red,
    }
}

fn shown(position: &Position) -> String {
    position.line_text.iter().take(SHOWN).map(String::as_str).collect::<Vec<_>>().join(" ")
}

/// A mean with one digit behind the point; a dash when there is none.
fn tenths(mean: Option<f64>) -> String {
    mean.map_or_else(|| "–".into(), |mean| format!("{mean:.1}"))
}

/// The same in percent.
fn percent(mean: Option<f64>, lang: Lang) -> String {
    match mean {
        Some(_) => lang.fill("analyze.percent", &[("n", &tenths(mean))]),
        None => tenths(None),
    }
}

/// What the moves of a side were worth, in all and by phase.
fn side(name: &str, side: &Side, lang: Lang) -> String {
    let percent = |n| percent(n, lang);
    let (accuracy, cp, chance) =
        (percent(side.accuracy), tenths(side.loss_cp), percent(side.loss_chance));
    let values: [(&str, &dyn Display); 7] = [
        ("accuracy", &accuracy),
        ("cp", &cp),
        ("chance", &chance),
        ("inaccuracies", &side.inaccuracies),
        ("mistakes", &side.mistakes),
        ("blunders", &side.blunders),
        ("name", &name),
    ];
    let all = filled(&lang.count("analyze.side", side.moves), &values);
    let phase = |of: &PhaseSummary| {
        let (accuracy, cp) = (percent(of.accuracy), tenths(of.loss_cp));
        let values: [(&str, &dyn Display); 4] = [
            ("phase", &phase_name(of.phase, lang)),
            ("n", &of.moves),
            ("accuracy", &accuracy),
            ("cp", &cp),
        ];
        lang.fill("analyze.phase", &values)
    };
    let phases: Vec<String> = side.phases.iter().map(phase).collect();
    match phases.len() {
        // Of a single phase there is nothing more to say.
        0 | 1 => format!("{all}\n"),
        _ => format!("{all}\n  {}\n", phases.join(lang.text("list.separator"))),
    }
}

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
        let (position, after) = (&assessed.positions[i], &assessed.positions[i + 1]);
        let Some(made) = moves.get_mut(*at) else { continue };
        let said = std::mem::replace(&mut made.comment, comment(played, after, lang));
        if !said.is_empty() {
            made.comment.push('\n');
            made.comment.push_str(&said);
        }
        let Some(grade) = played.grade else { continue };
        made.nags.retain(|&nag| nag != grade.nag());
        made.nags.insert(0, grade.nag());
        let best = position.line.iter().map_while(|mv| mv.parse().ok()).take(SHOWN);
        add_line(&mut moves, before, best);
    }
    moves
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

/// `+0.35/12`, as matches write it, the name of a bad move, and what theory says.
fn comment(played: &Played, after: &Position, lang: Lang) -> String {
    let sign = if played.red { 1 } else { -1 };
    let score = match after.score {
        Points::Cp(n) => Points::Cp(sign * n).to_string(),
        Points::Mate(n) => format!("{}M{}", if sign * n >= 0 { '+' } else { '-' }, n.abs()),
    };
    let grade = played.grade.map_or(String::new(), |grade| {
        let (name, chance) = (name_of(grade, lang), format!("{:.1}", played.loss_chance));
        format!(" {}", lang.fill("analyze.lost", &[("name", &name), ("chance", &chance)]))
    });
    let separator = if grade.is_empty() { " " } else { "; " };
    let theory = theory(after, lang).map_or_else(String::new, |text| format!("{separator}{text}"));
    format!("{score}/{}{grade}{theory}", after.depth)
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
        let known = known.into_iter().chain([(3, finding(0, ""))]).collect();
        let endings = Endings::embedded();
        let settings = ReviewSettings {
            judge: Judge { least_depth: 8 },
            style: Style::Uci,
            rules: RuleSet::DEFAULT,
            endings: &endings,
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
