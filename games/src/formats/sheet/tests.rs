use super::*;
use crate as games;
use chuhe::types::Color;
use encoding_rs::{BIG5, GB18030};

const DPXQ: &str = "标题: 甲 负 乙\r\n分类: 其他赛事\r\n赛事: 月赛\r\n轮次: 第07轮\r\n红方: 甲\r\n\
    黑方: 乙\r\n结果: 黑方胜\r\n日期: 2026.08.31\r\n红方团体: 北京\r\n黑方用时: 12:30\r\n评论: \r\n\r\n\
    \u{20} 1.炮二平五      士６进５  \r\n  2.马二进三（好） 炮８平４?  \r\n  3.车一平二      马８进７  \r\n\r\n\
    棋谱由 http://www.dpxq.com/ 生成\r\n";

const SERVER: &str = "        中 国 象 棋 對 局 記 錄\n--------------------\n紅 方：甲  黑 方：乙\n\
    比賽結果：紅勝\n比賽時間：2020-01-01\n--------------------\n 1. 炮二平五   馬８進７\n 2. 馬二進三\n\
    這是一個註解\n再一行\n 2. ……         車９平８\n 3. 車一平二\n";

fn shown(game: &GameText) -> String {
    let words = game.words().map(|word| match word.comment.as_str() {
        "" => word.text.clone(),
        comment => format!("{} {{{comment}}}", word.text),
    });
    words.collect::<Vec<_>>().join(" ")
}

fn bytes(bytes: &[u8]) -> Vec<Result<GameText, Fault>> {
    games::Games::of_bytes(bytes, games::ReadOptions::default()).unwrap().collect()
}

fn only(text: &str) -> GameText {
    assert!(is_sheet(text), "{text}");
    let mut found = games::read(text);
    assert_eq!(found.len(), 1, "{found:?}");
    found.remove(0).unwrap()
}

#[test]
fn the_text_of_dpxq_is_read() {
    let game = only(DPXQ);
    assert_eq!(shown(&game), "炮二平五 士６进５ 马二进三 {好} 炮８平４ 车一平二 马８进７");
    assert_eq!(
        (game.replay(9, None).unwrap().ply(), game.outcome),
        (6, Outcome::Win(Color::Black))
    );
    let tags =
        ["Title", "Category", "Event", "Round", "Red", "Black", "Date", "RedTeam", "BlackTime"];
    let expected =
        ["甲 负 乙", "其他赛事", "月赛", "第07轮", "甲", "乙", "2026.08.31", "北京", "12:30"];
    assert_eq!(tags.map(|tag| game.tag(tag).unwrap_or_default()), expected);
    assert_eq!((game.tag("Annotator"), &game.moves.values()[3].nags[..]), (None, &[2][..]));
    let places: Vec<Place> = game.words().map(|word| word.place).collect();
    assert_eq!(
        (places[0], places[3]),
        (Place { line: 13, column: 5 }, Place { line: 14, column: 13 })
    );
    let two = games::read(&format!("{DPXQ}{DPXQ}"));
    assert_eq!((two.len(), two[1].as_ref().unwrap().tag("Event")), (2, Some("月赛")));
    let gb = bytes(&GB18030.encode(DPXQ).0);
    assert_eq!(shown(gb[0].as_ref().unwrap()), shown(&game));
}

#[test]
fn the_texts_of_servers_are_read() {
    for text in [SERVER.to_owned(), SERVER.replace('\n', "\r\n")] {
        let game = only(&text);
        let remark = "{這是一個註解\n再一行}";
        assert_eq!(shown(&game), format!("炮二平五 馬８進７ 馬二進三 {remark} 車９平８ 車一平二"));
        let tags = ["Red", "Black", "Date"].map(|tag| game.tag(tag).unwrap_or_default());
        assert_eq!((tags, game.outcome), (["甲", "乙", "2020-01-01"], Outcome::Win(Color::Red)));
    }
    let big5 = bytes(&BIG5.encode(SERVER).0);
    assert_eq!(big5[0].as_ref().unwrap().tag("Black"), Some("乙"));
    let two = games::read(&format!("{SERVER}比賽結果：和棋\n{SERVER}"));
    let outcomes: Vec<Outcome> = two.iter().map(|game| game.as_ref().unwrap().outcome).collect();
    assert_eq!(outcomes, [Outcome::Draw, Outcome::Win(Color::Red)]);
}

