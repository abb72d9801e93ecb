use std::sync::Arc;

use super::*;
use crate::rules::{Game, Outcome, judge};

fn wish(class: &str, goal: Goal, length: &str) -> Wish {
    Wish { class: class.parse().unwrap(), goal, length: length.parse().unwrap(), captures: false }
}

fn drill(class: &str, goal: Goal, length: &str, seed: u64) -> Result<Drill, DrillError> {
    Drill::new(Endings::embedded(), RuleSet::default(), wish(class, goal, length), seed)
}

#[test]
fn positions_are_as_they_were_wished_for() {
    for (class, goal, length) in [
        ("KRK", Goal::Win, "any"),
        ("KRKAB", Goal::Win, "5..9"),
        ("KNKP", Goal::Win, "hard"),
        ("KRKN", Goal::Rule, "any"),
        ("KRKAABB", Goal::Draw, "hard"),
        ("KPKP", Goal::Draw, "easy"),
    ] {
        let drill = drill(class, goal, length, 7).unwrap();
        let mut seen = Vec::new();
        for number in 1..=20 {
            let setup = drill.position(number).unwrap();
            assert_eq!(drill.position(number).unwrap(), setup);
            let board = setup.to_board().unwrap();
            assert_eq!(Class::of(&board).map(|(_, class)| class), Some(drill.wish().class));
            assert_eq!(board.side(), Color::Red);
            let value = drill.value(&board).unwrap();
            let moves: Vec<Move> = board.legal_moves().into_iter().collect();
            let keeps = |mv: &Move| drill.assess(&board, *mv).unwrap().is_kept();
            let kept = moves.iter().filter(|mv| keeps(mv)).count();
            assert!(!moves.iter().any(|mv| board.piece_at(mv.to()).is_some() && keeps(mv)));
            match (class, value) {
                ("KRK" | "KNKP", Ending::Win(_)) | ("KRKN", Ending::RuleWin(_)) => {}
                ("KRKAB", Ending::Win(plies)) => assert!((9..=17).contains(&plies), "{plies}"),
                ("KRKAABB", Ending::Draw) => assert_eq!(kept, 1, "{setup}"),
                ("KPKP", Ending::Draw) => assert!(kept < moves.len() && 2 * kept >= moves.len()),
                _ => panic!("{class}: {setup} is {value:?}"),
            }
            seen.push(setup.to_string());
        }
        seen.sort();
        seen.dedup();
        assert!(seen.len() > 10, "{class}: {seen:?}");
    }
    let first = |seed| drill("KRK", Goal::Win, "any", seed).unwrap().position(1).unwrap();
    assert_ne!(first(1), first(2));
}

#[test]
fn levels_grow() {
    let mean = |level: &str| {
        let drill = drill("KRKAB", Goal::Win, level, 3).unwrap();
        let length = |number| {
            let board = drill.position(number).unwrap().to_board().unwrap();
            moves_to_end(drill.value(&board).unwrap()).unwrap()
        };
        (1..=30).map(length).sum::<u32>()
    };
    assert!(mean("easy") < mean("middle") && mean("middle") < mean("hard"));
}

#[test]
fn what_there_is_not_is_an_error() {
    let none = |class: &str, goal, length: &str| drill(class, goal, length, 1).unwrap_err();
    let class = "KRNKR".parse().unwrap();
    assert_eq!(none("KRNKR", Goal::Win, "any"), DrillError::NoTable { class });
    let class = "KRK".parse().unwrap();
    assert_eq!(none("KRK", Goal::Rule, "any"), DrillError::NoPosition { class, longest: None });
    let error = none("KRK", Goal::Win, "100..");
    let DrillError::NoPosition { longest: Some(longest), .. } = error else { panic!("{error}") };
    assert!((2..30).contains(&longest), "{longest}");
    assert_eq!(none("KRKN", Goal::Rule, "3"), DrillError::NoLength { goal: Goal::Rule });
    assert_eq!(none("KRKN", Goal::Draw, "3.."), DrillError::NoLength { goal: Goal::Draw });
    // Where perpetual check loses nothing, no win rests on it.
    let wish = wish("KRKN", Goal::Rule, "any");
    let free = Drill::new(Endings::embedded(), RuleSet::NO_JUDGEMENT, wish, 1);
    assert!(matches!(free, Err(DrillError::NoPosition { .. })));
    assert!(!Drill::classes(&Endings::none()).contains(&class));
    let classes = Drill::classes(&Endings::embedded());
    assert!(classes.contains(&class) && !classes.contains(&"KCKC".parse().unwrap()));
}

