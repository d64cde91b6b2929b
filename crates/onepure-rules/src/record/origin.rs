//! The servers and programs whose records are recognised. None of them plays the One Pure Rules.

use super::Record;
use crate::rules::Ruleset;

/// A server or program that writes records of ordinary Go.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Origin {
    /// The name of the server or program.
    pub name: &'static str,
    /// The default rules of its games.
    pub ruleset: Ruleset,
    /// Texts in its records that identify it, in lower case.
    marks: &'static [&'static str],
}

/// All known origins. Editors such as Sabaki and `GoGui` are excluded, because people use them for games by any rules.
const ORIGINS: [Origin; 16] = [
    Origin::new("Fox", Ruleset::chinese(), &["foxwq", "野狐"]),
    Origin::new("Tygem", Ruleset::korean(), &["tygem", "타이젬", "弈城", "eweiqi"]),
    Origin::new("WBaduk", Ruleset::korean(), &["wbaduk"]),
    Origin::new("CyberOro", Ruleset::korean(), &["cyberoro", "사이버오로", "orozone"]),
    Origin::new("KGS", Ruleset::japanese(), &["kgs", "gokgs", "cgoban"]),
    Origin::new("OGS", Ruleset::japanese(), &["ogs", "online-go.com"]),
    Origin::new("IGS", Ruleset::japanese(), &["igs", "pandanet"]),
    Origin::new("CGOS", Ruleset::chinese(), &["cgos"]),
    Origin::new("GoGoD", Ruleset::japanese(), &["gogod"]),
    Origin::new("Go4Go", Ruleset::japanese(), &["go4go"]),
    Origin::new("GNU Go", Ruleset::japanese(), &["gnu go"]),
    Origin::new("KaTrain", Ruleset::japanese(), &["katrain"]),
    Origin::new("KataGo", Ruleset::chinese(), &["katago"]),
    Origin::new("Leela Zero", Ruleset::chinese(), &["leela"]),
    Origin::new("Pachi", Ruleset::chinese(), &["pachi"]),
    Origin::new("Crazy Stone", Ruleset::japanese(), &["crazy stone", "crazystone"]),
];

/// The longest mark that must be a whole word: `ogs` is part of many words.
const MAX_WORD_LENGTH: usize = 5;

impl Origin {
    const fn new(name: &'static str, ruleset: Ruleset, marks: &'static [&'static str]) -> Self {
        Self { name, ruleset, marks }
    }

    /// Returns whether this is the server Fox, which writes komi in its own units.
    pub(super) fn is_fox(&self) -> bool {
        self.name == ORIGINS[0].name
    }

    /// Returns whether its games are played in Korea, where a komi of 6.5 means Korean rules.
    pub(super) fn is_korean(&self) -> bool {
        self.ruleset == Ruleset::korean()
    }

    fn is_marked_in(&self, text: &str) -> bool {
        self.marks.iter().any(|&mark| {
            if mark.is_ascii() && mark.len() <= MAX_WORD_LENGTH {
                text.split(|sign: char| !sign.is_ascii_alphanumeric()).any(|word| word == mark)
            } else {
                text.contains(mark)
            }
        })
    }
}

impl Record {
    /// The server or program of ordinary Go that the record names as application (AP), place (PC), source (SO) or user
    /// (US).
    ///
    /// ```
    /// use onepure_rules::record::Record;
    ///
    /// let record: Record = "(;SZ[9]AP[GNU Go:3.8]AP[foxwq];B[ee])".parse()?;
    /// assert_eq!(record.origin().map(|origin| origin.name), Some("Fox"));
    /// # Ok::<(), onepure_rules::record::RecordError>(())
    /// ```
    pub fn origin(&self) -> Option<&'static Origin> {
        static KNOWN: [Origin; ORIGINS.len()] = ORIGINS;
        let named = |property: &&super::Property| matches!(property.identifier.as_str(), "AP" | "PC" | "SO" | "US");
        let application = self.info.application.iter().map(|application| &application.name);
        let others = self.root().other.iter().filter(named).flat_map(|property| &property.values);
        let texts: Vec<String> = application.chain(others).map(|text| text.to_lowercase()).collect();
        KNOWN.iter().find(|origin| texts.iter().any(|text| origin.is_marked_in(text)))
    }
}
