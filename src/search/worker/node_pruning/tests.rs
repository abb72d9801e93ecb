//! Tests of the pruning of whole nodes: which facts prune a node, and with which score.

use super::*;
use crate::rules::Game;
use crate::search::tt::TableEntry;
use crate::search::worker::testing::{
    HANGING, ONE_REPLY, ROOK, STALEMATE, entry, mv, node, worker,
};

const NONE: Techniques = Techniques::NONE;
const MATE: i32 = Score::mate_in(5).units();

/// The null window whose beta is this.
fn below(beta: i32) -> Window {
    Window::below(Score::new(beta))
}

#[test]
fn razoring_asks_for_an_evaluation_far_below_alpha() {
    let on = Techniques { razoring_on: true, decided_on: true, ..NONE };
    let margin = |depth: Depth| params::razor_base() + params::razor_factor() * depth * depth;
    let deepest = params::razor_depth();
    let decided = params::decided_score();
    for (techniques, depth, alpha, eval, expected) in [
        (on, 1, 0, -margin(1) - 1, true),
        (on, 1, 0, -margin(1), false),
        (on, deepest, 0, -margin(deepest) - 1, true),
        (on, deepest, 0, -margin(deepest), false),
        (on, deepest + 1, 0, -9000, false),
        (on, 1, MATE, 0, false),
        (on, 1, decided - 1, -9000, true),
        (on, 1, decided, -9000, false),
        (NONE, 1, 0, -9000, false),
    ] {
        let node = Node { eval: Score::new(eval), window: below(alpha + 1), ..node(depth) };
        assert_eq!(razors(&node, &techniques), expected, "{depth} {alpha} {eval}");
    }
}

#[test]
fn a_razored_node_has_the_score_of_quiescence_unless_that_beats_alpha() {
    let techniques = Techniques { razoring_on: true, quiescence_on: true, ..NONE };
    let mut worker = worker(ROOK, techniques);
    let eval = Score::new(-9000);
    let leaf = worker.quiescence::<NonPv>(QS_CHECKS, below(5000), 2).unwrap();
    let low = worker.prune_node(&Node { eval, window: below(5000), ..node(1) });
    assert_eq!(low, Ok(Some(leaf)));
    let high = worker.prune_node(&Node { eval, window: below(-5000), ..node(1) });
    assert_eq!(high, Ok(None));
}

#[test]
fn reverse_futility_asks_for_an_evaluation_far_above_beta() {
    let on = Techniques { rfp_on: true, decided_on: true, ..NONE };
    let (margin, deepest) = (params::rfp_margin(), params::rfp_depth());
    let improved = margin * 3 - params::rfp_improving();
    let corrected = margin * 3 + 100 * params::rfp_correction() / 100;
    let by_history = margin * 3 + ((-20_000 * params::rfp_history()) >> 16);
    let lost = -params::decided_score();
    let base = || node(3);
    for (name, techniques, node, history, above, expected) in [
        ("at the margin", on, base(), 0, margin * 3, true),
        ("below it", on, base(), 0, margin * 3 - 1, false),
        ("improving", on, Node { improving: true, ..base() }, 0, improved, true),
        ("and below", on, Node { improving: true, ..base() }, 0, improved - 1, false),
        ("corrected", on, Node { correction: 100, ..base() }, 0, corrected, true),
        ("and below", on, Node { correction: 100, ..base() }, 0, corrected - 1, false),
        ("after a bad move", on, base(), -20_000, by_history, true),
        ("and below", on, base(), -20_000, by_history - 1, false),
        ("deep", on, node(deepest), 0, margin * deepest, true),
        ("too deep", on, node(deepest + 1), 0, 9000, false),
        ("once on a variation", on, Node { tt_pv: true, ..base() }, 0, 9000, false),
        ("lost", on, Node { window: below(lost), ..base() }, 0, 9000, false),
        ("lost, depth 1", on, Node { window: below(lost), ..node(1) }, 0, 9000, true),
        ("beta is a loss", on, Node { window: below(-MATE), ..node(1) }, 0, 9000, false),
        ("a mate", on, base(), 0, MATE, false),
        ("off", NONE, base(), 0, 9000, false),
    ] {
        let beta = node.window.beta;
        let eval = if above == MATE { Score::new(MATE) } else { beta + above };
        let score = reverse_futility(&Node { eval, ..node }, history, &techniques);
        let blended = beta + (eval - beta) * params::rfp_blend() / 100;
        assert_eq!(score, expected.then_some(blended), "{name}");
    }
}

