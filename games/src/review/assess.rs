//! Grades moves by the searches of the positions before and after them.

use serde::Serialize;

use crate::result_word;
use crate::review::Finding;
use crate::review::book;
use crate::review::class::{Signs, class_of};
use crate::review::clock::Spent;
use crate::review::grade::{Grade, Points, grade_of};
use crate::review::judge::{Loss, chance};
use crate::review::kind::BadMove;
use crate::review::level::is_open;
use crate::review::others::{OtherFindings, Solved, is_recapture, solved_others};
use crate::review::played::{Phase, Played};
use crate::review::position::{Position, names_of_mate};
use crate::review::settings::ReviewSettings;
use crate::review::side::Side;
use crate::review::subject::Subject;
use crate::review::systems::opening;
use crate::review::written::Written;
use chuhe::notation::write;
use chuhe::rules::Game;
use chuhe::types::{Color, Move};

/// Moves of the winner that make up the mate with which a game ends, at most.
const MOST_MATE_MOVES: usize = 5;

/// A game with all that was found.
#[derive(Clone, Debug, Serialize)]
pub struct Assessed {
    /// File, line and column.
    pub source: String,
    /// The tags of the file.
    pub tags: Vec<(String, String)>,
    /// Key of the opening, if it has a common name.
    pub opening: Option<&'static str>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: &'static str,
    /// One more than moves.
    pub positions: Vec<Position>,
    /// The moves.
    pub moves: Vec<Played>,
    /// Red's moves.
    pub red: Side,
    /// Black's.
    pub black: Side,
    /// Keys of the names of the mate with which the game ended.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub mate: Vec<&'static str>,
    /// The file's comment before the first move; empty for none.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// The moves with the variations and comments of the file; none where it has no such.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub written: Vec<Written>,
}

impl Assessed {
    /// The value of a tag, if it says something.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let mut tags = self.tags.iter();
        let value = tags.find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, v)| v.as_str());
        value.map(str::trim).filter(|value| !value.is_empty() && *value != "?")
    }
}

/// What searches found of a move.
#[derive(Clone, Copy, Debug)]
pub struct Findings<'a> {
    /// In the position before it.
    pub before: &'a Finding,
    /// In the position after it.
    pub after: &'a Finding,
    /// After the better move, if there was a doubt.
    pub check: Option<&'a Finding>,
    /// Of the other moves.
    pub others: &'a OtherFindings,
}

/// A game that is put together move by move, as the searches of its positions end.
pub struct Assessment {
    /// The position before the next move.
    game: Game,
    /// Whether all moves so far are in the book.
    is_book: bool,
    /// The time of each move.
    spent: Vec<Option<Spent>>,
    assessed: Assessed,
}

impl Assessment {
    /// A game of which nothing is known yet.
    pub fn new(subject: &Subject, written: Vec<Written>) -> Assessment {
        let Subject { source, text, game, spent, .. } = subject;
        let mut begun = game.clone();
        while begun.ply() > 0 {
            begun.undo();
        }
        let assessed = Assessed {
            source: source.clone(),
            tags: text.tags.clone(),
            opening: opening(game),
            result: result_word(text.outcome),
            positions: Vec::new(),
            moves: Vec::new(),
            red: Side::default(),
            black: Side::default(),
            mate: Vec::new(),
            comment: text.comment.clone(),
            written,
        };
        Assessment { game: begun, is_book: true, spent: spent.clone(), assessed }
    }

    /// What is known so far: as many positions as moves and one, or nothing.
    pub fn so_far(&self) -> &Assessed {
        &self.assessed
    }

    /// Adds the first position.
    pub fn begin(&mut self, first: &Finding, settings: &ReviewSettings) {
        self.assessed.positions.push(Position::new(&self.game, first, settings));
    }

