//! The manifest of a training run: its settings, and the files that it reads with their
//! SHA-256. Equal manifests give equal networks.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};

use crate::lab::datagen::{ShardGames, read_bytes};
use chuhe::eval::Architecture;
use chuhe::internals::packing::sha256;

/// A file of games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PinnedFile {
    /// Its name in the data folder.
    pub name: String,
    /// The SHA-256 of its bytes.
    pub sha256: String,
}

/// The settings of a training run, as a TOML file has them. Missing settings have their
/// defaults.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Manifest {
    /// The shape of the network.
    #[serde(with = "as_text")]
    pub architecture: Architecture,
    /// Seed of the initial weights, of the order of positions, and of the choice of the
    /// validation set.
    pub seed: u32,
    /// Weight of the game's result in the target; the rest is that of the search's score.
    pub result_share: f64,
    /// The weight of the result at the end, to which it rises in a straight line; none for the
    /// same throughout.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub final_result_share: Option<f64>,
    /// In which share of the steps, the last ones, it rises.
    #[serde(skip_serializing_if = "is_usual_rise")]
    pub result_rise: f64,
    /// Score units per unit of the logistic curve; 0 to fit it to the results.
    pub scale: f64,
    /// How much the scores of the rest of a game count in a position's score: each a factor of
    /// this less than that of the ply before. 0 for the position's own score alone; above 0
    /// `scale` must be given.
    #[serde(skip_serializing_if = "is_zero")]
    pub lookahead: f64,
    /// The exponent of the loss; 2 for the mean square.
    #[serde(skip_serializing_if = "is_square")]
    pub loss_exponent: f64,
    /// How much more positions of rare phases weigh: 0 for the same, 1 for the same part of
    /// each phase in the loss.
    #[serde(skip_serializing_if = "is_zero")]
    pub phase_balance: f64,
    /// Mean size of the finished network's scores on the validation set; 0 for 1.1 times
    /// that of counting material.
    pub mean_score: f64,
    /// Passes over the positions.
    pub epochs: f64,
    /// Batch size: positions in a step.
    pub batch: usize,
    /// Learning rate after the warm-up.
    pub rate: f64,
    /// Learning rate at the end, as a share of the first.
    pub final_rate: f64,
    /// Steps of the warm-up, in which the learning rate rises from 0.
    pub warm_up: u64,
    /// Weight decay.
    pub decay: f64,
    /// The share of the steps, the last ones, over which the finished weights are the mean; 0 for
    /// the weights of the last step.
    #[serde(skip_serializing_if = "is_zero")]
    pub average: f64,
    /// Share of the games in the validation set.
    pub validation: f64,
    /// Positions with larger scores are left out.
    pub max_score: i32,
    /// Whether positions in which a capture was played are left out.
    pub skip_captures: bool,
    /// Searched plies at the beginning of a game whose positions are left out.
    pub skip_plies: usize,
    /// Threads; another number gives a slightly different network.
    pub threads: usize,
    /// Steps between two checkpoints.
    pub checkpoint: u64,
    /// SHA-256 of the file that training starts from, or with commas between them of those whose
    /// mean it starts from; empty for random weights.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub init: String,
    /// The files.
    #[serde(rename = "file")]
    pub files: Vec<PinnedFile>,
}

/// The exponent of the loss by default.
const SQUARE: f64 = 2.0;
/// The share of the steps in which the weight of the result rises, by default.
const RISE: f64 = 0.2;

// Settings of later versions are written only where they are not the default, so that the text
// of an older manifest, and with it the name of its network, stays the same.

pub fn is_square(exponent: &f64) -> bool {
    *exponent == SQUARE
}

pub fn is_zero(value: &f64) -> bool {
    *value == 0.0
}

fn is_usual_rise(rise: &f64) -> bool {
    *rise == RISE
}

