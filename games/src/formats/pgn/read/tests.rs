//! Files of every habit, and broken ones.

use super::*;
use crate as games;
use crate::text::Word;
use chuhe::types::Color;

fn games(text: &str) -> Vec<GameText> {
    read(text).into_iter().map(Result::unwrap).collect()
}

fn texts(game: &GameText) -> Vec<&str> {
    game.words().map(|word| word.text.as_str()).collect()
}

#[test]
fn games_are_read() {
    let text = "[Event \"a \\\"b\\\"\"]\r\n[FEN \"3k5/9/9/9/9/9/9/9/9/4K4 w\"]\r\n\r\n1.h2e2 {c [x]\r\n 1. d} \
                (1. a0a1 {)} (x) b) h9g7 $3 2... i0h0! ; rest\r\n3. b0c2 1/2-1/2\r\n\r\n\
                [Event \"c\"]\r\n\r\n*\r\n[Event \"d\"] 1. a3a4 *";
    let games = games(text);
    assert_eq!(games.len(), 2, "{games:?}");
    let first = &games[0];
    assert_eq!(first.tag("event"), Some("a \"b\""));
    assert_eq!(texts(first), ["h2e2", "h9g7", "i0h0", "b0c2"]);
    let line: Vec<&Word> = first.words().collect();
    assert_eq!(line[0].comment, "c [x]\n 1. d");
    assert_eq!((&line[1].nags[..], &line[2].nags[..]), (&[3][..], &[1][..]));
    assert_eq!(line[2].comment, "rest");
    assert_eq!(line[3].place, Place { line: 6, column: 4 });
    let other = first.moves.children(START).nth(1).and_then(|at| first.moves.get(at));
    let other = other.map(|word| (word.text.as_str(), word.comment.as_str()));
    assert_eq!(other, Some(("a0a1", ")\nx b")));
    assert_eq!(first.outcome, Outcome::Draw);
    assert_eq!(games[1].tag("Event"), Some("d"));
    assert_eq!(texts(&games[1]), ["a3a4"]);
    let wxf = read("1.C2.5 H8+7 12. 33.4 ++.5 13... P-.4 1-0\n1. C8.5 0-1");
    let wxf: Vec<GameText> = wxf.into_iter().map(Result::unwrap).collect();
    assert_eq!(texts(&wxf[0]), ["C2.5", "H8+7", "33.4", "++.5", "P-.4"]);
    assert_eq!(texts(&wxf[1]), ["C8.5"]);
    assert_eq!(wxf[1].outcome, Outcome::Win(Color::Black));
}

#[test]
fn habits_in_the_wild() {
    let text = "[Game \"Chinese Chess\"]\n[Red \"a \"b\" c\"]\n[Result 1-0]\n[FEN \"\"]\n\n\
                % escape\n1、炮二平五，炮８平５（注） 2．马二进三!! 红胜\n[Game \"Chinese Chess\"]\n\
                [FEN \"3k5/9/9/9/9/9/9/9/9/4K4 b - - 3 7 moves h2e2\"]\n[Event \"x\"]\n[Event \"y\"]\n1. h2e2 ?! *";
    let games = games(text);
    assert_eq!(games.len(), 3, "{games:?}");
    assert_eq!(games[0].tag("Red"), Some("a \"b\" c"));
    assert_eq!(texts(&games[0]), ["炮二平五", "炮８平５", "马二进三"]);
    assert_eq!(games[0].moves.values()[2].nags, [3]);
    assert_eq!(games[0].outcome, Outcome::Win(Color::Red));
    assert!(games[1].moves.is_empty());
    assert_eq!(games[1].start.to_string(), "3k5/9/9/9/9/9/9/9/9/4K4 b - - 3 7");
    assert_eq!(games[2].moves.values()[0].nags, [6]);
}

