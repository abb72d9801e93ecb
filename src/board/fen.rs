//! FEN as text: reading and writing a [`Setup`]. Every form that xiangqi programs
//! send is read: `N`/`H`, `B`/`E`, side `w`, `r` or `b`, two to six fields.

use std::fmt;
use std::str::FromStr;

use crate::board::Setup;
use crate::types::{Color, Piece, Square};

/// Why a text is no FEN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FenError {
    /// The board does not have ten ranks.
    Ranks {
        /// How many there are; 0 when there is no text at all.
        found: usize,
    },
    /// A rank does not have nine files.
    Files {
        /// The rank, 0 for Red's back rank.
        rank: usize,
        /// How many there are.
        found: usize,
    },
    /// A character of the board is neither a piece nor a number of empty points.
    Letter {
        /// The rank that it stands in.
        rank: usize,
        /// The character.
        found: char,
    },
    /// The side to move is missing, or none of `w`, `r` and `b`.
    Side {
        /// What stands there instead.
        found: Option<String>,
    },
    /// The number of plies since the last capture is negative.
    QuietPlies {
        /// The number.
        found: i64,
    },
    /// The text goes on behind the FEN.
    Rest {
        /// The first word that does not belong to it.
        found: String,
    },
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FenError::Ranks { .. } | FenError::Files { .. } | FenError::Letter { .. } => {
                f.write_str("bad FEN, board: ")?;
            }
            FenError::Side { .. } => f.write_str("bad FEN, side to move: ")?,
            FenError::QuietPlies { .. } => f.write_str("bad FEN, quiet-ply counter: ")?,
            FenError::Rest { .. } => f.write_str("bad FEN, end: ")?,
        }
        match self {
            FenError::Ranks { found: 0 } => {
                f.write_str("expected ten ranks separated by '/', found nothing")
            }
            FenError::Ranks { found } => {
                write!(f, "expected {} ranks separated by '/', found {found}", Square::RANKS)
            }
            FenError::Files { rank, found } => {
                write!(f, "expected {} files in rank {rank}, found {found}", Square::FILES)
            }
            FenError::Letter { rank, found } => write!(
                f,
                "expected a digit 1-9 or one of kabenhrcp, found '{found}' in rank {rank}"
            ),
            FenError::Side { found: None } => f.write_str("expected w, r or b, found nothing"),
            FenError::Side { found: Some(word) } => {
                write!(f, "expected w, r or b, found '{word}'")
            }
            FenError::QuietPlies { found } => write!(f, "expected 0 or more, found {found}"),
            FenError::Rest { found } => write!(f, "expected nothing more, found '{found}'"),
        }
    }
}

impl std::error::Error for FenError {}

impl Setup {
    /// Reads a FEN from the front of a list of words and says how many of them
    /// belong to it. After the side at most two `-` are skipped and at most two
    /// numbers read; any other word ends the FEN.
    ///
    /// # Errors
    /// When the board or the side is malformed, or a counter is out of range.
    pub fn from_words<'a>(
        words: impl IntoIterator<Item = &'a str>,
    ) -> Result<(Setup, usize), FenError> {
        let mut words = words.into_iter().peekable();
        let board = words.next().ok_or(FenError::Ranks { found: 0 })?;
        let pieces = parse_board(board)?;
        let side = match words.next() {
            Some("w" | "W" | "r" | "R") => Color::Red,
            Some("b" | "B") => Color::Black,
            other => return Err(FenError::Side { found: other.map(str::to_owned) }),
        };
        let mut used = 2;
        for _ in 0..2 {
            used += usize::from(words.next_if_eq(&"-").is_some());
        }
        let mut number = || {
            let value = number(words.peek()?)?;
            words.next();
            used += 1;
            Some(value)
        };
        let (quiet, full) = (number(), number());
        let quiet_plies = match quiet.unwrap_or(0) {
            found @ ..0 => return Err(FenError::QuietPlies { found }),
            n => u32::try_from(n).unwrap_or(u32::MAX),
        };
        // Programs disagree about the move number; no game depends on it.
        let move_number = full.unwrap_or(1).clamp(1, 99_999) as u32;
        Ok((Setup { pieces, side, quiet_plies, move_number }, used))
    }
}

/// A whole number; one that is too large counts as the largest.
fn number(word: &str) -> Option<i64> {
    let digits = word.strip_prefix('-').unwrap_or(word);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let largest = if digits.len() < word.len() { i64::MIN } else { i64::MAX };
    is_number.then(|| word.parse().unwrap_or(largest))
}

