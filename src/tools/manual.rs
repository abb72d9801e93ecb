//! `chuhe completions` and `chuhe man`: made from the definition of the command line, so
//! that they cannot differ from it.

use std::io::{Write, stdout};

use anyhow::{Context, Result};
use clap::{Args, Command};
use clap_complete::Shell;
use clap_mangen::Man;

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
/// To read it: chuhe man analyze | man -l -
#[derive(Args, Clone, Debug)]
pub struct ManArgs {
    /// The command [default: the program itself]
    #[arg(value_name = "COMMAND")]
    command: Option<String>,
}

/// Prints completions.
///
/// # Errors
/// When they cannot be written.
pub fn completions(args: &CompletionsArgs, mut program: Command) -> Result<()> {
    let name = program.get_name().to_owned();
    let mut bytes = Vec::new();
    clap_complete::generate(args.shell, &mut program, name, &mut bytes);
    Ok(stdout().lock().write_all(&bytes)?)
}

/// Prints a manual page.
///
/// # Errors
/// When there is no such command, or it cannot be written.
pub fn man(args: &ManArgs, program: Command) -> Result<()> {
    let mut bytes = Vec::new();
    Man::new(described(args.command.as_deref(), program)?).render(&mut bytes)?;
    Ok(stdout().lock().write_all(&bytes)?)
}

/// The program, or one of its commands under its full name.
fn described(name: Option<&str>, mut program: Command) -> Result<Command> {
    program.build();
    let Some(name) = name else { return Ok(program) };
    let found = program.find_subcommand(name).cloned();
    let found = found.with_context(|| format!("there is no command '{name}'; see --help"))?;
    // A name must live as long as the program, which ends after this.
    let full: &'static str = format!("{} {name}", program.get_name()).leak();
    Ok(found.name(full).bin_name(full))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_has_the_full_name_of_its_command() {
        let program = || Command::new("chuhe").subcommand(Command::new("judge").about("Judges"));
        let page = |name| -> String {
            let mut bytes = Vec::new();
            Man::new(described(name, program()).unwrap()).render(&mut bytes).unwrap();
            String::from_utf8(bytes).unwrap()
        };
        assert!(page(None).contains(".TH chuhe 1"), "{}", page(None));
        assert!(page(Some("judge")).contains("Judges"), "{}", page(Some("judge")));
        let error = described(Some("x"), program()).unwrap_err().to_string();
        assert_eq!(error, "there is no command 'x'; see --help");
    }
}
