//! Repairs and guesses in a record that does not follow SGF.

use super::{NodeContent, Origin, Problem, Property, Record};
use crate::board::Color;
use crate::rules::{Move, Ruleset};
use std::ops::RangeInclusive;

/// A part of a record that was not read as written, or that is doubtful.
#[derive(Clone, PartialEq, Debug)]
pub enum RecordNotice {
    /// The komi.
    Komi {
        /// The property or field as written.
        written: String,
        /// The komi that it was read as.
        komi: f64,
        /// The way in which it was read.
        reading: KomiReading,
    },
    /// Black's first moves, read as a handicap with this number of stones.
    HandicapMoves(u32),
    /// A handicap of this number of stones, for which the record has no points. They are put on the star points.
    HandicapPoints(u32),
    /// Text that is not as SGF or the server's format wants it.
    Repair {
        /// The line of the text, from 1.
        line: usize,
        /// What was repaired.
        repair: Repair,
    },
}

/// A repair of the text of a record.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum Repair {
    /// The text ends before the last `)`.
    Unclosed,
    /// A game or a variation begins without `;`, as in records of the Nihon Ki-in.
    NoSemicolon,
    /// White space that SGF does not have, such as a no-break space, between properties.
    OtherSpace,
    /// A node with several moves, read as a node for each.
    SeveralMoves,
    /// A property in an unusual form.
    Value {
        /// The property as written, shortened if it is long.
        written: String,
        /// The property that it was read as; `None` if it was left out.
        read_as: Option<String>,
    },
    /// Lines about the game that begin with `GI`, in a file of `WBaduk` or `CyberOro`.
    HeaderPrefix,
    /// The text cannot be read from here on. Everything before was read.
    Broken(Problem),
}

/// The way in which a komi was read that is not a plain number of points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KomiReading {
    /// Hundredths of a point, written by Fox under Japanese rules: 650.
    Hundredths,
    /// Hundredths of a stone, each worth two points, written by Fox under Chinese rules: 375.
    HundredthsOfStones,
    /// Stones, each worth two points, in Chinese records: 3.75.
    Stones,
    /// Tenths of a point, written by Tygem: 65.
    Tenths,
    /// Points without the half point, in files of `WBaduk` and `CyberOro`: 6.
    WithoutHalf,
    /// The property KO, in older records of Korea and China.
    OtherProperty,
    /// Omitted by Fox in an even game under Japanese or Korean rules: 0.
    LeftOut,
    /// The komi of an even game, written by Fox into a game with handicap.
    OfEvenGame,
    /// Perhaps omitted by Fox: 0 in an even game. It is used as written.
    MaybeLeftOut,
    /// Larger than any komi on this board. It is used as written.
    BeyondReason,
}

/// Komi in hundredths of a stone and of a point. As points these values are always mistakes.
const HUNDREDTHS_OF_STONES: [f64; 4] = [275.0, 325.0, 350.0, 375.0];
const HUNDREDTHS: [f64; 4] = [550.0, 650.0, 700.0, 750.0];

/// The range of komi that Fox writes in hundredths. Results of the conversion lie below it, so that a saved repair is
/// not repaired again.
const FOX_HUNDREDTHS: RangeInclusive<f64> = 25.0..=1000.0;

/// A komi above this multiple of the board's lines is reported as doubtful.
const REASONABLE: f64 = 2.0;

impl Record {
    /// The repairs and guesses made when the record was read, such as a komi in the units of a server.
    ///
    /// ```
    /// use onepure_rules::record::{KomiReading, Record, RecordNotice};
    ///
    /// let record: Record = "(;KM[375]HA[0]RU[Chinese]AP[foxwq];B[pd])".parse()?;
    /// assert_eq!(record.info.komi, Some(7.5));
    /// let reading = KomiReading::HundredthsOfStones;
    /// assert_eq!(record.notices(), [RecordNotice::Komi { written: "KM[375]".to_owned(), komi: 7.5, reading }]);
    /// # Ok::<(), onepure_rules::record::RecordError>(())
    /// ```
    pub fn notices(&self) -> &[RecordNotice] {
        &self.notices
    }

