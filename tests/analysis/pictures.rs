//! Pictures of an analysis with every kind of sign, on a board and in a chart, to the letter and to the pixel.

use onepure::board::{Color, PerColor};
use onepure::geometry::{BoardSize, Point};
use onepure::rules::{Game, Move, Ruleset, Stones};
use onepure::view::{
    BoardPicture, CandidateLabel, ChartPoint, GameChart, Language, Mark, Mistake, Mistakes, Picture, Side, Theme,
};
use resvg::tiny_skia::Pixmap;
use std::fs;
use std::path::Path;

fn point(name: &str) -> Point {
    name.parse().expect("a point")
}

/// A board with every kind of sign, full bowls and long texts.
fn board() -> BoardPicture {
    let size = BoardSize::new(13).expect("13 lines");
    let mut game = Game::new(size, Ruleset::one_pure());
    for vertex in ["D4", "K10", "D10", "K4", "A1", "B1", "N13", "A2"] {
        game.play(Move::Place(point(vertex))).expect("an empty point");
    }
    let mut picture = BoardPicture::of(&game, Language::English).with_title("Every sign").with_caption("a caption");
    picture = picture.with_last_numbers(&game, 3).with_numbers_elsewhere(&game);
    picture.ownership = size.points().map(|point: Point| (point, 1.0 - point.column() as f64 / 6.0)).collect();
    let candidates = [("G7", 0.618, 'A'), ("F3", 0.612, 'B'), ("C7", 0.59, 'C'), ("G11", 0.51, 'D'), ("M3", 0.2, 'E')];
    picture.candidates =
        candidates.map(|(name, win_rate, letter)| CandidateLabel { point: point(name), letter, win_rate }).to_vec();
    let marks = [
        ("F6", Mark::Point(Color::Black)),
        ("H6", Mark::Point(Color::White)),
        ("D4", Mark::Contact),
        ("K10", Mark::Dead),
        ("N13", Mark::Immovable),
        ("F9", Mark::DeadEnd),
        ("H9", Mark::SelfFill),
    ];
    picture.marks.extend(marks.map(|(name, mark)| (point(name), mark)));
    let one = |name: &str, waiting, quarantined| Side {
        captured: None,
        left: None,
        name: Some(name.to_owned()),
        stones: Stones { board: 3, waiting: Some(waiting), quarantined },
        points: Some(quarantined.into()),
    };
    picture.sides = Some(PerColor {
        black: one("이름", 3, 170),
        white: one("A name that is much longer than the panel is wide", 140, 1),
    });
    picture
}

const WHITES: &[(usize, &str)] =
    &[(2, "2. K10: −25 %"), (4, "4. A label that is long, and no longer than half the chart")];

fn mistakes(heading: &str, named: &[(usize, &str)]) -> Mistakes {
    let mistake = |&(move_number, label): &(usize, &str)| Mistake { move_number, label: label.to_owned() };
    Mistakes { heading: heading.to_owned(), named: named.iter().map(mistake).collect() }
}

fn chart() -> GameChart {
    let wins = [0.5, 0.55, 0.3, 0.8, 0.75, 0.1, 0.05];
    let leads = [0.0, 1.5, -4.0, 12.0, 9.0, -15.5, f64::NAN];
    let points = wins.into_iter().zip(leads).enumerate();
    GameChart {
        points: points
            .map(|(move_number, (win_rate, score_lead))| ChartPoint { move_number, win_rate, score_lead })
            .collect(),
        mistakes: Some(PerColor {
            black: mistakes("이름 (흑)", &[(5, "5. D4: −65 %")]),
            white: mistakes("백", WHITES),
        }),
        theme: Theme::Plain,
        language: Language::Korean,
        title: Some("흑 – 백".to_owned()),
    }
}

/// Compares a picture with the stored one. If they differ, writes it to a file for inspection.
fn is_as_kept(picture: &Picture, name: &str) {
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/pictures").join(name);
    if fs::read_to_string(&kept).is_ok_and(|kept| kept == picture.svg()) {
        return;
    }
    if std::env::var_os("ONEPURE_WRITE_EXPECTED").is_some() {
        return fs::write(&kept, picture.svg()).expect("a file can be written");
    }
    let found = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&found, picture.svg()).expect("a file can be written");
    panic!("{} is not {}: look at both", found.display(), kept.display());
}

#[test]
fn every_sign_on_a_board() {
    is_as_kept(&board().draw(), "board.svg");
}

