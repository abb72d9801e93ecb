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
    /// The other moves, and where they lead.
    inside: Vec<(Move, u32)>,
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
                        numbers.insert(board.key(), boards.len() as u32);
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
                Some(&number) => inside.push((mv, number)),
                None => {
                    assert!(is_capture || part == Part::Undecided);
                    outside.push(endings.value(&next).unwrap().before());
                }
            }
        }
        Position { in_check: mailbox.in_check(), board, outside, inside }
    };
    boards.into_iter().map(position).collect()
}

/// By colour and rule set of [`CHASE_RULES`], the captures that make a chase in a position.
type Chases = [[Vec<Move>; 2]; 2];

/// The chases in a position by the reference judge; `None` where no side could capture anything.
fn chases_in(position: &Position) -> Option<Chases> {
    let mailbox = Mailbox::new(&Setup::of(&position.board));
    let captures = |color| {
        let moves = mailbox.with_side(color).legal_moves().into_iter();
        moves.filter(|mv| mailbox.at(mv.to()).is_some()).count()
    };
    let of = |color| match captures(color) {
        0 => Default::default(),
        _ => CHASE_RULES.map(|rules| chases(&mailbox, color, &rules)),
    };
    let all = Color::ALL.map(of);
    all.iter().flatten().any(|chases| !chases.is_empty()).then_some(all)
}

/// Whether a move begins a chase by the reference judge's notion of one: of a piece that was not
/// chased before, or where following counts, by a piece that did not. `before` and `after` are
/// the chases of the side that moves in the positions before and after it.
fn begins_chase(before: &[Vec<Move>; 2], after: &[Vec<Move>; 2], mv: Move) -> bool {
    CHASE_RULES.iter().zip(before).zip(after).any(|((rules, was), is)| {
        is.iter().any(|chase| {
            let is_new = was.iter().all(|earlier| earlier.to() != chase.to());
            let follows = rules.following_chases && chase.from() == mv.to();
            is_new || follows && !was.contains(&Move::new(mv.from(), chase.to()))
        })
    })
}

/// What the games about a class are made of: the positions that are not decided by force.
struct Open<'a> {
    positions: &'a [Position],
    /// By position, how it ends by force.
    forced: &'a [Ending],
    /// Their numbers.
    numbers: Vec<usize>,
    /// By position, its place among them.
    places: Vec<Option<u32>>,
    /// By place and move without a capture, whether it checks or begins a chase; known where it
    /// leads to such a position.
    is_busy: Vec<Vec<bool>>,
}

impl Open<'_> {
    fn new<'a>(positions: &'a [Position], forced: &'a [Ending]) -> Open<'a> {
        let is_open = |&at: &usize| forced[at].plies().is_none();
        let numbers: Vec<usize> = (0..positions.len()).filter(is_open).collect();
        let mut places = vec![None; positions.len()];
        for (place, &at) in numbers.iter().enumerate() {
            places[at] = Some(place as u32);
        }
        let chases = numbers.iter().map(|&at| chases_in(&positions[at]));
        let chases: Vec<Option<Box<Chases>>> = chases.map(|all| all.map(Box::new)).collect();
        let none = Chases::default();
        let busy = |(place, &at): (usize, &usize)| {
            let side = positions[at].board.side().index();
            let of = |place: usize| &chases[place].as_deref().unwrap_or(&none)[side];
            let before = of(place);
            let moves = positions[at].inside.iter().map(|&(mv, to)| {
                let is_chase = |to: u32| begins_chase(before, of(to as usize), mv);
                positions[to as usize].in_check || places[to as usize].is_some_and(is_chase)
            });
            moves.collect()
        };
        let is_busy = numbers.iter().enumerate().map(busy).collect();
        Open { positions, forced, numbers, places, is_busy }
    }

    /// The game in which `winner` asks: under perpetual check, or whether it might win where
    /// checks and chases of the other side are forbidden for ever, and only checks of its own.
    /// Each position is there twice: after a move that counts as a check or chase, and after one
    /// that does not. Two vertices more are the ends: what is decided otherwise.
    fn game(&self, winner: Color, with_chases: bool) -> Vec<Vertex> {
        let count = self.numbers.len();
        let ends = [2 * count as u32, 2 * count as u32 + 1];
        let next = |place: usize| {
            let position = &self.positions[self.numbers[place]];
            let is_red = position.board.side() == winner;
            // Whether moves lead to the end that is won, and to the one that is lost.
            let mut is_end = [false; 2];
            for value in &position.outside {
                let sign = if is_red { value.sign() } else { -value.sign() };
                let may_win = with_chases && *value == Ending::DrawByChases;
                is_end[usize::from(sign <= 0 && !may_win)] = true;
            }
            let mut next = Vec::new();
            for (&(_, to), &is_busy) in position.inside.iter().zip(&self.is_busy[place]) {
                if let Some(place) = self.places[to as usize] {
                    let is_check = self.positions[to as usize].in_check;
                    let counts = if with_chases && !is_red { is_busy } else { is_check };
                    next.push(place + if counts { 0 } else { count as u32 });
                } else {
                    let is_won = is_red == (self.forced[to as usize].sign() < 0);
                    is_end[usize::from(!is_won)] = true;
                }
            }
            next.extend(ends.into_iter().zip(is_end).filter(|end| end.1).map(|end| end.0));
            (is_red, next)
        };
        let mut game = Vec::with_capacity(2 * count + 2);
        for is_busy in [true, false] {
            for place in 0..count {
                let (is_red, next) = next(place);
                let priority = match (is_red, is_busy) {
                    (_, true) => 1,
                    (true, false) => 3,
                    (false, false) => 2,
                };
                game.push(Vertex { is_red, priority, next });
            }
        }
        game.extend([2, 1].into_iter().zip(ends).map(|(priority, end)| Vertex {
            is_red: true,
            priority,
            next: vec![end],
        }));
        game
    }

    /// By place, whether `winner` wins.
    fn wins(&self, winner: Color, with_chases: bool) -> Vec<bool> {
        let mut wins = red_wins(&self.game(winner, with_chases));
        wins.truncate(self.numbers.len());
        wins
    }
}

