//! `chuhe train`: trains a network on files of games. See docs/authors/training.md.

mod average;
mod checkpoint;
mod curve;
mod dataset;
mod init;
mod kernels;
mod learner;
mod lookahead;
mod loss;
mod manifest;
mod model;
mod output;
mod permutation;
mod sample;
mod summary;
mod tensor;
#[cfg(test)]
mod tests;
mod training;

use std::path::PathBuf;

use anyhow::{Context, Result, ensure};

use crate::common::input;
use crate::common::output::write_whole;
use crate::common::signals;
use crate::common::state_file::open_locked;
use chuhe_games::words::counted;

use init::InitialWeights;
use manifest::Manifest;
use training::Training;

/// Learn a network from games
#[derive(clap::Args, Clone, Debug)]
pub struct TrainArgs {
    /// The manifest: settings and files
    manifest: PathBuf,

    /// Folder with the files of games, as often as there are folders; without it the one that
    /// the variable CHUHE_DATA names
    #[arg(long, value_name = "FOLDER")]
    data: Vec<PathBuf>,

    /// Write the manifest instead of training: pin all files of games in the data folders. A
    /// manifest that exists keeps its settings
    #[arg(long, conflicts_with = "out")]
    pin: bool,

    /// A setting of the manifest to be written, as often as wanted
    #[arg(long, value_name = "KEY=VALUE", requires = "pin", conflicts_with = "out")]
    set: Vec<String>,

    /// Begin with the weights of this checkpoint or network, which must be of the same shape,
    /// instead of random ones; given several times, with the mean of all
    #[arg(long, value_name = "FILE")]
    init: Vec<PathBuf>,

    /// Folder for checkpoints, the loss curve and the network; training that was interrupted
    /// goes on from there
    #[arg(long, value_name = "FOLDER", required_unless_present = "pin")]
    out: Option<PathBuf>,

    /// Stop, with a checkpoint, after N steps
    #[arg(long, value_name = "N", conflicts_with = "pin")]
    stop_after: Option<u64>,
}

/// The file that a training process locks in its folder. It is empty and stays there.
const LOCK: &str = "lock";
/// The variable that names the data folder when the command line does not.
const FOLDER_VARIABLE: &str = "CHUHE_DATA";

/// Trains, or writes a manifest.
///
/// # Errors
/// When something cannot be read or written, or the manifest is wrong.
pub fn run(args: &TrainArgs) -> Result<()> {
    let mut folders = args.data.clone();
    if folders.is_empty() {
        folders.extend(std::env::var_os(FOLDER_VARIABLE).map(PathBuf::from));
    }
    ensure!(!folders.is_empty(), "give --data FOLDER or set {FOLDER_VARIABLE}");
    let start = InitialWeights::read_all(&args.init)?;
    if args.pin {
        return pin(args, start.as_ref(), &folders);
    }
    let text = input::read_text(&args.manifest)?;
    let mut manifest =
        Manifest::parse(&text).with_context(|| args.manifest.display().to_string())?;
    begin_with(&mut manifest, start.as_ref())?;
    let out = args.out.as_deref().context("give --out FOLDER")?;
    std::fs::create_dir_all(out).with_context(|| format!("cannot create {}", out.display()))?;
    let _lock = open_locked(&out.join(LOCK))?;
    checkpoint::remove_unfinished(out)?;
    let stop = signals::stop_flag(1)?;
    let mut training = Training::new(manifest, &folders, out, start.as_ref())?;
    if training.run(&stop, args.stop_after)? {
        training.finish()?;
    } else {
        remark!("stopped; the same command goes on from here");
    }
    Ok(())
}

/// Writes into a manifest which files training starts from.
///
/// # Errors
/// When the weights do not fit the shape, or the manifest says something else.
fn begin_with(manifest: &mut Manifest, start: Option<&InitialWeights>) -> Result<()> {
    let Some(start) = start else {
        let short = |hash: &str| hash.get(..12).unwrap_or(hash).to_owned();
        let names: Vec<String> = manifest.init.split(',').map(short).collect();
        ensure!(
            manifest.init.is_empty(),
            "the manifest starts from the weights of files with SHA-256 {}…; give --init FILE for each",
            names.join("…, ")
        );
        return Ok(());
    };
    start.check(manifest.architecture)?;
    ensure!(
        manifest.init.is_empty() || manifest.init == start.sha256,
        "--init: not the files that the manifest names"
    );
    manifest.init = start.sha256.clone();
    Ok(())
}

/// Writes a manifest of all files in the folders. One that exists keeps its settings, unless
/// they are given.
///
/// # Errors
/// When what exists is no manifest, a setting is wrong, the weights do not fit the shape, or a
/// file of games is damaged. Then nothing is written.
fn pin(args: &TrainArgs, start: Option<&InitialWeights>, folders: &[PathBuf]) -> Result<()> {
    let path = &args.manifest;
    let mut manifest = if path.is_file() {
        Manifest::parse(&input::read_text(path)?).with_context(|| path.display().to_string())?
    } else {
        Manifest {
            architecture: start.map_or(Manifest::default().architecture, |it| it.architecture),
            ..Manifest::default()
        }
    };
    if start.is_some() {
        manifest.init.clear();
    }
    manifest.files.clear();
    manifest = manifest.with_settings(&args.set)?;
    begin_with(&mut manifest, start)?;
    for folder in folders {
        manifest.pin(folder)?;
    }
    write_whole(path, manifest.to_text()?.as_bytes())?;
    say!("{}: {}", path.display(), counted(manifest.files.len() as u64, "file"))
}
