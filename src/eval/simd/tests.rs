//! Each kernel against the definition, and the extremes.

use super::*;
use crate::random::Random;

fn noise(seed: u64) -> impl FnMut() -> i16 {
    let mut random = Random::new(&[seed]);
    move || random.next_u64() as i16
}

fn lanes(count: usize, mut next: impl FnMut() -> i16) -> Vec<Lane> {
    let mut lanes = vec![Lane::ZERO; count];
    lanes.iter_mut().for_each(|lane| lane.0.iter_mut().for_each(|x| *x = next()));
    lanes
}

#[test]
fn every_kernel_agrees_with_the_definition() {
    for kernels in available() {
        for count in 1..=24 {
            let mut next = noise(count as u64);
            let mut small = || lanes(count, || next() >> 4);
            let [from, a, b, c] = [(); 4].map(|()| small());
            let element = |lanes: &[Lane], i: usize| lanes[i / LANE].0[i % LANE];
            let mut to = vec![Lane::ZERO; count];
            kernels.shift(&mut to, &from, &a, &b);
            for i in 0..count * LANE {
                let expected = element(&from, i) + element(&a, i) - element(&b, i);
                assert_eq!(element(&to, i), expected, "{} shift {i}", kernels.name);
            }
            kernels.capture(&mut to, &from, &a, [&b, &c]);
            for i in 0..count * LANE {
                let expected = element(&from, i) + element(&a, i) - element(&b, i) - element(&c, i);
                assert_eq!(element(&to, i), expected, "{} capture {i}", kernels.name);
            }
            let table: Vec<Lane> = [&from, &a, &b, &c].into_iter().flatten().copied().collect();
            let mut values = a.clone();
            kernels.change(&mut values, &table, &[0, 2 * count, count], &[3 * count]);
            for i in 0..count * LANE {
                let expected =
                    2 * element(&a, i) + element(&from, i) + element(&b, i) - element(&c, i);
                assert_eq!(element(&values, i), expected, "{} change {i}", kernels.name);
            }
            kernels.update(&mut to, &a, &table, &[0, 2 * count, count], &[3 * count]);
            assert!(to == values, "{} update {count}", kernels.name);
        }
    }
}

/// Weights below this size cannot make the sums over two accumulators of so many lanes exceed
/// 32 bits.
fn range(count: usize) -> i16 {
    (i32::MAX / MAX_ACTIVATION / (2 * count * LANE) as i32) as i16 + 1
}

fn halves(lanes: &[Vec<Lane>; 2]) -> [&[Lane]; 2] {
    lanes.each_ref().map(|half| &half[..])
}

#[test]
fn a_step_is_a_change_and_an_output() {
    for kernels in available() {
        for count in 1..=24 {
            let mut next = noise(count as u64 + 7);
            let from = [(); 2].map(|()| lanes(count, || next() % 300));
            let rows = [(); 6].map(|()| lanes(count, || next() % 100));
            let weights = [(); 2].map(|()| lanes(count, || next() % range(count)));
            let [a, b, c, d, e, f] = rows.each_ref().map(|row| &row[..]);
            for captures in [false, true] {
                let mut expected = [(); 2].map(|()| vec![Lane::ZERO; count]);
                let sides = expected.iter_mut().zip(&from).zip([(a, b, c), (d, e, f)]);
                for ((to, from), (added, first, second)) in sides {
                    if captures {
                        scalar::capture(to, from, added, [first, second]);
                    } else {
                        scalar::shift(to, from, added, first);
                    }
                }
                let sum = kernels.output(halves(&expected), halves(&weights));
                let mut to = [(); 2].map(|()| vec![Lane::ZERO; count]);
                let [own, other] = &mut to;
                let (to_halves, added): ([&mut [Lane]; 2], _) = ([own, other], [a, d]);
                let (from, weights) = (halves(&from), halves(&weights));
                let found = if captures {
                    let removed = [[b, c], [e, f]];
                    let update = Update { to: to_halves, from, added, removed };
                    kernels.step_capture(update, weights)
                } else {
                    let removed = [[b], [e]];
                    kernels.step(Update { to: to_halves, from, added, removed }, weights)
                };
                assert!(to == expected, "{} {count} {captures}", kernels.name);
                assert_eq!(found, sum, "{} {count} {captures}", kernels.name);
            }
        }
    }
}

