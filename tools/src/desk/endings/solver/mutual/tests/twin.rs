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
use chuhe::endings::{ATTACKERS, Class, Ending, EndingTable, Endings};
use chuhe::internals::endings::{Index, Note, embedded_files};
use chuhe::internals::reference::judge::chases;
use chuhe::internals::reference::movegen::Mailbox;
use chuhe::rules::RuleSet;
use chuhe::types::{Color, Move};

/// The rule sets by which chases lose.
const CHASE_RULES: [RuleSet; 2] = [RuleSet::COMPUTER, RuleSet::ASIAN];

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
        let one_less = ATTACKERS.iter().filter(|_| class.count_attackers() > 2);
        let one_less = one_less.map(|&kind| class.without_attacker(kind));
        one_less.filter(|&less| less != class).for_each(|class| add(class.named(), endings));
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
    /// The values of captures for the side to move, and of other moves to positions that are left
    /// out.
    outside: Vec<Ending>,
    /// Where other moves lead.
    inside: Vec<usize>,
    /// Whether each of those checks or begins a chase; known where it matters.
    is_busy: Vec<bool>,
}

/// Which positions of a class to look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// All of them.
    All,
    /// Those that are not decided by force, and what the table says of the others is taken for
    /// granted: `check` proves it.
    Undecided,
}

