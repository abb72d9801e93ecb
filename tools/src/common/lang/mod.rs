//! The languages of what people read: tables, reports, verdicts. Protocols, options and
//! files for programs are the same in all of them.

mod catalogue;
pub mod help;
mod library_errors;
mod message;

use std::collections::BTreeMap;
use std::env;
use std::ffi::OsString;
use std::fmt::Display;
use std::str::FromStr;
use std::sync::LazyLock;

use clap::Args;

use chuhe::notation::Style;

use crate::common::invocation::fastchess_options;
use catalogue::{entries, faults};
pub use catalogue::{files, matches};
use files::FileFault;
pub use library_errors::said;
pub use message::{Context, Say, Told};

use chuhe_games::review::LIMITS;
use chuhe_games::review::level::LEAST_MOVES;
use chuhe_games::words::Language;
pub use chuhe_games::words::filled;

/// A language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Chinese in simplified characters.
    ZhHans,
    /// Chinese in traditional characters.
    ZhHant,
    /// Vietnamese.
    Vi,
}

/// The option that chooses it.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct LangArgs {
    /// Language of texts: en, zh-Hans, zh-Hant or vi [default: that of the locale]
    #[arg(long, value_name = "LANG", global = true)]
    lang: Option<Lang>,
}

impl LangArgs {
    /// The language wanted, or that of the locale.
    pub fn get(self) -> Lang {
        self.lang.unwrap_or_else(Lang::of_locale)
    }
}

/// The language of the process, of its errors, notes and progress: that of the command line
/// or of the locale. What speaks to other programs is English.
pub fn process_lang() -> Lang {
    static LANG: LazyLock<Lang> = LazyLock::new(|| {
        let words: Vec<OsString> = env::args_os().collect();
        if fastchess_options(&words).is_some() { Lang::En } else { Lang::of_words(&words) }
    });
    *LANG
}

impl Lang {
    /// All of them, in the order of the catalogue's columns.
    pub const ALL: [Lang; 4] = [Lang::En, Lang::ZhHans, Lang::ZhHant, Lang::Vi];

