//! The kinds of events that random tests must have seen, so that a test cannot pass without meeting them.

#![allow(unreachable_pub, reason = "nothing lies outside a test")]

use crate::comparison::vertex_of;
use crate::reference::{Cause, Event, Reason, Refusal, Winner};
use onepure::board::Color;
use onepure::rules::{Game, Move};
use std::collections::HashMap;
use std::fmt;

/// A kind of event.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// A move on a board of this many lines.
    MoveOn(usize),
    /// A chain retired.
    Retired { cause: Cause, repeated: bool, quarantined: bool },
    /// Several chains of the opponent retired in one turn.
    SeveralRetired,
    /// A lone stone without a liberty that encloses nothing.
    LoneSuicide,
    /// A ko retaken at once: the placed stone and the stone that it encloses are both immovable.
    KoRetaken,
    /// An immovable stone that got a liberty from the self-fill of the chain that enclosed it.
    ImmovableSurvived,
    /// An immovable stone that was not the last one placed.
    ImmovableAfterOtherTurns,
    /// A colour was barred.
    Barred,
    /// The last turn of the annex.
    LastTurn(LastTurn),
    /// An end by two abstentions, in a row or not.
    Abstentions { consecutive: bool },
    /// A placement after an end by abstentions.
    Resumption,
    /// A turn of the colour that did not hold the right.
    HandOver,
    /// A refused turn.
    Refused(Refusal),
    /// An end of play.
    End(Reason),
    /// A result.
    Result(Winner),
}

/// The kind of the last turn of the annex.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LastTurn {
    Placement,
    DeadEnd,
    Abstention,
    /// An abstention that met the barred colour's abstention at the same position.
    MeetingAbstention,
}

impl Kind {
    /// All kinds.
    pub fn all() -> Vec<Self> {
        let mut all: Vec<Self> = (2..=19).map(Self::MoveOn).collect();
        for cause in [Cause::Enclosed, Cause::SelfFill] {
            for (repeated, quarantined) in [(false, false), (false, true), (true, false), (true, true)] {
                // A chain that the opponent encloses for the first time always waits again.
                if (cause, repeated, quarantined) != (Cause::Enclosed, false, true) {
                    all.push(Self::Retired { cause, repeated, quarantined });
                }
            }
        }
        all.extend([Self::SeveralRetired, Self::LoneSuicide, Self::KoRetaken]);
        all.extend([Self::ImmovableSurvived, Self::ImmovableAfterOtherTurns, Self::Barred]);
        all.extend(
            [LastTurn::Placement, LastTurn::DeadEnd, LastTurn::Abstention, LastTurn::MeetingAbstention]
                .map(Self::LastTurn),
        );
        all.extend([true, false].map(|consecutive| Self::Abstentions { consecutive }));
        all.extend([Self::Resumption, Self::HandOver]);
        all.extend(
            [
                Refusal::Occupied,
                Refusal::OffTheBoard,
                Refusal::Suicide,
                Refusal::Superko,
                Refusal::Ko,
                Refusal::PlayHasEnded,
                Refusal::NoWaitingStone,
            ]
            .map(Self::Refused),
        );
        all.extend(Reason::ALL.map(Self::End));
        all.extend(
            [Winner::Black, Winner::White, Winner::Draw, Winner::NobodyWins, Winner::NoResult].map(Self::Result),
        );
        all
    }
}

/// The number of events of each kind.
#[derive(Default)]
pub struct Tally {
    moves: u64,
    times: HashMap<Kind, u64>,
}

impl Tally {
    /// Counts the events of a turn that is about to be played in `game`, from the reference's `answer`.
    pub fn add(&mut self, game: &Game, color: Color, action: Move, answer: &Result<Event, Refusal>) {
        match answer {
            Err(refusal) => self.count(Kind::Refused(*refusal)),
            Ok(event) => {
                self.moves += 1;
                self.count(Kind::MoveOn(game.size().lines()));
                self.add_circumstances(game, color, action, event);
                self.add_stones(game, action, event);
            }
        }
    }

