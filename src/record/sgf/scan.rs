//! From text to nodes and properties, not yet knowing what they mean.

use crate::record::{Problem, Property, RecordError};

/// A node as the text has it.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct RawNode {
    /// The number of the node that it follows; `None` for the first.
    pub(super) parent: Option<usize>,
    /// The line of the text in which it begins, from 1.
    pub(super) line: usize,
    /// Its properties.
    pub(super) properties: Vec<Property>,
}

/// The nodes of the first game in the text, each after the one that it follows.
pub(super) fn scan(text: &str) -> Result<Vec<RawNode>, RecordError> {
    Scanner::new(text).next_game()?.ok_or(RecordError::new(Problem::NoGame))
}

/// The nodes of every game in the text, at least one.
pub(super) fn scan_all(text: &str) -> Result<Vec<Vec<RawNode>>, RecordError> {
    let mut scanner = Scanner::new(text);
    let mut games = Vec::new();
    while let Some(game) = scanner.next_game()? {
        games.push(game);
    }
    if games.is_empty() { Err(RecordError::new(Problem::NoGame)) } else { Ok(games) }
}

/// The nodes of the game that begins here.
fn scan_game(scanner: &mut Scanner<'_>) -> Result<Vec<RawNode>, RecordError> {
    let mut nodes: Vec<RawNode> = Vec::new();
    // For each open parenthesis the node from which its variation departs.
    let mut departures = Vec::new();
    let mut current = None;
    let mut after_variation = false;
    loop {
        match scanner.next_visible() {
            Some(b'(') => {
                departures.push(current);
                scanner.cursor += 1;
                if scanner.next_visible() != Some(b';') {
                    return Err(scanner.expected("`;`"));
                }
                after_variation = false;
            }
            Some(b';') if !after_variation => {
                let (parent, line) = (current, scanner.line);
                scanner.cursor += 1;
                nodes.push(RawNode { parent, line, properties: scanner.properties()? });
                current = Some(nodes.len() - 1);
            }
            Some(b')') => {
                scanner.cursor += 1;
                current = departures.pop().flatten();
                if departures.is_empty() {
                    return Ok(nodes);
                }
                after_variation = true;
            }
            _ if after_variation => return Err(scanner.expected("`(` or `)`")),
            _ => return Err(scanner.expected("a property, `;`, `(` or `)`")),
        }
    }
}

/// A place in the text.
struct Scanner<'t> {
    text: &'t str,
    cursor: usize,
    line: usize,
}

impl<'t> Scanner<'t> {
    /// The beginning of the text.
    fn new(text: &'t str) -> Self {
        Self { text, cursor: 0, line: 1 }
    }

    /// The nodes of the next game, whatever stands in front of it; `None` if there is none any more.
    fn next_game(&mut self) -> Result<Option<Vec<RawNode>>, RecordError> {
        let rest = &self.text[self.cursor..];
        let begins_game =
            |&(start, _): &(usize, &str)| rest.as_bytes()[start + 1..].trim_ascii_start().first() == Some(&b';');
        let Some((start, _)) = rest.match_indices('(').find(begins_game) else { return Ok(None) };
        self.line += newlines(&rest[..start]);
        self.cursor += start;
        scan_game(self).map(Some)
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.cursor).copied()
    }

    /// Skips white space, and looks at what follows.
    fn next_visible(&mut self) -> Option<u8> {
        while let Some(byte) = self.peek().filter(u8::is_ascii_whitespace) {
            self.line += usize::from(byte == b'\n');
            self.cursor += 1;
        }
        self.peek()
    }

    /// The properties of a node, after its `;`.
    fn properties(&mut self) -> Result<Vec<Property>, RecordError> {
        let mut properties = Vec::new();
        while self.next_visible().is_some_and(|byte| byte.is_ascii_alphanumeric()) {
            properties.push(self.property()?);
        }
        Ok(properties)
    }

    fn property(&mut self) -> Result<Property, RecordError> {
        let mut identifier = String::new();
        while let Some(byte) = self.peek().filter(u8::is_ascii_alphanumeric) {
            // Small letters were allowed once, and mean nothing.
            if !byte.is_ascii_lowercase() {
                identifier.push(char::from(byte));
            }
            self.cursor += 1;
        }
        if self.next_visible() != Some(b'[') {
            return Err(self.expected("`[` after the name of a property"));
        }
        if identifier.is_empty() {
            return Err(self.expected("a name in capitals before a value"));
        }
        let mut values = Vec::with_capacity(1);
        while self.next_visible() == Some(b'[') {
            values.push(self.value()?.to_owned());
        }
        Ok(Property { identifier, values })
    }

    /// The value that begins here with its bracket.
    fn value(&mut self) -> Result<&'t str, RecordError> {
        let start = self.cursor + 1;
        let mut escaped = false;
        let length = self.text.as_bytes()[start..].iter().position(|&byte| {
            let ends = byte == b']' && !escaped;
            escaped = byte == b'\\' && !escaped;
            ends
        });
        let Some(length) = length else {
            let opened_on = self.line;
            self.cursor = self.text.len();
            return Err(self.expected("`]` after the value that begins on this line").on_line(Some(opened_on)));
        };
        let value = &self.text[start..start + length];
        self.line += newlines(value);
        self.cursor = start + length + 1;
        Ok(value)
    }

    /// The error that something else was expected here.
    fn expected(&self, expected: &'static str) -> RecordError {
        let found = self.text[self.cursor..].chars().next();
        RecordError::new(Problem::Syntax { expected, found }).on_line(Some(self.line))
    }
}

