//! The search: iterative deepening over PVS with a shared transposition table.
//! It prints nothing, reads nothing, and knows only the limits it was given.

mod helper;
mod history;
mod limits;
pub(crate) mod params;
mod past;
mod picker;
mod pool;
mod root;
mod root_moves;
mod scored_moves;
mod searcher;
mod techniques;
mod time;
mod tt;
mod vote;
mod worker;

pub use limits::{
    Clock, Limits, Listener, Report, RootMoveListener, SearchResult, SearchSettings, StopToken,
};
pub use pool::{DEFAULT_HASH_MIB, Pool, STACK_BYTES};
pub use searcher::{SearchError, Searcher};
pub use techniques::Techniques;
pub use tt::TableEntry;