#[test]
fn a_position_and_black_first() {
    let text = "红方：甲\nFEN：3k5/9/9/9/9/9/9/9/4R4/4K4 b\n\n1. …… 将４进１ 2. 车五进一\n";
    let game = only(text);
    assert_eq!((shown(&game).as_str(), game.start.side), ("将４进１ 车五进一", Color::Black));
    assert_eq!(game.replay(9, None).unwrap().ply(), 2);
    let fault = games::read(&text.replace("3k5", "3k6")).remove(0).unwrap_err().to_string();
    assert!(fault.starts_with("2:1: bad FEN"), "{fault}");
}

#[test]
fn headings_may_have_blanks_be_empty_and_name_the_position() {
    for (head, tags, first) in [
        ("红    方：甲\n黑    方：乙\n", ["甲", "乙"], "炮二平五"),
        ("紅    方：甲    黑    方：乙\n", ["甲", "乙"], "炮二平五"),
        ("红  方：    黑  方：乙\n", ["", "乙"], "炮二平五"),
        ("红方：\n黑方：\n结果：\n", ["", ""], "炮二平五"),
        ("赛事：\n红方：甲\n局面：初始局面\n", ["甲", ""], "炮二平五"),
        ("红方：甲\n局面：3k5/9/9/9/9/9/9/9/4R4/4K4 w\n", ["甲", ""], "车五进一"),
        ("初始局面：3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1\n黑方：乙\n", ["", "乙"], "车五进一"),
    ] {
        let game = only(&format!("{head}\n1. {first}\n"));
        assert_eq!((shown(&game).as_str(), game.replay(9, None).unwrap().ply()), (first, 1));
        assert_eq!(["Red", "Black"].map(|tag| game.tag(tag).unwrap_or_default()), tags, "{head}");
    }
    let bad = games::read("红方：甲\n局面：9/9 w\n1. 炮二平五\n").remove(0).unwrap_err();
    assert!(bad.to_string().starts_with("2:1: bad FEN"), "{bad}");
}

/// The lines of a game as PGN has them, and what is wrong with it.
fn tree(game: &GameText) -> String {
    let moves = game.check_record(None).map_err(|fault| fault.to_string());
    let moves = match moves {
        Ok(checked) => checked,
        Err(fault) => return fault,
    };
    let document = games::Document {
        tags: Vec::new(),
        start: &game.start,
        comment: &game.comment,
        moves: &moves.moves,
        outcome: game.outcome,
        style: chuhe::notation::Style::Uci,
    };
    let pgn = document.to_text().unwrap_or_default();
    let body = pgn.split("\n\n").nth(1).unwrap_or_default().replace('\n', " ");
    match moves.fault {
        Some(fault) => format!("{body} | {fault}"),
        None => body,
    }
}

