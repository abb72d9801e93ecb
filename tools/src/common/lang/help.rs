//! The help of commands and the errors about the command line in another language. Clap owns
//! these texts: it keeps summaries and helps, and makes its errors from words of its own. So
//! they are phrases of the catalogue, known by their English, and what clap has rendered is
//! replaced line by line. Only the reason for which a value is refused is an error of ours.

use std::error::Error;
use std::ffi::OsString;
use std::fmt::Display;

use clap::{Arg, Command};

use super::catalogue::phrases;
use super::library_errors::translated as known;
use super::{Lang, filled};

/// The commands whose help, errors and notes are in every language; of the others only the
/// summary is.
pub const TRANSLATED: [&str; 10] =
    ["analyze", "board", "epd", "games", "judge", "match", "notation", "play", "puzzles", "solve"];

/// Whether a command line asks for help.
pub fn is_asked(words: &[OsString]) -> bool {
    let mut words = words.iter().skip(1).take_while(|word| *word != "--");
    let is_option = |word: &OsString| word == "--help" || word == "-h";
    words.clone().any(is_option) || words.next().is_some_and(|word| word == "help")
}

/// Whether the help of the command that a command line names is in every language; so is that of
/// the program.
pub fn is_translated(words: &[OsString]) -> bool {
    let is_name = |word: &&OsString| *word != "help" && !word.to_string_lossy().starts_with('-');
    let name = words.iter().skip(1).find(is_name).and_then(|name| name.to_str());
    name.is_none_or(|name| TRANSLATED.contains(&name))
}

/// A command with summaries and helps in a language.
pub fn translated(mut command: Command, lang: Lang) -> Command {
    let about = command.get_about().map(|text| paragraphs(&text.to_string(), lang));
    if let Some(about) = about {
        command = command.about(about);
    }
    let about = command.get_long_about().map(|text| paragraphs(&text.to_string(), lang));
    if let Some(about) = about {
        command = command.long_about(about);
    }
    command
        .mut_args(|arg| translated_arg(arg, lang))
        .mut_subcommands(|command| translated(command, lang))
}

fn translated_arg(mut arg: Arg, lang: Lang) -> Arg {
    let help = arg.get_help().map(|text| paragraphs(&text.to_string(), lang));
    if let Some(help) = help {
        arg = arg.help(help);
    }
    let help = arg.get_long_help().map(|text| paragraphs(&text.to_string(), lang));
    match help {
        Some(help) => arg.long_help(help),
        None => arg,
    }
}

/// Each paragraph in the language, as far as the catalogue has it.
fn paragraphs(text: &str, lang: Lang) -> String {
    text.split("\n\n").map(|part| phrase_or(part, lang)).collect::<Vec<_>>().join("\n\n")
}

/// What clap has made of a translated command, with its own words in the language as well.
pub fn rendered(error: &clap::Error, lang: Lang) -> String {
    let reason = error.source().and_then(|why| Some((why.to_string(), known(why, lang)?)));
    let reason = reason.as_ref().map(|(english, text)| (english.as_str(), text.as_str()));
    let text = error.render().to_string();
    let lines: Vec<_> = text.split('\n').map(|line| rendered_line(line, reason, lang)).collect();
    lines.join("\n")
}

