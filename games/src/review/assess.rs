//! Grades moves by the searches of the positions before and after them.

use serde::Serialize;

use crate::review::Finding;
use crate::review::grade::{Points, grade_of};
use crate::review::played::{LARGEST, Phase, Played};
use crate::review::side::{Side, rounded};
use crate::review::systems::opening;
use crate::review::theory::Theory;
use crate::review::written::Written;
use crate::{GameText, result_word};
use chuhe::board::Board;
use chuhe::endings::Endings;
use chuhe::engine::Outlook;
use chuhe::notation::{Style, write};
use chuhe::rules::{Game, RuleSet};
use chuhe::types::{Color, Depth, Move, Score};

/// Searches of fewer plies say nothing against a move, unless they found a mate.
pub const LEAST_DEPTH: Depth = 8;

/// A position of a game and what was found in it.
#[derive(Clone, Debug, Serialize)]
pub struct Position {
    /// The position.
    pub fen: String,
    /// From Red's view.
    pub score: Points,
    /// Percent of the points that Red may expect: a win counts whole, a draw half.
    pub red_chance: f64,
    /// The result with best play, if a table of solved endings knows it.
    pub theory: Option<Theory>,
    /// The last finished iteration.
    pub depth: i32,
    /// Nodes searched.
    pub nodes: u64,
    /// The best line as coordinates.
    pub line: Vec<String>,
    /// The same for people.
    pub line_text: Vec<String>,
}

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

/// Decides whether searches were deep enough to grade a move.
#[derive(Clone, Copy, Debug)]
pub struct Judge {
    /// Searches of fewer plies say nothing against a move.
    pub least_depth: Depth,
}

impl Judge {
    /// Whether what was found says something: it is deep enough, or decided.
    fn trusts(self, finding: &Finding) -> bool {
        let is_decided = finding.score.is_decisive() || finding.line.is_empty();
        finding.depth >= self.least_depth || is_decided
    }

    /// The better move that is to be looked at when a move seems bad by the searches
    /// before and after it; `None` when it does not.
    pub fn doubt(self, board: &Board, mv: Move, before: &Finding, after: &Finding) -> Option<Move> {
        let is_bad = grade_of(loss(before, mv, after, board).1).is_some();
        let is_sure = self.trusts(before) && self.trusts(after);
        before.line.first().copied().filter(|_| is_bad && is_sure)
    }
}

/// How searches are turned into words.
#[derive(Clone, Copy, Debug)]
pub struct ReviewSettings<'a> {
    /// What may be said against a move.
    pub judge: Judge,
    /// How moves are written.
    pub style: Style,
    /// The rule set, for its natural limit.
    pub rules: RuleSet,
    /// The tables that say of endings how they end with best play.
    pub endings: &'a Endings,
}

/// A game that is put together move by move, as the searches of its positions end.
pub struct Assessment {
    /// The position before the next move.
    game: Game,
    assessed: Assessed,
}

impl Assessment {
    /// A game of which nothing is known yet.
    pub fn new(source: &str, text: &GameText, game: &Game, written: Vec<Written>) -> Assessment {
        let mut begun = game.clone();
        while begun.ply() > 0 {
            begun.undo();
        }
        let assessed = Assessed {
            source: source.to_owned(),
            tags: text.tags.clone(),
            opening: opening(game),
            result: result_word(text.outcome),
            positions: Vec::new(),
            moves: Vec::new(),
            red: Side::default(),
            black: Side::default(),
            comment: text.comment.clone(),
            written,
        };
        Assessment { game: begun, assessed }
    }

    /// What is known so far: as many positions as moves and one, or nothing.
    pub fn so_far(&self) -> &Assessed {
        &self.assessed
    }

    /// Adds the first position.
    pub fn begin(&mut self, first: &Finding, settings: ReviewSettings) {
        self.assessed.positions.push(position(&self.game, first, settings));
    }

