//! Colours in what tools print on a terminal.

use std::env;

use clap::{Args, ValueEnum};

use crate::common::say::{self, END, MARKS};
use chuhe::types::Color;

/// When to use colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum When {
    /// On a terminal, unless the variable NO_COLOR is set.
    #[default]
    Auto,
    /// Also in files and pipes.
    Always,
    /// Nowhere.
    Never,
}

/// The option that says so.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct ColorArgs {
    /// Use colours: auto (on a terminal, unless NO_COLOR is set), always or never
    #[arg(long, value_name = "WHEN", value_enum, default_value_t, hide_possible_values = true)]
    color: When,
}

impl ColorArgs {
    /// The pen for standard output.
    pub fn pen(self) -> Pen {
        // By the convention of no-color.org an empty variable counts as none.
        let is_forbidden = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let has_colors = match self.color {
            When::Auto => say::is_terminal() && !is_forbidden,
            When::Always => true,
            When::Never => false,
        };
        if has_colors {
            say::allow_colors();
        }
        Pen::new(has_colors)
    }
}

/// A colour of text, as the terminal shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// What is Red's, or wrong.
    Red,
    /// What is right.
    Green,
    /// What is not quite right.
    Yellow,
    /// What is worse than that.
    Magenta,
    /// What matters less.
    Dim,
    /// What matters more.
    Bold,
}

impl Ink {
    /// What stands for it in a text.
    fn mark(self) -> char {
        MARKS[self as usize].0
    }
}

/// Writes text in colours, or plainly.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pen {
    has_colors: bool,
}

impl Pen {
    /// A pen with colours or without.
    pub fn new(has_colors: bool) -> Pen {
        Pen { has_colors }
    }

    /// The text in a colour.
    pub fn paint(self, ink: Ink, text: &str) -> String {
        match self.has_colors && !text.is_empty() {
            true => format!("{}{text}{END}", ink.mark()),
            false => text.to_owned(),
        }
    }

    /// Something of a side: Red's in red, Black's as it is.
    pub fn side(self, side: Color, text: &str) -> String {
        match side {
            Color::Red => self.paint(Ink::Red, text),
            Color::Black => text.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_pen_adds_nothing() {
        assert_eq!(Pen::new(false).paint(Ink::Red, "x"), "x");
        assert_eq!(Pen::new(true).paint(Ink::Red, "x"), "\u{fdd0}x\u{fdd6}");
        assert_eq!(Pen::new(true).side(Color::Black, "x"), "x");
        let codes = [
            (Ink::Red, "31"),
            (Ink::Green, "32"),
            (Ink::Yellow, "33"),
            (Ink::Magenta, "35"),
            (Ink::Dim, "2"),
            (Ink::Bold, "1"),
        ];
        for (ink, code) in codes {
            let found = MARKS.iter().find(|(mark, _)| *mark == ink.mark());
            assert_eq!(found.map(|(_, code)| *code), Some(&*format!("\u{1b}[{code}m")));
        }
        assert_eq!(Pen::new(true).paint(Ink::Dim, ""), "");
    }
}
