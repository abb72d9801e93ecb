//! Moves in the numbering of a mutual class: attackers, kings, advisors and bishops.

use std::cell::{OnceCell, RefCell};
use std::sync::Arc;

use crate::desk::endings::solver::moves::{FrameMove, attackers, origins, steps, steps_back};
use crate::desk::endings::solver::mutual::FastMap;
use chuhe::board::{Setup, attacks};
use chuhe::endings::{Class, Ending};
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
    /// By number, each frame, and what it takes: numbering back is slow.
    frames: Arc<[Still]>,
}

/// A frame and its squares.
#[derive(Clone, Copy, Debug)]
struct Still {
    frame: Frame,
    occupied: Bitboard,
    is_broken: bool,
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
pub struct View<'a> {
    number: usize,
    still: &'a Still,
    /// By side, what its king, advisors and bishops can do.
    steps: [OnceCell<Vec<FrameMove>>; 2],
    /// By side, where they can come from.
    back: [OnceCell<Vec<FrameMove>>; 2],
    /// What captures are worth that have been asked for; nothing where the king then hangs.
    captured: RefCell<FastMap<Capture, Option<Ending>>>,
}

/// All that the position after a capture depends on within a frame. Most captures of a frame are
/// those of other placements again: where the piece came from no longer matters. Whose capture it is
/// follows from the piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Capture {
    /// The square of a piece of the frame, or [`Square::COUNT`] plus the slot of an attacker.
    mover: u8,
    to: Square,
    /// The attackers that stay where they are, by slot.
    others: [Option<Square>; 2],
}

