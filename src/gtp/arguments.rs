//! The arguments of a command, read one by one.

use super::failure::{CommandFailure, Message};
use onepure_rules::board::Color;
use onepure_rules::geometry::Point;
use onepure_rules::rules::Move;
use std::str::FromStr;

/// The arguments of a command that have not been read yet.
///
/// The table of commands has checked their number already.
#[derive(Clone, Copy)]
pub(super) struct Arguments<'a> {
    words: &'a [String],
    text: &'a str,
}

impl<'a> Arguments<'a> {
    /// The arguments of a line, as words and as text with all blanks.
    pub(super) fn new(words: &'a [String], text: &'a str) -> Self {
        Self { words, text }
    }

    /// All arguments as one text, in which blanks stand as on the line: the name of a file may have several in a row.
    pub(super) fn text(&self) -> &'a str {
        self.text
    }

    /// Reads the next argument. It is an error if there is none.
    pub(super) fn take<T: Argument>(&mut self) -> Result<T, CommandFailure> {
        self.take_optional()?.ok_or_else(|| Message::Syntax.because("too few arguments"))
    }

    /// Reads the next argument, or returns `None` if there is none.
    pub(super) fn take_optional<T: Argument>(&mut self) -> Result<Option<T>, CommandFailure> {
        let Some((word, rest)) = self.words.split_first() else { return Ok(None) };
        self.words = rest;
        T::read(word).map(Some)
    }

    /// Reads all remaining arguments.
    pub(super) fn take_all<T: Argument>(&mut self) -> Result<Vec<T>, CommandFailure> {
        std::mem::take(&mut self.words).iter().map(|word| T::read(word)).collect()
    }
}

/// A type of argument: the entities of section 2.11 of the GTP draft.
pub(super) trait Argument: Sized {
    /// Reads one word as this type.
    fn read(word: &str) -> Result<Self, CommandFailure>;
}

impl Argument for String {
    fn read(word: &str) -> Result<Self, CommandFailure> {
        Ok(word.to_owned())
    }
}

impl Argument for u32 {
    /// Reads an `int`: a number below 2³¹.
    fn read(word: &str) -> Result<Self, CommandFailure> {
        let digits = word.bytes().all(|byte| byte.is_ascii_digit());
        let number = word.parse().ok().filter(|&number| digits && i32::try_from(number).is_ok());
        number.ok_or_else(|| Message::Syntax.because(format!("`{word}` is not a whole number")))
    }
}

impl Argument for u64 {
    /// Reads a seed, a 64-bit number. GTP's `int` would be too small.
    fn read(word: &str) -> Result<Self, CommandFailure> {
        let digits = word.bytes().all(|byte| byte.is_ascii_digit());
        let number = word.parse().ok().filter(|_| digits);
        number.ok_or_else(|| Message::Syntax.because(format!("`{word}` is not a whole number below 2^64")))
    }
}

impl Argument for f64 {
    /// Reads a `float`: any finite number.
    fn read(word: &str) -> Result<Self, CommandFailure> {
        let number = Self::from_str(word).ok().filter(|number| number.is_finite());
        number.ok_or_else(|| Message::Syntax.because(format!("`{word}` is not a number")))
    }
}

impl Argument for bool {
    fn read(word: &str) -> Result<Self, CommandFailure> {
        word.parse().map_err(|_| Message::Syntax.because(format!("`{word}` is not true or false")))
    }
}

impl Argument for Color {
    fn read(word: &str) -> Result<Self, CommandFailure> {
        match word.to_ascii_lowercase().as_str() {
            "b" | "black" => Ok(Self::Black),
            "w" | "white" => Ok(Self::White),
            _ => Err(Message::Syntax.because(format!("`{word}` is not a colour: black, b, white or w"))),
        }
    }
}

impl Argument for Move {
    /// Reads a `vertex`. A GTP vertex that no supported board has, such as Z25, is an illegal move. Anything else is a syntax
    /// error.
    fn read(word: &str) -> Result<Self, CommandFailure> {
        if word.eq_ignore_ascii_case("pass") {
            return Ok(Self::Abstain);
        }
        word.parse::<Point>().map(Self::Place).map_err(|error| {
            if is_vertex(word) { Message::IllegalMove.because(error) } else { Message::Syntax.because(error) }
        })
    }
}

/// Returns whether the word is a vertex of GTP, whose boards have up to 25 lines.
fn is_vertex(word: &str) -> bool {
    let mut characters = word.chars();
    let letter = characters.next().is_some_and(|letter| letter.is_ascii_alphabetic() && !"iI".contains(letter));
    let line = characters.as_str();
    letter && !line.starts_with('0') && u32::read(line).is_ok_and(|line| (1..=25).contains(&line))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message<T: Argument>(word: &str) -> Option<Message> {
        T::read(word).err().map(|failure| failure.message)
    }

    #[test]
    fn colours_are_read_in_any_case() {
        for (word, color) in
            [("b", Color::Black), ("BLACK", Color::Black), ("w", Color::White), ("White", Color::White)]
        {
            assert_eq!(Color::read(word), Ok(color));
        }
        for word in ["", "blac", "x", "흑"] {
            assert_eq!(message::<Color>(word), Some(Message::Syntax), "{word}");
        }
    }

    #[test]
    fn vertices_are_told_from_noise() {
        assert_eq!(Move::read("PASS"), Ok(Move::Abstain));
        assert_eq!(Move::read("t19"), Ok(Move::Place(Point::new(18, 18))));
        for word in ["U1", "A20", "z25", "Z1"] {
            assert_eq!(message::<Move>(word), Some(Message::IllegalMove), "{word}");
        }
        for word in ["", "I5", "A0", "A26", "A", "5", "resign", "A-1", "A01", "가1", "\u{fffd}"] {
            assert_eq!(message::<Move>(word), Some(Message::Syntax), "{word}");
        }
    }

    #[test]
    fn numbers_are_finite() {
        assert_eq!(f64::read("-6.5"), Ok(-6.5));
        assert_eq!(u32::read("2147483647"), Ok(2_147_483_647));
        for word in ["nan", "inf", "-infinity", "1e999", "", "6,5", "six"] {
            assert_eq!(message::<f64>(word), Some(Message::Syntax), "{word}");
        }
        for word in ["2147483648", "-1", "+1", "1.0", ""] {
            assert_eq!(message::<u32>(word), Some(Message::Syntax), "{word}");
        }
    }
}
