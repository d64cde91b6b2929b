//! The options that choose a game of a file, a line of it, and its komi.

use clap::Args;
use onepure_rules::record::{Basis, KomiFrom, Record, RecordError};

/// The game of a file, a line of it, and its komi.
#[derive(Clone, Debug, Default, Args)]
pub(in crate::cli) struct Selection {
    /// Komi, instead of that of the record
    #[arg(long, value_name = "POINTS", value_parser = komi, allow_negative_numbers = true)]
    komi: Option<f64>,
    #[command(flatten)]
    pub(in crate::cli) line: Line,
}

/// The game of a file, and a line of it.
#[derive(Clone, Debug, Default, Args)]
pub(in crate::cli) struct Line {
    /// Game N of a collection [default: 1]
    #[arg(long, value_name = "N", value_parser = number, allow_negative_numbers = true)]
    game: Option<usize>,
    /// Variation at each branch, such as 2,1 [default: 1]
    #[arg(long, value_name = "N,…", value_delimiter = ',', value_parser = number, allow_negative_numbers = true)]
    variation: Vec<usize>,
}

impl Selection {
    /// The selection of a line, with the komi of the record.
    pub(in crate::cli) fn of_line(line: Line) -> Self {
        Self { line, ..Self::default() }
    }

    /// The chosen game in the bytes of a file, with the chosen line as its main line.
    pub(in crate::cli) fn record(&self, bytes: &[u8]) -> Result<Record, RecordError> {
        let mut record = match self.line.game {
            None => Record::from_bytes(bytes)?,
            Some(number) => Record::game_of_collection(bytes, number)?,
        };
        record.follow(&self.line.variation)?;
        Ok(record)
    }

    /// Gives the record the chosen komi. Its rules are known by now: a chosen komi says nothing about them.
    pub(in crate::cli) fn set_komi(&self, record: &mut Record, basis: &mut Basis) {
        if let Some(komi) = self.komi {
            record.info.komi = Some(komi);
            (basis.komi, basis.komi_from) = (komi, KomiFrom::Option);
        }
    }
}

/// Parses a komi.
pub(in crate::cli) fn komi(text: &str) -> Result<f64, String> {
    let komi = text.parse().ok().filter(|komi: &f64| (-MOST_KOMI..=MOST_KOMI).contains(komi));
    komi.ok_or_else(|| format!("expected a number from -{MOST_KOMI} to {MOST_KOMI}"))
}

/// The largest komi: more than a board has points.
pub(in crate::cli) const MOST_KOMI: f64 = 400.0;

/// Parses a number of a game or a variation.
fn number(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|&number| number > 0).ok_or_else(|| "expected a number from 1".to_owned())
}
