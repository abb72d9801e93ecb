//! No two files import each other, directly or by way of others. Imports are followed through
//! re-exports to the file that declares a name. A file may import its parents and its children
//! (`a.rs` and `a/b.rs` are one thing in two files), and tests may import anything.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::layering::rust_files;
use crate::{Case, Pass};

/// The crates, by their folders of sources.
const CRATES: [&str; 4] = ["src", "games/src", "tools/src", "web/src"];

/// One case for each crate, and one for the checker.
///
/// # Errors
/// When a folder or a file cannot be read.
pub fn cases() -> Result<Vec<Case>, String> {
    let mut cases = vec![Case::new("checker", checker_sees_circles)];
    for folder in CRATES {
        let src = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        let mut files = BTreeMap::new();
        for path in rust_files(&src)? {
            let name = path.strip_prefix(&src).unwrap_or(&path).to_string_lossy();
            let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
            files.insert(module(&name.replace('\\', "/")), text);
        }
        cases.push(Case::new(folder, move || match circle(&files) {
            None => Ok(Pass::Count(files.len() as u64)),
            Some(circle) => Err(circle.join(" -> ")),
        }));
    }
    Ok(cases)
}

/// The path of a module, `search::tt` of `search/tt.rs`; empty for the root of a crate.
fn module(file: &str) -> String {
    let name = file.trim_end_matches(".rs");
    let name = name.strip_suffix("/mod").unwrap_or(name);
    if ["lib", "main"].contains(&name) { String::new() } else { name.replace('/', "::") }
}

/// Modules, each with its source, and those that it imports.
type Imports = BTreeMap<String, BTreeSet<String>>;

/// A circle of imports, if there is one.
fn circle(files: &BTreeMap<String, String>) -> Option<Vec<String>> {
    let imports: Imports = files
        .keys()
        .map(|name| {
            let paths = uses(&files[name], false).into_iter();
            let targets = paths.filter_map(|path| declared_in(files, &absolute(name, &path)?, 0));
            let foreign = targets.filter(|target| !are_kin(name, target));
            (name.clone(), foreign.collect())
        })
        .collect();
    imports.keys().find_map(|start| back_to(start, start, &imports, &mut BTreeSet::new()))
}

/// The way from a module to another, or back to itself.
fn back_to(
    from: &str,
    goal: &str,
    imports: &Imports,
    seen: &mut BTreeSet<String>,
) -> Option<Vec<String>> {
    for next in &imports[from] {
        if next == goal {
            return Some(vec![from.into(), goal.into()]);
        }
        if seen.insert(next.clone())
            && let Some(mut way) = back_to(next, goal, imports, seen)
        {
            way.insert(0, from.into());
            return Some(way);
        }
    }
    None
}

/// Whether one of two modules is the other or lies in it.
fn are_kin(one: &str, other: &str) -> bool {
    let holds = |a: &str, b: &str| a.is_empty() || a == b || b.starts_with(&format!("{a}::"));
    holds(one, other) || holds(other, one)
}

/// A path of an import in a module, from the root of the crate; `None` for other crates.
fn absolute(module: &str, path: &str) -> Option<String> {
    if let Some(rest) = path.strip_prefix("crate::") {
        return Some(rest.into());
    }
    let rest = path.strip_prefix("super::")?;
    let parent = module.rsplit_once("::").map_or("", |(parent, _)| parent);
    absolute(parent, rest)
        .or_else(|| Some(if parent.is_empty() { rest.into() } else { format!("{parent}::{rest}") }))
}

/// The module that declares what a path names, behind re-exports.
fn declared_in(files: &BTreeMap<String, String>, path: &str, depth: usize) -> Option<String> {
    let mut module = path;
    while !files.contains_key(module) {
        module = module.rsplit_once("::").map_or("", |(parent, _)| parent);
        if module.is_empty() {
            break;
        }
    }
    let name = path[module.len()..].trim_start_matches("::").split("::").next()?;
    let exported = uses(files.get(module)?, true).into_iter().find_map(|used| {
        let is_it = !name.is_empty() && used.rsplit("::").next() == Some(name);
        let child = if module.is_empty() { used.clone() } else { format!("{module}::{used}") };
        let target = used.strip_prefix("crate::").map_or(child, String::from);
        (is_it && depth < 5).then(|| declared_in(files, &target, depth + 1)).flatten()
    });
    exported.or_else(|| Some(module.into()))
}

