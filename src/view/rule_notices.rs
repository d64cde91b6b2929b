//! Rule notices: the consequences that placements and passes would have in a position, each with its articles.

use super::events::Event;
use onepure_rules::board::{Color, PerColor, Position};
use onepure_rules::geometry::{Point, PointSet};
use onepure_rules::rules::{
    Article, Cause, Destination, Game, Move, PlayError, Reason, Ruling, Section, Source, Turn, Verdict,
};

/// A fact about the rules that matters in a position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum RuleNotice {
    /// Black would lose by abstaining, because no stone has been placed yet.
    Opening,
    /// This colour may not receive the right again, and the other colour has its last turn.
    Barred(Color),
    /// A pass would end play.
    Abstention {
        /// The colour that would pass.
        color: Color,
        /// The verdict of the current board.
        verdict: Verdict,
        /// The name of the rule set, if play ends by passes in a row under it, at any position.
        in_a_row: Option<&'static str>,
    },
    /// A placement of this colour would enclose an immovable lone stone, such as the one that has just taken a ko. That
    /// is a dead end, and the colour loses.
    Retake {
        /// The colour that would place.
        color: Color,
        /// The point of the placement.
        point: Point,
        /// The immovable stone.
        immovable: Point,
    },
    /// A lone stone of this colour would be enclosed by its own placement on any of these points. That is a dead end,
    /// and the colour loses.
    DeadEnds(Color, PointSet),
    /// A placement of this colour is illegal under the rule set of this name, because a position or a ko would recur.
    /// Illegal suicides are not listed.
    Illegal(Color, PlayError, &'static str),
    /// A placement would retire a chain.
    Retirement {
        /// The colour that would place.
        color: Color,
        /// The point of the placement.
        point: Point,
        /// The event of the chain: always [`Event::Retired`].
        event: Event,
    },
    /// A chain on the board has retired before on exactly these points, and no single placement can retire it. If it
    /// retires again, it goes to quarantine.
    Repeated {
        /// The colour of the chain.
        color: Color,
        /// Its points.
        stones: PointSet,
        /// The number of its retirements.
        times: usize,
    },
    /// A placement of this colour would leave the other colour without a stone on the board, and end play.
    Annihilation(Color, Point),
    /// A placement of this colour would recreate an earlier position on a lesser board, so the colour would lose the
    /// right.
    Recreation(Color, Point),
    /// This colour has few waiting stones left; without one, play ends.
    Waiting(Color, u16),
}

/// Waiting stones from which a notice is given.
const FEW: u16 = 30;

