//! Commands for who builds, trains and measures engines.

pub mod arena;
pub mod client;
pub mod datagen;
pub mod fit_levels;
pub mod fit_wdl;
pub mod ladder;
pub mod levels;
pub mod material;
pub mod net;
pub mod openings;
pub mod train;
pub mod tune_search;
