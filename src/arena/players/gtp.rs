//! A player that speaks GTP: the commands it gets, and the meaning of its answers.

use super::client::{Client, Response};
use super::ordinary_board::OrdinaryBoard;
use super::player_settings::Process;
use super::time_commands::TimeCommands;
use crate::arena::game::failure::{GameError, PlayerFailure};
use crate::arena::game::played::TroubleKind;
use crate::arena::game::player::{ChosenMove, FailedStart, GameContext, Player};
use crate::katago_rules::ruleset_for_katago;
use onepure_engine::clock::{RefereeClock, TimeControl};
use onepure_rules::board::{Color, PerColor, Position};
use onepure_rules::geometry::{Point, PointSet};
use onepure_rules::rules::{Game, Move, Turn, fixed_handicap};
use std::collections::HashSet;
use std::time::Duration;

/// A player that speaks GTP.
///
/// A program that knows our rules is told every turn. For a program that knows only ordinary Go, the referee tracks the
/// board that such a program must have. If that board differs from the game's, because a stone was immovable, the
/// player gets the position stone by stone.
pub(super) struct GtpPlayer {
    client: Client,
    /// The name in the match.
    name: String,
    program: Option<String>,
    version: Option<String>,
    commands: HashSet<String>,
    knows_our_rules: bool,
    /// Whether its start-up commands set the rules.
    has_rules: bool,
    color: Color,
    /// The board that the program must have; `None` if it knows our rules.
    ordinary_board: Option<OrdinaryBoard>,
    /// The overtime penalties that the program knows, in points.
    sent_penalties: PerColor<u16>,
}

/// Characters of an explanation of a move that the record keeps.
const LONGEST_EXPLANATION: usize = 4096;

/// The commands that set rules: `KataGo`'s and KGS's.
const RULES_COMMANDS: [&str; 2] = ["kata-set-rules", "kgs-rules"];

impl GtpPlayer {
    /// Starts the process, asks for its name and commands, and sends its start-up commands.
    pub(super) fn start(
        name: &str,
        process: &Process,
        context: &GameContext<'_>,
        color: Color,
    ) -> Result<Self, FailedStart> {
        let unable = |reason: String| GameError::Player { player: name.to_owned(), reason };
        let client = Client::start(process).map_err(|error| {
            let program = process.command.first().map_or("", String::as_str);
            let error = unable(format!("`{program}` cannot be started: {error}"));
            FailedStart { failure: error.into(), stderr_tail: Vec::new() }
        })?;
        let mut player = Self {
            client,
            name: name.to_owned(),
            program: None,
            version: None,
            commands: HashSet::new(),
            knows_our_rules: false,
            has_rules: false,
            color,
            ordinary_board: None,
            sent_penalties: PerColor::default(),
        };
        match player.query_program(process, context) {
            Ok(()) => Ok(player),
            Err(failure) => Err(FailedStart { failure, stderr_tail: player.client.stderr_tail() }),
        }
    }

