//! Errors and notes in another language. They are written in English where they arise, also
//! in the library, which knows no languages. Where they are printed they are compared with the
//! phrases of the catalogue, and what a phrase leaves open is put into its translation. A
//! message, or a part of one, that is no phrase stays English.

use std::fmt::Display;

use super::catalogue::{Phrase, phrases};
use super::{Lang, filled};

/// The most causes of an error that are looked at: a message may quote a file that has
/// any number of colons.
const CAUSES_MAX: usize = 16;
/// The longest phrase in bytes, with what stands in its holes.
const PHRASE_MAX: usize = 4096;

impl Lang {
    /// A message in this language. Parts of it are separated by `: `, as the causes of an
    /// error are.
    pub fn message(self, english: &str) -> String {
        if self == Lang::En {
            return english.to_owned();
        }
        // Each part with its translation, if it has one.
        let mut parts = Vec::new();
        let mut rest = english;
        let last = loop {
            let phrase = self.phrase(rest);
            let cause = rest.split_once(": ").filter(|_| phrase.is_none());
            match cause.filter(|_| parts.len() < CAUSES_MAX) {
                None => break phrase.ok_or(rest),
                Some((first, further)) => {
                    parts.push(self.phrase(first).ok_or(first));
                    rest = further;
                }
            }
        };
        // Words of others stay as they are, the mark between them too.
        let (mut is_known, mut text) = (last.is_ok(), last.unwrap_or_else(str::to_owned));
        for part in parts.into_iter().rev() {
            is_known |= part.is_ok();
            let mark = if is_known { "：" } else { ": " };
            text.insert_str(0, mark);
            text.insert_str(0, part.as_deref().unwrap_or_else(|part| part));
        }
        text
    }

    /// A message that is a single phrase.
    pub fn phrase(self, english: &str) -> Option<String> {
        if english.len() > PHRASE_MAX {
            return None;
        }
        let found = phrases().filter_map(|phrase| Some((phrase, values_of(phrase, english)?)));
        // The one that leaves the least open says the most.
        let (phrase, values) = found.max_by_key(|(phrase, _)| literals(phrase[0]).len())?;
        let values: Vec<(&str, String)> =
            values.into_iter().map(|(name, value)| (name, self.value(name, value))).collect();
        let values: Vec<(&str, &dyn Display)> =
            values.iter().map(|(name, value)| (*name, value as &dyn Display)).collect();
        Some(filled(phrase[self as usize], &values))
    }

    /// What stands in a hole: sides, pieces and reasons are in this language, too.
    fn value(self, name: &str, value: &str) -> String {
        let found = match name {
            "side" => self.find(&format!("side.by.{value}")).map(str::to_owned),
            "piece" => value.split_once(' ').and_then(|(side, kind)| {
                let piece = self.find(&format!("piece.by.{side}.{kind}"))?;
                Some(format!("{}{piece}", self.find(&format!("side.by.{side}"))?))
            }),
            name if is_reason(name) => Some(self.message(value)),
            _ => None,
        };
        found.unwrap_or_else(|| value.to_owned())
    }
}

/// Whether a hole has a message of its own.
fn is_reason(name: &str) -> bool {
    name.starts_with("why")
}

/// A phrase without its holes.
fn literals(pattern: &str) -> String {
    pattern.split('{').map(|part| part.split_once('}').map_or(part, |(_, text)| text)).collect()
}

