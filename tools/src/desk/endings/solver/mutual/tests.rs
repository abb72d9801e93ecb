//! Solutions of mutual classes against slow twins that know only the definitions.

mod histories;
mod moves;
pub mod parity;
mod twin;
