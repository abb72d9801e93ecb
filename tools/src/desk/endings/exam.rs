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
use crate::desk::endings::family_of;
use crate::desk::endings::games::{TRICKS, Trick, after};

/// Positions looked at before there are too few of the kind wanted.
const ATTEMPTS: usize = 5_000_000;
/// The lengths of the wins that are played out, in plies.
const LONG_WINS: std::ops::RangeInclusive<u32> = 30..=90;
/// How long a draw is to be held, in plies.
const DEFENCE: usize = 120;

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
    /// Drawn positions to hold against checks, attacks, repetitions and random moves: positions in
    /// which some moves lose
    #[arg(long, value_name = "N", default_value_t = 100)]
    defences: usize,
    /// Take positions of these classes only, such as KRCKR
    #[arg(long, value_name = "CLASSES", value_delimiter = ',')]
    only: Vec<Class>,
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
/// or holds too few positions of the kind or no table of a class that is wanted.
pub fn exam(args: &ExamArgs) -> Result<()> {
    capacity::check(DEFAULT_HASH_MIB, 1, 0)?;
    let (endings, refused) = open_folder(&args.folder)?;
    first_error(refused.into_iter().map(|refusal| Err(refused_file(refusal))))?;
    let endings = Arc::new(endings);
    let used = if args.without { Arc::new(Endings::none()) } else { Arc::clone(&endings) };
    let settings = SearchSettings { endings: used, ..SearchSettings::default() };
    let mut examinee =
        Examinee { pool: Pool::new(1, DEFAULT_HASH_MIB), settings, nodes: args.nodes };
    let mut draw = Draw::new(&endings, &args.only, args.seed)?;
    let mut out = text_out();
    critical_positions(args.critical, &endings, &mut examinee, &mut draw, &mut out)?;
    writeln!(out, "{}", conversions(args.conversions, &endings, &mut examinee, &mut draw)?)?;
    defences(args, &endings, &mut examinee, &mut draw, &mut out)?;
    out.flush()?;
    first_error(damaged_tables(&endings))
}

/// Prints each position in which the move does not keep the value, and then in how many it does.
fn critical_positions(
    count: usize,
    endings: &Endings,
    examinee: &mut Examinee,
    draw: &mut Draw,
    out: &mut impl Write,
) -> Result<()> {
    let mut kept = 0;
    for _ in 0..count {
        let board = draw.next(Wanted::Critical, |board| is_critical(endings, board))?;
        let game = Game::new(&Setup::of(&board))?;
        let mv = examinee.choose(&game);
        let reached = mv.and_then(|mv| kind_after(endings, &board, mv));
        if reached == endings.value(&board).map(kind) {
            kept += 1;
        } else {
            let played = mv.map_or_else(String::new, |mv| format!(" moves {mv}"));
            writeln!(out, "not kept: {}{played}", game.fen())?;
        }
    }
    writeln!(out, "critical positions: {kept} of {count} moves keep the value")?;
    Ok(())
}

fn conversions(
    count: usize,
    endings: &Endings,
    examinee: &mut Examinee,
    draw: &mut Draw,
) -> Result<String> {
    let mut results = [0; 3];
    for _ in 0..count {
        let board = draw.next(Wanted::LongWin, |board| match endings.value(board) {
            Some(Ending::Win(plies)) => LONG_WINS.contains(&plies),
            _ => false,
        })?;
        results[play_out(endings, examinee, &board)? as usize] += 1;
    }
    let [won, thrown, limit] = results;
    Ok(format!(
        "conversions: {won} of {count} won, {thrown} thrown away, {limit} drawn by the natural limit"
    ))
}

/// Prints each game that is not held, and then how many are.
fn defences(
    args: &ExamArgs,
    endings: &Endings,
    examinee: &mut Examinee,
    draw: &mut Draw,
    out: &mut impl Write,
) -> Result<()> {
    let is_drawn =
        |value: Ending| value.under(&RuleSet::default()).is_some_and(|value| kind(value) == 0);
    let count = args.defences;
    let mut results = [0; 3];
    for number in 0..count {
        let board = draw.next(Wanted::Defence, |board| {
            endings.value(board).is_some_and(is_drawn) && is_critical(endings, board)
        })?;
        let trick = TRICKS[number % TRICKS.len()];
        let mut game = Game::new(&Setup::of(&board))?;
        // Its own, so that every engine meets the same positions.
        let mut random = Random::new(&[args.seed, number as u64]);
        let end = defend(endings, examinee, &mut game, trick, &mut random)?;
        results[end as usize] += 1;
        if !matches!(end, Defence::Held) {
            writeln!(out, "not held: {}", in_words(&game))?;
        }
    }
    let [held, thrown, rules] = results;
    writeln!(
        out,
        "defences: {held} of {count} held, {thrown} thrown away, {rules} lost by the rules"
    )?;
    Ok(())
}

/// How a conversion ended.
#[derive(Clone, Copy, Debug)]
enum Conversion {
    Won,
    ThrownAway,
    Limit,
}

