//! The languages, and the text that each provides.

mod english;
mod korean;
mod primer;
mod remarks;

pub use primer::{Primer, RuleTopic};
pub use remarks::Remarks;

use super::events::{End, Event, SuddenLoss};
use super::mark::Mark;
use super::rule_notices::RuleNotice;
use onepure_rules::board::{Color, PerColor};
use onepure_rules::geometry::{BoardSize, Point, PointSet};
use onepure_rules::rules::{Article, Count, Filling, Fraction, Game, Move, Outcome, PlayError, Source};

/// A language of texts about games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// 한국어.
    Korean,
}

/// Whose words a game is told in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Terms {
    /// Those of the One Pure Rules: a colour abstains, and has points.
    OnePure,
    /// Those of ordinary Go: a colour passes, and in Korean has 집.
    Ordinary,
}

impl Terms {
    /// The terms for a game: where passes end play, its rules are those of ordinary Go.
    pub fn of(game: &Game) -> Self {
        if game.articles().passes_that_end_play().is_some() { Self::Ordinary } else { Self::OnePure }
    }
}

impl Language {
    /// All languages.
    pub const ALL: [Self; 2] = [Self::English, Self::Korean];

    /// The two-letter code (ISO 639-1).
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

    /// The text in this language.
    pub fn phrases(self) -> &'static dyn Phrases {
        match self {
            Self::English => &english::English,
            Self::Korean => &korean::Korean,
        }
    }
}

