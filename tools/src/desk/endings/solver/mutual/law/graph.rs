//! The nested fixpoints of one stage.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet, VecDeque};

/// What one stage is about: pressed positions, and positions after their forbidden moves.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    /// By position, the loser to move: the moves, and the least number of checks.
    pub pressed: HashMap<usize, (Vec<usize>, u32)>,
    /// By position, the winner to move: the moves to pressed positions, and whether each is a
    /// check that counts.
    pub replies: HashMap<usize, Vec<(usize, bool)>>,
}

impl Graph {
    /// The pressed positions that the winner wins without leaving the graph but to what it has
    /// won already, each with the number of checks, of both sides, before the winner's next quiet
    /// move.
    pub fn solve(&self) -> HashMap<usize, u32> {
        let mut alive: HashSet<usize> = self.pressed.keys().copied().collect();
        loop {
            let lost = self.with_checks(&alive);
            if lost.len() == alive.len() {
                return lost;
            }
            alive = lost.into_keys().collect();
        }
    }

    /// The positions from which the winner can make a quiet move into `alive` after a bounded
    /// number of checks.
    fn with_checks(&self, alive: &HashSet<usize>) -> HashMap<usize, u32> {
        let mut leading: HashMap<usize, Vec<usize>> = HashMap::new();
        let mut checking: HashMap<usize, Vec<usize>> = HashMap::new();
        let (mut lost, mut held) = (HashMap::new(), HashMap::new());
        let mut queue = VecDeque::new();
        // The moves that are still to be refuted, and the checks of those that have been.
        let mut waiting: HashMap<usize, (usize, u32)> = HashMap::new();
        for &at in alive {
            let (moves, checks) = &self.pressed[&at];
            waiting.insert(at, (moves.len(), *checks));
            moves.iter().for_each(|&next| leading.entry(next).or_default().push(at));
        }
        for (&at, moves) in &self.replies {
            if moves.iter().any(|(next, is_check)| !is_check && alive.contains(next)) {
                held.insert(at, 0);
                queue.push_back((at, 0, false));
            }
            for (next, _) in moves.iter().filter(|(_, is_check)| *is_check) {
                checking.entry(*next).or_default().push(at);
            }
        }
        // Those that have no move left here, by the checks that they have behind them.
        let mut done: Vec<(u32, usize)> = alive
            .iter()
            .filter(|at| self.pressed[at].0.is_empty())
            .map(|&at| (self.pressed[&at].1, at))
            .collect();
        done.sort_unstable();
        for (checks, at) in done {
            lost.insert(at, checks);
            queue.push_back((at, checks, true));
        }
        while let Some((at, checks, is_pressed)) = queue.pop_front() {
            if is_pressed {
                for &before in checking.get(&at).into_iter().flatten() {
                    if let Entry::Vacant(place) = held.entry(before) {
                        place.insert(checks + 1);
                        queue.push_back((before, checks + 1, false));
                    }
                }
                continue;
            }
            for &before in leading.get(&at).into_iter().flatten() {
                let Some((moves, most)) = waiting.get_mut(&before) else { continue };
                *moves -= 1;
                *most = (checks + 1).max(*most);
                if *moves == 0 {
                    lost.insert(before, *most);
                    queue.push_back((before, *most, true));
                }
            }
        }
        lost
    }
}
