//! The tables, compared with rays that are walked point by point.

use super::*;
use crate::board::attacks::tables::{DIAGONALS, ORTHOGONALS};
use crate::random::Random;

/// Random sets of points, about a quarter of the board each.
fn random_sets(count: usize) -> impl Iterator<Item = Bitboard> {
    let mut random = Random::new(&[1]);
    let mut word = move || u128::from(random.next_u64()) << 64 | u128::from(random.next_u64());
    (0..count).map(move |_| Bitboard(word() & word()) & Bitboard::ALL)
}

fn walk(sq: Square, occ: Bitboard, screens: usize) -> Bitboard {
    let mut out = Bitboard::EMPTY;
    for (x, y) in ORTHOGONALS {
        let mut seen = 0;
        for n in 1.. {
            let Some(to) = sq.offset(x * n, y * n) else { break };
            if seen == screens {
                out = out.with(to);
            }
            if occ.contains(to) {
                seen += 1;
            }
            if seen > screens {
                break;
            }
        }
    }
    out
}

fn walk_knight(sq: Square, occ: Bitboard) -> Bitboard {
    let mut out = Bitboard::EMPTY;
    for (x, y) in ORTHOGONALS {
        if sq.offset(x, y).is_some_and(|leg| !occ.contains(leg)) {
            let pair = [sq.offset(2 * x + y, 2 * y + x), sq.offset(2 * x - y, 2 * y - x)];
            out = pair.into_iter().flatten().fold(out, Bitboard::with);
        }
    }
    out
}

#[test]
fn tables_equal_walking_rays() {
    for occ in random_sets(500) {
        for sq in Square::all() {
            assert_eq!(rook(sq, occ), walk(sq, occ, 0), "rook {sq}");
            assert_eq!(cannon(sq, occ), walk(sq, occ, 1), "cannon {sq}");
            assert_eq!(rook_and_cannon(sq, occ), (rook(sq, occ), cannon(sq, occ)), "{sq}");
            assert_eq!(knight(sq, occ), walk_knight(sq, occ), "knight {sq}");
            let to: Bitboard =
                Square::all().filter(|&from| walk_knight(from, occ).contains(sq)).collect();
            assert_eq!(knight_to(sq, occ), to, "knight to {sq}");
            assert_eq!(free_knight_to(sq), knight_to(sq, Bitboard::EMPTY), "{sq}");
            assert_eq!(free_bishop(sq), bishop(sq, Bitboard::EMPTY), "{sq}");
            let mut eyes = Bitboard::EMPTY;
            for (x, y) in DIAGONALS {
                if sq.offset(x, y).is_some_and(|eye| !occ.contains(eye))
                    && let Some(to) = sq.offset(2 * x, 2 * y)
                    && to.is_across_river(Color::Red) == sq.is_across_river(Color::Red)
                {
                    eyes = eyes.with(to);
                }
            }
            assert_eq!(bishop(sq, occ), eyes, "bishop {sq}");
        }
    }
}

#[test]
fn steps_have_the_known_counts() {
    let sum = |f: fn(Square) -> Bitboard| Square::all().map(|s| f(s).count()).sum::<u32>();
    assert_eq!(PALACE.count(), 18);
    let mut reached = Bitboard::of(Square::new(2, 0)).with(Square::new(2, 9));
    for _ in 0..4 {
        reached = reached.into_iter().fold(reached, |s, sq| s | bishop(sq, Bitboard::EMPTY));
    }
    assert_eq!(reached, BISHOP_POINTS);
    assert_eq!(sum(king), 48);
    assert_eq!(sum(advisor), 2 * (4 + 4 + 8), "all nine points step diagonally in the table");
    for color in Color::ALL {
        for sq in Square::all() {
            for to in pawn(color, sq) {
                assert!(pawn_to(color, to).contains(sq));
            }
            let sideways = pawn(color, sq) & Bitboard::rank(sq.rank());
            assert_eq!(sideways.any(), sq.is_across_river(color), "{color} pawn {sq}");
        }
    }
}

#[test]
fn pawns_attack_what_each_of_them_attacks() {
    for color in Color::ALL {
        for a in Square::all() {
            let b = Square::from_index((a.index() * 37 + 11) % Square::COUNT);
            let expected = pawn(color, a) | pawn(color, b);
            assert_eq!(pawns(color, Bitboard::of(a).with(b)), expected, "{color} {a} {b}");
        }
    }
}

#[test]
fn between_is_symmetric_and_open() {
    for a in Square::all() {
        for b in Square::all() {
            assert_eq!(between(a, b), between(b, a));
            let aligned = a != b && lines(a).contains(b);
            let gap = a.file().abs_diff(b.file()) + a.rank().abs_diff(b.rank());
            assert_eq!(between(a, b).count() as usize, if aligned { gap - 1 } else { 0 });
        }
    }
}
