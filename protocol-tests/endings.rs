//! `chuhe endings` judges the tables of a folder and no others, and all of them.

use std::fs;

use crate::folder::{Folder, ensure};
use crate::{Case, Pass};

/// All cases.
///
/// # Errors
/// Never.
pub fn cases() -> Result<Vec<Case>, String> {
    Ok(vec![Case::new("folder", folder)])
}

/// The tools that judge a folder.
const JUDGES: [&str; 2] =
    ["endings check FOLDER --samples 20", "endings exam FOLDER --critical 2 --conversions 0"];

/// The tables of the folder are counted, and not the built-in ones; a folder without tables
/// and a damaged table are errors.
fn folder() -> Result<Pass, String> {
    let folder = Folder::new("endings")?;
    folder.text("endings build tables --only N")?;
    let checked = folder.text(&JUDGES[0].replace("FOLDER", "tables"))?;
    ensure(checked.starts_with("9 tables, "), || checked.clone())?;
    folder.text(&JUDGES[1].replace("FOLDER", "tables"))?;
    fs::create_dir(folder.file("empty")).map_err(|e| e.to_string())?;
    let mut table = folder.bytes("tables/KNK.xqend")?;
    table[30] ^= 1;
    folder.write("tables/KNK.xqend", &table)?;
    for (name, message) in [("empty", "no tables in empty"), ("tables", "KNK.xqend: ")] {
        for judge in JUDGES {
            let words = judge.replace("FOLDER", name);
            let output = folder.run(&words)?;
            let error = String::from_utf8_lossy(&output.stderr);
            let is_refused = output.status.code() == Some(1) && output.stdout.is_empty();
            ensure(is_refused && error.contains(message), || format!("{words}: {error}"))?;
        }
    }
    Ok(Pass::Count(6))
}