impl Default for Manifest {
    fn default() -> Manifest {
        Manifest {
            architecture: match "689k1a1t7-64x2-8".parse() {
                Ok(architecture) => architecture,
                Err(_) => unreachable!("a known shape"),
            },
            seed: 1,
            result_share: 0.3,
            final_result_share: None,
            result_rise: RISE,
            scale: 0.0,
            lookahead: 0.0,
            loss_exponent: SQUARE,
            phase_balance: 0.0,
            mean_score: 0.0,
            epochs: 5.0,
            batch: 16_384,
            rate: 0.001,
            final_rate: 0.05,
            warm_up: 100,
            decay: 0.01,
            average: 0.0,
            validation: 0.02,
            max_score: 3000,
            skip_captures: true,
            skip_plies: 0,
            threads: 2,
            checkpoint: 1000,
            init: String::new(),
            files: Vec::new(),
        }
    }
}

impl Manifest {
    /// Reads a manifest.
    ///
    /// # Errors
    /// When it is no TOML, has an unknown key, or a value is out of range.
    pub fn parse(text: &str) -> Result<Manifest> {
        Manifest::checked(toml::from_str(text)?)
    }

    fn checked(manifest: Manifest) -> Result<Manifest> {
        let Manifest { scale, mean_score, epochs, batch, threads, max_score, .. } = manifest;
        for (key, value, least, most) in [
            ("result_share", manifest.result_share, 0.0, 1.0),
            ("final_result_share", manifest.final_result_share.unwrap_or_default(), 0.0, 1.0),
            ("result_rise", manifest.result_rise, 0.0, 1.0),
            ("scale", scale, 0.0, 10_000.0),
            ("lookahead", manifest.lookahead, 0.0, 0.99),
            ("loss_exponent", manifest.loss_exponent, 1.0, 10.0),
            ("phase_balance", manifest.phase_balance, 0.0, 1.0),
            ("mean_score", mean_score, 0.0, 10_000.0),
            ("epochs", epochs, 0.0, 1000.0),
            ("batch", batch as f64, 16.0, f64::from(1 << 20)),
            ("rate", manifest.rate, 0.0, 1.0),
            ("final_rate", manifest.final_rate, 0.0, 1.0),
            ("decay", manifest.decay, 0.0, 1.0),
            ("average", manifest.average, 0.0, 1.0),
            ("validation", manifest.validation, 0.0, 0.5),
            ("max_score", max_score.into(), 1.0, 31_000.0),
            ("threads", threads as f64, 1.0, 256.0),
            ("checkpoint", manifest.checkpoint as f64, 1.0, 1e9),
        ] {
            ensure!((least..=most).contains(&value), "{key} must lie between {least} and {most}");
        }
        ensure!(
            manifest.lookahead == 0.0 || scale > 0.0,
            "lookahead needs a scale: the one that training without it prints"
        );
        for file in &manifest.files {
            let has_folder = file.name.contains(['/', '\\']);
            ensure!(!has_folder, "{}: a file's name has no folders", file.name);
        }
        Ok(manifest)
    }

    /// The manifest with some settings changed, each given as `key=value`. A
    /// value that is no TOML is a string without its quotes.
    ///
    /// # Errors
    /// When there is no such setting, or the value is out of range.
    pub fn with_settings(&self, settings: &[String]) -> Result<Manifest> {
        let mut table: toml::Table = toml::from_str(&self.to_text()?)?;
        for setting in settings {
            let (key, value) = setting.split_once('=').context("a setting is KEY=VALUE")?;
            let parsed: toml::Table = toml::from_str(setting)
                .or_else(|_| toml::from_str(&format!("{key} = {value:?}")))
                .with_context(|| setting.clone())?;
            table.extend(parsed);
        }
        Manifest::checked(table.try_into()?)
    }

    /// The manifest as text.
    ///
    /// # Errors
    /// When a number is too large for TOML.
    pub fn to_text(&self) -> Result<String> {
        Ok(toml::to_string(self)?)
    }

    /// Adds all files of games in a folder, in the order of their names.
    ///
    /// # Errors
    /// When the folder or a file cannot be read, a file is damaged, or there are none.
    pub fn pin(&mut self, folder: &Path) -> Result<()> {
        let describe = || format!("cannot read {}", folder.display());
        let mut paths = Vec::new();
        for entry in std::fs::read_dir(folder).with_context(describe)? {
            let path = entry.with_context(describe)?.path();
            if path.extension().is_some_and(|extension| extension == "games") {
                paths.push(path);
            }
        }
        paths.sort();
        ensure!(!paths.is_empty(), "{}: no files of games (*.games)", folder.display());
        for path in paths {
            let bytes = read_bytes(&path)?;
            ShardGames::open(&bytes).with_context(|| path.display().to_string())?;
            let name = path.file_name().and_then(|name| name.to_str());
            let name: String =
                name.with_context(|| format!("{}: a strange name", path.display()))?.into();
            let is_new = self.files.iter().all(|file| file.name != name);
            ensure!(is_new, "{}: there are two files of this name", path.display());
            self.files.push(PinnedFile { name, sha256: sha256(&bytes).to_string() });
        }
        Ok(())
    }

