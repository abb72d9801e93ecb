//! Verdicts, sides and pieces in the words of people, in several languages.

use std::fmt::Display;
use std::str::FromStr;

use chuhe::rules::{Outcome, Reason, Verdict};
use chuhe::types::{Color, Piece};

/// A language of sentences.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Chinese in simplified characters.
    Simplified,
    /// Chinese in traditional characters.
    Traditional,
    /// Vietnamese.
    Vietnamese,
}

impl Language {
    /// All of them, in the order of the columns of tables.
    pub const ALL: [Language; 4] =
        [Language::English, Language::Simplified, Language::Traditional, Language::Vietnamese];

    /// Its tag: `en`, `zh-Hans`, `zh-Hant` or `vi`.
    pub const fn tag(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Simplified => "zh-Hans",
            Language::Traditional => "zh-Hant",
            Language::Vietnamese => "vi",
        }
    }
}

/// Reads a tag, in either case; other tags of Chinese by their script or region.
impl FromStr for Language {
    type Err = LanguageError;

    fn from_str(text: &str) -> Result<Language, LanguageError> {
        let mut parts = text.split(['-', '_']).map(str::to_ascii_lowercase);
        match parts.next().as_deref() {
            Some("en") => Ok(Language::English),
            Some("vi") => Ok(Language::Vietnamese),
            Some("zh") => {
                let is_traditional =
                    parts.any(|part| ["hant", "tw", "hk", "mo"].contains(&part.as_str()));
                Ok(if is_traditional { Language::Traditional } else { Language::Simplified })
            }
            _ => Err(LanguageError),
        }
    }
}

/// The text names no language: expected `en`, `zh-Hans`, `zh-Hant` or `vi`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LanguageError;

impl std::fmt::Display for LanguageError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("expected one of: en, zh-Hans, zh-Hant, vi")
    }
}

impl std::error::Error for LanguageError {}

/// Texts by their keys, in each language: names in braces stand for values.
pub const TEXTS: &[(&str, [&str; Language::ALL.len()])] = &[
    // Sides and pieces.
    ("side.by.red", ["red", "红方", "紅方", "Đỏ"]),
    ("side.by.black", ["black", "黑方", "黑方", "Đen"]),
    ("side.mover", ["the side to move", "走子方", "走子方", "bên đến lượt"]),
    ("side.either", ["a side", "一方", "一方", "một bên"]),
    ("piece.by.red.king", ["king", "帅", "帥", "Tướng"]),
    ("piece.by.red.advisor", ["advisor", "仕", "仕", "Sĩ"]),
    ("piece.by.red.bishop", ["bishop", "相", "相", "Tượng"]),
    ("piece.by.red.knight", ["knight", "马", "馬", "Mã"]),
    ("piece.by.red.rook", ["rook", "车", "車", "Xe"]),
    ("piece.by.red.cannon", ["cannon", "炮", "炮", "Pháo"]),
    ("piece.by.red.pawn", ["pawn", "兵", "兵", "Tốt"]),
    ("piece.by.black.king", ["king", "将", "將", "Tướng"]),
    ("piece.by.black.advisor", ["advisor", "士", "士", "Sĩ"]),
    ("piece.by.black.bishop", ["bishop", "象", "象", "Tượng"]),
    ("piece.by.black.knight", ["knight", "马", "馬", "Mã"]),
    ("piece.by.black.rook", ["rook", "车", "車", "Xe"]),
    ("piece.by.black.cannon", ["cannon", "炮", "砲", "Pháo"]),
    ("piece.by.black.pawn", ["pawn", "卒", "卒", "Tốt"]),
    // Verdicts.
    ("judge.none", ["the game goes on", "对局继续", "對局繼續", "ván cờ tiếp tục"]),
    ("judge.checkmate", ["{side} is mated", "{side}被将死", "{side}被將死", "{side} bị chiếu hết"]),
    (
        "judge.stalemate",
        ["{side} has no legal move", "{side}困毙", "{side}困斃", "{side} hết nước đi"],
    ),
    (
        "judge.check",
        ["{side} gives check with every move", "{side}长将", "{side}長將", "{side} chiếu mãi"],
    ),
    (
        "judge.chase",
        [
            "{side} chases the {piece} on {square} with every move",
            "{side}长捉 {square} 的{piece}",
            "{side}長捉 {square} 的{piece}",
            "{side} đuổi mãi quân {piece} ở {square}",
        ],
    ),
    (
        "judge.chase-one",
        [
            "{side} chases one piece with every move",
            "{side}长捉一子",
            "{side}長捉一子",
            "{side} đuổi mãi một quân",
        ],
    ),
    (
        "judge.attack",
        [
            "{side} checks, chases or threatens mate with every move",
            "{side}长打",
            "{side}長打",
            "{side} nước nào cũng chiếu, đuổi hoặc dọa chiếu hết",
        ],
    ),
    (
        "judge.mutual-check",
        ["both sides give check with every move", "双方长将", "雙方長將", "hai bên cùng chiếu mãi"],
    ),
    (
        "judge.mutual-chase",
        [
            "both sides chase, or threaten mate, with every move",
            "双方长捉或长杀",
            "雙方長捉或長殺",
            "hai bên nước nào cũng đuổi hoặc dọa chiếu hết",
        ],
    ),
    (
        "judge.repetition",
        [
            "repetition without a forbidden attack",
            "双方不变，均无犯例",
            "雙方不變，均無犯例",
            "lặp lại mà không có nước tấn công bị cấm",
        ],
    ),
    (
        "judge.limit",
        [
            "too many plies without a capture",
            "达到自然限着",
            "達到自然限著",
            "quá nhiều nước không ăn quân",
        ],
    ),
    (
        "judge.material",
        [
            "neither side can mate",
            "双方均无取胜可能",
            "雙方均無取勝可能",
            "không bên nào có thể chiếu hết",
        ],
    ),
];

