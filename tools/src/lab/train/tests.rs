//! The parts of the trainer together.

mod init;

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use super::average::Average;
use super::dataset::Dataset;
use super::learner::Learner;
use super::lookahead::Lookahead;
use super::loss::{Loss, PHASES};
use super::manifest::Manifest;
use super::model::Model;
use super::sample;
use super::sample::{Inputs, Sample, collect};
use super::training::Training;
use crate::lab::datagen::{Ending, OpeningKind, ScoredMove, ShardFile, StoredGame};
use crate::lab::material;
use chuhe::board::{Board, Setup};
use chuhe::eval::{Architecture, Network};
use chuhe::internals::random::Random;
use chuhe::rules::Outcome;
use chuhe::types::{Color, PieceType};

/// Random games, scored by counting pieces, in files in a folder of their own.
fn folder_of_games(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("chuhe-train-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    for file in 0..2 {
        let games = (0..40).map(|number| random_game(&[file, number])).collect();
        let shard = ShardFile { header: "evaluation = \"count\"\n".into(), games };
        shard.write(&folder.join(format!("x-{file}.games"))).unwrap();
    }
    folder
}

/// Red's material less Black's.
fn balance(board: &Board) -> i32 {
    let worth = [0, 20, 20, 90, 200, 100, 20];
    let side = |color| -> i32 {
        PieceType::ALL
            .iter()
            .zip(worth)
            .map(|(&kind, worth)| board.pieces(color, kind).count() as i32 * worth)
            .sum()
    };
    side(Color::Red) - side(Color::Black)
}

fn random_game(names: &[u64]) -> StoredGame {
    let mut random = Random::new(names);
    let mut board = Board::start();
    let mut moves = Vec::new();
    for _ in 0..120 {
        let legal = board.legal_moves();
        if legal.is_empty() {
            break;
        }
        let sign = if board.side() == Color::Red { 1 } else { -1 };
        let score = (sign * balance(&board) + 10) as i16;
        let mv = legal[random.below(legal.len())];
        moves.push(ScoredMove { mv, score });
        let _ = board.play(mv);
    }
    let outcome = match balance(&board) {
        n if n > 50 => Outcome::Win(Color::Red),
        n if n < -50 => Outcome::Win(Color::Black),
        _ => Outcome::Draw,
    };
    StoredGame {
        kind: OpeningKind::Random,
        start: Setup::start(),
        opening: Vec::new(),
        moves,
        outcome,
        ending: Ending::PlyCap,
    }
}

fn manifest(folder: &Path, architecture: &str) -> Manifest {
    let mut manifest = Manifest {
        architecture: architecture.parse().unwrap(),
        batch: 128,
        epochs: 3.0,
        warm_up: 5,
        validation: 0.1,
        result_share: 0.0,
        scale: 300.0,
        rate: 0.005,
        checkpoint: 20,
        ..Manifest::default()
    };
    manifest.pin(folder).unwrap();
    manifest
}

fn train(manifest: &Manifest, folder: &Path, out: &Path, stops: &[u64]) -> Training {
    std::fs::create_dir_all(out).unwrap();
    let folders = [folder.to_path_buf()];
    for &stop in stops {
        let mut training = Training::new(manifest.clone(), &folders, out, None).unwrap();
        assert!(!training.run(&AtomicBool::new(false), Some(stop)).unwrap());
    }
    let mut training = Training::new(manifest.clone(), &folders, out, None).unwrap();
    assert!(training.run(&AtomicBool::new(false), None).unwrap());
    training
}

