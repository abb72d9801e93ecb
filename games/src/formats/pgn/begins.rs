//! Where in a long text a game begins.

use crate::formats::pgn::cursor::begins_tag;

/// Says of each line of a text, in their order, whether a game begins at it: at a tag, when
/// something besides tags and comments has stood before that. The reader begins one there, too,
/// whatever is open; only behind a body without a move, of a number or a mark alone, it would go
/// on with the same game.
pub fn begins() -> impl FnMut(&str) -> bool + Send {
    let (mut has_body, mut is_comment) = (false, false);
    move |line| {
        if begins_tag(line) {
            is_comment = false;
            return std::mem::take(&mut has_body);
        }
        if !has_body {
            has_body = is_body(line, &mut is_comment);
        }
        false
    }
}

/// Whether a line has a word outside of comments.
fn is_body(line: &str, is_comment: &mut bool) -> bool {
    let mut rest = line;
    if !*is_comment && rest.starts_with('%') {
        return false;
    }
    loop {
        if *is_comment {
            let Some(end) = rest.find('}') else { return false };
            *is_comment = false;
            rest = &rest[end + 1..];
        }
        rest = rest.trim_start();
        match rest.chars().next() {
            None | Some(';' | '[') => return false,
            Some('{') => *is_comment = true,
            Some(_) => return true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_begins_at_a_tag_behind_moves() {
        let text = "; x\n{a\nb} [c\n%d\n[Event \"a\"]\n{b\nc}\n[Red \"x\"]\n\n1. h2e2 {\n[x\n*[Event \"b\"]\n\
                    *\n[Event \"b\"]\n*\n[FEN \"c\"]\n[FEN \"d\"]";
        let mut begins = begins();
        let found: Vec<usize> =
            (1..).zip(text.split('\n')).filter(|&(_, line)| begins(line)).map(|(n, _)| n).collect();
        assert_eq!(found, [14, 16]);
    }
}
