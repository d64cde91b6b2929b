//! The life of a search: it starts and stops at once, reports while running, and keeps its tree from move to move.

use onepure::board::Color;
use onepure::engine::{Engine, NetworkChoice, Report, Restriction, SearchLimit, SearchRequest, Settings};
use onepure::geometry::{BoardSize, Point, PointSet};
use onepure::rules::{Game, Move, Ruleset};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

fn engine(lines: usize, visits: Option<u64>) -> Engine {
    engine_with(lines, Settings { threads: 1, visits, memory: 64, ..Settings::default() })
}

fn engine_with(lines: usize, settings: Settings) -> Engine {
    Engine::new(BoardSize::new(lines).expect("2 to 19 lines"), Ruleset::one_pure(), settings)
}

fn place(name: &str) -> Move {
    Move::Place(name.parse().expect("a point"))
}

/// The visits of each move.
fn visits(report: &Report) -> BTreeMap<String, u64> {
    report.candidates.iter().map(|candidate| (candidate.action.to_string(), candidate.estimate.visits)).collect()
}

/// Runs an analysis until it has this number of visits.
fn analyse_until(engine: &mut Engine, color: Color, visits: u64) -> Report {
    engine.analyze(color, &SearchRequest::until(SearchLimit::Unlimited));
    let deadline = Instant::now() + Duration::from_secs(60);
    while engine.report(color).position.visits < visits {
        assert!(!engine.wait(Some(Instant::now() + Duration::from_millis(1))), "nobody has stopped it");
        assert!(Instant::now() < deadline, "the search gets on");
    }
    engine.stop();
    assert!(engine.wait(None));
    engine.report(color)
}

#[test]
fn to_start_and_to_stop_takes_no_time() {
    let mut engine = engine_with(19, Settings { threads: 2, ..Settings::default() });
    // The first search starts the threads.
    analyse_until(&mut engine, Color::Black, 10);
    let mut slowest = Duration::ZERO;
    for _ in 0..20 {
        let begin = Instant::now();
        engine.analyze(Color::Black, &SearchRequest::until(SearchLimit::Unlimited));
        slowest = slowest.max(begin.elapsed());
        assert!(!engine.wait(Some(Instant::now() + Duration::from_millis(5))), "it goes on");
        let begin = Instant::now();
        engine.stop();
        slowest = slowest.max(begin.elapsed());
        assert!(engine.wait(None));
    }
    assert!(slowest < Duration::from_millis(100), "{slowest:?}");
}

#[test]
fn what_was_found_is_kept_while_the_game_goes_on() {
    let mut engine = engine(9, Some(8_000));
    let before = engine.search(Color::Black, &SearchRequest::default());
    let best = before.best().expect("a move").clone();
    let answer = best.variation[1];
    engine.play_as(Color::Black, best.action).expect("a legal move");
    let after = engine.search(Color::White, &SearchRequest::default());
    let kept = after.position.visits - after.simulations;
    assert_eq!(kept, best.estimate.visits, "what was known of the move is known of the position");
    assert_eq!(after.position.visits, 8_000, "the limit is for both together");
    let known = after.candidates.iter().find(|candidate| candidate.action == answer).expect("the expected answer");
    assert!(known.estimate.visits >= best.variation_visits[1]);

    // Two moves later, as after the opponent's answer.
    engine.play_as(Color::White, after.candidates[0].action).expect("a legal move");
    assert!(engine.search(Color::Black, &SearchRequest::default()).simulations < 8_000);
    // After undo the move that was played has more visits than others, which would be unfair, so the tree is dropped.
    engine.undo().expect("a move");
    assert_eq!(engine.search(Color::White, &SearchRequest::default()).simulations, 8_000);
}

#[test]
fn what_was_found_in_an_analysis_is_of_use_for_the_move() {
    let mut engine = engine(9, Some(500));
    let report = analyse_until(&mut engine, Color::Black, 1_000);
    let thought = engine.search(Color::Black, &SearchRequest::default());
    assert_eq!((thought.simulations, visits(&thought)), (0, visits(&report)));
}

