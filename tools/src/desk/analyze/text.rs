//! An analysis as text.

use std::fmt::{Display, Write};

use crate::common::color::{Ink, Pen};
use crate::common::lang::{Lang, padded};
use chuhe::types::Color;
use chuhe_games::review::{
    Assessed, Class, Grade, Kind, Level, Phase, PhaseSummary, Played, Position, Side, Theory,
    TimeSpent,
};
use chuhe_games::words::fixed;

/// Moves of a best line that are shown.
pub const SHOWN: usize = 6;

/// A class in words.
pub fn class_name(class: Class, lang: Lang) -> &'static str {
    lang.text(&format!("page.class.by.{}", class.key()))
}

/// The names of mates and tactics, by their keys.
pub fn pattern_names(keys: &[&str], lang: Lang) -> String {
    let names: Vec<&str> =
        keys.iter().map(|key| lang.text(&format!("page.pattern.by.{key}"))).collect();
    names.join(lang.text("list.comma"))
}

/// What went wrong with a bad move, and the names that it missed and that it allows.
pub fn missed_and_allowed(game: &Assessed, i: usize, lang: Lang) -> Vec<String> {
    let told = [("analyze.missed", i), ("analyze.allows", i + 1)].map(|(key, position)| {
        let names = pattern_names(&game.positions[position].names, lang);
        (!names.is_empty()).then(|| lang.fill(key, &[("names", &names)]))
    });
    let kinds = game.moves[i].kinds.iter().filter(|&&kind| kind != Kind::Other);
    let kinds: Vec<&str> =
        kinds.map(|kind| lang.text(&format!("page.kind.by.{}", kind.key()))).collect();
    let kinds = (!kinds.is_empty()).then(|| kinds.join(lang.text("list.comma")));
    let is_bad = game.moves[i].grade.is_some();
    kinds.into_iter().chain(told.into_iter().flatten()).filter(|_| is_bad).collect()
}

/// What a table of solved endings says of a position, in words.
pub fn theory(position: &Position, lang: Lang) -> Option<String> {
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
        if !last.names.is_empty() {
            let _ = write!(text, "  {}", pattern_names(&last.names, lang));
        }
        let _ =
            writeln!(text, "{}", theory.map_or_else(String::new, |theory| format!("  {theory}")));
    }
    if !game.moves.is_empty() {
        if !game.mate.is_empty() {
            let names = pattern_names(&game.mate, lang);
            text += &(lang.fill("analyze.mate", &[("names", &names)]) + "\n");
        }
        let [red, black] = names(game, lang);
        text += &side(red, &game.red, lang);
        text += &side(black, &game.black, lang);
        let shallow = game.moves.iter().filter(|played| played.too_shallow).count();
        if shallow > 0 {
            let _ = writeln!(text, "{}", lang.fill("analyze.shallow", &[("n", &shallow)]));
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
    } else if played.class.is_some() {
        text += &" ".repeat(18);
    }
    text += &judged(game, i, lang, pen);
    if let Some(theory) = theory(after, lang) {
        let _ = write!(text, "  {theory}");
    }
    text + "\n"
}

/// What a move is called, and of a bad one what would have been better.
fn judged(game: &Assessed, i: usize, lang: Lang, pen: Pen) -> String {
    let (before, played) = (&game.positions[i], &game.moves[i]);
    let Some(class) = played.class else { return String::new() };
    let mark = mark(played);
    let Some(grade) = played.grade else {
        return format!("  {mark:<2} {}", class_name(class, lang));
    };
    let name = format!("{mark:<2} {}", padded(class_name(class, lang), 10));
    let better = lang.text("analyze.better");
    let (score, name) = (before.score, pen.paint(ink(grade), &name));
    let mut text = format!("  {name}  {better} {score} {}", shown(before));
    for told in missed_and_allowed(game, i, lang) {
        let _ = write!(text, "  {}", pen.paint(Ink::Bold, &told));
    }
    text
}

