//! `chuhe endings build`: solves classes of endings and writes their tables.

use std::collections::HashMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::common::say::{first_error, text_out};
use crate::common::solved::damaged_tables;
use crate::desk::endings::plan::{Family, Plan};
use crate::desk::endings::solver::encode::encode;
use crate::desk::endings::solver::mutual;
use crate::desk::endings::solver::solve::{BROKEN_LOSS, BROKEN_WIN, Captures, Solution, solve};
use chuhe::endings::{Class, EXTENSION, Ending, EndingTable, Endings};
use chuhe::internals::endings::{Index, Note};
use chuhe::types::Color;
use chuhe_games::words::counted;

/// Bytes of the arrays of a solver of mutual classes for each position, both sides to move: most
/// of what it uses, but not the notes and the positions that the law is asked about.
const BYTES_A_POSITION: usize = 4;

/// Options of `chuhe endings build`.
#[derive(Args, Clone, Debug)]
pub struct BuildArgs {
    /// Folder for the tables; made if need be
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// Only these families of nine classes each, such as R, CP, CP+A or R+AB, attackers against
    /// each other, such as R/N and RN/R, and classes of such, such as KRAKN; with those that they
    /// can turn into
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    only: Vec<String>,
    /// Advisors and bishops of both sides together, at most, with which pairs are solved
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u8).range(..=8))]
    guards: u8,
    /// Leave out classes of pairs whose arrays take more memory than this; the solver needs
    /// some more besides
    #[arg(long, value_name = "MIB", default_value_t = 12288)]
    memory: usize,
    /// Solve again what is there already
    #[arg(long)]
    force: bool,
    /// Also write the tables of these classes or families into one file, for the program itself
    #[arg(long, value_name = "FILE", hide = true, requires = "only")]
    embedded: Option<PathBuf>,
}

/// Whether a folder lacks a table.
fn lacks(folder: &Path, class: Class) -> bool {
    !EndingTable::open(&path_of(folder, class)).is_ok_and(|table| table.class() == class)
}

fn path_of(folder: &Path, class: Class) -> PathBuf {
    folder.join(format!("{class}.{EXTENSION}"))
}

/// Solves what is asked for and writes the tables.
///
/// # Errors
/// When a name is unknown or a file cannot be written.
pub fn build(args: &BuildArgs) -> Result<()> {
    let folder = &args.folder;
    let plan = Plan::of(&args.only, args.guards)?;
    fs::create_dir_all(folder).with_context(|| format!("while making {}", folder.display()))?;
    let mut out = text_out();
    writeln!(out, "class positions won% longest bytes seconds")?;
    let started = Instant::now();
    // Solutions that later ones need: of the parts of a family, and of its own classes those with
    // one defender less.
    let mut solved: HashMap<Class, Solution> = HashMap::new();
    let mut total = (0, 0, 0);
    let mut add = |row: &Row| {
        total = (total.0 + 1, total.1 + row.positions, total.2 + row.bytes);
    };
    let is_missing = |family: &&Family| {
        args.force || family.classes().into_iter().any(|class| lacks(folder, class))
    };
    let mut missing: Vec<&Family> = plan.families.iter().filter(is_missing).collect();
    for family in &plan.families {
        if !missing.iter().any(|missing| missing.turns_into(family)) {
            writeln!(out, "{family} is there already")?;
            continue;
        }
        for class in family.classes() {
            let row = build_class(class, &mut solved, folder)?;
            writeln!(out, "{row}")?;
            out.flush()?;
            add(&row);
        }
        missing.retain(|&missing| missing != family);
        let is_needed = |part: &Family| missing.iter().any(|missing| missing.turns_into(part));
        solved.retain(|class, _| is_needed(&Family::of(class)));
    }
    drop(solved);
    if !plan.mutual.is_empty() {
        writeln!(out, "class positions won% lost% by-rule bounded longest bytes seconds")?;
        let mut known = Known::new(&plan, folder)?;
        for &class in &plan.mutual {
            let row = known.build(class, args)?;
            writeln!(out, "{row}")?;
            out.flush()?;
            if let Mutual::Solved { row, .. } = row {
                add(&row);
            }
        }
    }
    let (classes, positions, bytes) = total;
    let seconds = started.elapsed().as_secs_f64();
    let (classes, positions) = (counted(classes, "class"), counted(positions as u64, "position"));
    writeln!(out, "{classes}, {positions}, {bytes} bytes, {seconds:.1} s")?;
    if let Some(path) = &args.embedded {
        embed(path, folder, &plan)?;
    }
    Ok(())
}

