//! MXQ, the files of 弈天: texts, each behind a byte that is its length. Games begin at the
//! start position.

use encoding_rs::{BIG5, Encoding, GB18030};

use crate::fault::{Fault, FaultKind};
use crate::formats::MOST_MOVES;
use crate::place::Place;
use crate::text::{GameText, Word, visible};
use crate::tree::START;
use chuhe::rules::Outcome;
use chuhe::types::{Color, Move, Square};

/// What faults call the format.
const MXQ: &str = "MXQ";

/// The text before the moves, and the one behind them.
const MOVES: &[u8] = b"Moves";
const ENDS: &[u8] = b"Ends";

/// The moves begin among so many texts; real files have them at the 12th.
const MOST_BEFORE: usize = 24;

/// The texts before the moves by their number: what is known of them besides the names.
const TAGS: [(usize, &str); 5] =
    [(0, "Site"), (1, "Date"), (3, "RedElo"), (4, "BlackElo"), (10, "Termination")];

/// The number of the text that has names and result, as `Anna-胜-Bert`.
const PLAYERS: usize = 2;

/// What stands between the names: how Red fared.
const RESULTS: [(&str, Outcome); 5] = [
    ("-胜-", Outcome::Win(Color::Red)),
    ("-勝-", Outcome::Win(Color::Red)),
    ("-负-", Outcome::Win(Color::Black)),
    ("-負-", Outcome::Win(Color::Black)),
    ("-和-", Outcome::Draw),
];

/// The texts of a file; one that is cut off is missing.
fn texts(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = bytes;
    std::iter::from_fn(move || {
        let (&length, behind) = rest.split_first()?;
        let (text, behind) = behind.split_at_checked(length.into())?;
        rest = behind;
        Some(text)
    })
}

/// Whether a file is of this format.
pub fn is_mxq(bytes: &[u8]) -> bool {
    texts(bytes).take(MOST_BEFORE).skip(PLAYERS + 1).any(|text| text == MOVES)
}

/// Reads a game, in an encoding or in the one of two that the result tells. The column of a
/// fault is the number of a ply.
pub fn read(bytes: &[u8], encoding: Option<&'static Encoding>) -> GameText {
    let mut game = GameText::new(Place::START);
    let mut texts = texts(bytes);
    let before: Vec<&[u8]> = texts.by_ref().take_while(|&text| text != MOVES).collect();
    let players = before.get(PLAYERS).copied().unwrap_or_default();
    // Which encoding it is shows in the word of the result.
    let encodings = encoding.map_or(vec![GB18030, BIG5], |encoding| vec![encoding]);
    let found = encodings.iter().find_map(|&encoding| {
        let text = decoded(players, encoding);
        let (mark, outcome) = RESULTS.into_iter().find(|(mark, _)| text.contains(mark))?;
        let (red, black) = text.split_once(mark)?;
        Some((encoding, outcome, [("Red", red.to_owned()), ("Black", black.to_owned())]))
    });
    let mut tags: Vec<(&str, String)> = Vec::new();
    let mut encoding = encodings[0];
    match found {
        Some((of, outcome, names)) => {
            (encoding, game.outcome) = (of, outcome);
            tags.extend(names);
        }
        None => tags.push(("Event", decoded(players, encoding))),
    }
    let others = TAGS.into_iter().filter_map(|(number, tag)| Some((tag, before.get(number)?)));
    tags.extend(others.map(|(tag, text)| (tag, decoded(text, encoding))));
    tags.retain(|(_, value)| !value.is_empty());
    game.tags.extend(tags.into_iter().map(|(tag, value)| (tag.to_owned(), value)));
    let (mut at, mut column) = (START, 1);
    let mut fault = Some(FaultKind::CutOff(MXQ));
    for text in texts {
        if text == ENDS {
            fault = None;
            break;
        }
        if column > MOST_MOVES {
            fault = Some(FaultKind::Damaged(MXQ));
            break;
        }
        let text = read_move(text)
            .map_or_else(|| String::from_utf8_lossy(text).into_owned(), |mv| mv.to_string());
        at = game.moves.add(at, Word::new(text, Place { line: 1, column }));
        column += 1;
    }
    game.fault = fault.map(|kind| Fault::new(Place { line: 1, column }, kind));
    game
}

