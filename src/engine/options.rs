//! What a user can set, declared once as data. Every dialect prints this list in
//! its own way and looks names up in it; the table in docs/players/options.md is compared with it.

pub mod raw;
mod table;
mod value;

use std::path::PathBuf;

use crate::engine::capacity;
use crate::engine::strength::Strength;
use crate::rules::{DrawRule, RuleSet};
use crate::search::SearchSettings;

use table::SPECS;
#[cfg(feature = "tune")]
use table::TUNABLE;
pub use value::{Kind, Value, ValueError};

/// The values of all options.
#[derive(Clone, Debug)]
pub struct Options {
    /// Search threads.
    pub threads: usize,
    /// Size of the transposition table in MiB.
    pub hash_mib: usize,
    /// What goes to the search as it is set. Its rules are those of the fields
    /// below: [`Options::settings`].
    pub search: SearchSettings,
    /// Whether reports carry the chances of a win, a draw and a loss.
    pub show_wdl: bool,
    /// Where to write down what is read and written; `None` for nowhere.
    pub log_file: Option<PathBuf>,
    /// The name of the evaluation to use, as [`crate::eval::Evaluation::named`] wants it.
    pub eval_file: PathBuf,
    /// The folder of the tables of solved endings; empty for those built in.
    pub endings_path: PathBuf,
    /// The named rule set, before the options below change it.
    pub repetition_rule: RuleSet,
    /// The occurrence of a position at which its repetition is judged.
    pub fold: usize,
    /// Whether there is a natural limit.
    pub has_quiet_limit: bool,
    /// The natural limit in plies.
    pub quiet_limit: u32,
    /// How the ranks of printed moves are counted.
    pub ranks: Ranks,
    /// Centipawns of disadvantage at which to resign; 0 for never.
    pub resign_at: i32,
    /// Whether to play from an opening book.
    pub own_book: bool,
    /// Book files: the first that can be read counts.
    pub book_files: Vec<PathBuf>,
    /// Makes choices from the book and weaker play repeatable; 0 for new ones.
    pub random_seed: u64,
    /// The level of play, 20 for full strength.
    pub skill_level: i64,
    /// Whether `elo` counts instead.
    pub limits_strength: bool,
    /// The strength wanted, on the scale of `strength::ELO`.
    pub elo: i64,
    /// What a draw is worth to a search.
    pub draw_rule: DrawRule,
    /// Plies within which a threatened mate counts as an attack.
    pub mate_threat_depth: u32,
}

impl Options {
    /// The settings of a search that starts now.
    pub fn settings(&self) -> SearchSettings {
        let candidates = self.strength().map_or(1, |strength| strength.candidates);
        SearchSettings {
            multi_pv: self.search.multi_pv.max(candidates),
            rules: self.rules(),
            ..self.search.clone()
        }
    }

    /// How much weaker than possible to play; `None` for full strength.
    pub fn strength(&self) -> Option<Strength> {
        if self.limits_strength {
            Strength::of_elo(self.elo)
        } else {
            Strength::of_level(self.skill_level as f64)
        }
    }

    /// Search threads: those asked for, as far as the machine has a use for them.
    /// Weaker play needs one only: its few nodes are then the same ones every time.
    pub fn used_threads(&self) -> usize {
        if self.strength().is_some() { 1 } else { self.threads.min(capacity::most_threads()) }
    }

    /// The rule set of searches and verdicts.
    pub fn rules(&self) -> RuleSet {
        RuleSet {
            fold: self.fold,
            quiet_limit: self.has_quiet_limit.then_some(self.quiet_limit),
            draw_rule: self.draw_rule,
            mate_threat_depth: self.mate_threat_depth,
            ..self.repetition_rule
        }
    }
}

impl Default for Options {
    fn default() -> Options {
        let mut options = Options {
            threads: 0,
            hash_mib: 0,
            search: SearchSettings::default(),
            show_wdl: false,
            log_file: None,
            eval_file: PathBuf::new(),
            endings_path: PathBuf::new(),
            repetition_rule: RuleSet::default(),
            fold: 0,
            has_quiet_limit: false,
            quiet_limit: 0,
            ranks: Ranks::default(),
            resign_at: 0,
            own_book: false,
            book_files: Vec::new(),
            random_seed: 0,
            skill_level: 0,
            limits_strength: false,
            elo: 0,
            draw_rule: DrawRule::default(),
            mate_threat_depth: 0,
        };
        for spec in specs() {
            if let Some(value) = spec.kind.default_value() {
                (spec.set)(&mut options, &value);
            }
        }
        options
    }
}

