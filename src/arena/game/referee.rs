//! The referee: one game between two players.

use super::end::{GameEnd, dead_in_playouts, wants_agreement};
use super::failure::{GameError, PlayerFailure};
use super::game_settings::{GameSettings, Watcher};
use super::played::{CountedBy, GamePlayer, Played, Trouble, TroubleKind, sequence};
use super::player::{GameContext, Player};
use super::record::GameRecord;
use super::transcript::Transcript;
use crate::arena::players::slot::PlayerSlot;
use jiff::Timestamp;
use onepure_engine::clock::RefereeClock;
use onepure_rules::board::{Color, PerColor};
use onepure_rules::geometry::PointSet;
use onepure_rules::rules::{Game, Move, Outcome, Reason, Verdict, WonBy};
use std::time::{Duration, Instant};

/// Plays one game between two slots.
///
/// The players move alternately, each on its clock. Our game decides what a move does and when play ends. The count
/// covers the board as it stands or, if the rule set removes dead stones, the board without the stones that both
/// players call dead. If they disagree, both play on to show which stones are dead. If one of them cannot, playouts
/// decide.
///
/// A player forfeits by a move that the rules forbid, a crash, silence, an answer that is not GTP or not a move, and
/// `?` to `genmove`. After `?` to `play` it receives the whole game again; a second refusal leaves the game without a
/// result. So do more turns than [`GameSettings::most_turns`].
///
/// The slots can play further games after any result or error. A stopped game leaves its record up to the last turn.
pub fn play_game(
    settings: &GameSettings,
    slots: PerColor<&mut PlayerSlot>,
    watcher: &dyn Watcher,
) -> Result<Played, GameError> {
    let game = settings.opening.game(settings.ruleset, settings.size, settings.komi).map_err(GameError::Opening)?;
    let started = Timestamp::now();
    let players = PerColor::from_fn(|color| {
        let name = slots[color].settings().name.clone();
        GamePlayer { name, ..GamePlayer::default() }
    });
    let context = GameContext { settings, watcher, transcript: Transcript::begin(settings.transcript.as_deref())? };
    let referee = Referee {
        record: GameRecord::begin(settings, &game, started),
        context,
        slots,
        game,
        clocks: PerColor::from_fn(|_| RefereeClock::new(settings.time)),
        players,
        cpu_before: PerColor::default(),
        started,
        start: Instant::now(),
    };
    referee.play()
}

/// A game in progress.
struct Referee<'game> {
    context: GameContext<'game>,
    slots: PerColor<&'game mut PlayerSlot>,
    game: Game,
    clocks: PerColor<RefereeClock>,
    record: GameRecord,
    players: PerColor<GamePlayer>,
    /// CPU time of the players before the first move.
    cpu_before: PerColor<Option<Duration>>,
    started: Timestamp,
    start: Instant,
}

/// Turns of the clean-up after the end of play, per point of the board. Players that never pass twice would go on for
/// ever.
const CLEAN_UP_TURNS: usize = 3;

/// A failure and the player at fault. Without one, neither player is stopped.
struct Halt {
    color: Option<Color>,
    failure: PlayerFailure,
}

