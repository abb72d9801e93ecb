//! The headings of variations in a score sheet of dpxq.com: `变①接主变第7回合`, `【变2-1-9】`.

use crate::formats::pgn::digit;

/// What stands above a variation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// Its number, from 1; the main line has number 0.
    pub number: usize,
    /// The number of the line that it leaves, and that of the round in which it does; `None`
    /// where this is not understood.
    pub leaves: Option<(usize, usize)>,
}

impl Heading {
    /// That of a line; `None` of any other line.
    pub fn read(line: &str) -> Option<Heading> {
        let text: String = line.chars().filter(|c| !c.is_whitespace()).collect();
        let (text, is_bracketed) = match text.strip_prefix('【') {
            Some(rest) => (rest.split_once('】')?.0, true),
            None => (&*text, false),
        };
        let rest = text.strip_prefix(['变', '變'])?;
        let (number, rest) = read_number(rest.trim_start_matches(['例', '着', '著', '化', '招']))?;
        let parent = rest.strip_prefix('接').and_then(read_line);
        let leaves = match parent {
            Some((parent, rest)) => read_round(rest).map(|round| (parent, round)),
            None => rest.strip_prefix('-').and_then(|rest| {
                let (parent, round) = rest.split_once('-')?;
                Some((whole(parent)?, whole(round)?))
            }),
        };
        // Words of a comment that begins so are none.
        (is_bracketed || parent.is_some())
            .then(|| Heading { number, leaves: leaves.filter(|&(parent, _)| parent < number) })
    }
}

/// What stands behind `*第 3 回合黑:`: the number, whether it is Black's move, and the words.
pub fn note(line: &str) -> Option<(usize, bool, &str)> {
    let (label, text) = line.trim().strip_prefix('*')?.split_once([':', '：'])?;
    let label: String = label.chars().filter(|c| !c.is_whitespace()).collect();
    let (round, side) = label.strip_prefix('第')?.split_once("回合")?;
    let is_black = match side {
        "黑" | "黑方" => true,
        "红" | "紅" | "红方" | "紅方" => false,
        _ => return None,
    };
    Some((whole(round)?, is_black, text.trim()))
}

/// A mark of a move with variations, `①` to `㊿`, as a number.
pub fn circled(c: char) -> Option<usize> {
    let from = |first: char, number: usize| c as usize - first as usize + number;
    Some(match c {
        '①'..='⑳' => from('①', 1),
        '㉑'..='㉟' => from('㉑', 21),
        '㊱'..='㊿' => from('㊱', 36),
        _ => return None,
    })
}

/// The number of a line, and what follows: `主变…`, `变①…`.
fn read_line(text: &str) -> Option<(usize, &str)> {
    if let Some(rest) = text.strip_prefix('主') {
        return Some((0, rest.strip_prefix(['变', '變', '线', '線'])?));
    }
    read_number(text.strip_prefix(['变', '變'])?)
}

/// The round of `第7回合`.
fn read_round(text: &str) -> Option<usize> {
    whole(text.strip_prefix('第')?.split_once("回合")?.0)
}

/// The number that a text begins with, and what follows.
fn read_number(text: &str) -> Option<(usize, &str)> {
    let first = text.chars().next()?;
    let single = circled(first).or_else(|| {
        let numerals = "一二三四五六七八九十";
        numerals.chars().position(|c| c == first).map(|at| at + 1)
    });
    if let Some(number) = single {
        return Some((number, &text[first.len_utf8()..]));
    }
    let rest = text.trim_start_matches(|c| digit(c).is_some());
    Some((whole(&text[..text.len() - rest.len()])?, rest))
}

/// A number of digits of any width, and nothing else.
fn whole(text: &str) -> Option<usize> {
    let digits: Option<Vec<usize>> = text.chars().map(digit).collect();
    let digits = digits.filter(|digits| (1..=6).contains(&digits.len()))?;
    Some(digits.iter().fold(0, |n, d| 10 * n + d))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_of_every_kind() {
        let of = |number, leaves| Some(Heading { number, leaves });
        for (line, expected) in [
            ("变①接主变第7回合", of(1, Some((0, 7)))),
            ("變② 接 變①第 19 回合", of(2, Some((1, 19)))),
            ("　变㉑接主变第７回合：", of(21, Some((0, 7)))),
            ("变12接变3第10回合", of(12, Some((3, 10)))),
            ("【变1-0-3】", of(1, Some((0, 3)))),
            ("【变3-2-13: 红优】", of(3, None)),
            ("【变一】", of(1, None)),
            ("【变1-2-3】", of(1, None)),
            ("变②接变②第9回合", of(2, None)),
            ("变①接主变", of(1, None)),
            ("变化复杂，接下来", None),
            ("变1、马八进七", None),
            ("【主变: 红胜】", None),
            ("【变", None),
            ("变", None),
        ] {
            assert_eq!(Heading::read(line), expected, "{line}");
        }
        assert_eq!(note("  *第  2 回合黑: 正着"), Some((2, true, "正着")));
        assert_eq!(note("*第x回合黑: 正着"), None);
    }
}
