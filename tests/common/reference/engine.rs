//! One turn, step by step.

#[path = "state.rs"]
mod state;

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::board::{Board, Colour, Vertex};
use super::ing::Kos;
use super::words::{
    Action, Cause, Counting, End, Event, Reason, Refusal, Repetition, Retired, Rules, Sharing, Suicide, Tax, Winner,
};

/// A game.
#[derive(Clone, PartialEq, Debug)]
pub struct Engine {
    rules: Rules,
    board: Board,
    to_play: Colour,
    /// For each placed stone on the board, the position just before its
    /// placement. A stone that was set up has none.
    position_before_placement: BTreeMap<Vertex, Board>,
    /// The colours that have had stones on the board.
    colours_that_had_stones: BTreeSet<Colour>,
    /// The number of retirements of each chain, by colour and exact points.
    retired_so_far: BTreeMap<(Colour, BTreeSet<Vertex>), usize>,
    black_quarantined: usize,
    white_quarantined: usize,
    black_abstained_at: HashSet<Board>,
    white_abstained_at: HashSet<Board>,
    /// The colours of the abstentions since the last placement.
    abstentions_running: Vec<Colour>,
    /// The starting position, every placed position and every position after
    /// retirement.
    positions_of_the_game: HashSet<Board>,
    /// Every position between two turns with the colour to play.
    positions_between_turns: HashSet<(Board, Colour)>,
    /// The position before the last turn and the colour of that turn, if it was a placement.
    before_last_placement: Option<(Colour, Board)>,
    /// All occurrences of positions between two turns with the colour to play, repetitions included: since the last
    /// abstention, or since the start under the Ing rules.
    standings: Vec<(Board, Colour)>,
    kos: Kos,
    black_captured: i32,
    white_captured: i32,
    barred: Option<Colour>,
    end: Option<End>,
}

impl Engine {
    /// A game from the empty board, Black to play.
    ///
    /// # Panics
    /// If the board has fewer than 2 or more than 19 lines.
    pub fn new(size: usize, rules: Rules) -> Engine {
        Engine::set_up(size, rules, &[], Colour::Black)
    }

    /// A game from a set-up position. Set-up stones were never placed, so they
    /// are never immovable; they are on the board for the quota.
    ///
    /// # Panics
    /// If the board has fewer than 2 or more than 19 lines, if a stone is off
    /// the board or on another stone, or if a chain is enclosed.
    pub fn set_up(size: usize, rules: Rules, stones: &[(Vertex, Colour)], to_play: Colour) -> Engine {
        assert!((2..=19).contains(&size), "a board has 2 to 19 lines");
        Engine::set_up_on(Board::empty(size), rules, stones, to_play)
    }

    /// A game from a set-up position on this board without stones, which may be a rectangle.
    ///
    /// # Panics
    /// If a stone is off the board or on another stone, or if a chain is enclosed.
    pub fn set_up_on(mut board: Board, rules: Rules, stones: &[(Vertex, Colour)], to_play: Colour) -> Engine {
        let mut colours_that_had_stones = BTreeSet::new();
        for &(vertex, colour) in stones {
            assert!(board.contains(vertex), "a set-up stone is off the board");
            assert!(board.stone_at(vertex).is_none(), "two stones on one point");
            board.put(vertex, colour);
            colours_that_had_stones.insert(colour);
        }
        assert!(board.enclosed_stones().is_empty(), "a set-up chain is enclosed");
        let mut engine = Engine {
            rules,
            board: board.clone(),
            to_play,
            position_before_placement: BTreeMap::new(),
            colours_that_had_stones,
            retired_so_far: BTreeMap::new(),
            black_quarantined: 0,
            white_quarantined: 0,
            black_abstained_at: HashSet::new(),
            white_abstained_at: HashSet::new(),
            abstentions_running: Vec::new(),
            positions_of_the_game: HashSet::from([board.clone()]),
            positions_between_turns: HashSet::from([(board.clone(), to_play)]),
            before_last_placement: None,
            standings: vec![(board, to_play)],
            kos: Kos::default(),
            black_captured: 0,
            white_captured: 0,
            barred: None,
            end: None,
        };
        engine.end = engine.exhaustion();
        engine
    }

