//! From bytes to text.

use std::borrow::Cow;

/// The text that the bytes are, without a byte order mark.
///
/// Bytes that are not UTF-8 are taken for Latin-1 when the record says so (CA) or says nothing, as SGF has it; otherwise
/// what cannot be read is replaced.
pub(in crate::record) fn decode(bytes: &[u8]) -> Cow<'_, str> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) if is_latin_1(bytes) => bytes.iter().copied().map(char::from).collect(),
        Err(_) => String::from_utf8_lossy(bytes),
    }
}

/// Whether the charset of the record is Latin-1: it is named (CA), or none is.
fn is_latin_1(bytes: &[u8]) -> bool {
    let Some(start) = bytes.windows(3).position(|window| window == b"CA[") else { return true };
    let value = bytes[start + 3..].split(|&byte| byte == b']').next().unwrap_or_default();
    [&b"iso-8859-1"[..], b"iso8859-1", b"latin-1", b"latin1", b"windows-1252", b"us-ascii", b"ascii", b""]
        .contains(&value.trim_ascii().to_ascii_lowercase().as_slice())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn charsets() {
        assert_eq!(decode("(;PB[흑])".as_bytes()), "(;PB[흑])");
        assert_eq!(decode("\u{FEFF}(;PB[흑])".as_bytes()), "(;PB[흑])");
        assert_eq!(decode(b"(;PB[Andr\xE9])"), "(;PB[André])");
        assert_eq!(decode(b"(;CA[ISO-8859-1]PB[Andr\xE9])"), "(;CA[ISO-8859-1]PB[André])");
        assert_eq!(decode(b"(;CA[UTF-8]PB[Andr\xE9])"), "(;CA[UTF-8]PB[Andr\u{FFFD}])");
        assert_eq!(decode(b"(;CA[EUC-KR]PB[\xC8\xE6])"), "(;CA[EUC-KR]PB[\u{FFFD}\u{FFFD}])");
    }
}
