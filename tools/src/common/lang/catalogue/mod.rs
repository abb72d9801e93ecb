//! Every text that is written in several languages, with English first. There are three kinds:
//! an entry has a key; a message is a variant of an enum, so that whoever makes one needs no
//! words; a phrase is known by its English, because clap keeps the help of options and makes
//! errors in its own words.
//!
//! A test compares the keys of entries with those that the sources ask for. Keys that begin
//! with `page.` belong to the scripts of pages; keys with `.by.` end in the name of a value.

/// A table of phrases: English, simplified and traditional Chinese, Vietnamese.
macro_rules! phrases {
    ($($english:literal => $simplified:literal, $traditional:literal, $vietnamese:literal;)*) => {
        &[$([$english, $simplified, $traditional, $vietnamese]),*]
    };
}

/// A table of entries: the key, English, simplified and traditional Chinese, Vietnamese.
macro_rules! entries {
    ($($key:literal =>
        $english:literal, $simplified:literal, $traditional:literal, $vietnamese:literal;)*) => {
        &[$(($key, [$english, $simplified, $traditional, $vietnamese])),*]
    };
}

mod clap;
mod endings;
mod faults;
pub mod files;
mod help;
mod help_match;
pub mod matches;
mod pages;
mod puzzles;
mod texts;

use chuhe_games::words;

/// A key, and its text in each language.
pub type Entry = (&'static str, [&'static str; 4]);

/// What clap says in English, with names in braces for what differs, and the same in the
/// other languages.
pub type Phrase = [&'static str; 4];

/// The phrases of clap and of help.
pub fn phrases() -> impl Iterator<Item = &'static Phrase> {
    clap::CLAP.iter().chain(help::HELP).chain(help_match::MATCH)
}

/// What the engine of a page says of faults.
pub fn faults() -> impl Iterator<Item = &'static Phrase> {
    faults::FAULTS.iter()
}

/// The entries.
pub fn entries() -> impl Iterator<Item = &'static Entry> {
    let own =
        texts::TEXTS.iter().chain(pages::PAGES).chain(puzzles::PUZZLES).chain(endings::ENDINGS);
    own.chain(words::TEXTS)
}
