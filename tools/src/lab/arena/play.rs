//! One game between two engines, refereed by the rules.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::Result;
use regex_lite::Regex;

use crate::common::lang::Told;
use crate::common::lang::matches::MatchFault;
use crate::common::solved::outcome;
use crate::lab::client::{
    Answer, ClientError, Clocks, EngineScore, GoLimits, Info, RankBase, Reply, SideClock,
};
use chuhe::board::Board;
use chuhe::endings::Endings;
use chuhe::rules::{Game, Outcome, RuleSet, judge};
use chuhe::types::{Color, Move};

use super::adjudicate::Adjudicator;
use super::book::Opening;
use super::opinions::Opinions;
use super::player::{Player, PlayerLimits};
use super::record::{Ending, Failure, PlayedMove, Usage};
use super::seat::Seat;
use super::spec::Adjudication;

/// What all games of a match have in common.
pub struct Conditions<'a> {
    /// The rule set.
    pub rules: RuleSet,
    /// When scores end games.
    pub adjudication: Adjudication,
    /// The tables by which solved endings are adjudicated.
    pub endings: Option<&'a Endings>,
    /// Set when games are to be broken off.
    pub stop: &'a AtomicBool,
    /// Lines of the engines that match are kept with the moves.
    pub wanted: Option<Regex>,
    /// Whether judges other than the referee are asked about every verdict.
    pub second_opinions: bool,
    /// Whether variations of mate scores are checked.
    pub check_mates: bool,
}

/// A game played to its end.
pub struct Played {
    /// Win of a side, or a draw.
    pub outcome: Outcome,
    /// Why.
    pub ending: Ending,
    /// The moves with what the engines said.
    pub moves: Vec<PlayedMove>,
    /// What the searches cost Red and Black.
    pub usage: [Usage; 2],
    /// What other judges say, if they were asked.
    pub opinions: Option<Opinions>,
}

/// Plays a game from an opening; `seats` are Red's and Black's. `None` when it
/// was broken off.
///
/// # Errors
/// When an engine cannot be started, or the opening is not legal.
pub fn play(
    seats: [&mut Seat; 2],
    opening: &Opening,
    conditions: &Conditions,
) -> Result<Option<Played>> {
    let mut referee = Referee {
        game: Game::new(&opening.start)?,
        clocks: [&*seats[0], &*seats[1]].map(|seat| Clock::new(seat.player)),
        adjudicator: Adjudicator::new(conditions.adjudication),
        moves: Vec::with_capacity(128),
        usage: [Usage::default(); 2],
    };
    for &mv in &opening.moves {
        let _ = referee.game.play(mv);
        let (info, elapsed) = (Info::default(), Duration::ZERO);
        let left = None;
        referee.moves.push(PlayedMove { mv, info, elapsed, left, lines: vec![], from_book: true });
    }
    for color in Color::ALL {
        seats[color.index()].prepare(conditions.wanted.as_ref())?;
    }
    loop {
        if conditions.stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let side = referee.game.board().side();
        let turn = referee.turn(seats[side.index()], conditions)?;
        if let Some((outcome, ending)) = turn {
            let opinions = conditions
                .second_opinions
                .then(|| Opinions::ask(&referee.game, outcome, &ending, conditions.rules, seats));
            let Referee { moves, usage, .. } = referee;
            return Ok(Some(Played { outcome, ending, moves, usage, opinions }));
        }
    }
}

/// What is left of a player's time.
struct Clock {
    left: Duration,
    increment: Duration,
    moves_to_go: Option<u32>,
}

impl Clock {
    fn new(player: &Player) -> Clock {
        let tc = player.limits.clock;
        Clock {
            left: tc.map_or(Duration::ZERO, |tc| tc.base),
            increment: tc.map_or(Duration::ZERO, |tc| tc.increment),
            moves_to_go: tc.and_then(|tc| tc.moves),
        }
    }

