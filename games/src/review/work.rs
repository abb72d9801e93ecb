//! What is to be searched for an analysis, and what has been found.
//!
//! Every position of every game is searched once. Where a move then seems to have lost
//! enough to be marked, the position after the better move is searched too, by the same
//! limits: two searches of the same kind, one after each of the two moves, are compared
//! before a move is called bad. Where it is, the position is searched again without that move
//! and the best one, and then without what was found, for the other moves that would have done.
//! Where the best move was played, a shorter search looks whether it was the only one.

use crate::review::Finding;
use crate::review::assess::{Assessed, Assessment, Findings};
use crate::review::job::{Job, SLOTS, What};
use crate::review::judge::Loss;
use crate::review::misfit::{Misfit, MisfitFault};
use crate::review::others::{Ask, OtherFindings, Solved, is_recapture};
use crate::review::settings::ReviewSettings;
use crate::review::subject::{Subject, number_of};
use crate::review::theory::Theory;
use crate::review::written::written;
use chuhe::rules::Game;
use chuhe::types::Move;

/// The searches of an analysis.
pub struct Work<'a> {
    subjects: &'a [Subject],
    settings: ReviewSettings<'a>,
    /// What was found in each position.
    findings: Vec<Option<Finding>>,
    /// What was found after the better move of a position.
    checks: Vec<Option<Finding>>,
    /// What was found of the other moves.
    others: Vec<OtherFindings>,
    /// For each position the search that was asked for last.
    asked: Vec<Option<usize>>,
    /// Each game as far as everything is known of its moves.
    games: Vec<Assessment>,
}

impl<'a> Work<'a> {
    /// The work for these games, of which some may be done, and what is to be searched
    /// first. What is known of a better move is numbered after all positions, as
    /// [`Work::number`] does.
    ///
    /// # Errors
    /// When something known is of no position of these games, or has moves that are not
    /// legal there.
    pub fn new(
        subjects: &'a [Subject],
        settings: ReviewSettings<'a>,
        known: Vec<(usize, Finding)>,
    ) -> Result<(Work<'a>, Vec<Job>), Misfit> {
        let count = subjects.last().map_or(0, |last| last.positions().end);
        let begun = |subject: &Subject| {
            let written = written(&subject.text.start, &subject.tree, settings.style);
            Assessment::new(subject, written)
        };
        let mut work = Work {
            subjects,
            settings,
            findings: vec![None; count],
            checks: vec![None; count],
            others: vec![OtherFindings::default(); count],
            asked: vec![None; count],
            games: subjects.iter().map(begun).collect(),
        };
        for (index, (number, finding)) in known.into_iter().enumerate() {
            let job = work.known_job(number, &finding.line);
            let job = job.map_err(|fault| Misfit { index, fault })?;
            work.put(&job, finding);
        }
        let mut todo = Vec::new();
        for (number, subject) in subjects.iter().enumerate() {
            let open = subject.positions().filter(|&position| work.findings[position].is_none());
            todo.extend(open.map(Job::of));
            for position in subject.positions() {
                todo.extend(work.more(number, position));
            }
            work.advance(number);
        }
        Ok((work, todo))
    }

    /// Positions of all games.
    pub fn positions(&self) -> usize {
        self.findings.len()
    }

    /// How many games there are.
    pub fn games(&self) -> usize {
        self.games.len()
    }

    /// The number by which a state file knows a search.
    pub fn number(&self, job: &Job) -> usize {
        job.position + job.slot() * self.positions()
    }

    /// The search that a state file knows by a number, if its line can be what that found.
    fn known_job(&self, number: usize, line: &[Move]) -> Result<Job, MisfitFault> {
        let count = self.positions().max(1);
        let (position, slot) = (number % count, number / count);
        if slot >= SLOTS || position >= self.positions() {
            return Err(MisfitFault::BeyondLast);
        }
        let job = Job { position, what: self.what(position, slot)? };
        let mut board = job.game(self.subjects).board().clone();
        for &mv in line {
            if !board.is_legal(mv) {
                return Err(MisfitFault::IllegalMove(mv));
            }
            let _ = board.play(mv);
        }
        Ok(job)
    }

    /// The search of a number, if what it depends on is known.
    fn what(&self, position: usize, slot: usize) -> Result<What, MisfitFault> {
        let ask = match slot {
            0 => return Ok(What::Position),
            1 => {
                let before = self.findings[position].as_ref();
                let better = before.and_then(|before| before.line.first().copied());
                return Ok(What::After(better.ok_or(MisfitFault::NoBetterMove)?));
            }
            2 => Ask::Glance,
            slot => Ask::Found(slot - 3),
        };
        let subject = &self.subjects[number_of(self.subjects, position)];
        let played = subject.moves.get(position - subject.first).copied();
        let before = self.findings[position].as_ref();
        let banned = before
            .zip(played)
            .and_then(|(before, played)| self.others[position].banned(&ask, before, played))
            .ok_or(MisfitFault::NoBetterMove)?;
        Ok(What::Without { ask, banned })
    }

