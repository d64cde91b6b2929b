//! Records in the charsets of Japan, China, Taiwan and Korea, in which the second byte of a character can be that of
//! SGF's backslash or bracket. Every move and every text is read, and the output is UTF-8.

use onepure::board::Color;
use onepure::record::{CharsetWarning, Record};
use std::fs;
use std::path::{Path, PathBuf};

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/sgf").join(name)
}

/// File, charset, Black's name, White's name, and the comment on the first move.
const RECORDS: [(&str, &str, &str, &str, &str); 4] = [
    ("shift-jis.sgf", "Shift_JIS", "表", "ゾ", "ソ表能 十予ゾ"),
    ("gbk.sgf", "GBK", "乗", "乚", "围棋怽怾"),
    ("big5.sgf", "Big5", "許", "琶", "功蓋許"),
    ("euc-kr.sgf", "EUC-KR", "흑돌", "백돌", "똠방각하"),
];

fn names(record: &Record) -> [Option<&str>; 2] {
    Color::BOTH.map(|color| record.info.players[color].name.as_deref())
}

fn moves(record: &Record) -> Vec<String> {
    record.main_line().moves().map(|(color, action)| format!("{color} {action}")).collect()
}

#[test]
fn no_move_and_no_text_is_lost() {
    for (name, charset, black, white, comment) in RECORDS {
        let record = Record::load(file(name)).expect("a record");
        assert_eq!(record.charset_warning(), None, "{charset}");
        assert_eq!(moves(&record), ["black E5", "white C7", "black G3", "white G7"], "{charset}");
        assert_eq!(names(&record), [Some(black), Some(white)], "{charset}");
        let comments: Vec<_> = record.main_line().nodes().filter_map(|node| node.comment.clone()).collect();
        assert_eq!(comments, [comment, white], "{charset}");
    }
}

#[test]
fn the_files_have_the_bytes_that_matter() {
    for (name, charset, ..) in RECORDS {
        let bytes = fs::read(file(name)).expect("a file");
        assert!(std::str::from_utf8(&bytes).is_err(), "{charset} is not UTF-8");
        // EUC-KR is the exception: neither byte can be the second of a character.
        let brackets = |byte: u8| bytes.iter().copied().filter(|found| *found == byte).count();
        assert_eq!(brackets(b']') > brackets(b'['), charset != "EUC-KR", "{charset}");
        assert_eq!(brackets(b'\\') > 0, charset != "EUC-KR", "{charset}");
    }
}

#[test]
fn what_is_written_is_utf_8_and_says_so() {
    for (name, charset, black, white, _) in RECORDS {
        let written = Record::load(file(name)).expect("a record").to_string();
        assert!(written.contains("CA[UTF-8]") && !written.contains(charset), "{written}");
        let again = Record::from_bytes(written.as_bytes()).expect("a record");
        assert_eq!((again.charset_warning(), names(&again)), (None, [Some(black), Some(white)]));
        assert_eq!(moves(&again).len(), 4);
    }
}

#[test]
fn without_the_charset_there_is_a_warning() {
    for (name, charset, ..) in RECORDS {
        let bytes = fs::read(file(name)).expect("a file");
        let with = |value: &[u8]| {
            let at = bytes.windows(3).position(|window| window == b"CA[").expect("a charset");
            [&bytes[..at + 3], value, &bytes[at + 3 + charset.len()..]].concat()
        };
        // Big5 here has a bracket and a backslash in its two names, and little else that could be recognised.
        if charset != "Big5" {
            let record = Record::from_bytes(&with(b"")).expect("a record");
            assert_eq!(record.charset_warning(), Some(&CharsetWarning::Detected(charset)), "{charset}");
        }
        if let Ok(record) = Record::from_bytes(&with(b"Klingon")) {
            assert_eq!(record.charset_warning(), Some(&CharsetWarning::Unknown("Klingon".to_owned())), "{charset}");
        }
    }
    let korean = Record::collection(b"(;PB[\xC8\xE6]) (;SZ[9])").expect("two records");
    assert!(korean.iter().all(|record| record.charset_warning() == Some(&CharsetWarning::Detected("EUC-KR"))));
}
