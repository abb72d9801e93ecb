//! What the database keeps of a game.

use chuhe::board::{Board, Setup};
use chuhe::book::{Fnv, Folded};
use chuhe::rules::{Game, Outcome};
use chuhe::types::Move;
use chuhe_games::review::opening;
use chuhe_games::tree::{At, START};
use chuhe_games::{Annotated, Checked, GameText, Tree, outcome_of, result_number};

use super::packed::pack;

/// Plies from which on two games with the same moves are one, whatever the names in them:
/// spellings and scripts differ.
const LONG: usize = 30;

/// A game, ready to be kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRow {
    /// Line and column, or number and ply.
    pub place: String,
    /// Names, as the file has them.
    pub red: String,
    pub black: String,
    pub event: String,
    pub date: String,
    /// The year of the date; 0 when there is none.
    pub year: u16,
    pub outcome: Outcome,
    /// The key of the opening's name; empty when it has none.
    pub opening: String,
    /// Plies of the main line.
    pub plies: usize,
    /// The first position; empty for the start position.
    pub start: String,
    /// The moves, packed.
    pub moves: Vec<u8>,
    /// What games with the same start and the same main line have alike.
    pub hash: i64,
}

impl GameRow {
    /// Of a game whose moves have been checked.
    pub fn of(text: &GameText, checked: &Checked) -> GameRow {
        let moves = &checked.moves;
        let tag = |name: &str| match text.tag(name).unwrap_or_default().trim() {
            "?" | "????.??.??" => String::new(),
            value => value.to_owned(),
        };
        let date = tag("Date");
        let start = match text.start == Setup::start() {
            true => String::new(),
            false => text.start.to_string(),
        };
        let bits = |played: &Annotated| played.mv.bits().to_le_bytes();
        let line: Vec<u8> = moves.main_line().flat_map(bits).collect();
        GameRow {
            place: text.place.to_string(),
            red: tag("Red"),
            black: tag("Black"),
            event: if tag("Event").is_empty() { tag("Title") } else { tag("Event") },
            year: year_of(&date),
            date,
            outcome: text.outcome,
            opening: opening(&checked.game).unwrap_or_default().to_owned(),
            plies: line.len() / 2,
            hash: Fnv::START.with(start.as_bytes()).with(&line).0 as i64,
            start,
            moves: pack(moves, |played| played.mv),
        }
    }

    /// Whether the moves alone say that another game with the same ones is this one.
    pub fn is_long(&self) -> bool {
        self.plies >= LONG
    }
}

/// The first number of four digits in a date, of whatever form; or its first number, of two
/// digits, with the century of the last hundred years or so: `82-5-12`, `82年`.
fn year_of(date: &str) -> u16 {
    /// Two digits from here on are of the last century.
    const TURN: u16 = 30;
    let narrow = |c: char| match c {
        '０'..='９' => char::from((c as u32 - '０' as u32) as u8 + b'0'),
        c => c,
    };
    let date: String = date.chars().map(narrow).collect();
    let numbers = date.split(|c: char| !c.is_ascii_digit()).filter(|n| !n.is_empty());
    let mut whole = numbers.clone().filter(|n| n.len() == 4 || n.len() == 8);
    if let Some(year) = whole.find_map(|n| n[..4].parse().ok()) {
        return year;
    }
    let short = numbers.take(1).find(|n| n.len() == 2 && date.len() > 2);
    match short.and_then(|n| n.parse().ok()) {
        Some(year @ TURN..) => 1900 + year,
        Some(year) => 2000 + year,
        None => 0,
    }
}

/// A position of a game and the move that was made there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PositionRow {
    /// Of the position and its mirror image.
    pub key: i64,
    /// The game.
    pub game: i64,
    /// The move as books have it; 0 where a line ends.
    pub mv: u16,
    pub facts: Facts,
}

/// What statistics need to know of a game, and whether the move is of its main line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Facts(pub i64);

impl Facts {
    pub fn new(outcome: Outcome, year: u16, is_main: bool) -> Facts {
        // Sorted so that a move of the main line stands before the same move elsewhere.
        Facts(i64::from(result_number(outcome)) | i64::from(!is_main) << 2 | i64::from(year) << 3)
    }

    pub fn outcome(self) -> Outcome {
        outcome_of((self.0 & 3) as u8)
    }

    pub fn is_main(self) -> bool {
        self.0 & 4 == 0
    }

