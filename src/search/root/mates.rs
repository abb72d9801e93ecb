//! Proof-number searches for mates: for the one that the limits ask for, before the
//! ordinary search, which takes over when it finds nothing; and for mates by checks and
//! threats beside every ordinary search, whatever its limits.

use std::sync::Arc;

use crate::mate::{Answer, Attack, Proof, Question, Solver};
use crate::search::params;
use crate::search::root::{RootSearch, line};
use crate::search::root_moves::RootMove;
use crate::search::worker::Shared;
use crate::search::{Limits, Listener};
use crate::types::{Bound, Depth, Move, Ply, Score};

/// Nodes of the proof-number search when the limits set no number.
const NODES: u64 = 5_000_000;
/// Size of its table in MiB.
const TABLE_MIB: usize = 32;

/// A mate that a search has found.
pub(super) struct KnownMate {
    score: Score,
    /// Its line, as far as it is known: a move at least.
    line: Vec<Move>,
}

impl KnownMate {
    fn by(proof: &Proof) -> KnownMate {
        KnownMate { score: Score::mate_in(proof.line.len()), line: proof.line.clone() }
    }
}

/// How many nodes the search for mates may take, given those of the ordinary search, which
/// take about as long each.
struct Budget {
    /// No more than one node for this many of the ordinary search.
    most: u64,
    /// Nodes that are allowed once `most` permits them.
    base: u64,
    /// Beyond `base`, one node for this many of the ordinary search.
    share: u64,
}

impl Budget {
    /// For checks alone, which are settled at once where there is no attack.
    const CHECKS: Budget = Budget { most: 16, base: 4000, share: 64 };
    /// For threats too, where the search is sure to be winning: what is left to find is the mate.
    const WINNING: Budget = Budget { most: 12, base: 8000, share: 32 };
    /// In analysis without a limit: no move waits, and long mates by checks alone, which the
    /// ordinary search finds late, take some thousand nodes.
    const ANALYSIS: Budget = Budget { most: 24, base: 20_000, share: 256 };
    /// The score from which on a search is winning, in internal units.
    const WINNING_SCORE: i32 = 350;

    /// The nodes that are allowed for a number of nodes of the search itself.
    fn nodes(&self, searched: u64) -> u64 {
        (searched / self.most).min(self.base + searched / self.share)
    }
}

impl RootSearch {
    /// Looks for the mate within the number of moves that was asked for. Returns whether
    /// it has been proved; then the first root move has its score and its line.
    /// Takes at most half of the nodes or of the time for the move, where they are limited, and
    /// by the clock at most the hard limit.
    pub fn prove_mate(&mut self) -> bool {
        let shared = Arc::clone(self.shared());
        let (limits, settings) = (&shared.limits, &shared.settings);
        let is_free = !limits.restrict_root_moves();
        // A mate of any length is what a search may end with, not a question for a proof.
        let is_asked = |&moves: &u32| moves != Limits::ANY_MATE;
        let is_provable = is_free && settings.multi_pv == 1 && !shared.is_drawn_root;
        let Some(moves) = limits.mate.filter(is_asked).filter(|_| is_provable) else {
            return false;
        };
        let question = Question {
            moves: Some(moves),
            nodes: limits.nodes.map_or(NODES, |nodes| nodes / 2),
            ..Question::default()
        };
        let is_over = || {
            let half = limits.move_time.is_some_and(|time| shared.time.elapsed() * 2 >= time);
            half || shared.token.is_stopped() || shared.is_out_of_time()
        };
        let mut solver = Solver::new(TABLE_MIB);
        let finding = solver.solve(self.worker.game(), &settings.rules, &question, &is_over);
        self.worker.add_nodes(finding.nodes);
        let Answer::Proved(proof) = finding.answer else { return false };
        let plies = proof.line.len() as Depth;
        if !self.put_first(&KnownMate::by(&proof)) {
            return false;
        }
        self.worker.root_depth = plies;
        self.finish(plies);
        true
    }

    /// Looks for a mate by checks, and where the search is winning by threats too, between two
    /// searches of the root, with a small share of this thread's nodes. A mate is reported at
    /// once; later iterations may only find a shorter one.
    pub fn look_for_mate(&mut self, listener: &mut dyn Listener) {
        let shared = Arc::clone(self.shared());
        let Shared { limits, settings, .. } = &*shared;
        let Some(score) = self.best().map(|best| best.score).filter(|score| !score.is_win()) else {
            return;
        };
        let is_on = settings.techniques.mate_search_on && !shared.is_drawn_root;
        if !is_on || limits.restrict_root_moves() || settings.multi_pv > 1 {
            return;
        }
        let is_over = || shared.token.is_stopped() || shared.is_out_of_time();
        for (attack, allowed) in allowed_nodes(score, self.worker.nodes(), limits) {
            let game = self.worker.game();
            let nodes = self.mates.search(game, &settings.rules, attack, allowed, &is_over);
            self.worker.add_nodes(nodes);
        }
        if let Some(proof) = &self.mates.proof {
            self.mate = Some(KnownMate::by(proof));
            self.restore_mate();
            self.report(0, Bound::Exact, listener);
        }
    }

