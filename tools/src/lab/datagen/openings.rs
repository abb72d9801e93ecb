//! Chooses the openings of self-play. All games should differ, and together they
//! should reach positions like those that a search evaluates.

use chuhe::board::Setup;
use chuhe::internals::random::Random;
use chuhe::rules::{Game, Outcome, RuleSet, judge};

use super::record::{OpeningKind, StoredGame};

/// Share of the games with [`OpeningKind::Random`].
const RANDOM_SHARE: f64 = 0.60;
/// Share of the games with [`OpeningKind::Guided`].
const GUIDED_SHARE: f64 = 0.25;
/// Share of restarts that begin with an endgame.
const ENDGAME_SHARE: f64 = 0.5;
/// Number of pieces in an endgame.
const ENDGAME_PIECES: std::ops::RangeInclusive<u32> = 8..=14;
/// A guided game deviates from the best move before this ply,
pub const GUIDED_PLIES: usize = 30;
/// with this probability at each move,
pub const GUIDED_CHANCE: f64 = 0.1;
/// to one of this number of best moves
pub const GUIDED_CHOICE: usize = 4;
/// whose scores are at most so much below the best.
pub const GUIDED_LOSS: i32 = 60;

/// An opening: where to start, and the moves made at random.
pub struct Opening {
    /// How it was chosen.
    pub kind: OpeningKind,
    /// Where the game starts.
    pub start: Setup,
    /// The game after the random moves.
    pub game: Game,
}

/// Draws an opening; `None` when the random moves ended the game. `earlier` are the
/// games that restarts are taken from.
pub fn draw(random: &mut Random, earlier: &[StoredGame], rules: &RuleSet) -> Option<Opening> {
    let mut kind = match random.unit() {
        share if share < RANDOM_SHARE => OpeningKind::Random,
        share if share < RANDOM_SHARE + GUIDED_SHARE => OpeningKind::Guided,
        _ => OpeningKind::Restart,
    };
    if earlier.is_empty() && kind == OpeningKind::Restart {
        kind = OpeningKind::Random;
    }
    let (start, plies) = match kind {
        OpeningKind::Random => (Setup::start(), 8 + random.below(5)),
        OpeningKind::Guided => (Setup::start(), 4 + random.below(3)),
        OpeningKind::Restart => (restart(random, earlier)?, 2),
    };
    let mut game = Game::new(&start).ok()?;
    for _ in 0..plies {
        let moves = game.board().legal_moves();
        if moves.is_empty() {
            return None;
        }
        let _ = game.play(moves[random.below(moves.len())]);
    }
    let is_open = judge(&game, rules).outcome == Outcome::Ongoing;
    is_open.then_some(Opening { kind, start, game })
}

/// A position of an earlier game, for [`ENDGAME_SHARE`] of the calls an endgame.
fn restart(random: &mut Random, earlier: &[StoredGame]) -> Option<Setup> {
    let wants_endgame = random.unit() < ENDGAME_SHARE;
    let stored = &earlier[random.below(earlier.len())];
    let mut game = stored.opened().ok()?;
    let mut positions = Vec::new();
    for ply in &stored.moves {
        let board = game.board();
        let is_wanted = !wants_endgame || ENDGAME_PIECES.contains(&board.occupied().count());
        if is_wanted && !board.in_check() {
            positions.push(game.setup());
        }
        let _ = game.play(ply.mv);
    }
    if positions.is_empty() {
        return None;
    }
    let setup = positions.swap_remove(random.below(positions.len()));
    (setup.quiet_plies < 60).then_some(Setup { move_number: 1, ..setup })
}
