//! The mean of the weights of several steps, which is often better than those of the last one
//! (Izmailov et al., "Averaging Weights Leads to Wider Optima and Better Generalization", 2018).

use crate::lab::train::model::Model;

/// A running mean of the parameters of a [`Model`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Average {
    /// Of how many sets of weights it is the mean.
    pub count: u64,
    /// The mean, tensor by tensor in the order of [`Model::tensors`]; empty as long as the
    /// count is 0.
    pub means: Vec<Vec<f32>>,
}

impl Average {
    /// Takes the model's present parameters into the mean.
    pub fn add(&mut self, model: &mut Model) {
        self.count += 1;
        if self.count == 1 {
            self.means = model.tensors().map(|tensor| tensor.values.clone()).collect();
            return;
        }
        let share = 1.0 / self.count as f32;
        for (means, tensor) in self.means.iter_mut().zip(model.tensors()) {
            for (mean, value) in means.iter_mut().zip(&tensor.values) {
                *mean += (value - *mean) * share;
            }
        }
    }

    /// Replaces the model's parameters by the mean, if there is one.
    pub fn put_into(self, model: &mut Model) {
        if self.count > 0 {
            for (tensor, means) in model.tensors().zip(self.means) {
                tensor.values = means;
            }
            model.round();
        }
    }
}
