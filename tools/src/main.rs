//! The program `chuhe-tools`, which the engine hands its commands to.

use std::process::ExitCode;

fn main() -> ExitCode {
    chuhe_tools::main()
}
