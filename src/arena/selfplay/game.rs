//! Playing one game of self-play.

use super::file::{Resignation, TrainingEnd, TrainingGame, TrainingTarget, TreeTarget, start};
use super::reanalysis::SearchedTurns;
use super::selfplay_settings::{Mix, SelfplaySettings};
use crate::arena::schedule::place_at_random;
use crate::random::mixed_seed;
use onepure_engine::engine::{Engine, Report, ReportBelow, SearchRequest, Settings, draw, draw_at_temperature};
use onepure_rules::board::Color;
use onepure_rules::geometry::BoardSize;
use onepure_rules::random::Randomness;
use onepure_rules::rules::{Game, Move};
use rand::RngExt;

/// Turns per point of the board after which a game is stopped.
const MOST_TURNS_A_POINT: usize = 4;

/// A game counts as decided after this number of consecutive turns at which one colour has less than this win rate.
const DECIDED_TURNS: u32 = 6;
const DECIDED: f64 = 0.03;
/// Factor of the fraction of full searches in a decided game.
const SHARE_WHEN_DECIDED: f64 = 0.25;

/// The number of consecutive turns, of both colours, at which one colour had a win rate below a threshold.
#[derive(Clone, Copy, Debug)]
struct Hopeless {
    below: f64,
    turns: u32,
    color: Color,
}

impl Hopeless {
    fn new(below: f64) -> Self {
        Self { below, turns: 0, color: Color::Black }
    }

    /// Adds the win rate of a turn. Returns the losing colour after `DECIDED_TURNS` such turns.
    fn note(&mut self, color: Color, win_rate: f64) -> Option<Color> {
        let (behind, share) = if win_rate < 0.5 { (color, win_rate) } else { (!color, 1.0 - win_rate) };
        if share >= self.below {
            self.turns = 0;
        } else if behind == self.color {
            self.turns += 1;
        } else {
            *self = Self { turns: 1, color: behind, ..*self };
        }
        (self.turns >= DECIDED_TURNS).then_some(self.color)
    }
}

/// Plays game `number`; `None` if `is_stopped` returned true before the end.
pub(super) fn play(
    settings: &SelfplaySettings,
    number: usize,
    engine: &Settings,
    is_stopped: impl Fn() -> bool,
) -> Option<TrainingGame> {
    let seed = mixed_seed(settings.seed, number as u64);
    let mut random = Randomness::new(seed, 0);
    let mix = draw(&settings.mixes, |mix| mix.weight, &mut random)?;
    let (ruleset, size) = (mix.ruleset()?, mix.board_size()?);
    let (full_visits, fast_visits) =
        (mix.full_visits.unwrap_or(settings.full_visits), mix.fast_visits.unwrap_or(settings.fast_visits));
    let mut engine = Engine::new(size, ruleset, Settings { seed, threads: 1, ..engine.clone() });
    play_opening(settings, mix, fast_visits, &mut engine, &mut random, seed)?;
    let opening = engine.game().turns().len();
    let mut targets = Targets { tree_visits: settings.tree_visits, ..Targets::default() };
    let mut searched = SearchedTurns::default();
    let mut is_decided = false;
    let mut decided = Hopeless::new(DECIDED);
    let mut hopeless = Hopeless::new(mix.resign_below.unwrap_or(settings.resign_below));
    let is_resigned = random.random::<f64>() >= settings.never_resign;
    let (mut resigned, mut resignation) = (None, None);
    let most_turns = MOST_TURNS_A_POINT * size.lines() * size.lines();
    while !engine.game().is_over() && engine.game().turns().len() < most_turns {
        if is_stopped() {
            return None;
        }
        let turn = engine.game().turns().len();
        let share = if is_decided { SHARE_WHEN_DECIDED } else { 1.0 } * settings.full_share;
        let is_full = random.random_bool(share) || turn - opening < settings.full_turns;
        let (visits, noise) = if is_full { (full_visits, settings.root_noise) } else { (fast_visits, 0.0) };
        let report = search(&mut engine, visits, noise);
        if is_full {
            targets.add(turn, &report, &engine);
        }
        let color = engine.game().to_play();
        searched.push(&report, of_black(color, report.position.win_rate), is_full);
        is_decided = decided.note(color, report.win_rate).is_some();
        if let (Some(loser), None) = (hopeless.note(color, report.win_rate), resignation) {
            if is_resigned {
                resigned = Some(loser);
                break;
            }
            resignation = Some(Resignation { turn, color: letter(loser) });
        }
        let action = chosen(&report, temperature(settings, turn - opening, size), &mut random);
        engine.play_as(color, action).ok()?;
    }
    let record = record(number, mix, engine.game(), opening);
    let result = resigned.map_or(record.result, |loser| format!("{}+R", letter(!loser)));
    let record = TrainingGame { result, resignation, ..record };
    if let Some(end) = record.end() {
        let drawn = searched.drawn(settings.reanalysis, share_of_black(end), size.lines() * size.lines(), &mut random);
        let game = engine.game().clone();
        // Backwards, so that no search continues the tree of another one.
        for turn in drawn.into_iter().rev().map(|turn| opening + turn) {
            if is_stopped() {
                return None;
            }
            engine.set_game(game.after_turns(turn));
            let report = search(&mut engine, full_visits, settings.root_noise);
            targets.add(turn, &report, &engine);
        }
    }
    Some(targets.put_into(record))
}

