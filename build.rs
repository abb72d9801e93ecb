//! Puts the built-in network where the program includes it from: the file that
//! the environment variable EVALFILE names, otherwise the one that
//! `networks/built-in.txt` names. Without either, or with EVALFILE=hand, there
//! is none and the hand-written evaluation is used.
#![allow(clippy::print_stdout)]

use std::path::{Path, PathBuf};
use std::{env, fs};

/// Begins every network file.
const MAGIC: &[u8] = b"CHUHENET";

fn main() -> Result<(), String> {
    println!("cargo::rerun-if-env-changed=EVALFILE");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=networks");
    let network = match env::var("EVALFILE").unwrap_or_default().as_str() {
        "" => named_in(Path::new("networks")),
        "hand" => None,
        file => Some(PathBuf::from(file)),
    };
    let bytes = match &network {
        None => Vec::new(),
        Some(file) => {
            println!("cargo::rerun-if-changed={}", file.display());
            let bytes = fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
            if !bytes.starts_with(MAGIC) {
                return Err(format!("{}: not a network file", file.display()));
            }
            bytes
        }
    };
    let folder = env::var("OUT_DIR").map_err(|error| error.to_string())?;
    fs::write(Path::new(&folder).join("built-in.net"), bytes).map_err(|error| error.to_string())
}

/// The file that a folder's `built-in.txt` names.
fn named_in(folder: &Path) -> Option<PathBuf> {
    let name = fs::read_to_string(folder.join("built-in.txt")).ok()?;
    let name = name.trim();
    (!name.is_empty()).then(|| folder.join(name))
}