/// The text of a language: every text about a game that a person reads.
///
/// Texts with a citation have no full stop; [`Phrases::cite_all`] adds the articles or the section, and the stop.
pub trait Phrases: Remarks {
    /// The name of a colour.
    fn color(&self, color: Color) -> &'static str;
    /// The colour and the move of a turn.
    fn turn(&self, color: Color, action: Move) -> String;
    /// A pass under the rules of ordinary Go.
    fn pass(&self, color: Color) -> String;
    /// The colour and the move of a turn in the terms of its game.
    fn turn_in(&self, terms: Terms, color: Color, action: Move) -> String {
        match (terms, action) {
            (Terms::Ordinary, Move::Abstain) => self.pass(color),
            _ => self.turn(color, action),
        }
    }
    /// The number of passes in a row that end play.
    fn passes_that_end_play(&self, passes: u8) -> String;
    /// The colour and the move of a turn that loses at once.
    fn sudden_loss(&self, color: Color, action: Move, loss: SuddenLoss) -> String;
    /// An event.
    fn event(&self, event: &Event) -> String;
    /// The end of play.
    fn end(&self, end: End) -> String;
    /// A rule notice.
    fn rule_notice(&self, notice: &RuleNotice) -> String;
    /// The points or the area of each colour, and the komi unless it is 0.
    fn count(&self, count: &Count) -> String;
    /// The stones of a colour that are judged dead and removed before the count.
    fn dead(&self, color: Color, stones: &PointSet) -> String;
    /// The neutral points that are taken as filled before the count.
    fn filled(&self, points: &PointSet) -> String;
    /// The winner and the margin.
    fn headline(&self, outcome: &Outcome, count: &Count) -> String;
    /// The result in SGF's format, then the winner and the margin.
    fn result(&self, outcome: &Outcome, count: &Count) -> String;
    /// A result of the current board.
    fn as_it_stands(&self, verdict: &str) -> String;
    /// The numbers of moves whose stones have left their points, by point, and the numbers of passes.
    fn numbers_elsewhere(&self, placements: &[(Point, Vec<usize>)], abstentions: &[usize], terms: Terms) -> String;
    /// Articles in parentheses.
    fn articles(&self, articles: &[Article]) -> String;
    /// The labels of the places of stones: board, waiting, quarantine.
    fn bowl_labels(&self) -> [&'static str; 3];

    /// The count by territory in which each pass hands over a stone.
    fn with_pass_stones(&self, count: &Count) -> String;

    /// The count by filling the board.
    fn filling(&self, filling: &Filling) -> String;

    /// The stones that a colour has left after filling, or lacks, and their initial number: a figure and its label.
    fn left_over(&self, of: u16, stones: i32) -> [String; 2];

    /// The label of captured stones.
    fn prisoners_label(&self) -> &'static str;
    /// The number of turns, the colour to play or that play has ended, and the komi unless it is 0.
    fn status(&self, game: &Game) -> String;
    /// The legend of the board of points.
    fn points_legend(&self, terms: Terms) -> &'static str;
    /// The meaning of the signs of dead stones on a board in text.
    fn dead_legend(&self) -> &'static str;

    /// A number of points, next to the board.
    fn points(&self, points: Fraction, terms: Terms) -> String;
    /// The meaning of a mark in a picture.
    fn mark(&self, mark: Mark, terms: Terms) -> &'static str;
    /// The label of the axis of Black's win rate.
    fn win_rate_axis(&self) -> &'static str;
    /// The label of the axis of Black's lead.
    fn lead_axis(&self) -> &'static str;
    /// The label of the axis of move numbers.
    fn moves_axis(&self) -> &'static str;
    /// The number of liberties of the stone or the chain at a point.
    fn liberties(&self, at: Point, is_alone: bool, number: usize) -> String;

    /// The size of a record's board and its number of turns.
    fn record(&self, size: BoardSize, turns: usize) -> String;
    /// The note that the record ends before play does.
    fn unfinished(&self) -> &'static str;
    /// The result of a game that has not ended, without the stones that are judged dead.
    fn estimate(&self, result: &str, dead: &PointSet) -> String;
    /// The stones about which the judgement of dead stones is in doubt.
    fn in_doubt(&self, stones: &PointSet) -> String;
    /// The note that a record's result differs from the result of its moves.
    fn claimed(&self, claimed: &str, verdict: &str) -> String;

    /// The headings of a report on a record.
    fn headings(&self) -> Headings;

    /// A greeting for a person who starts the program in a terminal without arguments.
    fn greeting(&self, version: &str) -> String;
    /// The rules of a game on one screen.
    fn rules(&self, game: &Game) -> Primer;
    /// The reason why a move cannot be played, without a full stop.
    fn refused(&self, error: PlayError) -> String;

    /// The citation of a section of a rule set, in parentheses; `None` if the rule set has no source.
    fn source(&self, source: Source) -> Option<String>;

    /// A sentence with its articles, or with its section for rules without articles.
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

    /// An event with its articles.
    fn sentence(&self, event: &Event) -> String {
        self.cite_all(&self.event(event), &event.articles(), event.source())
    }
}

/// The headings and labels of a report on a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Headings {
    /// The heading of a picture of the moves.
    pub moves: &'static str,
    /// The heading of the events.
    pub events: &'static str,
    /// The text if there are no events.
    pub no_events: &'static str,
    /// The heading of the count.
    pub count: &'static str,
    /// The labels of the players' names.
    pub players: PerColor<&'static str>,
    /// The label of the event.
    pub event: &'static str,
    /// The label of the date.
    pub date: &'static str,
    /// The label of the rule set.
    pub rules: &'static str,
    /// The label of the board size.
    pub board: &'static str,
}

/// Numbers separated by commas.
fn listed(numbers: &[usize]) -> String {
    numbers.iter().map(usize::to_string).collect::<Vec<_>>().join(", ")
}

/// The number of a paragraph in a circle: ① for 1.
fn circled(paragraph: u8) -> char {
    char::from_u32(0x245F + u32::from(paragraph)).unwrap_or('?')
}

/// The points of a chain in board order; only the first one for a chain of more than `MOST_POINTS` stones.
fn named_points(stones: &PointSet, separator: &str) -> String {
    let named = if stones.len() > MOST_POINTS { stones.first().into_iter().collect() } else { *stones };
    named.names(separator)
}