#[test]
fn passing_is_tried_where_it_promises_a_fail_high() {
    type Change = fn(&mut Worker, &mut Node);
    const DEPTH: Depth = 10;
    let rows: [(&str, bool, Change); 13] = [
        ("all conditions", true, |_, _| {}),
        ("shallow", true, |worker, node| {
            node.depth = params::nmp_depth();
            worker.stack[2].eval = Score::new(1000);
        }),
        ("too shallow", false, |worker, node| {
            node.depth = params::nmp_depth() - 1;
            worker.stack[2].eval = Score::new(1000);
        }),
        ("no fail-high expected", false, |_, node| node.cut_node = false),
        ("below beta", false, |_, node| node.eval = Score::ZERO),
        ("static evaluation below", false, |worker, _| {
            worker.stack[2].eval = worker.stack[2].eval - 1;
        }),
        ("beta is a mate", false, |worker, node| {
            node.window = below(MATE);
            node.eval = Score::new(MATE);
            worker.stack[2].eval = Score::new(MATE);
        }),
        ("lost", false, |_, node| node.window = below(-params::decided_score())),
        ("not quite lost", true, |_, node| node.window = below(1 - params::decided_score())),
        ("after a null move", false, |worker, _| worker.stack[1].mv = None),
        ("verified now", false, |worker, _| worker.nmp_min_ply = 3),
        ("verified above", true, |worker, _| worker.nmp_min_ply = 2),
        ("no attacking piece", false, |worker, _| {
            worker.game = Game::new(&STALEMATE.parse().unwrap()).unwrap();
        }),
    ];
    let techniques = Techniques { nmp_on: true, decided_on: true, ..NONE };
    for (name, expected, change) in rows {
        let mut worker = worker(ROOK, techniques);
        let mut node = Node { cut_node: true, eval: Score::new(1), ..node(DEPTH) };
        let allowance = params::nmp_slack() * DEPTH - params::nmp_slack_base();
        worker.stack[2].eval = Score::new(1 - allowance);
        worker.stack[1].mv = Some(mv("b9b8"));
        change(&mut worker, &mut node);
        assert_eq!(worker.may_pass(&node), expected, "{name}");
    }
    let mut off = worker(ROOK, NONE);
    off.stack[1].mv = Some(mv("b9b8"));
    off.stack[2].eval = Score::new(1000);
    assert!(!off.may_pass(&Node { cut_node: true, eval: Score::new(1), ..node(DEPTH) }));
}

#[test]
fn a_null_move_cuts_where_passing_fails_high() {
    // A mate found by passing is none.
    let mates = "3k5/4P4/9/9/9/9/9/9/9/4K4 w";
    for (fen, beta, cuts) in [(ROOK, -2000, true), (ROOK, 5000, false), (mates, 0, true)] {
        let mut worker = worker(fen, Techniques { nmp_on: true, ..NONE });
        let eval = Score::new(beta);
        let node = Node { eval, window: below(beta), ..node(6) };
        let score = worker.null_move(&node).unwrap();
        assert_eq!(score.is_some(), cuts, "{fen} {beta}");
        assert!(score.is_none_or(|score| score >= eval && !score.is_decisive()), "{score:?}");
        assert_eq!(worker.game.moves().count(), 0, "taken back");
    }
}

#[test]
fn deep_null_moves_are_verified_by_a_search_without_them() {
    let deep = params::nmp_verify_depth();
    let (good, bad) = (entry(30, Bound::Lower, 0), entry(30, Bound::Upper, -3000));
    for (depth, min_ply, known, cuts) in [
        (deep, 0, good, true),
        (deep, 0, bad, false),
        (deep - 1, 0, bad, true),
        (deep, 1, bad, true), // verified now
    ] {
        let techniques = Techniques { nmp_on: true, tt_on: true, tt_deeper_on: true, ..NONE };
        let mut worker = worker(ROOK, techniques);
        worker.nmp_min_ply = min_ply;
        // What the table says of this position is what the verifying search finds.
        let key = worker.game.search_key(&worker.shared.settings.rules);
        worker.shared.table.store(key, 2, known);
        let (eval, window) = (Score::new(-1000), below(-2000));
        let score = worker.null_move(&Node { eval, window, ..node(depth) }).unwrap();
        assert_eq!(score.is_some(), cuts, "{depth} {known:?}");
        assert_eq!(worker.nmp_min_ply, min_ply, "null moves are allowed again");
    }
}

