//! Notices for moments when the controller's board differs from the engine's.
//!
//! Most controllers capture by ordinary rules. Their board differs as soon as an enclosed chain may not retire (articles 3 ④ and
//! 4). They also know no end of play but two passes in a row. GTP has only the words `illegal move` for what follows, so a notice
//! gives the reason.

use crate::view::{Language, Narration};
use onepure_rules::board::Color;
use onepure_rules::rules::{Game, Move, PlayError};

/// The notice for the last turn of a game, if it did something that ordinary rules do not have.
pub(super) fn of_last_turn(game: &Game) -> Option<String> {
    let turn = game.turns().last()?;
    let is_end = game.is_final() && !game.outcome()?.reason.is_given_up();
    if turn.immovable.is_empty() && !is_end {
        return None;
    }
    let told = Narration::of_last_turn(game, Language::English)?;
    let parted = if turn.immovable.is_empty() {
        ""
    } else {
        " A board that lifts stones by ordinary rules shows something else from here on."
    };
    let set_up = if is_end && is_run(game) {
        " Moves of one colour in a row are moves all the same: gogui-setup sets a position up."
    } else {
        ""
    };
    Some(format!("move {}: {told}{parted}{set_up}", turn.number))
}

/// The notice for a refused move, if ordinary rules do not explain the refusal.
pub(super) fn of_refusal(game: &Game, color: Color, action: Move, error: PlayError) -> Option<String> {
    match error {
        PlayError::Ended => {
            let end = Language::English.end(game)?;
            Some(format!("after move {} no placement is taken. {end}", game.turns().len()))
        }
        PlayError::Barred(_) | PlayError::Exhausted(_) => Some(format!("no placement is taken: {error}")),
        PlayError::Occupied(_) => {
            let parted = game.turns().iter().find(|turn| !turn.immovable.is_empty())?;
            let stones: Vec<String> = parted.immovable.iter().map(ToString::to_string).collect();
            Some(format!(
                "{color} {action} is refused: there is a stone. Since move {}, in which {} could not retire, a board that \
                 lifts stones by ordinary rules shows something else; showboard has the true one.",
                parted.number,
                stones.join(" and ")
            ))
        }
        PlayError::FightingKo(_) | PlayError::DisturbingKo(_) | PlayError::SekiKo(_) | PlayError::ThirdTime(_) => {
            Some(format!("{color} {action} is refused: {}", Language::English.refused(game.ruleset(), error)))
        }
        PlayError::Outside(..) | PlayError::Suicide(_) | PlayError::Superko(_) | PlayError::Ko(_) => None,
    }
}

/// Returns whether the last two turns are of one colour.
fn is_run(game: &Game) -> bool {
    matches!(game.turns(), [.., before, last] if before.color == last.color)
}
