//! Unpacked blocks of tables.

use std::sync::{PoisonError, RwLock};

/// Unpacked blocks. Each block has one place, so that a new one replaces at
/// most one other.
pub struct Cache(Vec<RwLock<Option<Block>>>);

/// The number of a block and its bytes.
type Block = (usize, Box<[u8]>);

impl Cache {
    /// With so many places.
    pub fn new(places: usize) -> Cache {
        Cache((0..places).map(|_| RwLock::new(None)).collect())
    }

    /// A byte of the block of this number, which `load` reads if need be.
    pub fn byte(
        &self,
        number: usize,
        offset: usize,
        load: impl FnOnce() -> Option<Box<[u8]>>,
    ) -> Option<u8> {
        let hash = (number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        let place = &self.0[hash as usize % self.0.len()];
        if let Some((present, bytes)) = &*place.read().unwrap_or_else(PoisonError::into_inner)
            && *present == number
        {
            return bytes.get(offset).copied();
        }
        let bytes = load()?;
        let byte = bytes.get(offset).copied();
        *place.write().unwrap_or_else(PoisonError::into_inner) = Some((number, bytes));
        byte
    }
}
