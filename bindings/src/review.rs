//! What the moves of a game were worth.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use chuhe::endings::Endings;
use chuhe::search::{Pool, SearchSettings, StopToken};
use chuhe_games::review::{
    Assessed, Collector, Finding, Judge, LEAST_DEPTH, ReviewSettings, Subject, Work,
};

use crate::board::style_of;
use crate::error::{Error, ErrorKind, Result};
use crate::game::Game;
use crate::line::SearchLimits;

/// How a game is reviewed.
#[derive(Clone, Debug)]
pub struct ReviewAs {
    /// Limits of the search of each position: nodes, time or depth.
    pub limits: SearchLimits,
    /// The name of the rule set.
    pub rules: String,
    /// How moves are written.
    pub style: String,
    /// Size of the hash table in MiB.
    pub hash: usize,
}

/// Searches every position of the main line, and grades the moves by what was found before and
/// after each, as `chuhe analyze` does. `on` hears how many searches are made and how many
/// there are, now and then without news, and says whether to stop.
///
/// # Errors
/// When there is no limit, or one is out of range; when the first position is not legal, or
/// `on` has stopped it.
pub fn review(
    game: &Game,
    how: &ReviewAs,
    on: &mut dyn FnMut(usize, usize) -> bool,
) -> Result<Assessed> {
    let board = game.board(game.end(), &how.rules)?;
    let limits = how.limits.to_limits(&board)?;
    if !limits.is_bounded() {
        return Err(Error::value("expected a limit: nodes, time or depth"));
    }
    if !(1..=MOST_HASH).contains(&how.hash) {
        return Err(Error::value(format!("hash {}: expected 1 to {MOST_HASH}", how.hash)));
    }
    let rules = *board.rule_set();
    let endings = Endings::embedded();
    let judge = Judge { least_depth: LEAST_DEPTH };
    let settings = ReviewSettings {
        judge,
        style: style_of(&how.style)?,
        rules,
        endings: &endings,
        book: None,
    };
    let (text, checked) = game.to_text(board.game().clone());
    let subjects = [Subject::new(String::new(), text, checked, 0)];
    let no_answer = || Error::new(ErrorKind::Engine, "a search gave no answer");
    let (mut work, mut todo) = Work::new(&subjects, settings, Vec::new())
        .map_err(|error| Error::new(ErrorKind::Engine, error))?;
    let mut pool = Pool::new(1, how.hash);
    let settings = SearchSettings { rules, ..SearchSettings::default() };
    todo.reverse();
    let mut made = 0;
    while let Some(job) = todo.pop() {
        // A result depends on no search before it.
        pool.clear();
        let (sender, result) = channel();
        let collector = Collector::new(move |finding: Finding| _ = sender.send(finding));
        let token = StopToken::default();
        let game = job.game(&subjects);
        pool.start(
            &game,
            job.limits(&limits),
            settings.clone(),
            token.clone(),
            Box::new(collector),
        );
        let mut is_stopped = false;
        let finding = loop {
            match result.recv_timeout(LOOK) {
                Ok(finding) => break finding,
                Err(RecvTimeoutError::Timeout) => {
                    if on(made, made + 1 + todo.len()) {
                        is_stopped = true;
                        token.stop();
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return Err(no_answer()),
            }
        };
        pool.wait();
        made += 1;
        todo.extend(work.add(&job, finding));
        if is_stopped || on(made, made + todo.len()) {
            return Err(Error::new(ErrorKind::Engine, "the review was stopped"));
        }
    }
    work.into_assessed().and_then(|mut games| games.pop()).ok_or_else(no_answer)
}

/// MiB of the largest table of a review.
const MOST_HASH: usize = 1024;

/// How long nothing may be said of a review.
const LOOK: Duration = Duration::from_millis(50);
