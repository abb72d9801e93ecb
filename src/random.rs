//! Random numbers that are the same on every machine: the only generator of the
//! program. It is not cryptographically unpredictable.

/// A SplitMix64 generator (Steele, Lea, Flood 2014).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// A generator seeded by a list of integers: each list, in its order, gives a
    /// sequence of its own.
    pub fn new(seeds: &[u64]) -> Random {
        seeds.iter().fold(Random(0x0063_6875_6865), |random, &seed| {
            let mut next = Random(random.0 ^ seed.wrapping_mul(0xff51_afd7_ed55_8ccd));
            Random(next.next_u64())
        })
    }

    /// The generator in a known state, as the literature counts it: its first
    /// number is the output for this state plus the increment.
    #[must_use]
    pub const fn from_state(state: u64) -> Random {
        Random(state)
    }

    /// 64 random bits.
    pub const fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`, which must not be 0. The bias is below 2^-32 for
    /// the bounds that occur.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next_u64()) * bound as u128) >> 64) as usize
    }

    /// A number from 0 up to but not including 1.
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generator_is_the_published_one() {
        let mut random = Random::from_state(1_234_567);
        assert_eq!(random.next_u64(), 6_457_827_717_110_365_317);
        assert_eq!(random.next_u64(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn numbers_cover_their_range_and_names_matter() {
        let mut random = Random::new(&[1, 2]);
        let mut seen = [0; 7];
        for _ in 0..7000 {
            seen[random.below(7)] += 1;
            assert!((0.0..1.0).contains(&random.unit()));
        }
        assert!(seen.iter().all(|&n| (800..1200).contains(&n)), "{seen:?}");
        let first = |names: &[u64]| Random::new(names).next_u64();
        assert_eq!(first(&[1, 2]), first(&[1, 2]));
        assert_ne!(first(&[1, 2]), first(&[2, 1]));
        assert_ne!(first(&[1]), first(&[1, 0]));
    }
}
