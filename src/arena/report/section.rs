//! The sections of a report, and their layout.

use crate::view::{printable, protected};
use comfy_table::presets::{ASCII_MARKDOWN, NOTHING};
use comfy_table::{Cell, CellAlignment, ContentArrangement, TableStyle};
use std::fmt::Write as _;

/// A section of a report: a title, lines, and a table.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Section {
    pub(super) title: &'static str,
    pub(super) lines: Vec<String>,
    pub(super) table: Option<TextTable>,
}

/// A table with named columns. The first column is left-aligned text; the others are right-aligned numbers, unless the
/// table has text only.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct TextTable {
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
    is_text: bool,
}

impl Section {
    /// A section with a table.
    pub(super) fn with_table(title: &'static str, table: TextTable) -> Self {
        Self { title, lines: Vec::new(), table: Some(table) }
    }

    /// A section with lines.
    pub(super) fn with_lines(title: &'static str, lines: Vec<String>) -> Self {
        Self { title, lines, table: None }
    }

    pub(super) fn text(&self) -> String {
        let mut text = format!("{}\n", self.title);
        for line in &self.lines {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "  {}", printable(line));
        }
        if let Some(table) = &self.table {
            for line in table.text().lines() {
                let _ = writeln!(text, "  {line}");
            }
        }
        text
    }

    pub(super) fn markdown(&self) -> String {
        let mut text = format!("## {}\n\n", self.title);
        for line in &self.lines {
            let _ = writeln!(text, "- {}", protected(&printable(line)));
        }
        if let Some(table) = &self.table {
            if !self.lines.is_empty() {
                text.push('\n');
            }
            let _ = writeln!(text, "{}", table.markdown());
        }
        text
    }
}

impl TextTable {
    /// A table with these columns, the first for text and the others for numbers.
    pub fn new(columns: &[&str]) -> Self {
        Self { columns: columns.iter().map(|&column| column.to_owned()).collect(), ..Self::default() }
    }

    /// A table with these columns, all for text.
    pub fn of_texts(columns: &[&str]) -> Self {
        Self { is_text: true, ..Self::new(columns) }
    }

    /// Adds a row.
    pub fn add(&mut self, row: Vec<String>) {
        self.rows.push(row);
    }

    /// The table as aligned text.
    pub fn text(&self) -> String {
        let mut table = self.laid_out(NOTHING, printable);
        let last = self.columns.len().saturating_sub(1);
        for (index, column) in table.column_iter_mut().enumerate() {
            column.set_padding((0, if index == last { 0 } else { 2 }));
        }
        table.trim_fmt()
    }

    /// The table as Markdown.
    pub fn markdown(&self) -> String {
        self.laid_out(ASCII_MARKDOWN, |text| protected(&printable(text))).to_string()
    }

    fn laid_out(&self, style: TableStyle, cell: impl Fn(&str) -> String) -> comfy_table::Table {
        let mut table = comfy_table::Table::new();
        table.load_style(style).set_content_arrangement(ContentArrangement::Disabled);
        let cells = |row: &[String]| {
            let aligned = |(index, text): (usize, &String)| {
                let is_left = index == 0 || self.is_text;
                let alignment = if is_left { CellAlignment::Left } else { CellAlignment::Right };
                Cell::new(cell(text)).set_alignment(alignment)
            };
            row.iter().enumerate().map(aligned).collect::<Vec<Cell>>()
        };
        table.set_header(cells(&self.columns));
        for row in &self.rows {
            table.add_row(cells(row));
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> TextTable {
        let mut table = TextTable::new(&["Player", "Won"]);
        table.add(vec!["a|b".to_owned(), "7".to_owned()]);
        table.add(vec!["한국어".to_owned(), "10".to_owned()]);
        table
    }

    #[test]
    fn columns_stand_under_one_another() {
        assert_eq!(table().text(), "Player  Won\na|b       7\n한국어   10");
        assert_eq!(
            Section { title: "Result", lines: vec!["a line".to_owned()], table: Some(table()) }.text(),
            "Result\n  a line\n  Player  Won\n  a|b       7\n  한국어   10\n"
        );
    }

    #[test]
    fn what_means_something_in_markdown_is_protected() {
        let section = Section { title: "Result", lines: vec!["*one*".to_owned()], table: Some(table()) };
        let expected =
            "## Result\n\n- \\*one\\*\n\n| Player | Won |\n|--------|-----|\n| a\\|b   |   7 |\n| 한국어 |  10 |\n";
        assert_eq!(section.markdown(), expected);
    }
}
