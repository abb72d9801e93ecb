//! What recurs in the games of a player, as text.

use std::fmt::{Display, Write};

use crate::common::color::{Ink, Pen};
use crate::common::lang::Lang;

use super::players::{Found, Part, Player};
use super::text::{level, percent};

/// Entries of a list that are shown.
const SHOWN: usize = 6;

/// A few lines about a player.
pub fn text(player: &Player, lang: Lang, pen: Pen) -> String {
    let [won, drawn, lost, open] = player.results;
    let (accuracy, chance) =
        (percent(player.all.accuracy, lang), percent(player.all.loss_chance, lang));
    let values: [(&str, &dyn Display); 10] = [
        ("name", &player.name),
        ("games", &player.all.games),
        ("won", &won),
        ("drawn", &drawn),
        ("lost", &lost),
        ("open", &open),
        ("moves", &player.all.moves),
        ("accuracy", &accuracy),
        ("chance", &chance),
        ("bad", &player.all.bad),
    ];
    let mut text = pen.paint(Ink::Bold, &lang.fill("habits.head", &values)) + "\n";
    let _ = writeln!(text, "  {}", level(player.level, lang));
    let parts = [
        ("habits.phases", &player.phases, "page.phase.by."),
        ("habits.colors", &player.colors, "page."),
        ("habits.openings", &player.openings, "page.opening.by."),
    ];
    for (key, list, names) in parts {
        let told: Vec<String> =
            list.iter().take(SHOWN).map(|part| of_part(part, names, lang)).collect();
        text += &line(key, &told, lang);
    }
    let found = [
        ("habits.kinds", &player.kinds, "page.kind.by."),
        ("habits.missed", &player.missed, "page.pattern.by."),
        ("habits.allowed", &player.allowed, "page.pattern.by."),
    ];
    for (key, list, names) in found {
        let told: Vec<String> =
            list.iter().take(SHOWN).map(|found| of_found(found, names, lang)).collect();
        text += &line(key, &told, lang);
    }
    text
}

/// A line with a list, or nothing.
fn line(key: &str, told: &[String], lang: Lang) -> String {
    match told {
        [] => String::new(),
        told => {
            format!("  {}\n", lang.fill(key, &[("list", &told.join(lang.text("list.separator")))]))
        }
    }
}

fn of_part(part: &Part, names: &str, lang: Lang) -> String {
    let accuracy = percent(part.accuracy, lang);
    let values: [(&str, &dyn Display); 5] = [
        ("name", &lang.text(&format!("{names}{}", part.key))),
        ("games", &part.games),
        ("moves", &part.moves),
        ("accuracy", &accuracy),
        ("bad", &part.bad),
    ];
    lang.fill("habits.part", &values)
}

fn of_found(found: &Found, names: &str, lang: Lang) -> String {
    let name = lang.text(&format!("{names}{}", found.key));
    let values: [(&str, &dyn Display); 2] = [("name", &name), ("n", &found.places.len())];
    lang.fill("habits.found", &values)
}
