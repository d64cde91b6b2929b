//! What happened in a turn, fact by fact, each with its articles.

use onepure_rules::board::{Color, PerColor};
use onepure_rules::geometry::PointSet;
use onepure_rules::rules::{
    Article, Cause, Destination, Game, Move, Reason, Retirement, Ruling, Section, Source, Turn,
};

/// Something that happened beyond the placement or the abstention itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A chain left the board.
    Retired {
        /// The colour of the chain.
        color: Color,
        /// Its points.
        stones: PointSet,
        /// Who took its last liberty.
        cause: Cause,
        /// How often a chain of this colour on exactly these points has retired by now.
        times: usize,
        /// Where its stones went.
        destination: Destination,
    },
    /// Enclosed stones that may not retire, by colour.
    Immovable(PerColor<PointSet>),
    /// A colour recreated an earlier position on a lesser board, and may not receive the right again.
    Barred(Color),
    /// Play ended.
    Ended(End),
}

/// How play ended, with the colour that the sentence about it names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// Both colours have abstained at this position.
    Abstentions,
    /// Both colours have abstained, one right after the other, under the rules of this name, which ask for no more.
    AbstentionsInARow(&'static str),
    /// Black abstained from the first placement of the game.
    BlackAbstainedFirst,
    /// An enclosed stone may not retire, and nobody may place.
    DeadEnd,
    /// This colour has lost all its stones on the board.
    Annihilated(Color),
    /// This colour would receive the right, and has no waiting stone.
    Exhausted(Color),
    /// This colour recreated an earlier position, and the other has had its last turn.
    LastTurnTaken(Color),
    /// The position has come back with this colour to play.
    Recurred(Color),
    /// The position has stood for the third time with this colour to play, and that leaves no result under the rules of this name.
    NoResult(Color, &'static str),
    /// This colour resigned.
    Resigned(Color),
    /// This colour ran out of time.
    OutOfTime(Color),
}

/// How a turn has lost the game at once, whatever the count says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SuddenLoss {
    /// A placement enclosed a lone stone that may not retire, such as the one that has just taken a ko.
    Retake,
    /// A lone stone was put where it has no liberty and encloses nothing.
    LoneSuicide,
    /// Black abstained from the first placement of the game.
    FirstAbstention,
}

impl SuddenLoss {
    /// How this turn has lost the game, if it has.
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
    /// The retirement of a chain in the last turn of a game.
    pub(super) fn retired(game: &Game, chain: &Retirement) -> Self {
        let Retirement { color, stones, cause, .. } = *chain;
        let record = game.retired().iter().find(|record| record.color == color && record.stones == stones);
        let destination = game.articles().destination(chain.quarantined);
        Self::Retired { color, stones, cause, times: record.map_or(1, |record| record.times), destination }
    }

    /// The articles by which it happened.
    pub fn articles(&self) -> Vec<Article> {
        let ruling = match *self {
            Self::Retired { cause, destination, .. } => Ruling::Retirement { cause, destination },
            Self::Immovable(..) => Ruling::Immovability,
            Self::Barred(_) => Ruling::Barring,
            Self::Ended(end) => end.ruling(),
        };
        ruling.articles().to_vec()
    }

    /// Of rules without articles the section by which it happened.
    pub fn source(&self) -> Option<Source> {
        match *self {
            Self::Ended(End::AbstentionsInARow(rules)) => Some(Source { rules, section: Section::Passes }),
            Self::Ended(End::NoResult(_, rules)) => Some(Source { rules, section: Section::NoResult }),
            _ => None,
        }
    }
}

impl End {
    /// How play ended in a game, if it has.
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

    /// What is cited for it.
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

/// What happened in a turn, the last of a game, in the order of the turn procedure.
pub(super) fn of_turn(game: &Game, turn: &Turn) -> Vec<Event> {
    let retired = |cause| {
        let chains = turn.retired.iter().filter(move |chain| chain.cause == cause);
        chains.map(|chain| Event::retired(game, chain))
    };
    // A stone that was just placed is its own colour's; every other enclosed stone is the opponent's.
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
