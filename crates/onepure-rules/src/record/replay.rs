//! Replaying a record.

use super::info::GameInfo;
use super::node::{Node, NodeContent, SetUp};
use super::variation::Variation;
use super::{Basis, Problem, RecordError};
use crate::board::Color;
use crate::rules::{Game, Move, PlayError, Ruleset};

/// A replay of a line of a record, node by node.
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
/// The komi of the record (KM), if it has one, is the komi of the game.
///
/// Moves after the end of play are ignored: passes after an end by passes, and any moves after a final end. If the rules
/// were only assumed ([`Variation::start_by`]), a repetition that they forbid is played, and simple ko holds from there
/// on. [`Replay::notices`] lists both.
///
/// A set-up that changes stones begins a new game from the edited position. The history before it is not part of that
/// game: no stone is in quarantine or immovable because of it, and no position has occurred. The colour to play is the
/// named one (PL), or else that of the next move, or else White if there is a handicap and no move yet, or else the
/// colour whose turn it was. A set-up with PL and without stones takes effect only before the first move; after it the
/// colour of the next move suffices.
#[derive(Clone, Debug)]
pub struct Replay<'r> {
    variation: Variation<'r>,
    /// The number of nodes played.
    played: usize,
    /// The number of moves played.
    moves: usize,
    game: Game,
    /// Whether the rules are a guess, so that a repetition does not refute the record.
    is_assumed: bool,
    notices: Vec<ReplayNotice>,
}

/// Moves of a record that were not played as the rules have it.
#[derive(Clone, PartialEq, Debug)]
pub struct ReplayNotice {
    /// The line of the first of these moves in the text, if it is known.
    pub line: Option<usize>,
    /// The number of the first of these moves.
    pub move_number: usize,
    /// What was done.
    pub kind: ReplayNoticeKind,
}

/// What a replay does with a move that is not as the rules have it.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum ReplayNoticeKind {
    /// Passes after the end of play, or moves after a final end, up to the move with this number. They are ignored.
    AfterEnd {
        /// The number of the last of these moves.
        last: usize,
    },
    /// A repetition that the assumed rules forbid. From here on simple ko holds.
    Repetition(PlayError),
}

/// A line of a record, played as far as it is legal.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// The game after the last legal move.
    pub game: Game,
    /// The number of moves played.
    pub moves: usize,
    /// The illegal move or set-up that ended the replay, if there is one.
    pub stopped: Option<RecordError>,
    /// The moves that were not played as the rules have it.
    pub notices: Vec<ReplayNotice>,
}

