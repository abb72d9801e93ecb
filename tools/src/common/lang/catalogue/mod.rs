//! Every text that is written in several languages, with English first. There are three kinds:
//! an entry has a key; a message is a variant of an enum, so that whoever makes one needs no
//! words; a phrase is known by its English, because clap keeps the help of options and makes
//! errors in its own words.
//!
//! A test compares the keys of entries with those that the sources ask for. Keys that begin
//! with `page.` belong to the scripts of pages; keys with `.by.` end in the name of a value.

/// A table of phrases: English, simplified and traditional Chinese.
macro_rules! phrases {
    ($($english:literal => $simplified:literal, $traditional:literal;)*) => {
        &[$([$english, $simplified, $traditional]),*]
    };
}

/// A table of entries: the key, English, simplified and traditional Chinese.
macro_rules! entries {
    ($($key:literal => $english:literal, $simplified:literal, $traditional:literal;)*) => {
        &[$(($key, [$english, $simplified, $traditional])),*]
    };
}

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
