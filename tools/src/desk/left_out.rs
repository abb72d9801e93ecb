//! What is left out of a file of games, told to people in few lines, however much is wrong.

use chuhe::notation::ReadError;
use chuhe_games::{Fault, FaultKind};

use crate::common::lang::Told;
use crate::common::lang::files::{At, DeskFault, Remark, at, in_file};
use crate::common::say::tell;

/// Faults of a file that are told one by one.
const TOLD: usize = 10;

/// The faults of a file.
pub struct LeftOut {
    name: String,
    /// The first ones, and the last.
    first: Vec<At>,
    last: Option<At>,
    count: usize,
    /// Those whose lines do not even begin like games.
    others: usize,
    has_games: bool,
}

impl LeftOut {
    /// Of a file with this name, of which nothing is known yet.
    pub fn new(name: &str) -> LeftOut {
        LeftOut {
            name: name.into(),
            first: Vec::new(),
            last: None,
            count: 0,
            others: 0,
            has_games: false,
        }
    }

    /// A game is not left out.
    pub fn used(&mut self) {
        self.has_games = true;
    }

    /// A game is left out.
    pub fn add(&mut self, fault: Fault) {
        self.others += usize::from(is_no_line(&fault.kind));
        self.count += 1;
        self.first.extend(self.last.take().filter(|_| self.first.len() < TOLD));
        self.last = Some(in_file(&self.name, fault));
    }

    /// Tells all of it.
    pub fn tell(self) {
        if let Some(what) = self.tell_all_but_one() {
            tell(&Remark::LeftOut { what });
        }
    }

    /// Tells all but one fault, which is the error of the tool; `None` when there is none.
    pub fn error(self) -> Option<Told> {
        self.tell_all_but_one().map(Told::new)
    }

    fn tell_all_but_one(self) -> Option<At> {
        // A text that is no list of games, whatever a line of it looks like.
        if !self.has_games && self.count > 1 && self.others * 10 >= self.count * 9 {
            return Some(at(self.name, DeskFault::NotGames));
        }
        let told = self.first.len();
        self.first.into_iter().for_each(|what| tell(&Remark::LeftOut { what }));
        let more = self.count.saturating_sub(told + 1);
        if more > 0 {
            tell(&Remark::Note { what: at(&self.name, DeskFault::MoreLeftOut { n: more }) });
        }
        self.last
    }
}

/// Whether a line does not even begin like a game.
fn is_no_line(kind: &FaultKind) -> bool {
    match kind {
        FaultKind::Fen(_) => true,
        FaultKind::Move { number, error, .. } => {
            number.is_none_or(|number| number == 1) && *error == ReadError::Malformed
        }
        _ => false,
    }
}
