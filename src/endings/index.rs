//! Numbers positions of a class.
//!
//! The attacker is always Red here; other positions are flipped. A number has
//! two parts: the *frame*, which is where the kings, advisors and bishops stand,
//! and the *placement*, which is where the attackers stand. Where one attacker stands
//! against two, it is part of the frame. Positions that are
//! mirror images of each other share a number, save those with both kings on the
//! central file, where both images are numbered: reflecting only on account of
//! the kings keeps all placements of a frame together.

use crate::board::{Board, Setup, attacks};
use crate::endings::class::Class;
use crate::endings::placements::{NOWHERE, Placements};
use crate::types::{Bitboard, Color, Piece, PieceType, Square};

const SQUARES: usize = Square::COUNT;
/// Pairs of king squares, mirror images counted once.
const KING_PAIRS: usize = 45;

/// Sets of a number of squares out of some, numbered.
#[derive(Clone, Debug)]
struct Subsets {
    /// The sets.
    masks: Vec<Bitboard>,
    /// Each square's bit in [`Subsets::numbers`].
    bit: Vec<u8>,
    /// The number of a set by its bits.
    numbers: Vec<u8>,
    /// The mirror image of each set.
    mirror: Vec<u8>,
}

impl Subsets {
    fn new(squares: Bitboard, size: u8) -> Subsets {
        let list: Vec<Square> = squares.into_iter().collect();
        let mut bit = vec![0; SQUARES];
        for (i, sq) in list.iter().enumerate() {
            bit[sq.index()] = i as u8;
        }
        let mut masks = Vec::new();
        let mut numbers = vec![0; 1 << list.len()];
        for (bits, number) in numbers.iter_mut().enumerate() {
            if bits.count_ones() == u32::from(size) {
                *number = masks.len() as u8;
                let chosen = list.iter().enumerate().filter(|(i, _)| bits >> i & 1 != 0);
                masks.push(chosen.map(|(_, &sq)| sq).collect());
            }
        }
        let mut sets = Subsets { masks, bit, numbers, mirror: Vec::new() };
        sets.mirror = sets.masks.iter().map(|&mask| sets.number(mirror(mask)) as u8).collect();
        sets
    }

    #[inline]
    fn number(&self, set: Bitboard) -> usize {
        let bits = set.into_iter().fold(0, |bits, sq| bits | 1 << self.bit[sq.index()]);
        usize::from(self.numbers[bits])
    }
}

fn mirror(set: Bitboard) -> Bitboard {
    set.into_iter().map(Square::mirror).collect()
}

/// Where kings, advisors and bishops stand: everything but the attackers. The one that stands
/// against two is part of it, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The attacker's king.
    pub own_king: Square,
    /// The defender's king.
    pub king: Square,
    /// The attacker's advisors and bishops.
    pub own: [Bitboard; 2],
    /// The defender's advisors and bishops.
    pub defenders: [Bitboard; 2],
    /// The defender's attacker, where it stands against two.
    pub rival: Option<Square>,
}

impl Frame {
    /// All squares that are taken.
    pub fn occupied(&self) -> Bitboard {
        let minors = self.own[0] | self.own[1] | self.defenders[0] | self.defenders[1];
        let rival = self.rival.map_or(Bitboard::EMPTY, Bitboard::of);
        (minors | rival).with(self.king).with(self.own_king)
    }

    /// Whether two pieces stand on one square.
    pub fn is_broken(&self) -> bool {
        let minors = self.own.iter().chain(&self.defenders).map(|set| set.count());
        let pieces = 2 + minors.sum::<u32>() + u32::from(self.rival.is_some());
        self.occupied().count() != pieces
    }

    /// Whether mirror images of this frame are numbered apart.
    pub fn is_central(&self) -> bool {
        self.king.file() == 4 && self.own_king.file() == 4
    }

