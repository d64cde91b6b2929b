//! The last turn of a game, and rule notices, in sentences.

use super::events::{self, Event, SuddenLoss};
use super::rule_notices::RuleNotice;
use super::{Language, Terms};
use onepure_rules::board::Color;
use onepure_rules::rules::{Game, Move, PlayError, Ruleset, Section, Source};
use std::fmt;

/// The last turn of a game in sentences.
#[derive(Clone, PartialEq, Debug)]
pub struct Narration {
    language: Language,
    color: Color,
    action: Move,
    terms: Terms,
    sudden_loss: Option<SuddenLoss>,
    /// The number of passes in a row that end play; `None` if abstentions at one position do.
    passes: Option<u8>,
    rules: &'static str,
    events: Vec<Event>,
}

impl Narration {
    /// The last turn of a game; `None` before the first.
    ///
    /// ```
    /// use onepure::geometry::BoardSize;
    /// use onepure::rules::{Game, Move, Ruleset};
    /// use onepure::view::{Language, Narration};
    ///
    /// let mut game = Game::new(BoardSize::MAIN, Ruleset::one_pure());
    /// for vertex in ["B1", "A1", "D4", "Q16", "A2"] {
    ///     game.play(Move::Place(vertex.parse()?))?;
    /// }
    /// let narration = Narration::of_last_turn(&game, Language::English).expect("five turns");
    /// assert_eq!(
    ///     narration.to_string(),
    ///     "Black A2: White's A1 retires, enclosed, and goes back to the bowl (articles 3 ①, 3 ②)."
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_last_turn(game: &Game, language: Language) -> Option<Self> {
        let turn = game.turns().last()?;
        Some(Self {
            language,
            color: turn.color,
            action: turn.action,
            sudden_loss: SuddenLoss::of(turn),
            terms: Terms::of(game),
            passes: game.articles().passes_that_end_play(),
            rules: game.ruleset().name,
            events: events::of_turn(game, turn),
        })
    }

    /// Returns whether the turn had events beyond the placement or the pass.
    pub fn has_events(&self) -> bool {
        !self.events.is_empty()
    }

    /// Returns whether the turn lost at once.
    pub fn tells_loss(&self) -> bool {
        self.sudden_loss.is_some()
    }

    /// The events in the order of the turn procedure.
    pub fn events(&self) -> &[Event] {
        &self.events
    }
}

impl fmt::Display for Narration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let phrases = self.language.phrases();
        let turn = phrases.turn_in(self.terms, self.color, self.action);
        match (self.sudden_loss, self.events.first()) {
            (Some(loss), _) => write!(f, "{}.", phrases.sudden_loss(self.color, self.action, loss))?,
            (None, None | Some(Event::Ended(_))) => write!(f, "{turn}.")?,
            (None, Some(_)) => write!(f, "{turn}:")?,
        }
        self.events.iter().try_for_each(|event| write!(f, " {}", phrases.sentence(event)))?;
        // Two passes end play under most rules, so a player expects that.
        match self.passes.filter(|&passes| passes > 2 && self.action == Move::Abstain && self.events.is_empty()) {
            Some(passes) => {
                let source = Source { rules: self.rules, section: Section::Passes };
                write!(f, " {}", phrases.cite_all(&phrases.passes_that_end_play(passes), &[], Some(source)))
            }
            None => Ok(()),
        }
    }
}

impl Language {
    /// A rule notice as one sentence with its articles.
    pub fn rule_notice(self, notice: &RuleNotice) -> String {
        let phrases = self.phrases();
        phrases.cite_all(&phrases.rule_notice(notice), &notice.articles(), notice.source())
    }
}

