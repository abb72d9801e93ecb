//! `chuhe board`: a position as a picture.

use std::path::PathBuf;

use anyhow::{Result, ensure};
use clap::{ArgGroup, Args, ValueEnum};

use crate::common::diagram::to_png;
use crate::common::lang::files::DeskFault;
use crate::common::lang::{Context, LangArgs};
use crate::common::output;
use chuhe::notation::read as read_move;
use chuhe::rules::Game;
use chuhe_games::diagram::{self, Look, draw};
use chuhe_games::read_line;

/// Draw a position as SVG or PNG
#[derive(Args, Clone, Debug)]
#[command(group = ArgGroup::new("picture").required(true).multiple(true))]
pub struct BoardArgs {
    /// A FEN or startpos, and if wanted `moves` and moves in any notation
    #[arg(value_name = "POSITION", required = true, num_args = 1.., allow_hyphen_values = false)]
    position: Vec<String>,
    /// Write it as SVG
    #[arg(long, value_name = "FILE", group = "picture")]
    svg: Option<PathBuf>,
    /// Write it as PNG
    #[arg(long, value_name = "FILE", group = "picture")]
    png: Option<PathBuf>,
    /// Width of the PNG in pixels
    #[arg(long, value_name = "N", default_value_t = 960, value_parser = clap::value_parser!(u32).range(16..=8192))]
    width: u32,
    /// What stands on the pieces
    #[arg(long, value_enum, default_value_t)]
    faces: Faces,
    /// Black below
    #[arg(long)]
    flip: bool,
    /// Draw an arrow for this move, in any notation
    #[arg(long, value_name = "MOVE")]
    arrow: Option<String>,
    #[command(flatten)]
    #[allow(missing_docs)] // a comment would become that of the whole command
    pub lang: LangArgs,
}

/// What stands on the pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Faces {
    /// As on real pieces.
    #[default]
    Chinese,
    /// As in a FEN.
    Letters,
}

impl From<Faces> for diagram::Faces {
    fn from(faces: Faces) -> diagram::Faces {
        match faces {
            Faces::Chinese => diagram::Faces::Chinese,
            Faces::Letters => diagram::Faces::Letters,
        }
    }
}

/// Draws.
///
/// # Errors
/// When the position or a move is not legal, or a file cannot be written.
pub fn run(args: &BoardArgs) -> Result<()> {
    let [svg, png] =
        output::open_all(&[], [("--svg", args.svg.as_deref()), ("--png", args.png.as_deref())])?;
    let game = read_game(&args.position.join(" "))?;
    let arrow = args.arrow.as_deref().map(|text| {
        let fault = |why| DeskFault::Arrow { text: text.to_owned(), why };
        read_move(game.board(), text).map_err(fault)
    });
    let look = Look {
        faces: args.faces.into(),
        flipped: args.flip,
        last: game.moves().last(),
        arrow: arrow.transpose()?,
    };
    let drawing = draw(&game.setup(), look);
    if let Some(file) = svg {
        file.write_text(&drawing.to_svg())?;
    }
    if let Some(file) = png {
        file.write(&to_png(&drawing, args.width).context(DeskFault::NoPicture)?)?;
    }
    Ok(())
}

fn read_game(text: &str) -> Result<Game> {
    let game = read_line(text, 1).context(DeskFault::NoPosition)?.map_err(|fault| fault.kind)?;
    ensure!(
        game.moves.is_empty() || text.contains("moves"),
        DeskFault::NotAPosition { text: text.to_owned() }
    );
    Ok(game.replay(usize::MAX, None).map_err(|fault| fault.kind)?)
}