    /// The frame reflected in the central file.
    pub fn mirrored(&self) -> Frame {
        Frame {
            own_king: self.own_king.mirror(),
            king: self.king.mirror(),
            own: self.own.map(mirror),
            defenders: self.defenders.map(mirror),
            rival: self.rival.map(Square::mirror),
        }
    }

    /// Whether the kings face each other when nothing but the frame is there.
    pub fn kings_face(&self) -> bool {
        self.king.file() == self.own_king.file()
            && !attacks::between(self.king, self.own_king).intersects(self.occupied())
    }
}

/// The numbering of all positions of a class.
#[derive(Clone, Debug)]
pub struct Index {
    /// Where the attackers can stand.
    pub placements: Placements,
    own: [Subsets; 2],
    defenders: [Subsets; 2],
    rival: Option<Rival>,
    frames: usize,
}

/// The attacker that stands against two, and where it can.
#[derive(Clone, Debug)]
struct Rival {
    kind: PieceType,
    squares: Vec<Square>,
    /// By square its place among these.
    numbers: Vec<u8>,
}

impl Rival {
    fn of(class: &Class) -> Option<Rival> {
        let kind = *class.rival_kinds().first().filter(|_| class.count_attackers() > 2)?;
        let can_stand = |sq: &Square| kind.can_stand(sq.relative_to(Color::Black));
        let squares: Vec<Square> = Square::all().filter(can_stand).collect();
        let mut numbers = vec![u8::MAX; SQUARES];
        for (number, sq) in squares.iter().enumerate() {
            numbers[sq.index()] = number as u8;
        }
        Some(Rival { kind, squares, numbers })
    }
}

const RED_HALF: u128 = (1 << 45) - 1;
/// The squares of Red's advisors.
const RED_ADVISORS: Bitboard =
    Bitboard(1 << 3 | 1 << 5 | 1 << (9 + 4) | 1 << (18 + 3) | 1 << (18 + 5));
/// The squares of Red's bishops.
const RED_BISHOPS: Bitboard = Bitboard(attacks::BISHOP_POINTS.0 & RED_HALF);

impl Index {
    /// The numbering of a class.
    pub fn new(class: &Class) -> Index {
        let flip = |set: Bitboard| set.into_iter().map(Square::flip).collect();
        let sets = [RED_ADVISORS, RED_BISHOPS];
        let own = [0, 1].map(|i| Subsets::new(sets[i], class.own[i]));
        let defenders = [0, 1].map(|i| Subsets::new(flip(sets[i]), class.defenders[i]));
        let all = own.iter().chain(&defenders).map(|s| s.masks.len());
        let rival = Rival::of(class);
        let of_rival = rival.as_ref().map_or(1, |rival| rival.squares.len());
        let frames = KING_PAIRS * all.product::<usize>() * of_rival;
        Index { placements: Placements::new(class), own, defenders, rival, frames }
    }

    /// The type of the attacker that stands against two.
    #[inline]
    pub fn rival_kind(&self) -> Option<PieceType> {
        self.rival.as_ref().map(|rival| rival.kind)
    }

    /// Number of frames.
    #[inline]
    pub fn frames(&self) -> usize {
        self.frames
    }

    /// Number of positions with one side to move, impossible ones included.
    #[inline]
    pub fn positions(&self) -> usize {
        self.frames * self.placements.count()
    }

