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

/// Headings of the position that the game begins with.
const POSITIONS: [&str; 3] = ["局面", "初始局面", "开局局面"];

/// Longest heading, in characters.
const LONGEST: usize = 8;

/// Lines in which headings are looked for.
const MOST_LINES: usize = 60;

/// What a heading says.
enum Heading {
    Tag(String),
    Result,
    Fen,
    /// A FEN, or a name for the position.
    Position,
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
            Heading::Position if !value.contains('/') => {}
            Heading::Fen | Heading::Position => match Setup::from_words(value.split_whitespace()) {
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

/// The headings of a line, which stand apart by two blanks or more. So may the parts of one:
/// `红    方：甲`.
fn headings(line: &str) -> impl Iterator<Item = (Heading, &str)> {
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
mod tests;
