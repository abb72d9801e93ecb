//! Layers point downwards: every `use crate::x` of a file under `src/` must be
//! allowed for the layer that the file belongs to. To see everything, imports
//! stand at the file's top (or a test module's), name one layer a line, and no
//! path in code starts with `crate::`.
//!
//! What belongs to the feature `tools` is listed in [`TOOLS`]; only those files
//! use its optional crates, and the feature is asked for nowhere but where they
//! are declared ([`GATES`]).

use std::fs;
use std::path::{Path, PathBuf};

use crate::{Case, Pass};

/// Each layer and the layers that it may import besides itself, bottom first.
const LAYERS: &[(&str, &[&str])] = &[
    ("random", &[]),
    ("packing", &[]),
    ("types", &[]),
    ("board", &["random", "types"]),
    ("notation", &["types", "board"]),
    ("book", &["types", "board"]),
    ("rules", &["types", "board"]),
    ("games", &["types", "board", "notation", "rules"]),
    ("eval", &["random", "packing", "types", "board"]),
    ("search", &["types", "board", "rules", "eval"]),
    ("reference", &["random", "types", "board", "rules"]),
    ("engine", &["types", "board", "book", "rules", "eval", "search"]),
    ("protocol", &["types", "board", "notation", "rules", "engine"]),
    (
        "tools",
        &[
            "random",
            "packing",
            "types",
            "board",
            "notation",
            "book",
            "rules",
            "games",
            "eval",
            "search",
            "reference",
            "engine",
            "protocol",
        ],
    ),
];

/// Files that belong to no layer and may see everything.
const ROOTS: &[&str] = &["lib.rs", "main.rs"];

/// The files and folders of the feature `tools`.
const TOOLS: &[&str] = &["tools/", "protocol/client/", "games/file.rs"];

/// The files that may ask whether the feature `tools` is on: those that declare
/// what belongs to it, and what exists for it alone.
const GATES: &[&str] =
    &["lib.rs", "main.rs", "protocol/mod.rs", "games/mod.rs", "eval/mod.rs", "search/params.rs"];

/// The crates that the feature `tools` brings.
const TOOL_CRATES: &[&str] = &[
    "anyhow",
    "clap",
    "encoding_rs",
    "env_logger",
    "indicatif",
    "regex_lite",
    "serde",
    "serde_json",
    "signal_hook",
    "tiny_skia",
    "toml",
];

/// One case a source file.
///
/// # Errors
/// When a folder or a file cannot be read.
pub fn cases() -> Result<Vec<Case>, String> {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut cases = vec![Case::new("checker", checker_sees_each_fault)];
    for path in rust_files(&src)? {
        let name = path.strip_prefix(&src).unwrap_or(&path).to_string_lossy().replace('\\', "/");
        let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        cases.push(Case::new(name.clone(), move || match faults(&name, &text) {
            faults if faults.is_empty() => Ok(Pass::Ok),
            faults => Err(faults.join("\n  ")),
        }));
    }
    Ok(cases)
}

