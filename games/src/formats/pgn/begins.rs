//! Where in a long text a game begins.

use crate::formats::pgn::cursor::{OpenComment, begins_tag};
use crate::formats::pgn::tag::OpenTag;

/// Says of each line of a text, in their order, whether a game begins at it: at a tag, when
/// something besides tags and comments has stood before that. The reader begins one there, too;
/// only behind a body without a move, of a number or a mark alone, it would go on with the same
/// game. Where the end of a comment is missing the next game is seen late, and is in one part
/// with this one.
pub fn begins() -> impl FnMut(&str) -> bool + Send {
    let mut scan = Scan::default();
    move |line| scan.line(line)
}

/// How far a game has been seen.
#[derive(Default)]
struct Scan {
    /// Whether a word has stood outside of tags and comments.
    has_body: bool,
    comment: Option<OpenComment>,
    tag: Option<OpenTag>,
}

impl Scan {
    /// Whether a game begins at the line.
    fn line(&mut self, line: &str) -> bool {
        if let Some(mut tag) = self.tag.take() {
            if tag.add(line) {
                match tag.rest() {
                    Some(rest) => self.words(rest),
                    None => self.tag = Some(tag),
                }
                return false;
            }
            // It has no end, and what stood behind it was a game.
            tag.lines().for_each(|line| self.words(line));
        }
        if self.comment.as_mut().is_some_and(|comment| !comment.may_hold(line)) {
            // One that has no end: what stood behind it was a game.
            (self.comment, self.has_body) = (None, true);
        }
        if self.comment.is_none() {
            if begins_tag(line) {
                self.tag = OpenTag::of(line);
                return std::mem::take(&mut self.has_body);
            }
            if line.starts_with('%') {
                return false;
            }
        }
        self.words(line);
        false
    }

    fn words(&mut self, line: &str) {
        for c in line.chars() {
            match (&self.comment, c) {
                (Some(_), '}') => self.comment = None,
                (Some(comment), '{') if !comment.may_hold_brace() => {
                    (self.comment, self.has_body) = (Some(OpenComment::default()), true);
                }
                (Some(_), _) => {}
                (None, ';') => return,
                (None, '[') if !self.has_body => return,
                (None, '{') => self.comment = Some(OpenComment::default()),
                (None, c) => self.has_body |= !c.is_whitespace(),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_begins_at_a_tag_behind_moves() {
        let found = |text: &str| -> Vec<usize> {
            let mut begins = begins();
            (1..).zip(text.split('\n')).filter(|&(_, line)| begins(line)).map(|(n, _)| n).collect()
        };
        let text = "; x\n{a\nb} [c\n%d\n[Event \"a\"]\n{b\nc}\n[Red \"x\"]\n\n1. h2e2 {\n[x }\n*[Event \"b\"]\n\
                    *\n[Event \"b\"]\n*\n[FEN \"c\"]\n[FEN \"d\"]";
        assert_eq!(found(text), [14, 16]);
        // The second line of a value is no game; where it never ends, one may have begun.
        assert_eq!(found("[Event \"a\nb\"]\n[Red \"x\"]\n1. h2e2\n[Event \"b\"]"), [5]);
        assert_eq!(found("[Event \"a\n1. h2e2\n[Event \"b\"]\n\n1. h2e2\n[Event \"c\"]"), [3, 6]);
        // A comment that holds a tag, one that ends nowhere, and one that another begins after.
        let tag = "[Event \"a\"]\n";
        assert_eq!(found(&format!("{tag}1. h2e2 {{\n{tag}}} h9g7\n{tag}")), [5]);
        let open =
            format!("{tag}1. h2e2 {{\n{}{tag}", "{tag}1. h2e2\n".repeat(30).replace("{tag}", tag));
        assert_eq!(found(&open).len(), 6);
        assert_eq!(found(&format!("{tag}1. h2e2 {{\n{tag}1. h2e2 {{a}}\n{tag}")), [5]);
    }
}
