//! Score sheets: the text in which dpxq.com, 天天象棋, QQ and Ourgame copy a game, with
//! headings such as `红方：甲`, then numbered lines of moves.

use crate::fault::Fault;
use crate::formats::lines::{add_moves, placed_words};
use crate::formats::pgn::numbers_of;
use crate::text::{GameText, Place, join_comment, numbered_lines, result_of, visible};
use crate::tree::{At, START};
use chuhe::board::Setup;
use chuhe::rules::Outcome;

/// Headings and the tags of PGN that they are.
const TAGS: [(&str, &str); 32] = [
    ("标题", "Title"),
    ("分类", "Category"),
    ("赛事", "Event"),
    ("比赛", "Event"),
    ("比赛名称", "Event"),
    ("轮次", "Round"),
    ("布局", "Opening"),
    ("开局", "Opening"),
    ("红方", "Red"),
    ("黑方", "Black"),
    ("日期", "Date"),
    ("比赛日期", "Date"),
    ("比赛时间", "Date"),
    ("对局时间", "Date"),
    ("时间", "Date"),
    ("地点", "Site"),
    ("比赛地点", "Site"),
    ("组别", "Group"),
    ("台次", "Board"),
    ("评论", "Annotator"),
    ("作者", "Author"),
    ("记时规则", "TimeRule"),
    ("计时规则", "TimeRule"),
    ("棋局类型", "RecordType"),
    ("棋局性质", "EventType"),
    ("团体", "Team"),
    ("姓名", "Name"),
    ("等级", "Level"),
    ("等级分", "Elo"),
    ("积分", "Elo"),
    ("时间", "Time"),
    ("用时", "Time"),
];

/// Headings that say how the game ended.
const RESULTS: [&str; 4] = ["结果", "比赛结果", "对局结果", "棋局结果"];

/// Longest heading, in characters.
const LONGEST: usize = 8;

/// Lines in which headings are looked for.
const MOST_LINES: usize = 60;

/// What a heading says.
enum Heading {
    Tag(String),
    Result,
    Fen,
}

/// Whether a text is a score sheet: before its first numbered line there are headings.
pub fn is_sheet(text: &str) -> bool {
    let mut count = 0;
    let mut is_begun = false;
    let lines = numbered_lines(text).filter(|(_, line)| !line.trim().is_empty());
    for (index, (_, line)) in lines.take(MOST_LINES).enumerate() {
        if numbers(line).is_some() {
            break;
        }
        let found = headings(line).count();
        is_begun |= index == 0 && (found > 0 || is_title(line) || is_rule(line));
        count += found;
    }
    count > 1 || is_begun && count > 0
}

/// Reads the games of a text. Headings, or number 1, begin one.
pub fn read(text: &str) -> Vec<Result<GameText, Fault>> {
    let mut reader = Reader::default();
    for (number, line) in numbered_lines(text) {
        reader.line(line, number);
    }
    reader.finish();
    reader.games
}

/// Says of each line of such a text, in their order, whether a game begins at it.
pub fn begins() -> impl FnMut(&str) -> bool + Send {
    let mut has_moves = false;
    move |line| match numbers(line) {
        Some(first) => first == 1 && std::mem::replace(&mut has_moves, true),
        None => {
            let is_begin = |heading| !matches!(heading, Heading::Result);
            let begins = is_title(line) || headings(line).any(|(it, _)| is_begin(it));
            begins && std::mem::take(&mut has_moves)
        }
    }
}

#[derive(Default)]
struct Reader {
    games: Vec<Result<GameText, Fault>>,
    game: Option<GameText>,
    fault: Option<Fault>,
    /// Behind the last move.
    at: Option<At>,
}

impl Reader {
    fn line(&mut self, line: &str, number: usize) {
        let column = 1 + line.chars().take_while(|c| c.is_whitespace()).count();
        let place = Place { line: number, column };
        if line.trim().is_empty() || is_rule(line) {
            return;
        }
        if is_title(line) || squeezed(line).starts_with("棋谱由") {
            return self.finish();
        }
        if numbers(line).is_some() {
            return self.moves(line, number);
        }
        let mut has_heading = false;
        for (heading, value) in headings(line) {
            has_heading = true;
            self.heading(heading, value, place);
        }
        if !has_heading && self.game.is_some() {
            self.remark(line.trim());
        }
    }

    /// The game, which begins here unless it has begun.
    fn game(&mut self, place: Place) -> &mut GameText {
        self.game.get_or_insert_with(|| GameText::new(place))
    }

    fn heading(&mut self, heading: Heading, value: &str, place: Place) {
        let ends_game = matches!(heading, Heading::Result);
        if self.at.is_some() && !ends_game {
            self.finish();
        }
        let game = self.game(place);
        match heading {
            Heading::Tag(_) if value.is_empty() => {}
            Heading::Tag(tag) if game.tag(&tag).is_none() => {
                game.tags.push((tag, visible(value).into_owned()));
            }
            Heading::Tag(_) => {}
            Heading::Result => game.outcome = result_of(value).unwrap_or(Outcome::Ongoing),
            Heading::Fen => match Setup::from_words(value.split_whitespace()) {
                Ok((start, _)) => game.start = start,
                Err(error) => _ = self.fault.get_or_insert(Fault::new(place, error)),
            },
        }
    }