/// Whoever plays the best moves reaches what was promised, in as many moves, and the opponent
/// makes it no shorter.
#[test]
fn best_moves_reach_the_goal() {
    for (class, goal) in [
        ("KRKAB", Goal::Win),
        ("KNKP", Goal::Win),
        ("KRKN", Goal::Rule),
        ("KRKAABB", Goal::Draw),
        ("KRKR", Goal::Draw),
    ] {
        let drill = drill(class, goal, "any", 5).unwrap();
        for number in 1..=5 {
            let setup = drill.position(number).unwrap();
            let mut game = Game::new(&setup).unwrap();
            let value = drill.value(game.board()).unwrap();
            let rules = RuleSet::default();
            while judge(&game, &rules).outcome == Outcome::Ongoing {
                let board = game.board();
                let is_person = board.side() == Color::Red;
                if goal == Goal::Draw && game.ply() >= 2 * HOLD_MOVES {
                    break;
                }
                let found = if is_person { drill.hint(board) } else { drill.reply(&game) };
                let mv = found.unwrap();
                let assessed = drill.assess(board, mv).unwrap();
                assert!(assessed.is_kept() && (!is_person || assessed.is_best()), "{setup}: {mv}");
                game.play(mv).unwrap();
            }
            let outcome = judge(&game, &rules).outcome;
            match value {
                Ending::Win(plies) => assert_eq!(game.ply() as u32, plies, "{setup}"),
                Ending::RuleWin(_) => assert_eq!(outcome, Outcome::Win(Color::Red), "{setup}"),
                _ => {
                    assert_ne!(outcome, Outcome::Win(Color::Black), "{setup}");
                    // Nobody who wants to win gives his last attacker away.
                    assert!(Class::of(game.board()).is_some() && game.ply() > 10, "{setup}");
                }
            }
        }
    }
}

#[test]
fn a_move_that_throws_a_value_away_is_seen() {
    let rook = "3k5/9/9/9/9/9/9/9/R8/4K4 w".parse::<Setup>().unwrap().to_board().unwrap();
    let drill = drill("KRK", Goal::Win, "any", 1).unwrap();
    let best = drill.best(&rook).unwrap();
    let Some(Ending::Win(plies)) = drill.value(&rook) else { panic!("a win") };
    let quick = drill.assess(&rook, best[0]).unwrap();
    assert!(quick.is_best() && quick.after == Ending::Win(plies), "{quick:?}");
    let slow = drill.assess(&rook, "a1a0".parse().unwrap()).unwrap();
    assert!(slow.is_kept() && !slow.is_best(), "{slow:?}");
    assert_eq!(slow.best, best);
    // The rook goes where the king takes it.
    let lost = drill.assess(&rook, "a1d1".parse().unwrap());
    assert!(lost.is_some_and(|lost| lost.is_kept()), "nothing takes it there");
    let near = "3k5/7R1/9/9/9/9/9/9/9/4K4 w".parse::<Setup>().unwrap().to_board().unwrap();
    let given = drill.assess(&near, "h8d8".parse().unwrap()).unwrap();
    assert!(!given.is_kept() && given.after == Ending::Draw, "{given:?}");
    let none = Drill { endings: Arc::new(Endings::none()), ..drill };
    assert_eq!(none.assess(&rook, best[0]), None, "no table");
}

#[test]
fn lengths_are_read() {
    let read = |text: &str| text.parse::<Length>();
    assert_eq!(read("any"), Ok(Length::Any));
    assert_eq!(read("hard"), Ok(Length::Level(Level::Hard)));
    assert_eq!(read("12"), Ok(Length::Moves(12, 12)));
    assert_eq!(read("10..20"), Ok(Length::Moves(10, 20)));
    assert_eq!(read("10-20"), Ok(Length::Moves(10, 20)));
    assert_eq!(read("10.."), Ok(Length::Moves(10, u32::MAX)));
    assert_eq!(read("..20"), Ok(Length::Moves(1, 20)));
    for bad in ["", "..", "-", "0", "5..4", "x", "1..x", "+3", "99999999999", "1..2..3", "Easy"] {
        assert_eq!(read(bad), Err(LengthError), "{bad}");
    }
}

#[test]
fn classes_are_known_by_whatever_people_write() {
    let named = |text: &str| class_named(text).map(|class| class.to_string());
    for (text, name) in [
        ("KRK", "KRK"),
        ("krkab", "KRKAB"),
        ("KRKBA", "KRKAB"),
        ("KNKR", "KRKN"),
        ("khker", "KRBKN"),
        (" kceka ", "KCBKA"),
        ("车士象", "KRKAB"),
        ("車對馬", "KRKN"),
        ("单马对双士", "KNKAA"),
        ("双炮对双象", "KCCKBB"),
        ("炮士 对 车单缺象", "KRAABKCA"),
        ("帅车对将士象全", "KRKAABB"),
        ("车对将", "KRK"),
    ] {
        assert_eq!(named(text).as_deref(), Some(name), "{text}");
    }
    for bad in [
        "",
        "K",
        "KK",
        "rook",
        "KRRRK",
        "R/N",
        "KRCKNP",
        "车",
        "士象",
        "车马",
        "三车对士",
        "车对对士",
    ] {
        assert_eq!(named(bad), None, "{bad}");
    }
    let names: Vec<String> =
        Drill::classes(&Endings::embedded()).iter().map(Class::to_string).collect();
    assert!(near_names("KRKNP", &names)[0].starts_with("KRK"));
    assert_eq!(near_names("krkx", &names)[0], "KRK");
    assert_eq!(near_names(&"é".repeat(100_000), &names).len(), 3);
    assert_eq!(near_names("x", &[]), Vec::<String>::new());
}
