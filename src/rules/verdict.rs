//! Verdicts on games and on the nodes of a search, with their reasons.

use crate::types::{Color, Piece, Square};

/// The result of a game, or that it goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The game goes on.
    Ongoing,
    /// Nobody has won.
    Draw,
    /// This side has won.
    Win(Color),
}

/// Why a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It has not.
    None,
    /// The side to move is in check and has no legal move.
    Checkmate,
    /// The side to move is not in check and has no legal move.
    Stalemate,
    /// One side gave check with every move of a repetition.
    PerpetualCheck,
    /// One side chased the same piece anew with every move of a repetition.
    PerpetualChase,
    /// One side attacked with every move of a repetition: it checked, chased or
    /// threatened mate.
    PerpetualAttack,
    /// Both sides gave check with every move of a repetition.
    MutualCheck,
    /// Both sides chased, or attacked, with every move of a repetition.
    MutualChase,
    /// A repetition in which neither side did anything forbidden.
    Repetition,
    /// Too many plies without a capture.
    NaturalLimit,
    /// Neither side has the pieces to mate.
    InsufficientMaterial,
}

impl Reason {
    /// All reasons for which games end.
    pub const ALL: [Reason; 10] = [
        Reason::Checkmate,
        Reason::Stalemate,
        Reason::PerpetualCheck,
        Reason::PerpetualChase,
        Reason::PerpetualAttack,
        Reason::MutualCheck,
        Reason::MutualChase,
        Reason::Repetition,
        Reason::NaturalLimit,
        Reason::InsufficientMaterial,
    ];

    /// The reason in words; empty when there is none.
    pub const fn name(self) -> &'static str {
        match self {
            Reason::None => "",
            Reason::Checkmate => "checkmate",
            Reason::Stalemate => "stalemate",
            Reason::PerpetualCheck => "perpetual check",
            Reason::PerpetualChase => "perpetual chase",
            Reason::PerpetualAttack => "perpetual attack",
            Reason::MutualCheck => "mutual check",
            Reason::MutualChase => "mutual chase",
            Reason::Repetition => "repetition",
            Reason::NaturalLimit => "natural limit",
            Reason::InsufficientMaterial => "insufficient material",
        }
    }

    /// Whether a position occurred again.
    pub const fn is_repetition(self) -> bool {
        matches!(
            self,
            Reason::PerpetualCheck
                | Reason::PerpetualChase
                | Reason::PerpetualAttack
                | Reason::MutualCheck
                | Reason::MutualChase
                | Reason::Repetition
        )
    }
}

/// A verdict on a game, with its reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Verdict {
    /// Who has won, if anybody.
    pub outcome: Outcome,
    /// Why.
    pub reason: Reason,
    /// The side that broke a rule.
    pub offender: Option<Color>,
    /// Plies of the repetition that was looked at, back from the end; 0 when
    /// no repetition decided.
    pub window: usize,
    /// The piece that the offender chased, and where it stands now.
    pub victim: Option<(Piece, Square)>,
}

impl Verdict {
    pub(super) const fn new(outcome: Outcome, reason: Reason) -> Verdict {
        Verdict { outcome, reason, offender: None, window: 0, victim: None }
    }

    /// The verdict on a game that goes on.
    pub const ONGOING: Verdict = Verdict::new(Outcome::Ongoing, Reason::None);

    /// The verdict on a repetition.
    pub(super) const fn repetition(reason: Reason, window: usize) -> Verdict {
        Verdict { window, ..Verdict::new(Outcome::Draw, reason) }
    }

    /// The verdict on a repetition in which one side broke a rule.
    pub(super) fn offence(offender: Color, reason: Reason, window: usize) -> Verdict {
        let outcome = Outcome::Win(!offender);
        Verdict { offender: Some(offender), window, ..Verdict::new(outcome, reason) }
    }
}

/// The verdict on a node of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeVerdict {
    /// None: the node has to be searched.
    Open,
    /// The game is drawn here.
    Draw,
    /// The side to move has won by rule.
    Win,
    /// The side to move has lost by rule.
    Loss,
    /// A draw by a position that has decided the game before, which went on: the side of the root
    /// should rather try something else.
    Stale,
    /// The side of the root, this one, has broken a rule where the game went on before: worse for
    /// it than any move that does not, but nobody ends the game.
    Offence(Color),
    /// Probably a win by rule, which another repetition may still change: a lower bound
    /// of the draw score.
    AtLeastDraw,
    /// Probably a loss by rule: an upper bound of the draw score.
    AtMostDraw,
}
