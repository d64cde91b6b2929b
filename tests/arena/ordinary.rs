//! Players that know only ordinary Go, in situations where the One Pure Rules differ.

use super::scene::{Scene, Test, detail, play, verdict};
use onepure::arena::{GameError, Program, TroubleKind, Unwatched};
use onepure::board::Color;
use onepure::rules::Ruleset;

pub(crate) const TESTS: &[Test] = &[
    ("a_self_fill", a_self_fill),
    ("an_immovable_stone_that_stays", an_immovable_stone_that_stays),
    ("a_position_that_recurs", a_position_that_recurs),
    ("a_position_refused", a_position_refused),
    ("a_player_that_knows_our_rules", a_player_that_knows_our_rules),
    ("a_player_with_other_rules", a_player_with_other_rules),
    ("rules_are_told_to_programs_that_take_them", rules_are_told_to_programs_that_take_them),
    ("komi", komi),
    ("start_up_commands", start_up_commands),
];

/// The commands after the last `clear_board`.
fn after_clearing(told: &[String]) -> &[String] {
    let last = told.iter().rposition(|command| command == "clear_board").expect("a cleared board");
    &told[last + 1..]
}

/// Black fills its own corner with A5, and both stones retire.
const SELF_FILL: &str = ". # O . .\nO O . . .\n. . . . .\n. . . . .\n. . . . .";

fn a_self_fill() {
    // Ordinary Go forbids this move. The player that chose it knows its effect.
    let mut scene = Scene::new("play A5", "at 1 resign").from(SELF_FILL, Color::Black);
    assert_eq!(verdict(&scene.play()), ("B+Resign", "resignation", None));
    let told = scene.told(Color::White);
    assert!(!told.contains(&"play black A5".to_owned()));
    // The resulting position, stone by stone.
    assert_eq!(after_clearing(&told), ["play white A4", "play white B4", "play white C5", "genmove white"]);
    scene.close();
}

/// White throws in a second stone at A1, Black takes both at C1, and White takes that stone at B1. The first position comes back,
/// which superko forbids and the One Pure Rules allow.
const SEND_TWO: &str = ". . . . .\n. . . . .\n. . . . .\n# # O . .\n. O . O .";

fn an_immovable_stone_that_stays() {
    // After Black has taken the two, White comes back at A1 and B1, and Black passes between. The position without C1 is the one
    // before its placement, so C1 stays and the two retire again. On an ordinary board C1 is taken.
    let mut scene = Scene::new("play C1 pass E5", "play A1 A1 B1").from(SEND_TWO, Color::White);
    // The position with C1 and the two existed when they were taken: White is barred, and Black has one more turn. Then A1 and B1
    // are Black's, and all other points are in contact.
    assert_eq!(verdict(&scene.play()), ("B+2", "identical-placement", None));
    let position = ["play black C1", "play black A2", "play black B2", "play white D1", "play white C2"];
    for color in Color::BOTH {
        let told = scene.told(color);
        assert_eq!(&after_clearing(&told)[..position.len()], position);
    }
    scene.close();
}

fn a_position_that_recurs() {
    let mut scene = Scene::new("play C1; at 2 resign", "play A1 B1").from(SEND_TWO, Color::White);
    assert_eq!(verdict(&scene.play()), ("W+Resign", "resignation", None));
    let told = scene.told(Color::Black);
    // The move is refused, refused again in the replay, and then the position is set up.
    assert_eq!(told.iter().filter(|command| *command == "play white B1").count(), 2 + 2 + 1);
    let position = ["play black A2", "play black B2", "play white B1", "play white D1", "play white C2"];
    let (given, rest) = after_clearing(&told).split_at(position.len());
    assert_eq!((given, rest), (position.map(str::to_owned).as_slice(), ["genmove black".to_owned()].as_slice()));
    scene.close();
}

fn a_position_refused() {
    // The player accepts the four stones of the start, and nothing after them.
    let played = play(Scene::new("play A5", "refuse play 5 99").from(SELF_FILL, Color::Black));
    assert_eq!(verdict(&played), ("Void", "void", Some((TroubleKind::SetUpRefused, Some(Color::White)))));
    assert_eq!(detail(&played), "answered `? no` to `play white A4`");
}

