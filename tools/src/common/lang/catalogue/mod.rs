//! Every text that is written in several languages: a key, and the text in English, in
//! simplified and in traditional Chinese. A test compares the keys with those that the
//! sources ask for. Keys that begin with `page.` belong to the scripts of pages; keys with
//! `.by.` end in the name of a value.

mod help;
mod matches;
mod messages;
mod pages;
mod texts;

/// A key, and its text in each language.
pub type Entry = (&'static str, [&'static str; 3]);

/// What tools say in English, with names in braces for what differs, and the same in simplified
/// and in traditional Chinese.
pub type Phrase = [&'static str; 3];

/// The phrases of errors, notes and help. A test compares them with the sources.
pub fn phrases() -> impl Iterator<Item = &'static Phrase> {
    messages::MESSAGES.iter().chain(matches::MATCHES).chain(help::HELP)
}

/// The catalogue.
pub fn entries() -> impl Iterator<Item = &'static Entry> {
    texts::TEXTS.iter().chain(pages::PAGES)
}