#[test]
fn another_game_begins_with_nothing() {
    let thought = |change: &dyn Fn(&mut Engine)| {
        let mut engine = engine(7, Some(300));
        engine.search(Color::Black, &SearchRequest::default());
        change(&mut engine);
        engine.search(engine.game().to_play(), &SearchRequest::default()).simulations
    };
    assert_eq!(thought(&|_| {}), 0);
    assert_eq!(thought(&|engine| engine.set_komi(Some(3.5))), 300);
    assert_eq!(thought(&|engine| engine.forget()), 300);
    let other = |settings: Settings| move |engine: &mut Engine| engine.set_settings(settings.clone());
    let settings = Settings { threads: 1, visits: Some(300), memory: 64, ..Settings::default() };
    assert_eq!(thought(&other(settings.clone())), 0);
    assert_eq!(thought(&other(Settings { threads: 2, ..settings.clone() })), 0);
    assert_eq!(thought(&other(Settings { seed: 7, ..settings.clone() })), 300);
    assert_eq!(thought(&other(Settings { memory: 65, ..settings })), 300);
    let game = |ruleset| Game::new(BoardSize::new(7).expect("7 lines"), ruleset);
    // A controller that sends the whole game again gets the same game.
    assert_eq!(thought(&|engine| engine.set_game(game(Ruleset::one_pure()))), 0);
    assert_eq!(thought(&|engine| engine.set_game(game(Ruleset::chinese()))), 300);
    // White moves instead of the expected Black.
    assert_eq!(
        thought(&|engine| {
            engine.play_as(Color::White, place("D4")).expect("a legal move");
        }),
        300
    );
}

#[test]
fn the_same_searches_give_the_same_trees() {
    let session = |seed| {
        // Playouts are random.
        let network = NetworkChoice::None;
        let settings = Settings { threads: 1, visits: Some(400), seed, memory: 64, network, ..Settings::default() };
        let mut engine = engine_with(7, settings);
        let mut reports = Vec::new();
        for number in 0..8 {
            let color = engine.game().to_play();
            let report = engine.search(color, &SearchRequest::default());
            let action = report.candidates[number % 2].action;
            reports.push((visits(&report), report.position.value.to_bits()));
            engine.play_as(color, action).expect("a legal move");
        }
        reports
    };
    assert_eq!(session(1), session(1));
    assert_ne!(session(1), session(2));
}

#[test]
fn a_search_that_goes_on_does_not_repeat_itself() {
    // One move and no answer: every simulation is a playout from there, which depends only on the random numbers.
    let network = NetworkChoice::None;
    let settings = Settings { threads: 1, visits: Some(200), memory: 64, network, ..Settings::default() };
    let mut engine = engine_with(7, settings.clone());
    let centre = PointSet::of("D4".parse().expect("a point"));
    let mut request = SearchRequest::default();
    let points = BoardSize::MAIN.points().collect::<PointSet>();
    request.restrictions.add(Restriction { color: Color::Black, points: points - centre, abstention: true, turns: 1 });
    request.restrictions.add(Restriction { color: Color::White, points, abstention: true, turns: 2 });
    let mut score_of = |visits| {
        engine.set_settings(Settings { visits: Some(visits), ..settings.clone() });
        engine.best_move_with(Color::Black, &request, |_| ControlFlow::Continue(()));
        let report = engine.report(Color::Black);
        assert_eq!((report.simulations, report.candidates[0].estimate.visits), (200, visits));
        report.candidates[0].estimate.score
    };
    let (first, both) = (score_of(200), score_of(400));
    // Repeating the same playouts would leave the mean unchanged.
    assert!((first - both).abs() > 1e-9, "{first}, {both}");
}

#[test]
fn a_crowded_tree_makes_room_and_keeps_what_is_worth_it() {
    // A megabyte is one piece of nodes for the tree and one for its copy; 1,500 visits of a 9×9 board fill it. With this seed
    // every played position had children when it was visited.
    let settings = Settings { threads: 1, visits: Some(1_500), memory: 1, seed: 1, ..Settings::default() };
    let mut engine = engine_with(9, settings);
    let mut kept = 0;
    for _ in 0..12 {
        let color = engine.game().to_play();
        let report = engine.search(color, &SearchRequest::default());
        kept += report.position.visits - report.simulations;
        assert!(report.position.visits >= 1_500);
        let of_moves: u64 = report.candidates.iter().map(|candidate| candidate.estimate.visits).sum();
        // A position is visited a few times before it has children.
        assert!(of_moves <= report.position.visits && report.position.visits <= of_moves + 9, "{of_moves}");
        engine.play_as(color, report.candidates[0].action).expect("a legal move");
    }
    assert!(kept > 0, "nothing was kept");
}

