//! A tag, `[Name "value"]`.

use crate::text::is_line_end;

/// A tag as it is written.
#[derive(Debug, PartialEq, Eq)]
pub struct Tag<'a> {
    /// What it is called.
    pub name: &'a str,
    /// What it says; a value of several lines in one.
    pub value: String,
    /// Bytes behind the `[` that it takes.
    pub length: usize,
    /// Whether the value stands between quotation marks.
    pub is_quoted: bool,
}

impl<'a> Tag<'a> {
    /// The most lines of a value: one without an end must not take in a whole game.
    const MOST_LINES: usize = 10;

    /// Reads the text behind a `[`; `None` when it has no complete tag. A quotation mark ends the
    /// value when `]` follows it. The value may lack quotation marks, and may have some in it.
    /// Looks no further than to the end of the tag, or of the lines that can belong to it.
    pub fn of(text: &'a str) -> Option<Tag<'a>> {
        let name_end = text.find(|c: char| !(c.is_alphanumeric() || c == '_'))?;
        let (name, rest) = text.split_at(name_end);
        if name.is_empty() {
            return None;
        }
        let Some(quoted) = rest.trim_start_matches(is_blank).strip_prefix('"') else {
            let end = rest.find(|c| c == ']' || is_line_end(c))?;
            let after = rest[end..].strip_prefix(']')?;
            let value = rest[..end].trim().to_owned();
            return Some(Tag { name, value, length: text.len() - after.len(), is_quoted: false });
        };
        let mut value = String::new();
        let mut lines = 1;
        let mut chars = quoted.chars();
        while let Some(c) = chars.next() {
            match c {
                '\\' if chars.as_str().starts_with(['"', '\\']) => value.extend(chars.next()),
                '"' => match chars.as_str().trim_start_matches(is_blank).strip_prefix(']') {
                    Some(after) => {
                        if lines > 1 {
                            value.truncate(value.trim_end().len());
                        }
                        let length = text.len() - after.len();
                        return Some(Tag { name, value, length, is_quoted: true });
                    }
                    None => value.push('"'),
                },
                c if is_line_end(c) => {
                    lines += 1;
                    let next = chars.as_str();
                    let next =
                        if c == '\r' { next.strip_prefix('\n').unwrap_or(next) } else { next };
                    if lines > Tag::MOST_LINES || !goes_on(next) {
                        return None;
                    }
                    value.truncate(value.trim_end().len());
                    value.push_str(if value.is_empty() { "" } else { " " });
                    chars = next.trim_start_matches(is_blank).chars();
                }
                c => value.push(c),
            }
        }
        None
    }
}

/// Whether a value can go on with a line: neither with an empty one, nor with what may be the
/// next tag.
fn goes_on(line: &str) -> bool {
    !line.trim_start_matches(is_blank).starts_with(|c| c == '[' || is_line_end(c))
}

fn is_blank(c: char) -> bool {
    c.is_whitespace() && !is_line_end(c)
}

/// A tag whose value has not ended in its first line.
pub struct OpenTag {
    text: String,
    /// Where its first line ends.
    first: usize,
    lines: usize,
}

impl OpenTag {
    /// The tag that a line begins with, when it is one that has not ended.
    pub fn of(line: &str) -> Option<OpenTag> {
        let tag = line.strip_prefix('[')?;
        let is_open = Tag::of(tag).is_none();
        is_open.then(|| OpenTag { text: tag.to_owned(), first: tag.len(), lines: 1 })
    }

    /// Adds a line; `false`, with nothing added, when the value cannot go on with it.
    pub fn add(&mut self, line: &str) -> bool {
        self.lines += 1;
        let goes_on = self.lines <= Tag::MOST_LINES && !line.trim().is_empty() && goes_on(line);
        if goes_on {
            self.text.push('\n');
            self.text.push_str(line);
        }
        goes_on
    }

    /// What stands behind the tag; `None` while it has not ended.
    pub fn rest(&self) -> Option<&str> {
        Tag::of(&self.text).map(|tag| &self.text[tag.length..])
    }

    /// The lines behind its first one: if it never ends, they were no part of it.
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        self.text[self.first..].split('\n').skip(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_every_habit() {
        for (text, name, value, rest, is_quoted) in [
            ("Red \"a\"] b", "Red", "a", " b", true),
            ("Red \"a \\\"b\\\" \\\\\" ]", "Red", "a \"b\" \\", "", true),
            ("Red \"a \"b\" c \"]", "Red", "a \"b\" c ", "", true),
            ("Red a b ]\n", "Red", "a b", "\n", false),
            ("正着] x", "正着", "", " x", false),
            ("TitleA \"\ntext\"]\n", "TitleA", "text", "\n", true),
            ("Event \"one \r\n  two\rthree\n\"]", "Event", "one two three", "", true),
        ] {
            let tag = Tag::of(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!((tag.name, &*tag.value, tag.is_quoted), (name, value, is_quoted), "{text}");
            assert_eq!(&text[tag.length..], rest, "{text}");
        }
        let long = format!("a \"{}\"]", "b\n".repeat(Tag::MOST_LINES));
        for none in [
            "",
            "Red",
            "Red \"a\" b",
            "%clk 0:01]",
            "Red a\n]",
            "Red \"a]\n[Black \"b\"]",
            "Red \"a]\n  [Black \"b\"]",
            "Red \"a\n\nb\"]",
            "Red \"a\r\n \r\nb\"]",
            &long,
        ] {
            assert_eq!(Tag::of(none), None, "{none}");
        }
    }
}
