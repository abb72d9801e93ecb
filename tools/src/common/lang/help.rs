//! The help of commands and the errors about the command line in another language. Summaries and
//! helps are phrases of the catalogue; what clap adds in its own words is replaced line by line.

use clap::{Arg, Command};

use super::Lang;

/// The commands whose help, errors and notes are in every language; of the others only the
/// summary is.
pub const TRANSLATED: [&str; 8] =
    ["analyze", "board", "epd", "judge", "match", "notation", "play", "solve"];

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
    let phrase = |text: &str| lang.phrase(text).unwrap_or_else(|| text.to_owned());
    text.split("\n\n").map(phrase).collect::<Vec<_>>().join("\n\n")
}

/// What clap has made of a translated command, with its own words in the language as well.
pub fn rendered(text: &str, lang: Lang) -> String {
    text.split('\n').map(|line| rendered_line(line, lang)).collect::<Vec<_>>().join("\n")
}

fn rendered_line(line: &str, lang: Lang) -> String {
    let words = line.trim_start();
    let indent = &line[..line.len() - words.len()];
    let word = |text: &str| lang.phrase(text).unwrap_or_else(|| text.to_owned());
    // `Options:`, `error: …`, `Usage: …`, `tip: …`.
    for head in ["Options", "Arguments", "Commands", "Possible values", "Usage", "error", "tip"] {
        if let Some(rest) = words.strip_prefix(head).and_then(|rest| rest.strip_prefix(':')) {
            let rest = rest.trim_start();
            let rest = if head == "Usage" { usage(rest, lang) } else { lang.message(rest) };
            return format!("{indent}{}：{rest}", word(head));
        }
    }
    // `- red:   The person plays Red`.
    if let Some((name, help)) = words.strip_prefix("- ").and_then(|rest| rest.split_once(": ")) {
        return format!("{indent}- {name}: {}", lang.message(help.trim_start()));
    }
    // `-h, --help  Print help`, `help  Print this message …`, and a phrase of its own.
    let (name, help) = words.rsplit_once("  ").unwrap_or(("", words));
    let translated = lang.phrase(help).map(|help| match name {
        "" => format!("{indent}{help}"),
        _ => format!("{indent}{name}  {help}"),
    });
    let line = translated.unwrap_or_else(|| line.to_owned());
    ["[default: ", "[possible values: "].iter().fold(line, |line, part| {
        let plain = part.trim_end_matches(": ");
        line.replace(part, &format!("{}：", word(plain)))
    })
}

fn usage(text: &str, lang: Lang) -> String {
    ["[OPTIONS]", "[COMMAND]", "<COMMAND>"].iter().fold(text.to_owned(), |text, word| {
        text.replace(word, &lang.phrase(word).unwrap_or_else(|| (*word).to_owned()))
    })
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
            assert_eq!(rendered_line(line, Lang::ZhHans), expected);
        }
    }
}