/// The positions of a class, both mirror images.
fn positions(endings: &Endings, class: Class, part: Part) -> Vec<Position> {
    let index = Index::new(&class);
    let solution = (part == Part::Undecided).then(|| solve(class, endings).unwrap());
    let mut numbers = HashMap::new();
    let mut boards = Vec::new();
    for frame in (0..index.frames()).filter(|&f| !index.frame(f).is_broken()) {
        for placement in 0..index.placements.count() {
            for side in Color::ALL {
                let at = frame * index.placements.count() + placement;
                if solution.as_ref().is_some_and(|solved| solved.values[side.index()][at] != 0) {
                    continue;
                }
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
        let mailbox = Mailbox::new(&Setup::of(&board));
        let (mut outside, mut inside) = (Vec::new(), Vec::new());
        for mv in mailbox.legal_moves() {
            let mut next = board.clone();
            let is_capture = next.play(mv).unwrap().is_some();
            match numbers.get(&next.key()) {
                Some(&number) => inside.push(number),
                None => {
                    assert!(is_capture || part == Part::Undecided);
                    outside.push(endings.value(&next).unwrap().before());
                }
            }
        }
        Position { in_check: mailbox.in_check(), board, outside, inside, is_busy: Vec::new() }
    };
    boards.into_iter().map(position).collect()
}

/// Finds out which moves check or begin a chase, in a position that is not decided by force.
fn find_busy_moves(position: &mut Position, keys: &[u64]) {
    let mailbox = Mailbox::new(&Setup::of(&position.board));
    let side = mailbox.side();
    let before = CHASE_RULES.map(|rules| chases(&mailbox, side, &rules));
    let mut is_busy = HashMap::new();
    for mv in mailbox.legal_moves() {
        let mut next = position.board.clone();
        let _ = next.play(mv);
        let after = mailbox.after(mv);
        is_busy.insert(next.key(), after.in_check() || begins_chase(&before, &after, mv));
    }
    position.is_busy = position.inside.iter().map(|&to| is_busy[&keys[to]]).collect();
}

/// Whether a move begins a chase by the reference judge's notion of one: of a piece that was not
/// chased before, or where following counts, by a piece that did not. `before` are the chases of
/// the position before, under each of the rule sets.
fn begins_chase(before: &[Vec<Move>; 2], after: &Mailbox, mv: Move) -> bool {
    CHASE_RULES.iter().zip(before).any(|(rules, was)| {
        chases(after, !after.side(), rules).into_iter().any(|chase| {
            let is_new = was.iter().all(|earlier| earlier.to() != chase.to());
            let follows = rules.following_chases && chase.from() == mv.to();
            is_new || follows && !was.contains(&Move::new(mv.from(), chase.to()))
        })
    })
}

/// The game in which `winner` asks: under perpetual check, or whether it might win where checks
/// and chases of the other side are forbidden for ever, and only checks of its own. Each position
/// is there twice: after a move that counts as a check or chase, and after one that does not.
/// Two vertices more are the ends, to which positions lead that are decided by force.
fn game(
    positions: &[Position],
    forced: &[Ending],
    winner: Color,
    with_chases: bool,
) -> Vec<Vertex> {
    let count = positions.len();
    let (won, lost) = (2 * count, 2 * count + 1);
    let vertex = |(position, &forced): (&Position, &Ending), is_busy: bool| {
        let is_red = position.board.side() == winner;
        let priority = match (is_red, is_busy) {
            (_, true) => 1,
            (true, false) => 3,
            (false, false) => 2,
        };
        if forced.plies().is_some() {
            let is_won = is_red == (forced.sign() > 0);
            return Vertex { is_red, priority, next: vec![if is_won { won } else { lost }] };
        }
        let ends = position.outside.iter().map(|value| {
            let sign = if is_red { value.sign() } else { -value.sign() };
            let may_win = with_chases && *value == Ending::DrawByChases;
            if sign > 0 || may_win { won } else { lost }
        });
        let inside = position.inside.iter().zip(&position.is_busy).map(|(&to, &is_busy)| {
            let counts = if with_chases && !is_red { is_busy } else { positions[to].in_check };
            to + if counts { 0 } else { count }
        });
        Vertex { is_red, priority, next: inside.chain(ends).collect() }
    };
    let each = || positions.iter().zip(forced);
    let mut game: Vec<Vertex> = each().map(|position| vertex(position, true)).collect();
    game.extend(each().map(|position| vertex(position, false)));
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
            let inside = position.inside.iter().map(|&i| values[i].before());
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
fn compare(endings: &Endings, class: Class, part: Part) -> [usize; 2] {
    let mut positions = positions(endings, class, part);
    let forced = by_force(&positions);
    let keys: Vec<u64> = positions.iter().map(|position| position.board.key()).collect();
    for (position, _) in positions.iter_mut().zip(&forced).filter(|(_, v)| v.plies().is_none()) {
        find_busy_moves(position, &keys);
    }
    let wins = |winner, with_chases| red_wins(&game(&positions, &forced, winner, with_chases));
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

/// [`compare`] with tables made for it.
fn compare_whole(name: &str) -> [usize; 2] {
    compare(&tables(name), name.parse().unwrap(), Part::All)
}

#[test]
fn pawns_against_each_other_agree_with_their_twin() {
    assert_eq!(compare_whole("KPKP"), [0, 0]);
}

/// The other pairs, some minutes and up to 2 GB of memory:
/// `cargo test --release -p chuhe-tools --lib -- --ignored --nocapture every_pair_agrees`.
#[test]
#[ignore = "takes some minutes"]
fn every_pair_agrees_with_its_twin() {
    for name in ["KPKP", "KRKP", "KNKP", "KCKP", "KRKR", "KRKN", "KRKC", "KNKN", "KNKC", "KCKC"] {
        let started = std::time::Instant::now();
        let [by_rule, bounded] = compare_whole(name);
        let seconds = started.elapsed().as_secs_f64();
        remark!("{name}: {by_rule} by the rules, {bounded} bounded, {seconds:.1} s");
    }
}

/// Draws that may need chases, and wins by the rules.
#[test]
fn what_is_not_decided_by_force_agrees_with_its_twin() {
    let embedded = Endings::embedded();
    assert!(compare(&embedded, "KRKN".parse().unwrap(), Part::Undecided)[0] > 1000);
    let endings = tables("KRAAKC");
    let [_, bounded] = compare(&endings, "KRAAKC".parse().unwrap(), Part::Undecided);
    assert!(bounded > 300, "{bounded}");
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

/// Two attackers against one: the table proves itself, and the judge agrees in games.
#[test]
fn two_pawns_against_one_are_proved_and_played() {
    let class: Class = "KPPKP".parse().unwrap();
    let endings = tables("KPPKP");
    assert!(check(&endings, class, 60_000).unwrap() > 40_000);
    for rules in [RuleSet::ALLOW_CHASE, RuleSet::COMPUTER] {
        let [won, drawn, lost] = play(&endings, class, 60, &rules, 2).unwrap();
        assert!(won + drawn + lost == 60 && won > 10 && lost > 0, "{won} {drawn} {lost}");
    }
}
