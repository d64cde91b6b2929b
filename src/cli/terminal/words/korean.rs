//! The Korean text.

use super::{Hint, Words, time_left};
use crate::learn::{Lesson, ListedProblem, ProblemKind};
use crate::view::{Language, Terms};
use onepure_engine::clock::{TimeControl, TimeLeft};
use onepure_engine::solve::{Effort, Status};
use onepure_rules::board::Color;
use onepure_rules::geometry::{BoardSize, PointSet, column_letter};
use onepure_rules::rules::{Move, Ruleset};

/// The Korean text.
pub(in crate::cli) struct Korean;

fn name(color: Color) -> &'static str {
    Language::Korean.phrases().color(color)
}

impl Words for Korean {
    fn welcome(&self, size: BoardSize, human: Color) -> String {
        let color = name(human);
        format!("{size}줄 바둑판에서 {color}으로 둡니다. D4 같은 점이나 `도움말`, `규칙`을 입력하세요.")
    }

    fn help(&self, terms: Terms) -> String {
        let (pass, komi) = match terms {
            Terms::OnePure => ("불착         두지 않고 차례를 넘깁니다", "덤(선후차)"),
            Terms::Ordinary => ("패스         한 수 쉽니다", "덤"),
        };
        format!(
            "\
D4           그 점에 착점합니다
{pass} (pass)
무르기       내 마지막 수를 무릅니다 (undo)
힌트         엔진이라면 둘 곳을 봅니다 (hint)
계가         지금 반상 그대로 셉니다 (count)
반상         바둑판을 다시 봅니다 (board)
규칙         규칙을 한 화면으로 봅니다 (rules)
기권         대국을 포기합니다 (resign)
새판         새로 둡니다. `새판 13 백 chinese`는 판, 색, 규칙을 바꿉니다 (new)
접바둑 N     화점에 흑돌 N개를 놓고 시작합니다. 0이면 없앱니다 (handicap)
덤 [N]       {komi}을 보거나 정합니다 (komi)
시계 [시간]  시계를 보거나 정합니다: `시계 600+3x30`, `시계 none` (clock)
저장 파일    대국을 SGF 파일로 저장합니다 (save)
열기 파일    파일의 대국을 이어서 둡니다 (load)
도움말       이 목록을 봅니다 (help)
끝           마칩니다 (quit)"
        )
    }

    fn not_understood(&self, line: &str) -> String {
        format!("`{line}`: 알 수 없는 입력입니다. D4 같은 점을 입력하거나, `도움말`로 명령을 보세요.")
    }

    fn no_column(&self, column: char, size: BoardSize) -> String {
        let last = column_letter(size.lines() - 1);
        let mid = if last > 'I' { "이며, I는 쓰지 않습니다" } else { "입니다" };
        format!("`{column}` 세로줄은 없습니다. 이 판의 세로줄은 A부터 {last}까지{mid}.")
    }

    fn no_row(&self, row: &str, size: BoardSize) -> String {
        format!("`{row}` 가로줄은 없습니다. 이 판의 가로줄은 1부터 {size}까지입니다.")
    }

    fn needs_file(&self, command: &str) -> String {
        format!("{command}: 파일 이름이 필요합니다. 예: `{command} game.sgf`")
    }

    fn not_new(&self, word: &str) -> String {
        let rules = Ruleset::names();
        format!("새판: 5–19줄, 흑 또는 백, 규칙({rules}) 가운데 하나여야 합니다. 입력: `{word}`")
    }

    fn komi(&self, komi: f64, terms: Terms) -> String {
        format!("{}은 {komi}입니다.", if terms == Terms::Ordinary { "덤" } else { "덤(선후차)" })
    }

    fn not_komi(&self, text: &str, most: f64) -> String {
        format!("덤: -{most}부터 {most}까지의 수여야 합니다. 입력: `{text}`")
    }

    fn not_handicap(&self, text: &str, size: BoardSize, most: usize) -> String {
        if most == 0 {
            return format!("접바둑: {size}줄 바둑판에는 화점이 없습니다.");
        }
        format!("접바둑: 2부터 {most}까지의 수, 또는 없애려면 0이어야 합니다. 입력: `{text}`")
    }

    fn too_late_for_handicap(&self) -> String {
        "접바둑: 이미 둔 판입니다. `새판`으로 새로 시작한 뒤에 정하세요.".to_owned()
    }

