//! The rules of a game on one screen, one paragraph per topic. Only rules that apply on its board are listed.

use onepure_rules::rules::Article;

/// The rules of a game on one screen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Primer {
    /// The rule set and the board.
    pub title: String,
    /// The paragraphs with their topics.
    pub paragraphs: Vec<(RuleTopic, String)>,
}

impl Primer {
    pub(super) fn titled(title: String) -> Self {
        Self { title, paragraphs: Vec::new() }
    }

    /// Adds a paragraph.
    pub(super) fn tell(&mut self, topic: RuleTopic, text: &str) {
        self.paragraphs.push((topic, text.to_owned()));
    }

    /// The title and the paragraphs as text.
    pub fn lines(&self) -> Vec<String> {
        let paragraphs = self.paragraphs.iter().map(|(_, text)| format!("- {text}"));
        std::iter::once(format!("{}:", self.title)).chain(paragraphs).collect()
    }
}

/// The topic of a paragraph of a [`Primer`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RuleTopic {
    /// Turns: placements and passes.
    Turns,
    /// The number of stones.
    Quota,
    /// Stones that leave the board.
    Retirement,
    /// Stones that never return.
    Quarantine,
    /// Placements that lose at once.
    DeadEnd,
    /// Recurring positions and kos.
    Repetition,
    /// The end of play.
    End,
    /// The count.
    Points,
    /// The winner.
    Result,
}

impl RuleTopic {
    /// The articles of the One Pure Rules that a paragraph on this topic explains.
    pub const fn articles(self) -> &'static [Article] {
        match self {
            Self::Turns => &[Article::Paragraph(2, 1), Article::Paragraph(2, 2), Article::FIRST_PLACEMENT],
            Self::Quota => &[Article::QUOTA],
            Self::Retirement => &[Article::RETIREMENT, Article::WAITING],
            Self::Quarantine => &[Article::QUARANTINE, Article::Paragraph(5, 1)],
            Self::DeadEnd => &[
                Article::NO_PLACEMENT,
                Article::IMMOVABLE,
                Article::NO_RESTORATION,
                Article::NO_CIRCULATION,
                Article::FORFEIT,
            ],
            Self::Repetition => &[Article::Annex],
            Self::End => &[Article::ANNIHILATION, Article::ABSTENTIONS, Article::NO_CIRCULATION],
            Self::Points => &[Article::POINTS],
            Self::Result => &[Article::KOMI, Article::COMPARISON, Article::NO_POINTS],
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::view::{Language, wrap};
    use onepure_rules::geometry::BoardSize;
    use onepure_rules::rules::{Game, Ruleset};
    use unicode_width::UnicodeWidthStr;

    #[test]
    fn the_greeting_fits_on_a_screen() {
        for language in Language::ALL {
            let greeting = language.phrases().greeting("10.10.10");
            assert!(greeting.lines().all(|line| line.width() < 80) && greeting.contains("onepure play"), "{greeting}");
        }
    }

    #[test]
    fn the_words_of_the_author_are_for_the_one_pure_rules() {
        for ruleset in Ruleset::ALL {
            let told = Language::Korean.phrases().rules(&Game::new(BoardSize::MAIN, ruleset)).lines().concat();
            let is_ordinary = ruleset.name != "one-pure";
            for word in ["불착", "득점", "완충", "일체", "선후차"] {
                assert!(!is_ordinary || !told.contains(word), "{}: {word} in {told}", ruleset.name);
            }
            assert_eq!(told.contains("불착") && told.contains("득점"), !is_ordinary, "{told}");
            assert_eq!(told.contains("패스(한 수 쉼)"), is_ordinary, "{told}");
        }
    }

    #[test]
    fn the_rules_are_a_screenful() {
        for ruleset in Ruleset::ALL {
            for lines in [9, 19] {
                let game = Game::new(BoardSize::new(lines).expect("up to 19 lines"), ruleset);
                for told in Language::ALL.map(|language| language.phrases().rules(&game).lines()) {
                    let rows: usize = told.iter().map(|text| wrap(text, 79, 2).lines().count()).sum();
                    assert!(rows < 24 - 1, "{} on {lines} lines: {rows} rows\n{told:?}", ruleset.name);
                    assert_eq!(told.concat().contains("180"), ruleset.name == "one-pure" && lines == 19, "{told:?}");
                }
            }
        }
    }
}
