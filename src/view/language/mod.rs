//! The languages, and what each must have words for.

mod english;
mod english_forms;
mod korean;
mod primer;
mod remarks;
mod sources;

pub use primer::{Primer, RuleTopic};

use super::events::{End, Event, SuddenLoss};
use super::mark::Mark;
use super::rule_notices::RuleNotice;
use onepure_rules::board::{Color, PerColor};
use onepure_rules::geometry::{BoardSize, Point, PointSet};
use onepure_rules::rules::{Article, Count, Filling, Fraction, Game, Move, Outcome, PlayError, Source};

/// A language in which a game is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// 한국어.
    Korean,
}

impl Language {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::English, Self::Korean];

    /// Its code of two letters (ISO 639-1).
    pub const fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Korean => "ko",
        }
    }

    /// The language with this code.
    pub fn of_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|language| language.code() == code)
    }

    /// Its words.
    pub fn phrases(self) -> &'static dyn Phrases {
        match self {
            Self::English => &english::English,
            Self::Korean => &korean::Korean,
        }
    }
}

/// The words of a language: every text about a game that a person reads.
///
/// Texts that are cited come without their full stop; [`Phrases::cite_all`] adds articles or section and the stop.
pub trait Phrases {
    /// A colour.
    fn color(&self, color: Color) -> &'static str;
    /// Who did what in a turn.
    fn turn(&self, color: Color, action: Move) -> String;
    /// Who did what in a turn, and that it loses at once.
    fn sudden_loss(&self, color: Color, action: Move, loss: SuddenLoss) -> String;
    /// What happened.
    fn event(&self, event: &Event) -> String;
    /// How play ended.
    fn end(&self, end: End) -> String;
    /// What the rules have at stake.
    fn rule_notice(&self, notice: &RuleNotice) -> String;
    /// The points of each colour, or the area, and the komi if there is one.
    fn count(&self, count: &Count) -> String;
    /// Stones of a colour that are judged dead, and are lifted before the count.
    fn dead(&self, color: Color, stones: &PointSet) -> String;
    /// Who won, and by what.
    fn headline(&self, outcome: &Outcome, count: &Count) -> String;
    /// The same behind the result in the form of records.
    fn result(&self, outcome: &Outcome, count: &Count) -> String;
    /// A result that is that of the board as it stands.
    fn as_it_stands(&self, verdict: &str) -> String;
    /// The numbers of moves whose stones are no longer where they were placed, by point, and those of the abstentions.
    fn numbers_elsewhere(&self, placements: &[(Point, Vec<usize>)], abstentions: &[usize]) -> String;
    /// Articles, in parentheses.
    fn articles(&self, articles: &[Article]) -> String;
    /// Where stones are: on the board, waiting, in quarantine.
    fn bowl_labels(&self) -> [&'static str; 3];

    /// The count by territory in which a pass has handed over a stone.
    fn with_pass_stones(&self, count: &Count) -> String;

    /// The count by filling the board.
    fn filling(&self, filling: &Filling) -> String;

    /// How many of its stones a colour has left over after filling, or lacks, and of how many: a number, and what it says.
    fn left_over(&self, of: u16, stones: i32) -> [String; 2];

    /// What stones are called that a colour has captured.
    fn prisoners_label(&self) -> &'static str;
    /// The number of turns so far, whose turn it is if play has not ended, and the komi if there is one.
    fn status(&self, game: &Game) -> String;
    /// What the signs in the picture of the points mean.
    fn points_legend(&self) -> &'static str;

    /// A number of points, beside the board.
    fn points(&self, points: Fraction) -> String;
    /// What a mark in a picture means.
    fn mark(&self, mark: Mark) -> &'static str;
    /// The axis of a chart that shows Black's share of wins.
    fn win_rate_axis(&self) -> &'static str;
    /// The axis of a chart that shows by how much Black leads.
    fn lead_axis(&self) -> &'static str;
    /// The axis of a chart that shows the numbers of the moves.
    fn moves_axis(&self) -> &'static str;

    /// What a record holds: its size and number of turns.
    fn record(&self, size: BoardSize, turns: usize) -> String;
    /// The record ends before play does.
    fn unfinished(&self) -> &'static str;
    /// The result that a record claims is not the one that follows from it.
    fn claimed(&self, claimed: &str, verdict: &str) -> String;

    /// The headings of a report on a record.
    fn headings(&self) -> Headings;

    /// What the program is, for somebody who has started it in a terminal without saying what it is to do.
    fn greeting(&self, version: &str) -> String;
    /// The rules of a game in a screenful.
    fn rules(&self, game: &Game) -> Primer;
    /// A move cannot be played, without its full stop.
    fn refused(&self, error: PlayError) -> String;

    /// A section of the rules of ordinary Go as it is cited, in parentheses; `None` for rule sets without a source of their own.
    fn source(&self, source: Source) -> Option<String>;

    /// A sentence with its articles, or with the section of rules that have none.
    fn cite_all(&self, text: &str, articles: &[Article], source: Option<Source>) -> String {
        match source.and_then(|source| self.source(source)) {
            Some(source) => format!("{text} {source}."),
            None => self.cite(text, articles),
        }
    }

    /// A sentence with its articles.
    fn cite(&self, text: &str, articles: &[Article]) -> String {
        if articles.is_empty() { format!("{text}.") } else { format!("{text} {}.", self.articles(articles)) }
    }

    /// What happened, with its articles.
    fn sentence(&self, event: &Event) -> String {
        self.cite_all(&self.event(event), &event.articles(), event.source())
    }
}

/// The headings of a report on a record, and the labels of what is said about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Headings {
    /// Above a picture of the moves.
    pub moves: &'static str,
    /// Above what happened beyond placements and abstentions.
    pub events: &'static str,
    /// In place of events, if there are none.
    pub no_events: &'static str,
    /// Above the count.
    pub count: &'static str,
    /// Before the name of who plays a colour.
    pub players: PerColor<&'static str>,
    /// Before the event at which the game was played.
    pub event: &'static str,
    /// Before the day on which it was played.
    pub date: &'static str,
    /// Before the name of the rules.
    pub rules: &'static str,
    /// Before the size of the board.
    pub board: &'static str,
}

/// Numbers with commas between them.
fn listed(numbers: &[usize]) -> String {
    numbers.iter().map(usize::to_string).collect::<Vec<_>>().join(", ")
}

/// The number of a paragraph in a circle: ① for 1.
fn circled(paragraph: u8) -> char {
    char::from_u32(0x245F + u32::from(paragraph)).unwrap_or('?')
}

/// The points of a chain from A1 on; of a chain of more than `MOST_POINTS` stones only the first.
fn named_points(stones: &PointSet, separator: &str) -> String {
    let names: Vec<String> = stones.iter().map(|point| point.to_string()).collect();
    if names.len() > MOST_POINTS { names[0].clone() } else { names.join(separator) }
}

/// The most points of a chain that are named one by one.
const MOST_POINTS: usize = 6;
