//! State files of matches: what is no such file is refused, and games that are read
//! become records or errors.

use std::path::Path;

use chuhe_tools::lab::arena::State;

pub fn check(bytes: &[u8]) {
    let path = Path::new("state");
    if let Ok(state) = State::parse(bytes, path) {
        let _ = state.records(path);
    }
}