    /// Its tag, as the attribute `lang` of a page has it.
    pub fn tag(self) -> &'static str {
        match self {
            Lang::En => "en",
            Lang::ZhHans => "zh-Hans",
            Lang::ZhHant => "zh-Hant",
            Lang::Vi => "vi",
        }
    }

    /// The language of the environment: `LC_ALL`, `LC_MESSAGES` or `LANG`, the first that
    /// is set.
    pub fn of_locale() -> Lang {
        let names = ["LC_ALL", "LC_MESSAGES", "LANG"];
        let set =
            names.iter().filter_map(|name| env::var(name).ok()).find(|value| !value.is_empty());
        set.map_or(Lang::En, |locale| Lang::of_name(&locale))
    }

    /// The language that the words of a command line ask for, or that of the locale: errors
    /// about the command line itself are in it, too.
    pub fn of_words(words: &[OsString]) -> Lang {
        let words: Vec<_> = words.iter().map(|word| word.to_string_lossy()).collect();
        let wanted = words.iter().enumerate().find_map(|(i, word)| match word.as_ref() {
            "--lang" => words.get(i + 1).map(AsRef::as_ref),
            word => word.strip_prefix("--lang="),
        });
        wanted.and_then(|name| name.parse().ok()).unwrap_or_else(Lang::of_locale)
    }

    /// The language of a locale such as `zh_TW.UTF-8`; English when it is another.
    fn of_name(locale: &str) -> Lang {
        let name = locale.split(['.', '@']).next().unwrap_or_default().replace('_', "-");
        let mut parts = name.split('-').map(str::to_ascii_lowercase);
        match parts.next().as_deref() {
            Some("zh") => {}
            Some("vi") => return Lang::Vi,
            _ => return Lang::En,
        }
        match parts.any(|part| ["hant", "tw", "hk", "mo"].contains(&part.as_str())) {
            true => Lang::ZhHant,
            false => Lang::ZhHans,
        }
    }

    /// The same as the library for games knows it.
    pub fn language(self) -> Language {
        Language::ALL[self as usize]
    }

    /// How moves are written where nothing else is wanted.
    pub fn style(self) -> Style {
        match self {
            Lang::ZhHant => Style::Traditional,
            Lang::En | Lang::ZhHans => Style::Simplified,
            Lang::Vi => Style::Vietnamese,
        }
    }

    /// The same for tools that write moves in another style in English.
    pub fn style_or(self, english: Style) -> Style {
        if self == Lang::En { english } else { self.style() }
    }

    /// The text of a key, if the catalogue has it.
    pub fn find(self, key: &str) -> Option<&'static str> {
        let found = entries().find(|(known, _)| *known == key);
        found.map(|(_, texts)| texts[self as usize])
    }

    /// The text of a key.
    ///
    /// # Panics
    /// When the catalogue has no such key, which a test excludes.
    pub fn text(self, key: &str) -> &'static str {
        self.find(key).unwrap_or_else(|| panic!("no text '{key}'"))
    }

    /// The text of a key with values in the place of `{name}`.
    pub fn fill(self, key: &str, values: &[(&str, &dyn Display)]) -> String {
        filled(self.text(key), values)
    }

    /// Limits of searches as files have them, such as `100 ms, depth 7`, in this language.
    pub fn limits(self, english: &str) -> String {
        let part = |part: &str| {
            let units = ["ms", "move", "depth", "nodes"].map(|unit| format!("limit.by.{unit}"));
            let found = units.iter().find_map(|key| {
                let any = Lang::En.fill(key, &[("n", &"?")]);
                let (before, after) = any.split_once('?')?;
                let number = part.strip_prefix(before)?.strip_suffix(after)?;
                Some(self.fill(key, &[("n", &number)]))
            });
            found.unwrap_or_else(|| part.to_owned())
        };
        english.split(", ").map(part).collect::<Vec<_>>().join(self.text("list.comma"))
    }

    /// The mark between a cause and what it led to; that of English where one of both is.
    fn mark(self, is_translated: bool) -> &'static str {
        if is_translated { self.colon() } else { ": " }
    }

    /// The colon, with the blank behind it that the language wants.
    pub fn colon(self) -> &'static str {
        match self {
            Lang::En | Lang::Vi => ": ",
            Lang::ZhHans | Lang::ZhHant => "：",
        }
    }

    /// The texts whose keys begin with `page.`, for the scripts of a page, and the limits that
    /// those ask for.
    pub fn page_texts(self) -> BTreeMap<&'static str, String> {
        let texts = entries().filter_map(|(key, texts)| {
            key.strip_prefix("page.").map(|key| (key, texts[self as usize]))
        });
        with_limits(texts)
    }

    /// What the engine of a page says of faults: in English, with names in braces for what
    /// differs, and in this language. None where that is English.
    pub fn fault_texts(self) -> Vec<[&'static str; 2]> {
        let own = faults().map(|phrase| [phrase[0], phrase[self as usize]]);
        own.filter(|_| self != Lang::En).collect()
    }

    /// All texts, for a page that uses those of tools as well; the prefix `page.` is left
    /// out.
    pub fn all_texts(self) -> BTreeMap<&'static str, String> {
        with_limits(
            entries().map(|(key, texts)| {
                (key.strip_prefix("page.").unwrap_or(key), texts[self as usize])
            }),
        )
    }

    /// The text of a key with the limits of reports, such as the loss that makes a mistake.
    pub fn with_limits(self, key: &str) -> String {
        limits_in(self.text(key))
    }
}

/// The numbers by which moves are judged, by their names in texts.
fn limits() -> impl Iterator<Item = (&'static str, f64)> {
    LIMITS.into_iter().chain([("limit_moves", LEAST_MOVES as f64)])
}

fn limits_in(text: &str) -> String {
    let numbers: Vec<(&str, f64)> = limits().collect();
    let values: Vec<(&str, &dyn Display)> =
        numbers.iter().map(|(name, number)| (*name, number as &dyn Display)).collect();
    filled(text, &values)
}

/// Texts with the limits in them, and the limits alone.
fn with_limits(
    texts: impl Iterator<Item = (&'static str, &'static str)>,
) -> BTreeMap<&'static str, String> {
    let alone = limits().map(|(name, number)| (name, number.to_string()));
    texts.map(|(key, text)| (key, limits_in(text))).chain(alone).collect()
}

impl FromStr for Lang {
    type Err = Told;

    fn from_str(text: &str) -> Result<Lang, Told> {
        let found = Lang::ALL.into_iter().find(|lang| lang.tag().eq_ignore_ascii_case(text));
        match found {
            Some(lang) => Ok(lang),
            None if Lang::of_name(text) != Lang::En => Ok(Lang::of_name(text)),
            None => Err(FileFault::Language.into()),
        }
    }
}

