//! Places in files.

use std::fmt;

/// Where something stands in a text; both counted from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The character in it.
    pub column: usize,
}

impl Place {
    /// Where a text begins.
    pub const START: Place = Place { line: 1, column: 1 };

    /// Whether it stands further on than another.
    pub fn is_behind(self, other: Place) -> bool {
        (self.line, self.column) > (other.line, other.column)
    }
}

/// `12:5`.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}