    /// Adds the next move by the searches before and after it, and after the better move
    /// if there was a doubt.
    pub fn add(
        &mut self,
        mv: Move,
        findings: (&Finding, &Finding, Option<&Finding>),
        settings: ReviewSettings,
    ) {
        let ply = self.assessed.moves.len();
        let phase = Phase::of(self.game.board(), ply);
        let mut played = played((self.game.board(), phase), mv, findings, settings);
        let theory = self.assessed.positions.last().and_then(|last| last.theory);
        let side = self.game.board().side();
        let _ = self.game.play(mv);
        let after = position(&self.game, findings.1, settings);
        if let Some((before, after)) = theory.zip(after.theory) {
            played.lost(before.lost(after, side));
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
        self.assessed.red = Side::of(&self.assessed.moves, Color::Red);
        self.assessed.black = Side::of(&self.assessed.moves, Color::Black);
    }
}

/// A move and what it cost by the searches before it and after it, and after the better
/// move if there was one.
fn played(
    (board, phase): (&Board, Phase),
    mv: Move,
    (before, after, check): (&Finding, &Finding, Option<&Finding>),
    ReviewSettings { judge, style, .. }: ReviewSettings,
) -> Played {
    let (mut loss_cp, mut loss_chance) = loss(before, mv, after, board);
    if let Some(check) = check {
        // The smaller loss: both searches must see it.
        let as_before = Finding { score: -check.score, ..before.clone() };
        let (cp, chance) = loss(&as_before, mv, after, board);
        (loss_cp, loss_chance) = (loss_cp.min(cp), loss_chance.min(chance));
    }
    let grade = grade_of(loss_chance);
    let is_sure = judge.trusts(before)
        && judge.trusts(after)
        && check.is_none_or(|check| judge.trusts(check));
    Played {
        mv: mv.to_string(),
        text: write(board, mv, style),
        red: board.side() == Color::Red,
        phase,
        loss_cp,
        loss_chance,
        grade: grade.filter(|_| is_sure),
        too_shallow: grade.is_some() && !is_sure,
    }
}

fn position(game: &Game, finding: &Finding, settings: ReviewSettings) -> Position {
    let ReviewSettings { style, rules, endings, .. } = settings;
    let side = game.board().side();
    let own = chance(finding.score, game.board());
    let mut board = game.board().clone();
    let mut line_text = Vec::new();
    for &mv in &finding.line {
        if !board.is_legal(mv) {
            break;
        }
        line_text.push(write(&board, mv, style));
        let _ = board.play(mv);
    }
    Position {
        fen: game.fen(),
        score: Points::of(finding.score, game.board()),
        red_chance: rounded(if side == Color::Red { own } else { 100.0 - own }),
        theory: Theory::of(endings, game, &rules),
        depth: finding.depth,
        nodes: finding.nodes,
        line: finding.line.iter().take(line_text.len()).map(Move::to_string).collect(),
        line_text,
    }
}

/// Percent of the points that the side to move may expect.
pub fn chance(score: Score, board: &Board) -> f64 {
    let chances = Outlook::with_chances(score, board).chances;
    chances.map_or(50.0, |chances| f64::from(chances.win) / 10.0 + f64::from(chances.draw) / 20.0)
}

/// What a move lost in centipawns and in percent: nothing when it was the best
/// one, or turned out no worse than that. Both scores are taken on the board
/// before the move, or a capture would change what they mean.
fn loss(before: &Finding, mv: Move, after: &Finding, board: &Board) -> (i32, f64) {
    if before.line.first() == Some(&mv) {
        return (0, 0.0);
    }
    let cp = |score: Score| match score.is_decisive() {
        true => score.units().signum() * LARGEST,
        false => Outlook::new(score, board).centipawns.clamp(-LARGEST, LARGEST),
    };
    let loss_cp = cp(before.score) - cp(-after.score);
    let loss_chance = chance(before.score, board) - chance(-after.score, board);
    (loss_cp.max(0), rounded(loss_chance.max(0.0)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read_line;
    use crate::review::grade::{GRADES, Grade};

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
        let settings = ReviewSettings { judge: JUDGE, style, rules, endings: &endings };
        let mut assessment = Assessment::new("x:1:1", &text, &game, Vec::new());
        assessment.begin(&findings[0], settings);
        for (mv, pair) in game.moves().zip(findings.windows(2)) {
            assessment.add(mv, (&pair[0], &pair[1], None), settings);
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
