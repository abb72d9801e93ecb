//! Minimax, negamax and two forms of alpha-beta, as the textbooks have them:
//! fixed depth, moves as they come, no table. The fast search in exact mode must
//! find the same root score.

#[cfg(test)]
mod tests;

use crate::board::NullObserver;
use crate::rules::{Game, NodeVerdict, RuleSet, judge_node};
use crate::types::{Depth, Move, Ply, Score, Window};

/// What the rules make of a node before its moves are looked at; scores are the
/// side to move's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Nothing.
    Open,
    /// The game is over here, with this score.
    Over(Score),
    /// The moves count, but the node is worth at least this.
    AtLeast(Score),
    /// The moves count, but the node is worth at most this.
    AtMost(Score),
}

impl Decision {
    /// The rules' word on a node of a game.
    pub fn of(game: &Game, rules: &RuleSet, ply: Ply) -> Decision {
        match judge_node(game, rules, ply) {
            NodeVerdict::Open => Decision::Open,
            // Only the fast search knows which repetitions were ignored.
            NodeVerdict::Draw | NodeVerdict::Stale => Decision::Over(Score::ZERO),
            NodeVerdict::Win => Decision::Over(Score::mate_in(ply)),
            NodeVerdict::Loss | NodeVerdict::Offence(_) => Decision::Over(Score::mated_in(ply)),
            NodeVerdict::AtLeastDraw => Decision::AtLeast(Score::ZERO),
            NodeVerdict::AtMostDraw => Decision::AtMost(Score::ZERO),
        }
    }

    /// What the node is worth when its moves are worth `value`.
    fn bounded(self, value: Score) -> Score {
        match self {
            Decision::Open => value,
            Decision::Over(score) => score,
            Decision::AtLeast(score) => value.max(score),
            Decision::AtMost(score) => value.min(score),
        }
    }
}

/// A game as a search sees it: a cursor in a tree.
pub trait Position {
    /// How the position is left.
    type Move: Copy;

    /// The rules' word on the node, `ply` plies below the root.
    fn decision(&mut self, ply: Ply) -> Decision;
    /// All moves.
    fn moves(&self) -> Vec<Self::Move>;
    /// Goes to a child.
    fn make(&mut self, mv: Self::Move);
    /// Comes back from it.
    fn unmake(&mut self, mv: Self::Move);
    /// The value of a node that is not searched deeper, for the side to move.
    fn leaf(&mut self, ply: Ply) -> Score;

    /// The value of a node without a move, for the side to move: it has lost.
    fn without_moves(&self, ply: Ply) -> Score {
        Score::mated_in(ply)
    }
}

/// A [`Game`] with its rules; leaves are valued by a closure.
pub struct GamePosition<'a, F> {
    /// The game, at the node that is being searched.
    pub game: &'a mut Game,
    /// The rule set.
    pub rules: &'a RuleSet,
    /// The value of a leaf for the side to move.
    pub leaf: F,
}

impl<F: FnMut(&mut Game, Ply) -> Score> Position for GamePosition<'_, F> {
    type Move = Move;

    fn decision(&mut self, ply: Ply) -> Decision {
        Decision::of(self.game, self.rules, ply)
    }

    fn moves(&self) -> Vec<Move> {
        self.game.board().legal_moves().to_vec()
    }

    fn make(&mut self, mv: Move) {
        self.game.push(mv, &mut NullObserver);
    }

    fn unmake(&mut self, _: Move) {
        self.game.pop(&mut NullObserver);
    }

    fn leaf(&mut self, ply: Ply) -> Score {
        (self.leaf)(self.game, ply)
    }
}

/// What a search met on its way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NodeCounts {
    /// Nodes visited, root and leaves included.
    pub nodes: u64,
    /// Nodes valued by [`Position::leaf`].
    pub leaves: u64,
    /// Nodes on which the rules had a word. While there are none, no score
    /// depends on the path by which a node was reached.
    pub decisions: u64,
    /// Those of them on which that word was only a bound.
    pub bounds: u64,
}

/// A position with the counts of one search on it.
struct Searcher<'a, P> {
    position: &'a mut P,
    counts: NodeCounts,
}

/// Plain minimax: one function for the side that wants much, one for the side
/// that wants little; all scores are those of the side to move at the root.
pub fn minimax<P: Position>(position: &mut P, depth: Depth) -> (Score, NodeCounts) {
    let mut searcher = Searcher::new(position);
    (searcher.max_value(depth, 0), searcher.counts)
}

/// Minimax as one function, with every score that of the side to move.
pub fn negamax<P: Position>(position: &mut P, depth: Depth) -> (Score, NodeCounts) {
    let mut searcher = Searcher::new(position);
    (searcher.negamax(depth, 0), searcher.counts)
}

/// What a move at the root is worth there, by [`negamax`].
pub fn move_value<P: Position>(position: &mut P, mv: P::Move, depth: Depth) -> (Score, NodeCounts) {
    let mut searcher = Searcher::new(position);
    (-searcher.child(mv, |s| s.negamax(depth - 1, 1)), searcher.counts)
}

/// Alpha-beta that never returns a score outside the window: at most alpha is
/// alpha, at least beta is beta.
pub fn fail_hard<P: Position>(
    position: &mut P,
    depth: Depth,
    window: Window,
) -> (Score, NodeCounts) {
    let mut searcher = Searcher::new(position);
    (searcher.fail_hard(depth, window, 0), searcher.counts)
}

