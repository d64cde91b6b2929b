//! The count of a game: its board, ledger and komi.

use super::Game;
use crate::board::{Board, Color, PerColor};
use crate::geometry::PointSet;
use crate::rules::events::Move;
use crate::rules::filling::Filling;
use crate::rules::ledger::Ledger;
use crate::rules::outcome::Outcome;
use crate::rules::points::{Count, Points};
use crate::rules::ruleset::{Counting, Sharing, Tax};

impl Game {
    /// The number of Black's stones at the start that are a handicap. White may have points for them.
    pub fn handicap(&self) -> u16 {
        self.start.handicap
    }

    /// Sets the number of handicap stones, and recounts every end that was counted.
    pub fn set_handicap(&mut self, stones: u16) {
        self.start.handicap = stones;
        self.recount();
    }

    /// Counts Black's first moves in a row as handicap stones, as some servers and front ends send them; White may pass once between two of
    /// them. Stones of White, or two of its turns in a row, mean that a position is set up. `KataGo` has the option
    /// assumeMultipleStartingBlackMovesAreHandicap for it.
    pub fn count_handicap_by_moves(&mut self) {
        let start = self.start.position.stones;
        if !self.articles().has_handicap() || !start.white.is_empty() {
            return;
        }
        let mut stones = start.black.len();
        let mut turns = self.turns.iter().peekable();
        while let Some(turn) = turns.next() {
            match (turn.color, turn.action) {
                (Color::Black, Move::Place(_)) => stones += 1,
                (Color::White, _) if turns.peek().is_some_and(|next| next.color == Color::White) => {
                    stones = start.black.len();
                    break;
                }
                (_, Move::Abstain) => {}
                (Color::White, Move::Place(_)) => break,
            }
        }
        let handicap = if stones > 1 { stones as u16 } else { 0 };
        if handicap != self.start.handicap {
            self.set_handicap(handicap);
        }
    }

    /// The points of the board as it stands, by the rules' method of counting.
    pub fn points(&self) -> Points {
        self.articles().points(&self.board)
    }

    /// The points after the stones on these points are lifted. Players may agree on them at the end, and fill the neutral
    /// points under rules that tell territory from neutral points; see [`Points::settled`].
    pub fn points_without(&self, dead: PointSet) -> Points {
        self.articles().settled_points(&self.board_without(dead))
    }

    /// The board after the stones on these points are lifted.
    pub fn board_without(&self, dead: PointSet) -> Board {
        Board::from_position(self.size, &self.board.position().without(dead))
    }

    /// The number of stones that a colour has captured; `None` if the rules do not count them.
    pub fn prisoners(&self, color: Color) -> Option<u32> {
        self.articles().counts_territory().then(|| self.ledger.captured[!color])
    }

    /// The events that the count depends on besides the board.
    pub fn ledger(&self) -> Ledger {
        Ledger { bonus: self.articles().bonus_for(self.start.handicap), ..self.ledger }
    }

    /// The points that a colour has lost in overtime.
    pub fn penalty(&self, color: Color) -> u16 {
        self.ledger.penalties[color]
    }

    /// Sets the points that a colour has lost in overtime, and recounts every end that was counted.
    pub fn set_penalty(&mut self, color: Color, points: u16) {
        self.start.penalties[color] = points;
        self.ledger.penalties[color] = points;
        self.recount();
    }

    /// The komi (article 8): the one that was set, or the rule set's for this handicap.
    pub fn komi(&self) -> f64 {
        self.komi.unwrap_or(self.articles().usual_komi(self.start.handicap))
    }

    /// Sets the komi; `None` restores that of the rule set. Recounts every end that was counted, including one after
    /// which play was resumed.
    pub fn set_komi(&mut self, komi: Option<f64>) {
        self.komi = komi;
        self.recount();
    }

    /// A copy of the game with this komi.
    pub fn with_komi(&self, komi: f64) -> Self {
        let mut game = self.clone();
        game.set_komi(Some(komi));
        game
    }

    /// Recounts every end that was counted.
    fn recount(&mut self) {
        if self.outcome.is_none() && self.turns.iter().all(|turn| turn.outcome.is_none()) {
            return;
        }
        let given_up = self.outcome.filter(|outcome| outcome.reason.is_given_up());
        *self = self.after_turns(self.turns.len());
        self.outcome = given_up.or(self.outcome);
    }

    /// The count of the board as it stands.
    pub fn count(&self) -> Count {
        self.points().count(self.komi(), &self.ledger())
    }

    /// The count after the stones on these points are lifted. Players may agree on them at the end.
    pub fn count_without(&self, dead: PointSet) -> Count {
        self.points_without(dead).count(self.komi(), &self.ledger_without(dead))
    }

    /// The count after the stones on these points are lifted. If play goes on, neutral points are taken as filled, so
    /// that they make no seki; see [`Points::judged`].
    pub fn judged_count_without(&self, dead: PointSet) -> Count {
        let articles = self.articles();
        if self.is_over() || articles.tax == Tax::None {
            return self.count_without(dead);
        }
        let points = articles.judged_points(&self.board_without(dead));
        points.count(self.komi(), &self.ledger_without(dead))
    }

    /// The count by territory with pass stones, after the stones on these points are lifted; `None` if the rules have
    /// no pass stones. It assumes that White passes last, and adds the stone for that pass. If the colours have played
    /// alternately, its margin equals that of the count by area.
    pub fn count_with_pass_stones(&self, dead: PointSet) -> Option<Count> {
        if !self.articles().has_pass_stones() {
            return None;
        }
        let mut ledger = Ledger { bonus: 0, ..self.ledger_without(dead) };
        for color in Color::BOTH {
            ledger.captured[color] += ledger.passes[color];
        }
        let is_last = self.turns.last().is_some_and(|turn| turn.color == Color::Black);
        ledger.captured.white += u32::from(is_last);
        Some(Points::of(&self.board_without(dead), Counting::Territory).count(self.komi(), &ledger))
    }

    /// The count by filling the board, after the stones on these points are lifted; `None` if the rules do not halve
    /// shared points, or if there are penalties, which stones on the board cannot show.
    pub fn filling(&self, dead: PointSet) -> Option<Filling> {
        let is_filled = self.articles().sharing == Sharing::Halves && self.ledger.penalties == PerColor::default();
        if is_filled { Filling::of(&self.board_without(dead), self.komi()) } else { None }
    }

    /// The ledger after the stones on these points are lifted.
    fn ledger_without(&self, dead: PointSet) -> Ledger {
        let mut ledger = self.ledger();
        for color in Color::BOTH {
            ledger.captured[color] += (self.board.stones(color) & dead).len() as u32;
        }
        ledger
    }

    /// The outcome, if play has ended. An end by abstentions is counted after the stones on these points are lifted.
    pub fn outcome_without(&self, dead: PointSet) -> Option<Outcome> {
        let outcome = self.outcome?;
        Some(if self.is_final() { outcome } else { Outcome::counted(outcome.reason, &self.count_without(dead)) })
    }
}
