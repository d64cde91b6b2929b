//! What was found, as pictures.

use super::finding::Finding;
use super::report::Text;
use super::swing::{self, largest};
use super::words::words;
use crate::engine::Perspective;
use crate::rules::{Cause, Move};
use crate::view::{BoardPicture, CandidateLabel, ChartPoint, Event, GameChart, Language, Look, Mark, Stake, Swing};

/// How many swings are named on a chart, and how many candidates are labelled on a board.
const SWINGS: usize = 5;
const CANDIDATES: usize = 6;

/// A position: who is expected to hold what as shading, the best moves as labels, what a placement of the colour to play
/// would lose at once or retire by self-fill as marks, the bowls beside it, and what is at stake below.
pub fn picture_of_position(finding: &Finding, language: Language) -> BoardPicture {
    let text = Text { language, look: Look::PLAIN, perspective: Perspective::Black };
    let game = finding.game();
    let mut picture = BoardPicture::of(game, language).with_numbers(game).with_title(text.heading(finding));
    if game.is_over() {
        let told = language.end(game).into_iter().chain([language.count(&finding.count())]);
        return told.fold(picture, BoardPicture::with_caption);
    }
    let balances = game.size().points().filter_map(|point| Some((point, finding.balance(point)?)));
    picture.ownership = balances.collect();
    let labels = finding.best().take(CANDIDATES).filter_map(|(_, candidate)| match candidate.action {
        Move::Place(point) => Some(CandidateLabel { point, win_rate: candidate.win_rate, visits: candidate.visits }),
        Move::Abstain => None,
    });
    picture.candidates = labels.collect();
    for stake in finding.stakes.iter().filter(|stake| stake.color() == finding.position.color) {
        let mark = match stake {
            Stake::DeadEnds(..) | Stake::Retake { .. } => Mark::DeadEnd,
            Stake::Retirement { event: Event::Retired { cause: Cause::SelfFill, .. }, .. } => Mark::SelfFill,
            _ => continue,
        };
        picture.marks.extend(stake.points().iter().map(|point| (point, mark)));
    }
    let told = [language.count(&finding.count()), text.expected(finding)];
    let told = told.into_iter().chain(finding.stakes.iter().map(|stake| language.stake(stake)));
    told.fold(picture, BoardPicture::with_caption)
}

/// How Black's share of wins and its lead went over a game, with the largest swings named.
pub fn picture_of_game(name: &str, findings: &[Finding], swings: &[swing::Swing], language: Language) -> GameChart {
    let point = |finding: &Finding| ChartPoint {
        move_number: finding.position.number,
        win_rate: finding.win_rate(),
        lead: finding.lead(),
    };
    let mut named = largest(swings, SWINGS);
    named.sort_by_key(|swing| swing.number);
    let label = |swing: &swing::Swing| Swing { move_number: swing.number, label: words(language).swing(swing) };
    GameChart {
        points: findings.iter().map(point).collect(),
        swings: named.iter().map(label).collect(),
        language,
        title: Some(words(language).report(name)),
        ..GameChart::default()
    }
}
