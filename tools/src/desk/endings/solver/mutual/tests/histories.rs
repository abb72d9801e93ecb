//! The verdict of the third occurrence is the verdict of the game that goes on for ever: parity
//! games on small graphs against all histories.

use crate::desk::endings::solver::mutual::tests::parity::{Vertex, red_wins};
use chuhe::internals::random::Random;

/// A graph of positions: Red and Black move in turn.
struct Graph {
    /// Red is to move in those of even number.
    next: Vec<Vec<usize>>,
    /// Whether the side to move is in check.
    in_check: Vec<bool>,
}

/// What the judge says at the third occurrence of a position: 1 for Red, as `rules` does for
/// perpetual check alone. `plies` are the positions after each move of the stretch.
fn judged(graph: &Graph, plies: &[usize]) -> i32 {
    let all_check =
        |parity: usize| plies.iter().filter(|&&at| at % 2 == parity).all(|&at| graph.in_check[at]);
    match (all_check(1), all_check(0)) {
        (true, false) => -1, // Red has checked with every move
        (false, true) => 1,
        _ => 0,
    }
}

/// The value for Red of the game that the history has come to, by all ways on.
fn by_histories(graph: &Graph, history: &mut Vec<usize>) -> i32 {
    let at = history[history.len() - 1];
    let earlier: Vec<usize> = (0..history.len() - 1).filter(|&i| history[i] == at).collect();
    if let &[.., first, _] = &earlier[..] {
        return judged(graph, &history[first + 1..]);
    }
    let values = graph.next[at].clone().into_iter().map(|next| {
        history.push(next);
        let value = by_histories(graph, history);
        history.pop();
        value
    });
    let values: Vec<i32> = values.collect();
    let is_red = at.is_multiple_of(2);
    let best = if is_red { values.iter().max() } else { values.iter().min() };
    *best.unwrap_or(if is_red { &-1 } else { &1 })
}

/// The parity game in which Red asks whether it wins.
fn of_red(graph: &Graph) -> Vec<Vertex> {
    let vertex = |(at, next): (usize, &Vec<usize>)| {
        let is_red = at.is_multiple_of(2);
        // The move that leads here is Black's where Red is to move.
        let priority = match (next.is_empty(), graph.in_check[at], is_red) {
            (true, _, _) => {
                if is_red {
                    1
                } else {
                    2
                }
            }
            (_, true, _) => 1,
            (_, false, true) => 3,
            (_, false, false) => 2,
        };
        let next = if next.is_empty() { std::slice::from_ref(&at) } else { &next[..] };
        Vertex { is_red, priority, next: next.iter().map(|&to| to as u32).collect() }
    };
    graph.next.iter().enumerate().map(vertex).collect()
}

/// The same in which Black asks.
fn of_black(graph: &Graph) -> Vec<Vertex> {
    let mut game = of_red(graph);
    for (at, vertex) in game.iter_mut().enumerate() {
        let is_end = graph.next[at].is_empty();
        vertex.is_red = !vertex.is_red;
        vertex.priority = match vertex.priority {
            priority if is_end => 3 - priority,
            1 => 1,
            priority => 5 - priority,
        };
    }
    game
}

#[test]
fn the_third_occurrence_says_what_parity_says() {
    let mut random = Random::new(&[7]);
    let (mut decided, mut by_rule) = (0, 0);
    for number in 0..4000 {
        let pairs = 2 + number % 2;
        let next = (0..2 * pairs).map(|at| {
            let ways = (0..pairs).map(|i| 2 * i + 1 - at % 2);
            ways.filter(|_| random.below(5) < 3).collect()
        });
        let next: Vec<Vec<usize>> = next.collect();
        let in_check = (0..2 * pairs).map(|_| random.below(10) < 6).collect();
        let has_end = next.iter().any(Vec::is_empty);
        let graph = Graph { next, in_check };
        let (red, black) = (red_wins(&of_red(&graph)), red_wins(&of_black(&graph)));
        for at in 0..2 * pairs {
            let value = by_histories(&graph, &mut vec![at]);
            let expected = i32::from(red[at]) - i32::from(black[at]);
            assert_eq!(value, expected, "graph {number}, position {at}");
            decided += i32::from(value != 0);
            by_rule += i32::from(value != 0 && !has_end);
        }
    }
    assert!(decided > 5000 && by_rule > 500, "{decided} {by_rule}");
}
