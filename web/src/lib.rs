//! The engine as a module of WebAssembly: a thin layer over `chuhe-bindings`, for the package in
//! `web/npm` and the page. Boards, games and engines stay here and have numbers. What a program
//! does thousands of times a second (legal moves, pushes) are functions of numbers; everything
//! else is one request as JSON, and one answer. Built for `wasm32-wasip1`, of whose system calls
//! it needs the clock and random numbers, nothing else.

mod answers;
mod desk;
mod engines;
mod fast;
mod games;
mod practice;
mod requests;

#[cfg(target_family = "wasm")]
mod abi;