#[test]
fn the_moves_say_who_begins_where_the_fen_does_not() {
    let [red, black] = Color::ALL;
    let both = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";
    for (board, moves, side) in [
        // One side only can make the first move.
        ("4k4/9/9/9/9/9/9/4R4/9/3K5", "1. 车五进六 *", red),
        ("3k5/9/4r4/9/9/9/9/9/9/4K4", "1. 车5进6 *", black),
        ("3k5/9/4r4/9/9/9/9/9/9/4K4", "1. R5+6 *", black),
        ("3k5/9/4r4/9/9/9/9/9/9/4K4", "1. e7e1 *", black),
        ("3k5/9/4r4/9/9/9/9/9/9/4K4", "1. E7-E1 *", black),
        (both, "1. h9g7 h2e2 *", black),
        (both, "1. h10g8 h3e3 *", black),
        // Both can.
        (both, "1. H2+3 *", red),
        (both, "1. ... H2+3 2. C2.5 *", black),
        (both, "1... H2+3 2. C2.5 *", black),
        (both, "1. …… 马二进三 *", black),
        (both, "1.…马二进三 *", black),
        (both, "1. 马2进3 炮二平五 *", black),
        (both, "1. 马２进３ 炮二平五 *", black),
        (both, "1. 马二进三 炮2平5 *", red),
        (both, "1. 马2进3 炮2平5 *", red),
        (both, "1. 卒7进1 兵7进1 *", black),
        (both, "1. 兵7进1 卒7进1 *", red),
        (both, "1. C2.5 H8+7 2. C5+4 R9.8 *", red),
        // No move says it, but one side could take the king.
        (both, "*", red),
        ("4k4/9/9/9/9/9/9/4R4/9/3K5", "*", black),
        ("4k4/9/9/9/9/9/9/4R4/9/3K5", "1. what *", black),
    ] {
        let text = format!("[FEN \"{board}\"]\n\n{moves}\n[FEN \"{both} b\"]\n\n*\n");
        let games = games(&text);
        assert_eq!(games[0].start.side, side, "{board} {moves}");
        assert_eq!(games[0].start, format!("{board} {}", side.fen_char()).parse().unwrap());
        assert_eq!((games[1].start.side, games.len()), (black, 2), "{board} {moves}");
    }
    // More of the game can be read with Black.
    let long = format!("[FEN \"{both}\"]\n\n1. C2.5 H8+7 2. H2+3 R9.8 3. R1.2 H2+3 4. R2+4 h7g7 *");
    assert_eq!(games(&long)[0].start.side, red);
    let long = format!("[FEN \"{both}\"]\n\n1. C2.5 H8+7 2. h9g7 *");
    assert_eq!(games(&long)[0].start.side, black);
    // Whatever else is wrong stays an error.
    for wrong in ["x", "", "-", "- - 0 1"] {
        let text = format!("[FEN \"{} {wrong}\"]\n\n*", &both[usize::from(wrong.is_empty())..]);
        assert!(read(&text)[0].is_err(), "{text}");
    }
}

#[test]
fn a_value_may_have_several_lines() {
    for end in ["\n", "\r\n", "\r"] {
        let text = "[Game \"Chinese Chess\"]\n[TitleA \"\ntext\"]\n[Event \"a\n  b\"] 1. h2e2 h9g7 *\n\
                    [Event \"c\"]\n[FEN \"3k5/9/9/9/9/9/9/9/9/4K4\nb\"]\n\n*\n";
        let text = text.replace('\n', end);
        let games = games(&text);
        assert_eq!((games.len(), games_of_bytes(&text)), (2, 2), "{games:?}");
        assert_eq!((games[0].tag("TitleA"), games[0].tag("Event")), (Some("text"), Some("a b")));
        assert_eq!(games[0].moves.values()[1].place.line, 5);
        assert_eq!(games[1].start.side, Color::Black);
    }
}

