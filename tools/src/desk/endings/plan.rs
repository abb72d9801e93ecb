//! What `chuhe endings build` solves: the classes asked for and all that they can turn into.

use std::fmt;

use anyhow::{Result, bail};

use chuhe::endings::{ATTACKERS, Class, FAMILIES};

/// The letters of attackers, strongest first.
const LETTERS: &str = "RNCP";

/// Nine classes with the same attackers, and advisors and bishops of their own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    /// The letters of the attackers.
    pub letters: String,
    /// Their side's advisors and bishops.
    pub own: [u8; 2],
}

impl Family {
    /// The families that are built unless others are asked for.
    fn usual() -> impl Iterator<Item = Family> {
        FAMILIES.into_iter().map(|(letters, own)| Family { letters: letters.into(), own })
    }

    /// The family of a class of one side's attackers.
    pub fn of(class: &Class) -> Family {
        let kinds = class.attacker_kinds().into_iter();
        let letters = kinds.filter_map(|kind| "KABNRCP".chars().nth(kind.index()));
        Family { letters: letters.collect(), own: class.own }
    }

    fn named(name: &str) -> Option<Family> {
        let (letters, minors) = name.split_once('+').unwrap_or((name, ""));
        let count = |letter| minors.matches(letter).count() as u8;
        let own = [count('A'), count('B')];
        let family = Family { letters: letters.into(), own };
        let is_pair = letters.len() <= 2 && letters.chars().all(|c| LETTERS.contains(c));
        let is_family = !letters.is_empty()
            && is_pair
            && own.iter().all(|&n| n <= 2)
            && family.to_string() == name
            && Family::of(&family.classes()[0]) == family;
        is_family.then_some(family)
    }

    /// Its nine classes, fewer defenders first.
    pub fn classes(&self) -> Vec<Class> {
        Class::of_family((&self.letters, self.own))
    }

    /// Whether it is another one or can turn into it by the loss of an attacker.
    pub fn turns_into(&self, other: &Family) -> bool {
        let is_part = other.letters.len() == 1 && self.letters.contains(&other.letters);
        self.own == other.own && (self.letters == other.letters || is_part)
    }

    /// It and what it can turn into, that first.
    fn with_parts(self) -> Vec<Family> {
        let mut all = Vec::new();
        if self.letters.len() > 1 {
            let parts = self.letters.chars().map(String::from);
            all.extend(parts.map(|letters| Family { letters, own: self.own }));
            all.dedup();
        }
        all.push(self);
        all
    }
}

/// `CP+A`: the attackers, and advisors and bishops of their own.
impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let minors = "A".repeat(usize::from(self.own[0])) + &"B".repeat(usize::from(self.own[1]));
        let plus = if minors.is_empty() { "" } else { "+" };
        write!(f, "{}{plus}{minors}", self.letters)
    }
}

/// What is to be solved, in this order.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// Families in which one side attacks.
    pub families: Vec<Family>,
    /// Classes in which both sides do.
    pub mutual: Vec<Class>,
}

impl Plan {
    /// The plan for names of families such as `R` and `CP+A`, of attackers against each other such
    /// as `R/N` and `RN/R` with at most `guards` advisors and bishops, and of classes with attackers
    /// on both sides; the usual families without any name.
    ///
    /// # Errors
    /// When a name is none of these.
    pub fn of(names: &[String], guards: u8) -> Result<Plan> {
        let mut plan = Plan::default();
        if names.is_empty() {
            plan.families = Family::usual().collect();
        }
        for name in names {
            if let Some(family) = Family::named(name) {
                plan.add_families(family);
            } else if let Some(class) = pair_named(name) {
                let mut all: Vec<Class> = with_guards(class, guards);
                all.sort_by_key(|class| (guards_of(class), *class));
                all.into_iter().for_each(|class| plan.add_mutual(class));
            } else if let Some(class) = name.parse().ok().filter(Class::is_mutual) {
                plan.add_mutual(class);
            } else {
                bail!(
                    "no family, pair or class is named {name}; there are {}, the same with \
                     advisors and bishops of their own such as R+AB, pairs such as R/N, two \
                     against one such as RN/R, and classes such as KRAKN",
                    Family::usual().map(|f| f.to_string()).collect::<Vec<_>>().join(", ")
                );
            }
        }
        let order = |family: &Family| (family.letters.len(), family.own);
        if !names.is_empty() {
            plan.families.sort_by_key(order);
        }
        Ok(plan)
    }

