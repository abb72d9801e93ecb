//! Setting options by text, which the dialects share.

use crate::engine::Command;
use crate::engine::options::{self, Kind, OptionSpec, Value, ValueError};
use crate::protocol::words::{Words, number, quote};
use crate::protocol::{Step, foreign};

/// Why an option was not set.
pub enum Refusal {
    /// There is none of this name, here or in any program we know of.
    Unknown(String),
    /// Others have such an option; here it means nothing.
    Foreign,
    /// What was expected instead.
    BadValue(String),
}

/// The name and the value of what follows `setoption`: `name N value V`, or as
/// UCCI has it `N V`.
pub fn split(mut words: Words<'_>) -> (&str, Option<&str>) {
    if words.take_if("name") { split_at_value(words.rest()) } else { split_at_option(words.rest()) }
}

/// What to do about an option that is set: the command and, where another value is taken than was
/// asked for, a word about it.
///
/// # Errors
/// When there is no such option, or it takes no such value.
pub fn steps(name: &str, value: Option<&str>) -> Result<Vec<Step>, Refusal> {
    let Some(spec) = options::find(foreign::translated(name)) else {
        return Err(match foreign::is_known(name) {
            true => Refusal::Foreign,
            false => Refusal::Unknown(format!("no such option: {}", quote(name))),
        });
    };
    let Some(text) = value.or(matches!(spec.kind, Kind::Button).then_some("")) else {
        return Err(Refusal::BadValue(format!("option {} needs a value", spec.name)));
    };
    let error = match spec.kind.parse(text) {
        Ok(value) => return Ok(vec![Step::Do(Command::SetOption(spec, value))]),
        Err(error) => error,
    };
    let (name, text) = (spec.name, text.trim());
    let nearest = number(text).and_then(|number| spec.nearest(number));
    if let (Some(nearest), ValueError::Spin { .. }) = (nearest, error) {
        let remark = format!("option {name} is now {nearest}: {error}, not {}", quote(text));
        let command = Command::SetOption(spec, Value::Spin(nearest));
        return Ok(vec![Step::Remark(remark), Step::Do(command)]);
    }
    Err(Refusal::BadValue(format!("option {name} stays as it is: {error}, not {}", quote(text))))
}

/// Type, default and range, as UCI and UCCI print them.
pub fn kind(spec: &OptionSpec) -> String {
    match spec.kind {
        Kind::Check { default } => format!("check default {default}"),
        Kind::Spin { default, min, max } => format!("spin default {default} min {min} max {max}"),
        Kind::Combo { default, vars } => {
            let vars: String = vars.iter().map(|var| format!(" var {var}")).collect();
            format!("combo default {default}{vars}")
        }
        Kind::Button => "button".to_owned(),
        Kind::Text { default: "" } => "string default <empty>".to_owned(),
        Kind::Text { default } => format!("string default {default}"),
    }
}

/// The name and the value of `N value V`.
fn split_at_value(text: &str) -> (&str, Option<&str>) {
    let mut words = Words::new(text);
    loop {
        let before = words.rest();
        let name = text.get(..text.len() - before.len()).unwrap_or(text).trim_end();
        match words.next() {
            None => return (text, None),
            Some(word) if word.eq_ignore_ascii_case("value") => return (name, Some(words.rest())),
            Some(_) => {}
        }
    }
}

/// The name and the value of `N V`: the name is as long as an option has it.
fn split_at_option(text: &str) -> (&str, Option<&str>) {
    let mut words = Words::new(text);
    let first = words.next().unwrap_or_default();
    let mut found = (first, Some(words.rest()).filter(|rest| !rest.is_empty()));
    while !words.rest().is_empty() {
        words.next();
        let name = text.get(..text.len() - words.rest().len()).unwrap_or(text).trim_end();
        if options::find(name).is_some() || foreign::is_known(name) {
            found = (name, Some(words.rest()).filter(|rest| !rest.is_empty()));
        }
    }
    found
}
