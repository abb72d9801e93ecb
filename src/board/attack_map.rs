//! The attack map of a side: which points it attacks, and with what.

use crate::board::{Board, attacks};
use crate::types::{Bitboard, Color, PieceType, Square};

/// The points that one side attacks: those on which one of its pieces could capture an enemy or
/// protects a friend, whether or not its king would then be in check. The sets are nested: the
/// more of them contain a point, the cheaper is its cheapest attacker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttackMap {
    all: Bitboard,
    /// By knights and cannons, or what is cheaper: a threat to rooks.
    by_minors: Bitboard,
    /// By pawns, advisors and bishops: a threat to knights and cannons too.
    by_guards: Bitboard,
}

impl AttackMap {
    /// Nothing is attacked: for positions in which nobody asks.
    pub const EMPTY: AttackMap =
        AttackMap { all: Bitboard::EMPTY, by_minors: Bitboard::EMPTY, by_guards: Bitboard::EMPTY };

    /// The attack map of a side.
    pub fn new(board: &Board, side: Color) -> AttackMap {
        let mut reaches = [Reach::NONE; 4];
        Reach::follow(&mut reaches, &[Reach::UNKNOWN; 4], board, side, Bitboard::ALL)
    }

    /// Whether a point is attacked, as an index.
    #[inline]
    pub fn at(&self, sq: Square) -> usize {
        usize::from(self.all.contains(sq))
    }

    /// The points on which a piece of this type is attacked by a cheaper one.
    #[inline]
    pub fn by_cheaper(&self, kind: PieceType) -> Bitboard {
        match kind {
            PieceType::Rook => self.by_minors,
            PieceType::Knight | PieceType::Cannon => self.by_guards,
            _ => Bitboard::EMPTY,
        }
    }

    /// All attacked points; those attacked by knights and cannons or what is cheaper; those
    /// attacked by pawns, advisors and bishops.
    #[inline]
    pub fn levels(&self) -> [Bitboard; 3] {
        [self.all, self.by_minors, self.by_guards]
    }
}

/// What the pieces of some kinds of a side attack, and how long that stays true.
#[derive(Clone, Copy, Debug)]
struct Reach {
    /// The points where they stand, and those of which it matters whether they are occupied.
    watched: Bitboard,
    attacked: Bitboard,
}

impl Reach {
    /// No piece attacks nothing.
    const NONE: Reach = Reach { watched: Bitboard::EMPTY, attacked: Bitboard::EMPTY };
    /// What it is has to be found out whatever changes.
    const UNKNOWN: Reach = Reach { watched: Bitboard::ALL, attacked: Bitboard::EMPTY };

    /// What these pieces attack, given that of a position that differs on these points only; for
    /// one piece `look` finds it out.
    #[inline(always)]
    fn of(
        &mut self,
        before: &Reach,
        changed: Bitboard,
        pieces: Bitboard,
        look: impl Fn(Square) -> Reach,
    ) -> Bitboard {
        if before.watched.intersects(changed) {
            let mut all = Reach { watched: pieces, attacked: Bitboard::EMPTY };
            for sq in pieces {
                let Reach { watched, attacked } = look(sq);
                all.watched |= watched;
                all.attacked |= attacked;
            }
            *self = all;
        } else {
            *self = *before;
        }
        self.attacked
    }

    /// The attack map of a side of a board; its reaches follow from those of a position that
    /// differs on the points `changed` only. They are those of advisors and bishops, of knights,
    /// of cannons and of rooks.
    fn follow(
        reaches: &mut [Reach; 4],
        before: &[Reach; 4],
        board: &Board,
        side: Color,
        changed: Bitboard,
    ) -> AttackMap {
        let (occ, own) = (board.occupied(), board.color(side));
        let of = |kind: PieceType| board.kind(kind) & own;
        let [guards, knights, cannons, rooks] = reaches;
        let bishops = of(PieceType::Bishop);
        let guards = guards.of(&before[0], changed, of(PieceType::Advisor) | bishops, |sq| {
            if bishops.contains(sq) {
                Reach { watched: attacks::diagonals(sq), attacked: attacks::bishop(sq, occ) }
            } else {
                Reach { watched: Bitboard::EMPTY, attacked: attacks::advisor(sq) }
            }
        });
        let knights = knights.of(&before[1], changed, of(PieceType::Knight), |sq| Reach {
            watched: attacks::orthogonals(sq),
            attacked: attacks::knight(sq, occ),
        });
        let cannons = cannons.of(&before[2], changed, of(PieceType::Cannon), |sq| {
            let (first, attacked) = attacks::rook_and_cannon(sq, occ);
            Reach { watched: first | attacked, attacked }
        });
        let rooks = rooks.of(&before[3], changed, of(PieceType::Rook), |sq| {
            let attacked = attacks::rook(sq, occ);
            Reach { watched: attacked, attacked }
        });
        let by_guards = guards | attacks::pawns(side, of(PieceType::Pawn));
        let by_minors = by_guards | knights | cannons;
        let all = by_minors | rooks | attacks::king(board.king(side));
        AttackMap { all, by_minors, by_guards }
    }
}

