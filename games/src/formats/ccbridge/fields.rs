//! The texts in the header of a record: UTF-16 in fields of fixed size. What stands behind a
//! text in its field, and between the fields, is whatever was in memory.

use encoding_rs::UTF_16LE;

use crate::text::visible;

/// A text: its tag, and its place in version 2.
pub struct Field {
    pub tag: &'static str,
    pub at: usize,
    pub bytes: usize,
}

const fn field(tag: &'static str, at: usize, bytes: usize) -> Field {
    Field { tag, at, bytes }
}

/// The texts of a record.
pub const FIELDS: [Field; 29] = [
    field("Event", 692, 64),
    field("Site", 948, 64),
    field("Date", 884, 64),
    field("Round", 756, 64),
    field("Red", 1076, 64),
    field("Black", 1300, 64),
    field("Title", 180, 128),
    field("Category", 308, 256),
    field("Source", 564, 64),
    field("EventType", 628, 64),
    field("Group", 820, 32),
    field("Board", 852, 32),
    field("TimeRule", 1012, 64),
    field("RedTeam", 1140, 64),
    field("RedTime", 1204, 64),
    field("RedElo", 1268, 32),
    field("BlackTeam", 1364, 64),
    field("BlackTime", 1428, 64),
    field("BlackElo", 1492, 32),
    field("Referee", 1524, 64),
    field("Recorder", 1588, 64),
    field("Annotator", 1652, 64),
    field("AnnotatorEmail", 1716, 64),
    field("Author", 1780, 64),
    field("AuthorEmail", 1844, 64),
    field("Created", 1908, 40),
    field("Modified", 1972, 40),
    field("RecordType", 2044, 32),
    field("Termination", 2080, 32),
];

/// Where a byte of version 2 stands in another version; `None` when that has no such field.
pub const fn place(at: usize, version: u8) -> Option<usize> {
    match (version, at) {
        (2, _) => Some(at),
        // Version 1 has no script file, no referee and no recorder.
        (_, 180..1524) => Some(at - 128),
        (_, 1652..) => Some(at - 256),
        _ => None,
    }
}

impl Field {
    /// The text in a header; empty for none.
    pub fn read(&self, header: &[u8], version: u8) -> String {
        let bytes = place(self.at, version).and_then(|at| header.get(at..at + self.bytes));
        let text = utf16(bytes.unwrap_or_default());
        visible(text.trim()).into_owned()
    }

    /// Writes a text into the header of a record of version 2, as much of it as fits.
    pub fn write(&self, header: &mut [u8], text: &str) {
        let place = &mut header[self.at..self.at + self.bytes - 2];
        let mut used = 0;
        for c in text.chars() {
            let mut units = [0; 2];
            let units = c.encode_utf16(&mut units);
            // No character is cut in two.
            let Some(bytes) = place.get_mut(used..used + 2 * units.len()) else { return };
            bytes.chunks_exact_mut(2).zip(units).for_each(|(two, unit)| {
                two.copy_from_slice(&unit.to_le_bytes());
            });
            used += bytes.len();
        }
    }
}

/// A text of UTF-16 up to its first zero.
pub fn utf16(bytes: &[u8]) -> String {
    let end = bytes.chunks_exact(2).position(|unit| unit == [0, 0]);
    let bytes = &bytes[..end.map_or(bytes.len() & !1, |units| 2 * units)];
    UTF_16LE.decode_without_bom_handling(bytes).0.into_owned()
}

/// Whether the value of a tag of PGN fits into its place in the header; `None` when the tag
/// has no place.
pub fn fits(tag: &str, value: &str) -> Option<bool> {
    let field = FIELDS.iter().find(|field| field.tag.eq_ignore_ascii_case(tag))?;
    Some(2 * value.encode_utf16().count() <= field.bytes - 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Places of both versions as they were seen in files.
    #[test]
    fn places_of_version_1() {
        for (at, earlier) in [
            (180, Some(52)),
            (564, Some(436)),
            (1076, Some(948)),
            (1492, Some(1364)),
            (1524, None),
            (1588, None),
            (1652, Some(1396)),
            (1908, Some(1652)),
            (2076, Some(1820)),
            (2112, Some(1856)),
            (2120, Some(1864)),
            (2214, Some(1958)),
        ] {
            assert_eq!((place(at, 1), place(at, 2)), (earlier, Some(at)), "{at}");
        }
    }
}