#[test]
fn probcut_asks_for_more_than_beta() {
    let (margin, improving) = (params::probcut_margin(), params::probcut_improving());
    let at = |is_improving| {
        probcut_beta(&Node { improving: is_improving, window: below(50), ..node(8) })
    };
    assert_eq!(at(false), Score::new(50 + margin));
    assert_eq!(at(true), Score::new(50 + margin - improving));
}

#[test]
fn probcut_is_tried_deep_enough_unless_the_table_knows_better() {
    let on = Techniques { probcut_on: true, ..NONE };
    let least = params::probcut_depth();
    let deep = 10 - params::probcut_reduction();
    let known = |depth, score| Node { entry: Some(entry(depth, Bound::Upper, score)), ..node(10) };
    for (name, techniques, node, expected) in [
        ("deep enough", on, node(least), true),
        ("too shallow", on, node(least - 1), false),
        ("beta is a mate", on, Node { window: below(MATE), ..node(least) }, false),
        ("a deep entry says no", on, known(deep + 1, 199), false),
        ("a deep entry says yes", on, known(deep + 1, 200), true),
        ("a shallow entry says no", on, known(deep, 199), true),
        ("off", NONE, node(least), false),
    ] {
        assert_eq!(tries_probcut(&node, Score::new(200), &techniques), expected, "{name}");
    }
}

#[test]
fn a_capture_that_beats_the_raised_beta_cuts_and_is_stored() {
    let techniques = Techniques { quiescence_on: true, tt_on: true, probcut_on: true, ..NONE };
    let depth = 7;
    for (eval, beta, cuts) in [(0, 0, true), (-1000, 0, false), (0, 9000, false)] {
        let mut worker = worker(HANGING, techniques);
        worker.stack[2].eval = Score::new(eval);
        let node = Node { window: below(beta), ..node(depth) };
        let raised = node.window.beta + 100;
        let score = worker.probcut(&node, raised).unwrap();
        assert_eq!(score.is_some(), cuts, "{eval} {beta}");
        let stored = worker.look_up(node.key, 2);
        assert_eq!(stored.is_some(), cuts);
        if let Some((score, entry)) = score.zip(stored) {
            assert!(entry.score >= raised && score == entry.score - 100, "{score:?}");
            let expected = (Some(mv("a1a9")), depth - params::probcut_reduction() + 1);
            assert_eq!((entry.mv, entry.depth), expected);
            assert_eq!(entry.bound, Some(Bound::Lower));
        }
    }
}

#[test]
fn the_table_alone_cuts_far_above_beta() {
    let on = Techniques { probcut_on: true, ..NONE };
    let (far, slack) = (params::probcut_table(), params::probcut_table_slack());
    let enough = entry(8 - slack, Bound::Lower, 50 + far);
    let shallow = entry(8 - slack - 1, Bound::Lower, 9000);
    for (name, techniques, beta, entry, expected) in [
        ("far above", on, 50, Some(enough), true),
        ("not far enough", on, 51, Some(enough), false),
        ("exact", on, 50, Some(TableEntry { bound: Some(Bound::Exact), ..enough }), true),
        ("upper bound", on, 50, Some(TableEntry { bound: Some(Bound::Upper), ..enough }), false),
        ("too shallow", on, 50, Some(shallow), false),
        ("a mate", on, 50, Some(TableEntry { score: Score::new(MATE), ..enough }), false),
        ("beta is a loss", on, -MATE, Some(enough), false),
        ("unknown", on, 50, None, false),
        ("off", NONE, 50, Some(enough), false),
    ] {
        for in_check in [false, true] {
            let node = Node { entry, in_check, window: below(beta), ..node(8) };
            let raised = expected.then_some(Score::new(beta + far));
            assert_eq!(table_probcut(&node, &techniques), raised, "{name}");
        }
    }
}

#[test]
fn in_check_only_the_table_prunes_a_node() {
    let mut worker = worker(ONE_REPLY, Techniques::ALL);
    let eval = Score::new(9000);
    let node = Node { in_check: true, cut_node: true, eval, ..node(3) };
    assert_eq!(worker.prune_node(&node), Ok(None));
    let entry = Some(entry(3, Bound::Lower, 5000));
    assert!(worker.prune_node(&Node { entry, ..node }).unwrap().is_some());
}
