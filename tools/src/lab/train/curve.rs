//! The loss curve, as text for programs and as a picture for people.

use std::fmt::Write;

/// The header of the text.
pub const HEADER: &str = "step,epoch,rate,training,validation\n";

/// The curve as an SVG picture.
pub fn svg(curve: &str) -> String {
    const WIDTH: f64 = 720.0;
    const HEIGHT: f64 = 400.0;
    const MARGIN: f64 = 60.0;
    let rows: Vec<Vec<f64>> = curve
        .lines()
        .skip(1)
        .map(|line| line.split(',').map(|n| n.parse().unwrap_or(f64::NAN)).collect())
        .filter(|row: &Vec<f64>| row.len() == 5)
        .collect();
    let losses = rows.iter().flat_map(|row| [row[3], row[4]]).filter(|loss| loss.is_finite());
    let (low, high) = losses.fold((f64::MAX, f64::MIN), |(l, h), loss| (l.min(loss), h.max(loss)));
    let last = rows.last().map_or(1.0, |row| row[1]).max(1e-9);
    let x = |epoch: f64| MARGIN + epoch / last * (WIDTH - 2.0 * MARGIN);
    let y = |loss: f64| {
        HEIGHT - MARGIN - (loss - low) / (high - low).max(1e-12) * (HEIGHT - 2.0 * MARGIN)
    };
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>\n"
    );
    if low <= high {
        for i in 0..=4 {
            let loss = low + (high - low) * f64::from(i) / 4.0;
            let (left, right, at) = (MARGIN, WIDTH - MARGIN, y(loss));
            let _ = writeln!(
                text,
                "<path d=\"M{left} {at:.1}H{right}\" stroke=\"#ddd\"/>\
                 <text x=\"4\" y=\"{:.1}\">{loss:.6}</text>",
                at + 4.0
            );
            let epoch = last * f64::from(i) / 4.0;
            let (at, bottom) = (x(epoch), HEIGHT - MARGIN + 20.0);
            let _ = writeln!(text, "<text x=\"{at:.1}\" y=\"{bottom}\">{epoch:.2}</text>");
        }
        for (column, color, name) in [(3, "#999999", "training"), (4, "#c03030", "validation")] {
            let mut path = String::new();
            for row in rows.iter().filter(|row| row[column].is_finite()) {
                let letter = if path.is_empty() { 'M' } else { 'L' };
                let _ = write!(path, "{letter}{:.1} {:.1}", x(row[1]), y(row[column]));
            }
            let _ = writeln!(text, "<path d=\"{path}\" fill=\"none\" stroke=\"{color}\"/>");
            let at = MARGIN + 100.0 * (column - 3) as f64;
            let _ = writeln!(text, "<text x=\"{at}\" y=\"30\" fill=\"{color}\">{name}</text>");
        }
        let (middle, bottom) = (WIDTH / 2.0, HEIGHT - 16.0);
        let _ = writeln!(text, "<text x=\"{middle}\" y=\"{bottom}\">epochs</text>");
    }
    text.push_str("</svg>\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_have_a_point_for_each_line() {
        let curve = format!(
            "{HEADER}100,0.5,0.001,0.02,0.03\n200,1,0.001,0.015,\n300,1.5,0.0005,0.01,0.02\n"
        );
        let picture = svg(&curve);
        assert!(picture.starts_with("<svg") && picture.ends_with("</svg>\n"));
        assert_eq!(picture.matches('L').count(), 2 + 1, "{picture}");
        assert!(!picture.contains("NaN"));
        assert!(svg(HEADER).ends_with("</svg>\n"));
    }
}
