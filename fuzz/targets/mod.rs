//! What is fuzzed: functions that take any bytes and panic when a promise is broken.
//! libFuzzer calls them (`fuzz/main.rs`), and so does the suite `seeds` of the ordinary
//! tests, with the bytes kept in `fuzz/seeds`.

mod book;
mod ccbridge;
mod endings;
mod fen;
mod lines;
mod moves;
mod network;
mod notation;
mod pgn;
mod servers;
mod shard;
mod state;
mod texts;

/// A target: its name, which is that of its folder of seeds, and its function.
pub type Target = (&'static str, fn(&[u8]));

/// All targets.
pub const TARGETS: &[Target] = &[
    ("book", book::check),
    ("ccbridge", ccbridge::check),
    ("endings", endings::check),
    ("fen", fen::check),
    ("lines", lines::check),
    ("moves", moves::check),
    ("network", network::check),
    ("notation", notation::check),
    ("pgn", pgn::check),
    ("servers", servers::check),
    ("shard", shard::check),
    ("state", state::check),
    ("texts", texts::check),
];

/// The bytes with a right checksum behind them, so that what comes after its test is
/// reached.
fn sealed(bytes: &[u8]) -> Vec<u8> {
    [bytes, &chuhe::internals::packing::sha256(bytes).0].concat()
}

/// A number and a text: the first byte and the rest, as far as it is UTF-8.
fn number_and_text(bytes: &[u8]) -> Option<(usize, &str)> {
    let (&number, rest) = bytes.split_first()?;
    Some((usize::from(number), std::str::from_utf8(rest).ok()?))
}
