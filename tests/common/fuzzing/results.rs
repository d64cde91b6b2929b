//! Match results: each file has a report, or is refused with a reason.

use crate::file::with_file;
use onepure::arena::report::{MatchReport, chart};
use onepure::arena::schedule::Results;

/// Reads bytes as a results file and makes its report.
///
/// # Panics
/// If the report has control characters, which a terminal would execute.
pub(crate) fn run(data: &[u8]) {
    let results = match with_file("results", data, Results::read) {
        Ok(results) => results,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let report = MatchReport::of(&results);
    for text in [report.text(), report.markdown(Some("chart.svg"))] {
        assert!(!text.contains(|sign: char| sign.is_control() && sign != '\n'), "{text:?}");
    }
    chart(&results);
    let joined = with_file("results", data, |path| Results::merge(&[path.to_owned(), path.to_owned()]));
    assert_eq!(joined.map(|joined| joined.games.len()), Ok(results.games.len()), "joined with itself");
}
