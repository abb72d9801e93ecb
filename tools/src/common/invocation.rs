//! By which name the program was called.

use std::env;
use std::ffi::OsString;
use std::path::Path;

/// The options after the program's name, if it is called as `fastchess…` or as
/// `chuhe fastchess`: then a program has started it.
pub fn fastchess_options(words: &[OsString]) -> Option<Vec<String>> {
    // Where a program cannot start another by a name that is not its own.
    let given = env::var_os("CHUHE_CALLED_AS");
    let program = given.as_ref().or(words.first())?;
    let program = Path::new(program).file_name().unwrap_or_default().to_string_lossy();
    let skipped = if program.starts_with("fastchess") {
        1
    } else if words.get(1).is_some_and(|word| word == "fastchess") {
        2
    } else {
        return None;
    };
    Some(words.iter().skip(skipped).map(|word| word.to_string_lossy().into_owned()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_decides() {
        let called = |words: &[&str]| {
            fastchess_options(&words.iter().map(OsString::from).collect::<Vec<_>>())
        };
        let options = Some(vec!["-version".to_string()]);
        assert_eq!(called(&["./fastchess-ob", "-version"]), options);
        assert_eq!(called(&["/bin/chuhe", "fastchess", "-version"]), options);
        assert_eq!(called(&["/fastchess/chuhe", "match"]), None);
        assert_eq!(called(&["chuhe"]), None);
        assert_eq!(called(&[]), None);
    }
}
