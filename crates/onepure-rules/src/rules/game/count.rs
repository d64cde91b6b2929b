//! What is counted, and what counts beside the board.

use super::Game;
use crate::board::{Board, Color, PerColor};
use crate::geometry::PointSet;
use crate::rules::filling::Filling;
use crate::rules::ledger::Ledger;
use crate::rules::outcome::Outcome;
use crate::rules::points::{Count, Points};
use crate::rules::ruleset::{Counting, Sharing, Tax};

impl Game {
    /// How many of Black's stones at the start are a handicap, for which White may have points.
    pub fn handicap(&self) -> u16 {
        self.start.handicap
    }

    /// Says how many of Black's stones at the start are a handicap. Every end that was counted is counted anew.
    pub fn set_handicap(&mut self, stones: u16) {
        self.start.handicap = stones;
        self.count_anew();
    }

    /// The points of the board as it stands (article 7, or its area or territory).
    pub fn points(&self) -> Points {
        self.articles().points(&self.board)
    }

    /// The points after the stones on these points are lifted, as players may agree at the end.
    pub fn points_without(&self, dead: PointSet) -> Points {
        self.articles().points(&self.board_without(dead))
    }

    /// The board after the stones on these points are lifted.
    pub fn board_without(&self, dead: PointSet) -> Board {
        Board::from_position(self.size, &self.board.position().without(dead))
    }

    /// How many stones a colour has captured so far, under rules by which these are points.
    pub fn prisoners(&self, color: Color) -> Option<u32> {
        self.articles().counts_territory().then(|| self.ledger.captured[!color])
    }

    /// What has happened that a count may take into account beside the board.
    pub fn ledger(&self) -> Ledger {
        Ledger { bonus: self.articles().bonus_for(self.start.handicap), ..self.ledger }
    }

    /// How many points a colour has lost in overtime.
    pub fn penalty(&self, color: Color) -> u16 {
        self.ledger.penalties[color]
    }

    /// Says how many points a colour has lost in overtime. Every end that was counted is counted anew.
    pub fn set_penalty(&mut self, color: Color, points: u16) {
        self.start.penalties[color] = points;
        self.ledger.penalties[color] = points;
        self.count_anew();
    }

    /// What moving first is worth (article 8): as set, or as the rule system has it, for a handicap game maybe in another way.
    pub fn komi(&self) -> f64 {
        self.komi.unwrap_or(self.articles().usual_komi(self.start.handicap))
    }

    /// Sets what moving first is worth; `None` for what the rule system says. Every end that was counted, also one after
    /// which play was resumed, is counted anew.
    pub fn set_komi(&mut self, komi: Option<f64>) {
        self.komi = komi;
        self.count_anew();
    }

    /// The same game with this komi.
    pub fn with_komi(&self, komi: f64) -> Self {
        let mut game = self.clone();
        game.set_komi(Some(komi));
        game
    }

    /// Counts every end anew that was counted.
    fn count_anew(&mut self) {
        if self.outcome.is_none() && self.turns.iter().all(|turn| turn.outcome.is_none()) {
            return;
        }
        let given_up = self.outcome.filter(|outcome| outcome.reason.is_given_up());
        *self = self.replayed(self.turns.len());
        self.outcome = given_up.or(self.outcome);
    }

    /// The count of the board as it stands.
    pub fn count(&self) -> Count {
        self.points().count(self.komi(), &self.ledger())
    }

    /// The count after the stones on these points are lifted, as players may agree at the end.
    pub fn count_without(&self, dead: PointSet) -> Count {
        self.points_without(dead).count(self.komi(), &self.ledger_without(dead))
    }

    /// The count after the stones on these points are lifted: of a board on which play goes on as if its neutral points had been
    /// filled, so that they do not make sekis.
    pub fn judged_count_without(&self, dead: PointSet) -> Count {
        let articles = self.articles();
        if self.is_over() || articles.tax == Tax::None {
            return self.count_without(dead);
        }
        let points = articles.judged_points(&self.board_without(dead));
        points.count(self.komi(), &self.ledger_without(dead))
    }

    /// The count by territory under rules in which a pass hands the opponent a stone, after the stones on these points are lifted:
    /// White passes last, and has given a stone for that too. Its margin is that of the count by area, where the colours have taken
    /// turns; `None` under other rules.
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

    /// The count by filling the board after the stones on these points are lifted, under rules that share points by halves; `None` under
    /// other rules, and where something else decides too.
    pub fn filling(&self, dead: PointSet) -> Option<Filling> {
        let is_filled = self.articles().sharing == Sharing::Halves && self.ledger.penalties == PerColor::default();
        if is_filled { Filling::of(&self.board_without(dead), self.komi()) } else { None }
    }

    /// What counts beside the board after the stones on these points are lifted.
    fn ledger_without(&self, dead: PointSet) -> Ledger {
        let mut ledger = self.ledger();
        for color in Color::BOTH {
            ledger.captured[color] += (self.board.stones(color) & dead).len() as u32;
        }
        ledger
    }

    /// How play ended, if it has: after an end by abstentions with the count after the stones on these points are lifted.
    pub fn outcome_without(&self, dead: PointSet) -> Option<Outcome> {
        let outcome = self.outcome?;
        Some(if self.is_final() { outcome } else { Outcome::counted(outcome.reason, &self.count_without(dead)) })
    }
}
