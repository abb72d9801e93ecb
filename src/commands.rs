//! The commands of the engine on its command line, as data: for its `--help`, and for the
//! manual and the completions that `chuhe-tools` makes of all commands.

/// A command of the engine.
#[derive(Clone, Copy, Debug)]
pub struct Command {
    /// Its name.
    pub name: &'static str,
    /// What it does, in one line.
    pub about: &'static str,
    /// What may follow the name, as it stands after `Usage: chuhe NAME`.
    pub usage: &'static str,
    /// Each argument, and what it is.
    pub arguments: &'static [(&'static str, &'static str)],
}

/// All of them, by name. `genfens`, which only OpenBench uses, is not listed.
pub const COMMANDS: &[Command] = &[
    Command {
        name: "bench",
        about: "Search a fixed set of positions and print the number of nodes",
        usage: "[OPTIONS] [DEPTH] [THREADS] [HASH]",
        arguments: &[
            ("[DEPTH]", "Depth of each search [default: 13]"),
            ("[THREADS]", "Search threads; the count is reproducible with one only [default: 1]"),
            ("[HASH]", "Size of the transposition table in MiB [default: 16]"),
            (
                "--eval-file <FILE>",
                "A network file to judge positions with instead of the built-in network",
            ),
            ("--json <FILE>", "Write the result as JSON; - for standard output"),
            (
                "--positions <FILE>",
                "Search the positions of this file instead, one FEN a line; - for standard input",
            ),
        ],
    },
    Command {
        name: "eval",
        about: "Print the static evaluation of a position",
        usage: "[OPTIONS] [FEN]",
        arguments: &[
            ("[FEN]", "The position, in quotes [default: the start position]"),
            (
                "--eval-file <FILE>",
                "A network file to judge positions with instead of the built-in network",
            ),
        ],
    },
    Command {
        name: "perft",
        about: "Count the lines of legal moves of a given length",
        usage: "[OPTIONS] <DEPTH> [FEN]",
        arguments: &[
            ("<DEPTH>", "Length of the lines in plies"),
            ("[FEN]", "The position, in quotes [default: the start position]"),
            ("--divide", "Print the count below each move"),
            (
                "--part <I/N>",
                "Count below part I of N of the moves only; the counts of all parts add up",
            ),
        ],
    },
];

impl Command {
    /// What `chuhe NAME --help` prints.
    pub fn help(&self) -> String {
        let lines: String =
            self.arguments.iter().map(|(name, what)| format!("\n  {name:<20} {what}")).collect();
        format!("{}\n\nUsage: chuhe {} {}\n{lines}", self.about, self.name, self.usage)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::bench::Plan;

    #[test]
    fn the_defaults_in_the_help_are_those_of_the_plan() {
        let Plan { depth, threads, hash_mib, .. } = Plan::default();
        let help = COMMANDS[0].help();
        for number in [depth.to_string(), threads.to_string(), hash_mib.to_string()] {
            assert!(help.contains(&format!("[default: {number}]")), "{help}");
        }
    }
}
