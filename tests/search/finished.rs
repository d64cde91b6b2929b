//! Finished games by area, drawn by hand: the dead stones, the sekis and the count. The engine leaves them unchanged.
//!
//! The environment variable `ONEPURE_FINISHED_VISITS` sets the visits of a move.

use onepure::board::{Color, PerColor, Position};
use onepure::engine::{Decision, Engine, NetworkChoice, SearchRequest, Settings};
use onepure::geometry::{BoardSize, Point, PointSet};
use onepure::rules::{Fraction, Game, Move, Ruleset, Verdict};

/// A finished game, counted by hand with a komi of 7.5.
struct Finished {
    title: &'static str,
    rows: [&'static str; 9],
    dead: &'static str,
    seki: &'static str,
    /// Black's points and White's, without the dead stones.
    count: (u16, u16),
}

const DEAD_STONES: Finished = Finished {
    title: "dead stones inside, one empty point between the colours",
    rows: [
        ". . # . O O . # .",
        ". # # O . O . . .",
        ". . # O . O O O O",
        "# # # O . . . O .",
        ". # O O O O O O O",
        "# # # # # # # # #",
        ". O . # . . # . .",
        "# . # # O . # . #",
        ". # . . O # # O .",
    ],
    dead: "H9 B3 E2 E1 H1",
    seki: "",
    count: (50, 30),
};

const LIVING_INSIDE: Finished = Finished {
    title: "a group that lives inside the other's area",
    rows: [
        ". . # # # # # . .",
        "# . # O O O # . #",
        ". # # O . O # # .",
        "# # O O O O # . #",
        ". # O . O # # # #",
        "# # # O O # O O O",
        ". . # # # # O . O",
        "# . # . # O O O .",
        ". # . # # O . O .",
    ],
    dead: "",
    seki: "",
    count: (52, 29),
};

const NAKADE: Finished = Finished {
    title: "a group with a space of three, and the enemy in its middle",
    rows: [
        ". . O . . . O . .",
        ". O . . O . . O .",
        ". . O . . O . . .",
        "O O O O O O O O O",
        "# # # # # # # # #",
        "# . . # . # . # .",
        "# # # # # # # # #",
        "# O O O O O # . .",
        "# O . # . O # . .",
    ],
    dead: "B2 C2 D2 E2 F2 B1 F1",
    seki: "",
    count: (45, 36),
};

const SEKI_WITHOUT_EYES: Finished = Finished {
    title: "a seki of two shared liberties",
    rows: [
        ". . O . . . O . .",
        ". O . . O . . O .",
        ". . O . . O . . .",
        "O O O O O O O O O",
        "# # # # # # # # #",
        "# . # . # . # . #",
        "# # # # # # # # #",
        "# O O O O O O O #",
        "# O . # # # . O #",
    ],
    dead: "",
    seki: "B2 C2 D2 E2 F2 G2 H2 B1 D1 E1 F1 H1",
    count: (34, 45),
};

const SEKI_WITH_EYES: Finished = Finished {
    title: "a seki of one shared liberty and an eye each",
    rows: [
        ". . O . . . O . .",
        ". O . . O . . O .",
        ". . O . . O . . .",
        "O O O O O O O O O",
        "# # # # # # # # #",
        "# # # . # . # # .",
        "O O O # # # # . #",
        "# # O O O O # . .",
        ". # . O . O # . .",
    ],
    dead: "",
    seki: "A3 B3 C3 A2 B2 C2 D2 E2 F2 B1 D1 F1",
    count: (34, 46),
};

const NEUTRAL_POINTS: Finished = Finished {
    title: "five points between the colours",
    rows: [
        ". # # . O O . O .",
        "# . # . O . O O O",
        "# # # . . O O . .",
        ". # . # # O O O O",
        "# # # # . # O . O",
        "# . # . # # O O .",
        "# # # # # . O . O",
        ". # . # . # O O O",
        "# . # # # # O . O",
    ],
    dead: "",
    seki: "",
    count: (43, 33),
};

const ALL: [Finished; 6] = [DEAD_STONES, LIVING_INSIDE, NAKADE, SEKI_WITHOUT_EYES, SEKI_WITH_EYES, NEUTRAL_POINTS];

impl Finished {
    /// The engine in this position, with the colours exchanged if `exchanged`.
    fn engine(&self, exchanged: bool, to_play: Color, komi: f64, visits: u64) -> Engine {
        self.engine_by(Ruleset::chinese(), exchanged, to_play, komi, visits)
    }

