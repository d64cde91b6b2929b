//! Records, transcripts and results.

use super::scene::{Scene, Test, read};
use onepure::arena::{GameError, GameSettings, Opening, Played, Unwatched, Watcher};
use onepure::board::Color;
use onepure::record::{NodeContent, Record};
use onepure::rules::{Game, Move, Ruleset};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

pub(crate) const TESTS: &[Test] = &[
    ("a_record_says_everything", a_record_says_everything),
    ("a_record_is_whole_after_each_turn", a_record_is_whole_after_each_turn),
    ("a_game_that_is_broken_off", a_game_that_is_broken_off),
    ("transcripts_are_kept_when_asked_for", transcripts_are_kept_when_asked_for),
    ("openings", openings),
    ("files_that_cannot_be_written", files_that_cannot_be_written),
    ("a_result_is_a_line_of_json", a_result_is_a_line_of_json),
    ("duplicates_have_the_same_sequence", duplicates_have_the_same_sequence),
];

fn a_record_says_everything() {
    let mut scene = Scene::new("play C3; commands gomill-explain_last_move", "play C4; at 2 crash").time("60+5");
    let file = scene.file("game.sgf");
    scene.settings.sgf = Some(file.clone());
    scene.settings.event = Some("a match".to_owned());
    scene.settings.number = 7;
    let played = scene.play();
    assert_eq!(played.sgf.as_ref(), Some(&file));
    let record = Record::load(&file).expect("a record");
    let info = &record.info;
    assert_eq!(info.players.black.name.as_deref(), Some("black (Fake 1.0)"));
    assert_eq!(info.ruleset.as_deref(), Some("one-pure"));
    assert_eq!((info.komi, info.main_time, info.overtime.as_deref()), (Some(0.0), Some(60.0), Some("5 fischer")));
    assert_eq!((info.result.as_deref(), info.event.as_deref()), (Some("B+Forfeit"), Some("a match")));
    assert_eq!(info.date, Some(played.started.to_string()[..10].to_owned()));
    let comment = record.root().comment.clone().expect("a comment");
    assert!(
        comment.starts_with("B+Forfeit: forfeit, white: the process ended with exit status: 3 at `genmove white`\n")
    );
    assert!(comment.contains("\nwhite thought for ") && comment.contains("\ngame 7, "));

    let line = record.main_line();
    let nodes: Vec<_> = line.nodes().filter(|node| matches!(node.content, NodeContent::Move(..))).collect();
    assert_eq!(nodes.len(), 3);
    let first = nodes[0].comment.as_deref().expect("a comment");
    assert!(first.contains(" s\nit looked\nbest]"), "{first}");
    let left: Vec<_> = nodes[1].other.iter().map(ToString::to_string).collect();
    assert!(left.len() == 1 && left[0].starts_with("WL[6"), "{left:?}");
    scene.close();
}

/// Reads the record after each turn.
struct Reader(PathBuf, AtomicUsize);

impl Watcher for Reader {
    fn turn(&self, settings: &GameSettings, game: &Game) {
        let record = Record::load(&self.0).expect("a whole record");
        let replayed = record.replay(settings.ruleset).expect("a game");
        assert_eq!(replayed.turns(), game.turns());
        self.1.fetch_add(1, Ordering::Relaxed);
    }
}

fn a_record_is_whole_after_each_turn() {
    let mut scene = Scene::new("random 1 8", "random 2 8");
    let file = scene.file("game.sgf");
    scene.settings.sgf = Some(file.clone());
    let reader = Reader(file.clone(), AtomicUsize::new(0));
    let played = scene.try_play(&reader).expect("a result");
    assert_eq!(reader.1.into_inner(), played.turns);
    assert_eq!(Record::load(&file).expect("a record").info.result, Some(played.result));
    // No other file is left.
    let files = std::fs::read_dir(file.parent().expect("a folder")).expect("a folder").count();
    assert_eq!(files, 3, "two logs and the record");
    scene.close();
}

/// Stops after this number of turns.
struct Stop(usize, AtomicUsize);

impl Watcher for Stop {
    fn is_stopped(&self) -> bool {
        self.1.load(Ordering::Relaxed) >= self.0
    }

    fn turn(&self, _: &GameSettings, game: &Game) {
        self.1.store(game.turns().len(), Ordering::Relaxed);
    }
}

