//! What a game says of the player's strength.

use std::io::Write;

use anyhow::Result;

use super::TerminalGame;
use super::args::{LevelChoice, Side};
use chuhe::engine::player_level::{LevelGame, PlayerLevel, PlayerResult};
use chuhe::engine::strength::ELO;
use chuhe::rules::Outcome;
use chuhe::types::Color;

impl TerminalGame<'_> {
    /// Says how strong the engine plays, and why, where that follows from earlier games.
    pub(super) fn greet(&self, out: &mut impl Write) -> Result<()> {
        let Some(player) = self.player.as_ref().filter(|_| self.args.level == LevelChoice::Auto)
        else {
            return Ok(());
        };
        match player.level() {
            PlayerLevel { games: 0, .. } => {
                writeln!(out, "{}", self.lang.fill("play.first", &[("n", &self.level)]))?;
            }
            known => writeln!(out, "{}", self.said("play.matched", &known, self.level))?,
        }
        Ok(())
    }

    /// Keeps the result, and says how strong the player is; or that the game does not count.
    pub(super) fn rate(&mut self, out: &mut impl Write) -> Result<()> {
        let Some(game) = self.rated_game() else {
            if self.player.is_some() {
                writeln!(out, "{}", self.lang.text("play.unrated"))?;
            }
            return Ok(out.flush()?);
        };
        let Some(player) = &mut self.player else { return Ok(()) };
        player.add(game)?;
        let known = player.level();
        writeln!(out, "{}", self.said("play.rated", &known, known.next_level()))?;
        Ok(out.flush()?)
    }

    fn said(&self, key: &str, known: &PlayerLevel, level: i64) -> String {
        let elo = self.strength(known);
        self.lang.fill(key, &[("elo", &elo), ("games", &known.games), ("n", &level)])
    }

    /// A strength and its error in words. Only who is beyond the levels whatever the error is has
    /// no number.
    fn strength(&self, known: &PlayerLevel) -> String {
        let [elo, error] = [known.elo, known.error].map(|elo| 10 * (elo / 10.0).round() as i64);
        let (lowest, highest) = (ELO[0], ELO[ELO.len() - 1]);
        if elo + error < lowest {
            self.lang.fill("page.elo-below", &[("elo", &lowest)])
        } else if elo - error > highest {
            self.lang.fill("page.elo-above", &[("elo", &highest)])
        } else {
            self.lang.fill("page.elo", &[("elo", &elo), ("error", &error)])
        }
    }

    /// The result of the game for the player; `None` where it is open, or says nothing.
    fn rated_game(&self) -> Option<LevelGame> {
        if self.is_unrated {
            return None;
        }
        let side = if self.args.side == Side::Red { Color::Red } else { Color::Black };
        let result = match self.outcome() {
            Outcome::Ongoing => return None,
            Outcome::Draw => PlayerResult::Draw,
            Outcome::Win(winner) if winner == side => PlayerResult::Win,
            Outcome::Win(_) => PlayerResult::Loss,
        };
        LevelGame::new(self.level, result)
    }
}
