//! `chuhe epd`: how many positions of a suite are solved.

use std::fmt::Display;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::slice;
use std::time::Instant;

use anyhow::{Result, bail, ensure};
use clap::Args;
use serde::Serialize;

use crate::common::color::{ColorArgs, Ink, Pen};
use crate::common::input;
use crate::common::lang::files::{DeskFault, at};
use crate::common::lang::{Lang, LangArgs, padded, width};
use crate::common::output::JsonArgs;
use crate::common::progress::bar;
use crate::common::say::text_out;
use crate::common::signals::stop_flag;
use crate::desk::batch_args::BatchArgs;
use chuhe::engine::Outlook;
use chuhe::engine::Part;
use chuhe::notation::{Style, write as notate};
use chuhe::rules::Game;
use chuhe::search::Limits;
use chuhe::types::Move;
use chuhe_games::epd::Epd;
use chuhe_games::review::Finding;
use chuhe_games::{FaultKind, numbered_lines};

/// Search the positions of a suite, and count how many are solved
///
/// A line has a FEN and operations: `bm` best moves, `am` moves to avoid, `dm` moves to
/// mate, `id` a name. Moves may be in any notation. A position is solved when every
/// operation it has is fulfilled.
#[derive(Args, Clone, Debug)]
pub struct EpdArgs {
    /// The suite; - for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    batch: BatchArgs,
    /// Search a part of the positions only, such as 2/5, the second of five
    #[arg(long, alias = "shard", value_name = "I/N", default_value = "1/1")]
    part: Part,
    /// Write the positions with what was found: acd, acn, ce or dm, and pv
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    lang: LangArgs,
    #[command(flatten)]
    color: ColorArgs,
    #[command(flatten)]
    json: JsonArgs,
}

/// The result as JSON.
#[derive(Serialize)]
struct Suite {
    limits: String,
    seconds: f64,
    solved: usize,
    /// Positions that say what solves them.
    total: usize,
    positions: Vec<Answer>,
}

/// What was found in a position.
#[derive(Serialize)]
struct Answer {
    name: String,
    fen: String,
    /// `null` when nothing says what solves it.
    solved: Option<bool>,
    #[serde(rename = "move")]
    mv: Option<String>,
    /// The move in words.
    #[serde(skip)]
    text: Option<String>,
    score: Points,
    depth: i32,
    nodes: u64,
    line: Vec<String>,
}

/// The score of the side to move.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Points {
    Cp(i32),
    Mate(i32),
}

/// A position and what solves it.
struct Problem {
    name: String,
    epd: Epd,
    game: Game,
    best: Vec<Move>,
    avoid: Vec<Move>,
    mate: Option<u32>,
}

impl Problem {
    fn read(line: &str, number: usize) -> Result<Problem, FaultKind> {
        let epd = Epd::read(line, number).map_err(|fault| fault.kind)?;
        let game = Game::new(&epd.start)?;
        let moves = |code| epd.moves(code, game.board());
        let (best, avoid, mate) = (moves("bm")?, moves("am")?, epd.mate()?);
        let name = epd.id().map_or_else(|| format!("line {number}"), str::to_owned);
        Ok(Problem { name, game, best, avoid, mate, epd })
    }

    fn centipawns(&self, finding: &Finding) -> i32 {
        Outlook::new(finding.score, self.game.board()).centipawns
    }

    fn has_solution(&self) -> bool {
        !self.best.is_empty() || !self.avoid.is_empty() || self.mate.is_some()
    }

    fn is_solved_by(&self, finding: &Finding) -> bool {
        let Some(mv) = finding.line.first() else { return false };
        let is_mate = |wanted: u32| {
            finding.score.mate_moves().is_some_and(|found| found > 0 && found <= wanted as i32)
        };
        (self.best.is_empty() || self.best.contains(mv))
            && !self.avoid.contains(mv)
            && self.mate.is_none_or(is_mate)
    }

