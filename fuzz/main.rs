//! A fuzz target for libFuzzer: the one that has the name of the program.
#![no_main]

mod targets;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let name = env!("CARGO_BIN_NAME");
    let (_, check) = targets::TARGETS.iter().find(|target| target.0 == name).expect("a target");
    check(bytes);
});