    /// Takes off the time of a move and adds what the control gives.
    fn punch(&mut self, player: &Player, elapsed: Duration) {
        let Some(tc) = player.limits.clock else { return };
        self.left = self.left.saturating_sub(elapsed) + tc.increment;
        if let Some(moves) = &mut self.moves_to_go {
            *moves -= 1;
            if *moves == 0 {
                self.left += tc.base;
                self.moves_to_go = tc.moves;
            }
        }
    }
}

struct Referee {
    game: Game,
    clocks: [Clock; 2],
    adjudicator: Adjudicator,
    moves: Vec<PlayedMove>,
    usage: [Usage; 2],
}

impl Referee {
    /// Lets the side to move play; the result when that ends the game.
    ///
    /// # Errors
    /// When the engine cannot be asked at all: no game can be played with it.
    fn turn(
        &mut self,
        seat: &mut Seat,
        conditions: &Conditions,
    ) -> Result<Option<(Outcome, Ending)>> {
        let rules = &conditions.rules;
        let side = self.game.board().side();
        let player = seat.player;
        let fault = |fault, detail: String| {
            Ok(Some((Outcome::Win(!side), Ending::Failure(side, fault, detail))))
        };
        let (limits, allotted) = self.limits(player, side);
        let patience = allotted.map_or(player.patience, |time| time + player.margin);
        let Some(client) = &mut seat.client else {
            return fault(Failure::Crash, "no process".into());
        };
        let Reply { answer, elapsed, info, lines } = match client.go(&self.game, &limits, patience)
        {
            Ok(reply) => reply,
            Err(error) => {
                let kind = match error {
                    ClientError::Timeout { .. } => Failure::Stall,
                    ClientError::Spawn { .. } | ClientError::Disconnected { .. } => Failure::Crash,
                    error => {
                        let name = player.name.clone();
                        return Err(Told::caused(MatchFault::Engine { name }, error));
                    }
                };
                seat.client = None;
                return fault(kind, error.to_string());
            }
        };
        let usage = &mut self.usage[side.index()];
        usage.add_move(&info, elapsed);
        if let Some(allotted) = allotted {
            let over = elapsed.saturating_sub(allotted).as_micros() as u64;
            usage.overstep = usage.overstep.max(over);
        }
        if elapsed > patience {
            let (used, had) = (elapsed.as_millis(), patience.as_millis());
            let kind = if allotted.is_some() { Failure::Time } else { Failure::Stall };
            return fault(kind, format!("{used} ms used of {had}"));
        }
        self.clocks[side.index()].punch(player, elapsed);
        let mv = match answer {
            Answer::Move(mv) => mv,
            Answer::Resign => return Ok(Some((Outcome::Win(!side), Ending::Resigned(side)))),
            Answer::NoMove => return fault(Failure::NoMove, String::new()),
            Answer::Unreadable(text) => return fault(Failure::NoMove, format!("'{text}'")),
        };
        if !self.game.board().is_legal(mv) {
            return fault(Failure::IllegalMove, format!("{mv} in {}", self.game.fen()));
        }
        if let Some(time) = info.time {
            let latency = elapsed.as_secs_f64() - time.as_secs_f64();
            log::info!("{}: latency {:.3} ms", player.name, 1e3 * latency);
        }
        let oddity = oddity(self.game.board(), mv, &info, client.ranks()).or_else(|| {
            let is_wanted = conditions.check_mates;
            is_wanted.then(|| mate_oddity(&self.game, &info, client.ranks(), rules)).flatten()
        });
        if let Some(oddity) = oddity {
            usage.odd += 1;
            log::warn!("{}: {oddity} in {}", player.name, self.game.fen());
        }
        let _ = self.game.play(mv);
        let score = info.score.map(EngineScore::units);
        let left = player.limits.clock.map(|_| self.clocks[side.index()].left);
        self.moves.push(PlayedMove { mv, info, elapsed, left, lines, from_book: false });
        let verdict = judge(&self.game, rules);
        if verdict.outcome != Outcome::Ongoing {
            let ending = Ending::Rules(verdict.reason, verdict.offender);
            return Ok(Some((verdict.outcome, ending)));
        }
        let solved = conditions.endings.and_then(|tables| outcome(tables, &self.game, rules));
        if let Some(outcome) = solved {
            return Ok(Some((outcome, Ending::Solved)));
        }
        Ok(self.adjudicator.after_move(side, score))
    }

