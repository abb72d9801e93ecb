//! What is said of a position to practise, and of a move in it.

use crate::common::lang::Lang;
use chuhe::drill::{Assessed, Goal, HOLD_MOVES, moves_to_end};
use chuhe::endings::Ending;
use chuhe::types::Color;
use chuhe_games::words;

/// The task, with the value of the position for the side to move.
pub fn task(goal: Goal, value: Ending, side: Color, lang: Lang) -> String {
    let [own, other] = [side, !side].map(|side| words::side(side, lang.language()));
    match (goal, moves_to_end(value)) {
        (Goal::Draw, _) => {
            lang.fill("page.drill-draw", &[("side", &capital(own)), ("n", &HOLD_MOVES)])
        }
        (_, Some(n)) => lang.fill("page.drill-win", &[("side", &capital(own)), ("n", &n)]),
        (_, None) => lang.fill("page.drill-rule", &[("side", &capital(own)), ("other", &other)]),
    }
}

/// What a move of `side` has done, with the names of the best moves.
pub fn said(assessed: &Assessed, side: Color, best: &str, lang: Lang) -> String {
    let [own, other] = [side, !side].map(|side| words::side(side, lang.language()));
    let (key, n, least) = (assessed.word(), assessed.left(), assessed.least());
    let values: [(&str, &dyn std::fmt::Display); 5] =
        [("n", &n), ("least", &least), ("best", &best), ("side", &own), ("other", &other)];
    lang.fill(&format!("page.drill-said.by.{key}"), &values)
}

/// With a capital at the beginning of a sentence.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |c| c.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_value_has_its_words() {
        let say = |before: Ending, after: Ending| {
            let assessed = Assessed { before, after, best: Vec::new() };
            said(&assessed, Color::Red, "a0a1", Lang::En)
        };
        for (before, after, text) in [
            (Ending::Win(47), Ending::Win(47), "Still won in 23."),
            (Ending::Win(19), Ending::Win(23), "Still won, but in 11; a0a1: in 9."),
            (Ending::Win(5), Ending::Draw, "Now drawn: a0a1 would have kept it."),
            (Ending::Draw, Ending::Loss(6), "Now lost in 3: a0a1 would have kept it."),
            (Ending::Loss(8), Ending::Loss(6), "Lost in 3."),
            (Ending::Draw, Ending::Draw, "Still drawn."),
            (
                Ending::RuleWin(3),
                Ending::RuleWin(3),
                "Still won, because black may not go on checking.",
            ),
            (
                Ending::Win(3),
                Ending::RuleWin(3),
                "Still won, because black may not go on checking; a0a1 is a shorter way.",
            ),
            (
                Ending::Draw,
                Ending::RuleLoss(3),
                "Now lost, because red may not go on checking: a0a1 would have kept it.",
            ),
            (Ending::RuleLoss(4), Ending::RuleLoss(3), "Lost, because red may not go on checking."),
            (
                Ending::Win(3),
                Ending::DrawByChases,
                "Drawn where chases are free; otherwise nothing is known.",
            ),
        ] {
            assert_eq!(say(before, after), text);
        }
        let task = |goal, value| task(goal, value, Color::Black, Lang::En);
        assert_eq!(task(Goal::Win, Ending::Win(23)), "Black to move: won in 12.");
        assert_eq!(task(Goal::Draw, Ending::Draw), "Black to move: hold the draw for 20 moves.");
        let by_rule = "Black to move: won, because red may not go on checking.";
        assert_eq!(task(Goal::Rule, Ending::RuleWin(9)), by_rule);
    }
}
