//! Moves in the numbering of a class against those of the board.

use std::collections::{HashMap, HashSet};

use crate::desk::endings::solver::mutual::field::{Capture, Field};
use chuhe::board::Board;
use chuhe::endings::Class;
use chuhe::internals::random::Random;
use chuhe::types::Color;

/// The positions that quiet moves lead to, by the board, and how many captures there are.
fn moves_of(field: &Field, board: &Board) -> (HashSet<usize>, usize) {
    let mut quiet = HashSet::new();
    let mut captures = 0;
    for mv in board.legal_moves() {
        let mut next = board.clone();
        if next.play(mv).unwrap().is_some() {
            captures += 1;
        } else {
            let (frame, placement) = field.index.of(&next, Color::Red).unwrap();
            quiet.insert(frame * field.size + placement);
        }
    }
    (quiet, captures)
}

/// How often a side's moves without a capture lead from one position to another.
fn times(field: &Field, from: usize, to: usize, side: Color, is_back: bool) -> usize {
    let mut count = 0;
    let (view, placement) = field.split(if is_back { to } else { from });
    let wanted = if is_back { from } else { to };
    let each = |at| count += usize::from(at == wanted);
    if is_back {
        field.before(&view, placement, side, each);
    } else {
        field.after(&view, placement, side, each);
    }
    count
}

#[test]
fn moves_are_those_of_the_board() {
    let mut random = Random::new(&[3]);
    let (mut checked, mut captured) = (0, 0);
    for name in ["KRAKN", "KRNKR", "KNPKP", "KCCKNA", "KRRBKCAB", "KNNAKRBB", "KPPKC"] {
        let class: Class = name.parse().unwrap();
        let field = Field::new(class);
        for _ in 0..3000 {
            let (number, placement) =
                (random.below(field.index.frames()), random.below(field.size));
            let side = Color::ALL[random.below(2)];
            let setup = field.index.setup(number, placement, side);
            let view = field.view(number);
            let board = setup
                .to_board()
                .ok()
                .filter(|board| Class::of(board).is_some_and(|(_, found)| found == class));
            let Some(board) = board else {
                let is_known = view.is_broken() || field.hangs(&view, placement, !side);
                assert!(is_known, "{setup} of {name}");
                continue;
            };
            assert!(!field.hangs(&view, placement, !side), "{setup} of {name}");
            assert_eq!(field.in_check(&view, placement, side), board.in_check(), "{setup}");
            let (quiet, captures) = moves_of(&field, &board);
            let mut after = HashSet::new();
            field.after(&view, placement, side, |at| {
                let (view, placement) = field.split(at);
                if !field.hangs(&view, placement, side) {
                    after.insert(at);
                }
            });
            assert_eq!(after, quiet, "{setup} of {name}");
            let mut legal = 0;
            field.captures(&view, placement, side, |capture| {
                let setup = field.after_capture(&view, placement, side, capture);
                legal += usize::from(setup.to_board().is_ok());
            });
            assert_eq!(legal, captures, "{setup} of {name}");
            let at = number * field.size + placement;
            let mut before = HashSet::new();
            field.before(&view, placement, !side, |from| {
                before.insert((from, at, !side));
            });
            let after = after.into_iter().map(|to| (at, to, side));
            for (from, to, side) in after.chain(before) {
                let [on, back] = [false, true].map(|back| times(&field, from, to, side, back));
                assert!(on > 0 && on == back, "{setup} of {name}, {from} to {to}: {on} {back}");
            }
            checked += 1;
            captured += captures;
        }
    }
    assert!(checked > 8000 && captured > 1000, "{checked} {captured}");
}

/// What a capture leads to is looked up by [`Capture`], so equal ones lead to equal positions.
#[test]
fn a_capture_says_what_is_left() {
    let mut random = Random::new(&[4]);
    let (mut known, mut again) = (0, 0);
    for name in ["KRBKNA", "KRNKR", "KNPKP", "KCCKNA", "KRRBKCAB", "KPPKC"] {
        let field = Field::new(name.parse::<Class>().unwrap());
        for _ in 0..8 {
            let mut view = field.view(random.below(field.index.frames()));
            while view.is_broken() {
                view = field.view(random.below(field.index.frames()));
            }
            let mut seen: HashMap<Capture, String> = HashMap::new();
            for placement in (0..field.size).filter(|&at| !field.overlaps(&view, at)) {
                for side in Color::ALL {
                    field.captures(&view, placement, side, |capture| {
                        let setup = field.after_capture(&view, placement, side, capture);
                        let setup = setup.to_string();
                        again += usize::from(seen.contains_key(&capture));
                        let first = seen.entry(capture).or_insert_with(|| setup.clone());
                        assert_eq!(*first, setup, "{name}, {capture:?}");
                    });
                }
            }
            known += seen.len();
        }
    }
    assert!(known > 10_000 && again > 10_000, "{known} {again}");
}
