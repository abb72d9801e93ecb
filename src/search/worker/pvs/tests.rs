//! Tests of the way through a node.

use super::*;
use crate::search::techniques::Techniques;
use crate::search::worker::node::Root;
use crate::search::worker::testing::{
    HANGING, ONE_REPLY, ROOK, STALEMATE, check, mv, node, quiet, worker,
};
use crate::types::Bound;

const NONE: Techniques = Techniques::NONE;
const PLAIN: Techniques = Techniques { pvs_on: true, tt_on: true, ordering_on: true, ..NONE };

/// A node of a worker's position, whose score is asked for exactly.
fn open(worker: &Worker, depth: Depth) -> Node {
    let key = worker.game.search_key(&worker.shared.settings.rules);
    let in_check = worker.game.board().in_check();
    Node { key, in_check, window: Window::FULL, ..node(depth) }
}

#[test]
fn the_second_scout_is_as_deep_as_the_first_says() {
    let (deeper, shallower) = (params::lmr_deeper(), params::lmr_shallower());
    for (name, score, best, reduced_by, expected) in [
        ("as planned", deeper, 0, 2, 0),
        ("far above alpha", deeper + 1, 0, 2, 1),
        ("hardly above the best", 20, 21 - shallower, 2, -1),
        ("enough above it", 20, 20 - shallower, 2, 0),
        ("both", deeper + 1, deeper + 2 - shallower, 2, 0),
        ("reduced by a ply", deeper + 1, 0, 1, 0),
    ] {
        let (score, best) = (Score::new(score), Score::new(best));
        assert_eq!(research_change(score, Score::ZERO, best, reduced_by), expected, "{name}");
    }
}

#[test]
fn what_the_steps_ask_of_a_move() {
    let worker = worker(ROOK, NONE);
    let deep = params::ce_depth();
    let killers = [None, Some(mv("a1a2")), None];
    let late = |number| params::lmr_reduction(4, number);
    for (name, depth, text, number, is_quiet, is_killer, gives_check, by_number) in [
        ("quiet", 4, "a1a3", 2, true, false, false, late(2)),
        ("later", 4, "a1a3", 9, true, false, false, late(9)),
        ("a capture", 4, "a1a6", 2, false, false, false, late(2)),
        ("a killer", 4, "a1a2", 2, true, true, false, late(2)),
        ("a check", 4, "a1d1", 2, true, false, true, late(2)),
        ("the first, not asked", deep - 1, "a1d1", 1, true, false, false, 0),
        ("the first, deep", deep, "a1d1", 1, true, false, true, 0),
    ] {
        let found = worker.candidate(&node(depth), mv(text), number, killers, &mut None);
        assert_eq!((found.mv, found.number), (mv(text), number), "{name}");
        let flags = (found.is_quiet, found.is_killer, found.gives_check);
        assert_eq!(flags, (is_quiet, is_killer, gives_check), "{name}");
        assert_eq!(found.by_number, by_number, "{name}");
    }
}

#[test]
fn a_node_without_moves_is_lost() {
    let mut stuck = worker(STALEMATE, NONE);
    let node = open(&stuck, 3);
    assert_eq!(stuck.search_moves::<NonPv>(node), Ok(Score::mated_in(2)));
    let mut forced = worker(ONE_REPLY, NONE);
    let window = Window::new(Score::new(7), Score::new(8));
    let node = Node { excluded: Some(mv("d0d1")), window, ..open(&forced, 3) };
    assert_eq!(forced.search_moves::<NonPv>(node), Ok(Score::new(7)), "no better move");
}

