//! The tables of a match: standings, crosstable, what the engines did, and how the games
//! ended.

use std::fmt::Display;

use crate::common::lang::{Lang, padded, width};

use super::record::Failure;
use super::report::{MatchReport, clock, show};
use super::tally::{PlayerTally, Tally};

impl MatchReport<'_> {
    /// All engines by the share of points that they won, with their Elo.
    pub fn standings(&self) -> String {
        let elo = self.ratings();
        let elo = |i: usize| elo[i].as_ref().map_or_else(|| "?".into(), |elo| show(elo, self.lang));
        let heads = ["match.rank", "match.engine", "match.rating", "match.points", "match.count"];
        let mut rows = vec![heads.map(|key| self.lang.text(key).to_owned()).to_vec()];
        for (rank, i) in (1..).zip(self.order()) {
            let tally = &self.tally.players[i];
            let (points, games) = (tally.points(), tally.games.iter().sum::<u64>());
            rows.push(vec![
                rank.to_string(),
                self.names[i].clone(),
                elo(i),
                format!("{points:.1}"),
                games.to_string(),
            ]);
        }
        table(&rows, &[4, 6, 18, 7, 6], 1)
    }

    /// The points of each engine against each other one, in the order of the standings.
    pub fn crosstable(&self) -> String {
        let order = self.order();
        let mut heads = vec![String::new(), self.lang.text("match.engine").into()];
        heads.extend((1..=order.len()).map(|rank| rank.to_string()));
        let mut rows = vec![heads];
        for (rank, &i) in (1..).zip(&order) {
            let mut row = vec![rank.to_string(), self.names[i].clone()];
            row.extend(order.iter().map(|&j| self.points_against(i, j)));
            rows.push(row);
        }
        table(&rows, &vec![4; order.len() + 2], 1)
    }

    /// `3.5/8`; nothing for engines that did not meet.
    fn points_against(&self, engine: usize, other: usize) -> String {
        let pairings = self.schedule.pairings().iter().zip(&self.tally.pairings);
        let mut found = pairings.filter_map(|(&[a, b], tally)| {
            let [losses, draws, wins] = tally.games;
            match [a, b] {
                pair if pair == [engine, other] => Some([wins, draws, losses]),
                pair if pair == [other, engine] => Some([losses, draws, wins]),
                _ => None,
            }
        });
        match found.next() {
            _ if engine == other => "-".into(),
            Some([wins, draws, losses]) if wins + draws + losses > 0 => {
                let points = wins as f64 + draws as f64 / 2.0;
                format!("{points}/{}", wins + draws + losses)
            }
            _ => String::new(),
        }
    }

    /// The engines by the share of points that they won.
    fn order(&self) -> Vec<usize> {
        let share = |i: usize| {
            let tally = &self.tally.players[i];
            tally.points() / (tally.games.iter().sum::<u64>().max(1) as f64)
        };
        let mut order: Vec<usize> = (0..self.names.len()).collect();
        order.sort_by(|&a, &b| share(b).total_cmp(&share(a)));
        order
    }

    /// What each engine did.
    pub fn engines(&self) -> String {
        let lang = self.lang;
        let heads = [
            lang.text("match.engine"),
            lang.text("match.speed"),
            lang.text("match.depth"),
            lang.text("match.time"),
            lang.text("match.moves"),
            lang.text("match.over"),
            lang.text("match.odd"),
            lang.text("match.forfeits"),
        ];
        let mut rows = vec![heads.map(str::to_owned).to_vec()];
        for (name, tally) in self.names.iter().zip(&self.tally.players) {
            let usage = &tally.usage;
            let per = |sum: u64, count: u64| sum as f64 / count.max(1) as f64;
            rows.push(vec![
                name.clone(),
                format!("{:.0}", per(usage.nodes, usage.micros) * 1e6),
                format!("{:.2}", per(usage.depths, usage.with_depth)),
                format!("{:.2}", per(usage.micros, usage.moves) / 1e3),
                usage.moves.to_string(),
                format!("{:.1}", usage.overstep as f64 / 1e3),
                usage.odd.to_string(),
                forfeits(tally, lang),
            ]);
        }
        table(&rows, &[6, 9, 6, 9, 9, 8, 5, 0], 0)
    }

    /// How the games ended, and what running them cost.
    pub fn endings(&self) -> String {
        let (lang, tally) = (self.lang, self.tally);
        let Tally { finished, plies, red_wins, draws, endings, .. } = tally;
        let kinds = endings.iter().map(|(kind, n)| format!("{} {n}", ending_name(kind, lang)));
        let kinds = kinds.collect::<Vec<_>>().join(lang.text("list.comma"));
        let mut lines = vec![lang.fill("match.endings", &[("list", &kinds)])];
        let length = *plies as f64 / (*finished).max(1) as f64;
        let black_wins = finished - red_wins - draws;
        let mut line = lang.fill(
            "match.sides",
            &[
                ("red", red_wins),
                ("drawn", draws),
                ("black", &black_wins),
                ("plies", &format!("{length:.1}")),
            ],
        );
        if let Some(elapsed) = self.elapsed {
            let played = finished - self.resumed;
            line += &lang.fill("match.played", &[("n", &played), ("time", &clock(elapsed))]);
        }
        lines.push(line);
        if tally.repeats > 0 {
            let share = format!("{:.1}", 100.0 * tally.repeats as f64 / *finished as f64);
            lines.push(lang.fill("match.repeats", &[("n", &tally.repeats), ("share", &share)]));
        }
        lines.extend(self.opinions.map(|found| format!("Verdicts: {found}")));
        if let Some((cost, elapsed)) = self.cost.zip(self.elapsed) {
            let share = 100.0 * cost.as_secs_f64() / elapsed.as_secs_f64().max(1e-3);
            let (cost, share) = (format!("{:.2}", cost.as_secs_f64()), format!("{share:.2}"));
            lines.push(lang.fill("match.runner", &[("cost", &cost), ("share", &share)]));
        }
        lines.join("\n") + "\n"
    }
}

