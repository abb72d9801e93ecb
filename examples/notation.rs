//! Converting notation: `cargo run --example notation -- 炮二平五 H8+7 …` reads moves
//! in any style and prints each in all of them.

#![allow(clippy::print_stdout)]

use std::error::Error;

use chuhe::board::Board;
use chuhe::notation::{Style, read, write};

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    for texts in convert(&words)? {
        println!("{}", texts.join("  "));
    }
    Ok(())
}

/// Each move of a game from the start position in all styles.
fn convert(words: &[impl AsRef<str>]) -> Result<Vec<Vec<String>>, Box<dyn Error>> {
    let mut board = Board::start();
    let mut rows = Vec::new();
    for word in words {
        let mv = read(&board, word.as_ref())?;
        rows.push(Style::ALL.iter().map(|&style| write(&board, mv, style)).collect());
        board.play(mv)?;
    }
    Ok(rows)
}

#[test]
fn every_style_is_written() {
    let rows = convert(&["C2.5", "馬８進７"]).unwrap();
    let first = ["h2e2", "h3e3", "H2-E2", "C2.5", "炮二平五", "炮二平五", "Che2", "Che3", "P2-5"];
    assert_eq!(rows.first().unwrap(), &first);
    assert!(rows.last().unwrap().contains(&"h9g7".to_owned()));
    assert!(convert(&["炮二平二"]).is_err());
}
