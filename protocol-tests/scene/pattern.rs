//! Patterns for one line of output, and the words that they capture.

use std::collections::HashMap;

/// Words captured by `$name`.
pub type Words = HashMap<String, String>;

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    /// This text.
    Text(String),
    /// `*`: any text, also none.
    Any,
    /// `$name`: one word up to the next blank; the second time the same word.
    Word(String),
}

/// A line with `*` and `$name` in it; `\*`, `\$` and `\\` stand for themselves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    source: String,
    tokens: Vec<Token>,
}

impl Pattern {
    /// Parses a pattern. Every text is a valid pattern.
    pub fn new(source: &str) -> Pattern {
        let mut tokens = Vec::new();
        let mut text = String::new();
        let mut chars = source.chars().peekable();
        while let Some(c) = chars.next() {
            let token = match c {
                '\\' => {
                    text.extend(chars.next());
                    continue;
                }
                '*' => Token::Any,
                '$' => {
                    let mut name = String::new();
                    while let Some(c) = chars.next_if(|c| c.is_ascii_alphanumeric() || *c == '_') {
                        name.push(c);
                    }
                    Token::Word(name)
                }
                _ => {
                    text.push(c);
                    continue;
                }
            };
            if !text.is_empty() {
                tokens.push(Token::Text(std::mem::take(&mut text)));
            }
            tokens.push(token);
        }
        if !text.is_empty() {
            tokens.push(Token::Text(text));
        }
        Pattern { source: source.to_string(), tokens }
    }

    /// The text of the pattern.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Whether the whole line matches; if so, new words are captured.
    pub fn matches(&self, line: &str, words: &mut Words) -> bool {
        let mut tried = words.clone();
        let fits = fits(&self.tokens, line, &mut tried);
        if fits {
            *words = tried;
        }
        fits
    }
}

fn fits(tokens: &[Token], line: &str, words: &mut Words) -> bool {
    let Some((first, rest)) = tokens.split_first() else { return line.is_empty() };
    match first {
        Token::Text(text) => line.strip_prefix(text.as_str()).is_some_and(|l| fits(rest, l, words)),
        Token::Any => {
            let starts = line.char_indices().map(|(at, _)| at).chain([line.len()]);
            starts.into_iter().any(|at| fits(rest, &line[at..], words))
        }
        Token::Word(name) => {
            let end = line.find(char::is_whitespace).unwrap_or(line.len());
            let (word, after) = line.split_at(end);
            if word.is_empty() || words.get(name).is_some_and(|known| known != word) {
                return false;
            }
            let known = words.insert(name.clone(), word.to_string());
            let fits = fits(rest, after, words);
            if !fits && known.is_none() {
                words.remove(name);
            }
            fits
        }
    }
}

/// A text with every `$name` replaced by the captured word.
///
/// # Errors
/// When a word was never captured.
pub fn fill_in(text: &str, words: &Words) -> Result<String, String> {
    let mut out = String::with_capacity(text.len());
    let mut pieces = text.split('$');
    out.push_str(pieces.next().unwrap_or_default());
    for piece in pieces {
        let end =
            piece.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(piece.len());
        let name = &piece[..end];
        out.push_str(words.get(name).ok_or_else(|| format!("${name} was never matched"))?);
        out.push_str(&piece[end..]);
    }
    Ok(out)
}
