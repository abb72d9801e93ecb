//! PGN with the tags of Chinese programs and of chess tools.

mod cursor;
mod read;
mod words;
mod write;

pub use read::read;
pub use words::move_words;