    fn add_families(&mut self, family: Family) {
        for family in family.with_parts() {
            if !self.families.contains(&family) {
                self.families.push(family);
            }
        }
    }

    /// Adds a class and what it can turn into, that first.
    fn add_mutual(&mut self, class: Class) {
        if self.mutual.contains(&class) {
            return;
        }
        for (attackers, own) in [(class.attackers, class.own), (class.rivals, class.defenders)] {
            let lone = Class { attackers, own, rivals: [0; 4], defenders: [0; 2] };
            self.add_families(Family::of(&lone));
        }
        for kind in ATTACKERS.iter().filter(|_| class.count_attackers() > 2) {
            let fewer = class.without_attacker(*kind);
            if fewer != class {
                self.add_mutual(fewer.named());
            }
        }
        for minor in 0..2 {
            let mut fewer = class;
            if class.own[minor] > 0 {
                fewer.own[minor] -= 1;
                self.add_mutual(fewer.named());
            }
            let mut fewer = class;
            if class.defenders[minor] > 0 {
                fewer.defenders[minor] -= 1;
                self.add_mutual(fewer.named());
            }
        }
        self.mutual.push(class);
    }
}

/// `R/N`: a rook against a knight, and `RN/R`, without advisors and bishops.
fn pair_named(name: &str) -> Option<Class> {
    let (one, other) = name.split_once('/')?;
    let class: Class = format!("K{one}K{other}").parse().ok()?;
    let is_bare = class.is_mutual() && guards_of(&class) == 0;
    is_bare.then_some(class)
}

fn guards_of(class: &Class) -> u8 {
    class.own.iter().chain(&class.defenders).sum()
}

/// The classes with the same attackers and at most so many advisors and bishops.
fn with_guards(class: Class, most: u8) -> Vec<Class> {
    let sets = || (0..3).flat_map(|a| (0..3).map(move |b| [a, b]));
    let each = sets().flat_map(|own| sets().map(move |defenders| (own, defenders)));
    let classes = each.map(|(own, defenders)| Class { own, defenders, ..class }.named());
    let mut all: Vec<Class> = classes.filter(|class| guards_of(class) <= most).collect();
    all.sort_unstable();
    all.dedup();
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(names: &[&str], guards: u8) -> Result<Plan> {
        Plan::of(&names.iter().map(|&name| name.into()).collect::<Vec<_>>(), guards)
    }

    #[test]
    fn a_plan_has_what_its_classes_turn_into_before_them() {
        let texts = |plan: &Plan| {
            let families: Vec<String> = plan.families.iter().map(Family::to_string).collect();
            let mutual: Vec<String> = plan.mutual.iter().map(Class::to_string).collect();
            (families.join(" "), mutual.join(" "))
        };
        let of = |names: &[&str], guards| texts(&plan(names, guards).unwrap());
        assert_eq!(of(&["CP+A"], 0), ("C+A P+A CP+A".into(), String::new()));
        assert_eq!(of(&["N+AABB"], 0).0, "N+AABB");
        assert_eq!(of(&["R/N"], 0), ("R N".into(), "KRKN".into()));
        assert_eq!(of(&["R/N"], 1).1, "KRKN KRKNB KRKNA KRBKN KRAKN");
        assert_eq!(of(&["R/R"], 1).1, "KRKR KRBKR KRAKR");
        assert_eq!(of(&["KRAKRA"], 0), ("R R+A".into(), "KRKR KRAKR KRAKRA".into()));
        let two = ("R N RN".into(), "KRKN KRKR KRNKR".into());
        assert_eq!(of(&["RN/R"], 0), two);
        assert_eq!(
            of(&["CC/P"], 1).1,
            "KCKP KCCKP KCKPB KCCKPB KCKPA KCCKPA KCBKP KCCBKP KCAKP KCCAKP"
        );
        assert_eq!(plan(&[], 0).unwrap().families.len(), FAMILIES.len());
    }

    #[test]
    fn what_is_no_name_is_refused() {
        for bad in
            ["", "RRR", "PC", "R+AAA", "R+BA", "R/", "N/R", "R/NA", "R/RN", "RN/RN", "KRK", "KRKNX"]
        {
            assert!(plan(&[bad], 0).is_err(), "{bad}");
        }
    }
}
