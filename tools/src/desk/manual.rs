//! `chuhe completions` and `chuhe man`: made from the definition of the command line, so
//! that they cannot differ from it.

use std::path::PathBuf;

use anyhow::Result;
use clap::{Args, Command};
use clap_complete::Shell;
use clap_mangen::Man;

use crate::common::lang::Context;
use crate::common::lang::files::DeskFault;
use crate::common::output::cannot_write;
use crate::common::say;

/// Print what a shell needs to complete commands and options
///
/// For bash: chuhe completions bash > ~/.local/share/bash-completion/completions/chuhe
#[derive(Args, Clone, Debug)]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

/// Print the manual page of the program or of a command
///
/// To read it: chuhe man analyze | man -l -. With --folder all pages are written as files, such as chuhe-book-build.1.
#[derive(Args, Clone, Debug)]
pub struct ManArgs {
    /// The command, such as analyze or book build [default: the program itself]
    #[arg(value_name = "COMMAND")]
    command: Vec<String>,
    /// Write the pages of the program and of all commands into this folder
    #[arg(long, value_name = "FOLDER", conflicts_with = "command")]
    folder: Option<PathBuf>,
}

/// Prints completions.
///
/// # Errors
/// When they cannot be written.
pub fn completions(args: &CompletionsArgs, mut program: Command) -> Result<()> {
    let name = program.get_name().to_owned();
    let mut bytes = Vec::new();
    clap_complete::generate(args.shell, &mut program, name, &mut bytes);
    say::write_bytes(&bytes)
}

/// Prints a manual page, or writes all of them.
///
/// # Errors
/// When there is no such command, or a page cannot be written.
pub fn man(args: &ManArgs, program: Command) -> Result<()> {
    // Not the processor of whoever makes the pages.
    let version = env!("CARGO_PKG_VERSION");
    let program = program.version(version).long_version(version);
    if let Some(folder) = &args.folder {
        let written = clap_mangen::generate_to(program, folder);
        return written.with_context(|| cannot_write(folder));
    }
    let mut bytes = Vec::new();
    Man::new(described(&args.command, program)?).render(&mut bytes)?;
    say::write_bytes(&bytes)
}

/// The program, or one of its commands under its full name.
fn described(names: &[String], mut program: Command) -> Result<Command> {
    program.build();
    if names.is_empty() {
        return Ok(program);
    }
    let name = names.join(" ");
    let found = names.iter().try_fold(&program, |command, name| command.find_subcommand(name));
    let found = found.with_context(|| DeskFault::NoCommand { name: name.clone() })?;
    let found = found.clone();
    // A name must live as long as the program, which ends after this.
    let full: &'static str = format!("{} {name}", program.get_name()).leak();
    Ok(found.name(full).bin_name(full))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_has_the_full_name_of_its_command() {
        let build = Command::new("build").about("Builds");
        let book = Command::new("book").subcommand(build);
        let program = || {
            let judge = Command::new("judge").about("Judges");
            Command::new("chuhe").subcommand(judge).subcommand(book.clone())
        };
        let page = |names: &[&str]| -> String {
            let mut bytes = Vec::new();
            let names: Vec<String> = names.iter().map(ToString::to_string).collect();
            Man::new(described(&names, program()).unwrap()).render(&mut bytes).unwrap();
            String::from_utf8(bytes).unwrap()
        };
        assert!(page(&[]).contains(".TH chuhe 1"), "{}", page(&[]));
        assert!(page(&["judge"]).contains("Judges"), "{}", page(&["judge"]));
        assert!(page(&["book", "build"]).contains("Builds"));
        let folder = tempfile::tempdir().unwrap();
        clap_mangen::generate_to(program(), folder.path()).unwrap();
        assert!(folder.path().join("chuhe-book-build.1").is_file());
        let error = described(&["x".into()], program()).unwrap_err().to_string();
        assert_eq!(error, "there is no command 'x'; see --help");
    }
}