    fn clocks(&self, control: TimeControl, left: [Option<TimeLeft>; 2]) -> String {
        let [Some(black), Some(white)] = left.map(|left| left.map(|left| time_left(left, control))) else {
            return "시계가 없습니다. `시계 600+3x30`은 저마다 10분에 30초 초읽기 세 번을 줍니다.".to_owned();
        };
        format!("시계 {control}: 흑 {black}, 백 {white}.")
    }

    fn not_clock(&self, text: &str) -> String {
        const FORMS: &str = "none, 5/move, 600, 600+30/25, 600+3x30, 600+5";
        format!("시계: {FORMS} 같은 꼴의 초여야 합니다. 입력: `{text}`")
    }

    fn loses_at_once(&self) -> String {
        "두면 바로 집니다.".to_owned()
    }

    fn is_meant(&self) -> String {
        "그래도 둘까요 (예 또는 아니요)?".to_owned()
    }

    fn not_played(&self) -> String {
        "두지 않았습니다. 아직 당신 차례입니다.".to_owned()
    }

    fn would_be_lost(&self) -> String {
        "이 대국은 저장하지 않았습니다. 그래도 그만둘까요 (예 또는 아니요)?".to_owned()
    }

    fn goes_on(&self) -> String {
        "대국을 이어 갑니다.".to_owned()
    }

    fn not_your_right(&self, engine: Color) -> String {
        let color = name(engine);
        format!("종국이며 착점권은 {color}에게 있습니다. 무르기로 마지막 수를 무를 수 있습니다.")
    }

    fn thinking(&self, engine: Color) -> String {
        let color = name(engine);
        format!("{color}이 생각하고 있습니다")
    }

    fn nothing_to_undo(&self) -> String {
        "아직 무를 수가 없습니다.".to_owned()
    }

    fn hint(&self, hints: &[Hint], terms: Terms) -> String {
        let name = |action: &Move| match action {
            Move::Place(point) => point.to_string(),
            Move::Abstain if terms == Terms::Ordinary => "패스".to_owned(),
            Move::Abstain => "불착".to_owned(),
        };
        let listed =
            hints.iter().map(|Hint { action, wins, lead }| format!("{} (승률 {wins:.0} %, {lead})", name(action)));
        format!("힌트: {}", listed.collect::<Vec<_>>().join(", "))
    }

    fn saved(&self, file: &str) -> String {
        format!("{file}에 저장했습니다.")
    }

    fn not_saved(&self, file: &str, why: &str) -> String {
        format!("{file}에 저장하지 못했습니다: {why}")
    }

    fn already_there(&self, file: &str) -> String {
        format!("저장하지 않았습니다: {file} 파일이 이미 있습니다. 다른 이름을 쓰세요.")
    }

    fn loaded(&self, file: &str, what: &str) -> String {
        format!("열었습니다: {file}, {what}")
    }

    fn not_loaded(&self, why: &str) -> String {
        format!("열지 못했습니다: {why}")
    }

    fn after_the_end(&self) -> String {
        "무르기, 계가, 저장 파일, 새판, 끝을 쓸 수 있습니다.".to_owned()
    }

    fn offer_to_save(&self) -> String {
        "나가기 전에 기보를 저장할까요? 파일 이름을 입력하세요. 빈 줄을 입력하면 저장하지 않고 나갑니다.".to_owned()
    }

    fn no_file_name(&self, command: &str) -> String {
        format!(
            "`{command}`: 파일 이름이 아니라 대국의 명령입니다. 그런 이름으로 저장하려면 `저장 {command}`처럼 입력하세요."
        )
    }

    fn farewell(&self) -> String {
        "안녕히 가세요.".to_owned()
    }

    fn list(&self, lessons: &[Lesson]) -> String {
        let titles = super::lesson_titles(lessons, Language::Korean, "보통 바둑 배우기:");
        format!(
            "One Pure Rules 배우기:\n{titles}\n\
             번호를 입력하거나, Enter를 눌러 첫 과부터 시작하세요. `문제`는 문제들을, `도움말`은 명령을 보여 줍니다."
        )
    }

    fn list_problems(&self, kinds: &[ProblemKind]) -> String {
        let names = super::problem_names(kinds, Language::Korean);
        format!("바른 수가 하나뿐인 문제:\n{}\n{}-1 같은 이름을 입력하세요.", names.join("\n"), kinds[0].name)
    }

