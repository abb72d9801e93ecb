//! The four searches on trees that are written down or random.

use super::*;
use crate::random::Random;

/// A tree written down: a leaf is worth this to the side that moves first.
#[derive(Clone, Debug)]
enum Tree {
    Leaf(i32),
    Node(Vec<Tree>),
}

/// The tree and the way to the node that is being searched.
struct Walk {
    tree: Tree,
    path: Vec<usize>,
}

impl Walk {
    fn new(tree: &Tree) -> Walk {
        Walk { tree: tree.clone(), path: Vec::new() }
    }

    fn node(&self) -> &Tree {
        self.path.iter().fold(&self.tree, |node, &i| match node {
            Tree::Node(children) => &children[i],
            Tree::Leaf(_) => unreachable!("below a leaf"),
        })
    }
}

impl Position for Walk {
    type Move = usize;

    fn decision(&mut self, ply: Ply) -> Decision {
        match self.node() {
            Tree::Leaf(_) => Decision::Over(self.leaf(ply)),
            Tree::Node(_) => Decision::Open,
        }
    }

    fn moves(&self) -> Vec<usize> {
        match self.node() {
            Tree::Leaf(_) => Vec::new(),
            Tree::Node(children) => (0..children.len()).collect(),
        }
    }

    fn make(&mut self, mv: usize) {
        self.path.push(mv);
    }

    fn unmake(&mut self, mv: usize) {
        assert_eq!(self.path.pop(), Some(mv));
    }

    fn leaf(&mut self, ply: Ply) -> Score {
        let first = match self.node() {
            Tree::Leaf(value) => *value,
            // Cut off by depth: some value of its own.
            Tree::Node(children) => children.len() as i32,
        };
        Score::new(if ply.is_multiple_of(2) { first } else { -first })
    }
}

fn node(leaves: &[i32]) -> Tree {
    Tree::Node(leaves.iter().map(|&v| Tree::Leaf(v)).collect())
}

fn all_four(tree: &Tree, depth: Depth) -> [Score; 4] {
    [
        minimax(&mut Walk::new(tree), depth).0,
        negamax(&mut Walk::new(tree), depth).0,
        fail_hard(&mut Walk::new(tree), depth, Window::FULL).0,
        fail_soft(&mut Walk::new(tree), depth, Window::FULL).0,
    ]
}

#[test]
fn worked_examples() {
    let deep = |children: &[Tree]| Tree::Node(children.to_vec());
    let examples = [
        // One move ahead: 3, 15 or 1.
        (node(&[3, 15, 1]), 1, 15),
        // The opponent answers: he leaves the smallest of each group.
        (deep(&[node(&[3, 12, 8]), node(&[2, 4, 6]), node(&[14, 5, 2])]), 2, 3),
        (deep(&[node(&[15, 20]), node(&[15]), node(&[1, 99])]), 2, 15),
        // Three plies: max of min of max.
        (
            deep(&[
                deep(&[node(&[5, 6]), node(&[7, 4, 5])]),
                deep(&[node(&[3])]),
                deep(&[node(&[6]), node(&[6, 9])]),
            ]),
            3,
            6,
        ),
        // All lost: still the least bad.
        (deep(&[node(&[-8, -3]), node(&[-5])]), 2, -5),
    ];
    for (tree, depth, value) in examples {
        assert_eq!(all_four(&tree, depth), [Score::new(value); 4], "{tree:?}");
    }
}

#[test]
fn alpha_beta_leaves_out_what_cannot_matter() {
    // After 3 the reply worth 2 refutes the second move: 4 and 6 are not seen.
    let tree = Tree::Node(vec![node(&[3, 12, 8]), node(&[2, 4, 6]), node(&[14, 5, 2])]);
    assert_eq!(minimax(&mut Walk::new(&tree), 2).1.nodes, 13);
    assert_eq!(fail_soft(&mut Walk::new(&tree), 2, Window::FULL).1.nodes, 11);
    assert_eq!(fail_hard(&mut Walk::new(&tree), 2, Window::FULL).1.nodes, 11);
}

