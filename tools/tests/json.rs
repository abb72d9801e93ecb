//! Results in JSON.

use serde_json::Value;

use crate::folder::Folder;

impl Folder {
    /// The value in a JSON file.
    ///
    /// # Errors
    /// When it cannot be read or is not JSON.
    pub fn json(&self, name: &str) -> Result<Value, String> {
        serde_json::from_slice(&self.bytes(name)?).map_err(|e| format!("{name}: {e}"))
    }
}
