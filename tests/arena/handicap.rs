//! Handicap games: the stones, the commands to each player, the record and the result.

use super::scene::{Scene, Test, detail, play, verdict};
use onepure::arena::schedule::Openings;
use onepure::arena::{GameError, Played, TroubleKind, Unwatched};
use onepure::board::Color;
use onepure::geometry::BoardSize;
use onepure::record::Record;
use onepure::rules::Ruleset;

pub(crate) const TESTS: &[Test] = &[
    ("handicap_on_the_star_points", handicap_on_the_star_points),
    ("handicap_where_black_likes", handicap_where_black_likes),
    ("handicap_that_black_does_not_place", handicap_that_black_does_not_place),
    ("handicap_that_is_none", handicap_that_is_none),
    ("handicap_in_the_count_and_the_record", handicap_in_the_count_and_the_record),
    ("handicap_of_an_opening", handicap_of_an_opening),
];

/// A game on 9 lines with this number of handicap stones.
fn scene(ruleset: Ruleset, stones: usize, black: &str, white: &str) -> Scene {
    let mut scene = Scene::new(black, white).rules(ruleset);
    scene.settings.size = BoardSize::new(9).expect("9 lines");
    let openings = Openings::with_handicap(stones, 0, ruleset, scene.settings.size).expect("a handicap");
    scene.settings.opening = openings.opening(0, ruleset, scene.settings.size, 0);
    scene
}

/// The commands to a player between the komi and the first move of the game.
fn told(scene: &Scene, color: Color) -> Vec<String> {
    let told = scene.told(color);
    let komi = told.iter().rposition(|command| command.starts_with("komi")).expect("a komi");
    let begun = told.iter().position(|command| command.starts_with("genmove")).unwrap_or(told.len());
    told[komi..begun].to_vec()
}

fn handicap_on_the_star_points() {
    // White moves first. Both players get the stones as handicap, each by a command that it has.
    let mut scene = scene(
        Ruleset::japanese(),
        3,
        "play E5; commands fixed_handicap set_free_handicap",
        "play D4; at 2 resign; commands set_free_handicap",
    );
    let played = scene.play();
    assert_eq!((verdict(&played), played.handicap), (("B+Resign", "resignation", None), 3));
    assert_eq!(told(&scene, Color::Black)[..4], ["komi 0.5", "clear_board", "fixed_handicap 3", "play white D4"]);
    assert_eq!(told(&scene, Color::White), ["komi 0.5", "clear_board", "set_free_handicap C3 C7 G7"]);
    scene.close();

    // A player with neither command, or with other points for the command, gets the stones one by one.
    let mut scene = self::scene(
        Ruleset::chinese(),
        2,
        "play E5",
        "at 1 resign; commands fixed_handicap; refuse fixed_handicap 1 1",
    );
    scene.play();
    assert_eq!(told(&scene, Color::Black)[1..4], ["clear_board", "play black C3", "play black G7"]);
    let white = told(&scene, Color::White);
    assert_eq!(white[1..], ["clear_board", "fixed_handicap 2", "clear_board", "play black C3", "play black G7"]);
    scene.close();
}

fn handicap_where_black_likes() {
    let commands = "commands place_free_handicap set_free_handicap fixed_handicap";
    let mut scene =
        scene(Ruleset::ing(), 4, &format!("handicap E5 C3 G3; {commands}"), &format!("at 1 resign; {commands}"));
    let played = scene.play();
    // It may place fewer stones than N.
    assert_eq!((verdict(&played), played.handicap), (("B+Resign", "resignation", None), 3));
    let black = scene.told(Color::Black);
    let asked = black.iter().position(|command| command == "place_free_handicap 4").expect("it was asked");
    assert_eq!(black[asked - 1], "komi 0.5");
    for color in Color::BOTH {
        assert_eq!(told(&scene, color)[..3], ["komi 0.5", "clear_board", "set_free_handicap C3 G3 E5"]);
    }
    scene.close();
}

fn handicap_that_black_does_not_place() {
    for black in ["", "commands place_free_handicap; refuse place_free_handicap 1 1"] {
        let mut scene = scene(Ruleset::new_zealand(), 2, black, "at 1 resign; commands set_free_handicap");
        assert_eq!(scene.play().handicap, 2);
        assert_eq!(told(&scene, Color::White)[1..], ["clear_board", "set_free_handicap C3 G7"]);
        scene.close();
    }
    // Rules with fixed points do not ask the player.
    let mut scene = scene(Ruleset::aga(), 2, "commands place_free_handicap; handicap E5 E6", "at 1 resign");
    scene.play();
    assert!(!scene.told(Color::Black).contains(&"place_free_handicap 2".to_owned()));
    scene.close();
}