fn decoded(text: &[u8], encoding: &'static Encoding) -> String {
    visible(encoding.decode_without_bom_handling(text).0.trim()).into_owned()
}

/// A move such as `7C-4C`: files from 0, ranks from `A`, which is Red's back rank.
fn read_move(text: &[u8]) -> Option<Move> {
    let &[from_file, from_rank, b'-', to_file, to_rank] = text else { return None };
    let square = |file: u8, rank: u8| {
        Square::try_new(i32::from(file) - i32::from(b'0'), i32::from(rank) - i32::from(b'A'))
    };
    let (from, to) = (square(from_file, from_rank)?, square(to_file, to_rank)?);
    (from != to).then(|| Move::new(from, to))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(players: &str, encoding: &'static Encoding, moves: &[&str]) -> Vec<u8> {
        let texts = ["台", "2016-12-27", players, "1500", "1348", "25", "3", "60", "1", "2"];
        let texts = texts.into_iter().chain(["resigns", "Moves"]).chain(moves.iter().copied());
        let mut bytes = Vec::new();
        for text in texts.chain(["Ends", "CommentsEnd"]) {
            let text = encoding.encode(text).0;
            bytes.push(text.len() as u8);
            bytes.extend(text.iter());
        }
        bytes
    }

    fn words(game: &GameText) -> String {
        game.words().map(|word| word.text.clone() + " ").collect()
    }

    #[test]
    fn a_file_is_read() {
        let bytes = file("甲-乙-负-Bert", GB18030, &["7C-4C", "7J-6H", "7A-6C"]);
        assert!(is_mxq(&bytes) && !is_mxq(b"") && !is_mxq(b"\x05Moves"));
        let game = read(&bytes, None);
        assert_eq!((words(&game).as_str(), &game.fault), ("h2e2 h9g7 h0g2 ", &None));
        assert_eq!(game.outcome, Outcome::Win(Color::Black));
        let tags: Vec<&str> = game.tags.iter().map(|(_, value)| value.as_str()).collect();
        assert_eq!(tags, ["甲-乙", "Bert", "台", "2016-12-27", "1500", "1348", "resigns"]);
    }

    #[test]
    fn the_result_says_the_encoding() {
        for (players, encoding, outcome) in [
            ("許-勝-b", BIG5, Outcome::Win(Color::Red)),
            ("許-和-b", BIG5, Outcome::Draw),
            ("许-和-b", GB18030, Outcome::Draw),
        ] {
            let game = read(&file(players, encoding, &[]), None);
            assert_eq!((game.outcome, game.tag("Black")), (outcome, Some("b")), "{players}");
            assert_eq!(game.tag("Site"), Some("台"), "{players}");
            assert_eq!(
                game.tag("Red").and_then(|red| players.strip_prefix(red)).map(str::len),
                Some(6)
            );
        }
        let game = read(&file("open day", GB18030, &[]), None);
        assert_eq!((game.tag("Event"), game.outcome), (Some("open day"), Outcome::Ongoing));
    }

    #[test]
    fn what_is_cut_off_keeps_the_moves_before() {
        let bytes = file("a-和-b", GB18030, &["7C-4C", "7J-6H"]);
        let end = bytes.len() - "\x04Ends\x0bCommentsEnd".len();
        let game = read(&bytes[..end - 1], None);
        assert_eq!(words(&game), "h2e2 ");
        assert_eq!(game.fault.unwrap().to_string(), "1:2: MXQ: it is cut off");
        let texts =
            [&bytes[..bytes.len() - "\x04Ends\x0bCommentsEnd".len()], &vec![0; MOST_MOVES + 9]];
        let game = read(&texts.concat(), None);
        assert_eq!(game.moves.len(), MOST_MOVES);
        assert!(game.fault.unwrap().to_string().ends_with("MXQ: it is damaged"));
        for end in 0..bytes.len() {
            let _ = (is_mxq(&bytes[..end]), read(&bytes[..end], None));
        }
        let game = read(&file("a-和-b", GB18030, &["7C-4K", "9J-6H", "7C-7C", "7C4C"]), None);
        assert_eq!(words(&game), "7C-4K 9J-6H 7C-7C 7C4C ");
    }
}
