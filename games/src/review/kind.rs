//! What went wrong with a bad move: kinds of mistakes, by what was found before and after it.

use serde::{Serialize, Serializer};

use crate::review::Finding;
use chuhe::board::{Board, see_value};
use chuhe::types::{Move, PieceType};

/// A kind of mistake. A bad move may be of several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// There was a mate, and now the game is not won by one.
    MissedMate,
    /// The other side mates now.
    AllowedMate,
    /// A solved ending was won or drawn, and is less now.
    ThrownEnding,
    /// The other side's best reply wins a rook, knight or cannon, or as much, at once.
    HungPiece,
    /// The best move would have won as much at once.
    MissedCapture,
    /// The best line shows a tactic with a name.
    MissedTactic,
    /// None of these.
    Other,
}

impl Kind {
    /// All of them, in the order of reports.
    pub const ALL: [Kind; 7] = [
        Kind::MissedMate,
        Kind::AllowedMate,
        Kind::ThrownEnding,
        Kind::HungPiece,
        Kind::MissedCapture,
        Kind::MissedTactic,
        Kind::Other,
    ];

    /// Its name in JSON and in catalogues of texts.
    pub fn key(self) -> &'static str {
        match self {
            Kind::MissedMate => "missed-mate",
            Kind::AllowedMate => "allowed-mate",
            Kind::ThrownEnding => "thrown-ending",
            Kind::HungPiece => "hung-piece",
            Kind::MissedCapture => "missed-capture",
            Kind::MissedTactic => "missed-tactic",
            Kind::Other => "other",
        }
    }
}

impl Serialize for Kind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.key())
    }
}

/// A bad move: the boards before and after it and what was found there, whether tables say
/// that it lost something, and the names that its best line shows.
pub struct BadMove<'a> {
    /// The move.
    pub mv: Move,
    /// The board and the search before the move.
    pub before: (&'a Board, &'a Finding),
    /// Those after it.
    pub after: (&'a Board, &'a Finding),
    /// Whether tables say that the result with best play is worse now.
    pub is_thrown: bool,
    /// Whether the best line shows a tactic with a name.
    pub has_tactic: bool,
}

impl BadMove<'_> {
    /// Its kinds, in the order of reports; at least one.
    pub fn kinds(&self) -> Vec<Kind> {
        let (before, after) = (self.before.1, self.after.1);
        let is = |kind: &Kind| match kind {
            Kind::MissedMate => before.score.is_win() && !(-after.score).is_win(),
            Kind::AllowedMate => after.score.is_win() && !(-before.score).is_win(),
            Kind::ThrownEnding => self.is_thrown,
            Kind::HungPiece => wins_a_piece(self.after, self.taken()),
            Kind::MissedCapture => !before.score.is_win() && wins_a_piece(self.before, 0),
            Kind::MissedTactic => !before.score.is_win() && self.has_tactic,
            Kind::Other => false,
        };
        let found: Vec<Kind> = Kind::ALL.into_iter().filter(is).collect();
        if found.is_empty() { vec![Kind::Other] } else { found }
    }

    /// The value of what the move itself took.
    fn taken(&self) -> i32 {
        self.before.0.piece_at(self.mv.to()).map_or(0, |piece| see_value(piece.kind()))
    }
}

/// Whether the best move takes at least a knight's worth more than what was given for it,
/// whatever is taken back on its point.
fn wins_a_piece((board, finding): (&Board, &Finding), given: i32) -> bool {
    let wins = |&mv: &Move| {
        board.piece_at(mv.to()).is_some() && board.see_ge(mv, see_value(PieceType::Knight) + given)
    };
    finding.line.first().is_some_and(wins)
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe::board::Setup;
    use chuhe::types::Score;

    fn board(fen: &str) -> Board {
        fen.parse::<Setup>().unwrap().to_board().unwrap()
    }

    fn finding(score: Score, line: &str) -> Finding {
        let line = line.split_whitespace().map(|mv| mv.parse().unwrap()).collect();
        Finding { score, depth: 10, nodes: 1, line }
    }

    fn kinds(fen: &str, mv: &str, before: Finding, after: Finding) -> Vec<Kind> {
        let first = board(fen);
        let mut second = first.clone();
        let mv: Move = mv.parse().unwrap();
        second.play(mv).unwrap();
        let (before, after) = ((&first, &before), (&second, &after));
        BadMove { mv, before, after, is_thrown: false, has_tactic: false }.kinds()
    }

    #[test]
    fn what_went_wrong_has_a_name() {
        let hangs = "4k4/9/9/4r4/9/4p4/9/9/9/R3K4 w";
        let takes = finding(Score::new(600), "e6a6");
        let played = kinds(hangs, "a0a6", finding(Score::new(0), "a0b0"), takes);
        assert_eq!(played, [Kind::HungPiece]);
        // A piece that was traded is not lost.
        let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
        let back = finding(Score::new(300), "i9h9");
        assert_eq!(kinds(start, "h2h9", finding(Score::new(0), "h2e2"), back), [Kind::Other]);
        let mate = finding(Score::mate_in(3), "a0a9");
        let lost = finding(Score::mate_in(5), "e6e5");
        assert_eq!(kinds(hangs, "a0b0", mate.clone(), lost), {
            [Kind::MissedMate, Kind::AllowedMate]
        });
        assert_eq!(kinds(hangs, "a0b0", mate, finding(Score::mated_in(8), "")), [Kind::Other]);
        let wins = "4k4/9/r8/9/9/4p4/9/9/9/R3K4 w";
        let best = finding(Score::new(500), "a0a7");
        assert_eq!(kinds(wins, "e0d0", best, finding(Score::new(0), "e4e3")), {
            [Kind::MissedCapture]
        });
    }
}
