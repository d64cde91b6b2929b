//! Splits bytes into requests: sections 2.1 to 2.5 of the GTP draft.

use super::failure::{CommandFailure, Message};
use std::io::{self, BufRead, Read};

/// The longest accepted line, in bytes. A game of 5,000 moves in one line is shorter.
pub(super) const LONGEST_LINE: usize = 1 << 16;

/// A line without its end.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct RequestLine {
    bytes: Vec<u8>,
    /// Whether the line was longer than [`LONGEST_LINE`]. Only its beginning is kept.
    cut: bool,
}

impl RequestLine {
    /// Reads a line; `None` at the end of the input. The last line may lack its end.
    ///
    /// Keeps at most [`LONGEST_LINE`] bytes, so that a line without an end cannot fill the memory.
    pub(super) fn read(input: &mut impl BufRead) -> io::Result<Option<Self>> {
        let mut bytes = Vec::new();
        input.by_ref().take(LONGEST_LINE as u64).read_until(b'\n', &mut bytes)?;
        if bytes.is_empty() {
            return Ok(None);
        }
        let cut = bytes.last() != Some(&b'\n') && bytes.len() == LONGEST_LINE && skip_line(input)? > 0;
        Ok(Some(Self { bytes, cut }))
    }

    /// The number of bytes that were kept.
    pub(super) fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Returns whether the line is `# interrupt`, the comment by which `GoGui` stops a command.
    pub(super) fn interrupts(&self) -> bool {
        let text = self.bytes.trim_ascii();
        text.strip_prefix(b"#").is_some_and(|comment| comment.trim_ascii() == b"interrupt")
    }

    /// The request on the line; `None` if there are only blanks and a comment.
    ///
    /// Drops control characters, turns tabs into blanks, and cuts at `#`. Replaces bytes that are not UTF-8 with a character that
    /// no argument contains.
    pub(super) fn request(&self) -> Option<Request> {
        let comment = self.bytes.iter().position(|&byte| byte == b'#');
        let bytes = &self.bytes[..comment.unwrap_or(self.bytes.len())];
        let bytes: Vec<u8> = bytes
            .iter()
            .map(|&byte| if byte == b'\t' { b' ' } else { byte })
            .filter(|byte| !byte.is_ascii_control())
            .collect();
        let text = String::from_utf8_lossy(&bytes);
        let mut words = text.split(' ').filter(|word| !word.is_empty()).map(str::to_owned).peekable();
        let id_word = words.next_if(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
        let too_long = self.cut && comment.is_none();
        if id_word.is_none() && words.peek().is_none() && !too_long {
            return None;
        }
        let (id, numbered) = match id_word.as_deref().map(parse_id).transpose() {
            Ok(id) => (id, Ok(())),
            Err(failure) => (None, Err(failure)),
        };
        let words = if too_long {
            Err(Message::LineTooLong(LONGEST_LINE).because("the line was skipped"))
        } else {
            numbered.map(|()| words.collect())
        };
        let rest = text.trim_matches(' ');
        let skipped = usize::from(id_word.is_some()) + 1;
        let rest = (0..skipped)
            .fold(rest, |rest, _| rest.split_once(' ').map_or("", |(_, rest)| rest).trim_start_matches(' '));
        Some(Request { id, words, rest: rest.to_owned() })
    }
}

/// Skips the rest of a line with its end. Returns the number of bytes skipped.
fn skip_line(input: &mut impl BufRead) -> io::Result<usize> {
    let mut skipped = 0;
    loop {
        let buffer = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            buffer => buffer?,
        };
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let length = end.map_or(buffer.len(), |end| end + 1);
        input.consume(length);
        skipped += length;
        if end.is_some() || length == 0 {
            return Ok(skipped);
        }
    }
}

fn parse_id(id: &str) -> Result<u32, CommandFailure> {
    id.parse()
        .ok()
        .filter(|&id| i32::try_from(id).is_ok())
        .ok_or_else(|| Message::Syntax.because("an id is below 2^31"))
}

/// A request: the command with its arguments, or the reason why the line is not a request.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Request {
    /// The id, which the answer repeats.
    pub(super) id: Option<u32>,
    /// The command and its arguments. Empty if there is only an id.
    pub(super) words: Result<Vec<String>, CommandFailure>,
    /// The arguments as they stand on the line, with all blanks between them.
    pub(super) rest: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn requests(mut input: &[u8]) -> Vec<(Option<u32>, Result<String, Message>)> {
        let lines = std::iter::from_fn(|| RequestLine::read(&mut input).expect("memory can be read"));
        let requests = lines.filter_map(|line| line.request());
        requests.map(|Request { id, words, .. }| (id, words.map(|w| w.join(" ")).map_err(|f| f.message))).collect()
    }

    #[test]
    fn lines_become_words() {
        let words = |text: &str| Ok(text.to_owned());
        assert_eq!(
            requests(b"name\r\n\n  \t \n# alone\n7 play\tb  d4 # four\r\n\x01ko\x7fmi\x08 6\n2147483647 quit"),
            [
                (None, words("name")),
                (Some(7), words("play b d4")),
                (None, words("komi 6")),
                (Some(2_147_483_647), words("quit"))
            ]
        );
    }

    #[test]
    fn blanks_between_arguments_are_kept() {
        let rest = |mut line: &[u8]| {
            RequestLine::read(&mut line).expect("memory").expect("a line").request().expect("a request").rest
        };
        assert_eq!(rest(b" 7  loadsgf  my  own\tgame.sgf 3  # three\n"), "my  own game.sgf 3");
        assert_eq!((rest(b"name\n"), rest(b"7\n"), rest(b"7 name\n")), Default::default());
    }

    #[test]
    fn a_comment_interrupts() {
        let interrupts = |bytes: &[u8]| RequestLine { bytes: bytes.to_vec(), cut: false }.interrupts();
        assert!(interrupts(b"# interrupt\n") && interrupts(b"  #interrupt \r\n"));
        assert!(!interrupts(b"interrupt\n") && !interrupts(b"# interrupts\n") && !interrupts(b"name # interrupt\n"));
    }

    #[test]
    fn ids_end_below_two_to_the_thirty_first() {
        assert_eq!(
            requests(b"2147483648 name\n99999999999999999999\n5\n-5 name\n"),
            [
                (None, Err(Message::Syntax)),
                (None, Err(Message::Syntax)),
                (Some(5), Ok(String::new())),
                (None, Ok("-5 name".to_owned()))
            ]
        );
    }

    #[test]
    fn bytes_that_are_not_utf_8_are_some_word() {
        assert_eq!(requests(b"play b \xff\xfe\n"), [(None, Ok("play b \u{fffd}\u{fffd}".to_owned()))]);
    }

    #[test]
    fn a_line_that_is_too_long_is_one_error() {
        let long = |length: usize| "x".repeat(length);
        let too_long = Err(Message::LineTooLong(LONGEST_LINE));
        let input = format!("3 {}\nname\n{}", long(1 << 20), long(1 << 20));
        assert_eq!(
            requests(input.as_bytes()),
            [(Some(3), too_long.clone()), (None, Ok("name".to_owned())), (None, too_long)]
        );
        let input = format!("{}\nname\n", long(LONGEST_LINE - 1));
        assert_eq!(requests(input.as_bytes()).len(), 2, "a line of just the allowed length");
        let input = format!("name # {}\n", long(1 << 20));
        assert_eq!(requests(input.as_bytes()), [(None, Ok("name".to_owned()))], "however long the comment is");
        let input = format!("{}\n", " ".repeat(1 << 20));
        assert_eq!(requests(input.as_bytes()).len(), 1);
    }
}
