//! The evaluation taken apart: which weights a position uses and how often.
//! For the tuner and for tests; play never comes here.

use crate::board::Board;
use crate::eval::material::{self, Counts, MAX_PHASE, SCALE, phase, winning_scale};
use crate::eval::placement::placement_terms;
use crate::eval::terms::{Trace, terms};
use crate::eval::weights::{COUNT, TEMPO};
use crate::types::Color;

/// A position as the evaluation sees it: a sum of weights and what is done
/// with the sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Features {
    /// Index of each weight used and how often, for the side to move less
    /// against it; no index twice, ascending.
    pub counts: Vec<(u16, i16)>,
    /// Share of the middlegame halves: 0 to [`MAX_PHASE`].
    pub phase: i32,
    /// Factor, in sixteenths, if the side to move is ahead, and if it is not.
    pub scales: [i32; 2],
}

impl Features {
    /// The score under any weights: pairs of middlegame and endgame values,
    /// in the order of the table. Not rounded and not clamped.
    pub fn score(&self, weights: &[[f32; 2]]) -> f32 {
        let [mut mg, mut eg] = [0.0; 2];
        for &(index, count) in &self.counts {
            let [m, e] = weights[usize::from(index)];
            mg += m * f32::from(count);
            eg += e * f32::from(count);
        }
        let part = self.phase as f32 / MAX_PHASE as f32;
        let blended = mg * part + eg * (1.0 - part);
        blended * self.scales[usize::from(blended < 0.0)] as f32 / SCALE as f32
    }
}

