//! The SGF record of a game, written during the game.

use super::end::GameEnd;
use super::failure::GameError;
use super::game_settings::GameSettings;
use super::played::GamePlayer;
use jiff::Timestamp;
use onepure_engine::clock::{RefereeClock, TimeControl, TimeLeft};
use onepure_rules::board::{Color, PerColor};
use onepure_rules::files;
use onepure_rules::record::{Node, NodeContent, PlayerInfo, Property, Record};
use onepure_rules::rules::{Game, Turn};
use std::path::PathBuf;
use std::time::Duration;

/// The SGF record of a game. Each turn writes a new file and renames it over the old one. So a killed match leaves a
/// complete record of the turns played.
#[derive(Debug)]
pub(super) struct GameRecord {
    /// `None` for no record.
    file: Option<PathBuf>,
    record: Record,
}

impl GameRecord {
    /// Begins a record at the position after the opening.
    pub(super) fn begin(settings: &GameSettings, game: &Game, started: Timestamp) -> Self {
        let mut record = Record::from_game(game);
        record.info.date = Some(started.strftime("%Y-%m-%d").to_string());
        record.info.event.clone_from(&settings.event);
        (record.info.main_time, record.info.overtime) = time_properties(settings.time);
        Self { file: settings.sgf.clone(), record }
    }

    /// Adds the players' names and writes the file.
    pub(super) fn name_players(&mut self, players: &PerColor<GamePlayer>) -> Result<(), GameError> {
        for color in Color::BOTH {
            self.record.info.players[color] = PlayerInfo { name: Some(described(&players[color])), rank: None };
        }
        self.write()
    }

    /// Adds a turn with its time, the clock after it, and the player's explanation.
    pub(super) fn add(
        &mut self,
        turn: &Turn,
        took: Duration,
        clock: &RefereeClock,
        explanation: Option<String>,
    ) -> Result<(), GameError> {
        let mut node = Node::new(NodeContent::Move(turn.color, turn.action));
        let time = format!("{:.3} s", took.as_secs_f64());
        node.comment = Some(explanation.map_or_else(|| time.clone(), |text| format!("{time}\n{text}")));
        node.other = clock.left().map(|left| time_left(turn.color, left)).unwrap_or_default();
        self.record.append(node);
        self.write()
    }

    /// Adds the result to the root and writes the file.
    pub(super) fn finish(
        &mut self,
        players: &PerColor<GamePlayer>,
        end: &GameEnd,
        settings: &GameSettings,
    ) -> Result<(), GameError> {
        self.record.info.result = Some(end.result.clone());
        let mut remarks = vec![end.to_string()];
        for color in Color::BOTH {
            let GamePlayer { wall, cpu, penalty, .. } = &players[color];
            self.record.info.penalties[color] = *penalty;
            if *penalty > 0 {
                remarks.push(format!("{color} lost {penalty} points in overtime"));
            }
            let cpu = cpu.map_or(String::new(), |cpu| format!(", computed for {cpu:.2} s"));
            remarks.push(format!("{color} thought for {wall:.3} s{cpu}"));
        }
        let opening = match settings.opening.id.as_str() {
            "" => String::new(),
            id => format!(", opening {id}"),
        };
        remarks.push(format!("game {}{opening}, seed {}", settings.number, settings.seed));
        self.record.root_mut().comment = Some(remarks.join("\n"));
        self.name_players(players)
    }

    fn write(&self) -> Result<(), GameError> {
        let Some(file) = &self.file else { return Ok(()) };
        files::replace_often(file, self.record.to_string()).map_err(|error| GameError::file(file, &error))
    }
}

/// The name in the match, and the program and version that the player reports.
fn described(player: &GamePlayer) -> String {
    match (&player.program, &player.version) {
        (None, _) => player.name.clone(),
        (Some(program), None) => format!("{} ({program})", player.name),
        (Some(program), Some(version)) => format!("{} ({program} {version})", player.name),
    }
}

/// The values of SGF's TM and OT.
fn time_properties(control: TimeControl) -> (Option<f64>, Option<String>) {
    let Some(canadian) = control.canadian() else { return (None, None) };
    let overtime = match control {
        TimeControl::None | TimeControl::Absolute(_) => None,
        TimeControl::EachMove(time) => Some(format!("{} s/move", time.as_secs_f64())),
        TimeControl::Canadian { period, moves, .. } => Some(format!("{moves}/{} Canadian", period.as_secs_f64())),
        TimeControl::ByoYomi { period, periods, .. } => Some(format!("{periods}x{} byo-yomi", period.as_secs_f64())),
        TimeControl::Extensions { period, extensions, points, .. } => {
            Some(format!("{extensions}x{} at {points} points each", period.as_secs_f64()))
        }
        TimeControl::Fischer { increment, .. } => Some(format!("{} fischer", increment.as_secs_f64())),
    };
    let main = if let TimeControl::Extensions { main, .. } = control { main } else { canadian.main };
    (Some(main.as_secs_f64()), overtime)
}

/// The properties BL and OB, or WL and OW, of SGF.
fn time_left(color: Color, left: TimeLeft) -> Vec<Property> {
    let (time, count) = match color {
        Color::Black => ("BL", "OB"),
        Color::White => ("WL", "OW"),
    };
    let property = |identifier: &str, value| Property::new(identifier, [value]);
    let time = property(time, format!("{:.3}", left.time.as_secs_f64()));
    let count = (left.stones > 0).then(|| property(count, left.stones.to_string()));
    std::iter::once(time).chain(count).collect()
}
