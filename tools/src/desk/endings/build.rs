//! `chuhe endings build`: solves classes of endings and writes their tables.

use std::collections::HashMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::common::say::text_out;
use crate::desk::endings::solver::encode::encode;
use crate::desk::endings::solver::solve::{BROKEN_LOSS, BROKEN_WIN, Captures, Solution, solve};
use chuhe::endings::{Class, EXTENSION, EndingTable, FAMILIES};

/// Options of `chuhe endings build`.
#[derive(Args, Clone, Debug)]
pub struct BuildArgs {
    /// Folder for the tables; made if need be
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// Only these families of nine classes each, such as R, CP or CP+A, with
    /// those that they can turn into
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    only: Vec<String>,
    /// Solve again what is there already
    #[arg(long)]
    force: bool,
    /// Also write the tables of these classes or families into one file, for the program itself
    #[arg(long, value_name = "FILE", hide = true, requires = "only")]
    embedded: Option<PathBuf>,
}

/// The letters of the attackers, and how many advisors and bishops of their own they have.
type Family = (&'static str, [u8; 2]);

/// `CP+A`: the attackers, and advisors and bishops of their own.
pub fn family_name((letters, own): Family) -> String {
    let minors = "A".repeat(usize::from(own[0])) + &"B".repeat(usize::from(own[1]));
    if minors.is_empty() { letters.to_owned() } else { format!("{letters}+{minors}") }
}

/// The families asked for and those that they can turn into.
fn wanted(only: &[String]) -> Result<Vec<Family>> {
    let is_unknown = |name: &&String| !FAMILIES.iter().any(|&f| family_name(f) == **name);
    if let Some(name) = only.iter().find(is_unknown) {
        let names: Vec<String> = FAMILIES.into_iter().map(family_name).collect();
        bail!("no family is named {name}; there are {}", names.join(", "));
    }
    let is_asked = |family| only.is_empty() || only.contains(&family_name(family));
    let asked: Vec<_> = FAMILIES.into_iter().filter(|&family| is_asked(family)).collect();
    let is_needed = |family| asked.iter().any(|&asked| turns_into(asked, family));
    Ok(FAMILIES.into_iter().filter(|&family| is_needed(family)).collect())
}

/// Whether a family is another one or can turn into it by the loss of an attacker.
fn turns_into((letters, own): Family, (fewer, same): Family) -> bool {
    own == same && (letters == fewer || fewer.len() == 1 && letters.contains(fewer))
}

/// Whether a folder lacks a table of a family.
fn lacks(folder: &Path, family: Family) -> bool {
    let is_there = |class: &Class| {
        EndingTable::open(&path_of(folder, *class)).is_ok_and(|table| table.class() == *class)
    };
    !Class::of_family(family).iter().all(is_there)
}

fn path_of(folder: &Path, class: Class) -> PathBuf {
    folder.join(format!("{class}.{EXTENSION}"))
}

/// Solves the families asked for and writes their tables.
///
/// # Errors
/// When a family has no such name or a file cannot be written.
pub fn build(args: &BuildArgs) -> Result<()> {
    let folder = &args.folder;
    let families = wanted(&args.only)?;
    fs::create_dir_all(folder).with_context(|| format!("while making {}", folder.display()))?;
    let mut out = text_out();
    writeln!(out, "class positions won% longest bytes seconds")?;
    let started = Instant::now();
    // Solutions that later ones need: all of a single attacker, of two attackers
    // those with one defender less.
    let mut solved: HashMap<Class, Solution> = HashMap::new();
    let mut total = (0, 0, 0);
    let missing: Vec<Family> =
        families.iter().copied().filter(|&family| args.force || lacks(folder, family)).collect();
    for &family in &families {
        if !missing.iter().any(|&missing| turns_into(missing, family)) {
            writeln!(out, "{} is there already", family_name(family))?;
            continue;
        }
        for class in Class::of_family(family) {
            let row = build_class(class, &mut solved, folder)?;
            writeln!(out, "{row}")?;
            out.flush()?;
            total = (total.0 + 1, total.1 + row.positions, total.2 + row.bytes);
        }
        solved.retain(|class, _| class.attackers.iter().sum::<u8>() == 1);
    }
    let (classes, positions, bytes) = total;
    let seconds = started.elapsed().as_secs_f64();
    writeln!(out, "{classes} classes, {positions} positions, {bytes} bytes, {seconds:.1} s")?;
    if let Some(path) = &args.embedded {
        embed(path, folder, &families)?;
    }
    Ok(())
}

/// A line of the report on a build.
struct Row {
    class: Class,
    positions: usize,
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
    let path = path_of(folder, class);
    let temporary = path.with_extension("part");
    fs::write(&temporary, &bytes)
        .and_then(|()| fs::rename(&temporary, &path))
        .with_context(|| format!("while writing {}", path.display()))?;
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

/// Writes the tables of families one after the other, each with its length.
fn embed(path: &Path, folder: &Path, families: &[Family]) -> Result<()> {
    let mut all = Vec::new();
    for class in families.iter().flat_map(|&family| Class::of_family(family)) {
        let file = path_of(folder, class);
        let bytes = fs::read(&file).with_context(|| format!("while reading {}", file.display()))?;
        all.extend((bytes.len() as u32).to_le_bytes());
        all.extend(bytes);
    }
    fs::write(path, &all).with_context(|| format!("while writing {}", path.display()))
}