/// Whether a text has Chinese characters.
#[cfg(test)]
pub fn is_chinese(text: &str) -> bool {
    text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c))
}

/// Whether a text has letters that Vietnamese has and English has not.
#[cfg(test)]
pub fn is_vietnamese(text: &str) -> bool {
    text.chars().any(|c| matches!(c, 'À'..='ỹ') && c.is_alphabetic())
}

/// How many columns of a terminal a text takes: Chinese characters take two.
pub fn width(text: &str) -> usize {
    let is_wide = |c: char| matches!(u32::from(c), 0x1100..=0x115f | 0x2e80..=0xa4cf | 0xac00..=0xd7a3 | 0xf900..=0xfaff | 0xfe30..=0xfe6f | 0xff00..=0xff60 | 0xffe0..=0xffe6);
    text.chars().map(|c| if is_wide(c) { 2 } else { 1 }).sum()
}

/// A text with blanks behind it up to a number of columns.
pub fn padded(text: &str, columns: usize) -> String {
    format!("{text}{}", " ".repeat(columns.saturating_sub(width(text))))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::{Path, PathBuf};

    use super::*;
    use chuhe_games::words;

    #[test]
    fn locales_choose_the_language() {
        for (name, lang) in [
            ("zh_CN.UTF-8", Lang::ZhHans),
            ("zh_SG", Lang::ZhHans),
            ("zh", Lang::ZhHans),
            ("zh_TW.UTF-8", Lang::ZhHant),
            ("zh_HK@big5", Lang::ZhHant),
            ("zh-Hant-CN", Lang::ZhHant),
            ("vi_VN.UTF-8", Lang::Vi),
            ("vi", Lang::Vi),
            ("C.UTF-8", Lang::En),
            ("de_DE", Lang::En),
            ("", Lang::En),
        ] {
            assert_eq!(Lang::of_name(name), lang, "{name}");
        }
        for lang in Lang::ALL {
            assert_eq!(lang.tag().parse().ok(), Some(lang));
        }
        assert_eq!("zh-tw".parse().ok(), Some(Lang::ZhHant));
        assert_eq!("vi-VN".parse().ok(), Some(Lang::Vi));
        assert!("fr".parse::<Lang>().is_err());
        assert_eq!((width("a车９"), padded("车", 4).as_str()), (5, "车  "));
    }

    #[test]
    fn a_value_with_braces_stays_as_it_is() {
        let values: [(&str, &dyn Display); 2] = [("path", &"{why}.txt"), ("why", &"{path}")];
        assert_eq!(filled("{path}: {why} {{other} {", &values), "{why}.txt: {path} {{other} {");
        let [a, b, path] = ["{b}", "x", "{a}"].map(String::from);
        let fault = FileFault::SameFile { a, b, path: path.into() };
        assert_eq!(fault.say(Lang::ZhHans), "{b} 与 x 指向同一文件 {a}");
    }

    /// The names in braces of a text.
    fn holes(text: &str) -> BTreeSet<&str> {
        text.split('{').skip(1).filter_map(|rest| rest.split(['}', '|']).next()).collect()
    }

    #[test]
    fn a_word_follows_its_number() {
        let text = |n: usize| filled("{n} {n|move looks|moves look} {x|a|b}.", &[("n", &n)]);
        assert_eq!(text(0), "0 moves look {x|a|b}.");
        assert_eq!(text(1), "1 move looks {x|a|b}.");
        assert_eq!(text(11), "11 moves look {x|a|b}.");
        let told = |n| matches::Count::Games { n }.say(Lang::En);
        assert_eq!([told(0), told(1), told(2)], ["0 games", "1 game", "2 games"]);
    }

    /// Whether the first or the second of some words is a plural, "games" or "different games",
    /// and nothing ends before it.
    fn begins_with_plural(words: &str) -> bool {
        let no_plurals = ["is", "has", "does", "was", "takes", "needs", "loses", "vs", "cp", "ms"];
        for word in words.split(' ').take(2) {
            let bare = word.trim_end_matches([',', ';', ':', '.', ')']);
            if bare.len() > 1 && bare.ends_with('s') && !no_plurals.contains(&bare) {
                return bare.chars().all(|c| c.is_ascii_lowercase());
            }
            if bare != word || !bare.chars().all(|c| c.is_ascii_lowercase()) {
                break;
            }
        }
        false
    }

    /// Where a number stands before a plural that it does not choose, 1 would be wrong.
    #[test]
    fn no_number_stands_before_a_plural() {
        // Limits are more than 1; the last two are a bar of progress and a depth.
        let no_numbers =
            ["path", "name", "format", "side", "text", "file", "move", "len", "depth", "class"];
        let is_free = |hole: &str| {
            !hole.contains('|') && !hole.starts_with("limit_") && !no_numbers.contains(&hole)
        };
        let messages = files::TEXTS.iter().chain(matches::TEXTS).map(|texts| texts[0]);
        for text in entries().map(|(_, texts)| texts[0]).chain(messages) {
            let holes = text.split('{').skip(1).filter_map(|part| part.split_once("} "));
            for (hole, rest) in holes {
                assert!(!is_free(hole) || !begins_with_plural(rest), "{hole}: {text}");
            }
        }
        assert!(begins_with_plural("games (won"), "a plural is not seen");
        assert!(begins_with_plural("different openings"), "a plural is not seen");
    }

    #[test]
    fn every_text_is_there_in_every_language() {
        let mut keys = BTreeSet::new();
        for (key, texts) in entries() {
            assert!(keys.insert(*key), "{key} is there twice");
            for text in texts {
                assert!(!text.is_empty(), "{key}");
                assert_eq!(holes(text), holes(texts[0]), "{key}");
            }
            assert!(!is_chinese(texts[0]), "{key}");
        }
    }

    #[test]
    fn every_message_is_there_in_every_language() {
        let is_text = |c: char| c.is_ascii_alphabetic();
        let all: Vec<_> = files::TEXTS.iter().chain(matches::TEXTS).collect();
        assert!(all.len() > 130, "{}", all.len());
        for [english, chinese @ .., vietnamese] in all {
            let words = english.split(['{', '}']).step_by(2).collect::<String>();
            for text in chinese {
                assert_eq!(holes(text), holes(english), "{english}");
                let is_translated = is_chinese(text) || text.contains(['“', '「']);
                assert!(is_translated || !words.contains(is_text), "{text}");
            }
            assert_eq!(holes(vietnamese), holes(english), "{english}");
            let is_translated = is_vietnamese(vietnamese) || !words.contains(is_text);
            assert!(
                is_translated && !is_chinese(&vietnamese.replace("炮二平五", "")),
                "{vietnamese}"
            );
            assert!(!english.is_empty() && !is_chinese(english), "{english}");
        }
    }

    fn files(folder: &Path) -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
    }

    /// Texts of all sources but the catalogue, and whether they are scripts.
    fn sources() -> Vec<(bool, String)> {
        let tools = Path::new(env!("CARGO_MANIFEST_DIR"));
        let is_own = |path: &PathBuf| path.components().any(|part| part.as_os_str() == "lang");
        let folders = ["src", "../web/page"].into_iter();
        let others = folders.flat_map(|folder| files(&tools.join(folder)));
        let others = others.filter(|path| !is_own(path));
        let read = |path: PathBuf| {
            let is_script = path.extension().is_some_and(|end| end == "js");
            Some((is_script, fs::read_to_string(path).ok()?))
        };
        others.filter_map(read).collect()
    }

    #[test]
    fn what_is_asked_for_is_there_and_nothing_else() {
        let sources = sources();
        let is_limit =
            |key: &str| limits().any(|(known, _)| key.strip_prefix("page.") == Some(known));
        let is_known = |key: &str| entries().any(|(known, _)| *known == key) || is_limit(key);
        for (is_script, text) in &sources {
            let (starts, quote, prefix): (&[&str], _, _) = match is_script {
                true => (&["say('"], '\'', "page."),
                false => (&["lang.text(\"", "lang.fill(\"", "process_lang().text(\""], '"', ""),
            };
            for start in starts {
                for (at, _) in text.match_indices(start) {
                    let rest = &text[at + start.len()..];
                    let key = format!("{prefix}{}", rest.split(quote).next().unwrap_or_default());
                    assert!(is_known(&key) || key.contains(".by."), "no text '{key}'");
                }
            }
        }
        let is_elsewhere = |key: &str| words::TEXTS.iter().any(|(known, _)| *known == key);
        for (key, _) in entries().filter(|(key, _)| !is_elsewhere(key)) {
            let literal = match key.strip_prefix("page.") {
                Some(key) => format!("say('{key}'"),
                None => format!("\"{}\"", key),
            };
            let is_used = sources.iter().any(|(_, text)| text.contains(&literal));
            assert!(is_used || key.contains(".by."), "nobody uses '{key}'");
        }
    }
}
