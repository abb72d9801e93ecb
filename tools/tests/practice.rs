//! Endings to practise on the terminal: `practice/*.txt` are what somebody types, and what is
//! printed; the same in each language, with a folder of tables, and what is refused.

use crate::folder::{Folder, ensure};
use crate::process::run_with_input;
use crate::{Case, Pass, data_files};

/// The transcripts, and more.
///
/// # Errors
/// When one cannot be read.
pub fn cases() -> Result<Vec<Case>, String> {
    let mut cases = Vec::new();
    for (name, text) in data_files("practice")? {
        let transcript = Transcript::parse(&text).map_err(|e| format!("{name}: {e}"))?;
        cases.push(Case::new(name, move || transcript.check()));
    }
    cases.push(Case::new("tables", tables));
    cases.push(Case::new("saved", saved));
    Ok(cases)
}

#[derive(Default)]
struct Transcript {
    /// The words behind `chuhe play`.
    options: String,
    typed: String,
    status: i32,
    /// What standard output has, in this order.
    parts: Vec<String>,
    /// What standard output has nowhere.
    never: Vec<String>,
    /// What standard error has.
    error: Option<String>,
}

impl Transcript {
    fn parse(text: &str) -> Result<Transcript, String> {
        let mut transcript = Transcript::default();
        for line in text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            match word {
                "options" => transcript.options = rest.into(),
                ">" => transcript.typed += &format!("{rest}\n"),
                "<" => transcript.parts.push(rest.into()),
                "!" => transcript.never.push(rest.into()),
                "error" => transcript.error = Some(rest.into()),
                "status" => transcript.status = rest.parse().map_err(|_| line.to_string())?,
                _ => return Err(format!("unknown word '{word}'")),
            }
        }
        let Transcript { parts, error, .. } = &transcript;
        ensure(!parts.is_empty() || error.is_some(), || "nothing is expected".into())?;
        Ok(transcript)
    }

    fn check(&self) -> Result<Pass, String> {
        let folder = Folder::new(&format!("practice-{:p}", &raw const *self))?;
        let mut command = folder.command(&format!("play {}", self.options));
        let output = run_with_input(&mut command, self.typed.as_bytes())?;
        let out = String::from_utf8_lossy(&output.stdout).into_owned();
        let err = String::from_utf8_lossy(&output.stderr).into_owned();
        ensure(output.status.code() == Some(self.status), || format!("{output:?}"))?;
        let mut rest = &out[..];
        for part in &self.parts {
            let at = rest.find(part.as_str());
            let at = at.ok_or_else(|| format!("expected {part}, found {rest}\nin {out}"))?;
            rest = &rest[at + part.len()..];
        }
        for part in &self.never {
            ensure(!out.contains(part.as_str()), || format!("there is {part} in {out}"))?;
        }
        let error = self.error.as_deref().unwrap_or_default();
        ensure(err.contains(error), || format!("expected {error}, found {err}"))?;
        Ok(Pass::Count((self.parts.len() + self.never.len()) as u64 + 1))
    }
}

/// A class that is not built in is there with a folder of tables, and listed.
fn tables() -> Result<Pass, String> {
    let folder = Folder::new("practice-tables")?;
    let words = "play --ending kpbka --seed 1 --lang en";
    let output = run_with_input(&mut folder.command(words), b"quit\n")?;
    let error = String::from_utf8_lossy(&output.stderr);
    ensure(error.contains("'chuhe endings build FOLDER --only P+B' makes it"), || {
        format!("{output:?}")
    })?;
    folder.text("endings build tables --only P+B")?;
    let output =
        run_with_input(&mut folder.command(&format!("{words} --endings tables")), b"hint\nquit\n")?;
    let text = String::from_utf8_lossy(&output.stdout);
    let is_posed = text.contains("KPBKA: pawn, bishop – advisor") && text.contains("Hint: ");
    ensure(is_posed, || format!("{output:?}"))?;
    let list = folder.text("play --ending list --endings tables --lang en")?;
    ensure(list.contains("\nKPBKA ") && list.contains("\nKRKAABB "), || list.clone())?;
    // A damaged table is an error, no other position.
    let mut table = folder.bytes("tables/KPBKA.xqend")?;
    table[30] ^= 1;
    folder.write("tables/KPBKA.xqend", &table)?;
    let output =
        run_with_input(&mut folder.command(&format!("{words} --endings tables")), b"quit\n")?;
    let error = String::from_utf8_lossy(&output.stderr);
    ensure(!output.status.success() && error.contains("KPBKA.xqend"), || format!("{output:?}"))?;
    Ok(Pass::Count(4))
}

/// The games of all positions are one file; `save` writes the one on the board.
fn saved() -> Result<Pass, String> {
    let folder = Folder::new("practice-saved")?;
    let words = "play --ending KRK --seed 5 --notation uci --lang en --pgn all.pgn";
    let first = run_with_input(&mut folder.command(words), b"moves\nquit\n")?;
    let text = String::from_utf8_lossy(&first.stdout);
    let moves = text.lines().find_map(|line| line.strip_prefix("> "));
    let mv = moves.and_then(|line| line.split(' ').next()).ok_or_else(|| text.to_string())?;
    ensure(folder.read("all.pgn")?.is_empty(), || "a game without moves is written".into())?;
    let typed = format!("{mv}\nsave one.pgn\nnext\nmoves\nquit\n");
    run_with_input(&mut folder.command(words), typed.as_bytes())?;
    let one = folder.read("one.pgn")?;
    ensure(one.contains("[Event \"KRK\"]") && one.contains(mv), || one.clone())?;
    ensure(folder.read("all.pgn")? == one, || "another game".into())?;
    ensure(folder.text("notation --file all.pgn --to uci")?.contains(mv), || one)?;
    Ok(Pass::Count(3))
}
