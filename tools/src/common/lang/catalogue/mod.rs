//! Every text that is written in several languages. Of three kinds are they: entries have a key,
//! messages are variants of an enum, phrases are looked up by their English, since clap keeps
//! the help of options and the words of its own.
//!
//! A test compares the keys of entries with those that the sources ask for. Keys that begin
//! with `page.` belong to the scripts of pages; keys with `.by.` end in the name of a value.

mod clap;
pub mod files;
mod help;
pub mod matches;
mod pages;
mod texts;

/// A key, and its text in each language.
pub type Entry = (&'static str, [&'static str; 3]);

/// What clap says in English, with names in braces for what differs, and the same in simplified
/// and in traditional Chinese.
pub type Phrase = [&'static str; 3];

/// The phrases of clap and of help.
pub fn phrases() -> impl Iterator<Item = &'static Phrase> {
    clap::CLAP.iter().chain(help::HELP)
}

/// The entries.
pub fn entries() -> impl Iterator<Item = &'static Entry> {
    texts::TEXTS.iter().chain(pages::PAGES)
}