    /// A turn of the colour to play.
    ///
    /// # Errors
    /// The refusal. Checks first whether any turn is possible, then the point.
    pub fn play(&mut self, action: Action) -> Result<Event, Refusal> {
        self.play_as(self.to_play, action)
    }

    /// A turn of this colour. If it is not the colour to play, the right is handed over first, unless the turn is
    /// refused.
    ///
    /// # Errors
    /// The refusal, as for [`Engine::play`].
    pub fn play_as(&mut self, colour: Colour, action: Action) -> Result<Event, Refusal> {
        self.check(colour, action)?;
        if colour != self.to_play {
            self.hand_over();
        }
        Ok(match action {
            Action::Abstain => self.abstain(),
            Action::Place(vertex) => self.place(vertex),
        })
    }

    /// The refusal of a turn, if it is illegal.
    fn check(&self, colour: Colour, action: Action) -> Result<(), Refusal> {
        if let Some(end) = self.end {
            // After an end by abstentions a placement resumes the game, except after the last turn of the annex, when
            // the right cannot move on.
            let may_resume = end.reason == Reason::Abstentions && self.barred.is_none();
            if !may_resume || action == Action::Abstain {
                return Err(Refusal::PlayHasEnded);
            }
        }
        if self.barred == Some(colour) {
            return Err(Refusal::PlayHasEnded);
        }
        if self.waiting(colour) == Some(0) {
            return Err(Refusal::NoWaitingStone);
        }
        match action {
            Action::Place(vertex) if !self.board.contains(vertex) => Err(Refusal::OffTheBoard),
            Action::Place(vertex) if self.board.stone_at(vertex).is_some() => Err(Refusal::Occupied),
            Action::Place(vertex) => self.check_consequences(colour, vertex),
            Action::Abstain => Ok(()),
        }
    }

    /// The refusal of a placement because of its effect, found by trying it on a copy.
    fn check_consequences(&self, colour: Colour, vertex: Vertex) -> Result<(), Refusal> {
        let mut trial = self.clone();
        trial.to_play = colour;
        let event = trial.place(vertex);
        let own_chain_went = event.retired.iter().find(|retired| retired.colour == colour);
        let own_chain_stays_enclosed = trial.board.enclosed_stones().contains(&vertex);
        let is_lone = own_chain_went.is_none_or(|retired| retired.stones.len() == 1);
        if own_chain_went.is_some() || own_chain_stays_enclosed {
            match self.rules.suicide {
                Suicide::Illegal => return Err(Refusal::Suicide),
                Suicide::OfTwoOrMore if is_lone => return Err(Refusal::Suicide),
                Suicide::OfTwoOrMore | Suicide::Legal => {}
            }
        }
        match self.rules.repetition {
            Repetition::Forbidden if self.positions_of_the_game.contains(&trial.board) => Err(Refusal::Superko),
            Repetition::ForbiddenInTurn
                if self.positions_between_turns.contains(&(trial.board.clone(), trial.to_play)) =>
            {
                Err(Refusal::Superko)
            }
            Repetition::SimpleKo if self.before_last_placement == Some((colour.other(), trial.board.clone())) => {
                Err(Refusal::Ko)
            }
            Repetition::Ing | Repetition::Ing1986 => {
                if self.before_last_placement == Some((colour.other(), trial.board.clone())) {
                    return Err(Refusal::Ko);
                }
                if let Some(refusal) = self.kos.refuse(&self.board, colour, vertex, self.rules.repetition) {
                    return Err(refusal);
                }
                let now = (trial.board, trial.to_play);
                let before = self.standings.iter().filter(|&standing| *standing == now).count();
                if before >= 2 { Err(Refusal::ThirdTime) } else { Ok(()) }
            }
            _ => Ok(()),
        }
    }

    fn has_ing_ko(&self) -> bool {
        matches!(self.rules.repetition, Repetition::Ing | Repetition::Ing1986)
    }

