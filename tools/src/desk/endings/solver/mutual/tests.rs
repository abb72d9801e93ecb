//! Solutions of mutual classes against slow twins that know only the definitions.

mod histories;
pub mod parity;
mod twin;