#[test]
fn a_node_keeps_its_result_unless_it_holds_on_this_path_only() {
    type Change = fn(&mut Worker, &mut Node);
    let rows: [(&str, bool, Change); 3] = [
        ("a node", true, |_, _| {}),
        ("provisional", false, |_, node| node.is_provisional = true),
        ("a singular search", false, |_, node| node.excluded = Some(mv("a1a2"))),
    ];
    for (name, is_kept, change) in rows {
        let mut worker = worker(HANGING, PLAIN);
        let mut node = open(&worker, 2);
        change(&mut worker, &mut node);
        let key = node.key;
        let score = worker.search_moves::<Pv>(node).unwrap();
        let kept =
            worker.look_up(key, 2).map(|entry| (entry.mv, entry.score, entry.depth, entry.bound));
        let expected = (Some(worker.pv[2][0]), score, 2, Some(Bound::Exact));
        assert_eq!(kept, is_kept.then_some(expected), "{name}");
    }
}

#[test]
fn a_second_line_of_the_root_is_not_what_the_position_is_worth() {
    for (line, is_kept) in [(0, true), (1, false)] {
        let mut worker = worker(HANGING, PLAIN);
        worker.root.line = line;
        let node = Node { ply: 0, ..open(&worker, 2) };
        let (key, banned) = (node.key, worker.root.moves[0].mv);
        assert!(worker.search_moves::<Root>(node).is_ok());
        assert_eq!(worker.look_up(key, 0).is_some(), is_kept, "{line}");
        let searched = worker.root.find(banned).is_some_and(|root| root.nodes > 0);
        assert_eq!(searched, line == 0, "{line}");
    }
}

#[test]
fn a_cut_ends_the_loop_and_is_counted() {
    for (beta, cutoffs) in [(-9000, 1), (9000, 0)] {
        let mut worker = worker(ROOK, PLAIN);
        let node = Node { window: Window::below(Score::new(beta)), ..open(&worker, 1) };
        let score = worker.search_moves::<NonPv>(node).unwrap();
        assert_eq!(score >= Score::new(beta), cutoffs == 1);
        assert_eq!(worker.stack[2].cutoffs, cutoffs);
        let moves = worker.game.board().count_legal();
        assert_eq!(worker.nodes, if cutoffs == 1 { 1 } else { moves }, "{beta}");
    }
}

#[test]
fn an_extension_is_noted_for_the_line_behind_the_move() {
    for (extension, doubles) in [(-1, 3), (0, 3), (1, 3), (2, 4), (3, 4)] {
        let mut worker = worker(ROOK, NONE);
        worker.stack[1].double_extensions = 3;
        worker.stack[2].reduction = 5;
        worker.prepare_move::<NonPv>(&node(5), &check("a1d1"), extension);
        let entry = worker.stack[2];
        assert_eq!((entry.double_extensions, entry.reduction, entry.number), (doubles, 0, 2));
    }
}

/// The nodes of a scout of a quiet move, which lets see how deep it was.
fn scouted(reduction: i32, alpha: i32) -> (u64, Score) {
    let mut worker = worker("3k5/9/9/p8/9/9/9/9/R8/5K3 w", NONE);
    let window = Window::new(Score::new(alpha), Score::new(alpha + 1));
    let node = Node { window, ..open(&worker, 5) };
    worker.make_move(mv("a1a2"), 2);
    let (candidate, best) = (quiet("a1a2"), window.alpha);
    let context = worker.context(2);
    let score = worker.scout::<NonPv>(&node, &candidate, 3, reduction, best, &context);
    assert_eq!(worker.stack[2].reduction, 0);
    (worker.nodes, score.unwrap())
}

#[test]
fn a_reduced_scout_that_fails_high_is_repeated() {
    let ply = params::ONE_PLY;
    // It fails low: a reduction saves nodes, less than a ply none, and a ply remains.
    let [full, one, two, three] = [0, ply, 2 * ply, 9 * ply].map(|by| scouted(by, 9000).0);
    assert!(full > one && one > two && two == three, "{full} {one} {two} {three}");
    assert_eq!([ply - 1, -ply].map(|by| scouted(by, 9000).0), [full, full]);
    // It fails high: the same search follows, without the reduction, a ply deeper or less.
    let (full, score) = scouted(0, -9000);
    let (repeated, again) = scouted(ply, -9000);
    assert!(repeated > full, "{repeated} {full}");
    assert!(score > Score::new(-9000) && again > Score::new(-9000));
}
