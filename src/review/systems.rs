//! Opening systems by name: what the first moves of a game are called. Only the usual
//! ones, by the points on which the pieces stand, so that the order of moves and the
//! reflection of the board do not matter.

use crate::board::{Board, NullObserver, Setup};
use crate::rules::Game;
use crate::types::{Color, Move, Piece, PieceType, Square};

/// Plies after which a defence is recognised.
const PLIES: usize = 12;

/// The key of the opening of a game; `None` when it has no common name, or does not begin
/// at the start position. The catalogue of the tools has the names under `page.opening.by.`.
pub fn opening(game: &Game) -> Option<&'static str> {
    if *game.start_setup() != Setup::start() {
        return None;
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
        board.make(mv, &mut NullObserver);
    }
    Some(match central {
        Some(file) if file == from => "same-cannons",
        Some(_) => "opposite-cannons",
        None => defence(&board),
    })
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
    use crate::games::read_line;

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
        let other = read_line("9/3k5/9/9/9/9/9/9/9/R3K4 w moves a0a1", 1).unwrap().unwrap();
        assert_eq!(opening(&other.replay(9, None).unwrap()), None);
        assert_eq!(opening(&Game::start()), None);
    }
}
