//! What is said to people is a value until it is shown: [`Say`] puts it into a language. Errors
//! carry such values through chains of causes; [`Told`] is one link.

use std::error::Error;
use std::fmt;
use std::path::PathBuf;

use chuhe::types::{Color, Piece, Square};

use chuhe_games::words;

use super::Lang;

/// Something to be said to people.
pub trait Say: fmt::Debug + Send + Sync + 'static {
    /// The words for it in a language.
    fn say(&self, lang: Lang) -> String;
}

/// Names and numbers are the same in every language.
macro_rules! same_everywhere {
    ($($kind:ty)*) => { $(
        impl Say for $kind {
            fn say(&self, _: Lang) -> String {
                self.to_string()
            }
        }
    )* };
}

same_everywhere! { String &'static str char u16 u32 u64 usize i32 i64 Square }

impl Say for PathBuf {
    fn say(&self, _: Lang) -> String {
        self.display().to_string()
    }
}

impl<T: Say + ?Sized> Say for Box<T> {
    fn say(&self, lang: Lang) -> String {
        (**self).say(lang)
    }
}

impl Say for Color {
    fn say(&self, lang: Lang) -> String {
        words::side(*self, lang.language()).into()
    }
}

impl Say for Piece {
    fn say(&self, lang: Lang) -> String {
        let (piece, side) = (words::piece(*self, lang.language()), self.color().say(lang));
        match lang {
            Lang::En => format!("{side} {piece}"),
            Lang::ZhHans | Lang::ZhHant => side + piece,
            Lang::Vi => format!("{piece} {side}"),
        }
    }
}

/// An error that can be said in every language, and what caused it.
#[derive(Debug)]
pub struct Told {
    what: Box<dyn Say>,
    cause: Option<anyhow::Error>,
}

impl Told {
    /// An error without a cause.
    pub fn new(what: impl Say) -> Told {
        Told { what: Box::new(what), cause: None }
    }

    /// An error with what caused it.
    pub fn caused(what: impl Say, cause: impl Into<anyhow::Error>) -> anyhow::Error {
        Told { what: Box::new(what), cause: Some(cause.into()) }.into()
    }
}

/// Without its cause.
impl Say for Told {
    fn say(&self, lang: Lang) -> String {
        self.what.say(lang)
    }
}

impl fmt::Display for Told {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.say(Lang::En))
    }
}

impl Error for Told {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.cause.as_ref().map(|cause| cause.as_ref() as _)
    }
}

/// Puts something before an error that can be said in every language. The trait of `anyhow` of
/// the same name does so with texts, of which no more is known when they are shown.
pub trait Context<T> {
    /// Puts this before the error.
    ///
    /// # Errors
    /// When there was one.
    fn context(self, what: impl Say) -> anyhow::Result<T>;

    /// Puts this before the error.
    ///
    /// # Errors
    /// When there was one.
    fn with_context<S: Say>(self, what: impl FnOnce() -> S) -> anyhow::Result<T>;
}

impl<T, E: Into<anyhow::Error>> Context<T> for Result<T, E> {
    fn context(self, what: impl Say) -> anyhow::Result<T> {
        self.with_context(|| what)
    }

    fn with_context<S: Say>(self, what: impl FnOnce() -> S) -> anyhow::Result<T> {
        self.map_err(|cause| Told::caused(what(), cause))
    }
}

impl<T> Context<T> for Option<T> {
    fn context(self, what: impl Say) -> anyhow::Result<T> {
        self.with_context(|| what)
    }

    fn with_context<S: Say>(self, what: impl FnOnce() -> S) -> anyhow::Result<T> {
        self.ok_or_else(|| Told::new(what()).into())
    }
}

/// Whether all names in braces of a text are among these, for the compiler to ask.
pub const fn has_only(text: &str, names: &[&str]) -> bool {
    let text = text.as_bytes();
    let mut start = 0;
    while start < text.len() {
        if text[start] == b'{' {
            let first = start + 1;
            let mut end = first;
            while end < text.len() && !matches!(text[end], b'{' | b'|' | b'}') {
                end += 1;
            }
            // A brace that another one follows stands for itself.
            let is_hole = end < text.len() && text[end] != b'{';
            if is_hole && !is_among(text, first, end, names) {
                return false;
            }
        }
        start += 1;
    }
    true
}

/// Whether a part of a text is one of these names.
const fn is_among(text: &[u8], first: usize, end: usize, names: &[&str]) -> bool {
    let mut n = 0;
    while n < names.len() {
        let name = names[n].as_bytes();
        let mut same = 0;
        while same < name.len() && first + same < end && name[same] == text[first + same] {
            same += 1;
        }
        if same == name.len() && first + same == end {
            return true;
        }
        n += 1;
    }
    false
}

/// Defines kinds of messages, each variant with its text in all languages. A text names the
/// values of its variant in braces, as those of [`words::filled`] do; the compiler refuses one
/// that it does not have.
macro_rules! messages {
    ($($(#[$meta:meta])* $name:ident {
        $($variant:ident $({ $($hole:ident: $kind:ty),* $(,)? })?
            => $english:literal, $simplified:literal, $traditional:literal, $vietnamese:literal;)*
    })*) => { $(
        $(#[$meta])*
        #[derive(Debug)]
        #[allow(missing_docs, rustdoc::broken_intra_doc_links)] // a text is no documentation
        pub enum $name {
            $(#[doc = $english] $variant $({ $($hole: $kind),* })?),*
        }

        impl Say for $name {
            fn say(&self, lang: Lang) -> String {
                match self {
                    $($name::$variant $({ $($hole),* })? => {
                        const HOLES: &[&str] = &[$($(stringify!($hole)),*)?];
                        const TEXTS: [&str; 4] =
                            [$english, $simplified, $traditional, $vietnamese];
                        const _: () = {
                            let [a, b, c, d] = TEXTS;
                            let are_known = has_only(a, HOLES) && has_only(b, HOLES)
                                && has_only(c, HOLES) && has_only(d, HOLES);
                            assert!(are_known, "a text names a value that there is not");
                        };
                        let values: &[(&str, &dyn std::fmt::Display)] =
                            &[$($((stringify!($hole), &$hole.say(lang))),*)?];
                        filled(TEXTS[lang as usize], values)
                    })*
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.say(Lang::En))
            }
        }

        impl From<$name> for Told {
            fn from(message: $name) -> Told {
                Told::new(message)
            }
        }

        impl From<$name> for anyhow::Error {
            fn from(message: $name) -> anyhow::Error {
                Told::new(message).into()
            }
        }
    )*

        /// The texts of all of them.
        #[cfg(test)]
        pub const TEXTS: &[[&str; 4]] =
            &[$($([$english, $simplified, $traditional, $vietnamese]),*),*];
    };
}
pub(super) use messages;
