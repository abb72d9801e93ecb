//! The network file. Its layout is described in docs/authors/network.md.
//!
//! Reading checks everything: each length before it is used, the checksum before
//! anything is unpacked, and the weights, whose sums must not overflow.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use crate::eval::architecture::{Architecture, Weights};
use crate::eval::error::{NetworkError, NetworkFault, NetworkPart};
use crate::eval::features::{INPUTS, ROWS};
use crate::eval::network::Network;
use crate::eval::output::QB;
use crate::eval::simd::QA;
use crate::eval::threat_buckets::THREATS;
use crate::packing::{BitReader, BitWriter, ByteReader, Sha256, TooShort, best_rice, sha256};

/// The version of the format.
pub(super) const VERSION: u16 = 1;
const DIGEST_BYTES: usize = 32;
/// Hexadecimal digits of a network's name.
const NAME_DIGITS: usize = 12;
/// Larger files are not read; the largest shape needs less.
const MAX_BYTES: u64 = 256 << 20;
/// Bytes of a header that are the same in all files of this version: one king bucket; the
/// number of threat buckets in the upper four bits, and one attack bucket in the others.
const BUCKETS: [u8; 2] = [1, (THREATS as u8) << 4 | 1];
/// The same: one layer follows the accumulators.
const LAYERS: u8 = 1;
/// Bits of a row's Rice parameter.
const RICE_BITS: u32 = 4;

impl Network {
    /// The first bytes of a network file.
    pub const MAGIC: [u8; 8] = *b"CHUHENET";

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
        let Architecture { hidden, outputs } = architecture.check()?;
        weights.check(architecture)?;
        let mut bytes = Network::MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((hidden as u16).to_le_bytes());
        bytes.extend(BUCKETS);
        bytes.extend([outputs as u8, LAYERS]);
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
        let rest = bytes.strip_prefix(&Network::MAGIC).ok_or(NetworkFault::Magic)?;
        let ends_in = |part| move |TooShort| NetworkFault::Truncated(part);
        let mut reader = ByteReader::new(rest);
        let version = reader.u16().map_err(ends_in(NetworkPart::Header))?;
        if version != VERSION {
            return Err(NetworkFault::Version(version).into());
        }
        let header = Header::read(&mut reader).map_err(ends_in(NetworkPart::Header))?;
        let metadata = reader.block().map_err(ends_in(NetworkPart::Description))?;
        let packed = reader.block().map_err(ends_in(NetworkPart::Weights))?;
        let digest = reader.take(DIGEST_BYTES).map_err(ends_in(NetworkPart::Checksum))?;
        if reader.remaining() > 0 {
            return Err(NetworkFault::TrailingBytes(reader.remaining()).into());
        }
        let mut hash = Sha256::default();
        hash.update(&bytes[..bytes.len() - DIGEST_BYTES]);
        if hash.clone().finish().0 != *digest {
            return Err(NetworkFault::Checksum.into());
        }
        hash.update(digest);
        let name = hash.finish().short(NAME_DIGITS);
        let (architecture, scale) = header.check()?;
        let metadata = std::str::from_utf8(metadata).map_err(|_| NetworkFault::Description)?;
        let weights = unpack(architecture, packed)?;
        weights.check(architecture)?;
        Ok(Network::new(architecture, scale, metadata.into(), name, weights))
    }

    /// Reads a network file. What is not an ordinary file, or is too large, is refused
    /// without reading it.
    ///
    /// # Errors
    /// When it cannot be read, or as [`Network::from_bytes`]. The error names
    /// the file.
    pub fn read(path: &Path) -> Result<Network, NetworkError> {
        let unreadable = |error: std::io::Error| NetworkFault::Unreadable(error.kind()).of(path);
        // Before it is opened, because opening a pipe would wait for a writer.
        let known = std::fs::metadata(path).map_err(unreadable)?;
        if !known.is_file() {
            return Err(NetworkFault::NotAFile.of(path));
        }
        if known.len() > MAX_BYTES {
            return Err(NetworkFault::TooLarge(known.len()).of(path));
        }
        let mut bytes = Vec::new();
        let file = File::open(path).map_err(unreadable)?;
        file.take(MAX_BYTES).read_to_end(&mut bytes).map_err(unreadable)?;
        Network::from_bytes(&bytes).map_err(|error| error.fault.of(path))
    }
}

