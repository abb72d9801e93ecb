//! The formats, each in a module of its own: what it looks like, its reader, its writer.

pub mod dhtmlxq;
pub mod lines;
pub mod pgn;
mod slots;
pub mod xqf;