/// The paths of the `use` declarations of a source without its tests, one for each name; with
/// `public` of the re-exports alone.
fn uses(source: &str, public: bool) -> Vec<String> {
    let code: String = without_tests(source)
        .lines()
        .map(|line| line.split("//").next().unwrap_or_default())
        .collect();
    let mut paths = Vec::new();
    for (at, _) in code.match_indices("use ") {
        let before = code[..at].trim_end();
        let is_start = before.is_empty() || before.ends_with([';', '}', '{', ')', ']']);
        let is_public = before.ends_with("pub") || before.ends_with("pub(crate)");
        if is_public || is_start && !public {
            let declaration = code[at + 4..].split(';').next().unwrap_or_default();
            expand("", &declaration.replace(' ', ""), &mut paths);
        }
    }
    paths
}

/// A source without its module of tests, which is the last item of a file; one that stands in a
/// file of its own is declared anywhere.
fn without_tests(source: &str) -> String {
    const TEST: &str = "#[cfg(test)]\n";
    let mut code = String::new();
    let mut rest = source;
    while let Some(at) = rest.find(TEST) {
        code.push_str(&rest[..at]);
        rest = &rest[at + TEST.len()..];
        while rest.starts_with("#[") {
            rest = rest.split_once('\n').map_or("", |(_, rest)| rest);
        }
        let item = rest.lines().next().unwrap_or_default();
        if item.starts_with("mod ") && !item.ends_with(';') {
            return code;
        }
    }
    code + rest
}

/// The paths that `a::{b, c::{d, e}}` stands for.
fn expand(prefix: &str, text: &str, paths: &mut Vec<String>) {
    let (mut depth, mut start) = (0, 0);
    for (at, c) in text.char_indices().chain([(text.len(), ',')]) {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                let item = &text[start..at];
                start = at + 1;
                match item.split_once('{') {
                    Some((head, rest)) => {
                        let inside = rest.strip_suffix('}').unwrap_or(rest);
                        expand(&format!("{prefix}{head}"), inside, paths);
                    }
                    None if !item.is_empty() => paths.push(format!("{prefix}{item}")),
                    None => {}
                }
            }
            _ => {}
        }
    }
}

/// The test of the checker.
fn checker_sees_circles() -> Result<Pass, String> {
    let cases: [(&[(&str, &str)], &str); 8] = [
        (&[("a", "use crate::b::B;"), ("b", "use crate::c::C;"), ("c", "")], ""),
        (&[("a", "use crate::b::B;"), ("b", "use crate::a::A;")], "a -> b -> a"),
        (
            &[("a", "use crate::{b::{B, X}, c};"), ("b", ""), ("c", "use super::a::A;")],
            "a -> c -> a",
        ),
        // Through a re-export; a child may use its parent.
        (
            &[
                ("m", "mod x;\nmod y;\npub use x::X;\npub use y::Y;"),
                ("m::x", "use crate::m::Y;"),
                ("m::y", "use crate::m::{X, Z};"),
            ],
            "m::x -> m::y -> m::x",
        ),
        (&[("m", "use x::X;\npub struct M;"), ("m::x", "use crate::m::M;")], ""),
        (
            &[("a", "use crate::b::B;\n#[cfg(test)]\nmod tests {\n"), ("b", "// use crate::a::A;")],
            "",
        ),
        // What stands behind the declaration of a file of tests counts; what tests use does not.
        (
            &[("a", "#[cfg(test)]\nmod tests;\nuse crate::b::B;"), ("b", "use crate::a::A;")],
            "a -> b -> a",
        ),
        (
            &[
                ("a", "use crate::b::B;"),
                ("b", "#[cfg(test)]\n#[allow(unused)] // x\nmod tests {\nuse crate::a::A;"),
            ],
            "",
        ),
    ];
    for (files, expected) in &cases {
        let files = files.iter().map(|(name, text)| ((*name).into(), (*text).into())).collect();
        let found = circle(&files).unwrap_or_default().join(" -> ");
        if found != *expected {
            return Err(format!("{files:?}: expected '{expected}', found '{found}'"));
        }
    }
    Ok(Pass::Count(cases.len() as u64))
}
