//! PGN with the tags of Chinese programs and of chess tools.

mod begins;
mod cursor;
mod glued;
mod read;
mod tag;
mod words;
mod write;

pub use begins::begins;
pub use cursor::begins_tag;
pub use glued::{digit, is_bare_move, is_chinese_move};
pub use read::read;
pub use words::{MARKS, move_words, nag_of, numbers_of};
pub use write::is_own_tag;
