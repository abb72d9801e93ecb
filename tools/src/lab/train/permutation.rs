//! The order of the positions of an epoch: a permutation that is computed, not
//! stored, so that training can be resumed at any place.

/// Rounds of the Feistel network; four are enough for a pseudorandom permutation (Luby
/// and Rackoff, 1988).
const ROUNDS: u32 = 4;
/// Multiplier of the round function, whose upper bits are mixed best.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

/// A pseudorandom permutation of the numbers below a bound, given by a key: a Feistel
/// network on just enough bits, applied again until the result lies below the bound
/// (cycle walking).
#[derive(Clone, Copy, Debug)]
pub struct Permutation {
    bound: u64,
    half: u32,
    key: u64,
}

impl Permutation {
    /// The permutation of this key.
    pub fn new(bound: usize, key: u64) -> Permutation {
        let bits = u64::BITS - (bound.max(2) as u64 - 1).leading_zeros();
        Permutation { bound: bound as u64, half: bits.div_ceil(2), key }
    }

    /// The number at a place; the place must be below the bound.
    #[inline]
    pub fn at(&self, place: usize) -> usize {
        let mut value = place as u64;
        loop {
            value = self.mix(value);
            if value < self.bound {
                return value as usize;
            }
        }
    }

    #[inline]
    fn mix(&self, value: u64) -> u64 {
        let mask = (1 << self.half) - 1;
        let (mut left, mut right) = (value >> self.half, value & mask);
        for round in 1..=ROUNDS {
            let hash = (right ^ self.key.rotate_left(16 * round)).wrapping_mul(FACTOR);
            let hash = (hash ^ hash >> 29).wrapping_mul(FACTOR);
            (left, right) = (right, (left ^ hash >> 32) & mask);
        }
        left << self.half | right
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_comes_once_and_keys_differ() {
        for bound in [1, 2, 3, 7, 64, 65, 1000, 4097] {
            for key in [0, 1, 99] {
                let permutation = Permutation::new(bound, key);
                let mut seen: Vec<usize> = (0..bound).map(|i| permutation.at(i)).collect();
                seen.sort_unstable();
                assert!(seen.into_iter().eq(0..bound), "{bound} {key}");
            }
        }
        let [a, b] = [1, 2].map(|key| Permutation::new(10_000, key));
        let equal = (0..10_000).filter(|&i| a.at(i) == b.at(i)).count();
        let stays_near = (0..10_000).filter(|&i| a.at(i).abs_diff(i) < 100).count();
        assert!(equal < 10, "{equal}");
        assert!(stays_near < 400, "{stays_near}");
    }
}
