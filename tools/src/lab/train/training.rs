//! A training run, from the data to the network file.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;
use serde::Serialize;

use crate::common::output::write_whole;
use crate::lab::train::average::Average;
use crate::lab::train::checkpoint::{self, Checkpoint};
use crate::lab::train::curve;
use crate::lab::train::dataset::Dataset;
use crate::lab::train::init::InitialWeights;
use crate::lab::train::learner::Learner;
use crate::lab::train::loss::Loss;
use crate::lab::train::manifest::{Manifest, is_square, is_zero};
use crate::lab::train::model::{Model, step};
use crate::lab::train::permutation::Permutation;
use crate::lab::train::sample::Sample;
use crate::lab::train::summary;
use chuhe::eval::Network;
use chuhe::internals::packing::sha256;

/// Points of the loss curve in a whole run.
const CURVE_POINTS: u64 = 200;
/// Computations of the validation loss in a whole run, each at a point of the curve.
const VALIDATIONS: u64 = 20;
/// The mean size of scores where the manifest gives none, as a multiple of that of
/// the network that counts material. The search's margins were tuned with networks
/// whose scores have this size.
const MATERIAL_FACTOR: f64 = 1.1;
/// Steps between two sets of weights of which the finished weights are the mean.
const AVERAGE_STEPS: u64 = 16;
/// Time between two progress lines.
const REPORT_INTERVAL: Duration = Duration::from_secs(10);

/// A training run.
pub struct Training {
    manifest: Manifest,
    /// The text of the manifest; a checkpoint belongs to one text.
    text: String,
    out: PathBuf,
    /// The training set and the validation set.
    pub data: Dataset,
    /// What is minimised.
    pub loss: Loss,
    /// The network so far.
    pub model: Model,
    /// The progress of the run.
    pub state: Checkpoint,
    learners: Vec<Learner>,
}

/// How a network was trained: the description in its file.
#[derive(Serialize)]
struct Origin<'a> {
    /// The program.
    trainer: String,
    /// The hash of the manifest.
    manifest: String,
    /// The hash of the file that training started from.
    #[serde(skip_serializing_if = "str::is_empty")]
    init: &'a str,
    /// The evaluations that played the games.
    generators: &'a [String],
    games: u64,
    positions: usize,
    epochs: f64,
    result_share: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    final_result_share: Option<f64>,
    #[serde(skip_serializing_if = "is_zero")]
    lookahead: f64,
    #[serde(skip_serializing_if = "is_zero")]
    average: f64,
    #[serde(skip_serializing_if = "is_square")]
    loss_exponent: f64,
    #[serde(skip_serializing_if = "is_zero")]
    phase_balance: f64,
    /// Score units of the games per unit of the logistic curve.
    logistic_scale: f32,
    training_loss: f64,
    validation_loss: f64,
}

impl Training {
    /// Reads the data, and the last checkpoint if there is one; without a checkpoint
    /// training begins with the weights of `start`, or random ones.
    ///
    /// # Errors
    /// When the data are not those of the manifest, the checkpoint belongs to another
    /// manifest, or there are checkpoints and none can be used.
    pub fn new(
        manifest: Manifest,
        folders: &[PathBuf],
        out: &Path,
        start: Option<&InitialWeights>,
    ) -> Result<Training> {
        let started = Instant::now();
        let data = Dataset::read(&manifest, folders)?;
        let scale = if manifest.scale > 0.0 { manifest.scale } else { data.fit_scale() };
        let skipped = &data.skipped;
        let share = |n: u64| 100.0 * n as f64 / skipped.seen.max(1) as f64;
        remark!(
            "{} games, {} positions: {:.1} % in check, {:.1} % captures, {:.1} % decided, {:.1} % zero left out",
            data.games,
            skipped.seen,
            share(skipped.in_check),
            share(skipped.captures),
            share(skipped.decided),
            share(skipped.zero)
        );
        remark!(
            "{} positions to learn from, {:.1} % of them repeated, and {} to check with, read in \
             {:.1} s; scale {scale}",
            data.training.len(),
            100.0 * data.repeated(),
            data.validation.len(),
            started.elapsed().as_secs_f64()
        );
        let mut model = Model::new(manifest.architecture, manifest.seed.into());
        if let Some(start) = start {
            start.put_into(&mut model, scale);
        }
        let text = manifest.to_text()?;
        let state = checkpoint::read_last(out, &text, &mut model)?;
        let curve = curve::HEADER.into();
        let state = state.unwrap_or(Checkpoint {
            step: 0,
            losses: 0.0,
            count: 0,
            curve,
            average: Average::default(),
        });
        let learners = (0..manifest.threads).map(|_| Learner::new(&model)).collect();
        let loss = Loss::new(&manifest, scale, &data.training);
        let out = out.to_path_buf();
        Ok(Training { manifest, text, out, data, loss, model, state, learners })
    }

    /// Steps in the whole run.
    pub fn steps(&self) -> u64 {
        let positions = self.data.training.len() as f64 * self.manifest.epochs;
        (positions / self.manifest.batch as f64).ceil() as u64
    }

