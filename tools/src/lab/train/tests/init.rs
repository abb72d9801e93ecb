//! Training that starts from a checkpoint or a network file.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use crate::lab::train::init::InitialWeights;
use crate::lab::train::learner::Learner;
use crate::lab::train::manifest::Manifest;
use crate::lab::train::model::{Model, PART_CLIP};
use crate::lab::train::sample::Sample;
use crate::lab::train::tests::{folder_of_games, manifest, train};
use crate::lab::train::training::Training;
use chuhe::eval::Network;

#[test]
fn training_goes_on_from_the_weights_of_a_checkpoint() {
    let folder = folder_of_games("init");
    let first = manifest(&folder, "689k1a1t7-32x2-2");
    let old = train(&first, &folder, &folder.join("old"), &[]);
    let path = std::fs::read_dir(folder.join("old")).unwrap().map(|entry| entry.unwrap().path());
    let path = path.filter(|path| path.extension().is_some_and(|e| e == "bin")).max().unwrap();
    let start = InitialWeights::read(&path).unwrap();
    assert_eq!(start.architecture, first.architecture);
    start.check(first.architecture).unwrap();
    let out = folder.join("new");
    std::fs::create_dir_all(&out).unwrap();
    let mut new = Training::new(first, std::slice::from_ref(&folder), &out, Some(&start)).unwrap();
    assert!(new.model.tensors().all(|tensor| tensor.means.iter().all(|&mean| mean == 0.0)));
    let mut learners = (Learner::new(&old.model), Learner::new(&new.model));
    for sample in new.data.validation.iter().take(200) {
        let outputs =
            (learners.0.output(&old.model, sample), learners.1.output(&new.model, sample));
        assert!(outputs.0 == outputs.1, "{outputs:?}");
    }
    let before = new.model.clone();
    assert!(!new.run(&AtomicBool::new(false), Some(10)).unwrap());
    for (old, new) in before.clone().tensors().zip(new.model.tensors()) {
        let changed = new.values.iter().zip(&old.values).filter(|(a, b)| a != b).count();
        assert!(changed > new.values.len() / 4, "{changed} of {} learn", new.values.len());
    }
    let bytes = std::fs::read(&path).unwrap();
    for (name, bytes, word) in [
        ("cut.bin", &bytes[..bytes.len() - 1], "damaged"),
        ("short.bin", &bytes[..30], "too early"),
        ("other.bin", b"CHUHELESS and so on", "not a checkpoint"),
        ("other.net", b"CHUHENET and so on", "network format"),
    ] {
        std::fs::write(folder.join(name), bytes).unwrap();
        let error = format!("{:#}", InitialWeights::read(&folder.join(name)).err().unwrap());
        assert!(error.contains(word) && error.contains(name), "{error}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn training_begins_with_the_mean_of_several() {
    let folder = folder_of_games("mean");
    let [first, second, third] = ["689k1a1t7-32x2-2", "689k1a1t7-32x2-2", "689k1a1t7-64x2-2"]
        .map(|shape| manifest(&folder, shape));
    let made = |name: &str, manifest: &Manifest| {
        let out = folder.join(name);
        let mut training = train(manifest, &folder, &out, &[]);
        training.finish().unwrap();
        let model = training.model;
        let files = std::fs::read_dir(&out).unwrap().map(|entry| entry.unwrap().path());
        let files: Vec<PathBuf> = files.collect();
        let of = |kind: &str| {
            let found = files.iter().filter(|path| path.extension().is_some_and(|it| it == kind));
            found.max().unwrap().clone()
        };
        (model, of("bin"), of("net"))
    };
    let (mut a, a_bin, a_net) = made("a", &first);
    let (mut b, b_bin, b_net) = made("b", &Manifest { seed: 9, ..second });
    let (_, other, _) = made("c", &third);

    let read = |paths: &[&PathBuf]| {
        InitialWeights::read_all(&paths.iter().copied().cloned().collect::<Vec<_>>())
    };
    assert!(read(&[]).unwrap().is_none());
    let mean = read(&[&a_bin, &b_bin]).unwrap().unwrap();
    let mut model = Model::new(first.architecture, 5);
    mean.put_into(&mut model, 404.0);
    for ((a, b), found) in a.tensors().zip(b.tensors()).zip(model.tensors()) {
        let middle = a.values.iter().zip(&b.values).map(|(a, b)| (a + b) / 2.0);
        let off = middle.zip(&found.values).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        assert!(off < 1e-6, "{off}");
        assert!(a.values != b.values);
    }
    assert_eq!(read(&[&b_bin, &a_bin]).unwrap().unwrap().sha256, mean.sha256);

    // Networks whose scores have different units: half way between their scores.
    let both = read(&[&a_net, &b_net]).unwrap().unwrap();
    both.put_into(&mut model, 300.0);
    let biases = |path: &PathBuf| {
        let mut model = Model::new(first.architecture, 5);
        read(&[path]).unwrap().unwrap().put_into(&mut model, 300.0);
        model.output.biases.values.clone()
    };
    for ((a, b), found) in
        biases(&a_net).iter().zip(biases(&b_net)).zip(&model.output.biases.values)
    {
        assert!(((a + b) / 2.0 - found).abs() < 1e-5, "{a} {b} {found}");
    }

    for (paths, word) in [
        ([&a_bin, &a_bin], "twice"),
        ([&a_bin, &b_net], "networks and checkpoints"),
        ([&a_bin, &other], "have no mean"),
    ] {
        let error = format!("{:#}", read(&paths).err().unwrap());
        assert!(error.contains(word), "{error}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_built_in_network_can_be_trained_further() {
    let networks = Path::new(env!("CARGO_MANIFEST_DIR")).join("../networks");
    let built_in = std::fs::read_to_string(networks.join("built-in.txt")).unwrap();
    let path = networks.join(built_in.trim());
    let start = InitialWeights::read(&path).unwrap();
    assert_eq!(start.architecture, Network::read(&path).unwrap().architecture());
    start.check(start.architecture).unwrap();
    let error = start.check("689k1a1t7-128x2-8".parse().unwrap()).unwrap_err();
    assert!(format!("{error:#}").contains("the manifest wants 689k1a1t7-128x2-8"), "{error:#}");
}

/// Training begins with the scores of the network file that it starts from.
pub fn go_on_from(path: &Path, samples: &[Sample]) {
    let (start, network) = (InitialWeights::read(path).unwrap(), Network::read(path).unwrap());
    let mut model = Model::new(start.architecture, 5);
    start.put_into(&mut model, 300.0);
    let limit = model.inputs.values.iter().fold(0.0_f32, |limit, w| limit.max(w.abs()));
    assert!(limit <= PART_CLIP, "{limit}");
    let mut learner = Learner::new(&model);
    for sample in samples {
        let expected = network.evaluate(&sample.setup().to_board().unwrap()).units() as f32;
        let found = 300.0 * learner.output(&model, sample);
        let off = (found - expected).abs();
        assert!(off < 2.0 + 0.01 * expected.abs(), "{found} {expected}");
    }
}
