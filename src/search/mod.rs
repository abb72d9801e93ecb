//! The search: iterative deepening over PVS with a shared transposition table.
//! It prints nothing, reads nothing, and knows only the limits it was given.

mod features;
mod limits;
mod pool;

pub use features::Features;
pub use limits::{Clock, Limits, Listener, Report, SearchResult, Settings, StopToken};
pub use pool::Pool;
