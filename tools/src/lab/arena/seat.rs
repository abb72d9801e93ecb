//! A seat at the board: a player with its process.

use anyhow::Result;
use regex_lite::Regex;

use crate::common::lang::Context;
use crate::common::lang::files::Remark;
use crate::common::lang::matches::MatchFault;
use crate::common::say::tell;
use crate::lab::client::{Client, ClientError};
use chuhe::rules::Game;

use super::player::Player;

/// A player with its process, which serves one game after another.
pub struct Seat<'a> {
    /// Who plays.
    pub player: &'a Player,
    /// The process, once it is started.
    pub client: Option<Client>,
    /// The processor that its engine is bound to.
    cpu: Option<usize>,
    /// Options beside those of the player.
    options: Vec<(String, String)>,
}

impl<'a> Seat<'a> {
    /// A seat whose engine is started when it is first needed.
    pub fn new(player: &'a Player, cpu: Option<usize>) -> Seat<'a> {
        Seat { player, client: None, cpu, options: Vec::new() }
    }

    /// Options for the games to come, set after those of the player in the process
    /// that is there.
    pub fn set_options(&mut self, options: Vec<(String, String)>) {
        self.options = options;
    }

    /// Makes the engine ready for a new game: in the same process where
    /// possible, otherwise in a new one.
    ///
    /// # Errors
    /// When the engine cannot be started.
    pub fn prepare(&mut self, wanted: Option<&Regex>) -> Result<()> {
        if self.player.restart {
            self.dismiss();
        }
        if let Some(client) = &mut self.client {
            match begin(client, &self.options) {
                Ok(()) => return Ok(()),
                Err(error) => log::warn!("{}: {error}; restarting it", self.player.name),
            }
            self.client = None;
        }
        let name = &self.player.name;
        let start = || {
            let mut config = self.player.config.clone();
            config.cpu = self.cpu;
            config.wanted = wanted.cloned();
            let mut client = Client::start(config)?;
            begin(&mut client, &self.options)?;
            Ok::<_, ClientError>(client)
        };
        let client = start().with_context(|| MatchFault::Engine { name: name.clone() })?;
        if client.is_unit_assumed()
            && let Some(note) = self.player.note_on_seconds()
        {
            let warn = || tell(&Remark::Warning { what: Box::new(note) });
            self.player.unit_note.call_once(warn);
        }
        self.client = Some(client);
        Ok(())
    }

    /// What the engine says of a game that has ended, if it knows how to.
    pub fn verdict(&mut self, game: &Game) -> Option<String> {
        self.client.as_mut()?.verdict(game).ok().flatten()
    }

    /// Ends the process.
    pub fn dismiss(&mut self) {
        if let Some(client) = self.client.take() {
            client.quit();
        }
    }
}

/// Sets options and announces a new game.
fn begin(client: &mut Client, options: &[(String, String)]) -> Result<(), ClientError> {
    options.iter().try_for_each(|(name, value)| client.set_option(name, value))?;
    client.new_game()
}
