//! Rule sets as plain values: the judge reads flags and numbers and has no code
//! path of its own for any of the names.

use crate::rules::Reason;
use crate::types::Color;

/// What counts as a forbidden chase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChaseRule {
    /// Every chase is free.
    Free,
    /// A side loses that chases the same piece anew with every move.
    OneVictim,
    /// A side loses whose every move attacks: checks, threatens mate, or chases
    /// anything anew.
    AnyAttack,
}

/// What a check within a repetition does to the chases in it. Without effect
/// where every attack counts ([`ChaseRule::AnyAttack`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckEffect {
    /// A check by either side excuses both from their chases.
    ExcusesBoth,
    /// A check chases nothing: it excuses the side that gives it, not the other.
    ExcusesChecker,
}

/// How a search scores draws, for variants in which a draw is not level. The
/// verdict on a game does not change: it stays a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum DrawRule {
    /// Draws are level.
    #[default]
    None,
    /// Every draw is a win for this side.
    WinFor(Color),
    /// A draw by repetition is a win for this side; other draws are draws.
    RepetitionWinFor(Color),
}

impl DrawRule {
    /// The names of all draw rules, as GUIs send them.
    pub const NAMES: [&'static str; 5] =
        ["None", "DrawAsRedWin", "DrawAsBlackWin", "DrawRepAsRedWin", "DrawRepAsBlackWin"];

    /// The draw rule of this name, letter case ignored; `None` for other names.
    pub fn by_name(name: &str) -> Option<DrawRule> {
        let rules = [
            DrawRule::None,
            DrawRule::WinFor(Color::Red),
            DrawRule::WinFor(Color::Black),
            DrawRule::RepetitionWinFor(Color::Red),
            DrawRule::RepetitionWinFor(Color::Black),
        ];
        let index = Self::NAMES.iter().position(|n| n.eq_ignore_ascii_case(name))?;
        Some(rules[index])
    }

    /// The side for which a search scores a draw of this kind as a win.
    #[inline]
    pub fn winner(self, reason: Reason) -> Option<Color> {
        match self {
            DrawRule::WinFor(color) => Some(color),
            DrawRule::RepetitionWinFor(color) if reason.is_repetition() => Some(color),
            _ => None,
        }
    }
}

/// A rule set: the flags and numbers by which games are judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleSet {
    /// The name under which GUIs ask for it.
    pub name: &'static str,
    /// Perpetual check loses.
    pub forbids_check: bool,
    /// Which chases lose.
    pub chases: ChaseRule,
    /// What a check does to the chases around it.
    pub check_effect: CheckEffect,
    /// An advisor or bishop chases a rook, knight or cannon even when it is
    /// protected.
    pub minors_chase_protected: bool,
    /// An attack on a protected piece is a chase when the exchange on its square
    /// wins material, as several attackers of it may.
    pub counts_exchanges: bool,
    /// A piece that follows a victim which has just moved chases it anew, even where
    /// the victim has run into the attack of another piece.
    pub following_chases: bool,
    /// Chasing a rook that stands on the leg of a knight before its king
    /// outweighs every other chase.
    pub pinned_rook_outweighs: bool,
    /// Plies within which a threatened mate by checks alone makes a move an
    /// attack; read only with [`ChaseRule::AnyAttack`]. 0 for none.
    pub mate_threat_depth: u32,
    /// The occurrence of a position at which a repetition is judged, at least 2.
    pub fold: usize,
    /// Plies without a capture after which the game is drawn; `None` for no limit.
    pub quiet_limit: Option<u32>,
    /// What a draw is worth to a search.
    pub draw_rule: DrawRule,
}

impl RuleSet {
    /// The natural limit of the rule books, in plies.
    pub const NATURAL_LIMIT: u32 = 120;

    /// Checks that a side may give after a capture before further ones, and the
    /// replies to them, no longer count towards the natural limit.
    pub const FREE_CHECKS: u8 = 10;

    /// The rule set that holds unless another one is asked for.
    pub const DEFAULT: RuleSet = RuleSet::COMPUTER;

    /// Perpetual check and the perpetual chase of one piece lose unless a check
    /// interferes. The rule of program tournaments.
    pub const COMPUTER: RuleSet = RuleSet {
        name: "ComputerRule",
        forbids_check: true,
        chases: ChaseRule::OneVictim,
        check_effect: CheckEffect::ExcusesBoth,
        minors_chase_protected: true,
        counts_exchanges: false,
        following_chases: false,
        pinned_rook_outweighs: false,
        mate_threat_depth: 10,
        fold: 3,
        quiet_limit: Some(RuleSet::NATURAL_LIMIT),
        draw_rule: DrawRule::None,
    };

    /// The rule of the Asian and the World Xiangqi Federation, as far as a
    /// program can apply it.
    pub const ASIAN: RuleSet = RuleSet {
        name: "AsianRule",
        check_effect: CheckEffect::ExcusesChecker,
        minors_chase_protected: false,
        following_chases: true,
        pinned_rook_outweighs: true,
        ..RuleSet::COMPUTER
    };