#[test]
fn training_learns_and_interruptions_change_nothing() {
    let folder = folder_of_games("resume");
    for architecture in ["689k1a1t7-32x2-1", "689k1a1t7-64x2-8"] {
        let manifest = manifest(&folder, architecture);
        let whole = train(&manifest, &folder, &folder.join("a"), &[]);
        let parts = train(&manifest, &folder, &folder.join("b"), &[7, 1, 30]);
        assert!(
            whole.model.inputs == parts.model.inputs
                && whole.model.output.weights == parts.model.output.weights,
            "{architecture}"
        );
        assert_eq!(whole.state.curve, parts.state.curve);
        let rows: Vec<Vec<f64>> = whole
            .state
            .curve
            .lines()
            .skip(1)
            .map(|line| line.split(',').filter_map(|n| n.parse().ok()).collect())
            .collect();
        let checked = rows.iter().filter(|row| row.len() == 5).count();
        assert!((16..=21).contains(&checked), "{checked} of {} points", rows.len());
        let (first, last) = (&rows[0], &rows[rows.len() - 1]);
        assert!(last[3] < first[3] / 5.0 && last[4] < first[3], "loss: {first:?}, {last:?}");
        let other = Manifest { seed: 2, ..manifest };
        let folders = [folder.clone()];
        assert!(
            Training::new(other, &folders, &folder.join("a"), None).is_err(),
            "another manifest"
        );
        for out in ["a", "b"] {
            std::fs::remove_dir_all(folder.join(out)).unwrap();
        }
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_finished_weights_are_a_mean_and_interruptions_change_nothing() {
    let folder = folder_of_games("average");
    let plain = Manifest { checkpoint: 16, ..manifest(&folder, "689k1a1t7-32x2-1") };
    let mean = Manifest { average: 0.6, ..plain.clone() };
    let last = train(&plain, &folder, &folder.join("last"), &[]);
    let whole = train(&mean, &folder, &folder.join("a"), &[]);
    assert!(last.model.inputs != whole.model.inputs);
    // The same steps: only what is made of their weights differs.
    assert!(last.model.inputs.means == whole.model.inputs.means);
    assert_eq!(whole.state.average, Average::default());
    let steps = whole.state.step;
    let parts = train(&mean, &folder, &folder.join("b"), &[steps / 2, steps / 4, 9]);
    assert!(whole.model.inputs == parts.model.inputs, "interrupted");
    assert!(whole.model.rounded == parts.model.rounded, "interrupted");
    // The last of two sets of weights, and the mean of both.
    let short = Manifest { average: 17.5 / steps as f64, ..plain.clone() };
    let short = train(&short, &folder, &folder.join("short"), &[]);
    std::fs::create_dir_all(folder.join("c")).unwrap();
    let mut before =
        Training::new(plain, std::slice::from_ref(&folder), &folder.join("c"), None).unwrap();
    assert!(!before.run(&AtomicBool::new(false), Some(steps - 16)).unwrap());
    let pairs = before.model.inputs.values.iter().zip(&last.model.inputs.values);
    for ((before, after), mean) in pairs.zip(&short.model.inputs.values) {
        assert!((mean - (before + after) / 2.0).abs() < 1e-6, "{before} {after} {mean}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_weight_of_the_result_rises_at_the_end() {
    let folder = folder_of_games("rise");
    let plain = Manifest { result_share: 0.2, ..manifest(&folder, "689k1a1t7-32x2-1") };
    let shares = |manifest: &Manifest| -> Vec<f32> {
        let training =
            Training::new(manifest.clone(), std::slice::from_ref(&folder), &folder, None).unwrap();
        let steps = training.steps();
        (0..steps).map(|step| training.loss_at(step).result_share).collect()
    };
    assert!(shares(&plain).iter().all(|&share| share == 0.2));
    let rising = Manifest { final_result_share: Some(0.8), result_rise: 0.25, ..plain };
    let shares = shares(&rising);
    let flat = shares.iter().take_while(|&&share| share == 0.2).count();
    let expected = shares.len() * 3 / 4;
    assert!(flat.abs_diff(expected) <= 2, "{flat} of {}", shares.len());
    let steps: Vec<f32> = shares[flat..].windows(2).map(|pair| pair[1] - pair[0]).collect();
    assert!(steps.iter().all(|step| (step - steps[0]).abs() < 1e-5 && *step > 0.0), "{steps:?}");
    assert_eq!(shares.last(), Some(&0.8));
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_network_file_scores_like_the_trainer() {
    let folder = folder_of_games("export");
    let manifest = manifest(&folder, "689k1a1t7-64x2-4");
    let mut training = train(&manifest, &folder, &folder.join("out"), &[]);
    training.finish().unwrap();
    let files = std::fs::read_dir(folder.join("out")).unwrap();
    let paths: Vec<PathBuf> = files.map(|entry| entry.unwrap().path()).collect();
    let path = paths.iter().find(|path| path.extension().is_some_and(|e| e == "net")).unwrap();
    let network = Network::read(path).unwrap();
    assert!(network.metadata().contains("generators = [\"count\"]"), "{}", network.metadata());
    init::go_on_from(path, &training.data.validation);
    let mut learner = Learner::new(&training.model);
    let counting = material::evaluation().unwrap();
    let (mut ratio, mut counted, mut sizes) = (0.0, 0.0, 0.0);
    let mut scores = Vec::new();
    for sample in &training.data.validation {
        let board = sample.setup().to_board().unwrap();
        let whole = f64::from(network.evaluate(&board).units());
        let float = f64::from(learner.output(&training.model, sample));
        scores.push((whole, float));
        counted += f64::from(counting.network().evaluate(&board).units().abs());
        sizes += whole.abs();
        ratio += float.abs();
    }
    let wanted = 1.1 * counted;
    assert!(sizes > 0.0 && (sizes / wanted - 1.0).abs() < 0.02, "{sizes} {wanted}");
    let mean = sizes / scores.len() as f64;
    for (whole, float) in scores {
        let float = float * sizes / ratio;
        assert!((whole - float).abs() < 0.01 * (mean + float.abs()), "{whole} {float}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn files_that_were_not_pinned_are_refused() {
    let folder = folder_of_games("pinned");
    let manifest = manifest(&folder, "689k1a1t7-32x2-1");
    let folders = [folder.clone()];
    let path = folder.join(&manifest.files[1].name);
    let games = vec![random_game(&[77])];
    ShardFile { header: String::new(), games }.write(&path).unwrap();
    let error = Dataset::read(&manifest, &folders).err().unwrap();
    assert!(format!("{error:#}").contains("not the file that the manifest names"), "{error:#}");
    std::fs::remove_file(&path).unwrap();
    assert!(Dataset::read(&manifest, &folders).is_err());
    std::fs::remove_dir_all(folder).unwrap();
}

/// Gradients added up position by position, as the definition says.
#[test]
fn gradients_equal_those_of_the_definition() {
    let architecture: Architecture = "689k1a1t7-96x2-4".parse().unwrap();
    let hidden = architecture.hidden;
    let model = Model::new(architecture, 3);
    let function = Loss { result_share: 0.3, scale: 300.0, exponent: 2.0, weights: [1.0; PHASES] };
    let mut samples = Vec::new();
    let filter = sample::Filter { max_score: 3000, skip_captures: true, skip_plies: 0 };
    for number in 0..6 {
        let game = random_game(&[number]);
        let mut skipped = sample::Skipped::default();
        collect(&game, &filter, Lookahead::NONE, &mut skipped, &mut samples).unwrap();
    }
    let batch: Vec<(Sample, bool)> = samples
        .iter()
        .map(|&sample| (sample, sample.is_central && sample.score % 2 == 0))
        .collect();
    let mut learner = Learner::new(&model);
    learner.learn(&model, &function, &batch);

    let mut inputs = vec![0.0_f64; model.inputs.values.len()];
    let mut biases = vec![0.0_f64; hidden];
    let mut outputs = vec![0.0_f64; model.output.weights.values.len()];
    let mut loss = 0.0;
    for (sample, mirror) in &batch {
        let mut used = Inputs::default();
        sample.inputs(*mirror, &mut used);
        let value = |side: usize, i: usize| {
            let rows = used.lists[side][..used.count].iter();
            let weight = |&row: &u16| {
                let at = usize::from(row) * hidden + i;
                model.rounded[at / 32].0[at % 32]
            };
            let sum: i32 = rows.map(weight).map(i32::from).sum();
            f64::from(sum + i32::from(model.rounded_biases[i / 32].0[i % 32])) / 255.0
        };
        let at = architecture.output_bucket(used.count) * 2 * hidden;
        let weight =
            |side: usize, i: usize| f64::from(model.output.weights.values[at + side * hidden + i]);
        let mut sum = 0.0;
        for side in 0..2 {
            for i in 0..hidden {
                sum += value(side, i).clamp(0.0, 1.0).powi(2) * weight(side, i);
            }
        }
        let found = 1.0 / (1.0 + (-sum).exp());
        let error = found - f64::from(function.target(sample));
        loss += error * error;
        let slope = 2.0 * error * found * (1.0 - found);
        for side in 0..2 {
            for i in 0..hidden {
                let v = value(side, i);
                outputs[at + side * hidden + i] += slope * v.clamp(0.0, 1.0).powi(2);
                if v > 0.0 && v < 1.0 {
                    let through = slope * weight(side, i) * 2.0 * v;
                    biases[i] += through;
                    for &row in &used.lists[side][..used.count] {
                        inputs[usize::from(row) * hidden + i] += through;
                    }
                }
            }
        }
    }
    let compare = |name: &str, found: &[f32], expected: &[f64]| {
        let size = expected.iter().fold(0.0_f64, |size, x| size.max(x.abs()));
        assert!(size > 1e-6, "{name}: nothing to compare");
        for (i, (&found, &expected)) in found.iter().zip(expected).enumerate() {
            let off = (f64::from(found) - expected).abs();
            assert!(off < size * 1e-4, "{name} {i}: {found} {expected}");
        }
    };
    compare("inputs", &learner.gradients.inputs, &inputs);
    compare("biases", &learner.gradients.biases, &biases);
    compare("outputs", &learner.gradients.output.weights, &outputs);
    assert!((learner.loss - loss).abs() < loss * 1e-4);
}

#[test]
fn samples_are_the_positions_that_they_were_taken_from() {
    let filter = sample::Filter { max_score: 3000, skip_captures: false, skip_plies: 0 };
    let (mut skipped, mut samples) = (sample::Skipped::default(), Vec::new());
    let game = random_game(&[5]);
    collect(&game, &filter, Lookahead::NONE, &mut skipped, &mut samples).unwrap();
    let mut played = game.opened().unwrap();
    let mut next = samples.iter();
    for ply in &game.moves {
        let board = played.board();
        if !board.in_check() && ply.score != 0 {
            let sample = next.next().unwrap();
            let mut setup = Setup::of(board);
            if setup.side == Color::Black {
                setup = setup.flipped();
            }
            assert_eq!(sample.setup(), setup);
            assert_eq!(sample.count(), board.occupied().count() as usize);
            let result = match game.outcome {
                Outcome::Draw => 1,
                Outcome::Win(color) => 2 * u8::from(color == board.side()),
                Outcome::Ongoing => unreachable!(),
            };
            assert_eq!((sample.score, sample.result), (ply.score, result));
        }
        let _ = played.play(ply.mv);
    }
    assert!(next.next().is_none());
    assert_eq!(skipped.seen, game.moves.len() as u64);
    assert!(samples.len() > 60);
}