#[test]
fn a_bracket_behind_moves_is_a_remark() {
    let comments = |text: &str| -> Vec<String> {
        let games = games(text);
        assert_eq!((games.len(), games_of_bytes(text)), (1, 1), "{text}");
        assert_eq!((texts(&games[0]), games[0].tags.len()), (vec!["h2e2", "h9g7", "h0g2"], 1));
        games[0].moves.values().iter().map(|word| word.comment.clone()).collect()
    };
    for (moves, expected) in [
        ("1. h2e2 h9g7 [正着] 2. h0g2 1-0", ["", "正着", ""]),
        ("1. h2e2 h9g7[正着]2. h0g2", ["", "正着", ""]),
        ("1. h2e2 {a} [b [c] d] h9g7 [正着 好\n着] 2. h0g2", ["a\nb [c] d", "正着 好\n着", ""]),
        (
            "1. h2e2 [%clk 0:10:00] h9g7 {[%clk 0:09:59]} 2. h0g2 [] *",
            ["[%clk 0:10:00]", "[%clk 0:09:59]", ""],
        ),
        (
            "1. h2e2\n[正着]\nh9g7\n[黑方 失误] 2. h0g2 [注 \"好\"]\n*",
            ["正着", "黑方 失误", "注 \"好\""],
        ),
    ] {
        assert_eq!(comments(&format!("[Red \"a\"]\n\n{moves}\n")), expected, "{moves}");
    }
    let inner = games("1. h2e2 (1. b2e2 [x]) h9g7 *");
    assert_eq!((inner.len(), inner[0].moves.values()[1].comment.as_str()), (1, "x"));
    // Tags behind moves begin a game still.
    for text in [
        "[Red a]\n1. h2e2\n[Red b]\n1. h2e2 h9g7\n",
        "[Red a]\n1. h2e2 [x]\n  [Red b] \n1. h2e2 h9g7\n",
        "[Red a] [Black x]\n1. h2e2\n[Red b] [Black x]\n1. h2e2 h9g7\n",
        "[红方 \"a\"]\n1. h2e2\n[红方 \"b\"]\n1. h2e2 h9g7\n",
        "[红方 \"a\"]\n1. h2e2\n[红方 \"b\"] 1. h2e2 h9g7\n",
        "[Red \"a\"] 1. h2e2 [Red \"b\"] 1. h2e2 h9g7",
        "[Red a] 1. h2e2 * [Red b] 1. h2e2 h9g7",
    ] {
        let count: Vec<usize> = games(text).iter().map(|game| game.moves.len()).collect();
        assert_eq!(count, [1, 2], "{text}");
    }
    let open = read("[Red \"a\"]\n1. h2e2 [x h9g7\n[Red \"b\"]\n1. h2e2 h9g7 *");
    let faults: Vec<_> = open.iter().map(|game| game.as_ref().unwrap().fault.clone()).collect();
    assert_eq!(faults[0].as_ref().unwrap().to_string(), "2:9: a remark without ']'");
    assert_eq!((faults.len(), &faults[1]), (2, &None));
}

#[test]
fn broken_games_are_cut_or_left_out_and_the_rest_is_kept() {
    let text = "[Event \"a\"]\n1. h2e2 {never\nclosed 1-0\n\n[Event \"b\"]\n1. h2e2 {} *\n\
                [Event \"c]\n[Result \"*\"]\n1. h2e2 *\n[FEN \"x\"]\n1. h2e2 *\n\
                [Variant \"Crazyhouse\"]\n1. e4 *\n[Event \"v\"]\n1. h2e2 (1. b2e2 *\n[Event \"d\"]\n(x) h2e2";
    let found: Vec<String> = read(text)
        .into_iter()
        .map(|game| match game {
            Ok(GameText { fault: Some(fault), moves, .. }) => {
                format!("{} moves, {fault}", moves.len())
            }
            Ok(game) => game.tag("Event").unwrap_or_default().to_owned(),
            Err(fault) => fault.to_string(),
        })
        .collect();
    assert_eq!(found[0], "1 moves, 2:9: a comment without '}'");
    assert_eq!(found[1], "b");
    assert_eq!(found[2], "7:1: expected a tag such as [Event \"…\"]");
    assert!(found[3].starts_with("10:1: bad FEN, board"), "{found:?}");
    assert_eq!(found[4], "12:1: the game is 'Crazyhouse', not xiangqi");
    assert_eq!(found[5..], ["2 moves, 15:9: a variation without ')'", "d"]);
    for odd in ["", "[", "{", "(", "1.", "é", "[x", "\u{3000}", "$", "[a \"b\"", "）", "$300 h2e2"]
    {
        let _ = read(odd);
    }
}

