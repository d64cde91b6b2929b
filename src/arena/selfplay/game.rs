//! Playing one game.

use super::file::{TrainingGame, TrainingTarget};
use super::settings::{Mix, SelfplaySettings};
use crate::arena::schedule::{Openings, mixed};
use crate::board::Color;
use crate::engine::{Engine, Report, Settings};
use crate::geometry::Point;
use crate::rules::{Game, Move};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A game with more turns than so many times the points of its board is broken off.
const MOST_TURNS_A_POINT: usize = 4;

/// So many moves in a row beyond this share of wins decide a game, …
const DECIDED_TURNS: u32 = 5;
const DECIDED: f64 = 0.97;
/// … of which full searches are this much rarer from then on.
const SHARE_WHEN_DECIDED: f64 = 0.25;

/// Plays the game with this number; `None` if `is_stopped` says so before its end.
pub(super) fn play(
    settings: &SelfplaySettings,
    number: usize,
    engine: &Settings,
    is_stopped: impl Fn() -> bool,
) -> Option<TrainingGame> {
    let seed = mixed(settings.seed, number as u64);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mix = draw(&settings.mixes, |mix| mix.weight, &mut random)?;
    let (ruleset, size) = (mix.ruleset()?, mix.board_size()?);
    let komi = draw_komi(mix, &mut random);
    let opening = Openings::Random(random.random_range(0..=settings.random_opening)).opening(0, ruleset, size, seed);
    let mut game = Game::new(size, ruleset);
    game.set_lead(Some(komi));
    for &(_, action) in &opening.moves {
        game.play(action).ok()?;
    }

    let mut engine = Engine::new(size, ruleset, Settings { seed, threads: 1, ..engine.clone() });
    engine.set_game(game);
    let mut targets = Vec::new();
    let mut decided = 0;
    let most_turns = MOST_TURNS_A_POINT * size.lines() * size.lines();
    while !engine.game().is_over() && engine.game().turns().len() < most_turns {
        if is_stopped() {
            return None;
        }
        let turn = engine.game().turns().len();
        let share = if decided >= DECIDED_TURNS { SHARE_WHEN_DECIDED } else { 1.0 } * settings.full_share;
        let is_full = random.random_bool(share);
        let (visits, noise) =
            if is_full { (settings.full_visits, settings.root_noise) } else { (settings.fast_visits, 0.0) };
        let report = engine.explore(visits, noise);
        if is_full {
            targets.push(target(turn, &report));
        }
        decided = if (report.win_rate - 0.5).abs() > DECIDED - 0.5 { decided + 1 } else { 0 };
        let progress = (turn - opening.moves.len()) as f64 / size.lines() as f64;
        let temperature = settings.final_temperature
            + (settings.temperature - settings.final_temperature) * (-progress * std::f64::consts::LN_2).exp();
        let action = chosen(&report, temperature, &mut random);
        engine.play_as(engine.game().to_play(), action).ok()?;
    }
    Some(record(number, mix, engine.game(), opening.moves.len(), targets))
}

/// What is written of a game that is over, or was broken off.
fn record(number: usize, mix: &Mix, game: &Game, opening: usize, targets: Vec<TrainingTarget>) -> TrainingGame {
    let moves: Vec<String> = game.turns().iter().map(|turn| text(turn.action)).collect();
    let is_counted = game.outcome().is_some_and(|outcome| outcome.reason.is_count());
    let lines = game.size().lines();
    let points = game.points();
    let letter = |column, row| match points.owner(Point::new(column, row)) {
        Some(Color::Black) => 'B',
        Some(Color::White) => 'W',
        None => '.',
    };
    let ownership = || (0..lines).rev().flat_map(|row| (0..lines).map(move |column| letter(column, row))).collect();
    TrainingGame {
        game: number,
        rules: mix.rules.clone(),
        size: mix.size,
        komi: game.lead(),
        moves: moves.join(" "),
        opening,
        result: game.outcome().map_or_else(|| "Void".to_owned(), |outcome| outcome.verdict.to_string()),
        lead: is_counted.then(|| game.count().margin()),
        ownership: is_counted.then(ownership),
        targets,
    }
}