    /// Asks for the program's name and commands, and sends its start-up commands.
    fn query_program(&mut self, process: &Process, context: &GameContext<'_>) -> Result<(), PlayerFailure> {
        let commands = self.ask_text(context, "list_commands")?.unwrap_or_default();
        self.commands = commands.lines().map(|line| line.trim().to_owned()).collect();
        self.program = self.ask_text(context, "name")?;
        self.version = self.ask_text(context, "version")?;
        self.knows_our_rules = process.knows_our_rules.unwrap_or_else(|| self.has("opr-state"));
        let sets_rules = |command: &String| RULES_COMMANDS.iter().any(|known| command.starts_with(known));
        self.has_rules = process.start_up.iter().any(sets_rules);
        for command in &process.start_up {
            let answer = self.ask(context, command)?;
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

    fn ask(&mut self, context: &GameContext<'_>, command: &str) -> Result<Response, PlayerFailure> {
        self.ask_within(context, command, context.settings.patience).map_err(|failure| match failure {
            PlayerFailure::Late => silence(command, context.settings.patience),
            failure => failure,
        })
    }

    fn ask_within(
        &mut self,
        context: &GameContext<'_>,
        command: &str,
        limit: Duration,
    ) -> Result<Response, PlayerFailure> {
        self.client.ask(context, self.color, command, limit)
    }

    /// The text of an answer; `None` for `?` or an empty text.
    fn ask_text(&mut self, context: &GameContext<'_>, command: &str) -> Result<Option<String>, PlayerFailure> {
        let answer = self.ask(context, command)?;
        Ok(Some(answer.text).filter(|text| answer.is_success && !text.is_empty()))
    }

    fn time_commands(&self, control: TimeControl) -> TimeCommands {
        TimeCommands::new(control, &self.commands, self.knows_our_rules)
    }

    /// Sends a command that the game needs. `?` is a fault of the player.
    fn demand(&mut self, context: &GameContext<'_>, command: &str) -> Result<(), PlayerFailure> {
        let answer = self.ask(context, command)?;
        if answer.is_success {
            return Ok(());
        }
        let detail = format!("answered `? {}` to `{command}`", answer.text);
        Err(PlayerFailure::Trouble(TroubleKind::SetUpRefused, detail))
    }

    /// Sends the rules in `KataGo`'s or KGS's format to a program of ordinary Go that has such a command, unless its
    /// start-up commands did. A program that rejects them keeps its own rules, like one without the command.
    fn send_rules(&mut self, context: &GameContext<'_>, game: &Game) -> Result<(), PlayerFailure> {
        let ruleset = game.ruleset();
        let object = ruleset_for_katago(ruleset, game.size()).filter(|_| !self.knows_our_rules && !self.has_rules);
        let Some(object) = object else { return Ok(()) };
        let [katago, kgs] = RULES_COMMANDS;
        let known_to_kgs = ["japanese", "chinese", "aga", "new-zealand"].contains(&ruleset.name);
        let object = serde_json::Value::Object(object).to_string();
        let told = [(katago, Some(object)), (kgs, known_to_kgs.then(|| ruleset.name.replace('-', "_")))];
        for (command, rules) in told {
            let Some(rules) = rules.filter(|_| self.has(command)) else { continue };
            if self.ask(context, &format!("{command} {rules}"))?.is_success {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Sends the board size, the rules and the komi.
    fn send_game(&mut self, context: &GameContext<'_>, game: &Game) -> Result<(), PlayerFailure> {
        self.demand(context, &format!("boardsize {}", game.size()))?;
        self.demand(context, "clear_board")?;
        self.send_rules(context, game)?;
        self.demand(context, &format!("komi {}", game.komi()))?;
        self.check_rules(context, game)
    }

    /// Returns an error if the program reports other rules than those of the game.
    fn check_rules(&mut self, context: &GameContext<'_>, game: &Game) -> Result<(), PlayerFailure> {
        if !self.has("opr-state") {
            return Ok(());
        }
        let state = self.ask_text(context, "opr-state")?.unwrap_or_default();
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

    /// Clears the board and replays the game. Returns the first turn that the program refused, with its answer.
    fn replay<'game>(
        &mut self,
        context: &GameContext<'_>,
        game: &'game Game,
    ) -> Result<Option<(&'game Turn, String)>, PlayerFailure> {
        self.clear_board(context)?;
        if !self.set_up_handicap(context, game)? {
            self.set_up(context, &game.start())?;
        }
        for turn in game.turns() {
            if let Some(refusal) = self.play(context, turn)? {
                return Ok(Some((turn, refusal)));
            }
        }
        self.ordinary_board = (!self.knows_our_rules).then(|| OrdinaryBoard::after(game));
        self.send_penalties(context, game)?;
        Ok(None)
    }

    /// Clears the board and sets up the current position.
    fn give_position(&mut self, context: &GameContext<'_>, game: &Game) -> Result<(), PlayerFailure> {
        let position = game.board().position();
        context.transcript.note(&format!("{} is given the position as it is", self.color));
        self.clear_board(context)?;
        self.set_up(context, &position)?;
        self.ordinary_board = (!self.knows_our_rules).then(|| OrdinaryBoard::new(game.size(), &position));
        self.send_penalties(context, game)
    }

    /// Clears the board. This also clears the program's penalties.
    fn clear_board(&mut self, context: &GameContext<'_>) -> Result<(), PlayerFailure> {
        self.sent_penalties = PerColor::default();
        self.demand(context, "clear_board")
    }

    /// Sends the overtime penalties to a program with `opr-penalty`. Other programs stay uninformed: adding the penalty
    /// to the komi would show up as a changed komi.
    fn send_penalties(&mut self, context: &GameContext<'_>, game: &Game) -> Result<(), PlayerFailure> {
        const COMMAND: &str = "opr-penalty";
        for color in Color::BOTH {
            let penalty = game.penalty(color);
            if self.sent_penalties[color] != penalty && self.has(COMMAND) {
                self.demand(context, &format!("{COMMAND} {color} {penalty}"))?;
                self.sent_penalties[color] = penalty;
            }
        }
        Ok(())
    }

    /// Sets up the stones of a handicap game with a handicap command, so that the program counts them as handicap:
    /// `fixed_handicap` if the points match, or else `set_free_handicap`. Returns whether it did.
    fn set_up_handicap(&mut self, context: &GameContext<'_>, game: &Game) -> Result<bool, PlayerFailure> {
        let (handicap, PerColor { black, white }) = (usize::from(game.handicap()), game.start().stones);
        if handicap < 2 || black.len() != handicap || !white.is_empty() || game.first_to_play() == Color::Black {
            return Ok(false);
        }
        let fixed = fixed_handicap(game.size(), handicap).map(PointSet::from_iter);
        if fixed == Some(black) && !game.articles().places_handicap_freely() && self.has("fixed_handicap") {
            let answer = self.ask(context, &format!("fixed_handicap {handicap}"))?;
            if answer.is_success && points_of(&answer.text) == Some(black) {
                return Ok(true);
            }
            // The program uses other points, or refuses.
            self.demand(context, "clear_board")?;
        }
        if !self.has("set_free_handicap") {
            return Ok(false);
        }
        self.demand(context, &format!("set_free_handicap {}", black.names(" ")))?;
        Ok(true)
    }

    /// Sets up stones on an empty board: with `set_position` if the program has it, or else with `play`. No order of
    /// the stones captures anything: each chain has a liberty of the final position or the point of a stone still to
    /// come.
    fn set_up(&mut self, context: &GameContext<'_>, position: &Position) -> Result<(), PlayerFailure> {
        let stones = Color::BOTH.map(|color| position.stones[color].iter().map(move |point| (color, point)));
        let mut stones = stones.into_iter().flatten().peekable();
        if stones.peek().is_none() {
            return Ok(());
        }
        if self.has("set_position") {
            let words: Vec<String> = stones.map(|(color, point)| format!("{color} {point}")).collect();
            return self.demand(context, &format!("set_position {}", words.join(" ")));
        }
        stones.try_for_each(|(color, point)| self.demand(context, &format!("play {color} {point}")))
    }

    /// Sends a turn. Returns the answer if the program refused it.
    fn play(&mut self, context: &GameContext<'_>, turn: &Turn) -> Result<Option<String>, PlayerFailure> {
        let command = format!("play {} {}", turn.color, turn.action);
        let answer = self.ask(context, &command)?;
        Ok((!answer.is_success).then(|| format!("answered `? {}` to `{command}`", answer.text)))
    }

    /// Sends the game again after a refused turn. A player of ordinary Go gets the position instead if its board would
    /// differ on the way, or if ordinary Go may forbid the turn.
    fn repair(&mut self, context: &GameContext<'_>, game: &Game) -> Result<(), PlayerFailure> {
        if !self.knows_our_rules && OrdinaryBoard::differs_in(game) {
            return self.give_position(context, game);
        }
        context.transcript.note(&format!("{} is given the whole game once more", self.color));
        match self.replay(context, game)? {
            None => Ok(()),
            Some((turn, _)) if !self.knows_our_rules && OrdinaryBoard::recurs_in(game, turn.number) => {
                self.give_position(context, game)
            }
            Some((turn, refusal)) => {
                let detail = format!("{refusal}, also after a replay of the whole game");
                let kind = self.kind_of_refusal(game, turn).unwrap_or(TroubleKind::MoveRefused);
                Err(PlayerFailure::Trouble(kind, detail))
            }
        }
    }

    /// The fault of refusing a turn that the player's own rules allow; `None` if they may forbid it.
    fn kind_of_refusal(&self, game: &Game, turn: &Turn) -> Option<TroubleKind> {
        let is_allowed = self.knows_our_rules || OrdinaryBoard::allows(game, turn);
        is_allowed.then_some(TroubleKind::LegalMoveRefused)
    }

    fn move_of(&self, answer: &Response, game: &Game) -> Result<Option<Move>, PlayerFailure> {
        if !answer.is_success {
            let detail = format!("answered `? {}` to `genmove {}`", answer.text, self.color);
            return Err(PlayerFailure::Trouble(TroubleKind::NoMove, detail));
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

    fn place_handicap(
        &mut self,
        context: &GameContext<'_>,
        game: &Game,
        stones: u16,
    ) -> Result<Option<PointSet>, PlayerFailure> {
        const COMMAND: &str = "place_free_handicap";
        if !self.has(COMMAND) {
            return Ok(None);
        }
        self.color = Color::Black;
        self.send_game(context, game)?;
        let command = format!("{COMMAND} {stones}");
        let answer = self.ask(context, &command)?;
        if !answer.is_success {
            return Ok(None);
        }
        let points = points_of(&answer.text)
            .filter(|points| (2..=usize::from(stones)).contains(&points.len()) && points.is_subset(game.size().all()));
        points.map(Some).ok_or_else(|| {
            let detail = format!(
                "answered `{}` to `{command}`: expected 2 to {stones} different points of the board",
                excerpt(&answer.text)
            );
            PlayerFailure::Trouble(TroubleKind::IllegalMove, detail)
        })
    }

    fn begin(&mut self, context: &GameContext<'_>, color: Color, game: &Game) -> Result<(), PlayerFailure> {
        self.color = color;
        self.send_game(context, game)?;
        let commands = self.time_commands(context.settings.time);
        if let Some(command) = commands.settings() {
            self.demand(context, &command)?;
        }
        match self.replay(context, game)? {
            None => Ok(()),
            Some((turn, refusal)) => {
                let kind = self.kind_of_refusal(game, turn).unwrap_or(TroubleKind::SetUpRefused);
                Err(PlayerFailure::Trouble(kind, refusal))
            }
        }
    }

    fn choose(
        &mut self,
        context: &GameContext<'_>,
        game: &Game,
        clock: &RefereeClock,
    ) -> Result<ChosenMove, PlayerFailure> {
        let commands = self.time_commands(context.settings.time);
        if let Some(command) = commands.left(self.color, clock) {
            self.ask(context, &command)?;
        }
        let command = format!("genmove {}", self.color);
        let answer = match clock.allowance() {
            Some(allowance) => self.ask_within(context, &command, allowance + context.settings.margin + GRACE)?,
            None => self.ask(context, &command)?,
        };
        // Do not judge a late move: the player has lost on time.
        let is_late = clock.allowance().is_some_and(|allowance| answer.took > allowance + context.settings.margin);
        let action = if is_late { None } else { self.move_of(&answer, game)? };
        Ok(ChosenMove { action, took: answer.took })
    }

    fn follow(&mut self, context: &GameContext<'_>, game: &Game) -> Result<(), PlayerFailure> {
        let Some(turn) = game.turns().last().filter(|_| !game.is_over()) else { return Ok(()) };
        self.send_penalties(context, game)?;
        if let Some(ordinary_board) = &mut self.ordinary_board {
            ordinary_board.play(turn.color, turn.action);
            let differs = ordinary_board.position() != game.board().position();
            if differs || turn.color != self.color && OrdinaryBoard::is_self_fill(turn) {
                return self.give_position(context, game);
            }
        }
        if turn.color == self.color || self.play(context, turn)?.is_none() {
            return Ok(());
        }
        self.repair(context, game)
    }

    fn explain(&mut self, context: &GameContext<'_>) -> Result<Option<String>, PlayerFailure> {
        const COMMAND: &str = "gomill-explain_last_move";
        if !self.has(COMMAND) {
            return Ok(None);
        }
        let text = self.ask_text(context, COMMAND)?;
        Ok(text.map(|text| text.chars().take(LONGEST_EXPLANATION).collect()))
    }

    fn dead_stones(&mut self, context: &GameContext<'_>, game: &Game) -> Result<Option<PointSet>, PlayerFailure> {
        if !self.has("final_status_list") {
            return Ok(None);
        }
        // The program does not know the turn that ended play yet. A refusal makes no difference now.
        if let Some(turn) = game.turns().last().filter(|turn| turn.color != self.color) {
            self.play(context, turn)?;
        }
        let answer = self.ask(context, "final_status_list dead")?;
        let stones = game.board().stones(Color::Black) | game.board().stones(Color::White);
        Ok(points_of(&answer.text).filter(|&points| answer.is_success && points.is_subset(stones)))
    }

    fn clean_up(&mut self, context: &GameContext<'_>, game: &Game) -> Result<Option<Move>, PlayerFailure> {
        const COMMAND: &str = "kgs-genmove_cleanup";
        if !self.has(COMMAND) {
            return Ok(None);
        }
        let answer = self.ask(context, &format!("{COMMAND} {}", self.color))?;
        Ok(Some(self.move_of(&answer, game)?.unwrap_or(Move::Abstain)))
    }

    fn stderr_tail(&self) -> Vec<String> {
        self.client.stderr_tail()
    }

    fn cpu(&self) -> Option<Duration> {
        self.client.cpu()
    }
}

/// The time after the end of its clock in which a player may answer without a restart. It loses on time regardless.
const GRACE: Duration = Duration::from_secs(1);

/// The points of an answer; `None` if the text is anything else or repeats a point.
fn points_of(text: &str) -> Option<PointSet> {
    let points: Vec<Point> = text.split_whitespace().map(str::parse).collect::<Result<_, _>>().ok()?;
    let set: PointSet = points.iter().copied().collect();
    (set.len() == points.len()).then_some(set)
}

/// The beginning of an answer, for messages.
fn excerpt(text: &str) -> String {
    text.chars().take(40).collect()
}

/// The fault of an answer to `genmove` that is no point of this board: a vertex of a larger board, or no vertex.
fn no_move(text: &str) -> PlayerFailure {
    let excerpt = excerpt(text);
    let mut signs = text.chars();
    let letter = signs.next().is_some_and(|sign| sign.is_ascii_alphabetic());
    let number = signs.as_str().parse::<u16>().is_ok();
    if letter && number {
        PlayerFailure::Trouble(TroubleKind::IllegalMove, format!("played {excerpt}, which is not on the board"))
    } else {
        PlayerFailure::Trouble(TroubleKind::Garbage, format!("answered `{excerpt}` to `genmove`, which is not a move"))
    }
}

fn silence(command: &str, patience: Duration) -> PlayerFailure {
    PlayerFailure::Trouble(
        TroubleKind::Silence,
        format!("no answer to `{command}` within {} s", patience.as_secs_f64()),
    )
}