impl View<'_> {
    /// The number of the frame.
    pub fn number(&self) -> usize {
        self.number
    }

    /// Whether two of its pieces stand on one square.
    pub fn is_broken(&self) -> bool {
        self.still.is_broken
    }

    /// What a capture is worth, which is asked for once; nothing where the king then hangs.
    ///
    /// # Errors
    /// Those of `value`.
    pub fn captured<E>(
        &self,
        capture: Capture,
        value: impl FnOnce() -> Result<Option<Ending>, E>,
    ) -> Result<Option<Ending>, E> {
        if let Some(&known) = self.captured.borrow().get(&capture) {
            return Ok(known);
        }
        let value = value()?;
        self.captured.borrow_mut().insert(capture, value);
        Ok(value)
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
        let still = |number| {
            let frame = index.frame(number);
            Still { frame, occupied: frame.occupied(), is_broken: frame.is_broken() }
        };
        let frames = (0..index.frames()).map(still).collect();
        Field { class, index, size, attackers, frames }
    }

    /// What is the same for all positions of a frame.
    pub fn view(&self, number: usize) -> View<'_> {
        let [steps, back] = Default::default();
        View { number, still: &self.frames[number], steps, back, captured: RefCell::default() }
    }

    fn placements(&self) -> &Placements {
        &self.index.placements
    }

    /// The squares of all attackers; the last means nothing where no attacker is in the frame.
    #[inline]
    fn squares(&self, view: &View<'_>, placement: usize) -> [Square; 3] {
        let [first, second] = self.placements().squares[placement];
        [first, second, view.still.frame.rival.unwrap_or(second)]
    }

    /// A side's attackers, each with its square.
    #[inline]
    fn attackers_of(
        &self,
        view: &View<'_>,
        placement: usize,
        side: Color,
    ) -> impl Iterator<Item = (Attacker, Square)> {
        let squares = self.squares(view, placement);
        self.attackers[side.index()].iter().map(move |&piece| (piece, squares[piece.slot]))
    }

    /// All pieces of a position.
    #[inline]
    fn occupied(&self, view: &View<'_>, placement: usize) -> Bitboard {
        let [first, second] = self.placements().squares[placement];
        view.still.occupied.with(first).with(second)
    }

    /// The frame of a position's number, and its placement there.
    pub fn split(&self, at: usize) -> (View<'_>, usize) {
        (self.view(at / self.size), at % self.size)
    }

    /// Whether an attacker shares a square with a piece of the frame.
    pub fn overlaps(&self, view: &View<'_>, placement: usize) -> bool {
        let [first, second] = self.placements().squares[placement];
        view.still.occupied.contains(first) || view.still.occupied.contains(second)
    }

    /// Whether the side's king can be captured by the other side's attackers or king, or two
    /// pieces share a square: a position that cannot arise with the other side to move.
    pub fn hangs(&self, view: &View<'_>, placement: usize, side: Color) -> bool {
        if self.overlaps(view, placement) {
            return true;
        }
        let occ = self.occupied(view, placement);
        let Frame { own_king, king, .. } = view.still.frame;
        let faces =
            own_king.file() == king.file() && !attacks::between(own_king, king).intersects(occ);
        faces || self.in_check(view, placement, side)
    }

    /// Whether the side's king is attacked by the other side's attackers.
    #[inline]
    pub fn in_check(&self, view: &View<'_>, placement: usize, side: Color) -> bool {
        let occ = self.occupied(view, placement);
        let king =
            if side == Color::Red { view.still.frame.own_king } else { view.still.frame.king };
        self.attackers_of(view, placement, !side)
            .any(|(piece, from)| attackers(piece.kind, !side, king, occ).contains(from))
    }

    /// Whether some rook, knight, cannon, advisor or bishop of a side attacks a piece of the
    /// other side, its king included.
    pub fn attacks_anything(&self, view: &View<'_>, placement: usize, side: Color) -> bool {
        let occ = self.occupied(view, placement);
        let Frame { own, defenders, .. } = view.still.frame;
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
    pub fn after(
        &self,
        view: &View<'_>,
        placement: usize,
        side: Color,
        mut each: impl FnMut(usize),
    ) {
        self.all_after(view, placement, side, |at| {
            each(at);
            true
        });
    }

    /// Whether all positions that a side's moves without a capture lead to, those that cannot
    /// arise included, are of a kind; asks no further than the first that is not.
    #[inline]
    pub fn all_after(
        &self,
        view: &View<'_>,
        placement: usize,
        side: Color,
        mut is_one: impl FnMut(usize) -> bool,
    ) -> bool {
        let occ = self.occupied(view, placement);
        for (piece, from) in self.attackers_of(view, placement, side) {
            let to = match piece.kind {
                PieceType::Cannon => attacks::rook(from, occ),
                kind => targets(kind, side, from, occ),
            };
            if !self.attacker_moves(view, placement, piece.slot, to & !occ, &mut is_one) {
                return false;
            }
        }
        let steps =
            view.steps[side.index()].get_or_init(|| steps(&self.index, &view.still.frame, side));
        self.frame_moves(steps, placement, &mut is_one)
    }

    /// The positions from which a side's moves without a capture lead here.
    #[inline]
    pub fn before(
        &self,
        view: &View<'_>,
        placement: usize,
        side: Color,
        mut each: impl FnMut(usize),
    ) {
        let occ = self.occupied(view, placement);
        let mut each = |at| {
            each(at);
            true
        };
        for (piece, at) in self.attackers_of(view, placement, side) {
            let from = origins(piece.kind, side, at, occ) & !occ;
            self.attacker_moves(view, placement, piece.slot, from, &mut each);
        }
        let back = view.back[side.index()]
            .get_or_init(|| steps_back(&self.index, &view.still.frame, side));
        self.frame_moves(back, placement, &mut each);
    }

    #[inline]
    fn attacker_moves(
        &self,
        view: &View<'_>,
        placement: usize,
        slot: usize,
        there: Bitboard,
        is_one: &mut impl FnMut(usize) -> bool,
    ) -> bool {
        for sq in there {
            let next = if slot == IN_FRAME {
                let frame = self.index.with_rival(view.number, sq);
                frame.map(|frame| frame * self.size + placement)
            } else {
                let next = self.placements().moved(placement, slot, sq);
                next.map(|next| view.number * self.size + next)
            };
            if !next.is_none_or(&mut *is_one) {
                return false;
            }
        }
        true
    }

    #[inline]
    fn frame_moves(
        &self,
        steps: &[FrameMove],
        placement: usize,
        is_one: &mut impl FnMut(usize) -> bool,
    ) -> bool {
        let placements = self.placements();
        let squares = placements.squares[placement];
        for step in steps {
            // `to` is where a step backward ends, and that is free here.
            if squares.contains(&step.to) || step.eye.is_some_and(|eye| squares.contains(&eye)) {
                continue;
            }
            let image = placements.mirror[placement];
            let next = if step.mirrored { usize::from(image) } else { placement };
            if !is_one(step.frame * self.size + next) {
                return false;
            }
        }
        true
    }

    /// A side's captures, also those that leave its king to be captured.
    pub fn captures(
        &self,
        view: &View<'_>,
        placement: usize,
        side: Color,
        mut each: impl FnMut(Capture),
    ) {
        let occ = self.occupied(view, placement);
        debug_assert!(!view.is_broken(), "two pieces on one square");
        let Frame { own, defenders, own_king, king, .. } = view.still.frame;
        let (mine, theirs, king) = match side {
            Color::Red => (own, defenders, own_king),
            Color::Black => (defenders, own, king),
        };
        let strong: Bitboard =
            self.attackers_of(view, placement, !side).map(|(_, square)| square).collect();
        let squares = self.placements().squares[placement];
        let mut add = |slot: Option<usize>, from: Square, to: Bitboard| {
            let mover = slot.map_or(from.index(), |slot| Square::COUNT + slot) as u8;
            for to in to {
                let stays = |slot: usize| {
                    let square = squares[slot];
                    (square != from && square != to).then_some(square)
                };
                each(Capture { mover, to, others: [stays(0), stays(1)] });
            }
        };
        for (piece, from) in self.attackers_of(view, placement, side) {
            let slot = Some(piece.slot).filter(|&slot| slot != IN_FRAME);
            let to = targets(piece.kind, side, from, occ) & (theirs[0] | theirs[1] | strong);
            add(slot, from, to);
        }
        add(None, king, attacks::king(king) & strong);
        mine[0].into_iter().for_each(|sq| add(None, sq, attacks::advisor(sq) & strong));
        mine[1].into_iter().for_each(|sq| add(None, sq, attacks::bishop(sq, occ) & strong));
    }

    /// The position after a capture of a side, whether or not that is legal.
    pub fn after_capture(
        &self,
        view: &View<'_>,
        placement: usize,
        side: Color,
        capture: Capture,
    ) -> Setup {
        let mut setup = self.index.setup(view.number, placement, !side);
        let mover = usize::from(capture.mover);
        let from = match mover.checked_sub(Square::COUNT) {
            Some(slot) => self.placements().squares[placement][slot].index(),
            None => mover,
        };
        let piece: Option<Piece> = setup.pieces[from].take();
        setup.pieces[capture.to.index()] = piece;
        setup
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
