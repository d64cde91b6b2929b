//! The rules of a game on one screen, in English.

use crate::view::language::{Primer, RuleTopic};
use onepure_rules::rules::{Game, HandicapBonus, Sharing, Tax};

/// The rules of a game on one screen.
pub(super) fn primer(game: &Game) -> Primer {
    let (articles, size) = (game.articles(), game.size());
    if !articles.has_immovable_stones() {
        return ordinary(game);
    }
    let mut told = Primer::titled(format!("The One Pure Rules, {size}×{size}"));
    told.tell(
        RuleTopic::Turns,
        "Black and White alternately place a stone on any empty point, or abstain (pass). No point is forbidden: there is no \
         ko rule and no suicide rule. Black, who begins, may not abstain first (article 2).",
    );
    if let Some(quota) = articles.quota() {
        told.tell(RuleTopic::Quota, &format!("Each colour has {quota} stones, and never gets more (article 1)."));
    }
    let back = if articles.quota().is_some() { ": those that the opponent enclosed go back to their bowl" } else { "" };
    told.tell(
        RuleTopic::Retirement,
        &format!("A chain without a liberty is enclosed, and its stones leave the board{back} (article 3)."),
    );
    if articles.has_quarantine() {
        told.tell(
            RuleTopic::Quarantine,
            "Stones that leave the same points a second time, or that their own colour enclosed, go to quarantine and never \
             come back (articles 3, 5).",
        );
    }
    told.tell(
        RuleTopic::DeadEnd,
        "A lone stone may not leave if that would restore the position just before its placement. Then nobody can place any \
         more, and whoever brought that about loses: a ko retaken at once loses, and so does the suicide of a lone stone \
         (articles 3, 4, 9).",
    );
    let mut ends = "Play ends when both colours have abstained at the same position".to_owned();
    if articles.quota().is_some() {
        ends += ", and when a colour has no stone left to place";
    }
    if articles.ends_by_annihilation() {
        ends += ", or none on the board";
    }
    told.tell(RuleTopic::End, &format!("{ends} (article 6)."));
    if articles.bars_repetition() {
        told.tell(
            RuleTopic::Repetition,
            "Who recreates an earlier position gets no further turn; the opponent has one last turn (annex).",
        );
    }
    if articles.draws_repetition() {
        told.tell(RuleTopic::Repetition, "A position that comes back with the same colour to play is a draw.");
    }
    told.tell(
        RuleTopic::Points,
        "Points are counted: what is a colour's own and not in contact with the other. Stones are in contact if they stand \
         side by side, or on one empty region (article 7).",
    );
    let comparison = match game.komi() {
        0.0 => "The colour with more points wins".to_owned(),
        komi => format!("Black wins when more than {komi} points ahead, and draws at exactly {komi}"),
    };
    told.tell(RuleTopic::Result, &format!("{comparison}. A colour without a point loses (articles 8, 9)."));
    told
}

/// The rules of a game by a rule set of ordinary Go.
fn ordinary(game: &Game) -> Primer {
    let (articles, size, name) = (game.articles(), game.size(), game.ruleset().name);
    let counted = if articles.counts_territory() { "Territory" } else { "Area" };
    let mut told = Primer::titled(format!("{counted} rules ({name}), {size}×{size}"));
    told.tell(RuleTopic::Turns, "Black and White alternately place a stone on an empty point, or pass.");
    let suicide = if articles.allows_suicide() { "Suicide of a lone stone" } else { "Suicide" };
    told.tell(RuleTopic::Retirement, &format!("A chain without a liberty is captured. {suicide} is illegal."));
    if articles.forbids_by_situation() {
        told.tell(
            RuleTopic::Repetition,
            "A placement that would bring an earlier position back, with the same colour to play, is illegal (superko).",
        );
    } else if articles.forbids_repetition() {
        told.tell(RuleTopic::Repetition, "A placement that would bring an earlier position back is illegal (superko).");
    } else if articles.has_simple_ko() {
        told.tell(
            RuleTopic::Repetition,
            "A ko may not be retaken at once. What stands three times without a pass leaves no result.",
        );
    } else if articles.has_ing_ko() {
        told.tell(
            RuleTopic::Repetition,
            "A ko may not be retaken at once, nor another one of a fighting ko; in a disturbing ko the disturber stops after a \
             round. No position may stand for the third time.",
        );
    }
    if let Some(passes) = articles.passes_that_end_play() {
        told.tell(RuleTopic::End, &format!("Play ends after {passes} passes in a row."));
    }
    if articles.lifts_dead_stones() {
        told.tell(RuleTopic::End, "Stones that both players agree are dead are lifted before the count.");
    }
    told.tell(
        RuleTopic::Points,
        if articles.counts_territory() {
            "Each colour has the empty points that only its stones reach, and a point for each stone that it has captured."
        } else {
            "Each colour has its stones and the empty points that only its stones reach."
        },
    );
    match articles.sharing {
        Sharing::None => {}
        Sharing::Halves => told.tell(RuleTopic::Points, "Empty points that both reach are shared by halves."),
        Sharing::Ratio => {
            told.tell(
                RuleTopic::Points,
                "An empty region that both reach is divided in the ratio of the stones next to it.",
            );
        }
    }
    match articles.tax {
        Tax::None => {}
        Tax::Seki => told.tell(RuleTopic::Points, "In a seki nobody has points for eyes."),
        Tax::All => told.tell(RuleTopic::Points, "Each group costs two points; in a seki it has no points for eyes."),
    }
    if articles.has_pass_stones() {
        told.tell(
            RuleTopic::Points,
            "By territory the result is the same: a pass hands the opponent a stone, and White passes last.",
        );
    }
    match articles.handicap_bonus {
        HandicapBonus::None => {}
        HandicapBonus::Stones => told.tell(RuleTopic::Result, "White has a point for each handicap stone."),
        HandicapBonus::StonesLessOne => {
            told.tell(RuleTopic::Result, "White has a point for each handicap stone but one.");
        }
    }
    let ties = if articles.black_wins_ties { "; equal sums are Black's" } else { "" };
    told.tell(RuleTopic::Result, &format!("White adds {} (komi), and the larger sum wins{ties}.", game.komi()));
    told
}
