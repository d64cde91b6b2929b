//! Markdown, laid out for a terminal.

use comfy_table::presets::NOTHING;
use comfy_table::{ContentArrangement, Table};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use unicode_width::UnicodeWidthStr;

/// A block of a document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::cli) enum Block {
    /// A heading with its level; 1 is the title.
    Heading(usize, String),
    /// Text to wrap. Lines after the first are indented by this number of columns.
    Text(String, usize),
    /// Lines to keep as they are, such as a board.
    Lines(String),
    /// A table with its heading first.
    Table(Vec<Vec<String>>),
}

/// The blocks of a document, in order.
pub(in crate::cli) fn blocks(text: &str) -> Vec<Block> {
    let mut reader = Reader::default();
    Parser::new_ext(text, Options::ENABLE_TABLES).for_each(|event| reader.read(event));
    reader.blocks
}

/// The indentation of quotations and boards, in columns.
const INDENT: usize = 4;

#[derive(Default)]
struct Reader {
    blocks: Vec<Block>,
    /// The text of the current block.
    text: String,
    /// The number of the next item of each open list; `None` for a bullet list.
    lists: Vec<Option<u64>>,
    is_quoted: bool,
    rows: Vec<Vec<String>>,
}

impl Reader {
    fn read(&mut self, event: Event<'_>) {
        match event {
            Event::Text(text) | Event::Code(text) => self.text.push_str(&text),
            Event::SoftBreak | Event::HardBreak => self.text.push(' '),
            Event::Start(tag) => self.begin(&tag),
            Event::End(tag) => self.end(tag),
            _ => {}
        }
    }

    fn begin(&mut self, tag: &Tag<'_>) {
        match tag {
            Tag::List(first) => {
                // The text of an item that contains a list.
                self.end_text();
                self.lists.push(*first);
            }
            Tag::BlockQuote(_) => self.is_quoted = true,
            Tag::TableHead | Tag::TableRow => self.rows.push(Vec::new()),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Heading(level) => {
                let text = std::mem::take(&mut self.text);
                self.blocks.push(Block::Heading(level as usize, text));
            }
            TagEnd::Paragraph | TagEnd::Item => self.end_text(),
            TagEnd::List(_) => {
                self.lists.pop();
            }
            TagEnd::BlockQuote(_) => self.is_quoted = false,
            TagEnd::CodeBlock => {
                let lines = std::mem::take(&mut self.text);
                self.blocks.push(Block::Lines(indented(&lines)));
            }
            TagEnd::TableCell => {
                let text = std::mem::take(&mut self.text);
                self.rows.last_mut().into_iter().for_each(|row| row.push(text.clone()));
            }
            TagEnd::Table => self.blocks.push(Block::Table(std::mem::take(&mut self.rows))),
            _ => {}
        }
    }

    /// Ends a paragraph or an item of a list.
    fn end_text(&mut self) {
        let text = std::mem::take(&mut self.text);
        if text.is_empty() {
            return;
        }
        let depth = self.lists.len();
        let mark = match self.lists.last_mut() {
            None => String::new(),
            Some(None) => "- ".to_owned(),
            Some(Some(number)) => {
                *number += 1;
                format!("{}. ", *number - 1)
            }
        };
        let quoted = if self.is_quoted { INDENT } else { 0 };
        let before = " ".repeat(quoted + 2 * depth.saturating_sub(1));
        self.blocks.push(Block::Text(format!("{before}{mark}{text}"), before.len() + mark.len()));
    }
}

fn indented(lines: &str) -> String {
    lines.lines().map(|line| " ".repeat(INDENT) + line + "\n").collect()
}

impl Block {
    /// The lines of a block for this number of columns; `None` for text, which the screen wraps.
    pub(in crate::cli) fn lines(&self, columns: usize) -> Option<String> {
        match self {
            Self::Text(..) => None,
            Self::Heading(level, text) => {
                let sign = if *level == 1 { "=" } else { "-" };
                Some(if *level > 2 { text.clone() } else { format!("{text}\n{}", sign.repeat(text.width())) })
            }
            Self::Lines(lines) => Some(lines.clone()),
            Self::Table(rows) => {
                let mut table = Table::new();
                table.load_style(NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
                table.set_width(columns as u16).add_rows(rows);
                Some(table.lines().map(|line| line.trim_end().to_owned() + "\n").collect())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_is_laid_out() {
        let text = "# Title\n\nSome **bold** `code` and a [link](page.md)\nin two lines.\n\n- an item\n- another\n\n2. two\n3. \
                    three\n\n> quoted\n\n```board\n# .\n```\n\n| a | b |\n|---|---|\n| c | d |\n";
        let paragraph = |text: &str, indent| Block::Text(text.to_owned(), indent);
        let expected = [
            Block::Heading(1, "Title".to_owned()),
            paragraph("Some bold code and a link in two lines.", 0),
            paragraph("- an item", 2),
            paragraph("- another", 2),
            paragraph("2. two", 3),
            paragraph("3. three", 3),
            paragraph("    quoted", 4),
            Block::Lines("    # .\n".to_owned()),
            Block::Table(vec![vec!["a".to_owned(), "b".to_owned()], vec!["c".to_owned(), "d".to_owned()]]),
        ];
        let blocks = blocks(text);
        assert_eq!(blocks, expected);
        assert_eq!(blocks[0].lines(79).as_deref(), Some("Title\n====="));
        assert_eq!(blocks[8].lines(79).as_deref(), Some(" a  b\n c  d\n"));
    }
}
