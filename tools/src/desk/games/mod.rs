//! `chuhe games`: a database of games, and what is in it.

pub mod args;
mod batch;
mod explore;
mod find;
mod index;
mod packed;
mod query;
mod row;
mod script;
mod stats;
mod store;

use anyhow::Result;

use args::{GamesArgs, GamesCommand};

/// Indexes or finds.
///
/// # Errors
/// When a file or the database cannot be read or written, or a condition makes no sense.
pub fn run(args: &GamesArgs) -> Result<()> {
    let lang = args.lang.get();
    match &args.command {
        GamesCommand::Index(args) => index::run(args, lang),
        GamesCommand::Find(args) => find::run(args, lang),
    }
}
