//! A state file: the finished work of a run, so that a run that was killed can be
//! resumed.
//!
//! The file has a line of JSON for the run and one for each piece of work done. A torn
//! last line is cut off when the run is resumed.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Result, bail, ensure};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::common::input::{self, cannot_read};
use crate::common::lang::Context;
use crate::common::lang::files::{Difference, FileFault, StateKind, at};
use crate::common::output::cannot_write;

/// An open file. While it is open no other process can open it.
#[derive(Debug)]
pub struct StateFile {
    path: PathBuf,
    file: File,
}

impl StateFile {
    /// Opens or creates the file of a run of some kind, and reads its lines. The header has everything that makes a run another one.
    ///
    /// # Errors
    /// When another process has it open, or it belongs to another run.
    pub fn open<H, L>(path: &Path, header: &H, kind: StateKind) -> Result<(StateFile, Vec<L>)>
    where
        H: Serialize + DeserializeOwned,
        L: DeserializeOwned,
    {
        let mut file = open_locked(path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).with_context(|| cannot_read(path))?;
        let begins = line(header)?;
        let mut lines = Vec::new();
        let mut length = 0;
        if bytes.contains(&b'\n') {
            let found: Content<H, L> = read_bytes(&bytes).with_context(|| not_one(path, kind))?;
            let (found_header, header) =
                (serde_json::to_value(&found.header)?, serde_json::to_value(header)?);
            if let Some(difference) = difference("header", &found_header, &header) {
                bail!(FileFault::OtherWork { path: path.into(), kind, difference });
            }
            (lines, length) = (found.lines, found.length);
        } else {
            ensure!(begins.starts_with(&bytes), not_one(path, kind));
        }
        file.set_len(length as u64).with_context(|| cannot_write(path))?;
        let mut state_file = StateFile { path: path.to_path_buf(), file };
        if length == 0 {
            state_file.append(&begins)?;
        }
        Ok((state_file, lines))
    }

    /// Adds a line.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn add(&mut self, entry: &impl Serialize) -> Result<()> {
        self.append(&line(entry)?)
    }

    fn append(&mut self, bytes: &[u8]) -> Result<()> {
        append(&self.file, bytes).with_context(|| cannot_write(&self.path))
    }
}

/// Opens or creates a file to be read, cut and, with [`append`], appended to. Until it is
/// closed no other process can open it so; all can read it, rename it and remove it.
/// A device or a pipe, of which nobody knows how much it holds, is refused.
///
/// # Errors
/// When that is not possible, or another process has it open.
pub fn open_locked(path: &Path) -> Result<File> {
    let is_special = fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir());
    if is_special {
        return Err(FileFault::NotOrdinary).context(cannot_write(path));
    }
    let mut options = OpenOptions::new();
    // Windows does not let a file be cut that is opened with `append`.
    options.read(true).write(true).create(true).truncate(false);
    let file = open_alone(&mut options, path).with_context(|| cannot_write(path))?;
    file.ok_or_else(|| at(path.display(), FileFault::Locked).into())
}

/// Opens a file; `None` when another process has it.
#[cfg(not(windows))]
fn open_alone(options: &mut OpenOptions, path: &Path) -> io::Result<Option<File>> {
    let file = options.open(path)?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(fs::TryLockError::WouldBlock) => Ok(None),
        Err(fs::TryLockError::Error(error)) => Err(error),
    }
}