fn target(turn: usize, report: &Report) -> TrainingTarget {
    let looked_into = report.candidates.iter().filter(|candidate| candidate.visits > 0);
    TrainingTarget {
        turn,
        visits: looked_into.map(|candidate| (text(candidate.action), candidate.visits)).collect(),
        win_rate: report.position.win_rate as f32,
        score: report.position.score as f32,
    }
}

fn text(action: Move) -> String {
    match action {
        Move::Place(point) => point.to_string(),
        Move::Abstain => "pass".to_owned(),
    }
}

/// A move with the probability `visits^(1/temperature)`; the most visited one where that is close to certain.
fn chosen(report: &Report, temperature: f64, random: &mut Xoshiro256PlusPlus) -> Move {
    const COLDEST: f64 = 0.05;
    let Some(best) = report.best() else { return Move::Abstain };
    if temperature < COLDEST {
        return best.action;
    }
    let weight = |visits: u64| (visits as f64 / best.visits.max(1) as f64).powf(1.0 / temperature);
    draw(&report.candidates, |candidate| weight(candidate.visits), random).unwrap_or(best).action
}

/// One of these, with a probability in proportion to its weight.
fn draw<'i, T>(items: &'i [T], weight: impl Fn(&T) -> f64, random: &mut Xoshiro256PlusPlus) -> Option<&'i T> {
    let mut rest = random.random::<f64>() * items.iter().map(&weight).sum::<f64>();
    items.iter().find(|item| {
        rest -= weight(item);
        rest < 0.0
    })
}

/// The komi of a game, to a half or a whole point (a normal distribution by Box and Muller, 1958).
fn draw_komi(mix: &Mix, random: &mut Xoshiro256PlusPlus) -> f64 {
    let [one, other] = [0; 2].map(|_| 1.0 - random.random::<f64>());
    let normal = (-2.0 * one.ln()).sqrt() * (std::f64::consts::TAU * other).cos();
    ((mix.komi + mix.komi_deviation * normal) * 2.0).round() / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings() -> SelfplaySettings {
        toml::from_str(
            "games = 4\nfull-visits = 30\nfast-visits = 8\nfull-share = 0.5\n\
             [[mix]]\nrules = \"one-pure\"\nsize = 5\nkomi = 1\nkomi-deviation = 2\n\
             [[mix]]\nrules = \"chinese\"\nsize = 6\nkomi = 2",
        )
        .expect("settings")
    }

    fn played(number: usize) -> TrainingGame {
        play(&settings(), number, &Settings { memory: 4, ..Settings::default() }, || false).expect("a game")
    }

    #[test]
    fn a_game_can_be_replayed_to_its_result() {
        for number in 0..6 {
            let training = played(number);
            let mut game = training.start().expect("a game");
            for action in training.moves().expect("moves") {
                game.play(action).expect("a legal move");
            }
            let result = game.outcome().map_or("Void".to_owned(), |outcome| outcome.verdict.to_string());
            assert_eq!(result, training.result);
            assert_eq!(
                training.ownership.as_ref().is_some_and(|rows| rows.len() == training.size.pow(2)),
                game.is_over()
            );
            assert!(!training.targets.is_empty());
            for target in &training.targets {
                assert!(target.turn >= training.opening);
                let visits: u64 = target.moves().expect("moves").iter().map(|(_, visits)| visits).sum();
                assert!((25..=100).contains(&visits), "{visits}");
            }
        }
    }

    #[test]
    fn a_number_is_a_game() {
        assert_eq!(played(3), played(3));
        assert_ne!(played(3).moves, played(4).moves);
    }

    #[test]
    fn a_game_can_be_broken_off() {
        assert_eq!(play(&settings(), 0, &Settings::default(), || true), None);
    }

    #[test]
    fn komi_is_a_half_or_a_whole_point() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let mix = &settings().mixes[0];
        let drawn: Vec<f64> = (0..1000).map(|_| draw_komi(mix, &mut random)).collect();
        assert!(drawn.iter().all(|komi| (komi * 2.0).fract() == 0.0));
        let mean = drawn.iter().sum::<f64>() / 1000.0;
        assert!((mean - 1.0).abs() < 0.3, "{mean}");
    }
}