/// The distances of wins and losses by force, from nothing, round by round.
fn by_force(positions: &[Position]) -> Vec<Ending> {
    let forced = |value: Ending| if value.plies().is_some() { value } else { Ending::Draw };
    let mut values = vec![Ending::Draw; positions.len()];
    loop {
        let value = |position: &Position| {
            let inside = position.inside.iter().map(|&(_, to)| values[to as usize].before());
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
    let started = std::time::Instant::now();
    let tell = |what: String| {
        if part == Part::All {
            remark!("{class}: {what}, {:.0} s", started.elapsed().as_secs_f64());
        }
    };
    let positions = positions(endings, class, part);
    tell(format!("{} positions", positions.len()));
    let forced = by_force(&positions);
    tell("ends by force".into());
    let open = Open::new(&positions, &forced);
    tell(format!("chases of {} positions", open.numbers.len()));
    let [red, black] = Color::ALL.map(|color| open.wins(color, false));
    tell("wins by the rules".into());
    let [maybe_red, maybe_black] = Color::ALL.map(|color| open.wins(color, true));
    let mut counts = [0; 2];
    for ((position, forced), place) in positions.iter().zip(&forced).zip(&open.places) {
        let board = &position.board;
        let found = endings.value(board).unwrap();
        let Some(place) = place.map(|place| place as usize) else {
            assert_eq!(found, *forced, "{board:?}");
            continue;
        };
        let sign = i32::from(red[place]) - i32::from(black[place]);
        let sign = if board.side() == Color::Red { sign } else { -sign };
        assert_eq!((found.sign(), found.plies()), (sign, None), "{board:?}");
        if sign == 0 {
            let is_bounded = maybe_red[place] || maybe_black[place];
            assert_eq!(found == Ending::DrawByChases, is_bounded, "{board:?}");
            counts[1] += usize::from(is_bounded);
        } else {
            counts[0] += 1;
        }
    }
    tell(format!("{} by the rules, {} bounded", counts[0], counts[1]));
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

/// All pairs, up to half a minute and 1.1 GB of memory each:
/// `cargo test --release -p chuhe-tools --lib -- --ignored --nocapture --test-threads 1 every_pair_agrees`.
mod every_pair_agrees {
    macro_rules! pairs {
        ($($name:ident)*) => {
            $(
                #[test]
                #[ignore = "takes half a minute"]
                fn $name() {
                    super::compare_whole(&stringify!($name).to_uppercase());
                }
            )*
        };
    }

    pairs! { kpkp krkp knkp kckp krkr krkn krkc knkn knkc kckc }
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
