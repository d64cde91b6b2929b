//! Files of the server Tygem (`.gib`): a header of fields between `\HS` and `\HE`, then one line for each move.
//!
//! The format is undocumented; this is common to its files. A field is `\[NAME=value\]`. Names are in
//! `GAMEBLACKNAME=name (9D)` and the like. `GAMEINFOMAIN=…,GRLT:3,ZIPSU:0,GONGJE:65,…` and its short form
//! `GAMETAG=…,G65,W3,Z0,…` have the kind of the result, its points and the komi, both in tenths. `INI 0 1 4` begins the
//! moves with a handicap. `STO 0 2 1 15 3` is a stone: its number, 1 for Black or 2 for White, the column and the row,
//! from 0 at the top left. `SKI 0 3` is an abstention.

use super::node::{Node, NodeContent, Property, SetUp};
use super::notice::{KomiReading, RecordNotice};
use super::{GameInfo, Problem, Record, RecordError};
use crate::board::Color;
use crate::geometry::{BoardSize, Point, PointSet, SizeError};
use crate::rules::{Move, fixed_handicap};

/// Returns whether a text begins with the header of such a file.
pub(super) fn has_header(text: &str) -> bool {
    let first = text.trim_start_matches('\u{FEFF}').trim_start();
    first.starts_with("\\HS") || first.starts_with("\\[GAME") || first.starts_with("\\[GIBOKIND")
}

/// Reads a file of this format.
pub(super) fn read(text: &str, size: impl Fn(usize) -> Result<BoardSize, SizeError>) -> Result<Record, RecordError> {
    let header = Header::of(text);
    let lines = header.number("LINE:").unwrap_or(19.0) as usize;
    let size = size(lines).map_err(|error| RecordError::new(error.into()))?;
    let mut record = Record::new(header.info(), size);
    record.add(None, Node::default());
    let place = header.field("GAMEPLACE").filter(|place| place.to_lowercase().contains("tygem"));
    let place = place.map_or_else(|| "Tygem".to_owned(), str::to_owned);
    record.root_mut().other.push(Property::new("PC", [escaped(&place)]));
    if let Some((written, komi)) = header.komi() {
        record.set_komi("GONGJE", written, komi, Some(KomiReading::Tenths).filter(|_| komi != 0.0));
    }
    let mut to_play = Color::Black;
    let mut last = Record::ROOT;
    let mut moves = 0;
    for (number, line) in (1..).zip(text.lines()) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let action = match words.first() {
            Some(&"INI") if moves == 0 => {
                let stones = set_handicap(&mut record, &words)
                    .ok_or_else(|| RecordError::new(unexpected(line, "a handicap of 0 to 9")).on_line(Some(number)))?;
                to_play = if stones > 1 { Color::White } else { Color::Black };
                continue;
            }
            Some(&"STO") => {
                let expected = "STO 0, its number, 1 or 2, the column and the row";
                let outside = || Problem::Outside { property: shortened(line), lines: size.lines() };
                match stone(&words) {
                    None => Err(unexpected(line, expected)),
                    Some((color, column, row)) => {
                        to_play = color;
                        point_from_top_left(size, column, row).map(Move::Place).ok_or_else(outside)
                    }
                }
            }
            Some(&"SKI") => Ok(Move::Abstain),
            _ => continue,
        };
        moves += 1;
        let node = match action {
            Ok(action) => Node::new(NodeContent::Move(to_play, action)),
            Err(problem) => Node::unreadable(line, problem),
        };
        last = record.add(Some(last), Node { line: Some(number), ..node });
        to_play = !to_play;
    }
    if moves == 0 && record.info.handicap.is_none() {
        return Err(RecordError::new(Problem::NoMoves("STO 0 2 1 15 3")));
    }
    record.repair();
    Ok(record)
}

/// The header fields of a file.
struct Header<'a> {
    fields: Vec<(&'a str, &'a str)>,
}

impl<'a> Header<'a> {
    fn of(text: &'a str) -> Self {
        let fields = text.split("\\[").skip(1).filter_map(|field| field.split("\\]").next()?.split_once('='));
        Self { fields: fields.collect() }
    }

