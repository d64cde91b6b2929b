//! The state of a game: its stones on the board and off it, and the count.

use std::collections::{BTreeMap, BTreeSet};

use super::super::board::{Board, Colour, Vertex};
use super::super::words::{Action, Counting, End, Sharing, Tax};
use super::Engine;

impl Engine {
    /// The stone at a vertex; `None` if the point is empty.
    pub fn stone_at(&self, vertex: Vertex) -> Option<Colour> {
        self.board.stone_at(vertex)
    }

    /// The current position.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The colour to play. It changes after every turn, even if the turn ended play.
    pub fn to_play(&self) -> Colour {
        self.to_play
    }

    /// The number of waiting stones of a colour; `None` without a quota.
    pub fn waiting(&self, colour: Colour) -> Option<usize> {
        self.rules
            .quota
            .map(|quota| quota.saturating_sub(self.board.number_of_stones(colour) + self.quarantined(colour)))
    }

    /// The number of stones of a colour in quarantine.
    pub fn quarantined(&self, colour: Colour) -> usize {
        match colour {
            Colour::Black => self.black_quarantined,
            Colour::White => self.white_quarantined,
        }
    }

    /// The colour that may not receive the right again.
    pub fn barred(&self) -> Option<Colour> {
        self.barred
    }

    /// The end of play; `None` if play has not ended.
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// The number of retirements of each chain, by colour and exact points.
    pub fn retired_so_far(&self) -> &BTreeMap<(Colour, BTreeSet<Vertex>), usize> {
        &self.retired_so_far
    }

    /// The position just before the placement of the stone at a vertex; `None` without a stone or if it was set up.
    pub fn position_before_placement(&self, vertex: Vertex) -> Option<&Board> {
        self.position_before_placement.get(&vertex)
    }

    /// The different positions that have occurred in this game, also those with enclosed stones.
    pub fn positions(&self) -> impl Iterator<Item = &Board> {
        self.positions_of_the_game.iter()
    }

    /// Returns whether a colour has abstained at the current position.
    pub fn has_abstained_here(&self) -> bool {
        self.black_abstained_at.contains(&self.board) || self.white_abstained_at.contains(&self.board)
    }

    /// The position before the last turn and its colour, if it was a placement.
    pub fn before_last_placement(&self) -> Option<&(Colour, Board)> {
        self.before_last_placement.as_ref()
    }

    /// Returns whether the last turn was an abstention.
    pub fn has_just_abstained(&self) -> bool {
        !self.abstentions_running.is_empty()
    }

    /// The number of different positions that have occurred in this game.
    pub fn number_of_positions(&self) -> usize {
        self.positions_of_the_game.len()
    }

    /// Returns whether an abstention of this colour would end play, because the opponent has abstained at the current
    /// position, or because it completes a run of abstentions.
    pub fn abstention_ends_play(&self, colour: Colour) -> bool {
        let Some(enough) = self.rules.abstentions_in_a_row else {
            return match colour {
                Colour::Black => self.white_abstained_at.contains(&self.board),
                Colour::White => self.black_abstained_at.contains(&self.board),
            };
        };
        let mut in_a_row = 1;
        let mut expected = colour.other();
        for &earlier in self.abstentions_running.iter().rev() {
            if earlier != expected {
                break;
            }
            in_a_row += 1;
            expected = expected.other();
        }
        in_a_row >= enough
    }

    /// For every vertex, the colour whose point it is.
    pub fn points(&self) -> BTreeMap<Vertex, Option<Colour>> {
        let mut points = match self.rules.counting {
            Counting::Contact => return self.board.points(),
            Counting::Area => self.board.area(),
            Counting::Territory => self.board.territory(),
        };
        if self.rules.tax != Tax::Nothing {
            for (_, group, is_in_seki) in self.board.groups() {
                for vertex in group {
                    if is_in_seki && self.board.stone_at(vertex).is_none() {
                        points.insert(vertex, None);
                    }
                }
            }
        }
        points
    }

    /// The points of Black and of White in parts of a point, and the number of parts in a point: the count, and the
    /// shares of empty regions that both colours touch.
    pub fn exact_count(&self) -> (i64, i64, i64) {
        let (black, white) = self.count();
        if self.rules.counting != Counting::Area || self.rules.sharing == Sharing::Nothing {
            return (i64::from(black), i64::from(white), 1);
        }
        let (black_share, white_share, parts) = self.board.shares(self.rules.sharing == Sharing::Halves);
        (i64::from(black) * parts + black_share, i64::from(white) * parts + white_share, parts)
    }

    /// The points of Black and of White without shared regions.
    pub fn count(&self) -> (i32, i32) {
        let points = self.points();
        let points_of = |colour| {
            let owned = points.values().filter(|&&owner| owner == Some(colour)).count();
            i32::try_from(owned).expect("at most 361")
        };
        let mut black = points_of(Colour::Black);
        let mut white = points_of(Colour::White) + self.rules.bonus;
        if self.rules.counting == Counting::Territory {
            black += self.white_captured;
            white += self.black_captured;
        }
        if self.rules.counting != Counting::Contact && self.rules.tax == Tax::All {
            for (colour, _, is_in_seki) in self.board.groups() {
                match colour {
                    _ if is_in_seki => {}
                    Colour::Black => black -= 2,
                    Colour::White => white -= 2,
                }
            }
        }
        (black, white)
    }

    /// Returns whether a placement by the colour to play would leave an enclosed stone on the board, penalised or not.
    /// False for a refused placement.
    pub fn is_dead_end(&self, vertex: Vertex) -> bool {
        let mut trial = self.clone();
        trial.play(Action::Place(vertex)).is_ok() && !trial.board.enclosed_stones().is_empty()
    }
}
