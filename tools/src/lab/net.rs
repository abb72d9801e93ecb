//! `chuhe net`: shows and verifies network files, and makes one the built-in network.

use std::fmt::{self, Display};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, ensure};
use serde::Serialize;

use crate::common::input;
use crate::common::output::{JsonArgs, Output, write_whole};
use crate::common::say::print;
use crate::lab::material;
use chuhe::board::{Board, Setup};
use chuhe::eval::{Evaluation, Evaluator, Network, Weights};
use chuhe::internals::random::Random;
use chuhe::internals::reference::network::PlainNetwork;
use chuhe::internals::simd::available as available_kernels;
use chuhe::types::Score;

/// The file that names the built-in network, read by the build.
const LIST: &str = "built-in.txt";
/// Of this many positions one is also evaluated by the slow reference.
const REFERENCE_INTERVAL: u32 = 16;

/// Look at network files, or make one the built-in network
#[derive(clap::Args, Clone, Debug)]
pub struct NetArgs {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand, Clone, Debug)]
enum Command {
    /// Say what a network is and how it came about
    Info {
        /// The network; without it the built-in one
        file: Option<PathBuf>,
        #[command(flatten)]
        json: JsonArgs,
    },
    /// Check that all ways of computing a network's scores give the same ones
    Verify {
        /// The network; without it the built-in one
        file: Option<PathBuf>,
        /// Number of positions
        #[arg(long, value_name = "N", default_value_t = 10_000)]
        positions: u32,
        /// Seed of the random games that they are from
        #[arg(long, value_name = "N", default_value_t = 1)]
        seed: u64,
    },
    /// Write the network that counts material, to measure others by
    Material {
        /// The file to write
        file: PathBuf,
    },
    /// Verify a network and make it the built-in one of the next build
    Embed {
        /// The network
        file: PathBuf,
        /// Folder of the built-in network
        #[arg(long, value_name = "FOLDER", default_value = "networks")]
        folder: PathBuf,
    },
}

/// Does what was asked for, and prints.
///
/// # Errors
/// When the file is no network that this version knows, scores differ, or the
/// network cannot be embedded.
pub fn run(args: &NetArgs) -> Result<()> {
    match &args.command {
        Command::Info { file, json } => {
            let inputs: Vec<PathBuf> = file.iter().cloned().collect();
            let json = json.open(&inputs)?;
            let found = Info::of(&*network(file.as_deref())?);
            if json.map_or(Ok(true), |json| json.write(&found))? {
                print(&found.to_string())?;
            }
        }
        Command::Verify { file, positions, seed } => {
            verify(&network(file.as_deref())?, *positions, *seed)?;
        }
        Command::Material { file } => {
            let output = Output::open(file)?;
            output.write(&material::network()?)?;
            if !output.is_standard() {
                say!("{}", file.display())?;
            }
        }
        Command::Embed { file, folder } => embed(file, folder)?,
    }
    Ok(())
}

/// The network of a file, or the built-in one.
fn network(file: Option<&Path>) -> Result<Arc<Network>> {
    match file {
        Some(file) => Ok(Arc::new(Network::read(file)?)),
        None => Ok(Arc::clone(Evaluation::BuiltIn.network())),
    }
}

/// What a network is.
#[derive(Serialize)]
struct Info {
    name: String,
    shape: String,
    scale: i32,
    weights: Vec<WeightInfo>,
    rows: usize,
    /// Rows of input weights that are all zero.
    rows_of_zeros: usize,
    /// How it came about, as its maker wrote.
    metadata: String,
}

/// The weights of a layer.
#[derive(Serialize)]
struct WeightInfo {
    layer: &'static str,
    count: usize,
    mean_size: f64,
    largest: u64,
}

impl Info {
    fn of(network: &Network) -> Info {
        let architecture = network.architecture();
        let Weights { inputs, biases, outputs, .. } = network.weights();
        let rows = inputs.chunks(architecture.hidden);
        let layers = [("input", &inputs), ("bias", &biases), ("output", &outputs)];
        let weights = layers.into_iter().map(|(layer, weights)| {
            let sizes = weights.iter().map(|w| u64::from(w.unsigned_abs()));
            let (sum, largest) = sizes.fold((0_u64, 0), |(sum, l), n| (sum + n, l.max(n)));
            let mean_size = sum as f64 / weights.len().max(1) as f64;
            WeightInfo { layer, count: weights.len(), mean_size, largest }
        });
        Info {
            name: network.name().to_string(),
            shape: architecture.to_string(),
            scale: network.scale(),
            weights: weights.collect(),
            rows: rows.len(),
            rows_of_zeros: rows.filter(|row| row.iter().all(|&w| w == 0)).count(),
            metadata: network.metadata().to_owned(),
        }
    }
}