    /// The value of a field, if it is not empty.
    fn field(&self, name: &str) -> Option<&'a str> {
        let value = self.fields.iter().find(|(field, _)| *field == name)?.1.trim();
        Some(value).filter(|value| !value.is_empty())
    }

    /// The number after this prefix in `GAMEINFOMAIN`.
    fn number(&self, prefix: &str) -> Option<f64> {
        number(self.field("GAMEINFOMAIN")?, prefix)
    }

    /// The number after the prefix `long` in the long form, or else after `short` in the short form.
    fn either(&self, long: &str, short: &str) -> Option<f64> {
        self.number(long).or_else(|| number(self.field("GAMETAG")?, short))
    }

    /// The komi, and the field that has it.
    fn komi(&self) -> Option<(String, f64)> {
        let tenths = match self.field("GAMEGONGJE") {
            Some(value) => value.parse().ok(),
            None => self.either("GONGJE:", "G"),
        };
        let tenths = tenths.filter(|tenths: &f64| tenths.is_finite())?;
        Some((format!("GONGJE {tenths}"), tenths / 10.0))
    }

    fn info(&self) -> GameInfo {
        let mut info = GameInfo::default();
        for (color, name, nick) in
            [(Color::Black, "GAMEBLACKNAME", "GAMEBLACKNICK"), (Color::White, "GAMEWHITENAME", "GAMEWHITENICK")]
        {
            let player = &mut info.players[color];
            let Some(name) = self.field(name).or_else(|| self.field(nick)) else { continue };
            let rank = name.strip_suffix(')').and_then(|name| name.rsplit_once('('));
            let (name, rank) = rank.map_or((name, None), |(name, rank)| (name.trim(), Some(rank.trim().to_owned())));
            player.name = Some(on_one_line(name)).filter(|name| !name.is_empty());
            player.rank = rank.map(|rank| on_one_line(&rank)).filter(|rank| !rank.is_empty());
        }
        info.event = self.field("GAMENAME").map(on_one_line);
        info.date = self.date();
        info.result = self.result();
        info
    }

    /// The date, from `C2016:03:26:17:29` or `2007- 1-25-22- 2-36`.
    fn date(&self) -> Option<String> {
        let tag = self.field("GAMETAG").and_then(|tag| tag.split(',').find_map(|part| part.strip_prefix('C')));
        let numbers = |text: &str| -> Vec<u16> {
            text.split([':', '-']).map_while(|part| part.trim().parse::<u16>().ok()).collect()
        };
        match numbers(tag.or_else(|| self.field("GAMEDATE"))?).as_slice() {
            [year, month, day, ..] => Some(format!("{year:04}-{month:02}-{day:02}")),
            _ => None,
        }
    }

    /// The result in SGF's form, from its kind and the tenths of points.
    fn result(&self) -> Option<String> {
        let kind = self.either("GRLT:", "W")? as i64;
        let by = || self.either("ZIPSU:", "Z").map(|tenths| tenths / 10.0).filter(|&points| points > 0.0);
        match kind {
            0 => Some(format!("B+{}", by()?)),
            1 => Some(format!("W+{}", by()?)),
            3 => Some("B+R".to_owned()),
            4 => Some("W+R".to_owned()),
            7 => Some("B+T".to_owned()),
            8 => Some("W+T".to_owned()),
            _ => None,
        }
    }
}

/// The number after a prefix in a list with commas.
fn number(list: &str, prefix: &str) -> Option<f64> {
    list.split(',').find_map(|part| part.trim().strip_prefix(prefix)?.trim().parse().ok())
}

/// Sets up the handicap of `INI 0 1 N`, and returns `N`; `None` if it is not a valid handicap.
fn set_handicap(record: &mut Record, words: &[&str]) -> Option<u32> {
    let stones: u32 = words.get(3)?.parse().ok()?;
    if stones > 1 {
        record.set_up_handicap(stones)?;
    }
    Some(stones)
}

impl Record {
    /// Puts handicap stones on the star points, in the root; `None` if the board has no such handicap.
    pub(super) fn set_up_handicap(&mut self, stones: u32) -> Option<()> {
        let points = fixed_handicap(self.size, stones as usize)?;
        let mut set_up = SetUp { to_play: Some(Color::White), ..SetUp::default() };
        set_up.stones.black = points.into_iter().collect::<PointSet>();
        self.root_mut().content = NodeContent::SetUp(Box::new(set_up));
        self.info.handicap = Some(stones);
        self.notices.push(RecordNotice::HandicapPoints(stones));
        Some(())
    }
}

impl Node {
    /// The node for a line that should be a move. As SGF it is a move that cannot be read either.
    pub(super) fn unreadable(line: &str, problem: Problem) -> Self {
        let other = vec![Property::new("B", [escaped(line)])];
        Self { other, fault: Some(Box::new(problem)), ..Self::default() }
    }
}

/// The colour, the column and the row of a stone.
fn stone(words: &[&str]) -> Option<(Color, usize, usize)> {
    let [_, _, _, color, column, row, ..] = words else { return None };
    let color = match *color {
        "1" => Color::Black,
        "2" => Color::White,
        _ => return None,
    };
    Some((color, column.parse().ok()?, row.parse().ok()?))
}

/// The point at this column and row, counted from 0 at the top left.
pub(super) fn point_from_top_left(size: BoardSize, column: usize, row: usize) -> Option<Point> {
    size.point(column, size.lines().checked_sub(row.checked_add(1)?)?)
}

/// The text on one line: control characters and line breaks become spaces.
pub(super) fn on_one_line(text: &str) -> String {
    text.replace(|sign: char| sign.is_control() || sign.is_whitespace(), " ").trim().to_owned()
}

/// The text as an SGF value, with protected backslashes and brackets.
pub(super) fn escaped(text: &str) -> String {
    on_one_line(text).replace('\\', "\\\\").replace(']', "\\]")
}

