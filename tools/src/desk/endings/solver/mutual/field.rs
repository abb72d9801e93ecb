//! Moves in the numbering of a mutual class: attackers, kings, advisors and bishops.

use std::cell::OnceCell;
use std::sync::Arc;

use crate::desk::endings::solver::moves::{FrameMove, attackers, origins, steps, steps_back};
use chuhe::board::{Setup, attacks};
use chuhe::endings::Class;
use chuhe::internals::endings::{Frame, Index, Placements};
use chuhe::types::{Bitboard, Color, Piece, PieceType, Square};

/// A mutual class and the numbering of its positions. Its first side is Red here.
#[derive(Clone, Debug)]
pub struct Field {
    /// The class.
    pub class: Class,
    /// The numbering of its positions.
    pub index: Arc<Index>,
    /// Positions of a frame.
    pub size: usize,
    /// By side, its attackers.
    attackers: [Vec<Attacker>; 2],
}

/// Which of the squares of [`Field::squares`] is that of the attacker in the frame.
const IN_FRAME: usize = 2;

/// An attacker of a class.
#[derive(Clone, Copy, Debug)]
struct Attacker {
    kind: PieceType,
    /// Which of the squares of [`Field::squares`] it stands on.
    slot: usize,
}

/// What is the same for all positions of a frame.
#[derive(Clone, Debug)]
pub struct View {
    number: usize,
    frame: Frame,
    occupied: Bitboard,
    /// By side, what its king, advisors and bishops can do.
    steps: [OnceCell<Vec<FrameMove>>; 2],
    /// By side, where they can come from.
    back: [OnceCell<Vec<FrameMove>>; 2],
}

impl View {
    /// The number of the frame.
    pub fn number(&self) -> usize {
        self.number
    }

    /// Whether two of its pieces stand on one square.
    pub fn is_broken(&self) -> bool {
        self.frame.is_broken()
    }
}

impl Field {
    /// The numbering of a class, which must be mutual.
    pub fn new(class: Class) -> Field {
        let index = Arc::new(Index::new(&class));
        let size = index.placements.count();
        let mut attackers: [Vec<Attacker>; 2] = Default::default();
        let Placements { kinds, colors, .. } = &index.placements;
        for (slot, (&kind, color)) in kinds.iter().zip(colors).enumerate() {
            attackers[color.index()].push(Attacker { kind, slot });
        }
        if let Some(kind) = index.rival_kind() {
            attackers[Color::Black.index()].push(Attacker { kind, slot: IN_FRAME });
        }
        Field { class, index, size, attackers }
    }

    /// What is the same for all positions of a frame.
    pub fn view(&self, number: usize) -> View {
        let frame = self.index.frame(number);
        let [steps, back] = Default::default();
        View { number, frame, occupied: frame.occupied(), steps, back }
    }

    fn placements(&self) -> &Placements {
        &self.index.placements
    }

    /// The squares of all attackers; the last means nothing where no attacker is in the frame.
    #[inline]
    fn squares(&self, view: &View, placement: usize) -> [Square; 3] {
        let [first, second] = self.placements().squares[placement];
        [first, second, view.frame.rival.unwrap_or(second)]
    }

    /// A side's attackers, each with its square.
    #[inline]
    fn attackers_of(
        &self,
        view: &View,
        placement: usize,
        side: Color,
    ) -> impl Iterator<Item = (Attacker, Square)> {
        let squares = self.squares(view, placement);
        self.attackers[side.index()].iter().map(move |&piece| (piece, squares[piece.slot]))
    }

    /// All pieces of a position.
    #[inline]
    fn occupied(&self, view: &View, placement: usize) -> Bitboard {
        let [first, second] = self.placements().squares[placement];
        view.occupied.with(first).with(second)
    }

    /// The frame of a position's number, and its placement there.
    pub fn split(&self, at: usize) -> (View, usize) {
        (self.view(at / self.size), at % self.size)
    }

    /// Whether the side's king can be captured by the other side's attackers or king, or two
    /// pieces share a square: a position that cannot arise with the other side to move.
    pub fn hangs(&self, view: &View, placement: usize, side: Color) -> bool {
        let [first, second] = self.placements().squares[placement];
        if view.occupied.contains(first) || view.occupied.contains(second) {
            return true;
        }
        let occ = self.occupied(view, placement);
        let Frame { own_king, king, .. } = view.frame;
        let faces =
            own_king.file() == king.file() && !attacks::between(own_king, king).intersects(occ);
        faces || self.in_check(view, placement, side)
    }

    /// Whether the side's king is attacked by the other side's attackers.
    #[inline]
    pub fn in_check(&self, view: &View, placement: usize, side: Color) -> bool {
        let occ = self.occupied(view, placement);
        let king = if side == Color::Red { view.frame.own_king } else { view.frame.king };
        self.attackers_of(view, placement, !side)
            .any(|(piece, from)| attackers(piece.kind, !side, king, occ).contains(from))
    }

