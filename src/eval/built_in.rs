//! The built-in network. The build embeds its file in the binary (`build.rs`); it is
//! unpacked when it is first needed, so that the program starts at once.

use std::sync::{Arc, LazyLock};

use crate::eval::network::Network;

static FILE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/built-in.net"));

static NETWORK: LazyLock<Arc<Network>> = LazyLock::new(|| match Network::from_bytes(FILE) {
    Ok(network) => Arc::new(network),
    // Only a build with a damaged EVALFILE can come here.
    Err(error) => panic!("this program was built with a bad network: {error}"),
});

/// The built-in network.
pub fn network() -> &'static Arc<Network> {
    &NETWORK
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_of_the_build_is_the_network_that_the_list_names() {
        if option_env!("EVALFILE").is_none_or(str::is_empty) {
            let list = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("networks");
            let named = std::fs::read_to_string(list.join("built-in.txt")).unwrap();
            assert_eq!(format!("{}.net", network().name()), named.trim());
        }
    }
}
