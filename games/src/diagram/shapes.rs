//! What a picture is made of, and the picture as SVG.

use std::borrow::Cow;
use std::fmt::Write;

/// A colour, `0xrrggbb`, and how much it covers, 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Paint(pub u32, pub f32);

/// What a shape looks like.
#[derive(Clone, Copy, Debug, Default)]
pub struct Style {
    /// Inside.
    pub fill: Option<Paint>,
    /// Along the edge, and how wide.
    pub stroke: Option<(Paint, f32)>,
}

impl Style {
    /// Only filled.
    pub fn fill(color: u32) -> Style {
        Style { fill: Some(Paint(color, 1.0)), stroke: None }
    }

    /// Only a line.
    pub fn stroke(color: u32, width: f32) -> Style {
        Style { fill: None, stroke: Some((Paint(color, 1.0), width)) }
    }
}

/// The outline of a shape.
#[derive(Clone, Debug)]
pub enum Outline {
    /// Centre and radius.
    Circle(f32, f32, f32),
    /// `M`, `L`, `Q`, `C` and `Z` with absolute coordinates, drawn at a place and a scale.
    Path(Cow<'static, str>, Place),
}

/// Where a path is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// Where its origin goes, from the left edge.
    pub x: f32,
    /// Where its origin goes, from the top edge.
    pub y: f32,
    /// Units of the picture for each of its own.
    pub scale: f32,
}

impl Place {
    /// As it is.
    pub const HERE: Place = Place { x: 0.0, y: 0.0, scale: 1.0 };
}

/// A picture.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// In units.
    pub width: f32,
    /// In units.
    pub height: f32,
    /// Later ones cover earlier ones.
    pub shapes: Vec<(Outline, Style)>,
}

impl Drawing {
    /// An empty picture.
    pub fn new(width: f32, height: f32) -> Drawing {
        Drawing { width, height, shapes: Vec::new() }
    }

    /// Adds a circle.
    pub fn circle(&mut self, x: f32, y: f32, radius: f32, style: Style) {
        self.shapes.push((Outline::Circle(x, y, radius), style));
    }

    /// Adds a path.
    pub fn path(&mut self, data: impl Into<Cow<'static, str>>, place: Place, style: Style) {
        self.shapes.push((Outline::Path(data.into(), place), style));
    }

    /// The shapes as elements of SVG.
    pub fn elements(&self) -> String {
        let mut text = String::new();
        for (outline, style) in &self.shapes {
            let _ = match outline {
                Outline::Circle(x, y, r) => write!(text, r#"<circle cx="{x}" cy="{y}" r="{r}""#),
                Outline::Path(data, place) => {
                    write!(text, r#"<path d="{data}"{}"#, transform(*place))
                }
            };
            text.push_str(&attributes(*style));
            text.push_str("/>");
        }
        text
    }

    /// The picture as a file.
    pub fn to_svg(&self) -> String {
        let Drawing { width, height, .. } = self;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\">{}</svg>\n",
            self.elements()
        )
    }
}

fn transform(place: Place) -> String {
    let Place { x, y, scale } = place;
    if (x, y, scale) == (0.0, 0.0, 1.0) {
        return String::new();
    }
    format!(r#" transform="translate({x} {y}) scale({scale})""#)
}

fn attributes(style: Style) -> String {
    let mut text = match style.fill {
        None => r#" fill="none""#.to_owned(),
        Some(Paint(color, 1.0)) => format!(r##" fill="#{color:06x}""##),
        Some(Paint(color, cover)) => {
            format!(r##" fill="#{color:06x}" fill-opacity="{cover}""##)
        }
    };
    if let Some((Paint(color, cover), width)) = style.stroke {
        let _ = write!(
            text,
            r##" stroke="#{color:06x}" stroke-width="{width}" stroke-linecap="round" stroke-linejoin="round""##
        );
        if cover < 1.0 {
            let _ = write!(text, r#" stroke-opacity="{cover}""#);
        }
    }
    text
}
