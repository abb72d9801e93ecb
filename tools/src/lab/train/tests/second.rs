//! Training a second layer.

use crate::lab::train::init::Start;
use crate::lab::train::learner::Learner;
use crate::lab::train::loss::{Loss, PHASES};
use crate::lab::train::manifest::Manifest;
use crate::lab::train::model::Model;
use crate::lab::train::sample::{Filter, Inputs, Sample, Skipped, collect};
use crate::lab::train::tests::{folder_of_games, manifest, random_game};
use crate::lab::train::training::Training;
use chuhe::eval::Architecture;
use std::sync::atomic::AtomicBool;

/// The parameters after the accumulators as the forward pass uses them.
#[derive(Clone)]
struct Plain {
    second: Vec<f64>,
    second_biases: Vec<f64>,
    weights: Vec<f64>,
    biases: Vec<f64>,
}

/// A position with its accumulators.
struct Position {
    bucket: usize,
    target: f64,
    values: [Vec<f64>; 2],
    inputs: Inputs,
}

/// A small change of a weight of the first layer, or without a row of a bias.
#[derive(Clone, Copy)]
struct Shift {
    row: Option<u16>,
    neuron: usize,
    by: f64,
}

impl Plain {
    fn of(model: &Model) -> Plain {
        let (second, biases) = model.output.second.as_ref().unwrap().to_weights();
        let wide = |values: &[f32]| values.iter().map(|&value| value.into()).collect();
        Plain {
            second: second.iter().map(|&weight| f64::from(weight) / 64.0).collect(),
            second_biases: biases.iter().map(|&bias| f64::from(bias) / 8192.0).collect(),
            weights: wide(&model.output.weights.values),
            biases: wide(&model.output.biases.values),
        }
    }

    /// The sum of the losses, computed as the documentation says. Inputs are rounded; what a
    /// shift changes of them is not.
    fn loss(&self, batch: &[Position], shift: Option<Shift>) -> f64 {
        let per_bucket = self.weights.len() / self.biases.len();
        let neurons = per_bucket / 2;
        let loss = |position: &Position| {
            let inputs: Vec<f64> =
                (0..2).flat_map(|side| position.second_inputs(side, shift)).collect();
            let last = &self.weights[position.bucket * per_bucket..];
            let mut output = self.biases[position.bucket];
            for i in 0..neurons {
                let number = position.bucket * neurons + i;
                let row = &self.second[number * inputs.len()..];
                let products = inputs.iter().zip(row).map(|(x, w)| x * w);
                let sum = self.second_biases[number] + products.sum::<f64>();
                let clipped = sum.clamp(0.0, 1.0);
                output += clipped * last[i] + clipped * clipped * last[neurons + i];
                if i == 0 {
                    output += sum * last[2 * neurons];
                }
            }
            (1.0 / (1.0 + (-output).exp()) - position.target).powi(2)
        };
        batch.iter().map(loss).sum()
    }
}

impl Position {
    fn new(model: &Model, loss: &Loss, sample: &Sample) -> Position {
        let hidden = model.architecture.hidden;
        let mut inputs = Inputs::default();
        sample.inputs(model.architecture.buckets, false, &mut inputs);
        let value = |side: usize, i: usize| {
            let rows = inputs.lists[side][..inputs.count].iter();
            let weight = |&row: &u16| {
                let at = usize::from(row) * hidden + i;
                i32::from(model.rounded[at / 32].0[at % 32])
            };
            let sum: i32 = rows.map(weight).sum();
            f64::from(sum + i32::from(model.rounded_biases[i / 32].0[i % 32]))
        };
        let values = [0, 1].map(|side| (0..hidden).map(|i| value(side, i)).collect());
        let bucket = model.architecture.output.bucket(sample.count());
        Position { bucket, target: loss.target(sample).into(), values, inputs }
    }

    /// What one side's accumulator gives to the second layer.
    fn second_inputs(&self, side: usize, shift: Option<Shift>) -> Vec<f64> {
        let list = &self.inputs.lists[side][..self.inputs.count];
        let input = |(i, &value): (usize, &f64)| {
            let rounded = ((value.clamp(0.0, 255.0).powi(2) + 256.0) / 512.0).floor() / 128.0;
            let by = match shift {
                Some(Shift { row, neuron, by }) if neuron == i && value > 0.0 && value < 255.0 => {
                    by * row.map_or(1, |row| list.iter().filter(|&&r| r == row).count()) as f64
                }
                _ => 0.0,
            };
            rounded + ((value + 255.0 * by).powi(2) - value.powi(2)) / 65536.0
        };
        self.values[side].iter().enumerate().map(input).collect()
    }
}

/// The slope of a function at 0.
fn slope(function: impl Fn(f64) -> f64) -> f64 {
    const STEP: f64 = 1e-5;
    (function(STEP) - function(-STEP)) / (2.0 * STEP)
}

