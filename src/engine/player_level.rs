//! How strong a player is on the scale of the [levels](super::strength), from games against
//! them: Bayes' rule on a grid of strengths. `docs/log/levels.md` has the measurements.
//!
//! A player of some Elo scores `e = 1 / (1 + 10^(d / 400))` against a level `d` Elo above. A
//! share `4 s e (1 - e)` of the games is drawn, `s` of them between equals; the rest is won and
//! lost such that the score stays `e`. From one game to the next a player changes a little, so
//! that old games count less and less.

use super::strength::{ELO, FULL};

/// What full strength counts as. It depends on the machine and on the time for a move; no game
/// has measured it.
const FULL_ELO: f64 = ELO[ELO.len() - 1] as f64 + 400.0;

/// What is known of a player without games: a level of the lower half, or any other. So wide
/// that the strongest are found in a few games.
const FIRST_ELO: f64 = ELO[5] as f64;
const FIRST_DEVIATION: f64 = 800.0;

/// How much a player changes from a game to the next: a deviation, Elo.
const DRIFT: f64 = 10.0;

/// Drawn games among all between equals.
const DRAWN: f64 = 0.15;

/// The strengths that a player may have, Elo: `LOWEST`, and every `STEP` up from it.
const LOWEST: f64 = -600.0;
const STEP: f64 = 20.0;
const STRENGTHS: usize = 241;

/// The 97.5 % point of the normal distribution.
const Z95: f64 = 1.96;

/// How a game ended for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerResult {
    /// The player lost.
    Loss,
    /// Nobody won.
    Draw,
    /// The player won.
    Win,
}

impl PlayerResult {
    /// The result of so many points: 0, 0.5 or 1; `None` for others.
    pub fn of_points(points: f64) -> Option<PlayerResult> {
        let all = [PlayerResult::Loss, PlayerResult::Draw, PlayerResult::Win];
        all.into_iter().find(|result| result.points() == points)
    }

    /// Points: 0, 0.5 or 1.
    pub fn points(self) -> f64 {
        match self {
            PlayerResult::Loss => 0.0,
            PlayerResult::Draw => 0.5,
            PlayerResult::Win => 1.0,
        }
    }
}

/// A game of a player against a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelGame {
    level: i64,
    result: PlayerResult,
}

impl LevelGame {
    /// A game against a level from 0 to [`FULL`]; `None` when there is no such level.
    pub fn new(level: i64, result: PlayerResult) -> Option<LevelGame> {
        (0..=FULL).contains(&level).then_some(LevelGame { level, result })
    }

    /// The level.
    pub fn level(&self) -> i64 {
        self.level
    }

    /// How it ended for the player.
    pub fn result(&self) -> PlayerResult {
        self.result
    }

    /// How likely this result is for a player of some Elo, but for a constant factor.
    fn likelihood(&self, elo: f64) -> f64 {
        let score = 1.0 / (1.0 + 10f64.powf((elo_of(self.level) - elo) / 400.0));
        match self.result {
            PlayerResult::Loss => (1.0 - score) * (1.0 - 2.0 * DRAWN * score),
            PlayerResult::Draw => score * (1.0 - score),
            PlayerResult::Win => score * (1.0 - 2.0 * DRAWN * (1.0 - score)),
        }
    }
}

/// What a level counts as, Elo.
fn elo_of(level: i64) -> f64 {
    ELO.get(level as usize).map_or(FULL_ELO, |&elo| elo as f64)
}

/// How strong a player is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayerLevel {
    /// The expected strength, Elo on the scale of [`ELO`].
    pub elo: f64,
    /// The true one lies at most so far from it in 95 cases of 100, Elo.
    pub error: f64,
    /// From so many games.
    pub games: usize,
}

impl PlayerLevel {
    /// The strength of a player after some games, the first one first.
    pub fn of(games: &[LevelGame]) -> PlayerLevel {
        let mut chances: [f64; STRENGTHS] = std::array::from_fn(|i| {
            (-0.5 * ((strength(i) - FIRST_ELO) / FIRST_DEVIATION).powi(2)).exp()
        });
        for (number, game) in games.iter().enumerate() {
            if number > 0 {
                chances = drifted(&chances);
            }
            let mut sum = 0.0;
            for (i, chance) in chances.iter_mut().enumerate() {
                *chance *= game.likelihood(strength(i));
                sum += *chance;
            }
            chances.iter_mut().for_each(|chance| *chance /= sum);
        }
        let sum: f64 = chances.iter().sum();
        let mean = |of: &dyn Fn(f64) -> f64| -> f64 {
            let parts = chances.iter().enumerate().map(|(i, chance)| chance * of(strength(i)));
            parts.sum::<f64>() / sum
        };
        let elo = mean(&|elo| elo);
        let variance = mean(&|other| (other - elo).powi(2));
        PlayerLevel { elo, error: Z95 * variance.sqrt(), games: games.len() }
    }

    /// The level that is nearest to the player: the one to play next, for a score of about a
    /// half.
    pub fn next_level(&self) -> i64 {
        let far = |level: &i64| (elo_of(*level) - self.elo).abs();
        (0..=FULL).min_by(|a, b| far(a).total_cmp(&far(b))).unwrap_or(FULL)
    }
}

/// A strength of the grid, Elo.
fn strength(i: usize) -> f64 {
    LOWEST + STEP * i as f64
}

