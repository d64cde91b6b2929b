//! What is known of a game, for the head of a report.

use crate::board::Color;
use crate::record::Record;
use crate::rules::Ruleset;
use crate::view::Language;

/// What a record says about its game, and the rules under which it was played again, each with its label.
pub(super) fn about(record: &Record, ruleset: &Ruleset, language: Language) -> Vec<(&'static str, String)> {
    let (info, phrases) = (&record.info, language.phrases());
    let headings = phrases.headings();
    let mut about = Vec::new();
    for color in Color::BOTH {
        let player = &info.players[color];
        let known: Vec<&str> = [&player.name, &player.rank].into_iter().filter_map(|text| text.as_deref()).collect();
        about.push((headings.players[color], known.join(", ")));
    }
    about.push((headings.event, info.event.clone().unwrap_or_default()));
    about.push((headings.date, info.date.clone().unwrap_or_default()));
    about.push((headings.rules, ruleset.name.to_owned()));
    about.push((headings.board, phrases.record(record.size(), record.main_line().moves().count())));
    about.retain(|(_, value)| !value.is_empty());
    about
}
