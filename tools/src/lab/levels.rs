//! `chuhe levels`: how the opponent that adapts itself does against players whose level is
//! known, because they are the engine at that level.

mod report;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;

use anyhow::Result;
use clap::Args;

use crate::common::lines::Lines;
use crate::common::rule_set::RuleSetParser;
use chuhe::engine::player_level::{LevelGame, PlayerLevel, PlayerResult};
use chuhe::engine::strength::{FULL, Strength, pick};
use chuhe::internals::random::Random;
use chuhe::rules::{Game, Outcome, RuleSet, judge};
use chuhe::search::{Limits, Pool, SearchSettings, StopToken};
use chuhe::types::{Color, Move};

use report::Report;

/// MiB of the hash table of a player, for searches of few nodes.
const HASH_MIB: usize = 2;

/// Nodes of full strength, which has no limit of its own: about a second's.
const FULL_NODES: u64 = 1_000_000;

/// Measure how the adaptive opponent follows players of known levels
#[derive(Args, Clone, Debug)]
pub struct LevelsArgs {
    /// Levels of the players
    #[arg(long, value_name = "N,N", value_delimiter = ',', default_value = "2,6,10,14,18",
          value_parser = clap::value_parser!(i64).range(0..FULL))]
    levels: Vec<i64>,
    /// Players of each level, all of them unknown at first
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    players: u64,
    /// Games of each player
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    games: u64,
    /// Seed of all choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Games at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=512))]
    concurrency: usize,
    /// Rule set that games are judged by
    #[arg(long, value_name = "NAME", default_value = RuleSet::DEFAULT.name, value_parser = RuleSetParser)]
    rules: RuleSet,
}

/// All games of one player.
struct Career {
    /// The true level.
    level: i64,
    /// Each game: the level that it was played against, and the result for the player.
    games: Vec<LevelGame>,
    /// Whether the player had Red in each.
    red: Vec<bool>,
    /// Plies of all games.
    plies: usize,
}

/// Plays the games and prints a table of them.
///
/// # Errors
/// When the output is full.
pub fn run(args: &LevelsArgs) -> Result<()> {
    let wanted: Vec<(i64, u64)> = args
        .levels
        .iter()
        .flat_map(|&level| (0..args.players).map(move |player| (level, player)))
        .collect();
    let next = AtomicUsize::new(0);
    let (sender, found) = channel();
    let mut report = Report::new(&args.levels, args.players as usize);
    thread::scope(|scope| {
        for _ in 0..args.concurrency.min(wanted.len()) {
            let sender = sender.clone();
            scope.spawn(|| {
                let sender = sender;
                while let Some(&(level, player)) = wanted.get(next.fetch_add(1, Ordering::Relaxed))
                {
                    if sender.send(career(args, level, player)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        report.begin()?;
        found.iter().try_for_each(|career| report.add(career))
    })?;
    report.end()
}

/// Plays all games of a player.
fn career(args: &LevelsArgs, level: i64, player: u64) -> Career {
    let mut random = Random::new(&[args.seed, level as u64, player]);
    let mut career = Career { level, games: Vec::new(), red: Vec::new(), plies: 0 };
    let mut sides = [Opponent::new(args.rules), Opponent::new(args.rules)];
    for number in 0..args.games {
        let against = PlayerLevel::of(&career.games).next_level();
        let color = if number % 2 == 0 { Color::Red } else { Color::Black };
        sides[color.index()].begin(level, random.below(usize::MAX) as u64);
        sides[(!color).index()].begin(against, random.below(usize::MAX) as u64);
        let (outcome, plies) = play(&mut sides, &args.rules);
        let result = match outcome {
            Outcome::Win(winner) if winner == color => PlayerResult::Win,
            Outcome::Win(_) => PlayerResult::Loss,
            Outcome::Draw | Outcome::Ongoing => PlayerResult::Draw,
        };
        career.games.extend(LevelGame::new(against, result));
        career.red.push(color == Color::Red);
        career.plies += plies;
    }
    career
}

/// Plays a game from the start position: how it ends, and after how many plies.
fn play(sides: &mut [Opponent; 2], rules: &RuleSet) -> (Outcome, usize) {
    let mut game = Game::start();
    loop {
        let outcome = judge(&game, rules).outcome;
        let opponent = &mut sides[game.board().side().index()];
        let is_over = outcome != Outcome::Ongoing;
        let played = (!is_over).then(|| opponent.choose(&game)).flatten();
        if played.is_none_or(|mv| game.play(mv).is_err()) {
            return (outcome, game.ply());
        }
    }
}

/// The engine at some level.
struct Opponent {
    pool: Pool,
    settings: SearchSettings,
    level: i64,
    seed: u64,
}

impl Opponent {
    fn new(rules: RuleSet) -> Opponent {
        let settings = SearchSettings { rules, ..SearchSettings::default() };
        Opponent { pool: Pool::new(1, HASH_MIB), settings, level: FULL, seed: 0 }
    }

    /// Another game, in which the errors follow from the seed.
    fn begin(&mut self, level: i64, seed: u64) {
        (self.level, self.seed) = (level, seed);
        self.pool.clear();
    }

    fn choose(&mut self, game: &Game) -> Option<Move> {
        let strength = Strength::of_level(self.level as f64);
        let (sender, found) = channel();
        let lines = Box::new(Lines { list: Vec::new(), sender });
        let multi_pv = strength.map_or(1, |strength| strength.candidates);
        let settings = SearchSettings { multi_pv, ..self.settings.clone() };
        let limits = Limits::nodes(strength.map_or(FULL_NODES, |strength| strength.nodes));
        self.pool.start(game, limits, settings, StopToken::default(), lines);
        self.pool.wait();
        let (best, list) = found.try_recv().ok()?;
        let weaker = strength.and_then(|strength| pick(&list, game.board(), strength, self.seed));
        weaker.and_then(|found| found.pv.first().copied()).or(best)
    }
}
