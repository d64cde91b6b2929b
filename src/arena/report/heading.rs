//! The conditions of a match, and its players.

use super::section::{Section, TextTable};
use crate::arena::schedule::{Entrant, Format, MatchDescription, OpeningsDescription, Results, Schedule};
use onepure_engine::engine::{PARAMETERS, Parameter, Settings};
use onepure_rules::board::Color;
use onepure_rules::rules::Ruleset;

pub(super) fn sections(results: &Results) -> Vec<Section> {
    vec![conditions(results), players(results)]
}

fn conditions(results: &Results) -> Section {
    let header = &results.header;
    let description = &header.description;
    let komi = match (description.komi, results.games.first()) {
        (Some(komi), _) => komi.to_string(),
        (None, Some(game)) => game.komi.to_string(),
        (None, None) => "by the rules".to_owned(),
    };
    let openings = match &description.openings {
        OpeningsDescription::Empty => "from the empty board".to_owned(),
        OpeningsDescription::File { name, openings, .. } => format!("from the openings in {name} ({openings})"),
        OpeningsDescription::Random(placements) => format!("from {placements} random placements"),
        OpeningsDescription::Handicap(stones) => {
            format!("with {stones} handicap stones{}", bonus(description, *stones))
        }
        OpeningsDescription::HandicapAndRandom { stones, placements } => {
            let bonus = bonus(description, *stones);
            format!("with {stones} handicap stones{bonus}, from {placements} random placements after them")
        }
    };
    let clock = if description.time == "none" { "no clock".to_owned() } else { format!("clock {}", description.time) };
    let of_shard = header.shard.as_ref().map_or_else(String::new, |shard| format!(" (shard {shard})"));
    let played = results.games.len();
    Section::with_lines(
        "Conditions",
        vec![
            format!("{0}×{0}, rules {1}, komi {komi}, {clock}", description.size, description.rules),
            format!("{openings}, each with both colours; seed {}", description.seed),
            format!("{played} of {} games played{of_shard}; match {}", scheduled(results), header.fingerprint),
        ],
    )
}

/// White's compensation for handicap stones under the match's rules, in words.
fn bonus(description: &MatchDescription, stones: u16) -> String {
    let articles = Ruleset::named(&description.rules).map(|ruleset| ruleset.main_board);
    match articles.map_or(0, |articles| articles.bonus_for(stones)) {
        0 => String::new(),
        1 => ", for which White has 1 point".to_owned(),
        points => format!(", for which White has {points} points"),
    }
}

/// The number of games of the match, or of its shard.
fn scheduled(results: &Results) -> usize {
    let header = &results.header;
    let shard = header.shard.as_deref().and_then(|shard| shard.parse().ok());
    schedule(&header.description, header.games).len(shard)
}

fn schedule(description: &MatchDescription, games: usize) -> Schedule {
    let names = description.names();
    let gauntlet = description.gauntlet.as_ref().and_then(|one| names.iter().position(|name| name == one));
    Schedule::new(names.len(), gauntlet.map_or(Format::RoundRobin, Format::Gauntlet), games)
}

fn players(results: &Results) -> Section {
    let mut table = TextTable::of_texts(&["Player", "Program", "Command"]);
    for entrant in &results.header.description.players {
        let players = results.games.iter().flat_map(|game| Color::BOTH.map(|color| &game.players[color]));
        let player = players.into_iter().find(|player| player.name == entrant.name() && player.program.is_some());
        let words =
            player.map(|player| [player.program.as_deref(), player.version.as_deref()].map(Option::unwrap_or_default));
        let program = words.map_or_else(|| "?".to_owned(), |words| words.join(" ").trim().to_owned());
        table.add(vec![entrant.name().to_owned(), program, command(entrant)]);
    }
    Section::with_table("Players", table)
}

/// The command that started a player.
fn command(entrant: &Entrant) -> String {
    match entrant {
        Entrant::Process { command, .. } => shell_words::join(command),
        // Leave out defaults, except the number of threads: that default depends on the machine.
        Entrant::Builtin { settings, .. } => {
            let default = Settings::default();
            let is_shown = |parameter: &&Parameter| {
                let usual = parameter.get(&default).to_string();
                parameter.name == "threads" || settings.get(parameter.name).is_some_and(|value| *value != usual)
            };
            let shown = PARAMETERS.iter().filter(is_shown);
            let words = shown.filter_map(|parameter| {
                settings.get(parameter.name).map(|value| format!("{}={value}", parameter.name))
            });
            format!("builtin:{}", words.collect::<Vec<_>>().join(","))
        }
    }
}
