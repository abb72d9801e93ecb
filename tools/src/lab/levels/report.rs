//! The table of what came of the games.

use anyhow::Result;

use super::Career;
use chuhe::engine::player_level::{LevelGame, PlayerLevel};
use chuhe::engine::strength::ELO;
use chuhe::types::Color;

/// The estimate after so many games is shown beside that after all.
const EARLY: usize = 10;

/// The careers so far.
pub struct Report {
    levels: Vec<i64>,
    players: usize,
    careers: Vec<Career>,
}

impl Report {
    /// For so many players of each level.
    pub fn new(levels: &[i64], players: usize) -> Report {
        Report { levels: levels.to_vec(), players, careers: Vec::new() }
    }

    /// Prints the head of the table.
    ///
    /// # Errors
    /// When the output is full.
    pub fn begin(&self) -> Result<()> {
        say!(
            "| level | Elo | games | score of the opponent | drawn | near after | then near | after {EARLY}: mean | off | stated | inside | at the end: mean | off | stated | inside |"
        )?;
        say!("|---|{}", "---:|".repeat(14))
    }

    /// Takes a career, and prints the row of its level when that is the last one of it.
    ///
    /// # Errors
    /// When the output is full.
    pub fn add(&mut self, career: Career) -> Result<()> {
        let level = career.level;
        self.careers.push(career);
        let of_level: Vec<&Career> =
            self.careers.iter().filter(|career| career.level == level).collect();
        let times = self.levels.iter().filter(|&&other| other == level).count();
        if of_level.len() < times * self.players {
            return Ok(());
        }
        let elo = ELO[level as usize];
        say!("| {level} | {elo} | {}", Row::of(&of_level).text())
    }

    /// Prints the row of all, and what else the games show.
    ///
    /// # Errors
    /// When the output is full.
    pub fn end(&self) -> Result<()> {
        let all: Vec<&Career> = self.careers.iter().collect();
        say!("| all | | {}", Row::of(&all).text())?;
        let games = || all.iter().flat_map(|career| career.games.iter().zip(&career.red));
        let count = games().count().max(1) as f64;
        let red = |(game, &is_red): (&LevelGame, &bool)| {
            let points = game.result().points();
            if is_red { points } else { 1.0 - points }
        };
        let red = 100.0 * games().map(red).sum::<f64>() / count;
        let plies = all.iter().map(|career| career.plies).sum::<usize>() as f64 / count;
        say!("\n{} scored {red:.1} %; {plies:.0} plies a game", Color::Red)
    }
}

/// What came of some careers.
struct Row {
    games: usize,
    /// Percent of the points, with the error of 95 %.
    score: (f64, f64),
    drawn: f64,
    /// Games until the level first is within one of the true one, on average.
    near_after: f64,
    /// Percent of the games from then on in which it is.
    then_near: f64,
    early: Estimates,
    last: Estimates,
}

/// Estimates of several players after the same number of games.
struct Estimates {
    /// The mean of the estimates less the true strength, Elo.
    mean: f64,
    /// The root of the mean square of that, Elo.
    off: f64,
    /// The mean of the stated errors, Elo.
    stated: f64,
    /// Percent of the players within the stated error.
    inside: f64,
}

impl Row {
    fn of(careers: &[&Career]) -> Row {
        let games: Vec<&LevelGame> = careers.iter().flat_map(|career| &career.games).collect();
        let count = games.len().max(1) as f64;
        let points = || games.iter().map(|game| 1.0 - game.result().points());
        let mean = points().sum::<f64>() / count;
        let variance = points().map(|points| (points - mean).powi(2)).sum::<f64>() / count;
        let drawn = games.iter().filter(|game| game.result().points() == 0.5).count();
        let near: Vec<(usize, f64)> = careers.iter().map(|career| nearness(career)).collect();
        let players = near.len().max(1) as f64;
        Row {
            games: games.len(),
            score: (100.0 * mean, 196.0 * (variance / count).sqrt()),
            drawn: 100.0 * drawn as f64 / count,
            near_after: near.iter().map(|(after, _)| *after as f64).sum::<f64>() / players,
            then_near: 100.0 * near.iter().map(|(_, share)| share).sum::<f64>() / players,
            early: Estimates::of(careers, EARLY),
            last: Estimates::of(careers, usize::MAX),
        }
    }

    fn text(&self) -> String {
        let (score, error) = self.score;
        format!(
            "{} | {score:.1} ± {error:.1} % | {:.1} % | {:.1} | {:.0} % | {} | {} |",
            self.games,
            self.drawn,
            self.near_after,
            self.then_near,
            self.early.text(),
            self.last.text()
        )
    }
}

/// After how many games the level is first within one of the player's, and the share of games from
/// then on in which it is.
fn nearness(career: &Career) -> (usize, f64) {
    let is_near = |game: &LevelGame| (game.level() - career.level).abs() <= 1;
    let after = career.games.iter().position(is_near).unwrap_or(career.games.len());
    let rest = &career.games[after..];
    let near = rest.iter().filter(|game| is_near(game)).count();
    (after, near as f64 / rest.len().max(1) as f64)
}

impl Estimates {
    fn of(careers: &[&Career], after: usize) -> Estimates {
        let found: Vec<(f64, f64)> = careers
            .iter()
            .map(|career| {
                let known = PlayerLevel::of(&career.games[..after.min(career.games.len())]);
                (known.elo - ELO[career.level as usize] as f64, known.error)
            })
            .collect();
        let mean = |of: &dyn Fn(&(f64, f64)) -> f64| {
            found.iter().map(of).sum::<f64>() / found.len().max(1) as f64
        };
        Estimates {
            mean: mean(&|(off, _)| *off),
            off: mean(&|(off, _)| off * off).sqrt(),
            stated: mean(&|(_, error)| *error),
            inside: 100.0 * mean(&|(off, error)| f64::from(off.abs() <= *error)),
        }
    }

    fn text(&self) -> String {
        let Estimates { mean, off, stated, inside } = self;
        format!("{mean:+.0} | {off:.0} | ± {stated:.0} | {inside:.0} %")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe::engine::player_level::PlayerResult::{self, Draw, Loss, Win};

    fn career(games: &[(i64, PlayerResult)]) -> Career {
        let games = games.iter().map(|&(level, result)| LevelGame::new(level, result).unwrap());
        let games: Vec<LevelGame> = games.collect();
        Career { level: 8, red: vec![true; games.len()], games, plies: 0 }
    }

    #[test]
    fn rows_add_up() {
        let games = [(5, Win), (10, Loss), (7, Draw), (8, Loss), (6, Win), (9, Loss)];
        let career = career(&games);
        let row = Row::of(&[&career, &career]);
        assert_eq!((row.games, row.near_after), (12, 2.0));
        assert!((row.score.0 - 100.0 * 3.5 / 6.0).abs() < 1e-9, "{}", row.score.0);
        assert!((row.then_near - 75.0).abs() < 1e-9 && (row.drawn - 100.0 / 6.0).abs() < 1e-9);
        let known = PlayerLevel::of(&career.games);
        assert!((row.last.mean - (known.elo - 1480.0)).abs() < 1e-9);
        assert!((row.early.off - row.last.mean.abs()).abs() < 1e-9);
        assert_eq!((row.last.stated, row.last.inside), (known.error, 100.0));
        let nobody = Row::of(&[]);
        assert_eq!((nobody.games, nobody.then_near), (0, 0.0));
    }
}
