//! `chuhe endings`: builds, checks and asks the tables of solved endings.

mod build;
mod count;
mod exam;
mod games;
mod plan;
mod solver;

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Result, anyhow, bail};
use clap::{Args, Subcommand};

use crate::common::say::{first_error, text_out};
use crate::common::solved::{damaged_tables, open_folder, refused_file};
use crate::desk::endings::plan::Family;
use crate::desk::endings::solver::check::check;
use chuhe::board::{Board, Setup};
use chuhe::endings::{Class, Ending, EndingTable, Endings};
use chuhe::rules::RuleSet;
use chuhe::types::Move;
use chuhe_games::words::counted;

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
    /// keep the value, long wins against a perfect defender, and draws to hold
    Exam(exam::ExamArgs),
    /// Count in how many games each class of endings occurs
    Count(count::CountArgs),
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
    /// Games of each class of pairs to play by the tables against checks, attacks, repetitions
    /// and random moves, under each rule set that the tables know
    #[arg(long, value_name = "N", default_value_t = 0)]
    games: usize,
}

/// The rule sets under which games are played by the tables.
const GAME_RULES: [RuleSet; 4] =
    [RuleSet::ALLOW_CHASE, RuleSet::COMPUTER, RuleSet::ASIAN, RuleSet::NO_JUDGEMENT];

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
        Action::Count(args) => count::count(args),
    }
}

fn probe(args: &ProbeArgs) -> Result<()> {
    let setup: Setup = args.fen.parse()?;
    let board = setup.to_board()?;
    let endings = match &args.folder {
        Some(folder) => {
            let (endings, refused) = open_folder(folder)?;
            refused.into_iter().for_each(|refusal| remark!("{:#}", refused_file(refusal)));
            Arc::new(endings)
        }
        None => Endings::embedded(),
    };
    let Some(value) = endings.value(&board) else {
        first_error(damaged_tables(&endings))?;
        bail!("no table knows this position{}", hint(&board));
    };
    let mut moves: Vec<(Move, Option<Ending>)> = board
        .legal_moves()
        .into_iter()
        .map(|mv| (mv, endings.value(&games::after(&board, mv)).map(Ending::before)))
        .collect();
    if moves.iter().any(|(_, value)| value.is_none()) {
        first_error(damaged_tables(&endings))?;
    }
    let mut out = text_out();
    writeln!(out, "{}", describe(value))?;
    moves.sort_by_key(|(mv, value)| (value.map(|v| -i64::from(v.rank())), mv.bits()));
    for (mv, value) in moves {
        writeln!(out, "{mv} {}", value.map_or_else(|| "unknown".into(), describe))?;
    }
    Ok(out.flush()?)
}

/// What is missing for a position.
fn hint(board: &Board) -> String {
    let Some((_, class)) = Class::of(board) else {
        return ": there must be one or two attackers, or two against one".into();
    };
    let name = family_of(&class);
    format!("; `chuhe endings build FOLDER --only {name}` makes the table {class}")
}

/// What `chuhe endings build --only` calls a class, or its family.
pub fn family_of(class: &Class) -> String {
    if class.is_mutual() { class.to_string() } else { Family::of(class).to_string() }
}

/// A value in words.
fn describe(value: Ending) -> String {
    match value {
        Ending::Draw => "draw".into(),
        Ending::DrawByChases => "draw where chases are free".into(),
        Ending::RuleWin(rank) => {
            format!("win, as the other side may not check for ever (rank {rank})")
        }
        Ending::RuleLoss(rank) => {
            format!("loss, as the side to move may not check for ever (rank {rank})")
        }
        Ending::Loss(0) => "lost: no legal move".into(),
        Ending::Win(plies) => format!("win in {}", counted(plies.into(), "ply")),
        Ending::Loss(plies) => format!("loss in {}", counted(plies.into(), "ply")),
    }
}

fn check_folder(args: &CheckArgs) -> Result<()> {
    let (endings, refused) = open_folder(&args.folder)?;
    let mut faults: Vec<anyhow::Error> = refused.into_iter().map(refused_file).collect();
    let damaged_block = |table: &EndingTable| {
        let block = (0..table.blocks()).find(|&block| table.block(block).is_none())?;
        Some(anyhow!("block {block} of {} is damaged", table.class()))
    };
    faults.extend(endings.from_files().filter_map(damaged_block));
    let (mut tables, mut total) = (0, 0);
    for table in endings.from_files().filter(|table| !table.is_damaged()) {
        tables += 1;
        match check(&endings, table.class(), args.samples) {
            Ok(checked) => total += checked,
            // A move leads to a table that has been named already.
            Err(fault) if fault.expected.is_none() && !faults.is_empty() => {}
            Err(fault) => faults.push(anyhow!(
                "{:?} of {}: the table says {}, its moves say {}",
                fault.board,
                table.class(),
                fault.found.map_or_else(|| "nothing".into(), describe),
                fault.expected.map_or_else(|| "nothing".into(), describe),
            )),
        }
    }
    first_error(faults.into_iter().map(Err))?;
    let mut out = text_out();
    let (tables, total) = (counted(tables, "table"), counted(total as u64, "position"));
    writeln!(out, "{tables}, {total} compared with their moves: all agree")?;
    let mutual = endings.from_files().map(EndingTable::class).filter(Class::is_mutual);
    for class in mutual.filter(|_| args.games > 0) {
        for rules in GAME_RULES {
            let [won, drawn, lost] = games::play(&endings, class, args.games, &rules, 1)?;
            let name = rules.name;
            writeln!(out, "{class} {name}: {won} won, {drawn} drawn, {lost} lost, as promised")?;
            out.flush()?;
        }
    }
    Ok(out.flush()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_named() {
        let hint = |fen: &str| hint(&fen.parse::<Setup>().unwrap().to_board().unwrap());
        let built = hint("4k4/9/9/9/9/4P4/9/9/9/3KN4 w");
        assert_eq!(built, "; `chuhe endings build FOLDER --only NP` makes the table KNPK");
        let own = hint("2bak4/4a4/4b4/9/9/9/9/9/4A4/3KRA3 w");
        assert!(own.contains("--only R+AA` makes the table KRAAKAABB"), "{own}");
        let mutual = hint("4kr3/9/9/9/9/9/9/9/4A4/C2K5 w");
        assert!(mutual.contains("--only KRKCA` makes the table KRKCA"), "{mutual}");
        let two = hint("4krr2/9/9/9/9/9/9/9/9/R2K5 w");
        assert!(two.contains("--only KRRKR` makes the table KRRKR"), "{two}");
        assert!(hint("4krr2/9/9/9/9/9/9/9/9/RN1K5 w").contains("two against one"));
    }

    #[test]
    fn values_are_put_into_words() {
        let values = [Ending::Draw, Ending::Win(1), Ending::Win(3), Ending::Loss(0)];
        let words = values.map(describe);
        assert_eq!(words, ["draw", "win in 1 ply", "win in 3 plies", "lost: no legal move"]);
        let by_rule = [Ending::RuleWin(0), Ending::RuleLoss(77), Ending::DrawByChases];
        let words = by_rule.map(describe);
        assert_eq!(words[0], "win, as the other side may not check for ever (rank 0)");
        assert_eq!(words[1], "loss, as the side to move may not check for ever (rank 77)");
        assert_eq!(words[2], "draw where chases are free");
        assert_eq!(describe(Ending::Loss(2)), "loss in 2 plies");
    }
}
