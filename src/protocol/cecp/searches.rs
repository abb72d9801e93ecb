//! The searches of CECP: what each is for, and what follows from its end.

use std::time::Instant;

use super::{Cecp, Mode, Progress, Purpose, game_over, say};
use crate::board::NullObserver;
use crate::engine::{Command, Engine, Limits, SearchResult};
use crate::protocol::Step;
use crate::rules::Game;
use crate::types::Move;

/// Nodes of the search for a hint: some hundredths of a second.
const HINT_NODES: u64 = 50_000;

fn hint(mv: Move) -> String {
    format!("Hint: {mv}")
}

impl Cecp {
    /// Whether a move is being looked for.
    pub(super) fn is_thinking(&self) -> bool {
        self.searches.back() == Some(&Purpose::Play)
    }

    pub(super) fn start(&mut self, purpose: Purpose, limits: Limits, steps: &mut Vec<Step>) {
        self.abandon(steps);
        self.searches.push_back(purpose);
        steps.push(Step::Do(Command::Go(limits)));
    }

    /// Ends all searches; nothing will be heard of them.
    pub(super) fn abandon(&mut self, steps: &mut Vec<Step>) {
        self.progress = Progress::default();
        if self.searches.iter().any(|purpose| *purpose != Purpose::Nothing) {
            self.searches.iter_mut().for_each(|purpose| *purpose = Purpose::Nothing);
            steps.push(Step::Do(Command::Stop));
        }
        steps.extend(self.pings.drain(..).map(Step::Say));
    }

    pub(super) fn think(&mut self, game: &Game, steps: &mut Vec<Step>) {
        self.since = Instant::now();
        self.start(Purpose::Play, self.times.limits(game), steps);
    }

    pub(super) fn analyze(&mut self, steps: &mut Vec<Step>) {
        self.start(Purpose::Analyze, Limits { infinite: true, ..Limits::default() }, steps);
    }

    /// Names a move for the side to move: the reply that is expected, or that of a short search.
    /// While the engine thinks or analyses there is none to name.
    pub(super) fn hint(&mut self, game: &Game, steps: &mut Vec<Step>) {
        if self.is_thinking() || self.mode == Mode::Analyze {
            return;
        }
        let expected = self.last.as_ref().and_then(|result| result.ponder);
        if let Some(mv) = expected.filter(|&mv| game.board().is_legal(mv)) {
            say(steps, hint(mv));
        } else {
            let limits = Limits { nodes: Some(HINT_NODES), ..Limits::default() };
            self.start(Purpose::Hint, limits, steps);
        }
    }

    /// Thinks about the reply to a move that the opponent may make in `game`.
    pub(super) fn ponder(&mut self, game: Game, expected: Move, steps: &mut Vec<Step>) {
        if !game.board().is_legal(expected) {
            return;
        }
        let mut next = game.clone();
        next.push(expected, &mut NullObserver);
        let limits = Limits { ponder: true, ..self.times.limits(&next) };
        steps.push(Step::Do(Command::Position(Box::new(next))));
        self.start(Purpose::Ponder(expected), limits, steps);
        steps.push(Step::Do(Command::Position(Box::new(game))));
    }

    /// The first of the searches is over.
    pub(super) fn finished(&mut self, result: &SearchResult, engine: &Engine) -> Vec<Step> {
        let mut steps = Vec::new();
        match self.searches.pop_front() {
            Some(Purpose::Play) => {
                self.make_move(result, engine, &mut steps);
                let pongs = self.pings.drain(..).map(Step::Say);
                steps.extend(pongs);
            }
            Some(Purpose::Hint) => {
                let legal = result.best.filter(|&mv| engine.game().board().is_legal(mv));
                steps.extend(legal.map(|mv| Step::Say(hint(mv))));
            }
            _ => {}
        }
        steps
    }

    pub(super) fn make_move(
        &mut self,
        result: &SearchResult,
        engine: &Engine,
        steps: &mut Vec<Step>,
    ) {
        let mut game = engine.game().clone();
        let is_offered = std::mem::take(&mut self.draw_offered);
        self.last = Some(result.clone());
        self.times.moved(self.since.elapsed(), &game);
        let Some(best) = result.best.filter(|&mv| game.board().is_legal(mv)) else {
            self.mode = Mode::Force;
            return say(steps, game_over(game.board().side()));
        };
        if engine.would_resign(result) {
            self.mode = Mode::Force;
            return say(steps, "resign".into());
        }
        if is_offered && engine.would_draw(result) {
            say(steps, "offer draw".into());
        }
        say(steps, format!("move {best}"));
        game.push(best, &mut NullObserver);
        let loser = game.board().side();
        let is_over = game.board().legal_moves().is_empty();
        steps.push(Step::Do(Command::Position(Box::new(game.clone()))));
        if is_over {
            self.mode = Mode::Force;
            say(steps, game_over(loser));
        } else if let Some(expected) = result.ponder.filter(|_| self.ponders) {
            self.ponder(game, expected, steps);
        }
    }
}
