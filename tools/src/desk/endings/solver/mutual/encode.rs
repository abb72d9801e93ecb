//! Writes solutions of mutual classes as files.

use crate::desk::endings::solver::encode::{file, filled, pack};
use crate::desk::endings::solver::mutual::FastMap;
use crate::desk::endings::solver::mutual::solution::{BROKEN, Solution, Unsolved};
use chuhe::internals::endings::{BLOCK_BYTES, NOTE_BYTES, NOTED};
use chuhe::types::Color;

/// The bytes of a file with the solution of a class.
///
/// # Errors
/// When a note has no place for its number.
pub fn encode(solution: &Solution) -> Result<Vec<u8>, Unsolved> {
    let size = solution.field.size;
    let frames_per_block = (BLOCK_BYTES / size).max(1);
    let in_block = frames_per_block * size;
    let too_high = Unsolved::TooHigh(solution.field.class);
    let mut notes: [FastMap<usize, Vec<(usize, u16)>>; 2] = Default::default();
    for (node, note) in &solution.notes {
        let bits = note.to_bits().ok_or_else(|| too_high.clone())?;
        let of_block = notes[node.side.index()].entry(node.at / in_block).or_default();
        of_block.push((node.at % in_block, bits));
    }
    let (mut values, mut noted) = (Vec::new(), Vec::new());
    for side in Color::ALL.map(Color::index) {
        for (block, chunk) in solution.values[side].chunks(in_block).enumerate() {
            let of_block = notes[side].get(&block).into_iter().flatten();
            // Broken is what notes are, so that these are filled first.
            let mut bytes = filled(chunk, BROKEN);
            let mut words = vec![0; if notes[side].contains_key(&block) { chunk.len() } else { 0 }];
            for &(at, bits) in of_block {
                bytes[at] = NOTED;
                words[at] = bits;
            }
            values.push(pack(&bytes));
            let words: Vec<u8> = words.into_iter().flat_map(u16::to_le_bytes).collect();
            debug_assert!(words.is_empty() || words.len() == NOTE_BYTES * chunk.len());
            noted.push(pack(&words));
        }
    }
    values.extend(noted);
    let class = solution.field.class;
    Ok(file(class, [size, solution.field.index.frames(), frames_per_block], &values))
}