/// The largest chain whose points are all listed.
const MOST_POINTS: usize = 6;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::{Narration, rule_notices};
    use onepure_rules::rules::{Combination, EndOfPlay, Repetition, Ruleset, Section, Suicide};

    #[test]
    fn whatever_a_source_forbids_or_ends_is_cited() {
        for ruleset in Ruleset::ALL {
            let articles = ruleset.main_board;
            let mut sections = Vec::new();
            sections.extend((articles.suicide != Suicide::Allowed).then_some(Section::Suicide));
            sections.extend(matches!(articles.end_of_play, EndOfPlay::AbstentionsInARow(_)).then_some(Section::Passes));
            sections.extend_from_slice(match articles.repetition {
                Repetition::PositionalSuperko | Repetition::SituationalSuperko => &[Section::Superko],
                Repetition::SimpleKo => &[Section::Ko, Section::NoResult],
                Repetition::Ing => &[Section::Ko, Section::FightingKo, Section::DisturbingKo, Section::ThirdTime],
                Repetition::Ing1986 => {
                    &[Section::Ko, Section::FightingKo, Section::DisturbingKo, Section::SekiKo, Section::ThirdTime]
                }
                Repetition::Allowed | Repetition::BarsMover | Repetition::Draw => &[],
            });
            for section in sections {
                for language in Language::ALL {
                    let is_cited = language.phrases().source(Source { rules: ruleset.name, section }).is_some();
                    // Stone scoring is a custom without a written source.
                    assert_eq!(is_cited, ruleset.name != "stone-scoring", "{}: {section:?}", ruleset.name);
                }
            }
        }
        let nameless = Combination::all()[0].ruleset();
        let source = Source { rules: nameless.name, section: Section::Ko };
        assert!(Language::ALL.iter().all(|language| language.phrases().source(source).is_none()));
    }

    #[test]
    fn ends_refusals_and_notices_name_their_source() {
        let size = BoardSize::new(5).expect("5 lines");
        let mut game = Game::new(size, Ruleset::aga());
        game.play(Move::Abstain).expect("a pass");
        let notice = rule_notices(&game)[0];
        assert_eq!(
            Language::English.rule_notice(&notice),
            "Play ends if White passes, because Black just has: W+7.5 as the board stands (AGA rules, ending the game: two \
             passes)."
        );
        game.play(Move::Abstain).expect("a pass");
        let told = |language| Narration::of_last_turn(&game, language).expect("a turn").to_string();
        assert_eq!(
            told(Language::English),
            "White passes. Play ends: Black and White have passed in a row (AGA rules, ending the game: two passes)."
        );
        assert!(told(Language::Korean).ends_with(" (AGA 규칙, 종국: 두 번의 패스)."), "{}", told(Language::Korean));
        let error = PlayError::Suicide("A1".parse::<Point>().expect("a point"));
        assert_eq!(
            Language::English.refused(&Ruleset::japanese(), error),
            "A1 is suicide, which is illegal under these rules: the chain would have no liberty (Japanese rules, article 4: stones \
             that may exist)."
        );
        assert_eq!(
            Language::Korean.refused(&Ruleset::stone_scoring(), error),
            "A1은 자살수입니다. 활로가 없게 되므로 이 규칙에서는 둘 수 없습니다."
        );
    }

    #[test]
    fn refused_under_ordinary_rules() {
        let point = "A1".parse().expect("a point");
        let told = |error| Language::ALL.map(|language| language.phrases().refused(error));
        assert_eq!(
            [PlayError::Suicide(point), PlayError::Superko(point)].map(told),
            [
                [
                    "A1 is suicide, which is illegal under these rules: the chain would have no liberty",
                    "A1은 자살수입니다. 활로가 없게 되므로 이 규칙에서는 둘 수 없습니다",
                ],
                [
                    "A1 would bring an earlier position back (superko), which is illegal under these rules",
                    "A1에 두면 이전 국면이 다시 나옵니다(동형 반복). 이 규칙에서는 둘 수 없습니다",
                ]
            ]
        );
    }

    #[test]
    fn articles_are_listed() {
        let told = |articles: &[Article]| Language::ALL.map(|language| language.phrases().articles(articles));
        assert_eq!(told(&[Article::FORFEIT])[0], "(article 9 ②)");
        let pair = [Article::IMMOVABLE, Article::NO_RESTORATION];
        assert_eq!(told(&pair), ["(articles 3 ④, 4)", "(제3조 ④항, 제4조)"]);
        assert_eq!(told(&[Article::Annex]), ["(annex)", "(비본판 부칙)"]);
    }
}
