//! What is kept of a player from game to game: the results against the levels, a line of JSON
//! each, in the order of the games.

use std::env;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::Result;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

use crate::common::date::Timestamp;
use crate::common::input::cannot_read;
use crate::common::lang::Context;
use crate::common::lang::files::{DeskFault, FileFault, StateKind};
use crate::common::output::{Output, cannot_write};
use crate::common::state_file::{self, StateFile};
use chuhe::engine::player_level::{LevelGame, PlayerLevel, PlayerResult};

/// The first line.
#[derive(Serialize, Deserialize)]
struct Header {
    results: Version,
}

/// What the lines behind it are.
#[derive(Serialize, Deserialize)]
enum Version {
    #[serde(rename = "levels-1")]
    First,
}

/// A game.
#[derive(Serialize, Deserialize)]
struct Line {
    /// The level of the engine.
    level: i64,
    /// The player's points: 0, 0.5 or 1.
    points: f64,
    /// When it ended: for people who read the file.
    date: String,
}

/// A line that has been read.
struct Known(LevelGame);

impl<'de> Deserialize<'de> for Known {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Known, D::Error> {
        let Line { level, points, .. } = Line::deserialize(deserializer)?;
        let result = PlayerResult::of_points(points)
            .ok_or_else(|| D::Error::custom(format_args!("points {points}")))?;
        let game = LevelGame::new(level, result);
        game.map(Known).ok_or_else(|| D::Error::custom(format_args!("level {level}")))
    }
}

/// A player and the file that has the results.
#[derive(Debug)]
pub struct Player {
    path: PathBuf,
    games: Vec<LevelGame>,
}

impl Player {
    /// The player of a file. Without the file it is somebody new.
    ///
    /// # Errors
    /// When the file cannot be read, is none of a player, or could not be written later.
    pub fn open(path: &Path) -> Result<Player> {
        let file = Output::open(path)?;
        if !file.is_regular() {
            return Err(FileFault::NotOrdinary).context(cannot_write(path));
        }
        let games = match is_begun(path)? {
            true => state_file::read::<Header, Known>(path, StateKind::Player)?.1,
            false => Vec::new(),
        };
        let games = games.into_iter().map(|Known(game)| game).collect();
        Ok(Player { path: path.into(), games })
    }

    /// The player who runs the program.
    ///
    /// # Errors
    /// As of [`Player::open`], or when the system says no folder for such files.
    pub fn of_user() -> Result<Player> {
        let folder = user_folder().context(DeskFault::NoPlayerFolder)?;
        fs::create_dir_all(&folder).with_context(|| cannot_write(&folder))?;
        Player::open(&folder.join("player.jsonl"))
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// How strong the player is.
    pub fn level(&self) -> PlayerLevel {
        PlayerLevel::of(&self.games)
    }

    /// Keeps the result of a game, and reads what other processes have kept meanwhile.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn add(&mut self, game: LevelGame) -> Result<()> {
        let header = Header { results: Version::First };
        let kind = StateKind::Player;
        let (mut file, lines) = StateFile::open::<Header, Known>(&self.path, &header, kind)?;
        let (level, points) = (game.level(), game.result().points());
        file.add(&Line { level, points, date: Timestamp::of(SystemTime::now()).date() })?;
        self.games = lines.into_iter().map(|Known(game)| game).chain([game]).collect();
        Ok(())
    }
}

/// Whether a file has more than a first line that was never finished.
fn is_begun(path: &Path) -> Result<bool> {
    if !path.exists() {
        return Ok(false);
    }
    let begins = serde_json::to_string(&Header { results: Version::First })?;
    let mut bytes = Vec::new();
    let most = begins.len() as u64 + 1;
    let file = File::open(path).and_then(|file| file.take(most).read_to_end(&mut bytes));
    file.with_context(|| cannot_read(path))?;
    Ok(!begins.as_bytes().starts_with(&bytes))
}

/// Where programs keep what they know of a user.
fn user_folder() -> Option<PathBuf> {
    let folder = |name: &str| env::var_os(name).map(PathBuf::from).filter(|at| at.is_absolute());
    let all = if cfg!(windows) {
        folder("LOCALAPPDATA")?
    } else if cfg!(target_os = "macos") {
        folder("HOME")?.join("Library/Application Support")
    } else {
        folder("XDG_STATE_HOME").or_else(|| Some(folder("HOME")?.join(".local/state")))?
    };
    Some(all.join("chuhe"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use PlayerResult::{Draw, Loss, Win};

    fn game(level: i64, result: PlayerResult) -> LevelGame {
        LevelGame::new(level, result).unwrap()
    }

    #[test]
    fn results_are_kept_in_their_order() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("me");
        let mut player = Player::open(&path).unwrap();
        assert!(!path.exists() && player.level().games == 0);
        player.add(game(5, Win)).unwrap();
        // Another process has played meanwhile.
        Player::open(&path).unwrap().add(game(9, Loss)).unwrap();
        player.add(game(7, Draw)).unwrap();
        let expected = [game(5, Win), game(9, Loss), game(7, Draw)];
        assert_eq!(player.games, expected);
        assert_eq!(Player::open(&path).unwrap().games, expected);
        // A line that was not finished is no game.
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, format!("{text}{{\"level\":5,\"poi")).unwrap();
        let mut player = Player::open(&path).unwrap();
        assert_eq!(player.games, expected);
        player.add(game(0, Win)).unwrap();
        assert_eq!(Player::open(&path).unwrap().games.len(), 4);
        for begun in ["", "{\"resu"] {
            fs::write(&path, begun).unwrap();
            let mut player = Player::open(&path).unwrap();
            player.add(game(1, Loss)).unwrap();
            assert_eq!(Player::open(&path).unwrap().games, [game(1, Loss)]);
        }
    }

    #[test]
    fn a_damaged_file_is_refused_and_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("me");
        let good = "{\"level\":5,\"points\":1,\"date\":\"2026.01.01\"}\n";
        let head = "{\"results\":\"levels-1\"}\n";
        for (text, part) in [
            ("x\n".to_owned(), "line 1"),
            ("\u{0}\u{0}\n".to_owned(), "line 1"),
            (head.replace('1', "2"), "levels-2"),
            (good.to_owned(), "line 1"),
            (format!("{head}{good}x\n{good}"), "line 3"),
            (format!("{head}{}", good.replace('5', "21")), "level 21"),
            (format!("{head}{}", good.replace(":1,", ":0.7,")), "points 0.7"),
            (format!("{head}{}", good.replace(":1,", ":null,")), "line 2"),
        ] {
            fs::write(&path, &text).unwrap();
            let error = format!("{:#}", Player::open(&path).unwrap_err());
            assert!(error.contains("me holds no") && error.contains(part), "{text}: {error}");
            let mut other = Player { path: path.clone(), games: Vec::new() };
            assert!(other.add(game(5, Win)).is_err(), "{text}");
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        assert!(Player::open(folder.path()).is_err());
        assert!(Player::open(Path::new("-")).is_err());
        assert!(Player::open(&folder.path().join("no/me")).is_err());
    }
}
