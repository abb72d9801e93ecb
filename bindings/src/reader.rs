//! Games of files, one at a time.

use std::path::Path;

use chuhe::notation::Style;
use chuhe_games::{FaultKind, Format, Games, ReadOptions, encoding_of};

use crate::board::style_of;
use crate::error::{Error, ErrorKind, Result, shown};
use crate::game::Game;

/// How games are read.
#[derive(Clone, Debug, Default)]
pub struct ReadAs {
    /// The encoding, such as `gbk` or `big5`; found out without one.
    pub encoding: Option<String>,
    /// The style of the moves; each may have its own without one.
    pub style: Option<String>,
    /// Whether a game with a fault is an error, and not read as far as it is good.
    pub strict: bool,
}

/// The games of a file or of bytes in any format that is read.
pub struct Reader {
    games: Games,
    file: Option<String>,
    style: Option<Style>,
    strict: bool,
}

impl Reader {
    /// The games of a file, which is read as they are asked for.
    ///
    /// # Errors
    /// When the file cannot be read, or there is no such encoding or style.
    pub fn open(path: &Path, how: &ReadAs) -> Result<Reader> {
        let (options, style) = options_of(how)?;
        let file = path.display().to_string();
        if !path.is_file() {
            // A pipe may have no end.
            let what = if path.exists() { "not a file" } else { "no such file" };
            return Err(Error::new(ErrorKind::Io, what).in_file(&file));
        }
        let games = Games::open(path, options).map_err(|error| Error::io(&file, &error))?;
        Ok(Reader { games, file: Some(file), style, strict: how.strict })
    }

    /// The games of the bytes of a file.
    ///
    /// # Errors
    /// When what they are packed by is damaged, or there is no such encoding or style.
    pub fn of_bytes(bytes: Vec<u8>, how: &ReadAs) -> Result<Reader> {
        let (options, style) = options_of(how)?;
        let games = Games::of_bytes(bytes, options);
        let games = games.map_err(|error| Error::new(ErrorKind::Io, error))?;
        Ok(Reader { games, file: None, style, strict: how.strict })
    }

    /// The name of the encoding that the texts were found to have.
    pub fn encoding(&self) -> &'static str {
        self.games.encoding
    }

    /// The name of the format.
    pub fn format(&self) -> &'static str {
        match self.games.format {
            Format::Pgn => "pgn",
            Format::Dhtmlxq => "dhtmlxq",
            Format::Wxf => "wxf",
            Format::Sheet => "sheet",
            Format::Xqf => "xqf",
            Format::Ccbridge => "cbr",
            Format::CcbridgeLibrary => "cbl",
            Format::Cbf => "cbf",
            Format::Pfc => "pfc",
            Format::Che => "che",
            Format::Mxq => "mxq",
            Format::Ccm => "ccm",
            Format::Lines => "lines",
            Format::NotRead(_) | Format::Binary => "unknown",
        }
    }
}

/// Games, and an error where the file cannot be read on, or a game cannot and the reader is
/// strict. What is no game and need not be one is left out.
impl Iterator for Reader {
    type Item = Result<Game>;

    fn next(&mut self) -> Option<Result<Game>> {
        loop {
            let found = self.games.next()?;
            let read = found.and_then(|text| {
                let checked = text.check_record(self.style)?;
                Ok((text, checked))
            });
            let in_file = |error: Error| match &self.file {
                Some(file) => error.in_file(file),
                None => error,
            };
            match read {
                Ok((text, checked)) => {
                    let mut game = Game::of_text(text, checked);
                    let fault = game.take_fault().map(in_file);
                    if let Some(fault) = fault {
                        if self.strict {
                            return Some(Err(fault));
                        }
                        game.set_fault(fault);
                    }
                    return Some(Ok(game));
                }
                Err(fault) if fault.kind.is_no_game() => {}
                Err(fault) => {
                    let is_whole_file = matches!(
                        fault.kind,
                        FaultKind::Unreadable(_) | FaultKind::Binary | FaultKind::NotRead(_)
                    );
                    let error = in_file(fault.into());
                    let is_error = self.strict || is_whole_file;
                    return Some(if is_error { Err(error) } else { Ok(Game::of_fault(error)) });
                }
            }
        }
    }
}

fn options_of(how: &ReadAs) -> Result<(ReadOptions, Option<Style>)> {
    let encoding = how.encoding.as_deref().map(|name| {
        let why = || {
            let name = shown(name);
            Error::value(format!("encoding '{name}': expected one such as utf-8, gbk or big5"))
        };
        encoding_of(name).ok_or_else(why)
    });
    let style = how.style.as_deref().map(style_of).transpose()?;
    Ok((ReadOptions { encoding: encoding.transpose()?, ..ReadOptions::default() }, style))
}
