//! Whole classes by the reference generator and parity games.

use std::collections::HashMap;

use crate::desk::endings::games::play;
use crate::desk::endings::solver::check::check;
use crate::desk::endings::solver::encode::encode as encode_lone;
use crate::desk::endings::solver::mutual::encode::encode;
use crate::desk::endings::solver::mutual::solve::solve;
use crate::desk::endings::solver::mutual::tests::parity::{Vertex, red_wins};
use crate::desk::endings::solver::tests::solve_with_captures;
use chuhe::board::{Board, Setup};
use chuhe::endings::{Class, Ending, EndingTable, Endings};
use chuhe::internals::endings::{Index, Note, embedded_files};
use chuhe::internals::reference::judge::chases;
use chuhe::internals::reference::movegen::Mailbox;
use chuhe::rules::RuleSet;
use chuhe::types::{Color, Move};

/// The tables of a mutual class and all that it turns into.
pub fn tables(name: &str) -> Endings {
    fn add(class: Class, endings: &mut Endings) {
        for minor in 0..2 {
            let fewer = |counts: [u8; 2]| {
                let mut fewer = counts;
                fewer[minor] = counts[minor].checked_sub(1)?;
                Some(fewer)
            };
            let own = fewer(class.own).map(|own| Class { own, ..class }.named());
            let defenders = fewer(class.defenders).map(|d| Class { defenders: d, ..class }.named());
            own.into_iter().chain(defenders).for_each(|class| add(class, endings));
        }
        for (attackers, own, defenders) in [
            (class.attackers, class.own, class.defenders),
            (class.rivals, class.defenders, class.own),
        ] {
            let lone = Class { attackers, own, rivals: [0; 4], defenders };
            for solution in solve_with_captures(&lone.to_string()).values() {
                endings.add(EndingTable::in_memory(encode_lone(solution)).unwrap());
            }
        }
        let solution = solve(class, endings).unwrap();
        endings.add(EndingTable::in_memory(encode(&solution).unwrap()).unwrap());
    }
    let mut endings = Endings::none();
    add(name.parse().unwrap(), &mut endings);
    endings
}

/// What a position leads to.
struct Position {
    board: Board,
    in_check: bool,
    /// The values of captures for the side to move.
    outside: Vec<Ending>,
    /// Where other moves lead, and whether each checks or begins a chase.
    inside: Vec<(usize, bool)>,
}

/// All positions of a class, both mirror images.
fn positions(endings: &Endings, class: Class) -> Vec<Position> {
    let index = Index::new(&class);
    let mut numbers = HashMap::new();
    let mut boards = Vec::new();
    for frame in (0..index.frames()).filter(|&f| !index.frame(f).is_broken()) {
        for placement in 0..index.placements.count() {
            for side in Color::ALL {
                let plain = index.setup(frame, placement, side);
                for setup in [plain.clone(), plain.mirrored()] {
                    let Ok(board) = setup.to_board() else { continue };
                    let is_whole = Class::of(&board).is_some_and(|(_, found)| found == class);
                    if is_whole && !numbers.contains_key(&board.key()) {
                        numbers.insert(board.key(), boards.len());
                        boards.push(board);
                    }
                }
            }
        }
    }
    let position = |board: Board| {
        let setup = Setup::of(&board);
        let mailbox = Mailbox::new(&setup);
        let (mut outside, mut inside) = (Vec::new(), Vec::new());
        for mv in mailbox.legal_moves() {
            let mut next = board.clone();
            if next.play(mv).unwrap().is_some() {
                outside.push(endings.value(&next).unwrap().before());
            } else {
                let after = mailbox.after(mv);
                let is_busy = after.in_check() || begins_chase(&mailbox, &after, mv);
                inside.push((numbers[&next.key()], is_busy));
            }
        }
        Position { in_check: mailbox.in_check(), board, outside, inside }
    };
    boards.into_iter().map(position).collect()
}

/// Whether a move begins a chase by the reference judge's notion of one: of a piece that was not
/// chased before, or where following counts, by a piece that did not.
fn begins_chase(before: &Mailbox, after: &Mailbox, mv: Move) -> bool {
    let side = before.side();
    [RuleSet::COMPUTER, RuleSet::ASIAN].iter().any(|rules| {
        let was = chases(before, side, rules);
        chases(after, side, rules).into_iter().any(|chase| {
            let is_new = was.iter().all(|earlier| earlier.to() != chase.to());
            let follows = rules.following_chases && chase.from() == mv.to();
            is_new || follows && !was.contains(&Move::new(mv.from(), chase.to()))
        })
    })
}

