//! Names of classes as people write them.

use crate::endings::Class;

/// The letters of a class name, in its order.
const LETTERS: &str = "RNCPAB";

/// The class of a name: in either case, the pieces of a side and the sides in any order, `H` for a
/// knight and `E` for a bishop as the board of WXF has them. `None` when it is no name of a class.
pub fn class_named(text: &str) -> Option<Class> {
    let text = text.trim().to_ascii_uppercase().replace('H', "N").replace('E', "B");
    let (first, second) = text.strip_prefix('K')?.split_once('K')?;
    let sorted = |half: &str| {
        let mut letters: Vec<char> = half.chars().collect();
        letters.sort_by_key(|&letter| LETTERS.find(letter));
        letters.into_iter().collect::<String>()
    };
    let [first, second] = [first, second].map(sorted);
    let read = |first: &str, second: &str| format!("K{first}K{second}").parse().ok();
    read(&first, &second).or_else(|| read(&second, &first))
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