    /// The engine in this position under another rule set.
    fn engine_by(&self, ruleset: Ruleset, exchanged: bool, to_play: Color, komi: f64, visits: u64) -> Engine {
        let size = BoardSize::new(9).expect("9 lines");
        let mut stones = PerColor::<PointSet>::default();
        for (row, line) in self.rows.iter().rev().enumerate() {
            for (column, sign) in line.split_whitespace().enumerate() {
                let color = if (sign == "#") == exchanged { Color::White } else { Color::Black };
                if sign != "." {
                    stones[color].insert(Point::new(column, row));
                }
            }
        }
        let game = Game::set_up(size, ruleset, Position { stones }, to_play).expect(self.title);
        let settings = Settings { threads: 1, visits: Some(visits), memory: 16, ..Settings::default() };
        let mut engine = Engine::new(size, ruleset, settings);
        engine.set_game(game);
        engine.set_komi(Some(komi));
        engine
    }
}

/// The visits of a move in the longest tests.
fn visits() -> u64 {
    std::env::var("ONEPURE_FINISHED_VISITS").map_or(300, |visits| visits.parse().expect("a number of visits"))
}

fn points(names: &str) -> PointSet {
    names.split_whitespace().map(|name| name.parse::<Point>().expect("a point")).collect()
}

#[test]
fn dead_stones_are_known_and_the_count_is_right() {
    for finished in ALL {
        for (exchanged, to_play) in
            [(false, Color::Black), (false, Color::White), (true, Color::Black), (true, Color::White)]
        {
            let engine = finished.engine(exchanged, to_play, 7.5, 1);
            let dead = engine.dead_stones();
            assert_eq!(dead, points(finished.dead), "{}, {to_play} to play: dead", finished.title);
            assert_eq!(engine.stones_in_seki(), points(finished.seki), "{}, {to_play} to play: seki", finished.title);
            let count = engine.game().count_without(dead).points;
            let (black, white) = if exchanged { (count.white, count.black) } else { (count.black, count.white) };
            let (expected_black, expected_white) = finished.count;
            let expected = (Fraction::from(expected_black), Fraction::from(expected_white));
            assert_eq!((black, white), expected, "{}", finished.title);
        }
    }
}

/// Plays both sides by the engine until play ends, and returns the moves.
fn play_on(engine: &mut Engine) -> Vec<(Color, Move)> {
    let mut moves = Vec::new();
    while !engine.game().is_over() {
        let color = engine.game().to_play();
        let Decision::Play(action) = engine.best_move(color) else { panic!("resignation is off by default") };
        engine.play_as(color, action).expect("a legal move");
        moves.push((color, action));
        assert!(moves.len() < 200, "play does not end: {moves:?}");
    }
    moves
}

fn winner(engine: &Engine) -> Option<Color> {
    match engine.game().count_without(engine.dead_stones()).verdict() {
        Verdict::Win(color, _) => Some(color),
        Verdict::Draw | Verdict::BothLose | Verdict::NoResult => None,
    }
}

#[test]
fn whoever_has_won_fills_neutral_points_passes_and_wins() {
    for finished in ALL {
        let fills_or_passes = |engine: &mut Engine, color| {
            let board = engine.game().board_without(points(finished.dead));
            // The shared liberties of a seki stay empty.
            let is_seki = !finished.seki.is_empty();
            let shared = board.reach(Color::Black) & board.reach(Color::White);
            let neutral = if is_seki { PointSet::empty() } else { shared & engine.game().board().empty() };
            match engine.best_move(color) {
                Decision::Play(Move::Place(point)) => neutral.contains(point),
                decision => decision == Decision::Play(Move::Abstain) && neutral.is_empty(),
            }
        };
        let (black, white) = finished.count;
        let difference = f64::from(black) - f64::from(white);
        for (ahead, komi) in [(Color::Black, difference - 6.5), (Color::White, difference + 6.5)] {
            let mut engine = finished.engine(false, ahead, komi, visits());
            // Random playouts break a seki, so a search does not see at once that nothing is left to do.
            if finished.seki.is_empty() {
                assert!(fills_or_passes(&mut engine, ahead), "{}, {ahead}", finished.title);
            }
            engine.play_as(!ahead, Move::Abstain).expect("a legal move");
            assert!(fills_or_passes(&mut engine, ahead), "{}, {ahead}", finished.title);

            let mut engine = finished.engine(false, !ahead, komi, visits());
            let moves = play_on(&mut engine);
            assert_eq!(winner(&engine), Some(ahead), "{}, after {moves:?}", finished.title);
        }
    }
}

#[test]
fn a_seki_is_seen_with_a_network_and_without() {
    for network in [NetworkChoice::Embedded, NetworkChoice::None] {
        let mut engine = SEKI_WITHOUT_EYES.engine(false, Color::White, -10.5, 200);
        engine.set_settings(Settings { network, ..engine.settings().clone() });
        let report = engine.search(Color::White, &SearchRequest::default());
        assert!(report.position.win_rate > 0.8, "White is ahead by half a point: {}", report.position.win_rate);
        for shared in &report.candidates[report.candidates.len() - 2..] {
            assert!(["C1", "G1"].contains(&shared.action.to_string().as_str()), "{shared:?}");
        }
    }
}

#[test]
fn whoever_is_ahead_leaves_a_seki_alone_also_where_everything_hangs_on_it() {
    for (finished, shared) in [(SEKI_WITHOUT_EYES, "C1 G1"), (SEKI_WITH_EYES, "C1")] {
        let (black, white) = finished.count;
        let difference = f64::from(black) - f64::from(white);
        for (ahead, komi) in [(Color::Black, difference - 0.5), (Color::White, difference + 0.5)] {
            for to_play in Color::BOTH {
                let mut engine = finished.engine(false, to_play, komi, visits());
                let moves = play_on(&mut engine);
                let first = moves.iter().find(|(_, action)| match action {
                    Move::Place(point) => points(shared).contains(*point),
                    Move::Abstain => false,
                });
                assert_ne!(first.map(|(color, _)| *color), Some(ahead), "{}: {moves:?}", finished.title);
                assert_eq!(winner(&engine), Some(ahead), "{}: {moves:?}", finished.title);
            }
        }
    }
}

#[test]
fn the_last_points_are_played_where_the_game_hangs_on_them() {
    // Ten points ahead on the board, with five between: the colour that moves first gets three of them, and wins by half a point.
    for (to_play, komi) in [(Color::Black, 10.5), (Color::White, 9.5)] {
        let mut engine = NEUTRAL_POINTS.engine(false, to_play, komi, 3_000);
        let moves = play_on(&mut engine);
        assert_eq!(winner(&engine), Some(to_play), "{moves:?}");
    }
}

/// Under area rules Black moves and is far ahead. The colour that moves first saves or captures a white stone.
const STONE_IN_QUESTION: [&str; 9] = [
    ". . . . . # O O .",
    ". . . . . # # O O",
    ". . # . . # O O .",
    "# # . . . # # O .",
    "O # # . . # O O O",
    "O O # . . # O O #",
    "O . O # # . # # #",
    ". . O O O # . # .",
    ". . . . . O # . #",
];

/// By territory Black has lost: its group has one eye and room for another, and playouts do not agree about it.
const GROUP_IN_QUESTION: [&str; 9] = [
    ". . . . . . . . .",
    "# O . O O . . . .",
    "# # O O O # . O .",
    "O O # O # O O O .",
    ". O # # # # # # #",
    ". . # # . . . O #",
    "# # # # O O O O O",
    "# O # O O # O O #",
    "# O O O O # # # .",
];

#[test]
fn nobody_passes_while_it_is_unclear_what_is_dead() {
    let finished = |title, rows| Finished { title, rows, dead: "", seki: "", count: (0, 0) };
    let captured = points("F1");
    let mut engine = finished("a stone in question", STONE_IN_QUESTION).engine(false, Color::Black, 7.5, 200);
    let Decision::Play(Move::Place(point)) = engine.best_move(Color::Black) else { panic!("Black passes") };
    engine.play_as(Color::Black, Move::Place(point)).expect("a legal move");
    assert!((engine.game().board().stones(Color::White) & captured).is_empty(), "{point}");

    let mut engine = finished("a group in question", GROUP_IN_QUESTION).engine_by(
        Ruleset::japanese(),
        false,
        Color::Black,
        6.5,
        200,
    );
    assert!(matches!(engine.best_move(Color::Black), Decision::Play(Move::Place(_))), "Black passes");
}

/// Only B6 is unsettled: captured, or saved by B5.
const STONE_IN_ATARI: [&str; 9] = [
    ". O O . O O . O O",
    "O O . O O O O O .",
    "O O O . O O O O O",
    "O # O O O . O . O",
    "# . # # O O O O O",
    ". # . # O O O O O",
    "# # # # O # O . O",
    "# # # # O # O O .",
    "# # . # # # O . O",
];

/// By area a stone that its colour saves by moving first is alive. By territory a stone that the opponent captures by moving
/// first is dead.
#[test]
fn a_stone_in_question_after_the_end_is_judged_as_the_rules_have_it() {
    let finished = Finished { title: "a stone in atari", rows: STONE_IN_ATARI, dead: "", seki: "", count: (0, 0) };
    let passes = [[Color::Black, Color::White], [Color::White, Color::Black]];
    for (ruleset, dead) in [(Ruleset::chinese(), ""), (Ruleset::japanese(), "B6")] {
        for colors in passes {
            let mut engine = finished.engine_by(ruleset, false, colors[0], 7.5, 1);
            for color in colors {
                engine.play_as(color, Move::Abstain).expect("a legal move");
            }
            assert!(engine.game().is_over());
            assert_eq!(engine.dead_stones(), points(dead), "{}, {} first", ruleset.name, colors[0]);
        }
    }
}
