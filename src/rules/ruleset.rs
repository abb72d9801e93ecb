//! Rule sets as plain values.

/// What the judge goes by: flags and numbers, not code paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleSet {
    /// The name under which GUIs ask for it.
    pub name: &'static str,
    /// Perpetual check loses.
    pub forbids_check: bool,
    /// Plies without a capture after which the game is drawn; `None` for no limit.
    pub quiet_limit: Option<u32>,
}

impl RuleSet {
    /// Perpetual check loses, other repetitions draw, 120 quiet plies draw.
    pub const COMPUTER: RuleSet =
        RuleSet { name: "ComputerRule", forbids_check: true, quiet_limit: Some(120) };
}

impl Default for RuleSet {
    fn default() -> RuleSet {
        RuleSet::COMPUTER
    }
}
