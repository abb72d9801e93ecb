//! Each kernel against the definition, and the extremes.

use super::*;
use crate::random::Random;

fn noise(seed: u64) -> impl FnMut() -> i16 {
    let mut random = Random::new(&[seed]);
    move || random.next_u64() as i16
}

fn chunks(count: usize, mut next: impl FnMut() -> i16) -> Vec<Chunk> {
    let mut chunks = vec![Chunk::ZERO; count];
    chunks.iter_mut().for_each(|chunk| chunk.0.iter_mut().for_each(|x| *x = next()));
    chunks
}

#[test]
fn every_kernel_agrees_with_the_definition() {
    for kernels in available() {
        for count in 1..=24 {
            let mut next = noise(count as u64);
            let mut small = || chunks(count, || next() >> 4);
            let [from, a, b, c] = [(); 4].map(|()| small());
            let element = |chunks: &[Chunk], i: usize| chunks[i / CHUNK].0[i % CHUNK];
            let table: Vec<Chunk> = [&from, &a, &b, &c].into_iter().flatten().copied().collect();
            let mut values = a.clone();
            kernels.change(&mut values, &table, &[0, 2 * count, count], &[3 * count]);
            for i in 0..count * CHUNK {
                let expected =
                    2 * element(&a, i) + element(&from, i) + element(&b, i) - element(&c, i);
                assert_eq!(element(&values, i), expected, "{} change {i}", kernels.name);
            }
            let mut to = vec![Chunk::ZERO; count];
            kernels.update(&mut to, &a, &table, &[0, 2 * count, count], &[3 * count]);
            assert!(to == values, "{} update {count}", kernels.name);
        }
    }
}

/// Weights below this size cannot make the sums over two accumulators of this many chunks exceed
/// 32 bits.
fn range(count: usize) -> i16 {
    (i32::MAX / MAX_ACTIVATION / (2 * count * CHUNK) as i32) as i16 + 1
}

#[test]
fn outputs_agree_at_all_sizes_and_extremes() {
    for kernels in available() {
        for count in 1..=24 {
            let mut next = noise(count as u64 + 99);
            let values = [(); 2].map(|()| chunks(count, || next() % 600));
            let weights = [(); 2].map(|()| chunks(count, || next() % range(count)));
            let mut expected = 0_i64;
            for half in 0..2 {
                for (v, w) in values[half].iter().zip(&weights[half]) {
                    for (&v, &w) in v.0.iter().zip(&w.0) {
                        let v = i64::from(v.clamp(0, QA));
                        expected += v * v / 2 * i64::from(w);
                    }
                }
            }
            let [us, them] = &values;
            let [first, second] = &weights;
            let sum = kernels.output([us, them], [first, second]);
            assert_eq!(i64::from(sum), expected, "{} {count}", kernels.name);
        }
        // The largest sums, in both directions: of many weights, and of two in each half.
        for (weight, count) in [(258, 128), (-258, 128), (i16::MAX, 1), (i16::MIN, 1)] {
            let mut weights = vec![Chunk::ZERO; 4];
            weights.iter_mut().flat_map(|chunk| &mut chunk.0).take(count).for_each(|w| *w = weight);
            let full = vec![Chunk([i16::MAX; CHUNK]); 4];
            let sum = kernels.output([&full, &full], [&weights, &weights]);
            let expected = MAX_ACTIVATION * i32::from(weight) * 2 * count as i32;
            assert_eq!(sum, expected, "{}", kernels.name);
            let empty = vec![Chunk([i16::MIN; CHUNK]); 4];
            assert_eq!(kernels.output([&empty, &empty], [&weights, &weights]), 0);
        }
        // Neighbours, which one instruction adds up.
        let mut weights = vec![Chunk::ZERO; 4];
        weights[0].0[..2].fill(i16::MIN);
        let full = vec![Chunk([QA; CHUNK]); 4];
        let sum = kernels.output([&full, &full], [&weights, &vec![Chunk::ZERO; 4]]);
        assert_eq!(sum, 2 * MAX_ACTIVATION * i32::from(i16::MIN), "{}", kernels.name);
    }
}
