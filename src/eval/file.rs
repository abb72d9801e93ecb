//! The file that holds a network. Its layout is described in docs/network.md.
//!
//! Reading trusts nothing: each length is checked before it is used, the
//! checksum before anything is unpacked, and the weights before they become a
//! network whose sums might overflow.

use std::fmt;
use std::path::Path;

use crate::eval::architecture::{Architecture, QB, Weights};
use crate::eval::features::{Buckets, INPUTS};
use crate::eval::network::Network;
use crate::eval::simd::QA;
use crate::packing::{BitReader, BitWriter, Sha256, best_rice, sha256};

/// Begins every network file.
const MAGIC: [u8; 8] = *b"CHUHENET";
/// The version of the format.
const VERSION: u16 = 1;
/// The first layer's activation is the square of the value, cut off at one.
const SCRELU: u8 = 1;
const DIGEST_BYTES: usize = 32;
/// Hexadecimal digits of a network's name.
const NAME_DIGITS: usize = 12;
/// Bits of a row's Rice parameter.
const RICE_BITS: u32 = 4;

/// Why a file is not a network that this version can use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NetworkError {
    /// It could not be read at all.
    Unreadable(String),
    /// What was named is `hand`, the evaluation of former versions.
    HandWritten,
    /// It does not begin like a network file.
    Magic,
    /// It has a format version that is not known.
    Version(u16),
    /// It ends too early, or goes on after its end.
    Length,
    /// Its checksum is wrong.
    Damaged,
    /// Its shape or its arithmetic is not known.
    Architecture,
    /// A weight lies outside its range, or there are fewer than the shape wants.
    Weights,
    /// Its description is no text.
    Metadata,
}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NetworkError::Unreadable(reason) => f.write_str(reason),
            NetworkError::HandWritten => f.write_str(
                "hand: there is no hand-written evaluation any more; name a network file, or \
                 nothing for the built-in network",
            ),
            NetworkError::Magic => f.write_str("not a network file"),
            NetworkError::Version(found) => {
                write!(f, "network format {found}; this version reads {VERSION}")
            }
            NetworkError::Length => f.write_str("the network file is too short or too long"),
            NetworkError::Damaged => f.write_str("the network file's checksum is wrong"),
            NetworkError::Architecture => {
                f.write_str("a network of a shape that this version does not know")
            }
            NetworkError::Weights => f.write_str("the network's weights are out of range"),
            NetworkError::Metadata => f.write_str("the network's description is no text"),
        }
    }
}

impl std::error::Error for NetworkError {}

impl Network {
    /// The bytes of a network file.
    ///
    /// # Errors
    /// When the weights do not fit the shape, or lie outside their ranges.
    pub fn to_bytes(
        architecture: Architecture,
        scale: i32,
        metadata: &str,
        weights: &Weights,
    ) -> Result<Vec<u8>, NetworkError> {
        let Architecture { buckets, hidden, outputs } = architecture.check()?;
        weights.check(architecture)?;
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((hidden as u16).to_le_bytes());
        bytes.extend([buckets.king as u8, buckets.attack as u8, outputs as u8, SCRELU]);
        bytes.extend(QA.to_le_bytes());
        bytes.extend((QB as i16).to_le_bytes());
        bytes.extend(scale.to_le_bytes());
        for part in [metadata.as_bytes(), &pack(architecture, weights)] {
            bytes.extend((part.len() as u32).to_le_bytes());
            bytes.extend(part);
        }
        let digest = sha256(&bytes);
        bytes.extend(digest.0);
        Ok(bytes)
    }

    /// Reads the bytes of a network file.
    ///
    /// # Errors
    /// When they are not exactly those of a network that this version knows.
    pub fn from_bytes(bytes: &[u8]) -> Result<Network, NetworkError> {
        let mut reader = Reader(bytes.strip_prefix(&MAGIC).ok_or(NetworkError::Magic)?);
        let version = reader.u16()?;
        if version != VERSION {
            return Err(NetworkError::Version(version));
        }
        let split = bytes.len().checked_sub(DIGEST_BYTES).ok_or(NetworkError::Length)?;
        let (content, digest) = bytes.split_at(split);
        let hidden = usize::from(reader.u16()?);
        let [king, attack, outputs, activation] = [(); 4].map(|()| reader.u8());
        let (king, attack, outputs) = (king?.into(), attack?.into(), outputs?.into());
        let arithmetic = (activation?, reader.u16()?, reader.u16()?);
        let scale = reader.u32()? as i32;
        let length = reader.u32()? as usize;
        let metadata = reader.take(length)?;
        let length = reader.u32()? as usize;
        let packed = reader.take(length)?;
        if reader.0.len() != DIGEST_BYTES {
            return Err(NetworkError::Length);
        }
        let mut hash = Sha256::default();
        hash.update(content);
        if hash.clone().finish().0 != *digest {
            return Err(NetworkError::Damaged);
        }
        hash.update(digest);
        let name = hash.finish().short(NAME_DIGITS);
        let architecture =
            Architecture { buckets: Buckets { king, attack }, hidden, outputs }.check()?;
        if arithmetic != (SCRELU, QA as u16, QB as u16) || scale <= 0 {
            return Err(NetworkError::Architecture);
        }
        let metadata = std::str::from_utf8(metadata).map_err(|_| NetworkError::Metadata)?;
        let weights = unpack(architecture, packed)?;
        weights.check(architecture)?;
        Ok(Network::new(architecture, scale, metadata.into(), name, weights))
    }