fn a_player_that_knows_our_rules() {
    let state = r#"rules one-pure; state {"rules":"one-pure"}"#;
    let mut scene = Scene::new("play A5", &format!("{state}; at 1 resign")).from(SELF_FILL, Color::Black);
    assert_eq!(scene.play().result, "B+Resign");
    assert!(scene.told(Color::White).contains(&"play black A5".to_owned()));
    scene.close();

    // Here the settings say that the player knows the rules.
    let mut scene = Scene::new("play A5", "rules one-pure; at 1 resign").from(SELF_FILL, Color::Black);
    let mut settings = scene.white.settings().clone();
    let Program::Process(process) = &mut settings.program else { panic!("a process") };
    process.knows_our_rules = Some(true);
    scene.white = onepure::arena::PlayerSlot::new(settings);
    assert_eq!(scene.play().result, "B+Resign");
    assert!(scene.told(Color::White).contains(&"play black A5".to_owned()));
    scene.close();
}

fn a_player_with_other_rules() {
    let mut scene = Scene::new("play C3", r#"state {"rules":"chinese"}"#);
    let error = scene.try_play(&Unwatched).expect_err("other rules");
    assert_eq!(error.to_string(), "white cannot play: it plays by the rules chinese, the match by one-pure");
    scene.close();
}

fn rules_are_told_to_programs_that_take_them() {
    let told = |ruleset: Ruleset, script: &str| {
        let mut scene = Scene::new("play C3", &format!("at 1 resign; {script}")).rules(ruleset);
        scene.play();
        let told = scene.told(Color::White);
        scene.close();
        told.into_iter().filter(|command| command.contains("-rules")).collect::<Vec<_>>()
    };
    let both = "commands kata-set-rules kgs-rules";
    let fields = |ko: &str, suicide: bool, bonus: &str| {
        format!(
            r#"kata-set-rules {{"friendlyPassOk":true,"hasButton":false,"ko":"{ko}","scoring":"AREA","suicide":{suicide},"tax":"NONE","whiteHandicapBonus":"{bonus}"}}"#
        )
    };
    assert_eq!(told(Ruleset::aga(), both), [fields("SITUATIONAL", false, "N-1")]);
    // The nearest to Ing ko.
    assert_eq!(told(Ruleset::ing(), both), [fields("POSITIONAL", true, "0")]);
    assert_eq!(told(Ruleset::new_zealand(), "commands kgs-rules"), ["kgs-rules new_zealand"]);
    let refused = told(Ruleset::chinese(), &format!("{both}; refuse kata-set-rules 1 1"));
    assert_eq!(refused, [fields("POSITIONAL", false, "N"), "kgs-rules chinese".to_owned()]);
    assert!(told(Ruleset::ing(), "commands kgs-rules").is_empty());
    assert!(told(Ruleset::one_pure(), both).is_empty());
    assert!(told(Ruleset::chinese(), "").is_empty());
}

fn komi() {
    for (lines, expected) in [(5, "komi 0"), (19, "komi 7")] {
        let mut scene = Scene::new("play C3", "at 1 resign");
        scene.settings.size = onepure::geometry::BoardSize::new(lines).expect("a size");
        scene.play();
        assert!(scene.told(Color::White).contains(&expected.to_owned()));
        scene.close();
    }
}

fn start_up_commands() {
    let with = |command: &str, script: &str| {
        let mut scene = Scene::new("play C3", script);
        let mut settings = scene.white.settings().clone();
        let Program::Process(process) = &mut settings.program else { panic!("a process") };
        process.start_up = vec![command.to_owned()];
        scene.white = onepure::arena::PlayerSlot::new(settings);
        scene
    };
    let mut scene = with("kata-set-rules chinese", "at 1 resign; at 2 resign");
    scene.play();
    scene.play();
    let told = scene.told(Color::White);
    assert_eq!(told.iter().filter(|command| *command == "kata-set-rules chinese").count(), 1);
    scene.close();

    let mut scene = with("kata-set-rules chinese", "refuse kata-set-rules 1 1");
    let error = scene.try_play(&Unwatched).expect_err("a refusal");
    let reason = "it answers `? no` to its start-up command `kata-set-rules chinese`".to_owned();
    assert_eq!(error, GameError::Player { player: "white".to_owned(), reason });
    scene.close();

    let played = play(with("anything", "fail anything"));
    assert_eq!(verdict(&played).2, Some((TroubleKind::Crash, Some(Color::White))));
    assert_eq!(detail(&played), "the process ended with exit status: 3 at `anything`");
}
