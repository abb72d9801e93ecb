//! Verdicts that stood on the board while the game went on: the interface does not apply them,
//! so a search must not count on them.

use crate::rules::{Game, RuleSet};

/// The game as a search should see it, where the interface has not applied a verdict: the count
/// of quiet plies is begun anew at the natural limit and beyond it, and it is known whether a
/// repetition has decided the game since the last capture. `None` where it is the game as it is.
pub(crate) fn as_searched(game: &Game, rules: &RuleSet) -> Option<Game> {
    let is_beyond_limit = rules.is_at_limit(game.quiet_plies());
    let was_decided = game.has_stood(rules.fold.max(2));
    if !is_beyond_limit && !was_decided {
        return None;
    }
    let mut game = game.clone();
    if is_beyond_limit {
        let _ = game.restart_count();
    }
    if was_decided {
        game.note_ignored();
    }
    Some(game)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::NullObserver;
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
            assert_ne!(searched.search_key(&rules), game.search_key(&rules));
            for ply in 1..=4 {
                let mv = LOOP[(plies + ply - 1) % 4].parse().unwrap();
                game.push(mv, &mut NullObserver);
                searched.push(mv, &mut NullObserver);
                let expected = match root {
                    Color::Red if (plies + ply) / 4 >= rules.fold => NodeVerdict::Stale,
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

    /// The position that stands once more is stale, one that stands for the third time drawn.
    #[test]
    fn a_draw_that_stood_on_the_board_is_stale() {
        let walk = ["d0d1", "e9e8", "d1d0", "e8e9"];
        for rules in RuleSet::ALL {
            assert!(as_searched(&game(CHASE, &walk.repeat(2)[..7]), &rules).is_none());
            for plies in [8, 9] {
                let mut searched =
                    as_searched(&game(CHASE, &walk.repeat(2 + 1)[..plies]), &rules).unwrap();
                for ply in 1..=4 {
                    let mv = walk[(plies + ply - 1) % 4].parse().unwrap();
                    searched.push(mv, &mut NullObserver);
                    let is_stale = (plies + ply) / 4 >= rules.fold;
                    let expected = if is_stale { NodeVerdict::Stale } else { NodeVerdict::Draw };
                    assert_eq!(judge_node(&searched, &rules, ply), expected, "{plies} {ply}");
                }
            }
        }
    }

    /// After a draw that was ignored no offence ends the game either.
    #[test]
    fn an_offence_after_an_ignored_draw_is_not_punished() {
        let idle = ["d0d1", "e9e8", "d1d0", "e8e9"].repeat(2);
        let rules = RuleSet::COMPUTER;
        let mut searched = as_searched(&game(CHASE, &idle), &rules).unwrap();
        for (ply, mv) in LOOP.into_iter().cycle().take(9).enumerate() {
            searched.push(mv.parse().unwrap(), &mut NullObserver);
            let node = judge_node(&searched, &rules, ply + 1);
            assert!(!matches!(node, NodeVerdict::Win | NodeVerdict::Loss), "{ply} {node:?}");
        }
    }

    #[test]
    fn a_long_shuffle_is_looked_at() {
        let long = game(CHASE, &LOOP.repeat(5000));
        assert_eq!(long.ply(), 20_000);
        assert!(as_searched(&long, &RuleSet::CHINESE).is_some());
    }
}