/// What a kind of ending is called.
pub fn ending_name(kind: &str, lang: Lang) -> String {
    if lang == Lang::En {
        return kind.to_owned(); // as PGN and state files have it
    }
    for (end, side) in [("red", "side.by.red"), ("black", "side.by.black")] {
        let plain = kind.strip_suffix(end).and_then(|kind| kind.strip_suffix(" of "));
        if let Some(plain) = plain {
            let ending = ending_name(plain, lang);
            let values: [(&str, &dyn Display); 2] =
                [("ending", &ending), ("side", &lang.text(side))];
            return lang.fill("page.ending-of", &values);
        }
    }
    lang.find(&format!("page.ending.by.{kind}")).unwrap_or(kind).to_owned()
}

fn forfeits(tally: &PlayerTally, lang: Lang) -> String {
    let of = |fault: Failure| {
        tally.faults.get(&fault).map(|n| format!("{} {n}", ending_name(fault.name(), lang)))
    };
    let list: Vec<String> = Failure::ALL.into_iter().filter_map(of).collect();
    match list.is_empty() {
        true => lang.text("match.none").into(),
        false => list.join(lang.text("list.comma")),
    }
}

/// Rows with two blanks between the columns, which have at least these widths. One column,
/// the one of names, begins at its left edge, the last as well where its width is 0, and
/// all others end at their right edge.
fn table(rows: &[Vec<String>], least: &[usize], names: usize) -> String {
    let widest = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| width(cell)).max().unwrap_or(0)
    };
    let line = |row: &Vec<String>| {
        let cells = row.iter().enumerate().map(|(i, cell)| {
            let columns = widest(i).max(least[i]);
            match i == names {
                _ if least[i] == 0 => cell.clone(),
                true => padded(cell, columns),
                false => format!("{}{cell}", " ".repeat(columns - width(cell))),
            }
        });
        format!("{}\n", cells.collect::<Vec<_>>().join("  ").trim_end())
    };
    rows.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_fit_wide_characters() {
        let rows = [["1", "车"], ["12", "a"]].map(|row| row.map(str::to_owned).to_vec());
        assert_eq!(table(&rows, &[3, 3], 1), "  1  车\n 12  a\n");
        let three = [["1", "车", "x"]].map(|row| row.map(str::to_owned).to_vec());
        assert_eq!(table(&three, &[1, 4, 2], 1), "1  车     x\n");
    }

    #[test]
    fn endings_have_names() {
        assert_eq!(ending_name("perpetual check", Lang::ZhHans), "长将");
        assert_eq!(ending_name("resignation of red", Lang::En), "resignation of red");
        assert_eq!(ending_name("resignation of black", Lang::ZhHant), "黑方認輸");
        assert_eq!(ending_name("x", Lang::ZhHant), "x");
    }
}
