//! The refresh table: the last accumulator of each view of the board, with the
//! pieces that it stands for. When a side's view changes, its accumulator follows
//! from the difference of the two positions (the "Finny table" of Koivisto,
//! chessprogramming.org), which is shorter than the list of all pieces.

use crate::eval::features::{Buckets, View};
use crate::eval::inputs::{ActiveInputs, Difference};
use crate::eval::network::Network;
use crate::eval::simd::{Kernels, Lane};
use crate::types::Color;

/// An accumulator and the position that it was computed for.
#[derive(Clone)]
struct RefreshEntry {
    values: Vec<Lane>,
    inputs: ActiveInputs,
}

/// The last accumulator of each view.
#[derive(Clone)]
pub struct RefreshTable {
    /// By side, then by view.
    entries: [Vec<Option<Box<RefreshEntry>>>; 2],
    /// Reused, so that it need not be cleared each time.
    difference: Difference,
}

impl RefreshTable {
    /// An empty table for networks with these buckets.
    pub fn new(buckets: Buckets) -> RefreshTable {
        let views = View::count(buckets);
        RefreshTable {
            entries: [vec![None; views], vec![None; views]],
            difference: Difference::NONE,
        }
    }

    /// The accumulator of a side with this view of a board with these inputs.
    pub fn accumulator(
        &mut self,
        network: &Network,
        kernels: &Kernels,
        us: Color,
        view: View,
        inputs: &ActiveInputs,
    ) -> &[Lane] {
        let entry = self.entries[us.index()][view.index()].get_or_insert_with(|| {
            Box::new(RefreshEntry { values: network.biases().to_vec(), inputs: ActiveInputs::NONE })
        });
        let points = inputs.changed_points(&entry.inputs);
        self.difference.find(&entry.inputs, inputs, points, &[view; 2], network.lanes());
        entry.inputs = *inputs;
        let [added, removed] = self.difference.rows(us.index());
        kernels.change(&mut entry.values, network.inputs(), added, removed);
        &entry.values
    }
}
