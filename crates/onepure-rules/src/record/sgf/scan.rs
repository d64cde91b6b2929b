//! Splitting of text into nodes and properties, without their meaning.

use crate::record::{Problem, Property, RecordError, Repair};
use smallvec::SmallVec;

/// A node as written in the text.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct RawNode {
    /// The number of its parent node; `None` for the root.
    pub(super) parent: Option<usize>,
    /// The line of the text at which it begins, from 1.
    pub(super) line: usize,
    /// Its properties.
    pub(super) properties: Vec<Property>,
}

/// The greatest number of nodes in a text, in all its games. The largest widespread trees, dictionaries of corner
/// openings, have a tenth of it.
const MAX_NODES: usize = 2_000_000;

/// Passes the nodes of the game that begins here to `visit`, each after its parent.
fn scan_game(
    scanner: &mut Scanner<'_>,
    mut visit: impl FnMut(RawNode) -> Result<(), RecordError>,
) -> Result<(), RecordError> {
    let mut nodes = 0;
    let mut has_content = false;
    // For each open parenthesis, the node at which its variation branches off.
    let mut departures = Vec::new();
    let mut current = None;
    let mut after_variation = false;
    loop {
        let error = match scanner.next_visible() {
            Some('(') => {
                departures.push(current);
                scanner.cursor += 1;
                after_variation = false;
                match scanner.next_visible() {
                    Some(';') => continue,
                    // The node follows without its sign.
                    Some(letter) if letter.is_ascii_uppercase() => {
                        scanner.repair(Repair::NoSemicolon);
                        scanner.node(current, &mut has_content, &mut visit)?
                    }
                    _ => Some(scanner.expected("`;`")),
                }
            }
            Some(';') if !after_variation => {
                scanner.cursor += 1;
                scanner.node(current, &mut has_content, &mut visit)?
            }
            Some(')') => {
                scanner.cursor += 1;
                current = departures.pop().flatten();
                if departures.is_empty() {
                    return Ok(());
                }
                after_variation = true;
                continue;
            }
            None if has_content => {
                scanner.repair(Repair::Unclosed);
                return Ok(());
            }
            _ if after_variation => Some(scanner.expected("`(` or `)`")),
            _ => Some(scanner.expected("a property, `;`, `(` or `)`")),
        };
        match error {
            None => {
                current = Some(nodes);
                nodes += 1;
            }
            // What was read so far is a game.
            Some(error) if has_content => {
                scanner.repairs.push((error.line.unwrap_or(scanner.line), Repair::Broken(error.problem)));
                scanner.cursor = scanner.text.len();
                return Ok(());
            }
            Some(error) => return Err(error),
        }
    }
}

/// Returns whether the property is a move, or a set-up of stones.
fn is_content(property: &Property) -> bool {
    matches!(property.identifier.as_str(), "B" | "W" | "AB" | "AW")
}

/// Returns whether a game begins after a `(` before this text: at a `;`, or at a property of a root.
pub(in crate::record) fn begins_game(text: &str) -> bool {
    const OF_ROOTS: [&str; 11] = ["GM", "FF", "SZ", "CA", "AP", "PB", "PW", "EV", "GN", "KM", "US"];
    let text = text.trim_start_matches(is_space);
    let property = || OF_ROOTS.iter().find_map(|name| text.strip_prefix(name));
    text.starts_with(';') || property().is_some_and(|rest| rest.trim_start_matches(is_space).starts_with('['))
}

/// Returns whether a character separates properties: white space, and what some programs write in its place.
fn is_space(sign: char) -> bool {
    sign.is_whitespace() || matches!(sign, '\0' | '\u{1A}' | '\u{200B}' | '\u{FEFF}')
}

/// A position in the text.
pub(super) struct Scanner<'t> {
    text: &'t str,
    cursor: usize,
    line: usize,
    /// The number of nodes so far, in all games.
    nodes: usize,
    /// The repairs so far in the current game, with their lines.
    pub(super) repairs: Vec<(usize, Repair)>,
}

