//! Chuhe (楚河), a Chinese chess (xiangqi) engine.
pub mod board;
pub mod eval;
pub mod reference;
pub mod rules;
pub mod search;
pub mod tools;
pub mod types;
