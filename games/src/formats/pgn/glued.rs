//! Moves that have not been set apart: `1.兵七进一炮2平32.兵三进一炮8平5`, where the 3 belongs to a
//! move and the 2 is a number.

/// Moves that stand in one word.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Glued {
    /// Each move, the characters before it, and the marks behind it.
    pub moves: Vec<(String, usize, String)>,
    /// The last number among them.
    pub last_number: Option<usize>,
}

/// Takes a word apart; `None` when it is not two moves or more, all in one notation.
pub fn glued(word: &str) -> Option<Glued> {
    let chars: Vec<char> = word.chars().collect();
    KINDS.iter().find_map(|kind| split(&chars, kind)).filter(|found| found.moves.len() > 1)
}

/// Whether a word is Chinese moves or moves by points, one or several: what no other word looks
/// like.
pub fn is_bare_move(word: &str) -> bool {
    is_of(word, &[(4, is_chinese), (4, is_points), (5, is_iccs)])
}

/// Whether a word is Chinese moves, one or several.
pub fn is_chinese_move(word: &str) -> bool {
    is_of(word, &[(4, is_chinese)])
}

fn is_of(word: &str, kinds: &[Kind]) -> bool {
    let chars: Vec<char> = word.chars().collect();
    kinds.iter().any(|kind| split(&chars, kind).is_some_and(|found| !found.moves.is_empty()))
}

/// How many characters a move has, and whether so many are one.
type Kind = (usize, fn(&[char]) -> bool);

const KINDS: [Kind; 4] = [(4, is_chinese), (4, is_wxf), (4, is_points), (5, is_iccs)];

fn split(chars: &[char], &(length, is_move): &Kind) -> Option<Glued> {
    let mut found = Glued::default();
    let mut at = 0;
    while at < chars.len() {
        let rest = &chars[at..];
        let skipped = number(rest).filter(|&(_, used)| is_one(&rest[used..], length, is_move));
        if let Some((number, used)) = skipped {
            found.last_number = Some(number);
            at += used;
        } else if !is_one(rest, length, is_move) {
            return None;
        }
        let text: String = chars[at..at + length].iter().collect();
        let begin = at;
        at += length;
        let marks = chars[at..].iter().take_while(|c| matches!(c, '!' | '?' | '！' | '？')).count();
        found.moves.push((text, begin, chars[at..at + marks].iter().collect()));
        at += marks;
    }
    Some(found)
}

fn is_one(chars: &[char], length: usize, is_move: fn(&[char]) -> bool) -> bool {
    chars.get(..length).is_some_and(is_move)
}

/// A number of a move and its dots: the number, and how many characters they are.
fn number(chars: &[char]) -> Option<(usize, usize)> {
    let digits = chars.iter().take_while(|&&c| digit(c).is_some()).take(4).count();
    let dots = chars[digits..].iter().take_while(|&&c| is_dot(c) || c == '、').count();
    let value = chars[..digits].iter().filter_map(|&c| digit(c)).fold(0, |n, d| 10 * n + d);
    (digits > 0 && dots > 0).then_some((value, digits + dots))
}

/// What ends the number of a move.
pub fn is_dot(c: char) -> bool {
    matches!(c, '.' | '．' | '。' | '…')
}

/// What a digit of any width is worth.
pub fn digit(c: char) -> Option<usize> {
    let narrow = match c {
        '０'..='９' => (c as u32 - '０' as u32) as usize,
        _ => c.to_digit(10)? as usize,
    };
    Some(narrow)
}

fn is_chinese(chars: &[char]) -> bool {
    matches!(chars[2], '进' | '進' | '退' | '平' | '上' | '下')
        && (digit(chars[3]).is_some() || "一二三四五六七八九".contains(chars[3]))
        && !chars[0].is_ascii_punctuation()
}

fn is_wxf(chars: &[char]) -> bool {
    (chars[0].is_ascii_alphanumeric() || matches!(chars[0], '+' | '-'))
        && (chars[1].is_ascii_digit() || matches!(chars[1], '+' | '-'))
        && matches!(chars[2], '+' | '-' | '.' | '=')
        && matches!(chars[3], '1'..='9')
}

fn is_points(chars: &[char]) -> bool {
    let is_point =
        |pair: &[char]| matches!(pair[0], 'a'..='i' | 'A'..='I') && pair[1].is_ascii_digit();
    is_point(&chars[..2]) && is_point(&chars[2..])
}

fn is_iccs(chars: &[char]) -> bool {
    chars[2] == '-' && is_points(&[chars[0], chars[1], chars[3], chars[4]])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(word: &str) -> Vec<String> {
        let found = glued(word).unwrap_or_default();
        found.moves.into_iter().map(|(text, ..)| text).collect()
    }

    #[test]
    fn numbers_and_moves_are_told_apart() {
        let word = "1.兵七进一炮2平32.兵三进一!炮8平5?3．马二进三马8进7";
        let found = glued(word).unwrap();
        let texts = ["兵七进一", "炮2平3", "兵三进一", "炮8平5", "马二进三", "马8进7"];
        assert_eq!(moves(word), texts);
        let places: Vec<_> = found.moves.iter().map(|(_, at, marks)| (*at, &**marks)).collect();
        assert_eq!(places[2..4], [(12, "!"), (17, "?")]);
        assert_eq!(found.last_number, Some(3));
        assert_eq!(moves("炮二平五炮８平５"), ["炮二平五", "炮８平５"]);
        assert_eq!(moves("1.C2.5H8+72.H2+3R9.8"), ["C2.5", "H8+7", "H2+3", "R9.8"]);
        assert_eq!(moves("33.4++.5"), ["33.4", "++.5"]);
        assert_eq!(moves("h2e2h9g710.h0g2"), ["h2e2", "h9g7", "h0g2"]);
        assert_eq!(moves("1.H2-E2H9-G7"), ["H2-E2", "H9-G7"]);
        for one in [
            "",
            "炮二平五",
            "1.C2.5",
            "9.33.4",
            "33.4",
            "h2e2",
            "1.",
            "炮二平五红胜",
            "12345678",
            "hello-world",
        ] {
            assert_eq!(moves(one), [""; 0], "{one}");
        }
    }
}
