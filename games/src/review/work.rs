//! What is to be searched for an analysis, and what has been found.
//!
//! Every position of every game is searched once. Where a move then seems to have lost
//! enough to be marked, the position after the better move is searched too, by the same
//! limits: two searches of the same kind, one after each of the two moves, are compared
//! before a move is called bad.

use std::fmt;

use crate::document::Annotated;
use crate::replay::Checked;
use crate::review::Finding;
use crate::review::assess::{Assessed, Assessment, ReviewSettings};
use crate::review::theory::Theory;
use crate::review::written::written;
use crate::text::GameText;
use crate::tree::Tree;
use chuhe::rules::Game;
use chuhe::types::Move;

/// A stored result that is not one of these games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Misfit {
    /// Its place among the stored results, from 0.
    pub index: usize,
    /// What is wrong with it.
    pub fault: MisfitFault,
}

/// What is wrong with a stored result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MisfitFault {
    /// It names a position that none of the games has.
    BeyondLast,
    /// It is of the better move of a position of which nothing stored before it knows one.
    NoBetterMove,
    /// Its line has a move that is not legal there.
    IllegalMove(Move),
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.fault {
            MisfitFault::BeyondLast => f.write_str("a position beyond the last"),
            MisfitFault::NoBetterMove => f.write_str("a better move of an unknown position"),
            MisfitFault::IllegalMove(mv) => write!(f, "its line has the illegal move {mv}"),
        }
    }
}

impl std::error::Error for Misfit {}

/// A game to be analysed.
pub struct Subject {
    /// File, line and column.
    pub source: String,
    /// As it was read.
    pub text: GameText,
    /// The main line as moves.
    pub game: Game,
    /// All lines.
    pub tree: Tree<Annotated>,
    moves: Vec<Move>,
    /// Number of its first position among those of all games.
    pub first: usize,
}

