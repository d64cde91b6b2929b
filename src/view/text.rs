//! The layout of text in terminal columns, of which a Korean letter takes two.

use unicode_width::UnicodeWidthStr;

/// Pads a text on the right to a width of `columns`.
pub(super) fn pad(text: &str, columns: usize) -> String {
    format!("{text}{}", " ".repeat(columns.saturating_sub(text.width())))
}

/// Wraps a text at spaces into lines of at most `columns`. A longer word gets its own line. Lines after the first begin
/// with `indent` spaces.
pub fn wrap(text: &str, columns: usize, indent: usize) -> String {
    let mut wrapped = String::new();
    let mut column = 0;
    for (number, word) in text.split(' ').enumerate() {
        if column > 0 && column + 1 + word.width() > columns {
            wrapped.push('\n');
            wrapped.push_str(&" ".repeat(indent));
            column = indent;
        } else if number > 0 {
            wrapped.push(' ');
            column += 1;
        }
        wrapped.push_str(word);
        column += word.width();
    }
    wrapped
}

/// Joins two blocks of lines side by side, two columns apart. All lines of the left block must have the same width on
/// the screen.
pub fn beside(left: &[String], right: &[String]) -> Vec<String> {
    let line = |index: usize, left: &String| match right.get(index).filter(|text| !text.is_empty()) {
        Some(right) => format!("{left}  {right}"),
        None => left.trim_end().to_owned(),
    };
    left.iter().enumerate().map(|(index, left)| line(index, left)).collect()
}

/// A text of unknown origin, made safe to print on one line. Line breaks and tabs become blanks. Other control
/// characters, which can start terminal commands and are invalid in XML, and those that change the writing direction
/// become [`char::REPLACEMENT_CHARACTER`].
pub fn printable(text: &str) -> String {
    let shown = |sign: char| match sign {
        '\t' | '\n' | '\r' | '\u{2028}' | '\u{2029}' => ' ',
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => char::REPLACEMENT_CHARACTER,
        _ if sign.is_control() || is_noncharacter(sign) => char::REPLACEMENT_CHARACTER,
        _ => sign,
    };
    text.chars().map(shown).collect()
}

/// Returns whether a code point is a Unicode noncharacter. XML forbids U+FFFE and U+FFFF.
fn is_noncharacter(sign: char) -> bool {
    let code = u32::from(sign);
    code & 0xfffe == 0xfffe || (0xfdd0..=0xfdef).contains(&code)
}

/// A picture in a file next to a text in Markdown. The angle brackets allow spaces in its name.
pub fn image(description: &str, file: &str) -> String {
    format!("![{}](<{}>)", protected(description), file.replace('<', "%3C").replace('>', "%3E"))
}

/// The text with all Markdown characters escaped.
pub fn protected(text: &str) -> String {
    let mut protected = String::with_capacity(text.len());
    for sign in text.chars() {
        if matches!(sign, '\\' | '|' | '*' | '_' | '`' | '<' | '>' | '[' | ']' | '#' | '&' | '~') {
            protected.push('\\');
        }
        protected.push(sign);
    }
    protected
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn korean_letters_take_two_columns() {
        assert_eq!(pad("대기", 6), "대기  ");
        assert_eq!(pad("waiting", 6), "waiting");
    }

    #[test]
    fn texts_do_nothing() {
        assert_eq!(
            printable("흑 \u{1b}[31m\u{0}\u{9b}2J\u{7f}\r\n\u{202e}a\u{2068}\u{ffff}"),
            "흑 \u{fffd}[31m\u{fffd}\u{fffd}2J\u{fffd}  \u{fffd}a\u{fffd}\u{fffd}"
        );
        assert_eq!(printable("André's 3段 – ok"), "André's 3段 – ok");
    }

    #[test]
    fn lines_break_at_spaces() {
        assert_eq!(wrap("one two three", 8, 2), "one two\n  three");
        assert_eq!(wrap("  1. one  two", 9, 4), "  1. one \n    two");
        assert_eq!(wrap("흑 백 흑 백", 8, 0), "흑 백 흑\n백");
        assert_eq!(wrap("a word-that-is-too-long b", 6, 0), "a\nword-that-is-too-long\nb");
    }

    #[test]
    fn blocks_stand_side_by_side() {
        let lines = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect::<Vec<_>>();
        assert_eq!(beside(&lines(&["ab ", "cd "]), &lines(&["right"])), lines(&["ab   right", "cd"]));
    }
}
