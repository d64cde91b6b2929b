//! Interpretation of nodes and properties.

use super::scan::{RawNode, Scanner};
use crate::board::Color;
use crate::geometry::{BoardSize, Point, PointSet, SizeError};
use crate::record::node::{Node, NodeContent, NodeId, Property, SetUp};
use crate::record::{Application, GameInfo, Problem, Record, RecordError, RecordNotice, Repair};
use crate::rules::Move;
use sgf_parse::go::{self, Prop};
use sgf_parse::{SgfProp, SimpleText, Text};

/// Reads the first game of the text. `size` decides which board sizes are accepted.
pub(in crate::record) fn read(
    text: &str,
    size: impl Fn(usize) -> Result<BoardSize, SizeError>,
) -> Result<Record, RecordError> {
    read_next(&mut Scanner::new(text), size)?.ok_or(RecordError::new(Problem::NoGame))
}

/// Reads all games of the text. `size` decides which board sizes are accepted.
pub(in crate::record) fn read_all(
    text: &str,
    size: impl Fn(usize) -> Result<BoardSize, SizeError> + Copy,
) -> Result<Vec<Record>, RecordError> {
    let mut scanner = Scanner::new(text);
    let mut records = Vec::new();
    while let Some(record) = read_next(&mut scanner, size)? {
        records.push(record);
    }
    if records.is_empty() { Err(RecordError::new(Problem::NoGame)) } else { Ok(records) }
}

/// Reads the next game; `None` at the end of the text.
fn read_next(
    scanner: &mut Scanner<'_>,
    size: impl Fn(usize) -> Result<BoardSize, SizeError>,
) -> Result<Option<Record>, RecordError> {
    let mut builder = Builder { size, record: None, places: Vec::new(), repairs: Vec::new() };
    scanner.next_game(|node| builder.add(node))?;
    let mut repairs = std::mem::take(&mut scanner.repairs);
    repairs.append(&mut builder.repairs);
    repairs.sort_by_key(|&(line, _)| line);
    if let Some(record) = &mut builder.record {
        record.notices.extend(repairs.into_iter().map(|(line, repair)| RecordNotice::Repair { line, repair }));
        record.repair();
    }
    Ok(builder.record)
}

/// Builds a record node by node.
struct Builder<S> {
    /// Checks a number of lines.
    size: S,
    /// The record so far; `None` before the root.
    record: Option<Record>,
    /// For each node of the text, the last node of the record made from it, and the number of moves up to it.
    places: Vec<(NodeId, usize)>,
    /// The repairs of values, with their lines.
    repairs: Vec<(usize, Repair)>,
}

impl<S: Fn(usize) -> Result<BoardSize, SizeError>> Builder<S> {
    fn add(&mut self, mut node: RawNode) -> Result<(), RecordError> {
        let number = node.line;
        let line = Some(number);
        let mut repairs = Vec::new();
        let is_root = self.record.is_none();
        let record = match &mut self.record {
            Some(record) => record,
            begun => {
                let (info, size) = read_root(&mut node, &self.size, &mut repairs)
                    .map_err(|problem| RecordError::new(problem).on_line(line))?;
                begun.insert(Record::new(info, size))
            }
        };
        let RawNode { parent, properties, .. } = node;
        let parent = parent.map(|parent| self.places[parent]);
        let moves =
            parent.map_or(0, |(_, moves)| moves) + properties.iter().filter(|property| is_move(property)).count();
        let mut last = parent.map(|(id, _)| id);
        match Draft::read(&properties, record.size(), &mut repairs) {
            Ok(draft) => {
                for node in draft.into_nodes(line) {
                    last = Some(record.add(last, node));
                }
            }
            // Without its root there is no game.
            Err(problem) if is_root => return Err(RecordError::new(problem).on_line(line).at_move(moves)),
            Err(problem) => {
                let fault = Some(Box::new(problem));
                last = Some(record.add(last, Node { other: properties, line, fault, ..Node::default() }));
            }
        }
        self.places.extend(last.map(|id| (id, moves)));
        self.repairs.extend(repairs.into_iter().map(|repair| (number, repair)));
        Ok(())
    }
}

