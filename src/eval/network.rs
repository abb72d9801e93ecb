//! The network: its shape, its weights, and the file that holds them. The
//! layout of the file is described in docs/network.md.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use crate::board::Board;
use crate::eval::features::{Buckets, INPUTS, View};
use crate::eval::simd::{Kernels, LANE, Lane, QA};
use crate::packing::{BitReader, BitWriter, best_rice, sha256};
use crate::types::{Color, Score};

/// Begins every network file.
const MAGIC: [u8; 8] = *b"CHUHENET";
/// The version of the format.
const VERSION: u16 = 1;
/// The first layer's activation is the square of the value, cut off at one.
const SCRELU: u8 = 1;
/// One, in the fixed point of the output weights.
pub const QB: i32 = 64;
/// The output weights lie within this.
pub const MAX_OUTPUT_WEIGHT: i32 = 127;
/// What the output weights of a bucket may add up to, signs ignored: no sum of
/// products with squared activations exceeds 32 bits.
pub const MAX_OUTPUT_SUM: i32 = i32::MAX / (QA as i32 * QA as i32);
/// Neurons of the first layer, at most.
const MAX_HIDDEN: usize = 2048;
/// Output buckets, at most.
const MAX_OUTPUTS: usize = 16;
/// Pieces on the board, at most.
const MAX_PIECES: usize = 32;
const DIGEST_BYTES: usize = 32;
/// Bits of a row's Rice parameter.
const RICE_BITS: u32 = 4;

/// The shape of a network: inputs in buckets, one hidden layer for each side,
/// one output of several, chosen by the number of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Architecture {
    /// Sets of input weights.
    pub buckets: Buckets,
    /// Neurons of each side, a multiple of [`LANE`].
    pub hidden: usize,
    /// Sets of output weights.
    pub outputs: usize,
}

impl Architecture {
    /// Which output a position with so many pieces uses.
    #[inline]
    pub const fn output(self, pieces: usize) -> usize {
        (pieces - 2) * self.outputs / (MAX_PIECES - 1)
    }

    /// Rows of the input weights.
    pub const fn rows(self) -> usize {
        INPUTS * self.buckets.count()
    }

    fn check(self) -> Result<Architecture, NetworkError> {
        let is_known = self.buckets.are_known()
            && (1..=MAX_HIDDEN).contains(&self.hidden)
            && self.hidden.is_multiple_of(LANE)
            && (1..=MAX_OUTPUTS).contains(&self.outputs);
        if is_known { Ok(self) } else { Err(NetworkError::Architecture) }
    }
}

/// As `689k1a4-128x2-8`: inputs, king and attack buckets, hidden neurons, outputs.
impl fmt::Display for Architecture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Architecture { buckets: Buckets { king, attack }, hidden, outputs } = self;
        write!(f, "{INPUTS}k{king}a{attack}-{hidden}x2-{outputs}")
    }
}

impl FromStr for Architecture {
    type Err = NetworkError;

    fn from_str(text: &str) -> Result<Architecture, NetworkError> {
        let numbers: Option<Vec<usize>> =
            text.split(['k', 'a', '-', 'x']).map(|part| part.parse().ok()).collect();
        let Some(&[_, king, attack, hidden, _, outputs]) = numbers.as_deref() else {
            return Err(NetworkError::Architecture);
        };
        let architecture =
            Architecture { buckets: Buckets { king, attack }, hidden, outputs }.check()?;
        let same = architecture.to_string() == text;
        if same { Ok(architecture) } else { Err(NetworkError::Architecture) }
    }
}

/// Why a file is not a network that this version can use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NetworkError {
    /// It could not be read at all.
    Unreadable(String),
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

/// The weights as whole numbers, before they are laid out for the kernels: what
/// the trainer writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// Of the inputs, row by row, [`QA`] for one.
    pub inputs: Vec<i16>,
    /// Of the hidden layer, [`QA`] for one.
    pub biases: Vec<i16>,
    /// Of the outputs: for each the own half, then the other's; [`QB`] for one.
    pub outputs: Vec<i16>,
    /// Added to each output, [`QA`] times [`QB`] for one.
    pub output_biases: Vec<i32>,
}

