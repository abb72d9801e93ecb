//! Tables of solved endings: what is damaged is refused, also behind a right checksum,
//! and what is read is unpacked into little memory.
//!
//! The bytes are those of the directory, the blocks follow after the first 0xffff.

use chuhe::endings::EndingTable;
use chuhe::internals::packing::sha256;

/// More than the largest block of a class that is built.
const MOST_BYTES: usize = 1 << 22;
/// Blocks that are unpacked.
const BLOCKS: usize = 8;

pub fn check(bytes: &[u8]) {
    let _ = EndingTable::in_memory(bytes.to_vec());
    let end = bytes.windows(2).position(|pair| pair == [0xff, 0xff]).unwrap_or(bytes.len());
    let (head, blocks) = bytes.split_at(end);
    let hash = sha256(head);
    let sealed = [head, &hash.0, blocks.get(2..).unwrap_or_default()].concat();
    let Ok(table) = EndingTable::in_memory(sealed) else { return };
    if table.block_bytes() <= MOST_BYTES {
        for number in 0..table.blocks().min(BLOCKS) {
            let _ = table.block(number);
        }
    }
}