    /// Adds the next move by what was found of it.
    pub fn add(&mut self, mv: Move, found: Findings, settings: &ReviewSettings) {
        let board = self.game.board();
        let (ply, side) = (self.assessed.moves.len(), board.side());
        let loss = settings.judge.loss(board, mv, (found.before, found.after, found.check));
        let mut played = Played {
            mv: mv.to_string(),
            text: write(board, mv, settings.style),
            red: side == Color::Red,
            phase: Phase::of(board, ply),
            loss_cp: loss.cp,
            loss_chance: loss.chance,
            grade: None,
            class: None,
            kinds: Vec::new(),
            time: self.spent.get(ply).copied().flatten(),
            counts: false,
            too_shallow: false,
        };
        self.is_book = self.is_book && book::has(settings.book, board, mv);
        let before = self.game.clone();
        let _ = self.game.play(mv);
        let mut after = Position::new(&self.game, found.after, settings);
        let theory = self.assessed.positions.last().and_then(|last| last.theory);
        let known = theory.zip(after.theory).map(|(before, after)| before.lost(after, side));
        let loss = known.map_or(loss, Loss::of_half_points);
        (played.loss_cp, played.loss_chance) = (loss.cp, loss.chance);
        let grade = grade_of(loss.chance);
        played.grade = grade.filter(|_| loss.is_sure);
        played.too_shallow = grade.is_some() && !loss.is_sure;
        let solved = Solved::of(&before, settings);
        let is_only = match &solved {
            Some(solved) => solved.is_only(mv),
            None => found.others.is_only(settings.judge, before.board(), found.before),
        } && !is_recapture(&before, mv);
        let own = theory.map(|theory| 50.0 * f64::from(theory.half_points(side)));
        let signs = Signs {
            chance: own.unwrap_or_else(|| chance(found.before.score, before.board())),
            is_choice: found.before.line.first() == Some(&mv) || known == Some(0) && is_only,
            is_only,
            is_book: self.is_book,
        };
        let is_open = is_open(signs.chance, before.board());
        played.counts = is_open && !played.too_shallow && !self.is_book;
        played.class = (!played.too_shallow).then(|| class_of(loss.chance, signs));
        if let Some(here) = self.assessed.positions.last_mut().filter(|_| played.grade.is_some()) {
            here.others_complete = solved.is_some();
            here.others = match &solved {
                Some(solved) => solved_others(solved, &before, (found.before, mv), settings),
                None => found.others.listed(&before, found.before, settings),
            };
            if played.grade != Some(Grade::Inaccuracy) {
                here.name_tactics(&before, found.before);
                after.name_tactics(&self.game, found.after);
                let bad = BadMove {
                    mv,
                    before: (before.board(), found.before),
                    after: (self.game.board(), found.after),
                    is_thrown: known.is_some_and(|half_points| half_points > 0),
                    has_tactic: !here.names.is_empty(),
                };
                played.kinds = bad.kinds();
            }
        }
        self.assessed.moves.push(played);
        self.assessed.positions.push(after);
    }

    /// All that is known.
    pub fn into_assessed(self) -> Assessed {
        self.assessed
    }

    /// Sums up what is there.
    pub fn sum_up(&mut self) {
        let Assessed { moves, positions, .. } = &self.assessed;
        let [red, black] = [Color::Red, Color::Black].map(|side| Side::of(moves, positions, side));
        (self.assessed.red, self.assessed.black) = (red, black);
    }