    fn problem_heading(&self, number: usize, problems: usize, problem: &ListedProblem) -> String {
        let (title, own, level) = (problem.kind.title.of(Language::Korean), problem.number, problem.problem.level);
        format!("문제 {}/{problems}: {title} {own} (난이도 {level}/3)", number + 1)
    }

    fn problem_hint(&self, points: PointSet) -> String {
        format!("바른 수는 이 가운데 있습니다: {}.", points.names(", "))
    }

    fn no_hint(&self) -> String {
        "힌트는 문제에만 있습니다.".to_owned()
    }

    fn choose(&self, lessons: usize) -> String {
        format!("과 1-{lessons}")
    }

    fn enter(&self, is_right: bool) -> String {
        if is_right { "Enter: 계속" } else { "다시 해 보세요" }.to_owned()
    }

    fn heading(&self, number: usize, lesson: &Lesson, step: usize) -> String {
        let (number, step, steps, title) =
            (number + 1, step + 1, lesson.steps.len(), lesson.title.of(Language::Korean));
        format!("{number}과: {title} ({step}/{steps})")
    }

    fn task(&self, task: &str) -> String {
        format!("해 보기: {task}")
    }

    fn judged(&self, is_right: bool, text: &str) -> String {
        format!("{} {text}", if is_right { "맞습니다." } else { "아직 아닙니다." })
    }

    fn lesson_help(&self) -> String {
        "\
C3      그 점에 착점합니다
불착    두지 않고 차례를 넘깁니다 (pass)
Enter   맞았으면 다음으로 가고, 아니면 문제를 다시 봅니다
다음    다음 문제로 갑니다 (next)
이전    앞 문제로 갑니다 (back)
다시    문제를 처음부터 다시 합니다 (again)
힌트    바른 수가 있는 점을 셋으로 좁힙니다 (hint)
7       7과로 갑니다
목록    모든 과를 봅니다 (list)
문제    모든 문제를 봅니다 (problems)
도움말  이 목록을 봅니다 (help)
끝      마칩니다 (quit)"
            .to_owned()
    }

    fn not_lesson(&self, line: &str, lessons: usize) -> String {
        format!("`{line}`: 그런 과는 없습니다. 1부터 {lessons}까지의 번호나 `도움말`을 입력하세요.")
    }

    fn no_undo(&self) -> String {
        "이 판에서는 무르지 않습니다. `다시`를 입력하면 처음부터 둡니다.".to_owned()
    }

    fn not_here(&self, line: &str) -> String {
        format!("`{line}`: 여기서는 쓰지 않습니다. `도움말`로 명령을 보세요.")
    }

    fn full_rules(&self) -> &'static str {
        "`onepure rules --full --lang ko`는 모든 조를 예와 함께 보여 줍니다."
    }

    fn effort(&self, effort: Effort) -> String {
        format!("노드 {}개, {:.1}초", effort.nodes, effort.time.as_secs_f64())
    }

    fn dead_end_win(&self, winner: Color) -> String {
        format!("막다른 국면으로 {} 승", name(winner))
    }

    fn proven_result(&self, result: &str, effort: Effort) -> String {
        format!("결과: {result}, 증명됨 ({})", self.effort(effort))
    }

    fn result_bounds(&self, least: Option<&str>, most: Option<&str>, effort: Effort) -> String {
        let [least, most] = [least, most].map(|bound| bound.unwrap_or("없음"));
        format!("결과: 모름 ({}); 흑에 대해 증명된 하한 {least}, 상한 {most}", self.effort(effort))
    }

    fn line_label(&self) -> &'static str {
        "수순"
    }

    fn status(&self, status: Status) -> &'static str {
        match status {
            Status::Alive => "삶",
            Status::Dead => "죽음",
            Status::Unsettled => "누가 먼저 두느냐에 달림",
            Status::Unknown => "모름",
        }
    }

    fn fate(&self, first: Color, is_taken: Option<bool>) -> String {
        let fate = match is_taken {
            Some(true) => "잡힘, 증명됨",
            Some(false) => "삶, 증명됨",
            None => "모름",
        };
        format!("{} 먼저: {fate}", name(first))
    }

    fn zone(&self, points: usize) -> String {
        format!("{points}점의 구역")
    }
}
