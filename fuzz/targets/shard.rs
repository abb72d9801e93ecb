//! Files of stored games: what is damaged is refused; what is read is written and
//! read back as the same games.

use chuhe_tools::lab::datagen::{MAGIC, ShardFile};

use super::sealed;

/// More games are not compared: writing them takes too long.
const GAMES: usize = 50;

pub fn check(bytes: &[u8]) {
    let _ = ShardFile::from_bytes(bytes);
    let content = sealed(&[&MAGIC[..], bytes].concat());
    let Ok(shard) = ShardFile::from_bytes(&content) else { return };
    if shard.games.len() <= GAMES {
        let written = shard.to_bytes().expect("games that were read");
        let again = ShardFile::from_bytes(&written).expect("games that were written");
        assert_eq!(again.games, shard.games);
    }
}