    /// The learning rate of a step: a linear warm-up, then a cosine schedule.
    fn rate(&self, step: u64) -> f64 {
        let Manifest { rate, final_rate, warm_up, .. } = self.manifest;
        if step < warm_up {
            return rate * (step + 1) as f64 / warm_up as f64;
        }
        let rest = (self.steps().max(warm_up + 1) - warm_up) as f64;
        let progress = ((step - warm_up) as f64 / rest).min(1.0);
        let wave = 0.5 * (1.0 + (std::f64::consts::PI * progress).cos());
        rate * (final_rate + (1.0 - final_rate) * wave)
    }

    /// The loss of a step. In the last steps the weight of the result rises, if it is to.
    pub fn loss_at(&self, step: u64) -> Loss {
        let Manifest { result_share, final_result_share, result_rise, .. } = self.manifest;
        let last = final_result_share.unwrap_or(result_share);
        let rest = self.steps().saturating_sub(step + 1) as f64;
        let rise = (self.steps() as f64 * result_rise).max(1.0);
        let share = last + (result_share - last) * (rest / rise).min(1.0);
        Loss { result_share: share as f32, ..self.loss }
    }

    /// After a step: in the last ones adds the weights to their mean, and puts that in their
    /// place after the very last.
    fn average(&mut self) {
        let (step, steps) = (self.state.step, self.steps());
        let first = steps - (steps as f64 * self.manifest.average) as u64;
        if step > first && (steps - step).is_multiple_of(AVERAGE_STEPS) {
            self.state.average.add(&mut self.model);
        }
        if step == steps {
            std::mem::take(&mut self.state.average).put_into(&mut self.model);
        }
    }

    /// Trains until the run is complete or stopped; whether it is complete.
    ///
    /// # Errors
    /// When a checkpoint cannot be written.
    pub fn run(&mut self, stop: &AtomicBool, stop_after: Option<u64>) -> Result<bool> {
        let steps = self.steps();
        let point = steps.div_ceil(CURVE_POINTS).max(1);
        let check = point * (CURVE_POINTS / VALIDATIONS);
        let (started, first) = (Instant::now(), self.state.step);
        let (mut reported, mut fastest) = (Instant::now(), f64::MAX);
        let last = stop_after.map_or(steps, |limit| steps.min(first.saturating_add(limit)));
        remark!("{}", curve::HEADER.trim_end()); // of the lines that follow
        while self.state.step < last && !stop.load(Ordering::Relaxed) {
            let begun = Instant::now();
            let loss = self.step();
            fastest = fastest.min(begun.elapsed().as_secs_f64());
            self.state.losses += loss;
            self.state.count += 1;
            let step = self.state.step;
            if step.is_multiple_of(point) || step == steps {
                let checked = step.is_multiple_of(check) || step == steps;
                let validation = checked.then(|| self.validate());
                self.add_curve_point(validation);
            }
            if step.is_multiple_of(self.manifest.checkpoint) {
                self.save()?;
            }
            if reported.elapsed() >= REPORT_INTERVAL {
                reported = Instant::now();
                let seconds = started.elapsed().as_secs_f64();
                let rate = (step - first) as f64 / seconds;
                remark!(
                    "step {step}/{steps}, {:.2} M positions/s, {:.0} s left",
                    rate * self.manifest.batch as f64 / 1e6,
                    (steps - step) as f64 / rate
                );
            }
        }
        self.save()?;
        let done = self.state.step - first;
        let rate = done as f64 * self.manifest.batch as f64 / started.elapsed().as_secs_f64();
        // On a busy machine the fastest step says more than the mean.
        remark!(
            "{done} steps, {:.2} M positions/s, {:.2} in the fastest",
            rate / 1e6,
            self.manifest.batch as f64 / fastest / 1e6
        );
        Ok(self.state.step >= steps)
    }

    /// One step; returns the mean loss of its batch.
    fn step(&mut self) -> f64 {
        let Manifest { batch, threads, seed, .. } = self.manifest;
        let number = self.state.step;
        let loss = &self.loss_at(number);
        let (samples, model) = (&self.data.training, &self.model);
        thread::scope(|scope| {
            for (thread, learner) in self.learners.iter_mut().enumerate() {
                let part = thread * batch / threads..(thread + 1) * batch / threads;
                scope.spawn(move || {
                    // In two loops, so that several reads of memory are under way at a time.
                    let places = part.map(|i| number * batch as u64 + i as u64);
                    let picks: Vec<(usize, bool)> =
                        places.map(|place| pick(samples.len(), seed.into(), place)).collect();
                    let positions: Vec<(Sample, bool)> = picks
                        .into_iter()
                        .map(|(index, coin)| (samples[index], samples[index].is_central && coin))
                        .collect();
                    learner.learn(model, loss, &positions);
                });
            }
        });
        let loss: f64 = self.learners.iter_mut().map(|l| std::mem::take(&mut l.loss)).sum();
        let step = step(number, self.rate(number), self.manifest.decay, batch);
        let mut gradients: Vec<_> = self.learners.iter_mut().map(|l| &mut l.gradients).collect();
        self.model.update(&mut gradients, &step);
        self.state.step += 1;
        self.average();
        loss / batch as f64
    }