    /// Reads a numbered line; what stands in parentheses is a comment.
    fn moves(&mut self, line: &str, number: usize) {
        let words = placed_words(line, number);
        let place = words.first().map_or(Place::START, |&(_, place)| place);
        if self.at.is_some() && numbers(line) == Some(1) {
            self.finish();
        }
        let mut rest = line;
        let mut read = 0;
        while !rest.is_empty() {
            let end = rest.find(['(', '（']).unwrap_or(rest.len());
            let mut words = placed_words(&rest[..end], number);
            words.iter_mut().for_each(|(_, place)| place.column += read);
            let at = self.at.unwrap_or(START);
            let game = self.game(place);
            let after = add_moves(game, at, &words);
            if after != START {
                self.at = Some(after);
            }
            let inside = &rest[end..];
            let close = inside.find([')', '）']).unwrap_or(inside.len());
            let remark = inside[..close].trim_start_matches(['(', '（']);
            if !remark.is_empty() {
                self.remark(remark);
            }
            let used = end + close + inside[close..].chars().next().map_or(0, char::len_utf8);
            read += rest[..used].chars().count();
            rest = &rest[used..];
        }
    }

    /// Adds a line to the comment of the last move.
    fn remark(&mut self, text: &str) {
        let at = self.at.unwrap_or(START);
        let Some(game) = &mut self.game else { return };
        let comment = match game.moves.get_mut(at) {
            Some(word) => &mut word.comment,
            None => &mut game.comment,
        };
        join_comment(comment, &visible(text));
    }

    fn finish(&mut self) {
        self.at = None;
        let fault = self.fault.take();
        let Some(game) = self.game.take() else { return };
        let has_something = !game.moves.is_empty() || game.start != Setup::start();
        match fault {
            Some(fault) => self.games.push(Err(fault)),
            None if has_something => self.games.push(Ok(game)),
            None => {}
        }
    }
}

/// The number of the move that a line begins with.
fn numbers(line: &str) -> Option<usize> {
    let first = placed_words(line, 1).first().and_then(|(word, _)| numbers_of(word));
    first.map(|(first, _)| first)
}

/// The headings of a line, which stand apart by two blanks or more.
fn headings(line: &str) -> impl Iterator<Item = (Heading, &str)> {
    let parts = line.split(['\t', '|']).flat_map(|part| part.split("  "));
    parts.filter_map(|part| {
        let (label, value) = part.split_once(['：', ':'])?;
        Some((heading(label)?, value.trim()))
    })
}

/// What a heading means: its blanks and its script do not matter.
fn heading(label: &str) -> Option<Heading> {
    if label.chars().count() > 2 * LONGEST {
        return None;
    }
    let label = squeezed(label);
    if RESULTS.contains(&&*label) {
        return Some(Heading::Result);
    }
    if label.eq_ignore_ascii_case("fen") {
        return Some(Heading::Fen);
    }
    let tag_of = |label: &str, is_own: bool| {
        const OWN: [&str; 5] = ["Team", "Name", "Level", "Elo", "Time"];
        let fits = |tag: &str| OWN.contains(&tag) == is_own;
        TAGS.iter().find(|(known, tag)| *known == label && fits(tag)).map(|&(_, tag)| tag)
    };
    let side = [("红方", "Red"), ("黑方", "Black")];
    let own = side.iter().find_map(|(name, side)| {
        let tag = tag_of(label.strip_prefix(name)?, true)?;
        Some(format!("{side}{tag}"))
    });
    own.or_else(|| tag_of(&label, false).map(str::to_owned)).map(Heading::Tag)
}

/// The text without blanks, in simplified characters as far as headings have them.
fn squeezed(text: &str) -> String {
    const PAIRS: &str = "標标題题類类賽赛輪轮佈布紅红結结點点組组臺台評评論论記记計计時时規规則则團团體体\
                         級级對对間间積积開开錄录譜谱稱称";
    let simple = |c: char| {
        let mut pairs = PAIRS.chars();
        while let (Some(from), Some(to)) = (pairs.next(), pairs.next()) {
            if from == c {
                return to;
            }
        }
        c
    };
    text.chars().filter(|c| !c.is_whitespace()).take(4 * LONGEST).map(simple).collect()
}

/// `中 国 象 棋 对 局 记 录`.
fn is_title(line: &str) -> bool {
    let text = squeezed(line);
    text.ends_with("对局记录") || text.ends_with("象棋棋谱")
}

/// A line of signs.
fn is_rule(line: &str) -> bool {
    let text = line.trim();
    let mut chars = text.chars();
    let first = chars.next();
    text.len() > 3
        && first.is_some_and(|first| "-=*_—─－＝".contains(first) && chars.all(|c| c == first))
}

#[cfg(test)]
mod tests {
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
            assert_eq!(
                shown(&game),
                format!("炮二平五 馬８進７ 馬二進三 {remark} 車９平８ 車一平二")
            );
            let tags = ["Red", "Black", "Date"].map(|tag| game.tag(tag).unwrap_or_default());
            assert_eq!(
                (tags, game.outcome),
                (["甲", "乙", "2020-01-01"], Outcome::Win(Color::Red))
            );
        }
        let big5 = bytes(&BIG5.encode(SERVER).0);
        assert_eq!(big5[0].as_ref().unwrap().tag("Black"), Some("乙"));
        let two = games::read(&format!("{SERVER}比賽結果：和棋\n{SERVER}"));
        let outcomes: Vec<Outcome> =
            two.iter().map(|game| game.as_ref().unwrap().outcome).collect();
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
        for part in ["红方：甲\n", "(", "1.(", "  ", "：", "1. 炮二平五\n", "甲\n", "--"]
        {
            let text = format!("红方：甲\n1. {}", part.repeat(400_000 / part.len()));
            let began = std::time::Instant::now();
            let _ = (is_sheet(&text), read(&text));
            assert!(began.elapsed().as_secs() < 20, "{part:?}");
        }
    }
}
