//! `chuhe endings exam`: how well the engine plays what the tables know.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Result, bail};
use clap::Args;

use chuhe::board::{Board, Setup};
use chuhe::endings::{Class, Ending, EndingTable, Endings};
use chuhe::engine::capacity;
use chuhe::internals::endings::Index;
use chuhe::internals::random::Random;
use chuhe::rules::{Game, Outcome, RuleSet, judge};
use chuhe::search::{DEFAULT_HASH_MIB, Limits, Pool, SearchSettings};
use chuhe::types::{Color, Move};

use crate::common::say::{first_error, text_out};
use crate::common::solved::{damaged_tables, open_folder, refused_file};

/// Positions looked at before there are too few of the kind wanted.
const ATTEMPTS: usize = 5_000_000;
/// The lengths of the wins that are played out, in plies.
const LONG_WINS: std::ops::RangeInclusive<u32> = 30..=90;

/// Options of `chuhe endings exam`.
#[derive(Args, Clone, Debug)]
pub struct ExamArgs {
    /// Folder with the tables
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// Positions in which some moves keep the value and others do not
    #[arg(long, value_name = "N", default_value_t = 300)]
    critical: usize,
    /// Won positions of 30 to 90 plies to play out against the tables
    #[arg(long, value_name = "N", default_value_t = 100)]
    conversions: usize,
    /// Nodes of the engine for each move
    #[arg(long, value_name = "N", default_value_t = 1000)]
    nodes: u64,
    /// Seed of the choice of positions
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Let the engine play without any table
    #[arg(long)]
    without: bool,
}

/// Draws positions from the tables and lets the engine play them.
///
/// # Errors
/// When the folder cannot be read, has files that are no tables, damaged ones or none at all,
/// or holds too few positions of the kind.
pub fn exam(args: &ExamArgs) -> Result<()> {
    capacity::check(DEFAULT_HASH_MIB, 1, 0)?;
    let (endings, refused) = open_folder(&args.folder)?;
    first_error(refused.into_iter().map(|refusal| Err(refused_file(refusal))))?;
    let endings = Arc::new(endings);
    let used = if args.without { Arc::new(Endings::none()) } else { Arc::clone(&endings) };
    let settings = SearchSettings { endings: used, ..SearchSettings::default() };
    let mut examinee =
        Examinee { pool: Pool::new(1, DEFAULT_HASH_MIB), settings, nodes: args.nodes };
    let mut draw = Draw::new(&endings, args.seed);
    let mut out = text_out();
    let mut kept = 0;
    for _ in 0..args.critical {
        let board = draw.next(|board| is_critical(&endings, board))?;
        let game = Game::new(&Setup::of(&board))?;
        let value = endings.value(&board);
        let after = examinee.choose(&game).map(|mv| endings.value(&after(&board, mv)));
        kept += usize::from(after.flatten().map(|e| kind(e.before())) == value.map(kind));
    }
    writeln!(out, "critical positions: {kept} of {} moves keep the value", args.critical)?;
    let mut results = [0; 3];
    for _ in 0..args.conversions {
        let board = draw.next(|board| match endings.value(board) {
            Some(Ending::Win(plies)) => LONG_WINS.contains(&plies),
            _ => false,
        })?;
        results[play_out(&endings, &mut examinee, &board)? as usize] += 1;
    }
    let [won, thrown, limit] = results;
    writeln!(
        out,
        "conversions: {won} of {} won, {thrown} thrown away, {limit} drawn by the natural limit",
        args.conversions
    )?;
    out.flush()?;
    first_error(damaged_tables(&endings))
}

/// How a conversion ended.
#[derive(Clone, Copy, Debug)]
enum Conversion {
    Won,
    ThrownAway,
    Limit,
}

/// The engine that is examined.
struct Examinee {
    pool: Pool,
    settings: SearchSettings,
    nodes: u64,
}

impl Examinee {
    fn choose(&mut self, game: &Game) -> Option<Move> {
        self.pool.search(game, Limits::nodes(self.nodes), self.settings.clone()).best
    }
}

