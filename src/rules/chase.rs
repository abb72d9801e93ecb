//! Which pieces a side chases in a position. Sees one board; what changes from
//! ply to ply, and what follows from it, belongs to `repetition`.

use crate::board::{Board, attacks};
use crate::rules::RuleSet;
use crate::types::{Bitboard, Color, Move, PieceType, Square};

/// The pieces among `victims` that `side` chases, whoever is to move: those that
/// one of its pieces could capture with profit.
///
/// Kings and pawns chase nothing. Kings, and pawns that have not crossed the
/// river, are not chased. `victims` may contain squares of any kind.
pub fn chased(board: &Board, side: Color, victims: Bitboard, rules: &RuleSet) -> Bitboard {
    chased_by(board, board.color(side), side, victims, rules)
}

/// The pieces among `victims` that those of `side` on `chasers` chase; see [`chased`].
pub fn chased_by(
    board: &Board,
    chasers: Bitboard,
    side: Color,
    victims: Bitboard,
    rules: &RuleSet,
) -> Bitboard {
    let enemies = board.color(!side);
    let at_home = match side {
        Color::Red => Bitboard((Bitboard::ALL.0 >> 45) << 45),
        Color::Black => Bitboard((1 << 45) - 1),
    };
    let exempt = board.kind(PieceType::King) | board.kind(PieceType::Pawn) & at_home;
    let victims = victims & enemies & !exempt;
    if victims.is_empty() {
        return Bitboard::EMPTY;
    }
    let occ = board.occupied();
    let free = board.kind(PieceType::King) | board.kind(PieceType::Pawn);
    let chasers = chasers & board.color(side) & !free;
    let king = KingView::new(board, side);
    victims
        .into_iter()
        .filter(|&victim| {
            (board.attackers_to(victim, occ) & chasers)
                .into_iter()
                .any(|from| king.permits(board, from, victim) && wins(board, from, victim, rules))
        })
        .fold(Bitboard::EMPTY, Bitboard::with)
}

/// The enemy rooks that stand on the leg of a knight of `side` which would
/// otherwise give check.
pub fn rooks_pinned_by_knight(board: &Board, side: Color) -> Bitboard {
    let king = board.king(!side);
    let rooks = board.pieces(!side, PieceType::Rook) & attacks::diagonals(king);
    let knights = board.pieces(side, PieceType::Knight);
    rooks
        .into_iter()
        .filter(|&rook| {
            // The knights that attack the king over this leg alone.
            let free = attacks::free_knight_to(king);
            let others = attacks::knight_to(king, Bitboard::of(rook));
            (free & !others).intersects(knights)
        })
        .fold(Bitboard::EMPTY, Bitboard::with)
}

/// A side's king and what attacks it, computed once for all captures in question.
struct KingView {
    king: Square,
    /// Enemy pieces that attack the king now.
    attackers: Bitboard,
    /// Squares from which a piece that leaves may expose the king.
    sensitive: Bitboard,
}

impl KingView {
    fn new(board: &Board, side: Color) -> KingView {
        let king = board.king(side);
        let enemies = board.color(!side);
        let attackers = attackers_of(board, king, !side, enemies, board.occupied());
        KingView { king, attackers, sensitive: attacks::lines(king) | attacks::diagonals(king) }
    }

    /// Whether a piece of the side may capture from `from` on `victim` as far as
    /// its own king is concerned.
    ///
    /// So a pinned piece chases at most what pins it: a capture lands on an
    /// occupied point, which cannot take the place of the blocker that left.
    fn permits(&self, board: &Board, from: Square, victim: Square) -> bool {
        if !self.sensitive.contains(from) {
            return self.attackers.without(victim).is_empty();
        }
        let Some(piece) = board.piece_at(from) else { return false };
        let (them, enemies) = (!piece.color(), board.color(!piece.color()));
        let occ = board.occupied().without(from);
        attackers_of(board, self.king, them, enemies.without(victim), occ).is_empty()
    }
}

/// Whether the capture, known to be legal, wins material: by the value of the
/// victim, or because nothing can take back and it is no mere exchange.
fn wins(board: &Board, from: Square, victim: Square, rules: &RuleSet) -> bool {
    use PieceType::{Advisor, Bishop, Cannon, Knight, Rook};
    let kinds = (board.piece_at(from), board.piece_at(victim));
    let (Some(chaser), Some(chased)) = kinds else { return false };
    let always = match (chaser.kind(), chased.kind()) {
        (Knight | Cannon, Rook) => true,
        (Advisor | Bishop, Rook | Knight | Cannon) => rules.minors_chase_protected,
        _ => false,
    };
    if always {
        return true;
    }
    let is_loose = !can_be_taken_back(board, from, victim)
        || rules.counts_exchanges && board.see_ge(Move::new(from, victim), 1);
    // Pieces of one type that can capture each other are offered in exchange.
    is_loose && !(chaser.kind() == chased.kind() && can_capture(board, victim, from))
}

/// Whether a legal recapture answers the capture. Judged after it: lines that
/// it opens and screens that it moves count.
fn can_be_taken_back(board: &Board, from: Square, victim: Square) -> bool {
    let Some(piece) = board.piece_at(from) else { return false };
    let (us, them) = (piece.color(), !piece.color());
    let occ = board.occupied().without(from);
    let remaining = board.color(us).without(from);
    let king = board.king(them);
    (board.attackers_to(victim, occ) & board.color(them)).into_iter().any(|protector| {
        let king = if protector == king { victim } else { king };
        attackers_of(board, king, us, remaining, occ.without(protector)).is_empty()
    })
}

/// Whether the piece on `from` could legally capture the one on `to`, were it
/// its side's turn.
fn can_capture(board: &Board, from: Square, to: Square) -> bool {
    let Some(piece) = board.piece_at(from) else { return false };
    let (us, them) = (piece.color(), !piece.color());
    let occ = board.occupied();
    Board::attacks_from(piece, from, occ).contains(to)
        && attackers_of(
            board,
            board.king(us),
            them,
            board.color(them).without(to),
            occ.without(from),
        )
        .is_empty()
}

/// The pieces among `set`, all of colour `color`, that would capture a king on
/// `king` with this occupation. The other king counts on the open file.
fn attackers_of(
    board: &Board,
    king: Square,
    color: Color,
    set: Bitboard,
    occ: Bitboard,
) -> Bitboard {
    let rooks = (board.kind(PieceType::Rook) | board.kind(PieceType::King)) & set;
    let cannons = board.kind(PieceType::Cannon) & set;
    let mut out = attacks::knight_to(king, occ) & board.kind(PieceType::Knight) & set
        | attacks::pawn_to(color, king) & board.kind(PieceType::Pawn) & set;
    if attacks::lines(king).intersects(rooks | cannons) {
        out |= attacks::rook(king, occ) & rooks | attacks::cannon(king, occ) & cannons;
    }
    out
}
