//! The settings that determine the games of a shard, as numbers and as the header of
//! the file: equal headers mean equal games.

use chuhe::engine::{StopToken, bench};
use chuhe::eval::Evaluation;
use chuhe::rules::RuleSet;

use super::record::StoredGame;

/// Depth of the bench whose node count is the signature; it takes some hundredths of a
/// second.
const SIGNATURE_DEPTH: i32 = 7;

/// Settings of self-play.
#[derive(Clone, Debug, PartialEq)]
pub struct SelfPlaySettings {
    /// Seed of all random numbers.
    pub seed: u64,
    /// Games in a shard.
    pub games: usize,
    /// Nodes after which a search ends with its iteration.
    pub soft_nodes: u64,
    /// Table of each worker in MiB.
    pub hash_mib: usize,
    /// The largest score of an opening.
    pub opening_score: i32,
    /// A score that counts as won.
    pub win_score: i32,
    /// Plies for which both sides must agree on a win.
    pub win_plies: usize,
    /// A score that counts as drawn.
    pub draw_score: i32,
    /// Plies for which both sides must agree on a draw.
    pub draw_plies: usize,
    /// Ply of the game before which no game is adjudicated as drawn.
    pub draw_after: usize,
    /// Maximal length of a game in plies.
    pub max_plies: usize,
    /// Share of the games that are played to the end.
    pub play_out: f64,
    /// Whether the built-in tables of solved endings adjudicate.
    pub endings: bool,
}

impl Default for SelfPlaySettings {
    fn default() -> SelfPlaySettings {
        SelfPlaySettings {
            seed: 1,
            games: 1000,
            soft_nodes: 300,
            hash_mib: 4,
            opening_score: 600,
            win_score: 1200,
            win_plies: 5,
            draw_score: 10,
            draw_plies: 12,
            draw_after: 60,
            max_plies: 400,
            play_out: 0.1,
            endings: false,
        }
    }
}

impl SelfPlaySettings {
    /// The header of a shard.
    pub fn header(&self, shard: u64, origin: &Origin) -> String {
        let Origin { evaluation, signature } = origin;
        let SelfPlaySettings { seed, games, soft_nodes, hash_mib, opening_score, .. } = self;
        let SelfPlaySettings { win_score, win_plies, draw_score, draw_plies, .. } = self;
        let SelfPlaySettings { draw_after, max_plies, play_out, .. } = self;
        // Without them the header is that of versions that knew none.
        let endings = if self.endings { "endings = \"built-in\"\n" } else { "" };
        let version = env!("CARGO_PKG_VERSION");
        let rules = RuleSet::DEFAULT.name;
        format!(
            "engine = \"chuhe {version}\"\n\
             signature = {signature}\n\
             evaluation = \"{evaluation}\"\n\
             rules = \"{rules}\"\n\
             seed = {seed}\n\
             shard = {shard}\n\
             games = {games}\n\
             soft_nodes = {soft_nodes}\n\
             hash_mib = {hash_mib}\n\
             opening_score = {opening_score}\n\
             win_score = {win_score}\n\
             win_plies = {win_plies}\n\
             draw_score = {draw_score}\n\
             draw_plies = {draw_plies}\n\
             draw_after = {draw_after}\n\
             max_plies = {max_plies}\n\
             play_out = {play_out}\n\
             {endings}"
        )
    }

    /// File name of a shard.
    pub fn file_name(&self, shard: u64) -> String {
        format!("s{}-{shard:05}.games", self.seed)
    }
}

/// Which version of search and evaluation plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The name of the evaluation.
    pub evaluation: String,
    /// The node count of `chuhe bench` at a small depth: it changes with the
    /// search as well as with the evaluation.
    pub signature: u64,
}

impl Origin {
    /// This version of the search with an evaluation.
    pub fn of(evaluation: &Evaluation) -> Origin {
        let evaluation = evaluation.clone();
        let name = name_of(&evaluation);
        let plan = bench::Plan {
            depth: SIGNATURE_DEPTH,
            hash_mib: 1,
            evaluation,
            ..bench::Plan::default()
        };
        let total = bench::run(&plan, &StopToken::default(), |_| {});
        Origin { evaluation: name, signature: total.nodes }
    }
}

/// The name of an evaluation: it changes with its weights.
pub fn name_of(evaluation: &Evaluation) -> String {
    format!("network {}", evaluation.network().name())
}

/// Whether the last scores adjudicate a game. Scores are of successive plies, each for
/// the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agreement {
    /// They do not.
    None,
    /// Won for the side to move at the last score.
    Win,
    /// Lost for that side.
    Loss,
    /// Drawn.
    Draw,
}

/// Adjudicates a game by its scores.
pub fn agreement(settings: &SelfPlaySettings, game: &StoredGame) -> Agreement {
    let moves = &game.moves;
    let plies = game.opening.len() + moves.len();
    if moves.len() >= settings.win_plies {
        let sign = |i: usize, score: i16| {
            let same_side = (moves.len() - 1 - i).is_multiple_of(2);
            if same_side { i32::from(score) } else { -i32::from(score) }
        };
        let first = moves.len() - settings.win_plies;
        let last = (first..moves.len()).map(|i| sign(i, moves[i].score));
        if last.clone().all(|score| score >= settings.win_score) {
            return Agreement::Win;
        }
        if last.clone().all(|score| score <= -settings.win_score) {
            return Agreement::Loss;
        }
    }
    let quiet = moves.iter().rev().take(settings.draw_plies);
    let is_level = quiet.clone().count() == settings.draw_plies
        && quiet.clone().all(|ply| i32::from(ply.score).abs() <= settings.draw_score);
    if plies >= settings.draw_after && is_level { Agreement::Draw } else { Agreement::None }
}
