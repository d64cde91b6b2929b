//! Texts of a record are never markup: in the terminal, Markdown, SVG, HTML, and errors.

use resvg::usvg::{Options, Tree};
use std::fs;
use std::path::Path;

/// Hostile names and comments, each with what it would be as markup.
const ATTEMPTS: [&str; 12] = [
    "<script>alert(1)</script>",
    "</script><img src=x onerror=alert(1)>",
    "</title></svg>]]><!--",
    "\" onload=\"alert(1)",
    "&lt;b&gt;&#x202e;",
    "[x](javascript:alert(1))",
    "![x](http://evil.example/x.png)",
    "`code` *strong* ~~gone~~ | cell",
    "\u{1b}[31m\u{1b}]0;title\u{7}\u{1b}[2J",
    "\u{9b}31m\u{85}\u{0}\u{7f}\u{ffff}",
    "\u{202e}desrever\u{2066}\u{2028}line",
    "one\ntwo\r\n# three",
];

/// A record with this attempt as name, event, date, comment, label and more.
fn record(attempt: &str) -> Vec<u8> {
    let text = attempt.replace('\\', "\\\\").replace(']', "\\]");
    format!(
        "(;SZ[5]CA[UTF-8]RU[Chinese]PB[{text}]BR[{text}]PW[{text}]WR[{text}]EV[{text}]DT[{text}]GN[{text}]\
         AP[{text}]RE[B+3{text}];B[cc]C[{text}]LB[aa:{text}]N[{text}];W[cb];B[];W[])"
    )
    .into_bytes()
}

/// The output for a record in one format, with stderr.
fn shown(command: &[&str], record: &[u8], folder: &Path, format: &str) -> (String, String) {
    let file = folder.join("game.sgf");
    fs::write(&file, record).expect("a file");
    let output = folder.join(format!("shown.{format}"));
    let mut program = assert_cmd::Command::new(env!("CARGO_BIN_EXE_onepure"));
    program.args(["--threads", "1", "--visits", "20"]).args(command).arg(&file).arg("--output").arg(&output);
    let done = program.assert().success();
    let said = String::from_utf8(done.get_output().stderr.clone()).expect("text");
    (fs::read_to_string(output).expect("text"), said)
}

/// The output of both commands for every attempt.
fn of_each_attempt(format: &str, check: impl Fn(&str, &str)) {
    let folder = tempfile::tempdir().expect("a folder");
    for attempt in ATTEMPTS {
        let record = record(attempt);
        for command in [&["replay", "--all"][..], &["analyze", "--all"], &["analyze"]] {
            let (text, said) = shown(command, &record, folder.path(), format);
            is_plain(&said, &format!("{attempt:?} {command:?}, stderr"));
            is_plain(&text, &format!("{attempt:?} {command:?}"));
            check(attempt, &text);
        }
    }
}

/// Panics if a text contains a control sequence.
fn is_plain(text: &str, what: &str) {
    let is_dangerous = |sign: char| {
        sign.is_control() && sign != '\n'
            || matches!(sign, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{2028}' | '\u{2029}')
    };
    let at = text.find(is_dangerous);
    assert_eq!(at.map(|at| &text[at..text.len().min(at + 9)]), None, "{what}: {text}");
}

#[test]
fn texts_of_a_record_are_no_commands_for_a_terminal() {
    of_each_attempt("txt", |_, _| {});
}

#[test]
fn texts_of_a_record_are_no_markdown() {
    let own_picture = |line: &str| line.starts_with("![") && line.ends_with(".svg>)");
    of_each_attempt("md", |attempt, text| {
        // Remove escaped characters of Markdown.
        let mut bare = String::new();
        for line in text.lines().filter(|line| !own_picture(line)) {
            let mut signs = line.chars();
            while let Some(sign) = signs.next() {
                if sign == '\\' {
                    signs.next();
                } else {
                    bare.push(sign);
                }
            }
            bare.push('\n');
        }
        for wrong in ["<", "](", "![", "`", "~~", "*", "&"] {
            assert!(!bare.contains(wrong), "{attempt:?}: {wrong} in {text}");
        }
        let headings = |text: &str| text.lines().filter(|line| line.starts_with('#')).count();
        assert!(!text.lines().any(|line| line.starts_with("# three") || line == "two") && headings(text) > 0, "{text}");
    });
}

#[test]
fn texts_of_a_record_are_no_elements_of_a_picture() {
    of_each_attempt("svg", |attempt, text| {
        // usvg is strict: invalid XML is an error.
        Tree::from_str(text, &Options::default()).unwrap_or_else(|error| panic!("{attempt:?}: {error} in {text}"));
        for wrong in ["<script", "<img", "<!--", "]]>", "<a ", "<b>"] {
            assert!(!text.contains(wrong), "{attempt:?}: {wrong} in {text}");
        }
    });
}

#[test]
fn texts_of_a_record_are_no_elements_of_a_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let count = |text: &str, part: &str| text.matches(part).count();
    for command in [&["replay", "--all"][..], &["analyze", "--all"], &["analyze"]] {
        let (harmless, _) = shown(command, &record("Ada"), folder.path(), "html");
        for attempt in ATTEMPTS {
            let (text, said) = shown(command, &record(attempt), folder.path(), "html");
            is_plain(&said, attempt);
            is_plain(&text, attempt);
            for part in ["<script", "</script", "<img", "<svg", "</svg", "</title", "<!--", "<a ", "<b>"] {
                assert_eq!(count(&text, part), count(&harmless, part), "{command:?}, {attempt:?}: {part}");
            }
            let mut tags = text.split('<').skip(1).filter_map(|rest| rest.split('>').next());
            assert_eq!(tags.find(|tag| tag.contains("onload=\"")), None, "{command:?}");
        }
    }
}

#[test]
fn what_is_cited_of_a_record_is_one_line() {
    for (wrong, code) in [("KM[\u{1b}[31m", 0), ("SZ[\u{202e}19\n\n", 1), ("B[\u{9b}2J\r\n", 1), ("PL[<b>\u{7}", 0)] {
        let done = assert_cmd::Command::new(env!("CARGO_BIN_EXE_onepure"))
            .args(["replay", "-"])
            .write_stdin(format!("(;{wrong}])"))
            .assert()
            .code(code);
        let said = String::from_utf8(done.get_output().stderr.clone()).expect("text");
        assert_eq!(said.lines().count(), 1, "{said}");
        is_plain(&said, wrong);
    }
}

#[test]
fn the_page_makes_no_markup_of_texts() {
    let pages = concat!(env!("CARGO_MANIFEST_DIR"), "/src/web/pages");
    for entry in fs::read_dir(pages).expect("the pages") {
        let path = entry.expect("a file").path();
        let text = fs::read_to_string(&path).expect("a text");
        for way in [
            "innerHTML",
            "outerHTML",
            "insertAdjacentHTML",
            "document.write",
            "DOMParser",
            "createContextualFragment",
            "setHTML",
            "srcdoc",
            "eval(",
            "new Function",
            "javascript:",
            " onclick=",
            " onload=",
            " onerror=",
        ] {
            assert!(!text.contains(way), "{}: {way}", path.display());
        }
    }
}
