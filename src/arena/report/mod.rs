//! The report of a match: as text, as Markdown, and as a chart.
//!
//! The report depends on the results alone. So it is equal for a match without interruption, an interrupted match, and
//! a match merged from shards.

mod chart;
mod counts;
mod ends;
mod heading;
mod outcome;
mod section;
mod times;

pub use chart::chart;
pub use section::TextTable;

use super::schedule::{Results, Standing};
use section::Section;

/// The report of a match.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchReport {
    sections: Vec<Section>,
}

impl MatchReport {
    /// The report of a match with these results.
    pub fn of(results: &Results) -> Self {
        let names = results.header.description.names();
        let standing = Standing::of(&names, &results.games);
        let mut sections = heading::sections(results);
        sections.extend(outcome::sections(results, &names, &standing));
        sections.extend(ends::sections(results));
        sections.extend(times::sections(results, &names));
        sections.extend(ends::troubles(results));
        Self { sections }
    }

    /// The report as text for a terminal.
    pub fn text(&self) -> String {
        let sections: Vec<String> = self.sections.iter().map(Section::text).collect();
        sections.join("\n")
    }

    /// The report as Markdown, with a link to the chart if there is one.
    pub fn markdown(&self, chart: Option<&str>) -> String {
        let mut sections: Vec<String> = self.sections.iter().map(Section::markdown).collect();
        if let Some(chart) = chart {
            sections.push(format!("![Score over the games]({chart})\n"));
        }
        format!("# Match\n\n{}", sections.join("\n"))
    }
}
