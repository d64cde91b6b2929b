//! Named rule sets, and the combinations that `KataGo`'s rules can express.

use super::ruleset::{
    Articles, Counting, EndOfPlay, HandicapBonus, HandicapPlacement, Repetition, RuleOption, Ruleset, Sharing, Suicide,
    Tax,
};
use std::sync::LazyLock;

/// The articles of the One Pure Rules on a lesser board.
const ANNEX: Articles = Articles {
    quota: None,
    forfeiture: false,
    annihilation: false,
    black_begins: true,
    suicide: Suicide::Allowed,
    immovability: true,
    repetition: Repetition::BarsMover,
    end_of_play: EndOfPlay::AbstentionsAtOnePosition,
    counting: Counting::Contact,
    tax: Tax::None,
    sharing: Sharing::None,
    black_wins_ties: false,
    handicap: HandicapPlacement::None,
    handicap_bonus: HandicapBonus::None,
    pass_stones: false,
    removal: false,
    komi: 0.0,
    handicap_komi: 0.0,
};

/// Ordinary Go by area, as programs play it. Each other rule set lists the fields in which it differs.
const ORDINARY: Articles = Articles {
    quota: None,
    forfeiture: false,
    annihilation: false,
    black_begins: false,
    suicide: Suicide::Forbidden,
    immovability: false,
    repetition: Repetition::PositionalSuperko,
    end_of_play: EndOfPlay::AbstentionsInARow(2),
    counting: Counting::Area,
    tax: Tax::None,
    sharing: Sharing::None,
    black_wins_ties: false,
    handicap: HandicapPlacement::Fixed,
    handicap_bonus: HandicapBonus::None,
    pass_stones: false,
    removal: true,
    komi: 7.5,
    handicap_komi: 7.5,
};

/// Other names of rule sets, among them those of `KataGo`, KGS and SGF. Comparisons ignore case, spaces, hyphens and
/// underscores.
const ALIASES: [(&str, &str); 6] = [
    ("chinese-ogs", "chinese"),
    ("chinese-kgs", "chinese"),
    ("bga", "aga"),
    ("nz", "new-zealand"),
    ("goe", "ing"),
    ("one-pure-rules", "one-pure"),
];

impl Ruleset {
    /// All rule sets that have a name.
    pub const ALL: [Self; 10] = [
        Self::one_pure(),
        Self::chinese(),
        Self::tromp_taylor(),
        Self::new_zealand(),
        Self::aga(),
        Self::stone_scoring(),
        Self::japanese(),
        Self::korean(),
        Self::ing(),
        Self::ing1986(),
    ];

    /// The rule set with this name: its own name, another program's name for it, or the name of a [`Combination`].
    ///
    /// ```
    /// use onepure_rules::rules::Ruleset;
    ///
    /// assert_eq!(Ruleset::named("Chinese"), Some(Ruleset::chinese()));
    /// assert_eq!(Ruleset::named("chinese-kgs"), Some(Ruleset::chinese()));
    /// assert_eq!(Ruleset::named("New Zealand"), Some(Ruleset::new_zealand()));
    /// assert_eq!(Ruleset::named("koSITUATIONALscoreAREAtaxNONEsui1fpok1"), Some(Ruleset::new_zealand()));
    /// assert_eq!(Ruleset::named("chess"), None);
    /// ```
    pub fn named(name: &str) -> Option<Self> {
        let wanted = normalized(name);
        let alias = ALIASES.iter().find(|(alias, _)| normalized(alias) == wanted);
        let wanted = alias.map_or(wanted, |(_, name)| normalized(name));
        let found = Self::ALL.into_iter().find(|ruleset| normalized(ruleset.name) == wanted);
        found.or_else(|| Combination::named(&wanted).map(Combination::ruleset))
    }

    /// The names in [`Ruleset::ALL`] as a list: `one-pure, chinese, …`.
    pub fn names() -> String {
        Self::ALL.map(|ruleset| ruleset.name).join(", ")
    }

    /// The One Pure Rules. On 19×19 they have 180 stones a colour, forfeiture, annihilation and a komi of 7; on lesser
    /// boards the annex replaces these, and the komi is 0.
    pub const fn one_pure() -> Self {
        Self {
            name: "one-pure",
            record_name: "one-pure",
            main_board: Articles {
                quota: Some(180),
                forfeiture: true,
                annihilation: true,
                repetition: Repetition::Allowed,
                komi: 7.0,
                handicap_komi: 7.0,
                ..ANNEX
            },
            lesser_board: ANNEX,
        }
    }

