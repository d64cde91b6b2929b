//! How a game ended, in the words of results and records.

use super::played::{CountedBy, Trouble, Winner};
use crate::rules::Outcome;
use std::fmt;

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct End {
    /// As in SGF's RE.
    pub(super) result: String,
    /// Who won.
    pub(super) winner: Winner,
    /// Why play ended.
    pub(super) reason: &'static str,
    /// What was wrong, if something was.
    pub(super) trouble: Option<Trouble>,
    /// How the count came about, if there was one.
    pub(super) counted: Option<CountedBy>,
}

impl End {
    /// An end that the rules know.
    pub(super) fn of(outcome: Outcome, counted: Option<CountedBy>) -> Self {
        let Outcome { reason, verdict } = outcome;
        Self { result: verdict.to_string(), winner: verdict.into(), reason: reason.name(), trouble: None, counted }
    }

    /// A forfeit or a game without a result.
    pub(super) fn in_trouble(trouble: Trouble) -> Self {
        let winner = trouble.player.filter(|_| trouble.kind.is_forfeit()).map(|guilty| !guilty);
        let (result, reason) = match winner {
            Some(winner) => (format!("{}+Forfeit", &winner.to_string()[..1].to_ascii_uppercase()), "forfeit"),
            None => ("Void".to_owned(), "void"),
        };
        let winner = winner.map_or(Winner::Void, Winner::from);
        Self { result, winner, reason, trouble: Some(trouble), counted: None }
    }
}

impl fmt::Display for End {
    /// On one line: the result, the reason, what was wrong.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.result, self.reason)?;
        match self.counted {
            None | Some(CountedBy::AsItStands) => {}
            Some(CountedBy::Agreement) => f.write_str(", counted without the stones that both players call dead")?,
            Some(CountedBy::Playouts) => f.write_str(", counted without the stones that playouts hold to be lost")?,
        }
        if let Some(Trouble { player, detail, .. }) = &self.trouble {
            match player {
                Some(player) => write!(f, ", {player}: {detail}")?,
                None => write!(f, ", {detail}")?,
            }
        }
        Ok(())
    }
}