/// The targets of a game.
#[derive(Default)]
struct Targets {
    tree_visits: u64,
    of_game: Vec<TrainingTarget>,
    tree: Vec<TreeTarget>,
}

impl Targets {
    /// Adds the result of the engine's last search, a full one.
    fn add(&mut self, turn: usize, report: &Report, engine: &Engine) {
        self.of_game.push(target(turn, report));
        if self.tree_visits > 0 {
            self.tree.extend(engine.reports_below(self.tree_visits).iter().map(|below| tree_target(turn, below)));
        }
    }

    /// The game with these targets, in the order of the turns.
    fn put_into(mut self, game: TrainingGame) -> TrainingGame {
        self.of_game.sort_by_key(|target| target.turn);
        self.tree.sort_by_key(|below| below.target.turn);
        TrainingGame { targets: self.of_game, tree: self.tree, ..game }
    }
}

/// What Black got, 0 to 1.
fn share_of_black(end: TrainingEnd) -> f64 {
    match end {
        TrainingEnd::Win(winner) => f64::from(u8::from(winner == Color::Black)),
        TrainingEnd::Draw | TrainingEnd::BothLose => 0.5,
    }
}

/// Black's win rate, of that of `color`.
fn of_black(color: Color, win_rate: f64) -> f64 {
    if color == Color::Black { win_rate } else { 1.0 - win_rate }
}

/// Plays the opening: moves of fast searches, then random placements. Then sets the komi.
fn play_opening(
    settings: &SelfplaySettings,
    mix: &Mix,
    visits: u64,
    engine: &mut Engine,
    random: &mut Randomness,
    seed: u64,
) -> Option<()> {
    let komi = draw_komi(mix, random);
    let handicap = if mix.handicap == 0 { 0 } else { random.random_range(2..=mix.handicap) };
    let mut game = start(mix.board_size()?, mix.ruleset()?, handicap)?;
    game.set_komi(Some(mix.komi));
    for turn in 0..random.random_range(0..=mix.fast_opening) {
        engine.set_game(game.clone());
        let action = chosen(&search(engine, visits, 0.0), temperature(settings, turn, game.size()), random);
        game.play(action).ok()?;
        if action == Move::Abstain || game.is_over() {
            game.undo();
            break;
        }
    }
    let most_placements = mix.random_opening.unwrap_or(settings.random_opening);
    place_at_random(&mut game, random.random_range(0..=most_placements), mixed_seed(seed, 0));
    let lead = if mix.even_komi { to_half_points(lead_of_black(engine, game.clone(), visits)) } else { 0.0 };
    game.set_komi(Some(komi + lead));
    engine.set_game(game);
    Some(())
}

fn letter(color: Color) -> char {
    if color == Color::Black { 'B' } else { 'W' }
}