    /// What to tell the engine, and the time it has for the move, if limited.
    fn limits(&self, player: &Player, side: Color) -> (GoLimits, Option<Duration>) {
        let own = &self.clocks[side.index()];
        let limits = &player.limits;
        let clocks = limits.clock.map(|_| {
            // An opponent without a clock is shown to have as much time.
            let other = &self.clocks[(!side).index()];
            let other = if other.left.is_zero() { own } else { other };
            let shown = |clock: &Clock| SideClock { left: clock.left, increment: clock.increment };
            let (own, other) = (shown(own), shown(other));
            let (red, black) = if side == Color::Red { (own, other) } else { (other, own) };
            Clocks { red, black, moves_to_go: self.clocks[side.index()].moves_to_go }
        });
        let allotted = clocks.map(|_| own.left).into_iter().chain(limits.movetime).min();
        let &PlayerLimits { movetime, nodes, depth, .. } = limits;
        (GoLimits { clocks, movetime, nodes, depth }, allotted)
    }
}

/// What is wrong with what an engine said of the move that it played.
fn oddity(board: &Board, mv: Move, info: &Info, ranks: RankBase) -> Option<String> {
    if info.score.is_none() {
        return Some("no score given".into());
    }
    let mut board = board.clone();
    for (i, word) in info.pv.iter().enumerate() {
        let said = ranks.parse(word).filter(|&mv| board.is_legal(mv));
        match said {
            Some(said) if i == 0 && said != mv => {
                return Some(format!("played {mv} but the variation begins with {said}"));
            }
            Some(said) => {
                let _ = board.play(said);
            }
            None => return Some(format!("illegal move {word} in the variation")),
        }
    }
    None
}

/// What is wrong with the variation to a mate, all of whose moves are legal: it
/// must be as long as the mate is far, and win.
fn mate_oddity(game: &Game, info: &Info, ranks: RankBase, rules: &RuleSet) -> Option<String> {
    let Some(EngineScore::Mate(moves)) = info.score else { return None };
    let plies = 2 * u64::from(moves.unsigned_abs()) - u64::from(moves > 0);
    if info.pv.is_empty() || info.is_pv_of_bound {
        return None;
    }
    if info.pv.len() as u64 != plies {
        return Some(format!("a mate in {plies} plies in a variation of {}", info.pv.len()));
    }
    let side = game.board().side();
    let mut game = game.clone();
    for word in &info.pv {
        let _ = game.play(ranks.parse(word)?);
    }
    let winner = if moves > 0 { side } else { !side };
    let wins = judge(&game, rules).outcome == Outcome::Win(winner);
    (!wins).then(|| format!("the variation to a mate in {plies} plies does not win"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::client::EngineScore::Mate;

    #[test]
    fn variations_to_mates() {
        let fen = "3k5/9/9/9/9/9/9/9/4R4/R3K4 w";
        let game = Game::new(&fen.parse().unwrap()).unwrap();
        let odd = |score, pv: &str, is_pv_of_bound| {
            let pv = pv.split_whitespace().map(String::from).collect();
            let info = Info { score: Some(score), pv, is_pv_of_bound, ..Info::default() };
            mate_oddity(&game, &info, RankBase::Zero, &RuleSet::default()).is_some()
        };
        assert!(!odd(Mate(1), "a0d0", false));
        assert!(odd(Mate(1), "a0b0", false), "no mate");
        assert!(odd(Mate(2), "a0d0", false), "too short");
        assert!(odd(Mate(-1), "a0b0 d9d8", false), "the wrong side");
        assert!(!odd(Mate(2), "a0d0", true), "another variation");
        assert!(!odd(Mate(2), "", false), "no variation");
        assert!(!odd(EngineScore::Centi(900), "a0b0", false));
    }
}
