//! The static evaluation: the score of a position without a search. It is a small,
//! efficiently updatable neural network (NNUE, docs/authors/network.md). An [`Evaluation`] says
//! which network to use; an [`Evaluator`] evaluates the positions of a line with it.

mod accumulator;
mod architecture;
mod built_in;
mod error;
mod features;
mod file;
mod inputs;
mod network;
mod output;
mod refresh;
pub mod simd;
mod threat_buckets;

use std::fmt;
use std::path::Path;
use std::sync::Arc;

pub use accumulator::Evaluator;
pub use architecture::{Architecture, Weights};
pub use error::{NetworkError, NetworkFault, NetworkPart};
pub use network::Network;
pub use output::QB;

// The features of networks, for the tools.
pub use features::{INPUTS, Perspective};
pub use threat_buckets::{THREATS, ThreatBuckets};

/// The SIMD instructions that evaluations use: the fastest of `avx512`, `avx2`,
/// `neon`, `simd128` and `scalar` that this processor has, or those that the variable `CHUHE_KERNEL` names.
/// Chosen once.
pub fn instructions() -> &'static str {
    simd::kernels().name
}

/// Which network to use.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Evaluation {
    /// The network that comes with the program.
    #[default]
    BuiltIn,
    /// Another one.
    Network(Arc<Network>),
}

impl Evaluation {
    /// The evaluation that a user names: an empty name is the built-in network,
    /// any other the path of a network file.
    ///
    /// # Errors
    /// When the file cannot be read or is not a network. The message names it.
    pub fn named(name: impl AsRef<Path>) -> Result<Evaluation, NetworkError> {
        let file = name.as_ref();
        if file.as_os_str().is_empty() {
            return Ok(Evaluation::BuiltIn);
        }
        Ok(Evaluation::Network(Arc::new(Network::read(file)?)))
    }

    /// Makes a network the built-in one, for a library without the feature `built-in`; `false`
    /// when there is one already.
    pub fn give_built_in(network: Network) -> bool {
        built_in::give(network)
    }

    /// Whether there is a built-in network. Without the feature `built-in` one has to be
    /// [given](Evaluation::give_built_in).
    pub fn has_built_in() -> bool {
        built_in::is_there()
    }

    /// The network. The built-in one is unpacked when it is first asked for.
    ///
    /// # Panics
    /// When the library has no built-in network and none was given.
    pub fn network(&self) -> &Arc<Network> {
        match self {
            Evaluation::BuiltIn => built_in::network(),
            Evaluation::Network(network) => network,
        }
    }
}

/// Name, shape and kernels in use, as `network 0123456789ab, 689k1a1t7-384x2-8, avx2`.
impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let network = self.network();
        let (name, shape) = (network.name(), network.architecture());
        write!(f, "network {name}, {shape}, {}", instructions())
    }
}
