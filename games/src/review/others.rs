//! Which other moves of a position keep what there is to keep: after a bad move, so that
//! whoever looks for a better one may find any of them; and whether a good move was the only
//! one.

use serde::Serialize;

use crate::review::Finding;
use crate::review::class::ONLY;
use crate::review::grade::{grade_of, rounded};
use crate::review::judge::{Judge, Loss, chance};
use crate::review::settings::ReviewSettings;
use crate::review::texts::texts;
use crate::review::theory::Theory;
use chuhe::board::Board;
use chuhe::rules::Game;
use chuhe::types::{Color, Move};

/// Other moves that are looked for after a bad one, at most.
pub const MOST_OTHERS: usize = 3;

/// Another move of a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Other {
    /// As coordinates.
    #[serde(rename = "move")]
    pub mv: String,
    /// The same for people.
    pub text: String,
    /// Percent of the points that Red may expect after it.
    pub red_chance: f64,
    /// What it loses in percent of win chance.
    pub loss_chance: f64,
    /// The line that begins with it, as coordinates; the move alone where a table knows it.
    pub line: Vec<String>,
    /// The same for people.
    pub line_text: Vec<String>,
}

/// What tables of solved endings say of the moves of a position.
pub struct Solved {
    /// The moves, and the half points that each leaves to the mover.
    moves: Vec<(Move, i32)>,
    best: i32,
}

impl Solved {
    /// What they say, if they know the position and where every move leads.
    pub fn of(game: &Game, settings: &ReviewSettings) -> Option<Solved> {
        let ReviewSettings { endings, rules, .. } = settings;
        let side = game.board().side();
        Theory::of(endings, game, rules)?;
        let after = |mv: Move| {
            let mut next = game.clone();
            next.play(mv).ok()?;
            if !next.board().has_legal_move() {
                return Some((mv, 2)); // mate or stalemate
            }
            Some((mv, Theory::of(endings, &next, rules)?.half_points(side)))
        };
        let moves: Vec<(Move, i32)> =
            game.board().legal_moves().into_iter().map(after).collect::<Option<_>>()?;
        let best = moves.iter().map(|&(_, points)| points).max()?;
        Some(Solved { moves, best })
    }

    /// Whether a move alone keeps what there is to keep.
    pub fn is_only(&self, mv: Move) -> bool {
        let mut keep = self.moves.iter().filter(|(_, points)| *points == self.best);
        let first = keep.next().map(|&(first, _)| first);
        self.best > 0 && self.moves.len() > 1 && first == Some(mv) && keep.next().is_none()
    }

    /// All moves but two that keep it.
    fn keepers(&self, best: Option<Move>, played: Move) -> impl Iterator<Item = Move> + '_ {
        let keeps = move |&&(mv, points): &&(Move, i32)| {
            points == self.best && Some(mv) != best && mv != played
        };
        self.moves.iter().filter(keeps).map(|&(mv, _)| mv)
    }
}

/// What searches found of the other moves of a position.
#[derive(Clone, Debug, Default)]
pub struct OtherFindings {
    /// By a short search without the best move: whether it is worth a longer one.
    pub glance: Option<Finding>,
    /// By searches without the best move, the played one and those of the findings before.
    pub found: Vec<Finding>,
}

/// The next search of other moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ask {
    /// A short one.
    Glance,
    /// The one of this number.
    Found(usize),
}

impl OtherFindings {
    /// The next search of the other moves where a move was played; `None` when enough is known.
    pub fn ask(
        &self,
        judge: Judge,
        board: &Board,
        mv: Move,
        before: &Finding,
        loss: Loss,
    ) -> Option<Ask> {
        let best = *before.line.first()?;
        let legal = board.legal_moves().len();
        let left = |found: usize| legal > found + if best == mv { 1 } else { 2 };
        if grade_of(loss.chance).is_some() {
            let is_open = self.found.last().is_none_or(|last| keeps(board, before, last));
            let number = self.found.len();
            let is_wanted = loss.is_sure && is_open && number < MOST_OTHERS && left(number);
            return is_wanted.then_some(Ask::Found(number));
        }
        if best != mv || !left(0) || chance(before.score, board) < ONLY || !judge.trusts(before) {
            return None;
        }
        let Some(glance) = &self.glance else { return Some(Ask::Glance) };
        let is_asked = lost(board, before, glance) >= ONLY && self.found.is_empty();
        is_asked.then_some(Ask::Found(0))
    }

    /// The moves that a search leaves out, if the findings before it are known.
    pub fn banned(&self, ask: &Ask, before: &Finding, played: Move) -> Option<Vec<Move>> {
        let best = *before.line.first()?;
        let mut banned = vec![best];
        if played != best {
            banned.push(played);
        }
        if let Ask::Found(number) = *ask {
            for finding in self.found.get(..number)? {
                banned.push(*finding.line.first()?);
            }
        }
        Some(banned)
    }

    /// Whether the best move was the only one.
    pub fn is_only(&self, judge: Judge, board: &Board, before: &Finding) -> bool {
        let first = self.found.first();
        first.is_some_and(|next| judge.trusts(next) && lost(board, before, next) >= ONLY)
    }

    /// The moves as a report has them.
    pub fn listed(&self, game: &Game, before: &Finding, settings: &ReviewSettings) -> Vec<Other> {
        let other = |finding: &Finding| {
            let (line, line_text) = texts(game, &finding.line, settings.style);
            let own = chance(finding.score, game.board());
            Some(Other {
                mv: line.first()?.clone(),
                text: line_text.first()?.clone(),
                red_chance: rounded(of_red(own, game)),
                loss_chance: rounded(lost(game.board(), before, finding)),
                line,
                line_text,
            })
        };
        let mut list: Vec<Other> = self.found.iter().filter_map(other).collect();
        list.sort_by(|a, b| a.loss_chance.total_cmp(&b.loss_chance));
        list
    }
}

/// Whether a move takes back what the last move has taken: as the only move it is nothing that
/// needs to be told.
pub fn is_recapture(game: &Game, mv: Move) -> bool {
    let took = game.records().last().is_some_and(|record| record.captured().is_some());
    took && game.moves().last().is_some_and(|last| last.to() == mv.to())
}

/// The moves that tables say keep the value of a position, besides the best and the played one.
pub fn solved_others(
    solved: &Solved,
    game: &Game,
    (before, played): (&Finding, Move),
    settings: &ReviewSettings,
) -> Vec<Other> {
    let own = 50.0 * f64::from(solved.best);
    let other = |mv: Move| {
        let (line, line_text) = texts(game, &[mv], settings.style);
        Some(Other {
            mv: line.first()?.clone(),
            text: line_text.first()?.clone(),
            red_chance: of_red(own, game),
            loss_chance: 0.0,
            line,
            line_text,
        })
    };
    solved.keepers(before.line.first().copied(), played).filter_map(other).collect()
}

/// The mover's chance as Red's.
fn of_red(own: f64, game: &Game) -> f64 {
    if game.board().side() == Color::Red { own } else { 100.0 - own }
}

/// What the best of the moves of a finding loses, in percent of win chance.
fn lost(board: &Board, before: &Finding, other: &Finding) -> f64 {
    (chance(before.score, board) - chance(other.score, board)).max(0.0)
}

/// Whether it keeps what there is to keep.
fn keeps(board: &Board, before: &Finding, other: &Finding) -> bool {
    grade_of(rounded(lost(board, before, other))).is_none()
}
