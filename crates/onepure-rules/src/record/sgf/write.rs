//! Writing of records as SGF.

use crate::board::Color;
use crate::geometry::{BoardSize, Point, PointSet};
use crate::record::node::{Node, NodeContent, NodeId, Property, SetUp};
use crate::record::{GameInfo, Record};
use crate::rules::Move;
use sgf_parse::go::Prop;
use sgf_parse::{SgfProp, SimpleText, Text};
use std::fmt::{self, Write as _};

/// The line length in bytes. Lines break between nodes.
const WIDTH: usize = 80;

impl fmt::Display for Record {
    /// Writes one SGF game in UTF-8. A line ends after the root and before a node that would exceed the line length.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut width = 0;
        let mut tasks = vec![Task::Write(")"), Task::Node(Self::ROOT), Task::Write("(")];
        while let Some(task) = tasks.pop() {
            let id = match task {
                Task::Write(text) => {
                    f.write_str(text)?;
                    width += text.len();
                    continue;
                }
                Task::Node(id) => id,
            };
            let text = self.node_text(id)?;
            if id != Self::ROOT && width + text.len() > WIDTH {
                f.write_char('\n')?;
                width = 0;
            }
            f.write_str(&text)?;
            width += if id == Self::ROOT { WIDTH } else { text.len() };
            match self.node(id).children.as_slice() {
                [child] => tasks.push(Task::Node(*child)),
                children => {
                    let variation = |&child| [Task::Write(")"), Task::Node(child), Task::Write("(")];
                    tasks.extend(children.iter().rev().flat_map(variation));
                }
            }
        }
        Ok(())
    }
}

/// A remaining part of the output.
enum Task {
    /// A node and all its descendants.
    Node(NodeId),
    Write(&'static str),
}

impl Record {
    /// The text of the node without its children.
    fn node_text(&self, id: NodeId) -> Result<String, fmt::Error> {
        let Node { content, comment, other, .. } = self.node(id);
        let mut text = String::from(";");
        if id == Self::ROOT {
            write!(text, "FF[4]GM[1]CA[UTF-8]SZ[{}]", self.size)?;
            self.info.properties().iter().try_for_each(|property| write!(text, "{property}"))?;
        }
        match content {
            NodeContent::Note => {}
            NodeContent::Move(color, action) => write!(text, "{}", move_property(self.size, *color, *action))?,
            NodeContent::SetUp(set_up) => {
                set_up.properties(self.size).iter().try_for_each(|property| write!(text, "{property}"))?;
            }
        }
        if let Some(comment) = comment {
            write!(text, "{}", Prop::C(Text::from(comment.as_str())))?;
        }
        other.iter().try_for_each(|property| write!(text, "{property}"))?;
        Ok(text)
    }
}

impl GameInfo {
    fn properties(&self) -> Vec<Prop> {
        let application = self.application.as_ref().map(|application| {
            Prop::AP((SimpleText::from(application.name.as_str()), SimpleText::from(application.version.as_str())))
        });
        let numbers = [
            self.komi.map(Prop::KM),
            self.handicap.map(|stones| Prop::HA(stones.into())),
            self.main_time.map(Prop::TM),
        ];
        let mut info = self.clone();
        let texts = Self::TEXTS.into_iter().filter_map(|identifier| {
            let text = info.text(identifier)?.take()?;
            Some(Prop::new(identifier.to_owned(), vec![text]))
        });
        let penalties = Color::BOTH.into_iter().filter(|&color| self.penalties[color] > 0);
        let penalties = penalties
            .map(|color| Prop::new(Self::PENALTIES[color].to_owned(), vec![self.penalties[color].to_string()]));
        application.into_iter().chain(numbers.into_iter().flatten()).chain(texts).chain(penalties).collect()
    }
}

impl SetUp {
    fn properties(&self, size: BoardSize) -> Vec<Property> {
        let lists = [("AB", self.stones.black), ("AW", self.stones.white), ("AE", self.emptied)];
        let lists = lists.into_iter().filter(|(_, points)| !points.is_empty());
        let to_play = self.to_play.map(|color| Property::new("PL", [letter(color)]));
        lists.map(|(identifier, points)| point_list(identifier, points, size)).chain(to_play).collect()
    }
}

fn point_list(identifier: &str, points: PointSet, size: BoardSize) -> Property {
    Property::new(identifier, points.iter().map(|point| point_text(point, size)))
}

fn move_property(size: BoardSize, color: Color, action: Move) -> Property {
    let value = match action {
        Move::Place(point) => point_text(point, size),
        Move::Abstain => String::new(),
    };
    Property::new(letter(color), [value])
}

fn letter(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}

/// A point in SGF's letters: the column, then the row counted from the top.
///
/// ```
/// use onepure_rules::geometry::BoardSize;
/// use onepure_rules::record::point_text;
///
/// assert_eq!(point_text("A1".parse()?, BoardSize::MAIN), "as");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn point_text(point: Point, size: BoardSize) -> String {
    let letter = |number: usize| char::from(b'a' + number as u8);
    [letter(point.column()), letter(size.lines() - 1 - point.row())].into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text that is written after `text` was read.
    fn rewritten(text: &str) -> String {
        text.parse::<Record>().expect("a record").to_string()
    }

    #[test]
    fn everything_is_written_back() {
        let header = "(;FF[4]GM[1]CA[UTF-8]SZ[9]AP[onepure:0.1.0]KM[6.5]HA[2]TM[60]RU[one-pure]PB[A\\]\\\\]BR[1d]PW[C]WR[2d]\
                      DT[now]EV[here]RE[B+R]OT[none]";
        for body in [
            "\n;B[ee];W[];W[aa])",
            "AB[aa][ba]AW[ca]PL[W]C[two\nlines \\] \\: \\\\]GN[a\\:b\\]])",
            "LB[aa:x\\:y][bb:z]\n;B[ee]C[why?]KO[]\n(;W[dd](;B[cc])(;B[dc];W[bb])(;AE[ee]C[gone]))(;W[gg]TR[aa][bb:cc]))",
        ] {
            let text = format!("{header}{body}");
            assert_eq!(rewritten(&text).replace('\n', ""), text.replace('\n', ""));
            assert_eq!(rewritten(&rewritten(&text)), rewritten(&text));
        }
    }

    #[test]
    fn lines_do_not_grow_long() {
        let text = format!("(;SZ[19]{})", ";B[aa];W[bb]".repeat(100));
        let written = rewritten(&text);
        assert_eq!(written.lines().next(), Some("(;FF[4]GM[1]CA[UTF-8]SZ[19]"));
        assert!(written.lines().all(|line| line.len() <= WIDTH + 1));
        // Nodes of six bytes, 13 to a line.
        assert_eq!(written.lines().count(), 1 + 200_usize.div_ceil(WIDTH / 6));
    }

    #[test]
    fn old_spellings_become_the_usual_ones() {
        let written = "(;FF[4]GM[1]CA[UTF-8]SZ[19]AP[CGoban:]\n;B[];C[soft break])";
        assert_eq!(rewritten("(;GaMe[1]SiZe[19:19]AP[CGoban];Black[tt];C[soft \\\nbreak])"), written);
    }
}
