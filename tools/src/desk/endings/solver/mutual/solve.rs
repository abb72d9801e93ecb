//! Wins and losses by force in a mutual class, by retrograde analysis.

use crate::desk::endings::solver::mutual::FastMap;
use crate::desk::endings::solver::mutual::field::{Field, View};
use crate::desk::endings::solver::mutual::law::add_notes;
use crate::desk::endings::solver::mutual::solution::{
    BROKEN, MAX_PLIES, Node, Seed, Solution, Unsolved, capture_values,
};
use crate::desk::endings::solver::places;
use chuhe::board::Material;
use chuhe::endings::{Class, Ending, Endings};
use chuhe::types::Color;

/// Solves a class by the tables of the classes that its captures lead to.
///
/// # Errors
/// When one of them is missing, or a number does not fit.
pub fn solve(class: Class, endings: &Endings) -> Result<Solution, Unsolved> {
    let field = Field::new(class);
    let bytes = field.index.positions();
    let last = match class.material() {
        Material::Sufficient => MAX_PLIES,
        Material::Dead => 0,
        Material::DeadUnlessMate => 1,
    };
    let mut solver = Solver {
        values: [vec![0; bytes], vec![0; bytes]],
        open: [vec![0; bytes], vec![0; bytes]],
        highest: 0,
        seeds: Vec::new(),
        field: &field,
        endings,
    };
    solver.mark_broken();
    solver.count_moves()?;
    let mut plies = 0;
    while plies <= solver.highest.min(last) {
        Color::ALL.into_iter().try_for_each(|side| solver.step_back(side, plies))?;
        plies += 1;
    }
    if last == MAX_PLIES && solver.highest > last {
        return Err(Unsolved::TooLong(class));
    }
    let Solver { mut values, seeds, .. } = solver;
    for value in values.iter_mut().flatten() {
        if u32::from(*value) > last + 1 && *value != BROKEN {
            *value = 0;
        }
    }
    let mut solution = Solution { field, values, notes: FastMap::default() };
    if last == MAX_PLIES {
        add_notes(&mut solution, &seeds, endings)?;
    }
    Ok(solution)
}

struct Solver<'a> {
    field: &'a Field,
    values: [Vec<u8>; 2],
    /// By the side to move, the moves that are not known to lose: those without a capture, and
    /// one for all captures.
    open: [Vec<u8>; 2],
    /// The highest number of plies that any position has been given.
    highest: u32,
    seeds: Vec<Seed>,
    endings: &'a Endings,
}

impl Solver<'_> {
    fn mark_broken(&mut self) {
        let Solver { field, values, .. } = self;
        for frame in 0..field.index.frames() {
            let view = field.view(frame);
            for placement in 0..field.size {
                for side in Color::ALL {
                    if view.is_broken() || field.hangs(&view, placement, !side) {
                        values[side.index()][frame * field.size + placement] = BROKEN;
                    }
                }
            }
        }
    }

    /// Counts the moves of every position, enters wins by captures, which quicker ones may
    /// replace, and finds the positions that are lost without a quiet move.
    fn count_moves(&mut self) -> Result<(), Unsolved> {
        let field = self.field;
        for frame in 0..field.index.frames() {
            let view = field.view(frame);
            for placement in 0..if view.is_broken() { 0 } else { self.field.size } {
                for side in Color::ALL {
                    let at = frame * self.field.size + placement;
                    if self.values[side.index()][at] != BROKEN {
                        self.count_moves_of(&view, placement, Node { at, side })?;
                    }
                }
            }
        }
        Ok(())
    }

    fn count_moves_of(
        &mut self,
        view: &View<'_>,
        placement: usize,
        node: Node,
    ) -> Result<(), Unsolved> {
        let Node { at, side } = node;
        let (us, them) = (side.index(), (!side).index());
        let mut open = 0;
        let after = &self.values[them];
        self.field.after(view, placement, side, |next| open += u8::from(after[next] != BROKEN));
        let captures = capture_values(self.field, view, placement, side, self.endings)?;
        let best = captures.iter().max_by_key(|value| value.rank());
        let is_saved = captures.iter().any(|value| !matches!(value, Ending::Loss(_)));
        self.open[us][at] = open + u8::from(is_saved);
        match best {
            Some(&Ending::Win(plies)) => self.set(node, plies),
            Some(&value @ Ending::RuleWin(_)) => self.seeds.push(Seed { node, value }),
            _ if captures.contains(&Ending::DrawByChases) => {
                self.seeds.push(Seed { node, value: Ending::DrawByChases });
            }
            _ => {}
        }
        if open == 0 && !is_saved {
            self.set(node, longest(&captures));
        }
        Ok(())
    }

    /// Takes back the moves into the positions of a side to move that are decided in so many
    /// plies.
    fn step_back(&mut self, side: Color, plies: u32) -> Result<(), Unsolved> {
        let field = self.field;
        let size = field.size;
        let (us, them) = (side.index(), (!side).index());
        for frame in 0..field.index.frames() {
            let there = places(&self.values[us][frame * size..][..size], plies as u8 + 1);
            if there.is_empty() {
                continue;
            }
            let view = field.view(frame);
            let mut lost = Vec::new();
            for placement in there {
                let (values, open) = (&mut self.values[them], &mut self.open[them]);
                field.before(&view, placement, !side, |at| {
                    let value = &mut values[at];
                    if plies.is_multiple_of(2) {
                        if *value == 0 || u32::from(*value) > plies + 2 && *value != BROKEN {
                            *value = plies as u8 + 2;
                        }
                    } else if *value == 0 {
                        open[at] -= 1;
                        if open[at] == 0 {
                            lost.push(at);
                        }
                    }
                });
            }
            if plies.is_multiple_of(2) {
                self.highest = self.highest.max(plies + 1);
            }
            for at in lost {
                let (view, placement) = field.split(at);
                let endings = self.endings;
                let captures = capture_values(field, &view, placement, !side, endings)?;
                let node = Node { at, side: !side };
                self.set(node, (plies + 1).max(longest(&captures)));
            }
        }
        Ok(())
    }

    fn set(&mut self, node: Node, plies: u32) {
        self.highest = self.highest.max(plies);
        self.values[node.side.index()][node.at] = plies.min(MAX_PLIES + 1) as u8 + 1;
    }
}

/// The plies of the longest of losing captures; 0 without any.
fn longest(captures: &[Ending]) -> u32 {
    captures.iter().filter_map(|value| value.plies()).max().unwrap_or(0)
}