    /// Reads a network file.
    ///
    /// # Errors
    /// When it cannot be read, or as [`Network::from_bytes`]. The message names
    /// the file.
    pub fn read(path: &Path) -> Result<Network, NetworkError> {
        let describe = |error: &dyn fmt::Display| {
            NetworkError::Unreadable(format!("{}: {error}", path.display()))
        };
        let bytes = std::fs::read(path).map_err(|error| describe(&error))?;
        Network::from_bytes(&bytes).map_err(|error| describe(&error))
    }
}

/// Packs weights row by row, each with the Rice parameter that suits it. A row
/// of a later bucket is stored as the difference from the first bucket's, where
/// that is shorter.
fn pack(architecture: Architecture, weights: &Weights) -> Vec<u8> {
    let hidden = architecture.hidden;
    let mut writer = BitWriter::default();
    let mut write = |numbers: &[i32]| {
        let (rice, _) = best_rice(numbers);
        writer.bits(rice, RICE_BITS);
        numbers.iter().for_each(|&number| writer.rice(number, rice));
    };
    let wide = |numbers: &[i16]| numbers.iter().map(|&n| i32::from(n)).collect::<Vec<i32>>();
    write(&wide(&weights.biases));
    for (number, row) in weights.inputs.chunks(hidden).enumerate() {
        let row = wide(row);
        if number < INPUTS {
            write(&row);
            continue;
        }
        let base = &weights.inputs[number % INPUTS * hidden..][..hidden];
        let change: Vec<i32> = row.iter().zip(base).map(|(n, &b)| n - i32::from(b)).collect();
        let is_change = best_rice(&change).1 < best_rice(&row).1;
        write(&[i32::from(is_change)]);
        write(if is_change { &change } else { &row });
    }
    for row in weights.outputs.chunks(hidden) {
        write(&wide(row));
    }
    write(&weights.output_biases);
    writer.finish()
}

fn unpack(architecture: Architecture, packed: &[u8]) -> Result<Weights, NetworkError> {
    let Architecture { hidden, outputs, .. } = architecture;
    let mut reader = BitReader::new(packed);
    let mut read = |count: usize, into: &mut Vec<i32>| {
        if reader.is_overrun() {
            return Err(NetworkError::Weights); // before asking for more memory
        }
        let rice = reader.bits(RICE_BITS);
        into.clear();
        into.extend((0..count).map(|_| reader.rice(rice)));
        Ok(())
    };
    let narrow = |number: i32| i16::try_from(number).map_err(|_| NetworkError::Weights);
    let mut row = Vec::new();
    read(hidden, &mut row)?;
    let biases = row.iter().copied().map(narrow).collect::<Result<Vec<i16>, _>>()?;
    let mut inputs: Vec<i16> = Vec::with_capacity(architecture.rows() * hidden);
    for number in 0..architecture.rows() {
        let mut is_change = false;
        if number >= INPUTS {
            read(1, &mut row)?;
            is_change = row == [1];
        }
        read(hidden, &mut row)?;
        let base = number % INPUTS * hidden;
        for (i, &n) in row.iter().enumerate() {
            let base = if is_change { i32::from(inputs[base + i]) } else { 0 };
            inputs.push(narrow(n.wrapping_add(base))?);
        }
    }
    let mut output_weights = Vec::with_capacity(outputs * 2 * hidden);
    for _ in 0..2 * outputs {
        read(hidden, &mut row)?;
        for &n in &row {
            output_weights.push(narrow(n)?);
        }
    }
    let mut output_biases = Vec::new();
    read(outputs, &mut output_biases)?;
    if !reader.is_at_end() {
        return Err(NetworkError::Weights);
    }
    Ok(Weights { inputs, biases, outputs: output_weights, output_biases })
}

