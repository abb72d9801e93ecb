//! `chuhe endings`: builds, checks and asks the tables of solved endings.

mod build;
mod exam;

use std::io::{Write, stdout};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, bail, ensure};
use clap::{Args, Subcommand};

use crate::board::{Board, NullObserver, Setup};
use crate::endings::check::check;
use crate::endings::{Class, Ending, EndingTable, Endings};
use crate::tools::say::counted;
use crate::types::Move;

/// Solved endings: tables of won and drawn positions.
#[derive(Args, Clone, Debug)]
pub struct EndingsArgs {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand, Clone, Debug)]
enum Action {
    /// Solve endings and write their tables into a folder
    Build(build::BuildArgs),
    /// Print what the tables say of a position and of each of its moves
    Probe(ProbeArgs),
    /// Read every table of a folder and compare positions with their moves
    Check(CheckArgs),
    /// Let the engine play solved endings: positions in which only some moves
    /// keep the value, and long wins against a perfect defender
    Exam(exam::ExamArgs),
}

#[derive(Args, Clone, Debug)]
struct ProbeArgs {
    /// The position
    #[arg(value_name = "FEN")]
    fen: String,
    /// Folder with more tables than the program has
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,
}

#[derive(Args, Clone, Debug)]
struct CheckArgs {
    /// Folder with the tables
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// Positions of each class to compare with their moves
    #[arg(long, value_name = "N", default_value_t = 1000)]
    samples: usize,
}

/// Does what was asked for.
///
/// # Errors
/// When a file cannot be read or written, a position is not in a table, or a
/// table contradicts the rules.
pub fn run(args: &EndingsArgs) -> Result<()> {
    match &args.action {
        Action::Build(args) => build::build(args),
        Action::Probe(args) => probe(args),
        Action::Check(args) => check_folder(args),
        Action::Exam(args) => exam::exam(args),
    }
}

fn probe(args: &ProbeArgs) -> Result<()> {
    let setup: Setup = args.fen.parse()?;
    let board = setup.to_board()?;
    let endings = match &args.folder {
        Some(folder) => Arc::new(open(folder)?),
        None => Endings::embedded(),
    };
    let Some(value) = endings.value(&board) else {
        bail!("no table knows this position{}", hint(&board));
    };
    let mut out = stdout().lock();
    writeln!(out, "{}", describe(value))?;
    let mut moves: Vec<(Move, Option<Ending>)> = board
        .legal_moves()
        .into_iter()
        .map(|mv| {
            let mut next = board.clone();
            next.make(mv, &mut NullObserver);
            (mv, endings.value(&next).map(Ending::before))
        })
        .collect();
    moves.sort_by_key(|(mv, value)| (value.map(|v| -i64::from(v.rank())), mv.bits()));
    for (mv, value) in moves {
        writeln!(out, "{mv} {}", value.map_or_else(|| "unknown".into(), describe))?;
    }
    Ok(())
}

/// What is missing for a position.
fn hint(board: &Board) -> String {
    match Class::of(board) {
        Some((_, class)) => format!("; it needs the table {class}"),
        None => ": at most two attackers of one side, and none of the other".into(),
    }
}

/// A value in words.
fn describe(value: Ending) -> String {
    match value {
        Ending::Draw => "draw".into(),
        Ending::Win(plies) => format!("win in {plies} plies"),
        Ending::Loss(plies) => format!("loss in {plies} plies"),
    }
}

/// The tables of a folder; those that are refused are named on standard error.
fn open(folder: &Path) -> Result<Endings> {
    let (endings, refused) = Endings::in_folder(folder)
        .with_context(|| format!("while reading {}", folder.display()))?;
    for (path, error) in refused {
        writeln!(std::io::stderr(), "{}: {error}", path.display())?;
    }
    Ok(endings)
}

/// The tables of a folder that are to be judged, and the built-in ones of classes that it
/// lacks, which their moves may lead to.
///
/// # Errors
/// When a file is refused, or there is no table: the result would be that of the built-in
/// ones.
fn open_all(folder: &Path) -> Result<Endings> {
    let (endings, refused) = Endings::in_folder(folder)
        .with_context(|| format!("while reading {}", folder.display()))?;
    if let Some((path, error)) = refused.first() {
        bail!("{}: {error}", path.display());
    }
    let is_empty = !endings.tables().any(EndingTable::is_file);
    ensure!(!is_empty, "no tables in {}", folder.display());
    Ok(endings)
}

fn check_folder(args: &CheckArgs) -> Result<()> {
    let endings = open_all(&args.folder)?;
    let mut out = stdout().lock();
    let (mut tables, mut total) = (0, 0);
    for table in endings.tables().filter(|table| table.is_file()) {
        tables += 1;
        if let Some(bad) = (0..table.blocks()).find(|&block| table.block(block).is_none()) {
            bail!("block {bad} of {} is damaged", table.class());
        }
        match check(&endings, table.class(), args.samples) {
            Ok(checked) => total += checked,
            Err(fault) => bail!(
                "{:?} of {}: the table says {}, its moves say {}",
                fault.board,
                table.class(),
                fault.found.map_or_else(|| "nothing".into(), describe),
                fault.expected.map_or_else(|| "nothing".into(), describe),
            ),
        }
    }
    let tables = counted(tables, "table");
    writeln!(out, "{tables}, {total} positions compared with their moves: all agree")?;
    Ok(())
}