fn parse_board(text: &str) -> Result<[Option<Piece>; Square::COUNT], FenError> {
    // Programs for many variants write that no pieces are in hand.
    let text = text.strip_suffix("[]").unwrap_or(text);
    let found = text.split('/').count();
    if found != Square::RANKS {
        return Err(FenError::Ranks { found });
    }
    let mut pieces = [None; Square::COUNT];
    for (rank, row) in (0..Square::RANKS).rev().zip(text.split('/')) {
        let mut file = 0;
        for c in row.chars() {
            if let Some(gap @ 1..=9) = c.to_digit(10) {
                file += gap as usize;
            } else if let Some(piece) = Piece::from_fen_char(c) {
                if file < Square::FILES {
                    pieces[Square::new(file, rank).index()] = Some(piece);
                }
                file += 1;
            } else {
                return Err(FenError::Letter { rank, found: c });
            }
        }
        if file != Square::FILES {
            return Err(FenError::Files { rank, found: file });
        }
    }
    Ok(pieces)
}

/// Reads a FEN of two to six fields and nothing else: what follows would be lost.
impl FromStr for Setup {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Setup, FenError> {
        let (setup, used) = Setup::from_words(text.split_whitespace())?;
        match text.split_whitespace().nth(used) {
            None => Ok(setup),
            Some(word) => Err(FenError::Rest { found: word.to_owned() }),
        }
    }
}

/// All six fields, with `N`, `B` and `w`.
impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..Square::RANKS).rev() {
            let mut gap = 0;
            for file in 0..Square::FILES {
                match self.pieces[Square::new(file, rank).index()] {
                    None => gap += 1,
                    Some(piece) => {
                        if gap > 0 {
                            write!(f, "{gap}")?;
                        }
                        gap = 0;
                        write!(f, "{}", piece.fen_char())?;
                    }
                }
            }
            if gap > 0 {
                write!(f, "{gap}")?;
            }
            f.write_str(if rank > 0 { "/" } else { "" })?;
        }
        write!(f, " {} - - {} {}", self.side.fen_char(), self.quiet_plies, self.move_number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::START_FEN;

    #[test]
    fn all_forms_give_the_same_position() {
        let full: Setup = START_FEN.parse().unwrap();
        assert_eq!(full.to_string(), START_FEN);
        let board = START_FEN.split(' ').next().unwrap();
        let foreign = board.replace('n', "h").replace('N', "H").replace('b', "e").replace('B', "E");
        for text in [
            format!("{board} w"),
            format!("{board} r"),
            format!("{foreign} w - - 0 1"),
            format!("{board}[] w - - 0 1"),
            format!("{board} w 0 1"),
            format!("{board} w - 0 1"),
            format!("{board} w - -"),
        ] {
            assert_eq!(text.parse::<Setup>().as_ref(), Ok(&full), "{text}");
        }
        for (end, used) in [("w - - 0 1 moves h2e2", 6), ("w moves h2e2", 2), ("w - - x y", 4)] {
            let text = format!("{board} {end}");
            let read = Setup::from_words(text.split(' '));
            assert_eq!(read, Ok((full.clone(), used)), "{text}");
        }
        let black: Setup = format!("{board} b 17 9").parse().unwrap();
        assert_eq!((black.side, black.quiet_plies, black.move_number), (Color::Black, 17, 9));
        for (text, read) in [("120", 120), ("300", 300), ("9999999999999999999999", u32::MAX)] {
            let setup: Setup = format!("{board} b - - {text} 66").parse().unwrap();
            assert_eq!((setup.quiet_plies, setup.move_number), (read, 66));
        }
    }

    #[test]
    fn faults_are_named() {
        let board = START_FEN.split(' ').next().unwrap();
        for (text, fault, words) in [
            ("", FenError::Ranks { found: 0 }, "board: expected ten ranks"),
            (board, FenError::Side { found: None }, "side to move: expected w, r or b"),
            (&format!("{board} x"), FenError::Side { found: Some("x".into()) }, "'x'"),
            (&format!("{board} w - - -1 1"), FenError::QuietPlies { found: -1 }, "found -1"),
            (&format!("{board} w moves a0a1"), FenError::Rest { found: "moves".into() }, "'moves'"),
            (&format!("{board} w - - 0 1 2"), FenError::Rest { found: "2".into() }, "'2'"),
            ("9/9/9 w", FenError::Ranks { found: 3 }, "found 3"),
            (&format!("{board}/9 w"), FenError::Ranks { found: 11 }, "found 11"),
            (&board.replacen('9', "91", 1), FenError::Files { rank: 8, found: 10 }, "found 10"),
            (&board.replacen('9', "8", 1), FenError::Files { rank: 8, found: 8 }, "in rank 8"),
            (&board.replacen('9', "7q1", 1), FenError::Letter { rank: 8, found: 'q' }, "'q'"),
        ] {
            let error = text.parse::<Setup>().unwrap_err();
            assert!(error.to_string().contains(words), "{error}");
            assert_eq!(error, fault, "{text}");
        }
    }
}
