//! Printing that can fail: see `common::say`.

/// Prints a line on standard output; the arguments are those of `format!`.
macro_rules! say {
    ($($words:tt)*) => { $crate::common::say::print(&(format!($($words)*) + "\n")) };
}

/// Prints a line on standard error, which is English everywhere; the arguments are those of
/// `format!`.
macro_rules! remark {
    ($($words:tt)*) => { $crate::common::say::remark_text(&(format!($($words)*) + "\n")) };
}
