//! Moves in the numbering of a class: of kings, advisors and bishops from frame to
//! frame, and of attackers, backward and against the king.

use chuhe::board::attacks;
use chuhe::internals::endings::{Frame, Index};
use chuhe::types::{Bitboard, Color, PieceType, Square};

/// A move of a king, an advisor or a bishop, as a step between frames.
#[derive(Clone, Copy, Debug)]
pub struct FrameMove {
    /// Number of the frame that it leads to.
    pub frame: usize,
    /// Whether the placements are reflected there.
    pub mirrored: bool,
    /// Where the piece goes.
    pub to: Square,
    /// The point that a bishop jumps over.
    pub eye: Option<Square>,
}

/// The moves of one side's king, advisors and bishops, as far as the frame
/// allows them.
pub fn steps(index: &Index, frame: &Frame, mover: Color) -> Vec<FrameMove> {
    let each = each_step(frame, mover).into_iter();
    let number = |(next, to, eye)| {
        let (frame, mirrored) = index.number(&next);
        FrameMove { frame, mirrored, to, eye }
    };
    each.map(number).collect()
}

/// The frames from which a side's king, advisors and bishops come. Where
/// mirror images are numbered apart, a move leads from each image to another.
pub fn steps_back(index: &Index, frame: &Frame, mover: Color) -> Vec<FrameMove> {
    let mut steps = Vec::new();
    for (before, to, eye) in each_step(frame, mover) {
        let (number, mirrored) = index.number(&before);
        match (frame.is_central(), before.is_central()) {
            (true, false) if mirrored => continue,
            (false, true) => {
                let (image, _) = index.number(&before.mirrored());
                steps.push(FrameMove { frame: image, mirrored: true, to, eye });
            }
            _ => {}
        }
        steps.push(FrameMove { frame: number, mirrored, to, eye });
    }
    steps
}

/// What the king, the advisors and the bishops of a side can do in a frame
/// without attackers: the frame after, the target, and a bishop's eye.
fn each_step(frame: &Frame, mover: Color) -> Vec<(Frame, Square, Option<Square>)> {
    let occupied = frame.occupied();
    let mut list = Vec::new();
    let is_own = mover == Color::Red;
    let king = if is_own { frame.own_king } else { frame.king };
    for to in attacks::king(king) & !occupied {
        let mut next = *frame;
        *(if is_own { &mut next.own_king } else { &mut next.king }) = to;
        list.push((next, to, None));
    }
    let minors = if is_own { frame.own } else { frame.defenders };
    for (minor, set) in minors.into_iter().enumerate() {
        for from in set {
            let reach =
                if minor == 0 { attacks::advisor(from) } else { attacks::bishop(from, occupied) };
            for to in reach & !occupied {
                let mut next = *frame;
                let sets = if is_own { &mut next.own } else { &mut next.defenders };
                sets[minor] = set.without(from).with(to);
                let middle = (from.index() + to.index()) / 2;
                list.push((next, to, (minor == 1).then(|| Square::from_index(middle))));
            }
        }
    }
    list
}

/// The squares from which an attacker of a side captures on `target`.
pub fn attackers(kind: PieceType, side: Color, target: Square, occ: Bitboard) -> Bitboard {
    match kind {
        PieceType::Rook => attacks::rook(target, occ),
        PieceType::Cannon => attacks::cannon(target, occ),
        PieceType::Knight => attacks::knight_to(target, occ),
        _ => attacks::pawn_to(side, target),
    }
}

/// The squares from which an attacker of a side comes to `at` without capturing.
pub fn origins(kind: PieceType, side: Color, at: Square, occ: Bitboard) -> Bitboard {
    match kind {
        PieceType::Rook | PieceType::Cannon => attacks::rook(at, occ),
        PieceType::Knight => attacks::knight_to(at, occ),
        _ => attacks::pawn_to(side, at),
    }
}

/// The squares of a second piece with which an attacker on `from` attacks the
/// king; `occ` are the pieces besides the two.
pub fn attack(kind: PieceType, from: Square, king: Square, occ: Bitboard) -> Bitboard {
    let unless = |is_attack: bool, blockers: Bitboard| {
        if is_attack { !blockers } else { Bitboard::EMPTY }
    };
    match kind {
        PieceType::Rook | PieceType::Cannon => {
            if !attacks::lines(king).contains(from) {
                return Bitboard::EMPTY;
            }
            let path = attacks::between(from, king);
            match ((path & occ).count(), kind) {
                (0, PieceType::Rook) | (1, PieceType::Cannon) => !path,
                (0, _) => path,
                _ => Bitboard::EMPTY,
            }
        }
        PieceType::Knight => {
            // Next to the knight and diagonal to the king.
            let leg = attacks::diagonals(king) & attacks::rook(from, Bitboard::ALL);
            let is_attack = attacks::free_knight_to(king).contains(from) && !leg.intersects(occ);
            unless(is_attack, leg)
        }
        _ => unless(attacks::pawn_to(Color::Red, king).contains(from), Bitboard::EMPTY),
    }
}