    /// Keeps the mate of the first root move for the rest of the search, if it is quicker than the one
    /// kept, and completes its line; else puts that one first again. Whether there is a new one.
    ///
    /// It may rest on entries of the table that are deeper than an iteration or soon replaced, so that
    /// the next one need not find it again. On its line no position comes twice; so the rules of
    /// repetition matter only where one has stood so often that once more ends the game. There a
    /// search must find the mate each time, for the table does not know the game.
    pub fn keep_mate(&mut self) -> bool {
        let Shared { settings, is_drawn_root, .. } = &**self.shared();
        let may_repeat = self.worker.game().may_have_stood(settings.rules.fold - 1);
        let is_asked = settings.multi_pv == 1 && !is_drawn_root && !may_repeat;
        let known = self.mate.as_ref().map(|mate| (mate.score, mate.line.len()));
        let is_new = self.best().filter(|_| is_asked).is_some_and(|best| {
            best.score.is_win() && known.is_none_or(|known| (best.score, best.pv.len()) > known)
        });
        if is_new {
            let shared = Arc::clone(self.shared());
            let rules = &shared.settings.rules;
            let RootMove { score, ref pv, .. } = self.worker.root.moves[0];
            let line = line::by_table(self.worker.game(), rules, &shared.table, pv, score);
            self.worker.root.moves[0].pv.clone_from(&line);
            self.mate = Some(KnownMate { score, line });
        }
        self.restore_mate();
        is_new
    }

    /// Puts the known mate first among the root moves, unless the search has found one as quick.
    pub fn restore_mate(&mut self) {
        if let Some(mate) = self.mate.take() {
            self.put_first(&mate);
            self.mate = Some(mate);
        }
    }

    /// Puts the first move of a mate first, with its score and line, unless the first
    /// root move is as good. Whether it is a root move at all.
    fn put_first(&mut self, mate: &KnownMate) -> bool {
        let KnownMate { score, line } = mate;
        let moves = &mut self.worker.root.moves;
        let Some(place) = moves.iter().position(|root| line.starts_with(&[root.mv])) else {
            return false;
        };
        if moves[0].score < *score {
            moves[..=place].rotate_right(1);
            let root = &mut moves[0];
            root.score = *score;
            root.previous = *score;
            root.selective_depth = Score::MATE.units().abs_diff(score.units()) as Ply - 1;
            root.pv.clone_from(line);
        }
        true
    }
}