/// What stands behind a move.
fn mark(played: &Played) -> &'static str {
    match (played.grade, played.class) {
        (Some(grade), _) => grade.mark(),
        (None, Some(Class::Only)) => "!",
        (None, _) => "",
    }
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
    mean.map_or_else(|| "–".into(), |mean| fixed(mean, 1))
}

/// The same in percent.
pub fn percent(mean: Option<f64>, lang: Lang) -> String {
    match mean {
        Some(_) => lang.fill("analyze.percent", &[("n", &tenths(mean))]),
        None => tenths(None),
    }
}

/// How many moves there are of each class that has any.
fn classes(side: &Side, lang: Lang) -> String {
    let count = |class: Class| {
        let n = side.classes.get(class);
        let values: [(&str, &dyn Display); 2] = [("class", &class_name(class, lang)), ("n", &n)];
        (n > 0).then(|| lang.fill("analyze.class", &values))
    };
    let counts: Vec<String> = Class::ALL.into_iter().filter_map(count).collect();
    counts.join(lang.text("list.comma"))
}

/// What the classes mean: the last line of an analysis.
pub fn legend(lang: Lang) -> String {
    let of = |class: Class| {
        let rule = lang.with_limits(&format!("page.class-rule.by.{}", class.key()));
        let values: [(&str, &dyn Display); 2] =
            [("class", &class_name(class, lang)), ("rule", &rule)];
        lang.fill("analyze.class-rule", &values)
    };
    let rules: Vec<String> = Class::ALL.into_iter().map(of).collect();
    let rules = rules.join(lang.text("list.separator"));
    lang.fill("analyze.legend", &[("rules", &rules)]) + "\n"
}

/// An estimate of a level, or that there is none.
pub fn level(level: Option<Level>, lang: Lang) -> String {
    let Some(Level { level, elo, error, moves }) = level else {
        return lang.with_limits("page.no-level");
    };
    let level = fixed(level, 0);
    let values: [(&str, &dyn Display); 4] =
        [("level", &level), ("elo", &elo), ("error", &error), ("moves", &moves)];
    lang.fill("page.level-estimate", &values)
}

/// The time that the moves of a side took, where the file says it.
fn time(side: &Side, lang: Lang) -> Option<String> {
    let TimeSpent { moves, seconds, in_trouble, bad_in_trouble } = side.time?;
    let mean = if moves > 0 { seconds / moves as f64 } else { 0.0 };
    let (total, mean) = (fixed(seconds, 0), fixed(mean, 1));
    let values: [(&str, &dyn Display); 4] =
        [("total", &total), ("mean", &mean), ("n", &in_trouble), ("bad", &bad_in_trouble)];
    let key = if in_trouble > 0 { "page.time-trouble" } else { "page.time-spent" };
    Some(lang.fill(key, &values))
}

/// What the moves of a side were worth, in all and by phase.
fn side(name: &str, side: &Side, lang: Lang) -> String {
    let percent = |n| percent(n, lang);
    let (accuracy, cp, chance) =
        (percent(side.accuracy), tenths(side.loss_cp), percent(side.loss_chance));
    let values: [(&str, &dyn Display); 6] = [
        ("name", &name),
        ("n", &side.moves),
        ("accuracy", &accuracy),
        ("cp", &cp),
        ("chance", &chance),
        ("classes", &classes(side, lang)),
    ];
    let all = lang.fill("analyze.side", &values);
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
    // Of a single phase there is nothing more to say.
    let phases = phases.join(lang.text("list.separator"));
    let phases = Some(phases).filter(|_| side.phases.len() > 1);
    let more = [phases, Some(level(side.level, lang)), time(side, lang)].into_iter().flatten();
    // Without a judged move no classes follow.
    let all = all.trim_end().trim_end_matches([';', '；']);
    more.fold(format!("{all}\n"), |text, line| format!("{text}  {line}\n"))
}