/// The chances of all strengths a game later: a part of each goes to the neighbours. What would
/// leave the grid stays at its end.
fn drifted(chances: &[f64; STRENGTHS]) -> [f64; STRENGTHS] {
    const PART: f64 = DRIFT * DRIFT / (2.0 * STEP * STEP);
    let at = |i: usize| chances[i.min(STRENGTHS - 1)];
    std::array::from_fn(|i| at(i) + PART * (at(i.saturating_sub(1)) + at(i + 1) - 2.0 * at(i)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use PlayerResult::{Draw, Loss, Win};

    /// What a player comes to whose results follow from the level played.
    fn follow(count: usize, mut result: impl FnMut(i64, usize) -> PlayerResult) -> Vec<i64> {
        let mut games = Vec::new();
        let mut levels = Vec::new();
        for number in 0..count {
            let level = PlayerLevel::of(&games).next_level();
            levels.push(level);
            games.push(LevelGame::new(level, result(level, number)).unwrap());
        }
        levels
    }

    #[test]
    fn who_always_wins_climbs_to_the_top_and_stays() {
        let levels = follow(60, |_, _| Win);
        assert!(levels.is_sorted(), "{levels:?}");
        assert_eq!((levels[0], levels[59]), (5, FULL), "{levels:?}");
        assert!(levels[4] > 12, "{levels:?}");
    }

    #[test]
    fn who_always_loses_falls_to_the_bottom_and_stays() {
        let levels = follow(60, |_, _| Loss);
        assert!(levels.is_sorted_by(|a, b| a >= b), "{levels:?}");
        assert_eq!((levels[0], levels[59]), (5, 0), "{levels:?}");
        assert_eq!(levels[3], 0, "{levels:?}");
    }

    #[test]
    fn who_wins_and_loses_in_turn_has_found_a_level() {
        for shift in 0..2 {
            let levels = follow(60, |_, number| if (number + shift) % 2 == 0 { Win } else { Loss });
            let (low, high) = (levels[20..].iter().min(), levels[20..].iter().max());
            assert!(high.unwrap() - low.unwrap() <= 1, "{levels:?}");
        }
        let levels = follow(60, |_, _| Draw);
        assert!(levels.iter().all(|&level| level == 5), "{levels:?}");
    }

    /// Old games count less: who has become stronger is found again.
    #[test]
    fn who_improves_is_followed() {
        let levels = follow(160, |level, number| {
            let true_level = if number < 100 { 2 } else { 8 };
            match level - true_level {
                ..0 => Win,
                0 => Draw,
                1.. => Loss,
            }
        });
        assert!(levels[20..100].iter().all(|level| (1..=3).contains(level)), "{levels:?}");
        assert!(levels[150..].iter().all(|level| (6..=8).contains(level)), "{levels:?}");
    }

    #[test]
    fn a_better_result_never_lowers_the_estimate_and_games_narrow_it() {
        let before: Vec<LevelGame> =
            [(5, Win), (8, Draw), (9, Loss)].map(|(l, r)| LevelGame::new(l, r).unwrap()).into();
        let known = PlayerLevel::of(&before);
        assert!(known.error < PlayerLevel::of(&[]).error && known.games == 3, "{known:?}");
        for level in 0..=FULL {
            let after = [Loss, Draw, Win].map(|result| {
                let game = LevelGame::new(level, result).unwrap();
                PlayerLevel::of(&[&before[..], &[game]].concat()).elo
            });
            assert!(after.is_sorted(), "{level}: {after:?}");
            assert!(after[0] < known.elo && known.elo < after[2], "{level}: {after:?}");
        }
        assert_eq!(LevelGame::new(-1, Win), None);
        assert_eq!(LevelGame::new(FULL + 1, Win), None);
        for result in [Loss, Draw, Win] {
            assert_eq!(PlayerResult::of_points(result.points()), Some(result));
        }
        assert_eq!(PlayerResult::of_points(0.4), None);
        assert_eq!(PlayerResult::of_points(f64::NAN), None);
    }

    /// Players whose results follow the formula of the scores: the stated error holds, and they
    /// score a half.
    #[test]
    fn players_of_known_strength_are_found() {
        let (mut inside, mut players, mut points) = (0, 0, 0.0);
        for elo in (600..=2690).step_by(95) {
            for seed in 0..20 {
                let mut random = Random::new(&[seed, elo]);
                let mut games = Vec::new();
                for _ in 0..10 {
                    let level = PlayerLevel::of(&games).next_level();
                    let score = 1.0 / (1.0 + 10f64.powf((elo_of(level) - elo as f64) / 400.0));
                    let drawn = 4.0 * DRAWN * score * (1.0 - score);
                    let luck = random.unit();
                    let won = score - drawn / 2.0;
                    let result = if luck < won {
                        Win
                    } else if luck < won + drawn {
                        Draw
                    } else {
                        Loss
                    };
                    points += result.points();
                    games.push(LevelGame::new(level, result).unwrap());
                }
                let found = PlayerLevel::of(&games);
                players += 1;
                inside += usize::from((found.elo - elo as f64).abs() <= found.error);
            }
        }
        let share = inside as f64 / players as f64;
        assert!((0.93..=0.99).contains(&share), "{share}");
        let score = points / (10 * players) as f64;
        assert!((0.46..=0.58).contains(&score), "{score}");
    }

    #[test]
    fn thousands_of_games_are_no_fault() {
        let won = LevelGame::new(FULL, Win).unwrap();
        let found = PlayerLevel::of(&vec![won; 3000]);
        assert!(found.elo.is_finite() && found.error > 0.0 && found.next_level() == FULL);
        let lost = LevelGame::new(0, Loss).unwrap();
        assert_eq!(PlayerLevel::of(&vec![lost; 3000]).next_level(), 0);
    }
}
