//! A query: a game, the positions to search, the limits, and the fields of the answers.

use super::fields::{FieldError, Fields};
use super::moves::{color, moves, restrictions};
use crate::document::{Part, Parts};
use crate::katago_rules::{RulesError, ruleset_agreeing};
use crate::view::{Display, Perspective, UserParameter, UserSettings};
use onepure_engine::clock::YEAR;
use onepure_engine::engine::{SearchRequest, Settings};
use onepure_rules::board::{Color, PerColor, Position};
use onepure_rules::geometry::BoardSize;
use onepure_rules::rules::{Game, Move, PlayError, Ruleset};
use serde_json::{Map, Value};
use std::time::Duration;

/// A parsed query.
#[derive(Clone, Debug)]
pub(super) struct Query {
    pub(super) id: String,
    /// The positions to search, each as number of moves, priority and game.
    pub(super) positions: Vec<(usize, i64, Game)>,
    pub(super) settings: Settings,
    pub(super) perspective: Perspective,
    /// Whether the query sets the number of threads.
    pub(super) has_threads: bool,
    pub(super) request: SearchRequest,
    /// The interval of reports during the search; `None` for no such reports.
    pub(super) report_every: Option<Duration>,
    pub(super) wanted: AnswerFields,
}

/// The defaults of all queries.
#[derive(Clone, Debug)]
pub struct QueryDefaults {
    /// The settings that a query may override. Positions in progress share the threads.
    pub settings: Settings,
    /// The settings of the front end that a query may override.
    pub display: Display,
    /// The rules of every query, which override its own; `None` to use its own.
    pub ruleset: Option<Ruleset>,
}

/// The fields that a query requests.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct AnswerFields {
    /// The parts besides the values of the moves and of the root.
    pub(super) parts: Parts,
    /// The longest variation, in moves.
    pub(super) variation: usize,
}

/// Fields of `KataGo` that are accepted with a warning.
const WITHOUT_EFFECT: [(&str, &str); 2] = [
    ("rootPolicyTemperature", "there is no such temperature here"),
    ("rootFpuReductionMax", "there is no such reduction here"),
];

impl Query {
    /// Reads the fields of a query. Adds a warning for each field that has no effect.
    pub(super) fn read(
        id: &str,
        fields: &mut Fields,
        defaults: &QueryDefaults,
        warnings: &mut Vec<FieldError>,
    ) -> Result<Self, FieldError> {
        let size = size(fields)?;
        let ruleset = ruleset(fields, size, defaults.ruleset, warnings)?;
        let defaults_of_user = UserSettings { engine: defaults.settings.clone(), display: defaults.display };
        let (UserSettings { engine: settings, display }, has_threads) = settings(fields, defaults_of_user, warnings)?;
        let Display { perspective, handicap_by_moves, .. } = display;
        let positions = positions(fields, size, ruleset, handicap_by_moves)?;
        let mut parts = Parts::default();
        for (part, _, key) in Part::KEYS {
            if let Some(key) = key {
                parts.set(part, fields.flag(key)?);
            }
        }
        let variation = fields.whole("analysisPVLen", 0..=1000)?.map_or(usize::MAX, |length| 1 + length as usize);
        let wanted = AnswerFields { parts, variation };
        let request = SearchRequest { restrictions: restrictions(fields, size)?, ..parts.request() };
        let report_every = fields.number("reportDuringSearchEvery", 0.001..=YEAR)?.map(Duration::from_secs_f64);
        if fields.take("whiteHandicapBonus").is_some_and(|bonus| bonus != "0" && bonus != 0) {
            return Err(FieldError::new("whiteHandicapBonus", "expected 0; give the whole compensation as komi"));
        }
        for (name, why) in WITHOUT_EFFECT {
            if fields.take(name).is_some_and(|value| value != false) {
                warnings.push(FieldError::new(name, format!("it has no effect: {why}")));
            }
        }
        warnings.extend(
            fields.left_over().map(|name| FieldError::new(name, "there is no such field; it is not looked at")),
        );
        Ok(Self { id: id.to_owned(), positions, settings, perspective, has_threads, request, report_every, wanted })
    }
}

fn size(fields: &mut Fields) -> Result<BoardSize, FieldError> {
    let mut lines = |name: &str| {
        let lines =
            fields.whole(name, 0..=i64::from(u16::MAX))?.ok_or_else(|| FieldError::new(name, "it is missing"))?;
        BoardSize::for_play(lines as usize).map_err(|error| FieldError::new(name, error.to_string()))
    };
    let (width, height) = (lines("boardXSize")?, lines("boardYSize")?);
    if width == height {
        Ok(width)
    } else {
        Err(FieldError::new("boardYSize", "it is as large as boardXSize: boards are squares"))
    }
}

/// The rules of a query: `always` if it is set, or else those that the query names.
fn ruleset(
    fields: &mut Fields,
    size: BoardSize,
    always: Option<Ruleset>,
    warnings: &mut Vec<FieldError>,
) -> Result<Ruleset, FieldError> {
    const NAME: &str = "rules";
    let wanted = fields.take(NAME);
    let named = wanted.as_ref().map(|wanted| match wanted {
        Value::String(text) => match serde_json::from_str::<Map<String, Value>>(text) {
            Ok(object) => ruleset_agreeing(&object, size),
            Err(_) => Ruleset::named(text.trim()).ok_or_else(|| RulesError::Name { name: text.trim().to_owned() }),
        },
        Value::Object(object) => ruleset_agreeing(object, size),
        _ => Err(RulesError::Name { name: wanted.to_string() }),
    });
    if let Some(always) = always {
        if named.is_some_and(|named| named != Ok(always)) {
            let message = format!("it has no effect: the program was started with --rules {}", always.name);
            warnings.push(FieldError::new(NAME, message));
        }
        return Ok(always);
    }
    match named {
        Some(Ok(named)) => named.covered().map_err(|error| FieldError::new(NAME, error.to_string())),
        Some(Err(error)) => Err(FieldError::new(NAME, error.to_string())),
        None => Err(FieldError::new(NAME, format!("expected {}, or an object of rules", Ruleset::names()))),
    }
}

