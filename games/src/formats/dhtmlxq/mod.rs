//! DhtmlXQ, the text in which xiangqi sites put games on their pages: fields such as
//! `[DhtmlXQ_movelist]7747...[/DhtmlXQ_movelist]`. A point is two digits, the file from
//! Red's left and the rank from Black's side. `move_P_N_L` is line L, which leaves line P at
//! ply N; the main line is line 0.

mod fields;
mod read;
mod write;

pub use fields::{begins_game, first_field, unescaped_address};
pub use read::{read, read_digits};
pub use write::write;

/// Fields that are tags in PGN.
const TAGS: [(&str, &str); 31] = [
    ("title", "Title"),
    ("event", "Event"),
    ("place", "Site"),
    ("date", "Date"),
    ("round", "Round"),
    ("red", "Red"),
    ("black", "Black"),
    ("open", "Opening"),
    ("class", "Category"),
    ("group", "Group"),
    ("table", "Board"),
    ("gametype", "EventType"),
    ("type", "RecordType"),
    ("timerule", "TimeRule"),
    ("endtype", "Termination"),
    ("remark", "Annotator"),
    ("author", "Author"),
    ("owner", "Owner"),
    ("refer", "Source"),
    ("adddate", "Created"),
    ("editdate", "Modified"),
    ("redteam", "RedTeam"),
    ("redname", "RedName"),
    ("redlevel", "RedLevel"),
    ("redrating", "RedElo"),
    ("redtime", "RedTime"),
    ("blackteam", "BlackTeam"),
    ("blackname", "BlackName"),
    ("blacklevel", "BlackLevel"),
    ("blackrating", "BlackElo"),
    ("blacktime", "BlackTime"),
];

/// Whether the fields have a place for a tag of PGN.
pub fn has_place_for(tag: &str) -> bool {
    TAGS.iter().any(|(_, known)| known.eq_ignore_ascii_case(tag))
}

#[cfg(test)]
mod tests;
