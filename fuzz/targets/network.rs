//! Network files: what is damaged is refused. The checksum is made right, so that
//! what lies behind it is reached.

use chuhe::eval::Network;

use super::sealed;

pub fn check(bytes: &[u8]) {
    let _ = Network::from_bytes(bytes);
    if let Ok(network) = Network::from_bytes(&sealed(bytes)) {
        assert!(!network.name().is_empty());
    }
}
