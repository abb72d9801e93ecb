//! The search: iterative deepening over PVS with a shared transposition table.
//! It prints nothing, reads nothing, and knows only the limits it was given.

mod eras;
mod helper;
mod history;
mod limits;
pub mod params;
mod picker;
mod pool;
mod report;
mod root;
mod root_moves;
mod scored_moves;
mod searcher;
mod settings;
mod stop;
mod techniques;
mod time;
mod tt;
mod vote;
mod worker;

pub use helper::STACK_BYTES;
pub use limits::{Clock, Limits};
pub(crate) use pool::PlannedSearch;
pub use pool::{DEFAULT_HASH_MIB, Pool};
pub use report::{Listener, Report, RootMoveListener, SearchResult};
pub use searcher::{SearchError, Searcher};
pub use settings::SearchSettings;
pub use stop::StopToken;
pub use techniques::Techniques;
pub(crate) use time::{TimePlan, Timekeeper};
pub use tt::TableEntry;
