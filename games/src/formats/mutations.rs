//! Texts with random damage: every reader reads them without a panic, and whatever it makes of
//! them can be checked.

use crate as games;

type Reader = fn(&str) -> Vec<Result<games::GameText, games::Fault>>;

/// A text of each kind, and its reader.
const TEXTS: [(&str, Reader); 7] = [
    (
        "[DhtmlXQ]\n[DhtmlXQ_title]a[/DhtmlXQ_title]\n[DhtmlXQ_blacktime]1[/DhtmlXQ_time]\n\
         [DhtmlXQ_binit]8979695949392919097717866646260600102030405060708012720323436383[/DhtmlXQ_binit]\n\
         [DhtmlXQ_movelist]774770627967[/DhtmlXQ_movelist]\n[DhtmlXQ_move_0_2_1]10227967[/x]\n\
         [DhtmlXQ_move_1_3_2]7976[/x]\n[DhtmlXQ_comment2_3]x||\\u4e2d[/x]\n<script>'[0_1'+'_3]7747[/x]'",
        games::dhtmlxq::read,
    ),
    (
        "FORMAT\tAXF, N(H)\nRED\tA ; 1 ;;\nSETUP{ Ra0 Ke0 kD9 pe3 MOVE 5 BLACK }\nSTART{\n\
         !!5. ... p5+1! {x} 6. R9+1\n}END\nBLACK b\nSTART{ C2.5 }",
        games::wxf::read,
    ),
    (
        "中 国 象 棋 对 局 记 录\n----\n红 方：甲  黑 方：乙\n结果：红胜\n\n 1. 炮二平五（好） 马８进７\n\
         二\n 2. 马二进三!\n棋谱由 x 生成\n",
        games::sheet::read,
    ),
    (
        "红方：甲\n黑方：乙\n\n1.炮二平五 ① 马８进７*\n2.马二进三B\n好\n2. …… 车９平８\n(红胜)\n变①接主变第2回合\n\
         2. …… 炮２平５\n变②接变①第2回合\n2. …… 车９进１\n*第2回合黑:x\n棋谱由 x 生成\n",
        games::sheet::read,
    ),
    (
        "红方：甲\n初始局面:\n 黑方\n[车][马][象][士][将][士][象][马][车]\n│＼│\n├┼┼┼┼┼┼┼┤\n├┼┼┼┼┼┼┼┤\n\
         ├┼┼┼┼┼┼┼┤\n├┴┴┴┴┴┴┴┤\n├┬┬┬┬┬┬┬┤\n├┼┼┼┼┼┼┼┤\n├┼┼┼┼┼┼┼┤\n├┼┼┼┼┼┼┼┤\n(车)┴┴┴(帅)┴┴┴(车)\n红方\n\
         1. …… 车１进１\n黑方：乙\n炮二平五 马8进7\n",
        games::sheet::read,
    ),
    (
        "1. P2-5 M8.7\n2. Xt/2 Bg2-4\n77477062\n1.兵七进一炮2平32.兵三进一\n1. Che2+ A10xe9#\n\
         3k5/9/9/9/9/9/9/9/9/4K4 w\n1... c4",
        games::lines::read,
    ),
    (
        "[Variant \"xiangqi\"]\n\n1. Cbe2 {+0.1/3} (1. gxg4 cd6 (1... Pe9+)) 1... H8e7 1-0",
        games::read,
    ),
];

#[test]
fn damaged_texts_do_no_harm() {
    let mut state: usize = 1;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) % below.max(1)
    };
    let all: Vec<char> = TEXTS.iter().flat_map(|(text, _)| text.chars()).collect();
    for round in 0..2_000 {
        let (text, read) = TEXTS[round % TEXTS.len()];
        let mut chars: Vec<char> = text.chars().collect();
        for _ in 0..=random(6) {
            let (at, length) = (random(chars.len()), random(8));
            let end = (at + length).min(chars.len());
            let from = random(all.len() - 8);
            let new: Vec<char> = all[from..from + random(8)].to_vec();
            chars.splice(at..end, new);
        }
        let text: String = chars.into_iter().collect();
        for game in read(&text).into_iter().chain(games::read(&text)).flatten() {
            let _ = game.check(None);
        }
        // A file is read in parts, which are whole games.
        let format = games::detect_text(&text);
        if matches!(format, games::Format::Lines | games::Format::Sheet | games::Format::Wxf) {
            let parts = games::Games::of_bytes(text.as_bytes(), games::ReadOptions::default());
            let parts: Vec<_> = parts.map(Iterator::collect).unwrap_or_default();
            assert_eq!(parts, games::read(&text), "{format:?}: {text}");
        }
    }
}