/// A tree of fixed width in which every node's first move is its best.
fn well_ordered(width: i32, depth: i32, value: i32, for_first: bool) -> Tree {
    if depth == 0 {
        return Tree::Leaf(value);
    }
    let worse = if for_first { -1 } else { 1 };
    let child = |i: i32| well_ordered(width, depth - 1, value + worse * i, !for_first);
    Tree::Node((0..width).map(child).collect())
}

#[test]
fn a_well_ordered_tree_needs_the_minimal_number_of_leaves() {
    // Knuth and Moore 1975: width^⌈depth/2⌉ + width^⌊depth/2⌋ − 1.
    for (width, depth) in [(2, 3), (3, 4), (4, 5), (5, 4)] {
        let tree = well_ordered(width, depth, 0, true);
        let power = |n: i32| u64::from(width.unsigned_abs()).pow(n.unsigned_abs());
        let minimal = power((depth + 1) / 2) + power(depth / 2) - 1;
        // Leaves of the tree are positions where the game is over.
        let (score, counts) = fail_soft(&mut Walk::new(&tree), depth, Window::FULL);
        assert_eq!((score, counts.decisions), (Score::ZERO, minimal), "{width}^{depth}");
        assert_eq!(minimax(&mut Walk::new(&tree), depth).1.decisions, power(depth));
    }
}

fn random_tree(random: &mut Random, depth: u32) -> Tree {
    if depth == 0 || random.below(8) == 0 {
        return Tree::Leaf(random.below(21) as i32 - 10);
    }
    let width = random.below(5);
    Tree::Node((0..width).map(|_| random_tree(random, depth - 1)).collect())
}

#[test]
fn all_agree_on_random_trees_and_windows() {
    let mut random = Random::new(&[1]);
    for _ in 0..5_000 {
        let tree = random_tree(&mut random, 5);
        let depth = 1 + random.below(5) as Depth;
        let values = all_four(&tree, depth);
        let value = values[0];
        assert_eq!(values, [value; 4], "depth {depth} of {tree:?}");

        let alpha = Score::new(random.below(21) as i32 - 11);
        let window = Window::new(alpha, alpha + 1 + random.below(5) as i32);
        let (hard, _) = fail_hard(&mut Walk::new(&tree), depth, window);
        assert_eq!(hard, value.clamp(window.alpha, window.beta), "{window:?} {tree:?}");
        let (soft, counts) = fail_soft(&mut Walk::new(&tree), depth, window);
        if soft <= window.alpha {
            assert!(value <= soft, "{soft:?} is no upper bound of {value:?}");
        } else if soft >= window.beta {
            assert!(value >= soft, "{soft:?} is no lower bound of {value:?}");
        } else {
            assert_eq!(soft, value);
        }
        assert!(counts.nodes <= negamax(&mut Walk::new(&tree), depth).1.nodes);
    }
}

/// A tree in which the rules bound every inner node's value.
struct Bounded(Walk);

impl Position for Bounded {
    type Move = usize;

    fn decision(&mut self, ply: Ply) -> Decision {
        let width = self.0.moves().len();
        match (self.0.decision(ply), width) {
            (Decision::Open, 2) => Decision::AtLeast(Score::ZERO),
            (Decision::Open, 3) => Decision::AtMost(Score::ZERO),
            (decision, _) => decision,
        }
    }

    fn moves(&self) -> Vec<usize> {
        self.0.moves()
    }

    fn make(&mut self, mv: usize) {
        self.0.make(mv);
    }

    fn unmake(&mut self, mv: usize) {
        self.0.unmake(mv);
    }

    fn leaf(&mut self, ply: Ply) -> Score {
        self.0.leaf(ply)
    }
}

#[test]
fn all_agree_where_the_rules_give_bounds() {
    let mut random = Random::new(&[2]);
    for _ in 0..2_000 {
        let tree = random_tree(&mut random, 5);
        let walk = || Bounded(Walk::new(&tree));
        let (value, counts) = minimax(&mut walk(), 5);
        assert_eq!(negamax(&mut walk(), 5), (value, counts));
        assert_eq!(fail_hard(&mut walk(), 5, Window::FULL).0, value);
        assert_eq!(fail_soft(&mut walk(), 5, Window::FULL).0, value);
        let window = Window::new(Score::new(-2), Score::new(2));
        let (hard, _) = fail_hard(&mut walk(), 5, window);
        assert_eq!(hard, value.clamp(window.alpha, window.beta));
    }
}
