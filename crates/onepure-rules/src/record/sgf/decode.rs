//! Decoding of bytes by the charset that the record names.
//!
//! In `Shift_JIS`, GBK and Big5 the second byte of a character can be that of `\` or `]`. So the text must be decoded
//! before it is parsed; otherwise such a byte would end a value.

use super::detect::detected;
use crate::record::CharsetWarning;
use encoding_rs::{BIG5, EUC_JP, EUC_KR, Encoding, GBK, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252, mem};
use std::borrow::Cow;

/// A text that is valid UTF-8 and has at least this number of characters beyond ASCII is UTF-8, whatever charset it
/// names: another charset would be valid UTF-8 with a probability below 1 in 10,000.
const SURELY_UTF_8: usize = 4;

/// A decoded text, and doubts about it.
#[derive(Debug)]
pub(in crate::record) struct Decoded<'b> {
    /// The text, without a byte order mark.
    pub(in crate::record) text: Cow<'b, str>,
    pub(in crate::record) warning: Option<CharsetWarning>,
}

/// The text for finding out the format: UTF-16 if it says so, or else UTF-8, with U+FFFD for every invalid byte.
pub fn preview(bytes: &[u8]) -> Cow<'_, str> {
    utf_16(bytes).map_or_else(|| String::from_utf8_lossy(bytes), |decoded| decoded.text)
}

/// Decodes a format without a charset name. Its servers write UTF-8, EUC-KR or GBK.
pub(in crate::record) fn decode_without_name(bytes: &[u8]) -> Decoded<'_> {
    if let Some(decoded) = utf_16(bytes) {
        return decoded;
    }
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Decoded { text: Cow::Borrowed(text), warning: None };
    }
    let (encoding, text, is_malformed) = detected(bytes);
    Decoded { text, warning: is_malformed.then(|| CharsetWarning::Malformed(encoding.name().to_owned())) }
}

/// The text, if it is UTF-16: by its byte order mark, or because its first two bytes are `(` and zero.
fn utf_16(bytes: &[u8]) -> Option<Decoded<'_>> {
    let encoding = match bytes {
        [0xFF, 0xFE, ..] | [b'(', 0, ..] => UTF_16LE,
        [0xFE, 0xFF, ..] | [0, b'(', ..] => UTF_16BE,
        _ => return None,
    };
    let (text, _) = encoding.decode_with_bom_removal(bytes);
    Some(Decoded { text, warning: Some(CharsetWarning::Utf16) })
}

/// Decodes by the charset that the record names (CA). Without a name the text is UTF-8, or else what its bytes
/// look like, or else Latin-1, the default of SGF.
pub(in crate::record) fn decode(bytes: &[u8]) -> Decoded<'_> {
    if let Some(decoded) = utf_16(bytes) {
        return decoded;
    }
    if let Some(rest) = bytes.strip_prefix(b"\xEF\xBB\xBF") {
        return Decoded { text: String::from_utf8_lossy(rest), warning: None };
    }
    let utf_8 = std::str::from_utf8(bytes).ok().map(Cow::Borrowed);
    let Some(name) = charset(bytes) else {
        return match utf_8 {
            Some(text) => Decoded { text, warning: None },
            None => match detected(bytes) {
                (encoding, ..) if encoding == WINDOWS_1252 => {
                    Decoded { text: mem::decode_latin1(bytes), warning: Some(CharsetWarning::Unnamed) }
                }
                (encoding, text, _) => Decoded { text, warning: Some(CharsetWarning::Detected(encoding.name())) },
            },
        };
    };
    let Some(encoding) = encoding(&name) else {
        return match utf_8 {
            Some(text) => Decoded { text, warning: None },
            None => Decoded { text: String::from_utf8_lossy(bytes), warning: Some(CharsetWarning::Unknown(name)) },
        };
    };
    let (text, is_malformed) = encoding.decode_without_bom_handling(bytes);
    match utf_8 {
        Some(utf_8) if encoding != UTF_8 && (is_malformed || is_surely_utf_8(&utf_8)) => {
            Decoded { text: utf_8, warning: Some(CharsetWarning::Utf8(name)) }
        }
        _ => Decoded { text, warning: is_malformed.then_some(CharsetWarning::Malformed(name)) },
    }
}

