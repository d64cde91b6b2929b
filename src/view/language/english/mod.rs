//! The English text.

mod forms;
mod primer;
mod remarks;
mod sources;

use super::{Headings, Phrases, Primer, Terms, circled, listed};
use crate::view::events::{End, Event, SuddenLoss};
use crate::view::mark::Mark;
use crate::view::rule_notices::RuleNotice;
use forms::{MANY, chain, choice, ordinal, plural};
use onepure_rules::board::{Color, PerColor};
use onepure_rules::geometry::{BoardSize, Point, PointSet};
use onepure_rules::rules::{
    Article, Cause, Count, Counting, Destination, Filling, Fraction, Game, Move, Outcome, PlayError, Source, Verdict,
    WonBy,
};

/// The English text.
pub(super) struct English;

impl Phrases for English {
    fn color(&self, color: Color) -> &'static str {
        match color {
            Color::Black => "Black",
            Color::White => "White",
        }
    }

    fn turn(&self, color: Color, action: Move) -> String {
        let color = self.color(color);
        match action {
            Move::Place(point) => format!("{color} {point}"),
            Move::Abstain => format!("{color} abstains"),
        }
    }

    fn pass(&self, color: Color) -> String {
        format!("{} passes", self.color(color))
    }

    fn passes_that_end_play(&self, passes: u8) -> String {
        let passes = if passes == 4 { "four".to_owned() } else { passes.to_string() };
        format!("Play ends after {passes} passes in a row")
    }

    fn sudden_loss(&self, color: Color, action: Move, loss: SuddenLoss) -> String {
        let turn = self.turn(color, action);
        match loss {
            SuddenLoss::Retake => format!("{turn} loses at once: it retakes the ko"),
            SuddenLoss::LoneSuicide => format!("{turn} loses at once: it is the suicide of a lone stone"),
            SuddenLoss::FirstAbstention => format!("{turn}, and loses at once"),
        }
    }

    fn event(&self, event: &Event) -> String {
        match *event {
            Event::Retired { color, stones, cause, times, destination } => {
                let (retire, go) = match stones.len() {
                    1 | MANY.. => ("retires", "goes"),
                    _ => ("retire", "go"),
                };
                if destination == Destination::Captured {
                    let be = if retire == "retires" { "is" } else { "are" };
                    return format!("{}'s {} {be} captured", self.color(color), chain(&stones));
                }
                let cause = match cause {
                    Cause::Enclosed => ", enclosed",
                    Cause::SelfFill => " by self-fill",
                };
                let repeated = if times > 1 { format!(", for the {} time", ordinal(times)) } else { String::new() };
                let destination = match destination {
                    Destination::Bowl => format!(", and {go} back to the bowl"),
                    Destination::Quarantine => format!(", and {go} to quarantine"),
                    Destination::Uncounted | Destination::Captured => String::new(),
                };
                format!("{}'s {} {retire}{cause}{repeated}{destination}", self.color(color), chain(&stones))
            }
            Event::Immovable(stones) => {
                let name = |color| stones[color].iter().map(move |point| format!("{}'s {point}", self.color(color)));
                let names: Vec<String> = Color::BOTH.into_iter().flat_map(name).collect();
                let (be, whose) = match names.len() {
                    1 => ("is", "its retirement"),
                    2 => ("are", "the retirement of either"),
                    _ => ("are", "the retirement of any"),
                };
                format!(
                    "{} {be} enclosed but immovable: {whose} would restore the position just before its placement",
                    names.join(" and ")
                )
            }
            Event::Barred(color) => format!(
                "{} has recreated an earlier position and will not receive the right again; {} has one last turn",
                self.color(color),
                self.color(!color)
            ),
            Event::Ended(end) => self.end(end),
        }
    }

    fn end(&self, end: End) -> String {
        match end {
            End::Abstentions => "Play ends: Black and White have abstained at the same position".to_owned(),
            End::AbstentionsInARow(_) => "Play ends: Black and White have passed in a row".to_owned(),
            End::BlackAbstainedFirst => {
                "Play ends: Black, who alone may make the first placement, has abstained, so the right cannot circulate"
                    .to_owned()
            }
            End::DeadEnd => {
                "Play ends in a dead end: nobody may place while an enclosed stone is on the board, so the right cannot \
                 circulate"
                    .to_owned()
            }
            End::Annihilated(color) => format!(
                "Play ends: {} is annihilated, without a stone on the board, and cannot receive the right",
                self.color(color)
            ),
            End::Exhausted(color) => {
                format!("Play ends: {} is exhausted, without a waiting stone to receive the right", self.color(color))
            }
            End::LastTurnTaken(barred) => format!(
                "Play ends without penalty: {} recreated an earlier position, and {} has had the last turn",
                self.color(barred),
                self.color(!barred)
            ),
            End::Recurred(to_play) => {
                format!("Play ends: the position has come back with {} to play", self.color(to_play))
            }
            End::NoResult(to_play, _) => format!(
                "Play ends without a result: the position stands for the third time with {} to play, and nobody has passed in \
                 between",
                self.color(to_play)
            ),
            End::Resigned(color) => format!("Play ends: {} resigns", self.color(color)),
            End::OutOfTime(color) => format!("Play ends: {} has run out of time", self.color(color)),
        }
    }

    fn rule_notice(&self, notice: &RuleNotice) -> String {
        let (color, other) = (self.color(notice.color()), self.color(!notice.color()));
        match *notice {
            RuleNotice::Opening => "Black loses by abstaining: Black alone may make the first placement".to_owned(),
            RuleNotice::Barred(_) => {
                format!("{color} has recreated an earlier position and is barred; this is the last turn, {other}'s")
            }
            RuleNotice::Abstention { verdict, in_a_row: None, .. } => {
                format!("Play ends if {color} abstains, because {other} has abstained at this position: {verdict}")
            }
            RuleNotice::Abstention { verdict, in_a_row: Some(_), .. } => {
                format!("Play ends if {color} passes, because {other} just has: {verdict} as the board stands")
            }
            RuleNotice::Retake { point, immovable, .. } => {
                format!("{color} at {point} loses at once: it retakes the ko, and {other}'s {immovable} is immovable")
            }
            RuleNotice::DeadEnds(_, points) => {
                format!("{color} at {} loses at once: it is the suicide of a lone stone", choice(&points, "or"))
            }
            RuleNotice::Illegal(_, error, _) => self.refused(error),
            RuleNotice::Retirement {
                point,
                event: Event::Retired { color: owner, stones, destination: Destination::Captured, .. },
                ..
            } => {
                format!("{color} at {point} captures {}'s {}", self.color(owner), chain(&stones))
            }
            RuleNotice::Retirement { point, event, .. } => {
                format!("If {color} places at {point}: {}", self.event(&event))
            }
            RuleNotice::Repeated { stones, times, .. } => {
                let (has, be) = if stones.len() == 1 { ("has", "it") } else { ("have", "they") };
                let often = match times {
                    1 => "once".to_owned(),
                    2 => "twice".to_owned(),
                    _ => format!("{times} times"),
                };
                format!(
                    "{color}'s {} {has} retired {often}; if {be} {} again, {be} {} to quarantine",
                    chain(&stones),
                    if stones.len() == 1 { "retires" } else { "retire" },
                    if stones.len() == 1 { "goes" } else { "go" },
                )
            }
            RuleNotice::Annihilation(_, point) => {
                format!(
                    "If {color} places at {point}, {other} is annihilated, without a stone on the board, and play ends"
                )
            }
            RuleNotice::Recreation(_, point) => format!(
                "If {color} places at {point}, that recreates an earlier position: {color} will not receive the right again"
            ),
            RuleNotice::Waiting(_, stones) => {
                format!("{color} has {} waiting; without one, play ends", plural(stones, "stone"))
            }
        }
    }

    fn count(&self, count: &Count) -> String {
        let komi = if count.komi == 0.0 { String::new() } else { format!("; komi {}", count.komi) };
        let counted = match count.counting {
            Counting::Contact => "Points",
            Counting::Area => "Area",
            Counting::Territory => "Territory and prisoners",
        };
        let bonus =
            if count.bonus == 0 { String::new() } else { format!(", {} of them for the handicap", count.bonus) };
        let penalties = Color::BOTH.into_iter().filter(|&color| count.penalties[color] > 0);
        let penalties = penalties
            .map(|color| format!(", {} less for {}'s overtime", count.penalties[color], self.color(color)))
            .collect::<Vec<_>>()
            .concat();
        let ties = if count.black_wins_ties { ", and Black wins ties" } else { "" };
        format!("{counted}: Black {}, White {}{bonus}{penalties}{komi}{ties}", count.points.black, count.points.white)
    }

    fn dead(&self, color: Color, stones: &PointSet) -> String {
        let be = if stones.len() == 1 { "is" } else { "are" };
        format!("{}'s {} {be} judged dead, and lifted before the count.", self.color(color), stones.names(" "))
    }

    fn filled(&self, points: &PointSet) -> String {
        let are = if points.len() == 1 { "is neutral and counts" } else { "are neutral and count" };
        format!("{} {are} as filled.", points.names(" "))
    }

    fn headline(&self, outcome: &Outcome, count: &Count) -> String {
        match outcome.verdict {
            Verdict::Win(winner, won_by) => {
                let (winner, loser) = (self.color(winner), self.color(!winner));
                match won_by {
                    WonBy::Points(points) if count.lacks_points() => {
                        format!("{winner} wins by {}; {loser} has none and loses", plural(points, "point"))
                    }
                    WonBy::Points(0.0) => format!("A tie, which {winner} wins"),
                    WonBy::Points(points) => format!("{winner} wins by {}", plural(count.points_text(points), "point")),
                    WonBy::Forfeit => format!("{winner} wins, because {loser} made circulation impossible"),
                    WonBy::Resignation => format!("{winner} wins by resignation"),
                    WonBy::Time => format!("{winner} wins on time"),
                }
            }
            Verdict::Draw => "Draw".to_owned(),
            Verdict::NoResult => "No result".to_owned(),
            Verdict::BothLose => "Both lose: neither colour has a point".to_owned(),
        }
    }

    fn result(&self, outcome: &Outcome, count: &Count) -> String {
        format!("Result {}: {}", outcome.verdict, self.headline(outcome, count))
    }

    fn as_it_stands(&self, verdict: &str) -> String {
        format!("{verdict} as the board stands")
    }

    fn numbers_elsewhere(&self, placements: &[(Point, Vec<usize>)], abstentions: &[usize], terms: Terms) -> String {
        let placements = placements.iter().map(|(point, numbers)| format!("{} at\u{a0}{point}", listed(numbers)));
        let name = if terms == Terms::Ordinary { "passes" } else { "abstentions" };
        let abstained = (!abstentions.is_empty()).then(|| format!("{name} {}", listed(abstentions)));
        format!("Not on the board: {}", placements.chain(abstained).collect::<Vec<_>>().join("; "))
    }

    fn articles(&self, articles: &[Article]) -> String {
        let name = |article: &Article| match *article {
            Article::Annex => "annex".to_owned(),
            Article::Whole(article) => article.to_string(),
            Article::Paragraph(article, paragraph) => format!("{article} {}", circled(paragraph)),
        };
        let heading = match articles {
            [Article::Annex, ..] => "",
            [_] => "article ",
            _ => "articles ",
        };
        format!("({heading}{})", articles.iter().map(name).collect::<Vec<_>>().join(", "))
    }

    fn source(&self, source: Source) -> Option<String> {
        sources::cited(source).map(|section| format!("({section})"))
    }

    fn with_pass_stones(&self, count: &Count) -> String {
        let PerColor { black, white } = count.points;
        format!("By territory, with captured stones and those that passes handed over: Black {black}, White {white}.")
    }

    fn filling(&self, filling: &Filling) -> String {
        let Filling { stones, given, left, .. } = filling;
        let [black, white] = Color::BOTH.map(|color| match left[color] {
            0 => format!("{} has none left", self.color(color)),
            number @ 1.. => format!("{} has {number} left", self.color(color)),
            number => format!("{} lacks {}", self.color(color), -number),
        });
        format!(
            "By filling: {} of White's go into Black's area, then each colour fills its own with its {stones}: {black}, {white}.",
            plural(given, "stone")
        )
    }

    fn left_over(&self, of: u16, stones: i32) -> [String; 2] {
        if stones < 0 {
            return [format!("lacks {}", -stones), format!("none left of {of}")];
        }
        [stones.to_string(), format!("left of {of}")]
    }

    fn prisoners_label(&self) -> &'static str {
        "captured"
    }

    fn bowl_labels(&self) -> [&'static str; 3] {
        ["on the board", "waiting", "quarantined"]
    }

    fn status(&self, game: &Game) -> String {
        let turns = plural(game.turns().len(), "turn");
        let next = if game.is_over() {
            "play has ended".to_owned()
        } else {
            format!("{} to play", self.color(game.to_play()))
        };
        let komi = if game.komi() == 0.0 { String::new() } else { format!(", komi {}", game.komi()) };
        format!("{turns}, {next}{komi}")
    }

    fn points_legend(&self, _: Terms) -> &'static str {
        "B: a point of Black, W: a point of White, .: a point of neither"
    }

    fn dead_legend(&self) -> &'static str {
        "x: a dead stone of Black, o: a dead stone of White"
    }

    fn points(&self, points: Fraction, _: Terms) -> String {
        plural(points, "point")
    }

    fn mark(&self, mark: Mark, _: Terms) -> &'static str {
        match mark {
            Mark::Point(Color::Black) => "a point of Black",
            Mark::Point(Color::White) => "a point of White",
            Mark::Contact => "in contact: no point",
            Mark::Dead => "judged dead",
            Mark::Filling => "put there to count by filling",
            Mark::Retired => "retired in the last turn",
            Mark::Immovable => "immovable",
            Mark::DeadEnd => "a dead end: loses at once",
            Mark::SelfFill => "a self-fill",
        }
    }

    fn win_rate_axis(&self) -> &'static str {
        "Black's expected win rate"
    }

    fn lead_axis(&self) -> &'static str {
        "Expected lead in points"
    }

    fn moves_axis(&self) -> &'static str {
        "move"
    }

    fn liberties(&self, at: Point, is_alone: bool, number: usize) -> String {
        let what = if is_alone { "stone" } else { "chain" };
        let liberties = if number == 1 { "liberty" } else { "liberties" };
        format!("The {what} at {at} has {number} {liberties}.")
    }

    fn record(&self, size: BoardSize, turns: usize) -> String {
        format!("{size}×{size}, {}", plural(turns, "turn"))
    }

    fn estimate(&self, result: &str, dead: &PointSet) -> String {
        let lifted = if dead.is_empty() { String::new() } else { format!(", with {} lifted as dead", dead.names(" ")) };
        format!("An estimate, if play ended here{lifted}: {result}.")
    }

    fn in_doubt(&self, stones: &PointSet) -> String {
        let are = if stones.len() == 1 { "is" } else { "are" };
        format!("It is in doubt whether {} {are} dead.", stones.names(" "))
    }

    fn unfinished(&self) -> &'static str {
        "Play has not ended; this is the count of the board as it stands."
    }

    fn claimed(&self, claimed: &str, verdict: &str) -> String {
        format!("The record gives the result as {claimed}; by these rules it is {verdict}.")
    }

    fn headings(&self) -> Headings {
        Headings {
            moves: "The moves",
            events: "What happened",
            no_events: "Nothing but stones placed and turns passed on.",
            count: "The count",
            players: PerColor { black: "Black", white: "White" },
            event: "Event",
            date: "Date",
            rules: "Rules",
            board: "Board",
        }
    }

    fn greeting(&self, version: &str) -> String {
        format!(
            "\
onepure {version} plays Go by the One Pure Rules. It waits for GTP commands, as
programs such as Sabaki and GoGui send them: showboard, genmove black, quit.
To play a game here: onepure play --size 9. What else it does: onepure --help."
        )
    }

    fn rules(&self, game: &Game) -> Primer {
        primer::primer(game)
    }

    fn refused(&self, error: PlayError) -> String {
        match error {
            PlayError::Occupied(point) => format!("{point} is occupied; choose an empty point"),
            PlayError::Outside(point, size) => format!("{point} is not on this board of {size} lines"),
            PlayError::Suicide(point) => {
                format!("{point} is suicide, which is illegal under these rules: the chain would have no liberty")
            }
            PlayError::Superko(point) => {
                format!("{point} would bring an earlier position back (superko), which is illegal under these rules")
            }
            PlayError::Ko(point) => {
                format!("{point} would retake the ko at once, which is illegal under these rules: play elsewhere first")
            }
            PlayError::FightingKo(point) => format!(
                "{point} belongs to the fighting ko in which a stone has just been captured: play elsewhere first, or pass"
            ),
            PlayError::DisturbingKo(point) => format!(
                "{point} would go on with a disturbing ko that has gone round once: place a stone elsewhere first"
            ),
            PlayError::SekiKo(point) => {
                format!("{point} belongs to kos that have gone round once: they are a seki now")
            }
            PlayError::ThirdTime(point) => {
                format!("{point} would bring a position back for the third time with the same colour to play")
            }
            PlayError::Ended => "Play has ended; undo takes the end back".to_owned(),
            PlayError::Exhausted(color) => format!("{} has no waiting stone", self.color(color)),
            PlayError::Barred(color) => {
                format!("{} recreated a position and may not receive the right again", self.color(color))
            }
        }
    }
}
