//! The nested fixpoints of one stage.

use std::collections::VecDeque;
use std::collections::hash_map::Entry;

use crate::desk::endings::solver::mutual::{FastMap, FastSet};

/// What one stage is about: pressed positions, and positions after their forbidden moves.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    /// By position, the loser to move: the moves, and the least number of checks.
    pub pressed: FastMap<usize, (Vec<usize>, u32)>,
    /// By position, the winner to move: the moves to pressed positions, and whether each is a
    /// check that counts.
    pub replies: FastMap<usize, Vec<(usize, bool)>>,
}

impl Graph {
    /// The pressed positions that the winner wins without leaving the graph but to what it has
    /// won already, each with the number of checks, of both sides, before the winner's next quiet
    /// move.
    pub fn solve(&self) -> FastMap<usize, u32> {
        let mut alive: FastSet<usize> = self.pressed.keys().copied().collect();
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
    fn with_checks(&self, alive: &FastSet<usize>) -> FastMap<usize, u32> {
        let mut leading: FastMap<usize, Vec<usize>> = FastMap::default();
        let mut checking: FastMap<usize, Vec<usize>> = FastMap::default();
        let (mut lost, mut held) = (FastMap::default(), FastMap::default());
        let mut queue = VecDeque::new();
        // The moves that are still to be refuted, and the checks of those that have been.
        let mut waiting: FastMap<usize, (usize, u32)> = FastMap::default();
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desk::endings::solver::mutual::tests::parity::{Vertex, red_wins};
    use chuhe::internals::random::Random;

    /// A stage of a few positions: those with the winner to move are numbered from `count` on.
    fn random_stage(random: &mut Random, count: usize) -> Graph {
        let mut graph = Graph::default();
        for at in 0..count {
            let moves = (count..2 * count).filter(|_| random.below(count) < 2).collect();
            graph.pressed.insert(at, (moves, random.below(4) as u32));
            let replies = (0..count).filter(|_| random.below(count) < 2);
            let replies: Vec<usize> = replies.collect();
            let replies = replies.into_iter().map(|next| (next, random.below(3) < 2));
            graph.replies.insert(count + at, replies.collect());
        }
        graph
    }

    /// The stage as a parity game, with Red as the winner: the loser's moves are all forbidden,
    /// and so a quiet move of Red's again and again wins. A pressed position is there twice:
    /// after a check and after a quiet move.
    fn as_parity_game(graph: &Graph, count: usize) -> Vec<Vertex> {
        let [won, lost] = [3 * count as u32, 3 * count as u32 + 1];
        let or_end = |next: Vec<usize>, end: u32| {
            if next.is_empty() { vec![end] } else { next.iter().map(|&to| to as u32).collect() }
        };
        let mut game: Vec<Vertex> = Vec::new();
        for at in 0..3 * count {
            game.push(if (count..2 * count).contains(&at) {
                let to =
                    |&(next, is_check): &(usize, bool)| next + if is_check { 0 } else { 2 * count };
                let next = or_end(graph.replies[&at].iter().map(to).collect(), lost);
                Vertex { is_red: true, priority: 1, next }
            } else {
                let next = or_end(graph.pressed[&(at % (2 * count))].0.clone(), won);
                Vertex { is_red: false, priority: if at < count { 1 } else { 2 }, next }
            });
        }
        game.push(Vertex { is_red: true, priority: 2, next: vec![won] });
        game.push(Vertex { is_red: true, priority: 1, next: vec![lost] });
        game
    }

    /// A number of checks is proved by the moves: against each of them there is a reply after
    /// which fewer are left, or a quiet one.
    fn assert_progress(graph: &Graph, lost: &FastMap<usize, u32>, name: &str) {
        for (at, &checks) in lost {
            let (moves, least) = &graph.pressed[at];
            assert!(checks >= *least, "{name}, position {at}");
            for next in moves {
                let after = graph.replies[next].iter().filter_map(|(reply, is_check)| {
                    let &left = lost.get(reply)?;
                    Some(if *is_check { left + 2 } else { 1 })
                });
                assert!(after.min().is_some_and(|after| after <= checks), "{name}, {at} to {next}");
            }
        }
    }

    #[test]
    fn a_stage_is_a_parity_game() {
        let mut random = Random::new(&[11]);
        let (mut won, mut looped) = (0, 0);
        for number in 0..6000 {
            let count = 2 + number % 7;
            let graph = random_stage(&mut random, count);
            let lost = graph.solve();
            let red = red_wins(&as_parity_game(&graph, count));
            for (at, &is_red) in red.iter().enumerate().take(count) {
                let name = format!("graph {number}, position {at}");
                assert_eq!(lost.contains_key(&at), is_red, "{name}");
            }
            assert_progress(&graph, &lost, &format!("graph {number}"));
            won += lost.len();
            // Nothing there ends by itself.
            let has_end = lost.keys().any(|at| graph.pressed[at].0.is_empty());
            looped += if has_end { 0 } else { lost.len() };
        }
        assert!(won > 2000 && looped > 300, "{won} {looped}");
    }
}