#[test]
fn gradients_equal_differences_of_the_loss() {
    let architecture: Architecture = "689k3a4-64x2-8-2".parse().unwrap();
    let mut model = Model::new(architecture, 3);
    // So that some sums are clipped at either end.
    let second = model.output.second.as_mut().unwrap();
    second.weights.values.iter_mut().for_each(|weight| *weight = (*weight * 4.0).clamp(-1.9, 1.9));
    model.round();
    let function = Loss { result_share: 0.3, scale: 300.0, exponent: 2.0, weights: [1.0; PHASES] };
    let filter = Filter { max_score: 3000, skip_captures: true, skip_plies: 0 };
    let mut samples = Vec::new();
    for number in 0..4 {
        collect(&random_game(&[number]), &filter, &mut Skipped::default(), &mut samples).unwrap();
    }
    // More than a tile.
    assert!(samples.len() > 140);
    let batch: Vec<(Sample, bool)> = samples.iter().map(|&sample| (sample, false)).collect();
    let mut learner = Learner::new(&model);
    learner.learn(&model, &function, &batch);
    let batch: Vec<Position> =
        samples.iter().map(|sample| Position::new(&model, &function, sample)).collect();
    let plain = Plain::of(&model);
    let loss = plain.loss(&batch, None);
    assert!((learner.loss - loss).abs() < loss * 1e-4, "{} {loss}", learner.loss);

    let found = &learner.gradients;
    let compare = |name: &str, found: &[f32], expected: &dyn Fn(usize) -> f64| {
        let size = found.iter().fold(0.0_f64, |size, &x| size.max(f64::from(x).abs()));
        assert!(size > 1e-6, "{name}: nothing to compare");
        let used = (0..found.len()).filter(|&i| found.len() < 100 || found[i] != 0.0);
        let mut count = 0;
        for i in used.clone().step_by(used.count() / 60 + 1) {
            let (found, expected) = (f64::from(found[i]), expected(i));
            assert!((found - expected).abs() < size * 2e-3, "{name} {i}: {found} {expected}");
            count += 1;
        }
        assert!(count > 1, "{name}: {count} compared");
    };
    let by_parameter = |part: fn(&mut Plain) -> &mut Vec<f64>| {
        let (plain, batch) = (&plain, &batch);
        move |i: usize| {
            slope(|by| {
                let mut changed = plain.clone();
                part(&mut changed)[i] += by;
                changed.loss(batch, None)
            })
        }
    };
    compare("second", &found.output.second, &by_parameter(|p| &mut p.second));
    let biases = &found.output.second_biases;
    compare("second biases", biases, &by_parameter(|p| &mut p.second_biases));
    compare("weights", &found.output.weights, &by_parameter(|p| &mut p.weights));
    compare("biases", &found.output.biases, &by_parameter(|p| &mut p.biases));
    let by_shift = |row: Option<u16>, neuron: usize| {
        slope(|by| plain.loss(&batch, Some(Shift { row, neuron, by })))
    };
    compare("first biases", &found.biases, &|i| by_shift(None, i));
    let hidden = architecture.hidden;
    compare("inputs", &found.inputs, &|i| by_shift(Some((i / hidden) as u16), i % hidden));
}

#[test]
fn a_second_layer_begins_as_the_output_before_it() {
    let folder = folder_of_games("second");
    let first = manifest(&folder, "689k1a1-64x2-2");
    let folders = [folder.clone()];
    let out = |name: &str| {
        let out = folder.join(name);
        std::fs::create_dir_all(&out).unwrap();
        out
    };
    let stop = AtomicBool::new(false);
    let checkpoint = |training: &mut Training, name: &str, steps: u64| {
        assert!(!training.run(&stop, Some(steps)).unwrap());
        Start::read(&folder.join(format!("{name}/checkpoint-{steps:08}.bin"))).unwrap()
    };
    let mut small = Training::new(first.clone(), &folders, &out("small"), None).unwrap();
    let start = checkpoint(&mut small, "small", 40);
    let with = |architecture: &str, out_name: &str, start: &Start| {
        let wanted = Manifest { architecture: architecture.parse().unwrap(), ..first.clone() };
        start.check(wanted.architecture).unwrap();
        Training::new(wanted, &folders, &out(out_name), Some(start)).unwrap()
    };
    let compare = |old: &Training, new: &Training, tolerance: f32| {
        let mut learners = (Learner::new(&old.model), Learner::new(&new.model));
        let shape = new.model.architecture;
        let (mut off, mut size, mut count) = (0.0, 0.0, 0.0);
        for sample in new.data.validation.iter().take(200) {
            let before = learners.0.output(&old.model, sample);
            let after = learners.1.output(&new.model, sample);
            off += (before - after).abs();
            size += before.abs();
            count += 1.0;
        }
        assert!(size / count > 0.1, "{shape}: {size}");
        assert!(off / count <= tolerance, "{shape}: off by {} of {}", off / count, size / count);
    };
    // Weights are rounded to 1/64 now, which they were not before.
    let mut second = with("689k1a1-64x2-16-2", "second", &start);
    compare(&small, &second, 0.05);
    compare(&small, &with("689k1a1-128x2-8-4", "wider", &start), 0.05);
    compare(&small, &with("689k3a4-64x2-32-2", "buckets", &start), 0.05);
    let before = second.model.output.second.clone().unwrap().weights.values;
    let next = checkpoint(&mut second, "second", 20);
    assert_eq!(next.architecture.to_string(), "689k1a1-64x2-16-2");
    let after = &second.model.output.second.as_ref().unwrap().weights.values;
    let changed = after.iter().zip(before).filter(|(a, b)| **a != *b).count();
    assert!(changed > after.len() / 2, "{changed} of {} weights learn", after.len());
    for wanted in ["689k1a1-64x2-16-2", "689k3a1-128x2-16-8", "689k1a1-64x2-32-4"] {
        compare(&second, &with(wanted, &format!("again-{wanted}"), &next), 1e-3);
    }
    for (start, wanted, word) in [
        (&next, "689k1a1-64x2-2", "a single layer"),
        (&next, "689k1a1-64x2-8-2", "does not fit into 8"),
        (&next, "689k1a1-64x2-16-3", "outputs"),
        (&start, "689k1a1-64x2-16-1", "outputs"),
    ] {
        let error = format!("{:#}", start.check(wanted.parse().unwrap()).unwrap_err());
        assert!(error.contains(word), "{wanted}: {error}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}
