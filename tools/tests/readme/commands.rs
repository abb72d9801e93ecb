//! The command lines of the documents, of today and of earlier versions: `../commands.txt`.

use crate::Pass;
use crate::readme::text_of;

/// The list: each line with the error that it may end with, behind `##`.
fn list() -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = include_str!("../commands.txt").lines();
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| line.split_once(" ## ").unwrap_or((line, "")))
}

/// Every command line in a block of code is in the list.
///
/// # Errors
/// With those that are missing.
pub fn listed() -> Result<Pass, String> {
    let mut count = 0;
    let mut missing = Vec::new();
    for file in ["README.md", "README.zh-CN.md", "docs/commands.md"]
        .into_iter()
        .chain(DOCUMENTS.iter().copied())
    {
        for line in lines_of_code(&text_of(file)?) {
            let is_command = ["chuhe ", "exec ", "./fastchess ", "make "]
                .iter()
                .any(|word| line.starts_with(word));
            if is_command {
                count += 1;
                if !list().any(|(listed, _)| listed == line) {
                    missing.push(format!("{file}: {line}"));
                }
            }
        }
    }
    match missing.is_empty() && count > 30 {
        true => Ok(Pass::Count(count)),
        false => Err(format!(
            "of {count} command lines these are not in commands.txt:\n  {}",
            missing.join("\n  ")
        )),
    }
}

/// The documents with command lines.
const DOCUMENTS: &[&str] = &[
    "docs/authors/endings.md",
    "docs/authors/match.md",
    "docs/authors/network.md",
    "docs/authors/rules.md",
    "docs/authors/search.md",
    "docs/authors/training.md",
    "docs/log/generations.md",
    "docs/log/levels.md",
    "docs/log/strength.md",
    "docs/log/trials.md",
    "docs/players/analyze.md",
    "docs/players/analyze.zh-CN.md",
    "docs/players/files.md",
    "docs/players/formats.md",
    "docs/players/games.md",
    "docs/players/options.md",
    "docs/players/play.md",
    "docs/players/protocols.md",
    "docs/players/tools.zh-CN.md",
    "docs/authors/match.zh-CN.md",
];

/// The lines in blocks of code, joined where they end with `\`, with single blanks and
/// without comments.
fn lines_of_code(text: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut joined = String::new();
    let mut is_fenced = false;
    for line in text.lines() {
        if line.starts_with("```") {
            is_fenced = !is_fenced;
            continue;
        }
        let code = if is_fenced { Some(line) } else { line.strip_prefix("    ") };
        let words = code.unwrap_or_default().split_whitespace();
        for word in words.take_while(|word| *word != "#") {
            joined += word;
            joined.push(' ');
        }
        match joined.strip_suffix("\\ ") {
            Some(begun) => joined = begun.to_owned(),
            None => lines.push(std::mem::take(&mut joined).trim_end().to_owned()),
        }
    }
    lines
}

/// No shell: nothing is run.
#[cfg(not(unix))]
pub fn run() -> Result<Pass, String> {
    Ok(Pass::Skipped("there is no sh".into()))
}

#[cfg(unix)]
pub use sh::run;

#[cfg(unix)]
mod sh {
    use std::fs::{self, File};
    use std::os::unix::fs::symlink;
    use std::path::Path;
    use std::process::{Command, Stdio};
    use std::time::Duration;

    use crate::folder::Folder;
    use crate::process::{Process, deadline};
    use crate::{Pass, scene};

    /// How long a command line may run; what takes longer has been accepted.
    const LIMIT: Duration = Duration::from_millis(300);
    /// How long one may run that writes what others read.
    const WRITING_LIMIT: Duration = Duration::from_secs(60);

    const GAME: &str = "[Game \"Chinese Chess\"]\n[Red \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. h2e2 h9g7 2. h0g2 i9h9 1-0\n";
    const MATE: &str = "3k5/9/9/9/9/9/9/9/4R4/R3K4 w";
    const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";

    /// Runs every line of the list. None may be refused.
    pub fn run() -> Result<Pass, String> {
        let folder = Folder::new("commands")?;
        prepare(&folder).map_err(|error| format!("cannot prepare the folder: {error}"))?;
        let mut count = 0;
        let mut refused = Vec::new();
        for (line, expected) in super::list() {
            count += 1;
            // A match goes on with its own state only, not with that of another line.
            if let Some(state) =
                line.split("--state ").nth(1).and_then(|rest| rest.split(' ').next())
            {
                let _ = fs::remove_file(folder.file(state));
            }
            // Later lines need the files that these write.
            let writes = line.contains("net material") || line.starts_with("chuhe train ");
            let limit = if writes { WRITING_LIMIT } else { LIMIT };
            if let Some(error) = refusal(&folder, line, limit)?
                && (expected.is_empty() || !error.contains(expected))
            {
                refused.push(format!("{line}\n    {error}"));
            }
        }
        match refused.is_empty() {
            true => Ok(Pass::Count(count)),
            false => Err(format!(
                "of {count} command lines these are refused:\n  {}",
                refused.join("\n  ")
            )),
        }
    }

