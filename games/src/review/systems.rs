//! Opening systems by name: what the first moves of a game are called. Only the usual
//! ones, by the points on which the pieces stand, so that the order of moves and the
//! reflection of the board do not matter.

use chuhe::board::{Board, Setup};
use chuhe::rules::Game;
use chuhe::types::{Color, Move, Piece, PieceType, Square};

/// Plies after which a defence is recognised.
const PLIES: usize = 12;

/// The key of the opening of a game; `None` when it has no common name. The catalogue of the
/// tools has the names under `page.opening.by.`. A game that begins behind the start position
/// is named by what stands on its first board.
pub fn opening(game: &Game) -> Option<&'static str> {
    if *game.start_setup() != Setup::start() {
        return of_position(&game.start_setup().to_board().ok()?);
    }
    let moves: Vec<Move> = game.moves().take(PLIES).collect();
    let first = *moves.first()?;
    let mut board = Board::start();
    let kind = board.piece_at(first.from())?.kind();
    let (from, to) = (first.from().file(), first.to().file());
    let is_central = to == 4;
    match kind {
        PieceType::Cannon if is_central => {}
        PieceType::Cannon if first.to().rank() == 2 && [3, 5].contains(&to) => {
            return Some(if (from < 4) == (to < 4) { "corner-cannon" } else { "cross-palace" });
        }
        PieceType::Bishop if is_central => return Some("elephant"),
        PieceType::Knight if [2, 6].contains(&to) => return Some("horse"),
        PieceType::Knight => return Some("edge-horse"),
        PieceType::Pawn if [2, 6].contains(&to) => return Some(pawn_opening(&moves, to)),
        _ => return None,
    }
    let mut central = None;
    for (ply, &mv) in moves.iter().enumerate() {
        let is_cannon = board.piece_at(mv.from()).is_some_and(|p| p.kind() == PieceType::Cannon);
        let is_blacks = ply % 2 == 1;
        if is_blacks && is_cannon && mv.to() == Square::new(4, 7) && ply < 8 {
            central = central.or(Some(mv.from().file()));
        }
        let _ = board.play(mv);
    }
    Some(match central {
        Some(file) if file == from => "same-cannons",
        Some(_) => "opposite-cannons",
        None => defence(&board),
    })
}

/// The opening in which all pieces stand like this; `None` when one is missing, or it has no
/// common name. Red must have moved as in the table, whatever Black did.
fn of_position(board: &Board) -> Option<&'static str> {
    if board.occupied().count() != 32 {
        return None;
    }
    let stands = |color, kind: PieceType, file: usize, rank| {
        board.piece_at(Square::new(file, rank)) == Some(Piece::new(color, kind))
    };
    // The file of a cannon that has left it, when the other one is at home.
    let origin = |color, rank| {
        let home = |file| stands(color, PieceType::Cannon, file, rank);
        match (home(1), home(7)) {
            (true, false) => Some(7),
            (false, true) => Some(1),
            _ => None,
        }
    };
    let red = |kind, file, rank| stands(Color::Red, kind, file, rank);
    let from = origin(Color::Red, 2);
    if red(PieceType::Cannon, 4, 2) {
        let is_answered = stands(Color::Black, PieceType::Cannon, 4, 7);
        return Some(match (from, origin(Color::Black, 7)) {
            (Some(red), Some(black)) if is_answered && red == black => "same-cannons",
            (Some(_), Some(_)) if is_answered => "opposite-cannons",
            _ if is_answered => "central-cannon",
            _ => defence(board),
        });
    }
    if let Some(from) = from {
        let to = [3, 5].into_iter().find(|&file| red(PieceType::Cannon, file, 2))?;
        return Some(if (from < 4) == (to < 4) { "corner-cannon" } else { "cross-palace" });
    }
    let pawn = [2, 6].into_iter().any(|file| red(PieceType::Pawn, file, 4));
    match () {
        () if red(PieceType::Bishop, 4, 2) => Some("elephant"),
        () if pawn => Some("pawn"),
        () => None,
    }
}

