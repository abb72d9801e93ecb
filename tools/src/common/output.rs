//! The files that a tool writes. `-` is standard output. A regular file is replaced
//! whole, or not at all; one that can only be written to, such as a single file that is
//! mounted into a container, is written in its place; a device, a pipe or a FIFO is written
//! to as it is; a symbolic link is followed, and stays.
//!
//! A tool opens its outputs before it begins its work, so that a mistyped path does
//! not cost the hours before it.

use std::fs::{self, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Result, bail, ensure};
use clap::Args;
use serde::Serialize;
use tempfile::Builder;

use crate::common::lang::Context;
use crate::common::lang::files::FileFault;
use crate::common::say;
use chuhe::protocol::acts_on_terminals;

/// Symbolic links that are followed one after the other, as many as Linux follows.
const LINKS: usize = 40;
/// How the name of a file ends that is being written and will then replace another.
const UNFINISHED: &str = ".new";

/// Whether a path stands for standard input or output.
pub fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// An output that can be written to, as far as that is known before it is written.
#[derive(Clone, Debug)]
pub struct Output {
    /// As the user wrote it.
    path: PathBuf,
    target: Target,
}

/// What an output is.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Target {
    /// Standard output, also where it goes by another name.
    Standard,
    /// A regular file, or none yet, at this path, which is no symbolic link.
    Regular(PathBuf),
    /// A device, a pipe or a FIFO.
    Special,
}

impl Output {
    /// Checks that the output can be written to. Changes nothing.
    ///
    /// # Errors
    /// When it cannot: a folder is missing or protected, the file is read-only, the
    /// path is that of a folder.
    pub fn open(path: &Path) -> Result<Output> {
        let target = target_of(path).with_context(|| cannot_write(path))?;
        if let Target::Regular(file) = &target {
            check_regular(file).with_context(|| cannot_write(path))?;
        }
        Ok(Output { path: path.to_path_buf(), target })
    }

    /// Whether this is standard output, where a tool should then print nothing else.
    pub fn is_standard(&self) -> bool {
        self.target == Target::Standard
    }

    /// Whether this is a regular file, which can be replaced again and again.
    pub fn is_regular(&self) -> bool {
        matches!(self.target, Target::Regular(_))
    }

    /// Writes the whole content, which is text. On standard output it acts on no terminal.
    ///
    /// # Errors
    /// When that fails; a regular file that can be replaced is then as it was before.
    pub fn write_text(&self, text: &str) -> Result<()> {
        match self.target {
            Target::Standard => say::print(text),
            _ => self.write(text.as_bytes()),
        }
    }

    /// Writes the whole content as JSON, over several lines, without characters that act on a
    /// terminal: they stand there as their numbers.
    ///
    /// # Errors
    /// As of [`Output::write_text`].
    pub fn write_json(&self, value: &impl Serialize) -> Result<()> {
        self.write_text(&(harmless_json(&serde_json::to_string_pretty(value)?) + "\n"))
    }

    /// Writes the whole content, which need not be text.
    ///
    /// # Errors
    /// As of [`Output::write_text`].
    pub fn write(&self, bytes: &[u8]) -> Result<()> {
        match &self.target {
            Target::Standard => say::write_bytes(bytes),
            Target::Regular(file) => replace(file, bytes).with_context(|| cannot_write(&self.path)),
            Target::Special => {
                // Not opened before: a FIFO keeps waiting whoever opens it until
                // somebody reads.
                let file = OpenOptions::new().write(true).open(&self.path);
                let written = file.and_then(|mut file| file.write_all(bytes));
                written.with_context(|| cannot_write(&self.path))
            }
        }
    }
}