/// How the ranks of printed moves are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ranks {
    /// From 0 to 9.
    #[default]
    FromZero,
    /// From 1 to 10.
    FromOne,
    /// As the client counted them last.
    AsRead,
}

impl Ranks {
    /// The names, in the order of the variants.
    const NAMES: [&str; 3] = ["0-9", "1-10", "as-read"];

    fn by_name(name: &str) -> Ranks {
        match Ranks::NAMES.iter().position(|known| *known == name) {
            Some(1) => Ranks::FromOne,
            Some(2) => Ranks::AsRead,
            _ => Ranks::FromZero,
        }
    }
}

/// What setting an option means beyond the new value.
#[derive(Clone, Copy, Debug)]
pub enum Effect {
    /// Nothing: the next search goes by it, a running one does not notice.
    Settings,
    /// The pool gets another number of threads.
    Threads,
    /// The transposition table gets another size.
    Hash,
    /// The transposition table is emptied.
    Clear,
    /// The rules change: scores in the table are wrong under the new ones.
    Rules,
    /// The level of play changes.
    Strength,
    /// Another opening book is used, or none.
    Book,
    /// Another file takes the log.
    LogFile,
    /// Another network judges positions, if it can be read.
    EvalFile,
    /// The tables of solved endings come from another folder, if it can be read.
    EndingsPath,
    /// A parameter of the search changes, for every engine of the process.
    #[cfg(feature = "tune")]
    Param(fn(i32)),
}

/// One option.
#[derive(Debug)]
pub struct OptionSpec {
    /// The name, as UCI prints it.
    pub name: &'static str,
    /// Type, default and range.
    pub kind: Kind,
    /// What else happens when it is set.
    pub effect: Effect,
    /// Writes a value down.
    pub set: fn(&mut Options, &Value),
}

/// Numbers of which a small value means little: one below the range means the smallest. Elsewhere it
/// may mean "none" or be a mistake.
const SMALL_IS_LITTLE: &[&str] =
    &["Threads", "Hash", "MultiPV", "Move Overhead", "nodestime", "Skill Level", "UCI_Elo"];

/// Numbers of which one above the range does not mean the largest: another seed is other play, and
/// so large a table is not to be had.
const LARGE_IS_NOT_MOST: &[&str] = &["Random Seed", "Hash"];

impl OptionSpec {
    /// The value that a number outside the range stands for, where that is plain: the nearest one.
    pub fn nearest(&self, number: i64) -> Option<i64> {
        let Kind::Spin { min, max, .. } = self.kind else { return None };
        #[cfg(feature = "tune")]
        if let Effect::Param(_) = self.effect {
            return None; // who tunes wants what was asked for
        }
        match number {
            n if n < min => SMALL_IS_LITTLE.contains(&self.name).then_some(min),
            n if n > max => (!LARGE_IS_NOT_MOST.contains(&self.name)).then_some(max),
            n => Some(n),
        }
    }
}

/// The largest table in MiB that can be asked for.
pub const MAX_HASH_MIB: i64 = 1 << 20;

/// All options in the order in which they are printed.
pub fn specs() -> impl Iterator<Item = &'static OptionSpec> {
    #[cfg(feature = "tune")]
    return SPECS.iter().chain(TUNABLE.iter());
    #[cfg(not(feature = "tune"))]
    SPECS.iter()
}

