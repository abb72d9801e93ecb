//! Positions as pictures: SVG, and PNG without any font or library of the system.

mod board;
mod glyphs;
mod png;
mod shapes;

pub use board::{Faces, Look, background, draw, symbols};
pub use png::to_png;