impl Subject {
    /// A game whose first position has this number.
    pub fn new(source: String, text: GameText, game: impl Into<Checked>, first: usize) -> Subject {
        let Checked { game, moves: tree, .. } = game.into();
        let moves = game.moves().collect();
        Subject { source, text, game, tree, moves, first }
    }

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
            game.undo();
        }
        if let Some(mv) = self.better {
            let _ = game.play(mv);
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
    settings: ReviewSettings<'a>,
    /// What was found in each position.
    findings: Vec<Option<Finding>>,
    /// What was found after the better move of a position.
    checks: Vec<Option<Finding>>,
    /// Positions whose better move is to be looked at.
    doubts: Vec<bool>,
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
            let Subject { source, text, game, tree, .. } = subject;
            let written = written(&text.start, tree, settings.style);
            Assessment::new(source, text, game, written)
        };
        let mut work = Work {
            subjects,
            settings,
            findings: vec![None; count],
            checks: vec![None; count],
            doubts: vec![false; count],
            games: subjects.iter().map(begun).collect(),
        };
        for (index, (number, finding)) in known.into_iter().enumerate() {
            let job = work.known_job(number, &finding.line);
            let job = job.map_err(|fault| Misfit { index, fault })?;
            *work.slot(job) = Some(finding);
        }
        let mut todo = Vec::new();
        for (number, subject) in subjects.iter().enumerate() {
            let open = subject.positions().filter(|&position| work.findings[position].is_none());
            todo.extend(open.map(|position| Job { position, better: None }));
            for position in subject.positions() {
                todo.extend(work.doubt(number, position));
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
    pub fn number(&self, job: Job) -> usize {
        job.position + if job.better.is_some() { self.positions() } else { 0 }
    }

    /// The search that a state file knows by a number, if its line can be what that found.
    fn known_job(&self, number: usize, line: &[Move]) -> Result<Job, MisfitFault> {
        let job = match number.checked_sub(self.positions()) {
            None => Job { position: number, better: None },
            Some(position) => {
                let before = self.findings.get(position).ok_or(MisfitFault::BeyondLast)?;
                let better = before.as_ref().and_then(|before| before.line.first().copied());
                Job { position, better: Some(better.ok_or(MisfitFault::NoBetterMove)?) }
            }
        };
        let mut board = job.game(self.subjects).board().clone();
        for &mv in line {
            if !board.is_legal(mv) {
                return Err(MisfitFault::IllegalMove(mv));
            }
            let _ = board.play(mv);
        }
        Ok(job)
    }

    /// Where the result of a search belongs.
    fn slot(&mut self, job: Job) -> &mut Option<Finding> {
        let list = if job.better.is_some() { &mut self.checks } else { &mut self.findings };
        &mut list[job.position]
    }

    /// Takes what a search found. Returns what is to be searched because of it.
    pub fn add(&mut self, job: Job, finding: Finding) -> Vec<Job> {
        let position = job.position;
        *self.slot(job) = Some(finding);
        let number = number_of(self.subjects, position);
        // Of the moves to this position and from it more is known now.
        let is_first = position == self.subjects[number].first;
        let from = if is_first { position } else { position - 1 };
        let jobs = (from..=position).filter_map(|position| self.doubt(number, position)).collect();
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

    /// The search of the better move of a position, when it is to be made.
    fn doubt(&mut self, number: usize, position: usize) -> Option<Job> {
        if self.doubts[position] {
            return None;
        }
        let (mv, before, after) = step(&self.subjects[number], &self.findings, position)?;
        let game = Job { position, better: None }.game(self.subjects);
        let ReviewSettings { endings, rules, .. } = self.settings;
        let is_known = |game: &Game| Theory::of(endings, game, &rules).is_some();
        if is_known(&game) && {
            let mut next = game.clone();
            let _ = next.play(mv);
            is_known(&next)
        } {
            return None; // the tables say what the move was worth
        }
        let better = self.settings.judge.doubt(game.board(), mv, before, after)?;
        self.doubts[position] = true;
        self.checks[position].is_none().then_some(Job { position, better: Some(better) })
    }

    /// Puts the moves of a game together as far as everything is known of them.
    fn advance(&mut self, number: usize) {
        let (subject, game) = (&self.subjects[number], &mut self.games[number]);
        if game.so_far().positions.is_empty() {
            let Some(first) = &self.findings[subject.first] else { return };
            game.begin(first, self.settings);
        }
        loop {
            let position = subject.first + game.so_far().moves.len();
            let Some((mv, before, after)) = step(subject, &self.findings, position) else { break };
            let check = self.checks[position].as_ref();
            if self.doubts[position] && check.is_none() {
                break;
            }
            game.add(mv, (before, after, check), self.settings);
        }
        game.sum_up();
    }
}

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
mod tests {
    use super::*;
    use crate::read_line;
    use crate::review::assess::Judge;
    use chuhe::endings::Endings;
    use chuhe::notation::Style;
    use chuhe::rules::RuleSet;
    use chuhe::types::Score;

    fn subject(line: &str, first: usize) -> Subject {
        let text = read_line(line, 1).unwrap().unwrap();
        let game = text.replay(usize::MAX, None).unwrap();
        Subject::new("x:1:1".into(), text, game, first)
    }

    fn finding(units: i32, line: &str) -> Finding {
        let line = line.split_whitespace().map(|mv| mv.parse().unwrap()).collect();
        Finding { score: Score::new(units), depth: 10, nodes: 1, line }
    }

    #[test]
    fn a_bad_move_is_compared_with_a_search_of_the_better_one() {
        let subjects = [subject("h2e2", 0), subject("h2e2 h9g7", 2)];
        let judge = Judge { least_depth: 8 };
        let endings = Endings::embedded();
        let (style, rules) = (Style::Uci, RuleSet::DEFAULT);
        let settings = ReviewSettings { judge, style, rules, endings: &endings };
        let (mut work, todo) = Work::new(&subjects, settings, vec![]).unwrap();
        assert_eq!(todo.iter().map(|job| job.position).collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
        assert_eq!(todo[4].game(&subjects).ply(), 2);
        assert_eq!(work.add(todo[0], finding(0, "b0c2")), []);
        let asked = work.add(todo[1], finding(400, ""));
        let better = Job { position: 0, better: Some("b0c2".parse().unwrap()) };
        assert_eq!((asked, work.number(better)), (vec![better], 5));
        assert_eq!(better.game(&subjects).moves().next(), better.better);
        assert_eq!(work.game(0).map(|(game, done)| (game.moves.len(), done)), Some((0, false)));
        // The other move is as bad, so the first search was wrong, not the player.
        assert_eq!(work.add(better, finding(390, "")), []);
        assert_eq!(work.game(0).unwrap().0.moves[0].grade, None);
        assert!(work.into_assessed().is_none());
        // A run that knows all this goes on with the other game.
        let known = [(0, finding(0, "b0c2")), (1, finding(400, "")), (5, finding(0, ""))];
        let (work, todo) = Work::new(&subjects, settings, known.into()).unwrap();
        assert_eq!(todo.iter().map(|job| job.position).collect::<Vec<_>>(), [2, 3, 4]);
        assert!(work.game(0).unwrap().0.moves[0].grade.is_some());
        let first = (0, finding(0, "b0c2 h9g7"));
        for (result, fault) in [
            ((10, finding(0, "")), MisfitFault::BeyondLast),
            ((usize::MAX, finding(0, "")), MisfitFault::BeyondLast),
            ((6, finding(0, "")), MisfitFault::NoBetterMove),
            ((1, finding(0, "h9g7 h9g7")), MisfitFault::IllegalMove("h9g7".parse().unwrap())),
            ((5, finding(0, "b0c2")), MisfitFault::IllegalMove("b0c2".parse().unwrap())),
        ] {
            let error = Work::new(&subjects, settings, vec![first.clone(), result]).err();
            assert_eq!(error, Some(Misfit { index: 1, fault }));
        }
    }
}
