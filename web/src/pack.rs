//! Puts the pages and the engine into a folder: `pack MODULE FOLDER`.

#[allow(dead_code)] // it writes the package, too
mod package;

use std::path::Path;
use std::{env, fs};

use anyhow::{Context, Result, bail};
use chuhe::engine::strength::{ELO, FULL};
use chuhe::internals::packing::{Sha256, base64};
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
    let script = package::script();
    for (lang, file, _) in PAGES {
        let data = json!({ "engine": engine, "lang": lang.tag(), "languages": languages, "full": FULL,
                    "scale": [ELO[0], ELO[ELO.len() - 1]],
                    "faults": lang.fault_texts() });
        put(file, play_page(lang, &data, &script)?.as_bytes())?;
    }
    let network = package::network()?;
    let parts = [
        ("module", "chuhe.wasm", &module[..]),
        ("network", "network.bin", &network),
        ("endings", "endings.bin", package::ENDINGS),
    ];
    let mut texts = json!({});
    for (name, file, bytes) in parts {
        put(file, bytes)?;
        texts[name] = base64(bytes).into();
    }
    // The same as text, for pages opened from a disk.
    put("engine.js", format!("globalThis.ENGINE = {texts};\n").as_bytes())?;
    put("icon.svg", ICON.as_bytes())?;
    for (name, text) in package::LICENCES {
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
