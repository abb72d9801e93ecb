//! The refresh table: the last accumulator of each perspective, with the
//! pieces that it stands for. When a side's perspective changes, its accumulator follows
//! from the difference of the two positions (the "Finny table" of Koivisto,
//! chessprogramming.org), which is shorter than the list of all pieces.

use crate::eval::features::Perspective;
use crate::eval::inputs::{ActiveInputs, Difference};
use crate::eval::network::Network;
use crate::eval::simd::{Chunk, Kernels};
use crate::types::Color;

/// An accumulator and the position that it was computed for.
#[derive(Clone)]
struct RefreshEntry {
    values: Vec<Chunk>,
    inputs: ActiveInputs,
}

/// The last accumulator of each perspective.
#[derive(Clone)]
pub struct RefreshTable {
    /// By side, then by whether the board is mirrored.
    entries: [[Option<Box<RefreshEntry>>; 2]; 2],
    /// Reused, so that it need not be cleared each time.
    difference: Difference,
}

impl RefreshTable {
    /// An empty table.
    pub fn new() -> RefreshTable {
        RefreshTable { entries: Default::default(), difference: Difference::NONE }
    }

    /// The accumulator of a side with this perspective of a board with these inputs.
    pub fn accumulator(
        &mut self,
        network: &Network,
        kernels: &Kernels,
        us: Color,
        perspective: Perspective,
        inputs: &ActiveInputs,
    ) -> &[Chunk] {
        let entry = &mut self.entries[us.index()][usize::from(perspective.is_mirrored)];
        let entry = entry.get_or_insert_with(|| {
            Box::new(RefreshEntry { values: network.biases().to_vec(), inputs: ActiveInputs::NONE })
        });
        let points = inputs.changed_points(&entry.inputs);
        let perspectives = [perspective; 2];
        self.difference.find(&entry.inputs, inputs, points, &perspectives, network.chunks());
        entry.inputs = *inputs;
        let [added, removed] = self.difference.rows(us.index());
        kernels.change(&mut entry.values, network.inputs(), added, removed);
        &entry.values
    }
}