    /// Whether some rook, knight, cannon, advisor or bishop of a side attacks a piece of the
    /// other side, its king included.
    pub fn attacks_anything(&self, view: &View, placement: usize, side: Color) -> bool {
        let occ = self.occupied(view, placement);
        let Frame { own, defenders, .. } = view.frame;
        let (mine, theirs) = if side == Color::Red { (own, defenders) } else { (defenders, own) };
        let strong: Bitboard =
            self.attackers_of(view, placement, !side).map(|(_, square)| square).collect();
        let victims = theirs[0] | theirs[1] | strong;
        let mut by_attackers = self.attackers_of(view, placement, side).map(|(piece, from)| {
            if piece.kind == PieceType::Pawn {
                Bitboard::EMPTY
            } else {
                targets(piece.kind, side, from, occ)
            }
        });
        by_attackers.any(|to| to.intersects(victims))
            || mine[0].into_iter().any(|sq| attacks::advisor(sq).intersects(strong))
            || mine[1].into_iter().any(|sq| attacks::bishop(sq, occ).intersects(strong))
            || self.in_check(view, placement, !side)
    }

    /// The positions that a side's moves without a capture lead to, those that cannot arise
    /// included.
    #[inline]
    pub fn after(&self, view: &View, placement: usize, side: Color, mut each: impl FnMut(usize)) {
        let occ = self.occupied(view, placement);
        for (piece, from) in self.attackers_of(view, placement, side) {
            let to = match piece.kind {
                PieceType::Cannon => attacks::rook(from, occ),
                kind => targets(kind, side, from, occ),
            };
            self.attacker_moves(view, placement, piece.slot, to & !occ, &mut each);
        }
        let steps = view.steps[side.index()].get_or_init(|| steps(&self.index, &view.frame, side));
        self.frame_moves(steps, placement, &mut each);
    }

    /// The positions from which a side's moves without a capture lead here.
    #[inline]
    pub fn before(&self, view: &View, placement: usize, side: Color, mut each: impl FnMut(usize)) {
        let occ = self.occupied(view, placement);
        for (piece, at) in self.attackers_of(view, placement, side) {
            let from = origins(piece.kind, side, at, occ) & !occ;
            self.attacker_moves(view, placement, piece.slot, from, &mut each);
        }
        let back =
            view.back[side.index()].get_or_init(|| steps_back(&self.index, &view.frame, side));
        self.frame_moves(back, placement, &mut each);
    }

    #[inline]
    fn attacker_moves(
        &self,
        view: &View,
        placement: usize,
        slot: usize,
        there: Bitboard,
        each: &mut impl FnMut(usize),
    ) {
        for sq in there {
            if slot == IN_FRAME {
                if let Some(frame) = self.index.with_rival(view.number, sq) {
                    each(frame * self.size + placement);
                }
            } else if let Some(next) = self.placements().moved(placement, slot, sq) {
                each(view.number * self.size + next);
            }
        }
    }

    #[inline]
    fn frame_moves(&self, steps: &[FrameMove], placement: usize, each: &mut impl FnMut(usize)) {
        let placements = self.placements();
        let squares = placements.squares[placement];
        for step in steps {
            // `to` is where a step backward ends, and that is free here.
            if squares.contains(&step.to) || step.eye.is_some_and(|eye| squares.contains(&eye)) {
                continue;
            }
            let image = placements.mirror[placement];
            let next = if step.mirrored { usize::from(image) } else { placement };
            each(step.frame * self.size + next);
        }
    }

    /// The positions after a side's captures, also those that leave its king to be captured.
    pub fn captures(&self, view: &View, placement: usize, side: Color) -> Vec<Setup> {
        let occ = self.occupied(view, placement);
        let Frame { own, defenders, own_king, king, .. } = view.frame;
        let (mine, theirs, king) = match side {
            Color::Red => (own, defenders, own_king),
            Color::Black => (defenders, own, king),
        };
        let strong: Bitboard =
            self.attackers_of(view, placement, !side).map(|(_, square)| square).collect();
        let mut moves: Vec<(Square, Square)> = Vec::new();
        let mut add =
            |from: Square, to: Bitboard| moves.extend(to.into_iter().map(|to| (from, to)));
        for (piece, from) in self.attackers_of(view, placement, side) {
            add(from, targets(piece.kind, side, from, occ) & (theirs[0] | theirs[1] | strong));
        }
        add(king, attacks::king(king) & strong);
        mine[0].into_iter().for_each(|sq| add(sq, attacks::advisor(sq) & strong));
        mine[1].into_iter().for_each(|sq| add(sq, attacks::bishop(sq, occ) & strong));
        let after = |(from, to): (Square, Square)| {
            let mut setup = self.index.setup(view.number, placement, !side);
            let piece: Option<Piece> = setup.pieces[from.index()].take();
            setup.pieces[to.index()] = piece;
            setup
        };
        moves.into_iter().map(after).collect()
    }
}

/// The squares on which an attacker of a side could capture.
fn targets(kind: PieceType, side: Color, from: Square, occ: Bitboard) -> Bitboard {
    match kind {
        PieceType::Rook => attacks::rook(from, occ),
        PieceType::Cannon => attacks::cannon(from, occ),
        PieceType::Knight => attacks::knight(from, occ),
        _ => attacks::pawn(side, from),
    }
}
