//! Solutions of mutual classes against slow twins that know only the definitions.

mod histories;
mod parity;
mod twin;