    /// Ordinary Go by area, as programs play it. Suicide is illegal, and so is a placement that recreates a position.
    /// Two passes in a row end play, and stones that both players agree are dead are lifted. The larger area wins;
    /// White has a komi of 7.5 and a point for each handicap stone.
    pub const fn chinese() -> Self {
        let articles = Articles { handicap_bonus: HandicapBonus::Stones, ..ORDINARY };
        Self { record_name: "Chinese", ..Self::uniform("chinese", articles) }
    }

    /// The rules of John Tromp and Bill Taylor. The board is counted by area as it stands, and suicide of two or more
    /// stones is legal.
    pub const fn tromp_taylor() -> Self {
        let articles =
            Articles { suicide: Suicide::OfTwoOrMore, handicap: HandicapPlacement::Free, removal: false, ..ORDINARY };
        Self { record_name: "Tromp-Taylor", ..Self::uniform("tromp-taylor", articles) }
    }

    /// The rules of the New Zealand Go Society: area, situational superko, suicide of two or more stones, a komi of 7.
    pub const fn new_zealand() -> Self {
        let articles = Articles {
            suicide: Suicide::OfTwoOrMore,
            repetition: Repetition::SituationalSuperko,
            handicap: HandicapPlacement::Free,
            komi: 7.0,
            handicap_komi: 7.0,
            ..ORDINARY
        };
        Self { record_name: "NZ", ..Self::uniform("new-zealand", articles) }
    }

    /// The rules of the American and the British Go Association: area, or territory with pass stones, and situational
    /// superko. White gets a point for each handicap stone but one, and the komi of a handicap game is 0.5.
    pub const fn aga() -> Self {
        let articles = Articles {
            repetition: Repetition::SituationalSuperko,
            handicap_bonus: HandicapBonus::StonesLessOne,
            pass_stones: true,
            handicap_komi: 0.5,
            ..ORDINARY
        };
        Self { record_name: "AGA", ..Self::uniform("aga", articles) }
    }

    /// Stone scoring, the old way of counting: area less two points a group, and simple ko.
    pub const fn stone_scoring() -> Self {
        let articles = Articles { repetition: Repetition::SimpleKo, tax: Tax::All, ..ORDINARY };
        Self { record_name: "Stone scoring", ..Self::uniform("stone-scoring", articles) }
    }

    /// The Japanese rules: territory and captured stones, no points in a seki, simple ko. For life and death,
    /// which the official rules leave to discussion, they follow the usage of programs.
    pub const fn japanese() -> Self {
        let articles = Articles {
            repetition: Repetition::SimpleKo,
            counting: Counting::Territory,
            tax: Tax::Seki,
            komi: 6.5,
            handicap_komi: 6.5,
            ..ORDINARY
        };
        Self { record_name: "Japanese", ..Self::uniform("japanese", articles) }
    }

    /// The Korean rules. Their fields equal those of the Japanese rules.
    pub const fn korean() -> Self {
        Self { name: "korean", record_name: "Korean", ..Self::japanese() }
    }

    /// The rules of Ing Chang-ki: area with shared points halved (so that filling with all stones gives the same
    /// result), Ing's ko rule, four passes in a row to end play, and a komi of 8 with which Black wins ties.
    pub const fn ing() -> Self {
        let articles = Articles {
            suicide: Suicide::OfTwoOrMore,
            repetition: Repetition::Ing,
            end_of_play: EndOfPlay::AbstentionsInARow(4),
            sharing: Sharing::Halves,
            black_wins_ties: true,
            handicap: HandicapPlacement::Free,
            komi: 8.0,
            handicap_komi: 8.0,
            ..ORDINARY
        };
        Self { record_name: "GOE", ..Self::uniform("ing", articles) }
    }

    /// The Ing rules of 1986: shared points are divided in the ratio of the adjacent stones, and the rule for three or
    /// more connected kos is simpler.
    pub const fn ing1986() -> Self {
        let articles = Articles { repetition: Repetition::Ing1986, sharing: Sharing::Ratio, ..Self::ing().main_board };
        Self { record_name: "Ing 1986", ..Self::uniform("ing1986", articles) }
    }

    /// All named rule sets with all combinations of their options, the default combination first.
    pub fn all_with_options() -> Vec<Self> {
        let mut all = Vec::new();
        for ruleset in Self::ALL {
            let mut variants = vec![ruleset];
            for option in RuleOption::ALL.into_iter().filter(|&option| ruleset.option(option).is_some()) {
                variants =
                    variants.iter().flat_map(|one| [true, false].map(|usual| one.with_option(option, usual))).collect();
            }
            all.extend(variants);
        }
        all
    }
}

