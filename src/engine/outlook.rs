//! What a score means to a person: centipawns, and the chances of a win, a draw
//! and a loss. The one place that knows how internal units relate to either.

use crate::board::Board;
use crate::types::Score;

/// The chances of the side to move per mille; they add up to 1000.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wdl {
    /// Of winning.
    pub win: u16,
    /// Of drawing.
    pub draw: u16,
    /// Of losing.
    pub loss: u16,
}

/// How scores relate to results: with `n` pieces on the board, the side to move
/// wins with the chance `1 / (1 + exp((midpoint(n) - score) / scale(n)))` and loses
/// with that of the opposite score; what is left are draws (Stockfish's model of
/// win rates, 2020).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Curve {
    /// Score units at which half of the games are won: with 16 pieces, and by how
    /// much more with 32.
    pub midpoint: [f64; 2],
    /// Score units by which the odds change by a factor of e, in the same way.
    pub scale: [f64; 2],
}

/// Fitted by `chuhe fit-wdl` to games of the built-in network; see docs/authors/network.md. For another
/// network it has to be fitted again, with [`UNITS_PER_MINOR`].
pub const FITTED: Curve = Curve { midpoint: [263.6, -110.4], scale: [88.5, 49.5] };

impl Curve {
    /// Score units at which half of the games are won, and the scale.
    fn at(&self, pieces: usize) -> (f64, f64) {
        let x = (pieces as f64 - 16.0) / 16.0;
        let line = |[middle, rise]: [f64; 2]| (middle + rise * x).max(1.0);
        (line(self.midpoint), line(self.scale))
    }

    /// The chances of a win and of a loss for a score in units.
    pub fn chances(&self, units: f64, pieces: usize) -> [f64; 2] {
        let (midpoint, scale) = self.at(pieces);
        [units, -units].map(|x| 1.0 / (1.0 + ((midpoint - x) / scale).exp()))
    }

    /// A score in hundredths of what wins half of the games.
    pub fn centipawns(&self, units: f64, pieces: usize) -> f64 {
        100.0 * units / self.at(pieces).0
    }
}

/// What a score means on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outlook {
    /// The score, if it is no mate, in hundredths of an advantage that wins half of
    /// the games.
    pub centipawns: i32,
    /// The chances of the side to move, if they were asked for.
    pub chances: Option<Wdl>,
}

impl Outlook {
    /// Of a score for the side to move, without its chances.
    pub fn new(score: Score, board: &Board) -> Outlook {
        let centipawns = FITTED.centipawns(f64::from(score.units()), pieces(board));
        Outlook { centipawns: centipawns.round() as i32, chances: None }
    }

    /// [`Outlook::new`], with the chances of the side to move.
    pub fn with_chances(score: Score, board: &Board) -> Outlook {
        let chances = Some(Wdl::new(score, pieces(board)));
        Outlook { chances, ..Outlook::new(score, board) }
    }
}

fn pieces(board: &Board) -> usize {
    board.occupied().count() as usize
}

impl Wdl {
    fn new(score: Score, pieces: usize) -> Wdl {
        let [win, loss] = if score.is_win() {
            [1000, 0]
        } else if score.is_loss() {
            [0, 1000]
        } else {
            let chances = FITTED.chances(score.units().into(), pieces);
            chances.map(|chance| (1000.0 * chance).round() as u16)
        };
        let loss = loss.min(1000 - win);
        Wdl { win, draw: 1000 - win - loss, loss }
    }
}

/// Score units that a knight or a cannon is worth in the middlegame, by the summary
/// that `chuhe train` prints: 581 and 642 of the built-in network; rounded.
const UNITS_PER_MINOR: i32 = 600;

/// A score that is no mate, in hundredths of a knight or cannon.
pub fn percent_of_minor(score: Score) -> i32 {
    score.units() * 100 / UNITS_PER_MINOR
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{START_FEN, Setup};
    use crate::eval::Evaluation;

    /// The network that the constants of this file were fitted to.
    const FITTED_TO: &str = "2f37b26087f0";

    #[test]
    fn constants_are_those_of_the_built_in_network() {
        if option_env!("EVALFILE").is_none_or(str::is_empty) {
            let built_in = Evaluation::BuiltIn.network().name();
            assert_eq!(
                built_in, FITTED_TO,
                "fit FITTED and UNITS_PER_MINOR to the new network, as docs/authors/network.md says"
            );
        }
    }

    const ENDGAME: &str = "4k4/4a4/4b4/9/9/9/4P4/4B4/4A4/3K1R3 w";

    #[test]
    fn chances_add_up_grow_and_mirror() {
        for fen in [START_FEN, ENDGAME] {
            let board = fen.parse::<Setup>().unwrap().to_board().unwrap();
            let mut last = 0;
            for units in -2000..=2000 {
                let of = |units| Outlook::with_chances(Score::new(units), &board);
                let (found, mirrored) = (of(units), of(-units));
                let chances = found.chances.unwrap();
                assert_eq!(chances.win + chances.draw + chances.loss, 1000, "{units}");
                assert!(chances.win >= last, "{units}");
                last = chances.win;
                let mirror = mirrored.chances.unwrap();
                assert_eq!((chances.win, chances.loss), (mirror.loss, mirror.win));
                assert_eq!(found.centipawns, -mirrored.centipawns);
            }
            let of_mate = |score| Outlook::with_chances(score, &board).chances.unwrap();
            assert_eq!(of_mate(Score::mate_in(3)), Wdl { win: 1000, draw: 0, loss: 0 });
            assert_eq!(of_mate(Score::mated_in(4)), Wdl { win: 0, draw: 0, loss: 1000 });
        }
    }

    #[test]
    fn a_hundred_centipawns_win_half_of_the_games() {
        for pieces in 2..=32 {
            let midpoint = 100.0 / FITTED.centipawns(1.0, pieces);
            assert!((FITTED.chances(midpoint, pieces)[0] - 0.5).abs() < 1e-9, "{pieces}");
            let [win, loss] = FITTED.chances(0.0, pieces);
            assert!((win - loss).abs() < 1e-12 && win < 0.5, "{pieces}");
        }
    }
}