#[test]
fn restrictions_are_not_kept() {
    let mut engine = engine(5, Some(300));
    let centre: Point = "C3".parse().expect("a point");
    let mut request = SearchRequest::until(SearchLimit::Unlimited);
    request.restrictions.add(Restriction {
        color: Color::Black,
        points: PointSet::of(centre),
        abstention: false,
        turns: 1,
    });
    let has_centre =
        |report: &Report| report.candidates.iter().any(|candidate| candidate.action == Move::Place(centre));
    engine.analyze(Color::Black, &request);
    assert!(!engine.wait(Some(Instant::now() + Duration::from_millis(20))));
    engine.stop();
    assert!(engine.wait(None));
    let restricted = engine.report(Color::Black);
    assert!(restricted.position.visits > 0 && !has_centre(&restricted));
    let free = engine.search(Color::Black, &SearchRequest::default());
    assert!(free.simulations == 300 && has_centre(&free));
}

#[test]
fn the_engine_thinks_while_the_opponent_does_if_it_is_told_to() {
    for ponder in [false, true] {
        let mut engine = engine(9, Some(100));
        engine.set_settings(Settings { ponder, ..engine.settings().clone() });
        engine.ponder();
        std::thread::sleep(Duration::from_millis(100));
        engine.stop();
        assert!(engine.wait(None));
        assert_eq!(engine.report(Color::Black).position.visits > 0, ponder);
        // A change of the game ends it.
        engine.ponder();
        engine.play_as(Color::Black, place("E5")).expect("a legal move");
        assert!(engine.wait(Some(Instant::now() + Duration::from_secs(10))));
    }
}

#[test]
fn ownership_is_recorded_where_it_is_asked_for() {
    let mut engine = engine(7, None);
    let request = SearchRequest { ownership: true, ..SearchRequest::until(SearchLimit::Unlimited) };
    engine.analyze(Color::Black, &request);
    assert!(!engine.wait(Some(Instant::now() + Duration::from_millis(50))));
    engine.stop();
    assert!(engine.wait(None));
    let report = engine.report(Color::Black);
    let ownership = report.ownership.expect("asked for");
    let centre = "D4".parse().expect("a point");
    let both = ownership.share(Color::Black, centre) + ownership.share(Color::White, centre);
    assert!(both > 0.5 && both <= 1.0, "{both}");
    assert!(engine.search(Color::Black, &SearchRequest::default()).ownership.is_none());
}

#[test]
fn ownership_of_each_move_adds_up_to_that_of_the_position() {
    let network = NetworkChoice::None;
    let settings = Settings { threads: 2, visits: Some(600), memory: 64, network, ..Settings::default() };
    let mut engine = engine_with(7, settings);
    let request = SearchRequest { ownership: true, moves_ownership: true, is_advice: true, ..SearchRequest::default() };
    engine.best_move_with(Color::Black, &request, |_| ControlFlow::Continue(()));
    assert!(engine.wait(None));
    let report = engine.report(Color::Black);
    let ownership = report.ownership.as_ref().expect("asked for");
    for point in engine.game().size().points() {
        let sum: f64 = report
            .candidates
            .iter()
            .filter(|candidate| candidate.estimate.visits > 0)
            .map(|candidate| {
                let after = report.moves_ownership.get(&candidate.action).expect("asked for, and looked into");
                candidate.estimate.visits as f64 * after.share(Color::Black, point)
            })
            .sum();
        let all = report.simulations as f64 * ownership.share(Color::Black, point);
        assert!((sum - all).abs() < 1e-6, "{point}: {sum} and {all}");
    }
    // A colour that plays on a point owns it more often than otherwise.
    let best = report.best().expect("something was looked into");
    let Move::Place(point) = best.action else { panic!("{} on an empty board", best.action) };
    let after = report.ownership_after(best.action).expect("asked for");
    assert!(after.share(Color::Black, point) > ownership.share(Color::Black, point));
    // A move without recorded ownership has that of all playouts.
    assert_eq!(report.ownership_after(place("T19")), Some(ownership));
    engine.best_move_with(
        Color::Black,
        &SearchRequest { ownership: true, is_advice: true, ..SearchRequest::default() },
        |_| ControlFlow::Continue(()),
    );
    assert!(engine.report(Color::Black).moves_ownership.is_empty());
}