/// Moves of a sheet, and what comes out: the first line of each is line 4.
#[test]
fn moves_come_out_as_they_are_meant() {
    const MAIN: &str = "1.炮二平五 马８进７\n2.马二进三 车９平８\n3.车一平二";
    const PLAYED: &str = "1. h2e2 h9g7 2. h0g2 i9h9";
    const NOWHERE: &str =
        "score sheet: variations are left out: there is no place where they begin";
    let main = |rest: &str| format!("{MAIN}\n\n{rest}");
    for (moves, expected) in [
        // A comment on Red's first move: the number comes again.
        (
            "  1. 炮二平五  …………\n\n好。\n\n  1. …………  马８进７    2. 马二进三  车９平８\n".into(),
            "1. h2e2 {好。} h9g7 2. h0g2 i9h9 *".to_owned(),
        ),
        ("1.炮二平五\n好\n1.………… 马８进７ 2.马二进三".into(), "1. h2e2 {好} h9g7 2. h0g2 *".into()),
        ("1. 炮二平五 ...\n1． …… 马８进７".into(), "1. h2e2 h9g7 *".into()),
        // Marks of moves with variations and comments.
        ("1.炮二平五 ① 马８进７②\n2.马二进三 车９平８ ㉑".into(), format!("{PLAYED} *")),
        ("1.炮二平五* 马８进７B\n2.马二进三 * 车９平８ *B".into(), format!("{PLAYED} *")),
        (
            "1.炮二平五 马８进７B\n2.马二进三 *\n*第 1 回合黑: 稳\n*第2回合红：快\n*第 1 回合红: 有[变1-0-1]".into(),
            "1. h2e2 h9g7 {稳} 2. h0g2 {快} *".into(),
        ),
        // Variations of the main line and of each other.
        (
            main("变①接主变第2回合\n\n{ r1bakab1r / 9 b}\n二\n\t2. …………　　炮２平５\n3.马八进七（好） 车９进１\n三\n"),
            format!("{PLAYED} (2... b7e7 {{二}} 3. b0c2 {{好}} i9i8 {{三}}) 3. i0h0 *"),
        ),
        (
            main("【变1-0-2】\n2.兵七进一 车９平８\n\n变②接变①第2回合\n2. ………… 卒３进１\n3.马二进三\n变③接主变第1回合\n1.兵七进一 卒７进１"),
            "1. h2e2 (1. c3c4 g6g5) 1... h9g7 2. h0g2 (2. c3c4 i9h9 (2... c6c5 3. h0g2)) 2... i9h9 3. i0h0 *"
                .into(),
        ),
        (
            main("变①接主变第1回合\n1.炮八平五\n快\n1. …………　　马２进３\n2.马八进七\n"),
            "1. h2e2 (1. b2e2 {快} b9c7 2. b0c2) 1... h9g7 2. h0g2 i9h9 3. i0h0 *".into(),
        ),
        // Those that fit nowhere: beyond the end, in another round, of an unknown line, without
        // numbers, without a place.
        (main("变①接主变第3回合\n3. ………… 马２进３"), format!("{PLAYED} 3. i0h0 * | 8:1: {NOWHERE}")),
        (main("变①接主变第2回合\n1.兵七进一"), format!("{PLAYED} 3. i0h0 * | 8:1: {NOWHERE}")),
        (main("变②接变①第2回合\n2.兵七进一"), format!("{PLAYED} 3. i0h0 * | 8:1: {NOWHERE}")),
        (main("变①接主变第2回合\n兵七进一"), format!("{PLAYED} 3. i0h0 * | 8:1: {NOWHERE}")),
        (
            main("【变着一】\n3. …………　　马２进３\n坏\n4.兵七进一 红胜\n变②接主变第2回合\n2.兵七进一"),
            format!("1. h2e2 h9g7 2. h0g2 (2. c3c4) 2... i9h9 3. i0h0 * | 8:1: {NOWHERE}"),
        ),
        // Where the numbers of the main line are wrong, nobody knows where a variation begins.
        (
            "1.炮二平五 马８进７\n3.马二进三 车９平８\n变①接主变第3回合\n3.兵七进一".into(),
            format!("{PLAYED} * | 6:1: {NOWHERE}"),
        ),
        ("1.炮二平五\n变化很多，接下来\n1. …… 马８进７".into(), "1. h2e2 {变化很多，接下来} h9g7 *".into()),
        // Results behind the moves, and words that only look like them.
        (main("(红胜)"), format!("{PLAYED} 3. i0h0 1-0")),
        ("1.炮二平五 马８进７ （和棋）".into(), "1. h2e2 h9g7 1/2-1/2".into()),
        ("1.炮二平五 黑方认输".into(), "1. h2e2 1-0".into()),
        ("1.炮二平五 （红胜） 马８进７".into(), "1. h2e2 {红胜} h9g7 *".into()),
        ("1.炮二平五 （红优）".into(), "1. h2e2 {红优} *".into()),
        (main("平局\n评论者某"), format!("{PLAYED} 3. i0h0 {{评论者某}} 1/2-1/2")),
        (
            main("变①接主变第2回合\n2.兵七进一 红胜\n（黑胜）"),
            "1. h2e2 h9g7 2. h0g2 (2. c3c4 {红胜 （黑胜）}) 2... i9h9 3. i0h0 *".into(),
        ),
        ("【主变: 红胜】\n1.炮二平五".into(), "1. h2e2 1-0".into()),
        // Moves without numbers are a game where there are no numbers at all.
        ("炮二平五 马8进7\n马二进三 * 红胜".into(), "1. h2e2 h9g7 2. h0g2 1-0".into()),
        ("某评\n炮二平五马8进7\n马二进三\n(红胜)".into(), "{某评} 1. h2e2 h9g7 2. h0g2 1-0".into()),
        ("炮二平五\n1.兵七进一".into(), "{炮二平五} 1. c3c4 *".into()),
        (
            "炮二平五 马8进7\n又如\n马二进三".into(),
            "1. h2e2 h9g7 {又如} * | 6:1: score sheet: moves without numbers behind other text".into(),
        ),
    ] {
        let text = format!("红方：甲\n黑方：乙\n\n{moves}\n棋谱由某站生成\n");
        let found = games::read(&text);
        assert_eq!(found.len(), 1, "{moves}: {found:?}");
        assert_eq!(tree(found[0].as_ref().unwrap()), expected, "{moves}");
    }
}

