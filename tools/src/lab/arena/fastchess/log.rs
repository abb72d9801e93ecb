//! The option `-log`: where messages go, and which.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, bail, ensure};
use log::LevelFilter;

use super::words::Group;

/// What the option says.
#[derive(Debug)]
pub struct Log {
    /// The file; without one `RUST_LOG` decides.
    pub file: Option<PathBuf>,
    /// Messages of this importance and more.
    pub level: LevelFilter,
    /// Whether to go on at its end.
    pub append: bool,
}

impl Default for Log {
    fn default() -> Log {
        Log { file: None, level: LevelFilter::Warn, append: true }
    }
}

impl Log {
    /// Reads the pairs of the option. With `engine=true` every line that is sent
    /// and received is a message.
    ///
    /// # Errors
    /// On a key or value that is unknown, or without a file.
    pub fn read(group: &Group) -> Result<Log> {
        let mut log = Log::default();
        let mut engine = false;
        for (key, value) in group.pairs()? {
            match key {
                "file" => log.file = Some(value.into()),
                "level" => {
                    log.level = match value {
                        "trace" => LevelFilter::Debug,
                        "info" => LevelFilter::Info,
                        "warn" => LevelFilter::Warn,
                        "err" | "fatal" => LevelFilter::Error,
                        _ => bail!("-log level={value}: expected trace, info, warn, err or fatal"),
                    }
                }
                "append" => log.append = group.switch(key, value)?,
                "engine" => engine = group.switch(key, value)?,
                "realtime" => drop(group.switch(key, value)?),
                "compress" => {
                    ensure!(!group.switch(key, value)?, "-log compress=true is not supported");
                }
                _ => return Err(group.unknown(key)),
            }
        }
        if engine {
            log.level = LevelFilter::Trace;
        }
        ensure!(log.file.is_some(), "-log: file=NAME is missing");
        Ok(log)
    }

    /// From now on messages go there, or where `RUST_LOG` says.
    pub fn start(&self, file: Option<Box<dyn Write + Send>>) {
        let Some(file) = file else {
            env_logger::init();
            return;
        };
        env_logger::Builder::new()
            .filter_level(self.level)
            .target(env_logger::Target::Pipe(file))
            .init();
    }
}
