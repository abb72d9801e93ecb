//! Lines of a client in every dialect: the program answers each `go` and ends.
//! Words that take much memory or time, or that write files, are left out.
#![no_main]

use std::io::Cursor;

use chuhe::protocol::{Audience, run};
use libfuzzer_sys::fuzz_target;

const LEFT_OUT: &[&str] = &["perft", "bench", "log", "file", "hash", "memory", "threads", "cores"];

const GREETINGS: &[&str] = &["uci", "ucci", "xboard\nprotover 2", ""];

fuzz_target!(|input: (u8, &str)| {
    let (number, text) = input;
    let lower = text.to_ascii_lowercase();
    if LEFT_OUT.iter().any(|word| lower.contains(word)) {
        return;
    }
    let greeting = GREETINGS[usize::from(number) % GREETINGS.len()];
    let lines = format!("{greeting}\n{text}\nquit\n");
    let mut output = Vec::new();
    run(Cursor::new(lines), &mut output, Audience::Program).expect("writing to memory");
    assert!(output.is_empty() || output.ends_with(b"\n"));
});
