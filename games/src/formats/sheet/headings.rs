//! The lines of a score sheet that are about its game: headings such as `红方：甲`, titles, rules and
//! last lines.

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

/// What stands for no result.
pub const UNKNOWN: [&str; 10] =
    ["", "?", "-", "无", "無", "未知", "不明", "未完", "未结束", "进行中"];

/// Headings of the position that the game begins with.
const POSITIONS: [&str; 3] = ["局面", "初始局面", "开局局面"];

/// Longest heading, in characters.
const LONGEST: usize = 8;

/// What a heading says.
pub enum Heading {
    /// A tag of PGN.
    Tag(String),
    /// How the game ended.
    Result,
    /// A FEN.
    Fen,
    /// A FEN, or a name for the position.
    Position,
}

/// The headings of a line, which stand apart by two blanks or more. So may the parts of one:
/// `红    方：甲`.
pub fn headings(line: &str) -> impl Iterator<Item = (Heading, &str)> {
    let parts = line.split(['\t', '|']).flat_map(|part| part.split("  "));
    let mut before = String::new();
    parts.filter_map(move |part| {
        let Some((label, value)) = part.split_once(['：', ':']) else {
            if part.len() < 8 * LONGEST {
                before += part;
            }
            return None;
        };
        let found = heading(&format!("{}{label}", std::mem::take(&mut before)));
        Some((found.or_else(|| heading(label))?, value.trim()))
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
    if POSITIONS.contains(&&*label) {
        return Some(Heading::Position);
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
pub fn is_title(line: &str) -> bool {
    let text = squeezed(line);
    text.ends_with("对局记录") || text.ends_with("象棋棋谱")
}

/// A line of signs.
pub fn is_rule(line: &str) -> bool {
    let text = line.trim();
    let mut chars = text.chars();
    let first = chars.next();
    text.len() > 3
        && first.is_some_and(|first| "-=*_—─－＝".contains(first) && chars.all(|c| c == first))
}

/// The last line of a game: `棋谱由 … 生成`.
pub fn is_end(line: &str) -> bool {
    squeezed(line).starts_with("棋谱由")
}