/// The numbers of a header that follow the version, as a file has them.
struct Header {
    hidden: u16,
    buckets: [u8; 2],
    outputs: u8,
    layers: u8,
    units: [u16; 2],
    scale: i32,
}

impl Header {
    fn read(reader: &mut ByteReader) -> Result<Header, TooShort> {
        Ok(Header {
            hidden: reader.u16()?,
            buckets: [reader.u8()?, reader.u8()?],
            outputs: reader.u8()?,
            layers: reader.u8()?,
            units: [reader.u16()?, reader.u16()?],
            scale: reader.u32()? as i32,
        })
    }

    /// The shape and the scale, if this version knows them.
    fn check(self) -> Result<(Architecture, i32), NetworkFault> {
        let Header { hidden, buckets, outputs, layers, units, scale } = self;
        if (buckets, layers) != (BUCKETS, LAYERS) {
            return Err(NetworkFault::Shape);
        }
        let shape = Architecture { hidden: hidden.into(), outputs: outputs.into() }.check()?;
        if units != [QA as u16, QB as u16] {
            return Err(NetworkFault::Arithmetic);
        }
        if scale <= 0 {
            return Err(NetworkFault::Scale(scale));
        }
        Ok((shape, scale))
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
    weights.outputs.chunks(hidden).for_each(|row| write(&wide(row)));
    write(&weights.output_biases);
    writer.finish()
}

fn unpack(architecture: Architecture, packed: &[u8]) -> Result<Weights, NetworkFault> {
    const WEIGHTS: NetworkFault = NetworkFault::WeightCount(NetworkPart::Weights);
    let Architecture { hidden, outputs } = architecture;
    let mut reader = BitReader::new(packed);
    let mut read = |count: usize| {
        if reader.is_overrun() {
            return Err(WEIGHTS); // before asking for more memory
        }
        let rice = reader.bits(RICE_BITS);
        Ok((0..count).map(|_| reader.rice(rice)).collect::<Vec<i32>>())
    };
    let narrow = |number: i32| i16::try_from(number).map_err(|_| WEIGHTS);
    let narrow_all = |row: Vec<i32>| row.into_iter().map(narrow).collect::<Result<Vec<i16>, _>>();
    let biases = narrow_all(read(hidden)?)?;
    let mut inputs: Vec<i16> = Vec::with_capacity(ROWS * hidden);
    for number in 0..ROWS {
        let is_change = number >= INPUTS && read(1)? == [1];
        let base = number % INPUTS * hidden;
        for (i, n) in read(hidden)?.into_iter().enumerate() {
            let base = if is_change { i32::from(inputs[base + i]) } else { 0 };
            inputs.push(narrow(n.wrapping_add(base))?);
        }
    }
    let mut output_weights = Vec::with_capacity(2 * outputs * hidden);
    for _ in 0..2 * outputs {
        output_weights.extend(narrow_all(read(hidden)?)?);
    }
    let output_biases = read(outputs)?;
    if !reader.is_at_end() {
        return Err(WEIGHTS);
    }
    Ok(Weights { inputs, biases, outputs: output_weights, output_biases })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::eval::network::tests::{architecture, random_network};
    use crate::random::Random;

    #[test]
    fn files_are_read_as_written_and_faults_are_named() {
        let shape = architecture("689k1a1t7-64x2-8");
        let network = random_network(shape, 5);
        assert_eq!(network.architecture(), shape);
        assert_eq!((network.scale(), network.metadata()), (400, "seed = 1\n"));
        let weights = network.weights();
        let bytes = Network::to_bytes(shape, 400, "seed = 1\n", &weights).unwrap();
        let read = |bytes: &[u8]| Network::from_bytes(bytes).unwrap_err().fault;
        assert_eq!(read(b""), NetworkFault::Magic);
        assert_eq!(read(b"something else altogether"), NetworkFault::Magic);
        let end = bytes.len();
        for (length, part) in [
            (8, NetworkPart::Header),
            (9, NetworkPart::Header),
            (20, NetworkPart::Header),
            (25, NetworkPart::Description),
            (40, NetworkPart::Weights),
            (end - 33, NetworkPart::Weights),
            (end - 1, NetworkPart::Checksum),
        ] {
            assert_eq!(read(&bytes[..length]), NetworkFault::Truncated(part), "{length}");
        }
        assert_eq!(read(&[&bytes[..], b"x"].concat()), NetworkFault::TrailingBytes(1));
        for at in [30, 100, end / 2, end - 1] {
            let mut bad = bytes.clone();
            bad[at] ^= 0x10;
            let error = read(&bad);
            let named = matches!(error, NetworkFault::Checksum | NetworkFault::Truncated(_));
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
        assert_eq!(resealed(8, 9), NetworkFault::Version(9));
        // Neurons; king, attack and threat buckets; outputs; a second layer; units.
        for (at, value) in
            [(10, 63), (11, 9), (12, 3), (13, 1), (13, 0x74), (13, 0x81), (14, 0), (15, 16)]
        {
            assert_eq!(resealed(at, value), NetworkFault::Shape, "byte {at}");
        }
        for (at, value) in [(16, 1), (18, 1)] {
            assert_eq!(resealed(at, value), NetworkFault::Arithmetic, "byte {at}");
        }
        assert!(matches!(resealed(23, 0xff), NetworkFault::Scale(i32::MIN..=0)));
        let count = NetworkFault::WeightCount(NetworkPart::Weights);
        assert_eq!(resealed(10, 32), count); // fewer neurons than stored
        assert_eq!(resealed(10, 96), count); // more
        assert_eq!(resealed(28, 0xff), NetworkFault::Description);
    }

    #[test]
    fn what_is_no_network_file_is_refused_unread() {
        let folder = std::env::temp_dir();
        let folder = folder.join(format!("chuhe-network-file-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let fault = |path: &Path| {
            let error = Network::read(path).unwrap_err();
            assert!(error.to_string().starts_with(&path.display().to_string()), "{error}");
            error.fault
        };
        let missing = NetworkFault::Unreadable(std::io::ErrorKind::NotFound);
        assert_eq!(fault(&folder.join("missing")), missing);
        assert_eq!(fault(&folder), NetworkFault::NotAFile);
        // A file of holes, larger than any network.
        let large = folder.join("large");
        File::create(&large).unwrap().set_len(MAX_BYTES + 1).unwrap();
        assert_eq!(fault(&large), NetworkFault::TooLarge(MAX_BYTES + 1));
        #[cfg(unix)]
        for endless in ["/dev/zero", "/dev/tty"] {
            let path = Path::new(endless);
            let is_refused =
                matches!(fault(path), NetworkFault::NotAFile | NetworkFault::Unreadable(_));
            assert!(is_refused, "{endless}");
        }
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn every_file_cut_short_or_changed_is_refused() {
        let shape = architecture("689k1a1t7-32x2-2");
        let bytes =
            Network::to_bytes(shape, 400, "seed = 2\n", &Weights::random(shape, 2)).unwrap();
        for length in 0..bytes.len() {
            let fault = Network::from_bytes(&bytes[..length]).unwrap_err().fault;
            let is_named = match fault {
                NetworkFault::Magic => length < 8,
                NetworkFault::Truncated(_) => length >= 8,
                _ => false,
            };
            assert!(is_named, "{length} of {} bytes: {fault}", bytes.len());
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
        let shape = architecture("689k1a1t7-32x2-2");
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
                    network.evaluate(&Board::start());
                }
                Err(_) => refused += 1,
            }
        }
        assert!(read > 100 && refused > 400, "{read} read, {refused} refused");
    }
}
