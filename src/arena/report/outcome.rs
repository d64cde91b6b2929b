//! The result of a match, with estimates of strength.

use super::counts::Counts;
use super::section::{Section, TextTable};
use crate::arena::schedule::{Results, Standing};
use crate::arena::statistics::{EloEstimate, Ratings, Sample, Sprt};
use onepure_rules::board::Color;

pub(super) fn sections(results: &Results, names: &[String], standing: &Standing) -> Vec<Section> {
    let mut sections = vec![result(results, names, standing), by_color(results, names)];
    if names.len() > 2 {
        sections.push(ratings(names, standing));
        sections.push(crosstable(names, standing));
    }
    sections
}

fn result(results: &Results, names: &[String], standing: &Standing) -> Section {
    let columns: Vec<&str> =
        std::iter::once("Player").chain(Counts::COLUMNS).chain(["Points", "Score", "95 % interval"]).collect();
    let mut table = TextTable::new(&columns);
    for (index, name) in names.iter().enumerate() {
        let sample = standing.table.total(index);
        let mut row = vec![name.clone()];
        row.extend(Counts::of(&results.games, name, None).cells());
        row.push(sample.points().to_string());
        match EloEstimate::of(&sample) {
            Some(estimate) => {
                let (low, high) = estimate.score_interval;
                row.extend([percent(estimate.score), format!("{} to {}", percent(low), percent(high))]);
            }
            None => row.extend(["–".to_owned(), "–".to_owned()]),
        }
        table.add(row);
    }
    let lines = match names {
        [one, other] => of_two(one, other, standing, results.header.description.sprt),
        _ => Vec::new(),
    };
    Section { title: "Result", lines, table: Some(table) }
}

/// The statistics of a match of two players.
fn of_two(one: &str, other: &str, standing: &Standing, sprt: Option<Sprt>) -> Vec<String> {
    let sample = standing.table.meeting(0, 1);
    let mut lines = Vec::new();
    if let Some(estimate) = EloEstimate::of(sample) {
        lines.push(format!("Elo of {one} above {other}: {estimate} (95 %)"));
        lines.push(format!("Likelihood that {one} is better: {}", percent(estimate.superiority)));
        lines.push(pairs(one, sample));
    }
    lines.extend(sprt.map(|sprt| test(&sprt, standing)));
    lines
}

fn pairs(one: &str, sample: &Sample) -> String {
    let [none, half, even, more, both] = sample.pairs;
    let singles: u64 = sample.singles.iter().sum();
    let alone = if singles == 0 { String::new() } else { format!("; games without a partner: {singles}") };
    format!("Pairs of games in which {one} got 0, ½, 1, 1½, 2 points: {none}, {half}, {even}, {more}, {both}{alone}")
}

/// The state of a sequential test.
fn test(sprt: &Sprt, standing: &Standing) -> String {
    let state = sprt.state(&standing.tested);
    format!(
        "SPRT of {} against {} Elo, errors {} and {}: LLR {:.2} ({:.2} to {:.2}), {}",
        sprt.elo0, sprt.elo1, sprt.alpha, sprt.beta, state.llr, state.lower, state.upper, state.decision
    )
}

fn by_color(results: &Results, names: &[String]) -> Section {
    let columns: Vec<&str> = std::iter::once("Colour").chain(Counts::COLUMNS).collect();
    let mut table = TextTable::new(&columns);
    for color in Color::BOTH {
        let mut all = Counts::default();
        for name in names {
            let counts = Counts::of(&results.games, name, Some(color));
            all = all.with(counts);
            table.add(std::iter::once(format!("{name} as {}", color_name(color))).chain(counts.cells()).collect());
        }
        table.add(std::iter::once(format!("all as {}", color_name(color))).chain(all.cells()).collect());
    }
    Section::with_table("By colour", table)
}

fn color_name(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

fn ratings(names: &[String], standing: &Standing) -> Section {
    let mut section = Section::with_lines("Ratings", Vec::new());
    match Ratings::of(&standing.table) {
        Err(error) => section.lines.push(error.to_string()),
        Ok(ratings) => {
            section.lines.push("Elo above the mean of the players, Bradley–Terry, 95 %".to_owned());
            if ratings.with_drawn_games {
                section
                    .lines
                    .push("A drawn game was added between any two who met: somebody won or lost every game".to_owned());
            }
            let mut table = TextTable::new(&["Player", "Elo", "±", "Points", "Games"]);
            let mut order: Vec<usize> = (0..names.len()).collect();
            order.sort_by(|&a, &b| ratings.players[b].elo.total_cmp(&ratings.players[a].elo));
            for player in order {
                let (rating, total) = (ratings.players[player], standing.table.total(player));
                table.add(vec![
                    names[player].clone(),
                    format!("{:+.0}", rating.elo),
                    format!("{:.0}", rating.error),
                    total.points().to_string(),
                    total.games().to_string(),
                ]);
            }
            section.table = Some(table);
        }
    }
    section
}

fn crosstable(names: &[String], standing: &Standing) -> Section {
    let columns: Vec<&str> = std::iter::once("Points").chain(names.iter().map(String::as_str)).collect();
    let mut table = TextTable::new(&columns);
    for (player, name) in names.iter().enumerate() {
        let cell = |opponent| {
            let sample = standing.table.meeting(player, opponent);
            if sample.games() == 0 { "–".to_owned() } else { format!("{} / {}", sample.points(), sample.games()) }
        };
        table.add(std::iter::once(name.clone()).chain((0..names.len()).map(cell)).collect());
    }
    Section::with_table("Crosstable", table)
}

/// A fraction as a percentage with one decimal.
fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}
