//! Puts the pages and the engine into a folder: `pack MODULE FOLDER`.

use std::path::Path;
use std::{env, fs};

use anyhow::{Context, Result, bail};
use chuhe::engine::strength::FULL;
use chuhe::internals::packing::Sha256;
use chuhe_tools::common::lang::Lang;
use chuhe_tools::common::page::play_page;
use serde_json::json;

/// The file of each language and its name in it; the first page is the one that opens.
const PAGES: [(Lang, &str, &str); 4] = [
    (Lang::En, "index.html", "English"),
    (Lang::ZhHans, "zh-hans.html", "简体中文"),
    (Lang::ZhHant, "zh-hant.html", "繁體中文"),
    (Lang::Vi, "vi.html", "Tiếng Việt"),
];

const SERVICE_WORKER: &str = include_str!("sw.js");
/// Of the program, and of the pieces that the pages draw.
const LICENCES: [(&str, &str); 3] = [
    ("LICENSE-MIT", include_str!("../../LICENSE-MIT")),
    ("LICENSE-APACHE", include_str!("../../LICENSE-APACHE")),
    ("LICENSE-OFL", include_str!("../../games/src/diagram/OFL.txt")),
];
const ICON: &str = include_str!("icon.svg");

fn main() -> Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [module, folder] = &arguments[..] else { bail!("usage: pack MODULE FOLDER") };
    let module = fs::read(module).with_context(|| module.clone())?;
    let folder = Path::new(folder);
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    let mut sum = Sha256::default();
    let mut put = |name: &str, bytes: &[u8]| {
        sum.update(bytes);
        fs::write(folder.join(name), bytes).with_context(|| name.to_owned())
    };
    let languages: Vec<(&str, &str, &str)> =
        PAGES.iter().map(|&(lang, file, name)| (lang.tag(), file, name)).collect();
    let engine =
        format!("Chuhe {}", chuhe::protocol::version().split(" ").next().unwrap_or_default());
    for (lang, file, _) in PAGES {
        let data = json!({ "engine": engine, "lang": lang.tag(), "languages": languages, "full": FULL,
                           "faults": lang.fault_texts() });
        put(file, play_page(lang, &data)?.as_bytes())?;
    }
    put("engine.wasm", &module)?;
    put("engine.js", format!("globalThis.ENGINE = '{}';\n", base64(&module)).as_bytes())?;
    put("icon.svg", ICON.as_bytes())?;
    for (name, text) in LICENCES {
        put(name, text.as_bytes())?;
    }
    let manifest = json!({
        "name": "Chuhe 楚河", "short_name": "楚河", "start_url": "index.html", "display": "standalone",
        "background_color": "#f4eee2", "theme_color": "#f4eee2",
        "icons": [{ "src": "icon.svg", "sizes": "any", "type": "image/svg+xml" }],
    });
    put("manifest.webmanifest", format!("{manifest}\n").as_bytes())?;
    // Another version has another name, so that a browser fetches everything again.
    let version = sum.finish().to_string();
    let worker = SERVICE_WORKER.replace("VERSION", &version[..16]);
    fs::write(folder.join("sw.js"), worker)?;
    Ok(())
}

/// Bytes as text, as `atob` reads it.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for part in bytes.chunks(3) {
        let bits = (0..3).fold(0, |bits, i| bits << 8 | usize::from(*part.get(i).unwrap_or(&0)));
        for i in 0..4 {
            let digit = DIGITS[bits >> (18 - 6 * i) & 63];
            text.push(if i <= part.len() { char::from(digit) } else { '=' });
        }
    }
    text
}
