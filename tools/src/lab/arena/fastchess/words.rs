//! The shape of a fastchess command line: options with one dash, each with the
//! words that follow it.

use anyhow::{Context, Result, anyhow, bail, ensure};

/// An option with its words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group<'a> {
    /// Without its dash.
    pub name: &'a str,
    /// What follows, up to the next option.
    pub values: Vec<&'a str>,
}

/// Cuts a command line into options.
///
/// # Errors
/// When it begins with something else.
pub fn groups(words: &[String]) -> Result<Vec<Group<'_>>> {
    let mut groups: Vec<Group> = Vec::new();
    for word in words {
        match (option_name(word), groups.last_mut()) {
            (Some(name), _) => groups.push(Group { name, values: Vec::new() }),
            (None, Some(group)) => group.values.push(word),
            (None, None) => bail!("'{word}' is no option: options begin with a dash"),
        }
    }
    Ok(groups)
}

/// `each` of `-each`, `version` of `--version`; a negative number is no option.
fn option_name(word: &str) -> Option<&str> {
    let name = word.strip_prefix('-')?;
    let name = name.strip_prefix('-').unwrap_or(name);
    name.starts_with(|c: char| c.is_ascii_alphabetic()).then_some(name)
}

impl<'a> Group<'a> {
    /// An error about a key that the option does not know.
    pub fn unknown(&self, key: &str) -> anyhow::Error {
        anyhow!("-{} has no '{key}'", self.name)
    }

    /// Its `key=value` pairs.
    ///
    /// # Errors
    /// When a word has no `=`.
    pub fn pairs(&self) -> Result<Vec<(&'a str, &'a str)>> {
        let pair = |word: &&'a str| {
            let name = self.name;
            word.split_once('=')
                .ok_or_else(|| anyhow!("-{name}: expected key=value, found '{word}'"))
        };
        self.values.iter().map(pair).collect()
    }

    /// Hands its pairs to what reads settings.
    ///
    /// # Errors
    /// Those of `set`, with the name of the option.
    pub fn settings(&self, mut set: impl FnMut(&str, &str) -> Result<()>) -> Result<()> {
        self.pairs()?.into_iter().try_for_each(|(key, value)| {
            set(key, value).with_context(|| format!("-{} {key}={value}", self.name))
        })
    }

    /// The value of a key as a number.
    ///
    /// # Errors
    /// When it is none.
    pub fn value<T: std::str::FromStr>(&self, key: &str, value: &str) -> Result<T> {
        let name = self.name;
        value
            .parse()
            .map_err(|_| anyhow!("-{name} {key}: expected a whole number, found '{value}'"))
    }

    /// Its only word.
    ///
    /// # Errors
    /// When it has none or several.
    pub fn single(&self) -> Result<&'a str> {
        match self.values.as_slice() {
            [value] => Ok(value),
            values => bail!("-{}: expected one word, found {}", self.name, values.len()),
        }
    }

    /// Its only word as a number.
    ///
    /// # Errors
    /// When it is none.
    pub fn number<T: std::str::FromStr>(&self) -> Result<T> {
        let word = self.single()?;
        word.parse().map_err(|_| anyhow!("-{}: expected a whole number, found '{word}'", self.name))
    }

    /// Its words as one text.
    pub fn text(&self) -> String {
        self.values.join(" ")
    }

    /// A value that is `true` or `false`.
    ///
    /// # Errors
    /// On any other.
    pub fn switch(&self, key: &str, value: &str) -> Result<bool> {
        match value {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => bail!("-{} {key}: expected true or false, found '{value}'", self.name),
        }
    }

    /// `true`, for an option that takes no words.
    ///
    /// # Errors
    /// When it has some.
    pub fn bare(&self) -> Result<bool> {
        ensure!(self.values.is_empty(), "-{} takes no '{}'", self.name, self.values[0]);
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn command_lines() {
        let words: Vec<String> = "-engine cmd=a name=-x --concurrency -2 -recover"
            .split(' ')
            .map(String::from)
            .collect();
        let groups = groups(&words).unwrap();
        let names: Vec<&str> = groups.iter().map(|group| group.name).collect();
        assert_eq!(names, ["engine", "concurrency", "recover"]);
        assert_eq!(groups[0].pairs().unwrap(), [("cmd", "a"), ("name", "-x")]);
        assert_eq!(groups[1].number::<i64>().unwrap(), -2);
        assert!(groups[1].bare().is_err() && groups[2].bare().is_ok());
        assert!(groups[2].single().is_err() && groups[1].pairs().is_err());
        assert!(super::groups(&["x".to_string()]).is_err());
    }
}
