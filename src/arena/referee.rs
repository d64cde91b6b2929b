//! The referee: one game between two players.

use super::count::{wants_agreement, without_dead_stones};
use super::end::End;
use super::journal::Journal;
use super::played::{CountedBy, Played, Seated, Trouble, TroubleKind, sequence};
use super::seat::{Player, Seat};
use super::settings::{GameSettings, Watcher};
use super::table::{Mishap, Table};
use super::transcript::Transcript;
use crate::board::{Color, PerColor};
use crate::clock::RefereeClock;
use crate::geometry::PointSet;
use crate::rules::{Game, Outcome, Reason, Verdict, WonBy};
use jiff::Timestamp;
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

/// Why a game was not played to any result. What a player does wrong is never among it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GameError {
    /// The watcher broke it off.
    #[error("the game was broken off")]
    Stopped,
    /// A player cannot be started, or refuses what it is to be given at the start, or plays by other rules: nothing would
    /// come of any game with it.
    #[error("{player} cannot play: {reason}")]
    Player {
        /// Its name.
        player: String,
        /// Why.
        reason: String,
    },
    /// The opening cannot be played.
    #[error("{0}")]
    Opening(String),
    /// A record or a transcript cannot be written.
    #[error("{file}: {reason}")]
    File {
        /// The file.
        file: String,
        /// What the operating system says.
        reason: String,
    },
}

impl GameError {
    pub(super) fn file(path: &Path, error: &io::Error) -> Self {
        Self::File { file: path.display().to_string(), reason: error.to_string() }
    }
}

/// Plays one game between two seats.
///
/// Players are asked for their moves by turns, each against its clock. Our game decides what a move does and when play has
/// ended; the count is of the board as it stands or, where the rule system wants that, without the stones that both players
/// hold to be dead, and if they do not agree without those that playouts hold to be lost.
///
/// A player forfeits the game by a move that the rules forbid, a crash, silence, an answer that is not GTP or not a move, and
/// `?` to `genmove`. After `?` to `play` it is told the whole game once more; if it refuses again, the game has no result. Nor
/// has it after too many turns.
///
/// After an error, as after everything else, the seats can be used for other games. A game that was broken off leaves its
/// record as far as it went.
pub fn play_game(
    settings: &GameSettings,
    seats: PerColor<&mut Seat>,
    watcher: &dyn Watcher,
) -> Result<Played, GameError> {
    let game = settings.opening.game(settings.ruleset, settings.size, settings.komi).map_err(GameError::Opening)?;
    let started = Timestamp::now();
    let players = PerColor::from_fn(|color| {
        let name = seats[color].settings().name.clone();
        Seated { name, ..Seated::default() }
    });
    let table = Table { settings, watcher, transcript: Transcript::begin(settings.transcript.as_deref())? };
    let referee = Referee {
        journal: Journal::begin(settings, &game, started),
        table,
        seats,
        game,
        clocks: PerColor::from_fn(|_| RefereeClock::new(settings.time)),
        players,
        cpu_before: PerColor::default(),
        started,
        start: Instant::now(),
    };
    referee.play()
}

/// One game while it is played.
struct Referee<'game> {
    table: Table<'game>,
    seats: PerColor<&'game mut Seat>,
    game: Game,
    clocks: PerColor<RefereeClock>,
    journal: Journal,
    players: PerColor<Seated>,
    /// What the players had computed before the first move.
    cpu_before: PerColor<Option<Duration>>,
    started: Timestamp,
    start: Instant,
}

/// A mishap, and whose it was; of one that is nobody's both players are asked no more.
struct Halt {
    color: Option<Color>,
    mishap: Mishap,
}