/// Removes the game information from the root's properties and returns it.
fn read_root(
    root: &mut RawNode,
    size: impl Fn(usize) -> Result<BoardSize, SizeError>,
    repairs: &mut Vec<Repair>,
) -> Result<(GameInfo, BoardSize), Problem> {
    let find = |identifier: &str| root.properties.iter().find(|property| property.identifier == identifier);
    if let Some(game) = find("GM").filter(|game| parsed(game) != Prop::GM(1)) {
        let is_named = ["go", "weiqi", "baduk", "囲碁", "围棋", "圍棋", "바둑"]
            .contains(&only_value(game).to_lowercase().as_str());
        if !is_empty(game) && !is_named {
            return Err(unexpected(game, "Go, which is GM[1]"));
        }
        repairs.push(read_as(game, "GM[1]"));
    }
    let size = match find("SZ").map(|property| (property, parsed(property))) {
        None => BoardSize::MAIN,
        Some((property, _)) if is_empty(property) => {
            repairs.push(read_as(property, "SZ[19]"));
            BoardSize::MAIN
        }
        Some((property, Prop::Invalid(..))) if lines_in(&only_value(property)).is_some() => {
            let lines = lines_in(&only_value(property)).unwrap_or_default();
            repairs.push(read_as(property, &format!("SZ[{lines}]")));
            size(lines)?
        }
        Some((_, Prop::SZ((columns, rows)))) if columns == rows => size(columns.into())?,
        Some((property, Prop::SZ(_))) => return Err(unexpected(property, "a square board")),
        Some((property, _)) => return Err(unexpected(property, "a number of lines, such as SZ[19]")),
    };
    let mut info = GameInfo::default();
    for property in std::mem::take(&mut root.properties) {
        if !read_info(&mut info, &property, repairs) {
            root.properties.push(property);
        }
    }
    Ok((info, size))
}

/// Reads a root property into the game information. Returns whether it belongs there. If a property occurs twice, the
/// first one counts.
fn read_info(info: &mut GameInfo, property: &Property, repairs: &mut Vec<Repair>) -> bool {
    match property.identifier.as_str() {
        // Writing derives these from the record.
        "FF" | "GM" | "CA" | "SZ" => true,
        "KM" => match parsed(property) {
            Prop::KM(points) if points.is_finite() => fill(&mut info.komi, Some(points)),
            _ if is_empty(property) => true,
            _ => {
                let komi = number_in(&only_value(property)).filter(|_| info.komi.is_none());
                let komi_property = komi.map(|komi| format!("KM[{komi}]"));
                repairs.push(Repair::Value { written: property.excerpt(), read_as: komi_property });
                fill(&mut info.komi, komi)
            }
        },
        "HA" => match parsed(property) {
            Prop::HA(stones) => fill(&mut info.handicap, stones.try_into().ok()),
            _ => false,
        },
        "PENB" | "PENW" => match property.values.as_slice() {
            [value] => {
                let color = if property.identifier == GameInfo::PENALTIES.black { Color::Black } else { Color::White };
                let points = value.trim().parse().ok().filter(|_| info.penalties[color] == 0);
                points.map(|points| info.penalties[color] = points).is_some()
            }
            _ => false,
        },
        "TM" => match parsed(property) {
            Prop::TM(seconds) => fill(&mut info.main_time, Some(seconds).filter(|seconds| seconds.is_finite())),
            _ => false,
        },
        identifier => match (property.values.as_slice(), info.text(identifier)) {
            ([value], Some(place)) => fill(place, Some(simple_text(value))),
            ([value], None) if identifier == "AP" => {
                let (name, version) = split_at_colon(value);
                let (name, version) = (simple_text(name), simple_text(version));
                fill(&mut info.application, Some(Application { name, version }))
            }
            _ => false,
        },
    }
}

/// Returns whether a property has no text in any value.
fn is_empty(property: &Property) -> bool {
    property.values.iter().all(|value| value.trim().is_empty())
}

/// The value of a property that has one, or else an empty text. Full-width digits and signs become those of ASCII.
fn only_value(property: &Property) -> String {
    let [value] = property.values.as_slice() else { return String::new() };
    let plain = |sign: char| match sign {
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(sign as u32 - 0xFEE0).unwrap_or(sign),
        '。' => '.',
        sign => sign,
    };
    value.trim().chars().map(plain).collect()
}

