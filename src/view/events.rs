//! The events of a turn, each with its articles.

use onepure_rules::board::{Color, PerColor};
use onepure_rules::geometry::PointSet;
use onepure_rules::rules::{
    Article, Cause, Destination, Game, Move, Reason, Retirement, Ruling, Section, Source, Turn,
};

/// An event of a turn beyond the placement or the pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A chain retired from the board.
    Retired {
        /// The colour of the chain.
        color: Color,
        /// Its points.
        stones: PointSet,
        /// The colour that took its last liberty.
        cause: Cause,
        /// How often a chain of this colour on exactly these points has retired, this time included.
        times: usize,
        /// The place to which its stones went.
        destination: Destination,
    },
    /// Enclosed stones that may not retire, by colour.
    Immovable(PerColor<PointSet>),
    /// A colour recreated an earlier position on a lesser board and may not receive the right again.
    Barred(Color),
    /// Play ended.
    Ended(End),
}

/// The end of play, with the colour that its sentence names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// Both colours have abstained at this position.
    Abstentions,
    /// Both colours have passed in a row, under the rule set of this name, which requires no more.
    AbstentionsInARow(&'static str),
    /// Black abstained from the first placement of the game.
    BlackAbstainedFirst,
    /// An enclosed stone may not retire, so nobody may place.
    DeadEnd,
    /// This colour has no stone left on the board.
    Annihilated(Color),
    /// This colour would receive the right but has no waiting stone.
    Exhausted(Color),
    /// This colour recreated an earlier position, and the other colour has had its last turn.
    LastTurnTaken(Color),
    /// The position has recurred with this colour to play.
    Recurred(Color),
    /// The position has occurred for the third time with this colour to play, which leaves no result under the rule set
    /// of this name.
    NoResult(Color, &'static str),
    /// This colour resigned.
    Resigned(Color),
    /// This colour ran out of time.
    OutOfTime(Color),
}

/// A turn that lost the game at once, regardless of the count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SuddenLoss {
    /// A placement enclosed a lone stone that may not retire, such as the one that has just taken a ko.
    Retake,
    /// A lone stone was placed without a liberty and enclosed nothing.
    LoneSuicide,
    /// Black abstained from the first placement of the game.
    FirstAbstention,
}

impl SuddenLoss {
    /// The sudden loss by this turn; `None` if it did not lose.
    pub(super) fn of(turn: &Turn) -> Option<Self> {
        match turn.outcome?.reason {
            Reason::DeadEnd if turn.immovable.iter().any(|&stone| turn.action != Move::Place(stone)) => {
                Some(Self::Retake)
            }
            Reason::DeadEnd => Some(Self::LoneSuicide),
            Reason::BlackAbstainedFirst => Some(Self::FirstAbstention),
            _ => None,
        }
    }
}

impl Event {
    /// The event of a chain's retirement in the last turn of a game.
    pub(super) fn retired(game: &Game, chain: &Retirement) -> Self {
        let Retirement { color, stones, cause, .. } = *chain;
        let record = game.retired().iter().find(|record| record.color == color && record.stones == stones);
        let destination = game.articles().destination(chain.quarantined);
        Self::Retired { color, stones, cause, times: record.map_or(1, |record| record.times), destination }
    }

    /// The articles that the event follows.
    pub fn articles(&self) -> Vec<Article> {
        let ruling = match *self {
            Self::Retired { cause, destination, .. } => Ruling::Retirement { cause, destination },
            Self::Immovable(..) => Ruling::Immovability,
            Self::Barred(_) => Ruling::Barring,
            Self::Ended(end) => end.ruling(),
        };
        ruling.articles().to_vec()
    }

    /// The section that the event follows, for rules without articles.
    pub fn source(&self) -> Option<Source> {
        match *self {
            Self::Ended(End::AbstentionsInARow(rules)) => Some(Source { rules, section: Section::Passes }),
            Self::Ended(End::NoResult(_, rules)) => Some(Source { rules, section: Section::NoResult }),
            _ => None,
        }
    }
}

impl End {
    /// The end of play in a game; `None` if play goes on.
    pub fn of(game: &Game) -> Option<Self> {
        let outcome = game.outcome()?;
        let loser = !outcome.winner().unwrap_or(game.to_play());
        let rules = game.ruleset().name;
        Some(match outcome.reason {
            Reason::Abstentions if game.articles().passes_that_end_play().is_some() => Self::AbstentionsInARow(rules),
            Reason::Abstentions => Self::Abstentions,
            Reason::BlackAbstainedFirst => Self::BlackAbstainedFirst,
            Reason::DeadEnd => Self::DeadEnd,
            Reason::Annihilation if game.board().stones(Color::Black).is_empty() => Self::Annihilated(Color::Black),
            Reason::Annihilation => Self::Annihilated(Color::White),
            Reason::Exhaustion => Self::Exhausted(game.to_play()),
            Reason::IdenticalPlacement => Self::LastTurnTaken(game.barred().unwrap_or(game.to_play())),
            Reason::Repetition => Self::Recurred(game.to_play()),
            Reason::NoResult => Self::NoResult(game.to_play(), rules),
            Reason::Resignation => Self::Resigned(loser),
            Reason::Time => Self::OutOfTime(loser),
        })
    }

    /// The ruling to cite.
    fn ruling(self) -> Ruling {
        match self {
            Self::Abstentions => Ruling::End(Reason::Abstentions),
            Self::AbstentionsInARow(_) => Ruling::Passes,
            Self::BlackAbstainedFirst => Ruling::End(Reason::BlackAbstainedFirst),
            Self::DeadEnd => Ruling::End(Reason::DeadEnd),
            Self::Annihilated(_) => Ruling::End(Reason::Annihilation),
            Self::Exhausted(_) => Ruling::End(Reason::Exhaustion),
            Self::LastTurnTaken(_) => Ruling::End(Reason::IdenticalPlacement),
            Self::Recurred(_) => Ruling::End(Reason::Repetition),
            Self::NoResult(..) => Ruling::End(Reason::NoResult),
            Self::Resigned(_) => Ruling::End(Reason::Resignation),
            Self::OutOfTime(_) => Ruling::End(Reason::Time),
        }
    }

    /// The articles by which play ended.
    pub fn articles(self) -> Vec<Article> {
        self.ruling().articles().to_vec()
    }
}

/// The events of the last turn of a game, in the order of the turn procedure.
pub(super) fn of_turn(game: &Game, turn: &Turn) -> Vec<Event> {
    let retired = |cause| {
        let chains = turn.retired.iter().filter(move |chain| chain.cause == cause);
        chains.map(|chain| Event::retired(game, chain))
    };
    // An enclosed stone at the placement belongs to the turn's colour; every other one to the opponent.
    let owner = |point| if turn.action == Move::Place(point) { turn.color } else { !turn.color };
    let immovable = PerColor::from_fn(|color| {
        turn.immovable.iter().copied().filter(|&point| owner(point) == color).collect::<PointSet>()
    });
    let immovable = (!turn.immovable.is_empty()).then_some(Event::Immovable(immovable));
    let ended = turn.outcome.and_then(|_| End::of(game)).map(Event::Ended);
    retired(Cause::Enclosed)
        .chain(immovable)
        .chain(retired(Cause::SelfFill))
        .chain(turn.barred.map(Event::Barred))
        .chain(ended)
        .collect()
}
