//! The search: iterative deepening over PVS with a shared transposition table.
//! It prints nothing, reads nothing, and knows only the limits it was given.

mod aspiration;
mod features;
mod history;
mod learning;
mod limits;
mod memory;
pub(crate) mod params;
mod picker;
mod pool;
mod pruning;
mod pvs;
mod quiescence;
mod ranking;
mod time;
mod tt;
mod worker;

pub use features::Features;
pub use limits::{Clock, Limits, Listener, Report, SearchResult, Settings, StopToken};
pub use pool::{Pool, STACK_BYTES};
pub use tt::Entry;