/// Reads little-endian numbers from the front of some bytes.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], NetworkError> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or(NetworkError::Length)?;
        self.0 = rest;
        Ok(taken)
    }

    fn number(&mut self, count: usize) -> Result<u32, NetworkError> {
        Ok(self.take(count)?.iter().rev().fold(0, |n, &byte| n << 8 | u32::from(byte)))
    }

    fn u8(&mut self) -> Result<u8, NetworkError> {
        Ok(self.number(1)? as u8)
    }

    fn u16(&mut self) -> Result<u16, NetworkError> {
        Ok(self.number(2)? as u16)
    }

    fn u32(&mut self) -> Result<u32, NetworkError> {
        self.number(4)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::eval::network::tests::{architecture, random_network};
    use crate::eval::simd::kernels;
    use crate::random::Random;

    #[test]
    fn files_are_read_as_written_and_faults_are_named() {
        let shape = architecture("689k3a4-64x2-8");
        let network = random_network(shape, 5);
        assert_eq!(network.architecture(), shape);
        assert_eq!((network.scale(), network.metadata()), (400, "seed = 1\n"));
        let weights = network.weights();
        let bytes = Network::to_bytes(shape, 400, "seed = 1\n", &weights).unwrap();
        let read = |bytes: &[u8]| Network::from_bytes(bytes).unwrap_err();
        assert_eq!(read(b""), NetworkError::Magic);
        assert_eq!(read(b"something else altogether"), NetworkError::Magic);
        for length in [8, 9, 20, 40, bytes.len() - 33, bytes.len() - 1] {
            assert_eq!(read(&bytes[..length]), NetworkError::Length, "{length}");
        }
        assert_eq!(read(&[&bytes[..], b"x"].concat()), NetworkError::Length);
        for at in [30, 100, bytes.len() / 2, bytes.len() - 1] {
            let mut bad = bytes.clone();
            bad[at] ^= 0x10;
            let error = read(&bad);
            let named = matches!(error, NetworkError::Damaged | NetworkError::Length);
            assert!(named, "byte {at}: {error}");
        }
        // With a checksum that is right, the content still has to be.
        let resealed = |at: usize, value: u8| {
            let mut bad = bytes[..bytes.len() - DIGEST_BYTES].to_vec();
            bad[at] = value;
            let digest = sha256(&bad);
            bad.extend(digest.0);
            read(&bad)
        };
        assert_eq!(resealed(8, 9), NetworkError::Version(9));
        for (at, value) in [(10, 63), (12, 2), (13, 3), (14, 0), (15, 7), (16, 1), (18, 1)] {
            assert_eq!(resealed(at, value), NetworkError::Architecture, "byte {at}");
        }
        assert_eq!(resealed(10, 32), NetworkError::Weights); // fewer neurons than stored
        assert_eq!(resealed(10, 96), NetworkError::Weights); // more
        assert_eq!(resealed(28, 0xff), NetworkError::Metadata);
    }

    #[test]
    fn every_file_cut_short_or_changed_is_refused() {
        let shape = architecture("689k3a1-32x2-2");
        let bytes =
            Network::to_bytes(shape, 400, "seed = 2\n", &Weights::random(shape, 2)).unwrap();
        for length in 0..bytes.len() {
            let error = Network::from_bytes(&bytes[..length]).unwrap_err();
            let expected = if length < 8 { NetworkError::Magic } else { NetworkError::Length };
            assert_eq!(error, expected, "{length} of {} bytes", bytes.len());
        }
        let mut random = Random::new(&[1]);
        for _ in 0..1000 {
            let mut bad = bytes.clone();
            let at = random.below(bytes.len());
            bad[at] ^= 1 << random.below(8);
            assert!(Network::from_bytes(&bad).is_err(), "byte {at}");
        }
    }

    #[test]
    fn no_content_makes_reading_or_evaluating_panic() {
        let shape = architecture("689k1a4-32x2-2");
        let bytes =
            Network::to_bytes(shape, 400, "seed = 2\n", &Weights::random(shape, 2)).unwrap();
        let content = &bytes[..bytes.len() - DIGEST_BYTES];
        let mut random = Random::new(&[2]);
        let (mut read, mut refused) = (0, 0);
        for round in 0..1500 {
            let mut bad = content.to_vec();
            // Most of the meaning lies at the front.
            let range = if round % 2 == 0 { 100 } else { bad.len() };
            for _ in 0..=random.below(4) {
                bad[random.below(range)] = random.below(256) as u8;
            }
            bad.extend(sha256(&bad).0);
            match Network::from_bytes(&bad) {
                Ok(network) => {
                    read += 1;
                    network.evaluate(kernels(), &Board::start());
                }
                Err(_) => refused += 1,
            }
        }
        assert!(read > 100 && refused > 400, "{read} read, {refused} refused");
    }
}
