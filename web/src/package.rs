//! The package for npm. Its scripts are the parts in `web/npm/src` behind one another, in three
//! forms that differ in how they name the files beside them and what they hand over.

use std::io::Write;
use std::path::Path;
use std::{env, fs};

use anyhow::{Context, Result};
use chuhe::internals::packing::base64;
use chuhe::notation::Style;
use chuhe_games::Written;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::json;

/// The parts of the script, in their order.
const PARTS: [&str; 6] = [
    include_str!("../npm/src/runtime.js"),
    include_str!("../npm/src/board.js"),
    include_str!("../npm/src/games.js"),
    include_str!("../npm/src/engine.js"),
    include_str!("../npm/src/practice.js"),
    include_str!("../npm/src/client.js"),
];

/// What the script hands over.
const NAMES: &str = include_str!("../npm/src/names.txt");

const TYPES: &str = include_str!("../npm/index.d.ts");
const INLINE_TYPES: &str =
    "/** The module, for `init({ module })`. */\nexport const module: Promise<Uint8Array>;\n";

/// Of the program, and of the pieces that the pages draw.
pub const LICENCES: [(&str, &str); 3] = [
    ("LICENSE-MIT", include_str!("../../LICENSE-MIT")),
    ("LICENSE-APACHE", include_str!("../../LICENSE-APACHE")),
    ("LICENSE-OFL", include_str!("../../games/src/diagram/OFL.txt")),
];

/// The tables of solved endings, a file of its own.
pub const ENDINGS: &[u8] = include_bytes!("../../src/endings/embedded.bin");

/// The built-in network, as `build.rs` of the engine finds it.
///
/// # Errors
/// When it cannot be read.
pub fn network() -> Result<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../networks");
    let file = match env::var("EVALFILE").unwrap_or_default() {
        name if name.is_empty() => {
            folder.join(fs::read_to_string(folder.join("built-in.txt"))?.trim())
        }
        name => name.into(),
    };
    fs::read(&file).with_context(|| file.display().to_string())
}

/// The script as a whole for a page: defines `chuhe`.
pub fn script() -> String {
    let head = include_str!("../npm/src/head.js");
    let body = body();
    format!("const chuhe = (() => {{\n{head}{body}return {{ {} }};\n}})();\n", names())
}

/// The parts, and what they know of the library.
fn body() -> String {
    let about = json!({
        "version": chuhe_bindings::VERSION,
        "RULES": chuhe_bindings::rule_sets(),
        "STYLES": Style::ALL.map(Style::name),
        "START_FEN": chuhe_bindings::START_FEN,
        "FORMATS": Written::ALL.map(Written::name),
    });
    format!("const ABOUT = {about};\n{}", PARTS.concat())
}

fn names() -> String {
    NAMES.split_whitespace().collect::<Vec<_>>().join(", ")
}

/// Writes the package to a folder.
///
/// # Errors
/// When a file cannot be written.
pub fn write(folder: &Path, module: &[u8]) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    let put = |name: &str, bytes: &[u8]| {
        fs::write(folder.join(name), bytes).with_context(|| name.to_owned())
    };
    let (version, names, body) = (chuhe_bindings::VERSION, names(), body());
    let title = format!("// Chuhe {version}. MIT or Apache-2.0.\n");
    let head = include_str!("../npm/src/head.mjs");
    let form = format!("{title}{head}{body}export {{ {names} }};\nexport default init;\n");
    put("chuhe.js", form.as_bytes())?;
    let head = include_str!("../npm/src/head.cjs");
    let form = format!("{title}{head}{body}module.exports = {{ {names}, default: init }};\n");
    put("chuhe.cjs", form.as_bytes())?;
    put("chuhe.script.js", format!("{title}{}", script()).as_bytes())?;
    put("worker.js", include_bytes!("../npm/src/worker.mjs"))?;
    for name in ["index.d.ts", "index.d.cts"] {
        put(name, TYPES.as_bytes())?;
    }
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(module)?;
    let inline = include_str!("../npm/src/inline.js").replace("TEXT", &base64(&packed.finish()?));
    put("inline.js", format!("{title}{inline}").as_bytes())?;
    put("inline.d.ts", INLINE_TYPES.as_bytes())?;
    put("chuhe.wasm", module)?;
    put("network.bin", &network()?)?;
    put("endings.bin", ENDINGS)?;
    put(
        "package.json",
        include_str!("../npm/package.json").replace("VERSION", version).as_bytes(),
    )?;
    put("README.md", include_bytes!("../npm/README.md"))?;
    for (name, text) in LICENCES {
        put(name, text.as_bytes())?;
    }
    Ok(())
}
