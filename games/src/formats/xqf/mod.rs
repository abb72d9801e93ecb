//! XQF, the files of XQStudio (象棋演播室): one game each, since version 1.1 encrypted.
//! Read as far as the public descriptions of the format go: tags, position, moves with
//! variations and comments, and the result.

mod keys;
mod layout;
mod read;
mod write;

pub use layout::{fits, is_xqf};
pub use read::read;
pub use write::write;

#[cfg(test)]
mod tests;
