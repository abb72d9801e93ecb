//! Imports point downwards: every `use crate::x` of a file under `src/` must be allowed for
//! the layer of the file. So that the test sees every import, imports stand at the top of a
//! file or test module and name one layer on each line, and no path in code starts with
//! `crate::`.
//!
//! The halves of the tools ([`HALVES`]) do not import each other.

use std::fs;
use std::path::{Path, PathBuf};

use crate::{Case, Pass};

/// Each module of the engine and the modules that it may import besides itself, bottom
/// first.
const LAYERS: &[(&str, &[&str])] = &[
    ("random", &[]),
    ("memory", &[]),
    ("packing", &["random"]),
    ("types", &[]),
    ("board", &["random", "types"]),
    ("notation", &["types", "board"]),
    ("book", &["types", "board"]),
    ("rules", &["types", "board"]),
    ("endings", &["packing", "types", "board", "rules"]),
    ("drill", &["random", "types", "board", "endings", "rules"]),
    // Its tests compare it with the reference move generator.
    ("mate", &["memory", "types", "board", "rules", "reference"]),
    ("eval", &["random", "memory", "packing", "types", "board"]),
    ("search", &["memory", "types", "board", "endings", "rules", "mate", "eval"]),
    ("reference", &["random", "types", "board", "rules", "eval"]),
    ("engine", &["random", "types", "board", "book", "endings", "rules", "mate", "eval", "search"]),
    ("protocol", &["types", "board", "notation", "rules", "engine"]),
    // What tools need of the inside, and the commands as data.
    ("internals", &["random", "packing", "rules", "endings", "eval", "search", "reference"]),
    ("commands", &["engine"]),
];

/// Files that belong to no layer and may import all of them.
const ROOTS: &[&str] = &["lib.rs", "main.rs"];

/// The halves of the tools and what they share: each may import itself and what it lists.
const HALVES: &[(&str, &[&str])] = &[("common", &[]), ("desk", &["common"]), ("lab", &["common"])];

/// Something that must not stand in code, tests of a file left out.
struct Ban {
    /// What must not stand there.
    words: &'static [&'static str],
    /// Where: layers, or nothing for all.
    layers: &'static [&'static str],
    /// The files that may have it all the same.
    except: &'static [&'static str],
    /// Which invariant of `docs/authors/architecture.md` would break.
    why: &'static str,
}

/// The layers that compute and neither read nor write anything.
const PURE: &[&str] = &[
    "random",
    "packing",
    "types",
    "board",
    "notation",
    "rules",
    "drill",
    "mate",
    "reference",
    "search",
];

const BANS: &[Ban] = &[
    Ban {
        words: &["static mut ", "thread_local!"],
        layers: &[],
        except: &[],
        why: "there is no mutable global state",
    },
    Ban {
        words: &["std::io", "std::fs", "std::env", "std::net", "std::process", "println!"],
        layers: PURE,
        except: &[],
        why: "this layer reads and writes nothing",
    },
    Ban {
        words: &["eprint", "stderr()"],
        layers: &[],
        // What is printed before a tool ends, and what a person waits for.
        except: &["main.rs", "program/"],
        why: "the engine is silent on standard error",
    },
    Ban {
        words: &["cfg!(", "debug_assertions", "not(test)"],
        layers: &[],
        except: &[],
        why: "test and release builds do the same",
    },
    Ban {
        words: &["allow(unsafe_code)"],
        layers: &[],
        except: &["board/count.rs", "eval/simd/mod.rs", "memory.rs", "program/hand_over.rs"],
        why: "unsafe code stands in these files only; a new one needs a reason",
    },
    Ban {
        words: &["judge(", "Evaluator"],
        layers: &["protocol"],
        except: &[],
        why: "a protocol translates; what moves and games mean it asks the engine",
    },
];

/// Types whose statics could change after they were made. A `LazyLock` is
/// computed once and stays.
const CHANGEABLE: &[&str] = &["Atomic", "Mutex", "RwLock", "Cell", "OnceLock", "Condvar"];

/// The only changeable statics: parameters of the search, with the feature `tune`; and without
/// the feature `built-in` the network and the tables, which are given once.
const CHANGEABLE_IN: &[&str] = &["search/params.rs", "eval/built_in.rs", "endings/embedded.rs"];

/// What a file does that it must not, given its path below the sources of its crate.
type Check = fn(&str, &str) -> Vec<String>;

/// One case for each source file.
///
/// # Errors
/// When a folder or a file cannot be read.
pub fn cases() -> Result<Vec<Case>, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut cases = vec![Case::new("checker", checker_sees_each_fault)];
    let crates: [(&str, Check); 2] = [("src", faults), ("tools/src", half_faults)];
    for (folder, check) in crates {
        let src = root.join(folder);
        for path in rust_files(&src)? {
            let name = path.strip_prefix(&src).unwrap_or(&path).to_string_lossy();
            let name = name.replace('\\', "/");
            let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
            let full_name = format!("{folder}/{name}");
            cases.push(Case::new(full_name, move || match check(&name, &text) {
                faults if faults.is_empty() => Ok(Pass::Ok),
                faults => Err(faults.join("\n  ")),
            }));
        }
    }
    Ok(cases)
}

