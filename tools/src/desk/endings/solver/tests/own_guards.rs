//! What advisors and bishops of its own are worth to a rook against all those of the other side.

use crate::desk::endings::solver::solve::{BROKEN_LOSS, BROKEN_WIN};
use crate::desk::endings::solver::tests::solve_with_captures;
use chuhe::endings::Class;
use chuhe::internals::endings::Frame;
use chuhe::types::{Bitboard, Square};

/// How a class compares with the one without the attacker's own advisors and bishops.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Comparison {
    /// Positions that are possible with and without them.
    compared: usize,
    /// Those that are won only with them.
    helped: usize,
    /// Of those the ones without a bishop in the middle, beside whose file the king stands.
    otherwise: usize,
    /// Those that are won only without them.
    hindered: usize,
}

/// Compares all positions of a class, both sides to move.
fn compare(own: [u8; 2]) -> Comparison {
    let bare: Class = "KRKAABB".parse().unwrap();
    let without = &solve_with_captures("KRKAABB")[&bare];
    let class = Class { own, ..bare };
    let with = &solve_with_captures(&class.to_string())[&class];
    let size = with.index.placements.count();
    let mut all = Comparison::default();
    for number in 0..with.index.frames() {
        let frame = with.index.frame(number);
        let has_roof = frame.own[1].contains(Square::new(4, 2)) && frame.own_king.file() != 4;
        let (small, _) = without.index.number(&Frame { own: [Bitboard::EMPTY; 2], ..frame });
        for placement in 0..size {
            let (at, there) = (number * size + placement, small * size + placement);
            for (with, without, broken) in [
                (with.wins[at], without.wins[there], BROKEN_WIN),
                (with.losses[at], without.losses[there], BROKEN_LOSS),
            ] {
                if with != broken && without != broken {
                    let is_helped = with != 0 && without == 0;
                    all.compared += 1;
                    all.helped += usize::from(is_helped);
                    all.otherwise += usize::from(is_helped && !has_roof);
                    all.hindered += usize::from(with == 0 && without != 0);
                }
            }
        }
    }
    all
}

/// `Endings::probe` relies on it: they never help otherwise.
#[test]
fn its_own_advisors_or_bishops_help_a_rook_only_as_a_roof() {
    for (own, compared, helped, hindered) in
        [([1, 0], 3_615_348, 0, 77_196), ([0, 1], 5_577_486, 6, 55_600)]
    {
        let expected = Comparison { compared, helped, otherwise: 0, hindered };
        assert_eq!(compare(own), expected, "{own:?}");
    }
}

/// The same of two of them, which takes some minutes:
/// `cargo test --release -p chuhe-tools --lib -- --ignored --nocapture help_a_rook`.
#[test]
#[ignore = "takes some minutes"]
fn two_of_its_advisors_and_bishops_help_a_rook_only_as_a_roof() {
    for own in [[2, 0], [1, 1], [0, 2]] {
        let found = compare(own);
        remark!("{own:?} {found:?}");
        assert_eq!(found.otherwise, 0, "{own:?}");
    }
}
