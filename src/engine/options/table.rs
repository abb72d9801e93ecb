//! The list of all options: names, types, ranges, and where each value goes.

use std::num::NonZeroU32;
use std::path::Path;
use std::time::Duration;

use crate::engine::options::{Effect, Kind, MAX_HASH_MIB, OptionSpec, Ranks};
use crate::engine::{DEFAULT_HASH_MIB, strength};
use crate::rules::{DrawRule, RuleSet};
use crate::search::SearchSettings;
#[cfg(feature = "tune")]
use crate::search::params::{self, Param};

/// In the order in which they are printed.
pub(super) static SPECS: &[OptionSpec] = &[
    OptionSpec {
        name: "Debug Log File",
        kind: Kind::Text { default: "" },
        effect: Effect::LogFile,
        set: |o, v| o.log_file = Some(v.path()).filter(|path| path != Path::new("")),
    },
    OptionSpec {
        name: "Threads",
        kind: Kind::Spin { default: 1, min: 1, max: 512 },
        effect: Effect::Threads,
        set: |o, v| o.threads = v.size(),
    },
    OptionSpec {
        name: "Hash",
        kind: Kind::Spin { default: DEFAULT_HASH_MIB as i64, min: 1, max: MAX_HASH_MIB },
        effect: Effect::Hash,
        set: |o, v| o.hash_mib = v.size(),
    },
    OptionSpec { name: "Clear Hash", kind: Kind::Button, effect: Effect::Clear, set: |_, _| {} },
    OptionSpec {
        name: "Ponder",
        kind: Kind::Check { default: false },
        effect: Effect::Settings,
        set: |_, _| {}, // pondering is ordered by each `go`
    },
    OptionSpec {
        name: "MultiPV",
        kind: Kind::Spin { default: SearchSettings::MULTI_PV as i64, min: 1, max: 128 },
        effect: Effect::Settings,
        set: |o, v| o.search.multi_pv = v.size(),
    },
    OptionSpec {
        name: "Move Overhead",
        kind: Kind::Spin {
            default: SearchSettings::MOVE_OVERHEAD.as_millis() as i64,
            min: 0,
            max: 5000,
        },
        effect: Effect::Settings,
        set: |o, v| o.search.move_overhead = Duration::from_millis(v.size() as u64),
    },
    OptionSpec {
        name: "nodestime",
        kind: Kind::Spin { default: 0, min: 0, max: 100_000 },
        effect: Effect::Settings,
        set: |o, v| o.search.nodes_per_ms = NonZeroU32::new(v.size() as u32),
    },
    OptionSpec {
        name: "UCI_ShowWDL",
        kind: Kind::Check { default: false },
        effect: Effect::Settings,
        set: |o, v| o.show_wdl = v.check(),
    },
    OptionSpec {
        name: "UCI_Variant",
        kind: Kind::Combo { default: "xiangqi", vars: &["xiangqi"] },
        effect: Effect::Settings,
        set: |_, _| {}, // there is no other
    },
    OptionSpec {
        name: "EvalFile",
        kind: Kind::Text { default: "" },
        effect: Effect::EvalFile,
        set: |o, v| o.eval_file = v.path(),
    },
    OptionSpec {
        name: "EndingsPath",
        kind: Kind::Text { default: "" },
        effect: Effect::EndingsPath,
        set: |o, v| o.endings_path = v.path(),
    },
    OptionSpec {
        name: "Ranks",
        kind: Kind::Combo { default: Ranks::NAMES[0], vars: &Ranks::NAMES },
        effect: Effect::Settings,
        set: |o, v| o.ranks = Ranks::by_name(v.text()),
    },
    OptionSpec {
        name: "Resign Below",
        kind: Kind::Spin { default: 0, min: 0, max: 10_000 },
        effect: Effect::Settings,
        set: |o, v| o.resign_at = v.size() as i32,
    },
    OptionSpec {
        name: "OwnBook",
        kind: Kind::Check { default: false },
        effect: Effect::Book,
        set: |o, v| o.own_book = v.check(),
    },
    OptionSpec {
        name: "BookFile",
        kind: Kind::Text { default: "" },
        effect: Effect::Book,
        set: |o, v| o.book_files = v.paths(),
    },
    OptionSpec {
        name: "Skill Level",
        kind: Kind::Spin { default: strength::FULL, min: 0, max: strength::FULL },
        effect: Effect::Strength,
        set: |o, v| o.skill_level = v.size() as i64,
    },
    OptionSpec {
        name: "UCI_LimitStrength",
        kind: Kind::Check { default: false },
        effect: Effect::Strength,
        set: |o, v| o.limits_strength = v.check(),
    },
    OptionSpec {
        name: "UCI_Elo",
        kind: Kind::Spin {
            default: strength::ELO[strength::ELO.len() / 2],
            min: strength::ELO[0],
            max: strength::ELO[strength::ELO.len() - 1],
        },
        effect: Effect::Strength,
        set: |o, v| o.elo = v.size() as i64,
    },
    OptionSpec {
        name: "Random Seed",
        kind: Kind::Spin { default: 0, min: 0, max: i32::MAX as i64 },
        effect: Effect::Settings,
        set: |o, v| o.random_seed = v.size() as u64,
    },
    OptionSpec {
        name: "Repetition Rule",
        kind: Kind::Combo { default: RuleSet::DEFAULT.name, vars: &RuleSet::NAMES },
        effect: Effect::Rules,
        set: |o, v| o.repetition_rule = RuleSet::by_name(v.text()).unwrap_or_default(),
    },
    OptionSpec {
        name: "Repetition Fold",
        kind: Kind::Spin { default: RuleSet::DEFAULT.fold as i64, min: 2, max: 5 },
        effect: Effect::Rules,
        set: |o, v| o.fold = v.size(),
    },
    OptionSpec {
        name: "Sixty Move Rule",
        kind: Kind::Check { default: RuleSet::DEFAULT.quiet_limit.is_some() },
        effect: Effect::Rules,
        set: |o, v| o.has_quiet_limit = v.check(),
    },
    OptionSpec {
        name: "Rule60MaxPly",
        kind: Kind::Spin { default: RuleSet::NATURAL_LIMIT as i64, min: 1, max: 150 },
        effect: Effect::Rules,
        set: |o, v| o.quiet_limit = v.size() as u32,
    },
    OptionSpec {
        name: "Mate Threat Depth",
        kind: Kind::Spin { default: RuleSet::DEFAULT.mate_threat_depth as i64, min: 0, max: 10 },
        effect: Effect::Rules,
        set: |o, v| o.mate_threat_depth = v.size() as u32,
    },
    OptionSpec {
        name: "Draw Rule",
        kind: Kind::Combo { default: DrawRule::NAMES[0], vars: &DrawRule::NAMES },
        effect: Effect::Rules,
        set: |o, v| o.draw_rule = DrawRule::by_name(v.text()).unwrap_or_default(),
    },
];

/// The parameters of the search as options.
#[cfg(feature = "tune")]
pub(super) static TUNABLE: std::sync::LazyLock<Vec<OptionSpec>> = std::sync::LazyLock::new(|| {
    let spec = |param: &Param| OptionSpec {
        name: param.name,
        kind: Kind::Spin {
            default: param.default.into(),
            min: param.min.into(),
            max: param.max.into(),
        },
        effect: Effect::Param(param.set),
        set: |_, _| {},
    };
    params::TABLE.iter().map(spec).collect()
});