fn newlines(text: &str) -> usize {
    text.bytes().filter(|&byte| byte == b'\n').count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(text: &str) -> Vec<(Option<usize>, usize, String)> {
        let nodes = scan(text).expect("a game");
        let written = |properties: &[Property]| properties.iter().map(Property::to_string).collect::<String>();
        nodes.iter().map(|node| (node.parent, node.line, written(&node.properties))).collect()
    }

    fn error(text: &str) -> String {
        scan(text).expect_err("not a game").to_string()
    }

    #[test]
    fn variations_depart_from_the_node_before_them() {
        let text = "a heading (;B[aa]\n(;W[bb];B[cc](;W[dd])(;W[ee]))\n ( ;W[ff] ) ) (;B[of another game";
        let expected = [
            (None, 1, "B[aa]"),
            (Some(0), 2, "W[bb]"),
            (Some(1), 2, "B[cc]"),
            (Some(2), 2, "W[dd]"),
            (Some(2), 2, "W[ee]"),
            (Some(0), 3, "W[ff]"),
        ];
        assert_eq!(tree(text), expected.map(|(parent, line, text)| (parent, line, text.to_owned())));
    }

    #[test]
    fn a_text_has_as_many_games_as_it_has() {
        let games = scan_all("one (;B[aa](;W[bb]))\ntwo ( ;W[cc]\n;B[dd]) and ( no more").expect("two games");
        let lines = games.iter().map(|game| game.iter().map(|node| node.line).collect::<Vec<_>>());
        assert_eq!(lines.collect::<Vec<_>>(), [vec![1, 1], vec![2, 3]]);
        let error = |text| scan_all(text).expect_err("no collection").to_string();
        assert_eq!(error("nothing"), "no game in it: an SGF game begins with `(;`");
        let open = "line 2: a property, `;`, `(` or `)` expected, found the end of the text";
        assert_eq!(error("(;B[aa])\n(;W[bb]"), open);
    }

    #[test]
    fn values_are_kept_to_the_letter() {
        let text = "(;C[a \\]\nb\\\\] LB [aa:x\\:y]\n[bb:é] SiZe[9];K1[\\é];)";
        let expected = [(None, 1, "C[a \\]\nb\\\\]LB[aa:x\\:y][bb:é]SZ[9]"), (Some(0), 3, "K1[\\é]"), (Some(1), 3, "")];
        assert_eq!(tree(text), expected.map(|(parent, line, text)| (parent, line, text.to_owned())));
    }

    #[test]
    fn mistakes_are_named_with_their_line() {
        assert_eq!(error(""), "no game in it: an SGF game begins with `(;`");
        assert_eq!(error("(((("), "no game in it: an SGF game begins with `(;`");
        assert_eq!(error("(;B[aa]\n;W[bb]"), "line 2: a property, `;`, `(` or `)` expected, found the end of the text");
        assert_eq!(error("(;B[aa]\n(W[bb]))"), "line 2: `;` expected, found `W`");
        assert_eq!(error("(;B[aa](;W[bb])\n;W[cc])"), "line 2: `(` or `)` expected, found `;`");
        assert_eq!(error("(;B[aa];W\n;B[bb])"), "line 2: `[` after the name of a property expected, found `;`");
        assert_eq!(error("(;B[aa][bb]=)"), "line 1: a property, `;`, `(` or `)` expected, found `=`");
        assert_eq!(error("(;\n[aa])"), "line 2: a property, `;`, `(` or `)` expected, found `[`");
        assert_eq!(error("(;black[aa])"), "line 1: a name in capitals before a value expected, found `[`");
        let open = "line 2: `]` after the value that begins on this line expected, found the end of the text";
        assert_eq!(error("(;B[aa]\nC[no end\\]\n\n;W[bb)"), open);
    }
}
