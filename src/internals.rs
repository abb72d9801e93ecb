//! What programs that train, tune, measure and solve need of the engine's inside.
//!
//! It changes with the engine, in any version. Everything else should do with the other
//! modules.

#[doc(inline)]
pub use crate::eval::simd;
#[doc(inline)]
pub use crate::packing;
#[doc(inline)]
pub use crate::random;
#[doc(inline)]
pub use crate::reference;
#[doc(inline)]
pub use crate::search::params;

/// The inputs and the output layers of networks, as training sees them (`docs/authors/network.md`).
pub mod network {
    pub use crate::eval::{INPUTS, Perspective, QB, THREATS, ThreatBuckets};
}

/// How positions of solved endings are numbered, and the format of their tables
/// (`docs/authors/endings.md`).
pub mod endings {
    pub use crate::endings::embedded_files;
    pub use crate::endings::file::{AGAINST, BLOCK_BYTES, MAGIC, NOTE_BYTES, NOTED};
    pub use crate::endings::index::{Frame, Index};
    pub use crate::endings::note::{CHECKS_OF_RANK, Note};
    pub use crate::endings::placements::{NOWHERE, Placements};
    pub use crate::endings::table_error::version_of;
}

/// What the judge of repetitions knows of single moves (`docs/authors/rules.md`).
pub mod rules {
    pub use crate::rules::repetition::may_begin_chase;
}