fn is_surely_utf_8(text: &str) -> bool {
    text.chars().filter(|character| !character.is_ascii()).nth(SURELY_UTF_8 - 1).is_some()
}

/// The name of the charset: the value of the first property CA. The bytes before it are almost always ASCII, so that it
/// can be found before decoding.
fn charset(bytes: &[u8]) -> Option<String> {
    // Names are shorter. A longer value is cut to fit into an error message.
    const MAX_LENGTH: usize = 40;
    let starts = (0..bytes.len()).filter(|&at| bytes[at..].starts_with(b"CA") && begins_property(&bytes[..at]));
    let values = starts.filter_map(|at| bytes[at + 2..].trim_ascii_start().strip_prefix(b"["));
    let value = values.into_iter().next()?;
    let value = &value[..value.len().min(MAX_LENGTH)];
    let name = String::from_utf8_lossy(value.split(|&byte| byte == b']').next()?).trim().to_owned();
    (!name.is_empty()).then_some(name)
}

/// Returns whether a property can begin after these bytes: after a `;`, or after a value.
fn begins_property(before: &[u8]) -> bool {
    match before.trim_ascii_end() {
        [.., b';'] => true,
        [rest @ .., b']'] => !rest.ends_with(b"\\"),
        _ => false,
    }
}

