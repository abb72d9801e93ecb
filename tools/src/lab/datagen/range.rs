//! A binary adaptive range coder.
//!
//! The arithmetic is that of LZMA (Igor Pavlov): 32 bits of range, carries resolved when a
//! byte is written. A probability is the mean of a fast and a slow estimate, which suits
//! drifting statistics better than one rate. Values are coded as binary decisions, each
//! with a probability of its own. All arithmetic is in integers, so files are the same on
//! every machine.

/// Bits of a probability as the coder uses it.
const PROBABILITY_BITS: u32 = 12;
/// The smallest range.
const TOP: u32 = 1 << 24;
/// The fast estimate moves by its error shifted right by this.
const FAST: u32 = 4;
/// The same for the slow estimate.
const SLOW: u32 = 7;

/// The adaptive probability of one kind of binary decision.
#[derive(Clone, Copy, Debug)]
pub struct BitModel {
    fast: u16,
    slow: u16,
}

impl Default for BitModel {
    fn default() -> BitModel {
        BitModel { fast: 1 << 15, slow: 1 << 15 }
    }
}

impl BitModel {
    /// Probability of `false`, never 0 and never 1: the estimates stop 15 short
    /// of either end.
    #[inline]
    fn probability(self) -> u32 {
        (u32::from(self.fast) + u32::from(self.slow)) >> (17 - PROBABILITY_BITS)
    }

    #[inline]
    fn learn(&mut self, bit: bool) {
        if bit {
            self.fast -= self.fast >> FAST;
            self.slow -= self.slow >> SLOW;
        } else {
            self.fast += (u16::MAX - self.fast) >> FAST;
            self.slow += (u16::MAX - self.slow) >> SLOW;
        }
    }
}

/// Codes binary decisions as bytes.
#[derive(Clone, Debug)]
pub struct Encoder {
    low: u64,
    range: u32,
    /// The last byte not yet written, because a carry may still change it.
    cache: u8,
    /// Bytes of 255 behind it, which a carry would run through.
    pending: u64,
    is_first: bool,
    out: Vec<u8>,
}

impl Default for Encoder {
    fn default() -> Encoder {
        Encoder { low: 0, range: u32::MAX, cache: 0, pending: 0, is_first: true, out: Vec::new() }
    }
}

impl Encoder {
    /// Writes one decision and updates its model.
    #[inline]
    pub fn bit(&mut self, bit: bool, model: &mut BitModel) {
        let bound = (self.range >> PROBABILITY_BITS) * model.probability();
        if bit {
            self.low += u64::from(bound);
            self.range -= bound;
        } else {
            self.range = bound;
        }
        model.learn(bit);
        self.normalise();
    }

    /// Writes the low `count` bits of a value, all values equally probable.
    pub fn raw(&mut self, value: u32, count: u32) {
        for i in (0..count).rev() {
            self.range >>= 1;
            if value >> i & 1 != 0 {
                self.low += u64::from(self.range);
            }
            self.normalise();
        }
    }

    #[inline]
    fn normalise(&mut self) {
        while self.range < TOP {
            self.range <<= 8;
            self.shift_low();
        }
    }

    fn shift_low(&mut self) {
        let carry = (self.low >> 32) as u8;
        if carry != 0 || self.low < 0xff00_0000 {
            if !self.is_first {
                self.out.push(self.cache.wrapping_add(carry));
            }
            self.is_first = false;
            for _ in 0..self.pending {
                self.out.push(0xff_u8.wrapping_add(carry));
            }
            self.pending = 0;
            self.cache = (self.low >> 24) as u8;
        } else {
            self.pending += 1;
        }
        self.low = (self.low & 0x00ff_ffff) << 8;
    }

    /// The bytes.
    pub fn finish(mut self) -> Vec<u8> {
        for _ in 0..5 {
            self.shift_low();
        }
        self.out
    }
}

/// Turns bytes back into decisions. Reads zeros after the end: damage shows in
/// the values, or in the checksum that the caller keeps, never as a failure here.
#[derive(Clone, Debug)]
pub struct Decoder<'a> {
    bytes: &'a [u8],
    at: usize,
    range: u32,
    code: u32,
}