/// The option of a name. Case does not matter, and `_` stands for a blank too.
pub fn find(name: &str) -> Option<&'static OptionSpec> {
    let plain = |c: char| if c == '_' { ' ' } else { c.to_ascii_lowercase() };
    specs().find(|spec| spec.name.chars().map(plain).eq(name.chars().map(plain)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_and_refused() {
        let spin = find("hash").unwrap().kind;
        assert_eq!(spin.parse("32"), Ok(Value::Spin(32)));
        for bad in ["abc", "", "0", "-1", "1.5", "99999999999999999999"] {
            assert!(spin.parse(bad).is_err(), "{bad}");
        }
        let check = find("uci_showwdl").unwrap().kind;
        for (text, value) in [("TRUE", true), ("1", true), ("on", true), ("no", false)] {
            assert_eq!(check.parse(text), Ok(Value::Check(value)));
        }
        assert!(check.parse("maybe").is_err());
        let combo = find("UCI Variant").unwrap().kind;
        assert_eq!(combo.parse("Xiangqi"), Ok(Value::Combo("xiangqi")));
        assert_eq!(combo.parse("chess").unwrap_err().to_string(), "expected one of: xiangqi");
        let text = find("debug_log_file").unwrap().kind;
        assert_eq!(text.parse("<empty>"), Ok(Value::Text(String::new())));
        assert_eq!(text.parse("My Log"), Ok(Value::Text("My Log".into())));
        assert!(find("no such option").is_none());
    }

    #[test]
    fn a_number_out_of_range_is_the_nearest_where_that_is_plain() {
        for (name, number, nearest) in [
            ("UCI_Elo", 3000, Some(2690)),
            ("UCI_Elo", 2700, Some(2690)),
            ("UCI_Elo", 0, Some(600)),
            ("UCI_Elo", i64::MIN, Some(600)),
            ("UCI_Elo", 1500, Some(1500)),
            ("Skill Level", 21, Some(20)),
            ("Skill Level", -20, Some(0)),
            ("MultiPV", 500, Some(128)),
            ("Threads", 0, Some(1)),
            ("Hash", 0, Some(1)),
            ("Hash", i64::MAX, None),
            ("Random Seed", i64::MAX, None),
            ("Random Seed", -1, None),
            ("Rule60MaxPly", 200, Some(150)),
            ("Rule60MaxPly", 0, None),
            ("Repetition Fold", 1, None),
            ("Resign Below", -500, None),
            ("Ponder", 1, None),
        ] {
            assert_eq!(find(name).unwrap().nearest(number), nearest, "{name} {number}");
        }
        let known: Vec<&str> = specs().map(|spec| spec.name).collect();
        for name in SMALL_IS_LITTLE.iter().chain(LARGE_IS_NOT_MOST) {
            assert!(known.contains(name), "{name}");
        }
    }

    #[test]
    fn rule_options_make_a_rule_set() {
        let mut options = Options::default();
        let mut set = |name: &str, text: &str| {
            let spec = find(name).unwrap();
            (spec.set)(&mut options, &spec.kind.parse(text).unwrap());
            options.rules()
        };
        assert_eq!(set("Sixty Move Rule", "false").quiet_limit, None);
        set("Rule60MaxPly", "100");
        assert_eq!(set("Sixty Move Rule", "true").quiet_limit, Some(100));
        assert_eq!(set("Repetition Fold", "2").fold, 2);
        assert_eq!(set("Mate Threat Depth", "4").mate_threat_depth, 4);
        assert_ne!(set("Draw Rule", "DrawAsRedWin").draw_rule, DrawRule::None);
        for name in RuleSet::NAMES {
            let rules = set("Repetition Rule", name);
            assert_eq!((rules.name, rules.fold), (name, 2), "the other options stay");
            assert_eq!(rules.chases, RuleSet::by_name(name).unwrap().chases);
        }
    }

    #[test]
    fn every_default_is_a_value_and_names_are_unique() {
        for spec in specs() {
            if let Kind::Spin { default, min, max } = spec.kind {
                assert!((min..=max).contains(&default), "{}", spec.name);
            }
            if let Kind::Combo { default, vars } = spec.kind {
                assert!(vars.contains(&default), "{}", spec.name);
            }
            assert!(std::ptr::eq(find(spec.name).unwrap(), spec), "{} occurs twice", spec.name);
        }
        let options = Options::default();
        assert_eq!((options.threads, options.hash_mib, options.search.multi_pv), (1, 16, 1));
        assert_eq!(options.log_file, None);
        assert_eq!(options.rules(), RuleSet::DEFAULT);
    }
}
