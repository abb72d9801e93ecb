//! The arithmetic of the network, as functions over slices. Each kernel gives the same
//! integers as `scalar`, bit for bit, so a search visits the same nodes on every
//! processor.
//!
//! The functions are safe to call; unsafe code for the evaluation is in these files only.
#![allow(unsafe_code)]

/// Makes the table of kernels of a module for x86-64 processors with some features,
/// and the functions that need no intrinsics of their own. The module itself has `output`, and
/// for a chunk in registers `load`, `store`, `add` and `subtract`.
#[cfg(target_arch = "x86_64")]
macro_rules! kernels_for {
    ($name:literal, $features:literal) => {
        /// The kernels for processors with these features. Only
        /// [`crate::eval::simd::available`] returns them, after asking the processor.
        pub static KERNELS: Kernels = Kernels { name: $name, change, update, output };

        #[target_feature(enable = $features)]
        fn change(values: &mut [Chunk], table: &[Chunk], added: &[usize], removed: &[usize]) {
            scalar::change(values, table, added, removed);
        }

        #[target_feature(enable = $features)]
        fn update(
            to: &mut [Chunk],
            from: &[Chunk],
            table: &[Chunk],
            added: &[usize],
            removed: &[usize],
        ) {
            let (wide, rest) = to.as_chunks_mut::<WIDE_BLOCK>();
            let (wide_from, rest_from) = from.as_chunks::<WIDE_BLOCK>();
            let (narrow, single) = rest.as_chunks_mut::<BLOCK>();
            let (narrow_from, single_from) = rest_from.as_chunks::<BLOCK>();
            assert!(wide.len() == wide_from.len() && narrow.len() == narrow_from.len());
            assert!(single.len() == single_from.len());
            let mut at = 0;
            for (to, from) in wide.iter_mut().zip(wide_from) {
                update_block(to, from, table, at, added, removed);
                at += WIDE_BLOCK;
            }
            for (to, from) in narrow.iter_mut().zip(narrow_from) {
                update_block(to, from, table, at, added, removed);
                at += BLOCK;
            }
            for (to, from) in single.iter_mut().zip(single_from) {
                let (to, from) = (std::array::from_mut(to), std::array::from_ref(from));
                update_block(to, from, table, at, added, removed);
                at += 1;
            }
        }

        /// Some chunks of an update, which stay in registers while it goes through the rows.
        #[inline]
        #[target_feature(enable = $features)]
        fn update_block<const N: usize>(
            to: &mut [Chunk; N],
            from: &[Chunk; N],
            table: &[Chunk],
            at: usize,
            added: &[usize],
            removed: &[usize],
        ) {
            let mut sums = [load(&Chunk::ZERO); N];
            for i in 0..N {
                sums[i] = load(&from[i]);
            }
            let row = |row: usize| {
                let Some(row) = table[row + at..].first_chunk::<N>() else { unreachable!() };
                row
            };
            // Two rows at a time, where there are both: fewer turns of the loop.
            let pairs = added.len().min(removed.len());
            for (&new, &old) in added.iter().zip(removed) {
                let (new, old) = (row(new), row(old));
                for i in 0..N {
                    sums[i] = subtract(add(sums[i], load(&new[i])), load(&old[i]));
                }
            }
            for &new in &added[pairs..] {
                let new = row(new);
                for i in 0..N {
                    sums[i] = add(sums[i], load(&new[i]));
                }
            }
            for &old in &removed[pairs..] {
                let old = row(old);
                for i in 0..N {
                    sums[i] = subtract(sums[i], load(&old[i]));
                }
            }
            for i in 0..N {
                store(&mut to[i], sums[i]);
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "aarch64")]
mod neon;
mod scalar;
#[cfg(test)]
mod tests;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm;

use std::sync::LazyLock;

/// The number of integers in a [`Chunk`].
pub const CHUNK: usize = 32;

/// A cache line of integers, aligned like one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Chunk(pub [i16; CHUNK]);

impl Chunk {
    /// All zeros.
    pub const ZERO: Chunk = Chunk([0; CHUNK]);

    /// Numbers as chunks; there must be a multiple of [`CHUNK`].
    pub fn pack(numbers: &[i16]) -> Vec<Chunk> {
        numbers.as_chunks().0.iter().map(|numbers| Chunk(*numbers)).collect()
    }

    /// The numbers of chunks.
    pub fn unpack(chunks: &[Chunk]) -> Vec<i16> {
        chunks.iter().flat_map(|chunk| chunk.0).collect()
    }
}

/// One, in the fixed point of the first layer; activations are clipped to it.
pub const QA: i16 = 255;
/// The largest activation that output weights are multiplied by: half of the square of one.
pub const MAX_ACTIVATION: i32 = QA as i32 * QA as i32 / 2;

/// The functions for one kind of processor. Only [`available`] returns them, after
/// asking the processor, which makes calling them safe.
///
/// All slices of one call must have the same length, except those of `change` and the table of
/// `update`. The absolute values of the output weights must be small enough that no sum of
/// products exceeds 32 bits.
#[derive(Clone, Copy, Debug)]
pub struct Kernels {
    /// The name, for the variable `CHUHE_KERNEL`.
    pub name: &'static str,
    change: Change,
    update: UpdateRows,
    output: Output,
}

type Change = unsafe fn(&mut [Chunk], &[Chunk], &[usize], &[usize]);
type UpdateRows = unsafe fn(&mut [Chunk], &[Chunk], &[Chunk], &[usize], &[usize]);
type Output = unsafe fn([&[Chunk]; 2], [&[Chunk]; 2]) -> i32;

impl Kernels {
    /// Adds rows of a table to the values and subtracts others; a row is given by the
    /// index of its first chunk.
    #[inline]
    pub fn change(
        &self,
        values: &mut [Chunk],
        table: &[Chunk],
        added: &[usize],
        removed: &[usize],
    ) {
        // SAFETY: the processor has what these kernels need.
        unsafe { (self.change)(values, table, added, removed) }
    }

    /// [`Kernels::change`] of a copy: `to` becomes `from` with the rows of the table `added` and
    /// `removed`.
    #[inline]
    pub fn update(
        &self,
        to: &mut [Chunk],
        from: &[Chunk],
        table: &[Chunk],
        added: &[usize],
        removed: &[usize],
    ) {
        // SAFETY: the processor has what these kernels need.
        unsafe { (self.update)(to, from, table, added, removed) }
    }

    /// `Σ (clamp(value, 0, QA)² >> 1) · weight` over two accumulators: half of the square fits a
    /// signed 16-bit integer, and so may the weight.
    #[inline]
    pub fn output(&self, values: [&[Chunk]; 2], weights: [&[Chunk]; 2]) -> i32 {
        // SAFETY: the processor has what these kernels need.
        unsafe { (self.output)(values, weights) }
    }
}

/// All kernels that run on this processor, the fastest first, the scalar ones last.
pub fn available() -> Vec<&'static Kernels> {
    let mut list: Vec<&'static Kernels> = Vec::new();
    #[cfg(target_arch = "x86_64")]
    {
        if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw") {
            list.push(&avx512::KERNELS);
        }
        if is_x86_feature_detected!("avx2") {
            list.push(&avx2::KERNELS);
        }
    }
    #[cfg(target_arch = "aarch64")]
    list.push(&neon::KERNELS);
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    list.push(&wasm::KERNELS);
    list.push(&scalar::KERNELS);
    list
}

/// The kernels to use: the fastest ones, or those that the variable `CHUHE_KERNEL`
/// names, if they run here. Chosen once.
pub fn kernels() -> &'static Kernels {
    static CHOICE: LazyLock<&'static Kernels> = LazyLock::new(|| {
        let wanted = std::env::var("CHUHE_KERNEL").unwrap_or_default();
        let list = available();
        let named = list.iter().copied().find(|kernels| kernels.name == wanted);
        if named.is_none() && !wanted.is_empty() {
            let names: Vec<&str> = list.iter().map(|kernels| kernels.name).collect();
            log::error!("CHUHE_KERNEL={wanted}: this processor has {}", names.join(", "));
        }
        named.or(list.first().copied()).unwrap_or(&scalar::KERNELS)
    });
    *CHOICE
}
