//! Network files: what is damaged is refused. The checksum is made right, so that
//! what lies behind it is reached.
#![no_main]

use chuhe::eval::Network;
use chuhe::packing::sha256;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let _ = Network::from_bytes(bytes);
    let sealed = [bytes, &sha256(bytes).0].concat();
    if let Ok(network) = Network::from_bytes(&sealed) {
        assert!(!network.name().to_string().is_empty());
    }
});
