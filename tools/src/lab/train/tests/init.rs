//! Training that starts from a checkpoint or a network file.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use crate::lab::train::init::Start;
use crate::lab::train::learner::Learner;
use crate::lab::train::manifest::Manifest;
use crate::lab::train::model::{INPUT_CLIP, Model};
use crate::lab::train::sample::Sample;
use crate::lab::train::tests::{folder_of_games, manifest, train};
use crate::lab::train::training::Training;
use chuhe::eval::Network;
use chuhe::internals::packing::sha256;

#[test]
fn training_goes_on_from_the_weights_of_a_checkpoint() {
    let folder = folder_of_games("init");
    let first = manifest(&folder, "689k1a1-32x2-2");
    let small = train(&first, &folder, &folder.join("small"), &[]);
    let path = std::fs::read_dir(folder.join("small")).unwrap().map(|entry| entry.unwrap().path());
    let path = path.filter(|path| path.extension().is_some_and(|e| e == "bin")).max().unwrap();
    let start = Start::read(&path).unwrap();
    assert_eq!(start.architecture, first.architecture);
    // The first format does not name the shape.
    let bytes = std::fs::read(&path).unwrap();
    let shape = first.architecture.to_string();
    let old = [b"CHTRAIN\x01", &bytes[8..40], &bytes[44 + shape.len()..bytes.len() - 32]].concat();
    let old = [&old[..], &sha256(&old).0].concat();
    std::fs::write(folder.join("old.bin"), old).unwrap();
    assert_eq!(Start::read(&folder.join("old.bin")).unwrap().architecture, first.architecture);
    let folders = [folder.clone()];
    let new = |architecture: &str, out: &str, start: &Start| {
        let wanted = Manifest { architecture: architecture.parse().unwrap(), ..first.clone() };
        start.check(wanted.architecture).unwrap();
        std::fs::create_dir_all(folder.join(out)).unwrap();
        Training::new(wanted, &folders, &folder.join(out), Some(start)).unwrap()
    };
    let mut shapes = vec![start];
    for (from, architecture) in [
        (0, "689k1a1-32x2-2"),
        (0, "689k1a1-64x2-8"),
        (0, "689k3a4-96x2-4"),
        (0, "689k3a1-32x2-2"),
        (0, "689k1a1t7-32x2-2"),
        (1, "689k3a4-64x2-8"),
        (1, "689k3a1t7-32x2-2"),
    ] {
        let mut training = new(architecture, &format!("{architecture}-{from}"), &shapes[from]);
        assert!(training.model.inputs.means.iter().all(|&mean| mean == 0.0));
        let mut learners = (Learner::new(&small.model), Learner::new(&training.model));
        for sample in training.data.validation.iter().take(200) {
            let old = learners.0.output(&small.model, sample);
            let made = learners.1.output(&training.model, sample);
            assert!((old - made).abs() < 1e-3, "{architecture}: {old} {made}");
        }
        if shapes.len() == 1 {
            // A shape with buckets to split further.
            let mut training = new("689k3a1-32x2-2", "again", &shapes[0]);
            assert!(!training.run(&AtomicBool::new(false), Some(0)).unwrap());
            let path = folder.join("again/checkpoint-00000000.bin");
            shapes.push(Start::read(&path).unwrap());
        }
        // It learns: new neurons, buckets and outputs too.
        let before = training.model.output.weights.values.clone();
        assert!(!training.run(&AtomicBool::new(false), Some(10)).unwrap());
        let changed =
            training.model.output.weights.values.iter().zip(before).filter(|(a, b)| **a != *b);
        assert!(changed.count() > 32, "{architecture}");
    }
    for (from, architecture, word) in [
        (0, "689k1a1-32x2-1", "outputs"),
        (0, "689k1a1-64x2-3", "outputs"),
        (1, "689k1a4-32x2-2", "merged"),
        (1, "689k1a1-32x2-2", "merged"),
        (1, "689k1a1t7-32x2-2", "merged"),
    ] {
        let error = shapes[from].check(architecture.parse().unwrap()).unwrap_err();
        let error = format!("{error:#}");
        assert!(error.contains(word), "{architecture}: {error}");
    }
    for (name, bytes, word) in [
        ("cut.bin", &bytes[..bytes.len() - 1], "damaged"),
        ("short.bin", &bytes[..30], "too early"),
        ("other.bin", b"CHUHELESS and so on", "not a checkpoint"),
        ("other.net", b"CHUHENET and so on", "network format"),
    ] {
        std::fs::write(folder.join(name), bytes).unwrap();
        let error = format!("{:#}", Start::read(&folder.join(name)).err().unwrap());
        assert!(error.contains(word) && error.contains(name), "{error}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_built_in_network_can_be_trained_further() {
    let networks = Path::new(env!("CARGO_MANIFEST_DIR")).join("../networks");
    let built_in = std::fs::read_to_string(networks.join("built-in.txt")).unwrap();
    let path = networks.join(built_in.trim());
    let start = Start::read(&path).unwrap();
    assert_eq!(start.architecture, Network::read(&path).unwrap().architecture());
    start.check("689k3a4t7-512x2-16".parse().unwrap()).unwrap();
    assert!(start.check("689k1a1-128x2-8".parse().unwrap()).is_err());
}

/// Training of the network file's shape or a larger one begins with its scores.
pub fn go_on_from(path: &Path, samples: &[Sample], shapes: &[&str]) {
    let (start, network) = (Start::read(path).unwrap(), Network::read(path).unwrap());
    for shape in shapes {
        let mut model = Model::new(shape.parse().unwrap(), 5);
        start.check(model.architecture).unwrap();
        start.put_into(&mut model, 300.0);
        let limit = model.inputs.values.iter().fold(0.0_f32, |limit, w| limit.max(w.abs()));
        assert!(model.shared.values.is_empty() || limit <= INPUT_CLIP / 2.0, "{shape}: {limit}");
        let mut learner = Learner::new(&model);
        for sample in samples {
            let expected = network.evaluate(&sample.setup().to_board().unwrap()).units() as f32;
            let found = 300.0 * learner.output(&model, sample);
            let off = (found - expected).abs();
            // The weights of a new second layer are rounded.
            let is_new =
                model.architecture.output.second() > network.architecture().output.second();
            let tolerance =
                if is_new { 20.0 + 0.1 * expected.abs() } else { 2.0 + 0.01 * expected.abs() };
            assert!(off < tolerance, "{shape}: {found} {expected}");
        }
    }
}