fn handicap_that_is_none() {
    for (answer, excerpt) in
        [("E5 E5", "E5 E5"), ("E5", "E5"), ("E5 C3 D4", "E5 C3 D4"), ("E5 T19", "E5 T19"), ("E5 pass", "E5 pass")]
    {
        let script = format!("commands place_free_handicap; handicap {answer}");
        let played = play(scene(Ruleset::ing(), 2, &script, ""));
        assert_eq!(verdict(&played).2, Some((TroubleKind::IllegalMove, Some(Color::Black))));
        let expected =
            format!("answered `{excerpt}` to `place_free_handicap 2`: expected 2 to 2 different points of the board");
        assert_eq!((detail(&played), played.result.as_str()), (expected.as_str(), "W+Forfeit"));
    }
    let nine = BoardSize::new(9).expect("9 lines");
    let refused =
        |stones, ruleset, size| Openings::with_handicap(stones, 0, ruleset, size).expect_err("none").to_string();
    let with: Vec<&str> = Ruleset::ALL.iter().map(|ruleset| ruleset.name).filter(|name| *name != "one-pure").collect();
    assert_eq!(
        refused(2, Ruleset::one_pure(), nine),
        format!("the rules one-pure know no handicap; rule sets with one: {}", with.join(", "))
    );
    assert_eq!(
        refused(10, Ruleset::korean(), nine),
        "handicap under the rules korean on 9 lines: expected 2 to 9 stones, got 10"
    );
    assert_eq!(
        refused(1, Ruleset::ing(), nine),
        "handicap under the rules ing on 9 lines: expected 2 to 9 stones, got 1"
    );
    assert_eq!(
        refused(2, Ruleset::chinese(), BoardSize::new(6).expect("6 lines")),
        "under the rules chinese a board of 6 lines has no points for handicap stones; boards of 7 lines and more have"
    );
}

/// White fills a line and Black passes, so all points but White's are Black's.
fn counted(ruleset: Ruleset) -> (Played, Record) {
    let whites = "play A9 B9 C9 D9 E9 F9 G9 H9 J9; dead ; commands fixed_handicap set_free_handicap";
    let mut scene = scene(ruleset, 4, "dead ; commands fixed_handicap set_free_handicap", whites);
    let file = scene.file("game.sgf");
    scene.settings.sgf = Some(file.clone());
    let played = scene.play();
    let record = Record::load(&file).expect("a record");
    scene.close();
    (played, record)
}

fn handicap_in_the_count_and_the_record() {
    // Nine white stones and four black ones on the board, and the rest borders on both: 4 − 9, minus the komi and White's points
    // for the handicap.
    for (ruleset, komi, result) in
        [(Ruleset::chinese(), 0.5, "W+9.5"), (Ruleset::aga(), 0.5, "W+8.5"), (Ruleset::new_zealand(), 0.5, "W+5.5")]
    {
        let (played, record) = counted(ruleset);
        assert_eq!((played.result.as_str(), played.handicap), (result, 4), "{}", ruleset.name);
        assert_eq!((record.info.handicap, record.info.komi), (Some(4), Some(komi)));
        let text = record.to_string();
        assert!(text.contains("HA[4]") && text.contains("AB[") && text.contains("PL[W]"), "{text}");
        let replayed = record.replay(ruleset).expect("a game");
        assert_eq!(replayed.outcome().expect("an end").verdict.to_string(), result);
        let line = serde_json::to_string(&played).expect("JSON");
        assert!(line.contains("\"handicap\":4"), "{line}");
    }
}

fn handicap_of_an_opening() {
    // A handicap of a record becomes part of the opening.
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("openings.sgf");
    std::fs::write(&file, "(;SZ[9]RU[Chinese]HA[2]AB[cc][gg]PL[W];W[ee])").expect("a file");
    let size = BoardSize::new(9).expect("9 lines");
    let openings = Openings::load(&file, Ruleset::chinese(), size).expect("openings");
    let mut scene = Scene::new("at 1 resign; commands set_free_handicap", "").rules(Ruleset::chinese());
    scene.settings.size = size;
    scene.settings.opening = openings.opening(0, Ruleset::chinese(), size, 0);
    let played = scene.try_play(&Unwatched).unwrap_or_else(|error: GameError| panic!("{error}"));
    assert_eq!((played.handicap, played.opening.as_str()), (2, "openings.sgf:1"));
    assert_eq!(told(&scene, Color::Black), ["komi 0.5", "clear_board", "set_free_handicap G3 C7", "play white E5"]);
    scene.close();
}
