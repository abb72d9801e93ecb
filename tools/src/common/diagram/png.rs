//! A picture as points, by the crate tiny-skia, and as a PNG file with a palette.

use std::collections::HashMap;

use png::{BitDepth, ColorType, Compression, Encoder, FilterType};
use tiny_skia::{FillRule, LineCap, LineJoin, PathBuilder, Pixmap, Stroke, Transform};

use chuhe_games::diagram::{Drawing, Outline, Paint, Place};

/// The picture as a PNG file, `width` points across; `None` when it would be
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
    encode(&pixmap)
}

/// Entries of a palette.
const COLORS: usize = 256;

/// A colour: red, green, blue, alpha.
type Color = [u8; 4];

/// A PNG file with a palette of the colours that occur most often. The others, which are
/// shades on the edges of shapes, become the nearest of them. This takes a third of the
/// bytes that the colours themselves would take.
fn encode(pixmap: &Pixmap) -> Option<Vec<u8>> {
    let points: Vec<Color> = pixmap
        .pixels()
        .iter()
        .map(|point| {
            let color = point.demultiply();
            [color.red(), color.green(), color.blue(), color.alpha()]
        })
        .collect();
    let mut counts: HashMap<Color, usize> = HashMap::new();
    points.iter().for_each(|&color| *counts.entry(color).or_default() += 1);
    let mut palette: Vec<Color> = counts.keys().copied().collect();
    palette.sort_by_key(|color| (std::cmp::Reverse(counts[color]), *color));
    palette.truncate(COLORS);
    let numbers: HashMap<Color, u8> =
        counts.keys().map(|&color| (color, nearest(&palette, color))).collect();
    let indices: Vec<u8> = points.iter().map(|color| numbers[color]).collect();

    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, pixmap.width(), pixmap.height());
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(palette.iter().flat_map(|color| color[..3].to_vec()).collect::<Vec<_>>());
    encoder.set_trns(palette.iter().map(|color| color[3]).collect::<Vec<_>>());
    encoder.set_compression(Compression::Best);
    encoder.set_filter(FilterType::NoFilter);
    let mut writer = encoder.write_header().ok()?;
    writer.write_image_data(&indices).ok()?;
    writer.finish().ok()?;
    Some(bytes)
}

/// Number of the palette's colour that differs least.
fn nearest(palette: &[Color], color: Color) -> u8 {
    let difference = |other: &Color| -> i32 {
        other.iter().zip(color).map(|(&a, b)| (i32::from(a) - i32::from(b)).pow(2)).sum()
    };
    let best = (0..).zip(palette).min_by_key(|(_, other)| difference(other));
    best.map_or(0, |(number, _): (usize, _)| number as u8)
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
    use chuhe::board::Setup;
    use chuhe_games::diagram::{Look, Style, draw};

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

    #[test]
    fn a_board_is_small_and_its_colours_are_right() {
        let board = draw(&Setup::start(), Look::default());
        let bytes = to_png(&board, 480).unwrap();
        assert!(bytes.len() < 60_000, "{} bytes", bytes.len());
        let mut decoder = png::Decoder::new(bytes.as_slice());
        decoder.set_transformations(png::Transformations::EXPAND);
        let mut reader = decoder.read_info().unwrap();
        let mut found = vec![0; reader.output_buffer_size()];
        let info = reader.next_frame(&mut found).unwrap();
        assert_eq!((info.width, info.height, info.color_type), (480, 530, ColorType::Rgba));
        // Paper amid four lines, and the corner outside the rounded board.
        let at = |x: usize, y: usize| &found[(y * 480 + x) * 4..][..4];
        assert_eq!(at(65, 215), [0xf2, 0xdc, 0xb0, 0xff]);
        assert_eq!(at(0, 0)[3], 0);
    }
}
