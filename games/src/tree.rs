//! A tree: a first thing, what follows it, and what could follow it instead. The moves of
//! a game with its variations are one.

use std::iter::successors;
use std::num::NonZeroU32;

/// A place in a [`Tree`]: before everything, or behind one of its values. It means something
/// only to the tree that made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct At(u32);

impl At {
    /// Its number: 0 of [`START`], the others in the order in which they were added.
    pub fn number(self) -> u32 {
        self.0
    }
}

/// Where a tree begins: the position before the first move.
pub const START: At = At(0);

/// Values in the order of a line, with alternatives. They stand in one list, so a tree of any
/// depth is walked, cloned and dropped without recursion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree<T> {
    /// The value behind each place; that of `At(1)` first.
    values: Vec<T>,
    /// The links of each place; those of [`START`] first.
    links: Vec<Links>,
}

/// What stands around a place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Links {
    parent: u32,
    /// What follows first, and what follows last of all that can follow.
    first: Option<NonZeroU32>,
    last: Option<NonZeroU32>,
    /// The next alternative to this one.
    next: Option<NonZeroU32>,
}

impl<T> Default for Tree<T> {
    fn default() -> Tree<T> {
        Tree { values: Vec::new(), links: vec![Links::default()] }
    }
}

impl<T> Tree<T> {
    /// Adds a value behind a place, as the last of those that can follow it. The first one is
    /// what follows, the others are its alternatives.
    ///
    /// # Panics
    /// When the place is of another, larger tree, or the tree has four thousand million values.
    pub fn add(&mut self, parent: At, value: T) -> At {
        self.values.push(value);
        let at = u32::try_from(self.values.len()).ok().and_then(NonZeroU32::new);
        let at = at.expect("fewer values than 2^32");
        self.links.push(Links { parent: parent.0, ..Links::default() });
        let above = &mut self.links[parent.0 as usize];
        above.first.get_or_insert(at);
        if let Some(before) = above.last.replace(at) {
            self.links[before.get() as usize].next = Some(at);
        }
        At(at.get())
    }

    /// The place of a number; `None` when the tree has none of this number.
    pub fn place(&self, number: u32) -> Option<At> {
        (number as usize <= self.values.len()).then_some(At(number))
    }

    /// The value behind which a place stands; `None` for [`START`].
    pub fn get(&self, at: At) -> Option<&T> {
        self.values.get((at.0 as usize).checked_sub(1)?)
    }

    /// The same, to be changed.
    pub fn get_mut(&mut self, at: At) -> Option<&mut T> {
        self.values.get_mut((at.0 as usize).checked_sub(1)?)
    }

    /// The place before; `None` of [`START`].
    pub fn parent(&self, at: At) -> Option<At> {
        (at != START).then(|| At(self.links[at.0 as usize].parent))
    }

    /// What follows a place: the main move first, then its alternatives.
    pub fn children(&self, at: At) -> impl Iterator<Item = At> + '_ {
        successors(self.first(at), |&at| self.next(at))
    }

    /// What follows a place in the main.
    pub fn first(&self, at: At) -> Option<At> {
        self.links[at.0 as usize].first.map(|at| At(at.get()))
    }

    /// The next alternative to what leads to a place.
    pub fn next(&self, at: At) -> Option<At> {
        self.links[at.0 as usize].next.map(|at| At(at.get()))
    }

    /// The places of the line that begins behind a place and takes what follows first.
    pub fn line_from(&self, at: At) -> impl Iterator<Item = At> + '_ {
        successors(self.first(at), |&at| self.first(at))
    }

    /// The values of the main line.
    pub fn main_line(&self) -> impl Iterator<Item = &T> {
        self.line_from(START).filter_map(|at| self.get(at))
    }

    /// The last place of the main line.
    pub fn main_end(&self) -> At {
        self.line_from(START).last().unwrap_or(START)
    }

    /// All places but [`START`], each before what follows it, and this before its
    /// alternatives: the order in which binary files of games have their moves.
    pub fn walk(&self) -> impl Iterator<Item = At> + '_ {
        successors(self.first(START), |&at| {
            self.first(at).or_else(|| {
                successors(Some(at), |&at| self.parent(at)).find_map(|at| self.next(at))
            })
        })
    }

    /// All values, in the order in which they were added.
    pub fn values(&self) -> &[T] {
        &self.values
    }

    /// The same, to be changed.
    pub fn values_mut(&mut self) -> &mut [T] {
        &mut self.values
    }

    /// The number of values.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there is nothing.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Whether anything has an alternative.
    pub fn has_variations(&self) -> bool {
        self.links.iter().any(|links| links.next.is_some())
    }

    /// A tree of the same form with other values.
    pub fn map<U>(&self, mut value: impl FnMut(&T) -> U) -> Tree<U> {
        let values = self.values.iter().map(&mut value).collect();
        Tree { values, links: self.links.clone() }
    }

    /// Takes the alternatives out: what is left is the main line.
    pub fn into_main_line(self) -> Tree<T> {
        if !self.has_variations() {
            return self;
        }
        let mut is_main = vec![false; self.len()];
        self.line_from(START).for_each(|At(at)| is_main[at as usize - 1] = true);
        let values = self.values.into_iter().zip(is_main);
        values.filter_map(|(value, is_main)| is_main.then_some(value)).collect()
    }
}

