//! Static exchange evaluation (SEE): the value of a sequence of captures on one point.

use crate::board::{Board, attacks};
use crate::types::{Bitboard, Color, Move, PieceType, Square};

/// The value of a type in exchanges, in internal units. The king's is larger
/// than everything that can be won.
#[inline]
pub const fn see_value(kind: PieceType) -> i32 {
    match kind {
        PieceType::King => 10_000,
        PieceType::Advisor => 200,
        PieceType::Bishop => 210,
        PieceType::Knight => 430,
        PieceType::Rook => 950,
        PieceType::Cannon => 460,
        PieceType::Pawn => 100,
    }
}

impl Board {
    /// Whether the exchange that `mv` starts on its destination wins at least
    /// `threshold` for the mover, both sides recapturing with the cheapest
    /// piece or stopping as suits them. Pins are ignored; screens, legs and
    /// lines that open on the way are not.
    ///
    /// Source: the swap algorithm of chessprogramming.org (SEE), with all
    /// attackers looked up anew after each capture, because a cannon may lose or
    /// gain its screen.
    pub fn see_ge(&self, mv: Move, threshold: i32) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let Some(piece) = self.piece_at(from) else { return false };
        let victim = self.piece_at(to).map_or(0, |p| see_value(p.kind()));
        // What the side to recapture has to win back.
        let mut balance = victim.saturating_sub(threshold);
        if balance < 0 {
            return false;
        }
        balance -= see_value(piece.kind());
        if balance >= 0 {
            return true;
        }
        let us = piece.color();
        let occ = self.occupied().without(from).with(to);
        match self.cheapest_attacker(to, !us, occ) {
            None => true,
            Some(first) => self.holds_in_exchange(to, us, occ, balance, first),
        }
    }

    /// The rest of [`Board::see_ge`] after the enemy's `first` piece recaptures, with
    /// `balance` won before. A function of its own because most moves are not recaptured
    /// and should not pay for its preparations.
    #[inline(never)]
    fn holds_in_exchange(
        &self,
        to: Square,
        us: Color,
        mut occ: Bitboard,
        mut balance: i32,
        first: (PieceType, Bitboard),
    ) -> bool {
        let mut side = !us;
        let (mut kind, mut attacker) = first;
        loop {
            occ &= !attacker;
            balance = -balance - 1 - see_value(kind);
            if balance >= 0 {
                // The side has done what it needed, whatever recaptures; only a
                // king may not capture where something does.
                let is_legal =
                    kind != PieceType::King || self.cheapest_attacker(to, !side, occ).is_none();
                return (side == us) == is_legal;
            }
            side = !side;
            match self.cheapest_attacker(to, side, occ) {
                Some(next) => (kind, attacker) = next,
                None => return side != us,
            }
        }
    }

    /// The cheapest piece of `side` that attacks the point, as a set of one.
    ///
    /// Types come cheapest first. Most have no piece on a point from which the
    /// destination can be attacked at all; only the others are worth a look at
    /// legs, eyes and lines.
    #[inline(always)]
    fn cheapest_attacker(
        &self,
        to: Square,
        side: Color,
        occ: Bitboard,
    ) -> Option<(PieceType, Bitboard)> {
        let own = self.color(side) & occ;
        let near = |kind: PieceType, view: Bitboard| self.kind(kind) & own & view;
        let found = |kind: PieceType, set: Bitboard| Some((kind, set.lowest()));

        let pawns = near(PieceType::Pawn, attacks::pawn_to(side, to));
        if pawns.any() {
            return found(PieceType::Pawn, pawns);
        }
        let advisors = near(PieceType::Advisor, attacks::advisor(to));
        if advisors.any() {
            return found(PieceType::Advisor, advisors);
        }
        let bishops = near(PieceType::Bishop, attacks::free_bishop(to));
        if bishops.any() {
            let bishops = bishops & attacks::bishop(to, occ);
            if bishops.any() {
                return found(PieceType::Bishop, bishops);
            }
        }
        let knights = near(PieceType::Knight, attacks::free_knight_to(to));
        if knights.any() {
            let knights = knights & attacks::knight_to(to, occ);
            if knights.any() {
                return found(PieceType::Knight, knights);
            }
        }
        let lines = attacks::lines(to);
        let cannons = near(PieceType::Cannon, lines);
        let rooks = near(PieceType::Rook, lines);
        if (cannons | rooks).any() {
            let (first, second) = attacks::rook_and_cannon(to, occ);
            let (cannons, rooks) = (cannons & second, rooks & first);
            if cannons.any() {
                return found(PieceType::Cannon, cannons);
            }
            if rooks.any() {
                return found(PieceType::Rook, rooks);
            }
        }
        let king = near(PieceType::King, attacks::king(to));
        if king.any() { found(PieceType::King, king) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use crate::board::{Board, NullObserver, Setup, see_value};
    use crate::types::PieceType::{self, Cannon, Knight, Pawn, Rook};
    use crate::types::{Bitboard, Color, Square};

    /// Checks that the exchange is worth exactly `value`.
    fn check(fen: &str, mv: &str, value: i32) {
        let board = fen.parse::<Setup>().unwrap().to_board().unwrap();
        let mv = mv.parse().unwrap();
        assert!(board.see_ge(mv, value), "{mv} in {fen} should win {value}");
        assert!(!board.see_ge(mv, value + 1), "{mv} in {fen} should not win more than {value}");
        assert!(board.see_ge(mv, i32::MIN) && !board.see_ge(mv, i32::MAX), "{mv} in {fen}");
    }

    #[test]
    fn exchanges_have_their_worth() {
        let v = |kind: PieceType| see_value(kind);
        // A free pawn, a protected pawn, a quiet move into an attack.
        check("3k5/9/9/9/p8/9/9/9/9/R3K4 w - - 0 1", "a0a5", v(Pawn));
        check("r2k5/9/9/9/p8/9/9/9/9/R3K4 w - - 0 1", "a0a5", v(Pawn) - v(Rook));
        check("r2k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1", "a0a5", -v(Rook));
        // The second rook behind the first joins in.
        check("r2k5/9/9/9/p8/9/9/9/R8/R3K4 w - - 0 1", "a1a5", v(Pawn));
        // A cannon takes over a screen; the protecting knight takes back.
        check("3k5/9/2n6/9/1n7/9/1N7/9/9/1C2K4 w - - 0 1", "b0b5", v(Knight) - v(Cannon));
        // The same with the protector's leg blocked.
        check("3k5/9/2n6/2p6/1n7/9/1N7/9/9/1C2K4 w - - 0 1", "b0b5", v(Knight));
        // The rook in front is the screen of the cannon behind it: once it has
        // captured and been recaptured, nothing stands between and the cannon
        // is out.
        check("r2k5/9/9/9/n8/9/9/9/R8/C3K4 w - - 0 1", "a1a5", v(Knight) - v(Rook));
    }

    /// What capturing on `to` wins for `side`, which need not capture; `standing`
    /// is the piece there now. The slow version of the loop in `see_ge`.
    fn exchange(board: &Board, to: Square, side: Color, occ: Bitboard, standing: PieceType) -> i32 {
        let Some((kind, attacker)) = board.cheapest_attacker(to, side, occ) else { return 0 };
        let occ = occ & !attacker;
        if kind == PieceType::King && board.cheapest_attacker(to, !side, occ).is_some() {
            return 0;
        }
        (see_value(standing) - exchange(board, to, !side, occ, kind)).max(0)
    }

    #[test]
    fn thresholds_agree_with_the_full_exchange() {
        let mut exchanges = 0;
        for game in 0..60_usize {
            let mut board = Board::start();
            for ply in 0..120_usize {
                let moves = board.legal_moves();
                if moves.is_empty() {
                    break;
                }
                for &mv in &moves {
                    let (from, to) = (mv.from(), mv.to());
                    let kind = board.piece_at(from).unwrap().kind();
                    if kind == PieceType::King {
                        continue;
                    }
                    let occ = board.occupied().without(from).with(to);
                    let won = board.piece_at(to).map_or(0, |p| see_value(p.kind()));
                    let lost = exchange(&board, to, !board.side(), occ, kind);
                    for threshold in [-900, -300, -1, 0, 1, 100, 400, won - lost, won - lost + 1] {
                        let fast = board.see_ge(mv, threshold);
                        assert_eq!(fast, won - lost >= threshold, "{mv} {threshold} in {board:?}");
                    }
                    exchanges += usize::from(won > 0 && lost > 0);
                }
                let pick = (game * 7919 + ply * 104_729 + (game ^ ply) * 31) % moves.len();
                board.make(moves[pick], &mut NullObserver);
            }
        }
        assert!(exchanges > 300, "only {exchanges} captures with a recapture met");
    }
}
