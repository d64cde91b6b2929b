//! Clocks and measurements.

use super::scene::{Scene, Test, play, read, verdict};
use onepure::board::Color;
use onepure::rules::Ruleset;

pub(crate) const TESTS: &[Test] = &[
    ("what_players_are_told_about_time", what_players_are_told_about_time),
    ("main_time_is_used_up", main_time_is_used_up),
    ("an_increment_keeps_a_player_alive", an_increment_keeps_a_player_alive),
    ("extensions_cost_points_and_then_the_game", extensions_cost_points_and_then_the_game),
    ("penalties_are_told_to_who_can_be_told", penalties_are_told_to_who_can_be_told),
    ("time_is_measured_outside", time_is_measured_outside),
];

fn what_players_are_told_about_time() {
    let mut scene =
        Scene::new("play C3; commands time_settings time_left", "play C4; commands kata-time_settings time_left")
            .time("100+3x10");
    scene.play();
    let black = scene.told(Color::Black);
    assert!(black.contains(&"time_settings 100 10 1".to_owned()));
    assert!(black.contains(&"time_left black 100 0".to_owned()));
    let white = scene.told(Color::White);
    assert!(white.contains(&"kata-time_settings byoyomi 100 10 3".to_owned()));
    // It comes before each of the player's own moves, after the report about the other player.
    let index = white.iter().position(|command| command.starts_with("time_left white 99.")).expect("a clock");
    assert_eq!(white[index + 1], "genmove white");
    assert_eq!(white.iter().filter(|command| command.starts_with("time_left")).count(), 2);
    scene.close();
}

fn main_time_is_used_up() {
    let played = play(Scene::new("play A1 A2 A3; at 1 late 0.3; at 2 late 0.5", "play C3 C4").time("0.6"));
    assert_eq!(verdict(&played), ("W+Time", "time", None));
    assert_eq!(played.turns, 2);
}

fn an_increment_keeps_a_player_alive() {
    let black = "play A1 A2; at 1 late 1.2; at 2 late 1.2; at 3 resign";
    let played = play(Scene::new(black, "play C3 C4").time("2+1"));
    assert_eq!(verdict(&played), ("W+Resign", "resignation", None));
}

fn extensions_cost_points_and_then_the_game() {
    // Without main time the first move of each player begins an extension, which is long enough.
    let mut scene = Scene::new("play C3; commands time_settings time_left", "play").rules(Ruleset::ing());
    scene = scene.time("0+2x1000@2");
    let record = scene.file("record.sgf");
    scene.settings.sgf = Some(record.clone());
    let played = scene.play();
    assert_eq!(verdict(&played), ("B+17", "abstentions", None));
    assert_eq!((played.players.black.penalty, played.players.white.penalty), (2, 2));
    let text = read(&record);
    assert!(text.contains("OT[2x1000 at 2 points each]") && text.contains("PENB[2]PENW[2]"), "{text}");
    assert!(text.contains("black lost 2 points in overtime"), "{text}");
    let black = scene.told(Color::Black);
    let left: Vec<&String> = black.iter().filter(|command| command.starts_with("time_left")).collect();
    assert!(left[0] == "time_left black 1000 0" && left[1].starts_with("time_left black 99"), "{left:?}");
    scene.close();

    let played = play(Scene::new("play C3; at 1 late 1", "play").rules(Ruleset::ing()).time("0+1x0.2@2"));
    assert_eq!(verdict(&played), ("W+Time", "time", None));
}

fn penalties_are_told_to_who_can_be_told() {
    let mut scene = Scene::new("play C3; rules ing; commands opr-penalty", "play; rules ing")
        .rules(Ruleset::ing())
        .time("0+2x1000@2");
    scene.play();
    let told = |color| scene.told(color).into_iter().filter(|command| command.starts_with("opr-penalty"));
    assert_eq!(told(Color::Black).collect::<Vec<_>>(), ["opr-penalty black 2", "opr-penalty white 2"]);
    let black = scene.told(Color::Black);
    let told_of_white = black.iter().position(|command| command == "opr-penalty white 2").expect("it was told");
    assert_eq!(black[told_of_white + 1], "play white pass", "before its next move");
    assert_eq!(told(Color::White).count(), 0);
    assert!(!black.iter().skip(1).any(|command| command.starts_with("komi") && command != "komi 8"), "{black:?}");
    scene.close();
}

fn time_is_measured_outside() {
    let played = play(Scene::new("play C3; at 1 late 0.5", "play C4; at 1 compute 0.5"));
    let (black, white) = (played.players.black, played.players.white);
    for player in [&black, &white] {
        assert!((0.5..10.0).contains(&player.wall), "{player:?}");
    }
    if cfg!(target_os = "linux") {
        let (idle, busy) = (black.cpu.expect("a time"), white.cpu.expect("a time"));
        assert!(idle < 0.1 && (0.4..5.0).contains(&busy), "{idle} and {busy}");
    }
    assert!(played.seconds >= 1.0);
}
