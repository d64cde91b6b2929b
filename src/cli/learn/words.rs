//! What the lessons in the terminal say beyond their own texts, in English and Korean.

use crate::learn::Lesson;
use crate::view::Language;

/// The words of a language.
#[derive(Clone, Copy, Debug)]
pub(super) struct Words(pub(super) Language);

impl Words {
    fn of(self, english: impl Into<String>, korean: impl Into<String>) -> String {
        match self.0 {
            Language::English => english.into(),
            Language::Korean => korean.into(),
        }
    }

    /// All lessons, a line each, and how to begin one.
    pub(super) fn list(self, lessons: &[Lesson]) -> String {
        let heading = self.of("Lessons about the One Pure Rules:", "One Pure Rules 배우기:");
        let listed = |(number, lesson): (usize, &Lesson)| format!("{number:>2}. {}", lesson.title.of(self.0));
        let advice = self.of(
            "Type a number, or press Enter to begin with the first; help lists the commands.",
            "번호를 입력하거나, Enter를 눌러 첫 과부터 시작하세요. `도움말`은 명령을 보여 줍니다.",
        );
        std::iter::once(heading).chain((1..).zip(lessons).map(listed)).chain([advice]).collect::<Vec<_>>().join("\n")
    }

    /// The prompt below the list.
    pub(super) fn choose(self, lessons: usize) -> String {
        self.of(format!("Lesson 1-{lessons}"), format!("과 1-{lessons}"))
    }

    /// The prompt after an answer.
    pub(super) fn enter(self, is_right: bool) -> String {
        if is_right { self.of("Enter: go on", "Enter: 계속") } else { self.of("Try again", "다시 해 보세요") }
    }

    /// Which lesson and which step it is; both are counted from 0.
    pub(super) fn heading(self, number: usize, lesson: &Lesson, step: usize) -> String {
        let (number, step, steps, title) = (number + 1, step + 1, lesson.steps.len(), lesson.title.of(self.0));
        self.of(
            format!("Lesson {number}: {title} ({step} of {steps})"),
            format!("{number}과: {title} ({step}/{steps})"),
        )
    }

    /// What to do.
    pub(super) fn task(self, task: &str) -> String {
        self.of(format!("Your turn: {task}"), format!("해 보기: {task}"))
    }

    /// Whether a turn did the task, and what the lesson says of it.
    pub(super) fn judged(self, is_right: bool, text: &str) -> String {
        let verdict =
            if is_right { self.of("Right.", "맞습니다.") } else { self.of("Not yet.", "아직 아닙니다.") };
        format!("{verdict} {text}")
    }

    /// What can be typed, one line each.
    pub(super) fn help(self) -> String {
        self.of(
            "\
C3      place a stone on the point
pass    abstain
Enter   go on after a right answer, else see the step again
next    the next step
back    the step before
again   begin the step again
7       go to lesson 7
list    all lessons
help    this list
quit    leave",
            "\
C3      그 점에 착점합니다
불착    두지 않고 차례를 넘깁니다 (pass)
Enter   맞았으면 다음으로 가고, 아니면 문제를 다시 봅니다
다음    다음 문제로 갑니다 (next)
이전    앞 문제로 갑니다 (back)
다시    문제를 처음부터 다시 합니다 (again)
7       7과로 갑니다
목록    모든 과를 봅니다 (list)
도움말  이 목록을 봅니다 (help)
끝      마칩니다 (quit)",
        )
    }

    /// What was typed is no lesson.
    pub(super) fn not_lesson(self, line: &str, lessons: usize) -> String {
        self.of(
            format!("`{line}` is no lesson. Type a number from 1 to {lessons}, or help."),
            format!("`{line}`: 그런 과는 없습니다. 1부터 {lessons}까지의 번호나 `도움말`을 입력하세요."),
        )
    }

    /// A game against the engine goes on to its end.
    pub(super) fn no_undo(self) -> String {
        self.of(
            "In this game no turn is taken back. Type again to begin it anew.",
            "이 판에서는 무르지 않습니다. `다시`를 입력하면 처음부터 둡니다.",
        )
    }

    /// What was typed is a command of games, not of lessons.
    pub(super) fn not_here(self, line: &str) -> String {
        self.of(
            format!("`{line}` has no use in a lesson. Type help for the commands."),
            format!("`{line}`: 여기서는 쓰지 않습니다. `도움말`로 명령을 보세요."),
        )
    }
}