/// The number that a text begins with, such as `6,5`, `6.5目` or `6目半`; `None` if it does not begin with one.
fn number_in(text: &str) -> Option<f64> {
    let text = text.replace(',', ".");
    let digits = text.trim_start_matches(['+', '-']);
    let end = digits.find(|sign: char| !sign.is_ascii_digit() && sign != '.').unwrap_or(digits.len());
    let (number, unit) = digits.split_at(end);
    let number: f64 = number.trim_end_matches('.').parse().ok()?;
    let has_half = ["半", "반", "½", "1/2"].iter().any(|half| unit.contains(half));
    if unit.contains(|sign: char| sign.is_ascii_digit()) && !has_half {
        return None;
    }
    let number = if has_half && number.fract() == 0.0 { number + 0.5 } else { number };
    Some(if text.starts_with('-') { -number } else { number })
}

/// The number of lines in a text such as `19x19` or `19路`; `None` if it does not begin with one, or is not of a square.
fn lines_in(text: &str) -> Option<usize> {
    let mut numbers = text.split(|sign: char| !sign.is_ascii_digit()).filter(|number| !number.is_empty());
    let lines = numbers.next().filter(|lines| text.starts_with(lines))?;
    numbers.all(|other| other == lines).then(|| lines.parse().ok())?
}

/// The repair of a property that was read as another.
fn read_as(property: &Property, other: &str) -> Repair {
    Repair::Value { written: property.excerpt(), read_as: Some(other.to_owned()) }
}

/// Fills the place with the value, if there is a value and the place is free. Returns whether it did.
fn fill<T>(place: &mut Option<T>, value: Option<T>) -> bool {
    let fills = place.is_none() && value.is_some();
    if fills {
        *place = value;
    }
    fills
}

/// The text of a value, in which white space is spaces and line breaks. SGF also requires this of protected white
/// space, which `sgf-parse` leaves unchanged.
fn text(value: &str) -> String {
    let is_other_space = |character: char| character.is_whitespace() && !matches!(character, '\n' | '\r');
    Text::from(value).to_string().replace(is_other_space, " ")
}

/// The text of a value on one line.
fn simple_text(value: &str) -> String {
    SimpleText::from(value).to_string().replace(char::is_whitespace, " ")
}

/// The two parts of a composed value around the first colon that is not protected.
fn split_at_colon(value: &str) -> (&str, &str) {
    let mut escaped = false;
    let colon = value.bytes().position(|byte| {
        let divides = byte == b':' && !escaped;
        escaped = byte == b'\\' && !escaped;
        divides
    });
    colon.map_or((value, ""), |colon| (&value[..colon], &value[colon + 1..]))
}

/// The content of a node while its properties are read.
#[derive(Default)]
struct Draft {
    set_up: SetUp,
    actions: Vec<(Color, Move)>,
    comment: Option<String>,
    other: Vec<Property>,
}

impl Draft {
    fn read(properties: &[Property], size: BoardSize, repairs: &mut Vec<Repair>) -> Result<Self, Problem> {
        let mut draft = Self::default();
        for property in properties {
            match property.identifier.as_str() {
                "B" | "W" => {
                    draft.actions.push(read_move(property, size)?);
                    if draft.actions.len() == 2 {
                        repairs.push(Repair::SeveralMoves);
                    }
                }
                "AB" => draft.set_up.stones.black |= read_points(property, size)?,
                "AW" => draft.set_up.stones.white |= read_points(property, size)?,
                "AE" => draft.set_up.emptied |= read_points(property, size)?,
                "PL" => draft.set_up.to_play = read_color(property, repairs),
                "C" if draft.comment.is_none() && property.values.len() == 1 => {
                    draft.comment = Some(text(&property.values[0]));
                }
                _ => draft.other.push(property.clone()),
            }
        }
        Ok(draft)
    }