#[test]
fn variations_are_read_wherever_they_stand() {
    let text = "{before} 1. h2e2 (1. b2e2 ({lead} 1. c3c4 $1 {one} {two} 1... g6g5) 1... h9g7! \
                (1... b9c7 2. b0c2 (好局) 1-0) 2. b0c2) (1. g3g4) {after} h9g7 (注) \
                (1... b9c7; end\n) ) 2. h0g2 (看 2. b0c2) (2. b0c2 好 着) 1-0";
    let game = &games(text)[0];
    let mut document = String::new();
    for at in game.moves.walk() {
        let depth = std::iter::successors(Some(at), |&at| game.moves.parent(at)).count() - 1;
        let word = game.moves.get(at).unwrap();
        let nags: String = word.nags.iter().map(|nag| format!(" ${nag}")).collect();
        document += &format!("{depth}{}{nags} {:?}\n", word.text, word.comment);
    }
    let expected = "1h2e2 \"after\"\n2h9g7 \"注\"\n3h0g2 \"看 2. b0c2\"\n3b0c2 \"好 着\"\n\
        2b9c7 \"end\"\n1b2e2 \"\"\n2h9g7 $1 \"\"\n3b0c2 \"\"\n2b9c7 \"\"\n3b0c2 \"好局\"\n\
        1c3c4 $1 \"lead\\none\\ntwo\"\n2g6g5 \"\"\n1g3g4 \"\"\n";
    assert_eq!(document, expected);
    assert_eq!((game.comment.as_str(), game.outcome), ("before", Outcome::Win(Color::Red)));
    let deep = format!("1. h2e2 {} *", "(b2e2 ".repeat(100_000) + &")".repeat(100_000));
    assert_eq!(games(&deep)[0].moves.len(), 100_001);
    assert_eq!(games(&deep)[0].check(None).unwrap().moves.len(), 100_001);
}

#[test]
fn comments_keep_their_lines() {
    let comment = |text: &str| games(text)[0].moves.values()[0].comment.clone();
    assert_eq!(comment("h2e2 {a  b\r\n\r\n c \r d} *"), "a  b\n\n c\n d");
    assert_eq!(comment("h2e2 {\n  [x]\n%} *"), "[x]\n%");
    assert_eq!(comment("h2e2 ; a\r\n;  b}\n;\n;c\n; \n *"), "a\n b}\n\nc");
}

#[test]
fn an_indented_rule_ends_a_game() {
    let text = "[Red \"a\"]\n1. h2e2 h9g7\n        =========\n[Red \"b\"]\n1. h2e2\n";
    assert_eq!(games(text).iter().map(|game| game.moves.len()).collect::<Vec<_>>(), [2, 1]);
}

#[test]
fn a_rule_and_a_footer_end_a_game() {
    let footer = "============================\r\n 欢迎访问《象棋百科全书网》 \r\n\
                  http://www.xqbase.com/\r\n";
    let game = "[Game \"Chinese Chess\"]\r\n[Red \"甲\"]\r\n{评注：(一)}\r\n\r\n\
                1. 炮二平五 炮８平５\r\n{　　好} 2. 马二进三 (2. 炮五进四) 马８进７\r\n";
    let text = format!("{game} 1-0\r\n{footer}{game}{footer}{game}*");
    let games = games(&text);
    assert_eq!(games.len(), 3, "{games:?}");
    for game in &games {
        assert_eq!(texts(game), ["炮二平五", "炮８平５", "马二进三", "马８进７"]);
    }
    assert_eq!(games[0].outcome, Outcome::Win(Color::Red));
}

