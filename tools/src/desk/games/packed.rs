//! The moves of a game with its variations as the database keeps them: two bytes a move, in the
//! order of [`Tree::walk`].

use chuhe::types::Move;
use chuhe_games::Tree;
use chuhe_games::tree::Preorder;

/// Bit of a move that something follows.
const FOLLOWED: u16 = 1 << 15;
/// Bit of a move that an alternative to it stands behind its subtree.
const ALTERNATIVE: u16 = 1 << 14;
/// The bits of [`Move::bits`].
const MOVE: u16 = ALTERNATIVE - 1;

/// Packs a tree.
pub fn pack<T>(tree: &Tree<T>, mv: impl Fn(&T) -> Move) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(2 * tree.len());
    for at in tree.walk() {
        let Some(value) = tree.get(at) else { continue };
        let followed = if tree.first(at).is_some() { FOLLOWED } else { 0 };
        let other = if tree.next(at).is_some() { ALTERNATIVE } else { 0 };
        bytes.extend((mv(value).bits() | followed | other).to_le_bytes());
    }
    bytes
}

/// Unpacks a tree; `None` when the bytes are not what [`pack`] makes.
pub fn unpack(bytes: &[u8]) -> Option<Tree<Move>> {
    let (words, []) = bytes.as_chunks::<2>() else { return None };
    let (mut tree, mut builder) = (Tree::default(), Preorder::default());
    let mut is_open = !words.is_empty();
    for &word in words {
        let word = u16::from_le_bytes(word);
        let mv = Move::from_bits(word & MOVE).filter(|_| is_open)?;
        let (branches, ends) = (word & ALTERNATIVE != 0, word & FOLLOWED == 0);
        is_open = builder.add(&mut tree, mv, branches, ends);
    }
    (!is_open).then_some(tree)
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_games::tree::START;

    #[test]
    fn trees_come_back() {
        let mv = |text: &str| text.parse::<Move>().unwrap();
        let mut tree = Tree::default();
        assert_eq!(unpack(&pack(&tree, |&mv| mv)), Some(tree.clone()));
        let first = tree.add(START, mv("h2e2"));
        let second = tree.add(first, mv("h9g7"));
        tree.add(second, mv("i0i9"));
        tree.add(first, mv("a9a8"));
        let other = tree.add(START, mv("a0i9"));
        tree.add(other, mv("i9a0"));
        let bytes = pack(&tree, |&mv| mv);
        let again = unpack(&bytes).unwrap();
        let moves = |tree: &Tree<Move>| -> Vec<(Option<Move>, Option<Move>)> {
            let above = |at| tree.parent(at).and_then(|at| tree.get(at).copied());
            tree.walk().map(|at| (tree.get(at).copied(), above(at))).collect()
        };
        assert_eq!((bytes.len(), moves(&again)), (12, moves(&tree)));
        for cut in 0..bytes.len() {
            assert_eq!(unpack(&bytes[..cut]).is_some(), cut == 0, "{cut}");
        }
        assert!(unpack(&[0, 0]).is_none() && unpack(&[&bytes[..], &bytes[..]].concat()).is_none());
    }
}
