//! Parses the text of a scene into steps. `../README.md` describes the format.

use std::time::Duration;

use chuhe::internals::random::Random;

use super::pattern::Pattern;

/// One action or expectation of a scene.
#[derive(Clone, Debug)]
pub enum Step {
    /// Send a line (`$name` is filled in and a line feed added).
    Line(String),
    /// Send exactly these bytes.
    Raw(Vec<u8>),
    /// A line that matches must come, not sooner than `after` and not later than `within`
    /// after the last action.
    Expect { pattern: Pattern, after: Option<Duration>, within: Option<Duration> },
    /// No such line may come before the next expectation is met or the next wait is over.
    Forbid(Pattern),
    /// Let time pass.
    Wait(Duration),
    /// These remembered words must all be different.
    Differ(Vec<String>),
    /// Close the standard input.
    Eof,
    /// The process must end by itself with this status.
    Exit { code: i32, within: Option<Duration> },
}

/// A whole scene.
#[derive(Clone, Debug, Default)]
pub struct Script {
    /// Arguments of the process.
    pub args: Vec<String>,
    /// Whether the process may write to its standard error.
    pub stderr_allowed: bool,
    /// A scene of the harness's own tests: it must fail with this text.
    pub fails_with: Option<String>,
    /// The steps, each with its line number.
    pub steps: Vec<(usize, Step)>,
}

impl Script {
    /// Reads a scene.
    ///
    /// # Errors
    /// When a line is not of the format, with its number.
    pub fn parse(text: &str) -> Result<Script, String> {
        let mut parser = Parser::default();
        for (number, line) in (1..).zip(text.lines()) {
            parser.line(number, line).map_err(|e| format!("line {number}: {e}"))?;
        }
        if parser.block.is_some() {
            return Err("`repeat` without `end`".into());
        }
        if parser.after.or(parser.within).is_some() {
            return Err("`after` or `within` without a `<` to follow".into());
        }
        if parser.script.steps.is_empty() {
            return Err("no steps".into());
        }
        Ok(parser.script)
    }
}

#[derive(Default)]
struct Parser {
    script: Script,
    after: Option<Duration>,
    within: Option<Duration>,
    /// An open `repeat`: how often, and its first step.
    block: Option<(usize, usize)>,
}

impl Parser {
    fn line(&mut self, number: usize, line: &str) -> Result<(), String> {
        // Only the text to send keeps its leading and trailing blanks.
        if let Some(text) = line.strip_prefix("> ") {
            return self.step(number, Step::Line(expand(text)?));
        }
        let line = line.trim();
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "" | "#" => Ok(()),
            _ if word.starts_with('#') => Ok(()),
            ">" => self.step(number, Step::Line(String::new())),
            "<" => {
                let (after, within) = (self.after.take(), self.within.take());
                self.step(number, Step::Expect { pattern: Pattern::new(rest), after, within })
            }
            "!" => self.step(number, Step::Forbid(Pattern::new(rest))),
            "raw" => self.step(number, Step::Raw(unescape(&expand(rest)?)?)),
            "noise" => self.step(number, Step::Raw(noise(rest)?)),
            "wait" => self.step(number, Step::Wait(duration(rest)?)),
            "eof" => self.step(number, Step::Eof),
            "exit" => self.step(number, exit(rest)?),
            "differ" => {
                let names = rest.split_whitespace().map(|w| w.trim_start_matches('$').to_string());
                self.step(number, Step::Differ(names.collect()))
            }
            "after" => set(&mut self.after, duration(rest)?),
            "within" => set(&mut self.within, duration(rest)?),
            "repeat" => {
                let times = rest.parse().map_err(|_| format!("expected a number: '{rest}'"))?;
                set(&mut self.block, (times, self.script.steps.len()))
            }
            "end" => {
                let (times, first) = self.block.take().ok_or("`end` without `repeat`")?;
                let block = self.script.steps.split_off(first);
                self.script.steps.extend((0..times).flat_map(|_| block.iter().cloned()));
                Ok(())
            }
            "args" => {
                self.script.args = rest.split_whitespace().map(str::to_string).collect();
                Ok(())
            }
            "stderr" if rest == "allowed" => {
                self.script.stderr_allowed = true;
                Ok(())
            }
            "fails" => {
                let text = rest.strip_prefix("with ").ok_or("expected `fails with <text>`")?;
                set(&mut self.script.fails_with, text.to_string())
            }
            _ => Err(format!("not a step: '{line}'")),
        }
    }

    fn step(&mut self, number: usize, step: Step) -> Result<(), String> {
        self.script.steps.push((number, step));
        Ok(())
    }
}

