//! A picture as points, by the crate tiny-skia.

use tiny_skia::{FillRule, LineCap, LineJoin, PathBuilder, Pixmap, Stroke, Transform};

use super::shapes::{Drawing, Outline, Paint, Place};

/// The picture as a PNG file of so many points across; `None` when it would be
/// empty or too large.
pub fn to_png(drawing: &Drawing, width: u32) -> Option<Vec<u8>> {
    let scale = width as f32 / drawing.width;
    let mut pixmap = Pixmap::new(width, (drawing.height * scale).round() as u32)?;
    for (outline, style) in &drawing.shapes {
        let (path, place) = match outline {
            Outline::Circle(x, y, radius) => {
                (PathBuilder::from_circle(*x, *y, *radius)?, Place::HERE)
            }
            Outline::Path(data, place) => (path_of(data)?, *place),
        };
        let transform = Transform::from_scale(scale, scale)
            .pre_translate(place.x, place.y)
            .pre_scale(place.scale, place.scale);
        if let Some(fill) = style.fill {
            pixmap.fill_path(&path, &paint(fill), FillRule::Winding, transform, None);
        }
        if let Some((color, width)) = style.stroke {
            let stroke = Stroke {
                width,
                line_cap: LineCap::Round,
                line_join: LineJoin::Round,
                ..Stroke::default()
            };
            pixmap.stroke_path(&path, &paint(color), &stroke, transform, None);
        }
    }
    pixmap.encode_png().ok()
}

fn paint(Paint(color, cover): Paint) -> tiny_skia::Paint<'static> {
    let [_, r, g, b] = color.to_be_bytes();
    let mut paint = tiny_skia::Paint { anti_alias: true, ..tiny_skia::Paint::default() };
    paint.set_color_rgba8(r, g, b, (cover * 255.0).round() as u8);
    paint
}

/// A path of its data: letters, each with its numbers.
fn path_of(data: &str) -> Option<tiny_skia::Path> {
    let mut builder = PathBuilder::new();
    let mut rest = data;
    while let Some(letter) = rest.chars().next() {
        let after = &rest[letter.len_utf8()..];
        let end = after.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(after.len());
        let numbers: Option<Vec<f32>> =
            after[..end].split_whitespace().map(|word| word.parse().ok()).collect();
        match (letter, numbers?.as_slice()) {
            ('M', &[x, y]) => builder.move_to(x, y),
            ('L', &[x, y]) => builder.line_to(x, y),
            ('Q', &[a, b, x, y]) => builder.quad_to(a, b, x, y),
            ('C', &[a, b, c, d, x, y]) => builder.cubic_to(a, b, c, d, x, y),
            ('Z', []) => builder.close(),
            _ => return None,
        }
        rest = &after[end..];
    }
    builder.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::diagram::shapes::Style;

    #[test]
    fn shapes_become_points() {
        let mut drawing = Drawing::new(10.0, 20.0);
        drawing.path("M0 0L10 0L10 20L0 20Z", Place::HERE, Style::fill(0xff_0000));
        drawing.circle(5.0, 5.0, 3.0, Style::fill(0x00_00ff));
        let png = to_png(&drawing, 100).unwrap();
        let image = Pixmap::decode_png(&png).unwrap();
        assert_eq!((image.width(), image.height()), (100, 200));
        let color = |x, y| image.pixel(x, y).map(|p| (p.red(), p.green(), p.blue()));
        assert_eq!(color(50, 50), Some((0, 0, 255)));
        assert_eq!(color(95, 150), Some((255, 0, 0)));
        assert!(path_of("M0 0L1").is_none() && path_of("X").is_none());
    }
}
