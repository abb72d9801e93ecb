//! Grades moves by the searches of the positions before and after them.

use serde::Serialize;

use crate::board::{Board, NullObserver};
use crate::engine::Outlook;
use crate::games::{GameText, result_word};
use crate::notation::{Style, write};
use crate::review::Finding;
use crate::review::systems::opening;
use crate::rules::Game;
use crate::types::{Color, Depth, Move, Score};

/// Beyond so many centipawns a score is as good as won: more is no loss.
const LARGEST: i32 = 1000;

/// Losses in percent of win chance from which on a move has a name.
const GRADES: [(f64, Grade); 3] =
    [(20.0, Grade::Blunder), (10.0, Grade::Mistake), (5.0, Grade::Inaccuracy)];

/// Searches of fewer plies say nothing against a move, unless they found a mate.
pub const LEAST_DEPTH: Depth = 8;

/// How bad a bad move is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Grade {
    /// It lost 5 % of win chance or more.
    Inaccuracy,
    /// It lost 10 % or more.
    Mistake,
    /// It lost 20 % or more.
    Blunder,
}

impl Grade {
    /// As it stands behind a move.
    pub fn mark(self) -> &'static str {
        match self {
            Grade::Inaccuracy => "?!",
            Grade::Mistake => "?",
            Grade::Blunder => "??",
        }
    }

    /// The numeric annotation glyph.
    pub fn nag(self) -> u8 {
        match self {
            Grade::Inaccuracy => 6,
            Grade::Mistake => 2,
            Grade::Blunder => 4,
        }
    }
}

/// A score for people, from Red's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Points {
    /// Hundredths of an advantage that wins half of the games.
    Cp(i32),
    /// Moves to mate, negative when Black mates.
    Mate(i32),
}

impl Points {
    /// What a score for the side to move of a board means.
    pub fn of(score: Score, board: &Board) -> Points {
        let sign = if board.side() == Color::Red { 1 } else { -1 };
        match score.mate_moves() {
            Some(moves) => Points::Mate(sign * moves),
            None => Points::Cp(sign * Outlook::new(score, board, false).centipawns),
        }
    }
}

/// `+0.35`, `-1.20`, `#3`, `#-2`.
impl std::fmt::Display for Points {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            Points::Cp(n) => f.pad(&format!("{:+.2}", f64::from(n) / 100.0)),
            Points::Mate(n) => f.pad(&format!("#{n}")),
        }
    }
}

/// A position of a game and what was found in it.
#[derive(Clone, Debug, Serialize)]
pub struct Position {
    /// The position.
    pub fen: String,
    /// From Red's view.
    pub score: Points,
    /// Percent of the points that Red may expect: a win counts whole, a draw half.
    pub red_chance: f64,
    /// The last finished iteration.
    pub depth: i32,
    /// Nodes searched.
    pub nodes: u64,
    /// The best line as coordinates.
    pub line: Vec<String>,
    /// The same for people.
    pub line_text: Vec<String>,
}

/// A move of a game and what it cost.
#[derive(Clone, Debug, Serialize)]
pub struct Played {
    /// As coordinates.
    #[serde(rename = "move")]
    pub mv: String,
    /// The same for people.
    pub text: String,
    /// Whose it is.
    pub red: bool,
    /// What it lost in centipawns; scores beyond 1000 and mates count as 1000.
    pub loss_cp: i32,
    /// What it lost in percent of win chance.
    pub loss_chance: f64,
    /// What to call it, if it lost enough.
    pub grade: Option<Grade>,
    /// Whether it would have a grade if the searches had been deep enough to say so.
    pub too_shallow: bool,
}

/// The moves of a side.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Side {
    /// How many.
    pub moves: usize,
    /// How well they were chosen: the mean of a number from 0 to 100 for each move.
    pub accuracy: f64,
    /// Mean loss in centipawns.
    pub loss_cp: f64,
    /// Mean loss in percent of win chance.
    pub loss_chance: f64,
    /// How many were inaccuracies.
    pub inaccuracies: usize,
    /// How many were mistakes.
    pub mistakes: usize,
    /// How many were blunders.
    pub blunders: usize,
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
}

impl Assessed {
    /// The value of a tag, if it says something.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let mut tags = self.tags.iter();
        let value = tags.find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, v)| v.as_str());
        value.map(str::trim).filter(|value| !value.is_empty() && *value != "?")
    }
}

