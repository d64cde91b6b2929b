//! Playing a record again.

use super::info::GameInfo;
use super::node::{Node, NodeContent, SetUp};
use super::variation::Variation;
use super::{Problem, RecordError};
use crate::board::Color;
use crate::rules::{Game, Ruleset};

/// A line of a record that is being played again, node by node.
///
/// ```
/// use onepure_rules::record::{NodeContent, Record};
/// use onepure_rules::rules::Ruleset;
///
/// let record: Record = "(;SZ[9]AB[ba]PL[B];B[ab]C[around the corner];W[aa]C[a suicide])".parse()?;
/// let mut replay = record.main_line().start(Ruleset::one_pure());
/// while let Some(node) = replay.advance()? {
///     if let NodeContent::Move(color, action) = node.content {
///         println!("{color} {action}, then {} black stones", replay.game().stones(color).board);
///     }
/// }
/// # Ok::<(), onepure_rules::record::RecordError>(())
/// ```
///
/// The komi of the record (KM) is the komi of the game, if it is given.
///
/// A set-up that changes stones begins a new game from the position as it was edited. What happened before does not
/// belong to that game: no stone is in quarantine or immovable on its account, and no position has stood. The colour to
/// play is the one that is named (PL), or else the one that moves next; if nobody does, it is White where there is a
/// handicap before the first move, or else whose turn it was. A colour to play that is named without stones counts before the first move; after
/// it, the colour of the next move says the same.
#[derive(Clone, Debug)]
pub struct Replay<'r> {
    variation: Variation<'r>,
    /// How many nodes have been played.
    played: usize,
    /// How many of them were moves.
    moves: usize,
    game: Game,
}

impl<'r> Variation<'r> {
    /// Plays it move by move; see [`Replay`].
    pub fn start(&self, ruleset: Ruleset) -> Replay<'r> {
        Replay::new(self.clone(), ruleset)
    }

    /// The game after its last move.
    ///
    /// When the main line does not end play, but the record says that the game was resigned or lost on time (`B+R`,
    /// `W+Resign`, `B+T`, `W+Time` and so on), then it is.
    pub fn replay(&self, ruleset: Ruleset) -> Result<Game, RecordError> {
        self.start(ruleset).finish()
    }

    /// The game just before the move with this number, counted from 1 over the whole line, as GTP's `loadsgf` wants it.
    /// If the line has no such move, it is the game after the last.
    pub fn replay_before(&self, move_number: usize, ruleset: Ruleset) -> Result<Game, RecordError> {
        let mut replay = self.start(ruleset);
        while replay.next_move_number() != Some(move_number) {
            if replay.advance()?.is_none() {
                return replay.finish();
            }
        }
        Ok(replay.into_game())
    }
}

impl<'r> Replay<'r> {
    pub(super) fn new(variation: Variation<'r>, ruleset: Ruleset) -> Self {
        let mut game = Game::new(variation.record().size(), ruleset);
        tell_start(&mut game, &variation.record().info);
        Self { variation, played: 0, moves: 0, game }
    }

    /// The game as it stands.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The game as it stands, for good.
    pub fn into_game(self) -> Game {
        self.game
    }

    /// How many moves of the record have been played, those before a set-up included.
    pub const fn moves(&self) -> usize {
        self.moves
    }