/// A network.
#[derive(Clone, PartialEq, Eq)]
pub struct Network {
    architecture: Architecture,
    /// Score units for one.
    scale: i32,
    metadata: String,
    /// The hash of the file, in short.
    name: String,
    inputs: Vec<Lane>,
    biases: Vec<Lane>,
    outputs: Vec<Lane>,
    output_biases: Vec<i32>,
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Network({}, {})", self.name, self.architecture)
    }
}

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
        check_weights(architecture, weights)?;
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
        if sha256(content).0 != *digest {
            return Err(NetworkError::Damaged);
        }
        let architecture =
            Architecture { buckets: Buckets { king, attack }, hidden, outputs }.check()?;
        if arithmetic != (SCRELU, QA as u16, QB as u16) || scale <= 0 {
            return Err(NetworkError::Architecture);
        }
        let metadata = std::str::from_utf8(metadata).map_err(|_| NetworkError::Metadata)?;
        let weights = unpack(architecture, packed)?;
        check_weights(architecture, &weights)?;
        Ok(Network {
            architecture,
            scale,
            metadata: metadata.into(),
            name: sha256(bytes).short(12),
            inputs: to_lanes(&weights.inputs),
            biases: to_lanes(&weights.biases),
            outputs: to_lanes(&weights.outputs),
            output_biases: weights.output_biases,
        })
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

    /// The shape.
    pub fn architecture(&self) -> Architecture {
        self.architecture
    }

    /// Score units for an output of one.
    pub fn scale(&self) -> i32 {
        self.scale
    }

    /// How the network came about: lines of `key = value`.
    pub fn metadata(&self) -> &str {
        &self.metadata
    }

    /// The first twelve digits of the file's SHA-256.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The weights as whole numbers.
    pub fn weights(&self) -> Weights {
        let flat = |lanes: &[Lane]| lanes.iter().flat_map(|lane| lane.0).collect();
        Weights {
            inputs: flat(&self.inputs),
            biases: flat(&self.biases),
            outputs: flat(&self.outputs),
            output_biases: self.output_biases.clone(),
        }
    }

    /// Lanes of a row, of the biases, and of half an output.
    #[inline]
    pub(super) fn lanes(&self) -> usize {
        self.biases.len()
    }

    /// The input weights; row `n` begins at `n` times [`Network::lanes`].
    #[inline]
    pub(super) fn inputs(&self) -> &[Lane] {
        &self.inputs
    }

    /// One row of the input weights.
    #[inline]
    pub(super) fn row(&self, row: usize) -> &[Lane] {
        let lanes = self.lanes();
        &self.inputs[row * lanes..(row + 1) * lanes]
    }

    /// The hidden layer with no piece on the board.
    #[inline]
    pub(super) fn biases(&self) -> &[Lane] {
        &self.biases
    }

    /// The score of the hidden layers: first that of the side to move.
    #[inline]
    pub(super) fn score(&self, kernels: &Kernels, hidden: [&[Lane]; 2], pieces: usize) -> Score {
        let lanes = self.lanes();
        let output = self.architecture.output(pieces);
        let weights = &self.outputs[output * 2 * lanes..(output + 1) * 2 * lanes];
        let (own, other) = weights.split_at(lanes);
        let sum = (kernels.output)(hidden, [own, other]) / i32::from(QA);
        let sum = i64::from(sum) + i64::from(self.output_biases[output]);
        let units = sum * i64::from(self.scale) / i64::from(i32::from(QA) * QB);
        Score::eval(units.clamp(i32::MIN.into(), i32::MAX.into()) as i32)
    }

    /// The score of a board for the side to move, computed from nothing: the
    /// slow twin of the accumulators.
    pub fn evaluate(&self, kernels: &Kernels, board: &Board) -> Score {
        let hidden = [board.side(), !board.side()].map(|us| self.hidden(kernels, us, board));
        let [own, other] = &hidden;
        self.score(kernels, [own, other], board.occupied().count() as usize)
    }

    /// The hidden layer of one side, computed from nothing.
    pub(super) fn hidden(&self, kernels: &Kernels, us: Color, board: &Board) -> Vec<Lane> {
        let view = View::of(self.architecture.buckets, us, board);
        let rows: Vec<usize> = board
            .occupied()
            .into_iter()
            .filter_map(|sq| board.piece_at(sq).map(|piece| view.row(us, piece, sq)))
            .map(|row| row * self.lanes())
            .collect();
        let mut values = self.biases.clone();
        (kernels.change)(&mut values, &self.inputs, &rows, &[]);
        values
    }
}

fn to_lanes(numbers: &[i16]) -> Vec<Lane> {
    let mut lanes = vec![Lane::ZERO; numbers.len() / LANE];
    for (lane, numbers) in lanes.iter_mut().zip(numbers.chunks_exact(LANE)) {
        lane.0.copy_from_slice(numbers);
    }
    lanes
}

