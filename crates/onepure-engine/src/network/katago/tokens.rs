//! The tokens of a file of a KataGo network: words, numbers, and blocks of floats behind `@BIN@`.

use std::io::{BufRead, Read};

/// Why a file of a KataGo network cannot be used, as one line.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum KatagoFileError {
    /// The file cannot be read, or its compression is damaged.
    #[error("{0}")]
    Read(#[from] std::io::Error),
    /// The file is larger than any network.
    #[error("expected a network of at most {} MiB, got a larger file", MOST_BYTES >> 20)]
    TooLarge,
    /// The file ends early.
    #[error("expected more layers behind byte {0}, but the file is cut short")]
    CutShort(u64),
    /// Something else stands in the file.
    #[error("expected {expected} at byte {at}, got \"{found}\"")]
    Other {
        /// What was expected.
        expected: String,
        /// The place in the uncompressed file.
        at: u64,
        /// What was found.
        found: String,
    },
}

/// The largest size of a file in bytes, uncompressed.
pub(super) const MOST_BYTES: u64 = 1 << 30;

/// The longest token in bytes.
const MOST_TOKEN: usize = 200;

/// The largest number of channels: a file cannot demand more memory than is sensible.
const MOST_CHANNELS: usize = 4096;

/// Smaller numbers count as 0. Training lets the weights of channels that it has given up fall to 1e-40: they say nothing, but some
/// processors take a hundred times as long to compute with numbers so small.
const LEAST: f32 = 1e-15;

/// The tokens of a file.
pub(super) struct Reader<R> {
    bytes: R,
    /// The bytes read.
    at: u64,
    /// The version of the format, once it is known.
    pub(super) version: u32,
}

/// What was read, or why not.
pub(super) type Found<T> = Result<T, KatagoFileError>;

impl<R: BufRead> Reader<R> {
    pub(super) fn new(bytes: R) -> Self {
        Self { bytes, at: 0, version: 0 }
    }

    fn byte(&mut self) -> Found<Option<u8>> {
        let found = self.bytes.fill_buf()?.first().copied();
        if found.is_some() {
            self.bytes.consume(1);
            self.at += 1;
        }
        if self.at > MOST_BYTES { Err(KatagoFileError::TooLarge) } else { Ok(found) }
    }

    pub(super) fn other<T>(&self, expected: impl Into<String>, found: impl Into<String>) -> Found<T> {
        let found: String = found.into();
        let at = self.at.saturating_sub(found.len() as u64);
        Err(KatagoFileError::Other { expected: expected.into(), at, found: found.chars().take(40).collect() })
    }

    pub(super) fn text(&mut self) -> Found<String> {
        let mut token = Vec::new();
        while let Some(byte) = self.byte()? {
            if !byte.is_ascii_whitespace() {
                token.push(byte);
            } else if !token.is_empty() {
                break;
            }
            if token.len() > MOST_TOKEN {
                return self.other("a token of text", String::from_utf8_lossy(&token));
            }
        }
        if token.is_empty() {
            Err(KatagoFileError::CutShort(self.at))
        } else {
            Ok(String::from_utf8_lossy(&token).into_owned())
        }
    }

    pub(super) fn number<T: std::str::FromStr>(&mut self, expected: &str) -> Found<T> {
        let token = self.text()?;
        token.parse().or_else(|_| self.other(expected, token))
    }

    pub(super) fn float(&mut self) -> Found<f32> {
        let number: f32 = self.number("a number")?;
        if number.is_finite() { Ok(number) } else { self.other("a finite number", number.to_string()) }
    }

    /// A number of channels, of blocks, or of another kind of which there is at least one.
    pub(super) fn count(&mut self, what: &str, most: usize) -> Found<usize> {
        let found: usize = self.number(what)?;
        if (1..=most).contains(&found) {
            Ok(found)
        } else {
            self.other(format!("{what} from 1 to {most}"), found.to_string())
        }
    }

    pub(super) fn channels(&mut self) -> Found<usize> {
        self.count("a number of channels", MOST_CHANNELS)
    }

    /// Options that are 0 in all files that KataGo 1.17 reads.
    pub(super) fn unused(&mut self, number: usize) -> Found<()> {
        for _ in 0..number {
            let option: i64 = self.number("0 for an option of newer files")?;
            if option != 0 {
                return self.other("0 for an option of newer files", option.to_string());
            }
        }
        Ok(())
    }

    /// A block of floats.
    pub(super) fn floats(&mut self, count: usize) -> Found<Vec<f32>> {
        const MARK: &[u8] = b"@BIN@";
        let mut mark = Vec::new();
        while mark.len() < MARK.len() {
            match self.byte()? {
                Some(byte) if mark.is_empty() && byte.is_ascii_whitespace() => {}
                Some(byte) => mark.push(byte),
                None => return Err(KatagoFileError::CutShort(self.at)),
            }
        }
        if mark != MARK {
            return self.other("floats behind @BIN@ (a .bin or .bin.gz file)", String::from_utf8_lossy(&mark));
        }
        let length = 4 * count as u64;
        if self.at + length > MOST_BYTES {
            return Err(KatagoFileError::TooLarge);
        }
        // The memory grows with what is there, whatever the file says.
        let mut bytes = Vec::new();
        self.bytes.by_ref().take(length).read_to_end(&mut bytes)?;
        self.at += bytes.len() as u64;
        if bytes.len() as u64 != length {
            return Err(KatagoFileError::CutShort(self.at));
        }
        let numbers = bytes.as_chunks().0.iter().map(|&bytes| f32::from_le_bytes(bytes));
        let floats: Vec<f32> = numbers.map(|number| if number.abs() < LEAST { 0.0 } else { number }).collect();
        match floats.iter().find(|number| !number.is_finite()) {
            Some(number) => self.other("finite floats", number.to_string()),
            None => Ok(floats),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_say_nothing_are_zeros() {
        let numbers: [f32; 4] = [1e-40, -1e-20, 1e-10, -2.0];
        let bytes: Vec<u8> =
            b"@BIN@".iter().copied().chain(numbers.iter().flat_map(|number| number.to_le_bytes())).collect();
        assert_eq!(Reader::new(&bytes[..]).floats(numbers.len()).expect("floats"), [0.0, 0.0, 1e-10, -2.0]);
    }
}