/// A line of it; a reason of ours is given in English and in the language.
fn rendered_line(line: &str, reason: Option<(&str, &str)>, lang: Lang) -> String {
    let words = line.trim_start();
    let indent = &line[..line.len() - words.len()];
    let word = |text: &str| match reason {
        Some((english, text_of_ours)) if english == text => text_of_ours.to_owned(),
        _ => phrase_or(text, lang),
    };
    // `Options:`, `error: …`, `Usage: …`, `tip: …`.
    for head in ["Options", "Arguments", "Commands", "Possible values", "Usage", "error", "tip"] {
        if let Some(rest) = words.strip_prefix(head).and_then(|rest| rest.strip_prefix(':')) {
            let rest = rest.trim_start();
            let rest = match (head, rest.split_once("': ")) {
                ("Usage", _) => usage(rest, lang),
                ("error", Some((refused, why))) => {
                    format!("{}{}{}", word(&format!("{refused}'")), lang.colon(), word(why))
                }
                _ => word(rest),
            };
            let colon = if rest.is_empty() { lang.colon().trim_end() } else { lang.colon() };
            return format!("{indent}{}{colon}{rest}", word(head));
        }
    }
    // `- red:   The person plays Red`.
    if let Some((name, help)) = words.strip_prefix("- ").and_then(|rest| rest.split_once(": ")) {
        return format!("{indent}- {name}: {}", word(help.trim_start()));
    }
    // `-h, --help  Print help`, `help  Print this message …`, and a phrase of its own.
    let (name, help) = words.rsplit_once("  ").unwrap_or(("", words));
    let translated = phrase(help, lang).map(|help| match name {
        "" => format!("{indent}{help}"),
        _ => format!("{indent}{name}  {help}"),
    });
    let line = translated.unwrap_or_else(|| line.to_owned());
    ["[default: ", "[possible values: "].iter().fold(line, |line, part| {
        let plain = part.trim_end_matches(": ");
        line.replace(part, &format!("{}{}", word(plain), lang.colon()))
    })
}

fn usage(text: &str, lang: Lang) -> String {
    ["[OPTIONS]", "[COMMAND]", "<COMMAND>"]
        .iter()
        .fold(text.to_owned(), |text, word| text.replace(word, &phrase_or(word, lang)))
}

/// A text in the language, if it is a phrase, with what stands in its holes.
fn phrase(english: &str, lang: Lang) -> Option<String> {
    let found = phrases().filter_map(|phrase| Some((phrase, values_of(phrase[0], english)?)));
    // The one that leaves the least open says the most.
    let (phrase, values) = found.max_by_key(|(phrase, _)| literals(phrase[0]).len())?;
    let values: Vec<(&str, &dyn Display)> =
        values.iter().map(|(name, value)| (*name, value as &dyn Display)).collect();
    Some(filled(phrase[lang as usize], &values))
}

/// A text in the language, or as it is.
pub fn phrase_or(english: &str, lang: Lang) -> String {
    phrase(english, lang).unwrap_or_else(|| english.to_owned())
}

/// A phrase without its holes.
fn literals(pattern: &str) -> String {
    pattern.split('{').map(|part| part.split_once('}').map_or(part, |(_, text)| text)).collect()
}

/// The names and values of the holes of a phrase, if the text is that phrase.
pub fn values_of<'a>(phrase: &'static str, text: &'a str) -> Option<Vec<(&'static str, &'a str)>> {
    let mut parts = phrase.split('{');
    let mut rest = text.strip_prefix(parts.next()?)?;
    let mut values = Vec::new();
    let mut parts = parts.peekable();
    while let Some(part) = parts.next() {
        let (name, literal) = part.split_once('}')?;
        let end = match parts.peek() {
            None => rest.len().checked_sub(literal.len())?,
            Some(_) => rest.find(literal)?,
        };
        let value = rest.get(..end)?;
        rest = rest.get(end..)?.strip_prefix(literal)?;
        if value.is_empty() {
            return None;
        }
        values.push((name, value));
    }
    rest.is_empty().then_some(values)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_clap_are_replaced() {
        for (line, expected) in [
            ("Usage: chuhe judge [OPTIONS] <FILE>...", "用法：chuhe judge [选项] <FILE>..."),
            (
                "error: invalid value '0' for '--depth <N>': 0 is not in 1..=127",
                "错误：“--depth <N>”的值“0”无效：0 不在 1..=127 之内",
            ),
            ("  -h, --help  Print help", "  -h, --help  显示帮助"),
            ("          [default: 1]", "          [默认：1]"),
            ("For more information, try '--help'.", "详情请看“--help”。"),
            (
                "          - red:   The person plays Red and moves first",
                "          - red: 您执红先行",
            ),
            ("Options:", "选项："),
        ] {
            assert_eq!(rendered_line(line, None, Lang::ZhHans), expected);
        }
    }
}
