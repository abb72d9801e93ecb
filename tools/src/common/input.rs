//! Reading the input files of a tool. `-` is standard input.

use std::fs::{self, File};
use std::io::{self, Read, stdin};
use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Args;

use crate::common::lang::files::{FileFault, Input};
use crate::common::lang::{Context, Told};
use crate::common::output::is_standard;
use chuhe::engine::capacity;
use chuhe_games::{Encoding, Games, ReadOptions, encoding_of, unpacked};

/// What a file is called in messages.
pub fn name_of(path: &Path) -> String {
    input_of(path).to_string()
}

/// The fault of an input; its cause follows.
pub fn cannot_read(path: &Path) -> FileFault {
    FileFault::CannotRead { input: input_of(path) }
}

/// What a file is called, in the words of messages.
pub fn input_of(path: &Path) -> Input {
    match is_standard(path) {
        true => Input::Standard,
        false => Input::File { name: path.display().to_string() },
    }
}

/// How the names of files of games end, for which a folder is searched.
const ENDINGS: [&str; 14] = [
    "pgn", "xqf", "cbr", "cbl", "cbf", "che", "mxq", "ccm", "pfc", "dhtmlxq", "ubb", "wxf", "txt",
    "gz",
];

/// The files that paths stand for: a folder for the files of games in it and in the
/// folders below it, in the order of their names.
///
/// # Errors
/// When a folder cannot be read, or has no such file.
pub fn expand(paths: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let before = files.len();
        add_folder(path, &mut files)?;
        if files.len() == before {
            let fault = FileFault::NoGameFiles { endings: ENDINGS.join(", ") };
            return Err(fault).context(path.display().to_string());
        }
    }
    Ok(files)
}

fn add_folder(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    let place = || cannot_read(folder);
    let entries = fs::read_dir(folder).with_context(place)?;
    let paths: io::Result<Vec<PathBuf>> = entries.map(|entry| Ok(entry?.path())).collect();
    let mut paths = paths.with_context(place)?;
    paths.sort();
    for path in paths {
        // A link to a folder could lead round in circles.
        if path.is_dir() && !path.is_symlink() {
            add_folder(&path, files)?;
        } else if path.is_file() && has_ending(&path) {
            files.push(path);
        }
    }
    Ok(())
}

fn has_ending(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str());
    ending.is_some_and(|ending| ENDINGS.iter().any(|known| known.eq_ignore_ascii_case(ending)))
}

/// The largest input, in MiB: what is made of it takes several times as much memory.
fn most_mib() -> u64 {
    const MOST: u64 = 512;
    const PARTS: u64 = 8;
    capacity::free_mib().map_or(MOST, |free| (free / PARTS).min(MOST))
}

/// The bytes of a file, a pipe or standard input, which may have no end.
///
/// # Errors
/// When it cannot be read, or is larger than an eighth of the free memory or 512 MiB.
pub fn read(path: &Path) -> Result<Vec<u8>> {
    let most = most_mib();
    let mut bytes = Vec::new();
    let read = match is_standard(path) {
        true => stdin().lock().take((most << 20) + 1).read_to_end(&mut bytes),
        false => {
            File::open(path).and_then(|file| file.take((most << 20) + 1).read_to_end(&mut bytes))
        }
    };
    let length = read.with_context(|| cannot_read(path))?;
    if length as u64 > most << 20 {
        return Err(FileFault::TooLarge { n: most }).context(input_of(path));
    }
    Ok(bytes)
}

/// The text of a file in UTF-8, GB18030 or Big5, perhaps packed by gzip.
///
/// # Errors
/// As of [`read`], or when what is packed is damaged or becomes too large.
pub fn read_text(path: &Path) -> Result<String> {
    let bytes = unpacked(read(path)?, most_mib() << 20).with_context(|| cannot_read(path))?;
    Ok(chuhe_games::decode(&bytes).0.into_owned())
}

/// The option of tools that read games.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct EncodingArgs {
    /// Encoding of files, such as gbk, big5, utf-16le or windows-1258 [default: found out]
    #[arg(long, value_name = "NAME", value_parser = encoding)]
    encoding: Option<&'static Encoding>,
}

impl EncodingArgs {
    /// Whether one is named.
    pub fn is_given(self) -> bool {
        self.encoding.is_some()
    }

    /// How files are read.
    pub fn options(self) -> ReadOptions {
        let most = most_mib() << 20;
        ReadOptions { encoding: self.encoding, most, ..ReadOptions::default() }
    }
}

fn encoding(name: &str) -> Result<&'static Encoding, Told> {
    encoding_of(name).ok_or_else(|| FileFault::Encoding.into())
}

/// The games of a file in whatever encoding and format, each fault in its place. They are
/// read as they are asked for.
///
/// # Errors
/// When it cannot be read; of a pipe as [`read`].
pub fn open_games(path: &Path, options: ReadOptions) -> Result<Games> {
    if is_standard(path) || !path.is_file() {
        return Games::of_bytes(read(path)?, options).with_context(|| cannot_read(path));
    }
    Games::open(path, options).with_context(|| cannot_read(path))
}