/// The sources in a folder and those below it, sorted.
///
/// # Errors
/// When a folder cannot be read.
pub fn rust_files(dir: &Path) -> Result<Vec<PathBuf>, String> {
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

/// The errors in the imports of a file, given its path below `src/`.
fn faults(file: &str, text: &str) -> Vec<String> {
    let mut faults = banned(file, text);
    if ROOTS.contains(&file) || file.starts_with("program/") {
        return faults; // the program is a crate of its own
    }
    let layer = file.split('/').next().unwrap_or(file).trim_end_matches(".rs");
    let Some((_, allowed)) = LAYERS.iter().find(|(name, _)| *name == layer) else {
        return vec![format!("{layer} is no layer: add it to protocol-tests/layering.rs")];
    };
    // In `memory.rs` and `board/mod.rs` the parent is the crate root.
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

/// What stands in a file that must not.
fn banned(file: &str, text: &str) -> Vec<String> {
    let layer = file.split('/').next().unwrap_or(file).trim_end_matches(".rs");
    let is_excepted = |list: &[&str]| list.iter().any(|path| file.starts_with(path));
    let mut faults = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim() == "#[cfg(test)]" {
            break; // tests stand at the end
        }
        let code = line.split("//").next().unwrap_or_default();
        let mut fault = |what: String| faults.push(format!("src/{file}:{number}: {what}"));
        for ban in BANS.iter().filter(|ban| !is_excepted(ban.except)) {
            if !ban.layers.is_empty() && !ban.layers.contains(&layer) {
                continue;
            }
            if let Some(word) = ban.words.iter().find(|word| code.contains(**word)) {
                fault(format!("'{word}': {}", ban.why));
            }
        }
        let is_static = code.contains("static ") && code.contains(": ");
        if is_static && !is_excepted(CHANGEABLE_IN) {
            let declared = code.split('=').next().unwrap_or_default();
            if let Some(word) = CHANGEABLE.iter().find(|word| declared.contains(**word)) {
                fault(format!("a static {word}: there is no mutable global state"));
            }
        }
    }
    faults
}

/// Where a file of one half of the tools imports the other, or what both share imports one.
fn half_faults(file: &str, text: &str) -> Vec<String> {
    let half = file.split('/').next().unwrap_or(file);
    let Some((_, allowed)) = HALVES.iter().find(|(name, _)| *name == half) else {
        return Vec::new(); // the program, which knows both
    };
    let mut faults = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let code = line.split("//").next().unwrap_or_default();
        for (other, _) in HALVES {
            let is_foreign = *other != half && !allowed.contains(other);
            if is_foreign && code.contains(&format!("crate::{other}::")) {
                faults.push(format!("tools/src/{file}:{number}: {half} may not import {other}"));
            }
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

/// The test of the checker: short sources with one error or none.
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
        ("board/make.rs", "static mut COUNT: u32 = 0;", "no mutable global state"),
        ("engine/mod.rs", "    static LAST: Mutex<u32> = Mutex::new(0);", "a static Mutex"),
        ("search/root.rs", "use std::io::Write;", "reads and writes nothing"),
        ("search/root.rs", "if cfg!(debug_assertions) {}", "do the same"),
        ("engine/task.rs", "eprintln!(\"{error}\");", "silent on standard error"),
        ("board/mod.rs", "#![allow(unsafe_code)]", "unsafe code stands in these files"),
        ("protocol/uci.rs", "let verdict = judge(&game, &rules);", "a protocol translates"),
        ("search/tt.rs", "#[cfg(test)]\nuse std::fs;", ""),
        ("eval/simd/mod.rs", "static CHOICE: LazyLock<&'static Kernels> = x;", ""),
    ];
    let halves = [
        ("desk/epd.rs", "use crate::lab::arena::Book;", "desk may not import lab"),
        ("lab/net.rs", "use crate::desk::judge;", "lab may not import desk"),
        ("common/say.rs", "    let x = crate::lab::net::f();", "common may not import lab"),
        ("lab/net.rs", "use crate::common::say; // crate::desk::", ""),
        ("lib.rs", "use crate::desk::judge;", ""),
    ];
    let tests = tests.map(|test| (faults as Check, test)).into_iter();
    let halves = halves.map(|test| (half_faults as Check, test));
    let tests: Vec<_> = tests.chain(halves).collect();
    for &(check, (file, text, expected)) in &tests {
        let found = check(file, text).join("; ");
        let right = if expected.is_empty() { found.is_empty() } else { found.contains(expected) };
        if !right {
            return Err(format!("{file}: {text}\n  expected '{expected}', found '{found}'"));
        }
    }
    Ok(Pass::Count(tests.len() as u64))
}