    /// Puts the result of a search where it belongs.
    fn put(&mut self, job: &Job, finding: Finding) {
        let others = &mut self.others[job.position];
        match job.what {
            What::Position => self.findings[job.position] = Some(finding),
            What::After(_) => self.checks[job.position] = Some(finding),
            What::Without { ask: Ask::Glance, .. } => others.glance = Some(finding),
            What::Without { ask: Ask::Found(number), .. } => {
                others.found.truncate(number);
                others.found.push(finding);
            }
        }
    }

    /// Takes what a search found. Returns what is to be searched because of it.
    pub fn add(&mut self, job: &Job, finding: Finding) -> Vec<Job> {
        let position = job.position;
        self.put(job, finding);
        let number = number_of(self.subjects, position);
        // Of the moves to this position and from it more is known now.
        let is_first = position == self.subjects[number].first;
        let from = if is_first { position } else { position - 1 };
        let jobs = (from..=position).filter_map(|position| self.more(number, position)).collect();
        self.advance(number);
        jobs
    }

    /// The games that have been begun, as far as they are known.
    pub fn so_far(&self) -> Vec<&Assessed> {
        let games = self.games.iter().map(Assessment::so_far);
        games.filter(|game| !game.positions.is_empty()).collect()
    }

    /// What is known of the game of this number, and whether that is everything; `None`
    /// behind the last.
    pub fn game(&self, number: usize) -> Option<(&Assessed, bool)> {
        let game = self.games.get(number)?.so_far();
        Some((game, game.positions.len() == self.subjects[number].positions().len()))
    }

    /// Whether nothing is missing.
    pub fn is_done(&self) -> bool {
        (0..self.games.len()).all(|n| self.game(n).is_some_and(|(_, done)| done))
    }

    /// All games, unless something is missing.
    pub fn into_assessed(self) -> Option<Vec<Assessed>> {
        self.is_done().then(|| self.games.into_iter().map(Assessment::into_assessed).collect())
    }

    /// The next search of a position besides its own, when it is to be made and was not asked
    /// for yet.
    fn more(&mut self, number: usize, position: usize) -> Option<Job> {
        let slot = self.next(number, position).ok()??;
        if self.asked[position] == Some(slot) {
            return None;
        }
        self.asked[position] = Some(slot);
        Some(Job { position, what: self.what(position, slot).ok()? })
    }

    /// The number of the search that is missing to judge a move; `None` when everything is
    /// known, and an error when the positions before and after it are not.
    fn next(&self, number: usize, position: usize) -> Result<Option<usize>, Unknown> {
        let step = step(&self.subjects[number], &self.findings, position);
        let (mv, before, after) = step.ok_or(Unknown)?;
        let game = Job::of(position).game(self.subjects);
        let ReviewSettings { endings, rules, judge, .. } = self.settings;
        let theory = |game: &Game| Theory::of(endings, game, &rules);
        let (board, side) = (game.board(), game.board().side());
        let known = theory(&game).and_then(|before| {
            let mut next = game.clone();
            let _ = next.play(mv);
            Some(before.lost(theory(&next)?, side))
        });
        let loss = match known {
            Some(half_points) => Loss::of_half_points(half_points),
            None => {
                let doubt = judge.doubt(board, mv, before, after);
                let check = self.checks[position].as_ref();
                if doubt.is_some() && check.is_none() {
                    return Ok(Some(1));
                }
                judge.loss(board, mv, (before, after, check.filter(|_| doubt.is_some())))
            }
        };
        if Solved::of(&game, &self.settings).is_some() {
            return Ok(None); // the tables say it of all moves
        }
        let ask = self.others[position].ask(judge, board, mv, before, loss);
        let ask = ask.filter(|ask| *ask != Ask::Glance || !is_recapture(&game, mv));
        Ok(ask.map(|ask| match ask {
            Ask::Glance => 2,
            Ask::Found(number) => 3 + number,
        }))
    }

    /// Puts the moves of a game together as far as everything is known of them.
    fn advance(&mut self, number: usize) {
        let (subject, game) = (&self.subjects[number], &mut self.games[number]);
        if game.so_far().positions.is_empty() {
            let Some(first) = &self.findings[subject.first] else { return };
            game.begin(first, &self.settings);
        }
        loop {
            let position = subject.first + self.games[number].so_far().moves.len();
            if !matches!(self.next(number, position), Ok(None)) {
                break;
            }
            let Some((mv, before, after)) = step(subject, &self.findings, position) else { break };
            let check = self.checks[position].as_ref();
            let found = Findings { before, after, check, others: &self.others[position] };
            self.games[number].add(mv, found, &self.settings);
        }
        let game = &mut self.games[number];
        game.sum_up();
        if game.so_far().positions.len() == subject.positions().len() {
            game.name_mate();
        }
    }
}

/// The positions before and after a move are not searched yet.
struct Unknown;

/// The move made in a position of a game and what was found before and after it; `None`
/// when something is missing, or it is the last position.
fn step<'a>(
    subject: &Subject,
    findings: &'a [Option<Finding>],
    position: usize,
) -> Option<(Move, &'a Finding, &'a Finding)> {
    let mv = *subject.moves.get(position - subject.first)?;
    Some((mv, findings[position].as_ref()?, findings[position + 1].as_ref()?))
}

#[cfg(test)]
mod tests;
