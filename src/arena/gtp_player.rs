//! A player that speaks GTP: what it is told, and how its answers are read.

use super::client::{Answer, Client};
use super::kept_board::KeptBoard;
use super::played::TroubleKind;
use super::player::Process;
use super::referee::GameError;
use super::seat::{Chosen, Player};
use super::table::{FailedStart, Mishap, Table};
use super::time_commands::TimeCommands;
use crate::board::{Color, Position};
use crate::clock::{RefereeClock, TimeControl};
use crate::geometry::{Point, PointSet};
use crate::rules::{Game, Move, Turn};
use std::collections::HashSet;
use std::time::Duration;

/// A player that speaks GTP.
///
/// One that knows our rules is told every turn. Of one that knows only ordinary Go the referee keeps the board that it must
/// have: where that differs from the board of the game, because a stone was immovable, the player is given the position as
/// it is, stone by stone.
pub(super) struct GtpPlayer {
    client: Client,
    /// The name in the match.
    name: String,
    program: Option<String>,
    version: Option<String>,
    commands: HashSet<String>,
    knows_our_rules: bool,
    color: Color,
    /// The board that it has, if it plays ordinary Go.
    kept: Option<KeptBoard>,
}

/// After so many characters what a player says about its move is cut off.
const LONGEST_EXPLANATION: usize = 4096;

impl GtpPlayer {
    /// Starts the process, asks what it is, and gives it its start-up commands.
    pub(super) fn start(name: &str, process: &Process, table: &Table<'_>, color: Color) -> Result<Self, FailedStart> {
        let unable = |reason: String| GameError::Player { player: name.to_owned(), reason };
        let client = Client::start(process).map_err(|error| {
            let program = process.command.first().map_or("", String::as_str);
            let error = unable(format!("`{program}` cannot be started: {error}"));
            FailedStart { mishap: error.into(), last_words: Vec::new() }
        })?;
        let mut player = Self {
            client,
            name: name.to_owned(),
            program: None,
            version: None,
            commands: HashSet::new(),
            knows_our_rules: false,
            color,
            kept: None,
        };
        match player.meet(process, table) {
            Ok(()) => Ok(player),
            Err(mishap) => Err(FailedStart { mishap, last_words: player.client.last_words() }),
        }
    }

    /// Asks what the program is, and gives it its start-up commands.
    fn meet(&mut self, process: &Process, table: &Table<'_>) -> Result<(), Mishap> {
        let commands = self.ask_text(table, "list_commands")?.unwrap_or_default();
        self.commands = commands.lines().map(|line| line.trim().to_owned()).collect();
        self.program = self.ask_text(table, "name")?;
        self.version = self.ask_text(table, "version")?;
        self.knows_our_rules = process.knows_our_rules.unwrap_or_else(|| self.has("opr-state"));
        for command in &process.start_up {
            let answer = self.ask(table, command)?;
            if !answer.is_success {
                let reason = format!("it answers `? {}` to its start-up command `{command}`", answer.text);
                return Err(GameError::Player { player: self.name.clone(), reason }.into());
            }
        }
        Ok(())
    }

    fn has(&self, command: &str) -> bool {
        self.commands.contains(command)
    }

    fn ask(&mut self, table: &Table<'_>, command: &str) -> Result<Answer, Mishap> {
        self.ask_within(table, command, table.settings.patience).map_err(|mishap| match mishap {
            Mishap::Late => silence(command, table.settings.patience),
            mishap => mishap,
        })
    }

    fn ask_within(&mut self, table: &Table<'_>, command: &str, limit: Duration) -> Result<Answer, Mishap> {
        self.client.ask(table, self.color, command, limit)
    }

    /// The text of an answer; `None` if it was `?` or empty.
    fn ask_text(&mut self, table: &Table<'_>, command: &str) -> Result<Option<String>, Mishap> {
        let answer = self.ask(table, command)?;
        Ok(Some(answer.text).filter(|text| answer.is_success && !text.is_empty()))
    }

    fn time_commands(&self, control: TimeControl) -> TimeCommands {
        TimeCommands::new(control, &self.commands, self.knows_our_rules)
    }

    /// Gives a command without which the game cannot be played.
    fn demand(&mut self, table: &Table<'_>, command: &str) -> Result<(), Mishap> {
        let answer = self.ask(table, command)?;
        if answer.is_success {
            return Ok(());
        }
        let detail = format!("answered `? {}` to `{command}`", answer.text);
        Err(Mishap::Trouble(TroubleKind::SetUpRefused, detail))
    }

