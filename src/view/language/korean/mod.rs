//! 우리말: the Korean text, in the terms of the One Pure Rules' own text.

mod forms;
mod primer;
mod remarks;
mod sources;

use super::{Headings, Phrases, Primer, Terms, circled, listed};
use crate::view::events::{End, Event, SuddenLoss};
use crate::view::mark::Mark;
use crate::view::rule_notices::RuleNotice;
use forms::{chain, houses, native, object, ordinal, subject, topic};
use onepure_rules::board::{Color, PerColor};
use onepure_rules::geometry::{BoardSize, Point, PointSet};
use onepure_rules::rules::{
    Article, Cause, Count, Counting, Destination, Filling, Fraction, Game, Move, Outcome, PlayError, Source, Verdict,
    WonBy,
};

/// The Korean text.
pub(super) struct Korean;

impl Phrases for Korean {
    fn color(&self, color: Color) -> &'static str {
        match color {
            Color::Black => "흑",
            Color::White => "백",
        }
    }

    fn turn(&self, color: Color, action: Move) -> String {
        let color = self.color(color);
        match action {
            Move::Place(point) => format!("{color} {point}"),
            Move::Abstain => format!("{color} 불착"),
        }
    }

    fn pass(&self, color: Color) -> String {
        format!("{} 패스", self.color(color))
    }

    fn passes_that_end_play(&self, passes: u8) -> String {
        format!("잇달아 {} 번 패스하면 종국입니다", native(usize::from(passes)))
    }

    fn sudden_loss(&self, color: Color, action: Move, loss: SuddenLoss) -> String {
        let turn = self.turn(color, action);
        match loss {
            SuddenLoss::Retake => format!("{} 두는 즉시 지는 수입니다: 패를 되따냅니다", topic(&turn)),
            SuddenLoss::LoneSuicide => {
                format!("{} 두는 즉시 지는 수입니다: 외톨이 돌의 자살수입니다", topic(&turn))
            }
            SuddenLoss::FirstAbstention => format!("{turn}. 바로 집니다"),
        }
    }

    fn event(&self, event: &Event) -> String {
        match *event {
            Event::Retired { color, stones, cause, times, destination } => {
                let retire = match (cause, times) {
                    (Cause::Enclosed, 1) => "피충되어 퇴점".to_owned(),
                    (Cause::Enclosed, _) => format!("피충되어 {} 번째로 퇴점(재퇴)", ordinal(times)),
                    (Cause::SelfFill, 1) => "자충퇴".to_owned(),
                    (Cause::SelfFill, _) => format!("{} 번째로 퇴점(재퇴·자충퇴)", ordinal(times)),
                };
                if destination == Destination::Captured {
                    return format!("{} 따냈습니다", object(&chain(color, &stones)));
                }
                let destination = match destination {
                    Destination::Bowl => "하고 통으로 돌아가 대기합니다",
                    Destination::Quarantine => "하고 격리됩니다",
                    Destination::Uncounted | Destination::Captured => "합니다",
                };
                format!("{} {retire}{destination}", subject(&chain(color, &stones)))
            }
            Event::Immovable(stones) => {
                let name = |color| stones[color].iter().map(move |point| format!("{} {point}", self.color(color)));
                let names: Vec<String> = Color::BOTH.into_iter().flat_map(name).collect();
                format!(
                    "{} 완충되었으나 불퇴입니다. 퇴점하면 그 돌을 착점하기 직전의 국면이 됩니다",
                    topic(&names.join(", "))
                )
            }
            Event::Barred(color) => format!(
                "{} 이전 국면을 다시 만들어 더는 착점권을 받지 못하고, {} 마지막 차례를 갖습니다",
                topic(self.color(color)),
                subject(self.color(!color))
            ),
            Event::Ended(end) => self.end(end),
        }
    }

    fn end(&self, end: End) -> String {
        let text = match end {
            End::Abstentions => "흑과 백이 같은 국면에서 불착했습니다".to_owned(),
            End::AbstentionsInARow(_) => "흑과 백이 잇달아 패스했습니다".to_owned(),
            End::BlackAbstainedFirst => {
                "첫 착점은 흑만 할 수 있는데 흑이 불착하여, 착점권이 순회할 수 없습니다".to_owned()
            }
            End::DeadEnd => {
                "막다른 국면입니다. 완충된 돌이 반상에 있는 동안에는 아무도 착점할 수 없으므로, 착점권이 순회할 수 없습니다".to_owned()
            }
            End::Annihilated(color) => {
                format!("{} 전몰하여 착점권을 받을 수 없습니다", subject(self.color(color)))
            }
            End::Exhausted(color) => {
                format!("{} 전착하여, 착점권을 받을 대기 중인 돌이 없습니다", subject(self.color(color)))
            }
            End::LastTurnTaken(barred) => format!(
                "{} 이전 국면을 다시 만든 뒤 {} 마지막 차례를 마쳤습니다. 벌칙은 없습니다",
                subject(self.color(barred)),
                subject(self.color(!barred))
            ),
            End::Recurred(to_play) => format!("{} 둘 차례에 같은 국면이 다시 나왔습니다", subject(self.color(to_play))),
            End::NoResult(to_play, _) => format!(
                "{} 둘 차례에 같은 국면이 세 번째로 나왔고 그동안 아무도 패스하지 않았으므로 무승부(판빅)입니다",
                subject(self.color(to_play))
            ),
            End::Resigned(color) => format!("{} 기권했습니다", subject(self.color(color))),
            End::OutOfTime(color) => format!("{} 시간을 다 썼습니다", subject(self.color(color))),
        };
        format!("종국: {text}")
    }

    fn rule_notice(&self, notice: &RuleNotice) -> String {
        let (color, other) = (self.color(notice.color()), self.color(!notice.color()));
        match *notice {
            RuleNotice::Opening => "흑이 불착하면 집니다. 첫 착점은 흑만 할 수 있습니다".to_owned(),
            RuleNotice::Barred(_) => {
                format!("{} 이전 국면을 다시 만들어 착점권을 받지 못합니다. {other}의 마지막 차례입니다", topic(color))
            }
            RuleNotice::Abstention { verdict, in_a_row: None, .. } => format!(
                "{} 불착하면 종국입니다. {} 이 국면에서 이미 불착했습니다: {verdict}",
                subject(color),
                subject(other)
            ),
            RuleNotice::Abstention { verdict, in_a_row: Some(_), .. } => format!(
                "{} 패스하면 종국입니다. {} 방금 패스했습니다: 지금 반상대로 {verdict}",
                subject(color),
                subject(other)
            ),
            RuleNotice::Retake { point, immovable, .. } => format!(
                "{} 두는 즉시 지는 수입니다: 패를 되따내며, {} 불퇴입니다",
                topic(&format!("{color} {point}")),
                subject(&format!("{other} {immovable}"))
            ),
            RuleNotice::DeadEnds(_, points) => {
                let names = topic(&format!("{color} {}", points.names("·")));
                format!("{names} 두는 즉시 지는 수입니다: 외톨이 돌의 자살수입니다")
            }
            RuleNotice::Illegal(_, error, _) => self.refused(error),
            RuleNotice::Retirement {
                point,
                event: Event::Retired { color: owner, stones, destination: Destination::Captured, .. },
                ..
            } => format!(
                "{} {point}에 두면 {} {} 점이 잡힙니다",
                subject(color),
                self.color(owner),
                native(stones.len())
            ),
            RuleNotice::Retirement { point, event, .. } => {
                format!("{} {point}에 두면: {}", subject(color), self.event(&event))
            }
            RuleNotice::Repeated { stones, times, .. } => format!(
                "{} 이미 {} 번 퇴점했습니다. 다시 퇴점하면 격리됩니다",
                topic(&chain(notice.color(), &stones)),
                if times == 1 { "한".to_owned() } else { ordinal(times) }
            ),
            RuleNotice::Annihilation(_, point) => {
                format!("{} {point}에 두면 {} 전몰하여 종국입니다", subject(color), subject(other))
            }
            RuleNotice::Recreation(_, point) => format!(
                "{} {point}에 두면 이전 국면이 다시 나와 {} 더는 착점권을 받지 못합니다",
                subject(color),
                topic(color)
            ),
            RuleNotice::Waiting(_, stones) => {
                format!("{color}의 대기 중인 돌은 {stones}개입니다. 다 쓰면 종국입니다")
            }
        }
    }

    fn count(&self, count: &Count) -> String {
        let komi = match count.komi {
            0.0 => String::new(),
            komi if count.is_by_contact() => format!(", 선후차(덤) {komi}"),
            komi => format!(", 덤 {}", houses(komi)),
        };
        let counted = match count.counting {
            Counting::Contact => "득점",
            Counting::Area => "집과 돌",
            Counting::Territory => "집과 따낸 돌",
        };
        let bonus = if count.bonus == 0 {
            String::new()
        } else {
            format!("(접바둑으로 받은 {}점 포함)", count.bonus)
        };
        let penalties = Color::BOTH.into_iter().filter(|&color| count.penalties[color] > 0);
        let penalties = penalties
            .map(|color| format!(", {} 초과 시간 벌점 {}", self.color(color), count.penalties[color]))
            .collect::<Vec<_>>()
            .concat();
        let ties = if count.black_wins_ties { ", 같으면 흑 승" } else { "" };
        format!("{counted}: 흑 {}, 백 {}{bonus}{penalties}{komi}{ties}", count.points.black, count.points.white)
    }

    fn filled(&self, points: &PointSet) -> String {
        format!("공배 {} 메운 것으로 보고 계가합니다.", topic(&points.names("·")))
    }

    fn dead(&self, color: Color, stones: &PointSet) -> String {
        let stones = topic(&format!("{} {}", self.color(color), stones.names("·")));
        format!("{stones} 죽은 돌로 보아 들어내고 계가합니다.")
    }

    fn headline(&self, outcome: &Outcome, count: &Count) -> String {
        match outcome.verdict {
            Verdict::Win(winner, won_by) => {
                let (winner, loser) = (self.color(winner), self.color(!winner));
                match won_by {
                    WonBy::Points(points) if count.lacks_points() => {
                        format!("{winner} {points}점 승. {} 득점이 없어 집니다", topic(loser))
                    }
                    WonBy::Points(0.0) => format!("비겨서 {winner} 승"),
                    WonBy::Points(points) if count.is_by_contact() => {
                        format!("{winner} {}점 승", count.points_text(points))
                    }
                    WonBy::Points(points) if count.points_text(points).contains('/') => {
                        format!("{winner} {}집 승", count.points_text(points))
                    }
                    WonBy::Points(points) => format!("{winner} {} 승", houses(points)),
                    WonBy::Forfeit => format!("{winner} 승. {} 순회를 불가능하게 했습니다", subject(loser)),
                    WonBy::Resignation => format!("{winner} 불계승"),
                    WonBy::Time => format!("{winner} 시간승"),
                }
            }
            Verdict::Draw => "무승부".to_owned(),
            Verdict::NoResult => "무승부(판빅)".to_owned(),
            Verdict::BothLose => "양쪽 모두 패. 어느 쪽도 득점이 없습니다".to_owned(),
        }
    }

    fn result(&self, outcome: &Outcome, count: &Count) -> String {
        format!("결과 {}: {}", outcome.verdict, self.headline(outcome, count))
    }

    fn as_it_stands(&self, verdict: &str) -> String {
        format!("지금 반상대로 {verdict}")
    }

    fn numbers_elsewhere(&self, placements: &[(Point, Vec<usize>)], abstentions: &[usize], terms: Terms) -> String {
        let placements = placements.iter().map(|(point, numbers)| format!("{point}\u{a0}{}", listed(numbers)));
        let name = if terms == Terms::Ordinary { "패스" } else { "불착" };
        let abstained = (!abstentions.is_empty()).then(|| format!("{name} {}", listed(abstentions)));
        format!("반상에 없는 수: {}", placements.chain(abstained).collect::<Vec<_>>().join("; "))
    }

    fn articles(&self, articles: &[Article]) -> String {
        let name = |article: &Article| match *article {
            Article::Annex => "비본판 부칙".to_owned(),
            Article::Whole(article) => format!("제{article}조"),
            Article::Paragraph(article, paragraph) => format!("제{article}조 {}항", circled(paragraph)),
        };
        format!("({})", articles.iter().map(name).collect::<Vec<_>>().join(", "))
    }

    fn source(&self, source: Source) -> Option<String> {
        sources::cited(source).map(|section| format!("({section})"))
    }

    fn with_pass_stones(&self, count: &Count) -> String {
        let PerColor { black, white } = count.points;
        format!("집과, 따낸 돌과 패스로 받은 돌을 세면: 흑 {black}, 백 {white}.")
    }

    fn filling(&self, filling: &Filling) -> String {
        let Filling { stones, given, left, .. } = filling;
        let [black, white] = Color::BOTH.map(|color| match left[color] {
            0 => format!("{} 0개 남음", self.color(color)),
            number @ 1.. => format!("{} {number}개 남음", self.color(color)),
            number => format!("{} {}개 모자람", self.color(color), -number),
        });
        format!("전만법: 백돌 {given}개로 흑집을 메우고 저마다 제 돌 {stones}개로 제 집을 메우면 {black}, {white}.")
    }

    fn left_over(&self, of: u16, stones: i32) -> [String; 2] {
        if stones < 0 {
            return [format!("{}개 모자람", -stones), format!("{of}개를 다 씀")];
        }
        [stones.to_string(), format!("{of}개 중 남은 돌")]
    }

    fn prisoners_label(&self) -> &'static str {
        "따낸 돌"
    }

    fn bowl_labels(&self) -> [&'static str; 3] {
        ["반상", "대기", "격리"]
    }

    fn status(&self, game: &Game) -> String {
        let next = if game.is_over() { "종국".to_owned() } else { format!("{} 차례", self.color(game.to_play())) };
        let komi = match game.komi() {
            0.0 => String::new(),
            komi if game.articles().counts_contact() => format!(", 선후차(덤) {komi}"),
            komi => format!(", 덤 {}", houses(komi)),
        };
        format!("{}수, {next}{komi}", game.turns().len())
    }

    fn points_legend(&self, terms: Terms) -> &'static str {
        match terms {
            Terms::OnePure => "B: 흑의 득점, W: 백의 득점, .: 어느 쪽의 득점도 아님",
            Terms::Ordinary => "B: 흑의 점, W: 백의 점, .: 어느 쪽의 점도 아님",
        }
    }

    fn dead_legend(&self) -> &'static str {
        "x: 흑의 죽은 돌, o: 백의 죽은 돌"
    }

    fn points(&self, points: Fraction, terms: Terms) -> String {
        if terms == Terms::Ordinary { format!("{points}집") } else { format!("득점 {points}") }
    }

    fn mark(&self, mark: Mark, terms: Terms) -> &'static str {
        match mark {
            Mark::Point(Color::Black) if terms == Terms::Ordinary => "흑의 점",
            Mark::Point(Color::White) if terms == Terms::Ordinary => "백의 점",
            Mark::Point(Color::Black) => "흑의 득점",
            Mark::Point(Color::White) => "백의 득점",
            Mark::Contact => "접선한 돌 (득점 아님)",
            Mark::Dead => "죽은 돌로 봄",
            Mark::Filling => "전만법으로 메운 돌",
            Mark::Retired => "방금 퇴점한 자리",
            Mark::Immovable => "불퇴",
            Mark::DeadEnd => "막다른 국면: 두면 패",
            Mark::SelfFill => "자충",
        }
    }

    fn win_rate_axis(&self) -> &'static str {
        "흑의 예상 승률"
    }

    fn lead_axis(&self) -> &'static str {
        "예상 점수 차"
    }

    fn moves_axis(&self) -> &'static str {
        "수"
    }

    fn liberties(&self, at: Point, is_alone: bool, number: usize) -> String {
        format!("{at}의 {} 공접점이 {number}개입니다.", if is_alone { "돌은" } else { "일체는" })
    }

    fn record(&self, size: BoardSize, turns: usize) -> String {
        format!("{size}줄 바둑판, {turns}수")
    }

    fn estimate(&self, result: &str, dead: &PointSet) -> String {
        let lifted = if dead.is_empty() {
            String::new()
        } else {
            format!(" {} 죽은 돌로 들어내면", object(&dead.names("·")))
        };
        format!("여기서 끝난다고 보고{lifted} 어림하면 {result}입니다.")
    }

    fn in_doubt(&self, stones: &PointSet) -> String {
        format!("{} 죽은 돌인지는 확실하지 않습니다.", subject(&stones.names("·")))
    }

    fn unfinished(&self) -> &'static str {
        "아직 종국이 아닙니다. 지금 반상 그대로 센 것입니다."
    }

    fn claimed(&self, claimed: &str, verdict: &str) -> String {
        format!("기보에 적힌 결과는 {claimed}이지만, 이 규칙에 따른 결과는 {verdict}입니다.")
    }

    fn headings(&self) -> Headings {
        Headings {
            moves: "수순",
            events: "경과",
            no_events: "돌을 두거나 차례를 넘긴 것뿐이었습니다.",
            count: "계가",
            players: PerColor { black: "흑", white: "백" },
            event: "대회",
            date: "날짜",
            rules: "규칙",
            board: "바둑판",
        }
    }

    fn greeting(&self, version: &str) -> String {
        format!(
            "\
onepure {version}: One Pure Rules로 바둑을 둡니다. Sabaki, GoGui 같은 프로그램이
보내는 GTP 명령을 기다립니다. showboard, genmove black, quit 등을 쳐 보세요.
여기서 두려면 onepure play --size 9 --lang ko, 다른 기능은 onepure --help."
        )
    }

    fn rules(&self, game: &Game) -> Primer {
        primer::primer(game)
    }

    fn refused(&self, error: PlayError) -> String {
        match error {
            PlayError::Occupied(point) => format!("{point}에는 이미 돌이 있습니다. 빈 점에 두세요"),
            PlayError::Outside(point, size) => format!("{} {size}줄 바둑판 밖입니다", topic(&point.to_string())),
            PlayError::Suicide(point) => {
                format!("{} 자살수입니다. 활로가 없게 되므로 이 규칙에서는 둘 수 없습니다", topic(&point.to_string()))
            }
            PlayError::Superko(point) => {
                format!("{point}에 두면 이전 국면이 다시 나옵니다(동형 반복). 이 규칙에서는 둘 수 없습니다")
            }
            PlayError::Ko(point) => {
                format!("{point}에 두면 패를 바로 되따냅니다. 이 규칙에서는 먼저 다른 곳에 두어야 합니다")
            }
            PlayError::FightingKo(point) => {
                format!("{point}에서는 상대가 방금 따낸 쟁패가 이어집니다. 먼저 다른 곳에 두거나 패스해야 합니다")
            }
            PlayError::DisturbingKo(point) => {
                format!("{point}에 두면 한 바퀴 돈 교란패를 다시 돌립니다. 먼저 다른 곳에 두어야 합니다")
            }
            PlayError::SekiKo(point) => {
                format!("{point}의 패들은 한 바퀴 돌아 이제 빅입니다")
            }
            PlayError::ThirdTime(point) => {
                format!("{point}에 두면 같은 쪽이 둘 차례로 같은 국면이 세 번째 나옵니다. 둘 수 없습니다")
            }
            PlayError::Ended => "종국입니다. 무르기로 종국을 되돌릴 수 있습니다".to_owned(),
            PlayError::Exhausted(color) => {
                format!("{} 전착하여 대기 중인 돌이 없습니다", topic(self.color(color)))
            }
            PlayError::Barred(color) => {
                format!("{} 이전 국면을 다시 만들어 더는 착점권을 받지 못합니다", topic(self.color(color)))
            }
        }
    }
}
