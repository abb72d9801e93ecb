//! Bit streams, and Rice's code for signed numbers near zero, which is fast to decode and
//! nearly as short as their entropy. (Robert Rice, "Some practical universal noiseless
//! coding techniques", 1979.)

/// Escape code: this quotient is followed by the number in [`PLAIN_BITS`] bits.
const ESCAPE: u32 = 24;
/// Bits of a number after the escape code.
const PLAIN_BITS: u32 = 32;

/// Writes bits, the lowest first.
#[derive(Clone, Debug, Default)]
pub struct BitWriter {
    bytes: Vec<u8>,
    pending: u64,
    count: u32,
}

impl BitWriter {
    /// Writes the low `count` bits of a value, at most 32.
    pub fn bits(&mut self, value: u32, count: u32) {
        debug_assert!(count <= 32);
        let mask = (1_u64 << count) - 1;
        self.pending |= (u64::from(value) & mask) << self.count;
        self.count += count;
        while self.count >= 8 {
            self.bytes.push(self.pending as u8);
            self.pending >>= 8;
            self.count -= 8;
        }
    }

    /// Writes a number in Rice's code with the parameter `rice`; smaller parameters suit
    /// numbers nearer to zero.
    pub fn rice(&mut self, number: i32, rice: u32) {
        let folded = fold(number);
        let quotient = folded >> rice;
        if quotient < ESCAPE {
            self.bits(1 << quotient, quotient + 1);
            self.bits(folded, rice);
        } else {
            self.bits(1 << ESCAPE, ESCAPE + 1);
            self.bits(folded, PLAIN_BITS);
        }
    }

    /// The bytes; the last one is padded with zeros.
    pub fn finish(mut self) -> Vec<u8> {
        if self.count > 0 {
            self.bytes.push(self.pending as u8);
        }
        self.bytes
    }
}

/// The parameter of Rice's code, at most 15, that gives these numbers the shortest code,
/// and the number of its bits.
pub fn best_rice(numbers: &[i32]) -> (u32, u64) {
    let length = |rice: u32| -> u64 {
        let each = numbers.iter().map(|&number| {
            let quotient = fold(number) >> rice;
            u64::from(if quotient < ESCAPE { quotient + 1 + rice } else { ESCAPE + 1 + PLAIN_BITS })
        });
        each.sum()
    };
    let best = (0..16).map(|rice| (rice, length(rice))).min_by_key(|&(_, bits)| bits);
    best.unwrap_or((0, 0))
}

/// Zigzag code: 0, −1, 1, −2, 2… become 0, 1, 2, 3, 4….
fn fold(number: i32) -> u32 {
    (number << 1 ^ number >> 31) as u32
}

fn unfold(folded: u32) -> i32 {
    (folded >> 1) as i32 ^ -((folded & 1) as i32)
}

/// Reads bits. After the end it reads zeros; [`BitReader::is_overrun`] tells.
#[derive(Clone, Debug)]
pub struct BitReader<'a> {
    bytes: &'a [u8],
    at: usize,
    pending: u64,
    count: u32,
}

impl<'a> BitReader<'a> {
    /// A reader of the bytes of a [`BitWriter`].
    pub fn new(bytes: &'a [u8]) -> BitReader<'a> {
        BitReader { bytes, at: 0, pending: 0, count: 0 }
    }

    /// Number of bits that have not been read; negative after reading beyond the end.
    fn remaining(&self) -> i64 {
        (self.bytes.len() as i64 - self.at as i64) * 8 + i64::from(self.count)
    }

    /// Whether more bits have been read than there were.
    pub fn is_overrun(&self) -> bool {
        self.remaining() < 0
    }

    /// Whether everything but the padding of the last byte has been read.
    pub fn is_at_end(&self) -> bool {
        (0..8).contains(&self.remaining())
    }

    /// Makes at least 32 bits ready, zeros after the end.
    #[inline]
    fn fill(&mut self) {
        if self.count >= 32 {
            return;
        }
        // Eight bytes at once, of which those that fit count; the rest will be read again.
        if let Some(word) = self.bytes.get(self.at..).and_then(<[u8]>::first_chunk) {
            self.pending |= u64::from_le_bytes(*word) << self.count;
            let whole = (u64::BITS - 1 - self.count) / 8;
            self.at += whole as usize;
            self.count += 8 * whole;
            return;
        }
        while self.count <= 56 {
            let byte = self.bytes.get(self.at).copied().unwrap_or(0);
            self.pending |= u64::from(byte) << self.count;
            self.at += 1;
            self.count += 8;
        }
    }

    #[inline]
    fn drop(&mut self, count: u32) {
        self.pending >>= count;
        self.count -= count;
    }

    /// Reads a value of `count` bits, at most 32.
    #[inline]
    pub fn bits(&mut self, count: u32) -> u32 {
        self.fill();
        let value = (self.pending & ((1_u64 << count) - 1)) as u32;
        self.drop(count);
        value
    }

    /// Reads a number of Rice's code.
    #[inline]
    pub fn rice(&mut self, rice: u32) -> i32 {
        self.fill();
        let quotient = self.pending.trailing_zeros().min(ESCAPE);
        self.drop(quotient + 1);
        let folded = if quotient < ESCAPE {
            quotient << rice | self.bits(rice)
        } else {
            self.bits(PLAIN_BITS)
        };
        unfold(folded)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn numbers_are_read_as_they_were_written() {
        let mut random = Random::new(&[1]);
        let numbers: Vec<i32> = (0..5000)
            .map(|i| (random.next_u64() as i32) >> (i % 33).min(31))
            .chain([0, -1, 1, i32::MIN, i32::MAX])
            .collect();
        for rice in 0..16 {
            let mut writer = BitWriter::default();
            for &number in &numbers {
                writer.rice(number, rice);
                writer.bits(number as u32 & 0x1f, 5);
            }
            let bytes = writer.finish();
            let mut reader = BitReader::new(&bytes);
            for &number in &numbers {
                assert!(!reader.is_at_end());
                assert_eq!(reader.rice(rice), number);
                assert_eq!(reader.bits(5), number as u32 & 0x1f);
            }
            assert!(reader.is_at_end() && !reader.is_overrun());
            for _ in 0..3 {
                reader.bits(8);
            }
            assert!(reader.is_overrun() && !reader.is_at_end());
        }
    }

    #[test]
    fn the_best_parameter_is_the_shortest() {
        let near: Vec<i32> = (-100..100).map(|i| i % 4).collect();
        let far: Vec<i32> = (-100..100).map(|i| i * 37).collect();
        for numbers in [&near, &far, &vec![0; 10]] {
            let (best, bits) = best_rice(numbers);
            for rice in 0..16 {
                let mut writer = BitWriter::default();
                numbers.iter().for_each(|&number| writer.rice(number, rice));
                let length = writer.finish().len() as u64;
                assert!(length >= bits / 8, "{rice} better than {best}");
                if rice == best {
                    assert_eq!(length, bits.div_ceil(8));
                }
            }
        }
    }
}
