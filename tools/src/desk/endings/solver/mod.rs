//! Solves classes of endings by retrograde analysis, writes the tables that
//! `chuhe::endings` reads, and checks them against the rules.

pub mod check;
pub mod encode;
mod moves;
pub mod mutual;
pub mod solve;

/// Where a byte stands among some.
fn places(bytes: &[u8], wanted: u8) -> Vec<usize> {
    let mut found = Vec::new();
    for (i, chunk) in bytes.chunks(64).enumerate() {
        // Without a branch, so that the compiler compares many bytes at once.
        if chunk.iter().fold(0, |any, &byte| any | u8::from(byte == wanted)) != 0 {
            let here = chunk.iter().enumerate().filter(|&(_, &byte)| byte == wanted);
            found.extend(here.map(|(j, _)| i * 64 + j));
        }
    }
    found
}

#[cfg(test)]
mod tests;
