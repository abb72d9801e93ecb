//! The number of legal moves, without making a list: what perft and the prover of mates
//! ask most. The sets of destinations are counted by an instruction (POPCNT) that nearly all
//! x86-64 processors have, but not the oldest ones that this program runs on, so it is
//! chosen at run time; `perft` takes 1.3 times as long without it.
//!
//! Unsafe code is here for calling the function that was compiled for it.
#![allow(unsafe_code)]

use crate::board::Board;

impl Board {
    /// Number of legal moves.
    #[inline]
    pub fn count_legal(&self) -> u64 {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("popcnt") {
            // SAFETY: the line above has asked the processor for it.
            return unsafe { count_with_popcnt(self) };
        }
        self.count_destinations()
    }

    #[inline(always)]
    fn count_destinations(&self) -> u64 {
        let mut count = 0;
        let targets = !self.color(self.side());
        self.visit_legal(targets, |_, to| count += u64::from(to.count()));
        count
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "popcnt")]
fn count_with_popcnt(board: &Board) -> u64 {
    board.count_destinations()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::NullObserver;

    #[test]
    fn the_instruction_and_the_definition_count_the_same() {
        let mut boards = vec![Board::start()];
        for _ in 0..2 {
            boards = boards
                .iter()
                .flat_map(|board| {
                    board.legal_moves().into_iter().map(|mv| {
                        let mut board = board.clone();
                        board.make(mv, &mut NullObserver);
                        board
                    })
                })
                .collect();
        }
        assert_eq!(boards.len(), 1920);
        for board in boards {
            assert_eq!(board.count_legal(), board.count_destinations());
            assert_eq!(board.count_legal(), board.legal_moves().len() as u64);
        }
    }
}
