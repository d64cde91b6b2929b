//! The rules and the komi for reading a record, and their sources.

use super::notice::KomiReading;
use super::{Origin, Record, RecordNotice};
use crate::rules::Ruleset;

/// The rules and the komi for reading a record, and their sources.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Basis {
    /// The rules.
    pub ruleset: Ruleset,
    /// The source of the rules.
    pub rules_from: RulesFrom,
    /// The komi.
    pub komi: f64,
    /// The source of the komi.
    pub komi_from: KomiFrom,
}

/// The source of a record's rules.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum RulesFrom {
    /// The user's choice.
    Option,
    /// This property of the record; or the script that sets them.
    Record(&'static str),
    /// The record's komi, which is usual under these rules. The record names no known rules.
    Komi(f64),
    /// The record's handicap of this number of stones, which the One Pure Rules do not have. The record names no known
    /// rules.
    Handicap(u32),
    /// The server or program that wrote the record, and these are its default rules. The record names no known rules.
    Origin(&'static Origin),
    /// The default, because nothing in the record indicates its rules.
    Default,
}

/// The source of a record's komi.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KomiFrom {
    /// The user's choice.
    Option,
    /// This property or field of the record.
    Record(&'static str),
    /// The default of the rules, because the record has none.
    Default,
}

/// The komi of Chinese rules: 3¾ stones. Other rules do not use it, so that it identifies them.
const CHINESE_KOMI: [f64; 1] = [7.5];

/// The komi of Japanese and Korean rules, now and before 2003.
const TERRITORY_KOMI: [f64; 2] = [6.5, 5.5];

/// Komi of the One Pure Rules: that of the main board and that of lesser boards.
const ONE_PURE_KOMI: [f64; 2] = [7.0, 0.0];

/// The komi of the Ing rules.
const ING_KOMI: f64 = 8.0;

impl RulesFrom {
    /// The name in JSON.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Option => "option",
            Self::Record(_) => "record",
            Self::Komi(_) | Self::Handicap(_) | Self::Origin(_) => "assumed",
            Self::Default => "default",
        }
    }

    /// Returns whether the rules are a guess.
    pub const fn is_assumed(self) -> bool {
        matches!(self, Self::Komi(_) | Self::Handicap(_) | Self::Origin(_))
    }
}

impl KomiFrom {
    /// The name in JSON.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Option => "option",
            Self::Record(_) => "record",
            Self::Default => "default",
        }
    }
}

impl Record {
    /// The rules and the komi for reading the record. The rules are `asked`, or else those that the record names, or
    /// else those that its komi or its origin suggests, or else the One Pure Rules.
    ///
    /// - A komi of 7.5, or one written in stones such as 3.75, suggests Chinese rules.
    /// - A komi of 6.5 or 5.5 suggests Japanese or Korean rules, which differ here in their names alone.
    /// - A server or program of ordinary Go has its own default rules.
    /// - A komi of 8 suggests the Ing rules. Any other komi that is not that of the One Pure Rules, and a handicap, which
    ///   they do not have, suggest Japanese rules.
    ///
    /// ```
    /// use onepure_rules::record::{Record, RulesFrom};
    /// use onepure_rules::rules::Ruleset;
    ///
    /// let record: Record = "(;KM[6.5];B[pd])".parse()?;
    /// assert_eq!(record.basis(None).ruleset, Ruleset::japanese());
    /// assert_eq!(record.basis(None).rules_from, RulesFrom::Komi(6.5));
    /// assert_eq!(record.basis(Some(Ruleset::one_pure())).rules_from, RulesFrom::Option);
    /// # Ok::<(), onepure_rules::record::RecordError>(())
    /// ```
    pub fn basis(&self, asked: Option<Ruleset>) -> Basis {
        let (ruleset, rules_from) = match (asked, self.info.known_ruleset()) {
            (Some(asked), _) => (asked, RulesFrom::Option),
            (None, Some(named)) => (named, RulesFrom::Record("RU")),
            (None, None) => self.assumed_rules().unwrap_or((Ruleset::one_pure(), RulesFrom::Default)),
        };
        let handicap = self.info.handicap.and_then(|stones| u16::try_from(stones).ok()).unwrap_or(0);
        let usual = ruleset.articles(self.size).usual_komi(handicap);
        let komi_from = if self.info.komi.is_some() { KomiFrom::Record(self.komi_field) } else { KomiFrom::Default };
        Basis { ruleset, rules_from, komi: self.info.komi.unwrap_or(usual), komi_from }
    }

