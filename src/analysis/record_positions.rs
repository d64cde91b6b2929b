//! The positions of a record.

use onepure_rules::board::Color;
use onepure_rules::record::{Basis, NodeContent, NodeId, Record, RecordError, Replay};
use onepure_rules::rules::{Game, Move, Ruleset};

/// The game after some moves of a record.
#[derive(Clone, Debug)]
pub struct RecordPosition {
    /// The number of the record's moves before the position.
    pub number: usize,
    /// The game at this position.
    pub game: Game,
    /// The colour to play: that of the record's next move, or else the colour whose turn it is.
    pub color: Color,
    /// The next move of the record; `None` at its end, and if the rules do not allow it.
    pub played: Option<Move>,
    /// The last node of the record before the position; `None` before a root that has a move.
    pub place: Option<NodeId>,
}

impl RecordPosition {
    /// The position of a game without a record.
    pub fn of(game: Game) -> Self {
        Self { number: game.turns().len(), color: game.to_play(), game, played: None, place: None }
    }
}

/// The positions of the main line of a record: before its first move and after each move. Set-up stones and notes
/// belong to the position before the next move.
///
/// ```
/// use onepure::analysis::RecordPositions;
/// use onepure::record::Record;
/// use onepure::rules::Ruleset;
///
/// let record: Record = "(;SZ[9];B[ee];C[so far];W[cc])".parse()?;
/// let positions = RecordPositions::of(&record, Ruleset::one_pure()).collect::<Result<Vec<_>, _>>()?;
/// assert_eq!(positions.iter().map(|position| position.game.turns().len()).collect::<Vec<_>>(), [0, 1, 2]);
/// assert_eq!(positions[1].place, Some(record.main_line_ids()[2]));
/// # Ok::<(), onepure::record::RecordError>(())
/// ```
#[derive(Clone, Debug)]
pub struct RecordPositions<'r> {
    record: &'r Record,
    replay: Replay<'r>,
    places: Vec<NodeId>,
    /// The number of nodes played.
    played: usize,
    /// Whether the first position was returned. After it, the next node has a move.
    has_begun: bool,
    /// The error that comes after the current position.
    stopped: Option<RecordError>,
    is_over: bool,
}

impl<'r> RecordPositions<'r> {
    /// The positions of a record under these rules.
    pub fn of(record: &'r Record, ruleset: Ruleset) -> Self {
        Self::along(record, record.main_line().start(ruleset))
    }

    /// The positions of a record under its own rules; see [`Variation::start_by`](onepure_rules::record::Variation::start_by).
    pub fn by(record: &'r Record, basis: &Basis) -> Self {
        Self::along(record, record.main_line().start_by(basis))
    }

    fn along(record: &'r Record, replay: Replay<'r>) -> Self {
        let places = record.main_line_ids();
        Self { record, replay, places, played: 0, has_begun: false, stopped: None, is_over: false }
    }

    /// Plays the next node. An error ends the iteration.
    fn advance(&mut self) -> Result<(), RecordError> {
        self.replay.advance()?;
        self.played += 1;
        Ok(())
    }

    /// The position after `number` moves; the last one for `None`, or if there are fewer before the end or the first illegal
    /// move.
    ///
    /// # Errors
    /// If the record cannot be replayed to its first move.
    pub fn after(mut self, number: Option<usize>) -> Result<RecordPosition, RecordError> {
        self.go_on()?;
        while self.next_move().is_some() && number != Some(self.replay.moves()) {
            if self.go_on().is_err() {
                break;
            }
        }
        Ok(self.here())
    }

    /// Advances to the next position. The move before it is played only now, so that an illegal move does not affect
    /// earlier positions.
    fn go_on(&mut self) -> Result<(), RecordError> {
        let is_first = !std::mem::replace(&mut self.has_begun, true);
        if !is_first {
            self.advance()?;
        }
        while self.stopped.is_none() && self.played < self.places.len() && self.next_move().is_none() {
            match self.advance() {
                Err(error) if is_first => return Err(error),
                advanced => self.stopped = advanced.err(),
            }
        }
        Ok(())
    }

