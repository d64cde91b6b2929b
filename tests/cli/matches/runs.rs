//! Matches: complete, killed, interrupted, in shards, and stopped by a sequential test.

use super::program::{
    finished, games, lines, results, run, sorted_games, start, succeeds, wait_for_games, without_times,
};
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::process::Command;
use tempfile::TempDir;

/// A match of two built-in players, one game at a time, which takes a second or two.
const MATCH: [&str; 14] = [
    "--size",
    "7",
    "--player",
    "a=builtin:visits=200,network=small",
    "--player",
    "b=builtin:visits=80,network=small",
    "--games",
    "12",
    "--random-opening",
    "3",
    "--seed",
    "5",
    "--parallel",
    "1",
];

fn folder() -> TempDir {
    TempDir::new().expect("a folder for the test")
}

fn with<'a>(arguments: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    [arguments, more].concat()
}

#[test]
fn a_killed_match_that_goes_on_equals_one_in_one_go() {
    let folder = folder();
    let whole = succeeds(folder.path(), &with(&MATCH, &["--output", "whole"]));
    let expected = games(&results(folder.path(), "whole"));
    assert_eq!(expected.len(), 12);

    let arguments = with(&MATCH, &["--output", "killed"]);
    let file = results(folder.path(), "killed");
    for games in [1, 4, 9] {
        let mut child = start(folder.path(), &arguments);
        wait_for_games(&file, games);
        child.kill().expect("it runs");
        child.wait().expect("it was started");
        let left = lines(&file).len() - 1;
        assert!((games..12).contains(&left), "killed too late: {left} games");
        // As after a kill during a write.
        let mut half = OpenOptions::new().append(true).open(&file).expect("the results");
        half.write_all(br#"{"number":12,"players":{"black":"#).expect("the results can be written");
    }
    let report = succeeds(folder.path(), &arguments);
    assert_eq!(games(&file), expected);
    assert_eq!(without_times(&report), without_times(&whole));

    // After the last game only the report is left to do.
    let before = fs::read(&file).expect("the results");
    assert_eq!(succeeds(folder.path(), &arguments), report);
    assert_eq!(fs::read(&file).expect("the results"), before);
    let records = fs::read_dir(folder.path().join("killed/games")).expect("the records").count();
    assert_eq!(records, 12);
}

#[cfg(unix)]
#[test]
fn an_interrupted_match_says_how_it_goes_on() {
    let folder = folder();
    for signal in ["INT", "TERM"] {
        let arguments = with(&MATCH, &["--output", signal]);
        let child = start(folder.path(), &arguments);
        wait_for_games(&results(folder.path(), signal), 2);
        let sent = finished(Command::new("kill").args(["-s", signal, &child.id().to_string()]));
        assert_eq!(sent.code, Some(0), "{}", sent.stderr);
        let output = child.wait_with_output().expect("it was started");
        assert_eq!(output.status.code(), Some(1));
        let played = games(&results(folder.path(), signal)).len();
        let stderr = std::fs::read_to_string(folder.path().join("stderr")).expect("what it said");
        let last = format!("onepure: interrupted after {played} of 12 games; the same command goes on with them");
        assert_eq!(stderr.lines().last(), Some(last.as_str()));
        let stdout = String::from_utf8(output.stdout).expect("UTF-8");
        assert!(stdout.contains(&format!("{played} of 12 games played")), "{stdout}");
        assert!(folder.path().join(signal).join("report.md").exists());
    }
    let report = succeeds(folder.path(), &with(&MATCH, &["--output", "INT"]));
    assert!(report.contains("12 of 12 games played"), "{report}");
}

#[test]
fn games_in_parallel_are_the_same_games() {
    let folder = folder();
    let short = with(&MATCH, &["--games", "6"]);
    succeeds(folder.path(), &with(&short, &["--output", "one"]));
    succeeds(folder.path(), &with(&short, &["--parallel", "3", "--output", "three"]));
    let [one, three] = ["one", "three"].map(|output| sorted_games(&results(folder.path(), output)));
    assert_eq!(one, three);
}

#[test]
fn a_match_can_be_made_longer() {
    let folder = folder();
    let fast = with(&MATCH, &["--visits", "1", "--games"]);
    succeeds(folder.path(), &with(&fast, &["4", "--output", "longer"]));
    let report = succeeds(folder.path(), &with(&fast, &["6", "--output", "longer"]));
    assert!(report.contains("6 of 6 games played"), "{report}");
    succeeds(folder.path(), &with(&fast, &["6", "--output", "whole"]));
    assert_eq!(games(&results(folder.path(), "longer")), games(&results(folder.path(), "whole")));
}

/// Three players in a round robin.
const LEAGUE: [&str; 12] = [
    "--size",
    "5",
    "--player",
    "a=builtin:visits=60",
    "--player",
    "b=builtin:visits=20",
    "--player",
    "c=builtin:visits=5",
    "--games",
    "5",
    "--random-opening",
    "2",
];

#[test]
fn shards_joined_are_the_whole_match() {
    let folder = folder();
    let whole = succeeds(folder.path(), &with(&LEAGUE, &["--output", "whole", "--parallel", "1"]));
    assert!(whole.contains("15 of 15 games played"), "{whole}");
    for shard in ["1/4", "2/4", "3/4", "4/4"] {
        let report = succeeds(folder.path(), &with(&LEAGUE, &["--output", "shards", "--shard", shard]));
        assert!(report.contains(&format!("(shard {shard})")), "{report}");
    }
    let shards: Vec<String> = (1..=4).map(|shard| format!("shards/results.{shard}-of-4.jsonl")).collect();
    let mut merge = vec!["--output", "joined", "--merge"];
    merge.extend(shards.iter().map(String::as_str));
    // A file that is named twice counts once.
    merge.push("shards/results.2-of-4.jsonl");
    let joined = succeeds(folder.path(), &merge);
    assert_eq!(without_times(&joined), without_times(&whole));
    let [one, other] = ["joined", "whole"].map(|output| games(&results(folder.path(), output)));
    assert_eq!(one, other);
    for file in ["report.md", "chart.svg"] {
        let read = |output: &str| fs::read_to_string(folder.path().join(output).join(file)).expect("a report");
        let without = |text: String| text.split("## Times").next().map(str::to_owned);
        assert_eq!(without(read("joined")), without(read("whole")), "{file}");
    }

    // A merged match can be continued.
    let more = with(&LEAGUE, &["--output", "joined", "--games", "6"]);
    assert!(succeeds(folder.path(), &more).contains("18 of 18 games played"));
}

#[test]
fn a_gauntlet_is_one_against_the_others() {
    let folder = folder();
    succeeds(folder.path(), &with(&LEAGUE, &["--gauntlet", "b", "--games", "2", "--output", "out"]));
    let games = sorted_games(&results(folder.path(), "out"));
    let names = |game: &serde_json::Value| {
        ["black", "white"].map(|color| game["players"][color]["name"].as_str().expect("a name").to_owned())
    };
    let expected = [["b", "a"], ["a", "b"], ["b", "c"], ["c", "b"]];
    assert_eq!(games.iter().map(names).collect::<Vec<_>>(), expected.map(|pair| pair.map(str::to_owned)));
}

#[test]
fn a_sequential_test_ends_the_match() {
    let folder = folder();
    let strong = "strong=builtin:visits=100,network=small";
    let weak = "weak=builtin:visits=1,network=small";
    for (first, second, decision) in [(strong, weak, "H1 accepted"), (weak, strong, "H0 accepted")] {
        let output = decision.split(' ').next().expect("a word");
        let arguments = [
            "--size",
            "7",
            "--player",
            first,
            "--player",
            second,
            // The number of games if the test did not stop the match.
            "--games",
            "300",
            "--sprt",
            "0",
            "200",
            "0.05",
            "0.05",
            "--parallel",
            "2",
            "--random-opening",
            "3",
            "--output",
            output,
        ];
        let report = succeeds(folder.path(), &arguments);
        assert!(report.contains(decision), "{report}");
        let file = results(folder.path(), output);
        // With scores of 0.5 and 0.76 at 0 and 200 Elo, a pair adds at most 2 ln (s1 / s0) = 0.84 of the 2.94 needed.
        let played = games(&file).len();
        assert!((8..200).contains(&played), "{played} games");
        let before = fs::read(&file).expect("the results");
        assert_eq!(succeeds(folder.path(), &arguments), report);
        assert_eq!(fs::read(&file).expect("the results"), before, "a decided match goes on");
    }
}

#[test]
fn a_file_describes_the_whole_match() {
    let folder = folder();
    let path = folder.path().join("league.toml");
    let program = env!("CARGO_BIN_EXE_onepure");
    let text = format!(
        r#"
        [match]
        size = 5
        games = 2
        rules = "chinese"
        openings = "openings.txt"
        output = "out"
        transcripts = true
        parallel = 1
        sprt = [-10, 10.5, 0.05, 0.05]

        [[player]]
        name = "process"
        command = ["{program}", "gtp", "--visits", "2", "--rules", "chinese"]

        [[player]]
        name = "inside"
        command = "builtin:visits=2"
        "#
    );
    fs::write(&path, text).expect("the file can be written");
    fs::write(folder.path().join("openings.txt"), "C3 B2\n").expect("the file can be written");
    let report = succeeds(folder.path(), &["league.toml"]);
    assert!(report.contains("5×5, rules chinese, komi 7.5, no clock"), "{report}");
    assert!(report.contains("SPRT of -10 against 10.5 Elo"), "{report}");
    assert!(report.contains("2 of 2 games played"), "{report}");
    let game = &games(&results(folder.path(), "out"))[0];
    assert_eq!(
        (game["opening"].as_str(), game["players"]["black"]["name"].as_str()),
        (Some("openings.txt:1"), Some("process"))
    );
    let transcript = fs::read_to_string(folder.path().join("out/transcripts/000001.txt")).expect("a transcript");
    assert!(transcript.contains("> genmove"), "{transcript}");

    // Typed options override the file.
    let report = succeeds(folder.path(), &["league.toml", "--size", "6", "--games", "1", "--output", "typed"]);
    assert!(report.contains("6×6, rules chinese") && report.contains("1 of 1 games played"), "{report}");
    // Another size makes it another match.
    let refused = run(folder.path(), &["league.toml", "--size", "6"]);
    assert_eq!(refused.code, Some(1));
    assert!(refused.stderr.contains("is of another match: its size is 5, not 6"), "{}", refused.stderr);
}
