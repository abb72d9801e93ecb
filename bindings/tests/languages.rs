//! The suite that Rust, Python and JavaScript share: `protocol-tests/languages`.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use chuhe_bindings::{
    Board, Engine, Error, Game, Move, Outcome, ReadAs, Reader, START_FEN, evaluate, judge_moves,
    judge_text, parse_color, parse_square, rule_sets, styles,
};
use serde_json::Value;

const RULES: &str = "ComputerRule";

fn text_of(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../protocol-tests/languages");
    fs::read_to_string(folder.join(name)).unwrap()
}

/// The rows of a table, as maps from the names of the columns.
fn table(name: &str) -> Vec<HashMap<String, String>> {
    let text = text_of(name);
    let mut lines = text.lines().map(|line| line.split('\t').map(str::to_owned));
    let header: Vec<String> = lines.next().unwrap().collect();
    let row = |line| {
        let cells: Vec<String> = Iterator::collect::<Vec<String>>(line);
        assert_eq!(cells.len(), header.len(), "{name}: {cells:?}");
        header.iter().cloned().zip(cells).collect()
    };
    lines.map(row).collect()
}

fn names(moves: impl IntoIterator<Item = Move>) -> String {
    let mut names: Vec<String> = moves.into_iter().map(|mv| mv.to_string()).collect();
    names.sort();
    if names.is_empty() { "-".to_owned() } else { names.join(" ") }
}

#[test]
fn positions() {
    let rows = table("positions.tsv");
    assert!(rows.len() > 200, "{}", rows.len());
    for row in rows {
        let fen = row["fen"].as_str();
        let board = Board::new(Some(fen), RULES).unwrap();
        let moves = board.legal_moves();
        let state = match (board.is_checkmate(), board.is_stalemate(), board.is_check()) {
            (true, ..) => "mate",
            (_, true, _) => "stalemate",
            (.., true) => "check",
            _ => "-",
        };
        assert_eq!(format!("{:016x}", board.key()), row["key"], "{fen}");
        assert_eq!(state, row["state"], "{fen}");
        assert_eq!(names(moves.iter().copied()), row["moves"], "{fen}");
        let such = |is: &dyn Fn(Move) -> bool| names(moves.iter().copied().filter(|&mv| is(mv)));
        assert_eq!(such(&|mv| board.is_capture(mv)), row["captures"], "{fen}");
        assert_eq!(such(&|mv| board.gives_check(mv)), row["checks"], "{fen}");
        assert_eq!(evaluate(&board).to_string(), row["evaluation"], "{fen}");
        assert_eq!(board.mirror().fen(), row["mirror"], "{fen}");
        assert_eq!(board.flip().fen(), row["flip"], "{fen}");
    }
}

fn verdict(outcome: Option<&Outcome>) -> String {
    let Some(outcome) = outcome else { return "-".to_owned() };
    let offender = outcome.offender().map_or("-".to_owned(), |color| color.to_string());
    let victim = outcome.victim();
    let victim = victim.map_or("-".to_owned(), |(piece, sq)| format!("{}{sq}", piece.fen_char()));
    let (result, kind, plies) = (outcome.result(), outcome.kind(), outcome.plies());
    format!("{result};{kind};{offender};{victim};{plies}")
}

#[test]
fn games() {
    let rows = table("games.tsv");
    assert!(rows.len() > 1000, "{}", rows.len());
    for row in rows {
        let moves: Vec<&str> = match row["moves"].as_str() {
            "-" => Vec::new(),
            moves => moves.split(' ').collect(),
        };
        for rules in rule_sets() {
            let found = judge_moves(Some(&row["fen"]), &moves, rules, None).unwrap();
            assert_eq!(verdict(found.as_ref()), row[*rules], "{} {rules}", row["id"]);
            if *rules == RULES {
                for language in ["en", "zh-Hans", "zh-Hant", "vi"] {
                    let said = found.map_or("-".into(), |found| found.sentence(language).unwrap());
                    assert_eq!(said, row[language], "{}", row["id"]);
                }
            }
        }
        // Move by move on a board the game ends no other way.
        let mut board = Board::new(Some(&row["fen"]), RULES).unwrap();
        for mv in moves {
            board.push_text(mv).unwrap();
        }
        assert_eq!(verdict(board.outcome().as_ref()), row[RULES], "{}", row["id"]);
        let game = Game::of_board(&board);
        assert_eq!(game.outcome(RULES).unwrap(), board.outcome(), "{}", row["id"]);
    }
}

#[test]
fn notation() {
    let rows = table("notation.tsv");
    assert!(rows.len() > 500, "{}", rows.len());
    for row in rows {
        let board = Board::new(Some(&row["fen"]), RULES).unwrap();
        let mv: Move = row["uci"].parse().unwrap();
        for style in styles() {
            let text = &row[style];
            assert_eq!(board.write(mv, style).as_ref(), Ok(text), "{style} {}", row["fen"]);
            assert_eq!(board.read(text, Some(style)), Ok(mv), "{style} {text} {}", row["fen"]);
        }
    }
}