fn text(key: &str, language: Language) -> &'static str {
    let found = TEXTS.iter().find(|(known, _)| *known == key);
    found.map_or("", |(_, texts)| texts[language as usize])
}

/// A text with values in the place of `{name}`. `{name|move|moves}` is the word that belongs to
/// a number: the first to 1, the second to all others. What a value has in braces stays as it is.
pub fn filled(text: &str, values: &[(&str, &dyn Display)]) -> String {
    let mut parts = text.split('{');
    let mut filled = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let hole = part.split_once('}').and_then(|(hole, rest)| {
            let (name, words) = hole.split_once('|').unwrap_or((hole, ""));
            let (_, value) = values.iter().find(|(known, _)| *known == name)?;
            let value = value.to_string();
            let word =
                words.split_once('|').map(|(one, more)| if value == "1" { one } else { more });
            Some((word.map_or_else(|| value.clone(), str::to_owned), rest))
        });
        match hole {
            Some((value, rest)) => filled.extend([value.as_str(), rest]),
            None => filled.extend(["{", part]),
        }
    }
    filled
}

/// A number of things in English: `1 game`, `2 games`; `2 plies`, `2 classes`.
pub fn counted(number: u64, thing: &str) -> String {
    match (number, thing.strip_suffix('y')) {
        (1, _) => format!("{number} {thing}"),
        (_, Some(stem)) => format!("{number} {stem}ies"),
        _ if thing.ends_with('s') => format!("{number} {thing}es"),
        _ => format!("{number} {thing}s"),
    }
}

/// A number with so many digits behind the point, as `toFixed` of JavaScript gives it, so that
/// texts and pages say the same: what lies in the middle goes away from 0.
pub fn fixed(value: f64, digits: usize) -> String {
    // In the middle lies what is half an odd number behind these digits, exactly.
    let halves = value * 2f64.powi(digits as i32 + 1);
    let is_middle = halves.rem_euclid(2.0) == 1.0;
    let away = if value > 0.0 { value.next_up() } else { value.next_down() };
    format!("{:.*}", digits, if is_middle { away } else { value })
}

/// The name of a side, as sentences have it.
pub fn side(color: Color, language: Language) -> &'static str {
    text(&format!("side.by.{color}"), language)
}

/// The name of a piece, without its side.
pub fn piece(piece: Piece, language: Language) -> &'static str {
    text(&format!("piece.by.{}.{}", piece.color(), piece.kind().name()), language)
}

