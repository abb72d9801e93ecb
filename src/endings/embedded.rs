//! The tables that are part of the program. Without the feature `built-in` there are those that
//! the program has given.

#[cfg(not(feature = "built-in"))]
use std::sync::OnceLock;
use std::sync::{Arc, LazyLock};

use crate::endings::{Endings, files_in};

/// One table after the other, each with its length before it. `chuhe endings build --embedded`
/// writes the file.
#[cfg(feature = "built-in")]
static FILE: &[u8] = include_bytes!("embedded.bin");
#[cfg(not(feature = "built-in"))]
static FILE: &[u8] = &[];

static TABLES: LazyLock<Arc<Endings>> = LazyLock::new(|| {
    let tables = Endings::from_bytes(FILE);
    Arc::new(tables.unwrap_or_else(|error| {
        log::error!("the embedded tables of endings: {error}");
        Endings::none()
    }))
});

/// Given once, and never others.
#[cfg(not(feature = "built-in"))]
static GIVEN: OnceLock<Arc<Endings>> = OnceLock::new();

/// The tables.
pub fn tables() -> Arc<Endings> {
    #[cfg(not(feature = "built-in"))]
    if let Some(given) = GIVEN.get() {
        return Arc::clone(given);
    }
    Arc::clone(&TABLES)
}

/// Makes tables those of the program; whether there were none.
pub fn give(tables: Endings) -> bool {
    #[cfg(feature = "built-in")]
    let is_first = {
        drop(tables);
        false
    };
    #[cfg(not(feature = "built-in"))]
    let is_first = GIVEN.set(Arc::new(tables)).is_ok();
    is_first
}

/// The files of the tables that are part of the program, each whole.
pub fn embedded_files() -> Vec<&'static [u8]> {
    files_in(FILE).unwrap_or_default()
}