impl Language {
    /// The reason why a move cannot be played, as one sentence with its section.
    pub fn refused(self, rules: &Ruleset, error: PlayError) -> String {
        let phrases = self.phrases();
        let source = Section::of(error).map(|section| Source { rules: rules.name, section });
        phrases.cite_all(&phrases.refused(error), &[], source)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use onepure_rules::board::{PerColor, Position};
    use onepure_rules::geometry::BoardSize;
    use onepure_rules::rules::{Articles, Repetition, Ruleset};

    /// Plays vertices and passes alternately and returns the last turn's text in both languages.
    fn tell(mut game: Game, moves: &str) -> [String; 2] {
        for word in moves.split_whitespace() {
            let action = if word == "pass" { Move::Abstain } else { Move::Place(word.parse().expect("a point")) };
            game.play(action).expect("a legal move");
        }
        [Language::English, Language::Korean]
            .map(|language| Narration::of_last_turn(&game, language).expect("a turn").to_string())
    }

    fn main_board() -> Game {
        Game::new(BoardSize::MAIN, Ruleset::one_pure())
    }

    fn lesser_board() -> Game {
        Game::new(BoardSize::new(5).expect("5 lines"), Ruleset::one_pure())
    }

    #[test]
    fn turns_without_events() {
        assert_eq!(tell(main_board(), "D4"), ["Black D4.", "흑 D4."]);
        assert_eq!(tell(main_board(), "D4 pass"), ["White abstains.", "백 불착."]);
    }

    #[test]
    fn passes_under_ordinary_rules() {
        let game = |rules: &str| Game::new(BoardSize::MAIN, Ruleset::named(rules).expect("a rule set"));
        assert_eq!(tell(game("chinese"), "D4 pass"), ["White passes.", "백 패스."]);
        assert_eq!(
            tell(game("ing"), "D4 pass pass"),
            [
                "Black passes. Play ends after four passes in a row (Ing rules, the end: four passes).",
                "흑 패스. 잇달아 네 번 패스하면 종국입니다 (응씨룰, 종국: 네 번의 패스).",
            ]
        );
        assert_eq!(
            tell(game("ing"), "D4 pass pass pass pass"),
            [
                "Black passes. Play ends: Black and White have passed in a row (Ing rules, the end: four passes).",
                "흑 패스. 종국: 흑과 백이 잇달아 패스했습니다 (응씨룰, 종국: 네 번의 패스).",
            ]
        );
    }

    #[test]
    fn enclosed_by_the_opponent() {
        assert_eq!(
            tell(main_board(), "A2 A1 C1 B1 D4 Q16 B2"),
            [
                "Black B2: White's A1 B1 retire, enclosed, and go back to the bowl (articles 3 ①, 3 ②).",
                "흑 B2: 백 A1·B1이 피충되어 퇴점하고 통으로 돌아가 대기합니다 (제3조 ①항, 제3조 ②항).",
            ]
        );
        assert_eq!(
            tell(lesser_board(), "A2 A1 B1"),
            [
                "Black B1: White's A1 retires, enclosed (article 3 ①).",
                "흑 B1: 백 A1이 피충되어 퇴점합니다 (제3조 ①항)."
            ]
        );
    }

    /// A ko in the corner: Black's B1 takes White's A1.
    const KO: &str = "A2 A1 A3 B2 T19 C1 B1";

    #[test]
    fn repeated_retirement() {
        assert_eq!(
            tell(main_board(), &format!("{KO} R1 S19 A1 R19 Q1 B1")),
            [
                "Black B1: White's A1 retires, enclosed, for the second time, and goes to quarantine (articles 3 ①, 3 ③).",
                "흑 B1: 백 A1이 피충되어 두 번째로 퇴점(재퇴)하고 격리됩니다 (제3조 ①항, 제3조 ③항).",
            ]
        );
    }

    #[test]
    fn self_fill_retirement() {
        let moves = "A1 A2 T19 B2 S19 C1 B1";
        assert_eq!(
            tell(main_board(), moves),
            [
                "Black B1: Black's A1 B1 retire by self-fill, and go to quarantine (articles 3 ①, 3 ③).",
                "흑 B1: 흑 A1·B1이 자충퇴하고 격리됩니다 (제3조 ①항, 제3조 ③항).",
            ]
        );
        assert_eq!(
            tell(main_board(), &format!("{moves} pass A1 pass B1")),
            [
                "Black B1: Black's A1 B1 retire by self-fill, for the second time, and go to quarantine \
                 (articles 3 ①, 3 ③).",
                "흑 B1: 흑 A1·B1이 두 번째로 퇴점(재퇴·자충퇴)하고 격리됩니다 (제3조 ①항, 제3조 ③항).",
            ]
        );
        let without = Game::new(BoardSize::MAIN, Ruleset::one_pure().with_forfeiture(false));
        assert_eq!(
            tell(without, moves),
            [
                "Black B1: Black's A1 B1 retire by self-fill, and go back to the bowl (article 3 ①).",
                "흑 B1: 흑 A1·B1이 자충퇴하고 통으로 돌아가 대기합니다 (제3조 ①항).",
            ]
        );
    }

    #[test]
    fn dead_end() {
        assert_eq!(
            tell(main_board(), &format!("{KO} A1")),
            [
                "White A1 loses at once: it retakes the ko. Black's B1 and White's A1 are enclosed but immovable: the \
                 retirement of either would restore the position just before its placement (articles 3 ④, 4). Play ends in a dead end: nobody may place while an \
                 enclosed stone is on the board, so the right cannot circulate (articles 2 ④, 6 ②).",
                "백 A1은 두는 즉시 지는 수입니다: 패를 되따냅니다. 흑 B1, 백 A1은 완충되었으나 불퇴입니다. 퇴점하면 그 돌을 \
                 착점하기 직전의 국면이 됩니다 (제3조 ④항, 제4조). \
                 종국: 막다른 국면입니다. 완충된 돌이 반상에 있는 동안에는 아무도 착점할 수 없으므로, 착점권이 순회할 수 없습니다 \
                 (제2조 ④항, 제6조 ②항).",
            ]
        );
    }

    #[test]
    fn a_lone_stone_without_a_liberty() {
        let [english, korean] = tell(main_board(), "T19 A2 S19 B1 A1");
        let lost = "Black A1 loses at once: it is the suicide of a lone stone. Black's A1 is enclosed but immovable: its \
                    retirement would restore the position just before its placement (articles 3 ④, 4). Play ends";
        assert!(english.starts_with(lost), "{english}");
        let lost = "흑 A1은 두는 즉시 지는 수입니다: 외톨이 돌의 자살수입니다. 흑 A1은 완충되었으나 불퇴입니다.";
        assert!(korean.starts_with(lost), "{korean}");
    }

    #[test]
    fn abstentions() {
        assert_eq!(
            tell(main_board(), "D4 pass pass"),
            [
                "Black abstains. Play ends: Black and White have abstained at the same position (article 6 ①).",
                "흑 불착. 종국: 흑과 백이 같은 국면에서 불착했습니다 (제6조 ①항).",
            ]
        );
        assert_eq!(
            tell(main_board(), "pass"),
            [
                "Black abstains, and loses at once. Play ends: Black, who alone may make the first placement, has abstained, so the right \
                 cannot circulate (articles 2 ③, 6 ②).",
                "흑 불착. 바로 집니다. 종국: 첫 착점은 흑만 할 수 있는데 흑이 불착하여, 착점권이 순회할 수 없습니다 \
                 (제2조 ③항, 제6조 ②항).",
            ]
        );
    }

    #[test]
    fn annihilation() {
        let [english, korean] = tell(main_board(), "A2 A1 B1");
        assert_eq!(
            english.split_once("(articles 3 ①, 3 ②). "),
            Some((
                "Black B1: White's A1 retires, enclosed, and goes back to the bowl ",
                "Play ends: White is annihilated, without a stone on the board, and cannot receive the right \
                 (articles 5 ②, 6 ②)."
            ))
        );
        assert!(korean.ends_with(" 종국: 백이 전몰하여 착점권을 받을 수 없습니다 (제5조 ②항, 제6조 ②항)."), "{korean}");
    }

    #[test]
    fn exhaustion() {
        let quota_of_one = Articles { quota: Some(1), ..Ruleset::one_pure().main_board };
        let game = Game::new(BoardSize::MAIN, Ruleset::uniform("quota of one", quota_of_one));
        assert_eq!(
            tell(game, "D4 Q16"),
            [
                "White Q16. Play ends: Black is exhausted, without a waiting stone to receive the right (articles 1, 6 ②).",
                "백 Q16. 종국: 흑이 전착하여, 착점권을 받을 대기 중인 돌이 없습니다 (제1조, 제6조 ②항).",
            ]
        );
    }

    /// The fourfold ko of the annex.
    fn fourfold_ko(ruleset: Ruleset) -> Game {
        let diagram = "\
            # . # O # . # O .
            O # O O # . O . O
            . O . O # . O O #
            O O O O # . . . .
            # # # # . # # # #
            O O . . # O O O O
            . O . . # O . O .
            # O O O # O O # O
            . # . O # O # . #";
        let size = BoardSize::new(9).expect("9 lines");
        let signs: Vec<&str> = diagram.lines().rev().flat_map(str::split_whitespace).collect();
        let stones =
            |sign| size.points().zip(&signs).filter(|&(_, &here)| here == sign).map(|(point, _)| point).collect();
        let position = Position { stones: PerColor { black: stones("#"), white: stones("O") } };
        Game::set_up(size, ruleset, position, Color::Black).expect("every chain has a liberty")
    }

    #[test]
    fn recreated_position() {
        let moves = "A7 B9 J3 H1 C9 A8 G1 J2 A7";
        let [english, korean] = tell(fourfold_ko(Ruleset::one_pure()), moves);
        let barred = " Black has recreated an earlier position and will not receive the right again; White has one last turn \
                      (annex).";
        assert!(english.ends_with(barred), "{english}");
        let barred =
            " 흑은 이전 국면을 다시 만들어 더는 착점권을 받지 못하고, 백이 마지막 차례를 갖습니다 (비본판 부칙).";
        assert!(korean.ends_with(barred), "{korean}");

        let [english, korean] = tell(fourfold_ko(Ruleset::one_pure()), &format!("{moves} A8"));
        let ended =
            " Play ends without penalty: Black recreated an earlier position, and White has had the last turn (annex).";
        assert!(english.ends_with(ended), "{english}");
        let ended =
            " 종국: 흑이 이전 국면을 다시 만든 뒤 백이 마지막 차례를 마쳤습니다. 벌칙은 없습니다 (비본판 부칙).";
        assert!(korean.ends_with(ended), "{korean}");
    }

    #[test]
    fn repetition_as_a_draw() {
        let ruleset = Ruleset::one_pure().with_lesser_board_repetition(Repetition::Draw);
        let [english, korean] = tell(fourfold_ko(ruleset), "A7 B9 J3 H1 C9 A8 G1 J2");
        assert!(english.ends_with(" Play ends: the position has come back with Black to play."), "{english}");
        assert!(korean.ends_with(" 종국: 흑이 둘 차례에 같은 국면이 다시 나왔습니다."), "{korean}");
    }

    #[test]
    fn ends_without_a_turn() {
        let mut game = main_board();
        game.resign(Color::Black).expect("play goes on");
        assert_eq!(Language::English.end(&game).as_deref(), Some("Play ends: Black resigns."));
        let mut game = main_board();
        game.lose_on_time(Color::White).expect("play goes on");
        assert_eq!(Language::Korean.end(&game).as_deref(), Some("종국: 백이 시간을 다 썼습니다."));
        assert_eq!(Language::Korean.end(&main_board()), None);
    }
}
