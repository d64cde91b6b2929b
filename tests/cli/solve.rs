//! `onepure solve`: its answers, its files, and what it refuses.

use super::commands::{fails, run, succeeds};
use std::fs;

/// A group with three empty points in a row: the first move decides.
const UNSETTLED: &str = ". . . O #\nO O O O #\n# # # # #\n# . # . #\n# # # # #\n";

/// The answer about that group.
fn group(arguments: &[&str]) -> String {
    let run = run(&[&["solve", "-", "--group", "A4"], arguments].concat(), UNSETTLED);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    run.stdout
}

#[test]
fn results_are_proven_or_unknown() {
    let answer = succeeds(&["solve", "--board", "2x3"], "");
    assert!(answer.starts_with("Result: 0, proven (") && answer.contains("\nLine: "), "{answer}");
    let answer = succeeds(&["solve", "--board", "2x2", "--rules", "chinese", "--lang", "ko"], "");
    assert!(answer.starts_with("결과: B+1, 증명됨 (") && answer.contains("\n수순: "), "{answer}");
    let answer = succeeds(&["solve", "--board", "4x4", "--time", "0.05"], "");
    assert!(answer.starts_with("Result: unknown (") && answer.contains("proven for Black: at least"), "{answer}");
    let answer = succeeds(&["solve", "--board", "2x3", "--json"], "");
    assert!(answer.starts_with("{\"proven\":true,\"least\":0,\"most\":0,\"line\":["), "{answer}");
}

#[test]
fn groups_are_asked_for_both_colours() {
    let answer = group(&[]);
    let lines: Vec<_> = answer.lines().collect();
    assert_eq!(lines[0], "White A4: unsettled");
    assert!(lines[1].starts_with("Black first: taken, proven (") && lines[1].contains("): B5"), "{answer}");
    assert!(lines[2].starts_with("White first: lives, proven (") && lines[2].contains("): B5"), "{answer}");
    let answer = group(&["--lang", "ko"]);
    assert!(answer.starts_with("백 A4: 누가 먼저 두느냐에 달림\n흑 먼저: 잡힘, 증명됨 ("), "{answer}");
    let answer = group(&["--json"]);
    assert!(
        answer.starts_with(
            "{\"group\":\"A4\",\"color\":\"white\",\"status\":\"unsettled\",\"black_first\":{\"taken\":true"
        )
    );
}

#[test]
fn a_problem_is_asked_about_its_groups() {
    let ask = |arguments: &[&str], input: &str| {
        let run = run(&[&["solve", "-"], arguments].concat(), input);
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{}", run.stdout);
        run.stdout
    };
    // The same as with --group, but for the times.
    let without_times = |text: &str| text.split('(').next().map(str::to_owned);
    let problem = ask(&[], UNSETTLED);
    assert!(problem.starts_with("White A4: unsettled\nBlack first: taken, proven ("), "{problem}");
    assert_eq!(without_times(&problem), without_times(&group(&[])));
    let result = ask(&["--result", "--time", "0.1"], UNSETTLED);
    assert!(result.starts_with("Result: "), "{result}");

    // A record: White in the corner of a large board, and the solution as moves. Korean and Japanese rules prove groups too.
    let record = "(;GM[1]FF[4]SZ[9]RU[Japanese]AB[bf][cf][df][ag][eg][eh][ei]AW[bg][cg][dg][bh][dh]PL[B];B[ch];W[ci])";
    for (arguments, expected) in
        [(&["--move", "0", "--json"][..], "\"color\":\"white\""), (&["--move", "1", "--json"], "\"color\":\"white\"")]
    {
        let answer = ask(&[arguments, &["--time", "1"]].concat(), record);
        assert!(answer.lines().all(|line| line.starts_with("{\"group\":")) && answer.contains(expected), "{answer}");
        assert_eq!(answer.lines().count(), 1, "{answer}");
    }
    let line = run(&["solve", "-", "--move", "9"], record);
    assert!(line.stderr.contains("there is no move 9; the record has 2"), "{}", line.stderr);
    // A position that is no problem is asked about its result, as before.
    let played = ask(&["--time", "0.1"], "(;GM[1]FF[4]SZ[5];B[cc];W[bb];B[cb])");
    assert!(played.starts_with("Result: unknown"), "{played}");
}

#[test]
fn proofs_are_written_beside_each_other() {
    let folder = tempfile::tempdir().expect("a folder");
    let name = folder.path().join("small");
    succeeds(&["solve", "--board", "2x2", "--proof", &name.to_string_lossy()], "");
    for (number, claim) in [(1, "claim black margin 0"), (2, "claim white margin 0")] {
        let text = fs::read_to_string(folder.path().join(format!("small-{number}.txt"))).expect("a proof");
        assert!(text.starts_with("onepure-proof 1\nboard 2 2\nrules one-pure\n"), "{text}");
        assert!(text.lines().any(|line| line == claim), "{text}");
    }
}

#[test]
fn the_same_command_resumes() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("progress");
    let name = file.to_string_lossy();
    let solve = |time: &str| succeeds(&["solve", "--board", "2x4", "--time", time, "--resume", &name, "--json"], "");
    let mut answers = vec![solve("0.03")];
    while !answers.last().is_some_and(|answer| answer.contains("\"proven\":true,\"least\":2,\"most\":2,")) {
        assert!(answers.len() < 10_000);
        answers.push(solve("0.1"));
    }
    let answer = answers.last().expect("an answer");
    assert_eq!(&solve("10"), answer, "there is nothing left to do");
    let line = fails(&["solve", "--board", "2x4", "--rules", "chinese", "--resume", &name], 1);
    assert!(line.contains("expected \"rules chinese\", got \"rules one-pure\""), "{line}");
    fs::write(&file, "hello").expect("a file");
    let line = fails(&["solve", "--board", "2x4", "--resume", &name], 1);
    assert!(line.contains("expected \"onepure-progress 1\", got \"hello\""), "{line}");
}

#[test]
fn bad_input_is_refused_in_a_line() {
    for (arguments, code, part) in [
        (&["solve"][..], 2, "<FILE"),
        (&["solve", "--board", "2y3"], 2, "expected two sides from 1 to 9"),
        (&["solve", "--board", "1x1"], 2, "expected two sides from 1 to 9"),
        (&["solve", "--board", "2x10"], 2, "expected two sides from 1 to 9"),
        (&["solve", "--board", "2x2", "--group", "A1"], 2, "cannot be used"),
        (&["solve", "x.sgf", "--group", "A1", "--resume", "x"], 2, "cannot be used"),
        (&["solve", "x.sgf", "--group", "A1", "--result"], 2, "cannot be used"),
        (&["solve", "--board", "2x2", "--move", "1"], 2, "cannot be used"),
        (&["solve", "--board", "2x2", "--resume", "no/such/folder/name"], 1, "no/such/folder"),
        (&["solve", "--board", "2x2", "--rules", "japanese"], 1, "expected one-pure, or rules by area"),
        (&["solve", "no-such-file.sgf"], 1, "no-such-file.sgf"),
        (&["solve", "dead-end.sgf"], 1, "expected a game that goes on"),
        (&["solve", "lesser-board.sgf", "--group", "A99"], 2, "A99"),
        (&["solve", "--board", "2x2", "--proof", "no/such/folder/name"], 1, "no/such/folder"),
    ] {
        let line = fails(arguments, code);
        assert!(line.contains(part), "{arguments:?}: {line}");
    }
}