    /// The number of a frame, and whether that is the number of its mirror image.
    #[inline]
    pub fn number(&self, frame: &Frame) -> (usize, bool) {
        let (own_file, file) = (frame.own_king.file(), frame.king.file());
        let mirrored = own_file > 4 || own_file == 4 && file > 4;
        let kings = king_pair(frame.own_king, frame.king, mirrored);
        let sets = [
            (&self.own[0], frame.own[0]),
            (&self.own[1], frame.own[1]),
            (&self.defenders[0], frame.defenders[0]),
            (&self.defenders[1], frame.defenders[1]),
        ];
        let number = sets.into_iter().fold(kings, |number, (subsets, set)| {
            let of_set = subsets.number(set);
            let of_set = if mirrored { usize::from(subsets.mirror[of_set]) } else { of_set };
            number * subsets.masks.len() + of_set
        });
        let number = match (&self.rival, frame.rival) {
            (Some(rival), Some(sq)) => {
                let sq = if mirrored { sq.mirror() } else { sq };
                number * rival.squares.len() + usize::from(rival.numbers[sq.index()])
            }
            _ => number,
        };
        (number, mirrored)
    }

    /// The number of a frame with the attacker that stands against two elsewhere; `None` where it
    /// cannot stand.
    #[inline]
    pub fn with_rival(&self, number: usize, to: Square) -> Option<usize> {
        let rival = self.rival.as_ref()?;
        let (count, place) = (rival.squares.len(), usize::from(rival.numbers[to.index()]));
        (place < count).then_some(number / count * count + place)
    }

    /// The frame of a number.
    pub fn frame(&self, mut number: usize) -> Frame {
        let rival = self.rival.as_ref().map(|rival| {
            let sq = rival.squares[number % rival.squares.len()];
            number /= rival.squares.len();
            sq
        });
        let mut take = |subsets: &Subsets| {
            let set = subsets.masks[number % subsets.masks.len()];
            number /= subsets.masks.len();
            set
        };
        let bishops = take(&self.defenders[1]);
        let advisors = take(&self.defenders[0]);
        let own_bishops = take(&self.own[1]);
        let own_advisors = take(&self.own[0]);
        let (own_king, king) = kings_of(number);
        let (own, defenders) = ([own_advisors, own_bishops], [advisors, bishops]);
        Frame { own_king, king, own, defenders, rival }
    }

    /// The position of a number, possible or not.
    pub fn setup(&self, number: usize, placement: usize, side: Color) -> Setup {
        let frame = self.frame(number);
        let mut setup = Setup { pieces: [None; SQUARES], side, quiet_plies: 0, move_number: 1 };
        let mut put = |color: Color, kind: PieceType, set: Bitboard| {
            for sq in set {
                setup.pieces[sq.index()] = Some(Piece::new(color, kind));
            }
        };
        put(Color::Red, PieceType::King, Bitboard::of(frame.own_king));
        put(Color::Black, PieceType::King, Bitboard::of(frame.king));
        for (color, minors) in [(Color::Red, frame.own), (Color::Black, frame.defenders)] {
            put(color, PieceType::Advisor, minors[0]);
            put(color, PieceType::Bishop, minors[1]);
        }
        if let (Some(rival), Some(sq)) = (&self.rival, frame.rival) {
            put(Color::Black, rival.kind, Bitboard::of(sq));
        }
        let squares = self.placements.squares[placement];
        let Placements { kinds, colors, .. } = &self.placements;
        for ((&kind, &color), sq) in kinds.iter().zip(colors).zip(squares) {
            put(color, kind, Bitboard::of(sq));
        }
        setup
    }

    /// Frame and placement of a position of the class in which `attacker` is the first side.
    pub fn of(&self, board: &Board, attacker: Color) -> Option<(usize, usize)> {
        let turn = |sq: Square| sq.relative_to(attacker);
        let set = |color: Color, kind: PieceType| {
            let set = board.pieces(color, kind);
            if attacker == Color::Red { set } else { set.into_iter().map(Square::flip).collect() }
        };
        let minors = |color| [set(color, PieceType::Advisor), set(color, PieceType::Bishop)];
        let rival = self.rival_kind().and_then(|kind| set(!attacker, kind).into_iter().next());
        let frame = Frame {
            own_king: turn(board.king(attacker)),
            king: turn(board.king(!attacker)),
            own: minors(attacker),
            defenders: minors(!attacker),
            rival,
        };
        let (number, mirrored) = self.number(&frame);
        let mut squares = [NOWHERE; 2];
        let mut found = 0;
        let Placements { kinds, colors, .. } = &self.placements;
        for (i, (&kind, &color)) in kinds.iter().zip(colors).enumerate() {
            if i > 0 && self.placements.is_pair() {
                continue;
            }
            let owner = if color == Color::Red { attacker } else { !attacker };
            for sq in board.pieces(owner, kind) {
                let sq = turn(sq);
                let sq = if mirrored { sq.mirror() } else { sq };
                *squares.get_mut(found)? = sq.index();
                found += 1;
            }
        }
        let placement = self.placements.of(squares[0], squares[1])?;
        Some((number, placement))
    }
}

