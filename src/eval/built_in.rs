//! The built-in network. The build embeds its file in the binary (`build.rs`); it is
//! unpacked when it is first needed, so that the program starts at once. Without the feature
//! `built-in` there is the one that the program has given.

use std::sync::Arc;
#[cfg(feature = "built-in")]
use std::sync::LazyLock;
#[cfg(not(feature = "built-in"))]
use std::sync::OnceLock;

use crate::eval::network::Network;

#[cfg(feature = "built-in")]
static NETWORK: LazyLock<Arc<Network>> = LazyLock::new(|| {
    match Network::from_bytes(include_bytes!(concat!(env!("OUT_DIR"), "/built-in.net"))) {
        Ok(network) => Arc::new(network),
        // Only a build with a damaged EVALFILE can come here.
        Err(error) => panic!("this program was built with a bad network: {error}"),
    }
});

/// Given once, and never another one.
#[cfg(not(feature = "built-in"))]
static NETWORK: OnceLock<Arc<Network>> = OnceLock::new();

/// The built-in network.
#[cfg(feature = "built-in")]
pub fn network() -> &'static Arc<Network> {
    &NETWORK
}

/// The network that was given.
#[cfg(not(feature = "built-in"))]
pub fn network() -> &'static Arc<Network> {
    let Some(network) = NETWORK.get() else { panic!("no network is built in, and none given") };
    network
}

/// Makes a network the built-in one; whether there was none.
pub fn give(network: Network) -> bool {
    #[cfg(feature = "built-in")]
    let is_first = {
        drop(network);
        false
    };
    #[cfg(not(feature = "built-in"))]
    let is_first = NETWORK.set(Arc::new(network)).is_ok();
    is_first
}

/// Whether there is a built-in network.
pub fn is_there() -> bool {
    #[cfg(feature = "built-in")]
    let found = true;
    #[cfg(not(feature = "built-in"))]
    let found = NETWORK.get().is_some();
    found
}

#[cfg(all(test, feature = "built-in"))]
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