    /// What a command line that fails within the limit says. One that says nothing has found
    /// something, such as that a test is undecided, and is not refused.
    fn refusal(folder: &Folder, line: &str, limit: Duration) -> Result<Option<String>, String> {
        // Make only says what it would do.
        let is_make = line.starts_with("make ");
        let line: &str = &line.replacen("make ", "make -n ", usize::from(is_make));
        let errors = folder.file("errors");
        let file = File::create(&errors).map_err(|e| e.to_string())?;
        let bin = folder.file("bin");
        let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap_or_default());
        let mut command = Command::new("sh");
        command.args(["-c", line]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(file);
        command.current_dir(if is_make {
            Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(folder.path())
        } else {
            folder.path()
        });
        command.env("PATH", path).env("LC_ALL", "C.UTF-8").env("FEN", START);
        command.envs([("SLURM_ARRAY_TASK_ID", "3"), ("U", "6"), ("L", "5")]);
        command.env("CHUHE_DATA", "data");
        command.env("XDG_STATE_HOME", folder.file("state"));
        let mut process = Process::spawn_group(&mut command)?;
        let status = process.wait_by(deadline(limit))?;
        process.kill();
        Ok(match status.map(|status| status.code()) {
            None | Some(Some(0)) => None,
            Some(code) => {
                let text = fs::read(&errors).map_err(|e| e.to_string())?;
                let text = String::from_utf8_lossy(&text).trim_end().to_owned();
                (!text.is_empty()).then(|| format!("status {code:?}: {text}"))
            }
        })
    }

    /// The files that the command lines name.
    fn prepare(folder: &Folder) -> Result<(), String> {
        let describe = |e: std::io::Error| e.to_string();
        for name in "bin networks target target/release 文件夹 FOLDER 目录 man".split(' ') {
            fs::create_dir(folder.file(name)).map_err(describe)?;
        }
        let binary = fs::canonicalize(scene::binary()).map_err(describe)?;
        for name in ["chuhe", "other", "pikafish", "hoixiangqi", "fairy-stockfish", "chuhe-e87fc7a"]
        {
            symlink(&binary, folder.file("bin").join(name)).map_err(describe)?;
        }
        for name in ["a", "b", "new", "old", "base", "target/release/chuhe"] {
            symlink(&binary, folder.file(name)).map_err(describe)?;
        }
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../networks");
        let network = fs::read_to_string(root.join("built-in.txt")).map_err(describe)?;
        let network = root.join(network.trim());
        let names = "new old next 938c31560eb3 36a0b8c4484f 7b30089a9964 networks/36f662db3820 networks/2f37b26087f0";
        for name in names.split(' ') {
            symlink(&network, folder.file(&format!("{name}.net"))).map_err(describe)?;
        }
        for name in ["game.pgn", "games.pgn", "棋谱.pgn", "文件夹/game.pgn"] {
            folder.write(name, GAME)?;
        }
        for name in ["games.txt", "more.txt", "lines.txt"] {
            folder.write(name, "startpos moves h2e2 h9g7 1-0\n")?;
        }
        for name in ["排局.txt", "FILE"] {
            folder.write(name, format!("{MATE}\n"))?;
        }
        for name in ["suite.epd", "测试集.epd"] {
            folder.write(name, format!("{MATE} bm a0d0; id \"x\";\n"))?;
        }
        for name in ["openings.fen", "openings2000.fen", "openings.epd"] {
            folder.write(name, format!("{START}\n"))?;
        }
        for line in [
            "chuhe notation --file game.pgn --format xqf > game.xqf",
            "chuhe notation --file game.pgn --format xqf > 棋谱.xqf",
            "chuhe datagen --out data --games 1 --soft-nodes 1",
            "chuhe datagen --out games --games 1 --soft-nodes 1 --seed 9",
            "chuhe endings build FOLDER --only P",
        ] {
            if let Some(error) = refusal(folder, line, Duration::from_secs(60))? {
                return Err(format!("{line}: {error}"));
            }
        }
        Ok(())
    }
}