/// The encoding with this name: a name in the WHATWG Encoding Standard, or another one that Go programs use.
fn encoding(name: &str) -> Option<&'static Encoding> {
    let plain: String =
        name.chars().filter(char::is_ascii_alphanumeric).map(|letter| letter.to_ascii_lowercase()).collect();
    let other_name = || match plain.as_str() {
        "cp932" => Some(SHIFT_JIS),
        "cp936" => Some(GBK),
        "cp949" | "ms949" | "uhc" | "euckr" => Some(EUC_KR),
        "cp950" => Some(BIG5),
        "eucjp" => Some(EUC_JP),
        _ => None,
    };
    let label = |name: &str| Encoding::for_label_no_replacement(name.as_bytes());
    // UTF-16 is excluded: in such a text the name would not have been readable as ASCII.
    let found = label(name).or_else(|| label(&plain)).or_else(other_name);
    found.filter(|&encoding| encoding != UTF_16LE && encoding != UTF_16BE)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(bytes: &[u8]) -> String {
        let Decoded { text, warning } = decode(bytes);
        assert_eq!(warning, None, "{text}");
        text.into_owned()
    }

    fn doubtful(bytes: &[u8]) -> (String, String) {
        let Decoded { text, warning } = decode(bytes);
        (text.into_owned(), warning.expect("a warning").to_string())
    }

    #[test]
    fn without_a_charset() {
        assert_eq!(text("(;PB[흑])".as_bytes()), "(;PB[흑])");
        assert_eq!(text("\u{FEFF}(;CA[EUC-KR]PB[흑])".as_bytes()), "(;CA[EUC-KR]PB[흑])");
        let (latin_1, warning) = doubtful(b"(;PB[Andr\xE9])");
        assert_eq!(latin_1, "(;PB[André])");
        assert!(warning.starts_with("charset: the record names none (CA)"), "{warning}");
        assert_eq!(doubtful(b"(;CA[]PB[Andr\xE9])").0, "(;CA[]PB[André])");
        let (korean, warning) = doubtful(b"(;PB[\xC8\xE6\xB9\xE9]US[www.cyberoro.com])");
        assert_eq!(korean, "(;PB[흑백]US[www.cyberoro.com])");
        assert!(warning.contains("it was read as EUC-KR"), "{warning}");
    }

    #[test]
    fn utf_16_is_read_with_a_mark_and_without() {
        let text = "(;SZ[9]PB[黑];B[ee])";
        for (is_little, has_mark) in [(true, true), (true, false), (false, true), (false, false)] {
            let units = has_mark.then_some(0xFEFF).into_iter().chain(text.encode_utf16());
            let bytes = units.map(|unit: u16| if is_little { unit.to_le_bytes() } else { unit.to_be_bytes() });
            let bytes = bytes.collect::<Vec<_>>().concat();
            let (decoded, warning) = doubtful(&bytes);
            assert_eq!((decoded.as_str(), preview(&bytes).as_ref()), (text, text));
            assert_eq!(warning, "charset: the record is UTF-16 and was read as such");
        }
    }

    #[test]
    fn by_the_charset_that_is_named() {
        for (bytes, expected) in [
            (&b"(;CA[ISO-8859-1]PB[Andr\xE9])"[..], "(;CA[ISO-8859-1]PB[André])"),
            // The second byte is a backslash, then a bracket.
            (b"(;CA[Shift_JIS]PB[\x95\x5C]C[\x83\x5D])", "(;CA[Shift_JIS]PB[表]C[ゾ])"),
            (b"(;CA[GBK]PB[\x81\x5C]C[\x81\x5D])", "(;CA[GBK]PB[乗]C[乚])"),
            (b"(;CA[Big5]PB[\xB3\x5C]C[\xB5\x5D])", "(;CA[Big5]PB[許]C[琶])"),
            (b"(;CA[EUC-KR]PB[\xC8\xE6]C[\xB9\xE9])", "(;CA[EUC-KR]PB[흑]C[백])"),
            // The extended Korean set, with letters for second bytes.
            (b"(;GM[1] CA [cp949]PB[\x8C\x63])", "(;GM[1] CA [cp949]PB[똠])"),
            (b"(;CA[GB-2312]PB[\xBA\xDA])", "(;CA[GB-2312]PB[黑])"),
            (b"(;CA[iso-2022-jp]PB[\x1B$B;3\x1B(B])", "(;CA[iso-2022-jp]PB[山])"),
            // CA in a comment is not a charset.
            (b"(;C[\\]CA[Big5\\]]CA[EUC-KR]PB[\xC8\xE6])", "(;C[\\]CA[Big5\\]]CA[EUC-KR]PB[흑])"),
        ] {
            assert_eq!(text(bytes), expected);
        }
    }

    #[test]
    fn a_charset_that_is_not_the_one_named() {
        let (utf_8, warning) = doubtful("(;CA[GB2312]PB[이세돌]PW[박정환])".as_bytes());
        assert_eq!(utf_8, "(;CA[GB2312]PB[이세돌]PW[박정환])");
        assert_eq!(warning, "charset: the record names `GB2312` (CA), but it is UTF-8 and was read as such");
        // A text this short can be valid UTF-8 by chance.
        assert_eq!(text(b"(;CA[EUC-KR]PB[\xC8\xB2])"), "(;CA[EUC-KR]PB[황])");
        let (replaced, warning) = doubtful(b"(;CA[UTF-8]PB[Andr\xE9])");
        assert_eq!(replaced, "(;CA[UTF-8]PB[Andr\u{FFFD}])");
        assert!(warning.starts_with("charset: the record names `UTF-8` (CA), but has bytes"), "{warning}");
        let (replaced, warning) = doubtful(b"(;CA[Klingon]PB[\xC8\xE6])");
        assert_eq!(replaced, "(;CA[Klingon]PB[\u{FFFD}\u{FFFD}])");
        assert!(warning.starts_with("charset: the record names `Klingon` (CA), which is unknown"), "{warning}");
        assert_eq!(text("(;CA[Klingon]PB[흑])".as_bytes()), "(;CA[Klingon]PB[흑])");
    }
}
