//! Options of the tools that search many positions: limits, threads, memory, rule set,
//! network and tables of endings.

use std::fmt;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::Result;
use clap::Args;

use crate::common::rule_set::RuleSetParser;
use crate::common::solved::EndingTablesArgs;
use crate::desk::batch::BatchSearch;
use chuhe::engine::capacity;
use chuhe::eval::Evaluation;
use chuhe::rules::RuleSet;
use chuhe::search::{DEFAULT_HASH_MIB, Limits, SearchSettings};

/// Options for the search of many positions. All limits that are given hold together.
#[derive(Args, Clone, Debug, Default)]
pub struct BatchArgs {
    /// Milliseconds for each position [default: 1000, when nothing else is given]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    pub movetime: Option<u64>,
    /// Plies of search for each position
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i32).range(1..=127))]
    pub depth: Option<i32>,
    /// Nodes for each position
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Positions searched at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=512))]
    pub threads: u16,
    /// MiB of the hash table of each
    #[arg(long, value_name = "MIB", default_value_t = DEFAULT_HASH_MIB as u32, value_parser = clap::value_parser!(u32).range(1..=65536))]
    pub hash: u32,
    /// Rule set that games are judged by
    #[arg(long, value_name = "NAME", default_value = RuleSet::DEFAULT.name, value_parser = RuleSetParser)]
    pub rules: RuleSet,
    /// A network file to judge positions with instead of the built-in network
    #[arg(long, value_name = "FILE", default_value = "")]
    pub eval_file: String,
    #[command(flatten)]
    #[allow(missing_docs)] // a comment would become that of the whole command
    pub endings: EndingTablesArgs,
}

impl BatchArgs {
    /// The threads that do the work, until `stop` is set.
    ///
    /// # Errors
    /// When the network or a table of endings cannot be read, or there is not that much memory.
    pub fn prepare<'a>(&self, stop: &'a AtomicBool) -> Result<BatchSearch<'a>> {
        let threads = usize::from(self.threads);
        capacity::check((self.hash as usize).saturating_mul(threads), threads, 0)?;
        Ok(BatchSearch {
            threads,
            hash_mib: self.hash as usize,
            limits: self.limits(),
            settings: SearchSettings {
                evaluation: Evaluation::named(&self.eval_file)?,
                endings: self.endings.open()?,
                rules: self.rules,
                move_overhead: Duration::ZERO,
                ..SearchSettings::default()
            },
            stop,
        })
    }

    /// The limits as the search knows them.
    fn limits(&self) -> Limits {
        let is_given = self.depth.is_some() || self.nodes.is_some();
        let movetime = self.movetime.or((!is_given).then_some(1000));
        Limits {
            move_time: movetime.map(Duration::from_millis),
            depth: self.depth,
            nodes: self.nodes,
            ..Limits::default()
        }
    }
}

/// The limits: `1000 ms`, `depth 8`, `5000 nodes`, or several of them.
impl fmt::Display for BatchArgs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let limits = self.limits();
        let parts = [
            limits.move_time.map(|time| format!("{} ms", time.as_millis())),
            limits.depth.map(|depth| format!("depth {depth}")),
            limits.nodes.map(|nodes| format!("{nodes} nodes")),
        ];
        f.write_str(&parts.into_iter().flatten().collect::<Vec<_>>().join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_limit_there_is_a_time() {
        assert_eq!(BatchArgs::default().to_string(), "1000 ms");
        let depth = BatchArgs { depth: Some(8), ..BatchArgs::default() };
        assert_eq!((depth.to_string(), depth.limits()), ("depth 8".into(), Limits::depth(8)));
    }
}
