//! Copies the built-in network to the build folder, from which the program includes it. The
//! file is that of the environment variable EVALFILE, or else the one that
//! `networks/built-in.txt` names.
#![allow(clippy::print_stdout)]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// The first bytes of every network file.
const MAGIC: &[u8] = b"CHUHENET";

fn main() -> Result<(), String> {
    println!("cargo::rerun-if-env-changed=EVALFILE");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=networks");
    tell_commit();
    if env::var_os("CARGO_FEATURE_BUILT_IN").is_none() {
        return Ok(());
    }
    let file = match env::var("EVALFILE").unwrap_or_default().as_str() {
        "" => named_in(Path::new("networks"))?,
        file => PathBuf::from(file),
    };
    println!("cargo::rerun-if-changed={}", file.display());
    let bytes = fs::read(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    if !bytes.starts_with(MAGIC) {
        return Err(format!("{}: not a network file", file.display()));
    }
    let folder = env::var("OUT_DIR").map_err(|error| error.to_string())?;
    fs::write(Path::new(&folder).join("built-in.net"), bytes).map_err(|error| error.to_string())
}

/// Tells release builds from which commit they are made, for `--version`: that of the
/// environment variable CHUHE_COMMIT, or of git. Other builds are not made again for every
/// commit.
fn tell_commit() {
    println!("cargo::rerun-if-env-changed=CHUHE_COMMIT");
    if env::var("CHUHE_COMMIT").is_ok() || env::var("PROFILE").as_deref() != Ok("release") {
        return;
    }
    let git = |words: &[&str]| {
        let output = Command::new("git").args(words).output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        output.status.success().then(|| text.trim().to_owned())
    };
    if let (Some(commit), Some(log)) =
        (git(&["rev-parse", "--short", "HEAD"]), git(&["rev-parse", "--git-path", "logs/HEAD"]))
    {
        println!("cargo::rerun-if-changed={log}");
        println!("cargo::rustc-env=CHUHE_COMMIT={commit}");
    }
}

/// The file that a folder's `built-in.txt` names.
fn named_in(folder: &Path) -> Result<PathBuf, String> {
    let list = folder.join("built-in.txt");
    let name = fs::read_to_string(&list).map_err(|error| format!("{}: {error}", list.display()))?;
    Ok(folder.join(name.trim()))
}
