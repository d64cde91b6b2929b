//! Counting under rules that need agreement about dead stones.

use super::scene::{Scene, Test, play, verdict};
use onepure::arena::{CountedBy, PlayerSettings, PlayerSlot};
use onepure::board::Color;
use onepure::rules::Ruleset;

pub(crate) const TESTS: &[Test] = &[
    ("agreed_dead_stones_are_lifted", agreed_dead_stones_are_lifted),
    ("nothing_may_be_dead", nothing_may_be_dead),
    ("where_they_disagree_playouts_decide", where_they_disagree_playouts_decide),
    ("where_they_disagree_both_go_on", where_they_disagree_both_go_on),
    ("who_cannot_go_on_leaves_it_to_playouts", who_cannot_go_on_leaves_it_to_playouts),
    ("the_engine_shows_what_is_dead", the_engine_shows_what_is_dead),
    ("who_does_not_say_loses_nothing", who_does_not_say_loses_nothing),
    ("under_one_pure_rules_nobody_is_asked", under_one_pure_rules_nobody_is_asked),
    ("the_engine_as_a_player", the_engine_as_a_player),
];

/// White lives on the left and Black on the right, with columns of seven and four points. The white stone at G4 is dead.
const DEAD_STONE: &str = "\
    . . . O # . .
    . O . O # # .
    . . . O # . .
    . . . O # . O
    . . . O # . .
    O O . O # # #
    . . . O # . .";

fn scene(black: &str, white: &str) -> Scene {
    let mut scene = Scene::new(black, white).rules(Ruleset::chinese()).from(DEAD_STONE, Color::Black);
    scene.settings.komi = Some(0.5);
    scene
}

fn agreed_dead_stones_are_lifted() {
    let played = play(scene("dead G4", "dead G4"));
    // 28 points against 21 and half a point.
    assert_eq!(verdict(&played), ("W+7.5", "abstentions", None));
    assert_eq!(played.counted, Some(CountedBy::Agreement));
}

fn nothing_may_be_dead() {
    let played = play(scene("dead", "dead"));
    // 28 points and G4 against ten stones, F1 and G1. The points around G4 are neutral.
    assert_eq!(verdict(&played), ("W+17.5", "abstentions", None));
    assert_eq!(played.counted, Some(CountedBy::Agreement));
}

fn where_they_disagree_playouts_decide() {
    let played = play(scene("dead G4", "dead"));
    assert_eq!(verdict(&played), ("W+7.5", "abstentions", None));
    assert_eq!(played.counted, Some(CountedBy::Playouts));
}

fn where_they_disagree_both_go_on() {
    // Black captures G4 to show that it is dead. These moves are not part of the game, so they cost nothing: 28 points against 21
    // and half a point.
    for ruleset in [Ruleset::chinese(), Ruleset::japanese()] {
        let agreed = play(scene("dead G4", "dead G4").rules(ruleset));
        let shown = play(scene("dead G4; cleanup F4 G5 G3", "dead; cleanup").rules(ruleset));
        assert_eq!((verdict(&shown), shown.counted), (verdict(&agreed), Some(CountedBy::CleanUp)));
        assert_eq!(shown.turns, 2);
        // Neither side captures the stone, so it is alive.
        let alive = play(scene("dead", "dead").rules(ruleset));
        let spared = play(scene("dead G4; cleanup pass F4", "dead; cleanup").rules(ruleset));
        assert_eq!((verdict(&spared), spared.counted), (verdict(&alive), Some(CountedBy::CleanUp)));
    }
}

fn who_cannot_go_on_leaves_it_to_playouts() {
    for white in ["dead", "dead; cleanup D4", "dead; cleanup; fail kgs-genmove_cleanup"] {
        let played = play(scene("dead G4; cleanup F4 G5 G3", white));
        assert_eq!(
            (verdict(&played), played.counted),
            (("W+7.5", "abstentions", None), Some(CountedBy::Playouts)),
            "{white}"
        );
    }
}

fn the_engine_shows_what_is_dead() {
    // Black calls all white stones dead, and fails to capture them.
    let mut scene = scene("dead B6 D7 D6 D5 D4 D3 D2 D1 A2 B2 G4; cleanup", "");
    scene.white = PlayerSlot::new("engine=builtin:visits=50".parse::<PlayerSettings>().expect("a player"));
    let played = scene.play();
    assert_eq!((played.result.as_str(), played.counted), ("W+17.5", Some(CountedBy::CleanUp)));
    scene.close();
}

fn who_does_not_say_loses_nothing() {
    for black in [
        "play pass",
        "dead A1",
        "dead nothing",
        "dead G4; fail final_status_list",
        "dead G4; refuse final_status_list 1 1",
    ] {
        let played = play(scene(black, "dead G4"));
        assert_eq!(verdict(&played), ("W+7.5", "abstentions", None), "{black}");
        assert_eq!(played.counted, Some(CountedBy::Playouts), "{black}");
    }
}

fn under_one_pure_rules_nobody_is_asked() {
    let mut scene = scene("dead G4", "dead G4").rules(Ruleset::one_pure());
    let played = scene.play();
    assert_eq!(played.counted, Some(CountedBy::AsItStands));
    assert!(!scene.told(Color::Black).contains(&"final_status_list dead".to_owned()));
    scene.close();
}

fn the_engine_as_a_player() {
    let mut scene = scene("dead G4", "");
    scene.white = PlayerSlot::new("engine=builtin:visits=50".parse::<PlayerSettings>().expect("a player"));
    let played = scene.play();
    assert_eq!(played.players.white.program.as_deref(), Some("onepure"));
    assert_eq!((played.trouble, played.rules.as_str()), (None, "chinese"));
    assert!(played.players.white.cpu.expect("time that was computed") > 0.0);
    scene.close();
}