    /// What was found, for people and for JSON.
    fn found(&self, finding: &Finding, style: Style) -> Answer {
        Answer {
            name: self.name.clone(),
            fen: self.epd.start.to_string(),
            solved: self.has_solution().then(|| self.is_solved_by(finding)),
            mv: finding.line.first().map(Move::to_string),
            text: finding.line.first().map(|&mv| notate(self.game.board(), mv, style)),
            score: match finding.score.mate_moves() {
                Some(moves) => Points::Mate(moves),
                None => Points::Cp(self.centipawns(finding)),
            },
            depth: finding.depth,
            nodes: finding.nodes,
            line: finding.line.iter().map(Move::to_string).collect(),
        }
    }

    /// The position with what was found.
    fn answer(&self, finding: &Finding) -> Epd {
        let mut epd = self.epd.clone();
        let mut put = |code: &str, operands: Vec<String>| {
            epd.operations.retain(|(known, _)| known != code);
            epd.operations.push((code.into(), operands));
        };
        put("acd", vec![finding.depth.to_string()]);
        put("acn", vec![finding.nodes.to_string()]);
        match finding.score.mate_moves() {
            Some(moves) if self.mate.is_none() => put("dm", vec![moves.to_string()]),
            Some(_) => {}
            None => put("ce", vec![self.centipawns(finding).to_string()]),
        }
        put("pv", finding.line.iter().map(Move::to_string).collect());
        epd
    }
}

/// Searches the suite.
///
/// # Errors
/// When a file cannot be read or written, a line is faulty, or the work was ended
/// by a signal.
pub fn run(args: &EpdArgs) -> Result<()> {
    let inputs = slice::from_ref(&args.file);
    let (json, [out]) = args.json.open_beside(inputs, [("--out", args.out.as_deref())])?;
    let problems = read_problems(args)?;
    let stop = stop_flag(1)?;
    let todo: Vec<usize> = (0..problems.len()).collect();
    let mut findings: Vec<Option<Finding>> = vec![None; problems.len()];
    let progress = bar(problems.len(), 0);
    let batch = args.batch.prepare(&stop)?;
    let began = Instant::now();
    let ask = |&id: &usize, limits: &Limits| (problems[id].game.clone(), limits.clone());
    batch.search(todo, &ask, |id, finding| {
        findings[id] = Some(finding);
        progress.inc(1);
        Ok(Vec::new())
    })?;
    progress.finish_and_clear();
    let seconds = began.elapsed().as_secs_f64();
    let findings: Option<Vec<Finding>> = findings.into_iter().collect();
    let Some(findings) = findings else { bail!(DeskFault::EndedEarly) };
    if let Some(file) = &out {
        let lines = problems.iter().zip(&findings);
        let text: String = lines.map(|(p, finding)| format!("{}\n", p.answer(finding))).collect();
        file.write_text(&text)?;
    }
    let style = args.lang.get().style_or(Style::Uci);
    let found = problems.iter().zip(&findings);
    let found = found.map(|(problem, finding)| problem.found(finding, style));
    let positions: Vec<Answer> = found.collect();
    let count = |wanted| positions.iter().filter(|answer| answer.solved == Some(wanted)).count();
    let (solved, failed) = (count(true), count(false));
    let limits = args.batch.to_string();
    let suite = Suite { limits, seconds, solved, total: solved + failed, positions };
    let is_free = json.map_or(Ok(true), |json| json.write(&suite))?;
    match is_free && !out.is_some_and(|file| file.is_standard()) {
        true => print(&suite, args.lang.get(), args.color.pen()),
        false => Ok(()),
    }
}

fn read_problems(args: &EpdArgs) -> Result<Vec<Problem>> {
    let name = input::name_of(&args.file);
    let text = input::read_text(&args.file)?;
    let problems: Result<Vec<Problem>> = numbered_lines(&text)
        .filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
        .enumerate()
        .filter(|&(i, _)| args.part.has(i as u64))
        .map(|(_, (number, line))| {
            Problem::read(line, number).map_err(|kind| at(format!("{name}:{number}"), kind).into())
        })
        .collect();
    let problems = problems?;
    ensure!(!problems.is_empty(), at(name, DeskFault::NoPositions));
    Ok(problems)
}

