//! Positions that the attacker loses because it has no legal move, and those that lead to them.
//! There are few, and they are found one from another.

use std::collections::HashSet;

use crate::desk::endings::solver::moves::{attackers, origins, steps};
use crate::desk::endings::solver::solve::{Solution, Solver};
use chuhe::board::{Board, Setup, attacks};
use chuhe::endings::Class;
use chuhe::internals::endings::Index;
use chuhe::types::{Bitboard, Color, Piece, PieceType, Square};

impl Solver<'_> {
    /// Finds the positions that the attacker loses, shortest first.
    pub(super) fn find_against(&mut self) {
        let parts = self.captures.attackers.into_iter().chain(self.captures.defenders).flatten();
        let levels = parts.flat_map(|part| part.against.iter().flat_map(|map| map.values()));
        let last = levels.max().copied().unwrap_or(0);
        let mut lost = stalled(&self.solution.index, self.solution.class);
        let mut level = 0;
        while level <= last || !lost.is_empty() {
            self.solution.against[0].extend(lost.iter().map(|&at| (at, level)));
            let mut won = self.before(&lost, Color::Red, self.captures.attackers, level);
            won.retain(|at| !self.solution.against[1].contains_key(at));
            self.solution.against[1].extend(won.iter().map(|&at| (at, level)));
            let won: Vec<usize> = won.into_iter().collect();
            let before = self.before(&won, Color::Black, self.captures.defenders, level);
            lost = before.into_iter().filter(|&at| self.is_lost(at, level)).collect();
            level += 1;
        }
    }

    /// The positions from which moves lead to some with `side` to move, and captures of its
    /// pieces to those of a level in the classes without them.
    fn before(
        &self,
        there: &[usize],
        side: Color,
        captures: [Option<&Solution>; 2],
        level: u8,
    ) -> HashSet<usize> {
        let index = &self.solution.index;
        let quiet = there.iter().flat_map(|&at| predecessors(index, at, side, None));
        let captures = captures.into_iter().enumerate().filter_map(|(i, after)| Some((i, after?)));
        let captures = captures.flat_map(|(i, after)| {
            let victim = match side {
                Color::Red => index.placements.kinds[i],
                Color::Black => [PieceType::Advisor, PieceType::Bishop][i],
            };
            let decided = after.against[side.index()].iter().filter(move |&(_, &of)| of == level);
            decided.flat_map(move |(&at, _)| predecessors(&after.index, at, side, Some(victim)))
        });
        quiet.chain(captures).filter_map(|setup| self.number(&setup.to_board().ok()?)).collect()
    }

    /// The number of a position of the class.
    fn number(&self, board: &Board) -> Option<usize> {
        number_in(&self.solution, board)
    }

    /// Whether all moves of the attacker's in a position lose within a level, and it is not known
    /// to lose yet.
    fn is_lost(&self, at: usize, level: u8) -> bool {
        let Solution { index, against, .. } = &self.solution;
        let size = index.placements.count();
        let Ok(board) = index.setup(at / size, at % size, Color::Red).to_board() else {
            return false;
        };
        let loses = |mv| {
            let mut next = board.clone();
            let _ = next.play(mv);
            let parts = self.captures.defenders.into_iter().flatten();
            let found = parts.chain([&self.solution]).find_map(|part| {
                let at = number_in(part, &next)?;
                part.against[1].get(&at)
            });
            found.is_some_and(|&of| of <= level)
        };
        !against[0].contains_key(&at) && board.legal_moves().into_iter().all(loses)
    }
}

/// The number of a position in a solution; `None` when it is of another class.
fn number_in(solution: &Solution, board: &Board) -> Option<usize> {
    let (_, class) = Class::of(board).filter(|(_, class)| *class == solution.class)?;
    debug_assert!(!class.is_mutual());
    let (frame, placement) = solution.index.of(board, Color::Red)?;
    Some(frame * solution.index.placements.count() + placement)
}

/// The positions of a class in which the attacker has no legal move.
pub fn stalled(index: &Index, class: Class) -> Vec<usize> {
    let placements = &index.placements;
    let size = placements.count();
    let mut found = Vec::new();
    for number in (0..index.frames()).filter(|&number| !index.frame(number).is_broken()) {
        let frame = index.frame(number);
        let free = attacks::king(frame.own_king) & !frame.occupied();
        let free = free.into_iter().filter(|sq| sq.file() != frame.king.file());
        if free.count() > placements.kinds.len() {
            continue;
        }
        // Attackers must stand in the way of those that would not open the kings' file.
        let mut to_block = steps(index, &frame, Color::Red);
        to_block.retain(|step| !index.frame(step.frame).kings_face());
        let no_bishop = to_block.iter().filter(|step| step.eye.is_none());
        let targets: Bitboard = no_bishop.map(|step| step.to).collect();
        if targets.count() as usize > placements.kinds.len() {
            continue;
        }
        let candidates: Vec<usize> = match to_block.first() {
            None => (0..size).collect(),
            Some(step) => {
                let squares = [Some(step.to), step.eye].into_iter().flatten();
                let using = squares.flat_map(|sq| &placements.using[sq.index()]);
                using.map(|&placement| usize::from(placement)).collect()
            }
        };
        for placement in candidates {
            let squares = &placements.squares[placement];
            let is_blocked = to_block.iter().all(|step| {
                squares.contains(&step.to) || step.eye.is_some_and(|eye| squares.contains(&eye))
            });
            let is_stalled = |board: Board| {
                Class::of(&board).is_some_and(|(_, found)| found == class)
                    && !board.has_legal_move()
            };
            let setup = || index.setup(number, placement, Color::Red);
            if is_blocked && setup().to_board().is_ok_and(is_stalled) {
                found.push(number * size + placement);
            }
        }
    }
    found
}

