//! Numbers the ways in which the attackers of a class can stand. A third one, the rival of two,
//! is part of the frame.

use crate::endings::class::Class;
use crate::types::{Color, PieceType, Square};

const SQUARES: usize = Square::COUNT;
/// In the place of the second attacker's square where there is only one.
pub const NOWHERE: usize = SQUARES;
/// No such placement.
const NONE: u16 = u16::MAX;

/// Where the attackers of a class can stand together.
#[derive(Clone, Debug)]
pub struct Placements {
    /// The attackers, in the order of the class name; at most two.
    pub kinds: Vec<PieceType>,
    /// The side of each, as if the first side of the class were Red.
    pub colors: Vec<Color>,
    /// The squares of each placement: the second is that of the first where
    /// there is one attacker only.
    pub squares: Vec<[Square; 2]>,
    /// The placement of two squares.
    index: Vec<u16>,
    /// The mirror image of each placement.
    pub mirror: Vec<u16>,
    /// The placements that use a square.
    pub using: Vec<Vec<u16>>,
}

impl Placements {
    /// The placements of a class.
    pub fn new(class: &Class) -> Placements {
        let mut kinds = class.attacker_kinds();
        let mut colors = vec![Color::Red; kinds.len()];
        if kinds.len() == 1 {
            kinds.extend(class.rival_kinds());
            colors.resize(kinds.len(), Color::Black);
        }
        let mut all = Placements {
            squares: Vec::new(),
            index: vec![NONE; SQUARES * (SQUARES + 1)],
            mirror: Vec::new(),
            using: vec![Vec::new(); SQUARES],
            kinds,
            colors,
        };
        let first_kind = all.kinds[0];
        let is_pair = all.is_pair();
        let second_kind = all.kinds.get(1).copied();
        for first in Square::all().filter(|&sq| first_kind.can_stand(sq)) {
            let Some(second_kind) = second_kind else {
                all.add(first, first);
                continue;
            };
            let second_color = all.colors[1];
            let can_stand = |sq: &Square| second_kind.can_stand(sq.relative_to(second_color));
            for second in Square::all().filter(can_stand) {
                if second > first || second < first && !is_pair {
                    all.add(first, second);
                }
            }
        }
        let mirrored = all.squares.iter().map(|&[a, b]| {
            let b = if a == b { NOWHERE } else { b.mirror().index() };
            all.index[a.mirror().index() * (SQUARES + 1) + b]
        });
        all.mirror = mirrored.collect();
        all
    }

    fn add(&mut self, first: Square, second: Square) {
        let number = self.squares.len() as u16;
        self.squares.push([first, second]);
        let (a, b) = (first.index(), if first == second { NOWHERE } else { second.index() });
        self.index[a * (SQUARES + 1) + b] = number;
        self.using[a].push(number);
        if b != NOWHERE {
            self.using[b].push(number);
            if self.is_pair() {
                self.index[b * (SQUARES + 1) + a] = number;
            }
        }
    }

    /// Number of placements.
    #[inline]
    pub fn count(&self) -> usize {
        self.squares.len()
    }

    /// Whether there is a second attacker.
    #[inline]
    pub fn is_double(&self) -> bool {
        self.kinds.len() == 2
    }

    /// Whether the attackers are two of one side and type, so that they can be exchanged.
    #[inline]
    pub fn is_pair(&self) -> bool {
        self.is_double() && self.kinds[0] == self.kinds[1] && self.colors[0] == self.colors[1]
    }

    /// The placement of the attackers on these squares, the first kind first;
    /// [`NOWHERE`] for a second one that does not exist.
    #[inline]
    pub fn of(&self, first: usize, second: usize) -> Option<usize> {
        let number = self.index[first * (SQUARES + 1) + second];
        (number != NONE).then_some(number as usize)
    }

    /// The placement with one attacker (0 or 1) elsewhere.
    #[inline]
    pub fn moved(&self, placement: usize, which: usize, to: Square) -> Option<usize> {
        let [first, second] = self.squares[placement];
        match (self.is_double(), which) {
            (false, _) => self.of(to.index(), NOWHERE),
            (true, 0) => self.of(to.index(), second.index()),
            (true, _) => self.of(first.index(), to.index()),
        }
    }
}
