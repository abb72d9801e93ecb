//! Files of stored games: what is damaged is refused; what is read is written and
//! read back as the same games.
#![no_main]

use chuhe::packing::sha256;
use chuhe::tools::datagen::{MAGIC, Shard};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let content = [&MAGIC[..], bytes].concat();
    let sealed = [&content[..], &sha256(&content).0].concat();
    if let Ok(shard) = Shard::from_bytes(&sealed) {
        let written = shard.to_bytes().expect("games that were read");
        let again = Shard::from_bytes(&written).expect("games that were written");
        assert_eq!(again.games, shard.games);
    }
});
