use super::*;
use crate::read_line;
use crate::review::class::Class;
use crate::review::judge::Judge;
use chuhe::endings::Endings;
use chuhe::notation::Style;
use chuhe::rules::RuleSet;
use chuhe::search::Limits;
use chuhe::types::Score;

fn subject(line: &str, first: usize) -> Subject {
    let text = read_line(line, 1).unwrap().unwrap();
    let game = text.replay(usize::MAX, None).unwrap();
    Subject::new("x:1:1".into(), text, game, first)
}

fn finding(units: i32, line: &str) -> Finding {
    let line = line.split_whitespace().map(|mv| mv.parse().unwrap()).collect();
    Finding { score: Score::new(units), depth: 10, nodes: 1, line }
}

fn settings(endings: &Endings) -> ReviewSettings<'_> {
    let (judge, rules) = (Judge { least_depth: 8 }, RuleSet::DEFAULT);
    ReviewSettings { judge, style: Style::Uci, rules, endings, book: None }
}

fn positions(jobs: &[Job]) -> Vec<usize> {
    jobs.iter().map(|job| job.position).collect()
}

fn banned(jobs: &[Job]) -> Vec<String> {
    let limits = jobs.iter().map(|job| job.limits(&Limits::nodes(4000)));
    limits
        .map(|limits| {
            let moves: Vec<_> = limits.ban_moves.iter().map(Move::to_string).collect();
            format!("{} {}", limits.nodes.unwrap(), moves.join(" "))
        })
        .collect()
}

#[test]
fn a_bad_move_is_compared_with_a_search_of_the_better_one() {
    let subjects = [subject("h2e2", 0), subject("h2e2 h9g7", 2)];
    let endings = Endings::embedded();
    let settings = settings(&endings);
    let (mut work, todo) = Work::new(&subjects, settings, vec![]).unwrap();
    assert_eq!(positions(&todo), [0, 1, 2, 3, 4]);
    assert_eq!(todo[4].game(&subjects).ply(), 2);
    assert_eq!(work.add(&todo[0], finding(0, "b0c2")), []);
    let asked = work.add(&todo[1], finding(400, ""));
    assert_eq!((positions(&asked), work.number(&asked[0])), (vec![0], 5));
    assert_eq!(asked[0].game(&subjects).moves().next(), Some("b0c2".parse().unwrap()));
    assert_eq!(work.game(0).map(|(game, done)| (game.moves.len(), done)), Some((0, false)));
    // The other move is as bad, so the first search was wrong, not the player.
    assert_eq!(work.add(&asked[0], finding(390, "")), []);
    assert_eq!(work.game(0).unwrap().0.moves[0].grade, None);
    assert!(work.into_assessed().is_none());
    // A run that knows all this goes on with the other moves and the other game.
    let known = [(0, finding(0, "b0c2")), (1, finding(400, "")), (5, finding(0, ""))];
    let (mut work, todo) = Work::new(&subjects, settings, known.into()).unwrap();
    assert_eq!(positions(&todo), [0, 2, 3, 4]);
    assert_eq!((work.number(&todo[0]), banned(&todo[..1])), (15, vec!["4000 b0c2 h2e2".into()]));
    assert_eq!(work.add(&todo[0], finding(-300, "a0a1")), []);
    assert!(work.game(0).unwrap().0.moves[0].grade.is_some());
    let first = (0, finding(0, "b0c2 h9g7"));
    for (result, fault) in [
        ((30, finding(0, "")), MisfitFault::BeyondLast),
        ((usize::MAX, finding(0, "")), MisfitFault::BeyondLast),
        ((6, finding(0, "")), MisfitFault::NoBetterMove),
        ((20, finding(0, "")), MisfitFault::NoBetterMove),
        ((14, finding(0, "")), MisfitFault::NoBetterMove),
        ((1, finding(0, "h9g7 h9g7")), MisfitFault::IllegalMove("h9g7".parse().unwrap())),
        ((5, finding(0, "b0c2")), MisfitFault::IllegalMove("b0c2".parse().unwrap())),
    ] {
        let error = Work::new(&subjects, settings, vec![first.clone(), result]).err();
        assert_eq!(error, Some(Misfit { index: 1, fault }));
    }
}

#[test]
fn other_moves_are_looked_for_until_one_loses() {
    let subjects = [subject("h2e2", 0)];
    let endings = Endings::embedded();
    let known = [(0, finding(0, "b0c2")), (1, finding(400, "")), (2, finding(0, ""))];
    let (mut work, mut todo) = Work::new(&subjects, settings(&endings), known.into()).unwrap();
    let mut asked = Vec::new();
    for (units, line) in [(-1, "h0g2"), (-2, "g3g4 g6g5"), (-390, "a0a1")] {
        asked.extend(banned(&todo));
        todo = work.add(&todo[0], finding(units, line));
    }
    assert_eq!(asked, ["4000 b0c2 h2e2", "4000 b0c2 h2e2 h0g2", "4000 b0c2 h2e2 h0g2 g3g4"]);
    assert_eq!(todo, []);
    let game = work.into_assessed().unwrap().remove(0);
    assert_eq!(game.moves[0].class, Some(Class::Blunder));
    let others: Vec<(&str, bool)> = game.positions[0]
        .others
        .iter()
        .map(|other| (other.mv.as_str(), other.loss_chance < 5.0))
        .collect();
    assert_eq!(others, [("h0g2", true), ("g3g4", true), ("a0a1", false)]);
    assert_eq!(game.positions[0].others[1].line_text, ["g3g4", "g6g5"]);
}

#[test]
fn the_only_move_is_one_by_two_searches() {
    let subjects = [subject("a0a1", 0)];
    let endings = Endings::embedded();
    let known = || vec![(0, finding(0, "a0a1")), (1, finding(0, ""))];
    let class_after = |others: &[i32]| {
        let (mut work, mut todo) = Work::new(&subjects, settings(&endings), known()).unwrap();
        let mut asked = Vec::new();
        for &units in others {
            asked.extend(banned(&todo));
            todo = work.add(&todo[0], finding(units, "b0c2"));
        }
        assert_eq!(todo, []);
        (asked.join(", "), work.into_assessed().unwrap()[0].moves[0].class)
    };
    let (glance, whole) = ("1000 a0a1", "1000 a0a1, 4000 a0a1");
    assert_eq!(class_after(&[-1]), (glance.into(), Some(Class::Best)));
    assert_eq!(class_after(&[-400, -400]), (whole.into(), Some(Class::Only)));
    assert_eq!(class_after(&[-400, -1]), (whole.into(), Some(Class::Best)));
}
