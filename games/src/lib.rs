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

pub mod dhtmlxq;
pub mod epd;
mod fault;
mod file;
mod lines;
pub mod pgn;
mod replay;
pub mod review;
mod slots;
mod text;
pub mod xqf;

pub use fault::{Fault, FaultKind};
pub use file::{GameFile, decode, read_bytes, read_file};
pub use lines::read_line;
pub use replay::written_moves;
pub use text::{GameText, Place, Word, numbered_lines, result_of, result_word};

/// Reads games: DhtmlXQ or PGN when the text looks like it, otherwise one game a line.
pub fn read(text: &str) -> Vec<Result<GameText, Fault>> {
    if dhtmlxq::is_dhtmlxq(text) {
        return dhtmlxq::read(text);
    }
    if is_pgn(text) {
        return pgn::read(text);
    }
    text::numbered_lines(text).filter_map(|(number, line)| read_line(line, number)).collect()
}

/// Whether a text begins as PGN does: with a tag or a comment.
pub fn is_pgn(text: &str) -> bool {
    text.trim_start().starts_with(['[', '{', ';', '%'])
}