/// Decides what may be said against a move.
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

    /// The moves that seem bad by the searches of their game's positions: the ply, and
    /// the better move that is to be looked at.
    pub fn doubtful(self, game: &Game, findings: &[Finding]) -> Vec<(usize, Move)> {
        let Ok(mut again) = Game::new(game.start_setup()) else { return Vec::new() };
        let mut found = Vec::new();
        for ((ply, mv), pair) in game.moves().enumerate().zip(findings.windows(2)) {
            let (before, after) = (&pair[0], &pair[1]);
            let is_bad = grade_of(loss(before, mv, after, again.board()).1).is_some();
            if let Some(&better) = before.line.first()
                && is_bad
                && self.trusts(before)
                && self.trusts(after)
            {
                found.push((ply, better));
            }
            again.push(mv, &mut NullObserver);
        }
        found
    }
}

fn grade_of(loss_chance: f64) -> Option<Grade> {
    GRADES.iter().find(|(least, _)| loss_chance >= *least).map(|&(_, grade)| grade)
}

/// Puts a game together with what was found in each of its positions, as many findings
/// as moves and one, and after the better moves of some of them.
pub fn assess(
    (source, text): (String, &GameText),
    game: &Game,
    (findings, checks): (&[Finding], &[Option<Finding>]),
    judge: &Judge,
    style: Style,
) -> Assessed {
    let mut assessed = Assessed {
        source,
        tags: text.tags.clone(),
        opening: opening(game),
        result: result_word(text.outcome),
        positions: Vec::new(),
        moves: Vec::new(),
        red: Side::default(),
        black: Side::default(),
    };
    let Ok(mut again) = Game::new(game.start_setup()) else { return assessed };
    let moves: Vec<Move> = game.moves().collect();
    for (ply, finding) in findings.iter().enumerate() {
        assessed.positions.push(position(&again, finding, style));
        let (Some(&mv), Some(after)) = (moves.get(ply), findings.get(ply + 1)) else { break };
        let check = checks.get(ply).and_then(Option::as_ref);
        assessed.moves.push(played(again.board(), mv, (finding, after, check), judge, style));
        again.push(mv, &mut NullObserver);
    }
    assessed.red = summary(&assessed.moves, true);
    assessed.black = summary(&assessed.moves, false);
    assessed
}

/// A move and what it cost by the searches before it and after it, and after the better
/// move if there was one.
fn played(
    board: &Board,
    mv: Move,
    (before, after, check): (&Finding, &Finding, Option<&Finding>),
    judge: &Judge,
    style: Style,
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
        loss_cp,
        loss_chance,
        grade: grade.filter(|_| is_sure),
        too_shallow: grade.is_some() && !is_sure,
    }
}

fn position(game: &Game, finding: &Finding, style: Style) -> Position {
    let side = game.board().side();
    let own = chance(finding.score, game.board());
    let mut board = game.board().clone();
    let mut line_text = Vec::new();
    for &mv in &finding.line {
        if !board.is_legal(mv) {
            break;
        }
        line_text.push(write(&board, mv, style));
        board.make(mv, &mut NullObserver);
    }
    Position {
        fen: game.fen(),
        score: Points::of(finding.score, game.board()),
        red_chance: rounded(if side == Color::Red { own } else { 100.0 - own }),
        depth: finding.depth,
        nodes: finding.nodes,
        line: finding.line.iter().take(line_text.len()).map(Move::to_string).collect(),
        line_text,
    }
}

/// Percent of the points that the side to move may expect.
pub fn chance(score: Score, board: &Board) -> f64 {
    let chances = Outlook::new(score, board, true).chances;
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
        false => Outlook::new(score, board, false).centipawns.clamp(-LARGEST, LARGEST),
    };
    let loss_cp = cp(before.score) - cp(-after.score);
    let loss_chance = chance(before.score, board) - chance(-after.score, board);
    (loss_cp.max(0), rounded(loss_chance.max(0.0)))
}

fn summary(moves: &[Played], red: bool) -> Side {
    let own: Vec<&Played> = moves.iter().filter(|played| played.red == red).collect();
    let mean = |sum: f64| rounded(sum / own.len().max(1) as f64);
    let count = |grade| own.iter().filter(|played| played.grade == Some(grade)).count();
    Side {
        moves: own.len(),
        accuracy: mean(own.iter().map(|played| accuracy(played.loss_chance)).sum()),
        loss_cp: mean(own.iter().map(|played| f64::from(played.loss_cp)).sum()),
        loss_chance: mean(own.iter().map(|played| played.loss_chance).sum()),
        inaccuracies: count(Grade::Inaccuracy),
        mistakes: count(Grade::Mistake),
        blunders: count(Grade::Blunder),
    }
}

