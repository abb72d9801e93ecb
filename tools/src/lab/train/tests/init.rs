//! Training that starts from a checkpoint or a network file.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use crate::lab::train::init::InitialWeights;
use crate::lab::train::learner::Learner;
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