fn print(suite: &Suite, lang: Lang, pen: Pen) -> Result<()> {
    let mut out = BufWriter::new(text_out());
    for answer in &suite.positions {
        writeln!(out, "{}", line(answer, lang, pen))?;
    }
    let Suite { limits, seconds, solved, total, .. } = suite;
    let percent = format!("{:.1}", 100.0 * *solved as f64 / (*total).max(1) as f64);
    let (limits, seconds) = (lang.limits(limits), format!("{seconds:.1}"));
    let values: [(&str, &dyn Display); 5] = [
        ("solved", solved),
        ("total", total),
        ("percent", &percent),
        ("limits", &limits),
        ("seconds", &seconds),
    ];
    writeln!(out, "{}", lang.fill("epd.total", &values))?;
    Ok(out.flush()?)
}

/// What was found in a position, in a line.
fn line(answer: &Answer, lang: Lang, pen: Pen) -> String {
    let Answer { name, solved, text, score, depth, nodes, .. } = answer;
    let verdicts = ["epd.solved", "epd.failed"].map(|key| lang.text(key));
    let columns = verdicts.map(width).into_iter().max().unwrap_or_default();
    let [is_solved, has_failed] = verdicts.map(|verdict| padded(verdict, columns));
    let verdict = match solved {
        None => padded("-", columns),
        Some(true) => pen.paint(Ink::Green, &is_solved),
        Some(false) => pen.paint(Ink::Red, &has_failed),
    };
    let mv = text.as_deref().unwrap_or(lang.text("epd.none"));
    let score = match score {
        Points::Mate(moves) => lang.fill("epd.mate", &[("n", moves)]),
        Points::Cp(points) => lang.fill("epd.points", &[("n", points)]),
    };
    let values: [(&str, &dyn Display); 4] =
        [("move", &mv), ("score", &score), ("depth", depth), ("nodes", nodes)];
    format!("{verdict}  {name}  {}", lang.fill("epd.found", &values))
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe::types::Score;

    #[test]
    fn every_operation_must_be_fulfilled() {
        let fen = "3k5/9/9/9/9/9/9/9/4R4/R3K4 w - - bm a0d0; dm 1; am e1e9; id \"x\";";
        let problem = Problem::read(fen, 1).unwrap();
        let finding = |mv: &str, score| Finding {
            score,
            depth: 3,
            nodes: 10,
            line: vec![mv.parse().unwrap()],
        };
        assert!(problem.is_solved_by(&finding("a0d0", Score::mate_in(1))));
        assert!(!problem.is_solved_by(&finding("a0d0", Score::mate_in(3))));
        assert!(!problem.is_solved_by(&finding("a0d0", Score::new(900))));
        assert!(!problem.is_solved_by(&finding("a0a1", Score::mate_in(1))));
        let nothing = Finding { line: vec![], ..finding("a0d0", Score::mated_in(0)) };
        assert!(!problem.is_solved_by(&nothing));
        let answer = problem.answer(&finding("a0d0", Score::mate_in(1))).to_string();
        assert!(answer.ends_with("id \"x\"; acd 3; acn 10; pv a0d0;"), "{answer}");
        let error = Problem::read("3k5/9/9/9/9/9/9/9/4R4/R3K4 w bm a0a0;", 1).err().unwrap();
        assert_eq!(error.to_string(), "bm 'a0a0', no legal move of this position");
        let text = line(
            &problem.found(&finding("a0d0", Score::mate_in(1)), Style::Uci),
            Lang::ZhHans,
            Pen::default(),
        );
        assert_eq!(text, "解出  x  a0d0 杀棋 1 深度 3 节点 10");
    }
}
