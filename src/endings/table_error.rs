//! Why a table cannot be used.

use std::fmt;
use std::io;

use crate::endings::class::Class;

/// The versions of the format: of classes in which one side attacks and cannot lose, of those in
/// which both attack, and of those in which one attacks and may lose for want of a move.
pub(super) const VERSIONS: [u16; 3] = [1, 2, 3];

/// The version of the format that tables of a class have.
pub fn version_of(class: &Class) -> u16 {
    VERSIONS[if class.is_mutual() { 1 } else { 2 * usize::from(class.may_stall()) }]
}

/// No directory is longer.
pub(super) const MAX_BLOCKS: usize = 1 << 20;

/// Why a table cannot be used.
#[derive(Debug)]
pub enum TableError {
    /// The file cannot be read.
    Read(io::Error),
    /// It is a folder, a device or a pipe.
    NotAFile,
    /// It does not begin like a table.
    NotATable,
    /// It is a table of another version of the format.
    Version(u16),
    /// Its class has tables of another version.
    ClassVersion {
        /// The class that it names.
        class: Class,
        /// The version that it has.
        version: u16,
    },
    /// It ends before its blocks begin.
    CutOff,
    /// It names no class of endings.
    Class,
    /// Its directory has more blocks than any table.
    DirectoryTooLong {
        /// How many.
        blocks: usize,
    },
    /// The numbers of its directory contradict each other.
    Directory,
    /// Its blocks are larger than those of any table.
    BlocksTooLarge,
    /// It does not have the length that its directory says.
    Length {
        /// Bytes by the directory.
        expected: u64,
        /// Bytes of the file.
        found: u64,
    },
    /// The hash of what stands before the blocks is wrong.
    Checksum,
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TableError::Read(error) => return write!(f, "{error}"),
            TableError::NotAFile => "it is not an ordinary file",
            TableError::NotATable => "it is no table of endings",
            TableError::Version(found) => {
                let [first, .., last] = VERSIONS;
                return write!(
                    f,
                    "expected version {first} to {last} of the format, found {found}"
                );
            }
            TableError::ClassVersion { class, version } => {
                let expected = version_of(class);
                return write!(f, "expected version {expected} for {class}, found {version}");
            }
            TableError::CutOff => "it is cut off",
            TableError::Class => "it names no class of endings",
            TableError::DirectoryTooLong { blocks } => {
                return write!(f, "expected at most {MAX_BLOCKS} blocks, found {blocks}");
            }
            TableError::Directory => "its directory contradicts itself",
            TableError::BlocksTooLarge => "its blocks are too large",
            TableError::Length { expected, found } => {
                return write!(f, "expected {expected} bytes, found {found}");
            }
            TableError::Checksum => "its checksum is wrong",
        })
    }
}

impl std::error::Error for TableError {}

impl From<io::Error> for TableError {
    fn from(error: io::Error) -> TableError {
        TableError::Read(error)
    }
}
