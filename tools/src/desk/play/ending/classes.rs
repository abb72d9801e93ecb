//! The endings that there are tables of.

use std::io::Write;

use anyhow::Result;

use crate::common::lang::files::DeskFault;
use crate::common::lang::{Lang, padded};
use crate::common::solved::EndingTablesArgs;
use crate::desk::endings::family_of;
use chuhe::drill::{Drill, DrillError, Goal, class_named, near_names};
use chuhe::endings::{Class, Endings};
use chuhe::types::{Color, Piece, PieceType};
use chuhe_games::words;

/// Columns of a name.
const NAMES: usize = 14;

/// Prints the classes at hand, each with its pieces.
///
/// # Errors
/// When the tables cannot be read, or nothing can be printed.
pub fn list(tables: &EndingTablesArgs, lang: Lang, out: &mut impl Write) -> Result<()> {
    for class in Drill::classes(&*tables.open()?) {
        let name = padded(&class.to_string(), NAMES);
        writeln!(out, "{name} {}", pieces_of(&class, lang))?;
    }
    Ok(out.flush()?)
}

/// The pieces of both sides besides the kings: `rook, advisor – knight`.
pub fn pieces_of(class: &Class, lang: Lang) -> String {
    let side = |color: Color, attackers: Vec<PieceType>, minors: [u8; 2]| {
        let [advisors, bishops] = minors.map(usize::from);
        let kinds = attackers
            .into_iter()
            .chain(std::iter::repeat_n(PieceType::Advisor, advisors))
            .chain(std::iter::repeat_n(PieceType::Bishop, bishops));
        let name = |kind| words::piece(Piece::new(color, kind), lang.language());
        let names: Vec<&str> = kinds.map(name).collect();
        match names.is_empty() {
            true => name(PieceType::King).to_owned(),
            false => names.join(lang.text("list.comma")),
        }
    };
    let first = side(Color::Red, class.attacker_kinds(), class.own);
    format!("{first} – {}", side(Color::Black, class.rival_kinds(), class.defenders))
}

/// The class of a name.
///
/// # Errors
/// When there is none.
pub fn named(text: &str, endings: &Endings, lang: Lang) -> Result<Class> {
    let near = || near_to(text, endings, lang);
    let found = class_named(text);
    Ok(found.ok_or_else(|| DeskFault::NoEnding { name: text.into(), near: near() })?)
}

/// The names at hand that are nearest to a text.
fn near_to(text: &str, endings: &Endings, lang: Lang) -> String {
    let names: Vec<String> = Drill::classes(endings).iter().map(Class::to_string).collect();
    near_names(text, &names).join(lang.text("list.comma"))
}

/// Why there is nothing to practise, for people.
pub fn told(error: DrillError, endings: &Endings, lang: Lang) -> DeskFault {
    match error {
        DrillError::NoTable { class } => DeskFault::NoEndingTable {
            class: class.to_string(),
            family: family_of(&class),
            near: near_to(&class.to_string(), endings, lang),
        },
        DrillError::NoPosition { class, longest: None } => {
            DeskFault::NoDrill { class: class.to_string() }
        }
        DrillError::NoPosition { class, longest: Some(longest) } => {
            DeskFault::NoDrillLength { class: class.to_string(), longest }
        }
        DrillError::NoLength { goal: Goal::Draw } => DeskFault::DrawLength,
        DrillError::NoLength { .. } => DeskFault::RuleLength,
    }
}
