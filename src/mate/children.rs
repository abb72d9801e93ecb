//! What the children of a node say of it, and which of them to search next.

use crate::mate::table::{INFINITE, ProofNumbers};
use crate::types::Move;

/// Who is to move at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The side that wants to mate.
    Attacker,
    /// The other side.
    Defender,
}

impl Role {
    /// Who moves next.
    pub fn other(self) -> Role {
        match self {
            Role::Attacker => Role::Defender,
            Role::Defender => Role::Attacker,
        }
    }
}

/// A position in the search of its predecessor.
#[derive(Clone, Copy, Debug)]
pub struct Child {
    /// The move that leads to it.
    pub mv: Move,
    /// Whether the move gives check.
    pub is_check: bool,
    /// What is known of it.
    pub value: ProofNumbers,
}

/// A limit less what the other open children add to the sum.
pub fn less(limit: u32, open: u32) -> u32 {
    if limit >= INFINITE { limit } else { limit.saturating_sub(open) }
}

/// Children that are not refuted at an attacker's node, or not proved at a
/// defender's.
pub fn open_children(children: &[Child], role: Role) -> u32 {
    let is_open = |child: &&Child| match role {
        Role::Attacker => !child.value.is_refuted(),
        Role::Defender => !child.value.is_proved(),
    };
    children.iter().filter(is_open).count() as u32
}

/// The value of a node from those of its children.
pub fn combine(children: &[Child], role: Role) -> ProofNumbers {
    let values = || children.iter().map(|child| child.value);
    let open = open_children(children, role);
    if role == Role::Attacker {
        if let Some(length) = values().filter(ProofNumbers::is_proved).map(|v| v.length).min() {
            return ProofNumbers::proved(length + 1);
        }
        if open == 0 {
            return ProofNumbers::refuted(values().any(|v| v.by_repetition));
        }
        let pn = values().map(|v| v.pn).min().unwrap_or(INFINITE);
        let dn = values().map(|v| v.dn).max().unwrap_or(0) + open - 1;
        return ProofNumbers::open(pn, dn.min(INFINITE - 1));
    }
    if open == 0 {
        return ProofNumbers::proved(values().map(|v| v.length).max().unwrap_or(0) + 1);
    }
    let mut refuted = values().filter(ProofNumbers::is_refuted).peekable();
    if refuted.peek().is_some() {
        return ProofNumbers::refuted(refuted.all(|v| v.by_repetition));
    }
    let pn = values().map(|v| v.pn).max().unwrap_or(0) + open - 1;
    let dn = values().map(|v| v.dn).min().unwrap_or(INFINITE);
    ProofNumbers::open(pn.min(INFINITE - 1), dn)
}

/// The child to search next, and the number of the second best one that it is
/// measured by; `None` when there is none.
pub fn choose(children: &[Child], role: Role) -> Option<(usize, u32)> {
    let number = |child: &Child| {
        let ProofNumbers { pn, dn, .. } = child.value;
        if role == Role::Attacker { (pn, dn) } else { (dn, pn) }
    };
    let best = (0..children.len()).min_by_key(|&i| number(&children[i]))?;
    let others = children.iter().enumerate().filter(|&(i, _)| i != best);
    let second = others.map(|(_, child)| number(child).0).min();
    Some((best, second.unwrap_or(INFINITE)))
}