    /// Repairs known deviations of servers from SGF. Repairing a record twice has no further effect.
    pub(super) fn repair(&mut self) {
        if self.info.komi.is_none()
            && let Some(komi) = self.komi_in_other_property()
        {
            self.set_komi("KO", written_as("KO", komi), komi, Some(KomiReading::OtherProperty));
        }
        let is_fox = self.origin().is_some_and(Origin::is_fox);
        if is_fox && self.info.handicap.is_none() {
            self.repair_handicap();
        }
        let Some(written) = self.info.komi else { return };
        let Some((komi, reading)) = self.reading(written, is_fox) else { return };
        self.set_komi(self.komi_field, written_as(self.komi_field, written), komi, Some(reading));
    }

    /// Sets the komi from this field, and adds a notice unless it was read as written.
    pub(super) fn set_komi(&mut self, field: &'static str, written: String, komi: f64, reading: Option<KomiReading>) {
        (self.info.komi, self.komi_field) = (Some(komi), field);
        self.notices.extend(reading.map(|reading| RecordNotice::Komi { written, komi, reading }));
    }

    /// The greatest komi that is not reported as doubtful.
    fn most_reasonable(&self) -> f64 {
        REASONABLE * self.size.lines() as f64
    }

    /// The reading of a komi in an SGF record; `None` if it is a plain number of points.
    fn reading(&self, written: f64, is_fox: bool) -> Option<(f64, KomiReading)> {
        let size = written.abs();
        let named = self.info.known_ruleset();
        let (komi, reading) = if is_quarter(written) {
            (2.0 * written, KomiReading::Stones)
        } else if HUNDREDTHS_OF_STONES.contains(&size) {
            (written / 50.0, KomiReading::HundredthsOfStones)
        } else if HUNDREDTHS.contains(&size) {
            (written / 100.0, KomiReading::Hundredths)
        } else if is_fox && FOX_HUNDREDTHS.contains(&size) && size % 25.0 == 0.0 {
            let counts_stones = is_quarter(written / 100.0)
                || size < 500.0 && named.is_none_or(|ruleset| ruleset == Ruleset::chinese());
            if counts_stones {
                (written / 50.0, KomiReading::HundredthsOfStones)
            } else {
                (written / 100.0, KomiReading::Hundredths)
            }
        } else if is_fox && written == 0.0 && self.info.handicap.is_none() {
            let is_territory = [Ruleset::japanese(), Ruleset::korean()].into_iter().any(|one| Some(one) == named);
            return Some(if is_territory { (6.5, KomiReading::LeftOut) } else { (0.0, KomiReading::MaybeLeftOut) });
        } else if size > self.most_reasonable() {
            return Some((written, KomiReading::BeyondReason));
        } else {
            return None;
        };
        // With handicap stones there is no komi except the half point that breaks ties.
        if is_fox && self.info.handicap.is_some_and(|stones| stones > 1) && komi > 1.0 {
            return Some((0.0, KomiReading::OfEvenGame));
        }
        Some((komi, reading))
    }

    /// The number in KO. SGF defines KO as a mark of a move, without a value.
    fn komi_in_other_property(&self) -> Option<f64> {
        let property = self.root().other.iter().find(|property| property.identifier == "KO")?;
        let [value] = property.values.as_slice() else { return None };
        value.trim().parse().ok().filter(|komi: &f64| komi.is_finite())
    }

    /// Reads two or more first moves of Black as a handicap, if the record has no set-up.
    fn repair_handicap(&mut self) {
        let mut stones = 0;
        for node in self.main_line().nodes() {
            match node.content {
                NodeContent::Note => {}
                NodeContent::Move(Color::Black, Move::Place(_)) => stones += 1,
                NodeContent::Move(Color::White, _) => break,
                NodeContent::Move(Color::Black, Move::Abstain) | NodeContent::SetUp(_) => return,
            }
        }
        if stones > 1 && self.main_line().moves().any(|(color, _)| color == Color::White) {
            self.info.handicap = Some(stones);
            self.notices.push(RecordNotice::HandicapMoves(stones));
        }
    }
}

