//! EPD: a position and operations, one a line. There is no standard of it for
//! xiangqi; this reads what is found, and writes a FEN of four fields and moves as
//! coordinates.

use std::fmt;

use crate::fault::{Fault, FaultKind};
use crate::text::Place;
use chuhe::board::{Board, Setup};
use chuhe::notation::read as read_move;
use chuhe::types::Move;

/// A position and what is said of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Epd {
    /// The position, with the counters of `hmvc` and `fmvn` if they are given.
    pub start: Setup,
    /// Operations with their operands, `hmvc` and `fmvn` left out.
    pub operations: Vec<(String, Vec<String>)>,
}

impl Epd {
    /// Reads a line such as `FEN bm h2e2 C8.5; id "name";`.
    ///
    /// # Errors
    /// When the position is malformed, or an operation is.
    pub fn read(line: &str, number: usize) -> Result<Epd, Fault> {
        let place = Place { line: number, column: 1 };
        let words: Vec<&str> = line.split_whitespace().collect();
        let (mut start, used) =
            Setup::from_words(words.iter().copied()).map_err(|error| Fault::new(place, error))?;
        let rest = words
            .get(used)
            .map_or("", |&word| &line[word.as_ptr() as usize - line.as_ptr() as usize..]);
        let mut operations = Vec::new();
        for tokens in split_operations(rest).map_err(|kind| Fault::new(place, kind))? {
            let Some((code, operands)) = tokens.split_first() else { continue };
            let count = || operands.first().and_then(|word| word.parse().ok());
            match (code.as_str(), count()) {
                ("hmvc", Some(n)) => start.quiet_plies = n,
                ("fmvn", Some(n)) if n > 0 => start.move_number = n,
                _ => operations.push((code.clone(), operands.to_vec())),
            }
        }
        Ok(Epd { start, operations })
    }

    /// The operands of an operation.
    pub fn operands(&self, code: &str) -> Option<&[String]> {
        let mut operations = self.operations.iter();
        operations.find(|(found, _)| found == code).map(|(_, operands)| operands.as_slice())
    }

    /// The name: `id`.
    pub fn id(&self) -> Option<&str> {
        self.operands("id")?.first().map(String::as_str)
    }

    /// The moves of an operation such as `bm`, in any notation; empty when it is
    /// not there.
    ///
    /// # Errors
    /// When one of them is no legal move: which and why.
    pub fn moves(&self, code: &str, board: &Board) -> Result<Vec<Move>, FaultKind> {
        let words = self.operands(code).unwrap_or_default();
        let read = |word: &String| {
            let fault = |error| FaultKind::Operand { code: code.into(), word: word.clone(), error };
            read_move(board, word).map_err(fault)
        };
        words.iter().map(read).collect()
    }

    /// Moves to mate: `dm`.
    ///
    /// # Errors
    /// When it is no number.
    pub fn mate(&self) -> Result<Option<u32>, FaultKind> {
        let Some(words) = self.operands("dm") else { return Ok(None) };
        let number = words.first().and_then(|word| word.parse().ok()).filter(|&n| n > 0);
        number.map(Some).ok_or(FaultKind::MateLength)
    }
}

/// The operations of a line, each as its words; quotation marks hold words
/// together.
fn split_operations(text: &str) -> Result<Vec<Vec<String>>, FaultKind> {
    if !text.matches('"').count().is_multiple_of(2) {
        return Err(FaultKind::Quotation);
    }
    let mut operations = Vec::new();
    let mut words = Vec::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            ';' => operations.push(std::mem::take(&mut words)),
            '"' => {
                let word: String = chars.by_ref().take_while(|&c| c != '"').collect();
                words.push(word);
            }
            c if c.is_whitespace() => {}
            c => {
                let mut word = String::from(c);
                while let Some(c) = chars.next_if(|c| !c.is_whitespace() && *c != ';') {
                    word.push(c);
                }
                words.push(word);
            }
        }
    }
    operations.push(words);
    Ok(operations)
}

/// `FEN bm h2e2; id "name";`.
impl fmt::Display for Epd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fen = self.start.to_string();
        let fields: Vec<&str> = fen.split(' ').take(4).collect();
        f.write_str(&fields.join(" "))?;
        let Setup { quiet_plies, move_number, .. } = self.start;
        if quiet_plies > 0 {
            write!(f, " hmvc {quiet_plies};")?;
        }
        if move_number > 1 {
            write!(f, " fmvn {move_number};")?;
        }
        for (code, operands) in &self.operations {
            write!(f, " {code}")?;
            for operand in operands {
                match code.as_str() {
                    "id" => write!(f, " \"{operand}\"")?,
                    _ if operand.contains([' ', ';']) => write!(f, " \"{operand}\"")?,
                    _ => write!(f, " {operand}")?,
                }
            }
            f.write_str(";")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe::board::START_FEN;

    #[test]
    fn positions_with_operations() {
        let board = &START_FEN[..START_FEN.len() - 4];
        let line = format!(
            "{board} bm C2.5 炮八平五; am a0a1; dm 3; hmvc 7; fmvn 5; id \"a; b\"; c0 \"x\""
        );
        let epd = Epd::read(&line, 1).unwrap();
        let start = epd.start.to_board().unwrap();
        let moves: Vec<String> =
            epd.moves("bm", &start).unwrap().iter().map(Move::to_string).collect();
        assert_eq!(moves, ["h2e2", "b2e2"]);
        assert_eq!((epd.id(), epd.mate()), (Some("a; b"), Ok(Some(3))));
        assert_eq!((epd.start.quiet_plies, epd.start.move_number), (7, 5));
        assert_eq!(epd.moves("pv", &start), Ok(vec![]));
        let again = Epd::read(&epd.to_string(), 1).unwrap();
        assert_eq!(again, epd, "{epd}");
        let six = Epd::read(&format!("{START_FEN} bm h2e2"), 1).unwrap();
        assert_eq!(six.operands("bm"), Some(&["h2e2".to_owned()][..]));
        assert_eq!(Epd::read(START_FEN, 1).unwrap().operations, []);
    }

    #[test]
    fn faults() {
        let of = |line: &str| Epd::read(line, 4).unwrap_err().to_string();
        assert!(of("x/y w bm h2e2").starts_with("4:1: bad FEN, board"));
        assert_eq!(
            of(&format!("{START_FEN} id \"a")),
            "4:1: a quotation mark without a second one"
        );
        let epd = Epd::read(&format!("{START_FEN} bm a0b5; dm x"), 1).unwrap();
        let board = epd.start.to_board().unwrap();
        assert_eq!(
            epd.moves("bm", &board).unwrap_err().to_string(),
            "bm 'a0b5', no legal move of this position"
        );
        assert_eq!(epd.mate().unwrap_err().to_string(), "dm: expected a number of moves");
    }
}