fn set<T>(slot: &mut Option<T>, value: T) -> Result<(), String> {
    match slot.replace(value) {
        None => Ok(()),
        Some(_) => Err("given twice".into()),
    }
}

/// `200ms` or `2s`.
fn duration(text: &str) -> Result<Duration, String> {
    let millis = match (text.strip_suffix("ms"), text.strip_suffix('s')) {
        (Some(number), _) => number.parse().ok(),
        (None, Some(number)) => number.parse::<u64>().ok().map(|s| s * 1000),
        _ => None,
    };
    millis
        .map(Duration::from_millis)
        .ok_or_else(|| format!("expected a time such as 200ms or 2s: '{text}'"))
}

/// `0 within 2s`.
fn exit(text: &str) -> Result<Step, String> {
    let (code, within) = match text.split_once(" within ") {
        Some((code, time)) => (code, Some(duration(time)?)),
        None => (text, None),
    };
    let code = code.parse().map_err(|_| format!("expected an exit status: '{code}'"))?;
    Ok(Step::Exit { code, within })
}

/// Replaces every `{3*text}` by `texttexttext`. Other braces stay.
fn expand(text: &str) -> Result<String, String> {
    let mut out = String::new();
    let mut rest = text;
    while let Some(open) = rest.find('{') {
        let (before, inside) = rest.split_at(open);
        out.push_str(before);
        let digits = inside[1..].chars().take_while(char::is_ascii_digit).count();
        if digits == 0 || !inside[1 + digits..].starts_with('*') {
            out.push('{');
            rest = &inside[1..];
            continue;
        }
        let close = inside.find('}').ok_or("`{` without `}`")?;
        let times: usize = inside[1..=digits].parse().map_err(|e| format!("{e}"))?;
        out.push_str(&inside[digits + 2..close].repeat(times));
        rest = &inside[close + 1..];
    }
    out.push_str(rest);
    Ok(out)
}

/// Reads `\r`, `\n`, `\t`, `\\`, `\s` (a blank) and `\xNN`.
fn unescape(text: &str) -> Result<Vec<u8>, String> {
    let mut out = Vec::new();
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        out.push(match byte {
            b'\\' => match bytes.next() {
                Some(b'r') => b'\r',
                Some(b'n') => b'\n',
                Some(b't') => b'\t',
                Some(b's') => b' ',
                Some(b'\\') => b'\\',
                Some(b'x') => {
                    let digits: Vec<u8> = bytes.by_ref().take(2).collect();
                    let digits = String::from_utf8_lossy(&digits).into_owned();
                    u8::from_str_radix(&digits, 16).map_err(|_| format!("bad \\x{digits}"))?
                }
                other => return Err(format!("unknown escape \\{:?}", other.map(char::from))),
            },
            byte => byte,
        });
    }
    Ok(out)
}

/// `4096 7`: 4096 pseudo-random bytes of seed 7, and a line feed.
fn noise(text: &str) -> Result<Vec<u8>, String> {
    let numbers: Option<Vec<u64>> = text.split(' ').map(|word| word.parse().ok()).collect();
    let Some(&[count, seed]) = numbers.as_deref() else {
        return Err(format!("expected `noise <bytes> <seed>`: '{text}'"));
    };
    let mut random = Random::new(&[seed]);
    Ok((0..count).map(|_| random.next_u64() as u8).chain([b'\n']).collect())
}