fn a_game_that_is_broken_off() {
    // Black would think for an hour.
    let mut scene = Scene::new("play A1; at 2 hang", "play C3");
    let file = scene.file("game.sgf");
    scene.settings.sgf = Some(file.clone());
    let start = std::time::Instant::now();
    assert_eq!(scene.try_play(&Stop(2, AtomicUsize::new(0))), Err(GameError::Stopped));
    assert!(start.elapsed().as_secs() < 5);
    let record = Record::load(&file).expect("a record");
    assert_eq!((record.main_line().moves().count(), &record.info.result), (2, &None));
    scene.close();
}

fn transcripts_are_kept_when_asked_for() {
    let mut scene = Scene::new("play C3", "play C4");
    let file = scene.file("transcript");
    scene.settings.transcript = Some(file.clone());
    assert_eq!((scene.play().transcript, file.exists()), (None, false));
    scene.settings.keep_transcript = true;
    assert_eq!(scene.play().transcript.as_ref(), Some(&file));
    let transcript = read(&file);
    assert!(transcript.contains("black > genmove black\nblack < = C3\nblack <   ("), "{transcript}");
    assert!(transcript.ends_with("# Both-lose: abstentions\n"), "{transcript}");
    scene.close();
}

fn openings() {
    let point = |name: &str| Move::Place(name.parse().expect("a point"));
    let mut scene = Scene::new("", "at 1 resign");
    let moves = vec![(Color::Black, point("A1")), (Color::White, point("C3")), (Color::Black, point("E5"))];
    scene.settings.opening = Opening { id: "three".to_owned(), moves, ..Opening::default() };
    let played = scene.play();
    assert_eq!((played.opening.as_str(), played.turns, played.result.as_str()), ("three", 3, "B+Resign"));
    let told = scene.told(Color::White);
    assert!(told.ends_with(
        &["play black A1", "play white C3", "play black E5", "genmove white", "quit"].map(str::to_owned)[..4]
    ));

    scene.settings.opening.moves.push((Color::White, point("E5")));
    let error = scene.try_play(&Unwatched).expect_err("an occupied point");
    assert_eq!(error.to_string(), "the opening three cannot be played: move 4: E5 is occupied");
    scene.settings.opening.moves = vec![(Color::Black, Move::Abstain)];
    let error = scene.try_play(&Unwatched).expect_err("an end");
    assert_eq!(error.to_string(), "the opening three leaves nothing to play: the game ends in it");
    scene.close();
}

fn files_that_cannot_be_written() {
    let mut scene = Scene::new("play C3", "play C4");
    let file = scene.file("nowhere").join("game.sgf");
    scene.settings.sgf = Some(file.clone());
    let Err(GameError::File { file: named, .. }) = scene.try_play(&Unwatched) else { panic!("it was written") };
    assert_eq!(named, file.display().to_string());
    scene.settings.sgf = None;
    assert_eq!(scene.play().reason, "abstentions");
    scene.close();
}

fn a_result_is_a_line_of_json() {
    let mut scene = Scene::new("play C3", "at 1 crash").rules(Ruleset::chinese()).time("0+3x30");
    let played = scene.play();
    let line = serde_json::to_string(&played).expect("JSON");
    assert!(!line.contains('\n'));
    assert_eq!(serde_json::from_str::<Played>(&line).expect("a result"), played);
    let value: serde_json::Value = serde_json::from_str(&line).expect("JSON");
    assert_eq!(value["winner"], "black");
    assert_eq!(value["trouble"]["kind"], "crash");
    assert_eq!(value["trouble"]["player"], "white");
    assert_eq!((&value["time"], &value["rules"]), (&"0+3x30".into(), &"chinese".into()));
    assert_eq!(value["players"]["black"]["name"], "black");
    scene.close();
}

fn duplicates_have_the_same_sequence() {
    let sequence = |black: &str, white: &str| {
        let mut scene = Scene::new(black, white);
        let sequence = scene.play().sequence;
        scene.close();
        sequence
    };
    let first = sequence("play C3 A1", "play C4");
    assert_eq!((first.len(), &first), (16, &sequence("play C3 A1; commands time_left", "play C4")));
    assert_ne!(first, sequence("play C3 A2", "play C4"));
    assert_ne!(first, sequence("play C3", "play C4"));
}