#[test]
fn what_the_headings_say_of_the_result() {
    for (result, moves, outcome, comment) in [
        ("红方胜", "1.炮二平五 *", "1-0", ""),
        ("红胜（超时）", "1.炮二平五", "1-0", ""),
        ("红方获胜", "1.炮二平五 （红胜）", "1-0", ""),
        ("紅方認輸", "1.炮二平五", "0-1", ""),
        ("平局", "1.炮二平五 （红胜）", "1/2-1/2", "红胜"),
        ("红方胜", "1.炮二平五\n结果：未知", "1-0", ""),
        ("未知", "1.炮二平五", "*", ""),
        ("大概红胜", "1.炮二平五", "*", "结果：大概红胜"),
    ] {
        let game = only(&format!("红方：甲\n结果：{result}\n\n{moves}\n"));
        let comments = format!("{}{}", game.comment, game.moves.values()[0].comment);
        assert_eq!((games::result_word(game.outcome), &*comments), (outcome, comment), "{result}");
    }
}

/// A game with a drawn position: a sign for each point, `r` for a piece of Black.
fn drawn(ranks: [&str; 10], between: &str, moves: &str) -> String {
    let mut text =
        "标题：残局\n红方：甲\n初始局面:\n　　　　 黑方　　　　 \n　　　　　　　　　\n".to_owned();
    for rank in ranks {
        let piece = |c: char| match c {
            'K' => "(帅)".to_owned(),
            'R' => "(车)".to_owned(),
            'k' => "[将]".to_owned(),
            'a' => "[士]".to_owned(),
            '.' => "┼".to_owned(),
            other => other.to_string(),
        };
        let points: Vec<String> = rank.chars().map(piece).collect();
        text += &format!(" {} \n{between}\n", points.join("─"));
    }
    format!("{text}　　　　 红方　　　　 \n \n{moves}\n")
}

const RANKS: [&str; 10] = [
    "...ak....",
    ".........",
    ".........",
    ".........",
    "├┴┴┴┴┴┴┴┤",
    "├┬┬┬┬┬┬┬┤",
    ".........",
    ".........",
    "....R....",
    "...K.....",
];

