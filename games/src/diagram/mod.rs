//! Positions as pictures: SVG that needs no font of the system.

mod board;
mod glyphs;
mod shapes;

pub use board::{Faces, Look, background, draw, symbols};
pub use shapes::{Drawing, Outline, Paint, Place, Style};
