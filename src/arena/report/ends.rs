//! The ends of games, and faults.

use super::counts::numbers;
use super::section::{Section, TextTable};
use crate::arena::schedule::Results;
use crate::arena::{CountedBy, Played, Trouble, TroubleKind, Winner};
use std::collections::BTreeMap;

/// The section about the ends of games.
pub(super) fn sections(results: &Results) -> Vec<Section> {
    let mut kinds: BTreeMap<&str, Vec<&Played>> = BTreeMap::new();
    for game in &results.games {
        kinds.entry(&game.reason).or_default().push(game);
    }
    let mut kinds: Vec<(&str, Vec<&Played>)> = kinds.into_iter().collect();
    kinds.sort_by_key(|(_, games)| std::cmp::Reverse(games.len()));
    let mut table = TextTable::new(&["End", "Games", "Black won", "White won", "Neither"]);
    for (reason, games) in kinds {
        let won = |winner| games.iter().filter(|game| game.winner == winner).count();
        let (black, white) = (won(Winner::Black), won(Winner::White));
        let neither = games.len() - black - white;
        let counts = [games.len(), black, white, neither].map(|count| count.to_string());
        table.add(std::iter::once(reason.to_owned()).chain(counts).collect());
    }
    vec![Section {
        title: "Ends",
        lines: counted(results).into_iter().chain(lengths(results)).collect(),
        table: Some(table),
    }]
}

/// The methods of the counts, with the number of games each.
fn counted(results: &Results) -> Option<String> {
    let ways = [
        (CountedBy::AsItStands, "as the board stood"),
        (CountedBy::Agreement, "without the stones that both players called dead"),
        (CountedBy::CleanUp, "without the stones that fell when both players went on"),
        (CountedBy::Playouts, "without the stones that the referee's playouts judged dead"),
    ];
    let said = ways.map(|(way, words)| {
        let games = results.games.iter().filter(|game| game.counted == Some(way)).count();
        (games > 0).then(|| format!("{games} {words}"))
    });
    let said: Vec<String> = said.into_iter().flatten().collect();
    (!said.is_empty()).then(|| format!("Counted: {}", said.join(", ")))
}

fn lengths(results: &Results) -> Option<String> {
    let turns = || results.games.iter().map(|game| game.turns);
    let mean = turns().sum::<usize>() as f64 / results.games.len() as f64;
    let (least, most) = turns().min().zip(turns().max())?;
    Some(format!("Turns a game: {mean:.1} in the mean, from {least} to {most}"))
}

/// The sections about forfeits, games without a result, and duplicate games.
pub(super) fn troubles(results: &Results) -> Vec<Section> {
    let is_forfeit = |trouble: &Trouble| trouble.kind.is_forfeit();
    [
        table_of_troubles("Forfeits", results, is_forfeit),
        table_of_troubles("Games without a result", results, |trouble| !is_forfeit(trouble)),
        duplicates(results),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn table_of_troubles(title: &'static str, results: &Results, is_meant: impl Fn(&Trouble) -> bool) -> Option<Section> {
    let mut kinds: BTreeMap<(&str, &str), Vec<&Played>> = BTreeMap::new();
    for game in &results.games {
        if let Some(trouble) = game.trouble.as_ref().filter(|trouble| is_meant(trouble)) {
            let player = trouble.player.map_or("–", |color| game.players[color].name.as_str());
            kinds.entry((player, kind_in_words(trouble.kind))).or_default().push(game);
        }
    }
    let mut table = TextTable::of_texts(&["Player", "What", "Games", "Numbers", "The first"]);
    for (&(player, kind), games) in &kinds {
        let detail = games.first().and_then(|game| game.trouble.as_ref()).map(|trouble| excerpt(&trouble.detail));
        table.add(vec![
            player.to_owned(),
            kind.to_owned(),
            games.len().to_string(),
            numbers(games),
            detail.unwrap_or_default(),
        ]);
    }
    (!kinds.is_empty()).then(|| Section::with_table(title, table))
}

fn kind_in_words(kind: TroubleKind) -> &'static str {
    match kind {
        TroubleKind::IllegalMove => "illegal move",
        TroubleKind::Crash => "crash",
        TroubleKind::Silence => "no answer",
        TroubleKind::Garbage => "answer that is not GTP",
        TroubleKind::NoMove => "`?` to genmove",
        TroubleKind::Panic => "panic",
        TroubleKind::LegalMoveRefused => "legal move refused",
        TroubleKind::MoveRefused => "move refused",
        TroubleKind::SetUpRefused => "set-up refused",
        TroubleKind::TurnLimit => "too many turns",
    }
}

/// The beginning of a text, short enough for a table.
fn excerpt(text: &str) -> String {
    const LONGEST: usize = 70;
    let mut excerpt: String = text.chars().take(LONGEST).collect();
    if text.chars().nth(LONGEST).is_some() {
        excerpt.push('…');
    }
    excerpt
}

/// The section about duplicates: games with the moves of an earlier game add no information.
fn duplicates(results: &Results) -> Option<Section> {
    let mut sequences: BTreeMap<&str, Vec<&Played>> = BTreeMap::new();
    for game in &results.games {
        sequences.entry(&game.sequence).or_default().push(game);
    }
    let mut same: Vec<Vec<&Played>> = sequences.into_values().filter(|games| games.len() > 1).collect();
    for games in &mut same {
        games.sort_by_key(|game| game.number);
    }
    same.sort_by_key(|games| games[0].number);
    let superfluous: usize = same.iter().map(|games| games.len() - 1).sum();
    let all = results.games.len();
    let heading = format!("Games with the moves of an earlier one, which say nothing new: {superfluous} of {all}");
    let groups = same.iter().take(MOST_GROUPS).map(|games| format!("Games {}", numbers(games)));
    let more = same.len().saturating_sub(MOST_GROUPS);
    let rest = (more > 0).then(|| format!("and {more} more groups"));
    let lines = std::iter::once(heading).chain(groups).chain(rest).collect();
    (superfluous > 0).then(|| Section::with_lines("Duplicates", lines))
}

/// Groups of duplicates that the report lists. It counts the others.
const MOST_GROUPS: usize = 10;
