//! Wins that exist because a side may not check for ever, and draws that may need chases.
//!
//! A winner looks for positions in which the loser's only moves that do not lose are *forbidden*
//! for ever: checks, or in the second question checks and chases of any piece. Who wins is a
//! parity game: for ever seen, a free move of the loser's counts more than a quiet move of the
//! winner's, and that more than a check of either. It is solved by nested fixpoints among the
//! *pressed* positions alone, in which every free move of the loser's loses.

mod graph;
mod patience;

use crate::desk::endings::solver::mutual::field::{Field, View};
use crate::desk::endings::solver::mutual::law::graph::Graph;
use crate::desk::endings::solver::mutual::solution::{
    Node, Seed, Solution, Unsolved, capture_values,
};
use crate::desk::endings::solver::mutual::{FastMap, FastSet};
use chuhe::endings::{Ending, Endings};
use chuhe::internals::endings::{CHECKS_OF_RANK, Note};
use chuhe::internals::rules::may_begin_chase;
use chuhe::rules::RuleSet;
use chuhe::types::Color;

/// The number of free moves of the loser's that a rank has room for.
const MOVES: u32 = 127;
/// The rule sets whose chases the loser must not make for ever.
const CHASE_RULES: [RuleSet; 2] = [RuleSet::COMPUTER, RuleSet::ASIAN];
/// What the winner has still to endure: free moves of the loser's, and before the next quiet
/// move of its own, checks. It falls in the sense of lexicographic order with each check, and
/// its first part with each free move of the loser's; so no loop without a win has any.
type Rank = (u32, u32);

/// A question about a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Question {
    /// Who wins where perpetual check is forbidden to both, and nothing else.
    Checks,
    /// Who may win where checks and chases of the loser's are forbidden for ever, and only
    /// checks of the winner's.
    Chases,
}

/// A position with the loser to move in which each free move loses.
#[derive(Clone, Debug)]
struct Pressed {
    /// The least first part of a rank that its free moves allow.
    stage: u32,
    /// The positions after its forbidden moves that do not lose by force.
    forbidden: Vec<usize>,
}

/// Adds wins by the rules to a solution by force, and what is to be said of its draws.
///
/// # Errors
/// When a capture leads to no table, or a number does not fit.
pub fn add_notes(
    solution: &mut Solution,
    seeds: &[Seed],
    endings: &Endings,
) -> Result<(), Unsolved> {
    let mut notes: FastMap<Node, Note> = FastMap::default();
    let mut bounded: FastSet<Node> = FastSet::default();
    for winner in Color::ALL {
        let mut court = Court::new(solution, endings, winner, Question::Checks);
        court.solve(seeds)?;
        for (&node, &rank) in &court.won {
            notes.insert(node, court.note(node, rank)?);
        }
        for (at, patience) in court.patience()? {
            let node = Node { at, side: winner };
            let patience = patience as u16;
            notes.entry(node).or_insert(Note::Draw { is_bounded: false, patience });
        }
        let decided = court.won;
        let mut court = Court::new(solution, endings, winner, Question::Chases);
        court.won = decided.keys().map(|&node| (node, (0, 0))).collect();
        court.solve(seeds)?;
        bounded.extend(court.won.into_keys().filter(|node| !decided.contains_key(node)));
    }
    for node in bounded {
        match notes.entry(node).or_insert(Note::Draw { is_bounded: true, patience: 0 }) {
            Note::Draw { is_bounded, .. } => *is_bounded = true,
            Note::Rule(_) => {} // the other side wins
        }
    }
    solution.notes = notes;
    Ok(())
}

struct Court<'a> {
    field: &'a Field,
    values: &'a [Vec<u8>; 2],
    endings: &'a Endings,
    winner: Color,
    question: Question,
    won: FastMap<Node, Rank>,
    /// By position, the loser to move.
    pressed: FastMap<usize, Pressed>,
}

