//! The parts of an XML file one after the other, for formats that use little of it: elements,
//! attributes, text. A file that breaks the rules of XML gives whatever parts it seems to have.

use std::borrow::Cow;

/// A part of a file.
#[derive(Debug, PartialEq, Eq)]
pub enum Part<'a> {
    /// An element begins.
    Open {
        /// Its name.
        name: &'a str,
        /// What else stands in the tag: see [`attribute`].
        attributes: &'a str,
        /// The line in which it begins, from 1.
        line: usize,
    },
    /// An element ends.
    Close(&'a str),
    /// Text between the tags.
    Text(Cow<'a, str>),
}

/// The parts of a text.
pub struct Xml<'a> {
    rest: &'a str,
    line: usize,
    /// The element that the last tag opened and closed.
    closed: Option<&'a str>,
}

impl<'a> Xml<'a> {
    pub fn new(text: &'a str) -> Xml<'a> {
        Xml { rest: text, line: 1, closed: None }
    }

    /// Takes the text up to a mark, and the mark; all that is left where there is none.
    fn take(&mut self, mark: &str) -> &'a str {
        let (taken, rest) = self.rest.split_once(mark).unwrap_or((self.rest, ""));
        self.line += taken.matches('\n').count();
        self.rest = rest;
        taken
    }

    /// Takes a tag whose `<` has been taken, up to its `>`.
    fn take_tag(&mut self) -> &'a str {
        let mut quote = None;
        let end = self.rest.find(|c| match (quote, c) {
            (None, '>') => true,
            (None, '"' | '\'') => {
                quote = Some(c);
                false
            }
            (Some(open), _) => {
                quote = quote.filter(|_| open != c);
                false
            }
            _ => false,
        });
        let (taken, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        self.line += taken.matches('\n').count();
        self.rest = rest.get(1..).unwrap_or_default();
        taken
    }
}

impl<'a> Iterator for Xml<'a> {
    type Item = Part<'a>;

    fn next(&mut self) -> Option<Part<'a>> {
        if let Some(name) = self.closed.take() {
            return Some(Part::Close(name));
        }
        loop {
            if self.rest.is_empty() {
                return None;
            }
            if !self.rest.starts_with('<') {
                let end = self.rest.find('<').unwrap_or(self.rest.len());
                let (text, rest) = self.rest.split_at(end);
                self.line += text.matches('\n').count();
                self.rest = rest;
                return Some(Part::Text(unescaped(text)));
            }
            if let Some(rest) = self.rest.strip_prefix("<![CDATA[") {
                self.rest = rest;
                return Some(Part::Text(self.take("]]>").into()));
            }
            if self.rest.starts_with("<!--") {
                self.take("-->");
                continue;
            }
            self.rest = &self.rest[1..];
            let line = self.line;
            let tag = self.take_tag();
            if tag.starts_with(['?', '!']) {
                continue;
            }
            if let Some(name) = tag.strip_prefix('/') {
                return Some(Part::Close(name.trim_end()));
            }
            let body = tag.strip_suffix('/').unwrap_or(tag);
            let (name, attributes) = body.split_once(char::is_whitespace).unwrap_or((body, ""));
            self.closed = (body.len() < tag.len()).then_some(name);
            return Some(Part::Open { name, attributes, line });
        }
    }
}

/// The name and what else stands in the tag of a file's first element.
pub fn first_element(text: &str) -> Option<(&str, &str)> {
    // Whatever is no XML ends the search at once.
    let text = text.trim_start();
    let mut parts = Xml::new(text.starts_with('<').then_some(text)?);
    parts.find_map(|part| match part {
        Part::Open { name, attributes, .. } => Some((name, attributes)),
        _ => None,
    })
}

/// The value of an attribute.
pub fn attribute<'a>(attributes: &'a str, name: &str) -> Option<Cow<'a, str>> {
    let mut rest = attributes;
    loop {
        let (key, behind) = rest.split_once('=')?;
        let behind = behind.trim_start();
        let quote = behind.chars().next().filter(|c| ['"', '\''].contains(c))?;
        let (value, next) = behind[1..].split_once(quote)?;
        if key.trim() == name {
            return Some(unescaped(value));
        }
        rest = next;
    }
}

/// A text with the characters that stand for what XML gives another meaning.
fn unescaped(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return text.into();
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('&') {
        out.push_str(before);
        // No name is longer: a search over the whole rest would take long.
        let end = behind.bytes().take(10).position(|byte| byte == b';');
        match end.and_then(|end| Some((end, entity(&behind[..end])?))) {
            Some((end, c)) => {
                out.push(c);
                rest = &behind[end + 1..];
            }
            None => {
                out.push('&');
                rest = behind;
            }
        }
    }
    out.push_str(rest);
    out.into()
}

/// The character of a name such as `amp` or `#20013`.
fn entity(name: &str) -> Option<char> {
    Some(match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        _ => {
            let number = name.strip_prefix('#')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(digits) => u32::from_str_radix(digits, 16),
                None => number.parse(),
            };
            char::from_u32(code.ok()?)?
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_of_a_file() {
        let text = "<?xml version='1.0'?>\n<!DOCTYPE a>\n<a x = '1>2' y=\"&amp;b\">\
                    t&#20013;&lt;&x;&\n<!-- <c> --><b/><![CDATA[<&amp;]]></a >";
        let attributes = "x = '1>2' y=\"&amp;b\"";
        let parts: Vec<Part> = Xml::new(text).collect();
        assert_eq!(
            parts,
            [
                Part::Text("\n".into()),
                Part::Text("\n".into()),
                Part::Open { name: "a", attributes, line: 3 },
                Part::Text("t中<&x;&\n".into()),
                Part::Open { name: "b", attributes: "", line: 4 },
                Part::Close("b"),
                Part::Text("<&amp;".into()),
                Part::Close("a"),
            ]
        );
        assert_eq!(attribute(attributes, "x").as_deref(), Some("1>2"));
        assert_eq!(attribute(attributes, "y").as_deref(), Some("&b"));
        assert_eq!(attribute(attributes, "z"), None);
        assert_eq!(attribute("x=1 y='2'", "y"), None);
        assert_eq!(first_element(" <?xml?><a b='c'/>"), Some(("a", "b='c'")));
        assert_eq!(first_element("a <b>"), None);
        for end in (0..text.len()).filter(|&end| text.is_char_boundary(end)) {
            let _ = Xml::new(&text[..end]).count();
        }
    }
}