#[test]
fn a_chart() {
    is_as_kept(&chart().draw(), "chart.svg");
}

/// The picture as a PNG with one pixel per unit.
fn pixels(picture: &Picture) -> Pixmap {
    let width = picture.svg().split("width=\"").nth(1).and_then(|rest| rest.split('"').next());
    let width = width.and_then(|width| width.parse().ok()).expect("a width");
    Pixmap::decode_png(&picture.png(width).expect("a PNG")).expect("a PNG")
}

#[test]
fn colours_on_the_board() {
    let pixels = pixels(&board().draw());
    // The board is below a title of 33.6 units. Its first line is 66 units from the left, and lines are 40 units apart.
    let at = |name: &str, beside: f64| {
        let (column, row) = (point(name).column() as f64, point(name).row() as f64);
        let (x, y) = (66.0 + 40.0 * column + beside, 20.0 + 33.6 + 46.0 + 40.0 * (12.0 - row));
        let pixel = pixels.pixel(x as u32, y as u32).expect("a place in the picture").demultiply();
        [pixel.red(), pixel.green(), pixel.blue()].map(i32::from)
    };
    let brightness = |[red, green, blue]: [i32; 3]| red + green + blue;
    let [red, _, blue] = at("G7", -15.0);
    assert!(blue > red + 80, "the best candidate is blue");
    let [red, green, blue] = at("F3", -15.0);
    assert!(green > red && green > blue, "one that is as good is green");
    let [red, green, _] = at("M3", -15.0);
    assert!(red > green + 80, "a bad one is red");
    // Column A is Black's and column N is White's. Sample between two lines, where no stone is.
    assert!(brightness(at("A8", -14.0)) + 200 < brightness(at("N8", 14.0)), "whose the points are");
    // K4 is White's among White's points, and A1 Black's among Black's. D10 is opaque, D4 pale.
    assert!(brightness(at("K4", 10.0)) > 600 && brightness(at("A1", 10.0)) < 200);
    assert!(brightness(at("D4", 10.0)) > brightness(at("D10", 10.0)) + 80, "a stone in contact is pale");
    let [red, green, _] = at("F9", 0.0);
    assert!(red > green + 80, "a dead end has a red cross");
}

#[test]
fn numbers_that_are_not_on_the_board_stand_below() {
    let mut game = Game::new(BoardSize::MAIN, Ruleset::one_pure());
    // White's A1 is enclosed and retires. Black places a stone there later, after a pass.
    for action in ["B1", "A1", "K10", "D4", "A2", "pass", "A1"] {
        let action = if action == "pass" { Move::Abstain } else { Move::Place(point(action)) };
        game.play(action).expect("a move that can be played");
    }
    let picture = |language| BoardPicture::of(&game, language).with_numbers(&game).with_numbers_elsewhere(&game);
    let english = picture(Language::English);
    assert_eq!(english.captions, ["Not on the board: 2 at\u{a0}A1; abstentions 6"]);
    assert_eq!(english.numbers.last(), Some(&(point("A1"), 7)));
    assert_eq!(picture(Language::Korean).captions, ["반상에 없는 수: A1\u{a0}2; 불착 6"]);
    let last = BoardPicture::of(&game, Language::English).with_last_numbers(&game, 3).numbers;
    assert_eq!(last, [(point("A2"), 5), (point("A1"), 7)]);
    let all_there = BoardPicture::of(&Game::new(BoardSize::MAIN, Ruleset::one_pure()), Language::English);
    assert!(
        all_there.clone().with_numbers_elsewhere(&Game::new(BoardSize::MAIN, Ruleset::one_pure())).captions.is_empty()
    );
}

#[test]
fn a_chart_of_nothing_is_a_picture() {
    for points in [0, 1] {
        let points = chart().points.into_iter().take(points).collect();
        let empty = GameChart { points, mistakes: None, ..chart() };
        assert!(!empty.draw().svg().contains("NaN"), "{}", empty.draw().svg());
        assert!(empty.draw().png(100).is_ok());
    }
    assert!(!chart().draw().svg().contains("NaN"));
}

#[test]
fn a_picture_that_is_too_high_is_refused() {
    let tall = (0..300).fold(board(), |picture, line| picture.with_caption(format!("line {line}"))).draw();
    let refused = tall.png(8192).expect_err("too high").to_string();
    assert!(
        refused.contains("height: expected at most 8192 pixels, got ") && refused.ends_with("; choose a smaller width"),
        "{refused}"
    );
    assert!(tall.png(100).is_ok());
}
