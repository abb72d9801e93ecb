//! `chuhe endings count`: which classes occur in games.

use std::collections::{BTreeSet, HashMap};
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, ensure};
use clap::Args;

use crate::common::input::{self, EncodingArgs};
use crate::common::lang::files::{DeskFault, Remark, in_file, kept_before};
use crate::common::say::{tell, text_out};
use chuhe::board::Board;
use chuhe::endings::Class;
use chuhe_games::words::counted;

/// Options of `chuhe endings count`.
#[derive(Args, Clone, Debug)]
pub struct CountArgs {
    /// Files with games
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    encoding: EncodingArgs,
    /// Count advisors and bishops of both sides together, not each class: KRPKR+2 is a rook and a
    /// pawn against a rook with two of them
    #[arg(long)]
    together: bool,
}

/// In how many games a class occurs, and in how many positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Times {
    games: u64,
    positions: u64,
}

/// Counts the classes of endings that games come to, and prints them, the most frequent first.
///
/// # Errors
/// When a file cannot be read, or there is no game.
pub fn count(args: &CountArgs) -> Result<()> {
    let mut all: HashMap<String, Times> = HashMap::new();
    let (mut games, mut reached) = (0, 0);
    for path in &args.files {
        let name = input::name_of(path);
        for game in input::open_games(path, args.encoding.options())? {
            let checked = match game.and_then(|text| text.check(None)) {
                Ok(checked) => checked,
                Err(fault) => {
                    tell(&Remark::LeftOut { what: in_file(&name, fault) });
                    continue;
                }
            };
            if let Some(fault) = checked.fault {
                tell(&kept_before(&name, fault));
            }
            let mut game = checked.game;
            let mut seen = BTreeSet::new();
            loop {
                if let Some(class) = name_of(game.board(), args.together) {
                    all.entry(class.clone()).or_default().positions += 1;
                    seen.insert(class);
                }
                if game.ply() == 0 {
                    break;
                }
                game.undo();
            }
            games += 1;
            reached += u64::from(!seen.is_empty());
            for class in seen {
                all.entry(class).or_default().games += 1;
            }
        }
    }
    ensure!(games > 0, DeskFault::NothingToAnalyse);
    let mut rows: Vec<(String, Times)> = all.into_iter().collect();
    rows.sort_by(|(a, x), (b, y)| (y.games, y.positions, a).cmp(&(x.games, x.positions, b)));
    let mut out = text_out();
    writeln!(out, "class games positions")?;
    for (class, Times { games, positions }) in rows {
        writeln!(out, "{class} {games} {positions}")?;
    }
    let games = counted(games, "game");
    writeln!(out, "{games}, {reached} with at most two attackers, or two against one")?;
    Ok(out.flush()?)
}

/// The class of a position, or its attackers and the number of all advisors and bishops.
fn name_of(board: &Board, together: bool) -> Option<String> {
    let (_, class) = Class::of(board)?;
    if !together {
        return Some(class.to_string());
    }
    let guards: u8 = class.own.iter().chain(&class.defenders).sum();
    let bare = Class { own: [0; 2], defenders: [0; 2], ..class };
    Some(format!("{}+{guards}", bare.named()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe::board::Setup;

    #[test]
    fn classes_are_named_apart_or_together() {
        let of = |fen: &str, together| {
            let board = fen.parse::<Setup>().unwrap().to_board().unwrap();
            name_of(&board, together).unwrap_or_default()
        };
        let fen = "2b1kr3/9/9/9/9/9/9/9/4A4/C2K5 w";
        assert_eq!((of(fen, false), of(fen, true)), ("KRBKCA".into(), "KRKC+2".into()));
        // Guards decide which side of equal attackers stands first, not its name without them.
        let fen = "3akr3/9/9/9/9/9/9/9/9/R2K5 w";
        assert_eq!((of(fen, false), of(fen, true)), ("KRAKR".into(), "KRKR+1".into()));
        assert_eq!(of("4krr2/9/9/9/9/9/9/9/9/RR1K5 w", false), "");
    }
}
