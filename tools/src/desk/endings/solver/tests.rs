//! The solver against a slow twin, and the tables against the rules.

mod own_guards;

use std::collections::HashMap;

use crate::desk::endings::solver::encode::encode;
use crate::desk::endings::solver::solve::{BROKEN_LOSS, BROKEN_WIN, Captures, Solution, solve};
use chuhe::board::{Board, Setup, attacks};
use chuhe::endings::{ATTACKERS, Class, Ending, EndingTable, Endings, FAMILIES};
use chuhe::internals::endings::{Index, embedded_files};
use chuhe::internals::reference::movegen::Mailbox;
use chuhe::types::{Bitboard, Color, PieceType, Square};

/// Solves a class and everything that it can turn into.
pub fn solve_with_captures(name: &str) -> HashMap<Class, Solution> {
    fn add(class: Class, done: &mut HashMap<Class, Solution>) {
        if done.contains_key(&class) {
            return;
        }
        let kinds = class.attacker_kinds();
        let attackers: Vec<Class> = if kinds.len() == 2 {
            kinds.iter().map(|&kind| class.without_attacker(kind)).collect()
        } else {
            Vec::new()
        };
        let fewer = [0, 1].map(|minor| {
            let mut next = class;
            next.defenders[minor] = next.defenders[minor].checked_sub(1)?;
            Some(next)
        });
        attackers.iter().chain(fewer.iter().flatten()).for_each(|&class| add(class, done));
        let captures = Captures {
            attackers: [0, 1].map(|i| attackers.get(i).map(|class| &done[class])),
            defenders: fewer.map(|class| class.map(|class| &done[&class])),
        };
        let solution = solve(class, captures).unwrap();
        done.insert(class, solution);
    }
    let mut done = HashMap::new();
    add(name.parse().unwrap(), &mut done);
    done
}

/// What a solution says of one of its positions.
fn value_in(solutions: &HashMap<Class, Solution>, board: &Board) -> Ending {
    let Some((attacker, class)) = Class::of(board) else {
        return if board.has_legal_move() { Ending::Draw } else { Ending::Loss(0) };
    };
    let solution = &solutions[&class];
    let (frame, placement) = solution.index.of(board, attacker).unwrap();
    let i = frame * solution.index.placements.count() + placement;
    let is_first = board.side() == attacker;
    if let Some(&level) = solution.against[usize::from(!is_first)].get(&i) {
        let plies = 2 * u32::from(level);
        return if is_first { Ending::Loss(plies) } else { Ending::Win(plies + 1) };
    }
    if is_first {
        assert_ne!(solution.wins[i], BROKEN_WIN, "{board:?}");
        match solution.wins[i] {
            0 => Ending::Draw,
            n => Ending::Win(2 * u32::from(n) - 1),
        }
    } else {
        assert_ne!(solution.losses[i], BROKEN_LOSS, "{board:?}");
        match solution.losses[i] {
            0 => Ending::Draw,
            n => Ending::Loss(2 * u32::from(n) - 2),
        }
    }
}