    /// The current position.
    fn here(&self) -> RecordPosition {
        let game = self.replay.game().clone();
        let next = self.next_move();
        let legal = next.filter(|&(color, action)| game.check(color, action).is_ok());
        RecordPosition {
            number: self.replay.moves(),
            color: legal.map_or(game.to_play(), |(color, _)| color),
            played: legal.map(|(_, action)| action),
            place: self.played.checked_sub(1).map(|last| self.places[last]),
            game,
        }
    }

    /// The move of the next node; `None` if there is no such node or it has no move.
    fn next_move(&self) -> Option<(Color, Move)> {
        if self.stopped.is_some() {
            return None;
        }
        match self.record.node(*self.places.get(self.played)?).content {
            NodeContent::Move(color, action) => Some((color, action)),
            NodeContent::Note | NodeContent::SetUp(_) => None,
        }
    }
}

impl Iterator for RecordPositions<'_> {
    type Item = Result<RecordPosition, RecordError>;

    /// The next position, or the error that ends the replay.
    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        if let Some(error) = self.stopped.take() {
            self.is_over = true;
            return Some(Err(error));
        }
        let position = self.go_on().map(|()| self.here());
        self.is_over = position.is_err() || self.next_move().is_none() && self.stopped.is_none();
        Some(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(text: &str) -> Vec<(usize, bool, usize)> {
        let record: Record = text.parse().expect("a record");
        let positions = RecordPositions::of(&record, Ruleset::one_pure());
        let positions = positions.map(|position| position.expect("moves that can be played"));
        let stones = |game: &Game| game.size().points().filter(|&point| game.board().stone(point).is_some()).count();
        positions.map(|position| (position.number, position.place.is_some(), stones(&position.game))).collect()
    }

    #[test]
    fn every_move_has_a_position_after_it() {
        assert_eq!(numbers("(;SZ[9])"), [(0, true, 0)]);
        assert_eq!(numbers("(;SZ[9]B[ee];W[cc])"), [(0, false, 0), (1, true, 1), (2, true, 2)]);
        assert_eq!(numbers("(;SZ[9]AB[aa];W[cc];AW[gg]AB[hh];B[];C[end])"), [(0, true, 1), (1, true, 4), (2, true, 4)]);
    }

    #[test]
    fn the_colour_of_the_record_moves() {
        let record: Record = "(;SZ[9];B[ee];B[cc])".parse().expect("a record");
        let positions = RecordPositions::of(&record, Ruleset::one_pure());
        let colors: Vec<Color> = positions.map(|position| position.expect("two moves").color).collect();
        assert_eq!(colors, [Color::Black, Color::Black, Color::White]);
    }

    #[test]
    fn an_error_is_the_last() {
        let record: Record = "(;SZ[9];B[ee];W[ee];B[cc])".parse().expect("a record");
        let found: Vec<_> = RecordPositions::of(&record, Ruleset::one_pure()).collect();
        assert_eq!(found.len(), 3);
        assert!(found[2].as_ref().is_err_and(|error| error.to_string() == "line 1, move 2: E5 is occupied"));
        assert_eq!(found[1].as_ref().map(|position| (position.number, position.played)), Ok((1, None)));
    }

    #[test]
    fn what_cannot_be_read_is_after_all_positions_before_it() {
        for text in ["(;SZ[9];B[ee];W[zz];B[cc])", "(;SZ[9];B[ee];AB[ee]AW[ee];B[cc])"] {
            let record: Record = text.parse().expect("a record");
            let found: Vec<_> = RecordPositions::of(&record, Ruleset::one_pure()).collect();
            assert_eq!(found.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, true, false], "{text}");
            let last = RecordPositions::of(&record, Ruleset::one_pure()).after(None).expect("a position");
            assert_eq!((last.number, last.game.turns().len()), (1, 1), "{text}");
        }
    }
}
