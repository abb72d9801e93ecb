//! CBF, a game as XML: a head of texts, then a list of moves. They have the same signs for
//! variations as those of a CBR.

use crate::fault::{Fault, FaultKind};
use crate::formats::MOST_MOVES;
use crate::formats::ccbridge::{square, word};
use crate::formats::start::{first_square, side_to_move};
use crate::formats::xml::{Part, Xml, attribute, first_element};
use crate::place::Place;
use crate::text::{GameText, Word, comment_text, outcome_of, visible};
use crate::tree::Preorder;

/// The element that holds all.
const ROOT: &str = "ChineseChessRecord";

/// What faults call the format.
const CBF: &str = "CBF";

/// Elements of the head that are tags.
const TAGS: [(&str, &str); 26] = [
    ("Name", "Title"),
    ("URL", "URL"),
    ("From", "Source"),
    ("ContestType", "EventType"),
    ("Contest", "Event"),
    ("Round", "Round"),
    ("Group", "Group"),
    ("Table", "Board"),
    ("Date", "Date"),
    ("Site", "Site"),
    ("TimeRule", "TimeRule"),
    ("Red", "Red"),
    ("RedTeam", "RedTeam"),
    ("RedTime", "RedTime"),
    ("RedRating", "RedElo"),
    ("Black", "Black"),
    ("BlackTeam", "BlackTeam"),
    ("BlackTime", "BlackTime"),
    ("BlackRating", "BlackElo"),
    ("Referee", "Referee"),
    ("Recorder", "Recorder"),
    ("Commentator", "Annotator"),
    ("Creator", "Author"),
    ("ECCO", "ECCO"),
    ("RecordKind", "RecordType"),
    ("ResultType", "Termination"),
];

/// Whether a text is such a file.
pub fn is_cbf(text: &str) -> bool {
    first_element(text).is_some_and(|(name, _)| name == ROOT)
}

/// Reads a game. The column of a fault is the number of a ply.
///
/// # Errors
/// When its FEN is none.
pub fn read(text: &str) -> Result<GameText, Fault> {
    let mut game = GameText::new(Place::START);
    let mut moves = Moves { builder: Preorder::default(), open: None, count: 0, is_done: false };
    let (mut field, mut value) = ("", String::new());
    let mut is_whole = false;
    for part in Xml::new(text) {
        match part {
            Part::Open { name: "Move", attributes, line } => moves.open(attributes, line),
            Part::Close("Move") => moves.close(&mut game),
            Part::Open { name, .. } => {
                field = name;
                value.clear();
            }
            Part::Text(text) => match &mut moves.open {
                Some(open) => open.comment.push_str(&text),
                None if !field.is_empty() => value.push_str(&text),
                None => {}
            },
            Part::Close(name) => {
                if name == field {
                    set(&mut game, field, value.trim())?;
                }
                is_whole |= name == ROOT;
                field = "";
            }
        }
        if moves.is_done || game.fault.is_some() {
            break;
        }
    }
    if !is_whole && !moves.is_done {
        let line = text.lines().count();
        let place = Place { line, column: moves.builder.ply() };
        game.fault = game.fault.or(Some(Fault::new(place, FaultKind::CutOff(CBF))));
    }
    game.start.side = side_to_move(&game.start, first_square(&game), game.start.side);
    Ok(game)
}

/// Takes over an element of the head.
fn set(game: &mut GameText, field: &str, value: &str) -> Result<(), Fault> {
    match field {
        _ if value.is_empty() => {}
        "FEN" => game.start = value.parse().map_err(|error| Fault::new(game.place, error))?,
        "RecordResult" => game.outcome = outcome_of(value.parse().unwrap_or(0)),
        _ => {
            if let Some((_, tag)) = TAGS.iter().find(|(name, _)| *name == field) {
                game.tags.push(((*tag).into(), visible(value).into_owned()));
            }
        }
    }
    Ok(())
}

/// The list of moves.
struct Moves {
    builder: Preorder,
    /// The element that has begun.
    open: Option<Element>,
    count: usize,
    /// Whether the last move has been read.
    is_done: bool,
}

/// A move as it stands there.
struct Element {
    line: usize,
    /// Two points, each a file and a row of one digit.
    points: Option<[u8; 2]>,
    branches: bool,
    ends: bool,
    comment: String,
}

impl Moves {
    fn open(&mut self, attributes: &str, line: usize) {
        let value = attribute(attributes, "value").unwrap_or_default();
        let points = value.split_once('-').and_then(|(from, to)| {
            let point = |text: &str| if text.len() == 2 { text.parse().ok() } else { None };
            Some([point(from)?, point(to)?])
        });
        let is_set = |name| attribute(attributes, name).is_some_and(|value| value == "1");
        let (branches, ends) = (is_set("branch"), is_set("end"));
        self.open = Some(Element { line, points, branches, ends, comment: String::new() });
    }