/// How well a move was chosen, 0 to 100, by what it lost in percent of win chance. The
/// formula is that of Lichess, so that the numbers mean what people are used to.
fn accuracy(loss_chance: f64) -> f64 {
    (103.1668 * (-0.04354 * loss_chance).exp() - 3.1669).clamp(0.0, 100.0)
}

/// To a tenth.
fn rounded(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::read_line;

    fn finding(units: i32, line: &str) -> Finding {
        let line = line.split_whitespace().map(|mv| mv.parse().unwrap()).collect();
        Finding { score: Score::new(units), depth: LEAST_DEPTH, nodes: 1, line }
    }

    fn assessed(moves: &str, findings: &[Finding]) -> Assessed {
        let text = read_line(moves, 1).unwrap().unwrap();
        let game = text.replay(usize::MAX, None).unwrap();
        let judge = Judge { least_depth: LEAST_DEPTH };
        assess(("x:1:1".into(), &text), &game, (findings, &[]), &judge, Style::Wxf)
    }

    #[test]
    fn shallow_searches_say_nothing_against_a_move() {
        let good = finding(0, "b0c2");
        let shallow = |units| Finding { depth: LEAST_DEPTH - 1, ..finding(units, "b9c7") };
        for findings in [[good.clone(), shallow(500)], [shallow(0), finding(500, "b9c7")]] {
            let played = assessed("h2e2", &findings).moves[0].clone();
            assert_eq!((played.grade, played.too_shallow), (None, true));
            let game = read_line("h2e2", 1).unwrap().unwrap().replay(9, None).unwrap();
            let judge = Judge { least_depth: LEAST_DEPTH };
            assert_eq!(judge.doubtful(&game, &findings), []);
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
        let cp = |units: i32| Outlook::new(Score::new(units), &board, false).centipawns;
        let losses: Vec<i32> = game.moves.iter().map(|played| played.loss_cp).collect();
        assert_eq!(losses, [0, cp(300) - cp(-40), cp(40) - cp(35)]);
        assert_eq!(game.moves[1].grade, Some(Grade::Blunder));
        assert_eq!((game.moves[0].grade, game.moves[2].grade), (None, None));
        let scores: Vec<Points> = game.positions.iter().map(|p| p.score).collect();
        assert_eq!(scores, [cp(30), -cp(300), cp(40), cp(35)].map(Points::Cp));
        assert_eq!(game.positions[0].line_text, ["C2.5", "H8+7"]);
        assert_eq!((game.red.moves, game.black.moves, game.black.blunders), (2, 1, 1));
        assert_eq!(game.red.loss_cp, f64::from(losses[2]) / 2.0);
        assert_eq!(game.black.loss_cp, f64::from(losses[1]));
        // A loss that changes nothing any more, and a mate that is thrown away.
        let mate = Score::mate_in(5).units();
        let late =
            assessed("h2e2 h9g7", &[finding(2500, "b0c2"), finding(-1500, ""), finding(1, "")]);
        assert_eq!((late.moves[0].loss_cp, late.moves[0].grade), (0, None));
        let thrown = assessed("h2e2", &[finding(mate, "b0c2"), finding(0, "")]);
        assert_eq!((thrown.moves[0].loss_cp, thrown.moves[0].loss_chance), (1000, 50.0));
        assert_eq!(thrown.positions[0].score, Points::Mate(3));
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

    #[test]
    fn accuracy_falls_from_100_to_0() {
        assert_eq!((rounded(accuracy(0.0)), accuracy(100.0)), (100.0, 0.0));
        assert!((60.0..65.0).contains(&accuracy(10.0)), "{}", accuracy(10.0));
    }

    #[test]
    fn points_read_as_people_write_them() {
        let text = |points: Points| points.to_string();
        assert_eq!(
            [text(Points::Cp(35)), text(Points::Cp(-120)), text(Points::Cp(0))],
            ["+0.35", "-1.20", "+0.00"]
        );
        assert_eq!([text(Points::Mate(3)), text(Points::Mate(-2))], ["#3", "#-2"]);
    }
}