#[test]
fn drawn_positions_are_read_or_refused() {
    const FEN: &str = "3ak4/9/9/9/9/9/9/9/4R4/3K5";
    const BETWEEN: &str = "　│　│　│　│＼│／│　│　│　│　";
    for (moves, side, expected) in [
        ("1.车五进一 将５平６", "w", "1. e1e2 e9f9 *"),
        ("  1. ………… 将５平６\n2.车五进一", "b", "1... e9f9 2. e1e2 *"),
        ("", "w", "*"),
    ] {
        for between in [BETWEEN, "", " ９ ８ ７ ６ ５ ４ ３ ２ １", "9 8 7 6 5 4 3 2 1"] {
            let text = drawn(RANKS, between, moves);
            let game = only(&text);
            assert_eq!(game.start.to_string(), format!("{FEN} {side} - - 0 1"), "{text}");
            assert_eq!((tree(&game), &*game.comment), (expected.into(), ""), "{text}");
        }
    }
    // The heading may be missing, or name the position; a FEN counts more.
    let text = drawn(RANKS, BETWEEN, "1.车五进一");
    for (heading, start) in [
        ("", FEN),
        ("局面：残局", FEN),
        ("局面：4k4/9/9/9/9/9/9/9/4R4/3K5 w", "4k4/9/9/9/9/9/9/9/4R4/3K5"),
    ] {
        let game = only(&text.replace("初始局面:", heading));
        assert_eq!(game.start.to_string(), format!("{start} w - - 0 1"), "{heading}");
    }
    // Two such games are two.
    assert_eq!(read(&text.repeat(2)).into_iter().flatten().count(), 2);
    // In doubt there is no game.
    for (from, to) in [
        (" ┼─┼─┼─[士]─[将]─┼─┼─┼─┼ \n", ""),
        ("[将]", "┼─[将]"),
        ("[将]", "[帅]"),
        ("[将]", "(将)"),
        ("[将]", "[将)"),
        ("[将]", "[卫]"),
        ("[将]", "[将"),
        ("[将]─┼", "[将]  "),
        ("黑方", "红方"),
        (" 红方　", " 黑方　"),
        ("├─┴", "├─┴─┴"),
    ] {
        let text = text.replacen(from, to, 1);
        let found: Vec<String> = read(&text)
            .into_iter()
            .map(|game| game.map_or_else(|fault| fault.to_string(), |game| tree(&game)))
            .collect();
        let expected = "3:1: score sheet: the position that is drawn is not understood";
        assert_eq!(found, [expected], "{from} -> {to}");
    }
}

#[test]
fn it_is_told_by_its_headings() {
    for text in [
        "",
        "1. 炮二平五 {红方：甲\n黑方：乙} 马8进7",
        "[Event \"红方：甲\"]\n黑方：乙\n红方：甲",
        "炮二平五 马8进7\n红方：甲",
        "红方 甲\n1. 炮二平五",
        "甲：乙\n1. 炮二平五",
    ] {
        let is_told = is_sheet(text) && crate::detect_text(text) == crate::Format::Sheet;
        assert!(!is_told, "{text}");
    }
}

#[test]
fn broken_sheets_do_no_harm() {
    for text in [DPXQ, SERVER] {
        for end in (0..text.len()).filter(|&end| text.is_char_boundary(end)) {
            let _ = (read(&text[..end]), read(&text[end..]), is_sheet(&text[..end]));
        }
    }
    for part in [
        "红方：甲\n",
        "(",
        "1.(",
        "  ",
        "：",
        "1. 炮二平五\n",
        "甲\n",
        "--",
        "炮二平五\n",
        "炮二平五",
        "变①接主变第1回合\n1.兵七进一\n",
        "1. …… 马８进７\n",
        "┼┼┼\n",
        "*第1回合红:x\n",
        ")）",
    ] {
        let text = format!("红方：甲\n1. {}", part.repeat(400_000 / part.len()));
        let began = std::time::Instant::now();
        let _ = (is_sheet(&text), read(&text));
        assert!(began.elapsed().as_secs() < 20, "{part:?}");
    }
}
