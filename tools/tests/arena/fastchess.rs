//! The fastchess front end of the match runner: `fastchess/*.txt` are command lines with
//! the expected output.

use std::fs;
use std::process::Command;

use crate::folder::{Folder, ensure};
use crate::scene::{self, Pattern, Words};
use crate::{Case, Pass, data_files, process};

/// The transcripts.
///
/// # Errors
/// When one cannot be read.
pub fn cases() -> Result<Vec<Case>, String> {
    let mut cases = Vec::new();
    for (name, text) in data_files("fastchess")? {
        let transcript = Transcript::parse(&text).map_err(|e| format!("{name}: {e}"))?;
        cases.push(Case::new(format!("fastchess-{name}"), move || transcript.check()));
    }
    Ok(cases)
}

#[derive(Default)]
struct Transcript {
    /// The file name under which the program is started; `chuhe fastchess` without one.
    program_name: Option<String>,
    options: Vec<String>,
    status: i32,
    /// Lines of standard output in this order; others may come between them.
    lines: Vec<Pattern>,
    /// Lines that must be neither in standard output nor in the file `pgn`.
    never: Vec<Pattern>,
    /// A line of standard error.
    error: Option<Pattern>,
    /// Lines of the file `pgn` in this order.
    pgn: Vec<Pattern>,
    /// Files that are there before: name and text.
    files: Vec<(String, String)>,
    /// Files that must be as they were.
    kept: Vec<String>,
    /// Files that must not be there afterwards.
    absent: Vec<String>,
    /// How often the command is run, once when 0; what is expected is that of the last run.
    runs: u32,
}

impl Transcript {
    fn parse(text: &str) -> Result<Transcript, String> {
        let mut transcript = Transcript::default();
        for line in text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            match word {
                "as" => transcript.program_name = Some(rest.into()),
                "options" => transcript.options.extend(split(rest)),
                "status" => transcript.status = rest.parse().map_err(|_| line.to_string())?,
                "<" => transcript.lines.push(Pattern::new(rest)),
                "!" => transcript.never.push(Pattern::new(rest)),
                "error" => transcript.error = Some(Pattern::new(rest)),
                "pgn" => transcript.pgn.push(Pattern::new(rest)),
                "file" => {
                    let (name, text) = rest.split_once(' ').ok_or_else(|| line.to_string())?;
                    transcript.files.push((name.into(), format!("{text}\n")));
                }
                "kept" => transcript.kept.push(rest.into()),
                "absent" => transcript.absent.push(rest.into()),
                "runs" => transcript.runs = rest.parse().map_err(|_| line.to_string())?,
                _ => return Err(format!("unknown word '{word}'")),
            }
        }
        let Transcript { lines, error, .. } = &transcript;
        ensure(!lines.is_empty() || error.is_some(), || "nothing is expected".into())?;
        Ok(transcript)
    }

    fn check(&self) -> Result<Pass, String> {
        let folder = Folder::for_match(&format!("fastchess-{:p}", &raw const *self))?;
        for (name, text) in &self.files {
            folder.write(name, text)?;
        }
        let mut command = match &self.program_name {
            None => {
                let mut command = Command::new(scene::binary());
                command.arg("fastchess");
                command
            }
            Some(name) => {
                let link = folder.file(name);
                fs::copy(env!("CARGO_BIN_EXE_chuhe-tools"), &link).map_err(|e| e.to_string())?;
                Command::new(link)
            }
        };
        // The scripted engine is a program and its arguments.
        let words =
            self.options.iter().flat_map(|word| match word.strip_prefix("$SCRIPTED") {
                Some(rest) => folder
                    .fill("$SCRIPTED")
                    .split(',')
                    .map(|part| {
                        if part.starts_with("args=") {
                            format!("{part}{rest}")
                        } else {
                            part.into()
                        }
                    })
                    .collect(),
                None => vec![folder.fill(word)],
            });
        command.args(words);
        for _ in 1..self.runs {
            process::run(&mut command)?;
        }
        let output = process::run(&mut command)?;
        let out = String::from_utf8_lossy(&output.stdout).into_owned();
        let err = String::from_utf8_lossy(&output.stderr).into_owned();
        ensure(output.status.code() == Some(self.status), || {
            format!("expected status {}: {}\n{out}{err}", self.status, output.status)
        })?;
        in_order(&out, &self.lines)?;
        for pattern in &self.never {
            let pgn = folder.read("pgn").unwrap_or_default();
            let mut lines = out.lines().chain(pgn.lines());
            let found = lines.find(|line| pattern.matches(line, &mut Words::new()));
            ensure(found.is_none(), || format!("not expected: {}", found.unwrap_or_default()))?;
        }
        if let Some(pattern) = &self.error {
            let found = err.lines().any(|line| pattern.matches(line, &mut Words::new()));
            ensure(found, || format!("expected '{}' on stderr, found: {err}", pattern.source()))?;
        }
        if !self.pgn.is_empty() {
            in_order(&folder.read("pgn")?, &self.pgn)?;
        }
        self.check_files(&folder)?;
        let checks = self.lines.len() + self.never.len() + self.pgn.len() + 1;
        Ok(Pass::Count(checks as u64))
    }

    /// Files that must not have changed, and those that must not be there.
    fn check_files(&self, folder: &Folder) -> Result<(), String> {
        for name in &self.kept {
            let before = self.files.iter().find(|(other, _)| other == name);
            let (_, before) = before.ok_or_else(|| format!("no file {name} was there before"))?;
            ensure(folder.read(name).as_ref() == Ok(before), || format!("{name} has changed"))?;
        }
        for name in &self.absent {
            ensure(!folder.file(name).exists(), || format!("{name} was written"))?;
        }
        Ok(())
    }
}

/// Words separated by blanks; those in single quotes belong together.
fn split(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (i, part) in text.split('\'').enumerate() {
        if i % 2 == 0 {
            words.extend(part.split_whitespace().map(String::from));
        } else {
            words.push(part.into());
        }
    }
    words
}

/// Requires a line for each pattern, in this order.
fn in_order(text: &str, patterns: &[Pattern]) -> Result<(), String> {
    let mut lines = text.lines();
    let mut words = Words::new();
    for pattern in patterns {
        ensure(lines.any(|line| pattern.matches(line, &mut words)), || {
            format!("no line '{}' after the ones before it:\n{text}", pattern.source())
        })?;
    }
    Ok(())
}
