//! WXF files, as PlayOK, XieXie and clubs have them: headings in capitals, `START{`, moves,
//! `}END`. They follow a draft of the World Xiangqi Federation.

mod read;
mod setup;
mod write;

pub use read::{begins, is_wxf, read};
pub use write::write;

/// Headings that are tags in PGN, in the order in which they are written.
const TAGS: [(&str, &str); 10] = [
    ("GAME", "Title"),
    ("EVENT", "Event"),
    ("SITE", "Site"),
    ("DATE", "Date"),
    ("ROUND", "Round"),
    ("OPENING", "Opening"),
    ("AUTHOR", "Author"),
    ("TIME", "TimeRule"),
    ("RED", "Red"),
    ("BLACK", "Black"),
];

/// Whether a heading has a place for a tag of PGN.
pub fn has_place_for(tag: &str) -> bool {
    let has_heading = TAGS.iter().any(|(_, known)| known.eq_ignore_ascii_case(tag));
    has_heading || ["RedElo", "BlackElo"].iter().any(|known| known.eq_ignore_ascii_case(tag))
}

#[cfg(test)]
mod tests;