    fn close(&mut self, game: &mut GameText) {
        let Some(element) = self.open.take() else { return };
        let comment = comment_text(&element.comment);
        self.count += 1;
        if self.count == 1 {
            // The first one is the start.
            game.comment = comment;
            self.is_done = element.ends;
            return;
        }
        let place = Place { line: element.line, column: self.builder.ply() };
        let point = |number: u8| square(number / 10, number % 10);
        let found = element.points.and_then(|[from, to]| word(from, to, point, place));
        match found.filter(|_| self.count <= MOST_MOVES + 1) {
            Some(word) => {
                let word = Word { comment, ..word };
                let (branches, ends) = (element.branches, element.ends);
                self.is_done = !self.builder.add(&mut game.moves, word, branches, ends);
            }
            None => game.fault = Some(Fault::new(place, FaultKind::Damaged(CBF))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe::board::Setup;
    use chuhe::rules::Outcome;
    use chuhe::types::Color;

    fn file(fen: &str, moves: &str) -> String {
        format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\r\n<ChineseChessRecord Version=\"1.0\">\r\n\
             <Head>\r\n<Name>题 &lt;1&gt;</Name>\r\n<URL />\r\n<Red>甲</Red><Black></Black>\r\n\
             <RecordResult>3</RecordResult>\r\n<FEN>{fen}</FEN>\r\n</Head>\r\n<MoveList>\r\n\
             {moves}</MoveList>\r\n</ChineseChessRecord>\r\n"
        )
    }

    const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    const STUDY: &str = "<Move value=\"00-00\"><![CDATA[a\r\n<study>]]></Move>\r\n\
        <Move value=\"77-47\" branch=\"1\">best</Move>\r\n<Move value=\"70-62\" branch=\"1\"/>\
        <Move value=\"79-67\" end=\"1\" />\r\n<Move value=\"72-42\" end=\"1\" />\r\n\
        <Move value=\"19-27\" end=\"1\"><![CDATA[]]></Move>\r\n";

    fn lines(game: &GameText) -> String {
        let words = game.moves.walk().filter_map(|at| game.moves.get(at));
        words.map(|word| format!("{}{} ", word.text, word.comment)).collect()
    }

    #[test]
    fn a_file_is_read() {
        let text = file(START, STUDY);
        assert!(is_cbf(&text) && !is_cbf("<html>") && !is_cbf(""));
        let game = read(&text).unwrap();
        assert_eq!(lines(&game), "h2e2best h9g7 h0g2 h7e7 b0c2 ");
        assert_eq!(game.moves.children(crate::tree::START).count(), 2);
        assert_eq!((game.comment.as_str(), &game.fault), ("a\n<study>", &None));
        assert_eq!((game.outcome, &game.start), (Outcome::Draw, &Setup::start()));
        let tags = [("Title", "题 <1>"), ("Red", "甲")];
        assert_eq!(game.tags, tags.map(|(tag, value)| (tag.to_owned(), value.to_owned())));
        assert_eq!(
            (game.moves.values()[0].place.line, game.moves.values()[2].place.column),
            (13, 3)
        );
        let black = "3k5/9/9/9/9/9/9/9/4R4/R3K4 w";
        let moves = "<Move value=\"00-00\"/><Move value=\"30-31\" end=\"1\"/>";
        let game = read(&file(black, moves)).unwrap();
        assert_eq!((lines(&game).as_str(), game.start.side), ("d9d8 ", Color::Black));
        assert!(read(&file("x", "")).is_err());
    }

    #[test]
    fn what_is_cut_off_keeps_the_moves_before() {
        let text = file(START, STUDY);
        let last = text.find("<Move value=\"19-27\"").unwrap();
        let mut before = String::new();
        for end in (0..text.len()).filter(|&end| text.is_char_boundary(end)) {
            let Ok(game) = read(&text[..end]) else { continue };
            assert!(game.fault.is_some() || end > last, "{end}");
            assert!(lines(&game).len() >= before.len(), "{end}");
            before = lines(&game);
        }
        let game = read(&text[..last]).unwrap();
        assert_eq!(lines(&game), "h2e2best h9g7 h0g2 h7e7 ");
        assert_eq!(game.fault.unwrap().to_string(), "15:1: CBF: it is cut off");
    }

    #[test]
    fn what_are_no_moves_ends_the_game() {
        for value in ["77-77", "7747", "777-47", "xx-yy", ""] {
            let game = read(&file(START, &STUDY.replace("70-62", value))).unwrap();
            assert_eq!(lines(&game), "h2e2best ");
            assert_eq!(game.fault.unwrap().to_string(), "14:2: CBF: it is damaged", "{value}");
        }
        let game = read(&file(START, &STUDY.replace("70-62", "70-99"))).unwrap();
        assert_eq!(lines(&game), "h2e2best 70-99 h0g2 h7e7 b0c2 ");
        assert_eq!(game.fault, None);
    }

    #[test]
    fn trees_of_any_shape() {
        let first = "<Move value=\"00-00\"/>";
        let wide =
            first.to_owned() + &"<Move value=\"77-47\" branch=\"1\" end=\"1\"/>".repeat(1000);
        let deep = first.to_owned() + &"<Move value=\"77-47\" branch=\"1\"/>".repeat(1000);
        let ends = "<Move value=\"72-42\" end=\"1\"/>".repeat(1001);
        for (moves, plies) in [(wide, 1), (deep, 1001)] {
            let game = read(&file(START, &(moves + &ends))).unwrap();
            assert_eq!((game.words().count(), &game.fault), (plies, &None));
            assert_eq!(game.moves.len(), 1000 + if plies == 1 { 1 } else { 1001 });
        }
        let long = "好".repeat(20_000);
        let moves = format!("{first}<Move value=\"77-47\" end=\"1\">{long}</Move>");
        assert_eq!(read(&file(START, &moves)).unwrap().moves.values()[0].comment, long);
    }
}