/// The number of the kings' squares among 45.
#[inline]
fn king_pair(own_king: Square, king: Square, mirrored: bool) -> usize {
    let (own_king, king) =
        if mirrored { (own_king.mirror(), king.mirror()) } else { (own_king, king) };
    let (own_rank, rank) = (own_king.rank(), 9 - king.rank());
    // The own king on file d: any file of the other; on file e: d or e.
    match own_king.file() {
        3 => (own_rank * 3 + rank) * 3 + king.file() - 3,
        _ => 27 + (own_rank * 3 + rank) * 2 + king.file() - 3,
    }
}

/// The inverse of [`king_pair`].
fn kings_of(number: usize) -> (Square, Square) {
    let (file, files, number) = if number < 27 { (3, 3, number) } else { (4, 2, number - 27) };
    let ranks = number / files;
    (Square::new(file, ranks / 3), Square::new(3 + number % files, 9 - ranks % 3))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::endings::class::FAMILIES;

    #[test]
    fn frames_and_placements_read_back() {
        let three = ["KRNKR", "KNPKP", "KCCKNA"].map(|name| name.parse().unwrap());
        let classes = FAMILIES.into_iter().flat_map(Class::of_family).step_by(7);
        for class in classes.chain(three) {
            let index = Index::new(&class);
            for number in (0..index.frames()).step_by(1 + index.frames() / 500) {
                let frame = index.frame(number);
                assert_eq!(index.number(&frame), (number, false));
                let (image, mirrored) = index.number(&frame.mirrored());
                assert_eq!(mirrored, !frame.is_central());
                assert_eq!(image == number, mirrored || frame == frame.mirrored());
            }
            let placements = &index.placements;
            for number in 0..placements.count() {
                let mirror = usize::from(placements.mirror[number]);
                assert_eq!(usize::from(placements.mirror[mirror]), number);
                let [a, b] = placements.squares[number];
                let b = if placements.is_double() { b.index() } else { NOWHERE };
                assert_eq!(placements.of(a.index(), b), Some(number));
            }
        }
    }

    #[test]
    fn classes_have_the_sizes_that_counting_gives() {
        let size = |name: &str| {
            let index = Index::new(&name.parse().unwrap());
            (index.frames(), index.placements.count())
        };
        assert_eq!(size("KRK"), (45, 90));
        assert_eq!(size("KPKAABB"), (45 * 210, 55));
        assert_eq!(size("KRNKAB"), (45 * 35, 90 * 89));
        assert_eq!(size("KRRK"), (45, 90 * 89 / 2));
        assert_eq!(size("KCPAK"), (45 * 5, 90 * 55 - 55));
        assert_eq!(size("KPPKA"), (45 * 5, 55 * 54 / 2));
        assert_eq!(size("KRAKR"), (45 * 5, 90 * 89));
        assert_eq!(size("KRNKR"), (45 * 90, 90 * 89));
        assert_eq!(size("KNNKPB"), (45 * 7 * 55, 90 * 89 / 2));
        // Of the 55 squares of each pawn 20 lie where both can stand.
        assert_eq!(size("KPKP"), (45, 55 * 55 - 20));
    }
}