/// Asks what cannot be answered.
fn ask(call: &str, words: &[&str]) -> Option<Error> {
    let mut board = Board::new(None, RULES).unwrap();
    let mut game = Game::new(None).unwrap();
    match (call, words) {
        ("board", [fen, rules]) => Board::new(Some(fen), rules).err(),
        ("push", [text]) => board.push_text(text).err(),
        ("parse", [text, style]) => board.read(text, Some(style)).err(),
        ("write", [text, style]) => board.write(text.parse().unwrap(), style).err(),
        ("king", [color]) => parse_color(color).err(),
        ("square", [text]) => parse_square(text).err(),
        ("outcome", [rules]) => board.outcome_by(rules).err(),
        ("sentence", [language]) => {
            let mated = Board::new(Some("3k5/9/9/9/9/9/9/9/4R4/3RK4 b"), RULES).unwrap();
            mated.outcome().unwrap().sentence(language).err()
        }
        ("judge", [text]) => judge_text(text, None, RULES, None).err(),
        ("judge", [text, rules]) => judge_text(text, None, rules, None).err(),
        ("read", [text]) => {
            let how = ReadAs { strict: true, ..ReadAs::default() };
            let mut games = Reader::of_bytes(text.as_bytes().to_vec(), &how).unwrap();
            games.find_map(Result::err)
        }
        ("format", [format, style]) => game.write(format, style).err(),
        ("tag", [name, value]) => game.set_tag(name, Some(value)).err(),
        ("result", [result]) => game.set_result(result).err(),
        ("option", [name, value]) => Engine::new(1, 1).unwrap().set_option(name, value).err(),
        _ => panic!("{call} {words:?}"),
    }
}

#[test]
fn errors() {
    let rows = table("errors.tsv");
    assert!(rows.len() > 40, "{}", rows.len());
    for row in rows {
        let words: Vec<Value> = match serde_json::from_str(&row["words"]).unwrap() {
            Value::Array(words) => words,
            other => panic!("{other}"),
        };
        let words: Vec<&str> = words.iter().map(|word| word.as_str().unwrap()).collect();
        let error = ask(&row["call"], &words);
        let error = error.unwrap_or_else(|| panic!("{} {words:?}: no error", row["call"]));
        let place = error.place.map_or("-".to_owned(), |place| place.to_string());
        let found = (error.kind.name(), place.as_str(), error.message.as_str());
        let expected = (row["kind"].as_str(), row["place"].as_str(), row["message"].as_str());
        assert_eq!(found, expected, "{} {words:?}", row["call"]);
    }
}

fn from_base64(text: &str) -> Vec<u8> {
    const SIGNS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut bytes, mut bits, mut count) = (Vec::new(), 0_u32, 0);
    for sign in text.bytes().filter(|&sign| sign != b'=') {
        bits = bits << 6 | SIGNS.iter().position(|&known| known == sign).unwrap() as u32;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    bytes
}

/// Each node of a game: its number, that of the node before, the move, comment and marks.
fn tree(game: &Game) -> Value {
    let nodes = [Game::ROOT].into_iter().chain(game.walk()).map(|node| {
        let mv = game.move_of(node).unwrap().map_or("root".to_owned(), |mv| mv.to_string());
        let (parent, comment) = (game.parent(node).unwrap(), game.comment(node).unwrap());
        serde_json::json!([node, parent, mv, comment, game.nags(node).unwrap()])
    });
    Value::Array(nodes.collect())
}

#[test]
fn files() {
    let files: Value = serde_json::from_str(&text_of("files.json")).unwrap();
    let files = files.as_array().unwrap();
    assert!(files.len() > 10, "{}", files.len());
    for file in files {
        let name = &file["name"];
        let bytes = from_base64(file["base64"].as_str().unwrap());
        let games = Reader::of_bytes(bytes, &ReadAs::default()).unwrap();
        assert_eq!(games.format(), file["format"], "{name}");
        assert_eq!(games.encoding(), file["encoding"], "{name}");
        let found: Vec<Value> = games
            .map(|game| {
                let game = game.unwrap();
                let moves: Vec<String> = game.main_line().iter().map(Move::to_string).collect();
                let pgn = game.write("pgn", "iccs").unwrap();
                serde_json::json!({
                    "line": game.place().line,
                    "tags": game.tags(),
                    "start": game.start_fen(),
                    "moves": moves.join(" "),
                    "tree": tree(&game),
                    "result": game.result(),
                    "fault": game.fault().map(ToString::to_string),
                    "pgn": String::from_utf8(pgn).unwrap(),
                })
            })
            .collect();
        assert_eq!(&Value::Array(found), &file["games"], "{name}");
    }
}

#[test]
fn the_start_is_a_position_of_every_game() {
    assert_eq!(Board::new(None, RULES).unwrap().fen(), START_FEN);
}
