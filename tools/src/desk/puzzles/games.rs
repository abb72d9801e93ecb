//! The games in which puzzles are looked for.

use std::collections::HashSet;
use std::path::PathBuf;

use anyhow::{Result, ensure};

use crate::common::input::{self, EncodingArgs};
use crate::common::lang::files::{DeskFault, Remark, in_file, kept_before};
use crate::common::say::tell;
use chuhe::board::Key;
use chuhe::engine::Part;
use chuhe::internals::packing::Sha256;
use chuhe::rules::Game;

/// A game and who played it.
pub struct Source {
    /// File, line and column.
    pub place: String,
    /// The main line.
    pub game: Game,
    /// Plies after which its positions are looked at: those that no game before it has had,
    /// and not the last where the game is over.
    pub plies: Vec<usize>,
    pub red: String,
    pub black: String,
    pub event: String,
    pub date: String,
}

impl Source {
    /// The game as it stood after so many plies.
    pub fn before(&self, ply: usize) -> Game {
        let mut game = self.game.clone();
        while game.ply() > ply {
            game.undo();
        }
        game
    }
}

/// The games of files, as far as they belong to a part and can be read; the others are named.
///
/// # Errors
/// When a file cannot be read, or there is no game.
pub fn read(files: &[PathBuf], part: Part, encoding: EncodingArgs) -> Result<Vec<Source>> {
    let (mut sources, mut number) = (Vec::new(), 0);
    let mut seen: HashSet<Key> = HashSet::new();
    for path in files {
        let name = input::name_of(path);
        for game in input::open_games(path, encoding.options())? {
            let found = game.and_then(|text| Ok((text.check(None)?, text)));
            let is_ours = part.has(number);
            number += 1;
            let (checked, text) = match found {
                Ok(found) if is_ours => found,
                Err(fault) if is_ours => {
                    tell(&Remark::LeftOut { what: in_file(&name, fault) });
                    continue;
                }
                Ok(_) | Err(_) => continue,
            };
            if let Some(fault) = &checked.fault {
                tell(&kept_before(&name, fault.clone()));
            }
            let tag = |key: &str| {
                let value = text.tag(key).unwrap_or_default().trim();
                if value.chars().all(|c| matches!(c, '?' | '.')) { "" } else { value }.to_owned()
            };
            let red = if tag("Red").is_empty() { tag("White") } else { tag("Red") };
            sources.push(Source {
                place: format!("{name}:{}", text.place),
                plies: new_positions(&checked.game, &mut seen),
                game: checked.game,
                red,
                black: tag("Black"),
                event: tag("Event"),
                date: tag("Date"),
            });
        }
    }
    ensure!(!sources.is_empty(), DeskFault::NothingToAnalyse);
    Ok(sources)
}

/// The plies after which a game has positions that have not been seen; now they have.
fn new_positions(game: &Game, seen: &mut HashSet<Key>) -> Vec<usize> {
    let keys = game.records().iter().map(|record| record.key());
    let keys: Vec<Key> = keys.chain([game.board().key()]).collect();
    let is_open = |&(ply, key): &(usize, Key)| {
        let is_over = ply == game.ply() && !game.board().has_legal_move();
        seen.insert(key) && !is_over
    };
    keys.into_iter().enumerate().filter(is_open).map(|(ply, _)| ply).collect()
}

/// What tells these games from others.
pub fn checksum(sources: &[Source]) -> String {
    let mut sum = Sha256::default();
    for source in sources {
        sum.update(source.game.start_setup().to_string().as_bytes());
        source.game.moves().for_each(|mv| sum.update(&mv.bits().to_le_bytes()));
        for text in [&source.place, &source.red, &source.black, &source.event, &source.date] {
            sum.update(text.as_bytes());
            sum.update(b"\n");
        }
    }
    sum.finish().to_string()
}
