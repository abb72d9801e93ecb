//! Options of other engines that clients set without asking. They mean nothing
//! here, and nobody is helped by a complaint.

const NAMES: &[&str] = &[
    "Analysis Contempt",
    "batch",
    "bookfiles",
    "Contempt",
    "debug",
    "egtbpaths",
    "FairyBoard",
    "idle",
    "knowledge",
    "MaxCheckCount",
    "newgame",
    "nodestime",
    "NumaPolicy",
    "OwnBook",
    "promotion",
    "pruning",
    "randomness",
    "Skill Level",
    "Slow Mover",
    "Strict Three Fold",
    "style",
    "SyzygyPath",
    "UCI_AnalyseMode",
    "UCI_Chess960",
    "UCI_Elo",
    "UCI_LimitStrength",
    "UCI_Opponent",
    "UCI_WDLCentipawn",
    "UCI_XiangqiCoordinates",
    "Use NNUE",
    "usebook",
    "useegtb",
    "usehash",
    "usemillisec",
    "VariantPath",
];

/// Whether an option of this name may be set in vain.
pub fn is_known(name: &str) -> bool {
    NAMES.iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// Our name of an option that others call otherwise; any other name as it is.
pub fn translated(name: &str) -> &str {
    if name.eq_ignore_ascii_case("hashsize") { "Hash" } else { name }
}