/// The names and values of the holes of a phrase, if the text is that phrase.
fn values_of<'a>(phrase: &Phrase, text: &'a str) -> Option<Vec<(&'static str, &'a str)>> {
    let mut parts = phrase[0].split('{');
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
        // Otherwise it would swallow the cause that follows.
        if value.is_empty() || (!is_reason(name) && value.contains(": ")) {
            return None;
        }
        values.push((name, value));
    }
    rest.is_empty().then_some(values)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;
    use crate::common::lang::is_chinese;
    use chuhe::board::Setup;
    use chuhe_games::{self, epd::Epd};

    #[test]
    fn messages_are_put_together() {
        let chinese = |text: &str| Lang::ZhHans.message(text);
        for (english, expected) in [
            (
                "--json: cannot write a/b: No such file or directory (os error 2)",
                "--json：无法写入 a/b：没有这个文件或文件夹（系统错误 2）",
            ),
            (
                "games.pgn:2:6: move 2, 'x: y', no legal move of this position",
                "games.pgn:2:6: move 2, 'x: y', no legal move of this position",
            ),
            (
                "left out: a b.pgn:1:1: move 3, 'xyz', not a move: expected one like h2e2, H2-E2, C2.5 or 炮二平五",
                "已略过：a b.pgn:1:1：第 3 步“xyz”，不是着法，应类似 h2e2、H2-E2、C2.5 或 炮二平五",
            ),
            (
                "impossible position: a red king can never stand on a0",
                "局面不成立：红方帅不可能在 a0",
            ),
            (
                "engine a: option Hash: expected a whole number from 1 to 64, found 'x'",
                "引擎 a：选项 Hash 应为 1 至 64 的整数，却是“x”",
            ),
            (
                "option Hash=9 is refused: info string no such option: Hash",
                "引擎拒绝选项 Hash=9：info string no such option: Hash",
            ),
            ("2 of 5 games cannot be read", "5 局中有 2 局无法读取"),
            (
                "a belongs to another match; name another --state: seed: '1' there, '2' here",
                "a 属于另一场比赛，请为 --state 换一个文件：seed：文件中为“1”，此处为“2”",
            ),
            (
                "a belongs to another match; name another -config: seed: '1' there, '2' here",
                "a 属于另一场比赛，请为 -config 换一个文件：seed：文件中为“1”，此处为“2”",
            ),
            (
                "interrupted; the same command goes on where there is a -config",
                "已中断；若有 -config，再次运行同一命令即可继续",
            ),
            ("something else", "something else"),
        ] {
            assert_eq!(chinese(english), expected);
            assert_eq!(Lang::En.message(english), english);
        }
    }

    /// What a file holds decides how long a message is and how many parts it has.
    #[test]
    fn messages_of_any_length_are_put_together() {
        let causes = "a: ".repeat(1_000_000);
        let message = format!("cannot read x: {causes}");
        assert_eq!(Lang::ZhHans.message(&message), format!("无法读取 x：{causes}"));
        assert_eq!(Lang::ZhHans.message(&causes), causes);
        let nested = "it cannot be read: ".repeat(1_000_000);
        assert!(Lang::ZhHans.message(&nested).ends_with("read: "));
    }

    #[test]
    fn every_phrase_is_there_in_every_language() {
        let mut seen = std::collections::BTreeSet::new();
        for phrase in phrases() {
            assert!(seen.insert(phrase[0]), "{} is there twice", phrase[0]);
            let holes = |text: &str| {
                let mut names: Vec<String> = text
                    .split('{')
                    .skip(1)
                    .filter_map(|rest| Some(rest.split_once('}')?.0.to_owned()))
                    .collect();
                names.sort();
                names
            };
            for text in &phrase[1..] {
                // Two names and a reason have only the marks of the language.
                assert!(is_chinese(text) || text.contains(['“', '「']), "{text}");
                let known = holes(phrase[0]);
                assert!(holes(text).iter().all(|name| known.contains(name)), "{text}");
            }
        }
    }

    /// What the library says of faulty input.
    #[test]
    fn faults_of_input_are_translated() {
        let fens = [
            "",
            "9/9 w",
            "9/9/9/9/9/9/9/9/9/8 w",
            "x8/9/9/9/9/9/9/9/9/9 w",
            "3k5/9/9/9/9/9/9/9/9/4K4",
            "3k5/9/9/9/9/9/9/9/9/4K4 x",
            "3k5/9/9/9/9/9/9/9/9/4K4 w - - -1 1",
            "3k5/9/9/9/9/9/9/9/9/4K4 w moves",
            "K2k5/9/9/9/9/9/9/9/9/9 w",
            "3k5/9/9/9/9/9/9/9/9/RRRK5 w",
            "9/9/9/9/9/9/9/9/9/4K4 w",
            "3k5/9/9/9/9/9/9/9/9/3K5 w",
            "3k5/9/9/9/9/9/9/9/9/3RK4 w",
        ];
        let fen_faults = fens.iter().map(|fen| match fen.parse::<Setup>() {
            Ok(setup) => setup.to_board().unwrap_err().to_string(),
            Err(error) => error.to_string(),
        });
        let games = [
            "[x",
            "[Game \"Chess\"]\n1. e4 *",
            "{ a",
            "[A \"b\"]\n1. (h2e2",
            "h2e2 h2e2",
            "h2e2 xyz",
            "[DhtmlXQ_binit]12[/DhtmlXQ_binit]",
            "[DhtmlXQ_movelist]12[/DhtmlXQ_movelist]",
        ];
        let game_faults = games
            .iter()
            .flat_map(|text| chuhe_games::read(text))
            .filter_map(|game| game.and_then(|game| game.replay(usize::MAX, None)).err())
            .map(|fault| fault.kind.to_string());
        let xqf_faults = ["XQ\u{a}", "XQ"]
            .iter()
            .filter_map(|text| chuhe_games::xqf::read(text.as_bytes()).err())
            .map(|fault| fault.kind.to_string());
        let epd = Epd::read("3k5/9/9/9/9/9/9/9/9/4K4 w id \"x", 1)
            .err()
            .map(|fault| fault.kind.to_string());
        let faults: Vec<String> =
            fen_faults.chain(game_faults).chain(xqf_faults).chain(epd).collect();
        assert!(faults.len() > 18, "{faults:?}");
        for fault in faults {
            let text = Lang::ZhHans.message(&fault);
            assert!(text.split('：').all(is_chinese), "{fault} -> {text}");
        }
    }

    /// The first text with a blank in the arguments of each macro or function that makes errors
    /// and notes.
    fn messages_of(source: &str) -> Vec<String> {
        let code = source.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
        let makers = [
            "bail!(",
            "anyhow!(",
            "ensure!(",
            "remark!(",
            "remark(&format!(",
            "context(",
            "context(|| format!(",
            "warnings.push(format!(",
        ];
        let mut found = Vec::new();
        for maker in makers {
            for (at, _) in code.match_indices(maker) {
                let arguments = code[at + maker.len()..].split(");").next().unwrap_or_default();
                let arguments = arguments.split("\n    }").next().unwrap_or_default();
                let arguments = arguments.split(".context(").next().unwrap_or_default();
                let text = arguments.split('"').skip(1).step_by(2).find(|text| text.contains(' '));
                found.extend(
                    text.map(|text| text.split("\\\n").map(str::trim_start).collect::<String>()),
                );
            }
        }
        found
    }

    #[test]
    fn errors_and_notes_of_the_tools_for_players_are_phrases() {
        let tools = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let mut files: Vec<_> = [
            "common/input",
            "common/output",
            "common/signals",
            "desk/board",
            "desk/epd",
            "desk/judge",
            "desk/manual",
            "desk/notation",
            "desk/solve",
        ]
        .iter()
        .map(|name| tools.join(format!("{name}.rs")))
        .collect();
        for folder in ["desk/analyze", "desk/play", "lab/arena"] {
            files.extend(
                fs::read_dir(tools.join(folder))
                    .unwrap()
                    .map(|entry| entry.unwrap().path())
                    .filter(|path| path.is_file()),
            );
        }
        for path in files {
            for message in messages_of(&fs::read_to_string(&path).unwrap()) {
                // What a hole will have is a number, or a name that is no phrase.
                let mut parts = message.split('{');
                let mut text = parts.next().unwrap_or_default().to_owned();
                for part in parts {
                    text += "7";
                    text += part.split_once('}').map_or("", |(_, rest)| rest);
                }
                let is_word =
                    |word: &str| word.len() > 2 && word.bytes().all(|b| b.is_ascii_lowercase());
                // What has no words, such as the name of an option, needs no translation.
                let has_words = text.split(' ').any(is_word);
                let is_known = !has_words || is_chinese(&Lang::ZhHans.message(&text));
                assert!(is_known, "{}: no phrase for '{message}'", path.display());
            }
        }
    }
}
