//! What a game in the terminal says beyond the events of the game, in English and Korean.

use crate::view::Language;
use onepure_engine::clock::{TimeControl, TimeLeft};
use onepure_rules::board::Color;
use onepure_rules::geometry::{BoardSize, column_letter};
use onepure_rules::rules::{Move, Ruleset};

/// The words of a language.
#[derive(Clone, Copy, Debug)]
pub(in crate::cli) struct Words(pub(in crate::cli) Language);

impl Words {
    /// The text of the language.
    fn of(self, english: impl Into<String>, korean: impl Into<String>) -> String {
        match self.0 {
            Language::English => english.into(),
            Language::Korean => korean.into(),
        }
    }

    fn color(self, color: Color) -> &'static str {
        self.0.phrases().color(color)
    }

    /// The beginning of a game against the engine.
    pub(super) fn welcome(self, size: BoardSize, human: Color) -> String {
        let color = self.color(human);
        self.of(
            format!("You play {color} on {size}×{size}. Type a point such as D4, or help, or rules."),
            format!("{size}줄 바둑판에서 {color}으로 둡니다. D4 같은 점이나 `도움말`, `규칙`을 입력하세요."),
        )
    }

    /// What can be typed, one line each.
    pub(super) fn help(self) -> String {
        self.of(
            "\
D4            place a stone on the point
pass          abstain
undo          take your last turn back
hint          what the engine would do
count         the points of the board as it stands
board         the board again
rules         the rules in a screenful
resign        give the game up
new           begin again; `new 13 white chinese` sets board, colour, rules
handicap N    begin with N stones on the star points; 0 for none
komi [N]      show the komi, or set it
clock [TIME]  show the clocks, or set them: `clock 600+3x30`, `clock none`
save FILE     write the game to an SGF file
load FILE     go on with the game in a file
help          this list
quit          leave",
            "\
D4           그 점에 착점합니다
불착         두지 않고 차례를 넘깁니다 (pass)
무르기       내 마지막 수를 무릅니다 (undo)
힌트         엔진이라면 둘 곳을 봅니다 (hint)
계가         지금 반상의 득점을 셉니다 (count)
반상         바둑판을 다시 봅니다 (board)
규칙         규칙을 한 화면으로 봅니다 (rules)
기권         대국을 포기합니다 (resign)
새판         새로 둡니다. `새판 13 백 chinese`는 판, 색, 규칙을 바꿉니다 (new)
접바둑 N     화점에 흑돌 N개를 놓고 시작합니다. 0이면 없앱니다 (handicap)
덤 [N]       덤(선후차)을 보거나 정합니다 (komi)
시계 [시간]  시계를 보거나 정합니다: `시계 600+3x30`, `시계 none` (clock)
저장 파일    대국을 SGF 파일로 저장합니다 (save)
열기 파일    파일의 대국을 이어서 둡니다 (load)
도움말       이 목록을 봅니다 (help)
끝           마칩니다 (quit)",
        )
    }

    /// What was typed is neither a point nor a command.
    pub(super) fn not_understood(self, line: &str) -> String {
        self.of(
            format!("`{line}` is neither a point such as D4 nor a command. Type help for the commands."),
            format!("`{line}`: 알 수 없는 입력입니다. D4 같은 점을 입력하거나, `도움말`로 명령을 보세요."),
        )
    }

    /// A point names a column that the board does not have.
    pub(super) fn no_column(self, column: char, size: BoardSize) -> String {
        let last = column_letter(size.lines() - 1);
        let (without, mid) =
            if last > 'I' { (", without I", "이며, I는 쓰지 않습니다") } else { ("", "입니다") };
        self.of(
            format!("There is no column {column}. Columns go from A to {last}{without}."),
            format!("`{column}` 세로줄은 없습니다. 이 판의 세로줄은 A부터 {last}까지{mid}."),
        )
    }

    /// A point names a row that the board does not have.
    pub(super) fn no_row(self, row: &str, size: BoardSize) -> String {
        self.of(
            format!("There is no row {row}. Rows go from 1 to {size}."),
            format!("`{row}` 가로줄은 없습니다. 이 판의 가로줄은 1부터 {size}까지입니다."),
        )
    }

    /// A command needs a file.
    pub(super) fn needs_file(self, command: &str) -> String {
        self.of(
            format!("{command}: expected a file, as in `{command} game.sgf`."),
            format!("{command}: 파일 이름이 필요합니다. 예: `{command} game.sgf`"),
        )
    }

    /// What was typed behind `new` is nothing that a game has.
    pub(super) fn not_new(self, word: &str) -> String {
        let rules = Ruleset::names();
        self.of(
            format!("new: expected lines from 5 to 19, black or white, or one of {rules}; got `{word}`."),
            format!("새판: 5–19줄, 흑 또는 백, 규칙({rules}) 가운데 하나여야 합니다. 입력: `{word}`"),
        )
    }

    /// The komi of the game.
    pub(super) fn komi(self, komi: f64) -> String {
        self.of(format!("The komi is {komi}."), format!("덤(선후차)은 {komi}입니다."))
    }

    /// What was typed is no komi.
    pub(super) fn not_komi(self, text: &str, most: f64) -> String {
        self.of(
            format!("komi: expected a number from -{most} to {most}, got `{text}`."),
            format!("덤: -{most}부터 {most}까지의 수여야 합니다. 입력: `{text}`"),
        )
    }

    /// What was typed is no handicap on this board.
    pub(super) fn not_handicap(self, text: &str, size: BoardSize, most: usize) -> String {
        if most == 0 {
            return self.of(
                format!("handicap: a board of {size}×{size} has no star points."),
                format!("접바둑: {size}줄 바둑판에는 화점이 없습니다."),
            );
        }
        self.of(
            format!("handicap: expected a number from 2 to {most}, or 0 for none; got `{text}`."),
            format!("접바둑: 2부터 {most}까지의 수, 또는 없애려면 0이어야 합니다. 입력: `{text}`"),
        )
    }

    /// Handicap stones are put down before the first turn only.
    pub(super) fn too_late_for_handicap(self) -> String {
        self.of(
            "handicap: this game has begun; `new` begins another.",
            "접바둑: 이미 둔 판입니다. `새판`으로 새로 시작한 뒤에 정하세요.",
        )
    }

    /// What a time control leaves each player.
    pub(super) fn clocks(self, control: TimeControl, left: [Option<TimeLeft>; 2]) -> String {
        let [Some(black), Some(white)] = left.map(|left| left.map(|left| time_left(left, control))) else {
            return self.of(
                "There is no clock. `clock 600+3x30` gives each player ten minutes, then three periods of 30 seconds.",
                "시계가 없습니다. `시계 600+3x30`은 저마다 10분에 30초 초읽기 세 번을 줍니다.",
            );
        };
        self.of(
            format!("Clock {control}: Black {black}, White {white}."),
            format!("시계 {control}: 흑 {black}, 백 {white}."),
        )
    }

    /// What was typed is no time control.
    pub(super) fn not_clock(self, text: &str) -> String {
        const FORMS: &str = "none, 5/move, 600, 600+30/25, 600+3x30, 600+5";
        self.of(
            format!("clock: expected seconds in one of the forms {FORMS}; got `{text}`."),
            format!("시계: {FORMS} 같은 꼴의 초여야 합니다. 입력: `{text}`"),
        )
    }

    /// The move that was typed loses at once.
    pub(super) fn loses_at_once(self) -> String {
        self.of("That loses at once.", "두면 바로 집니다.")
    }

    /// Whether a move that loses at once is meant.
    pub(super) fn is_meant(self) -> String {
        self.of("Play it anyway (yes or no)?", "그래도 둘까요 (예 또는 아니요)?")
    }

    /// The move that was asked about is not played.
    pub(super) fn not_played(self) -> String {
        self.of("Not played; it is still your turn.", "두지 않았습니다. 아직 당신 차례입니다.")
    }

    /// Another game would take the place of one that was not saved; whether that is meant.
    pub(super) fn would_be_lost(self) -> String {
        self.of(
            "This game is not saved. Leave it anyway (yes or no)?",
            "이 대국은 저장하지 않았습니다. 그래도 그만둘까요 (예 또는 아니요)?",
        )
    }

    /// The game that was asked about goes on.
    pub(super) fn goes_on(self) -> String {
        self.of("The game goes on.", "대국을 이어 갑니다.")
    }

    /// The other colour holds the right, after an end from which only that colour can resume play.
    pub(super) fn not_your_right(self, engine: Color) -> String {
        let color = self.color(engine);
        self.of(
            format!("Play has ended, and {color} has the right; undo takes your last turn back."),
            format!("종국이며 착점권은 {color}에게 있습니다. 무르기로 마지막 수를 무를 수 있습니다."),
        )
    }

    /// The engine chooses a move.
    pub(super) fn thinking(self, engine: Color) -> String {
        let color = self.color(engine);
        self.of(format!("{color} is thinking"), format!("{color}이 생각하고 있습니다"))
    }

    /// There is no turn to take back.
    pub(super) fn nothing_to_undo(self) -> String {
        self.of("You have no turn to take back yet.", "아직 무를 수가 없습니다.")
    }

    /// What the engine would do: moves with the expected share of wins in percent, the best first.
    pub(super) fn hint(self, candidates: &[(Move, f64)]) -> String {
        let listed = |name: fn(Move, f64) -> String| {
            candidates.iter().map(|&(action, wins)| name(action, wins)).collect::<Vec<_>>().join(", ")
        };
        match self.0 {
            Language::English => format!("Hint: {}.", listed(|action, wins| format!("{action} ({wins:.0} % wins)"))),
            Language::Korean => format!(
                "힌트: {}",
                listed(|action, wins| match action {
                    Move::Place(point) => format!("{point} (승률 {wins:.0} %)"),
                    Move::Abstain => format!("불착 (승률 {wins:.0} %)"),
                })
            ),
        }
    }

    /// The game was written to a file.
    pub(super) fn saved(self, file: &str) -> String {
        self.of(format!("Saved to {file}."), format!("{file}에 저장했습니다."))
    }

    /// The game could not be written to a file.
    pub(super) fn not_saved(self, file: &str, why: &str) -> String {
        self.of(format!("Not saved to {file}: {why}."), format!("{file}에 저장하지 못했습니다: {why}"))
    }

    /// The game was not written to a file, because there is one of this name.
    pub(super) fn already_there(self, file: &str) -> String {
        self.of(
            format!("Not saved: {file} is there already; choose another name."),
            format!("저장하지 않았습니다: {file} 파일이 이미 있습니다. 다른 이름을 쓰세요."),
        )
    }

    /// A game was read from a file; what the file holds.
    pub(super) fn loaded(self, file: &str, what: &str) -> String {
        self.of(format!("Loaded {file}: {what}."), format!("열었습니다: {file}, {what}"))
    }

    /// A game could not be read.
    pub(super) fn not_loaded(self, why: &str) -> String {
        self.of(format!("Not loaded: {why}."), format!("열지 못했습니다: {why}"))
    }

    /// What can still be typed after the end of play.
    pub(super) fn after_the_end(self) -> String {
        self.of(
            "You can still use undo, count, save FILE, new and quit.",
            "무르기, 계가, 저장 파일, 새판, 끝을 쓸 수 있습니다.",
        )
    }

    /// Whether the game is to be saved, asked of somebody who leaves.
    pub(super) fn offer_to_save(self) -> String {
        self.of(
            "Save the game before you leave? Type a file name; an empty line leaves without saving.",
            "나가기 전에 기보를 저장할까요? 파일 이름을 입력하세요. 빈 줄을 입력하면 저장하지 않고 나갑니다.",
        )
    }

    /// The last words.
    pub(in crate::cli) fn farewell(self) -> String {
        self.of("Goodbye.", "안녕히 가세요.")
    }
}

/// What is left on a clock: minutes and seconds, and moves or periods of overtime.
pub(super) fn time_left(left: TimeLeft, control: TimeControl) -> String {
    // A second that has begun is shown until it is over.
    let seconds = left.time.as_secs() + u64::from(left.time.subsec_nanos() > 0);
    let time = match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, minutes, seconds) => format!("{minutes}:{seconds:02}"),
        (hours, minutes, seconds) => format!("{hours}:{minutes:02}:{seconds:02}"),
    };
    match (left.stones, control) {
        (periods @ 1.., TimeControl::ByoYomi { .. }) => format!("{periods}×{time}"),
        (moves @ 1.., TimeControl::Canadian { .. }) => format!("{time}/{moves}"),
        _ => time,
    }
}