/// The rule notices of a game: for the colour to play, then for the other colour as if it were its turn. Empty if play
/// has ended.
///
/// ```
/// use onepure::geometry::BoardSize;
/// use onepure::rules::{Game, Move, Ruleset};
/// use onepure::view::{Language, rule_notices};
///
/// let mut game = Game::new(BoardSize::MAIN, Ruleset::one_pure());
/// for vertex in ["A2", "A1", "A3", "B2", "T19", "C1", "B1"] {
///     game.play(Move::Place(vertex.parse()?))?;
/// }
/// let first = rule_notices(&game)[0];
/// assert_eq!(
///     Language::English.rule_notice(&first),
///     "White at A1 loses at once: it retakes the ko, and Black's B1 is immovable (articles 3 ④, 4, 9 ②)."
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn rule_notices(game: &Game) -> Vec<RuleNotice> {
    if game.is_over() {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mover = game.to_play();
    if game.is_opening_forced() && mover == Color::Black {
        found.push(RuleNotice::Opening);
    }
    found.extend(game.barred().map(RuleNotice::Barred));
    for color in [mover, !mover] {
        if game.abstention_ends_play(color) {
            let in_a_row = game.articles().passes_that_end_play().map(|_| game.ruleset().name);
            found.push(RuleNotice::Abstention { color, verdict: game.count().verdict(), in_a_row });
        }
    }
    for color in [mover, !mover] {
        found.extend(of_placements(game, color));
    }
    found.retain(|notice| is_reported(game, notice));
    found.extend(repeated(game, &found));
    for color in Color::BOTH {
        let waiting = game.stones(color).waiting.filter(|&waiting| waiting <= FEW);
        found.extend(waiting.map(|waiting| RuleNotice::Waiting(color, waiting)));
    }
    found
}

/// Returns whether to report a notice. Under capture rules only captures of chains that the last placement touched or
/// extended are reported. Other chains were in atari before; many are dead stones that stay so until the end.
fn is_reported(game: &Game, notice: &RuleNotice) -> bool {
    match *notice {
        RuleNotice::Retirement { event: Event::Retired { stones, destination: Destination::Captured, .. }, .. } => {
            match game.turns().last().map(|turn| turn.action) {
                Some(Move::Place(last)) => {
                    !((PointSet::of(last) | PointSet::of(last).neighbours()) & stones).is_empty()
                }
                Some(Move::Abstain) => false,
                None => true,
            }
        }
        _ => true,
    }
}

/// The notices about placements of a colour.
fn of_placements(game: &Game, color: Color) -> Vec<RuleNotice> {
    let mut found = Vec::new();
    let mut dead_ends = PointSet::empty();
    for point in eventful_points(game, color) {
        let mut after = game.clone();
        let turn = match after.play_as(color, Move::Place(point)) {
            Ok(turn) => turn.clone(),
            Err(error) => {
                // Illegal suicides are not reported: every eye is one for the other colour, in every position until the
                // end.
                let is_ko = error.forbidden_point().is_some() && !matches!(error, PlayError::Suicide(_));
                found.extend(is_ko.then_some(RuleNotice::Illegal(color, error, game.ruleset().name)));
                continue;
            }
        };
        match turn.outcome.map(|outcome| outcome.reason) {
            Some(Reason::DeadEnd) => match turn.immovable.iter().find(|&&stone| stone != point) {
                Some(&immovable) => found.push(RuleNotice::Retake { color, point, immovable }),
                None => dead_ends.insert(point),
            },
            reason => found.extend(of_turn(&after, &turn, point, reason == Some(Reason::Annihilation))),
        }
    }
    if !dead_ends.is_empty() {
        found.push(RuleNotice::DeadEnds(color, dead_ends));
    }
    found
}

/// The notices about the last turn of a game, a placement that was not a dead end.
fn of_turn(after: &Game, turn: &Turn, point: Point, annihilates: bool) -> Vec<RuleNotice> {
    let color = turn.color;
    let retirement = |chain| RuleNotice::Retirement { color, point, event: Event::retired(after, chain) };
    let mut found: Vec<RuleNotice> = turn.retired.iter().map(retirement).collect();
    found.extend(annihilates.then_some(RuleNotice::Annihilation(color, point)));
    found.extend(turn.barred.map(|color| RuleNotice::Recreation(color, point)));
    found
}

/// The points where a placement of a colour may do more than add a stone.
fn eventful_points(game: &Game, color: Color) -> PointSet {
    let board = game.board();
    let empty = board.empty();
    let mut points: PointSet =
        empty.iter().filter(|&point| (PointSet::of(point).neighbours() & empty).is_empty()).collect();
    let mut stones = board.stones(!color);
    while let Some(stone) = stones.first() {
        stones -= board.chain(stone);
        let liberties = board.liberties(stone);
        if liberties.len() == 1 {
            points |= liberties;
        }
    }
    if game.articles().bars_repetition() && !game.retired().is_empty() {
        points |= recreations(game, color);
    }
    points
}

/// The points where a placement of a colour would recreate an earlier position.
fn recreations(game: &Game, color: Color) -> PointSet {
    let PerColor { black, white } = game.board().position().stones;
    let own = if color == Color::Black { black } else { white };
    let others = if color == Color::Black { white } else { black };
    let added = |position: &Position| {
        let added = position.stones[color] - own;
        let is_one_more =
            position.stones[!color] == others && own.is_subset(position.stones[color]) && added.len() == 1;
        added.first().filter(|_| is_one_more)
    };
    game.positions().filter_map(added).collect()
}

/// The chains on the board that have retired before, except those already reported.
fn repeated(game: &Game, reported: &[RuleNotice]) -> Vec<RuleNotice> {
    if !game.articles().has_quarantine() {
        return Vec::new();
    }
    let is_reported = |color: Color, stones: PointSet| {
        let is_about = |notice: &RuleNotice| match *notice {
            RuleNotice::Retirement { event: Event::Retired { color: of, stones: those, .. }, .. } => {
                of == color && those == stones
            }
            _ => false,
        };
        reported.iter().any(is_about)
    };
    let board = game.board();
    let is_on_board = |color: Color, stones: PointSet| {
        stones.is_subset(board.stones(color)) && stones.first().is_some_and(|point| board.chain(point) == stones)
    };
    let here = game
        .retired()
        .iter()
        .filter(|chain| is_on_board(chain.color, chain.stones) && !is_reported(chain.color, chain.stones));
    here.map(|chain| RuleNotice::Repeated { color: chain.color, stones: chain.stones, times: chain.times }).collect()
}

impl RuleNotice {
    /// The name of the kind in JSON.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Opening => "opening",
            Self::Barred(_) => "barred",
            Self::Abstention { .. } => "abstention",
            Self::Retake { .. } => "retake",
            Self::DeadEnds(..) => "dead-ends",
            Self::Illegal(..) => "illegal",
            Self::Retirement { event: Event::Retired { cause: Cause::SelfFill, .. }, .. } => "self-fill",
            Self::Retirement { .. } => "retirement",
            Self::Repeated { .. } => "repeated",
            Self::Annihilation(..) => "annihilation",
            Self::Recreation(..) => "recreation",
            Self::Waiting(..) => "waiting",
        }
    }

    /// The colour whose turn or stones the notice is about.
    pub fn color(&self) -> Color {
        match *self {
            Self::Opening => Color::Black,
            Self::Barred(color)
            | Self::Abstention { color, .. }
            | Self::DeadEnds(color, _)
            | Self::Illegal(color, ..)
            | Self::Annihilation(color, _)
            | Self::Recreation(color, _)
            | Self::Waiting(color, _)
            | Self::Retake { color, .. }
            | Self::Retirement { color, .. }
            | Self::Repeated { color, .. } => color,
        }
    }

    /// The points of the placements that the notice is about; for [`RuleNotice::Repeated`] those of the chain.
    pub fn points(&self) -> PointSet {
        match *self {
            Self::Illegal(_, error, _) => error.forbidden_point().into_iter().collect(),
            Self::Annihilation(_, point)
            | Self::Recreation(_, point)
            | Self::Retake { point, .. }
            | Self::Retirement { point, .. } => PointSet::of(point),
            Self::DeadEnds(_, points) | Self::Repeated { stones: points, .. } => points,
            Self::Opening | Self::Barred(_) | Self::Abstention { .. } | Self::Waiting(..) => PointSet::empty(),
        }
    }

    /// The articles that the notice follows.
    pub fn articles(&self) -> Vec<Article> {
        let ruling = match self {
            Self::Opening => Ruling::Opening,
            Self::Abstention { in_a_row: None, .. } => Ruling::End(Reason::Abstentions),
            Self::Abstention { .. } => Ruling::Passes,
            Self::Illegal(..) => Ruling::Illegality,
            Self::Retake { .. } | Self::DeadEnds(..) => Ruling::DeadEnd,
            Self::Retirement { event, .. } => return event.articles(),
            Self::Repeated { .. } => Ruling::Repetition,
            Self::Annihilation(..) => Ruling::End(Reason::Annihilation),
            Self::Barred(_) | Self::Recreation(..) => Ruling::Barring,
            Self::Waiting(..) => Ruling::End(Reason::Exhaustion),
        };
        ruling.articles().to_vec()
    }

    /// The section that the notice follows, for rules without articles.
    pub fn source(&self) -> Option<Source> {
        match *self {
            Self::Abstention { in_a_row: Some(rules), .. } => Some(Source { rules, section: Section::Passes }),
            Self::Illegal(_, error, rules) => Section::of(error).map(|section| Source { rules, section }),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::Language;
    use onepure_rules::geometry::BoardSize;
    use onepure_rules::rules::{Articles, Ruleset};

    /// The notices after these vertices and passes, as text in a language.
    fn told(mut game: Game, moves: &str, language: Language) -> Vec<String> {
        for word in moves.split_whitespace() {
            let action = if word == "pass" { Move::Abstain } else { Move::Place(word.parse().expect("a point")) };
            game.play(action).expect("a legal move");
        }
        rule_notices(&game).iter().map(|notice| language.rule_notice(notice)).collect()
    }

    fn main_board() -> Game {
        Game::new(BoardSize::MAIN, Ruleset::one_pure())
    }

    fn lesser_board(ruleset: Ruleset) -> Game {
        Game::new(BoardSize::new(5).expect("5 lines"), ruleset)
    }

    /// A ko in the corner: Black's B1 takes White's A1.
    const KO: &str = "A2 A1 A3 B2 T19 C1 B1";

    #[test]
    fn the_first_placement() {
        let english = ["Black loses by abstaining: Black alone may make the first placement (articles 2 ③, 6 ②, 9 ②)."];
        assert_eq!(told(main_board(), "", Language::English), english);
        assert!(told(main_board(), "D4", Language::English).is_empty());
        assert!(told(lesser_board(Ruleset::chinese()), "", Language::English).is_empty());
    }

    #[test]
    fn chains_that_retire_again() {
        // The ko has been taken twice. It is Black's turn, and White's A1 can go to quarantine.
        let moves = format!("{KO} R1 S19 A1 R19");
        let english = told(main_board(), &moves, Language::English);
        assert_eq!(
            english,
            ["If Black places at B1: White's A1 retires, enclosed, for the second time, and goes to quarantine \
              (articles 3 ①, 3 ③)."]
        );
        let repeated = RuleNotice::Repeated {
            color: Color::White,
            stones: PointSet::of("A1".parse().expect("a point")),
            times: 1,
        };
        assert_eq!(
            Language::English.rule_notice(&repeated),
            "White's A1 has retired once; if it retires again, it goes to quarantine (article 3 ③)."
        );
    }

    #[test]
    fn self_fills_and_one_stone_suicides() {
        // Black at B1 would fill the last liberty of A1 and B1. White next to A1 would be a lone stone.
        let told = told(main_board(), "A1 A2 T19 B2 S19 C1", Language::English);
        assert_eq!(
            told,
            [
                "If Black places at B1: Black's A1 B1 retire by self-fill, and go to quarantine (articles 3 ①, 3 ③).",
                "If White places at B1: Black's A1 retires, enclosed, and goes back to the bowl (articles 3 ①, 3 ②).",
            ]
        );
        let moves = "B1 T19 A2 S19 C2 R19 B3";
        let english = ["White at A1 or B2 loses at once: it is the suicide of a lone stone (articles 3 ④, 4, 9 ②)."];
        assert_eq!(self::told(main_board(), moves, Language::English), english);
        let korean = ["백 A1·B2는 두는 즉시 지는 수입니다: 외톨이 돌의 자살수입니다 (제3조 ④항, 제4조, 제9조 ②항)."];
        assert_eq!(self::told(main_board(), moves, Language::Korean), korean);
    }

    #[test]
    fn abstentions_that_end_play() {
        assert_eq!(
            told(lesser_board(Ruleset::one_pure()), "C3 pass", Language::English),
            ["Play ends if Black abstains, because White has abstained at this position: B+25 (article 6 ①)."]
        );
        assert_eq!(
            told(lesser_board(Ruleset::chinese()), "C3 pass", Language::Korean),
            ["흑이 패스하면 종국입니다. 백이 방금 패스했습니다: 지금 반상대로 B+17.5 (중국규칙, 종국)."]
        );
    }

    #[test]
    fn annihilation_and_waiting_stones() {
        let english = told(main_board(), "A2 A1", Language::English);
        assert_eq!(
            english[1],
            "If Black places at B1, White is annihilated, without a stone on the board, and play ends (articles 5 ②, 6 ②)."
        );
        let quota = Articles { quota: Some(4), ..Ruleset::one_pure().main_board };
        let game = lesser_board(Ruleset::uniform("quota of four", quota));
        assert_eq!(
            told(game.clone(), "C3 D3 E1", Language::English),
            [
                "Black has 2 stones waiting; without one, play ends (articles 1, 6 ②).",
                "White has 3 stones waiting; without one, play ends (articles 1, 6 ②).",
            ]
        );
        let korean = told(game, "C3 D3 E1 B5 A1", Language::Korean);
        assert!(korean.contains(&"흑의 대기 중인 돌은 1개입니다. 다 쓰면 종국입니다 (제1조, 제6조 ②항).".to_owned()));
    }

    #[test]
    fn illegal_placements_and_recreated_positions() {
        let chinese = told(lesser_board(Ruleset::chinese()), "A2 A1 A3 B2 E5 C1 B1", Language::English);
        assert_eq!(
            chinese,
            [
                "A1 would bring an earlier position back (superko), which is illegal under these rules (Chinese rules, article 6: no \
              whole-board repetition)."
            ]
        );
        // After White has retaken the ko, Black's B1 would recreate the position after the first B1.
        let moves = "A2 A1 A3 B2 E5 C1 B1 E4 D4 A1 E4";
        let mut game = lesser_board(Ruleset::one_pure());
        for word in moves.split_whitespace().take(9) {
            game.play(Move::Place(word.parse().expect("a point"))).expect("a legal move");
        }
        let expected: Vec<bool> = game
            .board()
            .empty()
            .iter()
            .map(|point| game.explain(game.to_play(), Move::Place(point)).is_ok_and(|turn| turn.barred.is_some()))
            .collect();
        let told: Vec<bool> = game
            .board()
            .empty()
            .iter()
            .map(|point| rule_notices(&game).contains(&RuleNotice::Recreation(game.to_play(), point)))
            .collect();
        assert_eq!(told, expected);
    }

    #[test]
    fn eyes_are_not_told_as_suicides() {
        // Black has eyes at A1 and A3, White at E1 and E3. There is nothing else to report for either colour.
        for ruleset in Ruleset::ALL {
            let moves = "A2 E2 B1 D1 B3 D3 B4 D4 A4 E4 B2 D2";
            let told = told(lesser_board(ruleset), moves, Language::English);
            let is_one_pure = ruleset.name == "one-pure";
            assert_eq!(told.len(), if is_one_pure { 2 } else { 0 }, "{}: {told:?}", ruleset.name);
        }
    }

    #[test]
    fn captures_are_told_when_they_are_new() {
        for ruleset in Ruleset::ALL.into_iter().filter(|ruleset| ruleset.name != "one-pure") {
            let captures = |moves: &str| {
                let told = told(lesser_board(ruleset), moves, Language::English);
                told.into_iter().filter(|told| told.contains("captures")).collect::<Vec<_>>()
            };
            // Black's B1 puts A1 in atari. A move elsewhere leaves it in atari.
            assert_eq!(captures("E5 A1 B1"), ["Black at A2 captures White's A1."], "{}", ruleset.name);
            let korean = told(lesser_board(ruleset), "E5 A1 B1", Language::Korean);
            assert!(korean.contains(&"흑이 A2에 두면 백 한 점이 잡힙니다.".to_owned()), "{}: {korean:?}", ruleset.name);
            assert!(captures("E5 A1 B1 C3").is_empty() && captures("E5 A1 B1 pass").is_empty(), "{}", ruleset.name);
        }
    }

    #[test]
    fn the_last_turn_of_the_annex() {
        let notice = RuleNotice::Barred(Color::Black);
        assert_eq!(
            Language::English.rule_notice(&notice),
            "Black has recreated an earlier position and is barred; this is the last turn, White's (annex)."
        );
        assert_eq!(notice.kind(), "barred");
    }

    #[test]
    fn nothing_is_at_stake_after_the_end() {
        assert!(told(main_board(), "D4 pass pass", Language::English).is_empty());
    }
}
