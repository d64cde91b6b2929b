//! Self-play under every rule set, without an illegal move.
//!
//! The environment variable `ONEPURE_LEGAL_GAMES` sets the number of games.

use onepure::board::{Color, PerColor, Position};
use onepure::engine::{Decision, Engine, Settings};
use onepure::geometry::{BoardSize, PointSet};
use onepure::rules::{Game, Ruleset, usual_handicap};

/// The start of a game on 5 to 9 lines; one in four has two handicap stones if the rules have a handicap.
fn start(ruleset: Ruleset, number: usize) -> Game {
    let size = BoardSize::new([5, 7, 6, 9, 5][number % 5]).expect("5 to 9 lines");
    if number % 4 != 3 || !ruleset.articles(size).has_handicap() {
        return Game::new(size, ruleset);
    }
    let black = usual_handicap(size, 2).into_iter().collect();
    let position = Position { stones: PerColor { black, white: PointSet::empty() } };
    let mut game = Game::set_up(size, ruleset, position, Color::White).expect("a position");
    game.set_handicap(2);
    game
}

/// Plays to the end, and plays each move in a second game that is independent of the engine. Returns the number of turns.
fn play(mut referee: Game, seed: u64) -> usize {
    let settings = Settings { threads: 1, visits: Some(12), seed, resign_below: 0.0, ..Settings::default() };
    let name = referee.ruleset().name;
    let mut engine = Engine::new(referee.size(), *referee.ruleset(), settings);
    engine.set_game(referee.clone());
    while !referee.is_over() {
        let turns = referee.turns().len();
        assert!(turns < 1000, "{name}, game {seed} does not end: {:?}", referee.turns());
        let color = referee.to_play();
        let Decision::Play(action) = engine.best_move(color) else { panic!("nobody resigns") };
        let moves = || referee.turns().iter().map(|turn| turn.action.to_string()).collect::<Vec<_>>().join(" ");
        let checked = referee.check(color, action);
        assert!(checked.is_ok(), "{name}, game {seed}: {checked:?} after {}", moves());
        engine.play_as(color, action).unwrap_or_else(|error| panic!("{name}, game {seed}: {error} after {}", moves()));
        referee.play(action).expect("it was checked");
        assert_eq!(engine.game().board().position(), referee.board().position());
    }
    referee.turns().len()
}

#[test]
fn no_rule_set_sees_an_illegal_move() {
    let games = std::env::var("ONEPURE_LEGAL_GAMES");
    let games = games.map_or(2 * Ruleset::ALL.len(), |games| games.parse().expect("a number of games"));
    let mut turns = 0;
    for number in 0..games {
        let ruleset = Ruleset::ALL[number % Ruleset::ALL.len()];
        turns += play(start(ruleset, number / Ruleset::ALL.len()), number as u64);
    }
    assert!(turns > 4 * games, "{turns} turns in {games} games");
}
