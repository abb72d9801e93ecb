//! Games by the tables: one side keeps the value that a table promises, the other checks,
//! chases and plays at random; the judge of games ends them.

use std::cmp::Reverse;
use std::fmt;

use anyhow::{Result, bail};

use chuhe::board::{Board, Setup};
use chuhe::endings::{Class, Ending, Endings};
use chuhe::internals::endings::Index;
use chuhe::internals::random::Random;
use chuhe::rules::{Game, Outcome, RuleSet, judge};
use chuhe::types::{Color, Move, Square};

/// Plies after which a game that a table draws counts as drawn.
const LONG_GAME: usize = 200;
/// Plies after which a game that a table wins is a fault.
const TOO_LONG: usize = 2000;
/// Positions looked at before there are none of a kind.
const ATTEMPTS: usize = 200_000;
/// More than any patience of a check.
const MORE_THAN_PATIENCE: i64 = 1 << 12;
/// The kinds of positions from which games are played in turn, as far as there are any.
const KINDS: usize = 3;

/// What the side plays that tries to spoil the value of a table.
#[derive(Clone, Copy, Debug)]
pub enum Trick {
    /// Checks wherever it can.
    Check,
    /// Attacks wherever it can.
    Attack,
    /// Goes back to where the game has been wherever it can.
    Repeat,
    /// Any move.
    Random,
}

/// All of them.
pub const TRICKS: [Trick; 4] = [Trick::Check, Trick::Attack, Trick::Repeat, Trick::Random];

impl Trick {
    /// The move that plays the trick, at random among equals; `None` where there is no move.
    pub fn choose(self, endings: &Endings, game: &Game, random: &mut Random) -> Option<Move> {
        let moves = shuffled(game.board(), random);
        moves.into_iter().max_by_key(|&mv| spoils(endings, game, mv, self))
    }
}

/// A game whose end is worse than the table promised.
#[derive(Clone, Debug)]
pub struct Missed {
    start: String,
    rules: &'static str,
    value: Ending,
    outcome: Outcome,
    moves: Vec<Move>,
}

impl fmt::Display for Missed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Missed { start, rules, value, outcome, .. } = self;
        write!(f, "{start} under {rules}: the table says {value:?}, the game {outcome:?}:")?;
        self.moves.iter().try_for_each(|mv| write!(f, " {mv}"))
    }
}

/// Plays `count` games of a class from random positions under a rule set without a natural
/// limit; returns how many were won, drawn and lost for the side to move.
///
/// # Errors
/// When a game ends otherwise than the table says, or a position is in no table.
pub fn play(
    endings: &Endings,
    class: Class,
    count: usize,
    rules: &RuleSet,
    seed: u64,
) -> Result<[usize; 3]> {
    let rules = RuleSet { quiet_limit: None, ..*rules };
    let index = Index::new(&class);
    let mut random = Random::new(&[seed, class.code() as u64]);
    let mut ends = [0; 3];
    let mut is_absent = [false; KINDS];
    for number in 0..count {
        let kind = number % KINDS;
        let mut drawn = None;
        if !is_absent[kind] {
            drawn = draw(endings, &index, class, &rules, Some(kind), &mut random);
            is_absent[kind] = drawn.is_none();
        }
        let drawn = drawn.or_else(|| draw(endings, &index, class, &rules, None, &mut random));
        let Some((board, value)) = drawn else { continue };
        let trick = TRICKS[number / KINDS % TRICKS.len()];
        // Who has something to keep: the winner, and in a draw each side in turn.
        let keeper = value.winner(board.side()).unwrap_or(Color::ALL[number / 12 % 2]);
        let mut game = Game::new(&Setup::of(&board))?;
        let outcome = play_out(endings, &mut game, keeper, trick, &rules, &mut random)?;
        let is_kept = match value.winner(board.side()) {
            Some(winner) => outcome == Outcome::Win(winner),
            None => outcome != Outcome::Win(!keeper),
        };
        if !is_kept {
            let moves = game.moves().collect();
            let start = Setup::of(&board).to_string();
            bail!("{}", Missed { start, rules: rules.name, value, outcome, moves });
        }
        ends[(1 - value.sign()) as usize] += 1;
    }
    Ok(ends)
}

