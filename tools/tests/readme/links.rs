//! Links between the documents, and their paths in sources and scripts.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use crate::Pass;
use crate::readme::text_of;

/// Where files are looked through; what is not there is passed over.
const PLACES: &[&str] = &[
    ".ci",
    ".github",
    "CHANGELOG.md",
    "Cargo.toml",
    "Makefile",
    "README.md",
    "README.zh-CN.md",
    "SECURITY.md",
    "benches",
    "bindings",
    "build.rs",
    "deny.toml",
    "docs",
    "examples",
    "fuzz/Cargo.toml",
    "fuzz/targets",
    "games",
    "networks/README.md",
    "packaging",
    "protocol-tests",
    "src",
    "tools",
    "web/Cargo.toml",
    "web/build",
    "web/npm/README.md",
    "web/src",
];

/// The folder of the repository.
fn root() -> PathBuf {
    let tools = Path::new(env!("CARGO_MANIFEST_DIR"));
    tools.parent().unwrap_or(tools).to_path_buf()
}

/// The files below a place, without build outputs.
fn collect(path: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(path) else {
        if path.is_file() {
            files.push(path.into());
        }
        return;
    };
    for entry in entries.flatten().filter(|entry| entry.file_name() != "target") {
        collect(&entry.path(), files);
    }
}

/// All text files of [`PLACES`], by their paths in the repository.
fn texts() -> Result<HashMap<PathBuf, String>, String> {
    let root = &root();
    let mut files = Vec::new();
    PLACES.iter().for_each(|place| collect(&root.join(place), &mut files));
    let read = |file: PathBuf| {
        let text = String::from_utf8(std::fs::read(&file).ok()?).ok()?;
        Some((file.strip_prefix(root).ok()?.to_path_buf(), text))
    };
    let texts: HashMap<_, _> = files.into_iter().filter_map(read).collect();
    match texts.len() {
        0..100 => Err(format!("only {} files found", texts.len())),
        _ => Ok(texts),
    }
}

/// Every link of a document leads to a file and to a heading that exist.
pub fn links() -> Result<Pass, String> {
    let root = &root();
    let mut count = 0;
    let mut dead = Vec::new();
    for (file, text) in
        texts()?.iter().filter(|(file, _)| file.extension().is_some_and(|e| e == "md"))
    {
        for target in prose(text).split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if target.contains("://") {
                continue;
            }
            count += 1;
            let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
            let path = match path {
                "" => file.clone(),
                path => file.parent().unwrap_or(Path::new("")).join(path),
            };
            let is_there = match anchor {
                "" => root.join(&path).exists(),
                anchor => text_of(&path).is_ok_and(|text| anchors(&text).any(|a| a == anchor)),
            };
            if !is_there {
                dead.push(format!("{}: {target}", file.display()));
            }
        }
    }
    dead.sort();
    match dead.is_empty() && count > 50 {
        true => Ok(Pass::Count(count)),
        false => Err(format!("of {count} links these lead nowhere:\n  {}", dead.join("\n  "))),
    }
}

/// A document without its blocks of code and its snippets between backticks.
fn prose(text: &str) -> String {
    let lines: String = text
        .split("```")
        .step_by(2)
        .flat_map(str::lines)
        .filter(|line| !line.starts_with("    "))
        .map(|line| format!("{line}\n"))
        .collect();
    lines.split('`').step_by(2).collect()
}

/// The anchors of the headings of a document, as GitHub makes them.
fn anchors(text: &str) -> impl Iterator<Item = String> {
    text.split("```").step_by(2).flat_map(str::lines).filter_map(|line| {
        let title = line.trim_start_matches('#');
        let title = if title.len() < line.len() { title.strip_prefix(' ')? } else { return None };
        let kept = title.chars().filter(|c| c.is_alphanumeric() || [' ', '-', '_'].contains(c));
        Some(kept.map(|c| if c == ' ' { '-' } else { c }).flat_map(char::to_lowercase).collect())
    })
}

/// Every path `docs/….md` that a file names exists.
pub fn mentions() -> Result<Pass, String> {
    let mut count = 0;
    let mut dead = Vec::new();
    for (file, text) in texts()? {
        for rest in text.split("docs/").skip(1) {
            let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && !"_-./".contains(c));
            let path = rest[..end.unwrap_or(rest.len())].trim_end_matches('.');
            if !path.ends_with(".md") {
                continue;
            }
            count += 1;
            let path = Path::new("docs").join(path);
            if text_of(&path).is_err() {
                dead.push(format!("{}: {}", file.display(), path.display()));
            }
        }
    }
    dead.sort();
    match dead.is_empty() && count > 50 {
        true => Ok(Pass::Count(count)),
        false => Err(format!("of {count} documents these are not there:\n  {}", dead.join("\n  "))),
    }
}