/// The positions to search, each as number of moves, priority and game.
fn positions(
    fields: &mut Fields,
    size: BoardSize,
    ruleset: Ruleset,
    handicap_by_moves: bool,
) -> Result<Vec<(usize, i64, Game)>, FieldError> {
    let moves_field = moves(fields, "moves", size)?;
    let moves =
        moves_field.ok_or_else(|| FieldError::new("moves", "it is missing: a list, empty where there are none"))?;
    let turns = turns(fields, moves.len())?;
    let mut game = start(fields, size, ruleset, moves.first().map(|&(color, _)| color))?;
    let komi = fields.number("komi", -400.0..=400.0)?;
    game.set_komi(komi);
    let mut found = Vec::new();
    for number in 0..=moves.len() {
        if handicap_by_moves {
            game.count_handicap_by_moves();
        }
        // A turn named twice is searched once, with the highest priority.
        let priority = turns.iter().filter(|&&(turn, _)| turn == number).map(|&(_, priority)| priority).max();
        found.extend(priority.map(|priority| (number, priority, game.clone())));
        if let Some(&(color, action)) = moves.get(number) {
            match game.play_as(color, action) {
                // Other programs send passes after the end of play.
                Ok(_) | Err(PlayError::Ended) if action == Move::Abstain => {}
                Ok(_) => {}
                Err(error) => {
                    return Err(FieldError::new(
                        "moves",
                        format!("Illegal move {}: {color} {action}: {error}", number + 1),
                    ));
                }
            }
        }
    }
    Ok(found)
}

/// The turns to search, each as number of moves and priority.
fn turns(fields: &mut Fields, moves: usize) -> Result<Vec<(usize, i64)>, FieldError> {
    let priority = fields.whole("priority", i64::MIN..=i64::MAX)?.unwrap_or(0);
    let priorities = fields.wholes("priorities")?;
    let Some(turns) = fields.wholes("analyzeTurns")? else {
        return match priorities {
            None => Ok(vec![(moves, priority)]),
            Some(_) => Err(FieldError::new("priorities", "they belong to analyzeTurns, which is missing")),
        };
    };
    if turns.is_empty() {
        return Err(FieldError::new("analyzeTurns", "it is empty: leave it out for the position after the last move"));
    }
    if let Some(wrong) = turns.iter().find(|&&turn| turn < 0 || turn > moves as i64) {
        return Err(FieldError::new("analyzeTurns", format!("expected turns from 0 to {moves}, got {wrong}")));
    }
    let priorities = priorities.unwrap_or_else(|| vec![priority; turns.len()]);
    if priorities.len() != turns.len() {
        return Err(FieldError::new("priorities", "expected one for each of analyzeTurns"));
    }
    Ok(turns.into_iter().map(|turn| turn as usize).zip(priorities).collect())
}

/// The game before the first move.
fn start(fields: &mut Fields, size: BoardSize, ruleset: Ruleset, first: Option<Color>) -> Result<Game, FieldError> {
    const STONES: &str = "initialStones";
    let mut position = Position { stones: PerColor::default() };
    for (color, action) in moves(fields, STONES, size)?.unwrap_or_default() {
        let Move::Place(point) = action else {
            return Err(FieldError::new(STONES, "a pass is no stone"));
        };
        position.stones[color].insert(point);
    }
    let player = fields.read("initialPlayer", "B or W", |value| value.as_str().and_then(color))?;
    let player = player.or(first).unwrap_or(Color::Black);
    let mut game =
        Game::set_up(size, ruleset, position, player).map_err(|error| FieldError::new(STONES, error.to_string()))?;
    // Black stones alone are a handicap, as in a record, and White may have points for them.
    let is_handicap = position.stones.white.is_empty() && position.stones.black.len() > 1 && player == Color::White;
    if is_handicap && game.articles().has_handicap() {
        game.set_handicap(position.stones.black.len() as u16);
    }
    Ok(game)
}

/// The settings of a search, and whether the query sets the number of threads.
fn settings(
    fields: &mut Fields,
    mut settings: UserSettings,
    warnings: &mut Vec<FieldError>,
) -> Result<(UserSettings, bool), FieldError> {
    const NAME: &str = "overrideSettings";
    let mut has_threads = false;
    let object = fields.read(NAME, "an object", |value| value.as_object().cloned())?.unwrap_or_default();
    let mut unknown = Vec::new();
    for (name, value) in object {
        let Some(parameter) = UserParameter::find(&name) else {
            unknown.push(name);
            continue;
        };
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let value =
            parameter.read(&text).map_err(|error| FieldError::new(NAME, format!("{name}: {error}, not {text}")))?;
        parameter.set(&mut settings, value);
        has_threads |= parameter.name() == "threads";
    }
    if !unknown.is_empty() {
        warnings.push(FieldError::new(
            NAME,
            format!("there are no such settings; they have no effect: {}", unknown.join(", ")),
        ));
    }
    if let Some(visits) = fields.whole("maxVisits", 1..=1_000_000_000)? {
        settings.engine.visits = Some(visits as u64);
    }
    Ok((settings, has_threads))
}
