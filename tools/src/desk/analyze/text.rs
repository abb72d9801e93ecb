//! An analysis as text and as PGN.

use std::fmt::{Display, Write};

use crate::common::color::{Ink, Pen};
use crate::common::lang::{Lang, filled, padded};
use chuhe::notation::Style;
use chuhe::rules::Game;
use chuhe::types::Color;
use chuhe_games::GameText;
use chuhe_games::review::{
    Assessed, Grade, Phase, PhaseSummary, Played, Points, Position, Side, Theory,
};
use chuhe_games::tree::START;
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

/// A game as PGN: after each move its score from the mover's view and the depth,
/// bad moves marked, with the best line as a variation. `None` when the game is
/// not the one that was analysed.
pub fn pgn(
    text: &GameText,
    game: &Game,
    assessed: &Assessed,
    style: Style,
    lang: Lang,
) -> Option<String> {
    let (mut moves, mut at) = (Tree::default(), START);
    for (i, (mv, played)) in game.moves().zip(&assessed.moves).enumerate() {
        let (before, after) = (&assessed.positions[i], &assessed.positions[i + 1]);
        let nags = played.grade.map(Grade::nag).into_iter().collect();
        let main = moves.add(at, Annotated { mv, nags, comment: comment(played, after, lang) });
        let line = before.line.iter().filter(|_| played.grade.is_some());
        let line = line.map_while(|mv| mv.parse().ok()).take(SHOWN).map(Annotated::plain);
        line.fold(at, |at, annotated| moves.add(at, annotated));
        at = main;
    }
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
