//! Errors of the libraries, and chains of causes, in every language.

use chuhe::board::Setup;
use chuhe::engine::Part;
use chuhe::eval::NetworkPart;
use chuhe_games::epd::Epd;
use chuhe_games::{Games, Place, ReadOptions};

use super::*;
use crate::common::lang::files::{At, FileFault, in_file};
use crate::common::lang::help::values_of;
use crate::common::lang::matches::{ClientError, Expected, MatchFault};
use crate::common::lang::{Context, filled, is_chinese, is_vietnamese};
use std::fmt::Display;

/// What the libraries say of faulty input.
fn library_errors() -> Vec<anyhow::Error> {
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
    let fens = fens.iter().map(|fen| match fen.parse::<Setup>() {
        Ok(setup) => setup.to_board().unwrap_err().into(),
        Err(error) => error.into(),
    });
    let games = [
        "[x",
        "[Variant \"Chess\"]\n1. e4 *",
        "{ a",
        "[A \"b\"]\n1. (h2e2",
        "x/y w",
        "9/9/9/9/9/9/9/9/9/9 w",
        "h2e2 h2e2",
        "h2e2 xyz",
        "[DhtmlXQ_binit]12[/DhtmlXQ_binit]",
        "[DhtmlXQ_movelist]12[/DhtmlXQ_movelist]",
    ];
    let games = games
        .iter()
        .flat_map(|text| chuhe_games::read(text))
        .filter_map(|game| game.and_then(|game| game.replay(usize::MAX, None)).err());
    let short = [&b"XQ\0"[..], &[b"XQ\n".to_vec(), vec![0; 1025]].concat()]
        .map(|bytes| Games::of_bytes(bytes, ReadOptions::default()).unwrap().next().unwrap())
        .map(|game| game.map_or_else(Some, |game| game.fault))
        .into_iter()
        .flatten();
    let epd = Epd::read("3k5/9/9/9/9/9/9/9/9/4K4 w id \"x", 1).err();
    let games = games.chain(short).chain(epd).map(|fault: Fault| fault.kind.into());
    let word = || "x".to_owned();
    let moves = vec!["a0a1".parse().unwrap(), "b0b1".parse().unwrap()];
    let kinds = [
        FaultKind::Move { number: None, word: word(), error: ReadError::Ambiguous(moves) },
        FaultKind::Operand { code: "bm".into(), word: word(), error: ReadError::Malformed },
        FaultKind::MateLength,
        FaultKind::SheetBoard,
        FaultKind::SheetVariation,
        FaultKind::SheetNumbers,
        FaultKind::AfterFen(word()),
        FaultKind::CutOff("CBR"),
        FaultKind::Damaged("CBR"),
        FaultKind::Version { format: "CBR", version: 3 },
        FaultKind::TextPage,
        FaultKind::Deleted,
        FaultKind::Unwritable,
        FaultKind::Unreadable(io::ErrorKind::NotFound),
        FaultKind::Binary,
        FaultKind::NotRead("x"),
    ];
    let part = NetworkPart::Weights;
    let networks = [
        NetworkFault::Unreadable(io::ErrorKind::NotFound),
        NetworkFault::NotAFile,
        NetworkFault::TooLarge(7),
        NetworkFault::Magic,
        NetworkFault::Version(7),
        NetworkFault::Truncated(part),
        NetworkFault::TrailingBytes(7),
        NetworkFault::Checksum,
        NetworkFault::Shape,
        NetworkFault::Arithmetic,
        NetworkFault::Scale(7),
        NetworkFault::Description,
        NetworkFault::WeightCount(part),
        NetworkFault::WeightRange(part),
    ];
    let tables = [
        TableError::Read(io::Error::from_raw_os_error(2)),
        TableError::NotAFile,
        TableError::NotATable,
        TableError::Version(7),
        TableError::ClassVersion { class: "KRK".parse().unwrap(), version: 2 },
        TableError::CutOff,
        TableError::Class,
        TableError::DirectoryTooLong { blocks: 7 },
        TableError::Directory,
        TableError::BlocksTooLarge,
        TableError::Length { expected: 7, found: 8 },
        TableError::Checksum,
    ];
    let illegal = MisfitFault::IllegalMove("a0a1".parse().unwrap());
    let misfits = [MisfitFault::BeyondLast, MisfitFault::NoBetterMove, illegal];
    let misfits = misfits.map(|fault| Misfit { index: 7, fault }.into());
    let part: NoPart = "7/6".parse::<Part>().unwrap_err();
    let system = [2, 13, 20, 21, 28, 30, 32, 36].map(io::Error::from_raw_os_error);
    let room = NoRoom { hash_mib: 7, threads: 8, free_mib: 9 };
    let others = [part.into(), room.into(), NetworkError::from(NetworkFault::Magic).into()];
    let others = others.into_iter().chain(misfits).chain(system.map(Into::into));
    let files = networks.map(Into::into).into_iter().chain(tables.map(Into::into));
    fens.chain(games).chain(kinds.map(Into::into)).chain(files).chain(others).collect()
}