/// The reason of a verdict: `red chases the cannon on e5 with every move`.
pub fn sentence(verdict: &Verdict, language: Language) -> String {
    let say = |key: &str| text(key, language);
    let offender = verdict.offender.map_or(say("side.either"), |color| side(color, language));
    let loser = match verdict.outcome {
        Outcome::Win(winner) => side(!winner, language),
        _ => say("side.mover"),
    };
    let of = |key: &str, name: &str| filled(say(key), &[("side", &name)]);
    match verdict.reason {
        Reason::None => say("judge.none").into(),
        Reason::Checkmate => of("judge.checkmate", loser),
        Reason::Stalemate => of("judge.stalemate", loser),
        Reason::PerpetualCheck => of("judge.check", offender),
        Reason::PerpetualChase => match verdict.victim {
            Some((victim, square)) => {
                let values: [(&str, &dyn Display); 3] =
                    [("side", &offender), ("piece", &piece(victim, language)), ("square", &square)];
                filled(say("judge.chase"), &values)
            }
            None => of("judge.chase-one", offender),
        },
        Reason::PerpetualAttack => of("judge.attack", offender),
        Reason::MutualCheck => say("judge.mutual-check").into(),
        Reason::MutualChase => say("judge.mutual-chase").into(),
        Reason::Repetition => say("judge.repetition").into(),
        Reason::NaturalLimit => say("judge.limit").into(),
        Reason::InsufficientMaterial => say("judge.material").into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe::rules::{Game, RuleSet, judge};

    #[test]
    fn every_text_is_there_once_in_every_language() {
        for (i, (key, texts)) in TEXTS.iter().enumerate() {
            assert!(TEXTS[..i].iter().all(|(other, _)| other != key), "{key} is there twice");
            assert!(texts.iter().all(|text| !text.is_empty()), "{key}");
        }
        for language in Language::ALL {
            assert_eq!(language.tag().parse(), Ok(language));
            assert!(Color::ALL.iter().all(|&color| !side(color, language).is_empty()));
            assert!(Piece::ALL.iter().all(|&it| !piece(it, language).is_empty()));
        }
        assert_eq!("zh_TW".parse(), Ok(Language::Traditional));
        assert_eq!("zh-CN".parse(), Ok(Language::Simplified));
        assert_eq!("fr".parse::<Language>(), Err(LanguageError));
    }

    #[test]
    fn numbers_are_rounded_as_in_scripts() {
        // What toFixed gives.
        for (value, digits, expected) in [
            (12.5, 0, "13"),
            (13.5, 0, "14"),
            (0.5, 0, "1"),
            (2.499_999_999_999_999_6, 0, "2"),
            (-12.5, 0, "-13"),
            (0.25, 1, "0.3"),
            (0.35, 1, "0.3"),
            (0.15, 1, "0.1"),
            (-0.75, 1, "-0.8"),
            (1.005, 2, "1.00"),
            (0.125, 2, "0.13"),
            (100.0, 1, "100.0"),
            (0.0, 1, "0.0"),
        ] {
            assert_eq!(fixed(value, digits), expected, "{value} {digits}");
        }
    }

    #[test]
    fn a_number_of_things_has_its_plural() {
        let of = |thing| [0, 1, 2].map(|number| counted(number, thing));
        assert_eq!(of("game"), ["0 games", "1 game", "2 games"]);
        assert_eq!(of("ply"), ["0 plies", "1 ply", "2 plies"]);
        assert_eq!(of("class"), ["0 classes", "1 class", "2 classes"]);
    }

    #[test]
    fn every_verdict_has_a_sentence_of_its_own() {
        let reasons = std::iter::once(Reason::None).chain(Reason::ALL);
        let e4 = "e4".parse().unwrap();
        for language in Language::ALL {
            let mut said = Vec::new();
            for reason in reasons.clone() {
                for victim in [None, Some((Piece::BlackCannon, e4))] {
                    let mut verdict = Verdict::ONGOING;
                    (verdict.reason, verdict.victim) = (reason, victim);
                    said.push(sentence(&verdict, language));
                    (verdict.offender, verdict.outcome) =
                        (Some(Color::Red), Outcome::Win(Color::Black));
                    said.push(sentence(&verdict, language));
                }
            }
            assert!(said.iter().all(|text| !text.is_empty() && !text.contains('{')), "{said:?}");
            said.sort();
            said.dedup();
            // Mates name the loser, offences the offender, a chase its victim as well.
            assert_eq!(said.len(), 6 + 2 * 5 + 2, "{said:?}");
        }
    }

    #[test]
    fn a_verdict_is_said_in_every_language() {
        let setup = "3k5/9/9/9/9/9/9/9/4R4/3RK4 b".parse().unwrap();
        let game = Game::new(&setup).unwrap();
        let verdict = judge(&game, &RuleSet::DEFAULT);
        let said = Language::ALL.map(|language| sentence(&verdict, language));
        assert_eq!(said, ["black is mated", "黑方被将死", "黑方被將死", "Đen bị chiếu hết"]);
        let ongoing = sentence(&judge(&Game::start(), &RuleSet::DEFAULT), Language::English);
        assert_eq!(ongoing, "the game goes on");
    }
}
