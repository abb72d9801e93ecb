//! Outlines of the characters on pieces, in the river and beside the board, from the font
//! LXGW WenKai Bold (SIL Open Font License, see `OFL.txt` beside this file). An em is
//! 400 units; the origin is the centre of the character, y points down.

use std::collections::HashMap;
use std::sync::LazyLock;

/// A character, a tab, and its outline a line.
const TABLE: &str = include_str!("glyphs.txt");

/// The outline of a character as the data of an SVG path; empty for one that is
/// not in the table.
pub fn outline(c: char) -> &'static str {
    static OUTLINES: LazyLock<HashMap<char, &str>> = LazyLock::new(|| {
        let entry = |line: &'static str| {
            let (name, outline) = line.split_once('\t')?;
            Some((name.chars().next()?, outline))
        };
        TABLE.lines().filter_map(entry).collect()
    });
    OUTLINES.get(&c).copied().unwrap_or_default()
}
