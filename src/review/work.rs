//! What is to be searched for an analysis, and what has been found.
//!
//! Every position of every game is searched once. Where a move then seems to have lost
//! enough to be marked, the position after the better move is searched too, by the same
//! limits: two searches of the same kind, one after each of the two moves, are compared
//! before a move is called bad.

use std::fmt;

use crate::board::NullObserver;
use crate::games::GameText;
use crate::notation::Style;
use crate::review::Finding;
use crate::review::assess::{Assessed, Judge, assess};
use crate::rules::Game;
use crate::types::Move;

/// Something known is of a position beyond the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BeyondLast;

impl fmt::Display for BeyondLast {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a position beyond the last")
    }
}

impl std::error::Error for BeyondLast {}

/// A game to be analysed.
pub struct Subject {
    /// File, line and column.
    pub source: String,
    /// As it was read.
    pub text: GameText,
    /// The same as moves.
    pub game: Game,
    /// Number of its first position among those of all games.
    pub first: usize,
}

impl Subject {
    /// Numbers of its positions, one more than moves.
    fn positions(&self) -> std::ops::Range<usize> {
        self.first..self.first + self.game.ply() + 1
    }
}

/// A search: of a position, or of the one after a better move than was played there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Job {
    /// Number of the position among those of all games.
    pub position: usize,
    /// The better move.
    pub better: Option<Move>,
}

impl Job {
    /// The game that is searched.
    pub fn game(self, subjects: &[Subject]) -> Game {
        let subject = &subjects[number_of(subjects, self.position)];
        let mut game = subject.game.clone();
        for _ in self.position - subject.first..subject.game.ply() {
            game.pop(&mut NullObserver);
        }
        if let Some(mv) = self.better {
            game.push(mv, &mut NullObserver);
        }
        game
    }
}

/// Number of the game that a position belongs to.
fn number_of(subjects: &[Subject], position: usize) -> usize {
    subjects.partition_point(|subject| subject.first <= position) - 1
}

/// The searches of an analysis.
pub struct Work<'a> {
    subjects: &'a [Subject],
    style: Style,
    judge: Judge,
    /// What was found in each position.
    findings: Vec<Option<Finding>>,
    /// What was found after the better move of a position.
    checks: Vec<Option<Finding>>,
    /// For each game how many searches are still to come, as far as that is known.
    missing: Vec<usize>,
    assessed: Vec<Option<Assessed>>,
}

impl<'a> Work<'a> {
    /// The work for these games, of which some may be done, and what is to be searched
    /// first. What is known of a better move is numbered behind all positions, as
    /// [`Work::number`] does.
    ///
    /// # Errors
    /// When something known is of no position of these games.
    pub fn new(
        subjects: &'a [Subject],
        style: Style,
        judge: Judge,
        known: Vec<(usize, Finding)>,
    ) -> Result<(Work<'a>, Vec<Job>), BeyondLast> {
        let count = subjects.last().map_or(0, |last| last.positions().end);
        let mut work = Work {
            subjects,
            style,
            judge,
            findings: vec![None; count],
            checks: vec![None; count],
            missing: vec![0; subjects.len()],
            assessed: vec![None; subjects.len()],
        };
        for (number, finding) in known {
            let (findings, checks) = (&mut work.findings, &mut work.checks);
            let slot = match number.checked_sub(count) {
                None => findings.get_mut(number),
                Some(position) => checks.get_mut(position),
            };
            *slot.ok_or(BeyondLast)? = Some(finding);
        }
        let mut todo = Vec::new();
        for (number, subject) in subjects.iter().enumerate() {
            let open = subject.positions().filter(|&position| work.findings[position].is_none());
            let jobs: Vec<Job> = open.map(|position| Job { position, better: None }).collect();
            work.missing[number] = jobs.len();
            todo.extend(jobs);
            todo.extend(work.settle(number));
        }
        Ok((work, todo))
    }

    /// Positions of all games.
    pub fn positions(&self) -> usize {
        self.findings.len()
    }

    /// The number by which a state file knows a search.
    pub fn number(&self, job: Job) -> usize {
        job.position + if job.better.is_some() { self.positions() } else { 0 }
    }

