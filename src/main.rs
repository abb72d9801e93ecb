//! The program: without arguments it talks to a user interface; with a command it does what
//! engines do from a shell, and hands every other command to `chuhe-tools`.

mod program;

use std::process::ExitCode;

fn main() -> ExitCode {
    env_logger::init(); // to stderr, and only what RUST_LOG asks for
    program::main(std::env::args_os().collect())
}