/// Takes the evaluation of a position apart.
pub fn features(board: &Board) -> Features {
    let us = board.side();
    let mut counts = [Counts::default(); 2];
    let mut sums = vec![0; COUNT];
    for sq in board.occupied() {
        if let Some(piece) = board.piece_at(sq) {
            counts[piece.color().index()].add(piece.kind());
            for weight in placement_terms(piece, sq) {
                sums[weight] += if piece.color() == us { 1 } else { -1 };
            }
        }
    }
    let mut traces = terms::<Trace>(board, &counts);
    for color in Color::ALL {
        let [own, enemy] = [color, !color].map(|side| counts[side.index()]);
        material::terms(own, enemy, &mut traces[color.index()]);
    }
    for color in Color::ALL {
        for &(weight, times) in &traces[color.index()].0 {
            sums[weight] += if color == us { times } else { -times };
        }
    }
    sums[TEMPO] += 1;
    let used = |(index, &sum): (usize, &i32)| (sum != 0).then_some((index as u16, sum as i16));
    Features {
        counts: sums.iter().enumerate().filter_map(used).collect(),
        phase: phase(&counts),
        scales: [winning_scale(&counts, us), winning_scale(&counts, !us)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{NullObserver, START_FEN, Setup};
    use crate::eval::hand::HandWritten;
    use crate::eval::tapered::Tapered;
    use crate::eval::weights::WEIGHTS;

    /// Calls `visit` with the positions of random games: every piece type and
    /// every phase occurs.
    fn along_random_games(games: usize, mut visit: impl FnMut(&Board)) {
        let mut x = 0x2545_f491_4f6c_dd1d_u64;
        for _ in 0..games {
            let mut board = Board::start();
            for _ in 0..200 {
                let moves = board.legal_moves();
                if moves.is_empty() {
                    break;
                }
                x ^= x << 13;
                x ^= x >> 7;
                x ^= x << 17;
                // Captures preferred, so that games thin out.
                let captures: Vec<_> =
                    moves.iter().filter(|mv| board.piece_at(mv.to()).is_some()).collect();
                let list = if x & 3 == 0 && !captures.is_empty() {
                    captures
                } else {
                    moves.iter().collect()
                };
                board.make(*list[(x >> 8) as usize % list.len()], &mut NullObserver);
                visit(&board);
            }
        }
    }

    fn value(board: &Board) -> i32 {
        HandWritten::new(board).evaluate(board).units()
    }

    #[test]
    fn the_score_is_the_same_from_both_sides_and_in_the_mirror() {
        let mut seen = 0;
        along_random_games(100, |board| {
            let setup = Setup::of(board);
            let flipped = setup.flipped().to_board().unwrap();
            let mirrored = setup.mirrored().to_board().unwrap();
            assert_eq!(value(&flipped), value(board), "flipped {board:?}");
            assert_eq!(value(&mirrored), value(board), "mirrored {board:?}");
            seen += 1;
        });
        assert!(seen > 10_000, "only {seen} positions");
    }

    /// What the evaluation keeps up to date.
    fn state(evaluator: &HandWritten) -> (Tapered, [Counts; 2]) {
        (evaluator.placement, evaluator.counts)
    }

    #[test]
    fn incremental_state_equals_the_refreshed_one() {
        let mut x = 88_172_645_463_325_252_u64;
        for _ in 0..100 {
            let mut board = Board::start();
            let mut kept = HandWritten::new(&board);
            let mut line = Vec::new();
            while line.len() < 150 {
                let moves = board.legal_moves();
                if moves.is_empty() {
                    break;
                }
                x ^= x << 13;
                x ^= x >> 7;
                x ^= x << 17;
                let mv = moves[x as usize % moves.len()];
                line.push((mv, board.make(mv, &mut kept)));
                assert_eq!(state(&kept), state(&HandWritten::new(&board)), "{mv} to {board:?}");
            }
            while let Some((mv, undo)) = line.pop() {
                board.unmake(mv, &undo, &mut kept);
                assert_eq!(
                    state(&kept),
                    state(&HandWritten::new(&board)),
                    "{mv} back to {board:?}"
                );
            }
        }
    }

    #[test]
    fn the_features_give_the_score_and_every_weight_is_used() {
        let pairs: Vec<[f32; 2]> = WEIGHTS.iter().map(|w| [w.mg() as f32, w.eg() as f32]).collect();
        let mut used = vec![false; COUNT];
        along_random_games(200, |board| {
            let features = features(board);
            let exact = features.score(&pairs);
            // Two divisions of whole numbers lose less than one unit each.
            assert!((exact - value(board) as f32).abs() < 2.0, "{exact} for {board:?}");
            for &(index, _) in &features.counts {
                used[usize::from(index)] = true;
            }
        });
        let unused: Vec<usize> = (0..COUNT).filter(|&i| !used[i]).collect();
        assert!(unused.len() < 30, "never used: {unused:?}");
    }

    #[test]
    fn known_judgements() {
        let value =
            |fen: &str| value(&fen.parse::<Setup>().and_then(|setup| setup.to_board()).unwrap());
        // The start is even but for the right to move.
        assert!((1..60).contains(&value(START_FEN)));
        // A rook ahead.
        assert!(
            value("rnbakabn1/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1") > 700
        );
        // The empty cannon is worth more than a cannon beside the file.
        let empty = value("r1bakab1r/9/2n3n2/p1p3p1p/4C4/9/P1P3P1P/4B4/9/RN1AKABNR w - - 0 1");
        let beside = value("r1bakab1r/9/2n3n2/p1p3p1p/1C7/9/P1P3P1P/4B4/9/RN1AKABNR w - - 0 1");
        assert!(empty > beside + 40, "{empty} {beside}");
        // Two bishops more win nothing.
        assert!(value("3k5/9/9/9/9/9/9/4B4/4A4/2BAK4 w - - 0 1") < 100);
        // Pawns side by side beyond the river help each other.
        let pair = value("3k5/9/9/3PP4/9/9/9/9/9/4K4 w - - 0 1");
        let apart = value("3k5/9/9/2P1P4/9/9/9/9/9/4K4 w - - 0 1");
        assert!(pair > apart, "{pair} {apart}");
    }
}
