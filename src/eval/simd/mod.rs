//! The arithmetic of the network, as functions over slices. Each kernel gives the same
//! integers as `scalar`, bit for bit, so a search visits the same nodes on every
//! processor.
//!
//! The functions are safe to call; unsafe code for the evaluation is in these files only.
#![allow(unsafe_code)]

/// Makes the table of kernels of a module for x86-64 processors with some features,
/// and the functions that need no intrinsics of their own. The module itself has `half`, `total`,
/// `output`, `second_layer`, and for a lane in registers `load`, `store`, `add` and `subtract`.
#[cfg(target_arch = "x86_64")]
macro_rules! kernels_for {
    ($name:literal, $features:literal) => {
        /// The kernels for processors with these features. Only
        /// [`crate::eval::simd::available`] returns them, after asking the processor.
        pub static KERNELS: Kernels = TABLE;

        const TABLE: Kernels = Kernels {
            name: $name,
            shift,
            capture,
            change,
            update,
            output,
            step,
            step_capture,
            second_layer,
            two_layers,
        };

        #[target_feature(enable = $features)]
        fn shift(to: &mut [Lane], from: &[Lane], added: &[Lane], removed: &[Lane]) {
            scalar::shift(to, from, added, removed);
        }

        #[target_feature(enable = $features)]
        fn capture(to: &mut [Lane], from: &[Lane], added: &[Lane], removed: [&[Lane]; 2]) {
            scalar::capture(to, from, added, removed);
        }

        #[target_feature(enable = $features)]
        fn change(values: &mut [Lane], table: &[Lane], added: &[usize], removed: &[usize]) {
            scalar::change(values, table, added, removed);
        }

        #[target_feature(enable = $features)]
        fn update(
            to: &mut [Lane],
            from: &[Lane],
            table: &[Lane],
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

        /// Some lanes of an update, which stay in registers while it goes through the rows.
        #[inline]
        #[target_feature(enable = $features)]
        fn update_block<const N: usize>(
            to: &mut [Lane; N],
            from: &[Lane; N],
            table: &[Lane],
            at: usize,
            added: &[usize],
            removed: &[usize],
        ) {
            let mut sums = [load(&Lane::ZERO); N];
            for i in 0..N {
                sums[i] = load(&from[i]);
            }
            for &row in added {
                let row = &table[row + at..row + at + N];
                for i in 0..N {
                    sums[i] = add(sums[i], load(&row[i]));
                }
            }
            for &row in removed {
                let row = &table[row + at..row + at + N];
                for i in 0..N {
                    sums[i] = subtract(sums[i], load(&row[i]));
                }
            }
            for i in 0..N {
                store(&mut to[i], sums[i]);
            }
        }

        #[target_feature(enable = $features)]
        fn step(update: Update<1>, weights: [&[Lane]; 2]) -> i32 {
            step_with(update, weights)
        }

        #[target_feature(enable = $features)]
        fn step_capture(update: Update<2>, weights: [&[Lane]; 2]) -> i32 {
            step_with(update, weights)
        }

        #[inline]
        #[target_feature(enable = $features)]
        fn step_with<const REMOVED: usize>(update: Update<REMOVED>, weights: [&[Lane]; 2]) -> i32 {
            let Update { to: [own, other], from, added, removed } = update;
            let first = half(own, from[0], added[0], removed[0], weights[0]);
            let second = half(other, from[1], added[1], removed[1], weights[1]);
            total(first, second)
        }

        #[target_feature(enable = $features)]
        fn two_layers(values: [&[Lane]; 2], layer: SecondLayer) -> i64 {
            let mut sums = [0; MAX_SECOND];
            second_layer(values, layer, &mut sums);
            scalar::last_layer(&sums, layer)
        }
    };
}

#[cfg(any(target_arch = "aarch64", all(target_arch = "wasm32", target_feature = "simd128")))]
#[macro_use]
mod vectors128;

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "aarch64")]
mod neon;
mod scalar;
mod second;
#[cfg(test)]
mod tests;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm;

use std::sync::LazyLock;

pub use second::{Block, MAX_SECOND, ONE_OF_SECOND, SecondLayer, Sums};

/// The number of integers in a [`Lane`].
pub const LANE: usize = 32;

/// A cache line of integers, aligned like one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Lane(pub [i16; LANE]);

impl Lane {
    /// All zeros.
    pub const ZERO: Lane = Lane([0; LANE]);

    /// Numbers as lanes; there must be a multiple of [`LANE`].
    pub fn pack(numbers: &[i16]) -> Vec<Lane> {
        numbers.as_chunks().0.iter().map(|numbers| Lane(*numbers)).collect()
    }