fn rust_files(dir: &Path) -> Result<Vec<PathBuf>, String> {
    let describe = |e: std::io::Error| format!("{}: {e}", dir.display());
    let mut files = Vec::new();
    for entry in fs::read_dir(dir).map_err(describe)? {
        let path = entry.map_err(describe)?.path();
        if path.is_dir() {
            files.extend(rust_files(&path)?);
        } else if path.extension().is_some_and(|e| e == "rs") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// What is wrong with the imports of a file, given its path below `src/`.
fn faults(file: &str, text: &str) -> Vec<String> {
    let mut faults = feature_faults(file, text);
    if ROOTS.contains(&file) {
        return faults;
    }
    let layer = file.split('/').next().unwrap_or(file).trim_end_matches(".rs");
    let Some((_, allowed)) = LAYERS.iter().find(|(name, _)| *name == layer) else {
        return vec![format!("{layer} is no layer: add it to protocol-tests/layering.rs")];
    };
    // In `engine.rs` and `board/mod.rs` the parent is the crate root.
    let parent_is_root = file.split('/').nth(1).is_none_or(|rest| rest == "mod.rs");
    for (number, line) in (1..).zip(text.lines()) {
        let code = line.split("//").next().unwrap_or_default();
        let is_use = is_import(code);
        let mut fault = |what: String| faults.push(format!("src/{file}:{number}: {what}"));
        if code.contains("super::super") || parent_is_root && code.starts_with("use super::") {
            fault("name the layer with `use crate::…` instead of `super`".into());
        }
        for (at, _) in code.match_indices("crate::") {
            let (before, after) = (&code[..at], &code[at + "crate::".len()..]);
            if before.ends_with(|c: char| c.is_alphanumeric() || c == '_') {
                continue; // another name that ends in "crate"
            }
            let is_macro = before.ends_with('$');
            if !is_use && !is_macro {
                fault("a path inside code: import it with `use crate::…` at the top".into());
            }
            let name: String =
                after.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            if name.is_empty() {
                fault("name one layer a line: `use crate::board::…`".into());
            } else if name != layer && !allowed.contains(&name.as_str()) {
                fault(format!("{layer} may not import {name}"));
            }
        }
    }
    faults
}

/// Where a file needs the feature `tools` though it does not belong to it.
fn feature_faults(file: &str, text: &str) -> Vec<String> {
    let belongs = TOOLS.iter().any(|path| file.starts_with(path));
    let mut faults = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let code = line.split("//").next().unwrap_or_default();
        let mut fault = |what: String| faults.push(format!("src/{file}:{number}: {what}"));
        if code.contains("feature = \"tools\"") && !GATES.contains(&file) {
            fault("not the place to ask for the feature tools".into());
        }
        let names = |name: &&&str| {
            let path = format!("{name}::");
            code.match_indices(&path).any(|(at, _)| {
                !code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':')
            })
        };
        if let Some(name) = TOOL_CRATES.iter().find(names).filter(|_| !belongs) {
            fault(format!("{name} is there with the feature tools only"));
        }
    }
    faults
}

/// Whether a line is a `use` declaration, with or without a visibility.
fn is_import(code: &str) -> bool {
    let code = code.trim_start();
    let rest = match code.strip_prefix("pub") {
        Some(rest) => match rest.strip_prefix('(') {
            Some(inside) => inside.split_once(')').map_or("", |(_, rest)| rest),
            None => rest,
        },
        None => code,
    };
    rest.trim_start().starts_with("use crate::")
}

/// The checker itself, on small sources with one fault each.
fn checker_sees_each_fault() -> Result<Pass, String> {
    let tests = [
        ("types/mv.rs", "use crate::search::Searcher;", "types may not import search"),
        ("board/mod.rs", "    let p = crate::types::PieceType::King;", "a path inside code"),
        ("board/mod.rs", "use crate::{types, search};", "name one layer a line"),
        ("board/mod.rs", "use super::search;", "instead of `super`"),
        ("search/pvs.rs", "use super::super::engine;", "instead of `super`"),
        ("protocol/uci.rs", "pub(crate) use crate::search::pvs;", "protocol may not import search"),
        ("eval/mod.rs", "$crate::rules::judge()", "eval may not import rules"),
        ("new/mod.rs", "", "new is no layer"),
        ("board/mod.rs", "pub(crate) use crate::types::Move; // crate::search", ""),
        ("search/pvs.rs", "$crate::search::params::x", ""),
        ("search/pvs.rs", "use super::params;", ""),
        ("board/fen.rs", "use anyhow::Result;", "anyhow is there with the feature"),
        ("engine/task.rs", "#[cfg(feature = \"tools\")]", "not the place to ask"),
        ("tools/bench.rs", "use anyhow::Result;", ""),
        ("games/text.rs", "let x = crate_toml::f(); // toml::x", ""),
    ];
    for (file, text, expected) in tests {
        let found = faults(file, text).join("; ");
        let right = if expected.is_empty() { found.is_empty() } else { found.contains(expected) };
        if !right {
            return Err(format!("{file}: {text}\n  expected '{expected}', found '{found}'"));
        }
    }
    Ok(Pass::Count(tests.len() as u64))
}