/// Alpha-beta that returns what it knows: a score at or below alpha is an upper
/// bound, one at or above beta a lower bound.
pub fn fail_soft<P: Position>(
    position: &mut P,
    depth: Depth,
    window: Window,
) -> (Score, NodeCounts) {
    let mut searcher = Searcher::new(position);
    (searcher.fail_soft(depth, window, 0), searcher.counts)
}

impl<'a, P: Position> Searcher<'a, P> {
    fn new(position: &'a mut P) -> Searcher<'a, P> {
        Searcher { position, counts: NodeCounts::default() }
    }

    /// Counts the node and asks the rules about it.
    fn enter(&mut self, ply: Ply) -> Decision {
        self.counts.nodes += 1;
        let decision = self.position.decision(ply);
        self.counts.decisions += u64::from(decision != Decision::Open);
        let is_bound = matches!(decision, Decision::AtLeast(_) | Decision::AtMost(_));
        self.counts.bounds += u64::from(is_bound);
        decision
    }

    fn leaf(&mut self, ply: Ply) -> Score {
        self.counts.leaves += 1;
        self.position.leaf(ply)
    }

    /// The moves of the node, and what it is worth if there are none.
    fn moves(&self, ply: Ply) -> (Vec<P::Move>, Score) {
        (self.position.moves(), self.position.without_moves(ply))
    }

    /// Searches a child and comes back.
    fn child<T>(&mut self, mv: P::Move, search: impl FnOnce(&mut Self) -> T) -> T {
        self.position.make(mv);
        let value = search(self);
        self.position.unmake(mv);
        value
    }

    fn max_value(&mut self, depth: Depth, ply: Ply) -> Score {
        let decision = self.enter(ply);
        if let Decision::Over(score) = decision {
            return score;
        }
        let value = if depth == 0 {
            self.leaf(ply)
        } else {
            let (moves, lost) = self.moves(ply);
            let children = moves.into_iter();
            let values = children.map(|mv| self.child(mv, |s| s.min_value(depth - 1, ply + 1)));
            values.max().unwrap_or(lost)
        };
        decision.bounded(value)
    }

    fn min_value(&mut self, depth: Depth, ply: Ply) -> Score {
        let decision = self.enter(ply);
        if let Decision::Over(score) = decision {
            return -score;
        }
        let value = if depth == 0 {
            -self.leaf(ply)
        } else {
            let (moves, lost) = self.moves(ply);
            let children = moves.into_iter();
            let values = children.map(|mv| self.child(mv, |s| s.max_value(depth - 1, ply + 1)));
            values.min().unwrap_or(-lost)
        };
        -decision.bounded(-value)
    }

    fn negamax(&mut self, depth: Depth, ply: Ply) -> Score {
        let decision = self.enter(ply);
        if let Decision::Over(score) = decision {
            return score;
        }
        let value = if depth == 0 {
            self.leaf(ply)
        } else {
            let (moves, lost) = self.moves(ply);
            let children = moves.into_iter();
            let values = children.map(|mv| -self.child(mv, |s| s.negamax(depth - 1, ply + 1)));
            values.max().unwrap_or(lost)
        };
        decision.bounded(value)
    }

    fn fail_hard(&mut self, depth: Depth, window: Window, ply: Ply) -> Score {
        let Window { mut alpha, mut beta } = window;
        match self.enter(ply) {
            Decision::Open => {}
            Decision::Over(score) => return score.clamp(alpha, beta),
            Decision::AtLeast(score) => alpha = alpha.max(score).min(beta),
            Decision::AtMost(score) => beta = beta.min(score).max(alpha),
        }
        if alpha >= beta {
            return alpha;
        }
        if depth == 0 {
            return self.leaf(ply).clamp(alpha, beta);
        }
        let (moves, lost) = self.moves(ply);
        if moves.is_empty() {
            return lost.clamp(alpha, beta);
        }
        for mv in moves {
            let inner = -Window::new(alpha, beta);
            let score = -self.child(mv, |s| s.fail_hard(depth - 1, inner, ply + 1));
            if score >= beta {
                return beta;
            }
            alpha = alpha.max(score);
        }
        alpha
    }

    fn fail_soft(&mut self, depth: Depth, window: Window, ply: Ply) -> Score {
        let decision = self.enter(ply);
        let value = match decision {
            Decision::Over(score) => return score,
            // The bound alone may answer the window's question.
            Decision::AtLeast(score) if score >= window.beta => return score,
            Decision::AtMost(score) if score <= window.alpha => return score,
            _ if depth == 0 => self.leaf(ply),
            _ => self.best_child(depth, window, ply),
        };
        decision.bounded(value)
    }

    /// The moves' part of fail-soft alpha-beta.
    fn best_child(&mut self, depth: Depth, mut window: Window, ply: Ply) -> Score {
        let (moves, lost) = self.moves(ply);
        let mut best = if moves.is_empty() { lost } else { -Score::INFINITE };
        for mv in moves {
            let score = -self.child(mv, |s| s.fail_soft(depth - 1, -window, ply + 1));
            best = best.max(score);
            window.raise_alpha(score);
            if window.is_empty() {
                break;
            }
        }
        best
    }
}