/// The attack map of a side, with what that of a similar position follows from: what each kind of
/// pieces attacks is found anew only where it has changed.
#[derive(Clone, Copy, Debug)]
pub struct AttackReaches {
    map: AttackMap,
    reaches: [Reach; 4],
}

impl AttackReaches {
    /// Those of no position, from which those of any other follow if any point has changed.
    pub const UNKNOWN: AttackReaches =
        AttackReaches { map: AttackMap::EMPTY, reaches: [Reach::UNKNOWN; 4] };

    /// Becomes those of a side of a board, given those of a position that has other pieces on the
    /// points `changed` only.
    pub fn follow(
        &mut self,
        before: &AttackReaches,
        board: &Board,
        side: Color,
        changed: Bitboard,
    ) {
        self.map = Reach::follow(&mut self.reaches, &before.reaches, board, side, changed);
    }

    /// The map.
    #[inline]
    pub fn map(&self) -> &AttackMap {
        &self.map
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{NullObserver, START_FEN, Setup};
    use crate::random::Random;

    #[test]
    fn maps_that_follow_from_others_are_those_from_nothing() {
        let mut random = Random::new(&[1]);
        let starts = [
            START_FEN,
            "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
            "CRN1k1b2/3ca4/4ba3/9/2nr5/9/9/4B4/4A4/4KA3 b - - 0 1",
        ];
        for start in starts.iter().cycle().take(150) {
            let mut board = start.parse::<Setup>().unwrap().to_board().unwrap();
            let mut known = [AttackReaches::UNKNOWN; 2];
            let mut changed = [Bitboard::ALL; 2];
            for _ in 0..120 {
                let moves = board.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let mv = moves[random.below(moves.len())];
                board.make(mv, &mut NullObserver);
                for side in Color::ALL {
                    let (known, changed) = (&mut known[side.index()], &mut changed[side.index()]);
                    *changed |= Bitboard::of(mv.from()) | Bitboard::of(mv.to());
                    if random.below(3) > 0 {
                        let before = *known;
                        known.follow(&before, &board, side, *changed);
                        *changed = Bitboard::EMPTY;
                        assert_eq!(known.map(), &AttackMap::new(&board, side), "{board:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_map_has_what_single_pieces_attack() {
        const GUARDS: [PieceType; 3] = [PieceType::Pawn, PieceType::Advisor, PieceType::Bishop];
        const MINORS: [PieceType; 2] = [PieceType::Knight, PieceType::Cannon];
        for fen in [
            "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
            "CRN1k1b2/3ca4/4ba3/9/2nr5/9/9/4B4/4A4/4KA3 b - - 0 1",
        ] {
            let board = fen.parse::<Setup>().unwrap().to_board().unwrap();
            let map = AttackMap::new(&board, !board.side());
            for sq in Square::all() {
                let attackers: Vec<PieceType> = board
                    .color(!board.side())
                    .into_iter()
                    .filter_map(|from| board.piece_at(from).map(|piece| (from, piece)))
                    .filter(|&(from, piece)| {
                        Board::attacks_from(piece, from, board.occupied()).contains(sq)
                    })
                    .map(|(_, piece)| piece.kind())
                    .collect();
                let by = |kinds: &[PieceType]| attackers.iter().any(|kind| kinds.contains(kind));
                assert_eq!(map.at(sq) == 1, !attackers.is_empty(), "{sq} in {fen}");
                let of = |kind| map.by_cheaper(kind).contains(sq);
                assert_eq!(of(PieceType::Rook), by(&GUARDS) || by(&MINORS), "{sq} in {fen}");
                assert_eq!(of(PieceType::Cannon), by(&GUARDS), "{sq} in {fen}");
                assert!(!of(PieceType::Pawn));
            }
        }
    }
}
