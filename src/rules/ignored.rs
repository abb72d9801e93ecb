//! Verdicts that stood on the board while the game went on: the interface does not apply them,
//! so a search must not count on them.

use crate::board::NullObserver;
use crate::rules::{Game, RuleSet, cycle, repetition};

/// How many positions that stood for the last time their repetition could be judged are judged:
/// those of every loop that is walked in practice.
const MOST_JUDGED: usize = 16;

/// The game as a search should see it, where the interface has not applied a verdict: the count
/// of quiet plies is begun anew at the natural limit and beyond it, and offences that went
/// unpunished since the last capture are known. `None` where it is the game as it is.
pub(crate) fn as_searched(game: &Game, rules: &RuleSet) -> Option<Game> {
    let offended = unpunished(game, rules);
    let is_beyond_limit = rules.is_at_limit(game.quiet_plies());
    if !is_beyond_limit && offended == [false; 2] {
        return None;
    }
    let mut game = game.clone();
    if is_beyond_limit {
        let _ = game.restart_count();
    }
    game.forgive(offended);
    Some(game)
}

/// Which sides, by [`Color::index`], have lost by a repetition since the last capture.
fn unpunished(game: &Game, rules: &RuleSet) -> [bool; 2] {
    let mut offended = [false; 2];
    let fold = rules.fold.max(2);
    if !rules.forbids_check || !game.may_have_stood(fold) {
        return offended;
    }
    let mut past = game.clone();
    let mut judged = 0;
    while judged < MOST_JUDGED && past.reversible_plies() > 0 {
        if let Some(length) = cycle::earlier(&past).nth(fold - 2) {
            judged += 1;
            if let Some(offender) = repetition::judge(&past, length, rules).offender {
                offended[offender.index()] = true;
            }
        }
        past.pop(&mut NullObserver);
    }
    offended
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{NodeVerdict, judge_node};
    use crate::types::Color;

    /// Black's rook chases Red's cannon, which goes to and fro.
    const CHASE: &str = "4k4/9/9/c1c6/9/r8/9/9/C8/3K5 w - - 0 1";
    const LOOP: [&str; 4] = ["a1c1", "a4c4", "c1a1", "c4a4"];

    fn game(fen: &str, moves: &[&str]) -> Game {
        let mut game = Game::new(&fen.parse().unwrap()).unwrap();
        for mv in moves {
            game.play(mv.parse().unwrap()).unwrap();
        }
        game
    }

    #[test]
    fn an_offence_that_stood_on_the_board_is_not_punished_in_a_search() {
        let rules = RuleSet::COMPUTER;
        let none = game(CHASE, &LOOP.repeat(2)[..7]);
        assert!(as_searched(&none, &rules).is_none());
        // From the third occurrence on, and after it, until something is captured.
        for plies in [8, 9, 10, 13] {
            let mut game = game(CHASE, &LOOP.repeat(4)[..plies]);
            let root = game.board().side();
            let mut searched = as_searched(&game, &rules).unwrap();
            assert!(searched.is_unpunished(Color::Black) && !searched.is_unpunished(Color::Red));
            assert_ne!(searched.search_key(&rules), game.search_key(&rules));
            for ply in 1..=4 {
                let mv = LOOP[(plies + ply - 1) % 4].parse().unwrap();
                game.push(mv, &mut NullObserver);
                searched.push(mv, &mut NullObserver);
                let expected = match root {
                    Color::Red => NodeVerdict::Draw,
                    Color::Black => NodeVerdict::Offence(Color::Black),
                };
                assert_eq!(judge_node(&searched, &rules, ply), expected, "{plies} {ply}");
                let is_red = game.board().side() == Color::Red;
                let lost = if is_red { NodeVerdict::Win } else { NodeVerdict::Loss };
                assert_eq!(judge_node(&game, &rules, ply), lost, "{plies} {ply}");
            }
        }
        let captured = [&LOOP.repeat(2)[..], &["a1a6"]].concat();
        assert!(as_searched(&game(CHASE, &captured), &rules).is_none());
    }

    #[test]
    fn an_idle_repetition_stays_a_draw() {
        let idle = ["d0d1", "e9e8", "d1d0", "e8e9"].repeat(3);
        for rules in RuleSet::ALL {
            assert!(as_searched(&game(CHASE, &idle), &rules).is_none());
        }
        let chased = game(CHASE, &LOOP.repeat(3));
        assert!(as_searched(&chased, &RuleSet::ALLOW_CHASE).is_none());
    }

    #[test]
    fn a_long_shuffle_is_looked_at_in_no_time() {
        let rules = RuleSet::CHINESE;
        let long = game(CHASE, &LOOP.repeat(5000));
        assert_eq!(long.ply(), 20_000);
        let begin = std::time::Instant::now();
        assert!(as_searched(&long, &rules).unwrap().is_unpunished(Color::Black));
        assert!(begin.elapsed().as_secs() < 5);
    }
}