/// A random position of a class, of a kind: a win or loss by force, one by the rules, or a draw; or
/// of any, but nobody is mated.
fn draw(
    endings: &Endings,
    index: &Index,
    class: Class,
    rules: &RuleSet,
    kind: Option<usize>,
    random: &mut Random,
) -> Option<(Board, Ending)> {
    let is_wanted = |value: Ending| match (kind, value) {
        (Some(0), Ending::Win(_) | Ending::Loss(1..)) => true,
        (Some(1), Ending::RuleWin(_) | Ending::RuleLoss(_)) => true,
        (Some(2), value) => value.sign() == 0,
        (Some(_), _) => false,
        (None, value) => value != Ending::Loss(0),
    };
    for _ in 0..ATTEMPTS {
        let (frame, placement) =
            (random.below(index.frames()), random.below(index.placements.count()));
        let side = Color::ALL[random.below(2)];
        let Ok(board) = index.setup(frame, placement, side).to_board() else { continue };
        if Class::of(&board).is_none_or(|(_, found)| found != class) {
            continue;
        }
        let Some(value) = endings.value(&board).and_then(|value| value.under(rules)) else {
            continue;
        };
        if is_wanted(value) {
            return Some((board, value));
        }
    }
    None
}

fn play_out(
    endings: &Endings,
    game: &mut Game,
    keeper: Color,
    trick: Trick,
    rules: &RuleSet,
    random: &mut Random,
) -> Result<Outcome> {
    loop {
        let verdict = judge(game, rules);
        if verdict.outcome != Outcome::Ongoing {
            return Ok(verdict.outcome);
        }
        let board = game.board().clone();
        let Some(value) = endings.value(&board) else { bail!("no table knows {board:?}") };
        let plies = game.records().len();
        if value.under(rules).is_none_or(|value| value.sign() == 0) && plies >= LONG_GAME {
            return Ok(Outcome::Draw);
        }
        if plies >= TOO_LONG {
            return Ok(Outcome::Ongoing);
        }
        let chosen = if board.side() == keeper {
            let moves = shuffled(&board, random);
            moves.into_iter().max_by_key(|&mv| promise(endings, game, mv, rules))
        } else {
            trick.choose(endings, game, random)
        };
        let Some(mv) = chosen else { bail!("no move in {board:?}") };
        game.play(mv)?;
    }
}

/// The legal moves in a random order.
fn shuffled(board: &Board, random: &mut Random) -> Vec<Move> {
    let mut moves = board.legal_moves().into_iter().collect::<Vec<Move>>();
    for i in (1..moves.len()).rev() {
        moves.swap(i, random.below(i + 1));
    }
    moves
}

/// How much a move of the side that keeps a value promises; what is named first counts most. Of
/// chases the tables do not say which must be given up at last: those that the game has not had are
/// better, and then new checks; moves that repeat are the last, checks among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Promise {
    /// The value after it.
    rank: i32,
    /// Whether the value holds under the rules of the game.
    holds: bool,
    /// Whether it draws and attacks nothing, so that it can be made for ever.
    is_idle: bool,
    /// Whether the judge does not call a draw lost after it.
    is_kept: bool,
    /// What it costs of the patience that a draw needs, and of the moves that may repeat.
    cost: Reverse<i64>,
}

impl Promise {
    /// Of a move after which no table knows the value.
    const NONE: Promise =
        Promise { rank: i32::MIN, holds: false, is_idle: false, is_kept: false, cost: Reverse(0) };
}

/// What a move promises.
fn promise(endings: &Endings, game: &mut Game, mv: Move, rules: &RuleSet) -> Promise {
    let next = after(game.board(), mv);
    let Some(value) = endings.value(&next).map(Ending::before) else {
        return Promise::NONE;
    };
    let before = game.records().iter().filter(|record| record.key() == next.key()).count() as i64;
    let patience = endings.patience(&next).map_or(0, i64::from);
    let cost = match (next.in_check(), before) {
        (false, _) => MORE_THAN_PATIENCE * before,
        (true, 0) => patience,
        // Three times end the game: no chase costs as much.
        (true, _) => MORE_THAN_PATIENCE * (before + 1) + 1 + patience,
    };
    let is_drawn = value.sign() == 0;
    let is_idle = is_drawn && !next.in_check() && !attacks_anything(&next);
    let is_kept = is_idle || !is_drawn || !is_judged_lost(game, mv, rules);
    let holds = value.under(rules).is_some();
    Promise { rank: value.rank(), holds, is_idle, is_kept, cost: Reverse(cost) }
}

