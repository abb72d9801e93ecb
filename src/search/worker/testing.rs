//! What the tests of the steps share: a thread at a position, and facts to vary.

use std::sync::Arc;
use std::sync::atomic::{AtomicI32, AtomicU64};
use std::time::Instant;

use crate::rules::Game;
use crate::search::techniques::Techniques;
use crate::search::time::{Stopwatch, TimePlan};
use crate::search::tt::{TableEntry, TranspositionTable};
use crate::search::worker::node::{Candidate, Node};
use crate::search::worker::{NodeCounter, Shared, ThreadState, Worker, drawn_by_tables};
use crate::search::{Limits, SearchSettings, StopToken};
use crate::types::{Bound, Depth, Move, Score, Window};

/// A red rook on a1 that can take a pawn for nothing (a1a6), be lost without a check (a1b1)
/// and give a check that loses nothing (a1d1).
pub(super) const ROOK: &str = "1r1k5/9/9/p8/9/9/9/9/R8/4K4 w";
/// A red rook on a1 that can take a rook for nothing (a1a9), which else takes it unless it goes.
pub(super) const HANGING: &str = "r2k5/9/9/9/9/9/9/9/R8/5K3 w";
/// A red rook on a1 whose capture of a pawn (a1a6) loses it for the pawn.
pub(super) const GUARDED: &str = "r2k5/9/9/p8/9/9/9/9/R8/4K4 w";
/// A red rook on a1 whose check (a1d1) loses it.
pub(super) const LOSING_CHECK: &str = "3k5/9/9/9/9/9/9/9/R7r/4K4 w";
/// Red is in check and has one reply, d0d1.
pub(super) const ONE_REPLY: &str = "4k4/9/9/9/9/9/9/9/9/r2K5 w";
/// Red is in check and has two replies, e0e1 and b4b0.
pub(super) const TWO_REPLIES: &str = "3k5/9/9/9/9/1R7/9/9/9/r3K4 w";
/// Red is not in check and has no move.
pub(super) const STALEMATE: &str = "4k4/9/9/9/9/9/9/9/4p4/3K5 w";

/// The main thread about to search a position.
pub(super) fn worker(fen: &str, techniques: Techniques) -> Worker {
    let game = Game::new(&fen.parse().unwrap()).unwrap();
    let limits = Limits::default();
    let settings = SearchSettings { techniques, ..SearchSettings::default() };
    let shared = Shared {
        table: Arc::new(TranspositionTable::new(1)),
        nodes: vec![NodeCounter::default()],
        tb_hits: AtomicU64::new(0),
        time: Stopwatch::start(TimePlan::default(), Instant::now()),
        main_depth: AtomicI32::new(1),
        token: StopToken::default(),
        done: StopToken::default(),
        root_moves: None,
        limits,
        is_drawn_root: drawn_by_tables(game.board(), &settings),
        settings,
    };
    let mut worker = Worker::new(0, &game, Arc::new(shared), ThreadState::default());
    worker.root_depth = 20;
    worker
}

/// A node at ply 2 with a null window above 0 and an evaluation of 0, of which the table
/// knows nothing.
pub(super) fn node(depth: Depth) -> Node {
    Node {
        depth,
        ply: 2,
        window: Window::new(Score::ZERO, Score::new(1)),
        key: 1,
        excluded: None,
        is_provisional: false,
        in_check: false,
        improving: false,
        cut_node: false,
        tt_pv: false,
        eval: Score::ZERO,
        raw: Some(Score::ZERO),
        correction: 0,
        entry: None,
        tt_move: None,
        tt_capture: false,
    }
}

/// What the table may know of a node.
pub(super) fn entry(depth: Depth, bound: Bound, units: i32) -> TableEntry {
    TableEntry {
        mv: None,
        score: Score::new(units),
        eval: None,
        depth,
        bound: Some(bound),
        tt_pv: false,
    }
}

/// A move written as its origin and destination.
pub(super) fn mv(text: &str) -> Move {
    text.parse().unwrap()
}

/// The second move of a node, quiet, without a check and never reduced.
pub(super) fn quiet(text: &str) -> Candidate {
    Candidate {
        mv: mv(text),
        number: 2,
        is_quiet: true,
        is_killer: false,
        gives_check: false,
        by_number: 0,
    }
}

/// The same for a capture.
pub(super) fn capture(text: &str) -> Candidate {
    Candidate { is_quiet: false, ..quiet(text) }
}

/// The same for a quiet check.
pub(super) fn check(text: &str) -> Candidate {
    Candidate { gives_check: true, ..quiet(text) }
}