impl<'a> Court<'a> {
    fn new(
        solution: &'a Solution,
        endings: &'a Endings,
        winner: Color,
        question: Question,
    ) -> Court<'a> {
        let Solution { field, values, .. } = solution;
        let (won, pressed) = Default::default();
        Court { field, values, endings, winner, question, won, pressed }
    }

    /// Finds all positions that the winner wins and their ranks.
    fn solve(&mut self, seeds: &[Seed]) -> Result<(), Unsolved> {
        self.find_pressed()?;
        let mut seeds: Vec<(u32, usize)> =
            seeds.iter().filter_map(|seed| self.stage_of(seed)).collect();
        seeds.sort_unstable();
        let last_seed = seeds.last().map_or(0, |seed| seed.0);
        let mut stage = 0;
        loop {
            let entering = seeds.iter().filter(|seed| seed.0 == stage);
            let entering: Vec<usize> = entering
                .map(|seed| seed.1)
                .filter(|&at| !self.won.contains_key(&self.node(at, self.winner)))
                .collect();
            for &at in &entering {
                self.won.insert(self.node(at, self.winner), (stage, 0));
            }
            let fresh = self.solve_stage(stage);
            let is_new = !fresh.is_empty() || !entering.is_empty();
            self.press_before(entering.into_iter().chain(fresh))?;
            // A stage may be empty, and positions that have just been pressed wait for a later one.
            let last = self.pressed.values().map(|pressed| pressed.stage).max().unwrap_or(0);
            if stage >= last_seed.max(last) && !is_new {
                return Ok(());
            }
            stage += 1;
            if stage > MOVES {
                return Err(Unsolved::TooHigh(self.field.class));
            }
        }
    }

    fn node(&self, at: usize, side: Color) -> Node {
        Node { at, side }
    }

    /// The stage at which a capture of the winner's enters, and the position before it.
    fn stage_of(&self, seed: &Seed) -> Option<(u32, usize)> {
        let Node { at, side } = seed.node;
        let is_open = side == self.winner && self.values[side.index()][at] == 0;
        match (seed.value, self.question) {
            (Ending::RuleWin(rank), Question::Checks) if is_open => {
                Some((rank / CHECKS_OF_RANK + 1, at))
            }
            (Ending::DrawByChases, Question::Chases) if is_open => Some((0, at)),
            _ => None,
        }
    }

    /// Finds the pressed positions before anything but wins by force is known.
    fn find_pressed(&mut self) -> Result<(), Unsolved> {
        let loser = !self.winner;
        for frame in 0..self.field.index.frames() {
            let view = self.field.view(frame);
            for placement in 0..if view.is_broken() { 0 } else { self.field.size } {
                let at = frame * self.field.size + placement;
                let is_open = self.values[loser.index()][at] == 0;
                if is_open
                    && !self.won.contains_key(&self.node(at, loser))
                    && let Some(pressed) = self.pressed_at(&view, placement)?
                {
                    self.pressed.insert(at, pressed);
                }
            }
        }
        Ok(())
    }

    /// Whether every free move of the loser's loses in a position.
    fn pressed_at(&self, view: &View<'_>, placement: usize) -> Result<Option<Pressed>, Unsolved> {
        let (winner, loser) = (self.winner, !self.winner);
        let values = &self.values[winner.index()];
        let mut pressed = Pressed { stage: 0, forbidden: Vec::new() };
        let is_held = self.field.all_after(view, placement, loser, |at| {
            if values[at] != 0 {
                return true; // cannot arise, or loses by force
            }
            if self.may_be_forbidden(at) {
                pressed.forbidden.push(at);
            } else if let Some(&(moves, _)) = self.won.get(&self.node(at, winner)) {
                pressed.stage = pressed.stage.max(moves + 1);
            } else {
                return false; // a free move
            }
            true
        });
        if !is_held
            || self.question == Question::Chases && self.can_idle(view, placement, &mut pressed)
        {
            return Ok(None);
        }
        for value in capture_values(self.field, view, placement, loser, self.endings)? {
            match (value, self.question) {
                (Ending::Loss(_), _) => {}
                (Ending::RuleLoss(_) | Ending::DrawByChases, Question::Chases) => {}
                (Ending::RuleLoss(rank), Question::Checks) => {
                    pressed.stage = pressed.stage.max(rank / CHECKS_OF_RANK + 1);
                }
                _ => return Ok(None),
            }
        }
        Ok(Some(pressed))
    }

    /// Whether the loser may have come to a position by a move that it must not make for ever;
    /// the winner is to move. For certain where checks are the question.
    fn may_be_forbidden(&self, at: usize) -> bool {
        let (view, placement) = self.field.split(at);
        match self.question {
            Question::Checks => self.field.in_check(&view, placement, self.winner),
            Question::Chases => self.field.attacks_anything(&view, placement, !self.winner),
        }
    }

    /// Whether some of the moves that may be forbidden neither checks nor begins a chase, and
    /// does not lose; keeps only those that do.
    fn can_idle(&self, view: &View<'_>, placement: usize, pressed: &mut Pressed) -> bool {
        let loser = !self.winner;
        let Ok(board) = self.field.index.setup(view.number(), placement, loser).to_board() else {
            return false;
        };
        let mut forbidden = Vec::new();
        for mv in board.legal_moves() {
            let mut next = board.clone();
            if next.play(mv).is_ok_and(|captured| captured.is_some()) {
                continue;
            }
            let Some((frame, placement)) = self.field.index.of(&next, Color::Red) else { continue };
            let at = frame * self.field.size + placement;
            if !pressed.forbidden.contains(&at) {
                continue;
            }
            let chases = |rules| may_begin_chase(&board, &next, mv, rules);
            if next.in_check() || CHASE_RULES.iter().any(chases) {
                forbidden.push(at);
            } else if let Some(&(moves, _)) = self.won.get(&self.node(at, self.winner)) {
                pressed.stage = pressed.stage.max(moves + 1);
            } else {
                return true;
            }
        }
        pressed.forbidden = forbidden;
        false
    }

    /// The winner's moves without a capture that do not lose or win by force, and whether each
    /// gives a check that counts.
    fn replies(&self, at: usize) -> Vec<(usize, bool)> {
        let (view, placement) = self.field.split(at);
        let values = &self.values[(!self.winner).index()];
        let mut replies = Vec::new();
        self.field.after(&view, placement, self.winner, |next| {
            if values[next] == 0 {
                replies.push((next, self.counts_as_check(next)));
            }
        });
        replies
    }

    /// Whether the winner has come to a position by a check; the loser is to move.
    fn counts_as_check(&self, at: usize) -> bool {
        let (view, placement) = self.field.split(at);
        self.field.in_check(&view, placement, !self.winner)
    }

    /// Finds what is won at a stage; returns the positions with the winner to move among it.
    fn solve_stage(&mut self, stage: u32) -> Vec<usize> {
        let (winner, loser) = (self.winner, !self.winner);
        let mut graph = Graph::default();
        for (&at, pressed) in &self.pressed {
            if pressed.stage <= stage && !self.won.contains_key(&self.node(at, loser)) {
                let is_open = |&&at: &&usize| !self.won.contains_key(&self.node(at, winner));
                let open: Vec<usize> = pressed.forbidden.iter().filter(is_open).copied().collect();
                let below = pressed.forbidden.iter().filter_map(|&at| {
                    let &(moves, checks) = self.won.get(&self.node(at, winner))?;
                    (moves == stage).then_some(checks + 1)
                });
                graph.pressed.insert(at, (open, below.max().unwrap_or(0)));
            }
        }
        for &at in graph.pressed.values().flat_map(|(open, _)| open) {
            if !graph.replies.contains_key(&at) {
                let replies = self.replies(at).into_iter();
                let inside = replies.filter(|(next, _)| graph.pressed.contains_key(next));
                graph.replies.insert(at, inside.collect());
            }
        }
        let lost = graph.solve();
        let mut fresh = FastMap::default();
        for (&at, &checks) in &lost {
            self.won.insert(self.node(at, loser), (stage, checks));
            let (view, placement) = self.field.split(at);
            let before = if self.counts_as_check(at) { checks + 1 } else { 0 };
            let values = &self.values[winner.index()];
            self.field.before(&view, placement, winner, |at| {
                if values[at] == 0 && !self.won.contains_key(&Node { at, side: winner }) {
                    let checks = fresh.entry(at).or_insert(before);
                    *checks = before.min(*checks);
                }
            });
        }
        for (&at, &checks) in &fresh {
            self.won.insert(self.node(at, winner), (stage, checks));
        }
        fresh.into_keys().collect()
    }

    /// Looks for pressed positions from which free moves lead to positions that have been won
    /// just now.
    fn press_before(&mut self, won: impl Iterator<Item = usize>) -> Result<(), Unsolved> {
        let loser = !self.winner;
        let mut before = FastSet::default();
        for at in won {
            let is_free = self.question == Question::Chases || !self.may_be_forbidden(at);
            if is_free {
                let (view, placement) = self.field.split(at);
                self.field.before(&view, placement, loser, |at| {
                    before.insert(at);
                });
            }
        }
        for at in before {
            let is_open = self.values[loser.index()][at] == 0
                && !self.won.contains_key(&self.node(at, loser))
                && !self.pressed.contains_key(&at);
            let (view, placement) = self.field.split(at);
            if is_open && let Some(pressed) = self.pressed_at(&view, placement)? {
                self.pressed.insert(at, pressed);
            }
        }
        Ok(())
    }

    /// What a table says of a won position: its rank after the move that leads to it.
    fn note(&self, node: Node, (moves, checks): Rank) -> Result<Note, Unsolved> {
        let (view, placement) = self.field.split(node.at);
        let (moves, checks) = match self.field.in_check(&view, placement, node.side) {
            true => (moves, checks + 1),
            false if node.side == self.winner => (moves + 1, 0),
            false => (moves, 0),
        };
        if moves > MOVES || checks >= CHECKS_OF_RANK {
            return Err(Unsolved::TooHigh(self.field.class));
        }
        let rank = moves * CHECKS_OF_RANK + checks;
        let is_win = node.side == self.winner;
        Ok(Note::Rule(if is_win { Ending::RuleWin(rank) } else { Ending::RuleLoss(rank) }))
    }
}