/// The nodes that each kind of attack may take in all, by the score and the nodes of a search so
/// far.
fn allowed_nodes(score: Score, searched: u64, limits: &Limits) -> [(Attack, u64); 2] {
    let nodes = |budget: &Budget| budget.nodes(searched);
    // By the clock time is not spent on threats before the game is decided.
    let least = match limits.clock {
        Some(_) => params::decided_score(),
        None => Budget::WINNING_SCORE,
    };
    let is_winning = score.units() >= least;
    let in_analysis = if limits.infinite { nodes(&Budget::ANALYSIS) } else { 0 };
    let for_threats = if is_winning { nodes(&Budget::WINNING) } else { 0 };
    [
        (Attack::Checks, nodes(&Budget::CHECKS).max(in_analysis)),
        (Attack::Threats, for_threats.max(in_analysis)),
    ]
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;
    use std::time::Duration;

    use crate::board::Setup;
    use crate::mate::Attack;
    use crate::rules::Game;
    use crate::search::params;
    use crate::search::{
        Clock, Limits, Listener, Pool, Report, SearchResult, SearchSettings, StopToken, Techniques,
    };
    use crate::types::{Bound, Move, Score};

    #[test]
    fn a_mate_that_was_asked_for_is_proved() {
        let setup: Setup = "4k4/9/9/9/9/9/9/9/R8/1R3K3 w".parse().unwrap();
        let game = Game::new(&setup).unwrap();
        let mut pool = Pool::new(1, 1);
        for (moves, expected) in [(2, Some(2)), (5, Some(2))] {
            let limits = Limits { mate: Some(moves), ..Limits::default() };
            let result = pool.search(&game, limits, SearchSettings::default());
            assert_eq!(result.score.mate_moves(), expected);
            assert!(result.best.is_some() && result.nodes < 100_000, "{result:?}");
        }
        // There is none in one move: the ordinary search answers.
        let limits = Limits { mate: Some(1), nodes: Some(5000), ..Limits::default() };
        assert!(pool.search(&game, limits, SearchSettings::default()).best.is_some());
    }

    #[test]
    fn a_long_mate_by_checks_is_found_beside_the_search() {
        let fen = "2bP1k2r/1nn1P4/3cbc3/9/2p3P1p/7RC/9/4p4/3p1R3/2pCK4 w";
        let game = Game::new(&fen.parse::<Setup>().unwrap()).unwrap();
        let result = |mate_search_on| {
            let techniques = Techniques { mate_search_on, ..Techniques::ALL };
            let settings = SearchSettings { techniques, ..SearchSettings::default() };
            Pool::new(1, 16).search(&game, Limits::nodes(100_000), settings)
        };
        let found = result(true);
        assert_eq!(found.score.mate_moves(), Some(8));
        assert_eq!(found.pv.len(), 15);
        assert_eq!(found.best, found.pv.first().copied());
        // The ordinary search is not that far yet: the test asks for what it says.
        assert!(!result(false).score.is_win());
    }

    #[test]
    fn a_mate_is_told_when_the_window_fails_and_stays() {
        /// Keeps the reports of whole lines: nodes, moves to mate, length of the line.
        struct Keeper(std::sync::mpsc::Sender<(u64, Option<i32>, usize)>);
        impl Listener for Keeper {
            fn report(&mut self, report: &Report) {
                assert_eq!(report.bound, Bound::Exact);
                let told = (report.nodes, report.score.mate_moves(), report.pv.len());
                self.0.send(told).unwrap();
            }
        }
        let mut game = Game::new(&"9/9/3kb4/9/9/9/1C7/B7B/9/4KA3 w".parse().unwrap()).unwrap();
        let reports = |game: &Game, limits: Limits| {
            let (sender, receiver) = std::sync::mpsc::channel();
            let listener = Box::new(Keeper(sender));
            let settings = SearchSettings::default();
            Pool::new(1, 16).start(game, limits, settings, StopToken::default(), listener);
            receiver.into_iter().collect::<Vec<_>>()
        };
        // The search with a window around the mate does not find it again; three iterations later
        // an open one does.
        let told = reports(&game, Limits::nodes(72_000));
        let first = told.iter().position(|&(_, mate, _)| mate.is_some()).unwrap();
        assert!(told[first].0 < 40_000, "{told:?}");
        let mut least = told[first];
        for &told in &told[first..] {
            assert!(told.1.is_some_and(|moves| moves <= least.1.unwrap()), "{least:?} {told:?}");
            least = told;
        }
        // Where a repetition may end the game the line is waited for.
        for text in ["b3b2", "d7d8", "b2b3", "d8d7"] {
            game.play(text.parse().unwrap()).unwrap();
        }
        let told = reports(&game, Limits::nodes(45_000));
        assert!(told.iter().all(|&(_, mate, _)| mate.is_none()), "{told:?}");
    }

    /// The table may know a quicker mate on a line: it breaks off before that.
    #[test]
    fn a_line_that_ends_in_mate_is_as_long_as_its_score_says() {
        struct Keeper(std::sync::mpsc::Sender<(Score, Vec<Move>)>);
        impl Listener for Keeper {
            fn report(&mut self, report: &Report) {
                self.0.send((report.score, report.pv.clone())).unwrap();
            }
            fn finished(&mut self, result: &SearchResult) {
                self.0.send((result.score, result.pv.clone())).unwrap();
            }
        }
        let mut broken_off = 0;
        for (fen, nodes) in [
            ("3ak4/9/5a3/9/9/9/4P4/9/4A4/R3K1B2 w - - 2 2", 20_000),
            ("4k4/4a4/3a5/9/4r4/6N2/9/3R5/4A4/3AK4 w - - 6 4", 5000),
            // The last finished iteration had a longer or a shorter line.
            ("9/4a4/P1Ra1k3/9/9/9/9/9/9/3AK4 w", 2000),
            ("5a3/1N3c3/4ka3/4N4/9/9/9/5K3/1r2A4/9 w", 2000),
            ("5k3/8r/1P1a1a2r/9/9/9/9/B2A1K3/9/3A5 w", 2000),
        ] {
            let game = Game::new(&fen.parse::<Setup>().unwrap()).unwrap();
            let (sender, receiver) = std::sync::mpsc::channel();
            let (settings, token) = (SearchSettings::default(), StopToken::default());
            let listener = Box::new(Keeper(sender));
            Pool::new(1, 4).start(&game, Limits::nodes(nodes), settings, token, listener);
            for (score, line) in receiver {
                let Some(plies) = score.mate_plies().map(i32::unsigned_abs) else { continue };
                let mut after = game.clone();
                line.iter().for_each(|&mv| after.play(mv).unwrap());
                let is_over = !after.board().has_legal_move();
                assert_eq!(is_over, line.len() == plies as usize, "{fen} {score:?} {line:?}");
                broken_off += usize::from(!is_over);
            }
        }
        assert!(broken_off > 0, "the test asks for nothing");
    }

    #[test]
    fn every_limit_leaves_time_for_the_proof() {
        let fen = "2bP1k2r/1nn1P4/3cbc3/9/2p3P1p/7RC/9/4p4/3p1R3/2pCK4 w";
        let game = Game::new(&fen.parse::<Setup>().unwrap()).unwrap();
        let clock = Some(Clock { remaining: 10_000, increment: 0 });
        let move_time = Some(Duration::from_secs(1));
        // Time that is counted in nodes: 100,000 nodes for a second.
        let nodes_per_ms = NonZeroU32::new(100);
        for (name, threads, limits) in [
            ("nodes", 1, Limits::nodes(100_000)),
            ("a time", 1, Limits { move_time, ..Limits::default() }),
            ("a clock", 1, Limits { clock, ..Limits::default() }),
            ("moves to go", 1, Limits { clock, moves_to_go: Some(20), ..Limits::default() }),
            ("a clock, two threads", 2, Limits { clock, ..Limits::default() }),
        ] {
            for mate_search_on in [true, false] {
                let techniques = Techniques { mate_search_on, ..Techniques::ALL };
                let settings =
                    SearchSettings { techniques, nodes_per_ms, ..SearchSettings::default() };
                let result = Pool::new(threads, 16).search(&game, limits.clone(), settings);
                assert!(result.nodes < 400_000, "{name}: {}", result.nodes);
                // How far two threads get by themselves is different every time.
                if mate_search_on || threads == 1 {
                    assert_eq!(result.score.is_win(), mate_search_on, "{name}: {result:?}");
                }
            }
        }
    }

    #[test]
    fn an_attack_has_more_of_the_nodes_than_a_quiet_root() {
        let decided = params::decided_score();
        let nodes = Limits::nodes(1);
        let infinite = Limits { infinite: true, ..Limits::default() };
        let clock = Some(Clock { remaining: 60_000, increment: 0 });
        let clock = Limits { clock, ..Limits::default() };
        for (score, searched, limits, checks, threats) in [
            (0, 1_600, &nodes, 100, 0),
            (349, 160_000, &nodes, 4000 + 2500, 0),
            (350, 160_000, &nodes, 4000 + 2500, 8000 + 5000),
            (-900, 160_000, &nodes, 4000 + 2500, 0),
            (0, 160_000, &clock, 4000 + 2500, 0),
            (decided - 1, 160_000, &clock, 4000 + 2500, 0),
            (decided, 160_000, &clock, 4000 + 2500, 8000 + 5000),
            (0, 2_400_000, &infinite, 41_500, 20_000 + 9375),
            (900, 2_400_000, &infinite, 41_500, 83_000),
            (0, 240_000, &infinite, 10_000, 10_000),
        ] {
            let expected = [(Attack::Checks, checks), (Attack::Threats, threats)];
            let allowed = super::allowed_nodes(Score::new(score), searched, limits);
            assert_eq!(allowed, expected, "{score} {searched}");
        }
    }

    #[test]
    fn analysis_without_a_limit_looks_for_threats_in_level_positions() {
        /// More than analysis needs, less than a search with a limit.
        const ENOUGH: u64 = 45_000;
        /// Stops a search that has found a mate, or has taken too long.
        struct Watcher(StopToken, std::sync::mpsc::Sender<SearchResult>);
        impl Listener for Watcher {
            fn report(&mut self, report: &Report) {
                if report.score.is_win() || report.nodes > ENOUGH {
                    self.0.stop();
                }
            }
            fn finished(&mut self, result: &SearchResult) {
                self.1.send(result.clone()).unwrap();
            }
        }
        // Mate by a quiet threat, while the score is level.
        let fen = "3ak1b1r/4a2Pn/4b4/4C4/9/9/cR7/n8/4A1p2/3AKC3 w";
        let game = Game::new(&fen.parse::<Setup>().unwrap()).unwrap();
        let (sender, receiver) = std::sync::mpsc::channel();
        let token = StopToken::default();
        let listener = Box::new(Watcher(token.clone(), sender));
        let limits = Limits { infinite: true, ..Limits::default() };
        Pool::new(1, 16).start(&game, limits, SearchSettings::default(), token, listener);
        assert_eq!(receiver.recv().unwrap().score.mate_moves(), Some(5));
        // With a limit the search is not that far yet.
        let limits = Limits::nodes(ENOUGH);
        let limited = Pool::new(1, 16).search(&game, limits, SearchSettings::default());
        assert!(!limited.score.is_win());
    }
}
