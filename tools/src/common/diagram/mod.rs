//! Positions as PNG.

mod png;

pub use png::to_png;
