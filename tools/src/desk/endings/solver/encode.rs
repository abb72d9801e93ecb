//! Writes tables as files, which `file.rs` reads.

use miniz_oxide::deflate::compress_to_vec_zlib;

use crate::desk::endings::solver::solve::{BROKEN_LOSS, BROKEN_WIN, Solution};
use chuhe::endings::Class;
use chuhe::internals::endings::{AGAINST, BLOCK_BYTES, MAGIC, version_of};
use chuhe::internals::packing::sha256;

/// How hard to compress, 0 to 10.
const COMPRESSION: u8 = 5;

/// The bytes of a file with the solution of a class.
pub fn encode(solution: &Solution) -> Vec<u8> {
    let size = solution.index.placements.count();
    let frames_per_block = (BLOCK_BYTES / size).max(1);
    let sides = [(&solution.wins, BROKEN_WIN), (&solution.losses, BROKEN_LOSS)];
    let mut blocks = Vec::new();
    for ((bytes, broken), against) in sides.into_iter().zip(&solution.against) {
        let in_block = frames_per_block * size;
        let mut chunks: Vec<Vec<u8>> =
            bytes.chunks(in_block).map(|chunk| filled(chunk, broken)).collect();
        for (&at, &level) in against {
            debug_assert!(solution.class.may_stall() && level <= u8::MAX - AGAINST);
            chunks[at / in_block][at % in_block] = u8::MAX - level;
        }
        blocks.extend(chunks.iter().map(|chunk| pack(chunk)));
    }
    file(solution.class, [size, solution.index.frames(), frames_per_block], &blocks)
}

/// The bytes of a file of a class: the placements of a frame, the frames, and those of a block,
/// and the blocks.
pub fn file(class: Class, numbers: [usize; 3], blocks: &[Vec<u8>]) -> Vec<u8> {
    let name = class.to_string();
    let mut out = Vec::from(MAGIC);
    out.extend(version_of(&class).to_le_bytes());
    out.push(name.len() as u8);
    out.extend(name.as_bytes());
    for number in numbers.into_iter().chain([blocks.len()]) {
        out.extend((number as u32).to_le_bytes());
    }
    for block in blocks {
        out.extend((block.len() as u32).to_le_bytes());
    }
    let hash = sha256(&out);
    out.extend(hash.0);
    blocks.iter().for_each(|block| out.extend(block));
    out
}

/// The bytes of a block. What stands in the place of positions that cannot arise is never asked
/// for: the byte before it compresses best.
pub fn filled(bytes: &[u8], broken: u8) -> Vec<u8> {
    let mut last = 0;
    let kept = bytes.iter().map(|&byte| {
        last = if byte == broken { last } else { byte };
        last
    });
    kept.collect()
}

/// A block, compressed. Nothing but draws needs no bytes at all.
pub fn pack(bytes: &[u8]) -> Vec<u8> {
    if bytes.iter().all(|&byte| byte == 0) {
        return Vec::new();
    }
    compress_to_vec_zlib(bytes, COMPRESSION)
}
