//! The commands of the program by who uses them, for its help.

use std::fmt::Write;

use clap::Command;

use crate::common::lang::help::phrase_or;
use crate::common::lang::{Lang, padded};

/// A heading and the commands below it.
type Group = (&'static str, &'static [&'static str]);

/// All commands, as `docs/commands.md` has them.
const GROUPS: [Group; 3] = [
    (
        "For players and analysts",
        &[
            "play", "analyze", "board", "book", "endings", "epd", "games", "judge", "notation",
            "puzzles", "solve",
        ],
    ),
    (
        "For engine authors",
        &[
            "eval",
            "bench",
            "perft",
            "match",
            "openings",
            "datagen",
            "relabel",
            "train",
            "net",
            "fit-levels",
            "fit-wdl",
            "ladder",
            "levels",
            "tune-search",
        ],
    ),
    ("For the shell", &["completions", "man", "help"]),
];

/// Columns of the names.
const NAMES: usize = 11;

/// The program, whose help lists its commands in groups.
pub fn grouped(mut program: Command, lang: Lang) -> Command {
    program.build(); // adds the command `help`
    let mut text = String::new();
    for (heading, names) in GROUPS {
        let _ = writeln!(text, "{}{}", phrase_or(heading, lang), lang.colon().trim_end());
        for name in names {
            // One may be left out of a build.
            let Some(command) = program.find_subcommand(name) else { continue };
            let about = command.get_about().map(ToString::to_string).unwrap_or_default();
            let _ = writeln!(text, "  {}  {}", padded(name, NAMES), phrase_or(&about, lang));
        }
        text.push('\n');
    }
    let text = text.replace(['{', '}'], "");
    program.help_template(format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{text}Options:\n{{options}}"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program;

    #[test]
    fn every_command_is_in_one_group_as_in_the_document() {
        let all: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| *names).copied().collect();
        let mut program = program();
        program.build();
        for command in program.get_subcommands() {
            let count = all.iter().filter(|name| **name == command.get_name()).count();
            assert_eq!(count, 1, "{}", command.get_name());
        }
        let document = include_str!("../../docs/commands.md");
        let mut rest = document;
        for (heading, names) in GROUPS {
            rest = &rest[rest.find(&format!("## {heading}\n")).unwrap()..];
            for name in names.iter().filter(|name| **name != "help") {
                rest = &rest[rest.find(&format!("| `chuhe {name}")).unwrap()..];
            }
        }
        let help = grouped(program, Lang::Vi).render_help().to_string();
        let place = |part: &str| help.find(part).unwrap_or_else(|| panic!("{part}: {help}"));
        assert!(place("\n  play ") < place("\n  eval ") && place("\n  eval ") < place("\n  man "));
        assert!(!help.contains("For players"), "{help}");
    }
}