/// A tree of one line.
impl<T> FromIterator<T> for Tree<T> {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Tree<T> {
        let mut tree = Tree::default();
        values.into_iter().fold(START, |at, value| tree.add(at, value));
        tree
    }
}

/// Builds a tree from values in the order of [`Tree::walk`], each of which says whether an
/// alternative to it follows later and whether its line ends. Behind the end of a line comes the
/// alternative that was promised last.
#[derive(Clone, Debug)]
pub struct Preorder {
    /// Where the next value goes, and how many stand before it in its line.
    next: (At, usize),
    promised: Vec<(At, usize)>,
}

impl Default for Preorder {
    fn default() -> Preorder {
        Preorder { next: (START, 0), promised: Vec::new() }
    }
}

impl Preorder {
    /// The number of the ply that comes next, from 1.
    pub fn ply(&self) -> usize {
        self.next.1 + 1
    }

    /// Adds a value. False when it is the last one.
    #[must_use]
    pub fn add<T>(&mut self, tree: &mut Tree<T>, value: T, branches: bool, ends: bool) -> bool {
        let (before, count) = self.next;
        let at = tree.add(before, value);
        if branches {
            self.promised.push(self.next);
        }
        let next = if ends { self.promised.pop() } else { Some((at, count + 1)) };
        self.next = next.unwrap_or((START, 0));
        next.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `1 (a (b) c) 2 3 (d)`: b instead of c… written as PGN would be.
    fn example() -> Tree<char> {
        let mut tree = Tree::default();
        let one = tree.add(START, '1');
        let two = tree.add(one, '2');
        tree.add(two, '3');
        let a = tree.add(START, 'a');
        tree.add(a, 'c');
        tree.add(a, 'b');
        tree.add(two, 'd');
        tree
    }

    #[test]
    fn a_tree_is_walked_as_it_was_built() {
        let tree = example();
        let walked: String = tree.walk().filter_map(|at| tree.get(at)).collect();
        assert_eq!(walked, "123dacb");
        assert_eq!(tree.main_line().collect::<String>(), "123");
        assert_eq!(tree.get(tree.main_end()), Some(&'3'));
        let children = |at| tree.children(at).filter_map(|at| tree.get(at)).collect::<String>();
        assert_eq!((children(START), children(tree.main_end())), ("1a".into(), String::new()));
        assert!(tree.has_variations() && tree.len() == 7);
        let line = tree.into_main_line();
        assert_eq!((line.values(), line.has_variations()), (&['1', '2', '3'][..], false));
        assert_eq!(line, "123".chars().collect());
    }

    #[test]
    fn nothing_is_a_tree_too() {
        let mut tree: Tree<char> = Tree::default();
        assert!(tree.is_empty() && tree.walk().next().is_none() && !tree.has_variations());
        assert_eq!((tree.main_end(), tree.get(START), tree.parent(START)), (START, None, None));
        let at = tree.add(START, 'x');
        *tree.get_mut(at).unwrap() = 'y';
        assert_eq!((tree.get(at), tree.parent(at)), (Some(&'y'), Some(START)));
        let numbers = [0, 1, 2, u32::MAX].map(|number| tree.place(number).map(At::number));
        assert_eq!(numbers, [Some(0), Some(1), None, None]);
    }

    #[test]
    fn a_deep_tree_needs_no_stack() {
        let mut tree = Tree::default();
        let mut at = START;
        for i in 0..200_000 {
            tree.add(at, i);
            at = tree.add(at, -i);
        }
        assert_eq!(tree.clone().walk().count(), 400_000);
        assert_eq!(tree.into_main_line().len(), 1);
    }
}