/// Whether there are as many weights as the shape wants and no sum can leave
/// its integers.
fn check_weights(architecture: Architecture, weights: &Weights) -> Result<(), NetworkError> {
    let Architecture { hidden, outputs, .. } = architecture;
    let lengths = weights.inputs.len() == architecture.rows() * hidden
        && weights.biases.len() == hidden
        && weights.outputs.len() == outputs * 2 * hidden
        && weights.output_biases.len() == outputs;
    if !lengths {
        return Err(NetworkError::Weights);
    }
    // A sum of a bias and a row for each piece must fit 16 bits.
    let largest =
        |numbers: &[i16]| numbers.iter().map(|n| u32::from(n.unsigned_abs())).max().unwrap_or(0);
    let sum = largest(&weights.inputs) * MAX_PIECES as u32 + largest(&weights.biases);
    let narrow = |outputs: &[i16]| {
        let total: i64 = outputs.iter().map(|w| i64::from(w.unsigned_abs())).sum();
        total <= i64::from(MAX_OUTPUT_SUM)
            && i32::from(largest(outputs) as i16) <= MAX_OUTPUT_WEIGHT
    };
    let fits = sum <= i16::MAX as u32 && weights.outputs.chunks(2 * hidden).all(narrow);
    if fits { Ok(()) } else { Err(NetworkError::Weights) }
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
pub(super) mod tests {
    use super::*;
    use crate::board::NullObserver;
    use crate::eval::simd::{available, kernels};

    pub fn architecture(text: &str) -> Architecture {
        text.parse().unwrap()
    }

    /// A network of random weights that score a few hundred units.
    pub fn random_network(architecture: Architecture, seed: u64) -> Network {
        let mut x = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let mut next = |range: i16| {
            x ^= x << 13;
            x ^= x >> 7;
            x ^= x << 17;
            (x >> 40) as i16 % range
        };
        let hidden = architecture.hidden;
        let weights = Weights {
            inputs: (0..architecture.rows() * hidden).map(|_| next(60)).collect(),
            biases: (0..hidden).map(|_| next(100)).collect(),
            outputs: (0..architecture.outputs * 2 * hidden).map(|_| next(100)).collect(),
            output_biases: (0..architecture.outputs).map(|_| i32::from(next(3000))).collect(),
        };
        let bytes = Network::to_bytes(architecture, 400, "seed = 1\n", &weights).unwrap();
        let network = Network::from_bytes(&bytes).unwrap();
        assert!(network.weights() == weights);
        network
    }

    #[test]
    fn shapes_have_names() {
        for text in ["689k1a1-32x2-1", "689k3a4-2048x2-16", "689k1a4-96x2-8"] {
            assert_eq!(architecture(text).to_string(), text);
        }
        for text in [
            "",
            "689k1a1-32x2",
            "689k2a1-32x2-1",
            "689k1a1-33x2-1",
            "689k1a1-0x2-1",
            "689k1a1-2080x2-1",
            "689k1a1-32x2-17",
            "689k1a1-32x2-0",
            "690k1a1-32x2-1",
            "689k01a1-32x2-1",
            "689k1a1-32x2-1 ",
        ] {
            assert!(text.parse::<Architecture>().is_err(), "{text}");
        }
        let eight = architecture("689k1a1-32x2-8");
        assert_eq!([2, 5, 6, 17, 32].map(|pieces| eight.output(pieces)), [0, 0, 1, 3, 7]);
    }

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
    fn weights_out_of_range_are_refused() {
        let shape = architecture("689k1a1-256x2-1");
        let weights = random_network(shape, 1).weights();
        let write = |change: &dyn Fn(&mut Weights)| {
            let mut weights = weights.clone();
            change(&mut weights);
            Network::to_bytes(shape, 400, "", &weights).map(|_| ())
        };
        let refused = Err(NetworkError::Weights);
        assert_eq!(write(&|_| {}), Ok(()));
        assert_eq!(write(&|w| w.inputs[7] = 1100), refused);
        assert_eq!(write(&|w| w.outputs[7] = 128), refused);
        assert_eq!(write(&|w| w.outputs[7] = i16::MIN), refused);
        assert_eq!(write(&|w| w.outputs.fill(70)), refused);
        assert_eq!(write(&|w| w.biases.truncate(1)), refused);
        assert_eq!(write(&|w| w.output_biases.push(0)), refused);
    }

    #[test]
    fn all_kernels_give_the_same_scores() {
        let mut seen = std::collections::HashSet::new();
        for (seed, shape) in
            ["689k1a1-32x2-1", "689k1a4-96x2-8", "689k3a4-256x2-4"].iter().enumerate()
        {
            let network = random_network(architecture(shape), seed as u64);
            let mut board = Board::start();
            for ply in 0..300_usize {
                let expected = network.evaluate(kernels(), &board);
                for kernels in available() {
                    assert_eq!(network.evaluate(kernels, &board), expected, "{}", kernels.name);
                }
                seen.insert(expected.units());
                let moves = board.legal_moves();
                if moves.is_empty() {
                    break;
                }
                board.make(moves[ply * 7919 % moves.len()], &mut NullObserver);
            }
        }
        assert!(seen.len() > 300, "only {} different scores", seen.len());
    }
}
