//! Options of other engines that clients set without asking. They mean nothing
//! here and are accepted in silence.

const NAMES: &[&str] = &[
    "Analysis Contempt",
    "batch",
    "Contempt",
    "debug",
    "egtbpaths",
    "FairyBoard",
    "idle",
    "knowledge",
    "MaxCheckCount",
    "newgame",
    "NumaPolicy",
    "promotion",
    "pruning",
    "Slow Mover",
    "Strict Three Fold",
    "style",
    "SyzygyPath",
    "UCI_AnalyseMode",
    "UCI_Chess960",
    "UCI_Opponent",
    "UCI_WDLCentipawn",
    "UCI_XiangqiCoordinates",
    "Use NNUE",
    "useegtb",
    "usehash",
    "usemillisec",
    "VariantPath",
];

/// Whether this is an option of other engines that is accepted without effect.
pub fn is_known(name: &str) -> bool {
    NAMES.iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// Our names of options that others call otherwise.
const TRANSLATED: &[(&str, &str)] =
    &[("hashsize", "Hash"), ("usebook", "OwnBook"), ("bookfiles", "BookFile")];

/// Our name of an option that others call otherwise; any other name as it is.
pub fn translated(name: &str) -> &str {
    let known = TRANSLATED.iter().find(|(theirs, _)| theirs.eq_ignore_ascii_case(name));
    known.map_or(name, |(_, ours)| ours)
}