    fn add_circumstances(&mut self, game: &Game, color: Color, action: Move, event: &Event) {
        if color != game.to_play() {
            self.count(Kind::HandOver);
        }
        if game.is_over() {
            self.count(Kind::Resumption);
        }
        if event.barred.is_some() {
            self.count(Kind::Barred);
        }
        if game.barred().is_some() {
            let abstentions = event.end.is_some_and(|end| end.reason == Reason::Abstentions);
            self.count(Kind::LastTurn(match action {
                Move::Place(_) if event.immovable.is_empty() => LastTurn::Placement,
                Move::Place(_) => LastTurn::DeadEnd,
                Move::Abstain if abstentions => LastTurn::MeetingAbstention,
                Move::Abstain => LastTurn::Abstention,
            }));
        }
        if let Some(end) = event.end {
            self.count(Kind::End(end.reason));
            self.count(Kind::Result(end.winner));
            if end.reason == Reason::Abstentions {
                let consecutive = game.turns().last().is_some_and(|turn| turn.action == Move::Abstain);
                self.count(Kind::Abstentions { consecutive });
            }
        }
    }

    fn add_stones(&mut self, game: &Game, action: Move, event: &Event) {
        for chain in &event.retired {
            let (cause, repeated, quarantined) = (chain.cause, chain.repeated, chain.quarantined);
            self.count(Kind::Retired { cause, repeated, quarantined });
        }
        if event.retired.len() > 1 {
            self.count(Kind::SeveralRetired);
        }
        let Move::Place(point) = action else { return };
        let placed = vertex_of(point);
        let survived = event.retired.iter().any(|chain| chain.cause == Cause::SelfFill);
        match (event.immovable.contains(&placed), event.immovable.len()) {
            (true, 1) => self.count(Kind::LoneSuicide),
            (true, _) => self.count(Kind::KoRetaken),
            (false, 0) => {}
            (false, _) if survived => self.count(Kind::ImmovableSurvived),
            (false, _) => panic!("an immovable stone beside a chain with liberties: {event:?}"),
        }
        let last = game.turns().last().map(|turn| turn.action);
        let is_last = |vertex| matches!(last, Some(Move::Place(point)) if vertex_of(point) == vertex);
        if event.immovable.iter().any(|&stone| stone != placed && !is_last(stone)) {
            self.count(Kind::ImmovableAfterOtherTurns);
        }
        // An immovable stone is always the only enclosed chain. Suppose that lifting all enclosed chains restores the
        // board before the stone's placement. All its neighbours were enemy stones then, so it captured a chain, which
        // the stone just put down has filled up again. That chain's only liberty is the point of the immovable stone,
        // so lifting another chain beside it would give it a second liberty, a contradiction.
        let immovable = event.immovable.iter().any(|&stone| stone != placed);
        let enclosed = event.retired.iter().any(|chain| chain.cause == Cause::Enclosed);
        assert!(!(immovable && enclosed), "an immovable stone beside an enclosed chain that retired: {event:?}");
    }

    fn count(&mut self, kind: Kind) {
        *self.times.entry(kind).or_default() += 1;
    }

    /// The number of events of this kind.
    pub fn times(&self, kind: Kind) -> u64 {
        self.times.get(&kind).copied().unwrap_or(0)
    }

    /// The number of moves played.
    pub fn moves(&self) -> u64 {
        self.moves
    }

    /// The sum of both tallies.
    pub fn and(mut self, other: Self) -> Self {
        self.moves += other.moves;
        for (kind, times) in other.times {
            *self.times.entry(kind).or_default() += times;
        }
        self
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} moves", self.moves)?;
        Kind::all().into_iter().try_for_each(|kind| writeln!(f, "{:>9} {kind:?}", self.times(kind)))
    }
}