/// The option of tools that also answer in JSON.
#[derive(Args, Clone, Debug, Default)]
pub struct JsonArgs {
    /// Write the result to this file as JSON; with - to standard output, which then has
    /// nothing else
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

impl JsonArgs {
    /// Checks that the file can be written to; `None` when none is wanted.
    ///
    /// # Errors
    /// When it cannot, or is one of the inputs.
    pub fn open(&self, inputs: &[PathBuf]) -> Result<Option<JsonOutput>> {
        let [output] = open_all(inputs, [("--json", self.json.as_deref())])?;
        Ok(output.map(JsonOutput))
    }

    /// As [`JsonArgs::open`], for a tool with other outputs, named by their options.
    ///
    /// # Errors
    /// When one cannot be written to, is one of the inputs, or two are the same file.
    pub fn open_beside<const N: usize>(
        &self,
        inputs: &[PathBuf],
        others: [(&str, Option<&Path>); N],
    ) -> Result<(Option<JsonOutput>, [Option<Output>; N])> {
        let json = ("--json", self.json.as_deref());
        check_distinct(inputs, &[&[json], &others[..]].concat())?;
        let [json] = open_all(inputs, [json])?;
        Ok((json.map(JsonOutput), open_all(inputs, others)?))
    }
}

/// Where a result goes as JSON.
#[derive(Debug)]
pub struct JsonOutput(Output);

impl JsonOutput {
    /// Whether it goes to standard output, which then has nothing else.
    pub fn is_standard(&self) -> bool {
        self.0.is_standard()
    }

    /// Writes the result. Returns whether it may be printed as text as well.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, result: &impl Serialize) -> Result<bool> {
        self.0.write_json(result)?;
        Ok(!self.0.is_standard())
    }
}

/// JSON in which characters that act on a terminal stand as their numbers; serde writes some of
/// them as they are.
pub fn harmless_json(json: &str) -> String {
    let mut text = String::with_capacity(json.len());
    for c in json.chars() {
        match acts_on_terminals(c) {
            true => text.push_str(&format!("\\u{:04x}", u32::from(c))),
            false => text.push(c),
        }
    }
    text
}

/// Writes a whole file at once.
///
/// # Errors
/// When it cannot be written; a regular file is then as it was before.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<()> {
    Output::open(path)?.write(bytes)
}

/// Opens the outputs that were given, each with the option that names it, after
/// [`check_distinct`].
///
/// # Errors
/// When one cannot be written to, or two paths are those of one file.
pub fn open_all<const N: usize>(
    inputs: &[PathBuf],
    outputs: [(&str, Option<&Path>); N],
) -> Result<[Option<Output>; N]> {
    check_distinct(inputs, &outputs)?;
    let mut opened = [const { None }; N];
    for (slot, (option, path)) in opened.iter_mut().zip(outputs) {
        *slot = path.map(Output::open).transpose().with_context(|| option.to_owned())?;
    }
    Ok(opened)
}

/// Checks that no output is an input or another output, under whatever names.
/// Devices and pipes may be named several times.
///
/// # Errors
/// Names the two options and the path.
pub fn check_distinct(inputs: &[PathBuf], outputs: &[(&str, Option<&Path>)]) -> Result<()> {
    let inputs: Vec<Option<Target>> = inputs
        .iter()
        .map(|path| if is_standard(path) { None } else { target_of(path).ok() })
        .collect();
    let mut seen: Vec<(&str, Target)> = Vec::new();
    for &(option, path) in outputs {
        let Some(path) = path else { continue };
        let target = target_of(path).with_context(|| cannot_write(path));
        let target = target.with_context(|| option.to_owned())?;
        if target == Target::Special {
            continue;
        }
        if let Some((other, _)) = seen.iter().find(|(_, known)| *known == target) {
            let (a, b) = ((*other).to_owned(), option.to_owned());
            bail!(FileFault::SameFile { a, b, path: path.into() });
        }
        let is_input =
            matches!(target, Target::Regular(_)) && inputs.contains(&Some(target.clone()));
        ensure!(
            !is_input,
            FileFault::OverwritesInput { option: option.to_owned(), path: path.into() }
        );
        seen.push((option, target));
    }
    Ok(())
}

