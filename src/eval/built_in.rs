//! The network that comes with the program. The build puts its file into the
//! binary, or nothing where there is none (`build.rs`); it is unpacked when it is
//! first needed, so that the program greets at once.

use std::sync::{Arc, LazyLock};

use crate::eval::file::NetworkError;
use crate::eval::network::Network;

static FILE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/built-in.net"));

static NETWORK: LazyLock<Option<Arc<Network>>> = LazyLock::new(|| match read() {
    Ok(network) => network.map(Arc::new),
    Err(error) => {
        log::error!("the built-in network: {error}");
        None
    }
});

fn read() -> Result<Option<Network>, NetworkError> {
    if FILE.is_empty() { Ok(None) } else { Network::from_bytes(FILE).map(Some) }
}

/// The network that comes with the program, if there is one.
pub fn network() -> Option<&'static Arc<Network>> {
    NETWORK.as_ref()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_of_the_build_is_a_network() {
        let network = read().unwrap();
        if option_env!("EVALFILE").is_none_or(str::is_empty) {
            let list = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("networks");
            let named = std::fs::read_to_string(list.join("built-in.txt")).unwrap_or_default();
            let name = network.as_ref().map(|network| format!("{}.net", network.name()));
            assert_eq!(name.unwrap_or_default(), named.trim());
        }
        assert_eq!(network.as_ref(), super::network().map(|network| &**network));
    }
}
