//! Random games rich in rare events: small regions played over and over, immediate retakes, repeated shapes,
//! self-fills, abstentions, turns out of order, illegal attempts. Each number always gives the same game.

#![allow(dead_code, unused_imports, reason = "not every test uses everything")]
#![allow(unreachable_pub, reason = "nothing lies outside a test")]

mod shapes;
mod start;

pub use start::{ruleset, start};

use onepure::board::Color;
use onepure::geometry::{Point, PointSet};
use onepure::random::Randomness;
use onepure::rules::{Game, Move};
use rand::RngExt;

/// The greatest number of steps in a game.
const LONGEST_GAME: usize = 240;

/// The number of turns without a retirement after which a game is ended.
const QUIET_TURNS: usize = 20;

/// The habits of a game's player. Numbers are percentages.
struct Habits {
    abstain: u32,
    /// Plays although it is the other colour's turn.
    hand_over: u32,
    /// Plays where a stone has just retired.
    retake: u32,
    /// Plays where its last chain that retired for the first time was.
    rebuild: u32,
    /// Plays where it played `period` turns ago, so that shapes recur.
    again: u32,
    period: usize,
    /// Looks for a self-fill.
    self_fill: u32,
    /// Tries any point, on the board or not, occupied or not.
    stray: u32,
    /// True if it avoids dead ends, so that the game gets long.
    cautious: bool,
    /// Resumes play after an end by abstentions.
    resume: u32,
}

/// A player of both colours that provokes rare events.
pub struct Troublemaker {
    random: Randomness,
    /// The region of play.
    window: PointSet,
    habits: Habits,
    steps_left: usize,
}

impl Troublemaker {
    /// Game number `number` on a board of `lines` lines, at its start, and its player.
    pub fn game(number: u64, lines: usize) -> (Self, Game) {
        let mut random = Randomness::new(number, 0);
        let (game, window) = start(&mut random, lines);
        let habits = Habits {
            abstain: [0, 4, 12, 25][random.random_range(0..4)],
            hand_over: [0, 0, 3, 40][random.random_range(0..4)],
            retake: [0, 10, 40][random.random_range(0..3)],
            rebuild: [0, 30, 70][random.random_range(0..3)],
            again: [0, 30, 80][random.random_range(0..3)],
            period: random.random_range(1..=8),
            self_fill: [0, 10, 40][random.random_range(0..3)],
            stray: [0, 2, 10][random.random_range(0..3)],
            cautious: random.random_range(0..8) != 0,
            resume: 85,
        };
        let steps_left = random.random_range(10..=LONGEST_GAME);
        (Self { random, window, habits, steps_left }, game)
    }

    /// The next attempt in this game, possibly illegal; `None` at the end.
    pub fn next(&mut self, game: &Game) -> Option<(Color, Move)> {
        self.steps_left = self.steps_left.checked_sub(1)?;
        if let Some(outcome) = game.outcome()
            && (outcome.is_final() || !self.happens(self.habits.resume))
        {
            self.steps_left = 0;
        }
        let turns = game.turns();
        if turns.len() >= QUIET_TURNS && turns[turns.len() - QUIET_TURNS..].iter().all(|turn| turn.retired.is_empty()) {
            return None;
        }
        let color = if self.happens(self.habits.hand_over) { !game.to_play() } else { game.to_play() };
        if self.happens(self.habits.stray) {
            return Some((color, Move::Place(self.stray_point())));
        }
        let last_turn = game.barred().is_some();
        if self.happens(if last_turn { 30 } else { self.habits.abstain }) {
            return Some((color, Move::Abstain));
        }
        for _ in 0..6 {
            if let Some(point) = self.point(game, color)
                && (last_turn || !self.habits.cautious || !game.is_dead_end(color, point))
            {
                return Some((color, Move::Place(point)));
            }
        }
        Some((color, Move::Abstain))
    }

    fn happens(&mut self, in_a_hundred: u32) -> bool {
        self.random.random_range(0..100) < in_a_hundred
    }

    /// A point of the largest board or adjacent to it.
    fn stray_point(&mut self) -> Point {
        let point = Point::new(self.random.random_range(0..19), self.random.random_range(0..19));
        if self.happens(50) { point } else { point.neighbours()[self.random.random_range(0..4)] }
    }

    fn point(&mut self, game: &Game, color: Color) -> Option<Point> {
        let turns = game.turns();
        if self.happens(self.habits.retake)
            && let Some(chain) = turns.last().and_then(|turn| turn.retired.first())
        {
            return self.any(chain.stones);
        }
        if self.happens(self.habits.rebuild)
            && let Some(chain) = game.retired().iter().rfind(|chain| chain.color == color)
            && let Some(point) = self.any(chain.stones & game.board().empty())
        {
            return Some(point);
        }
        if self.happens(self.habits.again)
            && let Some(earlier) = turns.len().checked_sub(self.habits.period)
            && let Move::Place(point) = turns[earlier].action
            && game.board().empty().contains(point)
        {
            return Some(point);
        }
        let empty = game.board().empty() & self.window;
        if self.happens(self.habits.self_fill) {
            let fills = empty.iter().filter(|&point| game.is_self_fill(color, point)).collect();
            if let Some(point) = self.any(fills) {
                return Some(point);
            }
        }
        self.any(empty).or_else(|| self.any(game.board().empty()))
    }

    fn any(&mut self, points: PointSet) -> Option<Point> {
        if points.is_empty() { None } else { points.nth(self.random.random_range(0..points.len())) }
    }
}