/// The engine plays a win against the tables, by the rules.
fn play_out(endings: &Endings, examinee: &mut Examinee, board: &Board) -> Result<Conversion> {
    let mut game = Game::new(&Setup::of(board))?;
    let (winner, rules) = (board.side(), RuleSet::default());
    examinee.pool.clear();
    loop {
        match judge(&game, &rules).outcome {
            Outcome::Win(color) if color == winner => return Ok(Conversion::Won),
            Outcome::Ongoing => {}
            _ => return Ok(Conversion::Limit),
        }
        let is_winner = game.board().side() == winner;
        let mv = if is_winner {
            examinee.choose(&game)
        } else {
            let moves = game.board().legal_moves().into_iter();
            let value = |mv: &Move| {
                let value = endings.value(&after(game.board(), *mv));
                value.map(|value| value.before().rank())
            };
            moves.max_by_key(value)
        };
        let Some(mv) = mv else { bail!("no move in {:?}", game.board()) };
        let _ = game.play(mv);
        if is_winner && !is_lost(endings, game.board(), &rules) {
            return Ok(Conversion::ThrownAway);
        }
    }
}

/// Whether the side to move loses, by force or because it may not check for ever.
fn is_lost(endings: &Endings, board: &Board, rules: &RuleSet) -> bool {
    let value = endings.value(board).and_then(|value| value.under(rules));
    value.is_some_and(|value| value.sign() < 0)
}

fn after(board: &Board, mv: Move) -> Board {
    let mut next = board.clone();
    let _ = next.play(mv);
    next
}

/// 1 for a win, 0 for a draw, -1 for a loss.
fn kind(value: Ending) -> i32 {
    value.rank().signum()
}

/// Whether some moves keep the value of a position and others do not.
fn is_critical(endings: &Endings, board: &Board) -> bool {
    let values: Option<Vec<i32>> = board
        .legal_moves()
        .into_iter()
        .map(|mv| endings.value(&after(board, mv)).map(|value| kind(value.before())))
        .collect();
    values.is_some_and(|values| values.iter().min() != values.iter().max())
}

/// Draws random positions: a class first, so that small ones count as much.
struct Draw {
    random: Random,
    classes: Vec<(Class, Option<Index>)>,
}

impl Draw {
    fn new(endings: &Endings, seed: u64) -> Draw {
        let mut classes: Vec<Class> = endings.tables().map(EndingTable::class).collect();
        classes.sort_unstable();
        let classes = classes.into_iter().map(|class| (class, None)).collect();
        Draw { random: Random::new(&[seed]), classes }
    }

    /// The next position of a kind.
    fn next(&mut self, is_wanted: impl Fn(&Board) -> bool) -> Result<Board> {
        for _ in 0..ATTEMPTS {
            if self.classes.is_empty() {
                break;
            }
            let i = self.random.below(self.classes.len());
            let (class, index) = &mut self.classes[i];
            let index = index.get_or_insert_with(|| Index::new(class));
            let frame = self.random.below(index.frames());
            let placement = self.random.below(index.placements.count());
            let side = Color::ALL[self.random.below(2)];
            let Ok(board) = index.setup(frame, placement, side).to_board() else { continue };
            let is_whole = Class::of(&board).is_some_and(|(_, found)| found == *class);
            if is_whole && is_wanted(&board) {
                return Ok(board);
            }
        }
        bail!("the tables hold too few positions of the kind")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A win that the rules alone give is no win thrown away, and where checks are free it is.
    #[test]
    fn losses_by_the_rules_count() {
        let endings = Endings::embedded();
        let is_lost = |fen: &str, rules: &RuleSet| {
            is_lost(&endings, &fen.parse::<Setup>().unwrap().to_board().unwrap(), rules)
        };
        let by_rule = "9/9/4k4/3R5/9/9/6n2/5K3/9/9 b";
        assert!(is_lost(by_rule, &RuleSet::default()));
        assert!(!is_lost(by_rule, &RuleSet::NO_JUDGEMENT));
        assert!(is_lost("4k4/9/9/9/9/9/9/9/4R4/3K5 b", &RuleSet::NO_JUDGEMENT));
        assert!(!is_lost("4k4/9/9/9/9/9/9/9/R8/3K5 w", &RuleSet::default()));
    }
}