impl Referee<'_> {
    fn play(mut self) -> Result<Played, GameError> {
        let halt = self.sit_down().and_then(|()| {
            while !self.game.is_over() {
                self.turn()?;
            }
            Ok(())
        });
        for color in Color::BOTH {
            let cpu = self.seats[color].player().and_then(Player::cpu);
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

    /// Lets both players begin the game.
    fn sit_down(&mut self) -> Result<(), Halt> {
        for color in Color::BOTH {
            let game = &self.game;
            let table = &self.table;
            let seat = &mut *self.seats[color];
            let begun = seat.ask(table, color, |player| player.begin(table, color, game));
            if let Some(player) = seat.player() {
                let (program, version) = player.program();
                self.players[color].program = program.map(str::to_owned);
                self.players[color].version = version.map(str::to_owned);
                self.cpu_before[color] = player.cpu();
            }
            begun.map_err(|mishap| Halt { color: Some(color), mishap })?;
        }
        self.journal.name_players(&self.players).map_err(Halt::from)
    }

    /// One turn of whoever is to play.
    fn turn(&mut self) -> Result<(), Halt> {
        if self.table.watcher.is_stopped() {
            return Err(GameError::Stopped.into());
        }
        let settings = self.table.settings;
        if self.game.turns().len() >= settings.most_turns {
            let detail = format!("the game did not end within {} turns", settings.most_turns);
            return Err(Halt { color: None, mishap: Mishap::Trouble(TroubleKind::TurnLimit, detail) });
        }
        let color = self.game.to_play();
        let trouble = |kind, detail| Halt { color: Some(color), mishap: Mishap::Trouble(kind, detail) };
        let clock = self.clocks[color];
        let chosen = self.ask(color, |player, table, game| player.choose(table, game, &clock))?;
        self.players[color].moves += 1;
        self.players[color].wall += chosen.took.as_secs_f64();
        if clock.allowance().is_some_and(|allowance| chosen.took > allowance + settings.margin) {
            // It answered after all, and can go on to the next game.
            return self.game.lose_on_time(color).map_err(|error| trouble(TroubleKind::IllegalMove, error.to_string()));
        }
        self.clocks[color].charge(chosen.took);
        let Some(action) = chosen.action else {
            return self.game.resign(color).map_err(|error| trouble(TroubleKind::IllegalMove, error.to_string()));
        };
        if let Err(error) = self.game.play_as(color, action) {
            return Err(trouble(TroubleKind::IllegalMove, format!("played {action}: {error}")));
        }
        let explanation =
            if self.game.is_over() { None } else { self.ask(color, |player, table, _| player.explain(table))? };
        if let Some(turn) = self.game.turns().last() {
            self.journal.add(turn, chosen.took, &self.clocks[color], explanation)?;
        }
        self.table.watcher.turn(settings, &self.game);
        self.ask(color, |player, table, game| player.follow(table, game))?;
        self.ask(!color, |player, table, game| player.follow(table, game))
    }

    /// Asks a player something.
    fn ask<T>(
        &mut self,
        color: Color,
        question: impl FnOnce(&mut dyn Player, &Table<'_>, &Game) -> Result<T, Mishap>,
    ) -> Result<T, Halt> {
        let Self { table, game, seats, .. } = self;
        let answer = seats[color].ask(table, color, |player| question(player, table, game));
        answer.map_err(|mishap| Halt { color: Some(color), mishap })
    }

    /// The end of a game that was played to its end.
    fn counted_end(&mut self, outcome: Outcome) -> Result<End, GameError> {
        if !wants_agreement(&self.game) {
            let is_counted = matches!(outcome.verdict, Verdict::Win(_, WonBy::Points(_)) | Verdict::BothLose)
                || outcome.verdict == Verdict::Draw && outcome.reason != Reason::Repetition;
            return Ok(End::of(outcome, is_counted.then_some(CountedBy::AsItStands)));
        }
        let named = PerColor { black: self.dead_stones(Color::Black)?, white: self.dead_stones(Color::White)? };
        let (verdict, by) = without_dead_stones(&self.game, named, self.table.settings.seed);
        Ok(End::of(Outcome { verdict, ..outcome }, Some(by)))
    }

    /// The stones that a player holds to be dead. Play has ended: a player who cannot say so any more loses nothing.
    fn dead_stones(&mut self, color: Color) -> Result<Option<PointSet>, GameError> {
        self.ask(color, |player, table, game| player.dead_stones(table, game)).or_else(|halt| {
            self.seats[color].dismiss();
            match halt.mishap {
                Mishap::Game(error) => Err(error),
                Mishap::Late | Mishap::Trouble(..) => Ok(None),
            }
        })
    }

    /// The end of a game that a mishap broke off. A player of whom nobody knows whether it still answers is sent away.
    fn broken_end(&mut self, Halt { color, mishap }: Halt) -> Result<End, GameError> {
        if let Some(color) = color
            && !matches!(&mishap, Mishap::Trouble(kind, _) if kind.leaves_player_able())
        {
            self.seats[color].dismiss();
        }
        match (mishap, color) {
            (Mishap::Game(error), _) => Err(error),
            (Mishap::Late, Some(color)) => Ok(End::of(Outcome::lost_by(color, Reason::Time), None)),
            (Mishap::Late, None) => Err(GameError::Stopped),
            (Mishap::Trouble(kind, detail), player) => Ok(End::in_trouble(Trouble { kind, player, detail })),
        }
    }

    /// Closes the record and the transcript.
    fn finish(mut self, end: End) -> Result<Played, GameError> {
        let settings = self.table.settings;
        self.journal.finish(&self.players, &end, settings)?;
        self.table.transcript.note(&end.to_string());
        let transcript = self.table.transcript.close(settings.keep_transcript || end.trouble.is_some())?;
        Ok(Played {
            number: settings.number,
            players: self.players,
            opening: settings.opening.id.clone(),
            rules: settings.ruleset.name.to_owned(),
            size: settings.size.lines(),
            komi: self.game.komi(),
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
        Self { color: None, mishap: error.into() }
    }
}