/// Every position of a class by iteration from nothing: in each round a position
/// takes the best of what its moves lead to. Knows neither the index's symmetry
/// nor a predecessor; moves are those of the reference generator. Captures lead
/// to positions of `solutions`.
fn check_by_iteration(name: &str) {
    let solutions = solve_with_captures(name);
    let class: Class = name.parse().unwrap();
    let index = &solutions[&class].index;
    // Positions as text, the values of their moves outside the class, and the
    // moves inside.
    let mut names = HashMap::new();
    let mut nodes: Vec<(Board, Vec<Ending>, Vec<String>)> = Vec::new();
    for frame in (0..index.frames()).filter(|&f| !index.frame(f).is_broken()) {
        for placement in 0..index.placements.count() {
            for side in Color::ALL {
                let plain = index.setup(frame, placement, side);
                for setup in [plain.clone(), plain.mirrored()] {
                    let pieces = setup.pieces.iter().flatten().count();
                    let expected = 2
                        + index.placements.kinds.len()
                        + usize::from(class.own[0] + class.own[1])
                        + usize::from(class.defenders[0] + class.defenders[1]);
                    let Ok(board) = setup.to_board() else { continue };
                    if pieces != expected || names.contains_key(&setup.to_string()) {
                        continue;
                    }
                    names.insert(setup.to_string(), nodes.len());
                    let (mut outside, mut inside) = (Vec::new(), Vec::new());
                    for mv in Mailbox::new(&setup).legal_moves() {
                        let mut next = board.clone();
                        if next.play(mv).unwrap().is_some() {
                            outside.push(value_in(&solutions, &next).before());
                        } else {
                            inside.push(Setup::of(&next).to_string());
                        }
                    }
                    nodes.push((board, outside, inside));
                }
            }
        }
    }
    let links: Vec<Vec<usize>> = nodes
        .iter()
        .map(|(_, _, inside)| inside.iter().map(|name| names[name]).collect())
        .collect();
    let mut values = vec![Ending::Draw; nodes.len()];
    loop {
        let next: Vec<Ending> = nodes
            .iter()
            .zip(&links)
            .map(|((_, outside, _), links)| {
                let inside = links.iter().map(|&i| values[i].before());
                let best = outside.iter().copied().chain(inside).max_by_key(|value| value.rank());
                best.unwrap_or(Ending::Loss(0))
            })
            .collect();
        if next == values {
            break;
        }
        values = next;
    }
    assert!(values.iter().any(|value| matches!(value, Ending::Win(_))));
    for ((board, ..), &value) in nodes.iter().zip(&values) {
        assert_eq!(value_in(&solutions, board), value, "{board:?} of {name}");
    }
}

#[test]
fn a_lone_rook_agrees_with_iteration() {
    check_by_iteration("KRK");
}

#[test]
fn a_pawn_against_an_advisor_agrees_with_iteration() {
    check_by_iteration("KPKA");
}

#[test]
fn a_cannon_with_an_advisor_agrees_with_iteration() {
    check_by_iteration("KCAK");
}

#[test]
fn a_knight_against_a_bishop_agrees_with_iteration() {
    check_by_iteration("KNKB");
}

/// Both advisors and the pinned knight may leave the attacker no move.
#[test]
fn a_knight_between_advisors_agrees_with_iteration() {
    check_by_iteration("KNAAK");
}

/// Each position is as good as its best move, by the legal moves of the board.
#[test]
fn values_of_two_attackers_follow_from_their_moves() {
    for name in ["KCPKAB", "KNPKB", "KCCK", "KRCKA", "KCBKAA"] {
        let solutions = solve_with_captures(name);
        let solution = &solutions[&name.parse().unwrap()];
        let index = &solution.index;
        let mut checked = 0;
        for i in (0..index.positions()).step_by(1 + index.positions() / 4000) {
            for side in Color::ALL {
                let size = index.placements.count();
                let setup = index.setup(i / size, i % size, side);
                let bytes = if side == Color::Red { &solution.wins } else { &solution.losses };
                if matches!(bytes[i], BROKEN_WIN | BROKEN_LOSS) {
                    continue;
                }
                let board = setup.to_board().unwrap();
                let best = board.legal_moves().into_iter().map(|mv| {
                    let mut next = board.clone();
                    let _ = next.play(mv);
                    value_in(&solutions, &next).before()
                });
                let best = best.max_by_key(|value| value.rank()).unwrap_or(Ending::Loss(0));
                assert_eq!(value_in(&solutions, &board), best, "{board:?} of {name}");
                checked += 1;
            }
        }
        assert!(checked > 2000, "{checked} of {name}");
    }
}

/// What books say of endings in which one side attacks (`docs/authors/endings.md` names the sources), as
/// the share of positions with the attacker to move that are won: between these.
const BOOK: &[(&str, f64, f64)] = &[
    // Won.
    ("KRKAA", 0.999, 1.0),
    ("KRKBB", 0.999, 1.0),
    ("KRKAAB", 0.999, 1.0),
    ("KRKABB", 0.999, 1.0),
    ("KRK", 0.999, 1.0),
    ("KNK", 0.999, 1.0),
    ("KNKA", 0.99, 1.0),
    ("KCAKAA", 0.99, 1.0),
    // Won unless the pawns stand low.
    ("KPK", 0.8, 0.9),
    ("KPPKAA", 0.8, 0.9),
    ("KPPKBB", 0.5, 0.7),
    // Drawn in order; won when the pieces stand astray.
    ("KRKAABB", 0.7, 0.9),
    ("KNKB", 0.2, 0.3),
    ("KNKAA", 0.05, 0.1),
    ("KPKA", 0.05, 0.1),
    ("KPAKA", 0.05, 0.1),
    ("KPBKA", 0.05, 0.1),
    ("KPPKAB", 0.2, 0.3),
    // Drawn.
    ("KNKBB", 0.0, 0.01),
    ("KPKAA", 0.0, 0.02),
    ("KCK", 0.0, 0.01),
];