/// The record of a game that has ended or was stopped, without targets.
fn record(number: usize, mix: &Mix, game: &Game, opening: usize) -> TrainingGame {
    let moves: Vec<Move> = game.turns().iter().map(|turn| turn.action).collect();
    let is_counted = game.outcome().is_some_and(|outcome| outcome.reason.is_count());
    let points = game.points();
    let ownership = || game.size().points_from_the_top().map(|point| points.owner(point).map_or('.', letter)).collect();
    TrainingGame {
        game: number,
        rules: mix.rules.clone(),
        size: mix.size,
        komi: game.komi(),
        handicap: usize::from(game.handicap()),
        moves: texts(&moves),
        opening,
        result: game.outcome().map_or_else(|| "Void".to_owned(), |outcome| outcome.verdict.to_string()),
        score_lead: is_counted.then(|| game.count().margin()),
        resignation: None,
        ownership: is_counted.then(ownership),
        targets: Vec::new(),
        tree: Vec::new(),
    }
}

/// The target of a search. It has the moves of [`Report::choices`] only: others are known to lose, or one of these is known to win.
fn target(turn: usize, report: &Report) -> TrainingTarget {
    let visited = report.choices().iter().filter(|candidate| candidate.estimate.visits > 0);
    TrainingTarget {
        turn,
        visits: visited.map(|candidate| (text(candidate.action), candidate.estimate.visits)).collect(),
        win_rate: report.position.win_rate as f32,
        score: report.position.score as f32,
    }
}

fn tree_target(turn: usize, ReportBelow { line, report }: &ReportBelow) -> TreeTarget {
    TreeTarget { line: texts(line), target: target(turn, report) }
}

fn texts(moves: &[Move]) -> String {
    moves.iter().map(|&action| text(action)).collect::<Vec<_>>().join(" ")
}

fn text(action: Move) -> String {
    match action {
        Move::Place(point) => point.to_string(),
        Move::Abstain => "pass".to_owned(),
    }
}

/// The temperature after `turns` turns since the opening.
fn temperature(settings: &SelfplaySettings, turns: usize, size: BoardSize) -> f64 {
    let halvings = turns as f64 / size.lines() as f64;
    settings.final_temperature + (settings.temperature - settings.final_temperature) * (-halvings).exp2()
}

/// A move drawn with a probability proportional to `visits^(1/temperature)`.
fn chosen(report: &Report, temperature: f64, random: &mut Randomness) -> Move {
    let drawn =
        draw_at_temperature(report.choices(), |candidate| candidate.estimate.visits as f64, temperature, random);
    drawn.map_or(Move::Abstain, |candidate| candidate.action)
}

/// A random komi, rounded to half a point, from a normal distribution (Box and Muller, 1958).
fn draw_komi(mix: &Mix, random: &mut Randomness) -> f64 {
    let [one, other] = [0; 2].map(|_| 1.0 - random.random::<f64>());
    let normal = (-2.0 * one.ln()).sqrt() * (std::f64::consts::TAU * other).cos();
    to_half_points(mix.komi + mix.komi_deviation * normal)
}

fn to_half_points(points: f64) -> f64 {
    (points * 2.0).round() / 2.0
}

fn search(engine: &mut Engine, visits: u64, noise: f64) -> Report {
    engine.search(engine.game().to_play(), &SearchRequest::for_self_play(visits, noise))
}

