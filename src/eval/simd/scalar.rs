//! The definition of the kernels: plain loops, which the compiler vectorises for the
//! target. The other kernels use the loops without multiplications as they are,
//! compiled for their processor.

use crate::eval::simd::{CHUNK, Chunk, Kernels, QA};

/// Plain loops.
pub static KERNELS: Kernels = Kernels { name: "scalar", change, update, output };

/// Chunks that [`change`] adds up at a time.
pub const BLOCK: usize = 4;

/// See [`Kernels::change`].
#[inline(always)]
pub fn change(values: &mut [Chunk], table: &[Chunk], added: &[usize], removed: &[usize]) {
    for (number, block) in values.chunks_mut(BLOCK).enumerate() {
        let at = number * BLOCK;
        if let Ok(block) = <&mut [Chunk; BLOCK]>::try_from(&mut *block) {
            change_block(block, table, at, added, removed);
        } else {
            for (i, chunk) in block.iter_mut().enumerate() {
                change_block(std::array::from_mut(chunk), table, at + i, added, removed);
            }
        }
    }
}

/// See [`Kernels::update`].
#[inline(always)]
pub fn update(
    to: &mut [Chunk],
    from: &[Chunk],
    table: &[Chunk],
    added: &[usize],
    removed: &[usize],
) {
    to.copy_from_slice(from);
    change(to, table, added, removed);
}

#[inline(always)]
fn change_block<const N: usize>(
    block: &mut [Chunk; N],
    table: &[Chunk],
    at: usize,
    added: &[usize],
    removed: &[usize],
) {
    let mut sum = *block;
    for &row in added {
        let row = &table[row + at..row + at + N];
        for (sum, row) in sum.iter_mut().zip(row) {
            for i in 0..CHUNK {
                sum.0[i] = sum.0[i].wrapping_add(row.0[i]);
            }
        }
    }
    for &row in removed {
        let row = &table[row + at..row + at + N];
        for (sum, row) in sum.iter_mut().zip(row) {
            for i in 0..CHUNK {
                sum.0[i] = sum.0[i].wrapping_sub(row.0[i]);
            }
        }
    }
    *block = sum;
}

fn output(values: [&[Chunk]; 2], weights: [&[Chunk]; 2]) -> i32 {
    let mut sum = 0_i32;
    for (values, weights) in values.into_iter().zip(weights) {
        assert!(values.len() == weights.len());
        for (value, weight) in values.iter().zip(weights) {
            for i in 0..CHUNK {
                let v = value.0[i].clamp(0, QA) as u16;
                // At most MAX_ACTIVATION, which fits.
                let half = ((v * v) >> 1) as i16;
                sum = sum.wrapping_add(i32::from(half) * i32::from(weight.0[i]));
            }
        }
    }
    sum
}
