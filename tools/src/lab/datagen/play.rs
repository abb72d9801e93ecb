//! Plays the games of self-play.

use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Result, ensure};

use crate::common::solved;
use chuhe::internals::random::Random;
use chuhe::rules::{Game, Outcome, judge};
use chuhe::search::{Limits, Listener, Pool, Report, SearchResult, SearchSettings};
use chuhe::types::{Bound, Color, Move};

use super::openings::{self, GUIDED_CHANCE, GUIDED_CHOICE, GUIDED_LOSS, GUIDED_PLIES, Opening};
use super::record::{Ending, OpeningKind, ScoredMove, StoredGame};
use super::settings::{Agreement, SelfPlaySettings, agreement};

/// The nodes of the search that checks whether an opening is level, as a multiple of the usual.
const VERIFICATION: u64 = 4;
/// A search ends at the latest after this multiple of its soft limit. Only positions with
/// an explosion of captures in quiescence reach this.
const HARD_FACTOR: u64 = 100;

/// The search of one thread, and the games that it plays.
pub struct Player<'a> {
    settings: &'a SelfPlaySettings,
    search: SearchSettings,
    pool: Pool,
    stop: &'a AtomicBool,
    /// Nodes searched so far.
    pub nodes: u64,
}

impl<'a> Player<'a> {
    /// A player that abandons its game when `stop` is set.
    pub fn new(
        settings: &'a SelfPlaySettings,
        search: SearchSettings,
        stop: &'a AtomicBool,
    ) -> Player<'a> {
        let pool = Pool::new(1, settings.hash_mib);
        Player { settings, search, pool, stop, nodes: 0 }
    }

    /// Plays the next game of a shard; `None` when it was stopped. `earlier` are the
    /// games of the shard before it.
    pub fn play(&mut self, shard: u64, earlier: &[StoredGame]) -> Option<StoredGame> {
        self.pool.clear();
        let number = earlier.len() as u64;
        let mut random = Random::new(&[self.settings.seed, shard, number]);
        let opening = self.find_opening(&mut random, earlier)?;
        let plays_out = random.unit() < self.settings.play_out;
        let mut game = opening.game;
        let mut stored = StoredGame {
            kind: opening.kind,
            start: opening.start,
            opening: game.moves().collect(),
            moves: Vec::new(),
            outcome: Outcome::Draw,
            ending: Ending::PlyCap,
        };
        while game.ply() < self.settings.max_plies {
            let verdict = judge(&game, &self.search.rules);
            if verdict.outcome != Outcome::Ongoing {
                (stored.outcome, stored.ending) = (verdict.outcome, Ending::Rule);
                return Some(stored);
            }
            let deviates = stored.kind == OpeningKind::Guided
                && game.ply() < GUIDED_PLIES
                && random.unit() < GUIDED_CHANCE;
            let (mv, score) =
                if deviates { self.deviation(&game, &mut random)? } else { self.best(&game, 1)? };
            let side = game.board().side();
            stored.moves.push(ScoredMove { mv, score: score as i16 });
            let _ = game.play(mv);
            if plays_out {
                continue;
            }
            let Some(outcome) = self.adjudicate(&game, side, &stored) else { continue };
            stored.outcome = outcome;
            stored.ending = match outcome {
                Outcome::Draw => Ending::DrawAdjudication,
                _ => Ending::WinAdjudication,
            };
            return Some(stored);
        }
        Some(stored)
    }

    /// The outcome of a game that goes on, if the tables know it or both sides agree. `side`
    /// has moved last.
    pub(super) fn adjudicate(
        &self,
        game: &Game,
        side: Color,
        stored: &StoredGame,
    ) -> Option<Outcome> {
        let SearchSettings { endings, rules, .. } = &self.search;
        // A game that has just ended is not adjudicated but judged before the next move.
        let is_asked = self.settings.endings && judge(game, rules).outcome == Outcome::Ongoing;
        let solved = is_asked.then(|| solved::outcome(endings, game, rules)).flatten();
        solved.or(match agreement(self.settings, stored) {
            Agreement::None => None,
            Agreement::Win => Some(Outcome::Win(side)),
            Agreement::Loss => Some(Outcome::Win(!side)),
            Agreement::Draw => Some(Outcome::Draw),
        })
    }

    /// A stored game with every searched position scored anew; `None` when it was
    /// stopped.
    ///
    /// # Errors
    /// When a move of the game is not legal.
    pub fn rescore(&mut self, stored: &StoredGame) -> Result<Option<StoredGame>> {
        self.pool.clear();
        let mut game = stored.opened()?;
        let mut again = stored.clone();
        for ply in &mut again.moves {
            ensure!(game.board().is_legal(ply.mv), "illegal move {}", ply.mv);
            let (result, _) = self.search(&game, 1, 1);
            if self.stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            // Where the rules of today see the end of the game, the old score stays.
            if result.best.is_some() {
                ply.score = result.score.units() as i16;
            }
            let _ = game.play(ply.mv);
        }
        Ok(Some(again))
    }

    /// Draws openings until the score of one is small enough.
    fn find_opening(&mut self, random: &mut Random, earlier: &[StoredGame]) -> Option<Opening> {
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return None;
            }
            let Some(opening) = openings::draw(random, earlier, &self.search.rules) else {
                continue;
            };
            let (_, score) = self.best(&opening.game, VERIFICATION)?;
            if score.abs() <= self.settings.opening_score {
                return Some(opening);
            }
        }
    }

    /// The best move and its score, with a multiple of the nodes; `None` when
    /// stopped.
    fn best(&mut self, game: &Game, times: u64) -> Option<(Move, i32)> {
        let (result, _) = self.search(game, times, 1);
        if self.stop.load(Ordering::Relaxed) {
            return None;
        }
        Some((result.best?, result.score.units()))
    }

    /// A random one of the best few moves, and the score of the best.
    fn deviation(&mut self, game: &Game, random: &mut Random) -> Option<(Move, i32)> {
        let (result, mut lines) = self.search(game, GUIDED_CHOICE as u64, GUIDED_CHOICE);
        if self.stop.load(Ordering::Relaxed) {
            return None;
        }
        let best = result.score.units();
        lines.retain(|&(_, score)| score >= best - GUIDED_LOSS);
        let choice =
            if lines.is_empty() { result.best? } else { lines[random.below(lines.len())].0 };
        Some((choice, best))
    }

    /// The result of a search, and the lines of its last finished iteration where there are several.
    fn search(
        &mut self,
        game: &Game,
        times: u64,
        lines: usize,
    ) -> (SearchResult, Vec<(Move, i32)>) {
        let soft = self.settings.soft_nodes * times;
        let limits = Limits {
            soft_nodes: Some(soft),
            nodes: Some(soft.saturating_mul(HARD_FACTOR)),
            ..Limits::default()
        };
        let settings = SearchSettings { multi_pv: lines, ..self.search.clone() };
        let mut collector = Collector { wants_lines: lines > 1, ..Collector::default() };
        self.pool.search_here(game, limits, settings, &mut collector);
        self.nodes += collector.result.nodes;
        (collector.result, collector.lines)
    }
}

/// Collects the lines and the result of a search.
#[derive(Default)]
struct Collector {
    wants_lines: bool,
    lines: Vec<(Move, i32)>,
    result: SearchResult,
}

impl Listener for Collector {
    fn wants_reports(&self) -> bool {
        self.wants_lines
    }

    fn report(&mut self, report: &Report) {
        let Some(&mv) = report.pv.first() else { return };
        if report.bound == Bound::Exact {
            if report.multi_pv == 1 {
                self.lines.clear();
            }
            self.lines.push((mv, report.score.units()));
        }
    }

    fn finished(&mut self, result: &SearchResult) {
        self.result = result.clone();
    }
}