/// Black's lead in points, as a fast search estimates it.
fn lead_of_black(engine: &mut Engine, game: Game, visits: u64) -> f64 {
    let color = game.to_play();
    engine.set_game(game);
    let lead = search(engine, visits, 0.0).position.score;
    if color == Color::Black { lead } else { -lead }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn settings() -> SelfplaySettings {
        toml::from_str(
            "games = 4\nfull-visits = 30\nfast-visits = 8\nfull-share = 0.5\nroot-noise = 0\n\
             [[mix]]\nrules = \"one-pure\"\nsize = 5\nkomi = 1\nkomi-deviation = 2\n\
             [[mix]]\nrules = \"chinese\"\nsize = 6\nkomi = 2",
        )
        .expect("settings")
    }

    fn played_with(settings: &SelfplaySettings, number: usize) -> TrainingGame {
        play(settings, number, &Settings { memory: 4, ..Settings::default() }, || false).expect("a game")
    }

    fn played(number: usize) -> TrainingGame {
        played_with(&settings(), number)
    }

    /// The visits of all moves of a target.
    fn visits(target: &TrainingTarget) -> u64 {
        target.moves().expect("moves").iter().map(|(_, visits)| visits).sum()
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
            let visits: Vec<u64> = training.targets.iter().map(visits).collect();
            // Fewer only where some of the moves were known to lose, or one to win.
            let whole = visits.iter().filter(|&&visits| visits >= 25).count();
            assert!(!visits.is_empty() && 4 * whole >= 3 * visits.len(), "{visits:?}");
            assert!(visits.iter().all(|visits| (1..=100).contains(visits)), "{visits:?}");
            assert!(training.targets.iter().all(|target| target.turn >= training.opening));
        }
    }

    #[test]
    fn trees_are_targets_too() {
        let settings = SelfplaySettings { tree_visits: 4, ..settings() };
        let training = played_with(&settings, 1);
        assert_eq!(TrainingGame { tree: Vec::new(), ..training.clone() }, played(1), "the game is the same");
        assert!(training.tree.iter().any(|found| found.line.contains(' ')), "{:?}", training.tree);
        for found in &training.tree {
            assert!(training.targets.iter().any(|target| target.turn == found.target.turn));
            let mut game = training.start().expect("a game");
            let moves = training.moves().expect("moves");
            for action in moves[..found.target.turn].iter().copied().chain(found.line().expect("moves")) {
                game.play(action).expect("a legal move");
            }
            let visits = found.target.moves().expect("moves");
            assert!(visits.iter().map(|(_, visits)| visits).sum::<u64>() >= 4);
            assert!(visits.iter().all(|(action, _)| game.check(game.to_play(), *action).is_ok()));
        }
    }

    #[test]
    fn fast_searches_are_searched_again() {
        let plain = SelfplaySettings { tree_visits: 4, ..settings() };
        let settings = SelfplaySettings { reanalysis: 0.5, ..plain.clone() };
        let (mut before, mut after) = (0, 0);
        for number in 0..6 {
            let [once, again] = [&plain, &settings].map(|settings| played_with(settings, number));
            assert_eq!((&once.moves, &once.result), (&again.moves, &again.result), "the game is the same");
            assert!(once.targets.iter().all(|target| again.targets.contains(target)));
            assert!(again.targets.is_sorted_by(|one, next| one.turn < next.turn), "each turn once, in order");
            assert!(again.tree.is_sorted_by_key(|below| below.target.turn));
            before += once.targets.len();
            after += again.targets.len();
            let whole = again.targets.iter().filter(|target| visits(target) >= 25).count();
            assert!(4 * whole >= 3 * again.targets.len());
        }
        // Half of the turns that had no target.
        assert!(4 * after > 5 * before, "{before}, {after}");
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
    fn a_hopeless_game_is_given_up_but_for_some() {
        let mut settings = SelfplaySettings { resign_below: 0.4, never_resign: 0.0, ..settings() };
        let given_up = (0..6).map(|number| played_with(&settings, number)).find(|game| game.result.ends_with("+R"));
        let given_up = given_up.expect("one of them is one-sided");
        assert_eq!((given_up.score_lead, given_up.resignation, &given_up.ownership), (None, None, &None));
        assert!(matches!(given_up.end(), Some(TrainingEnd::Win(_))));
        settings.never_resign = 1.0;
        let played_out = played_with(&settings, given_up.game);
        assert_eq!(played_out.resignation.map(|resignation| resignation.turn), Some(given_up.moves.split(' ').count()));
        assert!(played_out.moves.starts_with(&given_up.moves) && !played_out.result.ends_with("+R"));
    }

    #[test]
    fn who_is_hopeless_has_been_so_for_some_turns_of_both() {
        let mut hopeless = Hopeless::new(0.1);
        let turns = [(Color::Black, 0.05), (Color::White, 0.95)].into_iter().cycle();
        let found: Vec<_> = turns.take(7).map(|(color, win_rate)| hopeless.note(color, win_rate)).collect();
        assert_eq!(found, [None, None, None, None, None, Some(Color::Black), Some(Color::Black)]);
        assert_eq!(hopeless.note(Color::White, 0.05), None);
        assert_eq!(hopeless.note(Color::Black, 0.5), None);
        assert_eq!(Hopeless::new(0.0).note(Color::Black, 0.0), None);
    }

    #[test]
    fn boards_have_visits_of_their_own() {
        let mut settings = settings();
        for mix in &mut settings.mixes {
            (mix.full_visits, mix.fast_visits) = (Some(60), Some(2));
        }
        let game = played_with(&settings, 0);
        for target in game.targets {
            assert!(target.moves().expect("moves").iter().map(|(_, visits)| visits).sum::<u64>() >= 55);
        }
    }

    #[test]
    fn the_first_turns_have_full_searches_alone() {
        let settings = SelfplaySettings { full_share: 0.0, full_turns: 3, ..settings() };
        for number in 0..4 {
            let game = played_with(&settings, number);
            let turns: Vec<_> = game.targets.iter().map(|target| target.turn - game.opening).collect();
            assert_eq!(turns, [0, 1, 2]);
        }
    }

    #[test]
    fn an_even_komi_makes_up_for_many_random_placements() {
        let mut settings = SelfplaySettings { full_share: 1.0, temperature: 0.0, ..settings() };
        let mut unevenness = |is_even| {
            for mix in &mut settings.mixes {
                (mix.size, mix.random_opening, mix.komi_deviation, mix.even_komi) = (7, Some(12), 0.0, is_even);
            }
            let games: Vec<_> = (0..12).map(|number| played_with(&settings, number)).collect();
            assert!(games.iter().any(|game| game.opening > 4));
            games.iter().map(|game| f64::from(game.targets[0].score.abs())).sum::<f64>() / 12.0
        };
        let [uneven, even] = [false, true].map(&mut unevenness);
        assert!(even < uneven / 2.0, "{even}, {uneven}");
    }

    #[test]
    fn handicap_stones_stand_before_the_first_move() {
        let mut settings = settings();
        for mix in &mut settings.mixes {
            (mix.size, mix.handicap, mix.even_komi) = (9, 9, true);
        }
        settings.games = 6;
        let games: Vec<_> = (0..6).map(|number| played_with(&settings, number)).collect();
        for training in &games {
            let mut game = training.start().expect("a game");
            assert_eq!(game.start().stones.black.len(), training.handicap);
            assert_eq!((game.to_play(), game.komi()), (Color::White, training.komi));
            for action in training.moves().expect("moves") {
                game.play(action).expect("a legal move");
            }
        }
        let numbers: BTreeSet<usize> = games.iter().map(|game| game.handicap).collect();
        assert!(numbers.len() > 2 && numbers.iter().all(|number| (2..=9).contains(number)), "{numbers:?}");
        let most = games.iter().max_by_key(|game| game.handicap).expect("a game");
        assert!(most.komi > 20.0, "{} stones, komi {}", most.handicap, most.komi);
    }

    #[test]
    fn random_placements_follow_the_moves_of_fast_searches() {
        let mut settings = settings();
        for mix in &mut settings.mixes {
            (mix.fast_opening, mix.random_opening) = (400, Some(3));
        }
        for number in 0..6 {
            let game = played_with(&settings, number);
            let opening: Vec<_> = game.moves.split(' ').take(game.opening).collect();
            assert!(opening.len() > 4 && !opening.contains(&"pass"), "{opening:?}");
            assert!(game.targets.iter().all(|target| target.turn >= game.opening));
        }
    }

    #[test]
    fn komi_is_a_half_or_a_whole_point() {
        let mut random = Randomness::new(1, 0);
        let mix = &settings().mixes[0];
        let drawn: Vec<f64> = (0..1000).map(|_| draw_komi(mix, &mut random)).collect();
        assert!(drawn.iter().all(|komi| (komi * 2.0).fract() == 0.0));
        let mean = drawn.iter().sum::<f64>() / 1000.0;
        assert!((mean - 1.0).abs() < 0.3, "{mean}");
    }
}