impl Referee<'_> {
    fn play(mut self) -> Result<Played, GameError> {
        let halt = self.place_handicap().and_then(|()| self.begin_players()).and_then(|()| {
            while !self.game.is_over() {
                self.turn()?;
            }
            Ok(())
        });
        for color in Color::BOTH {
            let cpu = self.slots[color].player().and_then(Player::cpu);
            self.players[color].cpu =
                cpu.zip(self.cpu_before[color]).map(|(now, before)| now.saturating_sub(before).as_secs_f64());
        }
        let end = match (halt, self.game.outcome().copied()) {
            (Err(halt), _) => self.broken_end(halt)?,
            (Ok(()), Some(outcome)) => self.counted_end(outcome)?,
            (Ok(()), None) => return Err(GameError::Stopped),
        };
        self.finish(end)
    }

    /// Lets Black place its handicap stones freely if the rules allow that. If Black leaves the choice, they stay on
    /// the usual points.
    fn place_handicap(&mut self) -> Result<(), Halt> {
        let settings = self.context.settings;
        let Some(stones) = settings.opening.free_handicap(settings.ruleset, settings.size) else { return Ok(()) };
        let placed = self.ask(Color::Black, |player, context, game| player.place_handicap(context, game, stones))?;
        if let Some(placed) = placed {
            let opening = settings.opening.with_handicap_on(placed);
            self.game = opening.game(settings.ruleset, settings.size, settings.komi).map_err(GameError::Opening)?;
            self.record = GameRecord::begin(settings, &self.game, self.started);
        }
        Ok(())
    }

    /// Starts both players and gives them the game.
    fn begin_players(&mut self) -> Result<(), Halt> {
        for color in Color::BOTH {
            let game = &self.game;
            let context = &self.context;
            let slot = &mut *self.slots[color];
            let begun = slot.ask(context, color, |player| player.begin(context, color, game));
            if let Some(player) = slot.player() {
                let (program, version) = player.program();
                self.players[color].program = program.map(str::to_owned);
                self.players[color].version = version.map(str::to_owned);
                self.cpu_before[color] = player.cpu();
            }
            begun.map_err(|failure| Halt { color: Some(color), failure })?;
        }
        self.record.name_players(&self.players).map_err(Halt::from)
    }

    /// Plays one turn of the colour to play.
    fn turn(&mut self) -> Result<(), Halt> {
        if self.context.watcher.is_stopped() {
            return Err(GameError::Stopped.into());
        }
        let settings = self.context.settings;
        if self.game.turns().len() >= settings.most_turns {
            let detail = format!("the game did not end within {} turns", settings.most_turns);
            return Err(Halt { color: None, failure: PlayerFailure::Trouble(TroubleKind::TurnLimit, detail) });
        }
        let color = self.game.to_play();
        let trouble = |kind, detail| Halt { color: Some(color), failure: PlayerFailure::Trouble(kind, detail) };
        let clock = self.clocks[color];
        let chosen = self.ask(color, |player, context, game| player.choose(context, game, &clock))?;
        self.players[color].moves += 1;
        self.players[color].wall += chosen.took.as_secs_f64();
        if clock.allowance().is_some_and(|allowance| chosen.took > allowance + settings.margin) {
            // The player answered late, but it answered, so it can play the next game.
            return self.game.lose_on_time(color).map_err(|error| trouble(TroubleKind::IllegalMove, error.to_string()));
        }
        self.clocks[color].charge(chosen.took);
        let penalty = self.clocks[color].penalty();
        if penalty != self.game.penalty(color) {
            self.game.set_penalty(color, penalty);
            self.players[color].penalty = penalty;
        }
        let Some(action) = chosen.action else {
            return self.game.resign(color).map_err(|error| trouble(TroubleKind::IllegalMove, error.to_string()));
        };
        if let Err(error) = self.game.play_as(color, action) {
            return Err(trouble(TroubleKind::IllegalMove, format!("played {action}: {error}")));
        }
        let explanation =
            if self.game.is_over() { None } else { self.ask(color, |player, context, _| player.explain(context))? };
        if let Some(turn) = self.game.turns().last() {
            self.record.add(turn, chosen.took, &self.clocks[color], explanation)?;
        }
        self.context.watcher.turn(settings, &self.game);
        self.notify_both(color)
    }

    /// Tells both players about the last turn, starting with `color`, who played it.
    fn notify_both(&mut self, color: Color) -> Result<(), Halt> {
        self.ask(color, |player, context, game| player.follow(context, game))?;
        self.ask(!color, |player, context, game| player.follow(context, game))
    }

    /// Sends a request to a player.
    fn ask<T>(
        &mut self,
        color: Color,
        question: impl FnOnce(&mut dyn Player, &GameContext<'_>, &Game) -> Result<T, PlayerFailure>,
    ) -> Result<T, Halt> {
        let Self { context, game, slots, .. } = self;
        let answer = slots[color].ask(context, color, |player| question(player, context, game));
        answer.map_err(|failure| Halt { color: Some(color), failure })
    }

    /// The end of a game that the rules ended.
    fn counted_end(&mut self, outcome: Outcome) -> Result<GameEnd, GameError> {
        if !wants_agreement(&self.game) {
            let is_counted = matches!(outcome.verdict, Verdict::Win(_, WonBy::Points(_)) | Verdict::BothLose)
                || outcome.verdict == Verdict::Draw && outcome.reason != Reason::Repetition;
            return Ok(GameEnd::of(outcome, is_counted.then_some(CountedBy::AsItStands)));
        }
        let named = PerColor { black: self.dead_stones(Color::Black)?, white: self.dead_stones(Color::White)? };
        let shown = match (named.black, named.white) {
            (Some(black), Some(white)) if black == white => Some((black, CountedBy::Agreement)),
            (Some(_), Some(_)) => self.clean_up()?.map(|fallen| (fallen, CountedBy::CleanUp)),
            _ => None,
        };
        let (dead, by) =
            shown.unwrap_or_else(|| (dead_in_playouts(&self.game, self.context.settings.seed), CountedBy::Playouts));
        let verdict = self.game.count_without(dead).verdict();
        Ok(GameEnd::of(Outcome { verdict, ..outcome }, Some(by)))
    }

    /// The stones captured when both players play on after the end of play, each capturing what it judges dead. `None`
    /// if a player cannot play on or the turns run out. The game is restored afterwards: the count covers the board at
    /// the end of play, so clean-up moves cost nothing under territory rules.
    fn clean_up(&mut self) -> Result<Option<PointSet>, GameError> {
        let ended = self.game.clone();
        let fallen = self.play_on();
        self.game = ended;
        fallen.or_else(|halt| match self.broken_end(halt) {
            Err(error) => Err(error),
            Ok(_) => Ok(None),
        })
    }

    /// Plays on until two passes in a row.
    fn play_on(&mut self) -> Result<Option<PointSet>, Halt> {
        let stones = self.game.board().stones(Color::Black) | self.game.board().stones(Color::White);
        let mut fallen = PointSet::empty();
        let (mut color, mut passes) = (self.game.to_play(), 0);
        for _ in 0..CLEAN_UP_TURNS * self.game.size().lines().pow(2) {
            let Some(action) = self.ask(color, |player, context, game| player.clean_up(context, game))? else {
                return Ok(None);
            };
            passes = if action == Move::Abstain { passes + 1 } else { 0 };
            if passes == 2 {
                return Ok(Some(fallen & stones));
            }
            // After the end of play, a pass changes nothing.
            if action != Move::Abstain || !self.game.is_over() {
                let Ok(turn) = self.game.play_as(color, action) else { return Ok(None) };
                for retirement in &turn.retired {
                    fallen |= retirement.stones;
                }
                self.notify_both(color)?;
            }
            color = !color;
        }
        Ok(None)
    }

    /// The stones that a player judges dead. The player is stopped if it fails, but does not lose: play has ended.
    fn dead_stones(&mut self, color: Color) -> Result<Option<PointSet>, GameError> {
        self.ask(color, |player, context, game| player.dead_stones(context, game)).or_else(|halt| {
            self.slots[color].stop_player();
            match halt.failure {
                PlayerFailure::Game(error) => Err(error),
                PlayerFailure::Late | PlayerFailure::Trouble(..) => Ok(None),
            }
        })
    }

    /// The end of a game that a failure interrupted. Stops a player that may not answer any more.
    fn broken_end(&mut self, Halt { color, failure }: Halt) -> Result<GameEnd, GameError> {
        if let Some(color) = color
            && !matches!(&failure, PlayerFailure::Trouble(kind, _) if kind.leaves_player_able())
        {
            self.slots[color].stop_player();
        }
        match (failure, color) {
            (PlayerFailure::Game(error), _) => Err(error),
            (PlayerFailure::Late, Some(color)) => Ok(GameEnd::of(Outcome::lost_by(color, Reason::Time), None)),
            (PlayerFailure::Late, None) => Err(GameError::Stopped),
            (PlayerFailure::Trouble(kind, detail), player) => Ok(GameEnd::in_trouble(Trouble { kind, player, detail })),
        }
    }

    /// Closes the record and the transcript.
    fn finish(mut self, end: GameEnd) -> Result<Played, GameError> {
        let settings = self.context.settings;
        self.record.finish(&self.players, &end, settings)?;
        self.context.transcript.note(&end.to_string());
        let transcript = self.context.transcript.close(settings.keep_transcript || end.trouble.is_some())?;
        Ok(Played {
            number: settings.number,
            players: self.players,
            opening: settings.opening.id.clone(),
            rules: settings.ruleset.name.to_owned(),
            size: settings.size.lines(),
            komi: self.game.komi(),
            handicap: self.game.handicap(),
            time: settings.time.to_string(),
            result: end.result,
            winner: end.winner,
            reason: end.reason.to_owned(),
            trouble: end.trouble,
            counted: end.counted,
            turns: self.game.turns().len(),
            sequence: sequence(&self.game),
            seed: settings.seed,
            started: self.started,
            seconds: self.start.elapsed().as_secs_f64(),
            sgf: settings.sgf.clone(),
            transcript,
        })
    }
}

impl From<GameError> for Halt {
    fn from(error: GameError) -> Self {
        Self { color: None, failure: error.into() }
    }
}