/// The same of larger classes.
const LARGE_BOOK: &[(&str, f64, f64)] = &[
    ("KPPKAAB", 0.05, 0.15),
    ("KPPKABB", 0.05, 0.15),
    ("KCCKBB", 0.2, 0.3),
    ("KNPKAAB", 0.8, 0.9),
    ("KNPKABB", 0.75, 0.85),
    ("KNPKAABB", 0.2, 0.3),
];

fn agrees_with(book: &[(&str, f64, f64)]) {
    for &(name, least, most) in book {
        let solutions = solve_with_captures(name);
        let solution = &solutions[&name.parse().unwrap()];
        let legal = solution.wins.iter().filter(|&&win| win != BROKEN_WIN).count();
        let won = solution.wins.iter().filter(|&&win| win != BROKEN_WIN && win > 0).count();
        let share = won as f64 / legal as f64;
        assert!((least..=most).contains(&share), "{name}: {share}");
    }
}

#[test]
fn theory_agrees() {
    agrees_with(BOOK);
}

#[test]
#[ignore = "takes some minutes"]
fn theory_of_large_classes_agrees() {
    agrees_with(LARGE_BOOK);
}

/// The tables that are part of the program are what the solver makes, byte by byte.
#[test]
fn embedded_tables_are_those_of_the_solver() {
    let files = embedded_files();
    assert!(files.iter().map(|file| file.len()).sum::<usize>() <= 2 << 20);
    assert!(files.len() >= 45);
    for file in files {
        let table = EndingTable::in_memory(file).unwrap();
        if table.placements() < 100_000 {
            let solutions = solve_with_captures(&table.class().to_string());
            assert!(encode(&solutions[&table.class()]) == file, "{}", table.class());
        }
    }
}

#[test]
fn families_stand_behind_what_they_turn_into() {
    let mut seen: Vec<Class> = Vec::new();
    for class in FAMILIES.into_iter().flat_map(Class::of_family) {
        let kinds = class.attacker_kinds();
        if kinds.len() == 2 {
            assert!(kinds.iter().all(|&kind| seen.contains(&class.without_attacker(kind))));
        }
        seen.push(class);
    }
}

/// Books on endings agree: the value of a position with the side to move.
#[test]
fn textbook_endings_are_as_the_books_say() {
    let endings = Endings::embedded();
    for (fen, expected) in [
        // A rook draws against advisors and bishops in order, and wins against a
        // pair of one kind.
        ("3ak1b2/4a4/4b4/9/9/9/9/9/R8/3K5 w", "draw"),
        ("3ak4/4a4/9/9/9/9/9/9/R8/3K5 w", "win"),
        ("4k1b2/9/4b4/9/9/9/9/9/R8/3K5 w", "win"),
        // A knight beats a lone advisor and draws against two.
        ("3a5/3k5/9/9/9/2N6/9/9/9/4K4 w", "win"),
        ("3ak4/4a4/9/9/9/2N6/9/9/9/3K5 w", "draw"),
        // A cannon without a screen of its own draws, with an advisor it beats two.
        ("3ak4/4a4/9/9/9/9/9/9/4A4/3KC4 w", "win"),
        // A high pawn beats the lone king, an old pawn on the last rank does not.
        ("3k5/9/9/4P4/9/9/9/9/9/4K4 w", "win"),
        ("3k4P/9/9/9/9/9/9/9/9/4K4 w", "draw"),
    ] {
        let board = fen.parse::<Setup>().unwrap().to_board().unwrap();
        let found = match endings.value(&board).map(Ending::sign) {
            Some(0) => "draw",
            Some(1) => "win",
            Some(_) => "loss",
            None => "unknown",
        };
        assert_eq!(found, expected, "{fen}");
    }
}