    /// The rule of the Chinese Xiangqi Association, approximated: threats to
    /// mate and mixtures of attacks are forbidden too.
    pub const CHINESE: RuleSet = RuleSet {
        name: "ChineseRule",
        chases: ChaseRule::AnyAttack,
        check_effect: CheckEffect::ExcusesChecker,
        counts_exchanges: true,
        following_chases: true,
        ..RuleSet::COMPUTER
    };

    /// Only perpetual check loses.
    pub const ALLOW_CHASE: RuleSet =
        RuleSet { name: "AllowChase", chases: ChaseRule::Free, ..RuleSet::COMPUTER };

    /// Every repetition is a draw.
    pub const NO_JUDGEMENT: RuleSet =
        RuleSet { name: "NoJudgement", forbids_check: false, ..RuleSet::ALLOW_CHASE };

    /// All rule sets, the default first.
    pub const ALL: [RuleSet; 5] = [
        RuleSet::COMPUTER,
        RuleSet::ASIAN,
        RuleSet::CHINESE,
        RuleSet::ALLOW_CHASE,
        RuleSet::NO_JUDGEMENT,
    ];

    /// The names of all rule sets, in the same order.
    pub const NAMES: [&'static str; RuleSet::ALL.len()] = {
        let mut names = [""; RuleSet::ALL.len()];
        let mut i = 0;
        while i < names.len() {
            names[i] = RuleSet::ALL[i].name;
            i += 1;
        }
        names
    };

    /// The rule set of this name, letter case ignored; `None` for other names.
    pub fn by_name(name: &str) -> Option<RuleSet> {
        RuleSet::ALL.into_iter().find(|rules| rules.name.eq_ignore_ascii_case(name))
    }

    /// Whether a game is drawn after this many quiet plies, if it has not ended
    /// otherwise.
    #[inline]
    pub fn is_at_limit(&self, quiet_plies: u32) -> bool {
        self.plies_left(quiet_plies) == Some(0)
    }

    /// Whether the natural limit is so near that a score found after another
    /// number of quiet plies says little.
    #[inline]
    pub fn is_near_limit(&self, quiet_plies: u32) -> bool {
        const NEAR: u32 = 10;
        self.plies_left(quiet_plies).is_some_and(|left| left <= NEAR)
    }

    /// How close the natural limit is, in steps of a few plies: 0 as long as it
    /// is far away. Positions of different stages are different for a search.
    #[inline]
    pub fn limit_stage(&self, quiet_plies: u32) -> u32 {
        const STEP: u32 = 8;
        const FAR: u32 = 81;
        match self.plies_left(quiet_plies) {
            Some(left) if left < FAR => FAR.div_ceil(STEP) - left.div_ceil(STEP),
            _ => 0,
        }
    }

    /// Quiet plies that are left before the natural limit; `None` without one.
    #[inline]
    fn plies_left(&self, quiet_plies: u32) -> Option<u32> {
        self.quiet_limit.map(|limit| limit.saturating_sub(quiet_plies))
    }
}

impl Default for RuleSet {
    fn default() -> RuleSet {
        RuleSet::DEFAULT
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_natural_limit_has_stages() {
        let rules = |quiet_limit| RuleSet { quiet_limit, ..RuleSet::DEFAULT };
        let stages = |limit, plies: [u32; 5]| plies.map(|n| rules(Some(limit)).limit_stage(n));
        assert_eq!(stages(120, [0, 39, 40, 119, 120]), [0, 0, 1, 10, 11]);
        assert_eq!(stages(60, [0, 3, 4, 59, 60]), [3, 3, 4, 10, 11]);
        assert_eq!(stages(1, [0, 1, 2, 120, u32::MAX]), [10, 11, 11, 11, 11]);
        for (limit, far) in [(120, 109), (60, 49), (11, 0)] {
            let rules = rules(Some(limit));
            assert!(!rules.is_near_limit(far) && rules.is_near_limit(far + 1), "{limit}");
            assert!(!rules.is_at_limit(limit - 1) && rules.is_at_limit(limit));
            assert!(rules.is_at_limit(u32::MAX));
        }
        let rules = rules(None);
        assert_eq!(rules.limit_stage(u32::MAX), 0);
        assert!(!rules.is_at_limit(u32::MAX) && !rules.is_near_limit(u32::MAX));
    }

    #[test]
    fn names_are_found_in_any_case() {
        for rules in RuleSet::ALL {
            assert_eq!(RuleSet::by_name(rules.name), Some(rules));
            assert_eq!(RuleSet::by_name(&rules.name.to_lowercase()), Some(rules));
        }
        assert_eq!(RuleSet::by_name("SkyRule"), None);
        assert_eq!(RuleSet::NAMES[0], RuleSet::default().name);
        for name in DrawRule::NAMES {
            assert!(DrawRule::by_name(name).is_some(), "{name}");
        }
        assert_eq!(DrawRule::by_name("none"), Some(DrawRule::None));
        assert_eq!(DrawRule::by_name("DrawAsWin"), None);
        let rule = DrawRule::by_name("DrawRepAsBlackWin").unwrap();
        assert_eq!(rule.winner(Reason::Repetition), Some(Color::Black));
        assert_eq!(rule.winner(Reason::NaturalLimit), None);
        assert_eq!(DrawRule::WinFor(Color::Red).winner(Reason::NaturalLimit), Some(Color::Red));
    }
}