    /// Takes what a search found. Returns what is to be searched because of it.
    pub fn add(&mut self, job: Job, finding: Finding) -> Vec<Job> {
        let list = if job.better.is_some() { &mut self.checks } else { &mut self.findings };
        list[job.position] = Some(finding);
        let number = number_of(self.subjects, job.position);
        self.missing[number] -= 1;
        self.settle(number)
    }

    /// The game of this number, once everything is found.
    pub fn assessed(&self, number: usize) -> Option<&Assessed> {
        self.assessed.get(number)?.as_ref()
    }

    /// All games, unless something is missing.
    pub fn into_assessed(self) -> Option<Vec<Assessed>> {
        self.assessed.into_iter().collect()
    }

    /// When nothing is missing in a game: asks for the better moves that are to be
    /// looked at, or, when there is none, puts the game together.
    fn settle(&mut self, number: usize) -> Vec<Job> {
        if self.missing[number] > 0 || self.assessed[number].is_some() {
            return Vec::new();
        }
        let subject = &self.subjects[number];
        let findings = &self.findings[subject.positions()];
        let findings: Option<Vec<Finding>> = findings.iter().cloned().collect();
        let Some(findings) = findings else { return Vec::new() };
        let doubtful = self.judge.doubtful(&subject.game, &findings);
        let jobs: Vec<Job> = doubtful
            .into_iter()
            .map(|(ply, better)| Job { position: subject.first + ply, better: Some(better) })
            .filter(|job| self.checks[job.position].is_none())
            .collect();
        self.missing[number] = jobs.len();
        if jobs.is_empty() {
            let checks = &self.checks[subject.positions()];
            let Subject { source, text, game, .. } = subject;
            let heading = (source.clone(), text);
            let made = assess(heading, game, (&findings, checks), &self.judge, self.style);
            self.assessed[number] = Some(made);
        }
        jobs
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::read_line;
    use crate::types::Score;

    fn subject(line: &str, first: usize) -> Subject {
        let text = read_line(line, 1).unwrap().unwrap();
        let game = text.replay(usize::MAX, None).unwrap();
        Subject { source: "x:1:1".into(), text, game, first }
    }

    fn finding(units: i32, line: &str) -> Finding {
        let line = line.split_whitespace().map(|mv| mv.parse().unwrap()).collect();
        Finding { score: Score::new(units), depth: 10, nodes: 1, line }
    }

    #[test]
    fn a_bad_move_is_compared_with_a_search_of_the_better_one() {
        let subjects = [subject("h2e2", 0), subject("h2e2 h9g7", 2)];
        let judge = Judge { least_depth: 8 };
        let (mut work, todo) = Work::new(&subjects, Style::Uci, judge, vec![]).unwrap();
        assert_eq!(todo.iter().map(|job| job.position).collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
        assert_eq!(todo[4].game(&subjects).ply(), 2);
        assert_eq!(work.add(todo[0], finding(0, "b0c2")), []);
        let asked = work.add(todo[1], finding(400, ""));
        let better = Job { position: 0, better: Some("b0c2".parse().unwrap()) };
        assert_eq!((asked, work.number(better)), (vec![better], 5));
        assert_eq!(better.game(&subjects).moves().next(), better.better);
        assert!(work.assessed(0).is_none());
        // The other move is as bad, so the first search was wrong, not the player.
        assert_eq!(work.add(better, finding(390, "")), []);
        assert_eq!(work.assessed(0).unwrap().moves[0].grade, None);
        assert!(work.into_assessed().is_none());
        // A run that knows all this goes on with the other game.
        let known = [(0, finding(0, "b0c2")), (1, finding(400, "")), (5, finding(0, ""))];
        let (work, todo) = Work::new(&subjects, Style::Uci, judge, known.into()).unwrap();
        assert_eq!(todo.iter().map(|job| job.position).collect::<Vec<_>>(), [2, 3, 4]);
        assert!(work.assessed(0).unwrap().moves[0].grade.is_some());
        let beyond = vec![(10, finding(0, ""))];
        assert!(Work::new(&subjects, Style::Uci, judge, beyond).is_err());
    }
}