    /// The bytes of a file, found in one of the folders.
    ///
    /// # Errors
    /// When it is not there, or is not the file that was pinned.
    pub fn read(&self, number: usize, folders: &[PathBuf]) -> Result<Vec<u8>> {
        let PinnedFile { name, sha256: hash } = &self.files[number];
        let path = folders.iter().map(|folder| folder.join(name)).find(|path| path.exists());
        let path = path.with_context(|| format!("{name} is in none of the data folders"))?;
        let bytes = read_bytes(&path)?;
        let found = sha256(&bytes).to_string();
        ensure!(found == *hash, "{} is not the file that the manifest names", path.display());
        Ok(bytes)
    }
}

/// A value that has a text of its own, as that text.
mod as_text {
    use std::fmt::Display;
    use std::str::FromStr;

    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<T: Display, S: Serializer>(value: &T, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(value)
    }

    pub fn deserialize<'a, T, D>(from: D) -> Result<T, D::Error>
    where
        T: FromStr<Err: Display>,
        D: Deserializer<'a>,
    {
        String::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn manifests_are_read_as_written_and_faults_are_named() {
        let settings = [
            "architecture=689k1a1t7-256x2-8",
            "rate=0.0005",
            "epochs=3",
            "loss_exponent=2.5",
            "phase_balance=0.5",
            "final_result_share=0.8",
            "result_rise=0.5",
            "average=0.1",
            "scale=400",
            "lookahead=0.75",
        ];
        let text = Manifest::default().to_text().unwrap();
        let later = ["loss_exponent", "phase_balance", "final_result", "result_rise", "average"];
        for later in later.into_iter().chain(["lookahead"]) {
            assert!(!text.contains(later), "{later}: {text}");
        }
        let settings = settings.map(String::from);
        let mut manifest = Manifest::default().with_settings(&settings).unwrap();
        assert_eq!(manifest.architecture.hidden, 256);
        assert_eq!((manifest.rate, manifest.epochs), (0.0005, 3.0));
        for name in ["a.games", "b.games"] {
            manifest.files.push(PinnedFile { name: name.into(), sha256: "ab".into() });
        }
        assert_eq!(Manifest::parse(&manifest.to_text().unwrap()).unwrap(), manifest);
        for (text, word) in [
            ("speed = 1", "speed"),
            ("batch = 0", "batch must lie between"),
            ("batch = 100.5", "batch"),
            ("batch = \"x\"", "batch"),
            ("result_share = 1.5", "between 0 and 1"),
            ("loss_exponent = 0", "loss_exponent must lie between 1 and 10"),
            ("phase_balance = 2", "phase_balance"),
            ("final_result_share = 1.1", "final_result_share must lie between 0 and 1"),
            ("result_rise = -1", "result_rise"),
            ("lookahead = 1\nscale = 400", "lookahead must lie between 0 and 0.99"),
            ("lookahead = 0.5", "lookahead needs a scale"),
            ("average = 2", "average must lie between 0 and 1"),
            ("rate = nan", "rate"),
            ("architecture = \"689k1a1t7-33x2-1\"", "architecture"),
            ("skip_captures = 1", "skip_captures"),
            ("seed = 1\nseed = 2", "seed"),
            ("[[files]]\nname = \"x\"", "files"),
            ("[[file]]\nname = \"x\"", "sha256"),
            ("[[file]]\nname = \"../x\"\nsha256 = \"\"", "folders"),
        ] {
            let error = format!("{:#}", Manifest::parse(text).unwrap_err());
            assert!(error.contains(word), "{text}: {error}");
            let setting = [text.to_string()];
            if !text.contains('\n') {
                assert!(Manifest::default().with_settings(&setting).is_err(), "{text}");
            }
        }
    }
}