#[test]
fn outputs_agree_at_all_sizes_and_extremes() {
    for kernels in available() {
        for count in 1..=24 {
            let mut next = noise(count as u64 + 99);
            let values = [(); 2].map(|()| lanes(count, || next() % 600));
            let weights = [(); 2].map(|()| lanes(count, || next() % range(count)));
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
            let mut weights = vec![Lane::ZERO; 4];
            weights.iter_mut().flat_map(|lane| &mut lane.0).take(count).for_each(|w| *w = weight);
            let full = vec![Lane([i16::MAX; LANE]); 4];
            let sum = kernels.output([&full, &full], [&weights, &weights]);
            let expected = MAX_ACTIVATION * i32::from(weight) * 2 * count as i32;
            assert_eq!(sum, expected, "{}", kernels.name);
            let empty = vec![Lane([i16::MIN; LANE]); 4];
            assert_eq!(kernels.output([&empty, &empty], [&weights, &weights]), 0);
        }
        // Neighbours, which one instruction adds up.
        let mut weights = vec![Lane::ZERO; 4];
        weights[0].0[..2].fill(i16::MIN);
        let full = vec![Lane([QA; LANE]); 4];
        let sum = kernels.output([&full, &full], [&weights, &vec![Lane::ZERO; 4]]);
        assert_eq!(sum, 2 * MAX_ACTIVATION * i32::from(i16::MIN), "{}", kernels.name);
    }
}

/// A second layer with random weights up to `range`, and the output after it.
struct Layer {
    weights: Vec<i16>,
    packed: Vec<Block>,
    biases: Vec<i32>,
    output: Vec<i32>,
}

impl Layer {
    fn new(neurons: usize, inputs: usize, mut next: impl FnMut() -> i16) -> Layer {
        let weights: Vec<i16> = (0..neurons * inputs).map(|_| next() % 128).collect();
        let packed = Block::pack(&weights, inputs);
        assert!(Block::unpack(&packed, inputs) == weights);
        let biases = (0..neurons).map(|_| i32::from(next())).collect();
        let output = (0..2 * neurons + 1).map(|_| i32::from(next() % 8192)).collect();
        Layer { weights, packed, biases, output }
    }

    fn borrow(&self) -> SecondLayer<'_> {
        SecondLayer { weights: &self.packed, biases: &self.biases, output: &self.output }
    }

    /// The sums and the output as the documentation defines them.
    fn expected(&self, values: &[Vec<Lane>; 2]) -> (Vec<i64>, i64) {
        let inputs: Vec<i64> = values
            .iter()
            .flatten()
            .flat_map(|lane| lane.0)
            .map(|value| (i64::from(value.clamp(0, QA)).pow(2) + 256) / 512)
            .collect();
        let rows = self.weights.chunks(inputs.len()).zip(&self.biases);
        let sums: Vec<i64> = rows
            .map(|(row, &bias)| {
                let products = row.iter().zip(&inputs).map(|(&w, x)| i64::from(w) * x);
                products.sum::<i64>() + i64::from(bias)
            })
            .collect();
        let clipped = sums.iter().map(|&sum| sum.clamp(0, 8192));
        let squares = clipped.clone().map(|a| a * a / 8192);
        let last = clipped.chain(squares).chain([sums[0]]);
        let output = last.zip(&self.output).map(|(x, &w)| x * i64::from(w)).sum();
        (sums, output)
    }

    fn compare(&self, values: &[Vec<Lane>; 2]) {
        let (expected, output) = self.expected(values);
        for kernels in available() {
            let mut sums = [1; MAX_SECOND];
            kernels.second_layer(halves(values), self.borrow(), &mut sums);
            let found: Vec<i64> = sums.iter().map(|&sum| sum.into()).collect();
            let (found, rest) = found.split_at(expected.len());
            assert_eq!(found, expected, "{}", kernels.name);
            assert!(rest.iter().all(|&sum| sum == 0), "{}", kernels.name);
            assert_eq!(kernels.two_layers(halves(values), self.borrow()), output);
        }
    }
}

#[test]
fn second_layers_agree_with_the_definition_at_all_sizes() {
    for neurons in [8, 16, 32] {
        for count in [2, 4, 6, 8, 16] {
            let mut next = noise((neurons * 100 + count) as u64);
            let layer = Layer::new(neurons, 2 * count * LANE, &mut next);
            for range in [20, 300, 600] {
                layer.compare(&[(); 2].map(|()| lanes(count, || next() % range)));
            }
        }
    }
}

#[test]
fn no_sum_of_a_second_layer_overflows() {
    for neurons in [8, 16, 32] {
        let mut layer = Layer::new(neurons, 64 * LANE, noise(1));
        for weight in [-127, 127] {
            layer.weights.fill(weight);
            layer.packed = Block::pack(&layer.weights, 64 * LANE);
            for value in [i16::MIN, 0, QA, i16::MAX] {
                layer.compare(&[(); 2].map(|()| vec![Lane([value; LANE]); 32]));
            }
        }
    }
}