impl<'a> Decoder<'a> {
    /// A decoder of what an [`Encoder`] has written.
    pub fn new(bytes: &'a [u8]) -> Decoder<'a> {
        let mut decoder = Decoder { bytes, at: 0, range: u32::MAX, code: 0 };
        for _ in 0..4 {
            decoder.code = decoder.code << 8 | decoder.next_byte();
        }
        decoder
    }

    /// Whether more bytes have been asked for than there were.
    pub fn is_overrun(&self) -> bool {
        self.at > self.bytes.len()
    }

    #[inline]
    fn next_byte(&mut self) -> u32 {
        let byte = self.bytes.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        u32::from(byte)
    }

    /// Reads one decision.
    #[inline]
    pub fn bit(&mut self, model: &mut BitModel) -> bool {
        let bound = (self.range >> PROBABILITY_BITS) * model.probability();
        let bit = self.code >= bound;
        if bit {
            self.code -= bound;
            self.range -= bound;
        } else {
            self.range = bound;
        }
        model.learn(bit);
        self.normalise();
        bit
    }

    /// Reads a value of `count` bits.
    pub fn raw(&mut self, count: u32) -> u32 {
        let mut value = 0;
        for _ in 0..count {
            self.range >>= 1;
            let bit = self.code >= self.range;
            if bit {
                self.code -= self.range;
            }
            value = value << 1 | u32::from(bit);
            self.normalise();
        }
        value
    }

    #[inline]
    fn normalise(&mut self) {
        while self.range < TOP {
            self.range <<= 8;
            self.code = self.code << 8 | self.next_byte();
        }
    }
}

/// Values of a fixed number of bits, each with its own probability.
#[derive(Clone, Debug)]
pub struct BitTree {
    bits: u32,
    nodes: Box<[BitModel]>,
}

impl BitTree {
    /// A model of values below `1 << bits`.
    pub fn new(bits: u32) -> BitTree {
        BitTree { bits, nodes: vec![BitModel::default(); 1 << bits].into_boxed_slice() }
    }

    /// Writes a value; bits above the tree's are ignored.
    pub fn encode(&mut self, encoder: &mut Encoder, value: u32) {
        let mut node = 1;
        for i in (0..self.bits).rev() {
            let bit = value >> i & 1 != 0;
            encoder.bit(bit, &mut self.nodes[node]);
            node = node << 1 | usize::from(bit);
        }
    }

    /// Reads a value.
    pub fn decode(&mut self, decoder: &mut Decoder) -> u32 {
        let mut node = 1;
        for _ in 0..self.bits {
            let bit = decoder.bit(&mut self.nodes[node]);
            node = node << 1 | usize::from(bit);
        }
        (node as u32) & ((1 << self.bits) - 1)
    }
}

/// Whole numbers, small ones probable: the number of binary digits is learned,
/// and the two digits after the first.
#[derive(Clone, Debug)]
pub struct UnsignedModel {
    lengths: BitTree,
    second: [[BitModel; 4]; 33],
}

impl Default for UnsignedModel {
    fn default() -> UnsignedModel {
        UnsignedModel { lengths: BitTree::new(6), second: [[BitModel::default(); 4]; 33] }
    }
}

impl UnsignedModel {
    /// Writes a number.
    pub fn encode(&mut self, encoder: &mut Encoder, value: u32) {
        let length = u32::BITS - value.leading_zeros();
        self.lengths.encode(encoder, length);
        let models = &mut self.second[length as usize];
        if length >= 2 {
            let first = value >> (length - 2) & 1 != 0;
            encoder.bit(first, &mut models[1]);
            if length >= 3 {
                let second = value >> (length - 3) & 1 != 0;
                encoder.bit(second, &mut models[2 + usize::from(first)]);
                encoder.raw(value, length - 3);
            }
        }
    }