/// The fault of an output; its cause follows.
pub fn cannot_write(path: &Path) -> FileFault {
    FileFault::CannotWrite { path: path.into() }
}

fn target_of(path: &Path) -> Result<Target> {
    if is_standard(path) {
        return Ok(Target::Standard);
    }
    match fs::metadata(path) {
        Ok(found) if is_standard_output(&found) => Ok(Target::Standard),
        Ok(found) if found.is_dir() => bail!(FileFault::Folder),
        Ok(found) if !found.is_file() => Ok(Target::Special),
        Ok(_) => Ok(Target::Regular(fs::canonicalize(path)?)),
        Err(_) => {
            // Nothing there, or a link to nothing.
            let file = followed(path)?;
            let name = file.file_name().context(FileFault::Folder)?;
            let folder = fs::canonicalize(folder_of(&file))?;
            Ok(Target::Regular(folder.join(name)))
        }
    }
}

/// Follows symbolic links to the last path, where nothing need be.
fn followed(path: &Path) -> Result<PathBuf> {
    let mut path = path.to_path_buf();
    for _ in 0..LINKS {
        match fs::read_link(&path) {
            Ok(next) => path = folder_of(&path).join(next),
            Err(_) => return Ok(path),
        }
    }
    bail!(FileFault::Links)
}

/// The folder of a file; `.` for a bare name.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Whether this is the file that standard output goes to, such as `/dev/stdout`.
#[cfg(unix)]
fn is_standard_output(found: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    let file = say::standard_output();
    file.and_then(|file| file.metadata())
        .is_ok_and(|out| (out.dev(), out.ino()) == (found.dev(), found.ino()))
}

#[cfg(not(unix))]
fn is_standard_output(_: &Metadata) -> bool {
    false
}

/// Checks that a regular file may be written to if it is there, and otherwise that its folder
/// takes another file.
fn check_regular(file: &Path) -> Result<()> {
    if file.exists() {
        // Not to append: a file that only takes more at its end is none to be replaced.
        OpenOptions::new().write(true).open(file)?;
    } else {
        temporary(file)?.close()?;
    }
    Ok(())
}

/// The name that a file was to get which [`write_whole`] had not finished when the process was
/// killed; `None` for any other file.
pub fn unfinished_name(path: &Path) -> Option<&str> {
    let name = path.file_name()?.to_str()?.strip_prefix('.')?.strip_suffix(UNFINISHED)?;
    name.rsplit_once('.').map(|(name, _random)| name)
}

/// A new file beside another, with the rights that a new file has.
fn temporary(file: &Path) -> Result<tempfile::NamedTempFile> {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let prefix = format!(".{name}.");
    let mut builder = Builder::new();
    builder.prefix(&prefix).suffix(UNFINISHED);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666)); // less the umask
    }
    Ok(builder.tempfile_in(folder_of(file))?)
}

/// Puts new content in the place of a regular file. Where no other file can take its place, as
/// on a mount point or in a folder that is not ours, the content is written over the old one.
fn replace(file: &Path, bytes: &[u8]) -> Result<()> {
    let mut new = match temporary(file) {
        Ok(new) => new,
        Err(error) => {
            return if is_fixed(file, &error) { overwrite(file, bytes) } else { Err(error) };
        }
    };
    new.write_all(bytes)?;
    if let Ok(old) = fs::metadata(file) {
        new.as_file().set_permissions(old.permissions())?;
    }
    new.as_file().sync_all()?;
    if new.persist(file).is_err() {
        overwrite(file, bytes)?; // the new file is gone by now, and its room free
    }
    Ok(())
}

/// Whether an error of making a file beside another is not one of the disk, so that the other
/// can still be written to.
fn is_fixed(file: &Path, error: &anyhow::Error) -> bool {
    let kind = error.downcast_ref::<io::Error>().map(io::Error::kind);
    let is_kept = matches!(kind, Some(ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem));
    is_kept && file.exists()
}

