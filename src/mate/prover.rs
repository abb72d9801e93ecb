//! Depth-first proof-number search (df-pn; Nagai 2002) for mates.
//!
//! A node is asked whether the attacker mates within a number of plies. At an
//! attacker's node one move must, at a defender's node all must. The proof number
//! estimates how many leaves are missing for a proof, the disproof number for a
//! refutation; the search follows the moves for which least is missing. Where a
//! sum would count shared subtrees twice, the largest number plus one for each
//! further open child stands in for it (weak proof numbers; Ueda et al. 2008).
//!
//! A position that stands on the line already is taken for a refutation: a
//! shortest mate never repeats a position. Such a refutation need not hold on
//! other lines, so it is marked, kept for one search only, and never reported.
//! Proofs rest on no repetition at all: the plies left fall with every move.

use smallvec::SmallVec;

use crate::board::{Board, CheckSquares, Key, Material, NullObserver, zobrist};
use crate::mate::Attack;
use crate::mate::children::{Child, Role, choose, combine, less, open_children};
use crate::mate::table::{INFINITE, ProofNumbers, ProofTable};
use crate::types::Move;

/// The search has used up its nodes or was told to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exhausted;

/// Nodes spent on whether a quiet move threatens a mate by checks.
const THREAT_NODES: u64 = 400;
/// Plies of the longest threat.
const THREAT_PLIES: u8 = 11;
/// How often the stop flag is asked, in nodes.
const STOP_INTERVAL: u64 = 1024;
/// Added to the proof number of the replies to a quiet move: checks come first.
const QUIET_COST: u32 = 4;
/// Replies that a quiet move is taken to have: counting them for every one took more than half
/// of the time.
const QUIET_REPLIES: u32 = 30;
/// Up to so many pieces of the defender they are counted: there quiet moves leave no move.
const FEW_PIECES: u32 = 5;

/// The search of one position.
pub struct Prover<'a> {
    /// The node being searched.
    pub board: Board,
    /// What is known of nodes.
    pub table: &'a mut ProofTable,
    /// Nodes so far.
    pub nodes: u64,
    /// Nodes after which to give up.
    pub limit: u64,
    /// Whether positions of the line count as refuted.
    pub stops_at_repetition: bool,
    /// Whether a position of the game before the root has been met, which is
    /// taken for a refutation although nobody knows.
    pub has_met_history: bool,
    /// Positions of the game since the last capture, without the root.
    history: Vec<Key>,
    /// Positions of the line.
    path: Vec<Key>,
    stop: &'a dyn Fn() -> bool,
}

