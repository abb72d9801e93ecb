//! The notation of a whole text, where one move does not tell it: in Vietnamese `P2-5` is a
//! cannon, and in WXF a pawn.

use crate::text::GameText;
use chuhe::notation::{Style, is_vietnamese, may_be_vietnamese};

/// Whether something in a text looks as if it told the notation; it may be in a comment.
pub fn may_tell(text: &str) -> bool {
    let is_gap = |c: char| c.is_whitespace() || matches!(c, ',' | '，' | '、' | '；' | '{' | '}');
    let without_number = |word| {
        let rest = str::trim_start_matches(word, |c: char| c.is_ascii_digit());
        rest.trim_start_matches('.')
    };
    text.split(is_gap).any(|word| is_vietnamese(without_number(word)))
}

/// Whether a game tells its notation: one of its moves can be nothing but Vietnamese.
pub fn is_told(game: &GameText) -> bool {
    game.moves.values().iter().any(|word| is_vietnamese(&word.text))
}

/// Tells a game of such a text that it is Vietnamese, if all its moves can be.
pub fn tell(game: &mut GameText) {
    if game.moves.values().iter().all(|word| may_be_vietnamese(&word.text)) {
        game.style = Some(Style::Vietnamese);
    }
}

#[cfg(test)]
mod tests {
    use crate as games;
    use crate::replay::written_moves;
    use chuhe::notation::Style;
    use chuhe::rules::Game;

    /// A game of moves that nobody would make, among them captures, checks, and pieces that
    /// only a file or a rank tells apart.
    fn random_game(seed: usize) -> Game {
        let mut game = Game::start();
        let mut state = seed;
        while game.ply() < 160 {
            let moves = game.board().legal_moves();
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let Some(&mv) = moves.get((state >> 33) % moves.len().max(1)) else { break };
            let _ = game.play(mv);
        }
        game
    }

    fn game(text: &str) -> Result<Game, String> {
        let game = games::read(text).remove(0).map_err(|fault| fault.to_string())?;
        game.replay(usize::MAX, None).map_err(|fault| fault.to_string())
    }

    /// The game as programs write it that have such a style.
    fn pgn(texts: &[String], variant: &str) -> String {
        let pairs = texts.chunks(2).zip(1..).map(|(pair, n)| {
            let scored = pair.iter().map(|text| format!("{text} {{+0.38/19 41}}\n"));
            format!("{n}. {}", scored.collect::<String>())
        });
        format!("[White \"a\"]\n[Variant \"{variant}\"]\n\n{}*\n", pairs.collect::<String>())
    }

    #[test]
    fn a_game_is_read_in_every_style_without_its_name() {
        for played in (1..5).map(random_game) {
            let moves = written_moves(&played, Style::Uci);
            for style in Style::ALL {
                let texts = written_moves(&played, style);
                for text in [pgn(&texts, "xiangqi"), pgn(&texts, "Xiangqi"), texts.join(" ")] {
                    let again = game(&text);
                    let again = again.unwrap_or_else(|fault| panic!("{}: {fault}", style.name()));
                    assert_eq!(written_moves(&again, Style::Uci), moves, "{}", style.name());
                }
            }
        }
    }

    #[test]
    fn one_custom_holds_for_a_game() {
        assert!(game("Che2 Hg7 c4").is_ok() && game("Che3 Hg8 Pc5").is_ok());
        // Each move alone is one of either custom, the game is none.
        for mixed in ["Che2 Hg8", "Che2 Hg7 Pc4", "Che3 Hg8 c5", "Che3 Hg8 c4"] {
            assert!(game(mixed).is_err(), "{mixed}");
        }
        // What is wrong is told of the way in which most can be read.
        let fault = game("Che3 Hg8 Pc5 Rh10 Pc6 a1").err().unwrap();
        assert!(fault.starts_with("1:23: move 6, 'a1'"), "{fault}");
    }
}
