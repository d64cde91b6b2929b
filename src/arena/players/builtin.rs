//! A player that is the engine in this process.

use crate::arena::game::failure::{GameError, PlayerFailure};
use crate::arena::game::played::TroubleKind;
use crate::arena::game::player::{ChosenMove, GameContext, Player};
use onepure_engine::clock::RefereeClock;
use onepure_engine::engine::{Decision, Engine, Report, SearchRequest, Settings, thread_time};
use onepure_rules::board::Color;
use onepure_rules::geometry::PointSet;
use onepure_rules::rules::{Game, Move};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// A player that is the engine in this process.
pub(super) struct Builtin {
    settings: Settings,
    /// The engine with the current game; `None` before the first.
    engine: Option<Engine>,
    color: Color,
    /// CPU time of the calling threads outside the engine's search threads.
    cpu: Option<Duration>,
}

/// An odd factor without a pattern (2⁶⁴ divided by the golden ratio). The engine adds the turn number to its seed.
/// Without the factor, game N at turn T + 1 would have the seed of game N + 1 at turn T.
const GAME_SEED_FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;

/// The interval at which a search checks whether to stop.
const STOP_CHECK_INTERVAL: Duration = Duration::from_millis(50);

impl Builtin {
    /// A player with these settings. The engine is created for the first game.
    pub(super) fn new(settings: Settings) -> Self {
        Self { settings, engine: None, color: Color::Black, cpu: Some(Duration::ZERO) }
    }

    /// Runs `question` on the engine. A panic becomes the player's fault.
    fn ask<T>(&mut self, question: impl FnOnce(&mut Engine) -> T) -> Result<T, PlayerFailure> {
        let broken = |detail: &str| PlayerFailure::Trouble(TroubleKind::Panic, detail.to_owned());
        let Some(engine) = &mut self.engine else { return Err(broken("the engine has no game")) };
        catch_unwind(AssertUnwindSafe(|| question(engine))).map_err(|_| broken("the engine panicked"))
    }
}

impl Player for Builtin {
    fn program(&self) -> (Option<&str>, Option<&str>) {
        (Some(env!("CARGO_PKG_NAME")), Some(env!("CARGO_PKG_VERSION")))
    }

    fn place_handicap(&mut self, _: &GameContext<'_>, _: &Game, _: u16) -> Result<Option<PointSet>, PlayerFailure> {
        Ok(None)
    }

    fn begin(&mut self, context: &GameContext<'_>, color: Color, game: &Game) -> Result<(), PlayerFailure> {
        self.color = color;
        let engine =
            self.engine.get_or_insert_with(|| Engine::new(game.size(), *game.ruleset(), self.settings.clone()));
        engine.set_game(game.clone());
        let seed = self.settings.seed.wrapping_add(context.settings.seed.wrapping_mul(GAME_SEED_FACTOR));
        engine.set_settings(Settings { seed, ..self.settings.clone() });
        engine.forget();
        engine.set_time_control(context.settings.time);
        Ok(())
    }

    fn choose(
        &mut self,
        context: &GameContext<'_>,
        _: &Game,
        clock: &RefereeClock,
    ) -> Result<ChosenMove, PlayerFailure> {
        let color = self.color;
        let left = clock.told();
        let cpu_before = thread_time();
        let chosen = self.ask(|engine| {
            if let Some(left) = left {
                engine.set_time_left(color, left);
            }
            let start = Instant::now();
            let request = SearchRequest { interval: Some(STOP_CHECK_INTERVAL), ..SearchRequest::default() };
            let watch = |_: &Report| {
                if context.watcher.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            let action = match engine.best_move_with(color, &request, watch) {
                Decision::Play(action) => Some(action),
                Decision::Resign => None,
            };
            ChosenMove { action, took: start.elapsed() }
        });
        let cpu = thread_time().zip(cpu_before).map(|(now, before)| now.saturating_sub(before));
        self.cpu = self.cpu.zip(cpu).map(|(sum, cpu)| sum + cpu);
        // Discard the move of an interrupted search: the game was stopped.
        if context.watcher.is_stopped() { Err(GameError::Stopped.into()) } else { chosen }
    }

    fn follow(&mut self, _: &GameContext<'_>, game: &Game) -> Result<(), PlayerFailure> {
        let Some(turn) = game.turns().last() else { return Ok(()) };
        let (color, action) = (turn.color, turn.action);
        let penalty = game.penalty(color);
        let played = self.ask(|engine| {
            if engine.game().penalty(color) != penalty {
                engine.set_penalty(color, penalty);
            }
            engine.play_as(color, action).map(|_| ())
        })?;
        played
            .map_err(|error| PlayerFailure::Trouble(TroubleKind::Panic, format!("the engine's game differs: {error}")))
    }

    fn explain(&mut self, _: &GameContext<'_>) -> Result<Option<String>, PlayerFailure> {
        Ok(None)
    }

    fn dead_stones(&mut self, _: &GameContext<'_>, _: &Game) -> Result<Option<PointSet>, PlayerFailure> {
        self.ask(|engine| Some(engine.dead_stones()))
    }

    fn clean_up(&mut self, _: &GameContext<'_>, _: &Game) -> Result<Option<Move>, PlayerFailure> {
        let color = self.color;
        let decision = self.ask(|engine| engine.choose_clean_up(color))?;
        Ok(Some(if let Decision::Play(action) = decision { action } else { Move::Abstain }))
    }

    fn stderr_tail(&self) -> Vec<String> {
        Vec::new()
    }

    fn cpu(&self) -> Option<Duration> {
        let searches = self.engine.as_ref().map_or(Some(Duration::ZERO), Engine::cpu_time);
        searches.zip(self.cpu).map(|(searches, beside)| searches + beside)
    }
}