    /// Checks that a program that can say by which rules it plays plays by those of the game.
    fn check_rules(&mut self, table: &Table<'_>, game: &Game) -> Result<(), Mishap> {
        if !self.has("opr-state") {
            return Ok(());
        }
        let state = self.ask_text(table, "opr-state")?.unwrap_or_default();
        let state: serde_json::Value = serde_json::from_str(&state).unwrap_or_default();
        let wanted = game.ruleset().name;
        match state.get("rules").and_then(serde_json::Value::as_str) {
            Some(rules) if rules != wanted => {
                let reason = format!("it plays by the rules {rules}, the match by {wanted}");
                Err(GameError::Player { player: self.name.clone(), reason }.into())
            }
            _ => Ok(()),
        }
    }

    /// Clears the board and plays the whole game again. Gives the turn that was refused, if one was, and the refusal.
    fn replay<'game>(&mut self, table: &Table<'_>, game: &'game Game) -> Result<Option<(&'game Turn, String)>, Mishap> {
        self.demand(table, "clear_board")?;
        self.set_up(table, &game.start())?;
        for turn in game.turns() {
            if let Some(refusal) = self.play(table, turn)? {
                return Ok(Some((turn, refusal)));
            }
        }
        self.kept = (!self.knows_our_rules).then(|| KeptBoard::after(game));
        Ok(None)
    }

    /// Clears the board and gives the position as it is.
    fn give_position(&mut self, table: &Table<'_>, game: &Game) -> Result<(), Mishap> {
        let position = game.board().position();
        table.transcript.note(&format!("{} is given the position as it is", self.color));
        self.demand(table, "clear_board")?;
        self.set_up(table, &position)?;
        self.kept = (!self.knows_our_rules).then(|| KeptBoard::new(game.size(), &position));
        Ok(())
    }

    /// Sets stones up on a board without any: at once where there is a command for it, else by playing them. No chain is
    /// without a liberty on the way: it has one that it has at the end, or the point of a stone that is still to come.
    fn set_up(&mut self, table: &Table<'_>, position: &Position) -> Result<(), Mishap> {
        let stones = Color::BOTH.map(|color| position.stones[color].iter().map(move |point| (color, point)));
        let mut stones = stones.into_iter().flatten().peekable();
        if stones.peek().is_none() {
            return Ok(());
        }
        if self.has("set_position") {
            let words: Vec<String> = stones.map(|(color, point)| format!("{color} {point}")).collect();
            return self.demand(table, &format!("set_position {}", words.join(" ")));
        }
        stones.try_for_each(|(color, point)| self.demand(table, &format!("play {color} {point}")))
    }

    /// Tells of a turn. Says how it was refused, if it was.
    fn play(&mut self, table: &Table<'_>, turn: &Turn) -> Result<Option<String>, Mishap> {
        let command = format!("play {} {}", turn.color, turn.action);
        let answer = self.ask(table, &command)?;
        Ok((!answer.is_success).then(|| format!("answered `? {}` to `{command}`", answer.text)))
    }

    /// After a turn was refused: the game once more. A player of ordinary Go gets the position instead where its board would
    /// differ on the way, or where ordinary Go may forbid the turn.
    fn repair(&mut self, table: &Table<'_>, game: &Game) -> Result<(), Mishap> {
        if !self.knows_our_rules && KeptBoard::differs_in(game) {
            return self.give_position(table, game);
        }
        table.transcript.note(&format!("{} is given the whole game once more", self.color));
        match self.replay(table, game)? {
            None => Ok(()),
            Some((turn, _)) if !self.knows_our_rules && KeptBoard::recurs_in(game, turn.number) => {
                self.give_position(table, game)
            }
            Some((turn, refusal)) => {
                let detail = format!("{refusal}, also after a replay of the whole game");
                let kind = self.kind_of_refusal(game, turn).unwrap_or(TroubleKind::MoveRefused);
                Err(Mishap::Trouble(kind, detail))
            }
        }
    }

    /// What it is to refuse a turn of a game, if the rules that the player has allow the turn.
    fn kind_of_refusal(&self, game: &Game, turn: &Turn) -> Option<TroubleKind> {
        let is_allowed = self.knows_our_rules || KeptBoard::allows(game, turn);
        is_allowed.then_some(TroubleKind::LegalMoveRefused)
    }

    fn move_of(&self, answer: &Answer, game: &Game) -> Result<Option<Move>, Mishap> {
        if !answer.is_success {
            let detail = format!("answered `? {}` to `genmove {}`", answer.text, self.color);
            return Err(Mishap::Trouble(TroubleKind::NoMove, detail));
        }
        match answer.text.to_ascii_lowercase().as_str() {
            "resign" => Ok(None),
            "pass" => Ok(Some(Move::Abstain)),
            text => match text.parse::<Point>() {
                Ok(point) if game.size().contains(point) => Ok(Some(Move::Place(point))),
                _ => Err(no_move(&answer.text)),
            },
        }
    }
}