/// A lock of Windows would keep others from reading the file too. It is not needed: who opens
/// a file says what others may do with it meanwhile.
#[cfg(windows)]
fn open_alone(options: &mut OpenOptions, path: &Path) -> io::Result<Option<File>> {
    use std::os::windows::fs::OpenOptionsExt;
    const FILE_SHARE_READ: u32 = 1;
    const FILE_SHARE_DELETE: u32 = 4; // also to rename it
    const ERROR_SHARING_VIOLATION: i32 = 32;
    match options.share_mode(FILE_SHARE_READ | FILE_SHARE_DELETE).open(path) {
        Ok(file) => Ok(Some(file)),
        Err(error) if error.raw_os_error() == Some(ERROR_SHARING_VIOLATION) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Writes to the end of a file, wherever it was read, cut or written last.
///
/// # Errors
/// When it cannot be written; then a part of the bytes may have been.
pub fn append(mut file: &File, bytes: &[u8]) -> io::Result<()> {
    file.seek(SeekFrom::End(0))?;
    file.write_all(bytes)
}

/// Reads the header and the whole lines of a file, which a run may be writing.
///
/// # Errors
/// When it cannot be read, or is not of that kind.
pub fn read<H, L>(path: &Path, kind: StateKind) -> Result<(H, Vec<L>)>
where
    H: DeserializeOwned,
    L: DeserializeOwned,
{
    let bytes = input::read(path)?;
    let Content { header, lines, .. } = read_bytes(&bytes).with_context(|| not_one(path, kind))?;
    Ok((header, lines))
}

fn not_one(path: &Path, kind: StateKind) -> FileFault {
    FileFault::NoState { path: path.into(), kind }
}

struct Content<H, L> {
    header: H,
    lines: Vec<L>,
    /// Bytes up to the end of the last whole line.
    length: usize,
}

fn read_bytes<H: DeserializeOwned, L: DeserializeOwned>(bytes: &[u8]) -> Result<Content<H, L>> {
    let length = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
    let mut lines = std::str::from_utf8(&bytes[..length])?.lines();
    let header = serde_json::from_str(lines.next().context(FileFault::Empty)?);
    let header = header.context(FileFault::Line { n: 1 })?;
    let lines: Result<Vec<L>> = (2..)
        .zip(lines)
        .map(|(number, text)| {
            serde_json::from_str(text).with_context(|| FileFault::Line { n: number })
        })
        .collect();
    Ok(Content { header, lines: lines?, length })
}

fn line(value: &impl Serialize) -> Result<Vec<u8>> {
    Ok(format!("{}\n", serde_json::to_string(value)?).into_bytes())
}

/// The first member in which what was found differs from what is wanted.
fn difference(name: &str, found: &Value, wanted: &Value) -> Option<Difference> {
    match (found, wanted) {
        (Value::Object(found), Value::Object(wanted)) => wanted.iter().find_map(|(key, value)| {
            difference(key, found.get(key).unwrap_or(&Value::Null), value)
        }),
        (Value::Array(found), Value::Array(wanted)) if found.len() == wanted.len() => {
            found.iter().zip(wanted).find_map(|(found, wanted)| difference(name, found, wanted))
        }
        _ => (found != wanted).then(|| Difference::Values {
            name: name.into(),
            found: found.to_string(),
            wanted: wanted.to_string(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize, serde::Deserialize)]
    struct Header {
        number: u32,
        list: Vec<String>,
    }

    fn header(number: u32, list: &[&str]) -> Header {
        Header { number, list: list.iter().map(ToString::to_string).collect() }
    }

    fn open(path: &Path, header: &Header) -> Result<(StateFile, Vec<u32>)> {
        StateFile::open(path, header, StateKind::Tuning)
    }

    #[test]
    fn a_torn_line_is_cut_off_and_another_run_is_refused() {
        let path = std::env::temp_dir().join(format!("chuhe-state_file-{}", std::process::id()));
        let ours = header(1, &["a", "b"]);
        let (mut state_file, found) = open(&path, &ours).unwrap();
        assert!(found.is_empty());
        assert!(open(&path, &ours).unwrap_err().to_string().contains("another process"));
        state_file.add(&7).unwrap();
        state_file.append(b"12").unwrap();
        assert_eq!(read::<Header, u32>(&path, StateKind::Tuning).unwrap().1, [7]);
        drop(state_file);
        for _ in 0..2 {
            assert_eq!(open(&path, &ours).unwrap().1, [7]);
        }
        fs::write(&path, [&fs::read(&path).unwrap(), &b"123456"[..]].concat()).unwrap();
        open(&path, &ours).unwrap().0.add(&8).unwrap();
        let before = fs::read(&path).unwrap();
        assert!(before.ends_with(b"}\n7\n8\n"), "{before:?}");
        for (other, part) in [
            (
                header(2, &["a", "b"]),
                "another tuning; name another --state: number: 1 there, 2 here",
            ),
            (header(1, &["a", "c"]), "list: \"b\" there, \"c\" here"),
            (header(1, &[]), "list: [\"a\",\"b\"] there, [] here"),
        ] {
            let error = open(&path, &other).unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        }
        assert_eq!(fs::read(&path).unwrap(), before);
        for (text, part) in [
            ("something else\n", "line 1"),
            ("something", "no state"),
            ("{\"number\":1,\"list\":[\"a\",\"b\"]}\n8\n\"x\"\n", "line 3"),
        ] {
            fs::write(&path, text).unwrap();
            let error = format!("{:#}", open(&path, &ours).unwrap_err());
            assert!(error.contains("no state") && error.contains(part), "{error}");
        }
        fs::write(&path, "{\"number\":").unwrap(); // torn where it began
        assert!(open(&path, &ours).unwrap().1.is_empty());
        fs::remove_file(&path).unwrap();
    }
}
