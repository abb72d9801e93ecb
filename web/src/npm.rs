//! Puts the package for npm into a folder: `npm MODULE FOLDER`.

#[allow(dead_code)] // it has the script for pages, too
mod package;

use std::path::Path;
use std::{env, fs};

use anyhow::{Context, Result, bail};

fn main() -> Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [module, folder] = &arguments[..] else { bail!("usage: npm MODULE FOLDER") };
    let module = fs::read(module).with_context(|| module.clone())?;
    package::write(Path::new(folder), &module)
}