    /// 0 when it is not known.
    pub fn year(self) -> u16 {
        (self.0 >> 3) as u16
    }
}

/// The positions of a game, each move of a position once, that of the main line first. Of a
/// copy only the variations count.
pub fn positions(
    start: &Setup,
    moves: &Tree<Move>,
    (game, outcome, year): (i64, Outcome, u16),
    is_copy: bool,
) -> Vec<PositionRow> {
    let Ok(mut board) = Game::new(start) else { return Vec::new() };
    let mut rows = Vec::with_capacity(moves.len() + 1);
    let mut add = |board: &Board, mv: Option<Move>, is_main: bool| {
        if is_main && is_copy {
            return;
        }
        let folded = Folded::of(board);
        let mv = mv.map_or(0, |mv| folded.stored(mv).bits());
        let facts = Facts::new(outcome, year, is_main);
        rows.push(PositionRow { key: folded.key as i64, game, mv, facts });
    };
    let mut main = moves.first(START);
    if main.is_none() {
        add(board.board(), None, true);
    }
    let mut depth: Vec<At> = Vec::new();
    for at in moves.walk() {
        // Back to the position in which the move is made.
        let parent = moves.parent(at).unwrap_or(START);
        while depth.last().is_some_and(|&last| last != parent) {
            depth.pop();
            board.undo();
        }
        let is_main = main == Some(at);
        if is_main {
            main = moves.first(at);
        }
        let Some(&mv) = moves.get(at) else { continue };
        add(board.board(), Some(mv), is_main);
        if board.play(mv).is_err() {
            break;
        }
        depth.push(at);
        if moves.first(at).is_none() {
            add(board.board(), None, is_main);
        }
    }
    rows.sort_unstable();
    rows.dedup_by_key(|row| (row.key, row.mv));
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe::types::Color;

    #[test]
    fn years_of_dates() {
        for (date, year) in [
            ("2001.02.03", 2001),
            ("1999年12月", 1999),
            ("20260831", 2026),
            ("31/8/2026", 2026),
            ("82-5-12", 1982),
            ("03-09-29", 2003),
            ("82年", 1982),
            ("１９９９年１月", 1999),
            ("春", 0),
            ("????.??.??", 0),
            ("12345", 0),
            ("", 0),
        ] {
            assert_eq!(year_of(date), year, "{date}");
        }
    }

    #[test]
    fn facts_come_back() {
        let outcomes =
            [Outcome::Ongoing, Outcome::Win(Color::Red), Outcome::Win(Color::Black), Outcome::Draw];
        for outcome in outcomes {
            for (year, is_main) in [(0, true), (2026, false)] {
                let facts = Facts::new(outcome, year, is_main);
                assert_eq!(
                    (facts.outcome(), facts.year(), facts.is_main()),
                    (outcome, year, is_main)
                );
            }
        }
    }

    #[test]
    fn positions_of_a_tree() {
        let mv = |text: &str| text.parse::<Move>().unwrap();
        let mut tree = Tree::default();
        let first = tree.add(START, mv("h2e2"));
        let second = tree.add(first, mv("h9g7"));
        tree.add(second, mv("h0g2"));
        let other = tree.add(first, mv("b9c7"));
        tree.add(other, mv("b0c2"));
        let mirrored = tree.add(START, mv("b2e2"));
        tree.add(mirrored, mv("b9c7"));
        let rows = positions(&Setup::start(), &tree, (7, Outcome::Draw, 2026), false);
        let count = |is_main| rows.iter().filter(|row| row.facts.is_main() == is_main).count();
        // Of the main line three moves and its end. Of the variations `b9c7`, what follows it
        // with its end, and the end of the line in the mirror, whose moves are those of the
        // main line.
        assert_eq!((count(true), count(false)), (4, 4), "{rows:?}");
        let keys = |mv: &[&str]| {
            let mut game = Game::start();
            mv.iter().for_each(|mv| game.play(mv.parse().unwrap()).unwrap());
            Folded::of(game.board()).key as i64
        };
        let has = |key: i64| rows.iter().filter(|row| row.key == key).count();
        assert_eq!(has(keys(&[])), 1);
        assert_eq!(has(keys(&["b2e2"])), 2);
        assert_eq!(has(keys(&["h2e2", "h9g7", "h0g2"])), 1);
        let copy = positions(&Setup::start(), &tree, (7, Outcome::Draw, 2026), true);
        assert!(copy.iter().all(|row| !row.facts.is_main()) && !copy.is_empty());
    }
}
