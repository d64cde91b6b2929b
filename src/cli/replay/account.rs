//! The referee's account of a record, independent of its format.

use crate::analysis::RecordPositions;
use crate::cli::game_file::{GameFile, about, shown, summary};
use crate::cli::options::Options;
use crate::cli::options::selection::Selection;
use crate::document::{Object, explanation};
use crate::view::{BoardPicture, Language, Narration, Theme};
use crate::web::HtmlReport;
use onepure_engine::engine::{Engine, Judgement};
use onepure_rules::board::{Color, PerColor};
use onepure_rules::geometry::PointSet;
use onepure_rules::record::{Basis, GameInfo, NodeContent, Record, RecordError, ReplayNotice, Replayed};
use onepure_rules::rules::{Game, Outcome};
use std::path::Path;

/// From one stone for this number of points on, a game that has not ended is estimated.
const LEAST_STONES: usize = 5;

/// The referee's account of a record.
pub(super) struct Account {
    pub(super) name: String,
    pub(super) record: Record,
    /// The rules and the komi, and their source.
    pub(super) basis: Basis,
    /// The game information, made safe to print.
    pub(super) shown: GameInfo,
    pub(super) language: Language,
    /// The turns to report.
    pub(super) told: Vec<Told>,
    engine: Engine,
    /// The stones that are removed before the count.
    pub(super) dead: PointSet,
    /// The stones about which the judgement of dead stones is in doubt.
    pub(super) unclear: PointSet,
    /// The dead stones of a game that has not ended, as far as they can be judged. None if the board is counted as it stands.
    pub(super) estimated: Option<PointSet>,
    /// The moves that were not played as the rules have it.
    pub(super) notices: Vec<ReplayNotice>,
    /// The illegal move, or the node that cannot be read. The turns before it are reported.
    pub(super) stopped: Option<RecordError>,
}

/// A turn to report.
pub(super) struct Told {
    /// The number of the move in the record.
    pub(super) number: usize,
    pub(super) narration: Narration,
    /// The facts of `opr-explain`.
    pub(super) facts: Object,
}

impl Account {
    /// Referees the main line of a record; `-` is stdin. Reports every turn if `all` is true, otherwise the turns with events.
    pub(super) fn of(file: &str, selection: &Selection, options: &Options, all: bool) -> anyhow::Result<Self> {
        let GameFile { name, record, basis, replayed, .. } = GameFile::read_selected(file, selection, None, options)?;
        let mut told = Vec::new();
        let mut replay = record.main_line().start_by(&basis);
        let mut turns = 0;
        while let Ok(Some(node)) = replay.advance() {
            let game = replay.game();
            // A move after the end of play is no turn.
            let is_turn = game.turns().len() == turns + 1;
            turns = game.turns().len();
            if !is_turn || !matches!(node.content, NodeContent::Move(..)) {
                continue;
            }
            let narration =
                Narration::of_last_turn(game, options.lang()).filter(|narration| all || narration.has_events());
            if let (Some(narration), Some(facts)) = (narration, explanation(game)) {
                told.push(Told { number: replay.moves(), narration, facts });
            }
        }
        let Replayed { game, notices, stopped, .. } = replayed;
        let mut engine = options.engine();
        engine.set_game(game);
        let judgement = engine.judgement();
        let judged = judgement.as_ref().map(Judgement::dead);
        let (dead, estimated) = match judged {
            Some(dead) if engine.game().is_over() => (dead, None),
            // An opening has nothing to estimate.
            estimated => {
                let board = engine.game().board();
                let has_stones = LEAST_STONES * (board.all() - board.empty()).len() >= board.all().len();
                (PointSet::empty(), estimated.filter(|_| has_stones))
            }
        };
        let unclear = judgement.map_or(PointSet::empty(), |judgement| judgement.open());
        let shown = shown(&record.info);
        Ok(Self {
            name,
            record,
            basis,
            shown,
            language: options.lang(),
            told,
            engine,
            dead,
            unclear,
            estimated,
            notices,
            stopped,
        })
    }

    /// The game after the last move.
    pub(super) fn game(&self) -> &Game {
        self.engine.game()
    }

    /// The outcome without the dead stones, if play has ended.
    pub(super) fn outcome(&self) -> Option<Outcome> {
        self.game().outcome_without(self.dead)
    }

    /// The file name, board size, number of moves, rules, and komi with its source.
    pub(super) fn summary(&self) -> String {
        summary(&self.name, &self.record, &self.basis, self.language)
    }

    /// What was repaired when the record was read, and the moves that were not played as the rules have it, as sentences.
    pub(super) fn notices(&self) -> Vec<String> {
        let phrases = self.language.phrases();
        let repaired = self.record.notices().iter().map(|notice| phrases.record_notice(notice));
        let replayed = self.notices.iter().map(|notice| phrases.replay_notice(notice));
        repaired.chain(replayed).collect()
    }

    /// The result that the record claims, if it differs from that of the moves.
    pub(super) fn wrong_claim(&self) -> Option<&str> {
        let outcome = self.outcome()?;
        self.shown.result.as_deref().map(str::trim).filter(|claimed| differs(claimed, &outcome))
    }

    /// The result of a game that has not ended, if it ended now and the dead stones were lifted.
    pub(super) fn estimate(&self) -> Option<String> {
        Some(self.game().count_without(self.estimated?).verdict().to_string())
    }

