//! The end of a game and its result in sentences.

use super::Language;
use super::events::{End, Event};
use onepure_rules::board::Color;
use onepure_rules::geometry::PointSet;
use onepure_rules::rules::{Count, Game, Outcome};

impl Language {
    /// The end of play as one sentence; `None` if play goes on.
    pub fn end(self, game: &Game) -> Option<String> {
        End::of(game).map(|end| self.phrases().sentence(&Event::Ended(end)))
    }

    /// The points of each colour and the komi as one sentence.
    pub fn count(self, count: &Count) -> String {
        self.phrases().cite(&self.phrases().count(count), &count.articles())
    }

    /// The `dead` stones, and the count without them, one sentence each.
    pub fn counted(self, game: &Game, dead: PointSet) -> Vec<String> {
        let lifted = Color::BOTH.map(|color| (color, game.board().stones(color) & dead));
        let lifted = lifted.into_iter().filter(|(_, stones)| !stones.is_empty());
        let lifted = lifted.map(|(color, stones)| self.phrases().dead(color, &stones));
        let by_territory = game.count_with_pass_stones(dead).map(|count| self.phrases().with_pass_stones(&count));
        let by_filling = game.filling(dead).map(|filling| self.phrases().filling(&filling));
        let filled = Some(game.points_without(dead).filled()).filter(|filled| !filled.is_empty());
        let filled = filled.map(|filled| self.phrases().filled(&filled));
        let count = self.count(&game.count_without(dead));
        lifted.chain(filled).chain([count]).chain(by_territory).chain(by_filling).collect()
    }

    /// The winner and the margin without the `dead` stones as one sentence; `None` before the end.
    pub fn result_without(self, game: &Game, dead: PointSet) -> Option<String> {
        let outcome = game.outcome_without(dead)?;
        Some(self.result(&outcome, &game.count_without(dead)))
    }

    /// The winner and the margin as one sentence. `count` is that of the board.
    pub fn result(self, outcome: &Outcome, count: &Count) -> String {
        let decided = outcome.articles(count).last().copied();
        self.phrases().cite(&self.phrases().result(outcome, count), &Vec::from_iter(decided))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use onepure_rules::board::PerColor;
    use onepure_rules::rules::{Counting, Fraction, Reason};

    #[test]
    fn counts_and_results() {
        let results = |black, white, komi| {
            let count = Count::of_whole(PerColor { black, white }, komi, Counting::Contact);
            let outcome = Outcome::counted(Reason::Abstentions, &count);
            [Language::English, Language::Korean].map(|language| language.result(&outcome, &count))
        };
        assert_eq!(
            results(74, 66, 7.0),
            ["Result B+1: Black wins by 1 point (article 9 ①).", "결과 B+1: 흑 1점 승 (제9조 ①항)."]
        );
        assert_eq!(
            results(4, 6, 0.5),
            ["Result W+2.5: White wins by 2.5 points (article 9 ①).", "결과 W+2.5: 백 2.5점 승 (제9조 ①항)."]
        );
        assert_eq!(results(73, 66, 7.0), ["Result 0: Draw (article 9 ①).", "결과 0: 무승부 (제9조 ①항)."]);
        assert_eq!(
            results(3, 0, 7.0),
            [
                "Result B+3: Black wins by 3 points; White has none and loses (article 9 ③).",
                "결과 B+3: 흑 3점 승. 백은 득점이 없어 집니다 (제9조 ③항).",
            ]
        );
        assert_eq!(
            results(0, 0, 7.0),
            [
                "Result Both-lose: Both lose: neither colour has a point (article 9 ③).",
                "결과 Both-lose: 양쪽 모두 패. 어느 쪽도 득점이 없습니다 (제9조 ③항).",
            ]
        );
        let count = Count::of_whole(PerColor { black: 74, white: 66 }, 7.0, Counting::Contact);
        assert_eq!(Language::English.count(&count), "Points: Black 74, White 66; komi 7 (articles 7, 8).");
        assert_eq!(Language::Korean.count(&count), "득점: 흑 74, 백 66, 선후차(덤) 7 (제7조, 제8조).");
        let shared = PerColor { black: Fraction::new(2225, 12), white: Fraction::new(2107, 12) };
        let area = Count::of_whole(PerColor::default(), 8.0, Counting::Area);
        let divided = Count { points: shared, black_wins_ties: true, ..area };
        let outcome = Outcome::counted(Reason::Abstentions, &divided);
        assert_eq!(Language::English.result(&outcome, &divided), "Result B+1.83: Black wins by 1 5/6 points.");
        assert_eq!(
            Language::English.count(&divided),
            "Area: Black 185 5/12, White 175 7/12; komi 8, and Black wins ties."
        );
        let tie = Count { points: PerColor { black: Fraction::from(8), white: Fraction::ZERO }, ..divided };
        let outcome = Outcome::counted(Reason::Abstentions, &tie);
        assert_eq!(Language::English.result(&outcome, &tie), "Result B+0: A tie, which Black wins.");
        assert_eq!(Language::Korean.result(&outcome, &tie), "결과 B+0: 비겨서 흑 승.");
        let lost = Outcome::lost_by(Color::Black, Reason::DeadEnd);
        assert_eq!(
            Language::Korean.result(&lost, &count),
            "결과 W+Forfeit: 백 승. 흑이 순회를 불가능하게 했습니다 (제9조 ②항)."
        );
    }
}