#[test]
fn control_characters_become_visible() {
    let games = games("[Red \"\x1b]0;x\x07\"]\n\n1. h2e2 {\x1b[31mz\u{9b}} h9\x1bg7 *");
    let game = &games[0];
    assert_eq!(game.tag("Red"), Some("\u{fffd}]0;x\u{fffd}"));
    assert_eq!(game.moves.values()[0].comment, "\u{fffd}[31mz\u{fffd}");
    assert_eq!(game.moves.values()[1].text, "h9\u{fffd}g7");
}

#[test]
fn line_ends_of_every_kind() {
    let text = "[Event \"a\"]\n[Red \"b\"]\n\n1. h2e2 ; c\nh9g7 {d\n%} *\n%e\n[Event \"f\"]\n\nx";
    let unix = read(text);
    assert_eq!(unix.len(), 2);
    for end in ["\r", "\r\n"] {
        assert_eq!(read(&text.replace('\n', end)), unix);
    }
}

/// Texts of 2 MB that took a reader minutes which scanned some of it again and again.
#[test]
fn reading_takes_linear_time() {
    let text = |part: &str| part.repeat(2_000_000 / part.len());
    for part in [
        "[a \"b\"]\r",
        "[a \"b\"]",
        "{\n[\n",
        "(\n[\n",
        "({\n[\n",
        "[a\n{",
        "( {) ",
        "h2e2 (",
        "h2e2 (1 ",
        "h2e2 (a (",
        "h2e2 (h2e2 {",
        "h2e2 [",
        "h2e2 [a\n",
        "h2e2 [x \"a] ",
        "h2e2 [x\n[a \"b\"\n",
        "h2e2\n[a \"\n",
        "[a \"b\n",
        "[a \"b\nc\n",
        "[a \"b\nc\n\n",
        ";\n",
        "[\"",
        "a\" ",
    ] {
        let began = std::time::Instant::now();
        let _ = (read(&text(part)), games::read(&text(part)));
        assert!(began.elapsed().as_secs() < 20, "{part:?}");
    }
}

#[test]
fn a_comment_may_hold_what_looks_like_a_tag() {
    let tag = "[Event \"x\"]";
    for comment in [tag.to_owned(), format!("a\n{tag}\nb"), format!("\r\n{tag}\r\n{tag}\r\n")] {
        let text = format!("{tag}\n1. h2e2 {{\n{comment}}} h9g7 *\n{tag}\n1. h2e2 *\n");
        let found = read(&text);
        assert_eq!(found.len(), 2, "{text}");
        let game = found[0].as_ref().unwrap();
        assert_eq!(game.words().count(), 2, "{text}");
        assert!(game.moves.values()[0].comment.contains(tag), "{text}");
        assert_eq!(games_of_bytes(&text), 2);
    }
    // One without an end costs no other game.
    for after in ["", " {good}"] {
        let text = format!("{tag}\n1. h2e2 {{\n{tag}\n1. h2e2{after} *\n{tag}\n1. h2e2 {{x}} *\n");
        let found = read(&text);
        let moves: Vec<usize> =
            found.iter().map(|game| game.as_ref().unwrap().words().count()).collect();
        assert_eq!(moves, [1, 1, 1], "{text}");
        assert!(found[0].as_ref().unwrap().fault.is_some(), "{text}");
        assert_eq!(games_of_bytes(&text), 3);
    }
}

fn games_of_bytes(text: &str) -> usize {
    crate::Games::of_bytes(text, crate::ReadOptions::default()).unwrap().count()
}