    /// Remarks after the result: play has not ended, the record claims another result, or dead stones are in doubt.
    pub(super) fn remarks(&self) -> Vec<String> {
        let phrases = self.language.phrases();
        let remark = match self.outcome() {
            None => Some(phrases.unfinished().to_owned()),
            Some(outcome) => self.wrong_claim().map(|claimed| phrases.claimed(claimed, &outcome.verdict.to_string())),
        };
        let estimate = self.estimate().map(|result| phrases.estimate(&result, &self.estimated.unwrap_or_default()));
        let doubt = Some(self.unclear).filter(|unclear| !unclear.is_empty() && self.game().is_over());
        remark.into_iter().chain(estimate).chain(doubt.map(|unclear| phrases.in_doubt(&unclear))).collect()
    }

    /// The count, the end, the result and the remark, one sentence each.
    pub(super) fn conclusion(&self) -> Vec<String> {
        let (game, language) = (self.game(), self.language);
        let end = [language.end(game), language.result_without(game, self.dead)];
        let counted = language.counted(game, self.dead).into_iter();
        counted.chain(end.into_iter().flatten()).chain(self.remarks()).collect()
    }

    /// The names of both players, or else the event, or else the file name without folder and extension.
    pub(super) fn title(&self) -> String {
        let file = || Path::new(&self.name).file_stem().unwrap_or_default().to_string_lossy().into_owned();
        self.shown.title().unwrap_or_else(file)
    }

    /// The board after the last move, with the number of the turn on each stone.
    pub(super) fn picture_of_moves(&self) -> BoardPicture {
        let status = self.language.phrases().status(self.game());
        self.picture().with_numbers(self.game()).with_caption(status).with_numbers_elsewhere(self.game())
    }

    /// The board after the last move with the owner of each point. If the rules count by filling the board, the filled
    /// board.
    pub(super) fn picture_of_count(&self) -> BoardPicture {
        let (game, phrases) = (self.game(), self.language.phrases());
        let count = game.count_without(self.dead);
        let headline = match self.outcome() {
            Some(outcome) => phrases.headline(&outcome, &count),
            None => phrases.as_it_stands(&count.verdict().to_string()),
        };
        let filling = self.outcome().and_then(|outcome| game.filling(self.dead).filter(|_| outcome.reason.is_count()));
        let picture = match filling {
            Some(filling) => self.picture().with_filling(game, self.dead, &filling),
            None => self.picture().with_count(game, self.dead),
        };
        let picture = picture.with_title(headline).with_subtitle(self.title());
        self.conclusion().into_iter().fold(picture, BoardPicture::with_caption)
    }

    /// The information about the game, each with its label.
    pub(super) fn about(&self) -> Vec<(&'static str, String)> {
        about(&self.record, &self.basis, self.language)
    }

    /// The report in HTML. Its pictures of moves and count serve readers without scripts.
    pub(super) fn html(&self, theme: Theme) -> String {
        let headings = self.language.phrases().headings();
        let pictures = [(headings.moves, self.picture_of_moves()), (headings.count, self.picture_of_count())];
        let report = HtmlReport {
            title: self.title(),
            about: self.about(),
            players: PerColor::from_fn(|color| self.shown.players[color].name.as_deref()),
            language: self.language,
            conclusion: self.conclusion(),
            pictures: pictures.into_iter().map(|(name, picture)| (name, picture.with_theme(theme).draw())).collect(),
        };
        let positions: Vec<_> = RecordPositions::by(&self.record, &self.basis).map_while(Result::ok).collect();
        report.of_positions(&positions)
    }

    fn picture(&self) -> BoardPicture {
        let mut picture = BoardPicture::of(self.game(), self.language).with_title(self.title());
        if let Some(sides) = &mut picture.sides {
            for color in Color::BOTH {
                sides[color].name.clone_from(&self.shown.players[color].name);
            }
        }
        picture
    }
}

/// Returns whether the claimed result (RE) contradicts the outcome. A claim without a result, such as `?`, does not. For a win
/// without points only the winner is compared, because programs write the rest in many ways.
fn differs(claimed: &str, outcome: &Outcome) -> bool {
    let verdict = outcome.verdict.to_string();
    let (claimed, verdict) = (claimed.trim().to_ascii_lowercase(), verdict.to_ascii_lowercase());
    let split = |result: &str| result.split_once('+').map(|(winner, by)| (winner.to_owned(), by.parse::<f64>().ok()));
    match (split(&claimed), split(&verdict)) {
        (Some((claimed, Some(by))), Some((winner, Some(really_by)))) => {
            claimed != winner || (by - really_by).abs() > 0.01
        }
        (Some((claimed, _)), Some((winner, _))) => claimed != winner,
        (Some(_), None) => true,
        (None, Some(_)) => matches!(claimed.as_str(), "0" | "draw" | "jigo" | "both-lose"),
        (None, None) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use onepure_rules::board::Color;
    use onepure_rules::rules::{Reason, Verdict, WonBy};

    #[test]
    fn a_claimed_result_is_compared() {
        let by_points =
            Outcome { reason: Reason::Abstentions, verdict: Verdict::Win(Color::Black, WonBy::Points(1.0)) };
        let by_dead_end = Outcome::lost_by(Color::White, Reason::DeadEnd);
        let draw = Outcome { reason: Reason::Abstentions, verdict: Verdict::Draw };
        for (claimed, outcome, expected) in [
            ("B+1", &by_points, false),
            ("b+1.0", &by_points, false),
            ("B+2", &by_points, true),
            ("W+1", &by_points, true),
            ("W+R", &by_points, true),
            ("0", &by_points, true),
            ("?", &by_points, false),
            ("", &by_points, false),
            ("B+F", &by_dead_end, false),
            ("B+3.5", &by_dead_end, false),
            ("W+F", &by_dead_end, true),
            ("B+1", &draw, true),
            ("Draw", &draw, false),
        ] {
            assert_eq!(differs(claimed, outcome), expected, "{claimed} against {}", outcome.verdict);
        }
    }
}