/// Whether the judge calls the game lost for the side to move once it has made a move, or once
/// that has been answered.
fn is_judged_lost(game: &mut Game, mv: Move, rules: &RuleSet) -> bool {
    let other = !game.board().side();
    let is_lost =
        |game: &Game| game.may_repeat() && judge(game, rules).outcome == Outcome::Win(other);
    if game.play(mv).is_err() {
        return true;
    }
    let mut lost = is_lost(game);
    for answer in game.board().legal_moves() {
        if !lost && game.play(answer).is_ok() {
            lost = is_lost(game);
            game.undo();
        }
    }
    game.undo();
    lost
}

/// How well a move plays the trick, as long as it loses no win.
fn spoils(endings: &Endings, game: &Game, mv: Move, trick: Trick) -> (i32, bool) {
    let next = after(game.board(), mv);
    let value = endings.value(&next).map_or(0, |value| value.before().sign());
    let plays = match trick {
        Trick::Check => next.in_check(),
        Trick::Attack => next.in_check() || attacks_anything(&next),
        Trick::Repeat => game.records().iter().any(|record| record.key() == next.key()),
        Trick::Random => false,
    };
    (value, plays)
}

/// Whether the side that has moved, and does not give check, could capture something if it moved
/// again.
fn attacks_anything(board: &Board) -> bool {
    let (own, other) = (board.color(!board.side()), board.color(board.side()));
    let points_at_another = |sq: Square| {
        board.piece_at(sq).is_some_and(|piece| {
            !(Board::attacks_from(piece, sq, board.occupied()) & other).is_empty()
        })
    };
    // Mostly nothing is attacked, which is quicker to see than which captures are legal.
    if !own.into_iter().any(points_at_another) {
        return false;
    }
    let setup = Setup { side: !board.side(), ..Setup::of(board) };
    let Ok(again) = setup.to_board() else { return true };
    again.legal_moves().into_iter().any(|mv| again.piece_at(mv.to()).is_some())
}

/// The board after a legal move.
pub fn after(board: &Board, mv: Move) -> Board {
    let mut next = board.clone();
    let _ = next.play(mv);
    next
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_captures_that_are_legal_attack() {
        let attacks =
            |fen: &str| attacks_anything(&fen.parse::<Setup>().unwrap().to_board().unwrap());
        assert!(!attacks("4k4/9/9/9/9/9/9/9/R8/3K5 b"), "nothing stands before the rook");
        assert!(attacks("4k4/9/9/9/9/9/9/9/R6n1/3K5 b"), "the knight hangs");
        assert!(!attacks("4k4/3r5/9/4p4/9/3N5/9/9/9/3K5 b"), "the rook pins the knight");
        assert!(attacks("4k4/3r5/9/4p4/9/3N5/9/9/9/4K4 b"), "the king is off the file");
    }

    /// Red's knight can check or chase the cannon; both draw, if not for ever.
    #[test]
    fn a_chase_that_the_game_has_had_is_better_than_checks_for_ever() {
        let endings = Endings::embedded();
        let rules = RuleSet { quiet_limit: None, ..RuleSet::ALLOW_CHASE };
        let start = "9/3k5/9/1c7/9/2N6/9/4K4/9/9 b".parse::<Setup>().unwrap();
        let mut game = Game::new(&start).unwrap();
        let play = |game: &mut Game, moves: &str| {
            moves.split(' ').for_each(|mv| game.play(mv.parse().unwrap()).unwrap());
        };
        let [check, chase, last] = ["e5c6", "e5c4", "c6e5"].map(|mv| mv.parse::<Move>().unwrap());
        play(&mut game, "d8d7 c4e5 d7d8");
        let of = |game: &mut Game, mv| promise(&endings, game, mv, &rules);
        assert!(of(&mut game, check) > of(&mut game, chase), "the chase has been, the check not");
        play(&mut game, "e5c6 d8d7 c6e5 d7d8");
        assert!(of(&mut game, check) < of(&mut game, chase), "both have been");
        assert!(!is_judged_lost(&mut game, check, &rules));
        play(&mut game, "e5c6 d8d7");
        let records = game.records().len();
        assert!(is_judged_lost(&mut game, last, &rules), "d7d8 ends the game");
        assert_eq!(game.records().len(), records);
    }
}
