//! The client's side of CECP, the protocol of XBoard.

use crate::rules::Game;

use super::pipe::{Class, Line};
use super::{Answer, Client, ClientError, GoLimits, Info};

pub(super) fn classify(_line: &str) -> Class {
    Class::Message
}

impl Client {
    pub(super) fn start_cecp(&mut self) -> Result<(), ClientError> {
        Err(ClientError::Unsupported("CECP is not supported yet".into()))
    }

    pub(super) fn new_game_cecp(&mut self) -> Result<(), ClientError> {
        Ok(())
    }

    pub(super) fn go_text_cecp(&mut self, _: &Game, _: &GoLimits) -> Result<String, ClientError> {
        Ok(String::new())
    }

    pub(super) fn read_answer_cecp(&mut self, _: &Line) -> Option<(Answer, Info)> {
        None
    }
}
