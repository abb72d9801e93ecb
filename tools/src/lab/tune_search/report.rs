//! The progress and the result of a tuning as text.

use std::fmt::Write;
use std::time::Duration;

use crate::lab::arena::report::clock;
use chuhe::internals::params::TABLE;
use chuhe_games::words::counted;

use super::record::TuningRecord;

/// How many parameters a progress line names.
const NAMED: usize = 5;

/// The tuning on one line; the pace is that of the `played` games of this run.
pub fn progress(record: &TuningRecord, played: u64, dropped: u64, elapsed: Duration) -> String {
    let (spsa, games) = (&record.spsa, record.played());
    let (finished, total) = (record.finished, spsa.iterations());
    let mut text = format!("{finished}/{total} iterations, {}", counted(games, "game"));
    if games > 0 {
        let _ = write!(text, " ({:.0} % drawn)", 100.0 * record.games[1] as f64 / games as f64);
    }
    if played > 0 {
        let pace = played as f64 / elapsed.as_secs_f64().max(0.001);
        let left = (total - finished) as f64 * games as f64 / finished as f64 / pace;
        let left = clock(Duration::try_from_secs_f64(left).unwrap_or(Duration::MAX));
        let _ = write!(text, ", {pace:.1} games/s, {left} left");
    }
    if dropped > 0 {
        let _ = write!(text, ", {} dropped", counted(dropped, "iteration"));
    }
    let mut ways: Vec<(usize, f64)> =
        (0..spsa.values.len()).map(|index| (index, spsa.way(index))).collect();
    ways.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
    for (i, (index, way)) in ways.into_iter().take(NAMED).enumerate() {
        let before = if i == 0 { "; moved by c_end: " } else { ", " };
        let _ = write!(text, "{before}{} {way:+.2}", spsa.parameters[index].name);
    }
    text
}

/// The table of all parameters, and the values in the forms in which they are
/// needed next.
pub fn full(record: &TuningRecord) -> String {
    let spsa = &record.spsa;
    let name_of = |index: usize| spsa.parameters[index].name.as_str();
    let width = (0..spsa.values.len()).map(|index| name_of(index).len()).max().unwrap_or(0).max(9);
    let mut text = format!(
        "{:width$} {:>10} {:>10} {:>10} {:>10}\n",
        "parameter", "start", "now", "change", "in c_end"
    );
    for (index, &value) in spsa.values.iter().enumerate() {
        let (name, start) = (name_of(index), spsa.parameters[index].start);
        let (change, way) = (value - start, spsa.way(index));
        let _ =
            writeln!(text, "{name:width$} {start:>10} {value:>10.2} {change:>+10.2} {way:>+10.2}");
    }
    let rounded: Vec<(&str, i64)> = spsa
        .values
        .iter()
        .enumerate()
        .map(|(index, value)| (name_of(index), value.round() as i64))
        .collect();
    let [losses, draws, wins] = record.games;
    let _ = writeln!(
        text,
        "\n{} of {}, {}: +{wins} ={draws} -{losses} of the first points",
        record.finished,
        counted(spsa.iterations(), "iteration"),
        counted(record.played(), "game")
    );
    let options: Vec<String> =
        rounded.iter().map(|(name, value)| format!("option.{name}={value}")).collect();
    let _ = writeln!(text, "\nFor chuhe match:\n{}", options.join(","));
    let lines: String = rounded
        .iter()
        .filter_map(|(name, value)| {
            let param = TABLE.iter().find(|param| param.name == *name)?;
            Some(format!("    {name} = {value}, {}..={};\n", param.min, param.max))
        })
        .collect();
    if !lines.is_empty() {
        let _ = write!(text, "\nFor src/search/params.rs:\n{lines}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::tune_search::record::{Header, Line, VERSION};

    #[test]
    fn values_in_every_form() {
        let header = Header {
            chuhe_tune_search: VERSION,
            engine: String::new(),
            openings: String::new(),
            adjudication: String::new(),
            seed: 1,
            iterations: 10,
            pairs: 1,
            parameters: vec!["Hash 16 1 64 3 1".into(), "rfp_margin 75 30 160 6.5 1".into()],
        };
        let lines = [Line { iteration: 0, games: [0, 1, 1] }];
        let record = TuningRecord::replay(&header, &lines).unwrap();
        let [hash, margin] = record.spsa.values[..] else { panic!("two values") };
        let text = full(&record);
        assert!(text.contains("1 of 10 iterations, 2 games: +1 =1 -0"), "{text}");
        let (hash, margin) = (hash.round(), margin.round());
        assert!(margin != 75.0 && hash != 16.0);
        assert!(text.contains(&format!("option.Hash={hash},option.rfp_margin={margin}\n")));
        assert!(text.ends_with(&format!("params.rs:\n    rfp_margin = {margin}, 30..=160;\n")));
        let line = progress(&record, 2, 3, Duration::from_secs(4));
        assert!(
            line.contains("1/10 iterations, 2 games (50 % drawn), 0.5 games/s, 0:00:36 left, 3")
        );
        assert!(
            line.contains("; moved by c_end: Hash ") || line.contains(": rfp_margin "),
            "{line}"
        );
    }
}