    /// The node; or one for the set-up and one for each move. The last one has the comment.
    fn into_nodes(self, line: Option<usize>) -> impl Iterator<Item = Node> {
        let Self { set_up, actions, comment, other } = self;
        let set_up = (set_up != SetUp::default()).then(|| NodeContent::SetUp(Box::new(set_up)));
        let actions = actions.into_iter().map(|(color, action)| NodeContent::Move(color, action));
        let mut contents: Vec<_> = set_up.into_iter().chain(actions).collect();
        let content = contents.pop().unwrap_or_default();
        let before = contents.into_iter().map(move |content| Node { content, line, ..Node::default() });
        before.chain([Node { content, comment, other, line, ..Node::default() }])
    }
}

fn is_move(property: &Property) -> bool {
    matches!(property.identifier.as_str(), "B" | "W")
}

fn read_move(property: &Property, size: BoardSize) -> Result<(Color, Move), Problem> {
    // The point `tt`, which is a pass on boards of up to 19 lines.
    const ABSTENTION: go::Move = go::Move::Move(go::Point { x: 19, y: 19 });
    let (color, action) = match parsed(property) {
        Prop::B(action) => (Color::Black, action),
        Prop::W(action) => (Color::White, action),
        _ => return Err(unexpected(property, "one point, such as B[dd], or B[] for an abstention")),
    };
    match action {
        go::Move::Pass | ABSTENTION => Ok((color, Move::Abstain)),
        go::Move::Move(point) => {
            let point = board_point(point, size).ok_or_else(|| outside(property, size))?;
            Ok((color, Move::Place(point)))
        }
    }
}

/// The points of a list, in which `aa:cc` is a rectangle.
fn read_points(property: &Property, size: BoardSize) -> Result<PointSet, Problem> {
    let mut points = PointSet::empty();
    for value in property.values.iter().map(|value| value.trim()).filter(|value| !value.is_empty()) {
        let alone = || Property::new(&property.identifier, [value]);
        let (from, to) = value.split_once(':').unwrap_or((value, value));
        let (Ok(from), Ok(to)) = (from.parse::<go::Point>(), to.parse::<go::Point>()) else {
            return Err(unexpected(&alone(), "a point, such as AB[dd], or a rectangle, such as AB[aa:cc]"));
        };
        let (Some(from), Some(to)) = (board_point(from, size), board_point(to, size)) else {
            return Err(outside(&alone(), size));
        };
        let rows = from.row().min(to.row())..=from.row().max(to.row());
        let columns = from.column().min(to.column())..=from.column().max(to.column());
        points.extend(rows.flat_map(|row| columns.clone().map(move |column| Point::new(column, row))));
    }
    Ok(points)
}

/// The colour of a property such as PL, also in forms that other programs write: `b`, `Black`, `1` for Black, `2` for
/// White. Any other text is left out.
fn read_color(property: &Property, repairs: &mut Vec<Repair>) -> Option<Color> {
    match property.values.as_slice() {
        [value] if value == "B" => return Some(Color::Black),
        [value] if value == "W" => return Some(Color::White),
        _ => {}
    }
    let color = match only_value(property).to_lowercase().as_str() {
        "b" | "black" | "1" | "黑" | "黒" | "흑" => Some(Color::Black),
        "w" | "white" | "2" | "白" | "백" => Some(Color::White),
        _ => None,
    };
    let other = color.map(|color| if color == Color::Black { "PL[B]" } else { "PL[W]" }.to_owned());
    repairs.push(Repair::Value { written: property.excerpt(), read_as: other });
    color
}

/// The point on the board. SGF counts rows from the top.
fn board_point(point: go::Point, size: BoardSize) -> Option<Point> {
    let row = size.lines().checked_sub(1 + usize::from(point.y))?;
    size.point(point.x.into(), row)
}

/// The property with its type and value; `Prop::Invalid` if its value does not fit its type.
fn parsed(property: &Property) -> Prop {
    let values = property.values.iter().map(|value| value.trim().to_owned());
    Prop::new(property.identifier.clone(), values.collect())
}

fn unexpected(property: &Property, expected: &'static str) -> Problem {
    Problem::Value { property: property.excerpt(), expected }
}

