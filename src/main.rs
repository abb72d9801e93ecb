//! The program: without arguments it talks to a user interface, with a
//! subcommand it runs a tool. Built without the feature `tools` it has no
//! subcommands.

use std::process::ExitCode;

#[cfg(feature = "tools")]
fn main() -> ExitCode {
    chuhe::tools::main()
}

#[cfg(not(feature = "tools"))]
fn main() -> ExitCode {
    use std::io::{self, Write};

    let answer = match std::env::args().nth(1).as_deref() {
        None => chuhe::protocol::serve(),
        Some("--version" | "-V") => {
            writeln!(io::stdout(), "chuhe {}", chuhe::protocol::version())
        }
        Some(_) => Err(io::Error::other("built without the tools: takes no arguments")),
    };
    match answer {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "error: {error}");
            ExitCode::FAILURE
        }
    }
}
