//! Reading files of games into samples.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use anyhow::{Context, Result, ensure};

use crate::lab::datagen::ShardGames;
use crate::lab::train::lookahead::Lookahead;
use crate::lab::train::loss::logistic;
use crate::lab::train::manifest::Manifest;
use crate::lab::train::sample::{Filter, Sample, Skipped, collect};
use chuhe::internals::random::Random;

/// The positions of a training run.
#[derive(Default)]
pub struct Dataset {
    /// The training set.
    pub training: Vec<Sample>,
    /// The validation set: positions of other games.
    pub validation: Vec<Sample>,
    /// Numbers of the positions that were left out.
    pub skipped: Skipped,
    /// Number of games.
    pub games: u64,
    /// The evaluations that played the games.
    pub generators: Vec<String>,
}

impl Dataset {
    /// Reads the files of a manifest, with its number of threads. The result does not
    /// depend on that number.
    ///
    /// # Errors
    /// When a file is missing, damaged, or not the one that was pinned.
    pub fn read(manifest: &Manifest, folders: &[PathBuf]) -> Result<Dataset> {
        ensure!(!manifest.files.is_empty(), "the manifest names no files");
        let next = AtomicUsize::new(0);
        let parts: Mutex<Vec<Option<Dataset>>> =
            Mutex::new((0..manifest.files.len()).map(|_| None).collect());
        let results: Vec<Result<()>> = thread::scope(|scope| {
            let work = || -> Result<()> {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(file) = manifest.files.get(number) else { return Ok(()) };
                    let part = read_file(manifest, number, folders)
                        .with_context(|| format!("reading {}", file.name))?;
                    parts.lock().unwrap_or_else(|e| e.into_inner())[number] = Some(part);
                }
            };
            let threads: Vec<_> = (0..manifest.threads).map(|_| scope.spawn(work)).collect();
            threads.into_iter().filter_map(|thread| thread.join().ok()).collect()
        });
        results.into_iter().collect::<Result<()>>()?;
        let mut dataset = Dataset::default();
        for part in parts.into_inner().unwrap_or_else(|e| e.into_inner()).into_iter().flatten() {
            dataset.add(part);
        }
        ensure!(!dataset.training.is_empty(), "no position is left to learn from");
        Ok(dataset)
    }

    fn add(&mut self, part: Dataset) {
        self.training.extend(part.training);
        self.validation.extend(part.validation);
        self.games += part.games;
        self.skipped.seen += part.skipped.seen;
        self.skipped.in_check += part.skipped.in_check;
        self.skipped.captures += part.skipped.captures;
        self.skipped.decided += part.skipped.decided;
        self.skipped.zero += part.skipped.zero;
        for generator in part.generators {
            if !self.generators.contains(&generator) {
                self.generators.push(generator);
            }
        }
    }

    /// The share of the training set that repeats other positions of it, whatever their
    /// scores and results. Estimated from a sample, chosen by a hash so that equal
    /// positions are chosen together.
    pub fn repeated(&self) -> f64 {
        const SAMPLE: u64 = 1_000_000;
        let stride = (self.training.len() as u64 / SAMPLE).max(1);
        let keys = self.training.iter().map(Sample::key).filter(|key| key % stride == 0);
        let (mut count, mut seen) = (0_u64, HashSet::new());
        for key in keys {
            count += 1;
            seen.insert(key);
        }
        1.0 - seen.len() as f64 / count.max(1) as f64
    }

    /// The scale of the logistic curve by which the scores predict the results best.
    pub fn fit_scale(&self) -> f64 {
        let stride = (self.training.len() / 200_000).max(1);
        let sample = || self.training.iter().step_by(stride);
        let error = |scale: f64| -> f64 {
            sample()
                .map(|sample| {
                    let expected = logistic((f64::from(sample.score) / scale) as f32);
                    f64::from(expected - f32::from(sample.result) * 0.5).powi(2)
                })
                .sum()
        };
        // Golden-section search: the error has one minimum.
        let ratio = (5.0_f64.sqrt() - 1.0) / 2.0;
        let (mut low, mut high) = (50.0, 3000.0);
        while high - low > 0.5 {
            let (a, b) = (high - ratio * (high - low), low + ratio * (high - low));
            if error(a) < error(b) {
                high = b;
            } else {
                low = a;
            }
        }
        ((low + high) / 2.0).round()
    }
}

fn read_file(manifest: &Manifest, number: usize, folders: &[PathBuf]) -> Result<Dataset> {
    let bytes = manifest.read(number, folders)?;
    let (header, games) = ShardGames::open(&bytes)?;
    let header: toml::Table = header.parse().context("its header")?;
    let mut dataset = Dataset::default();
    for key in ["evaluation", "relabel_evaluation"] {
        if let Some(toml::Value::String(name)) = header.get(key) {
            dataset.generators.push(name.clone());
        }
    }
    let filter = Filter {
        max_score: manifest.max_score,
        skip_captures: manifest.skip_captures,
        skip_plies: manifest.skip_plies,
    };
    let lookahead = Lookahead { share: manifest.lookahead, scale: manifest.scale };
    // The positions of a game share its result, so a whole game belongs to one set.
    let mut random = Random::new(&[manifest.seed.into(), number as u64, 0x7370_6c69]);
    for game in games {
        let is_validation = random.unit() < manifest.validation;
        let list = if is_validation { &mut dataset.validation } else { &mut dataset.training };
        collect(&game?, &filter, lookahead, &mut dataset.skipped, list)?;
        dataset.games += 1;
    }
    Ok(dataset)
}
