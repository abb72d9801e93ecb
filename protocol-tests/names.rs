//! Files whose names are not UTF-8, as interfaces of systems in GBK have them: every option
//! that names a file or a folder takes the bytes as they are, in every protocol.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::process::Command;

use chuhe::eval::{Network, Weights};

use crate::folder::{Folder, ensure};
use crate::{Case, Pass, data_dir, process, scene};

/// 棋谱 in GBK.
const FOLDER: &[u8] = b"\xc6\xe5\xc6\xd7";
/// 开局 in GBK, where the second byte of a character is a letter or a sign of ASCII, too:
/// 俓 is 82 5c.
const NAMES: [&[u8]; 2] = [b"\xbf\xaa\xbe\xd6", b"\x82\x5c \x81\x7c"];

/// A case for each protocol and name.
pub fn cases() -> Result<Vec<Case>, String> {
    type Way = (&'static str, &'static [&'static str], fn(&str) -> String);
    let ways: [Way; 3] = [
        ("uci", &["uci"], |name| format!("setoption name {name} value ")),
        ("ucci", &["ucci"], |name| format!("setoption {} ", name.replace(' ', "_"))),
        ("cecp", &["xboard", "protover 2", "new"], |name| format!("option {name}=")),
    ];
    let each = ways.into_iter().flat_map(|way| NAMES.map(|name| (way, name)));
    let cases = each.enumerate().map(|(number, ((dialect, opening, set), name))| {
        let title = format!("{dialect} {}", number % NAMES.len() + 1);
        Case::new(title, move || named(dialect, opening, set, name))
    });
    Ok(cases.collect())
}

/// Names a network, a book, a log and a folder of tables, and looks whether each is used.
fn named(
    dialect: &str,
    opening: &[&str],
    set: fn(&str) -> String,
    name: &[u8],
) -> Result<Pass, String> {
    let folder = Folder::new(&format!("names-{dialect}"))?;
    let inner = folder.path().join(OsStr::from_bytes(FOLDER));
    let file = |end: &str| inner.join(OsStr::from_bytes(&[name, end.as_bytes()].concat()));
    let shape = "689k1a1t7-32x2-1".parse().map_err(|e| format!("{e}"))?;
    let network =
        Network::to_bytes(shape, 400, "made = \"at random\"\n", &Weights::random(shape, 3))
            .map_err(|e| e.to_string())?;
    let id = Network::from_bytes(&network).map_err(|e| e.to_string())?.name().to_owned();
    let said = |error: std::io::Error| error.to_string();
    fs::create_dir(&inner).map_err(said)?;
    fs::create_dir(file(".tables")).map_err(said)?;
    fs::write(file(".net"), network).map_err(said)?;
    fs::copy(data_dir().join("book/small.book"), file(".book")).map_err(said)?;

    let mut input: Vec<u8> = opening.join("\n").into_bytes();
    let mut option = |option: &str, value: &[u8]| {
        input.extend([b"\n", set(option).as_bytes(), value].concat());
    };
    option("Debug Log File", file(".log").as_os_str().as_bytes());
    option("EvalFile", file(".net").as_os_str().as_bytes());
    option("EndingsPath", file(".tables").as_os_str().as_bytes());
    let books = [b"no/such;", file(".book").as_os_str().as_bytes(), b" ; "].concat();
    option("BookFile", &books);
    option("OwnBook", b"true");
    input.extend(b"\neval\nsd 1\ngo depth 1\nfoo \xc6\xe5\n");
    let output = process::run_with_input(&mut Command::new(scene::binary()), &input)?;
    let text = String::from_utf8(output.stdout).map_err(|e| e.to_string())?;
    for word in [&id, "book move", "no tables of solved endings there"] {
        ensure(text.contains(word), || format!("no '{word}' in\n{text}"))?;
    }
    for word in ["cannot", "No such", "stays as"] {
        ensure(!text.contains(word), || format!("'{word}' in\n{text}"))?;
    }
    let log = fs::read(file(".log")).map_err(|e| format!("the log: {e}"))?;
    let line = [b">> ", set("EvalFile").as_bytes(), file(".net").as_os_str().as_bytes()].concat();
    let is_logged = log.windows(line.len()).any(|part| part == line);
    ensure(is_logged, || format!("not in the log: {}", String::from_utf8_lossy(&line)))?;
    Ok(Pass::Ok)
}
