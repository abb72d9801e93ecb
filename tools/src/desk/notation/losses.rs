//! What games lose in a format.

use crate::common::lang::files::{At, Loss, Often, at};
use chuhe_games::pgn::is_own_tag;
use chuhe_games::{Document, Place, ccbridge, dhtmlxq, wxf, xqf};

use super::Format;

/// What is lost, with where the game is, or in how many games it happens.
#[derive(Default)]
pub struct Notes(Vec<(Loss, Place, usize)>);

impl Notes {
    /// Adds what a game loses.
    pub fn add(&mut self, losses: Vec<Loss>, place: Place) {
        for loss in losses {
            match self.0.iter_mut().find(|(known, ..)| *known == loss) {
                Some((.., count)) => *count += 1,
                None => self.0.push((loss, place, 1)),
            }
        }
    }

    /// A note for each loss.
    pub fn each(self, name: &str) -> impl Iterator<Item = At> {
        self.0.into_iter().map(move |(what, place, n)| match n {
            1 => at(format!("{name}:{place}"), what),
            _ => at(name, Often::Games { n, what }),
        })
    }
}

/// What of a game is lost in a format: tags without a place, tags that do not fit, variations,
/// comments and marks.
pub fn losses(game: &Document, format: Format) -> Vec<Loss> {
    // The format says these in its own way; White is Red by another name.
    let said =
        game.tags.iter().filter(|(tag, value)| !["", "?"].contains(&&**value) && !is_own_tag(tag));
    let fits = |tag: &str, value: &str| match format {
        Format::Xqf => xqf::fits(tag, value),
        Format::Cbr => ccbridge::fits(tag, value),
        Format::Dhtmlxq => dhtmlxq::has_place_for(tag).then_some(true),
        Format::Wxf => wxf::has_place_for(tag).then_some(true),
        Format::Lines => None,
        Format::Pgn => Some(true),
    };
    let which = |wanted: Option<bool>| {
        let found = said.clone().filter(|(tag, value)| fits(tag, value) == wanted);
        found.map(|(tag, _)| &**tag).collect::<Vec<_>>().join(", ")
    };
    let (homeless, cut) = (which(None), which(Some(false)));
    let format_name = match format {
        Format::Xqf => "XQF",
        Format::Cbr => "CBR",
        Format::Wxf => "WXF",
        _ => "DhtmlXQ",
    };
    let mut losses = Vec::new();
    if !homeless.is_empty() {
        losses.push(match format {
            Format::Lines => Loss::NoLinePlace { tags: homeless },
            _ => Loss::NoPlace { format: format_name, tags: homeless },
        });
    }
    if !cut.is_empty() {
        losses.push(Loss::Cut { format: format_name, tags: cut });
    }
    if matches!(format, Format::Lines | Format::Wxf) && game.moves.has_variations() {
        losses.push(Loss::Variations);
    }
    let mut moves = game.moves.values().iter();
    let has_comments = moves.any(|made| !made.comment.is_empty());
    let is_lost = match format {
        Format::Lines => has_comments || !game.comment.is_empty(),
        Format::Wxf => has_comments,
        _ => false,
    };
    if is_lost {
        losses.push(Loss::Comments);
    }
    let is_kept = |nags: &[u8]| match format {
        Format::Pgn => true,
        Format::Wxf => matches!(nags, [] | [1..=6]),
        _ => nags.is_empty(),
    };
    if !game.moves.values().iter().all(|made| is_kept(&made.nags)) {
        losses.push(Loss::Marks);
    }
    losses
}