/// How a defence ended.
#[derive(Clone, Copy, Debug)]
enum Defence {
    Held,
    ThrownAway,
    ByTheRules,
}

/// The engine that is examined.
struct Examinee {
    pool: Pool,
    settings: SearchSettings,
    nodes: u64,
}

impl Examinee {
    fn choose(&mut self, game: &Game) -> Option<Move> {
        self.choose_under(game, self.settings.rules)
    }

    fn choose_under(&mut self, game: &Game, rules: RuleSet) -> Option<Move> {
        let settings = SearchSettings { rules, ..self.settings.clone() };
        self.pool.search(game, Limits::nodes(self.nodes), settings).best
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
        game.play(mv)?;
        if is_winner && !is_lost(endings, game.board(), &rules) {
            return Ok(Conversion::ThrownAway);
        }
    }
}

/// The engine holds a draw for [`DEFENCE`] plies against a side that tries a trick, by the rules but
/// without a natural limit, which would excuse many a lost position.
fn defend(
    endings: &Endings,
    examinee: &mut Examinee,
    game: &mut Game,
    trick: Trick,
    random: &mut Random,
) -> Result<Defence> {
    let rules = RuleSet { quiet_limit: None, ..RuleSet::default() };
    let defender = game.board().side();
    examinee.pool.clear();
    loop {
        match judge(game, &rules).outcome {
            Outcome::Win(color) if color != defender => return Ok(Defence::ByTheRules),
            Outcome::Ongoing if game.records().len() < DEFENCE => {}
            _ => return Ok(Defence::Held),
        }
        let is_defender = game.board().side() == defender;
        let mv = if is_defender {
            examinee.choose_under(game, rules)
        } else {
            trick.choose(endings, game, random)
        };
        let Some(mv) = mv else { bail!("no move in {:?}", game.board()) };
        game.play(mv)?;
        if is_defender && endings.value(game.board()).is_some_and(|value| kind(value) > 0) {
            return Ok(Defence::ThrownAway);
        }
    }
}

/// A game as `position` names it: where it began, and its moves.
fn in_words(game: &Game) -> String {
    let moves: Vec<String> = game.moves().map(|mv| mv.to_string()).collect();
    format!("{} moves {}", game.start_setup(), moves.join(" "))
}

/// Whether the side to move loses, by force or because it may not check for ever.
fn is_lost(endings: &Endings, board: &Board, rules: &RuleSet) -> bool {
    let value = endings.value(board).and_then(|value| value.under(rules));
    value.is_some_and(|value| value.sign() < 0)
}

/// 1 for a win, 0 for a draw, -1 for a loss.
fn kind(value: Ending) -> i32 {
    value.rank().signum()
}

/// What a move is worth under the rules that the engine plays by, where the tables know it.
fn kind_after(endings: &Endings, board: &Board, mv: Move) -> Option<i32> {
    let value = endings.value(&after(board, mv))?.under(&RuleSet::default())?;
    Some(kind(value.before()))
}

/// Whether some moves keep the value of a position and others do not.
fn is_critical(endings: &Endings, board: &Board) -> bool {
    let moves = board.legal_moves().into_iter();
    let values: Option<Vec<i32>> = moves.map(|mv| kind_after(endings, board, mv)).collect();
    values.is_some_and(|values| values.iter().min() != values.iter().max())
}

/// What is looked for.
#[derive(Clone, Copy, Debug)]
enum Wanted {
    Critical,
    LongWin,
    Defence,
}

impl Wanted {
    fn as_text(self) -> &'static str {
        match self {
            Wanted::Critical => {
                "positions in which only some moves keep the value; `--critical 0` leaves them out"
            }
            Wanted::LongWin => "wins of 30 to 90 plies; `--conversions 0` leaves them out",
            Wanted::Defence => {
                "drawn positions in which some moves lose; `--defences 0` leaves them out"
            }
        }
    }
}

/// Draws random positions: a class first, so that small ones count as much.
struct Draw {
    random: Random,
    classes: Vec<(Class, Option<Index>)>,
}

impl Draw {
    fn new(endings: &Endings, only: &[Class], seed: u64) -> Result<Draw> {
        let mut classes: Vec<Class> = endings.tables().map(EndingTable::class).collect();
        if let Some(class) = only.iter().find(|class| !classes.contains(class)) {
            let name = family_of(class);
            bail!(
                "there is no table of {class}; `chuhe endings build FOLDER --only {name}` makes it"
            );
        }
        classes.retain(|class| only.is_empty() || only.contains(class));
        classes.sort_unstable();
        let classes = classes.into_iter().map(|class| (class, None)).collect();
        Ok(Draw { random: Random::new(&[seed]), classes })
    }

    /// The next position of a kind.
    fn next(&mut self, wanted: Wanted, is_one: impl Fn(&Board) -> bool) -> Result<Board> {
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
            if is_whole && is_one(&board) {
                return Ok(board);
            }
        }
        bail!("the tables hold too few {}", wanted.as_text())
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
