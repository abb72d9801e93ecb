//! What the commands of both halves share.

pub mod color;
pub mod date;
pub mod diagram;
pub mod input;
pub mod invocation;
pub mod lang;
pub mod lines;
pub mod output;
pub mod page;
pub mod progress;
pub mod rule_set;
pub mod say;
pub mod signals;
pub mod solved;
pub mod state_file;