    /// The rules that the komi or the origin of the record suggests.
    fn assumed_rules(&self) -> Option<(Ruleset, RulesFrom)> {
        let origin = self.origin();
        let in_stones = |notice: &RecordNotice| {
            let stones = [KomiReading::Stones, KomiReading::HundredthsOfStones];
            matches!(notice, RecordNotice::Komi { reading, .. } if stones.contains(reading))
        };
        let komi = self.info.komi.unwrap_or_default();
        if CHINESE_KOMI.contains(&komi) || self.notices.iter().any(in_stones) {
            return Some((Ruleset::chinese(), RulesFrom::Komi(komi)));
        }
        if TERRITORY_KOMI.contains(&komi) {
            let is_korean = origin.is_some_and(Origin::is_korean);
            let ruleset = if is_korean { Ruleset::korean() } else { Ruleset::japanese() };
            return Some((ruleset, RulesFrom::Komi(komi)));
        }
        if let Some(origin) = origin {
            return Some((origin.ruleset, RulesFrom::Origin(origin)));
        }
        if let Some(stones) = self.info.handicap.filter(|&stones| stones > 1) {
            return Some((Ruleset::japanese(), RulesFrom::Handicap(stones)));
        }
        let is_other = !ONE_PURE_KOMI.contains(&komi);
        is_other.then(|| {
            let ruleset = if komi == ING_KOMI { Ruleset::ing() } else { Ruleset::japanese() };
            (ruleset, RulesFrom::Komi(komi))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_that_a_record_gives_away() {
        for (root, rules, from) in [
            ("KM[7.5]", "chinese", "assumed"),
            ("KM[3.75]", "chinese", "assumed"),
            ("KM[2.75]", "chinese", "assumed"),
            ("KM[375]AP[foxwq]", "chinese", "assumed"),
            ("KM[650]AP[foxwq]", "japanese", "assumed"),
            ("KM[6.5]", "japanese", "assumed"),
            ("KM[6.5]PC[Tygem]", "korean", "assumed"),
            ("KM[0]HA[2]AP[foxwq]", "chinese", "assumed"),
            ("PC[OGS: https://online-go.com/game/1]", "japanese", "assumed"),
            ("PC[The KGS Go Server at http://www.gokgs.com/]", "japanese", "assumed"),
            ("US[www.cyberoro.com]", "korean", "assumed"),
            ("AP[GNU Go:3.8]", "japanese", "assumed"),
            ("KM[6.5]RU[one-pure]", "one-pure", "record"),
            ("KM[6.5]RU[Chinese, Pair Go]", "chinese", "record"),
            ("RU[일본룰]", "japanese", "record"),
            ("RU[中国规则]", "chinese", "record"),
            ("RU[Simplified Ing]", "one-pure", "default"),
            ("KM[0.5]HA[4]AB[dd][pp][dp][pd]", "japanese", "assumed"),
            ("HA[2]AB[dd][pp]", "japanese", "assumed"),
            ("KM[7]HA[2]AB[dd][pp]AP[Sabaki:0.52.2]", "japanese", "assumed"),
            ("RU[one-pure]HA[2]AB[dd][pp]", "one-pure", "record"),
            ("KM[4.5]", "japanese", "assumed"),
            ("KM[8]", "ing", "assumed"),
            ("HA[1]KM[0]", "one-pure", "default"),
            ("KM[7]", "one-pure", "default"),
            ("KM[0]", "one-pure", "default"),
            ("AP[Sabaki:0.52.2]KM[7]", "one-pure", "default"),
            ("PC[Cogs and Figs]", "one-pure", "default"),
            ("", "one-pure", "default"),
        ] {
            let record: Record = format!("(;{root};B[pd])").parse().expect("a record");
            let basis = record.basis(None);
            assert_eq!((basis.ruleset.name, basis.rules_from.key()), (rules, from), "{root}");
        }
    }

    #[test]
    fn komi_is_that_of_the_record_or_of_the_rules() {
        let basis = |text: &str| {
            let record: Record = text.parse().expect("a record");
            let basis = record.basis(None);
            (basis.komi, basis.komi_from.key())
        };
        assert_eq!(basis("(;RU[AGA]KM[6])"), (6.0, "record"));
        assert_eq!(basis("(;RU[AGA])"), (7.5, "default"));
        assert_eq!(basis("(;RU[AGA]HA[3]AB[pd][dp][dd])"), (0.5, "default"));
        assert_eq!(basis("(;SZ[9])"), (0.0, "default"));
    }
}
