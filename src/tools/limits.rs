//! What the tools that search many positions ask of each search.

use std::fmt;
use std::time::Duration;

use clap::Args;

use crate::search::Limits;

/// Limits of each search; all that are given hold together.
#[derive(Args, Clone, Debug, Default)]
pub struct LimitArgs {
    /// Milliseconds for each position [default: 1000, when nothing else is given]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    pub movetime: Option<u64>,
    /// Plies of search for each position
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i32).range(1..=127))]
    pub depth: Option<i32>,
    /// Nodes for each position
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
}

impl LimitArgs {
    /// As the search knows them.
    pub fn limits(&self) -> Limits {
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

/// `1000 ms`, `depth 8`, `5000 nodes`, or several of them.
impl fmt::Display for LimitArgs {
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
        assert_eq!(LimitArgs::default().to_string(), "1000 ms");
        let depth = LimitArgs { depth: Some(8), ..LimitArgs::default() };
        assert_eq!((depth.to_string(), depth.limits()), ("depth 8".into(), Limits::depth(8)));
    }
}