/// A number as the value of a property, shortened if it is long.
fn written_as(identifier: &str, number: f64) -> String {
    Property::new(identifier, [number.to_string()]).excerpt()
}

/// Returns whether the fraction of a number is ¼ or ¾, that is half a point counted in stones.
fn is_quarter(number: f64) -> bool {
    (4.0 * number).fract() == 0.0 && (2.0 * number).fract() != 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn komi(root: &str) -> (Option<f64>, Option<KomiReading>) {
        let record: Record = format!("(;{root};B[cc];W[gg])").parse().expect("a record");
        let again: Record = record.to_string().parse().expect("what was written");
        assert_eq!(again.info.komi, record.info.komi, "{root}, written and read again");
        let reading = record.notices().iter().find_map(|notice| match notice {
            RecordNotice::Komi { reading, .. } => Some(*reading),
            _ => None,
        });
        (record.info.komi, reading)
    }

    #[test]
    fn komi_in_the_units_of_servers() {
        for (root, points, reading) in [
            ("KM[375]HA[0]RU[Chinese]AP[GNU Go:3.8]RN[3]AP[foxwq]", 7.5, KomiReading::HundredthsOfStones),
            ("KM[650]HA[0]RU[Japanese]AP[GNU Go:3.8]AP[foxwq]", 6.5, KomiReading::Hundredths),
            ("KM[550]AP[foxwq]", 5.5, KomiReading::Hundredths),
            ("KM[50]HA[2]RU[Japanese]AP[foxwq]AB[pd][dp]", 0.5, KomiReading::Hundredths),
            ("KM[25]HA[2]RU[Chinese]AP[foxwq]AB[pd][dp]", 0.5, KomiReading::HundredthsOfStones),
            ("KM[375]HA[3]RU[Chinese]AP[foxwq]AB[pd][dp][dd]", 0.0, KomiReading::OfEvenGame),
            ("KM[0]HA[0]RU[Japanese]AP[foxwq]", 6.5, KomiReading::LeftOut),
            ("KM[0]HA[0]RU[Chinese]AP[foxwq]", 0.0, KomiReading::MaybeLeftOut),
            // Saved by a program that does not know Fox.
            ("KM[375]AP[Sabaki]", 7.5, KomiReading::HundredthsOfStones),
            ("KM[3.75]RU[Chinese]US[GoGoD95]", 7.5, KomiReading::Stones),
            ("KM[2.75]", 5.5, KomiReading::Stones),
            ("KO[6.5]TE[왕위전]", 6.5, KomiReading::OtherProperty),
            ("KM[1000]", 1000.0, KomiReading::BeyondReason),
            ("KM[65]", 65.0, KomiReading::BeyondReason),
            ("SZ[9]KM[-20]", -20.0, KomiReading::BeyondReason),
        ] {
            assert_eq!(komi(root), (Some(points), Some(reading)), "{root}");
        }
        for plain in ["KM[6.5]", "KM[0]", "KM[0]HA[2]AP[foxwq]AB[pd][dp]", "KM[7.5]AP[foxwq]", "KM[-30]", "KM[38]"] {
            assert_eq!(komi(plain).1, None, "{plain}");
        }
        assert_eq!(komi("KO[]"), (None, None));
    }

    #[test]
    fn first_moves_of_fox_are_a_handicap() {
        let text = "(;KM[375]HA[0]RU[Chinese]AP[foxwq];B[pd];B[pq];B[dd];B[dp];W[qo];B[qp])";
        let record: Record = text.parse().expect("a record");
        assert_eq!((record.info.handicap, record.info.komi), (Some(4), Some(0.0)));
        assert_eq!(record.notices()[0], RecordNotice::HandicapMoves(4));
        assert_eq!(record.notices().len(), 2);
        let others = "(;KM[7.5]RU[Chinese];B[pd];B[pq];W[qo])".parse::<Record>().expect("a record");
        assert_eq!((others.info.handicap, others.notices()), (None, &[][..]));
    }
}