/// Writes over the content of a file.
fn overwrite(file: &Path, bytes: &[u8]) -> Result<()> {
    let mut old = OpenOptions::new().write(true).truncate(true).create(true).open(file)?;
    old.write_all(bytes)?;
    Ok(old.sync_all()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into()).collect();
        names.sort();
        names
    }

    #[test]
    fn opening_changes_nothing_and_writing_replaces() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a");
        let output = Output::open(&file).unwrap();
        assert_eq!(names(folder.path()), [""; 0]);
        for text in ["one", "two"] {
            output.write(text.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&file).unwrap(), text);
            assert_eq!(names(folder.path()), ["a"]);
        }
        for (path, part) in [
            (folder.path().join("missing/a"), "missing/a: "),
            (folder.path().to_path_buf(), "it is a folder"),
            (folder.path().join("a/b"), "a/b: "),
        ] {
            let error = format!("{:#}", Output::open(&path).unwrap_err());
            assert!(error.starts_with("cannot write ") && error.contains(part), "{error}");
        }
    }

    #[test]
    fn json_acts_on_no_terminal_and_says_the_same() {
        let text = "a\x1b\x7f\u{9b}\u{202e}\u{fdd0}\n\t炮\u{1f600}";
        let json = harmless_json(&serde_json::to_string(&[text]).unwrap());
        assert!(!json.contains(acts_on_terminals), "{json}");
        assert_eq!(serde_json::from_str::<[String; 1]>(&json).unwrap(), [text]);
    }

    #[test]
    fn one_file_under_two_names_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::write(path("games"), "x").unwrap();
        let (a, same) = (path("a"), folder.path().join("./a"));
        let inputs = [path("games"), PathBuf::from("-")];
        let check = |one: &Path, two: &Path| {
            let outputs = [("--json", Some(one)), ("--svg", None), ("--pgn", Some(two))];
            open_all(&inputs, outputs).map_err(|error| format!("{error:#}")).map(|_| ())
        };
        assert_eq!(check(&a, &path("b")), Ok(()));
        let error = check(&a, &same).unwrap_err();
        assert!(error.starts_with("--json and --pgn name the same file, "), "{error}");
        let error = check(Path::new("-"), Path::new("-")).unwrap_err();
        assert_eq!(error, "--json and --pgn name the same file, -");
        let error = check(&a, &path("./games")).unwrap_err();
        assert!(error.starts_with("--pgn would overwrite an input, "), "{error}");
        assert_eq!(fs::read_to_string(path("games")).unwrap(), "x");
        let error = check(&path("no/a"), &a).unwrap_err();
        assert!(error.starts_with("--json: cannot write "), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn links_stay_and_devices_are_written_to() {
        use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir(path("there")).unwrap();
        symlink("there/file", path("link")).unwrap();
        symlink("link", path("second")).unwrap();
        symlink("loop", path("loop")).unwrap();
        for text in ["new", "old"] {
            write_whole(&path("second"), text.as_bytes()).unwrap();
            assert!(path("second").is_symlink() && path("link").is_symlink());
            assert_eq!(fs::read_to_string(path("there/file")).unwrap(), text);
            assert_eq!(names(&path("there")), ["file"]);
            fs::set_permissions(path("there/file"), fs::Permissions::from_mode(0o640)).unwrap();
        }
        let mode = fs::metadata(path("there/file")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o640);
        assert!(Output::open(&path("loop")).is_err());
        symlink("/dev/null", path("null")).unwrap();
        for null in [Path::new("/dev/null"), &path("null")] {
            write_whole(null, b"nothing").unwrap();
            assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
        }
        let both = [("--json", Some(Path::new("/dev/null"))), ("--pgn", Some(&path("null")))];
        check_distinct(&[], &both).unwrap();
        let error = format!("{:#}", write_whole(Path::new("/dev/full"), b"x").unwrap_err());
        assert!(error.starts_with("cannot write /dev/full"), "{error}");
    }
}
