//! Analyses as pictures.

use super::position_analysis::PositionAnalysis;
use super::report::{AnalysisText, MISTAKES};
use super::swing::{self, mistakes};
use super::words::words;
use crate::view::{
    BoardPicture, CandidateLabel, ChartPoint, Event, GameChart, Language, Look, Mark, Mistake, Mistakes, Perspective,
    RuleNotice, Terms,
};
use onepure_rules::board::PerColor;
use onepure_rules::rules::{Cause, Move};

/// The number of candidates with a label, and of last moves with a number.
const CANDIDATES: usize = 6;
const NUMBERS: usize = 4;

/// A picture of a position: shading for the expected ownership, letters on the best moves, numbers on the last moves,
/// and marks where a placement would be a dead end or a self-fill. The bowls are on the side, the captions with the
/// rule notices below.
pub fn picture_of_position(title: Option<&str>, analysis: &PositionAnalysis, language: Language) -> BoardPicture {
    let text = AnalysisText { language, look: Look::PLAIN, perspective: Perspective::Black };
    let game = analysis.game();
    let picture = BoardPicture::of(game, language).with_last_numbers(game, NUMBERS);
    let mut picture = match title {
        Some(title) => picture.with_title(title).with_subtitle(text.heading(analysis)),
        None => picture.with_title(text.heading(analysis)),
    };
    if game.is_over() {
        let told = language.end(game).into_iter().chain([language.count(&analysis.count())]);
        return told.fold(picture, BoardPicture::with_caption);
    }
    let balances = game.size().points().filter_map(|point| Some((point, analysis.balance(point)?)));
    picture.ownership = balances.collect();
    let labels = analysis.best().take(CANDIDATES).filter_map(|(letter, candidate)| match candidate.action {
        Move::Place(point) => Some(CandidateLabel { point, letter, win_rate: candidate.estimate.win_rate }),
        Move::Abstain => None,
    });
    picture.candidates = labels.collect();
    for notice in analysis.rule_notices.iter().filter(|notice| notice.color() == analysis.position.color) {
        let mark = match notice {
            RuleNotice::DeadEnds(..) | RuleNotice::Retake { .. } => Mark::DeadEnd,
            RuleNotice::Retirement { event: Event::Retired { cause: Cause::SelfFill, .. }, .. } => Mark::SelfFill,
            _ => continue,
        };
        picture.marks.extend(notice.points().iter().map(|point| (point, mark)));
    }
    let best = analysis.best().take(CANDIDATES);
    let best: Vec<_> =
        best.map(|(letter, best)| (letter, best.action, best.estimate.win_rate, best.estimate.visits)).collect();
    let candidates = (!best.is_empty())
        .then(|| format!("{}.", words(language).candidates(analysis.report.color, &best, Terms::of(analysis.game()))));
    let told = [language.count(&analysis.count()), text.expected(analysis).replace(" %", "\u{a0}%")];
    let told = told
        .into_iter()
        .chain(candidates)
        .chain(analysis.rule_notices.iter().map(|notice| language.rule_notice(notice)));
    told.fold(picture, BoardPicture::with_caption)
}

/// A chart of Black's win rate and lead over a game. It labels the largest mistakes of each player.
pub fn picture_of_game(
    title: String,
    analyses: &[PositionAnalysis],
    swings: &[swing::Swing],
    players: PerColor<Option<&str>>,
    language: Language,
) -> GameChart {
    let point = |analysis: &PositionAnalysis| ChartPoint {
        move_number: analysis.position.number,
        win_rate: analysis.win_rate(),
        score_lead: analysis.score_lead(),
    };
    let mistakes = mistakes(swings);
    let of_color = |color| {
        let mut named: Vec<&swing::Swing> = mistakes.iter().filter(|mistake| mistake.color == color).collect();
        let number = named.len();
        named.truncate(MISTAKES);
        named.sort_by_key(|mistake| mistake.number);
        let label =
            |mistake: &&swing::Swing| Mistake { move_number: mistake.number, label: words(language).brief(mistake) };
        Mistakes {
            heading: words(language).mistakes_of(color, players[color], number, named.len()),
            named: named.iter().map(label).collect(),
        }
    };
    GameChart {
        points: analyses.iter().map(point).collect(),
        mistakes: Some(PerColor::from_fn(of_color)),
        language,
        title: Some(title),
        ..GameChart::default()
    }
}