/// The positions from which a move of the other side leads to one with `side` to move, and to its
/// mirror image: without a capture, or with that of a piece of this type. Some of them may be
/// impossible.
fn predecessors(index: &Index, at: usize, side: Color, captured: Option<PieceType>) -> Vec<Setup> {
    let size = index.placements.count();
    let plain = index.setup(at / size, at % size, side);
    let mut before = Vec::new();
    for setup in [plain.mirrored(), plain] {
        let piece_at = |sq: Square| setup.pieces[sq.index()];
        let occ: Bitboard = Square::all().filter(|&sq| piece_at(sq).is_some()).collect();
        for to in occ {
            let Some(piece) = piece_at(to).filter(|piece| piece.color() != side) else { continue };
            if captured.is_some_and(|kind| !kind.can_stand(to.relative_to(side))) {
                continue;
            }
            let from = match (piece.kind(), captured) {
                (PieceType::King, _) => attacks::king(to),
                (PieceType::Advisor, _) => attacks::advisor(to),
                (PieceType::Bishop, _) => attacks::bishop(to, occ),
                (kind, None) => origins(kind, !side, to, occ),
                (kind, Some(_)) => attackers(kind, !side, to, occ),
            };
            for from in from & !occ {
                let mut setup = setup.clone();
                setup.side = !side;
                setup.pieces[from.index()] = Some(piece);
                setup.pieces[to.index()] = captured.map(|kind| Piece::new(side, kind));
                before.push(setup);
            }
        }
    }
    before
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desk::endings::solver::encode::encode;
    use crate::desk::endings::solver::mutual::field::Field;
    use crate::desk::endings::solver::mutual::solution::capture_values;
    use crate::desk::endings::solver::tests::solve_with_captures;
    use chuhe::endings::{Ending, EndingTable, Endings};

    fn board(fen: &str) -> Board {
        fen.parse::<Setup>().unwrap().to_board().unwrap()
    }

    /// Which classes have positions without a move for the attacker: what `Class::may_stall`
    /// says, but for those that only captures bring there.
    #[test]
    fn only_pinned_knights_between_advisors_leave_no_move() {
        let mut names = Vec::new();
        let letters = "R N C P RR RN RC RP NN NC NP CC CP PP".split(' ');
        for letters in letters {
            for own in [[0, 0], [1, 1], [0, 2], [2, 0], [2, 1]] {
                for class in Class::of_family((letters, own)) {
                    let is_tried = matches!(class.defenders, [0, 0] | [2, 0]);
                    if is_tried && !stalled(&Index::new(&class), class).is_empty() {
                        assert!(class.may_stall(), "{class}");
                        names.push(class.to_string());
                    }
                }
            }
        }
        assert_eq!(names.join(" "), "KNAAK KNAAKAA KNNAAKAA KNCAAKAA");
    }

    /// What files say, also of positions that captures lead to.
    #[test]
    fn a_file_knows_who_has_no_move() {
        let mut endings = Endings::none();
        for (_, solution) in ["KNAAKA", "KRNAAK"].into_iter().flat_map(solve_with_captures) {
            endings.add(EndingTable::in_memory(encode(&solution)).unwrap());
        }
        for (fen, expected) in [
            // The king goes to the file of the knight.
            ("3k5/9/9/9/9/9/9/9/4N4/3AKA3 b", Ending::Win(1)),
            ("5k3/9/9/9/9/9/9/9/4N4/3AKA3 b", Ending::Win(1)),
            ("4k4/9/9/9/9/9/9/9/4N4/3AKA3 w", Ending::Loss(0)),
            ("3k5/9/9/9/9/9/9/9/4N4/3AKA3 w", Ending::Win(5)),
            // An advisor leaves it.
            ("4k4/4a4/9/9/9/9/9/9/4N4/3AKA3 b", Ending::Win(1)),
            // The king takes the rook there.
            ("3kR4/9/9/9/9/9/9/9/4N4/3AKA3 b", Ending::Win(1)),
        ] {
            assert_eq!(endings.probe(&board(fen)), Some(expected), "{fen}");
        }
        // The knight takes the pawn that gives check, and can move no more.
        let checked = board("3k5/9/9/9/9/9/9/6N2/4p4/3AKA3 w");
        let field = Field::new(Class::of(&checked).unwrap().1);
        let (frame, placement) = field.index.of(&checked, Color::Red).unwrap();
        let view = field.view(frame);
        let values = capture_values(&field, &view, placement, Color::Red, &endings).unwrap();
        assert!(values.contains(&Ending::Loss(2)), "{values:?}");
    }
}