/// The name in lower case without spaces, hyphens and underscores, so that `New Zealand` equals `new_zealand`.
fn normalized(name: &str) -> String {
    name.chars().filter(|sign| !matches!(sign, ' ' | '-' | '_')).map(|sign| sign.to_ascii_lowercase()).collect()
}

/// Rules of ordinary Go as one choice for each field of `KataGo`'s rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Combination {
    /// `ko`: [`Repetition::SimpleKo`], [`Repetition::PositionalSuperko`] or [`Repetition::SituationalSuperko`].
    pub ko: Repetition,
    /// `scoring`: [`Counting::Area`] or [`Counting::Territory`].
    pub scoring: Counting,
    /// `tax`.
    pub tax: Tax,
    /// `suicide`: true if suicide of two or more stones is legal.
    pub suicide: bool,
    /// `whiteHandicapBonus`.
    pub handicap_bonus: HandicapBonus,
    /// `friendlyPassOk`: true if stones that both players agree are dead are lifted before the count.
    pub friendly_pass_ok: bool,
}

impl Combination {
    /// The word for a choice, from a table such as [`Combination::KO`].
    pub fn word<T: Copy + PartialEq>(words: &[(&'static str, T)], choice: T) -> &'static str {
        words.iter().find(|(_, known)| *known == choice).map_or("NONE", |&(word, _)| word)
    }

    /// The ko rules and their names in `KataGo`.
    pub const KO: [(&'static str, Repetition); 3] = [
        ("SIMPLE", Repetition::SimpleKo),
        ("POSITIONAL", Repetition::PositionalSuperko),
        ("SITUATIONAL", Repetition::SituationalSuperko),
    ];

    /// The counting methods and their names in `KataGo`.
    pub const SCORING: [(&'static str, Counting); 2] = [("AREA", Counting::Area), ("TERRITORY", Counting::Territory)];

    /// The taxes and their names in `KataGo`.
    pub const TAX: [(&'static str, Tax); 3] = [("NONE", Tax::None), ("SEKI", Tax::Seki), ("ALL", Tax::All)];

    /// The handicap bonuses and their names in `KataGo`.
    pub const HANDICAP_BONUS: [(&'static str, HandicapBonus); 3] =
        [("0", HandicapBonus::None), ("N", HandicapBonus::Stones), ("N-1", HandicapBonus::StonesLessOne)];

    /// The combination with the fields of these articles; `None` if `KataGo`'s rules cannot express them.
    pub fn of(articles: &Articles) -> Option<Self> {
        let combination = Self {
            ko: articles.repetition,
            scoring: articles.counting,
            tax: articles.tax,
            suicide: articles.suicide == Suicide::OfTwoOrMore,
            handicap_bonus: articles.handicap_bonus,
            friendly_pass_ok: articles.removal,
        };
        // Fields that KataGo's rules do not have.
        let Articles { handicap, pass_stones, komi, handicap_komi, .. } = *articles;
        let is_known = Self::KO.iter().any(|&(_, ko)| ko == articles.repetition);
        let same = Articles { handicap, pass_stones, komi, handicap_komi, ..combination.articles() };
        (is_known && same == *articles).then_some(combination)
    }

    /// All combinations.
    pub fn all() -> Vec<Self> {
        let mut all = Vec::new();
        for (_, ko) in Self::KO {
            for (_, scoring) in Self::SCORING {
                for (_, tax) in Self::TAX {
                    for (_, handicap_bonus) in Self::HANDICAP_BONUS {
                        for (suicide, friendly_pass_ok) in [(false, false), (false, true), (true, false), (true, true)]
                        {
                            all.push(Self { ko, scoring, tax, suicide, handicap_bonus, friendly_pass_ok });
                        }
                    }
                }
            }
        }
        all
    }

    /// The articles. The komi is 6.5 with territory and 7.5 with area.
    const fn articles(self) -> Articles {
        let komi = if matches!(self.scoring, Counting::Territory) { 6.5 } else { 7.5 };
        Articles {
            repetition: self.ko,
            counting: self.scoring,
            tax: self.tax,
            suicide: if self.suicide { Suicide::OfTwoOrMore } else { Suicide::Forbidden },
            handicap_bonus: self.handicap_bonus,
            removal: self.friendly_pass_ok,
            komi,
            handicap_komi: komi,
            ..ORDINARY
        }
    }

    /// The rule set: the first named one that equals this combination, or one named as in `KataGo`, such as
    /// `koSIMPLEscoreAREAtaxNONEsui0whbN`.
    pub fn ruleset(self) -> Ruleset {
        static UNNAMED: LazyLock<Vec<(Combination, Ruleset)>> = LazyLock::new(|| {
            // A name has to live as long as the program. Each is leaked only once.
            let unnamed = |one: Combination| (one, Ruleset::uniform(one.name().leak(), one.articles()));
            Combination::all().into_iter().map(unnamed).collect()
        });
        let named = Ruleset::ALL.into_iter().find(|ruleset| Self::of(&ruleset.main_board) == Some(self));
        let unnamed = || UNNAMED.iter().find(|(combination, _)| *combination == self).map(|&(_, ruleset)| ruleset);
        named.or_else(unnamed).unwrap_or(Ruleset::tromp_taylor())
    }

    /// `KataGo`'s name for the combination.
    fn name(self) -> String {
        let yes = u8::from;
        let bonus = match Self::word(&Self::HANDICAP_BONUS, self.handicap_bonus) {
            "0" => String::new(),
            bonus => format!("whb{bonus}"),
        };
        let friendly = if self.friendly_pass_ok { "fpok1" } else { "" };
        format!(
            "ko{}score{}tax{}sui{}{bonus}{friendly}",
            Self::word(&Self::KO, self.ko),
            Self::word(&Self::SCORING, self.scoring),
            Self::word(&Self::TAX, self.tax),
            yes(self.suicide)
        )
    }

    /// The combination with this name, which must be normalized.
    fn named(name: &str) -> Option<Self> {
        let (ko, rest) = strip_choice(&Self::KO, name.strip_prefix("ko")?)?;
        let (scoring, rest) = strip_choice(&Self::SCORING, rest.strip_prefix("score")?)?;
        let (tax, rest) = strip_choice(&Self::TAX, rest.strip_prefix("tax")?)?;
        let (suicide, rest) = strip_choice(&[("0", false), ("1", true)], rest.strip_prefix("sui")?)?;
        let (handicap_bonus, rest) = match rest.strip_prefix("whb") {
            Some(rest) => strip_choice(&Self::HANDICAP_BONUS, rest)?,
            None => (HandicapBonus::None, rest),
        };
        let friendly_pass_ok = match rest {
            "" => false,
            "fpok1" => true,
            _ => return None,
        };
        Some(Self { ko, scoring, tax, suicide, handicap_bonus, friendly_pass_ok })
    }
}

/// The choice whose normalized word is a prefix of `text`, and the rest of the text. Of two such words the longer one
/// wins.
fn strip_choice<'a, T: Copy>(words: &[(&'static str, T)], text: &'a str) -> Option<(T, &'a str)> {
    let begun = words.iter().filter_map(|&(word, choice)| Some((choice, text.strip_prefix(&normalized(word))?)));
    begun.min_by_key(|(_, rest)| rest.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_combination_has_a_name_of_its_own_by_which_it_is_found() {
        let all = Combination::all();
        assert_eq!(all.len(), 216);
        // Neighbouring combinations differ in one field. Steps of a number coprime to all counts of choices change
        // every field.
        for combination in all.into_iter().step_by(if cfg!(miri) { 43 } else { 1 }) {
            let ruleset = combination.ruleset();
            assert_eq!(Combination::of(&ruleset.main_board), Some(combination), "{}", ruleset.name);
            assert_eq!(Ruleset::named(&combination.name()), Some(ruleset));
            assert_eq!(Ruleset::named(ruleset.name), Some(ruleset));
            assert_eq!(Ruleset::named(ruleset.record_name), Some(ruleset));
        }
    }

    #[test]
    fn every_name_is_found() {
        for ruleset in Ruleset::ALL {
            assert_eq!(Ruleset::named(ruleset.name), Some(ruleset));
            assert_eq!(Ruleset::named(ruleset.record_name), Some(ruleset));
        }
        for (alias, name) in ALIASES {
            assert_eq!(Ruleset::named(alias).map(|ruleset| ruleset.name), Some(name), "{alias}");
        }
        assert_eq!(Combination::of(&Ruleset::one_pure().main_board), None);
        for wrong in [
            "",
            "chess",
            "koNONEscoreAREAtaxNONEsui0",
            "koSIMPLE",
            "koSIMPLEscoreAREAtaxNONEsui2",
            "koSIMPLEscoreAREAtaxNONEsui0whbN-2",
            "koSIMPLEscoreAREAtaxNONEsui0fpok1fpok1",
        ] {
            assert_eq!(Ruleset::named(wrong), None, "{wrong}");
        }
    }
}