/// The attacks of a side's advisors and bishops on the other side's attackers.
fn minor_attacks(board: &Board, side: Color) -> Vec<(Square, Square)> {
    let strong = ATTACKERS.iter().map(|&kind| board.pieces(!side, kind));
    let strong = strong.fold(Bitboard::EMPTY, |all, set| all | set);
    let advisors = board.pieces(side, PieceType::Advisor).into_iter();
    let bishops = board.pieces(side, PieceType::Bishop).into_iter();
    let reach = advisors
        .map(|sq| (sq, attacks::advisor(sq)))
        .chain(bishops.map(|sq| (sq, attacks::bishop(sq, board.occupied()))));
    reach.flat_map(|(from, to)| (to & strong).into_iter().map(move |to| (from, to))).collect()
}

/// The positions of a class, the defender to move, that no move draws but one after which
/// an advisor or a bishop attacks an attacker anew; and those of them from which every way
/// goes on like that, so that the draw may need a forbidden chase.
fn draws_by_chases(endings: &Endings, class: Class) -> (usize, usize) {
    let index = Index::new(&class);
    let size = index.placements.count();
    let drawing = |board: &Board| -> Vec<(Board, bool)> {
        let before = minor_attacks(board, Color::Black);
        let moves = board.legal_moves().into_iter();
        let after = moves.map(|mv| {
            let mut next = board.clone();
            let _ = next.play(mv);
            let attacks = minor_attacks(&next, Color::Black);
            let is_chase = attacks.iter().any(|attack| !before.contains(attack));
            (next, is_chase && board.piece_at(mv.to()).is_none())
        });
        after.filter(|(next, _)| endings.value(next) == Some(Ending::Draw)).collect()
    };
    let mut open = HashMap::new();
    for i in 0..index.positions() {
        let Ok(board) = index.setup(i / size, i % size, Color::Black).to_board() else { continue };
        let is_drawn = endings.probe(&board) == Some(Ending::Draw);
        if is_drawn && Class::of(&board).is_some_and(|(_, found)| found == class) {
            let ways = drawing(&board);
            if ways.iter().all(|&(_, is_chase)| is_chase) {
                open.insert(index.of(&board, Color::Red), ways);
            }
        }
    }
    let chased = open.len();
    loop {
        let leads_out = |(board, _): &(Board, bool)| {
            board.legal_moves().into_iter().all(|mv| {
                let mut next = board.clone();
                let _ = next.play(mv);
                let is_same = Class::of(&next).is_some_and(|(_, found)| found == class);
                !is_same || !open.contains_key(&index.of(&next, Color::Red))
            })
        };
        let out = open.iter().filter(|(_, ways)| ways.iter().any(leads_out));
        let out: Vec<_> = out.map(|(&at, _)| at).collect();
        if out.is_empty() {
            return (chased, open.len());
        }
        out.iter().for_each(|at| drop(open.remove(at)));
    }
}

/// No draw needs a perpetual chase: see `docs/authors/endings.md`.
#[test]
fn draws_need_no_chases() {
    let endings = Endings::embedded();
    let counts = ["KNKB", "KNKA", "KNKAA", "KPKA", "KPKBB"]
        .map(|name| draws_by_chases(&endings, name.parse().unwrap()));
    assert_eq!(counts, [(33, 0), (9, 0), (30, 0), (21, 0), (6, 0)]);
}

/// The same of families that are made only on demand, which takes some minutes:
/// `cargo test --release -p chuhe-tools --lib -- --ignored --nocapture on_demand`.
#[test]
#[ignore = "takes some minutes"]
fn draws_of_families_on_demand_need_no_chases() {
    let families = [("P", [0, 1]), ("P", [1, 1]), ("N", [0, 1]), ("N", [1, 0])];
    for class in families.into_iter().flat_map(Class::of_family) {
        let mut endings = Endings::none();
        for solution in solve_with_captures(&class.to_string()).values() {
            endings.add(EndingTable::in_memory(encode(solution)).unwrap());
        }
        let (chased, open) = draws_by_chases(&endings, class);
        remark!("{class}: {chased} held by chases alone, {open} for ever");
        assert_eq!(open, 0, "{class}");
    }
}