impl Player for GtpPlayer {
    fn program(&self) -> (Option<&str>, Option<&str>) {
        (self.program.as_deref(), self.version.as_deref())
    }

    fn begin(&mut self, table: &Table<'_>, color: Color, game: &Game) -> Result<(), Mishap> {
        self.color = color;
        self.demand(table, &format!("boardsize {}", game.size()))?;
        self.demand(table, "clear_board")?;
        self.demand(table, &format!("komi {}", game.komi()))?;
        self.check_rules(table, game)?;
        let commands = self.time_commands(table.settings.time);
        if let Some(command) = commands.settings() {
            self.demand(table, &command)?;
        }
        match self.replay(table, game)? {
            None => Ok(()),
            Some((turn, refusal)) => {
                let kind = self.kind_of_refusal(game, turn).unwrap_or(TroubleKind::SetUpRefused);
                Err(Mishap::Trouble(kind, refusal))
            }
        }
    }

    fn choose(&mut self, table: &Table<'_>, game: &Game, clock: &RefereeClock) -> Result<Chosen, Mishap> {
        let commands = self.time_commands(table.settings.time);
        if let Some(command) = commands.left(self.color, clock) {
            self.ask(table, &command)?;
        }
        let command = format!("genmove {}", self.color);
        let answer = match clock.allowance() {
            Some(allowance) => self.ask_within(table, &command, allowance + table.settings.margin + GRACE)?,
            None => self.ask(table, &command)?,
        };
        // A move that comes too late is not looked at.
        let is_late = clock.allowance().is_some_and(|allowance| answer.took > allowance + table.settings.margin);
        let action = if is_late { None } else { self.move_of(&answer, game)? };
        Ok(Chosen { action, took: answer.took })
    }

    fn follow(&mut self, table: &Table<'_>, game: &Game) -> Result<(), Mishap> {
        let Some(turn) = game.turns().last().filter(|_| !game.is_over()) else { return Ok(()) };
        if let Some(kept) = &mut self.kept {
            kept.play(turn.color, turn.action);
            let differs = kept.position() != game.board().position();
            if differs || turn.color != self.color && KeptBoard::is_self_fill(turn) {
                return self.give_position(table, game);
            }
        }
        if turn.color == self.color || self.play(table, turn)?.is_none() {
            return Ok(());
        }
        self.repair(table, game)
    }

    fn explain(&mut self, table: &Table<'_>) -> Result<Option<String>, Mishap> {
        const COMMAND: &str = "gomill-explain_last_move";
        if !self.has(COMMAND) {
            return Ok(None);
        }
        let text = self.ask_text(table, COMMAND)?;
        Ok(text.map(|text| text.chars().take(LONGEST_EXPLANATION).collect()))
    }

    fn dead_stones(&mut self, table: &Table<'_>, game: &Game) -> Result<Option<PointSet>, Mishap> {
        if !self.has("final_status_list") {
            return Ok(None);
        }
        // It has not been told of the turn that ended play. Whether it takes it makes no difference any more.
        if let Some(turn) = game.turns().last().filter(|turn| turn.color != self.color) {
            self.play(table, turn)?;
        }
        let answer = self.ask(table, "final_status_list dead")?;
        let points: Result<PointSet, _> = answer.text.split_whitespace().map(str::parse::<Point>).collect();
        let stones = game.board().stones(Color::Black) | game.board().stones(Color::White);
        Ok(points.ok().filter(|&points| answer.is_success && (points - stones).is_empty()))
    }

    fn last_words(&self) -> Vec<String> {
        self.client.last_words()
    }

    fn cpu(&self) -> Option<Duration> {
        self.client.cpu()
    }
}

/// How long after its time a player may still answer without being started anew for the next game. It has lost all the
/// same.
const GRACE: Duration = Duration::from_secs(1);

/// What an answer to `genmove` is that is no point of the board: a point that another board may have, or no point at all.
fn no_move(text: &str) -> Mishap {
    let excerpt: String = text.chars().take(40).collect();
    let mut signs = text.chars();
    let letter = signs.next().is_some_and(|sign| sign.is_ascii_alphabetic());
    let number = signs.as_str().parse::<u16>().is_ok();
    if letter && number {
        Mishap::Trouble(TroubleKind::IllegalMove, format!("played {excerpt}, which is not on the board"))
    } else {
        Mishap::Trouble(TroubleKind::Garbage, format!("answered `{excerpt}` to `genmove`, which is not a move"))
    }
}

fn silence(command: &str, patience: Duration) -> Mishap {
    Mishap::Trouble(TroubleKind::Silence, format!("no answer to `{command}` within {} s", patience.as_secs_f64()))
}