/// The game in which `winner` asks: under perpetual check, or whether it might win where checks
/// and chases of the other side are forbidden for ever, and only checks of its own. Each position
/// is there twice: after a move that counts as a check or chase, and after one that does not.
/// Two vertices more are the ends.
fn game(positions: &[Position], winner: Color, with_chases: bool) -> Vec<Vertex> {
    let count = positions.len();
    let (won, lost) = (2 * count, 2 * count + 1);
    let vertex = |position: &Position, is_busy: bool| {
        let is_red = position.board.side() == winner;
        let priority = match (is_red, is_busy) {
            (_, true) => 1,
            (true, false) => 3,
            (false, false) => 2,
        };
        let ends = position.outside.iter().map(|value| {
            let sign = if is_red { value.sign() } else { -value.sign() };
            let may_win = with_chases && *value == Ending::DrawByChases;
            if sign > 0 || may_win { won } else { lost }
        });
        let inside = position.inside.iter().map(|&(to, is_busy)| {
            let counts = if with_chases && !is_red { is_busy } else { positions[to].in_check };
            to + if counts { 0 } else { count }
        });
        let mut next: Vec<usize> = inside.chain(ends).collect();
        if next.is_empty() {
            next.push(if is_red { lost } else { won });
        }
        Vertex { is_red, priority, next }
    };
    let mut game: Vec<Vertex> = positions.iter().map(|position| vertex(position, true)).collect();
    game.extend(positions.iter().map(|position| vertex(position, false)));
    game.push(Vertex { is_red: true, priority: 2, next: vec![won] });
    game.push(Vertex { is_red: true, priority: 1, next: vec![lost] });
    game
}

/// The distances of wins and losses by force, from nothing, round by round.
fn by_force(positions: &[Position]) -> Vec<Ending> {
    let forced = |value: Ending| if value.plies().is_some() { value } else { Ending::Draw };
    let mut values = vec![Ending::Draw; positions.len()];
    loop {
        let value = |position: &Position| {
            let inside = position.inside.iter().map(|&(i, _)| values[i].before());
            let outside = position.outside.iter().map(|&value| forced(value));
            let best = outside.chain(inside).max_by_key(|value| value.rank());
            best.unwrap_or(Ending::Loss(0))
        };
        let next: Vec<Ending> = positions.iter().map(value).collect();
        if next == values {
            return values;
        }
        values = next;
    }
}

/// Compares a class with its twin; returns how many positions are decided by the rules, and
/// how many draws are bounded.
fn compare(name: &str) -> [usize; 2] {
    let endings = tables(name);
    let class: Class = name.parse().unwrap();
    let positions = positions(&endings, class);
    let forced = by_force(&positions);
    let wins = |winner, with_chases| red_wins(&game(&positions, winner, with_chases));
    let [red, black] = Color::ALL.map(|color| wins(color, false));
    let [maybe_red, maybe_black] = Color::ALL.map(|color| wins(color, true));
    let mut counts = [0; 2];
    for (i, position) in positions.iter().enumerate() {
        let board = &position.board;
        let found = endings.value(board).unwrap();
        let sign = i32::from(red[i]) - i32::from(black[i]);
        let sign = if board.side() == Color::Red { sign } else { -sign };
        assert_eq!(found.sign(), sign, "{board:?}");
        let plies = forced[i].plies();
        assert_eq!(found.plies(), plies, "{board:?}");
        if sign == 0 {
            let is_bounded = maybe_red[i] || maybe_black[i];
            assert_eq!(found == Ending::DrawByChases, is_bounded, "{board:?}");
            counts[1] += usize::from(is_bounded);
        } else {
            counts[0] += usize::from(plies.is_none());
        }
    }
    counts
}

#[test]
fn pawns_against_each_other_agree_with_their_twin() {
    assert_eq!(compare("KPKP"), [0, 0]);
}

/// Pairs that are part of the program are what the solver makes, byte by byte: the smallest, and
/// the one with notes.
#[test]
fn embedded_pairs_are_those_of_the_solver() {
    for name in ["KPKP", "KRKN"] {
        let class: Class = name.parse().unwrap();
        let solution = solve(class, &Endings::embedded()).unwrap();
        let is_same =
            |file: &&'static [u8]| EndingTable::in_memory(*file).is_ok_and(|t| t.class() == class);
        let file = embedded_files().into_iter().find(is_same).unwrap();
        assert!(encode(&solution).unwrap() == file, "{name}");
    }
}

/// Ranks and patience prove themselves from move to move, and the judge agrees in games.
#[test]
fn wins_by_the_rules_are_proved_and_played() {
    let class: Class = "KRKN".parse().unwrap();
    let solution = solve(class, &Endings::embedded()).unwrap();
    let by_rule = solution.notes.values().filter(|note| matches!(note, Note::Rule(_))).count();
    let patient = solution.notes.len() - by_rule;
    assert!(by_rule > 300 && patient > 0, "{by_rule} {patient}");
    let mut endings = Endings::none();
    endings.add(EndingTable::in_memory(encode(&solution).unwrap()).unwrap());
    for name in ["KRK", "KNK"] {
        let file = solve_with_captures(name).into_values().map(|lone| encode_lone(&lone));
        file.for_each(|file| endings.add(EndingTable::in_memory(file).unwrap()));
    }
    assert!(check(&endings, class, 40_000).unwrap() > 20_000);
    for rules in [RuleSet::ALLOW_CHASE, RuleSet::COMPUTER, RuleSet::NO_JUDGEMENT] {
        assert!(play(&endings, class, 60, &rules, 2).unwrap().iter().sum::<usize>() == 60);
    }
}
