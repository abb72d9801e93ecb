//! The commands of the engine itself, for help, manual and completions. The engine runs them.

use chuhe::commands::COMMANDS;
use clap::{Arg, ArgAction, Command};

/// Whether a command is one of the engine's.
pub fn has(name: &str) -> bool {
    COMMANDS.iter().any(|command| command.name == name)
}

/// Their descriptions.
pub fn all() -> impl Iterator<Item = Command> {
    COMMANDS.iter().map(|command| {
        let arguments = command.arguments.iter().map(|(name, help)| argument(name).help(help));
        Command::new(command.name).about(command.about).args(arguments)
    })
}

/// An argument written as `--json <FILE>`, `--divide`, `<DEPTH>` or `[FEN]`.
fn argument(written: &'static str) -> Arg {
    let bare = |text: &'static str| text.trim_matches(['<', '>', '[', ']']);
    match written.strip_prefix("--").map(|option| option.split_once(' ')) {
        Some(Some((name, value))) => Arg::new(name).long(name).value_name(bare(value)),
        Some(None) => Arg::new(written).long(&written[2..]).action(ArgAction::SetTrue),
        None => Arg::new(bare(written)).required(written.starts_with('<')),
    }
}
