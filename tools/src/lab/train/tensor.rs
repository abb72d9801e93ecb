//! Parameters of one kind with the moments of the optimiser, and sums of their gradients.

use crate::lab::train::kernels::{Kernels, Part};

/// Parameters with AdamW's moments: moving averages of gradients (Loshchilov and
/// Hutter, "Decoupled Weight Decay Regularization", 2019).
#[derive(Clone, Debug, PartialEq)]
pub struct Tensor {
    /// The parameters.
    pub values: Vec<f32>,
    /// Running means of their gradients.
    pub means: Vec<f32>,
    /// Running means of the squares.
    pub squares: Vec<f32>,
}

impl Tensor {
    /// `count` parameters, with moments of zero.
    pub fn new(count: usize, mut value: impl FnMut() -> f32) -> Tensor {
        Tensor {
            values: (0..count).map(|_| value()).collect(),
            means: vec![0.0; count],
            squares: vec![0.0; count],
        }
    }

    /// All of them, for the kernels.
    pub fn part(&mut self) -> Part<'_> {
        Part { values: &mut self.values, means: &mut self.means, squares: &mut self.squares }
    }
}

/// Removes the first `count` parameters from a part and returns them.
pub fn split<'a>(part: &mut Part<'a>, count: usize) -> Part<'a> {
    fn take<'a>(slice: &mut &'a mut [f32], count: usize) -> &'a mut [f32] {
        let (taken, rest) = std::mem::take(slice).split_at_mut(count);
        *slice = rest;
        taken
    }
    Part {
        values: take(&mut part.values, count),
        means: take(&mut part.means, count),
        squares: take(&mut part.squares, count),
    }
}

/// The sum of the gradients of all learners for one tensor; sets theirs to zero.
pub fn merged<'a>(
    kernels: &Kernels,
    gradients: impl Iterator<Item = &'a mut Vec<f32>>,
) -> Vec<f32> {
    let mut total = Vec::new();
    for part in gradients {
        total.resize(part.len(), 0.0);
        (kernels.merge)(&mut total, part);
    }
    total
}
