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
    for part in ["红方：甲\n", "(", "1.(", "  ", "：", "1. 炮二平五\n", "甲\n", "--"] {
        let text = format!("红方：甲\n1. {}", part.repeat(400_000 / part.len()));
        let began = std::time::Instant::now();
        let _ = (is_sheet(&text), read(&text));
        assert!(began.elapsed().as_secs() < 20, "{part:?}");
    }
}
