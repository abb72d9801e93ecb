//! Just enough JSON for the files of a match: one value per line.

use std::fmt::{self, Write};

/// A JSON value. Objects keep their order.
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number; whole ones are exact up to 2^53.
    Number(f64),
    /// A string.
    Text(String),
    /// An array.
    List(Vec<Json>),
    /// An object.
    Object(Vec<(String, Json)>),
}

impl Json {
    /// An object of these members.
    pub fn object<const N: usize>(members: [(&str, Json); N]) -> Json {
        Json::Object(members.into_iter().map(|(k, v)| (k.to_string(), v)).collect())
    }

    /// The member of an object.
    pub fn get(&self, key: &str) -> Option<&Json> {
        match self {
            Json::Object(members) => members.iter().find(|(k, _)| k == key).map(|(_, v)| v),
            _ => None,
        }
    }

    /// The text of a string.
    pub fn as_str(&self) -> Option<&str> {
        if let Json::Text(text) = self { Some(text) } else { None }
    }

    /// The value of a number.
    pub fn as_f64(&self) -> Option<f64> {
        if let Json::Number(number) = self { Some(*number) } else { None }
    }

    /// The value of a whole number that is not negative.
    pub fn as_u64(&self) -> Option<u64> {
        let number = self.as_f64()?;
        (number >= 0.0 && number.fract() == 0.0 && number < 9e15).then_some(number as u64)
    }

    /// The elements of an array.
    pub fn as_list(&self) -> Option<&[Json]> {
        if let Json::List(list) = self { Some(list) } else { None }
    }

    /// Reads one value and nothing after it; `None` when the text is no JSON.
    pub fn parse(text: &str) -> Option<Json> {
        let mut reader = Reader { rest: text };
        let value = reader.value(0)?;
        reader.skip_blanks();
        reader.rest.is_empty().then_some(value)
    }
}

impl From<&str> for Json {
    fn from(text: &str) -> Json {
        Json::Text(text.into())
    }
}

impl From<String> for Json {
    fn from(text: String) -> Json {
        Json::Text(text)
    }
}

impl From<u64> for Json {
    fn from(number: u64) -> Json {
        Json::Number(number as f64)
    }
}

impl From<f64> for Json {
    /// A number that JSON cannot hold becomes `null`.
    fn from(number: f64) -> Json {
        if number.is_finite() { Json::Number(number) } else { Json::Null }
    }
}

impl<T: Into<Json>> From<Option<T>> for Json {
    fn from(value: Option<T>) -> Json {
        value.map_or(Json::Null, Into::into)
    }
}

impl<T: Into<Json>> From<Vec<T>> for Json {
    fn from(list: Vec<T>) -> Json {
        Json::List(list.into_iter().map(Into::into).collect())
    }
}

/// On one line, without blanks.
impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Json::Null => f.write_str("null"),
            Json::Bool(value) => write!(f, "{value}"),
            Json::Number(number) => write!(f, "{number}"),
            Json::Text(text) => write_text(f, text),
            Json::List(list) => {
                f.write_char('[')?;
                for (i, value) in list.iter().enumerate() {
                    if i > 0 {
                        f.write_char(',')?;
                    }
                    write!(f, "{value}")?;
                }
                f.write_char(']')
            }
            Json::Object(members) => {
                f.write_char('{')?;
                for (i, (key, value)) in members.iter().enumerate() {
                    if i > 0 {
                        f.write_char(',')?;
                    }
                    write_text(f, key)?;
                    write!(f, ":{value}")?;
                }
                f.write_char('}')
            }
        }
    }
}

fn write_text(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    f.write_char('"')?;
    for c in text.chars() {
        match c {
            '"' => f.write_str("\\\"")?,
            '\\' => f.write_str("\\\\")?,
            '\n' => f.write_str("\\n")?,
            '\r' => f.write_str("\\r")?,
            '\t' => f.write_str("\\t")?,
            c if c < ' ' => write!(f, "\\u{:04x}", c as u32)?,
            c => f.write_char(c)?,
        }
    }
    f.write_char('"')
}

/// Deepest nesting read.
const MAX_NESTING: u32 = 32;

struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    fn skip_blanks(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t', '\n', '\r']);
    }

    fn eat(&mut self, token: &str) -> bool {
        self.skip_blanks();
        match self.rest.strip_prefix(token) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn value(&mut self, nesting: u32) -> Option<Json> {
        self.skip_blanks();
        if nesting > MAX_NESTING {
            return None;
        }
        match self.rest.chars().next()? {
            '"' => self.text().map(Json::Text),
            '[' => self.list(nesting),
            '{' => self.object(nesting),
            _ if self.eat("null") => Some(Json::Null),
            _ if self.eat("true") => Some(Json::Bool(true)),
            _ if self.eat("false") => Some(Json::Bool(false)),
            _ => self.number(),
        }
    }

    fn number(&mut self) -> Option<Json> {
        let end = self
            .rest
            .find(|c: char| !matches!(c, '0'..='9' | '-' | '+' | '.' | 'e' | 'E'))
            .unwrap_or(self.rest.len());
        let (number, rest) = self.rest.split_at(end);
        self.rest = rest;
        number.parse::<f64>().ok().filter(|n| n.is_finite()).map(Json::Number)
    }

    fn list(&mut self, nesting: u32) -> Option<Json> {
        let mut list = Vec::new();
        self.eat("[");
        if self.eat("]") {
            return Some(Json::List(list));
        }
        loop {
            list.push(self.value(nesting + 1)?);
            if self.eat("]") {
                return Some(Json::List(list));
            }
            self.eat(",").then_some(())?;
        }
    }

    fn object(&mut self, nesting: u32) -> Option<Json> {
        let mut members = Vec::new();
        self.eat("{");
        if self.eat("}") {
            return Some(Json::Object(members));
        }
        loop {
            self.skip_blanks();
            let key = self.text()?;
            self.eat(":").then_some(())?;
            members.push((key, self.value(nesting + 1)?));
            if self.eat("}") {
                return Some(Json::Object(members));
            }
            self.eat(",").then_some(())?;
        }
    }

    fn text(&mut self) -> Option<String> {
        let mut chars = self.rest.strip_prefix('"')?.chars();
        let mut text = String::new();
        loop {
            match chars.next()? {
                '"' => break,
                '\\' => text.push(match chars.next()? {
                    'n' => '\n',
                    'r' => '\r',
                    't' => '\t',
                    'b' => '\u{8}',
                    'f' => '\u{c}',
                    'u' => {
                        let hex = chars.as_str().get(..4)?;
                        chars.nth(3)?;
                        char::from_u32(u32::from_str_radix(hex, 16).ok()?)?
                    }
                    c @ ('"' | '\\' | '/') => c,
                    _ => return None,
                }),
                c => text.push(c),
            }
        }
        self.rest = chars.as_str();
        Some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_round_trip() {
        let value = Json::object([
            ("small", 0u64.into()),
            ("text", "a \"b\" \\ \n\t\u{1} 楚河".into()),
            ("number", Json::Number(-1.5e-7)),
            ("whole", 8_999_999_999_999_999u64.into()),
            ("list", vec![1u64, 2, 3].into()),
            ("empty", Json::List(vec![])),
            ("object", Json::object([("yes", Json::Bool(true)), ("no", Json::Null)])),
        ]);
        let text = value.to_string();
        assert!(!text.contains('\n'));
        assert_eq!(Json::parse(&text), Some(value.clone()));
        assert_eq!(value.get("whole").and_then(Json::as_u64), Some(8_999_999_999_999_999));
        assert_eq!(
            Json::parse(" { \"a\" : [ 1 , 2 ] } ").map(|v| v.to_string()).as_deref(),
            Some("{\"a\":[1,2]}")
        );
    }

    #[test]
    fn what_is_no_json() {
        for bad in
            ["", "{", "{\"a\":1", "[1,]", "{\"a\" 1}", "1 2", "\"\\u12\"", "nul", "inf", "\"é"]
        {
            assert_eq!(Json::parse(bad), None, "{bad}");
        }
        assert_eq!(Json::parse(&"[".repeat(100_000)), None);
        assert_eq!(Json::from(f64::NAN), Json::Null);
    }
}
