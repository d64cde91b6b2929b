//! Plays one game on the reference engine and on an engine under test, and compares them after every turn.
//!
//! * [`UnderTest`] is the interface of an engine under test: follow a [`Step`] and name the first difference. `game`
//!   implements it for [`Game`], `position` for simulation positions.
//! * [`Bout`] is one game on both.
//! * `words` converts types of the crate to types of the reference.
//!
//! A test that declares this module must also declare `reference`.

#![allow(dead_code, unused_imports, reason = "not every test uses everything")]
#![allow(unreachable_pub, reason = "nothing lies outside a test")]

mod game;
mod position;
mod words;

pub use position::positions_from;
pub use words::{board_of, colour_of, vertex_of, vertices_of};

use crate::reference::{Action, Counting, Engine, Event, Refusal, Repetition, Rules, Sharing, Suicide, Tax};
use onepure::board::Color;
use onepure::rules::{self, Game, Move};

/// An engine under test.
pub trait UnderTest {
    /// Plays the step, and compares the events of the turn and the state after it. An engine that does not check
    /// legality ignores refused turns.
    ///
    /// # Errors
    /// The first difference, in words.
    fn follow(&mut self, step: &Step<'_>) -> Result<(), String>;
}

/// One step on the reference, and its result.
pub struct Step<'a> {
    /// The colour of the turn.
    pub color: Color,
    /// The move.
    pub action: Move,
    /// The answer of the reference.
    pub answer: &'a Result<Event, Refusal>,
    /// The reference after the step.
    pub reference: &'a Engine,
    /// True if state that is slow to compute is compared too: the owner of each point, all retired chains.
    pub thorough: bool,
}

/// One game on the reference and on an engine under test.
pub struct Bout<T> {
    reference: Engine,
    tested: T,
}

impl<T: UnderTest> Bout<T> {
    /// The reference with the set-up of `start`, and an engine with the same set-up.
    pub fn new(start: &Game, tested: T) -> Self {
        Self { reference: reference_for(start), tested }
    }

    /// Plays a move of `color` on both, and compares. Returns the answer of the reference.
    ///
    /// # Errors
    /// The first difference.
    pub fn play(&mut self, color: Color, action: Move, thorough: bool) -> Result<Result<Event, Refusal>, String> {
        let answer = self.reference.play_as(colour_of(color), words::action_of(action));
        let step = Step { color, action, answer: &answer, reference: &self.reference, thorough };
        match self.tested.follow(&step) {
            Ok(()) => Ok(answer),
            Err(difference) => Err(format!("{color} {action}: {difference}")),
        }
    }

    /// The current state of the reference.
    pub fn reference(&self) -> &Engine {
        &self.reference
    }

    /// The current state of the engine under test.
    pub fn tested(&self) -> &T {
        &self.tested
    }
}

impl<T: Clone> Clone for Bout<T> {
    fn clone(&self) -> Self {
        Self { reference: self.reference.clone(), tested: self.tested.clone() }
    }
}

/// White's bonus for `handicap` stones.
fn bonus(bonus: rules::HandicapBonus, handicap: i32) -> i32 {
    match bonus {
        rules::HandicapBonus::Stones if handicap >= 2 => handicap,
        rules::HandicapBonus::StonesLessOne if handicap >= 2 => handicap - 1,
        _ => 0,
    }
}

/// The reference at the start of a game, with the same articles.
fn reference_for(start: &Game) -> Engine {
    let articles = start.articles();
    let rules = Rules {
        quota: articles.quota.map(usize::from),
        forfeiture: articles.forfeiture,
        annihilation: articles.annihilation,
        black_begins: articles.black_begins,
        suicide: match articles.suicide {
            rules::Suicide::Allowed => Suicide::Legal,
            rules::Suicide::OfTwoOrMore => Suicide::OfTwoOrMore,
            rules::Suicide::Forbidden => Suicide::Illegal,
        },
        immovability: articles.immovability,
        repetition: match articles.repetition {
            rules::Repetition::Allowed => Repetition::Nothing,
            rules::Repetition::BarsMover => Repetition::BarsTheMover,
            rules::Repetition::Draw => Repetition::Draw,
            rules::Repetition::PositionalSuperko => Repetition::Forbidden,
            rules::Repetition::SituationalSuperko => Repetition::ForbiddenInTurn,
            rules::Repetition::SimpleKo => Repetition::SimpleKo,
            rules::Repetition::Ing => Repetition::Ing,
            rules::Repetition::Ing1986 => Repetition::Ing1986,
        },
        abstentions_in_a_row: match articles.end_of_play {
            rules::EndOfPlay::AbstentionsAtOnePosition => None,
            rules::EndOfPlay::AbstentionsInARow(enough) => Some(usize::from(enough)),
        },
        counting: match articles.counting {
            rules::Counting::Contact => Counting::Contact,
            rules::Counting::Area => Counting::Area,
            rules::Counting::Territory => Counting::Territory,
        },
        tax: match articles.tax {
            rules::Tax::None => Tax::Nothing,
            rules::Tax::Seki => Tax::Seki,
            rules::Tax::All => Tax::All,
        },
        sharing: match articles.sharing {
            rules::Sharing::None => Sharing::Nothing,
            rules::Sharing::Halves => Sharing::Halves,
            rules::Sharing::Ratio => Sharing::Ratio,
        },
        black_wins_ties: articles.black_wins_ties,
        bonus: bonus(articles.handicap_bonus, i32::from(start.handicap())),
        komi: start.komi(),
    };
    let mut stones = Vec::new();
    for color in Color::BOTH {
        stones.extend(start.start().stones[color].iter().map(|point| (vertex_of(point), colour_of(color))));
    }
    Engine::set_up(start.size().lines(), rules, &stones, colour_of(start.first_to_play()))
}