    /// Plays the next node, and gives it; `None` at the end of the line. If it is a move, the last of
    /// [`Game::turns`] says what it did. On an error the game is as it was, and the line does not go on.
    pub fn advance(&mut self) -> Result<Option<&'r Node>, RecordError> {
        let Some(node) = self.next_node() else { return Ok(None) };
        match &node.content {
            NodeContent::Note => {}
            NodeContent::Move(color, action) => {
                let played = self.game.play_as(*color, *action).map(|_| ());
                played.map_err(|error| self.error(node, self.moves + 1, error))?;
                self.moves += 1;
            }
            NodeContent::SetUp(set_up) => self.set_up(set_up).map_err(|error| self.error(node, self.moves, error))?,
        }
        self.played += 1;
        Ok(Some(node))
    }

    /// Plays the rest of the line, and takes the result in the record into account; see [`Variation::replay`].
    pub fn finish(mut self) -> Result<Game, RecordError> {
        while self.advance()?.is_some() {}
        let result = self.variation.record().info.result.as_deref().filter(|_| self.variation.is_main());
        if let Some(loss) = result.and_then(Loss::from_result)
            && !self.game.is_over()
        {
            let ended = match loss {
                Loss::Resignation(color) => self.game.resign(color),
                Loss::Time(color) => self.game.lose_on_time(color),
            };
            debug_assert_eq!(ended, Ok(()), "play had not ended");
        }
        Ok(self.game)
    }

    /// The number of the move that the next node is; `None` if it is none.
    pub(super) fn next_move_number(&self) -> Option<usize> {
        self.next_node().filter(|node| matches!(node.content, NodeContent::Move(..))).map(|_| self.moves + 1)
    }

    fn next_node(&self) -> Option<&'r Node> {
        self.variation.nodes().nth(self.played)
    }

    fn set_up(&mut self, set_up: &SetUp) -> Result<(), Problem> {
        if !set_up.changes_stones() && !self.game.turns().is_empty() {
            return Ok(());
        }
        let info = &self.variation.record().info;
        let has_handicap = self.moves == 0 && info.handicap.is_some();
        let to_play = set_up
            .to_play
            .or_else(|| self.next_color())
            .unwrap_or_else(|| if has_handicap { Color::White } else { self.game.to_play() });
        let position = set_up.applied_to(&self.game.board().position());
        let mut game = Game::set_up(self.game.size(), *self.game.ruleset(), position, to_play)?;
        tell_start(&mut game, info);
        self.game = game;
        Ok(())
    }

    /// The colour that moves after the set-up that is the next node, unless another set-up comes first.
    fn next_color(&self) -> Option<Color> {
        let mut following = self.variation.nodes().skip(self.played + 1);
        match following.find(|node| node.content != NodeContent::Note)?.content {
            NodeContent::Move(color, _) => Some(color),
            NodeContent::Note | NodeContent::SetUp(_) => None,
        }
    }

    fn error(&self, node: &Node, move_number: usize, problem: impl Into<Problem>) -> RecordError {
        self.variation.record().error_at(node, move_number, problem)
    }
}

/// Gives a game that begins the komi, the handicap and the penalties of its record.
fn tell_start(game: &mut Game, info: &GameInfo) {
    game.set_komi(info.komi);
    let handicap = info.handicap.and_then(|stones| u16::try_from(stones).ok());
    game.set_handicap(handicap.unwrap_or(0));
    for color in Color::BOTH {
        game.set_penalty(color, info.penalties[color]);
    }
}

/// A loss that the moves do not show, and whose it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Loss {
    Resignation(Color),
    Time(Color),
}

impl Loss {
    /// The loss of which the text of a result speaks, such as `B+R`, `W+Resign` or `b+time`.
    fn from_result(result: &str) -> Option<Self> {
        let (winner, how) = result.split_once('+')?;
        let loser = match winner.trim() {
            "B" | "b" => Color::White,
            "W" | "w" => Color::Black,
            _ => return None,
        };
        match how.trim().to_ascii_lowercase().as_str() {
            "r" | "resign" => Some(Self::Resignation(loser)),
            "t" | "time" => Some(Self::Time(loser)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_that_moves_do_not_show() {
        assert_eq!(Loss::from_result("B+R"), Some(Loss::Resignation(Color::White)));
        assert_eq!(Loss::from_result(" w + Resign "), Some(Loss::Resignation(Color::Black)));
        assert_eq!(Loss::from_result("B+Time"), Some(Loss::Time(Color::White)));
        assert_eq!(Loss::from_result("W+T"), Some(Loss::Time(Color::Black)));
        for result in ["", "B+1.5", "W+Forfeit", "0", "Void", "R", "X+R", "B+Retired", "Both-lose"] {
            assert_eq!(Loss::from_result(result), None);
        }
    }
}
