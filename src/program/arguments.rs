//! The words after a command: options with and without values, and the rest.

use std::fmt;

/// A command line that cannot be understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Usage(String);

impl Usage {
    /// An error with this text.
    pub fn new(text: String) -> Usage {
        Usage(text)
    }
}

impl fmt::Display for Usage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Usage {}

/// The arguments of a command, read.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Arguments<'a> {
    /// Words that belong to no option, in order.
    pub words: Vec<&'a str>,
    options: Vec<(&'static str, &'a str)>,
}

impl<'a> Arguments<'a> {
    /// Reads the words after a command that has the options `valued`, which take a value
    /// (`--json FILE` or `--json=FILE`), the options `plain`, which take none, and at most
    /// `most` words besides.
    ///
    /// # Errors
    /// When an option is unknown, stands twice or lacks its value, or there are more words.
    pub fn read(
        words: &'a [String],
        valued: &[&'static str],
        plain: &[&'static str],
        most: usize,
    ) -> Result<Arguments<'a>, Usage> {
        let mut read = Arguments::default();
        let mut words = words.iter().map(String::as_str);
        while let Some(word) = words.next() {
            if !word.starts_with("--") {
                read.words.push(word);
                continue;
            }
            let (name, value) = word.split_once('=').map_or((word, None), |(n, v)| (n, Some(v)));
            let (name, value) = if let Some(&known) = valued.iter().find(|known| **known == name) {
                let value = value.or_else(|| words.next());
                (known, value.ok_or_else(|| Usage(format!("{known} needs a value")))?)
            } else if let Some(&known) = plain.iter().find(|known| **known == word) {
                (known, "")
            } else {
                return Err(Usage(format!("there is no option '{word}'")));
            };
            if read.value(name).is_some() {
                return Err(Usage(format!("{name} stands twice")));
            }
            read.options.push((name, value));
        }
        match read.words.get(most) {
            Some(word) => Err(Usage(format!("expected nothing more, found '{word}'"))),
            None => Ok(read),
        }
    }

    /// The value of an option that was given; empty for one that takes none.
    pub fn value(&self, name: &str) -> Option<&'a str> {
        self.options.iter().find(|(own, _)| *own == name).map(|&(_, value)| value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_used_or_refused() {
        let read = |text: &str| {
            let words: Vec<String> = text.split_whitespace().map(String::from).collect();
            let read = Arguments::read(&words, &["--json", "--shard"], &["--divide"], 2);
            read.map(|read| {
                let options = ["--json", "--shard", "--divide"].map(|name| read.value(name));
                format!("{:?} {options:?}", read.words)
            })
            .unwrap_or_else(|error| error.to_string())
        };
        let cases = [
            ("", r#"[] [None, None, None]"#),
            ("3 --divide", r#"["3"] [None, None, Some("")]"#),
            ("--json a 3 --shard=1/2 b", r#"["3", "b"] [Some("a"), Some("1/2"), None]"#),
            ("-1 -", r#"["-1", "-"] [None, None, None]"#),
            ("--json", "--json needs a value"),
            ("--divide=1", "there is no option '--divide=1'"),
            ("--json a --json b", "--json stands twice"),
            ("1 2 3", "expected nothing more, found '3'"),
            ("--x", "there is no option '--x'"),
        ];
        for (words, expected) in cases {
            assert_eq!(read(words), expected, "{words}");
        }
    }
}
