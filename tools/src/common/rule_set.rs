//! Rule sets on the command line.

use std::ffi::OsStr;

use crate::common::lang::Told;
use crate::common::lang::files::FileFault;
use chuhe::rules::RuleSet;
use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Command};

/// Reads the value of an option that takes a rule set, and knows for help and completions
/// which there are.
#[derive(Clone, Copy, Debug)]
pub struct RuleSetParser;

impl TypedValueParser for RuleSetParser {
    type Value = RuleSet;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<RuleSet, clap::Error> {
        rule_set.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(RuleSet::NAMES.into_iter().map(PossibleValue::new)))
    }
}

fn rule_set(name: &str) -> Result<RuleSet, Told> {
    let fault = || FileFault::RuleSet { list: RuleSet::NAMES.join(", ") };
    RuleSet::by_name(name).ok_or_else(|| fault().into())
}