impl<'t> Scanner<'t> {
    /// A scanner at the start of the text.
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, cursor: 0, line: 1, nodes: 0, repairs: Vec::new() }
    }

    /// Passes the nodes of the next game to `visit`, each after its parent. Skips any text before the game. Returns
    /// whether there was a game.
    pub(super) fn next_game(
        &mut self,
        visit: impl FnMut(RawNode) -> Result<(), RecordError>,
    ) -> Result<bool, RecordError> {
        let rest = &self.text[self.cursor..];
        let begins_game = |&(start, _): &(usize, &str)| begins_game(&rest[start + 1..]);
        let Some((start, _)) = rest.match_indices('(').find(begins_game) else { return Ok(false) };
        self.line += newlines(&rest[..start]);
        self.cursor += start;
        scan_game(self, visit)?;
        Ok(true)
    }

    fn count_node(&mut self) -> Result<(), RecordError> {
        self.nodes += 1;
        if self.nodes > MAX_NODES {
            return Err(RecordError::new(Problem::TooManyNodes(MAX_NODES)).on_line(Some(self.line)));
        }
        Ok(())
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.cursor).copied()
    }

    /// Skips white space and returns the next character without consuming it.
    fn next_visible(&mut self) -> Option<char> {
        loop {
            let byte = self.peek()?;
            if byte.is_ascii_whitespace() {
                self.line += usize::from(byte == b'\n');
                self.cursor += 1;
                continue;
            }
            let sign = self.text[self.cursor..].chars().next()?;
            if !is_space(sign) {
                return Some(sign);
            }
            if !self.repairs.iter().any(|(_, repair)| *repair == Repair::OtherSpace) {
                self.repair(Repair::OtherSpace);
            }
            self.cursor += sign.len_utf8();
        }
    }

    /// Notes a repair on the current line.
    fn repair(&mut self, repair: Repair) {
        self.repairs.push((self.line, repair));
    }

    /// Passes the node whose properties begin here to `visit`. If the text of a property is broken, the node has the
    /// properties before it, and the error is returned as a value. `has_content` becomes true at a move or a set-up.
    fn node(
        &mut self,
        parent: Option<usize>,
        has_content: &mut bool,
        mut visit: impl FnMut(RawNode) -> Result<(), RecordError>,
    ) -> Result<Option<RecordError>, RecordError> {
        let line = self.line;
        self.count_node()?;
        let mut properties = Vec::new();
        let mut broken = None;
        while broken.is_none() && self.next_visible().is_some_and(|sign| sign.is_ascii_alphanumeric()) {
            match self.property() {
                Ok(property) => properties.push(property),
                Err(error) => broken = Some(error),
            }
        }
        *has_content |= properties.iter().any(is_content);
        if broken.is_none() || *has_content {
            visit(RawNode { parent, line, properties })?;
        }
        Ok(broken)
    }

    fn property(&mut self) -> Result<Property, RecordError> {
        let mut identifier = String::new();
        let start = self.cursor;
        while let Some(byte) = self.peek().filter(u8::is_ascii_alphanumeric) {
            // Old versions of SGF allowed small letters, which have no meaning.
            if !byte.is_ascii_lowercase() {
                identifier.push(char::from(byte));
            }
            self.cursor += 1;
        }
        let written = &self.text[start..self.cursor];
        if self.next_visible() != Some('[') {
            return Err(self.expected("`[` after the name of a property"));
        }
        if identifier.is_empty() && written.len() <= 2 {
            identifier = written.to_ascii_uppercase();
        }
        if identifier.is_empty() {
            return Err(self.expected("a name in capitals before a value"));
        }
        let mut values = SmallVec::new();
        while self.next_visible() == Some('[') {
            values.push(self.value()?.to_owned());
        }
        Ok(Property { identifier, values })
    }

    /// The value whose opening bracket is here.
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

    /// An error: `expected` was not found here.
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

    /// The nodes of all games in the text.
    fn scan_all(text: &str) -> Result<Vec<Vec<RawNode>>, RecordError> {
        let mut scanner = Scanner::new(text);
        let mut games = Vec::new();
        loop {
            let mut nodes = Vec::new();
            let is_there = scanner.next_game(|node| {
                nodes.push(node);
                Ok(())
            })?;
            if !is_there {
                return Ok(games);
            }
            games.push(nodes);
        }
    }

    /// The nodes of the first game in the text.
    fn scan(text: &str) -> Result<Vec<RawNode>, RecordError> {
        let mut nodes = Vec::new();
        Scanner::new(text).next_game(|node| {
            nodes.push(node);
            Ok(())
        })?;
        Ok(nodes)
    }

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
        assert!(scan_all("nothing").expect("no game").is_empty());
        assert_eq!(scan_all("(;B[aa])\n(;W[bb]").expect("an open game").len(), 2);
    }

    #[test]
    fn values_are_kept_to_the_letter() {
        let text = "(;C[a \\]\nb\\\\] LB [aa:x\\:y]\n[bb:é] SiZe[9];K1[\\é];)";
        let expected = [(None, 1, "C[a \\]\nb\\\\]LB[aa:x\\:y][bb:é]SZ[9]"), (Some(0), 3, "K1[\\é]"), (Some(1), 3, "")];
        assert_eq!(tree(text), expected.map(|(parent, line, text)| (parent, line, text.to_owned())));
    }

    #[test]
    fn mistakes_are_named_with_their_line() {
        assert!(tree("").is_empty() && tree("((((").is_empty());
        assert_eq!(error("(;C[aa]\n;C[bb]"), "line 2: expected a property, `;`, `(` or `)`, found the end of the text");
        assert_eq!(error("(;C[aa]\n(=[bb]))"), "line 2: expected `;`, found `=`");
        assert_eq!(error("(;C[aa](;C[bb])\n;W[cc])"), "line 2: expected `(` or `)`, found `;`");
        assert_eq!(error("(;C[aa];W\n;B[bb])"), "line 2: expected `[` after the name of a property, found `;`");
        assert_eq!(error("(;C[aa][bb]=)"), "line 1: expected a property, `;`, `(` or `)`, found `=`");
        assert_eq!(error("(;\n[aa])"), "line 2: expected a property, `;`, `(` or `)`, found `[`");
        assert_eq!(error("(;black[aa])"), "line 1: expected a name in capitals before a value, found `[`");
        let many = format!("(;\n{})", ";".repeat(MAX_NODES));
        let error_of_many = Scanner::new(&many).next_game(|_| Ok(())).expect_err("too many").to_string();
        assert_eq!(error_of_many, "line 2: expected at most 2000000 nodes, found more");
        let open = "line 2: expected `]` after the value that begins on this line, found the end of the text";
        assert_eq!(error("(;SZ[9]\nC[no end\\]\n\n;W[bb)"), open);
    }

    #[test]
    fn after_a_move_a_mistake_ends_the_game_and_is_named() {
        for (text, nodes, line) in [
            ("(;B[aa](;W[bb])\n;W[cc])", 2, 2),
            ("(;B[aa];W\n;B[bb])", 2, 2),
            ("(;B[aa]\n=)", 1, 2),
            ("(;B[aa]\n;W[bb]C[no end\\]\n\n;W[bb)", 2, 2),
        ] {
            let mut scanner = Scanner::new(text);
            let mut found = 0;
            let is_there = scanner.next_game(|_| {
                found += 1;
                Ok(())
            });
            assert_eq!((is_there, found), (Ok(true), nodes), "{text}");
            assert!(
                matches!(scanner.repairs[..], [(at, Repair::Broken(_))] if at == line),
                "{text}: {:?}",
                scanner.repairs
            );
        }
    }
}
