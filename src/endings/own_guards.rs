//! What a table without advisors and bishops of the attacker's says where it has some.

use crate::board::{Board, attacks};
use crate::endings::class::Class;
use crate::endings::{Ending, Endings, Found};
use crate::types::{Bitboard, Color, PieceType, Square};

/// Advisors and bishops of the rook's side together, at most: with more it is not known.
const MOST_OWN: u8 = 2;
/// The guards of the other side, both advisors and both bishops, against which a rook does not
/// always win.
const ALL_GUARDS: [u8; 2] = [2, 2];

impl Endings {
    /// A draw of a rook with one or two advisors or bishops of its own against both advisors and
    /// both bishops, which is a draw without its own, too. They help the rook only as a roof:
    /// solving these classes has shown it (`docs/authors/endings.md`).
    pub(super) fn draw_in_spite_of_guards(
        &self,
        board: &Board,
        first: Color,
        class: Class,
    ) -> Option<Found> {
        let is_rook = class.attackers == [1, 0, 0, 0] && !class.is_mutual();
        let has_few = (1..=MOST_OWN).contains(&class.own.iter().sum());
        if !is_rook || !has_few || class.defenders != ALL_GUARDS {
            return None;
        }
        let bare = Class { own: [0, 0], ..class };
        let number = usize::from(self.by_code[bare.code()].checked_sub(1)?);
        // The index of the class without them does not look at them.
        let found = can_do_without_guards(board, first)
            .then(|| self.look_up(board, first, bare, number))
            .flatten()?;
        matches!(found, Found::Value(Ending::Draw)).then_some(found)
    }
}

/// Whether a position of a rook is possible without its side's advisors and bishops, so that
/// neither do the kings face each other then, nor could the rook take the king; and no bishop
/// helps as a roof over the middle file, beside which the king stands.
fn can_do_without_guards(board: &Board, first: Color) -> bool {
    let guards = board.pieces(first, PieceType::Advisor) | board.pieces(first, PieceType::Bishop);
    let occ = board.occupied() & !guards;
    let (own_king, king) = (board.king(first), board.king(!first));
    let faces = own_king.file() == king.file() && !attacks::between(own_king, king).intersects(occ);
    let rook: Bitboard = board.pieces(first, PieceType::Rook);
    let hangs = board.side() == first && attacks::rook(king, occ).intersects(rook);
    let roof = Square::new(4, 2).relative_to(first);
    let has_roof = board.pieces(first, PieceType::Bishop).contains(roof) && own_king.file() != 4;
    !faces && !hangs && !has_roof
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Setup;

    fn probe(fen: &str) -> Option<Ending> {
        Endings::embedded().probe(&fen.parse::<Setup>().unwrap().to_board().unwrap())
    }

    #[test]
    fn a_draw_without_guards_is_one_with_them() {
        let pieces = "2bak4/4a4/4b4/9/9/9/9/9/";
        for (rest, expected) in [
            ("9/3K1R3", Some(Ending::Draw)),
            ("9/3K1RB2", Some(Ending::Draw)),
            ("4A4/3K1RB2", Some(Ending::Draw)),
            ("3RK4/3A1A3", Some(Ending::Draw)),
        ] {
            for side in ["w", "b"] {
                assert_eq!(probe(&format!("{pieces}{rest} {side}")), expected, "{rest} {side}");
            }
        }
        // Black as the attacker, and the other side's rook.
        assert_eq!(probe("4k1b2/9/9/9/9/9/8r/4B4/4A4/2B1KA3 w"), Some(Ending::Draw));
        assert_eq!(probe("4k1b2/9/9/9/9/9/8r/4B4/4A4/2B1KA3 b"), Some(Ending::Draw));
    }

    #[test]
    fn nothing_is_said_of_wins_and_of_other_material() {
        // Won without the advisor.
        let won = "3k5/9/b2a1a2b/9/9/9/9/9/4A4/4KR3 w";
        assert_eq!(probe(&won.replace("4A4", "9")), Some(Ending::Win(15)));
        for fen in [
            won,
            // Fewer guards, a knight, and three guards of its own.
            "4k1b2/9/9/9/9/9/8r/9/4A4/2B1KA3 w",
            "4k1b2/9/9/9/9/9/8n/4B4/4A4/2B1KA3 w",
            "3ak1b2/4a4/9/9/9/9/8r/4B4/4A4/2B1KA3 w",
            // A bishop in the middle, which wins in 45 plies here.
            "6b2/4k4/3a1a3/9/6b2/9/9/4B4/3K5/3R5 w",
            // Without the bishop the kings face each other; without the advisor the rook attacks
            // the king.
            "3aka3/9/b7b/9/9/9/9/4B4/9/4K3R w",
            "3k5/4a4/b4a2b/9/9/9/9/3A5/9/3RK4 w",
        ] {
            assert_eq!(probe(fen), None, "{fen}");
        }
    }
}
