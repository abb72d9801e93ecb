//! Wins and losses by force in a mutual class, by retrograde analysis.

use std::collections::HashMap;

use crate::desk::endings::solver::mutual::field::{Field, View};
use crate::desk::endings::solver::mutual::law::add_notes;
use crate::desk::endings::solver::places;
use chuhe::board::{Material, Setup};
use chuhe::endings::{Class, Ending, Endings};
use chuhe::internals::endings::Note;
use chuhe::types::Color;

/// A position that cannot arise.
pub const BROKEN: u8 = u8::MAX;
/// The longest win or loss, in plies.
const MAX_PLIES: u32 = 250;

/// Why a class cannot be solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unsolved {
    /// Its distances do not fit into bytes.
    TooLong(Class),
    /// A rank or a patience does not fit into a note.
    TooHigh(Class),
    /// No table knows a position that a capture leads to.
    Missing(String),
}

impl std::fmt::Display for Unsolved {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Unsolved::TooLong(class) => {
                write!(f, "a win of {class} takes more than {MAX_PLIES} plies")
            }
            Unsolved::TooHigh(class) => write!(f, "a number of {class} does not fit into a note"),
            Unsolved::Missing(fen) => write!(f, "no table knows the position {fen}"),
        }
    }
}

impl std::error::Error for Unsolved {}

/// A position of a class: its number, and who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    /// Frame times placements of a frame, plus placement.
    pub at: usize,
    /// The side to move.
    pub side: Color,
}

/// The solution of a mutual class.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The class and its numbering.
    pub field: Field,
    /// By the side to move, one byte a position: 0 for a draw, [`BROKEN`], or one more than the
    /// plies to the end: even for a win, odd for a loss of the side to move.
    pub values: [Vec<u8>; 2],
    /// What there is besides, of positions whose value is 0.
    pub notes: HashMap<Node, Note>,
}

/// A capture that decides nothing by force but matters to the laws, and the position before it.
#[derive(Clone, Copy, Debug)]
pub struct Seed {
    /// The position; the side to move captures.
    pub node: Node,
    /// What it captures into: a win by the rules, or a draw that may need chases.
    pub value: Ending,
}

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
        field,
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
    let Solver { field, mut values, seeds, .. } = solver;
    for value in values.iter_mut().flatten() {
        if u32::from(*value) > last + 1 && *value != BROKEN {
            *value = 0;
        }
    }
    let mut solution = Solution { field, values, notes: HashMap::new() };
    if last == MAX_PLIES {
        add_notes(&mut solution, &seeds, endings)?;
    }
    Ok(solution)
}

/// What a side's captures are worth to it.
pub fn capture_values(
    field: &Field,
    view: &View,
    placement: usize,
    side: Color,
    endings: &Endings,
) -> Result<Vec<Ending>, Unsolved> {
    let boards = field.captures(view, placement, side).into_iter();
    let legal = boards.filter_map(|setup| setup.to_board().ok());
    let value = |board| {
        let found = endings.probe(&board).map(Ending::before);
        found.ok_or_else(|| Unsolved::Missing(Setup::of(&board).to_string()))
    };
    legal.map(value).collect()
}

struct Solver<'a> {
    field: Field,
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
        for frame in 0..self.field.index.frames() {
            let view = self.field.view(frame);
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
        view: &View,
        placement: usize,
        node: Node,
    ) -> Result<(), Unsolved> {
        let Node { at, side } = node;
        let (us, them) = (side.index(), (!side).index());
        let mut open = 0;
        let after = &self.values[them];
        self.field.after(view, placement, side, |next| open += u8::from(after[next] != BROKEN));
        let captures = capture_values(&self.field, view, placement, side, self.endings)?;
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
        let size = self.field.size;
        let (us, them) = (side.index(), (!side).index());
        for frame in 0..self.field.index.frames() {
            let there = places(&self.values[us][frame * size..][..size], plies as u8 + 1);
            if there.is_empty() {
                continue;
            }
            let view = self.field.view(frame);
            let mut lost = Vec::new();
            for placement in there {
                let (values, open) = (&mut self.values[them], &mut self.open[them]);
                self.field.before(&view, placement, !side, |at| {
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
                let (view, placement) = self.field.split(at);
                let (field, endings) = (&self.field, self.endings);
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
