//! Engines of a fastchess command line as those of `chuhe match`.

use anyhow::{Context, Result, anyhow, bail, ensure};

use super::words::Group;

/// The settings of `-each` or of one `-engine`, in the words of `chuhe match`.
#[derive(Clone, Debug, Default)]
pub struct Settings(Vec<(String, String)>);

impl Settings {
    /// Reads the pairs of an option.
    ///
    /// # Errors
    /// On a key or value that is unknown.
    pub fn read(group: &Group) -> Result<Settings> {
        let mut settings = Settings::default();
        for (key, value) in group.pairs()? {
            settings.read_pair(group, key, value)?;
        }
        Ok(settings)
    }

    fn read_pair(&mut self, group: &Group, key: &str, value: &str) -> Result<()> {
        match key {
            "cmd" | "name" | "args" | "dir" | "nodes" | "restart" | "depth" | "tc" => {
                let value = if value == "infinite" { "inf" } else { value };
                self.set(key, value);
            }
            "plies" => self.set("depth", value),
            "timemargin" => self.set("margin", value),
            "st" => {
                let seconds = value.parse::<f64>().ok().filter(|s| *s > 0.0 && *s < 1e6);
                let seconds = seconds.with_context(|| format!("-{} st: '{value}'", group.name))?;
                self.set("movetime", &format!("{:.0}", (1000.0 * seconds).max(1.0)));
            }
            "proto" => self.set("proto", if value == "xboard" { "cecp" } else { value }),
            // Not of fastchess: what a xiangqi engine may need beside.
            "ranks" | "fen" | "stderr" | "patience" => self.set(key, value),
            _ if key.starts_with("option.") => self.set(key, value),
            _ => return Err(group.unknown(key)),
        }
        Ok(())
    }

    /// Sets a value for the whole match, unless it is there.
    pub fn set_default(&mut self, key: &str, value: &str) {
        if self.get(key).is_none() {
            self.set(key, value);
        }
    }

    fn set(&mut self, key: &str, value: &str) {
        self.0.retain(|(old, _)| old != key);
        self.0.push((key.into(), value.into()));
    }

    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.0.iter().find(|(k, _)| k == key).map(|(_, value)| value.as_str())
    }

    /// The settings of an engine with those of `-each` that it does not have
    /// itself: as `chuhe match` takes them.
    pub fn with(&self, each: &Settings) -> Settings {
        let mut all = self.clone();
        for (key, value) in &each.0 {
            all.set_default(key, value);
        }
        all
    }

    /// One text, `cmd=a,tc=1+0.01`.
    pub fn to_word(&self) -> String {
        let pair = |(key, value): &(String, String)| format!("{key}={}", value.replace(',', "\\,"));
        self.0.iter().map(pair).collect::<Vec<_>>().join(",")
    }
}

/// The two engines of `-quick cmd=A cmd=B book=FILE`, and the book.
///
/// # Errors
/// When there are not two, or no book.
pub fn quick<'a>(group: &Group<'a>) -> Result<(Vec<Settings>, &'a str)> {
    let (mut engines, mut book) = (Vec::new(), None);
    for (key, value) in group.pairs()? {
        match key {
            "cmd" => {
                let mut settings = Settings::default();
                settings.set("cmd", value);
                settings.set("tc", "10+0.1");
                engines.push(settings);
            }
            "book" => book = Some(value),
            _ => return Err(group.unknown(key)),
        }
    }
    let [first, second] = engines.as_mut_slice() else {
        bail!("-quick: expected two cmd=PROGRAM, found {}", engines.len());
    };
    if first.get("cmd") == second.get("cmd") {
        first.set("name", "1");
        second.set("name", "2");
    }
    let book = book.ok_or_else(|| anyhow!("-quick: book=FILE is missing"))?;
    ensure!(!book.is_empty(), "-quick: book=FILE is missing");
    Ok((engines, book))
}