    /// Hands the right to the other colour. This is not an abstention; its only trace is an occurrence of the position
    /// with the new colour to play.
    pub fn hand_over(&mut self) {
        self.to_play = self.to_play.other();
        self.positions_between_turns.insert((self.board.clone(), self.to_play));
        if !self.has_ing_ko() {
            self.standings = vec![(self.board.clone(), self.to_play)];
        }
    }

    fn abstain(&mut self) -> Event {
        let mover = self.to_play;
        let end = if self.rules.black_begins && mover == Colour::Black && self.colours_that_had_stones.is_empty() {
            // Step 1: only Black may place first.
            Some(End { reason: Reason::BlackAbstainedFirst, winner: Winner::White })
        } else {
            // Step 2.
            let position = self.board.clone();
            let both_abstained = self.abstention_ends_play(mover);
            match mover {
                Colour::Black => self.black_abstained_at.insert(position),
                Colour::White => self.white_abstained_at.insert(position),
            };
            self.abstentions_running.push(mover);
            if both_abstained {
                Some(self.end_with_the_count(Reason::Abstentions))
            } else if self.barred.is_some() {
                // The last turn of the annex is over.
                Some(self.end_with_the_count(Reason::IdenticalPlacement))
            } else {
                None
            }
        };
        // Step 3.
        self.before_last_placement = None;
        if self.has_ing_ko() {
            self.kos.abstain();
        } else {
            self.standings.clear();
        }
        self.move_the_right(end);
        Event { retired: Vec::new(), immovable: BTreeSet::new(), barred: None, end: self.end }
    }

    fn place(&mut self, vertex: Vertex) -> Event {
        let mover = self.to_play;
        let opponent = mover.other();
        let is_last_turn = self.barred.is_some();
        let mut retired = Vec::new();
        let mut immovable = BTreeSet::new();
        self.end = None;
        self.abstentions_running.clear();

        // Step 1: the placed position.
        let position_before = self.board.clone();
        self.before_last_placement = Some((mover, position_before.clone()));
        self.position_before_placement.insert(vertex, position_before);
        self.board.put(vertex, mover);
        self.colours_that_had_stones.insert(mover);
        let placed_position = self.board.clone();
        let recreates_a_position = self.positions_of_the_game.contains(&placed_position);
        self.positions_of_the_game.insert(placed_position.clone());

        // Step 2: the opponent's enclosed chains, and the position without them.
        let mut enclosed_chains = BTreeSet::new();
        for neighbour in placed_position.neighbours(vertex) {
            if placed_position.stone_at(neighbour) == Some(opponent) {
                let chain = placed_position.region(neighbour);
                if placed_position.is_enclosed(&chain) {
                    enclosed_chains.insert(chain);
                }
            }
        }
        let mut position_with_all_lifted = placed_position.clone();
        for chain in &enclosed_chains {
            position_with_all_lifted.lift(chain);
        }

        // Steps 3 and 4: a single stone whose retirement would undo its
        // placement is immovable; the other chains retire.
        for chain in enclosed_chains {
            let is_immovable = self.rules.immovability
                && chain.len() == 1
                && chain
                    .iter()
                    .all(|stone| self.position_before_placement.get(stone) == Some(&position_with_all_lifted));
            if is_immovable {
                immovable.extend(chain);
            } else {
                retired.push(self.retire(opponent, chain, Cause::Enclosed));
            }
        }

        // Step 5: the chain just placed.
        let own_chain = self.board.region(vertex);
        if self.board.is_enclosed(&own_chain) {
            if own_chain.len() == 1 && self.rules.immovability {
                immovable.insert(vertex);
            } else {
                retired.push(self.retire(mover, own_chain, Cause::SelfFill));
            }
        }
        self.positions_of_the_game.insert(self.board.clone());
        if self.has_ing_ko() {
            let (_, before) = self.before_last_placement.clone().expect("a placement is under way");
            self.kos.place(&before, &self.board, mover, vertex, self.rules.repetition);
        }

        // Step 6, step 7, and the annex.
        let is_dead_end = !self.board.enclosed_stones().is_empty();
        let end = if is_dead_end && !is_last_turn {
            Some(End { reason: Reason::DeadEnd, winner: Winner::of(opponent) })
        } else if is_dead_end {
            Some(self.end_with_the_count(Reason::IdenticalPlacement))
        } else if self.rules.annihilation && self.is_a_colour_annihilated() {
            Some(self.end_with_the_count(Reason::Annihilation))
        } else if is_last_turn {
            Some(self.end_with_the_count(Reason::IdenticalPlacement))
        } else {
            None
        };
        let is_barred =
            self.rules.repetition == Repetition::BarsTheMover && recreates_a_position && !is_dead_end && !is_last_turn;
        if is_barred {
            self.barred = Some(mover);
        }

        // Step 8.
        self.move_the_right(end);
        Event { retired, immovable, barred: if is_barred { Some(mover) } else { None }, end: self.end }
    }