    /// The numbers of lanes.
    pub fn unpack(lanes: &[Lane]) -> Vec<i16> {
        lanes.iter().flat_map(|lane| lane.0).collect()
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
/// The limits of a [`SecondLayer`] are documented there.
#[derive(Clone, Copy, Debug)]
pub struct Kernels {
    /// The name, for the variable `CHUHE_KERNEL`.
    pub name: &'static str,
    shift: Shift,
    capture: Capture,
    change: Change,
    update: UpdateRows,
    output: Output,
    step: Step<1>,
    step_capture: Step<2>,
    second_layer: Second,
    two_layers: TwoLayers,
}

type Shift = unsafe fn(&mut [Lane], &[Lane], &[Lane], &[Lane]);
type Capture = unsafe fn(&mut [Lane], &[Lane], &[Lane], [&[Lane]; 2]);
type Change = unsafe fn(&mut [Lane], &[Lane], &[usize], &[usize]);
type UpdateRows = unsafe fn(&mut [Lane], &[Lane], &[Lane], &[usize], &[usize]);
type Output = unsafe fn([&[Lane]; 2], [&[Lane]; 2]) -> i32;
type Step<const REMOVED: usize> = unsafe fn(Update<REMOVED>, [&[Lane]; 2]) -> i32;
type Second = unsafe fn([&[Lane]; 2], SecondLayer, &mut Sums);
type TwoLayers = unsafe fn([&[Lane]; 2], SecondLayer) -> i64;

/// How a move changes the accumulators of both sides; that of the side to move
/// comes first.
#[derive(Debug)]
pub struct Update<'a, const REMOVED: usize> {
    /// The accumulators after the move, to be written.
    pub to: [&'a mut [Lane]; 2],
    /// The accumulators before the move.
    pub from: [&'a [Lane]; 2],
    /// The row that the move adds to each.
    pub added: [&'a [Lane]; 2],
    /// The rows that the move removes from each.
    pub removed: [[&'a [Lane]; REMOVED]; 2],
}

impl Kernels {
    /// `to = from + added - removed`.
    #[inline]
    pub fn shift(&self, to: &mut [Lane], from: &[Lane], added: &[Lane], removed: &[Lane]) {
        // SAFETY: the processor has what these kernels need.
        unsafe { (self.shift)(to, from, added, removed) }
    }

    /// `to = from + added - removed[0] - removed[1]`.
    #[inline]
    pub fn capture(&self, to: &mut [Lane], from: &[Lane], added: &[Lane], removed: [&[Lane]; 2]) {
        // SAFETY: the processor has what these kernels need.
        unsafe { (self.capture)(to, from, added, removed) }
    }

    /// Adds rows of a table to the values and subtracts others; a row is given by the
    /// index of its first lane.
    #[inline]
    pub fn change(&self, values: &mut [Lane], table: &[Lane], added: &[usize], removed: &[usize]) {
        // SAFETY: the processor has what these kernels need.
        unsafe { (self.change)(values, table, added, removed) }
    }

    /// [`Kernels::change`] of a copy: `to` becomes `from` with the rows of the table `added` and
    /// `removed`.
    #[inline]
    pub fn update(
        &self,
        to: &mut [Lane],
        from: &[Lane],
        table: &[Lane],
        added: &[usize],
        removed: &[usize],
    ) {
        // SAFETY: the processor has what these kernels need.
        unsafe { (self.update)(to, from, table, added, removed) }
    }

    /// `Σ (clamp(value, 0, QA)² >> 1) · weight` over two accumulators: half of the square fits a
    /// signed 16-bit integer, and so may the weight.
    #[inline]
    pub fn output(&self, values: [&[Lane]; 2], weights: [&[Lane]; 2]) -> i32 {
        // SAFETY: the processor has what these kernels need.
        unsafe { (self.output)(values, weights) }
    }

    /// [`Kernels::shift`] for both sides and [`Kernels::output`] in one pass.
    #[inline]
    pub fn step(&self, update: Update<1>, weights: [&[Lane]; 2]) -> i32 {
        // SAFETY: the processor has what these kernels need.
        unsafe { (self.step)(update, weights) }
    }

    /// [`Kernels::capture`] for both sides and [`Kernels::output`] in one pass.
    #[inline]
    pub fn step_capture(&self, update: Update<2>, weights: [&[Lane]; 2]) -> i32 {
        // SAFETY: the processor has what these kernels need.
        unsafe { (self.step_capture)(update, weights) }
    }

    /// The sums of a second layer over two accumulators: for each of its neurons the
    /// bias plus `Σ ((clamp(value, 0, QA)² + 256) >> 9) · weight`.
    #[inline]
    #[allow(dead_code, reason = "only the trainer calls it")]
    pub fn second_layer(&self, values: [&[Lane]; 2], layer: SecondLayer, sums: &mut Sums) {
        // SAFETY: the processor has what these kernels need.
        unsafe { (self.second_layer)(values, layer, sums) }
    }

    /// The output after a second layer, given [`Kernels::second_layer`]'s sums `s` and
    /// their clipped values `a = clamp(s, 0, ONE_OF_SECOND)`:
    /// `Σ a · weight + Σ (a² >> 13) · weight + s[0] · weight`.
    #[inline]
    pub fn two_layers(&self, values: [&[Lane]; 2], layer: SecondLayer) -> i64 {
        // SAFETY: the processor has what these kernels need.
        unsafe { (self.two_layers)(values, layer) }
    }
}

/// All kernels that run on this processor, the fastest first, the scalar ones last.
pub fn available() -> Vec<&'static Kernels> {
    let mut list: Vec<&'static Kernels> = Vec::new();
    #[cfg(target_arch = "x86_64")]
    {
        if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw") {
            if is_x86_feature_detected!("avx512vnni") {
                list.push(&avx512::VNNI_KERNELS);
            }
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