    /// Reads a number.
    pub fn decode(&mut self, decoder: &mut Decoder) -> u32 {
        let length = self.lengths.decode(decoder).min(u32::BITS);
        let models = &mut self.second[length as usize];
        let mut value = u32::from(length > 0);
        if length >= 2 {
            let first = decoder.bit(&mut models[1]);
            value = value << 1 | u32::from(first);
            if length >= 3 {
                let second = decoder.bit(&mut models[2 + usize::from(first)]);
                value = value << 1 | u32::from(second);
                let rest = decoder.raw(length - 3);
                value = value << (length - 3) | rest;
            }
        }
        value
    }

    /// Writes a number of either sign, near zero probable.
    pub fn encode_signed(&mut self, encoder: &mut Encoder, value: i32) {
        self.encode(encoder, (value << 1 ^ value >> 31) as u32);
    }

    /// Reads a number of either sign.
    pub fn decode_signed(&mut self, decoder: &mut Decoder) -> i32 {
        let value = self.decode(decoder);
        (value >> 1) as i32 ^ -((value & 1) as i32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe::internals::random::Random;

    fn noise() -> impl FnMut() -> u32 {
        let mut random = Random::new(&[1]);
        move || (random.next_u64() >> 32) as u32
    }

    #[test]
    fn everything_written_is_read_again() {
        let mut next = noise();
        // Values of every length, runs of one value, and both extremes.
        let values: Vec<u32> = (0..20_000)
            .map(|i| if i % 3000 < 500 { 0 } else { next() >> (next() % 33).min(31) })
            .chain([0, u32::MAX, 1, 1 << 31])
            .collect();
        let mut encoder = Encoder::default();
        let (mut numbers, mut tree, mut bit) =
            (UnsignedModel::default(), BitTree::new(7), BitModel::default());
        for &value in &values {
            numbers.encode(&mut encoder, value);
            numbers.encode_signed(&mut encoder, value as i32);
            tree.encode(&mut encoder, value & 127);
            encoder.bit(value.is_multiple_of(5), &mut bit);
            encoder.raw(value & 0x1ff, 9);
        }
        let bytes = encoder.finish();
        let mut decoder = Decoder::new(&bytes);
        let (mut numbers, mut tree, mut bit) =
            (UnsignedModel::default(), BitTree::new(7), BitModel::default());
        for &value in &values {
            assert_eq!(numbers.decode(&mut decoder), value);
            assert_eq!(numbers.decode_signed(&mut decoder), value as i32);
            assert_eq!(tree.decode(&mut decoder), value & 127);
            assert_eq!(decoder.bit(&mut bit), value.is_multiple_of(5));
            assert_eq!(decoder.raw(9), value & 0x1ff);
        }
        assert!(!decoder.is_overrun());
        let mut short = Decoder::new(&bytes[..bytes.len() / 2]);
        for _ in 0..bytes.len() {
            short.raw(8);
        }
        assert!(short.is_overrun());
    }

    #[test]
    fn carries_run_through_bytes_of_ones() {
        // Improbable bits after long runs of probable ones push the low end up
        // against a carry again and again.
        for seed in 0..200_u32 {
            let mut next = noise();
            let bits: Vec<bool> = (0..3000).map(|_| (next() ^ seed) % 97 < 1 + seed % 7).collect();
            let (mut encoder, mut model) = (Encoder::default(), BitModel::default());
            bits.iter().for_each(|&bit| encoder.bit(bit, &mut model));
            let bytes = encoder.finish();
            let (mut decoder, mut model) = (Decoder::new(&bytes), BitModel::default());
            assert!(bits.iter().all(|&bit| decoder.bit(&mut model) == bit), "seed {seed}");
        }
    }

    #[test]
    fn the_code_is_close_to_the_entropy() {
        // One decision in ten is true: 0.469 bits each.
        let mut next = noise();
        let (mut encoder, mut model) = (Encoder::default(), BitModel::default());
        for _ in 0..100_000 {
            encoder.bit(next().is_multiple_of(10), &mut model);
        }
        let bits = encoder.finish().len() as f64 * 8.0 / 100_000.0;
        assert!((0.46..0.50).contains(&bits), "{bits} bits a decision");
    }
}