/// A line of the report on a build.
struct Row {
    class: Class,
    positions: usize,
    /// Share of the positions with the first side to move that it wins.
    won: f64,
    longest: u32,
    bytes: usize,
    seconds: f64,
}

impl std::fmt::Display for Row {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Row { class, positions, won, longest, bytes, seconds } = self;
        write!(f, "{class} {positions} {:.1} {longest} {bytes} {seconds:.2}", 100.0 * won)
    }
}

/// Writes a table under a name of its own, which then gets the right one.
fn write_table(path: &Path, bytes: &[u8]) -> Result<()> {
    let temporary = path.with_extension("part");
    fs::write(&temporary, bytes)
        .and_then(|()| fs::rename(&temporary, path))
        .with_context(|| format!("while writing {}", path.display()))
}

/// Solves a class, writes its table, and keeps what other classes need.
fn build_class(class: Class, solved: &mut HashMap<Class, Solution>, folder: &Path) -> Result<Row> {
    let started = Instant::now();
    let kinds = class.attacker_kinds();
    let fewer = [0, 1].map(|minor| {
        let mut next = class;
        next.defenders[minor] = next.defenders[minor].checked_sub(1)?;
        Some(next)
    });
    let captures = Captures {
        attackers: [0, 1].map(|i| {
            let &kind = kinds.get(i).filter(|_| kinds.len() == 2)?;
            solved.get(&class.without_attacker(kind))
        }),
        defenders: fewer.map(|next| solved.get(&next?)),
    };
    let mut solution = solve(class, captures)?;
    let bytes = encode(&solution);
    write_table(&path_of(folder, class), &bytes)?;
    let possible = |bytes: &[u8], broken: u8| bytes.iter().filter(|&&b| b != broken).count();
    let to_move = possible(&solution.wins, BROKEN_WIN);
    let won = solution.wins.iter().filter(|&&win| win != 0 && win != BROKEN_WIN);
    let longest = won.clone().max().map_or(0, |&win| 2 * u32::from(win) - 1);
    let row = Row {
        class,
        positions: to_move + possible(&solution.losses, BROKEN_LOSS),
        won: won.count() as f64 / to_move.max(1) as f64,
        longest,
        bytes: bytes.len(),
        seconds: started.elapsed().as_secs_f64(),
    };
    if kinds.len() == 2 {
        solution.wins = Vec::new(); // captures of defenders ask for losses only
        if let [Some(advisors), _] = fewer {
            solved.remove(&advisors); // was asked for the last time
        }
    }
    solved.insert(class, solution);
    Ok(row)
}

/// The tables that captures in mutual classes lead to.
struct Known {
    endings: Endings,
    /// Whether a class has been left out, so that others that turn into it have to be, too.
    is_partial: bool,
}

/// What came of a mutual class.
enum Mutual {
    Present(Class),
    /// It needs more memory than allowed, in MiB.
    TooLarge(Class, usize),
    /// A class that it turns into has been left out.
    Incomplete(Class),
    Solved {
        row: Row,
        /// Share of the positions with the first side to move that it loses.
        lost: f64,
        /// Positions that are decided by the rules alone, and that are drawn for certain only
        /// where chases are free.
        noted: [usize; 2],
    },
}

impl std::fmt::Display for Mutual {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Mutual::Present(class) => write!(f, "{class} is there already"),
            Mutual::TooLarge(class, mib) => write!(f, "{class} is left out: it takes {mib} MiB"),
            Mutual::Incomplete(class) => {
                write!(f, "{class} is left out: it turns into a class that is")
            }
            Mutual::Solved { row, lost, noted: [by_rule, bounded] } => {
                let Row { class, positions, won, longest, bytes, seconds } = row;
                let [won, lost] = [won, lost].map(|share| 100.0 * share);
                write!(f, "{class} {positions} {won:.2} {lost:.2} {by_rule} {bounded} ")?;
                write!(f, "{longest} {bytes} {seconds:.2}")
            }
        }
    }
}

