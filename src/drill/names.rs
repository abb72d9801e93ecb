//! Names of classes as people write them.

use crate::endings::Class;

/// The letters of a class name, in its order.
const LETTERS: &str = "RNCPAB";

/// What Chinese names are made of, the longest first: guards by their number, and pieces.
const CHINESE: &[(&str, &str)] = &[
    ("士象全", "AABB"),
    ("仕相全", "AABB"),
    ("单缺士", "ABB"),
    ("單缺士", "ABB"),
    ("单缺象", "AAB"),
    ("單缺象", "AAB"),
    ("双", "2"),
    ("雙", "2"),
    ("单", ""),
    ("單", ""),
    ("车", "R"),
    ("車", "R"),
    ("俥", "R"),
    ("马", "N"),
    ("馬", "N"),
    ("傌", "N"),
    ("炮", "C"),
    ("砲", "C"),
    ("兵", "P"),
    ("卒", "P"),
    ("士", "A"),
    ("仕", "A"),
    ("象", "B"),
    ("相", "B"),
    ("将", "K"),
    ("將", "K"),
    ("帅", "K"),
    ("帥", "K"),
    ("对", "/"),
    ("對", "/"),
];

/// The class of a name: in either case, the pieces of a side and the sides in any order, `H` for a
/// knight and `E` for a bishop as the board of WXF has them; or in Chinese, such as 车对士象.
/// `None` when it is no name of a class.
pub fn class_named(text: &str) -> Option<Class> {
    let (first, second) = match sides_of_chinese(text) {
        Some(sides) => sides,
        None => {
            let text = text.trim().to_ascii_uppercase().replace('H', "N").replace('E', "B");
            let (first, second) = text.strip_prefix('K')?.split_once('K')?;
            (first.into(), second.into())
        }
    };
    let sorted = |half: String| {
        let mut letters: Vec<char> = half.chars().collect();
        letters.sort_by_key(|&letter| LETTERS.find(letter));
        letters.into_iter().collect::<String>()
    };
    let [first, second] = [first, second].map(sorted);
    let read = |first: &str, second: &str| format!("K{first}K{second}").parse().ok();
    read(&first, &second).or_else(|| read(&second, &first))
}

/// The letters of both sides of a Chinese name besides the kings. Without 对 between them the other
/// side begins with the first advisor or bishop.
fn sides_of_chinese(text: &str) -> Option<(String, String)> {
    let mut letters = text.trim().to_owned();
    for (chinese, latin) in CHINESE {
        letters = letters.replace(chinese, latin);
    }
    if letters == text.trim() {
        return None;
    }
    for (i, letter) in LETTERS.char_indices() {
        letters = letters.replace(&format!("2{letter}"), &LETTERS[i..=i].repeat(2));
    }
    let sides = match letters.split_once('/') {
        Some((first, second)) => (first.trim(), second.trim()),
        None => letters.split_at(letters.find(['A', 'B']).filter(|&at| at > 0)?),
    };
    Some((sides.0.replace('K', ""), sides.1.replace('K', "")))
}

/// The names that are nearest to a text, at most three, the nearest first.
pub fn near_names(text: &str, names: &[String]) -> Vec<String> {
    let text = text.trim().to_ascii_uppercase();
    let mut near: Vec<(usize, &String)> =
        names.iter().map(|name| (distance(&text, name), name)).collect();
    near.sort_by_key(|&(distance, name)| (distance, name.len()));
    near.into_iter().take(3).map(|(_, name)| name.clone()).collect()
}

/// How many letters must be put in, taken out or replaced to get from one text to another. Of a
/// long text the beginning is enough.
fn distance(one: &str, other: &str) -> usize {
    const MOST: usize = 32;
    let other: Vec<char> = other.chars().take(MOST).collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, letter) in one.chars().take(MOST).enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &same) in other.iter().enumerate() {
            let replaced = diagonal + usize::from(letter != same);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(row[j + 1] + 1);
        }
    }
    row[other.len()]
}
