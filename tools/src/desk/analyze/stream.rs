//! What is shown of an analysis while it goes on: rows of the table, and the page.

use std::time::{Duration, Instant};

use anyhow::Result;

use crate::common::color::Pen;
use crate::common::lang::Lang;
use crate::common::say::print;
use chuhe_games::review::Work;

use super::habits;
use super::players::{Player, players};
use super::text;

/// How often the page is written, and loads itself again, while positions are searched.
pub const RELOAD: Duration = Duration::from_secs(5);

/// How long a page goes on loading itself again when nobody writes it any more.
pub const PATIENCE: Duration = Duration::from_secs(600);

/// The least time between two pages, as a multiple of that of writing one.
const PAGE_SHARE: u32 = 100;

/// Prints the games in their order, each move as soon as it is known what to say of it.
pub struct Printer {
    /// Nothing is printed, because standard output has something else.
    pub is_silent: bool,
    lang: Lang,
    pen: Pen,
    /// Number of the game that is being printed.
    game: usize,
    /// Its moves that are printed; `None` before its heading.
    rows: Option<usize>,
}

impl Printer {
    /// A printer that has printed nothing.
    pub fn new(is_silent: bool, lang: Lang, pen: Pen) -> Printer {
        Printer { is_silent, lang, pen, game: 0, rows: None }
    }

    /// Prints what has become known.
    ///
    /// # Errors
    /// When standard output is closed.
    pub fn print(&mut self, work: &Work) -> Result<()> {
        let text = self.news(work);
        if self.is_silent || text.is_empty() { Ok(()) } else { print(&text) }
    }

    /// Prints what recurs in the games of a player and what the classes mean, when everything is
    /// known.
    ///
    /// # Errors
    /// When standard output is closed.
    pub fn finish(&self, work: &Work, player: Option<&str>) -> Result<()> {
        let games = work.so_far();
        if self.is_silent || !work.is_done() || games.iter().all(|game| game.moves.is_empty()) {
            return Ok(());
        }
        let is_asked = player.is_some();
        let players = players(&games, player);
        let is_told =
            |player: &&Player| is_asked || player.all.games == games.len() && games.len() > 1;
        let mut told = String::new();
        for player in players.iter().filter(is_told) {
            told += &format!("\n{}", habits::text(player, self.lang, self.pen));
        }
        print(&format!("{told}\n{}", text::legend(self.lang)))
    }

    fn news(&mut self, work: &Work) -> String {
        let mut news = String::new();
        while let Some((game, is_done)) = work.game(self.game) {
            if game.positions.is_empty() {
                break;
            }
            let printed = self.rows.unwrap_or_else(|| {
                news.push_str(if self.game > 0 { "\n" } else { "" });
                news.push_str(&text::heading(game, self.lang, self.pen));
                0
            });
            for i in printed..game.moves.len() {
                news.push_str(&text::row(game, i, self.lang, self.pen));
            }
            self.rows = Some(game.moves.len());
            if !is_done {
                break;
            }
            news.push_str(&text::ending(game, self.lang));
            (self.game, self.rows) = (self.game + 1, None);
        }
        news
    }
}

/// Says when the page of an unfinished analysis is to be written.
pub struct Clock {
    next: Instant,
}

impl Clock {
    /// The first page is written soon.
    pub fn new() -> Clock {
        Clock { next: Instant::now() + RELOAD / 5 }
    }

    /// Writes the page if it is time.
    pub fn write(&mut self, write: impl FnOnce()) {
        let began = Instant::now();
        if began >= self.next {
            write();
            self.next = Instant::now() + RELOAD.max(PAGE_SHARE * began.elapsed());
        }
    }
}