impl Known {
    /// Opens the tables of one side's attackers.
    fn new(plan: &Plan, folder: &Path) -> Result<Known> {
        let mut known = Known { endings: Endings::none(), is_partial: false };
        for class in plan.families.iter().flat_map(Family::classes) {
            known.open(class, folder)?;
        }
        Ok(known)
    }

    fn open(&mut self, class: Class, folder: &Path) -> Result<()> {
        let path = path_of(folder, class);
        let opened = EndingTable::open(&path);
        self.endings.add(opened.with_context(|| format!("while reading {}", path.display()))?);
        Ok(())
    }

    /// Solves a mutual class and writes its table, unless it is there.
    fn build(&mut self, class: Class, args: &BuildArgs) -> Result<Mutual> {
        let folder = &args.folder;
        if !args.force && !lacks(folder, class) {
            self.open(class, folder)?;
            return Ok(Mutual::Present(class));
        }
        let started = Instant::now();
        let mib = (Index::new(&class).positions() * BYTES_A_POSITION) >> 20;
        if mib > args.memory {
            self.is_partial = true;
            return Ok(Mutual::TooLarge(class, mib));
        }
        let solution = match mutual::solve::solve(class, &self.endings) {
            Err(mutual::solution::Unsolved::Missing(fen)) => {
                first_error(damaged_tables(&self.endings))?;
                if !self.is_partial {
                    bail!("while solving {class}: {}", mutual::solution::Unsolved::Missing(fen));
                }
                return Ok(Mutual::Incomplete(class));
            }
            solved => solved?,
        };
        let bytes = mutual::encode::encode(&solution)?;
        write_table(&path_of(folder, class), &bytes)?;
        self.open(class, folder)?;
        let seconds = started.elapsed().as_secs_f64();
        Ok(statistics(&solution, bytes.len(), seconds))
    }
}

/// Counts a solution.
fn statistics(solution: &mutual::solution::Solution, bytes: usize, seconds: f64) -> Mutual {
    let is_real = |value: &&u8| **value != mutual::solution::BROKEN;
    let [first, second] = [0, 1].map(|side| solution.values[side].iter().filter(is_real));
    let to_move = first.clone().count();
    let share = |count: usize| count as f64 / to_move.max(1) as f64;
    let count = |is_wanted: fn(&Note) -> bool| {
        solution.notes.values().filter(|note| is_wanted(note)).count()
    };
    let of_first = |is_wanted: fn(&Note) -> bool| {
        let notes = solution.notes.iter().filter(|(node, _)| node.side == Color::Red);
        notes.filter(|(_, note)| is_wanted(note)).count()
    };
    let won = first.clone().filter(|&&value| value != 0 && value % 2 == 0).count();
    let lost = first.clone().filter(|&&value| value % 2 == 1).count();
    let is_win = |note: &Note| matches!(note, Note::Rule(Ending::RuleWin(_)));
    let is_loss = |note: &Note| matches!(note, Note::Rule(Ending::RuleLoss(_)));
    let is_bounded = |note: &Note| matches!(note, Note::Draw { is_bounded: true, .. });
    let noted = [count(is_win) + count(is_loss), count(is_bounded)];
    let longest = first.clone().chain(second.clone()).max().map_or(0, |&value| value.max(1) - 1);
    let row = Row {
        class: solution.field.class,
        positions: to_move + second.count(),
        won: share(won + of_first(is_win)),
        longest: longest.into(),
        bytes,
        seconds,
    };
    Mutual::Solved { row, lost: share(lost + of_first(is_loss)), noted }
}

/// Writes the tables of a plan one after the other, each with its length.
fn embed(path: &Path, folder: &Path, plan: &Plan) -> Result<()> {
    let mut all = Vec::new();
    let classes = plan.families.iter().flat_map(Family::classes);
    for class in classes.chain(plan.mutual.iter().copied()) {
        let file = path_of(folder, class);
        let bytes = fs::read(&file).with_context(|| format!("while reading {}", file.display()))?;
        all.extend((bytes.len() as u32).to_le_bytes());
        all.extend(bytes);
    }
    if all.is_empty() {
        bail!("there is nothing to write into {}", path.display());
    }
    fs::write(path, &all).with_context(|| format!("while writing {}", path.display()))
}