impl<'r> Variation<'r> {
    /// A replay of the line by these rules; see [`Replay`].
    pub fn start(&self, ruleset: Ruleset) -> Replay<'r> {
        Replay::new(self.clone(), ruleset, false)
    }

    /// A replay of the line by the rules of the record; see [`Replay`].
    pub fn start_by(&self, basis: &Basis) -> Replay<'r> {
        Replay::new(self.clone(), basis.ruleset, basis.rules_from.is_assumed())
    }

    /// The game after the last move of the line.
    ///
    /// If the main line does not end play, but the record's result is a resignation or a loss on time (`B+R`,
    /// `W+Resign`, `B+T`, `W+Time` and the like), the game ends with that result.
    pub fn replay(&self, ruleset: Ruleset) -> Result<Game, RecordError> {
        self.start(ruleset).finish()
    }

    /// The game just before the move with this number, counted from 1 over the whole line; GTP's `loadsgf` needs it. If
    /// the line has no such move, the game after the last one.
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
    fn new(variation: Variation<'r>, ruleset: Ruleset, is_assumed: bool) -> Self {
        let mut game = Game::new(variation.record().size(), ruleset);
        set_conditions(&mut game, &variation.record().info);
        Self { variation, played: 0, moves: 0, game, is_assumed, notices: Vec::new() }
    }

    /// The current game.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The current game, by value.
    pub fn into_game(self) -> Game {
        self.game
    }

    /// The number of moves played, including those before a set-up.
    pub const fn moves(&self) -> usize {
        self.moves
    }

    /// The moves so far that were not played as the rules have it.
    pub fn notices(&self) -> &[ReplayNotice] {
        &self.notices
    }

    /// Returns whether the replay ignores this move here, because play has ended.
    pub fn ignores(&self, color: Color, action: Move) -> bool {
        self.game.check(color, action) == Err(PlayError::Ended)
    }

    /// Plays the next node and returns it; `None` at the end of the line. For a move, the last entry of [`Game::turns`]
    /// describes its effect.
    ///
    /// # Errors
    /// If the node is illegal or cannot be read. The game is unchanged, and the replay cannot continue.
    pub fn advance(&mut self) -> Result<Option<&'r Node>, RecordError> {
        let Some(node) = self.next_node() else { return Ok(None) };
        if let Some(fault) = &node.fault {
            return Err(self.error(node, self.moves + 1, (**fault).clone()));
        }
        match &node.content {
            NodeContent::Note => {}
            NodeContent::Move(color, action) => {
                self.play(node, *color, *action)?;
                self.moves += 1;
            }
            NodeContent::SetUp(set_up) => self.set_up(set_up).map_err(|error| self.error(node, self.moves, error))?,
        }
        self.played += 1;
        Ok(Some(node))
    }

    /// Plays on to the end of the line, or to just before the move with this number, as far as the moves are legal. At
    /// the end the result in the record is applied; see [`Variation::replay`].
    pub fn play_on(mut self, before: Option<usize>) -> Replayed {
        let mut stopped = None;
        while stopped.is_none() && (before.is_none() || self.next_move_number() != before) {
            match self.advance() {
                Ok(Some(_)) => {}
                Ok(None) => {
                    self.apply_result();
                    break;
                }
                Err(error) => stopped = Some(error),
            }
        }
        let Self { game, moves, notices, .. } = self;
        Replayed { game, moves, stopped, notices }
    }

    /// Plays the rest of the line, then applies the result in the record; see [`Variation::replay`].
    pub fn finish(mut self) -> Result<Game, RecordError> {
        while self.advance()?.is_some() {}
        self.apply_result();
        Ok(self.game)
    }

    /// Ends the game by the result in the record, if that is a resignation or a loss on time and play has not ended.
    fn apply_result(&mut self) {
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
    }

    /// Plays a move; ignores it if play has ended, and lets an assumed rule yield to it.
    fn play(&mut self, node: &Node, color: Color, action: Move) -> Result<(), RecordError> {
        let number = self.moves + 1;
        let Err(error) = self.game.play_as(color, action).map(|_| ()) else { return Ok(()) };
        if error == PlayError::Ended {
            match self.notices.last_mut() {
                Some(ReplayNotice { kind: ReplayNoticeKind::AfterEnd { last }, .. }) if *last + 1 == number => {
                    *last = number;
                }
                _ => self.note(node, number, ReplayNoticeKind::AfterEnd { last: number }),
            }
            return Ok(());
        }
        if self.is_assumed
            && error.is_repetition()
            && let Some(mut game) = self.game.with_simple_ko()
            && game.play_as(color, action).is_ok()
        {
            self.game = game;
            self.note(node, number, ReplayNoticeKind::Repetition(error));
            return Ok(());
        }
        Err(self.error(node, number, error))
    }

    fn note(&mut self, node: &Node, move_number: usize, kind: ReplayNoticeKind) {
        self.notices.push(ReplayNotice { line: node.line, move_number, kind });
    }

    /// The number of the next node's move; `None` if the next node has no move.
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
        set_conditions(&mut game, info);
        self.game = game;
        Ok(())
    }

    /// The colour of the first move after the set-up in the next node; `None` if another set-up comes first.
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

/// Gives a new game the komi, the handicap and the penalties of its record.
fn set_conditions(game: &mut Game, info: &GameInfo) {
    game.set_komi(info.komi);
    let handicap = info.handicap.and_then(|stones| u16::try_from(stones).ok());
    game.set_handicap(handicap.unwrap_or(0));
    for color in Color::BOTH {
        game.set_penalty(color, info.penalties[color]);
    }
}

/// A loss without a move, with the colour that lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Loss {
    Resignation(Color),
    Time(Color),
}

impl Loss {
    /// The loss in the text of a result, such as `B+R`, `W+Resign` or `b+time`.
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
