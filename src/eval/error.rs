//! Errors of networks: what is wrong, and in which part.

use std::fmt;
use std::io;
use std::path::PathBuf;

/// An error of a network, with the file if it came from one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NetworkError {
    /// The file.
    pub path: Option<PathBuf>,
    /// What is wrong.
    pub fault: NetworkFault,
}

/// What is wrong with a network, and in which part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NetworkFault {
    /// The file cannot be read.
    Unreadable(io::ErrorKind),
    /// Not an ordinary file but a folder, a pipe or a device.
    NotAFile,
    /// The file has more bytes than any network: their number.
    TooLarge(u64),
    /// It does not begin with the magic bytes of a network file.
    Magic,
    /// It has a format version that is not known.
    Version(u16),
    /// It ends within this part.
    Truncated(NetworkPart),
    /// It goes on after its end, for this number of bytes.
    TrailingBytes(usize),
    /// Its checksum is wrong.
    Checksum,
    /// It has another shape than those that this version reads.
    Shape,
    /// Its units are not those that this version knows.
    Arithmetic,
    /// The scale is not above 0.
    Scale(i32),
    /// The description is not UTF-8 text.
    Description,
    /// A part has another number of weights than the shape wants.
    WeightCount(NetworkPart),
    /// The weights of this part are so large that a sum could overflow.
    WeightRange(NetworkPart),
}

/// A part of a network file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NetworkPart {
    /// Version, shape and scale.
    Header,
    /// The description: how the network was trained, as text.
    Description,
    /// All weights together.
    Weights,
    /// The weights of the inputs.
    Inputs,
    /// The biases of the first layer.
    Biases,
    /// The weights of the outputs.
    Outputs,
    /// The biases of the outputs.
    OutputBiases,
    /// The checksum at the end.
    Checksum,
}

impl NetworkFault {
    /// The fault as that of a file.
    pub(super) fn of(self, path: &std::path::Path) -> NetworkError {
        NetworkError { path: Some(path.to_path_buf()), fault: self }
    }
}

impl From<NetworkFault> for NetworkError {
    fn from(fault: NetworkFault) -> NetworkError {
        NetworkError { path: None, fault }
    }
}

/// `FILE: what is wrong`, in one line.
impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(path) = &self.path {
            write!(f, "{}: ", path.display())?;
        }
        self.fault.fmt(f)
    }
}

impl fmt::Display for NetworkFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use NetworkFault::*;
        match self {
            Unreadable(io::ErrorKind::NotFound) => f.write_str("there is no such file"),
            Unreadable(kind) => write!(f, "it cannot be read: {kind}"),
            NotAFile => f.write_str("not an ordinary file"),
            TooLarge(bytes) => write!(f, "{bytes} bytes are too many for a network"),
            Magic => f.write_str("not a network file"),
            Version(found) => {
                write!(f, "network format {found}; this version reads {}", super::file::VERSION)
            }
            Truncated(part) => write!(f, "the network file ends within its {part}"),
            TrailingBytes(count) => write!(f, "{count} bytes follow the end of the network"),
            Checksum => f.write_str("the network file is damaged: its checksum is wrong"),
            Shape => f.write_str(
                "a network of another shape; this version reads 689k1a1t7-Nx2-B, where N is a \
                 multiple of 32 up to 2048, and B is 1 to 16",
            ),
            Arithmetic => f.write_str("a network of an arithmetic that this version does not know"),
            Scale(scale) => write!(f, "a network with a scale of {scale}"),
            Description => f.write_str("the network's description is not UTF-8 text"),
            WeightCount(part) => {
                write!(f, "the network's {part} are more or fewer than its shape wants")
            }
            WeightRange(part) => {
                write!(f, "the network's {part} are too large: a sum could overflow")
            }
        }
    }
}

impl fmt::Display for NetworkPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NetworkPart::Header => "header",
            NetworkPart::Description => "description",
            NetworkPart::Weights => "weights",
            NetworkPart::Inputs => "input weights",
            NetworkPart::Biases => "hidden biases",
            NetworkPart::Outputs => "output weights",
            NetworkPart::OutputBiases => "output biases",
            NetworkPart::Checksum => "checksum",
        })
    }
}

impl std::error::Error for NetworkError {}

impl std::error::Error for NetworkFault {}
