//! The fuzz targets with the bytes kept in `fuzz/seeds`: what fuzzing began with, and what
//! it has found. `docs/authors/testing.md` says how to fuzz.

#[path = "../../fuzz/targets/mod.rs"]
mod targets;

use std::fs;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};

use crate::{Case, Pass};

/// One case for each target.
///
/// # Errors
/// Never.
pub fn cases() -> Result<Vec<Case>, String> {
    let case = |&(name, check)| Case::new(name, move || play(name, check));
    Ok(targets::TARGETS.iter().map(case).collect())
}

/// Gives a target all of its seeds.
fn play(name: &str, check: fn(&[u8])) -> Result<Pass, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/seeds").join(name);
    let describe = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut count = 0;
    for entry in fs::read_dir(&folder).map_err(describe)? {
        let path: PathBuf = entry.map_err(describe)?.path();
        let bytes = fs::read(&path).map_err(describe)?;
        catch_unwind(|| check(&bytes)).map_err(|_| format!("{}: a panic", path.display()))?;
        count += 1;
    }
    Ok(Pass::Count(count))
}
