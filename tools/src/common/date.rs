//! Dates of games.

use std::fmt;
use std::time::{SystemTime, UNIX_EPOCH};

/// A time as civil date and time, UTC.
pub struct Timestamp {
    year: i64,
    month: u32,
    day: u32,
    seconds: u64,
}

impl Timestamp {
    /// Of a time of the system: Howard Hinnant's `civil_from_days`, for days since 1970.
    pub fn of(time: SystemTime) -> Timestamp {
        let seconds = time.duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs());
        let days = (seconds / 86_400) as i64 + 719_468;
        let (era, day_of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
        let year_of_era =
            (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let shifted = (5 * day_of_year + 2) / 153;
        let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
        Timestamp {
            year: year_of_era + era * 400 + i64::from(month <= 2),
            month: month as u32,
            day: (day_of_year - (153 * shifted + 2) / 5 + 1) as u32,
            seconds: seconds % 86_400,
        }
    }

    /// `2026.11.28`.
    pub fn date(&self) -> String {
        format!("{:04}.{:02}.{:02}", self.year, self.month, self.day)
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Timestamp { year, month, day, seconds } = self;
        let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        write!(f, "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
    }
}