    /// The mean loss over the validation games.
    fn validate(&mut self) -> f64 {
        let samples = &self.data.validation;
        let share = samples.len().div_ceil(self.learners.len()).max(1);
        let (model, loss) = (&self.model, &self.loss);
        let losses: Vec<f64> = thread::scope(|scope| {
            let parts = self.learners.iter_mut().zip(samples.chunks(share));
            let threads: Vec<_> = parts
                .map(|(learner, part)| scope.spawn(move || learner.sum_losses(model, loss, part)))
                .collect();
            threads.into_iter().filter_map(|thread| thread.join().ok()).collect()
        });
        losses.iter().sum::<f64>() / samples.len().max(1) as f64
    }

    /// Adds a point to the loss curve.
    fn add_curve_point(&mut self, validation: Option<f64>) {
        let training = self.state.losses / self.state.count.max(1) as f64;
        (self.state.losses, self.state.count) = (0.0, 0);
        let step = self.state.step;
        let seen = step as f64 * self.manifest.batch as f64;
        let epoch = seen / self.data.training.len() as f64;
        let rate = self.rate(step - 1);
        let validation = validation.map_or(String::new(), |loss| format!("{loss:.7}"));
        let line = format!("{step},{epoch:.4},{rate:.7},{training:.7},{validation}");
        if !validation.is_empty() {
            remark!("{line}");
        }
        self.state.curve.push_str(&line);
        self.state.curve.push('\n');
    }

    fn save(&mut self) -> Result<()> {
        checkpoint::write(&self.out, &self.text, &self.state, &mut self.model)?;
        write_whole(&self.out.join("loss.csv"), self.state.curve.as_bytes())?;
        write_whole(&self.out.join("loss.svg"), curve::svg(&self.state.curve).as_bytes())
    }

    /// Writes the network, and prints a summary.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn finish(&mut self) -> Result<()> {
        let architecture = self.manifest.architecture;
        let checked = &self.data.validation;
        let samples = if checked.is_empty() { &self.data.training } else { checked };
        let sizes = summary::sizes(&self.model, samples)?;
        let wanted = match self.manifest.mean_score {
            0.0 => MATERIAL_FACTOR * sizes.material,
            given => given,
        };
        // The file's scale is a whole number: the gain takes up the rest.
        let units = wanted / sizes.model.max(1e-9);
        let scale = (units / self.model.output.largest_gain()).ceil().max(1.0);
        let weights = self.model.to_weights(units / scale);
        let bytes = Network::to_bytes(architecture, scale as i32, &self.origin()?, &weights)?;
        let network = Network::from_bytes(&bytes)?;
        let path = self.out.join(format!("{}.net", network.name()));
        write_whole(&path, &bytes)?;
        write_whole(&self.out.join("manifest.toml"), self.text.as_bytes())?;
        let summary = format!(
            "network {} ({architecture}), {} bytes\n\
             {units:.0} score units per unit of the logistic curve, learned from {}\n{}{}{}",
            network.name(),
            bytes.len(),
            self.loss.scale,
            summary::rounding(&network, &self.model, samples, units),
            summary::neurons(&self.model, samples),
            summary::piece_values(&network, samples)
        );
        write_whole(&self.out.join("summary.txt"), summary.as_bytes())?;
        say!("{summary}{}", path.display())
    }

    /// The description for the network file.
    fn origin(&self) -> Result<String> {
        let last: Vec<&str> =
            self.state.curve.lines().last().unwrap_or_default().split(',').collect();
        let loss =
            |column: usize| last.get(column).and_then(|text| text.parse().ok()).unwrap_or_default();
        Ok(toml::to_string(&Origin {
            trainer: format!("chuhe {}", env!("CARGO_PKG_VERSION")),
            manifest: sha256(self.text.as_bytes()).to_string(),
            init: &self.manifest.init,
            generators: &self.data.generators,
            games: self.data.games,
            positions: self.data.training.len(),
            epochs: self.manifest.epochs,
            result_share: self.manifest.result_share,
            final_result_share: self.manifest.final_result_share,
            lookahead: self.manifest.lookahead,
            average: self.manifest.average,
            loss_exponent: self.manifest.loss_exponent,
            phase_balance: self.manifest.phase_balance,
            logistic_scale: self.loss.scale,
            training_loss: loss(3),
            validation_loss: loss(4),
        })?)
    }
}

/// The index of the position at a place of the stream of all epochs, and a random bit:
/// whether to mirror the position if both kings stand on the middle file.
fn pick(count: usize, seed: u64, place: u64) -> (usize, bool) {
    let (epoch, at) = (place / count as u64, place % count as u64);
    let key = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ epoch.wrapping_mul(0xff51_afd7_ed55_8ccd);
    let index = Permutation::new(count, key).at(at as usize);
    let coin = (index as u64 ^ key).wrapping_mul(0xd6e8_feb8_6659_fd93) >> 63;
    (index, coin == 1)
}
