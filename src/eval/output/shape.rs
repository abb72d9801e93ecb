//! The shape of what follows the accumulators.

use std::fmt;
use std::str::FromStr;

use crate::eval::error::NetworkFault;
use crate::eval::simd::LANE;
use crate::types::MAX_PIECES;

/// Output buckets, at most.
const MAX_BUCKETS: usize = 16;
/// Numbers of neurons that a second layer can have.
const SECOND_SIZES: [usize; 3] = [8, 16, 32];
/// Code of a shape without a second layer in a file: the output is computed from the
/// squared clipped ReLU of the accumulators. With one the code is its number of neurons.
const ONE_LAYER: u8 = 1;

/// The shape of what follows the accumulators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OutputShape {
    /// Neurons of the second layer; 0 without one.
    second: usize,
    /// Sets of weights.
    buckets: usize,
}

impl OutputShape {
    /// One output layer with so many sets of weights.
    ///
    /// # Errors
    /// When networks do not have so many.
    pub fn layer(buckets: usize) -> Result<OutputShape, NetworkFault> {
        let is_known = (1..=MAX_BUCKETS).contains(&buckets);
        if is_known { Ok(OutputShape { second: 0, buckets }) } else { Err(NetworkFault::Shape) }
    }

    /// A second layer of so many neurons and an output layer, both with so many sets of
    /// weights.
    ///
    /// # Errors
    /// When networks do not have so many.
    pub fn two_layers(second: usize, buckets: usize) -> Result<OutputShape, NetworkFault> {
        let shape = OutputShape::layer(buckets)?;
        let is_known = SECOND_SIZES.contains(&second);
        if is_known { Ok(OutputShape { second, ..shape }) } else { Err(NetworkFault::Shape) }
    }

    /// The number of sets of weights.
    #[inline]
    pub const fn buckets(self) -> usize {
        self.buckets
    }

    /// The number of neurons of the second layer; 0 without one.
    #[inline]
    pub const fn second(self) -> usize {
        self.second
    }

    /// The set of weights for a position with so many pieces.
    #[inline]
    pub const fn bucket(self, pieces: usize) -> usize {
        (pieces - 2) * self.buckets / (MAX_PIECES - 1)
    }

    /// Whether it can follow accumulators of so many neurons: a second layer reads them
    /// two lanes at a time.
    pub(crate) const fn fits(self, hidden: usize) -> bool {
        hidden.is_multiple_of(if self.second == 0 { LANE } else { 2 * LANE })
    }

    /// The number of weights of the output layer of one bucket. After a second layer they
    /// are those of the clipped sums, of their squares, and of the first sum as it is.
    pub const fn output_weights(self, hidden: usize) -> usize {
        if self.second == 0 { 2 * hidden } else { 2 * self.second + 1 }
    }

    /// Its code in the header of a network file.
    pub(crate) fn code(self) -> [u8; 2] {
        let layers = if self.second == 0 { ONE_LAYER } else { self.second as u8 };
        [self.buckets as u8, layers]
    }

    /// The shape with such a code.
    pub(crate) fn of_code(code: [u8; 2]) -> Result<OutputShape, NetworkFault> {
        let [buckets, layers] = code;
        let shape = OutputShape::layer(buckets.into())?;
        match layers {
            ONE_LAYER => Ok(shape),
            second => OutputShape::two_layers(second.into(), shape.buckets)
                .map_err(|_| NetworkFault::Arithmetic),
        }
    }
}

/// As in the name of an architecture: the number of output buckets, with a second layer
/// after its number of neurons.
impl fmt::Display for OutputShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.second {
            0 => self.buckets.fmt(f),
            second => write!(f, "{second}-{}", self.buckets),
        }
    }
}

impl FromStr for OutputShape {
    type Err = NetworkFault;

    fn from_str(text: &str) -> Result<OutputShape, NetworkFault> {
        let number = |text: &str| text.parse().map_err(|_| NetworkFault::Shape);
        match text.split_once('-') {
            None => OutputShape::layer(number(text)?),
            Some((second, buckets)) => OutputShape::two_layers(number(second)?, number(buckets)?),
        }
    }
}