    /// Takes an enclosed chain off the board.
    fn retire(&mut self, colour: Colour, stones: BTreeSet<Vertex>, cause: Cause) -> Retired {
        self.board.lift(&stones);
        let number = i32::try_from(stones.len()).expect("at most 361");
        match colour {
            Colour::Black => self.black_captured += number,
            Colour::White => self.white_captured += number,
        }
        for stone in &stones {
            self.position_before_placement.remove(stone);
        }
        let times = self.retired_so_far.entry((colour, stones.clone())).or_insert(0);
        let repeated = *times > 0;
        *times += 1;
        let quarantined = self.rules.forfeiture && (repeated || cause == Cause::SelfFill);
        if quarantined {
            match colour {
                Colour::Black => self.black_quarantined += stones.len(),
                Colour::White => self.white_quarantined += stones.len(),
            }
        }
        Retired { colour, stones, cause, repeated, quarantined }
    }

    /// The right moves to the other colour. If the turn did not end play by
    /// itself, repetition and then exhaustion may.
    fn move_the_right(&mut self, end: Option<End>) {
        self.to_play = self.to_play.other();
        let has_stood_before = !self.positions_between_turns.insert((self.board.clone(), self.to_play));
        self.standings.push((self.board.clone(), self.to_play));
        self.kos.stand(&self.board, self.to_play);
        let now = (self.board.clone(), self.to_play);
        let times = self.standings.iter().filter(|&standing| *standing == now).count();
        self.end = if end.is_some() {
            end
        } else if self.rules.repetition == Repetition::SimpleKo && times >= 3 {
            Some(End { reason: Reason::NoResult, winner: Winner::NoResult })
        } else if self.rules.repetition == Repetition::Draw && has_stood_before {
            Some(End { reason: Reason::Repetition, winner: Winner::Draw })
        } else {
            self.exhaustion()
        };
    }

    /// The end of play, if the colour to play has no waiting stone.
    fn exhaustion(&self) -> Option<End> {
        if self.waiting(self.to_play) == Some(0) { Some(self.end_with_the_count(Reason::Exhaustion)) } else { None }
    }

    /// Returns whether a colour that has had stones on the board has none now.
    fn is_a_colour_annihilated(&self) -> bool {
        self.colours_that_had_stones.iter().any(|&colour| self.board.number_of_stones(colour) == 0)
    }

    /// Article 9 without the penalty of article 9 ②; by area, the comparison alone.
    fn end_with_the_count(&self, reason: Reason) -> End {
        let (black_points, white_points) = self.count();
        let winner = match (black_points, white_points, self.compare_the_points()) {
            (0, 0, _) if self.rules.counting == Counting::Contact => Winner::NobodyWins,
            (0, _, _) if self.rules.counting == Counting::Contact => Winner::White,
            (_, 0, _) if self.rules.counting == Counting::Contact => Winner::Black,
            (_, _, Ordering::Greater) => Winner::Black,
            (_, _, Ordering::Less) => Winner::White,
            (_, _, Ordering::Equal) if self.rules.black_wins_ties => Winner::Black,
            (_, _, Ordering::Equal) => Winner::Draw,
        };
        End { reason, winner }
    }

    /// Article 9 ①: Black's lead, compared with the komi.
    fn compare_the_points(&self) -> Ordering {
        let (black_points, white_points, parts) = self.exact_count();
        let difference = (black_points - white_points) as f64 / parts as f64;
        difference.partial_cmp(&self.rules.komi).expect("the komi is a number")
    }
}