    /// Names the mate with which the game has ended, by the moves from where a search first
    /// saw it on.
    pub fn name_mate(&mut self) {
        if self.game.board().has_legal_move() || self.game.ply() == 0 {
            return;
        }
        let moves: Vec<Move> = self.game.moves().collect();
        let is_red = self.game.board().side() == Color::Black;
        let saw = |ply: &usize| match self.assessed.positions[*ply].score {
            Points::Mate(moves) => (moves > 0) == is_red,
            Points::Cp(_) => false,
        };
        // Every second position, from the last move back.
        let last = moves.len() - 1;
        let plies = (0..=last).rev().step_by(2);
        let first = plies.take(MOST_MATE_MOVES).take_while(|ply| *ply == last || saw(ply)).last();
        let mut begun = self.game.clone();
        for _ in first.unwrap_or(last)..moves.len() {
            begun.undo();
        }
        self.assessed.mate = names_of_mate(&begun, &moves[first.unwrap_or(last)..]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read_line;
    use crate::review::grade::GRADES;
    use crate::review::judge::{Judge, LEAST_DEPTH};
    use crate::review::played::LARGEST;
    use crate::review::theory::Theory;
    use chuhe::board::Board;
    use chuhe::endings::Endings;
    use chuhe::engine::Outlook;
    use chuhe::notation::Style;
    use chuhe::rules::RuleSet;
    use chuhe::types::Score;

    fn finding(units: i32, line: &str) -> Finding {
        let line = line.split_whitespace().map(|mv| mv.parse().unwrap()).collect();
        Finding { score: Score::new(units), depth: LEAST_DEPTH, nodes: 1, line }
    }

    const JUDGE: Judge = Judge { least_depth: LEAST_DEPTH };

    fn assessed(moves: &str, findings: &[Finding]) -> Assessed {
        let text = read_line(moves, 1).unwrap().unwrap();
        let game = text.replay(usize::MAX, None).unwrap();
        let endings = Endings::embedded();
        let (style, rules) = (Style::Wxf, RuleSet::DEFAULT);
        let settings = ReviewSettings { judge: JUDGE, style, rules, endings: &endings, book: None };
        let subject = Subject::new("x:1:1".into(), text, game.clone(), 0);
        let mut assessment = Assessment::new(&subject, Vec::new());
        assessment.begin(&findings[0], &settings);
        for (mv, pair) in game.moves().zip(findings.windows(2)) {
            let others = &OtherFindings::default();
            let found = Findings { before: &pair[0], after: &pair[1], check: None, others };
            assessment.add(mv, found, &settings);
        }
        assessment.sum_up();
        assessment.assessed
    }

    #[test]
    fn shallow_searches_say_nothing_against_a_move() {
        let good = finding(0, "b0c2");
        let shallow = |units| Finding { depth: LEAST_DEPTH - 1, ..finding(units, "b9c7") };
        for findings in [[good.clone(), shallow(500)], [shallow(0), finding(500, "b9c7")]] {
            let played = assessed("h2e2", &findings).moves[0].clone();
            assert_eq!((played.grade, played.too_shallow), (None, true));
            let mv = "h2e2".parse().unwrap();
            assert_eq!(JUDGE.doubt(&Board::start(), mv, &findings[0], &findings[1]), None);
        }
        // A mate is sure at any depth, and a move that lost nothing needs no search.
        let mate = Finding { score: Score::mate_in(5), ..shallow(0) };
        let played = assessed("h2e2", &[good.clone(), mate]).moves[0].clone();
        assert_eq!((played.grade, played.too_shallow), (Some(Grade::Blunder), false));
        assert!(!assessed("h2e2", &[good, shallow(10)]).moves[0].too_shallow);
    }

    #[test]
    fn losses_are_the_movers_and_the_best_move_has_none() {
        let findings = [
            finding(30, "h2e2 h9g7"),
            finding(300, "b9c7"),
            finding(40, "i0h0"),
            finding(-35, "a9a8"),
        ];
        let game = assessed("h2e2 h9g7 h0g2", &findings);
        let board = Board::start();
        let cp = |units: i32| Outlook::new(Score::new(units), &board).centipawns;
        let losses: Vec<i32> = game.moves.iter().map(|played| played.loss_cp).collect();
        assert_eq!(losses, [0, cp(300) - cp(-40), cp(40) - cp(35)]);
        assert_eq!(game.moves[1].grade, Some(Grade::Blunder));
        assert_eq!((game.moves[0].grade, game.moves[2].grade), (None, None));
        let scores: Vec<Points> = game.positions.iter().map(|p| p.score).collect();
        assert_eq!(scores, [cp(30), -cp(300), cp(40), cp(35)].map(Points::Cp));
        assert_eq!(game.positions[0].line_text, ["C2.5", "H8+7"]);
        assert_eq!((game.red.moves, game.black.moves, game.black.blunders), (2, 1, 1));
        assert_eq!(game.red.loss_cp, Some(f64::from(losses[2]) / 2.0));
        assert_eq!(game.black.loss_cp, Some(f64::from(losses[1])));
        // A loss that changes nothing any more, and a mate that is thrown away.
        let mate = Score::mate_in(5).units();
        let late =
            assessed("h2e2 h9g7", &[finding(2500, "b0c2"), finding(-1800, ""), finding(1, "")]);
        assert_eq!((late.moves[0].loss_cp, late.moves[0].grade), (0, None));
        let thrown = assessed("h2e2", &[finding(mate, "b0c2"), finding(0, "")]);
        assert_eq!((thrown.moves[0].loss_cp, thrown.moves[0].loss_chance), (1000, 50.0));
        assert_eq!(thrown.positions[0].score, Points::Mate(3));
    }

    /// Where a table knows the positions before and after a move, the searches have no say.
    #[test]
    fn theory_outweighs_the_searches() {
        let start = "4k4/R8/9/9/9/9/9/9/9/3K5 w";
        let known = |moves: &str, findings: &[Finding]| {
            let game = assessed(&format!("{start} - - 0 1 moves {moves}"), findings);
            (game.positions.iter().map(|p| p.theory).collect::<Vec<_>>(), game.moves[0].clone())
        };
        let shallow = Finding { depth: 1, ..finding(0, "a8e8") };
        let level = || [shallow.clone(), shallow.clone()];
        let (theory, thrown) = known("a8e8", &level());
        assert!(matches!(theory[..], [Some(Theory::Red(1..)), Some(Theory::Drawn)]), "{theory:?}");
        assert_eq!((thrown.grade, thrown.loss_cp), (Some(Grade::Blunder), LARGEST));
        assert_eq!((thrown.loss_chance, thrown.too_shallow), (50.0, false));
        // A slower win is no loss.
        let (theory, slow) = known("d0d1", &[finding(900, "a8a9"), finding(900, "")]);
        assert!(matches!(theory[1], Some(Theory::Red(2..))), "{theory:?}");
        assert_eq!((slow.grade, slow.loss_chance), (None, 0.0));
        let late = "4k4/9/9/9/9/9/9/9/R8/3K5 w - - 118 60 moves d0d1";
        assert_eq!(assessed(late, &level()).positions[0].theory, None);
        assert_eq!(assessed("h2e2", &level()).positions[0].theory, None);
    }

    #[test]
    fn grades_begin_where_they_are_said_to() {
        let grade = |units: i32| {
            assessed("h2e2", &[finding(0, "b0c2"), finding(units, "")]).moves[0].clone()
        };
        let mut last = 0.0;
        for units in (0..1000).step_by(10) {
            let played = grade(units);
            assert!(played.loss_chance >= last, "{units}");
            last = played.loss_chance;
            let expected = GRADES.iter().find(|(least, _)| last >= *least).map(|&(_, grade)| grade);
            assert_eq!(played.grade, expected, "{units}: {last}");
        }
        assert!(last > 45.0, "{last}");
    }
}