impl<'a> Prover<'a> {
    /// A search of a position with its history.
    pub fn new(
        board: Board,
        history: Vec<Key>,
        table: &'a mut ProofTable,
        stop: &'a dyn Fn() -> bool,
    ) -> Prover<'a> {
        Prover {
            board,
            table,
            nodes: 0,
            limit: 0,
            stops_at_repetition: true,
            has_met_history: false,
            history,
            path: Vec::new(),
            stop,
        }
    }

    /// Whether the side to move mates within `bound` plies, an odd number.
    pub fn attacker(&mut self, bound: u8, attack: Attack) -> Result<ProofNumbers, Exhausted> {
        self.table.new_search();
        self.path.clear(); // a search that was given up has left its line
        self.search(Role::Attacker, bound, attack, true, INFINITE, INFINITE)
    }

    /// Whether the side to move, which has a legal move, is mated within `bound`
    /// plies, an even number.
    pub fn defender(&mut self, bound: u8, attack: Attack) -> Result<ProofNumbers, Exhausted> {
        self.table.new_search();
        self.path.clear();
        self.search(Role::Defender, bound, attack, true, INFINITE, INFINITE)
    }

    /// Searches a node until one of its numbers reaches its limit.
    fn search(
        &mut self,
        role: Role,
        bound: u8,
        attack: Attack,
        is_check: bool,
        max_pn: u32,
        max_dn: u32,
    ) -> Result<ProofNumbers, Exhausted> {
        let before = self.nodes;
        self.count()?;
        let key = self.board.key() ^ salt(attack);
        let mut children = Vec::new();
        if role == Role::Attacker {
            self.add_attacks(bound, attack, &mut children);
        } else if !is_check && !self.board.has_legal_move() {
            let value = ProofNumbers::proved(0); // not counted when the move was listed
            self.table.store(key, bound, value, 1);
            return Ok(value);
        } else if is_check || attack != Attack::Threats || self.threatens(bound)? {
            self.add_defences(bound, attack, &mut children);
        } else {
            let value = ProofNumbers::refuted(false); // no threat: not among the moves searched
            self.table.store(key, bound, value, (self.nodes - before) as u32);
            return Ok(value);
        }
        self.path.push(self.board.key());
        let value = loop {
            let value = combine(&children, role);
            let choice = choose(&children, role);
            let Some((i, next)) = choice.filter(|_| value.pn < max_pn && value.dn < max_dn) else {
                break value;
            };
            let open = open_children(&children, role) - 1;
            let slack = |n: u32| n.saturating_add(n / 4).saturating_add(1);
            let (child_pn, child_dn) = match role {
                Role::Attacker => (max_pn.min(slack(next)), less(max_dn, open)),
                Role::Defender => (less(max_pn, open), max_dn.min(slack(next))),
            };
            let Child { mv, is_check, .. } = children[i];
            let undo = self.board.make(mv, &mut NullObserver);
            let found = self.search(role.other(), bound - 1, attack, is_check, child_pn, child_dn);
            self.board.unmake(mv, &undo, &mut NullObserver);
            match found {
                Ok(found) => children[i].value = found,
                Err(exhausted) => {
                    self.path.pop();
                    return Err(exhausted);
                }
            }
        };
        self.path.pop();
        self.table.store(key, bound, value, (self.nodes - before) as u32);
        Ok(value)
    }

    /// Whether somebody wants it to give up.
    pub fn is_stopped(&self) -> bool {
        (self.stop)()
    }

    fn count(&mut self) -> Result<(), Exhausted> {
        self.nodes += 1;
        let is_over = self.nodes > self.limit
            || self.nodes.is_multiple_of(STOP_INTERVAL) && self.is_stopped();
        if is_over { Err(Exhausted) } else { Ok(()) }
    }

    /// The attacker's moves and what is known of them. A mate at once stands
    /// alone.
    fn add_attacks(&mut self, bound: u8, attack: Attack, children: &mut Vec<Child>) {
        let bound = match Material::of(&self.board) {
            Material::Sufficient => bound,
            Material::Dead => return,
            Material::DeadUnlessMate => bound.min(1),
        };
        let counts_all = bound <= 1 || self.board.color(!self.board.side()).count() <= FEW_PIECES;
        let squares = CheckSquares::new(&self.board);
        let mut attacks: SmallVec<[(Move, bool, Key); 32]> = SmallVec::new();
        for mv in self.board.legal_moves() {
            let is_check = self.board.gives_check(mv, &squares);
            if is_check || attack != Attack::Checks {
                let key = self.board.key_after(mv);
                self.table.prefetch(key ^ salt(attack));
                attacks.push((mv, is_check, key));
            }
        }
        for (mv, is_check, key) in attacks {
            // What is known of a position says that it is no mate yet: only others are made.
            let known = if bound > 1 { self.look_up(key, bound - 1, attack) } else { None };
            if let Some(value) = known {
                children.push(Child { mv, is_check, value });
                continue;
            }
            if !is_check && !counts_all && self.board.piece_at(mv.to()).is_none() {
                let value = ProofNumbers::open(QUIET_REPLIES, 1);
                children.push(Child { mv, is_check, value });
                continue;
            }
            let undo = self.board.make(mv, &mut NullObserver);
            let replies = self.board.count_legal() as u32;
            let is_sufficient = Material::of(&self.board) == Material::Sufficient;
            self.board.unmake(mv, &undo, &mut NullObserver);
            if replies == 0 {
                children.clear();
                children.push(Child { mv, is_check, value: ProofNumbers::proved(0) });
                return;
            }
            if bound > 1 && is_sufficient {
                let start = if is_check { replies } else { replies + QUIET_COST };
                let value = ProofNumbers::open(start, 1);
                // The next visit of the node need not count again.
                self.table.store(key ^ salt(attack), bound - 1, value, 1);
                children.push(Child { mv, is_check, value });
            }
        }
    }

    /// All moves of the defender and what is known of them. A refutation stands
    /// alone.
    fn add_defences(&mut self, bound: u8, attack: Attack, children: &mut Vec<Child>) {
        let defences = self.board.legal_moves();
        for &mv in &defences {
            self.table.prefetch(self.board.key_after(mv) ^ salt(attack));
        }
        for mv in defences {
            let value = if self.is_dead_after(mv) {
                ProofNumbers::refuted(false)
            } else {
                let known = self.look_up(self.board.key_after(mv), bound - 1, attack);
                known.unwrap_or(ProofNumbers::open(1, 1))
            };
            if value.is_refuted() && !value.by_repetition {
                children.clear();
            }
            children.push(Child { mv, is_check: true, value });
            if children[0].value.is_refuted() && !children[0].value.by_repetition {
                return;
            }
        }
    }

    /// Whether nobody can mate any more after a move: only captures change that.
    fn is_dead_after(&mut self, mv: Move) -> bool {
        if self.board.piece_at(mv.to()).is_none() {
            return false;
        }
        let undo = self.board.make(mv, &mut NullObserver);
        let is_dead = Material::of(&self.board) == Material::Dead;
        self.board.unmake(mv, &undo, &mut NullObserver);
        is_dead
    }

    /// What is known of the position after a move, by its key, before it is searched; `None`
    /// for nothing.
    fn look_up(&mut self, key: Key, bound: u8, attack: Attack) -> Option<ProofNumbers> {
        if self.history.contains(&key) {
            self.has_met_history = true;
            return Some(ProofNumbers::refuted(false));
        }
        let known = self.table.probe(key ^ salt(attack), bound);
        match known {
            Some(value) if value.is_proved() => known,
            _ if self.stops_at_repetition && self.path.contains(&key) => {
                Some(ProofNumbers::refuted(true))
            }
            _ => known,
        }
    }

    /// Whether the side that is not to move would mate by checks if the side to
    /// move, which is not in check, passed.
    fn threatens(&mut self, bound: u8) -> Result<bool, Exhausted> {
        let outer = self.limit;
        self.limit = outer.min(self.nodes + THREAT_NODES);
        let undo = self.board.make_null();
        let bound = (bound - 1).min(THREAT_PLIES);
        let found = self.search(Role::Attacker, bound, Attack::Checks, true, INFINITE, INFINITE);
        self.board.unmake_null(&undo);
        self.limit = outer;
        if self.nodes >= outer {
            return Err(Exhausted);
        }
        Ok(found.is_ok_and(|value| value.is_proved()))
    }

    /// The quickest proved move of an attacker for whom a mate within `bound`
    /// plies has been proved, and the plies left after it.
    pub fn best_attack(&mut self, bound: u8, attack: Attack) -> Option<(Move, u8)> {
        for _ in 0..2 {
            let mut children = Vec::new();
            self.add_attacks(bound, attack, &mut children);
            let proved = children.iter().filter(|child| child.value.is_proved());
            if let Some(child) = proved.min_by_key(|child| child.value.length) {
                return Some((child.mv, child.value.length));
            }
            // The table has forgotten the proof.
            self.attacker(bound, attack).ok().filter(ProofNumbers::is_proved)?;
        }
        None
    }

    /// The reply of a defender, mated within `bound` plies, that holds out
    /// longest, and the plies left after it.
    pub fn best_defence(&mut self, bound: u8, attack: Attack) -> Option<(Move, u8)> {
        let mut longest = None;
        for mv in self.board.legal_moves() {
            let undo = self.board.make(mv, &mut NullObserver);
            let known = self.table.probe(self.board.key() ^ salt(attack), bound - 1);
            let value = match known.filter(ProofNumbers::is_proved) {
                Some(value) => Some(value),
                None => self.attacker(bound - 1, attack).ok().filter(ProofNumbers::is_proved),
            };
            self.board.unmake(mv, &undo, &mut NullObserver);
            let length = value?.length;
            if longest.is_none_or(|(_, plies)| length > plies) {
                longest = Some((mv, length));
            }
        }
        longest
    }

    /// Stores that the position on the board is proved in `length` plies.
    pub fn learn(&mut self, length: u8, attack: Attack) {
        let key = self.board.key() ^ salt(attack);
        self.table.store(key, length, ProofNumbers::proved(length), 1);
    }
}

/// What keeps the nodes of different searches apart in the table.
fn salt(attack: Attack) -> Key {
    match attack {
        Attack::Checks => zobrist::salt(0x6d61_7465),
        Attack::Threats => zobrist::salt(0x6d61_7466),
        Attack::Any => zobrist::salt(0x6d61_7467),
    }
}