/// A line of a file on one line, shortened if it is long.
pub(super) fn shortened(line: &str) -> String {
    const MAX_LENGTH: usize = 40;
    let line = on_one_line(line);
    if line.chars().nth(MAX_LENGTH).is_none() { line } else { line.chars().take(MAX_LENGTH).chain(['…']).collect() }
}

pub(super) fn unexpected(line: &str, expected: &'static str) -> Problem {
    Problem::Value { property: shortened(line), expected }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = "\\HS\n\\[GAMEBLACKNAME=검은돌 (9D)\\]\n\\[GAMEWHITENAME=white\\]\n\\[GAMEINFOMAIN=GBKIND:3,GRLT:4,ZIPSU:0,DUM:0,\
                        GONGJE:65,TCNT:3\\]\n\\[GAMETAG=S1,R3,D0,G65,W4,Z0,T15-3-60,C2007:01:25:22:02\\]\n\\HE\n\\GS\n2 1 0\n3 0 &4\n\
                        INI 0 1 0 &4 \nSTO 0 2 1 15 3 \nSTO 0 3 2 3 15\nSKI 0 4\n\\GE\n";

    fn moves(record: &Record) -> Vec<String> {
        record.main_line().moves().map(|(color, action)| format!("{color} {action}")).collect()
    }

    fn error(text: &str) -> String {
        text.parse::<Record>().expect_err("not a record").to_string()
    }

    /// The error that ends a replay.
    fn stopped(text: &str) -> String {
        let record: Record = text.parse().expect("a record");
        record.replay(record.basis(None).ruleset).expect_err("a wrong move").to_string()
    }

    #[test]
    fn a_place_in_chinese_is_tygem_too() {
        let text = GAME.replace("\\HS\n", "\\HS\n\\[GAMEPLACE=在线TYGEM对局\\]\n");
        let record: Record = text.parse().expect("a record");
        assert_eq!(record.origin().map(|origin| origin.name), Some("Tygem"));
    }

    #[test]
    fn a_game_of_tygem() {
        let record: Record = GAME.parse().expect("a record");
        assert_eq!(moves(&record), ["black Q16", "white D4", "black pass"]);
        let info = &record.info;
        assert_eq!(
            (info.komi, info.result.as_deref(), info.date.as_deref()),
            (Some(6.5), Some("W+R"), Some("2007-01-25"))
        );
        let black = &info.players.black;
        assert_eq!((black.name.as_deref(), black.rank.as_deref()), (Some("검은돌"), Some("9D")));
        assert_eq!(
            (info.players.white.name.as_deref(), record.origin().map(|origin| origin.name)),
            (Some("white"), Some("Tygem"))
        );
        assert_eq!(record.basis(None).ruleset.name, "korean");
        let reading = KomiReading::Tenths;
        assert_eq!(record.notices(), [RecordNotice::Komi { written: "GONGJE 65".to_owned(), komi: 6.5, reading }]);
        let again: Record = record.to_string().parse().expect("what was written");
        assert_eq!((moves(&again), again.basis(None).ruleset.name), (moves(&record), "korean"));
    }

    #[test]
    fn handicap_stones_are_on_the_star_points() {
        let text = GAME
            .replace("INI 0 1 0", "INI 0 1 3")
            .replace("GONGJE:65", "GONGJE:0")
            .replace("STO 0 2 1 15 3", "STO 0 2 2 2 2");
        let record: Record = text.replace("STO 0 3 2 3 15", "STO 0 3 1 16 2").parse().expect("a record");
        let NodeContent::SetUp(set_up) = &record.root().content else { panic!("a set-up") };
        assert_eq!(set_up.stones.black.names(" "), "D4 D16 Q16");
        assert_eq!(
            (record.info.handicap, record.info.komi, moves(&record).first().map(String::as_str)),
            (Some(3), Some(0.0), Some("white C17"))
        );
        assert_eq!(record.notices(), [RecordNotice::HandicapPoints(3)]);
    }

    #[test]
    fn what_is_wrong_is_said_in_one_line() {
        let expected = ": expected STO 0, its number, 1 or 2, the column and the row";
        assert_eq!(
            stopped(&GAME.replace("STO 0 3 2 3 15", "STO 0 3 2")),
            format!("line 12, move 2: STO 0 3 2{expected}")
        );
        assert_eq!(
            stopped(&GAME.replace("STO 0 3 2 3 15", "STO 0 3 5 3 15")),
            format!("line 12, move 2: STO 0 3 5 3 15{expected}")
        );
        assert_eq!(
            stopped(&GAME.replace("3 15", "3 19")),
            "line 12, move 2: STO 0 3 2 3 19 is not on a board of 19 lines"
        );
        assert_eq!(
            error(&GAME.replace("INI 0 1 0", "INI 0 1 12")),
            "line 10: INI 0 1 12 &4: expected a handicap of 0 to 9"
        );
        assert_eq!(error("\\HS\n\\HE\n"), "expected a move, such as `STO 0 2 1 15 3`, found none");
        assert_eq!(error(&GAME.replace("GONGJE:65", "LINE:23")), "board: expected 5 to 19 lines, got 23");
    }
}