/// Red has pushed the pawn of this file to rank 4.
fn pawn_opening(moves: &[Move], file: usize) -> &'static str {
    let reply = moves.get(1).map(|mv| (mv.from(), mv.to()));
    let near = if file == 2 { 1 } else { 7 };
    match reply {
        Some(reply) if reply == (Square::new(near, 7), Square::new(file, 7)) => {
            "pawn-cannon-behind"
        }
        Some(reply) if reply == (Square::new(8 - file, 6), Square::new(8 - file, 5)) => "pawn-pawn",
        _ => "pawn",
    }
}

/// What Black has set up against the central cannon.
fn defence(board: &Board) -> &'static str {
    let stands = |kind: PieceType, file: usize, rank| {
        board.piece_at(Square::new(file, rank)) == Some(Piece::new(Color::Black, kind))
    };
    let knight = |file| stands(PieceType::Knight, file, 7);
    let cannon = |file| stands(PieceType::Cannon, file, 7);
    let rook = |file| stands(PieceType::Rook, file, 9);
    let tiger = |side: fn(usize) -> usize| {
        knight(side(6)) && rook(side(7)) && cannon(side(8)) && !knight(side(2))
    };
    match () {
        () if knight(2) && knight(6) && (cannon(3) || cannon(5)) => "sandwiched-horses",
        () if knight(2) && knight(6) => "screen-horses",
        () if tiger(|file| file) || tiger(|file| 8 - file) => "three-step-tiger",
        () if (knight(2) || knight(6)) && (knight(0) || knight(8)) => "half-screen-horse",
        () => "central-cannon",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read_line;

    #[test]
    fn the_usual_systems_have_their_names() {
        for (moves, expected) in [
            ("炮二平五 马8进7 马二进三 车9平8 车一平二 马2进3", "screen-horses"),
            ("炮二平五 马2进3 马二进三 炮8平6 车一平二 马8进7", "sandwiched-horses"),
            ("炮二平五 炮8平5 马二进三 马8进7", "same-cannons"),
            ("炮二平五 马8进7 马二进三 炮2平5", "opposite-cannons"),
            ("炮二平五 马8进7 马二进三 车9平8 车一平二 炮8平9", "three-step-tiger"),
            ("炮二平五 马2进3 马二进三 马8进9", "half-screen-horse"),
            ("炮二平五 卒7进1", "central-cannon"),
            ("相三进五", "elephant"),
            ("兵七进一 炮2平3", "pawn-cannon-behind"),
            ("兵三进一 卒3进1", "pawn-pawn"),
            ("兵三进一 马8进7", "pawn"),
            ("炮二平六", "cross-palace"),
            ("炮八平六", "corner-cannon"),
            ("马八进七", "horse"),
            ("马二进一", "edge-horse"),
        ] {
            let game = read_line(moves, 1).unwrap().unwrap().replay(99, None).unwrap();
            assert_eq!(opening(&game), Some(expected), "{moves}");
        }
        for (fen, expected) in [
            ("r1bakabnr/9/1cn4c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w", "central-cannon"),
            (
                "r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R w",
                "sandwiched-horses",
            ),
            ("rnbakabnr/9/1c2c4/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w", "same-cannons"),
            ("rnbakabnr/9/4c2c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w", "opposite-cannons"),
            ("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C1C5/9/RNBAKABNR b", "cross-palace"),
            ("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2B2C1/9/RN1AKABNR b", "elephant"),
        ] {
            let game = Game::new(&fen.parse().unwrap()).unwrap();
            assert_eq!(opening(&game), Some(expected), "{fen}");
        }
        let other = read_line("9/3k5/9/9/9/9/9/9/9/R3K4 w moves a0a1", 1).unwrap().unwrap();
        assert_eq!(opening(&other.replay(9, None).unwrap()), None);
        assert_eq!(opening(&Game::start()), None);
    }
}