impl Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "network {}", self.name)?;
        writeln!(f, "shape {}", self.shape)?;
        writeln!(f, "scale {}", self.scale)?;
        for WeightInfo { layer, count, mean_size, largest } in &self.weights {
            writeln!(f, "{layer} weights {count}, mean size {mean_size:.1}, largest {largest}")?;
        }
        writeln!(f, "rows of zeros {} of {}", self.rows_of_zeros, self.rows)?;
        f.write_str(&self.metadata)
    }
}

/// Plays random games and compares the scores of their positions: by all kernels, by
/// incremental updates, by the slow reference, and with colours exchanged.
fn verify(network: &Arc<Network>, positions: u32, seed: u64) -> Result<()> {
    let evaluation = Evaluation::Network(Arc::clone(network));
    let plain = PlainNetwork::of(network);
    let mut random = Random::new(&[seed]);
    let (mut checked, mut sum) = (0, 0_i64);
    while checked < positions {
        let mut board = Board::start();
        let mut evaluator = Evaluator::of(&evaluation, &board);
        for _ in 0..150 {
            let moves = board.legal_moves();
            if moves.is_empty() || checked == positions {
                break;
            }
            board.play_with(moves[random.below(moves.len())], &mut evaluator)?;
            let expected = network.evaluate(&board);
            let same = |what: &str, score: Score| {
                let setup = Setup::of(&board);
                ensure!(score == expected, "{what}: {score:?} instead of {expected:?}: {setup}");
                Ok(())
            };
            for kernels in available_kernels() {
                same(kernels.name, network.evaluate_with(kernels, &board))?;
            }
            same("incremental updates", evaluator.evaluate(&board))?;
            let setup = Setup::of(&board);
            let flipped = setup.flipped().to_board()?;
            same("colours exchanged", network.evaluate(&flipped))?;
            if checked % REFERENCE_INTERVAL == 0 {
                let units = plain.evaluate(&setup).clamp(i32::MIN.into(), i32::MAX.into());
                same("slow version", Score::eval(units as i32))?;
            }
            checked += 1;
            sum += i64::from(expected.units().abs());
        }
    }
    let names: Vec<&str> = available_kernels().iter().map(|kernels| kernels.name).collect();
    say!(
        "network {}: {checked} positions, mean size {}; {}, incremental updates, colours \
         exchanged and the slow version agree",
        network.name(),
        sum / i64::from(checked.max(1)),
        names.join(", ")
    )?;
    Ok(())
}

/// Copies a network to the folder, under its name, after verifying it, and makes it the
/// built-in one. The network that was built in before stays in the folder.
fn embed(file: &Path, folder: &Path) -> Result<()> {
    let bytes = input::read(file)?;
    let network = Network::from_bytes(&bytes).with_context(|| file.display().to_string())?;
    let name = format!("{}.net", network.name());
    verify(&Arc::new(network), 1000, 1)?;
    ensure!(
        folder.is_dir(),
        "{}: no such folder; run this where the sources are, or give --folder",
        folder.display()
    );
    let list = folder.join(LIST);
    let before = std::fs::read_to_string(&list).unwrap_or_default();
    write_whole(&folder.join(&name), &bytes)?;
    write_whole(&list, format!("{name}\n").as_bytes())?;
    say!("{} has {} bytes; build again to have it in the program", name, bytes.len())?;
    let before = before.trim();
    if !before.is_empty() && before != name {
        say!("{} is no longer needed", folder.join(before).display())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_embedded_network_is_a_copy_that_the_list_names() {
        let folder = std::env::temp_dir().join(format!("chuhe-embed-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        let shape = "689k1a1t7-32x2-2".parse().unwrap();
        let mut names = Vec::new();
        for seed in [1, 2] {
            let weights = Weights::random(shape, seed);
            let bytes = Network::to_bytes(shape, 400, "", &weights).unwrap();
            let file = folder.join("made.net");
            std::fs::write(&file, &bytes).unwrap();
            embed(&file, &folder).unwrap();
            let name = std::fs::read_to_string(folder.join(LIST)).unwrap();
            assert_eq!(std::fs::read(folder.join(name.trim())).unwrap(), bytes);
            assert!(name.starts_with(Network::from_bytes(&bytes).unwrap().name()), "{name}");
            names.push(name);
        }
        assert_ne!(names[0], names[1]);
        // What is no network changes nothing.
        let bad = folder.join("bad.net");
        std::fs::write(&bad, b"CHUHENET but not really").unwrap();
        let error = embed(&bad, &folder).unwrap_err();
        assert!(format!("{error:#}").contains("bad.net"), "{error:#}");
        assert!(embed(&folder.join("made.net"), &folder.join("nowhere")).is_err());
        assert_eq!(std::fs::read_to_string(folder.join(LIST)).unwrap(), names[1]);
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
