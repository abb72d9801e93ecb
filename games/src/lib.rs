//! Games as files hold them: PGN of every habit, DhtmlXQ, XQF, lists of openings, EPD, in the
//! encodings that xiangqi files have. What all tools read games with.
//!
//! Reading takes two steps. A [`GameText`] is what the file says: tags, a start,
//! and the words of the moves with their places. [`GameText::replay`] makes moves
//! of the words. So a fault in one game, or behind the plies that somebody wants,
//! does no harm to the rest.
//!
//! ```
//! let pgn = "[Game \"Chinese Chess\"]\n\n1. 炮二平五 马8进7 2. h0g2 R9.8 *";
//! let games = chuhe_games::read(pgn);
//! let game = games[0].as_ref().map_err(|fault| fault.to_string())?;
//! let game = game.replay(usize::MAX, None).map_err(|fault| fault.to_string())?;
//! assert_eq!(game.moves().last().map(|mv| mv.to_string()), Some("i9h9".to_owned()));
//! # Ok::<(), String>(())
//! ```

mod detect;
pub mod diagram;
mod document;
mod encoding;
pub mod epd;
mod fault;
mod file;
mod formats;
pub mod names;
mod parts;
mod place;
mod replay;
pub mod review;
mod source;
mod style;
mod text;
pub mod tree;
pub mod words;
mod written;

pub use detect::{Format, detect_binary, detect_text};
pub use document::{Annotated, Document};
pub use encoding::{decode, encoding_of};
pub use encoding_rs::Encoding;
pub use fault::{Fault, FaultKind};
pub use file::{Games, ReadOptions};
pub use formats::lines::read_line;
pub use formats::{ccbridge, ccm, che, dhtmlxq, lines, mxq, pfc, pgn, sheet, wxf, xqf};
pub use place::Place;
pub use replay::{Checked, written_moves};
pub use source::unpacked;
pub use text::{
    GameText, Word, numbered_lines, outcome_of, result_number, result_of, result_word, visible,
};
pub use tree::Tree;
pub use written::{Written, WrittenError};

/// Reads the games of a text in whatever format.
pub fn read(text: &str) -> Vec<Result<GameText, Fault>> {
    file::read_text(text, detect_text(text))
}