#[test]
fn errors_of_the_libraries_are_translated() {
    let errors = library_errors();
    assert!(errors.len() > 65, "{}", errors.len());
    for error in errors {
        let english = said(error.as_ref(), Lang::En);
        assert_eq!(english, error.to_string());
        for lang in [Lang::ZhHans, Lang::ZhHant] {
            let text = error.say(lang);
            let is_known = |part: &str| is_chinese(part) || part == "dm";
            assert!(text.split('：').all(is_known), "{english} -> {text}");
            let number = |text: &str| text.contains('7');
            assert!(number(&text) || !number(&english), "{english} -> {text}");
        }
        let text = error.say(Lang::Vi);
        assert!(is_vietnamese(&text) && !is_chinese(&text.replace("炮二平五", "")), "{text}");
        assert!(text.contains('7') || !english.contains('7'), "{english} -> {text}");
    }
}

#[test]
fn errors_are_said_with_their_causes() {
    let missing = || io::Error::from_raw_os_error(2);
    let path = || "a/b".to_owned();
    let json = Err::<(), _>(missing()).context(FileFault::CannotWrite { path: path().into() });
    let json = json.context("--json").unwrap_err();
    let foreign = anyhow::anyhow!("x: y").context("games.pgn");
    let word = "xyz".to_owned();
    let kind = FaultKind::Move { number: Some(3), word, error: ReadError::Malformed };
    let fault: At = in_file("a b.pgn", Fault::new(Place::START, kind));
    let option = ClientError::BadValue {
        name: "Hash".into(),
        expected: Expected::Range { min: 1, max: 64 },
        value: "x".into(),
    };
    let engine = MatchFault::Engine { name: "a".into() };
    for (error, english, expected) in [
        (
            json,
            "--json: cannot write a/b: No such file or directory (os error 2)",
            "--json：无法写入 a/b：没有这个文件或文件夹（系统错误 2）",
        ),
        (foreign, "games.pgn: x: y", "games.pgn: x: y"),
        (
            fault.into(),
            "a b.pgn:1:1: move 3, 'xyz', not a move: expected one like h2e2, H2-E2, C2.5 or 炮二平五",
            "a b.pgn:1:1：第 3 步“xyz”，不是着法，应类似 h2e2、H2-E2、C2.5 或 炮二平五",
        ),
        (
            Told::caused(engine, option),
            "engine a: option Hash: expected a whole number from 1 to 64, found 'x'",
            "引擎 a：选项 Hash 应为 1 至 64 的整数，却是“x”",
        ),
        (Told::caused(path(), anyhow::anyhow!("x")), "a/b: x", "a/b：x"),
    ] {
        assert_eq!(error.say(Lang::En), english);
        assert_eq!(error.say(Lang::ZhHans), expected);
    }
}

/// A fault as a page says it: the phrase that fits, with what stands in its holes said as well.
fn in_words(text: &str, lang: Lang) -> String {
    for [english, own] in lang.fault_texts() {
        if let Some(values) = values_of(english, text) {
            let words: Vec<_> =
                values.iter().map(|(name, value)| (*name, in_words(value, lang))).collect();
            let words: Vec<(&str, &dyn Display)> =
                words.iter().map(|(name, value)| (*name, value as &dyn Display)).collect();
            return filled(own, &words);
        }
    }
    text.to_owned()
}

#[test]
fn the_page_says_the_faults_of_games_in_every_language() {
    let mut count = 0;
    for error in library_errors() {
        let cause = error.root_cause();
        let is_of_games = cause.is::<FaultKind>()
            || cause.is::<FenError>()
            || cause.is::<PositionError>()
            || cause.is::<ReadError>();
        // The page reads no EPD and no files of a system.
        let text = cause.to_string();
        if !is_of_games || text.starts_with("bm ") || text.contains("entity not found") {
            continue;
        }
        count += 1;
        for lang in Lang::ALL {
            assert_eq!(in_words(&text, lang), said(cause, lang), "{text}");
            let placed = format!("2:31: {text}");
            let expected = format!("2:31{}{}", lang.mark(true), said(cause, lang));
            assert_eq!(in_words(&placed, lang), expected);
        }
    }
    assert!(count > 35, "{count}");
}