fn outside(property: &Property, size: BoardSize) -> Problem {
    Problem::Outside { property: property.excerpt(), lines: size.lines() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::PerColor;
    use crate::rules::Ruleset;

    fn record(text: &str) -> Record {
        text.parse().expect("a record")
    }

    fn error(text: &str) -> String {
        text.parse::<Record>().expect_err("not a record").to_string()
    }

    fn repairs(text: &str) -> Vec<Repair> {
        let notices = record(text).notices().to_vec();
        let repair = |notice| match notice {
            RecordNotice::Repair { repair, .. } => Some(repair),
            _ => None,
        };
        notices.into_iter().filter_map(repair).collect()
    }

    fn moves(text: &str) -> Vec<String> {
        record(text).main_line().moves().map(|(color, action)| format!("{color} {action}")).collect()
    }

    #[test]
    fn moves_and_abstentions() {
        let text = "(;SZ[9];B[aa];W[ia];B[];W[tt];W[ ai ])";
        assert_eq!(moves(text), ["black A9", "white J9", "black pass", "white pass", "white A1"]);
        assert_eq!(moves("(;B[sa];W[tt])"), ["black T19", "white pass"]);
        assert_eq!(moves("(;SZ[9];B[aa]W[bb];B[cc])"), ["black A9", "white B8", "black C7"]);
        assert_eq!(repairs("(;SZ[9];B[aa]W[bb]B[cc])"), [Repair::SeveralMoves]);
    }

    #[test]
    fn a_move_that_is_none_ends_its_line_alone() {
        let stopped = |text: &str, numbers: &[usize]| {
            let record = record(text);
            let line = record.variation(numbers).expect("a line");
            let replayed = line.start(Ruleset::one_pure()).play_on(None);
            (replayed.game.turns().len(), replayed.stopped.map(|error| error.to_string()))
        };
        let told = |moves, error: &str| (moves, Some(error.to_owned()));
        let outside = told(1, "line 1, move 2: W[aj] is not on a board of 9 lines");
        assert_eq!(stopped("(;SZ[9];B[aa];W[aj];B[bb])", &[]), outside);
        assert_eq!(stopped("(;SZ[9];B[ja])", &[]), told(0, "line 1, move 1: B[ja] is not on a board of 9 lines"));
        let two = "(;SZ[9](;B[aa];W[cc])(;B[bb];W[bb][cc]))";
        assert_eq!(stopped(two, &[]), (2, None));
        assert_eq!(
            stopped(two, &[2]),
            told(1, "line 1, move 2: W[bb][cc]: expected one point, such as B[dd], or B[] for an abstention")
        );
        let written = record("(;SZ[9];B[aa];W[aj]C[lost];B[bb])").to_string();
        assert!(written.ends_with(";B[aa];W[aj]C[lost];B[bb])"), "{written}");
        assert_eq!(error("(;SZ[9]B[ja])"), "line 1, move 1: B[ja] is not on a board of 9 lines");
    }

    #[test]
    fn what_other_readers_repair_is_repaired_with_a_notice() {
        let value = |written: &str, read_as: Option<&str>| Repair::Value {
            written: written.to_owned(),
            read_as: read_as.map(str::to_owned),
        };
        for (text, repair) in [
            ("(;SZ[9];B[ee];W[cc]", Repair::Unclosed),
            ("(;SZ[9];B[ee](;W[cc])(;W[gg]", Repair::Unclosed),
            ("(SZ[9];B[ee];W[cc])", Repair::NoSemicolon),
            ("(;SZ[9];B[ee](W[cc])(W[gg]))", Repair::NoSemicolon),
            ("(;SZ[9]\u{A0};B[ee]\u{3000};W[cc])", Repair::OtherSpace),
            ("(;SZ[9];B[ee]\0;W[cc]\u{B})", Repair::OtherSpace),
            ("(;SZ[9];B[ee]W[cc])", Repair::SeveralMoves),
            ("(;SZ[9]PL[X];B[ee];W[cc])", value("PL[X]", None)),
            ("(;SZ[9]PL[];B[ee];W[cc])", value("PL[]", None)),
            ("(;SZ[9]PL[b];B[ee];W[cc])", value("PL[b]", Some("PL[B]"))),
            ("(;SZ[9]PL[black];B[ee];W[cc])", value("PL[black]", Some("PL[B]"))),
            ("(;SZ[9]PL[ 1 ];B[ee];W[cc])", value("PL[ 1 ]", Some("PL[B]"))),
            ("(;SZ[9x9];B[ee];W[cc])", value("SZ[9x9]", Some("SZ[9]"))),
            ("(;SZ[9路];B[ee];W[cc])", value("SZ[9路]", Some("SZ[9]"))),
            ("(;GM[]SZ[9];B[ee];W[cc])", value("GM[]", Some("GM[1]"))),
            ("(;GM[Go]SZ[9];B[ee];W[cc])", value("GM[Go]", Some("GM[1]"))),
            ("(;SZ[9]KM[6,5];B[ee];W[cc])", value("KM[6,5]", Some("KM[6.5]"))),
            ("(;SZ[9]KM[nan];B[ee];W[cc])", value("KM[nan]", None)),
        ] {
            assert_eq!(moves(text), ["black E5", "white C7"], "{text}");
            assert_eq!(record(text).size().lines(), 9, "{text}");
            let found = repairs(text);
            assert!(!found.is_empty() && found.iter().all(|found| *found == repair), "{text}: {found:?}");
            let is_kept = text.contains("nan");
            assert!(is_kept || repairs(&record(text).to_string()).is_empty(), "{text}, written and read again");
        }
        assert_eq!(record("(;SZ[];B[sa])").size(), BoardSize::MAIN);
        assert_eq!(moves("(;SZ[9];b[ee];w[cc])"), ["black E5", "white C7"]);
        let broken = "(;SZ[9];B[ee];W[cc];C[no end";
        assert_eq!(moves(broken), ["black E5", "white C7"]);
        let found = repairs(broken);
        assert!(matches!(found[..], [Repair::Broken(Problem::Syntax { .. })]), "{found:?}");
        assert_eq!(moves("(;SZ[9];B[ee]=;W[cc])"), ["black E5"]);
    }

    #[test]
    fn komi_in_words_is_a_number() {
        for (written, komi) in [
            ("6,5", 6.5),
            ("6.5目", 6.5),
            ("6目半", 6.5),
            ("六.５", f64::NAN),
            ("６．５", 6.5),
            ("-6,5", -6.5),
            ("5½", 5.5),
            ("5 1/2", 5.5),
            ("7.5 points", 7.5),
            ("3.75子", 3.75),
            ("6집반", 6.5),
            ("0目", 0.0),
            ("none", f64::NAN),
            ("6.5 or 7.5", f64::NAN),
        ] {
            let komi = Some(komi).filter(|komi: &f64| komi.is_finite());
            assert_eq!(number_in(&only_value(&Property::new("KM", [written]))), komi, "{written}");
        }
        assert_eq!(record("(;KM[3.75子];B[pd])").info.komi, Some(7.5));
    }

    #[test]
    fn points_come_alone_or_in_rectangles() {
        let board = |text: &str| {
            let NodeContent::SetUp(set_up) = record(text).root().content.clone() else { panic!("no set-up in {text}") };
            set_up.stones.black.names(" ")
        };
        assert_eq!(board("(;SZ[5]AB[aa][bb:cc][eb:ea])"), "B3 C3 B4 C4 E4 A5 E5");
        assert_eq!(board("(;SZ[5]AB[aa]AB[][bb])"), "B4 A5");
        assert_eq!(error("(;SZ[5]AB[aa][ff:gg])"), "line 1: AB[ff:gg] is not on a board of 5 lines");
        assert_eq!(
            error("(;SZ[5]AW[a])"),
            "line 1: AW[a]: expected a point, such as AB[dd], or a rectangle, such as AB[aa:cc]"
        );
    }

    #[test]
    fn a_set_up_with_a_move_becomes_two_nodes() {
        let record = record("(;SZ[9]AB[aa]B[bb]C[both];W[cc])");
        let line = record.main_line();
        let nodes: Vec<_> = line.nodes().collect();
        assert!(matches!(nodes[0].content, NodeContent::SetUp(_)));
        assert_eq!((nodes[0].comment.as_deref(), nodes[1].comment.as_deref()), (None, Some("both")));
        assert_eq!(line.moves().count(), 2);
    }

    #[test]
    fn what_is_said_about_the_game() {
        let record = record(
            "(;FF[4]CA[UTF-8]AP[CGoban:3]SZ[13]KM[-0.5]HA[3]RU[Chinese]TM[600]OT[3x30 byo-yomi]PB[A\\]B]BR[3d]PW[흑\n백]\
             WR[1k]DT[2020-01-02]EV[a\\:b]RE[W+T]PENW[2]GN[kept]PB[kept too])",
        );
        let expected = GameInfo {
            ruleset: Some("Chinese".to_owned()),
            komi: Some(-0.5),
            players: PerColor {
                black: crate::record::PlayerInfo { name: Some("A]B".to_owned()), rank: Some("3d".to_owned()) },
                white: crate::record::PlayerInfo { name: Some("흑 백".to_owned()), rank: Some("1k".to_owned()) },
            },
            date: Some("2020-01-02".to_owned()),
            event: Some("a:b".to_owned()),
            result: Some("W+T".to_owned()),
            handicap: Some(3),
            penalties: PerColor { black: 0, white: 2 },
            main_time: Some(600.0),
            overtime: Some("3x30 byo-yomi".to_owned()),
            application: Some(Application { name: "CGoban".to_owned(), version: "3".to_owned() }),
        };
        assert_eq!(record.info, expected);
        assert_eq!(record.size().lines(), 13);
        let kept: Vec<_> = record.root().other.iter().map(ToString::to_string).collect();
        assert_eq!(kept, ["GN[kept]", "PB[kept too]"]);
    }

    #[test]
    fn numbers_that_are_none() {
        assert_eq!(record("(;KM[])").info.komi, None);
        assert_eq!(record("(;KM[6]KM[7])").info.komi, Some(6.0));
        // These have no effect on the game and are kept as written.
        let kept = record("(;HA[0]TM[30 minutes])");
        assert_eq!((kept.info.handicap, kept.info.main_time), (None, None));
        assert_eq!(kept.root().other.len(), 2);
    }

    #[test]
    fn white_space_in_texts() {
        let text = "(;C[a\tb\\\tc\nd\\\ne]PB[a\tb\\\tc\nd\\\ne])";
        let record = record(text);
        assert_eq!(record.root().comment.as_deref(), Some("a b c\nde"));
        assert_eq!(record.info.players.black.name.as_deref(), Some("a b c de"));
    }

    #[test]
    fn applications() {
        let application = |text: &str| {
            let Application { name, version } = record(text).info.application.expect("an application");
            (name, version)
        };
        assert_eq!(application("(;AP[CGoban])"), ("CGoban".to_owned(), String::new()));
        assert_eq!(application("(;AP[a\\:b\\\\:1:2])"), ("a:b\\".to_owned(), "1:2".to_owned()));
        let written = record("(;AP[a\\:b\\\\:1\\:2])").to_string();
        assert_eq!(application(&written), ("a:b\\".to_owned(), "1:2".to_owned()));
    }

    #[test]
    fn games_and_sizes() {
        assert_eq!(record("(;B[aa])").size(), BoardSize::MAIN);
        assert_eq!(record("(;SZ[9:9])").size().lines(), 9);
        assert_eq!(error("(;GM[2])"), "line 1: GM[2]: expected Go, which is GM[1]");
        assert_eq!(error("\n(;SZ[9:13])"), "line 2: SZ[9:13]: expected a square board");
        assert_eq!(error("(;SZ[big])"), "line 1: SZ[big]: expected a number of lines, such as SZ[19]");
        assert_eq!(error("(;SZ[20])"), "line 1: board: expected 5 to 19 lines, got 20");
        assert_eq!(error("(;SZ[4])"), "line 1: board: expected 5 to 19 lines, got 4");
        let small = Record::from_bytes_with(b"(;SZ[2];B[ab])", BoardSize::new).expect("2 lines are enough");
        assert_eq!(small.size().lines(), 2);
    }

    #[test]
    fn long_values_are_shortened_in_messages() {
        let message = error(&format!("(;SZ[{}\n])", "x".repeat(100)));
        assert_eq!(message, format!("line 1: SZ[{}…: expected a number of lines, such as SZ[19]", "x".repeat(37)));
    }
}
